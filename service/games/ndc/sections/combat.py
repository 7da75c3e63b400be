"""Ground combats are resolved, one after the other in the order of their declaration (NDC-GCD-01, NDC-RES-01 to 20).

The Combat Resolution Segment puts each declared combat to the non-phasing side, works its result, asks for retreats,
and works the effects. A combat's sheet (`Combat`) holds all that was answered, every line of both lists, and the steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from service.engine.dice import Dice
from service.engine.events import Event, Told
from service.engine.hexes import Hex
from service.engine.telling import tell
from service.games.ndc.known.answering import answerable, defending
from service.games.ndc.known.bills import NO_COMMAND, Circumstances, kept, resolver_bill
from service.games.ndc.known.points import returned
from service.games.ndc.known.reports import CombatResolved, CommanderUsed, DefenceTotalled, QuestionPut
from service.games.ndc.printed.units import Marker, Unit, UnitId
from service.games.ndc.sections.fall_back import advance, can_advance, fall_back
from service.games.ndc.sections.fires import finish_fire, work_counter_battery
from service.games.ndc.sections.retreat import (
    RETREAT_EVENTS,
    ask_retreat,
    must_leave,
    next_follower,
    no_retreat_due,
    retreat_due,
    work_retreat,
)
from service.games.ndc.sections.support import (
    Jammed,
    defending_command,
    jam,
    lay,
    lay_chemicals,
    lines_of_defender,
    lose,
    step,
    write,
)
from service.games.ndc.sections.telling import (
    tell_of_attacker,
    tell_of_defenders,
    tell_of_empty_hex,
    tell_of_occupation,
)
from service.games.ndc.truth.letters import tell_own
from service.games.ndc.truth.state import AccountSet, Engagement, State, UnitNoted

__all__ = [
    "EVENTS", "ask_retreat", "can_be_answered", "declared_combats", "finish", "no_retreat_due", "open_resolution",
    "put_question", "put_send_off", "resolve", "retreat_due", "work_retreat",
]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Engaged(Event):
    """After a ground combat the attacker is Engaged, and so is a defender that still holds its hex (parent 3.29)."""

    kind: Literal["engaged"] = "engaged"
    attacker: UnitId
    defender: UnitId | None

    def change(self, state: State) -> None:
        if self.attacker in state.units:
            state.units[self.attacker].engaged = True
        if self.defender is not None:
            state.units[self.defender].engaged = True
            state.engagements.append(Engagement(attacker=self.attacker, defender=self.defender))


EVENTS: tuple[type[Event], ...] = (Engaged, Jammed, *RETREAT_EVENTS)


# ---- what is put to the non-phasing side


def declared_combats(state: State) -> Sequence[str]:
    """Every combat of the segment in the order of declaration, cancelled ones too."""
    return [str(combat.number) for combat in state.combats]


def open_resolution(state: State, dice: Dice) -> Iterator[Event]:
    """NDC-MOV-02: the non-phasing side knows how its own units and points stand; by that it is asked, or is not."""
    yield from tell_own(state, state.non_phasing)


def can_be_answered(state: State) -> bool:
    """NDC-RES-02: whether the non-phasing side, by what it knows, has anything to decide about the combat.

    Where it has not, the combat is worked in its turn, and its owner is told with their next question. Nobody else can
    tell: the send-off is always asked before the letter goes.
    """
    picture, number = state.pictures[state.non_phasing], state.combat().number
    return any(attack.number == number and answerable(picture, attack).any for attack in picture.attacks)


def put_question(state: State, dice: Dice) -> Iterator[Event]:
    """NDC-MOV-02, NDC-RES-02: the non-phasing side is asked about one combat."""
    yield from tell_own(state, state.non_phasing)
    yield Told(seat=state.non_phasing, report=QuestionPut(number=state.combat().number))


def put_send_off(state: State, dice: Dice) -> Iterator[Event]:
    """NDC-MOV-02: the segment ends only when the non-phasing side sends it off."""
    yield from tell_own(state, state.non_phasing)


# ---- the result


def resolve(state: State, dice: Dice) -> Iterator[Event]:
    """Work the combat as far as its result; the defender's retreat is asked for after it, the effects come last."""
    combat = state.combat()
    if combat.kind == "counter-battery":
        yield from work_counter_battery(state, dice)
    elif combat.kind == "ground":
        attacker = state.units.get(combat.unit or "")
        if combat.cancelled or attacker is None or attacker.hex != combat.origin:
            yield from cancel(state)
        else:
            yield from resolve_ground_combat(state, attacker, dice)


