"""Points to fight with (parent 3.21): CSPs by HQ and in the air, each with two accounts a phase, and EW points.

The same questions are asked of a side's picture and of the truth, so they are counted of either.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import prod
from typing import Literal

from service.engine.hexes import Grid, Hex, distance
from service.games.ndc.known.command import in_command
from service.games.ndc.known.picture import Picture
from service.games.ndc.printed.scenario import Scenario
from service.games.ndc.printed.tables import Tables
from service.games.ndc.printed.units import Account, Unit, UnitId, copied

Use = Literal["support", "counter"]
"""Barrage and Final Protective Fire draw on one account of a CSP, counter-battery and interdiction on the other."""

AIR = "air"


@dataclass(frozen=True)
class PointsInHand:
    """What one side may draw on: its units, its account and the weather, as they are or as it believes them."""

    units: Mapping[UnitId, Unit]
    account: Account
    weather: tuple[str, ...]
    tables: Tables

    # ---- CSPs

    def air(self) -> int:
        """Air CSPs of the phase in this weather (parent 3.18)."""
        points = self.account.air
        for condition in self.weather:
            divisor = self.tables.weather_effects(condition).air_divisor
            points = points // divisor if divisor else 0
        return points

    def artillery(self, hq: Unit) -> int:
        """Artillery CSPs of an HQ in a phase: by its mode, T/O level, suppression and ammunition (parent 3.21)."""
        if hq.hex is None or not self.tables.mode(hq.mode).fires:
            return 0
        return self.tables.artillery_points(hq.points("arty"), hq.to, suppressed=hq.suppressed, ammo_low=hq.ammo_low)

    def left(self, source: str, use: Use) -> int:
        """CSPs that an HQ, or the air, has left on one account (NDC-CBF-04, 05)."""
        assets = self.tables.assets
        if use == "support":
            used, times = self.account.support_used, assets.support_uses
        else:
            used, times = self.account.counter_used, assets.counter_uses
        points = self.air() if source == AIR else self.artillery(self.units[source])
        return max(0, points * times - used.get(source, 0))

    def in_hand(self, use: Use) -> int:
        """All CSPs left on one account, wherever they reach."""
        return self.left(AIR, use) + sum(self.left(unit.id, use) for unit in self.units.values() if not unit.combat)

    def range(self, hq: Unit) -> int:
        """How many hexes an HQ's artillery reaches."""
        return self.tables.assets.artillery_range["division" if hq.parent is None else "formation"]

    def reaches(self, hq: Unit, hex: Hex) -> bool:
        """Whether an HQ's artillery reaches a hex."""
        return hq.hex is not None and distance(hq.hex, hex) <= self.range(hq)

    def sources(self, hex: Hex, use: Use) -> dict[str, int]:
        """CSPs left that reach a hex, by HQ, the HQ with most first, and the air last."""
        hqs = [unit for unit in self.units.values() if not unit.combat and self.reaches(unit, hex)]
        found = sorted((-self.left(hq.id, use), hq.id) for hq in hqs)
        every = {**{hq: -left for left, hq in found}, AIR: self.left(AIR, use)}
        return {source: left for source, left in every.items() if left}

    def csps(self, hex: Hex, use: Use) -> int:
        """CSPs that one combat at a hex may have."""
        return self.in_a_combat(self.sources(hex, use))[0]

    def csps_at(self, grid: Grid, use: Use) -> dict[Hex, int]:
        """`csps` for every hex of the map."""
        found = dict.fromkeys(grid, self.left(AIR, use))
        for hq in self.units.values():
            if not hq.combat and hq.hex is not None and (left := self.left(hq.id, use)):
                for hex in grid.within(hq.hex, self.range(hq)):
                    found[hex] += left
        most = self.tables.assets.csps_in_a_combat
        return {hex: min(most, csps) for hex, csps in found.items()}

    def artillery_csps(self, hex: Hex, use: Use) -> int:
        """Those of them that are artillery, which alone fires chemicals."""
        return self.in_a_combat(self.sources(hex, use))[1]

    def in_a_combat(self, sources: Mapping[str, int]) -> tuple[int, int]:
        """How many CSPs of these sources one combat may have, and how many of artillery among them."""
        most, csps = self.tables.assets.csps_in_a_combat, sum(sources.values())
        return min(most, csps), min(most, csps - sources.get(AIR, 0))

    def draw(self, hex: Hex, csps: int, use: Use, named: Iterable[str] = ()) -> dict[str, int]:
        """From where so many CSPs come: the sources named, in their order, or the HQ with most left, and so on."""
        sources = self.sources(hex, use)
        drawn: dict[str, int] = {}
        for source in tuple(named) or tuple(sources):
            points = min(csps - sum(drawn.values()), sources.get(source, 0))
            if points > 0 and source not in drawn:
                drawn[source] = points
        return drawn

    # ---- EW

    def jams(self, hex: Hex) -> bool:
        """Whether an own HQ with a signal asset is near enough to a hex (parent 3.30)."""
        return any(
            unit.hex is not None and unit.points("signal") > 0 and distance(unit.hex, hex) <= self.tables.ew.range
            for unit in self.units.values()
        )

    def ew_attacks(self, hex: Hex) -> int:
        """EW attacks that can be made on a unit in a hex in one combat."""
        if not self.jams(hex):
            return 0
        return min(self.tables.ew.attacks_in_a_combat, self.account.ew_points // self.tables.ew.points_per_attack)


def believed(picture: Picture) -> PointsInHand:
    """A side's points as it believes them."""
    return PointsInHand(picture.own, picture.account, picture.weather, picture.tables)


def air_limits(weather: Iterable[str], tables: Tables) -> tuple[str, ...]:
    """What this weather keeps air points from, as what they do or cannot do; nothing where they fly (parent 3.18)."""
    effects = [tables.weather_effects(condition) for condition in weather]
    grounded = () if all(one.air_intelligence for one in effects) else ("cannot go to intelligence",)
    divisor = prod(one.air_divisor for one in effects)
    if divisor == 1:
        return grounded
    return (*grounded, f"give 1 CSP for every {divisor}" if divisor else "give no CSPs")


def artillery_in(drawn: Mapping[str, int]) -> int:
    """How many of the CSPs drawn are artillery."""
    return sum(points for source, points in drawn.items() if source != AIR)


def spent(
    account: Account, tables: Tables, drawn: Mapping[str, int], use: Use, *, ew: int = 0, command: bool = False
) -> Account:
    """The account after points were booked; artillery uses are counted for ammunition (parent 3.33)."""
    fresh = copied(account)
    used = fresh.support_used if use == "support" else fresh.counter_used
    for source, points in drawn.items():
        used[source] = used.get(source, 0) + points
        if source != AIR:
            fresh.fired[source] = fresh.fired.get(source, 0) + points
    return replace(
        fresh,
        ew_points=fresh.ew_points - ew * tables.ew.points_per_attack,
        ew_attacks=fresh.ew_attacks + ew,
        commander_uses=fresh.commander_uses + command,
    )


def returned(
    account: Account, tables: Tables, drawn: Mapping[str, int], *, ew: int = 0, command: bool = False
) -> Account:
    """The account after support was given back, because its combat is cancelled (NDC-ZOC-05)."""
    back = {source: -points for source, points in drawn.items()}
    account = spent(account, tables, back, "support", ew=-ew)
    for uses in (account.support_used, account.fired):
        for source in [source for source, points in uses.items() if not points]:
            del uses[source]
    return replace(account, commander_uses=account.commander_uses - command)


# ---- the division commander (parent 3.20)


def commander_serves(units: Mapping[UnitId, Unit], account: Account, unit: Unit, rules: Scenario) -> str | None:
    """Whether the division commander can use command for a unit's combat: "unit", "hq" or None.

    With the unit itself, a headquarters that has to defend itself among them, the commander serves its own combat; with
    the HQ of a brigade or regiment those of the units that are in command of it. The division's own HQ gives no such
    line.
    """
    host = units.get(account.commander) if account.commander is not None else None
    figures = rules.tables.division_commander
    if host is None or host.hex is None or account.commander_hit:
        return None
    if host.id == unit.id:
        return "unit" if account.commander_uses < figures.uses_with_unit else None
    serves = not leads_none(host) and unit.parent == host.id and in_command(units, unit, rules)
    return "hq" if serves and account.commander_uses < figures.uses_with_hq else None


def leads_none(host: Unit) -> bool:
    """Whether the division commander serves no other unit from here: a battalion, or the division's own HQ."""
    return host.combat or host.parent is None
