"""The ground as it is now, which both sides see: weather, smoke, fires, what has burnt down, and wrecks."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from service.engine.hexes import Hex
from service.games.skirmish.printed.bases import Base
from service.games.skirmish.printed.figures import Going, Terrain
from service.games.skirmish.printed.scenario import Scenario, Weather

SeenThrough = tuple[str, int, tuple[tuple[Hex, int], ...], tuple[tuple[Hex, str], ...], tuple[Hex, ...]]


@dataclass(frozen=True, kw_only=True)
class Field:
    """Densities of smoke, and for each fire and each wreck that burns the game turn in which it began.

    `changed` is the terrain of hexes that have burnt down. A field is never altered; a change makes another one.
    """

    weather: Weather
    smoke: dict[Hex, int] = field(default_factory=dict)
    fires: dict[Hex, int] = field(default_factory=dict)
    changed: dict[Hex, str] = field(default_factory=dict)
    wrecks: tuple[Hex, ...] = ()
    burning_wrecks: dict[Hex, int] = field(default_factory=dict)

    @cached_property
    def seen_through(self) -> SeenThrough:
        """All of a field that a line of sight depends on: rain, visibility, smoke, changed terrain and wrecks."""
        smoke, changed = sorted(self.smoke.items()), sorted(self.changed.items())
        return self.weather.precipitation, self.weather.visibility, tuple(smoke), tuple(changed), self.wrecks

    def terrain(self, rules: Scenario, hex: Hex) -> Terrain:
        """What the ground of a hex is by now."""
        return rules.tables.ground.terrain[self.changed.get(hex, rules.ground[hex])]


def cover(
    rules: Scenario, field: Field, hex: Hex, seen_from: Hex, base: Base | None = None, *, dug: bool = True
) -> int:
    """The cover that a hex gives against fire from another: the best that applies, and hull-down on top (P10).

    An entrenchment helps foot and guns only; without a base, foot is meant. `dug` says whether the one there is known.
    """
    figures = rules.tables.ground
    best = field.terrain(rules, hex).cover
    if hex in field.wrecks:
        best = max(best, figures.wreck.cover)
    if dug and hex in rules.entrenchments and (base is None or not base.vehicle):
        best = max(best, figures.foxhole_cover)
    higher = rules.levels.get(hex, 0) > rules.levels.get(seen_from, 0)
    return best + (figures.hull_down if higher else 0)


def cost(rules: Scenario, field: Field, going: Going, a: Hex, b: Hex) -> int | None:
    """Halves of a movement point to enter b from a; None where it cannot be entered (P10, P20)."""
    figures = rules.tables.ground
    terrain = field.terrain(rules, b)
    spent = terrain.cost(going)
    if spent is None or b in field.fires:
        return None
    if going != "foot" and a != b and terrain.road and field.terrain(rules, a).road:
        spent = figures.along_road
    elif b in field.wrecks and going != "foot":
        spent = max(spent, figures.wreck.tracked if going == "tracked" else figures.wreck.wheeled)
    if rules.levels.get(b, 0) > rules.levels.get(a, 0):
        spent += figures.up_a_level.cost(going)
    return spent
