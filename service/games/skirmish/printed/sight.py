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


@dataclass(frozen=True)
class Sight:
    """A line of sight: whether it is open, how many hindrances it passes, and how much smoke it is drawn through."""

    open: bool
    distance: int
    hindrances: int = 0
    smoke: int = 0


@dataclass(frozen=True)
class Drawing:
    """One drawing of a line over the ground alone."""

    blocked: bool
    hindrances: int
    between: tuple[Hex, ...]


def sight(given: Scenario, field: Field, a: Hex, b: Hex) -> Sight:
    """The line of sight between two hexes as the field is now."""
    return seen(given, field.seen_through, a, b) if a <= b else seen(given, field.seen_through, b, a)


@lru_cache(maxsize=200_000)
def seen(given: Scenario, through: SeenThrough, a: Hex, b: Hex) -> Sight:
    """The line of sight between two hexes in lexical order, worked out once as long as the field is the same."""
    precipitation, visibility, smokes, changed, wrecks = through
    apart = given.sheet.distance(a, b)
    if apart > given.tables.weather.sight(precipitation, visibility):
        return Sight(False, apart)
    figures, smoke = given.tables.ground.sight, dict(smokes)
    ends = smoke.get(a, 0) + (smoke.get(b, 0) if a != b else 0)
    found = []
    for drawing in drawn(given, changed, wrecks, a, b):
        dense = any(smoke.get(hex, 0) >= figures.smoke_that_blocks for hex in drawing.between)
        if not drawing.blocked and not dense:
            drawn_through = ends + sum(smoke.get(hex, 0) for hex in drawing.between)
            found.append(Sight(True, apart, drawing.hindrances, drawn_through))
    return min(found, key=lambda line: line.hindrances + line.smoke) if found else Sight(False, apart)


@lru_cache(maxsize=200_000)
def drawn(
    given: Scenario, changed: tuple[tuple[Hex, str], ...], wrecks: tuple[Hex, ...], a: Hex, b: Hex
) -> tuple[Drawing, Drawing]:
    """Both drawings of a line over ground that has changed so, smoke left out of account."""
    grounds, now = given.tables.ground, dict(changed)
    figures = grounds.sight
    steps = given.sheet.distance(a, b)
    start, end = (given.levels.get(hex, 0) * figures.level + figures.eye for hex in (a, b))
    found = []
    for line in given.sheet.lines(a, b):
        blocked, hindrances = False, 0
        for step, hex in enumerate(line, start=1):
            terrain = grounds.terrain[now.get(hex, given.ground[hex])]
            ground = given.levels.get(hex, 0) * figures.level
            height = start * steps + (end - start) * step  # times `steps`, to stay whole
            at_an_end = step in (1, steps - 1)
            obstacle = 0 if terrain.hedge and at_an_end else terrain.height
            blocked = blocked or (ground + obstacle) * steps > height
            if (terrain.hindrance or hex in wrecks) and height - ground * steps < figures.hindrance_below * steps:
                hindrances += 1
        found.append(Drawing(blocked or hindrances >= figures.hindrances_that_block, hindrances, line))
    return found[0], found[1]
