"""The game turn: how a match opens, whose turn it is, the weather, the start of a Mode Change phase, and victory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from service.engine.bills import Bill
from service.engine.dice import Dice
from service.engine.events import Ended, Event, Posted, Told, TurnBegan
from service.engine.game import Options
from service.engine.seats import Seat
from service.engine.sentences import plain_text
from service.engine.state import duplicate
from service.games.ndc.known.picture import Picture
from service.games.ndc.known.reports import VictoryDeclared, WeatherDetermined
from service.games.ndc.known.score import part_of_objectives
from service.games.ndc.printed.order_of_battle import UnitSetup
from service.games.ndc.printed.scenario import scenario
from service.games.ndc.printed.units import Account, Asset, Side, Unit, copied
from service.games.ndc.truth.letters import tell_own
from service.games.ndc.truth.state import AccountSet, State

DOUBLE_INTELLIGENCE = "double_intelligence"
NIGHT = "night"


def first_player(state: State) -> Seat:
    """The side whose player turn comes first in every game turn."""
    return state.first


def second_player(state: State) -> Seat:
    return state.other(state.first)


def last_turn_played(state: State) -> bool:
    return state.turn >= len(state.rules.turns)


# ---- the opening


def set_up(data: str, scenario_name: str, options: Options) -> State:
    """The position before the pregame: both sides' units where the scenario has them, each believed by its owner."""
    rules = scenario(data, scenario_name)
    sides = tuple(rules.sides)
    given = options.get(DOUBLE_INTELLIGENCE)
    doubled = None if given is None else str(given)
    state = State(scenario=scenario_name, data=data, seats=sides, first=rules.first, double_intelligence=doubled)
    state.units = {setup.id: unit_of(setup) for setup in rules.units}
    state.control = {objective.hex: rules.victory.objectives_held_by for objective in rules.objectives}
    for side in sides:
        state.accounts[side] = Account(side=side, commander=rules.sides[side].commander_starts_with[0])
        state.losses[side] = 0
        state.post[side], state.plans[side], state.traces[side], state.reveals[side] = [], [], {}, []
    for side in sides:
        state.pictures[side] = Picture(
            side=side,
            scenario=scenario_name,
            data=data,
            double_intelligence=doubled,
            own={unit.id: duplicate(unit) for unit in state.units.values() if unit.side == side},
            account=copied(state.accounts[side]),
        )
    return state


def unit_of(setup: UnitSetup) -> Unit:
    """A unit as it is before the first turn; a reinforcement has no hex yet."""
    return Unit(
        id=setup.id,
        side=setup.side,
        designation=setup.designation,
        parent=setup.parent,
        type=setup.type,
        profile=setup.profile,
        cls=setup.cls,
        amphibious=setup.amphibious,
        leadership=setup.leadership,
        rating=setup.rating,
        mode=setup.modes[0],
        hex=setup.hexes[0] if setup.hexes else None,
        spread=setup.hexes[1:],
        to=setup.to,
        to_max=setup.to_max,
        fatigue=setup.fatigue,
        assets=[Asset(id=asset.id, kind=asset.kind, points=asset.points) for asset in setup.assets],
        arrives=setup.turn,
    )


# ---- the turn begins


@dataclass(frozen=True, kw_only=True)
class TimeSet(Event):
    """A game turn's time of day; the turn before is noted for sides that used chemical weapons first in it."""

    kind: Literal["time-set"] = "time-set"
    time_of_day: str
    first_users: tuple[Side, ...]

    def change(self, state: State) -> None:
        state.time_of_day = self.time_of_day
        for side in self.first_users:
            state.first_uses[side] = state.turn - 1


@dataclass(frozen=True, kw_only=True)
class WeatherSet(Event):
    """These conditions are in force for the game turn."""

    kind: Literal["weather-set"] = "weather-set"
    conditions: tuple[str, ...]

    def change(self, state: State) -> None:
        state.weather = self.conditions