def cancel(state: State) -> Iterator[Event]:
    """NDC-ZOC-05: the combat is struck and both sides have back what they committed to it."""
    combat, tables = state.combat(), state.tables
    if not combat.cancelled:
        back = returned(state.accounts[combat.side], tables, combat.drawn, ew=combat.ew, command=combat.command)
        yield AccountSet(account=back)
    defender = state.other(combat.side)
    back = returned(state.accounts[defender], tables, combat.fire_drawn, ew=combat.fire_ew, command=combat.fire_command)
    yield AccountSet(account=back)
    yield write(state, cancelled=True, outcome="cancelled")


def resolve_ground_combat(state: State, attacker: Unit, dice: Dice) -> Iterator[Event]:
    """NDC-RES-01: the steps in their printed order; both EW steps come before the total, which contains them."""
    combat = state.combat()
    defender = defending(state.units_at(combat.target, state.other(combat.side)))
    yield step(state, "final protective fire")
    yield step(state, "chemical")
    yield from lay_chemicals(state, combat)
    yield step(state, "attacker EW attacks")
    if defender is not None:
        yield from jam(state, combat.side, combat.ew, defender, combat.target, "NDC-RES-05", dice)
    yield step(state, "defender EW attacks")
    yield from jam(state, state.non_phasing, combat.fire_ew, attacker, combat.origin or Hex(""), "NDC-RES-06", dice)
    yield write(state, attacker_ew=attacker.ew)
    if defender is None:
        yield write(state, outcome="no-contact")
        return
    yield from note_who_fights(state, attacker, defender)
    yield from add_up(state, attacker, defender, dice)
    yield from apply_result(state, attacker, defender, dice)


def note_who_fights(state: State, attacker: Unit, defender: Unit) -> Iterator[Event]:
    """Who may be touched by the result, as they were before it: the defender and whoever else stands in its hex."""
    others = [u for u in state.units_at(state.combat().target, defender.side) if u.id != defender.id]
    others.sort(key=lambda unit: (not unit.combat, unit.designation))
    touched = [defender, *others]
    yield write(
        state,
        defender=defender.id,
        followers=tuple(unit.id for unit in others),
        before={unit.id: unit.to for unit in touched},
        levels={unit.id: unit.level for unit in touched},
        held={unit.id: unit.hexes for unit in touched},
    )
    for unit in (attacker, defender):
        fought: dict[str, int | bool | str | None] = {"fights": unit.fights + 1, "fought_since_search": True}
        yield UnitNoted(unit=unit.id, entries=fought)


def add_up(state: State, attacker: Unit, defender: Unit, dice: Dice) -> Iterator[Event]:
    """NDC-RES-07, NDC-DFM-17: the sixteen lines, and with the declared total the differential."""
    combat, tables = state.combat(), state.tables
    assert combat.origin is not None
    command = defending_command(state, combat, defender, dice)
    if command is not NO_COMMAND:
        used = CommanderUsed(number=combat.number, result=command.result)
        yield tell(state, defender.side, used)
    die = dice.roll(tables.support.die, f"NDC-DFM-16 support of {combat.side} at {combat.target}").total
    circumstances = Circumstances(
        attacker=combat.side,
        origin=combat.origin,
        target=combat.target,
        attacker_ew=attacker.ew,
        chemical=state.accounts[combat.side].chemical_uses if combat.chemical else 0,
        fire_chemical=state.accounts[defender.side].chemical_uses if combat.fire_chemical else 0,
        command=command,
        shift=tables.support_shift(combat.csps - combat.fire, die + tables.observed_fire(defender.level)),
    )
    force = {unit.id: unit for unit in state.on_map(defender.side)}
    bill = resolver_bill(force, defender, circumstances, state.rules)
    yield step(state, "total", resolver_lines=kept(bill), differential=combat.total + bill.total)


