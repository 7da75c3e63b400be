"""Lines of sight, with exact figures, so that every client reckons the same (P9).

The line is drawn from centre to centre twice, nudged to its one side and to the other, and is open if either drawing
is: so it is the same both ways. What is looked through is the field, which both sides see alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from service.engine.hexes import Hex
from service.games.skirmish.printed.field import Field, SeenThrough
from service.games.skirmish.printed.scenario import Scenario

MOST_LINES = 4_000
"""So many lines over one state of the field are at hand without being looked for."""


@dataclass(frozen=True)
class Sight:
    """A line of sight: whether it is open, how many hindrances it passes, and how much smoke it is drawn through."""

    open: bool
    distance: int
    hindrances: int = 0
    smoke: int = 0


@dataclass(frozen=True)
class Drawing:
    """One drawing of a line over the ground alone.

    `stops` are those hexes between which are too high for it, `hampers` those that hinder it.
    """

    blocked: bool
    stops: tuple[Hex, ...]
    hampers: tuple[Hex, ...]
    between: tuple[Hex, ...]

    @property
    def hindrances(self) -> int:
        return len(self.hampers)


@dataclass(frozen=True)
class InTheWay:
    """What blocks a line, and where: the ground itself by its name, or else "smoke", "wreck" or "high ground"."""

    hex: Hex
    what: str


class Lines(dict[tuple[Hex, Hex], Sight]):
    """The lines of sight over one state of the field, by hexes in either order: those that were asked for last."""

    def __init__(self, rules: Scenario, through: SeenThrough) -> None:
        super().__init__()
        self.rules, self.through = rules, through

    def __missing__(self, ends: tuple[Hex, Hex]) -> Sight:
        if len(self) >= MOST_LINES:
            self.clear()
        found = self[ends] = seen(self.rules, self.through, min(ends), max(ends))
        return found


def sight(rules: Scenario, field: Field, a: Hex, b: Hex) -> Sight:
    """The line of sight between two hexes as the field is now."""
    return lines_through(rules, field.seen_through)[a, b]


def lines_of(rules: Scenario, field: Field) -> Lines:
    """The lines of sight as the field is now, for whoever asks for many of them."""
    return lines_through(rules, field.seen_through)


@lru_cache(maxsize=32)
def lines_through(rules: Scenario, through: SeenThrough) -> Lines:
    return Lines(rules, through)


@lru_cache(maxsize=200_000)
def seen(rules: Scenario, through: SeenThrough, a: Hex, b: Hex) -> Sight:
    """The line of sight between two hexes in lexical order, worked out once as long as the field is the same."""
    precipitation, visibility, smokes, changed, wrecks = through
    apart = rules.sheet.distance(a, b)
    if apart > rules.tables.weather.sight(precipitation, visibility):
        return Sight(False, apart)
    figures, smoke = rules.tables.ground.sight, dict(smokes)
    ends = smoke.get(a, 0) + (smoke.get(b, 0) if a != b else 0)
    found = []
    for drawing in drawn(rules, changed, wrecks, a, b):
        dense = any(smoke.get(hex, 0) >= figures.smoke_that_blocks for hex in drawing.between)
        if not drawing.blocked and not dense:
            drawn_through = ends + sum(smoke.get(hex, 0) for hex in drawing.between)
            found.append(Sight(True, apart, drawing.hindrances, drawn_through))
    return min(found, key=lambda line: line.hindrances + line.smoke) if found else Sight(False, apart)


@lru_cache(maxsize=200_000)
def drawn(
    rules: Scenario, changed: tuple[tuple[Hex, str], ...], wrecks: tuple[Hex, ...], a: Hex, b: Hex
) -> tuple[Drawing, Drawing]:
    """Both drawings of a line over ground that has changed so, smoke left out of account."""
    grounds, now = rules.tables.ground, dict(changed)
    figures = grounds.sight
    steps = rules.sheet.distance(a, b)
    start, end = (rules.levels.get(hex, 0) * figures.level + figures.eye for hex in (a, b))
    found = []
    for line in rules.sheet.lines(a, b):
        stops, hampers = list[Hex](), list[Hex]()
        for step, hex in enumerate(line, start=1):
            terrain = grounds.terrain[now.get(hex, rules.ground[hex])]
            ground = rules.levels.get(hex, 0) * figures.level
            height = start * steps + (end - start) * step  # times `steps`, to stay whole
            at_an_end = step in (1, steps - 1)
            obstacle = 0 if terrain.hedge and at_an_end else terrain.height
            if (ground + obstacle) * steps > height:
                stops.append(hex)
            if (terrain.hindrance or hex in wrecks) and height - ground * steps < figures.hindrance_below * steps:
                hampers.append(hex)
        blocked = bool(stops) or len(hampers) >= figures.hindrances_that_block
        found.append(Drawing(blocked, tuple(stops), tuple(hampers), line))
    return found[0], found[1]


def in_the_way(rules: Scenario, field: Field, a: Hex, b: Hex) -> tuple[InTheWay, ...]:
    """What blocks a line from a to b that is not too long, on either side on which it is drawn: on each the first thing
    that one meets, or all that hinder it where these block together."""
    _, _, smokes, changed, wrecks = field.seen_through
    figures, smoke, found = rules.tables.ground.sight, dict(smokes), list[InTheWay]()
    for drawing in drawn(rules, changed, wrecks, min(a, b), max(a, b)):
        dense = {hex for hex in drawing.between if smoke.get(hex, 0) >= figures.smoke_that_blocks}
        line = drawing.between if a <= b else drawing.between[::-1]
        first = next((hex for hex in line if hex in dense or hex in drawing.stops), None)
        hexes = [first] if first is not None else [hex for hex in line if hex in drawing.hampers]
        found += [InTheWay(hex, named(rules, field, hex, smoky=hex in dense)) for hex in hexes]
    return tuple(dict.fromkeys(found))


def named(rules: Scenario, field: Field, hex: Hex, *, smoky: bool) -> str:
    """What in a hex is looked at where one cannot see through it."""
    terrain = field.terrain(rules, hex)
    if smoky:
        return "smoke"
    if terrain.height or terrain.hindrance:
        return terrain.title
    return "wreck" if hex in field.wrecks else "high ground"
