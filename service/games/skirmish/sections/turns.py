"""How a match opens, whose player turn it is, the Admin Phase, and victory (P1, P26; SKR-SEQ-06, SKR-ADM-01 to 03)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from service.engine.dice import Dice
from service.engine.events import Ended, Event, TurnBegan
from service.engine.game import Options
from service.engine.hexes import Hex
from service.engine.seats import Seat
from service.engine.telling import announce
from service.games.skirmish.known.picture import HANDLES, Contact, Group, Mission, Picture
from service.games.skirmish.known.reports import LostForGood, PlayerTurnOpened, VerdictTold
from service.games.skirmish.known.score import halves
from service.games.skirmish.printed.bases import Base, Side
from service.games.skirmish.printed.field import Field
from service.games.skirmish.printed.scenario import Scenario, UnitSetup, scenario
from service.games.skirmish.printed.tables import Tables
from service.games.skirmish.sections.markers import open_record
from service.games.skirmish.sections.morale import changed, lose
from service.games.skirmish.truth.looking import look, tell_own
from service.games.skirmish.truth.state import RallyPlansFixed, State


def base_of(tables: Tables, given: UnitSetup) -> Base:
    """A base as the scenario gives it."""
    weapon = tables.bases.weapons.get(given.weapon or "")
    return Base(
        id=given.id, side=given.side, kind=given.kind, name=given.name, quality=given.quality, hex=given.hex,
        type=given.type, rating=given.rating, heading=given.heading, weapon=given.weapon,
        weapon_shots=weapon.shots if weapon else 0, smoke_rounds=given.smoke_rounds,
    )  # fmt: skip


def set_up(data: str, name: str, options: Options) -> State:
    """The position before the first turn: bases where the scenario has them, concealed ones as suspicions (P24)."""
    given = scenario(data, name)
    sides = (given.first, *(side for side in given.sides if side != given.first))
    state = State(scenario=name, data=data, seats=sides, ground=Field(
        weather=given.weather, smoke=dict(given.smoke), fires=dict.fromkeys(given.fires, 0),
    ))  # fmt: skip
    state.options = chosen_options(given, options)
    state.bases = {unit.id: base_of(given.tables, unit) for unit in given.everybody.values()}
    if state.options["fog"] == "on":
        state.dummies = {dummy.id: (dummy.side, dummy.hex) for dummy in given.dummies}
    sudden = given.sudden.hexes if given.sudden else ()
    state.holders = dict.fromkeys((*given.objectives, *sudden), given.held_at_start_by)
    for side in sides:
        state.sightings[side] = 0
        state.post[side], state.plans[side], state.points[side], state.strikes[side] = [], [], 0, 0
        state.eyes[side], state.traces[side] = {}, {}
        state.groups[side] = {g.id: Group(id=g.id) for g in given.reinforcements if g.side == side}
        state.missions[side] = {b.id: Mission(id=b.id) for b in given.artillery if b.side == side}
    for side in sides:
        if state.options["setup"] == "given" and state.options["fog"] == "on":
            for contact, traced in suspicions(state, given, side):
                state.eyes[side][contact.handle], state.traces[side][contact.handle] = contact, traced
                state.sightings[side] = HANDLES.number(contact.handle)
        state.pictures[side] = Picture(
            side=side, scenario=name, data=data, ground=state.ground,
            options=dict(state.options), own={b.id: b.changed() for b in state.bases.values() if b.side == side},
            contacts=dict(state.eyes[side]), groups=dict(state.groups[side]), missions=dict(state.missions[side]),
        )  # fmt: skip
    return state


def chosen_options(rules: Scenario, options: Mapping[str, Any]) -> dict[str, str]:
    """Every option with its value: as chosen, else as the scenario has it, else the first of its values."""
    values = rules.tables.options
    return {name: str(options.get(name, rules.options.get(name, among[0]))) for name, among in values.items()}


def suspicions(state: State, rules: Scenario, viewer: Side) -> Iterator[tuple[Contact, str]]:
    """A suspicion on every hex of a concealed side that holds a base or a dummy, by hex; and what is really there."""
    hidden: dict[Hex, str] = {}
    for base in state.bases.values():
        if base.side != viewer and base.side in rules.concealed_at_start and base.hex is not None:
            hidden.setdefault(base.hex, base.id)
    for id, (side, hex) in state.dummies.items():
        if side != viewer and side in rules.concealed_at_start:
            hidden.setdefault(hex, id)
    for number, hex in enumerate(sorted(hidden), start=1):
        yield (
            Contact(handle=str(number), hex=hex, level=1, turn=0, player_turn=0, in_sight=False),
            hidden[hex],
        )


# ---- turns


def first_side(state: State) -> Seat:
    return state.rules.first


def roles_change(state: State) -> bool:
    """Whether the other side attacks in its turn, or the first one always (SKR-SEQ-06)."""
    return state.options["turn_structure"] == "alternate"


def one_attacker(state: State) -> bool:
    return not roles_change(state)


def second_side(state: State) -> Seat:
    return state.other(state.rules.first)


@dataclass(frozen=True, kw_only=True)
class PlayerTurnBegan(Event):
    """A player turn begins."""

    kind: Literal["player-turn-began"] = "player-turn-began"

    def change(self, state: State) -> None:
        state.player_turn += 1


def begin_turn(state: State, dice: Dice) -> Iterator[Event]:
    """The turn marker moves (SKR-ADM-02)."""
    yield TurnBegan(turn=state.turn + 1)


def begin_player_turn(state: State, dice: Dice) -> Iterator[Event]:
    """Both are told whose turn it is (SKR-SEQ-06); everybody looks.

    The defender's rally plan holds from here on: when in this turn their tries come, they may not learn.
    """
    yield PlayerTurnBegan()
    yield RallyPlansFixed()
    assert state.phasing is not None
    yield from announce(state, PlayerTurnOpened(turn=state.turn, player_turn=state.player_turn, attacker=state.phasing))
    yield from look(state)


def last_turn_played(state: State) -> bool:
    return state.turn >= state.rules.turns


# ---- the Admin Phase

CLEAN = {
    "fired": "none", "shots": 0, "gun_shots": 0, "since": 0, "rate_lost": False, "moved": False, "spent": 0,
    "pace": None, "halted": False, "advanced": False, "pinned": False, "cowered": False, "directed": False,
    "marked": False, "tried": (), "ralliers": 0, "under_fire": False,
}  # fmt: skip


def remove_markers(state: State, dice: Dice) -> Iterator[Event]:
    """Fire markers come off both sides (SKR-ADM-01); pinned and cowered end, and suppression wears off (P5).

    In a side's own turn its bases in burning hexes are lost (P20), and guns without a crew find one, or a captor (P13).
    """
    yield from burn(state)
    yield from man_guns(state)
    for base in list(state.bases.values()):
        if base.gone is not None:
            continue
        entries: dict[str, Any] = {name: value for name, value in CLEAN.items() if getattr(base, name) != value}
        if base.morale == "good" and base.suppression and not base.under_fire:
            entries["suppression"] = max(0, base.suppression - state.tables.morale.recovery)
        if base.replenished and base.side in sides_whose_turn(state):
            entries["replenished"] = False
        if entries:
            yield changed(base.id, **entries)
    yield from tell_own(state)


def sides_whose_turn(state: State) -> tuple[Side, ...]:
    """Whose own player turn it is: the attacker's, or where one side always attacks both sides' (P1)."""
    return tuple(state.seats) if one_attacker(state) else (str(state.phasing),)


def burn(state: State) -> Iterator[Event]:
    """What stands in a burning hex in its own Admin Phase is eliminated (P20)."""
    for base in state.on_map():
        if base.side in sides_whose_turn(state) and base.hex in state.ground.fires:
            yield from lose(state, base.id, "eliminated")


def man_guns(state: State) -> Iterator[Event]:
    """A gun without a crew is manned, or captured, by men whose own turn it is and who stand on it alone (P13)."""
    for gun in [base for base in state.on_map() if base.kind == "gun" and not base.crewed]:
        there = [base for base in state.at(Hex(str(gun.hex))) if base.crewed]
        sides = {base.side for base in there}
        if len(sides) != 1 or not sides <= set(sides_whose_turn(state)):
            continue
        men = next((base for base in there if base.good_order and state.rules.profile(base).cls.men == "multi"), None)
        if men is None:
            continue
        if men.side != gun.side:
            yield from lose(state, gun.id, "captured")
        else:
            crew = {"quality": men.quality, "suppression": men.suppression, "pinned": men.pinned}
            yield changed(gun.id, crewed=True, manned_by=men.id, **crew)
            yield changed(men.id, hex=None)
    yield from look(state)


@dataclass(frozen=True, kw_only=True)
class HexHeld(Event):
    """An objective has a new holder."""

    kind: Literal["hex-held"] = "hex-held"
    hex: Hex
    side: Side

    def change(self, state: State) -> None:
        state.holders[self.hex] = self.side


def alone_in(state: State, hex: Hex) -> Side | None:
    """The side that has a multi-man base in good order in a hex alone (P26)."""
    sides = {base.side for base in state.at(hex) if base.crewed}
    if len(sides) != 1:
        return None
    fit = any(b.good_order and state.rules.profile(b).cls.men == "multi" for b in state.at(hex))
    return sides.pop() if fit else None


def take_hexes(state: State) -> Iterator[Event]:
    """Who holds each objective: who is alone in it in an Admin Phase, and from then on until the other is (P26).

    Who was there for a moment in the middle of the fight has not held it (SKR-ADM-03).
    """
    for hex, holder in list(state.holders.items()):
        now = alone_in(state, hex)
        if now is not None and now != holder:
            yield HexHeld(hex=hex, side=now)


def check_victory(state: State, dice: Dice) -> Iterator[Event]:
    """Bring the turn track up to date, and see whether a side has won at once (SKR-ADM-02, SKR-ADM-03)."""
    yield from take_hexes(state)
    sudden = state.rules.sudden
    if (
        sudden is not None and state.turn >= sudden.from_turn
        and all(state.holders[hex] == sudden.side for hex in sudden.hexes)
    ):  # fmt: skip
        yield from declare(state, sudden.title, sudden.side)
        yield Ended()


def score(state: State) -> int:
    """The scorer's points less the other side's (P26)."""
    rules = state.rules
    held = sum(points if state.holders[hex] == rules.scorer else -points for hex, points in rules.objectives.items())
    other = state.other(rules.scorer)
    return held + int((state.points[rules.scorer] - state.points[other]) / 2)


def declare_victory(state: State, dice: Dice) -> Iterator[Event]:
    """The score at the end of the last turn, and what it means (SKR-ADM-03)."""
    total = score(state)
    level = next(level for band, level in state.rules.outcomes.items() if total in band)
    yield from declare(state, level.title, level.winner)


def lost_for_good(state: State) -> tuple[LostForGood, ...]:
    """Every base that is lost, and what it counts; who mans a gun shares its lot, and counts with it (P26)."""
    rules, gone = state.rules, [base for base in state.bases.values() if base.gone is not None]
    manning = {base.manned_by for base in gone if base.manned_by is not None}
    return tuple(
        LostForGood(
            side=base.side, name=base.name, how=base.gone, halves=halves(rules, rules.profile(base).cls.men, base.gone)
        )
        for base in sorted(gone, key=lambda base: (base.side, base.name))
        if base.gone is not None and base.id not in manning
    )


def declare(state: State, title: str, winner: Side | None) -> Iterator[Event]:
    report = VerdictTold(
        title=title, winner=winner, score=score(state), holders=dict(state.holders), losses=lost_for_good(state)
    )
    yield from announce(state, report)
    yield from open_record(state)