def apply_result(state: State, attacker: Unit, defender: Unit, dice: Dice) -> Iterator[Event]:
    """NDC-RES-08 to 13: attack abort, else overrun (its loss NDC-RES-12), else losses and retreat by table 11.93."""
    combat, crt = state.combat(), state.tables.crt
    assert combat.differential is not None
    die = dice.roll(crt.die, f"NDC-RES-13 combat of {combat.side} at {combat.target}").total
    result = crt.at(die, combat.differential, probe=combat.type == "probe")
    yield step(state, "attack abort")
    if result.abort:
        yield write(state, outcome="abort")
        yield from pay(state, attacker, result.attacker_loss, dice)  # NDC-RES-09
        yield from fall_back(state, attacker.id, state.tables.retreat.abort_hexes, dice)
        return
    yield step(state, "overrun")
    if result.overrun:
        yield write(state, outcome="overrun", retreat_hexes=result.retreat)
    else:
        yield step(
            state, "combat results", outcome="resolved", retreat_hexes=result.retreat,
            attacker_loss=result.attacker_loss, breakthrough=result.breakthrough,
        )  # fmt: skip
    yield from lose(state, defender.id, result.defender_loss, dice)
    if defender.id not in state.units:
        yield from tell_own(state, defender.side)
        yield from next_follower(state, dice)
    elif result.retreat:
        yield from must_leave(state, defender, result.retreat, dice)


# ---- the effects


def finish(state: State, dice: Dice) -> Iterator[Event]:
    """What the result means on the ground, and what each side is told of it (NDC-MAIL-04)."""
    combat = state.combat()
    if combat.kind != "ground":
        yield from finish_fire(state)
        return
    attacker = state.units.get(combat.unit or "")
    if combat.outcome != "cancelled":
        if attacker is not None:
            yield UnitNoted(unit=attacker.id, entries={"attacks": attacker.attacks + 1})
        if combat.outcome == "no-contact":
            yield from occupy(state, attacker, dice)
        else:
            yield from tell_of_defenders(state, combat)
        if combat.outcome == "overrun":
            yield from overrun(state, attacker, dice)
        elif combat.outcome == "resolved":
            yield from place_breakthrough(state)
            yield step(state, "attacker behaviour")
            yield from behave(state, attacker, dice)
        yield from engage(state)
    yield from tell_result(state)


def occupy(state: State, attacker: Unit | None, dice: Dice) -> Iterator[Event]:
    """Parent 3.24: nobody was there; an assault occupies the hex, a probe does nothing."""
    combat = state.combat()
    yield from tell_of_empty_hex(state, combat.side, combat.target)
    if combat.type == "assault" and attacker is not None and can_advance(state, attacker, combat.target):
        yield from advance(state, attacker, combat.target, dice)


def overrun(state: State, attacker: Unit | None, dice: Dice) -> Iterator[Event]:
    """NDC-RES-10: without loss; an assaulting unit takes the hex, a probing one stays (NDC-RES-18); both are freed."""
    combat = state.combat()
    assert attacker is not None
    if combat.type == "assault" and can_advance(state, attacker, combat.target):
        yield from advance(state, attacker, combat.target, dice)
    yield from free(state, attacker.id)


def place_breakthrough(state: State) -> Iterator[Event]:
    """NDC-RES-15: a marker in the vacated hex, declared to both."""
    combat = state.combat()
    yield step(state, "breakthrough markers")
    vacated = not state.units_at(combat.target, state.other(combat.side))
    yield write(state, breakthrough=combat.breakthrough and vacated)
    if combat.breakthrough and vacated:
        yield from lay(state, Marker(kind="breakthrough", hex=combat.target, side=combat.side))


def behave(state: State, attacker: Unit | None, dice: Dice) -> Iterator[Event]:
    """NDC-RES-16: an assault takes its losses and moves up; a probe goes back to save some, never up (NDC-RES-18)."""
    combat = state.combat()
    assert attacker is not None
    if combat.type == "probe":
        yield from save_losses(state, attacker, dice)
        return
    yield from pay(state, attacker, combat.attacker_loss, dice)
    if attacker.id in state.units and can_advance(state, attacker, combat.target):
        yield from advance(state, attacker, combat.target, dice)
        if combat.breakthrough:
            yield from free(state, attacker.id)


