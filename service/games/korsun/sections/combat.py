"""E4C and F4C: the odds, the shifts and the result of a combat (KOR-CBT-15 to 34)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.state import duplicate
from service.engine.telling import tell, tell_all
from service.games.korsun.known.picture import Attack
from service.games.korsun.known.plans import Losses
from service.games.korsun.known.reports import CombatFought, CombatThrown
from service.games.korsun.known.strengths import Reckoning, reckon
from service.games.korsun.printed.combat_tables import NO_RESULT, Result
from service.games.korsun.printed.reading import GERMAN
from service.games.korsun.printed.scenario import COMBAT_DECISIONS
from service.games.korsun.printed.tables import other
from service.games.korsun.printed.units import Order, UnitId
from service.games.korsun.sections.armor import exchange
from service.games.korsun.sections.decisions import anybody_decides
from service.games.korsun.sections.losses import lose_steps, rank, shared_out
from service.games.korsun.sections.mines import find_mines
from service.games.korsun.sections.odds import fight_of
from service.games.korsun.sections.retreat import advance, retreat
from service.games.korsun.sections.support import fighting
from service.games.korsun.sections.victory import end_if_nobody_is_left
from service.games.korsun.truth.looking import settle
from service.games.korsun.truth.state import AttackSet, OddsSet, PositionNoted, State, UnitChanged

MARK: Order = "disorganized"


def determine_odds(state: State, dice: Dice) -> Iterator[Event]:
    """The adjusted strengths fix the initial column (KOR-CBT-15 to 20)."""
    yield from set_odds(state, state.present)


def set_odds(state: State, attack: Attack) -> Iterator[Event]:
    whole = reckon(fight_of(state, attack))
    first = Reckoning(attack=whole.attack, defense=whole.defense, initial=whole.initial, final=whole.initial)
    yield OddsSet(reckoning=first)


def apply_shifts(state: State, dice: Dice) -> Iterator[Event]:
    """The shifts, one after another, lead from the initial to the final column (KOR-CBT-21 to 30)."""
    yield from set_shifts(state, state.present)


def set_shifts(state: State, attack: Attack) -> Iterator[Event]:
    yield OddsSet(reckoning=reckon(fight_of(state, attack)))


def resolve(state: State, dice: Dice) -> Iterator[Event]:
    """Armor first, then the general combat (KOR-CBT-31, 32); its result waits where somebody decides what comes of it.

    The defender hears of the die where it was agreed that owners decide; else an attacker's plan would show by it.
    """
    attack = state.present
    waits = anybody_decides(state, attack)
    yield from fight_out(state, attack, dice, waits=waits)
    if state.thrown:
        report = CombatThrown(attack=duplicate(state.attack(attack.number)), die=state.die)
        if COMBAT_DECISIONS in state.public.options:
            yield from tell_all(state, report)
        else:
            yield tell(state, attack.by, report)
        yield from settle(state)


def apply(state: State, dice: Dice) -> Iterator[Event]:
    """What the owners have decided comes of the result, in the order of KOR-CBT-32."""
    attack, result, die = state.present, state.tables.combat.result(state.thrown), state.die
    told = Came(state, attack, state.lost_before)
    yield from apply_result(state, attack, result, told.steps)
    yield from close(state, attack, told, (result.text, result, die))


def fight_out(state: State, attack: Attack, dice: Dice, *, waits: bool = False) -> Iterator[Event]:
    """One combat to its end, or to its die; what came of it is told to both in the order of KOR-CBT-32."""
    defender = other(attack.by)
    attackers, defenders = fighting(state, attack, attack.by), fighting(state, attack, defender)
    before = {id: state.units[id].lost for id in (*attackers, *defenders)}
    told = Came(state, attack, before)
    for id in attackers:
        yield UnitChanged(unit=id, entries={"attacked": True})
    if not attackers or not defenders:
        yield from advance(state, attack, told.steps)
        yield from close(state, attack, told, ("", NO_RESULT, 0))
        return
    engaged = {side: list(state.engaged.get(side, [])) for side in state.seats}
    engaged[attack.by] += [id for id in defenders if id not in engaged[attack.by]]
    engaged[defender] += [id for id in attackers if id not in engaged[defender]]
    yield PositionNoted(entries={"engaged": engaged})
    if attack.by == GERMAN:
        yield from find_mines(state, (attack.hex,))
    plan = state.plan_of(attack)
    yield from exchange(
        state, attack.number, attack.by, attackers, defenders, dice, hex=attack.hex, target=plan.armor_target
    )  # fmt: skip
    if not fighting(state, attack, attack.by):
        yield from close(state, attack, told, ("", NO_RESULT, 0))
        return
    if not fighting(state, attack, defender):
        yield from advance(state, attack, told.steps)
        yield from close(state, attack, told, ("", NO_RESULT, 0))
        return
    die = dice.roll("1d6", f"KOR-CBT-32 combat at {attack.hex}", public=True).total
    result = state.tables.combat.columns[state.reckoning.final][die - 1]
    if waits:
        yield AttackSet(attack=replace(state.attack(attack.number), result=result.text))
        yield PositionNoted(entries={"thrown": result.text, "die": die, "lost_before": before})
        return
    yield from apply_result(state, attack, result, told.steps)
    yield from close(state, attack, told, (result.text, result, die))


class Came:
    """What has come of a combat so far, to be told."""

    def __init__(self, state: State, attack: Attack, before: dict[UnitId, int]) -> None:
        self.steps: dict[str, list[UnitId]] = {
            "disorganized": [], "retreated": [], "advanced": [], "breakthrough": [],
        }  # fmt: skip
        self.before = before

    def losses(self, state: State) -> dict[UnitId, int]:
        """Steps that each unit lost in all."""
        lost: dict[UnitId, int] = {}
        for id, was in self.before.items():
            now = state.units[id].lost if id in state.units else state.profile(id).steps
            if now > was:
                lost[id] = now - was
        return lost


def close(state: State, attack: Attack, told: Came, came: tuple[str, Result, int]) -> Iterator[Event]:
    """The combat is over: both sides are told what came of it."""
    text, _, die = came
    sums: Reckoning = state.reckoning
    yield AttackSet(attack=replace(state.attack(attack.number), done=True))
    over = {"thrown": "", "die": 0, "lost_before": {}} if state.thrown else {}
    yield PositionNoted(entries={"firing": {}, "from_depot": {}, **over, **({"decided": {}} if state.decided else {})})
    order = [name for name, units in told.steps.items() if units]
    losses = told.losses(state)
    entries: dict[str, Any] = {name: tuple(units) for name, units in told.steps.items()}
    report = CombatFought(
        number=attack.number, hex=attack.hex, by=attack.by, attack=sums.attack, defense=sums.defense,
        initial=sums.initial, shifts=dict(sums.shifts), applied=sums.applied, final=sums.final, die=die, result=text,
        steps=tuple((["step_losses"] if losses else []) + order), losses=losses, **entries,
    )  # fmt: skip
    yield from tell_all(state, report)
    yield from settle(state)
    yield from end_if_nobody_is_left(state)


# ---- the result (12.2, 12.13 to 12.17)


def apply_result(state: State, attack: Attack, result: Result, came: dict[str, list[UnitId]]) -> Iterator[Event]:
    """Step losses, disorganization, retreats, advances, breakthrough, in this order (KOR-CBT-32)."""
    defender, plan = other(attack.by), state.plan_of(attack)
    stands = attack_now(state, attack).no_retreat and result.retreat
    extra = min(result.retreat, state.tables.combat.no_retreat["hexes_at_most"]) if stands else 0
    attackers, defenders = fighting(state, attack, attack.by), fighting(state, attack, defender)
    falls = state.pictures[defender].standing.choices.losses
    hurt = shared_out(
        state, attackers, result.attacker_steps, plan.losses, attack_now(state, attack).engineers.get(attack.by, []),
        state.decided_by(attack.by).losses,
    )  # fmt: skip
    guns_alone = not any(state.profile(id).is_combat for id in defenders)
    if guns_alone and (result.defender_steps or result.retreat):
        struck = {id: state.units[id].steps(state.profile(id)) for id in defenders}  # 12.13: artillery alone
    else:
        takers = [id for id in defenders if state.profile(id).is_combat]
        first = attack_now(state, attack).engineers.get(defender, [])
        said = state.decided_by(defender).losses
        struck = shared_out(state, takers, result.defender_steps + extra, falls, first, said)
    for id, steps in {**hurt, **struck}.items():
        yield from lose_steps(state, id, steps)
    yield from disorganize(state, fighting(state, attack, attack.by), result.attacker_mark, hurt, came, plan.losses)
    mark = "D" if stands else result.defender_mark
    yield from disorganize(state, fighting(state, attack, defender), mark, struck, came, falls)
    if result.retreat and not stands and fighting(state, attack, defender):
        yield from retreat(state, attack, result.retreat, came)
    elif stands and state.at(attack.hex, defender):
        return  # KOR-CBT-14: whoever holds the hex keeps it
    vacated = not state.at(attack.hex, defender)
    if vacated and (result.retreat or struck):
        yield from advance(state, attack, came)
        if result.breakthrough and attack.kind == "declared":  # elsewhere a B is ignored (12.1.4, 12.1.6)
            yield from break_through(state, came)


def attack_now(state: State, attack: Attack) -> Attack:
    return state.attack(attack.number)


def disorganize(
    state: State, units: Sequence[UnitId], mark: str, lost: dict[UnitId, int], came: dict[str, list[UnitId]], by: Losses
) -> Iterator[Event]:  # fmt: skip
    """`d` is one unit, one that lost a step if any survives, else the first to lose one; `D` is all (KOR-CBT-33)."""
    if not mark or not units:
        return
    combat = [id for id in units if state.profile(id).is_combat] or list(units)
    chosen = units if mark == "D" else [min(combat, key=lambda id: (id not in lost, rank(state, id, by)))]
    for id in list(chosen):
        if state.units[id].order == "disorganized":  # hit again, it loses a step (12.17.1)
            yield from lose_steps(state, id, 1)
        else:
            yield UnitChanged(unit=id, entries={"order": MARK})
        if id in state.units:
            came["disorganized"].append(id)


def break_through(state: State, came: dict[str, list[UnitId]]) -> Iterator[Event]:
    """Up to two units of the right types that advanced receive the Breakthrough marker (KOR-CBT-34)."""
    figures = state.tables.combat
    fit = [id for id in came["advanced"] if state.profile(id).type in figures.breakthrough_types]
    for id in fit[: figures.breakthrough_units]:
        yield UnitChanged(unit=id, entries={"breakthrough": True})
        came["breakthrough"].append(id)