def begin_turn(state: State, dice: Dice) -> Iterator[Event]:
    """NDC-SEQ-01: the next game turn, with its time of day and each side's chemical release (parent 3.34)."""
    yield TurnBegan(turn=state.turn + 1)
    yield TimeSet(
        time_of_day=state.rules.time_of_day(state.turn),
        first_users=tuple(
            side for side in state.seats if state.accounts[side].chemical_uses and side not in state.first_uses
        ),
    )
    for side in state.seats:
        enemy_use = state.first_uses.get(state.other(side))
        released = state.rules.sides[side].chemical_release.given(state.turn, enemy_use)
        if released != state.accounts[side].released:
            yield AccountSet(account=replace(copied(state.accounts[side]), released=released))


def determine_weather(state: State, dice: Dice) -> Iterator[Event]:
    """NDC-WEA-01: one public roll a game turn, for both player turns.

    NDC-WEA-02: the first player hears it at once, the other by their next letter.
    """
    tables = state.tables
    roll = dice.roll(tables.die("weather"), "NDC-WEA-01 weather", public=True)
    result = tables.weather(roll.total, state.time_of_day)
    night = (NIGHT,) if tables.is_night(state.time_of_day) else ()
    conditions = night if result == tables.pregame_weather else (*night, result)
    yield WeatherSet(conditions=conditions)
    report = WeatherDetermined(
        turn=state.turn,
        time_of_day=state.time_of_day,
        conditions=conditions,
        dice=roll.faces,
        number=roll.number,
    )
    yield Told(seat=first_player(state), report=report)
    yield Posted(seat=second_player(state), report=report)


# ---- the Mode Change phase opens


@dataclass(frozen=True, kw_only=True)
class ModePhaseOpened(Event):
    """Each of a side's units may try one change of mode and one of zone mode again."""

    kind: Literal["mode-phase-opened"] = "mode-phase-opened"
    side: Side

    def change(self, state: State) -> None:
        for unit in state.units.values():
            if unit.side == self.side:
                unit.mode_tried, unit.zone_changed = False, False


def open_mode_phase(state: State, dice: Dice) -> Iterator[Event]:
    """NDC-MOD-01: fresh tries for the units; a commander who was hit recovers by one phase (parent 3.20)."""
    side = state.phasing
    assert side is not None
    yield ModePhaseOpened(side=side)
    account = state.accounts[side]
    hit = max(0, account.commander_hit - 1)
    yield AccountSet(account=replace(copied(account), commander_hit=hit, commander_moved=False))
    yield from tell_own(state, side)


# ---- the end


def score_bill(state: State) -> Bill:
    """What the scorer's points are made of (parent 3.38 and 4), what comes to nothing too."""
    rules, uses = state.rules, {side: state.accounts[side].chemical_uses for side in state.seats}
    victory, each = rules.victory, state.tables.chemical.victory_points
    scorer, enemy = victory.scorer, rules.enemy_of(victory.scorer)
    held = sum(objective.points for objective in rules.objectives if state.control[objective.hex] == scorer)
    return Bill.of((
        (part_of_objectives(scorer), held),
        (f"T/O levels lost by {enemy}", victory.enemy_level_lost * state.losses.get(enemy, 0)),
        (f"T/O levels lost by {scorer}", victory.own_level_lost * state.losses.get(scorer, 0)),
        (f"chemical uses by {scorer}", -each * uses[scorer]),
        (f"chemical uses by {enemy}", each * uses[enemy]),
    ))  # fmt: skip


def declare_victory(state: State, dice: Dice) -> Iterator[Event]:
    """Parent 3.38: the score against the thresholds, told to both after the last turn; the match ends."""
    bill = score_bill(state)
    parts, score = {plain_text(line.name): line.value or 0 for line in bill.lines}, bill.total
    verdict = state.rules.verdict(score).name
    for side in state.seats:
        yield Told(
            seat=side,
            report=VictoryDeclared(score=score, verdict=verdict, parts=dict(parts), control=dict(state.control)),
        )
    yield Ended()


EVENTS: tuple[type[Event], ...] = (TimeSet, WeatherSet, ModePhaseOpened)
