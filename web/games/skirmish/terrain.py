"""The table under the miniatures: ground, woods, hedges, fields, houses, water and road; the same for both sides."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from math import dist

from markupsafe import Markup

from service.engine.grids import ground_of
from service.engine.hexes import Hex
from service.engine.places import Point
from service.games.skirmish.printed.scenario import Scenario
from web.drawing.geometry import MapGeometry, geometry_of, noise
from web.drawing.lettering import numbers
from web.drawing.lines import Network
from web.drawing.svg import number, points, tag
from web.games.skirmish.lettering import names
from web.games.skirmish.symbols import symbols


@lru_cache(maxsize=64)
def terrain_layer(scenario: Scenario) -> Markup:
    """The map of a scenario as one SVG, with the pieces that the counters above it use."""
    geometry = geometry_of(ground_of(scenario.sheet))
    width, height = geometry.extent
    return geometry.svg(
        tag(
            "defs",
            *patterns(),
            *geometry.shapes(),
            symbols(),
            tag("rect", id="m-table", x=-4, y=-4, width=width + 8, height=height + 8, rx="6"),
            tag("clipPath", tag("use", href="#m-table"), id="m-sheet"),
        ),
        geometry.border(),
        tag("use", href="#m-table", fill="var(--m-grass)"),
        tag("use", href="#m-table", fill="url(#m-tufts)", class_="t-relief"),
        tag("g", heights(geometry, scenario), fields(geometry, scenario), class_="t-relief"),
        grid(geometry),
        stream(geometry, scenario),
        road(geometry, scenario),
        woods(geometry, scenario),
        orchards(geometry, scenario),
        hedges(geometry, scenario),
        houses(geometry, scenario),
        rubble(geometry, scenario),
        numbers(geometry, scenario.names, "var(--m-grass)"),
        names(geometry, scenario),
        class_="map-terrain",
        aria_hidden="true",
    )


def of_kind(scenario: Scenario, *kinds: str) -> set[Hex]:
    return {hex for hex, kind in scenario.ground.items() if kind in kinds}


def steps_between(scenario: Scenario, group: Iterable[Hex]) -> list[tuple[Hex, Hex]]:
    """The steps from hexes of a group to neighbours in it, each once; of three hexes that all adjoin, two steps do."""
    within, found = set(group), set[tuple[Hex, Hex]]()
    for a in sorted(within):
        beside = [b for b in scenario.sheet.neighbours(a) if b in within]
        for b in beside:
            round_about = any((min(a, c), max(a, c)) in found and (min(b, c), max(b, c)) in found for c in beside)
            if a < b and not round_about:
                found.add((a, b))
    return sorted(found)


def scattered(middle: Point, offsets: Iterable[Point], spread: float) -> list[Point]:
    """Places about a middle, each a little off: always the same for the same middle."""
    x, y = middle
    found = []
    for dx, dy in offsets:
        off, aside = noise(x + dx, y + dy) - 0.5, noise(y - dy, x + 2 * dx) - 0.5
        found.append((x + dx + spread * off, y + dy + spread * aside))
    return found


def patterns() -> list[Markup]:
    """Grass for the open ground, stalks for the grain, undergrowth for the woods."""
    stalks = "M0 2h9M0 6.5h9"
    return [
        tag("pattern", tag("path", d=tufts(), fill="none", stroke="var(--m-tuft)", stroke_width="1.1",
            stroke_linecap="round"), id="m-tufts", width="150", height="130", patternUnits="userSpaceOnUse"),
        tag("pattern", tag("path", d=stalks, stroke="var(--m-stalk)", stroke_width="1.3",
            stroke_dasharray="3.4 1.1"), id="m-stalks", width="9", height="9", patternUnits="userSpaceOnUse",
            patternTransform="rotate(-24)"),
    ]  # fmt: skip


def tufts() -> str:
    """Tussocks here and there, of two or three blades."""
    places = [(x, y) for x in range(10, 150, 23) for y in range(10, 130, 21) if noise(x, y) > 0.35]
    words = []
    for x, y in places:
        px, py = x + round(noise(y, x) * 14 - 7), y + round(noise(x, y * 3) * 12 - 6)
        words.append(f"M{px} {py}l-1.5-4m3 4v-5" + ("m3 5l1.5-4" if noise(px, py) > 0.5 else ""))
    return "".join(words)


# ---- the lie of the land


def heights(geometry: MapGeometry, scenario: Scenario) -> Markup:
    """Rises by a contour line with hachures down the slope."""
    high = geometry.shore(scenario.levels, 0.12, 0.24)
    inner = geometry.shore(scenario.levels, 0.42, 0.26)
    top = geometry.shore(scenario.levels, 0.7, 0.2)
    return tag(
        "g",
        tag("path", id="m-rise", d=high),
        tag("use", href="#m-rise", stroke_width="13", stroke_dasharray="1.3 4.6", opacity=".75"),
        tag("use", href="#m-rise", fill="var(--m-hill)", stroke_width="1.8"),
        tag("path", d=inner, fill="var(--m-high)", fill_opacity=".4", stroke_width=".9", transform="translate(-2 -2)"),
        tag("path", d=top, fill="var(--m-high)", fill_opacity=".55", stroke_width=".8", transform="translate(-4 -4)"),
        class_="t-heights", clip_path="url(#m-sheet)", fill="none", stroke="var(--m-contour)", stroke_linejoin="round",
    )  # fmt: skip


def fields(geometry: MapGeometry, scenario: Scenario) -> Markup:
    """Standing grain, cut off straight at the edges of the field."""
    grain = geometry.shore(of_kind(scenario, "grain"), 0.06, 0.05)
    return tag(
        "g",
        tag("path", id="m-grain", d=grain),
        tag("use", href="#m-grain", fill="var(--m-field)", stroke="var(--m-stalk)", stroke_width="1.6"),
        tag("use", href="#m-grain", fill="url(#m-stalks)"),
        class_="t-grain",
    )


def grid(geometry: MapGeometry) -> Markup:
    cells = "".join(geometry.outline(hex) for hex in geometry.ground.places)
    return tag("path", class_="t-grid", d=cells, fill="none", stroke="var(--m-grid)", stroke_width=".9", opacity=".55")


# ---- water and road


def stream(geometry: MapGeometry, scenario: Scenario) -> Markup:
    """The stream from hex to hex, under the bridges."""
    return tag(
        "g",
        tag("path", id="m-stream", d=waters(geometry, scenario).path()),
        tag("use", href="#m-stream", stroke="var(--m-bank)", stroke_width="14"),
        tag("use", href="#m-stream", stroke="var(--m-water)", stroke_width="11"),
        tag("use", href="#m-stream", stroke="var(--m-glint)", stroke_width="4"),
        class_="t-stream", clip_path="url(#m-sheet)", fill="none", stroke_linejoin="round", stroke_linecap="round",
    )  # fmt: skip


def waters(geometry: MapGeometry, scenario: Scenario) -> Network:
    """The stream, through the hexes of its bridges too."""
    steps = steps_between(scenario, of_kind(scenario, "stream"))
    for bridge in sorted(of_kind(scenario, "bridge")):
        steps += [(bridge, hex) for hex in under(geometry, scenario, bridge)]
    return Network(geometry, steps, wander=9)


def under(geometry: MapGeometry, scenario: Scenario, bridge: Hex) -> list[Hex]:
    """The hexes from which the water comes to a bridge, and to which it goes: the nearest, and the next beyond it."""
    near = [hex for hex in of_kind(scenario, "stream") if scenario.sheet.distance(bridge, hex) <= 2]
    near.sort(key=lambda hex: (round(dist(geometry.at(bridge), geometry.at(hex))), hex))
    beyond = (hex for hex in near if scenario.sheet.distance(hex, near[0]) > 1)
    return [*near[:1], *islice(beyond, 1)]


def road(geometry: MapGeometry, scenario: Scenario) -> Markup:
    """The road with its verges and ruts; bridges on it."""
    hard = of_kind(scenario, "road", "bridge")
    path, water = Network(geometry, steps_between(scenario, hard), wander=2.5).path(), waters(geometry, scenario)
    return tag(
        "g",
        tag("path", id="m-road", d=path),
        tag("use", href="#m-road", stroke="var(--m-contour)", stroke_width="13"),
        tag("use", href="#m-road", stroke="var(--m-track)", stroke_width="10"),
        tag("use", href="#m-road", stroke="var(--m-contour)", stroke_width="1", stroke_dasharray="9 5", opacity=".6"),
        *(bridge(water.meeting(hex)) for hex in sorted(of_kind(scenario, "bridge"))),
        class_="t-roads", clip_path="url(#m-sheet)", fill="none", stroke_linejoin="round",
    )  # fmt: skip


def bridge(middle: Point) -> Markup:
    """A bridge as seen from above: planks between two rails."""
    planks = "".join(f"M{x} -8v16" for x in range(-18, 19, 4))
    return tag(
        "g",
        tag(
            "rect", x="-21", y="-9", width="42", height="18", fill="#c2a878", stroke="var(--m-ink)", stroke_width="1.2"
        ),
        tag("path", d=planks, stroke="#8a6f45", stroke_width="1"),
        tag(
            "path",
            d="M-26-13l5 4h42l5-4M-26 13l5-4h42l5 4",
            stroke="var(--m-ink)",
            stroke_width="2.4",
            stroke_linecap="round",
        ),
        class_="t-bridge",
        transform=f"translate({points(middle)})",
    )


# ---- what grows


_TREES = ((-19, -15), (2, -22), (21, -11), (-24, 7), (-4, -2), (17, 9), (-13, 21), (7, 25))


def woods(geometry: MapGeometry, scenario: Scenario) -> Markup:
    """Undergrowth, and on it the crowns of the trees with their shadows."""
    wooded = of_kind(scenario, "woods")
    trees = [
        tag("use", href="#m-fir" if noise(x, y) > 0.72 else "#m-tree", x=number(x), y=number(y))
        for hex in sorted(wooded, key=lambda hex: (hex[2:], hex))
        for x, y in sorted(scattered(geometry.at(hex), _TREES, 8), key=lambda place: place[1])
    ]
    return tag(
        "g",
        tag("path", id="m-wood", d=geometry.shore(wooded, 0.05, 0.12)),
        tag(
            "use",
            href="#m-wood",
            fill="var(--m-wood)",
            stroke="var(--m-crown-edge)",
            stroke_width="1.2",
            stroke_dasharray="2 2.5",
        ),
        *trees,
        class_="t-woods",
        clip_path="url(#m-sheet)",
    )


_ROWS = ((-17, -17), (1, -17), (18, -17), (-17, 1), (1, 1), (18, 1), (-17, 19), (1, 19), (18, 19))


def orchards(geometry: MapGeometry, scenario: Scenario) -> Markup:
    """Fruit trees in rows."""
    planted = of_kind(scenario, "orchard")
    trees = [
        tag("use", href="#m-fruit-tree", x=number(x), y=number(y))
        for hex in sorted(planted)
        for x, y in scattered(geometry.at(hex), _ROWS, 1.5)
    ]
    return tag(
        "g",
        tag(
            "path",
            d=geometry.shore(planted, 0.07, 0.03),
            fill="var(--m-orchard)",
            stroke="var(--m-crown-edge)",
            stroke_width="1",
        ),
        *trees,
        class_="t-orchard",
    )


def hedges(geometry: MapGeometry, scenario: Scenario) -> Markup:
    """Hedges from hex to hex, as rows of bushes; one that stands alone runs through its hex from north to south."""
    planted = of_kind(scenario, "hedge")
    steps = steps_between(scenario, planted)
    alone = planted - {hex for step in steps for hex in step}
    path = Network(geometry, steps, planted, wander=4).path() + "".join(
        f"M{number(x)} {number(y - 26)}v52" for hex in sorted(alone) for x, y in [geometry.at(hex)]
    )
    return tag(
        "g",
        tag("path", id="m-hedge", d=path),
        tag("use", href="#m-hedge", stroke="var(--m-shade)", stroke_width="13", stroke_dasharray=".1 7.5", opacity=".4",
            x="1.5", y="2.5"),
        tag("use", href="#m-hedge", stroke="var(--m-hedge)", stroke_width="8"),
        tag("use", href="#m-hedge", stroke="var(--m-hedge)", stroke_width="12.5", stroke_dasharray=".1 7.5"),
        tag("use", href="#m-hedge", stroke="var(--m-hedge-lit)", stroke_width="6", stroke_dasharray=".1 7.5"),
        class_="t-hedges", fill="none", stroke_linecap="round", stroke_linejoin="round",
    )  # fmt: skip


# ---- what is built


def houses(geometry: MapGeometry, scenario: Scenario) -> Markup:
    """Each building as seen from above: its walls, and a roof with a ridge; stone and wood unlike in shape too."""
    built = [(hex, kind) for hex, kind in sorted(scenario.ground.items()) if kind.endswith("_building")]
    drawn = []
    for hex, kind in built:
        x, y = geometry.at(hex)
        name = "m-stone-house" if kind == "stone_building" else "m-barn"
        turn = round(noise(x, y) * 16 - 8)
        drawn.append(tag("use", href=f"#{name}", transform=f"translate({points((x, y))})rotate({turn})"))
    return tag("g", *drawn, class_="t-houses")


_STONES = ((-16, -8), (-4, -16), (10, -10), (-10, 6), (6, 4), (17, 10), (-2, 17))


def rubble(geometry: MapGeometry, scenario: Scenario) -> Markup:
    stones = [
        tag("path", d=f"M{points((x - 4, y + 3))}l3-7 6 2 1 5z")
        for hex in sorted(of_kind(scenario, "rubble"))
        for x, y in scattered(geometry.at(hex), _STONES, 6)
    ]
    return tag("g", *stones, class_="t-rubble", fill="#b4aea2", stroke="#6d6a63", stroke_width="1")
