"""How a match is set up, how months and segments begin and end, and the letters between."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from service.engine.dice import Dice
from service.engine.events import Event, TurnBegan
from service.engine.game import Options
from service.engine.seats import Seat
from service.engine.state import duplicate
from service.engine.telling import deliver_post
from service.games.campaign1776.known.control import towns_counted
from service.games.campaign1776.known.picture import Picture
from service.games.campaign1776.printed.pieces import DUE, Pool, Ship, Tasks, pool_id
from service.games.campaign1776.printed.reading import AMERICAN, BRITISH, SEATS
from service.games.campaign1776.printed.scenario import Scenario, Settings, scenario
from service.games.campaign1776.sections.capture import capture_boats, capture_in
from service.games.campaign1776.sections.france import tally_losses, tell_count
from service.games.campaign1776.truth.events import CampaignSet, PoolSet, ShipSet, TasksSet, ThrowSettled, joined
from service.games.campaign1776.truth.looking import settle, settle_all
from service.games.campaign1776.truth.state import State

SWITCHES = ("garrison", "reduction", "transport", "counter_limits")
_NAMED = ("visibility", "interphase", "boston")


def set_up(data: str, name: str, options: Options) -> State:
    """The position before the first month, with a picture for each side."""
    rules = scenario(data, name)
    settings = agreed_settings(rules, options)
    state = State(settings=settings, eyes={seat: {} for seat in SEATS}, sightings=dict.fromkeys(SEATS, 0), data=data,
                  scenario=name, seats=SEATS)  # fmt: skip
    for seat, places in rules.at_start.items():
        for at, there in places.items():
            for inside, units in ((False, there.outside), (True, there.inside)):
                for kind, number in units.items():
                    if (at, kind) == (rules.magazine_at, "BS") and settings.boston == "magazine":
                        kind = "BM"
                    add(state, Pool(id="", kind=kind, number=number, at=at, inside=inside, began=at,
                                    within="fort" if inside else ""))  # fmt: skip
            for fleet in there.fleets:
                ship = Ship(id=ship_id(state, fleet.kind), kind=fleet.kind, seat=seat, at=at)
                state.ships[ship.id] = ship
                for kind, number in fleet.aboard.items():
                    add(state, Pool(id="", kind=kind, number=number, at=at, aboard=ship.id, began=at, within="aboard"))
            for _ in range(there.bateaus):
                ship = Ship(id=ship_id(state, "bateau"), kind="bateau", seat=seat, at=at)
                state.ships[ship.id] = ship
            if there.fort:
                state.forts[at] = seat
            if there.entrenchment:
                state.entrenched[at] = seat
    state.tasks = {seat: Tasks() for seat in SEATS}
    state.pictures = {seat: first_picture(state, seat) for seat in SEATS}
    return state


def agreed_settings(rules: Scenario, options: Options) -> Settings:
    """What the scenario has, but for what was agreed on."""
    agreed: dict[str, Any] = {name: value for name, value in options.items() if name in _NAMED}
    agreed |= {name: value == "on" for name, value in options.items() if name in SWITCHES}
    return replace(rules.settings, **agreed)


def add(state: State, pool: Pool) -> None:
    """Set up a pool under the next name of its kind."""
    pool.id = state.next_id(pool.kind)
    state.pools[pool.id] = pool
    state.numbered[pool.kind] = state.numbered.get(pool.kind, 0) + 1


def ship_id(state: State, kind: str) -> str:
    return pool_id(kind, 1 + sum(ship.kind == kind for ship in state.ships.values()))


def first_picture(state: State, seat: Seat) -> Picture:
    """What a side knows before the first month: its own, and what both know."""
    own = state.of(seat)
    return Picture(
        side=seat, settings=state.settings, public=state.public(), own=duplicate(own),
        numbered={kind: count for kind, count in state.numbered.items() if state.rules.kind(kind).seat == seat},
        ships={id: replace(ship) for id, ship in state.ships.items() if ship.seat == seat},
        entrenched=sorted(hex for hex, owner in state.entrenched.items() if owner == seat),
    )  # fmt: skip


# ---- months and segments


def british(state: State) -> Seat:
    return BRITISH


def american(state: State) -> Seat:
    return AMERICAN


def the_british(state: State) -> tuple[Seat, ...]:
    return (BRITISH,)


def the_american(state: State) -> tuple[Seat, ...]:
    return (AMERICAN,)


def begin_month(state: State, dice: Dice) -> Iterator[Event]:
    """The next month; before the first, both sides look once."""
    if state.turn == 0:
        yield from settle_all(state)
    yield TurnBegan(turn=state.turn + 1)


def campaign_is_over(state: State) -> bool:
    """Whether the last month of the scenario is over."""
    return state.turn >= state.rules.turns


def begin_movement(state: State, dice: Dice) -> Iterator[Event]:
    """Nobody of the side in turn has done anything yet in this phase, so that what is alike is one again."""
    seat = state.phasing
    assert seat is not None
    if state.throw is not None:
        yield ThrowSettled()
    if state.tasks[seat] != Tasks():
        yield TasksSet(seat=seat, tasks=Tasks())
    for pool in list(state.of(seat).values()):
        fresh = replace(
            pool, began=pool.at, within=pool.place, spent=0, toll=0, piece="", stopped=False, bound=False, embarked="",
            landed=DUE, held=False, idle=False, held_until=pool.held_until if pool.held_until > state.turn else 0,
        )  # fmt: skip
        if fresh != pool:
            yield PoolSet(pool=fresh)
    for ship in list(state.fleet(seat).values()):
        rested = replace(
            ship,
            spent=0,
            moved=False,
            docked=False,
            stopped=False,
            met=False,
            ferried=False,
            fought=False,
            off=False,
        )
        if rested != ship:
            yield ShipSet(ship=rested)
    yield from joined(state, seat)
    yield from tally_losses(state)
    yield from settle(state, (seat,))
    yield from tell_count(state, seat, "start")


def end_segment(state: State, dice: Dice) -> Iterator[Event]:
    """What stands unguarded beside enemies is captured, and both sides are told how the segment ended (C76-MSC-04)."""
    for captor in SEATS:
        for hex in sorted(state.outside(captor)):
            yield from capture_in(state, captor, hex)
            yield from capture_boats(state, captor, hex)
    for pool in [one for one in state.pools.values() if one.idle]:
        yield PoolSet(pool=replace(pool, idle=False))
    for seat in SEATS:
        yield from letter(state, seat, dice)


def letter(state: State, to: Seat, dice: Dice) -> Iterator[Event]:
    """What befell the reader's own, and what they see as things stand now, not how they came to."""
    yield from deliver_post(state, to)
    yield from settle(state, (to,))


# ---- conditions


def is_campaign(state: State) -> bool:
    """Whether recruits, France and victory by towns belong to the scenario (C76-GEN-03)."""
    return state.rules.towns is not None


def quarter_closes(state: State) -> bool:
    """Whether an interphase follows this month: none does after the last."""
    return is_campaign(state) and not campaign_is_over(state) and state.rules.tables.calendar.closes_quarter(
        state.month
    )  # fmt: skip


def january_is_next(state: State) -> bool:
    """Whether the winter reduction is due."""
    winter = state.rules.tables.winter
    return quarter_closes(state) and winter.is_winter(state.month + 1) and not winter.is_winter(state.month)


def in_steps(state: State) -> bool:
    """Whether the two sides take the nine steps of an interphase by turns; else each has one form (C76-PBM-10)."""
    return state.settings.interphase == "full"


def by_form(state: State) -> bool:
    return not in_steps(state)


def note_towns(state: State, dice: Dice) -> Iterator[Event]:
    """The towns that count for the British as the month begins (C76-MSC-08)."""
    yield CampaignSet(campaign=replace(state.campaign, towns=towns_counted(state.rules, state.public().british)))
