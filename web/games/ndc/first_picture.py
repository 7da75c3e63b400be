"""The picture of the first page: one piece of ground on three maps, in the drawing of the matches."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from markupsafe import Markup

from service.engine.grids import ground_of
from service.engine.hexes import Hex
from service.games.ndc.known.view import KnownContact, OwnUnit
from service.games.ndc.printed.scenario import Scenario
from web.drawing.geometry import geometry_of
from web.drawing.layers import MapLinks
from web.drawing.svg import MARGIN, joined, tag
from web.games.ndc.counters import counters
from web.games.ndc.symbols import FRIEND, HOSTILE
from web.games.ndc.terrain import terrain_layer
from web.games.plain import FirstPicture, PictureScene

GROUND = "fp-ground"
NORTH_WEST, SOUTH_EAST = Hex("1306"), Hex("1709")
"""The hexes in the corners of what is shown."""


def ours(id: str, type: str, designation: str, hex: Hex, figures: tuple[int, int, int], mode: str) -> OwnUnit:
    """A battalion as its commander sees it."""
    attack, defence, left = figures
    return OwnUnit(
        id=id, designation=designation, parent=None, type=type, mode=mode, zone="", hexes=(hex,), to=4, to_max=4,
        fatigue=0, level=0, ew=0, attack=attack, defence=defence, allowance=left, spent=0, left=left, leadership=0,
        rating=0, in_command=True, commander=False, arrives=0, assets=(), states=(),
    )  # fmt: skip


def contact(handle: str, hex: Hex, age: int = 0) -> KnownContact:
    """An enemy of whom no more is known than where they stand, or stood `age` turns ago."""
    return KnownContact(
        handle=handle, hexes=(hex,), known=not age, turn=2 - age, age=age, type=None, designation=None, mode=None,
        to=None, zone=None, track=(), engaged=False, engaged_with=(),
    )  # fmt: skip


BLUE = (
    ours("U-A1", "armor", "1st Tank Bn", Hex("1408"), (12, 8, 14), "attack"),
    ours("U-I1", "infantry", "1st Inf Bn", Hex("1407"), (8, 8, 12), "defend"),
)
RED = (
    ours("S-A1", "armor", "1st Tank Bn", Hex("1608"), (12, 6, 16), "attack"),
    ours("S-I2", "infantry", "2nd Rifle Bn", Hex("1607"), (10, 6, 16), "attack"),
    ours("S-RC", "recon", "Reconnaissance Bn", Hex("1708"), (6, 4, 18), "attack"),
)


def first_picture(rules: Scenario) -> FirstPicture | None:
    """The picture on the ground of a scenario; None where the ground is not so large."""
    return drawn_on(rules) if {NORTH_WEST, SOUTH_EAST} <= set(rules.board.grid) else None


@lru_cache(maxsize=8)
def drawn_on(rules: Scenario) -> FirstPicture:
    """The picture on the ground of a scenario."""
    sheet = tag("defs", tag("g", terrain_layer(rules), id=GROUND))
    return FirstPicture(
        ground=tag("svg", sheet, width=0, height=0, aria_hidden="true"),
        scenes=scenes(rules),
    )


def scenes(rules: Scenario) -> tuple[PictureScene, ...]:
    """What the player sees, what is true, and what the enemy sees."""
    seen, old = contact("E1", Hex("1608")), contact("E2", Hex("1706"), age=1)
    return (
        PictureScene(
            caption="What you see",
            about="Your map: your two battalions, an enemy unit of which you know no more than where it stands, "
            "and where another one stood a turn ago.",
            drawn=_window(rules, _pieces(rules, (*BLUE, seen, old), FRIEND, HOSTILE)),
        ),
        PictureScene(
            caption="What is true",
            about="The umpire's map: your two battalions and three of the enemy, one of them in the woods.",
            drawn=_window(rules, _pieces(rules, BLUE, FRIEND, HOSTILE), _pieces(rules, RED, HOSTILE, FRIEND)),
        ),
        PictureScene(
            caption="What the enemy sees",
            about="The enemy's map: their three battalions, and one of yours, without a name.",
            drawn=_window(rules, _pieces(rules, (*RED, contact("E1", Hex("1408"))), HOSTILE, FRIEND)),
        ),
    )


def _pieces(rules: Scenario, pieces: Iterable[OwnUnit | KnownContact], own: str, other: str) -> Markup:
    return counters(rules, pieces, (own, other), MapLinks())


def _window(rules: Scenario, *layers: Markup) -> Markup:
    """A part of the map, as large as its frame."""
    geometry = geometry_of(ground_of(rules.board.grid))
    (left, top), (right, bottom) = geometry.at(NORTH_WEST), geometry.at(SOUTH_EAST)
    return tag(
        "svg", tag("use", href=f"#{GROUND}", x=-MARGIN, y=-MARGIN), joined(layers),
        viewBox=f"{left - 40:.0f} {top - 40:.0f} {right - left + 80:.0f} {bottom - top + 60:.0f}",
        font_family="'DejaVu Sans Condensed','Roboto Condensed','Arial Narrow',Arial,sans-serif",
    )  # fmt: skip
