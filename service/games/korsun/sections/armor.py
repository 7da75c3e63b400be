"""Armor and anti-armor combat, before the general combat and in intercepts (12.12.1, KOR-CBT-31)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.telling import tell_all
from service.games.korsun.known.plans import ArmorTarget
from service.games.korsun.known.reports import ArmorShot
from service.games.korsun.printed.reading import Side
from service.games.korsun.printed.tables import other
from service.games.korsun.printed.units import UnitId
from service.games.korsun.sections.losses import lose_steps
from service.games.korsun.truth.state import State

WEIGHTS = {"L": 0, "M": 1, "H": 2, "": 3}


def exchange(
    state: State, number: int, attacker: Side, attackers: Sequence[UnitId], defenders: Sequence[UnitId], dice: Dice, *,
    hex: Hex | None, target: ArmorTarget = "strongest",
) -> Iterator[Event]:  # fmt: skip
    """Both sides that can fire once, at the same time. `hex`: the defender's, whose terrain may screen.

    `target`: what the attacker aims at, the defender as its standing orders say, unless their owners have chosen.
    """
    shots: list[tuple[Side, UnitId, int, int, dict[str, int]]] = []
    answers = state.pictures[other(attacker)].standing.choices.armor_target
    teams = {attacker: (attackers, defenders, target), other(attacker): (defenders, attackers, answers)}
    for side, (firing, aimed_at, aim) in teams.items():
        chosen = state.decided_by(side).target
        victim = chosen if chosen in aimed_at and chosen in state.units else aimed(state, aimed_at, aim)
        lead = leading(state, firing)
        if victim is None or lead is None:
            continue
        modifiers = modifiers_of(state, side, firing, lead, victim, hex if side == attacker else None)
        die = dice.roll("1d6", f"KOR-CBT-31 armor combat of {side} at {hex or 'an intercept'}").total
        steps = state.tables.combat.armor_combat.steps.at(die + sum(modifiers.values()))
        shots.append((side, victim, die, steps, modifiers))
    for side, victim, die, steps, modifiers in shots:
        yield from tell_all(
            state, ArmorShot(number=number, by=side, die=die, modifiers=modifiers, target=victim, steps=steps)
        )  # fmt: skip
    for _, victim, _, steps, _ in shots:
        yield from lose_steps(state, victim, steps)


def leading(state: State, units: Sequence[UnitId]) -> UnitId | None:
    """The unit with the highest anti-armor value, if that is enough to engage."""
    least = state.tables.combat.armor_combat.engages_from
    able = [id for id in units if id in state.units and state.profile(id).aa >= least]
    return min(able, key=lambda id: (-state.profile(id).aa, bool(state.units[id].order), id), default=None)


def aimed(state: State, units: Sequence[UnitId], aim: str) -> UnitId | None:
    """The armor unit that is fired at: the strongest, or the lightest armored (12.12.1)."""
    armor = [id for id in units if id in state.units and state.profile(id).is_armor]

    def rank(id: UnitId) -> tuple[int, int, str]:
        weight = WEIGHTS[state.profile(id).armor] if aim == "weakest-armor" else 0
        return weight, -state.units[id].ap(state.profile(id)), id

    return min(armor, key=rank, default=None)


def modifiers_of(
    state: State, side: Side, firing: Sequence[UnitId], lead: UnitId, victim: UnitId, hex: Hex | None
) -> dict[str, int]:
    """What is added to the die: the gun, support beside it, the target's armor, its cover, storm, disorder."""
    figures, printed = state.tables.combat.armor_combat, state.profile(lead)
    beside = [id for id in firing if id != lead and id in state.units and state.profile(id).aa >= figures.engages_from]
    found = {"anti_armor": printed.aa + bool(beside), f"target_{state.profile(victim).armor}": 0}
    found[f"target_{state.profile(victim).armor}"] = figures.target[state.profile(victim).armor]
    if hex is not None:
        terrain = state.rules.board.terrain[hex].name
        if terrain in state.tables.terrain.screens_armor or hex in state.improved:
            found["screened"] = figures.screened
    if state.public.visibility == "storm":
        found["storm"] = figures.storm
    if state.units[lead].order:
        found["shaken"] = figures.shaken
    return {name: value for name, value in found.items() if value}
