"""What accompanies the battalions in a combat: jamming, chemical weapons, the division commander (3.20, 3.30, 3.34)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.telling import tell_all
from service.games.ndc.known.bills import NO_COMMAND, CommanderResult
from service.games.ndc.known.points import commander_serves
from service.games.ndc.known.reports import MarkerPlaced
from service.games.ndc.printed.units import Harm, Marker, Side, Unit, UnitId, copied
from service.games.ndc.sections.booking import MarkerLaid, noted, use_command
from service.games.ndc.truth.state import AccountSet, Combat, LossTaken, State, UnitNoted


def write(state: State, **entries: Any) -> Event:
    """Write on the sheet of the combat that is being worked."""
    return noted(state.combat(), **entries)


def step(state: State, name: str, **entries: Any) -> Event:
    """A step of NDC-RES-01 is taken: it stands in the sheet."""
    return write(state, steps=[*state.combat().steps, name], **entries)


NOT_THE_DEFENDERS = ("NDC-DFM-08", "NDC-DFM-10", "NDC-DFM-16")
"""Lines of the resolver that the defender's own units do not settle: the attacker's shells and EW level, and a die."""


def lines_of_defender(combat: Combat) -> dict[str, int]:
    """Of the lines of a combat that is added up those of the defender's own, which they may be told (NDC-RES-07)."""
    return {rule: value for rule, value in combat.resolver_lines.items() if rule not in NOT_THE_DEFENDERS}


# ---- electronic warfare


@dataclass(frozen=True, kw_only=True)
class Jammed(Event):
    """A unit's EW level has risen to this."""

    kind: Literal["jammed"] = "jammed"
    unit: UnitId
    level: int

    def change(self, state: State) -> None:
        state.units[self.unit].ew = self.level


def jam(state: State, side: Side, attacks: int, target: Unit, hex: Hex, rule: str, dice: Dice) -> Iterator[Event]:
    """NDC-RES-05, 06: each attack is a die with the net EW superiority; the level never passes the highest."""
    net = state.accounts[side].superiority - state.accounts[target.side].superiority
    level = target.ew
    for _ in range(attacks):
        die = dice.roll(state.tables.die("ew"), f"{rule} EW attack of {side} on {hex}").total
        level = min(state.tables.ew.highest, level + state.tables.ew_rise(die + net))
    if level != target.ew:
        yield Jammed(unit=target.id, level=level)


# ---- chemical weapons


def lay_chemicals(state: State, combat: Combat) -> Iterator[Event]:
    """NDC-GCD-07, 08, NDC-RES-03, 04: both sides' uses are counted, and persistent gas lies on both maps."""
    fire = state.other(combat.side)
    for side, used, persistent, hex in (
        (combat.side, combat.chemical, combat.persistent, combat.target),
        (fire, combat.fire_chemical, combat.fire_persistent, combat.origin),
    ):
        if used:
            account = copied(state.accounts[side])
            yield AccountSet(account=replace(account, chemical_uses=account.chemical_uses + 1))
        if used and persistent and hex is not None:
            yield from lay(state, Marker(kind="gas", hex=hex, side=side))


def lay(state: State, marker: Marker) -> Iterator[Event]:
    """A marker goes onto both maps."""
    yield MarkerLaid(marker=marker)
    yield from tell_all(state, MarkerPlaced(marker=marker))


# ---- the division commander


def defending_command(state: State, combat: Combat, unit: Unit, dice: Dice) -> CommanderResult:
    """NDC-DFM-12, 13: what the defender's division commander brings about, if they use command."""
    if not combat.fire_command:
        return NO_COMMAND
    account = state.accounts[unit.side]
    before = replace(copied(account), commander_uses=account.commander_uses - 1)
    place = commander_serves(state.units, before, unit, state.rules)
    if place is None:
        return NO_COMMAND
    return use_command(state, unit.side, place, combat.target, dice, "NDC-DFM-12")


# ---- losses


def lose(
    state: State,
    unit_id: UnitId,
    steps: int,
    dice: Dice,
    *,
    by_fire: bool = False,
    in_combat: bool = True,
    marker: Harm | None = None,
) -> Iterator[Event]:
    """A unit loses T/O levels; a division commander with it may be hit (parent 3.20).

    With a combat unit that is in combat, with a headquarters by fire alone. `marker`: what it moved into.
    """
    unit = state.units.get(unit_id)
    if unit is None or not steps:
        return
    yield LossTaken(unit=unit_id, steps=steps, marker=marker)
    account, figures = state.accounts[unit.side], state.tables.division_commander
    if unit_id not in state.units or account.commander != unit_id or not (in_combat if unit.combat else by_fire):
        return
    hit_on = figures.hit_with_unit if unit.combat else figures.hit_with_hq
    if dice.roll(figures.die, f"NDC-ATM-10 division commander of {unit.side} under fire at {unit.hex}").total <= hit_on:
        yield AccountSet(account=replace(copied(account), commander_hit=figures.hit_mode_changes))


def displaced_mode(state: State, unit: Unit) -> Iterator[Event]:
    """Parent 3.8: who leaves their holes by retreat or advance is no longer dug in."""
    mode = state.tables.mode(unit.mode).when_displaced
    if mode != unit.mode:
        yield UnitNoted(unit=unit.id, entries={"mode": mode})