def save_losses(state: State, attacker: Unit, dice: Dice) -> Iterator[Event]:
    """NDC-RES-19: each hex of retreat saves T/O levels, up to half the level that the defender knows or assumes."""
    combat, tables = state.combat(), state.tables
    each = tables.retreat.probe_hex_saves
    limit = tables.probe_retreat_limit(attacker.to if to_is_known(state, attacker) else None)
    most = min(combat.attacker_loss, limit)
    yield from fall_back(state, attacker.id, -(-most // each), dice)
    saved = min(most, each * len(state.combat().attacker_path))
    remaining = combat.attacker_loss - saved
    yield write(state, attacker_loss=0)
    if attacker.id in state.units:
        yield from pay(state, attacker, remaining, dice)


def pay(state: State, attacker: Unit, steps: int, dice: Dice) -> Iterator[Event]:
    """The attacker's own loss in the combat, at most what it has."""
    yield write(state, attacker_loss=min(steps, attacker.to), attacker_fell=steps >= attacker.to)
    yield from lose(state, attacker.id, steps, dice)


def to_is_known(state: State, attacker: Unit) -> bool:
    """NDC-RES-20: whether the other side knows the attacker's T/O level, told by its level or its owner."""
    observer = state.other(attacker.side)
    contacts = state.contacts_of(observer)
    return bool(contacts.where(lambda seen, trace: trace.unit == attacker.id and seen.to is not None))


def free(state: State, unit: UnitId) -> Iterator[Event]:
    """Parent 3.29: freed by overrun or breakthrough, it may move on with what it has left and attack again."""
    if unit in state.units:
        freed: dict[str, int | bool | str | None] = {"attacked": False, "finished": False, "halted": False}
        yield UnitNoted(unit=unit, entries=freed)


def engage(state: State) -> Iterator[Event]:
    """Parent 3.29: the attacker that was not freed, and a defender still in its hex, except after an abort.

    The defender is held fast also where the attacker has fallen in the attack.
    """
    combat = state.combat()
    attacker, defender = state.units.get(combat.unit or ""), state.units.get(combat.defender or "")
    if combat.unit is None or combat.outcome == "no-contact" or (attacker is not None and not attacker.attacked):
        return
    held = defender is not None and combat.target in defender.hexes and combat.outcome != "abort"
    yield Engaged(attacker=combat.unit, defender=defender.id if defender is not None and held else None)


def tell_result(state: State) -> Iterator[Event]:
    """NDC-MAIL-04, NDC-RES-06, NDC-RES-17: to both sides alike; then what each sees of the other's unit."""
    combat = state.combat()
    assert combat.origin is not None and combat.outcome != ""
    report = CombatResolved(
        number=combat.number, target=combat.target, origin=combat.origin, type=combat.type,
        outcome=combat.outcome,
    )  # fmt: skip
    if combat.outcome != "cancelled":
        report = replace(
            report,
            fire=combat.fire,
            chemical=combat.fire_chemical,
            persistent=combat.fire_persistent,
            attacker_ew=combat.attacker_ew,
            attacker_loss=combat.attacker_loss,
            attacker_path=combat.attacker_path,
            advanced=combat.advanced,
            breakthrough=combat.target if combat.breakthrough else None,
        )
        if combat.outcome != "no-contact":
            yield from tell_of_attacker(state, combat)
        else:
            yield from tell_of_occupation(state, combat)
        if combat.advanced:
            yield from tell_of_empty_hex(state, combat.side, combat.target)
    if combat.resolver_lines and combat.defender is not None:
        own = lines_of_defender(combat)
        totalled = DefenceTotalled(number=combat.number, unit=combat.defender, target=combat.target, lines=own)
        yield tell(state, state.other(combat.side), totalled)
    for seat in (combat.side, state.other(combat.side)):
        yield tell(state, seat, report)
    yield from tell_own(state, state.non_phasing)
