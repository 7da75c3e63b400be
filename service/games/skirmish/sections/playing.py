"""A sealed batch of moves as it is played: step by step, as far as the defender has decided (P16; SKR-MOV-06 to 08).

The attacker hears of nothing before all is played. The defender sees each step that their bases see, and may halt the
mover there by fire; a step at which they have no lawful shot, by what they know, is not put to them.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from typing import Literal

from service.engine.cursor import address_of
from service.engine.dice import Dice
from service.engine.events import Event, HourStrikes, PlansCleared, SeatHeld, Told, WindowOpened
from service.engine.hexes import Hex
from service.engine.orders import Order
from service.engine.seats import Seat
from service.engine.telling import release, tell
from service.games.skirmish.known.paths import costs_of, pace_for, step_cost, steps_of, turned
from service.games.skirmish.known.picture import Film, Picture
from service.games.skirmish.known.reports import (
    FilmShown,
    HaltTold,
    Lapsed,
    MovesIn,
    MovesPlayed,
    MovesSealed,
    TimeRuns,
)
from service.games.skirmish.known.routs import flight, owes_move, servers_path, surrenders
from service.games.skirmish.printed.bases import Base, Stage
from service.games.skirmish.printed.figures import Barred
from service.games.skirmish.sections.batches import (
    BatchSealed,
    DefenderAsked,
    FlightAdded,
    MoveBegun,
    OrderPlayed,
    OrdersDropped,
    PlanFired,
    StepMade,
    StepWatched,
    order_of,
)
from service.games.skirmish.sections.closing import CloseWith
from service.games.skirmish.sections.hearing import catch_defender_up
from service.games.skirmish.sections.linked_fire import fire_on_move
from service.games.skirmish.sections.markers import chance_over, honour
from service.games.skirmish.sections.morale import changed, lose
from service.games.skirmish.sections.moving import Face, FireOnMove, LeaveMap, MoreToCome, Move
from service.games.skirmish.sections.plans import planned_shot, undecided
from service.games.skirmish.sections.reinforcements import met_at_entry
from service.games.skirmish.sections.walking import go_back
from service.games.skirmish.truth.looking import look, tell_own
from service.games.skirmish.truth.state import State


def seal(state: State, dice: Dice) -> Iterator[Event]:
    """The attacker has sent their moves: from now on they hear of nothing until they are played."""
    attacker = attacker_of(state)
    for base in state.on_map(attacker):
        if not state.pictures[attacker].batches and surrenders(state.pictures[attacker], base):
            yield from lose(state, base.id, "captured")  # SKR-RTD-06
    sent = state.plans.get(attacker, [])
    yield BatchSealed(
        orders=tuple(order for order in sent if not isinstance(order, MoreToCome | CloseWith)),
        closing=tuple(order for order in sent if isinstance(order, CloseWith)),
        last=not any(isinstance(order, MoreToCome) for order in sent),
        stages={base.id: base.morale for base in state.bases.values() if base.side == attacker},
    )
    yield from chance_over(state, state.non_phasing)
    yield PlansCleared(seat=attacker)
    yield Told(seat=attacker, report=MovesSealed())
    yield SeatHeld(seat=attacker)
    yield from time_results(state)


def time_results(state: State) -> Iterator[Event]:
    """By mail results are told at a time that goes by nothing but the moment when moves were sent (P16)."""
    options, windows = state.options, state.tables.windows
    if played_live(state) or options["release"] == "when_defender_done":
        return
    if options["release"] == "fixed_delay":
        yield WindowOpened(seconds=windows.fixed_delay)
    else:
        hour = HourStrikes(hour=int(options["release_hour"].partition(":")[0]), zone=options["release_zone"])
        yield WindowOpened(seconds=windows.daily_least, until=hour)


def attacker_of(state: State) -> Seat:
    assert state.phasing is not None, "a player turn has an attacker"
    return state.phasing


def write_to_defender(state: State, to: Seat, dice: Dice) -> Iterator[Event]:
    """The letter that says that moves are in; it goes always, and its size hangs on nothing that is hidden (P16)."""
    yield from catch_defender_up(state)
    yield Told(seat=to, report=MovesIn())


def played_live(state: State) -> bool:
    return state.options["interrupts"] == "live"


def all_sent(state: State) -> bool:
    return state.playing.last


def more_to_come(state: State) -> bool:
    return not state.playing.last


def letter_of_moves(state: State, to: Seat, dice: Dice) -> Iterator[Event]:
    """The letter that tells the attacker what has come of their moves."""
    yield from release(state, to)
    yield Told(seat=to, report=MovesPlayed())
    if played_live(state):
        yield Told(seat=state.non_phasing, report=TimeRuns(what="", seconds=0))
    yield from tell_own(state)


STAGES: dict[str, Stage] = {"routed-units-move": "routed", "broken-units-move": "broken", "move-and-fire": "good"}
"""Whose moves are played under which heading (SKR-SEQ-04)."""


def stage_of(state: State) -> Stage:
    return next(STAGES[frame.heading] for frame in reversed(state.cursor) if frame.heading in STAGES)


def next_order(state: State) -> Order | None:
    """The next order of the batch, if it belongs to this step: routed bases move first, then broken ones."""
    if not state.playing.orders:
        return None
    order = state.playing.orders[0]
    assert isinstance(order, Move | Face | FireOnMove | LeaveMap)
    return order if state.playing.stages.get(order.base) == stage_of(state) else None


def first_batch(state: State) -> bool:
    """Routed and broken bases move in the first batch only (P16)."""
    return not state.pictures[attacker_of(state)].batches


def step_played(state: State) -> bool:
    playing = state.playing
    return next_order(state) is None and playing.mover is None and not playing.asked and not playing.stepped


def question_open(state: State) -> bool:
    return state.playing.asked


def play_film(state: State, dice: Dice) -> Iterator[Event]:
    """Play the batch to the next step at which the defender has a shot, or to the end of this part of it."""
    while (order := next_order(state)) is not None or (yield from flee(state)):
        if order is None:
            continue
        if isinstance(order, FireOnMove | LeaveMap):
            yield from (fire_on_move(state, order, dice) if isinstance(order, FireOnMove) else leave_map(state, order))
            yield OrderPlayed(base=order.base)
            continue
        assert isinstance(order, Move | Face)
        if state.playing.mover is None:
            yield from set_out(state, order)
        if not goes_on(state):
            yield from arrive(state)
            continue
        stood = filmed(state)
        if not (yield from one_step(state, order)):
            continue
        yield from watch(state, stood)
        shown = yield from shown_to_defender(state, dice)
        if shown is not None:
            yield DefenderAsked(asked=True)
            yield tell(state, state.non_phasing, FilmShown(film=shown))
            return


def flee(state: State) -> Generator[Event, None, bool]:
    """Give a path to the next base in flight that has to move and has none; whether there was one (P14)."""
    stage, side = stage_of(state), attacker_of(state)
    if stage == "good":
        return False
    knows = knowledge_of(state, side)
    for base in state.on_map(side):
        idle = base.id not in state.playing.fled and able_to_go(base)
        if base.morale == stage and idle and owes_move(knows, base):
            path = servers_path(knows, base)
            if path:
                yield from drop_orders(state, base)
                yield FlightAdded(base=base.id, stage=stage, path=path)
                return True
    return False


def drop_orders(state: State, base: Base) -> Iterator[Event]:
    """What was ordered for a base before it broke or routed lapses (SKR-BRK-06)."""
    dropped = [order for order in state.playing.orders if order_of(order) == base.id]
    if dropped:
        yield OrdersDropped(base=base.id)
    for order in dropped:
        yield tell(
            state,
            base.side,
            Lapsed(
                order=order.kind, base=base.id, why="broken" if base.morale == "broken" else "routed", ends_way=True
            ),
        )


def knowledge_of(state: State, side: Seat) -> Picture:
    """What a side that is held would know now: its picture with what waits for it."""
    return replace(
        state.pictures[side], marches={}, contacts=state.eyes[side], ground=state.ground,
        own={base.id: base for base in state.bases.values() if base.side == side},
    )  # fmt: skip


def set_out(state: State, order: Move | Face) -> Iterator[Event]:
    """Begin a base's move; one that cannot move any more, or that its owner wants to stay now, stays where it is.

    So does one that is in worse order than when its move was written (SKR-BRK-06).
    """
    base, rules = state.bases[order.base], state.rules
    worse = base.morale != stage_of(state)
    waits = isinstance(order, Move) and any(harmed(state.bases[id]) for id in order.skip_if)
    stays = worse or waits or not able_to_go(base)
    if stays or (isinstance(order, Move) and base.hex is None and base.gone):
        yield MoveBegun(base=base.id, path=(), origin=base.hex or Hex(""))
        yield tell(state, base.side, Lapsed(
            order=order.kind, base=base.id, why=why_it_stays(base), ends_way=isinstance(order, Move),
        ))  # fmt: skip
        return
    if isinstance(order, Face):
        steps = [f"@{turn}" for turn in turned(base.heading, order.heading, rules.sheet.headings)]
    elif still_leads(state, base, order.path):
        steps = steps_of(rules, base, order.path, reverse=order.reverse)
    else:
        steps = []
    yield MoveBegun(base=base.id, path=tuple(steps), origin=base.hex or Hex(""))
    spent = base.spent + sum(price or 0 for price in costs_of(rules, state.ground, base, steps))
    pace = (order.pace if isinstance(order, Move) else None) or pace_for(rules.profile(base), spent) or "fast"
    goal = flight(knowledge_of(state, base.side), base).goal if base.morale != "good" and base.hex else None
    yield changed(base.id, pace=pace, in_motion=False, goal=goal)  # SKR-BRK-04


def why_it_stays(base: Base) -> Barred:
    """What bars a base from the move that was ordered for it; nothing where its owner wanted it to stay."""
    shaken: Barred = base.morale if base.morale != "good" else ""
    states: dict[Barred, bool] = {
        base.gone or "": base.gone is not None, shaken: bool(shaken), "pinned": base.pinned,
        "cowered": base.cowered, "halted": base.halted, "in close combat": base.locked,
        "immobilised": base.immobilised,
    }  # fmt: skip
    return next((state for state, holds in states.items() if holds), "")


def harmed(base: Base) -> bool:
    return base.halted or base.pinned or base.cowered or base.morale != "good" or base.gone is not None


def still_leads(state: State, base: Base, path: Sequence[Hex]) -> bool:
    """Whether a path begins beside its base: one that was halted on the leg before is somewhere else."""
    return base.hex is None or state.rules.sheet.heading(base.hex, path[0]) is not None


def leave_map(state: State, order: LeaveMap) -> Iterator[Event]:
    """A routed base leaves by its own edge of the map (P14)."""
    if state.bases[order.base].hex is not None:
        yield from lose(state, order.base, "left the map")


def goes_on(state: State) -> bool:
    """Whether the mover has a step left, and is able to make it: one that is worse off than it set out is not."""
    base = state.bases[str(state.playing.mover)]
    return bool(state.playing.path) and able_to_go(base) and base.morale == stage_of(state)


def able_to_go(base: Base) -> bool:
    """Whether a base can move on. One in flight is not halted by fire, but one that is pinned or locked stays."""
    held = base.pinned or base.cowered or base.halted or base.locked or base.immobilised
    return base.gone is None and base.crewed and not held


def one_step(state: State, order: Move | Face) -> Generator[Event, None, bool]:
    """Make one step; whether it was made. An enemy in the way, burning ground or a full hex ends the move before it."""
    base, step = state.bases[str(state.playing.mover)], state.playing.path[0]
    hex = Hex(step)
    here = base.hex or hex  # a reinforcement enters
    price = step_cost(state.rules, state.ground, base, here, step, base.heading)
    enters = not step.startswith("@")
    blocked = enters and any(b.crewed for b in state.at(hex, state.other(base.side)))
    bases = state.tables.bases
    full = enters and len(state.playing.path) == 1 and not bases.stacks(base, state.at(hex, base.side))
    most = bases.profile(base).allowance(base.pace or "normal")
    if price is None or blocked or full or base.spent + price > most:
        yield from stop(state, base, here, "contact" if blocked else "lapsed")
        if blocked and base.hex is None:
            yield from met_at_entry(state, base, here)
        return False
    known = state.eyes[base.side]
    before = {handle: contact.level for handle, contact in known.items()}
    yield StepMade(cost=price)
    yield from look(state, moving=(base.id,))
    news = any(contact.in_sight and contact.level > before.get(handle, 0) for handle, contact in known.items())
    if news and isinstance(order, Move) and order.stop_at_contact and state.playing.path:
        yield from stop(state, base, Hex(str(base.hex)), "sighted")
    return True


def stop(state: State, base: Base, hex: Hex, because: Literal["contact", "sighted", "lapsed"]) -> Iterator[Event]:
    """The move ends here, otherwise than by fire; its owner is told why. An enemy in the way is a halt (P11)."""
    yield MoveBegun(base=base.id, path=())
    if because == "contact":
        yield changed(base.id, halted=True)
    yield tell(state, base.side, HaltTold(base=base.id, hex=hex, because=because, ends_way=True))


def shown_to_defender(state: State, dice: Dice) -> Generator[Event, None, Film | None]:
    """The defender's fire by plan at the step just made; what they are to be asked, if the plan leaves that open.

    All goes by what they know. A mover who is lost from sight when a shot has halted them may be fired at further, as
    by hand: they were seen at this step.
    """
    defender, film = state.non_phasing, filmed(state)
    while film is not None:
        film = replace(film, fired=tuple(state.playing.fired))
        picture = replace(state.pictures[defender], film=film)
        shot = planned_shot(picture, "opportunity")
        if shot is None:
            return film if undecided(picture, "opportunity") else None
        yield PlanFired(base=shot.base.id)
        dice.ordered(shot.order.kind, defender)  # as by hand: whether it was planned the other side is not told
        yield from shot.order.resolve(state, defender, dice)
        dice.reached(address_of(state.cursor))
    return None


def filmed(state: State) -> Film | None:
    """The mover as the defender sees it now; None where they do not."""
    contact, watched = state.seen_as(state.non_phasing, str(state.playing.mover)), state.playing.watched
    if contact is None or not contact.in_sight:
        return None
    seen = watched is not None and (watched.handle, watched.hex) == (contact.handle, contact.hex)
    film = watched if watched is not None and seen else Film(handle=contact.handle, hex=contact.hex)
    return replace(film, fired=tuple(state.playing.fired), flees=stage_of(state) != "good")


def watch(state: State, stood: Film | None) -> Iterator[Event]:
    """The defender keeps count of the steps that they see; `stood`: the mover as they saw it before the step just made.

    By what they see alone: out of sight, or after another's step, the count begins anew.
    """
    film = filmed(state)
    if film is not None:
        follows = stood is not None and stood.handle == film.handle
        since = (stood.since if stood.way else stood.hex) if stood is not None and follows else None
        way = (*(stood.way if stood is not None and follows else ()), film.hex)
        yield StepWatched(film=replace(film, fired=(), way=way, since=since))


def answered(state: State, dice: Dice) -> Iterator[Event]:
    """The defender has halted the mover, or let it pass; it was their chance to mark, too (SKR-MRK-08)."""
    yield DefenderAsked(asked=False)
    yield from chance_over(state, attacker_of(state))
    yield Told(seat=state.non_phasing, report=FilmShown(film=None))


def arrive(state: State) -> Iterator[Event]:
    """The move is over: the base stands where it is, or where there is room for it, seen as what stands still."""
    base = state.bases[str(state.playing.mover)]
    if state.playing.path and base.hex is not None and base.morale != stage_of(state) and not base.halted:
        yield tell(state, base.side, HaltTold(base=base.id, hex=base.hex, because="routed", ends_way=True))
    yield from go_back(state, base, state.playing.trail)
    yield OrderPlayed(base=base.id)
    yield from look(state)


def remaining_fire_over(state: State, dice: Dice) -> Iterator[Event]:
    """The defender has sent their remaining fire: what they have not marked by now is not marked (SKR-MRK-08)."""
    yield from chance_over(state, attacker_of(state))


def prepared_fire_over(state: State) -> bool:
    """By mail the step is closed once; live and by hand it goes on until the attacker closes it without a shot."""
    return not shots_to_mark(state)


def shots_to_mark(state: State) -> bool:
    """Whether the attacker has fired, and the defender is live, and marks by hand (SKR-MRK-09)."""
    fired = any(base.since for base in state.bases.values() if base.side == attacker_of(state))
    return fired and played_live(state) and honour(state.options)


def time_marking(state: State, dice: Dice) -> Iterator[Event]:
    """The pause after an attack begins, in which the defender may mark; it is the same whether or not they saw it."""
    if shots_to_mark(state):
        yield WindowOpened(seconds=state.tables.windows.live_pause)


def pause_over(state: State, dice: Dice) -> Iterator[Event]:
    yield from chance_over(state, attacker_of(state))
    yield from tell_own(state)
