"""A sealed batch of moves as it is played: step by step, as far as the defender has decided (P16; SKR-MOV-06 to 08).

The attacker hears of nothing before all is played. The defender sees each step that his bases see, and may halt the
mover there by fire; a step at which he has no lawful shot, by what he knows, is not put to him.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from service.engine.dice import Dice
from service.engine.events import Event, PlansCleared, SeatHeld, Told, WindowOpened, released, tell
from service.engine.orders import Order
from service.engine.seats import Seat
from service.games.skirmish.attacks import Attack, make_attack
from service.games.skirmish.bases import Base, BaseId
from service.games.skirmish.firepower import power
from service.games.skirmish.knowledge import Film
from service.games.skirmish.looking import look, tell_own
from service.games.skirmish.morale import changed, lose
from service.games.skirmish.moving import FireOnMove, MoreToCome, Move, pace_for, step_cost, steps_of
from service.games.skirmish.plans import planned_shot, undecided
from service.games.skirmish.reports import FilmShown, HaltTold, MovesIn, MovesPlayed, MovesSealed
from service.games.skirmish.routs import surrenders
from service.games.skirmish.state import State
from service.games.skirmish.tables import load


@dataclass(frozen=True, kw_only=True)
class BatchSealed(Event):
    """The attacker's moves are in, and are played from now on."""

    kind: Literal["batch-sealed"] = "batch-sealed"
    orders: tuple[Order, ...]
    last: bool

    def change(self, state: State) -> None:
        state.playing.orders, state.playing.last = list(self.orders), self.last


@dataclass(frozen=True, kw_only=True)
class MoveBegun(Event):
    """The next base of the batch sets out: these are the steps that it is to make."""

    kind: Literal["move-begun"] = "move-begun"
    base: BaseId
    path: tuple[str, ...]

    def change(self, state: State) -> None:
        state.playing.mover, state.playing.path, state.playing.spent = self.base, list(self.path), 0


@dataclass(frozen=True, kw_only=True)
class StepMade(Event):
    """The mover has entered a hex, or turned."""

    kind: Literal["step-made"] = "step-made"
    cost: int

    def change(self, state: State) -> None:
        step = state.playing.path.pop(0)
        base = state.bases[str(state.playing.mover)]
        state.playing.spent += self.cost
        state.playing.fired = []
        base.moved = True
        if step.startswith("@"):
            base.heading = int(step[1:])
        else:
            base.hex = step


@dataclass(frozen=True, kw_only=True)
class DefenderAsked(Event):
    """The defender is asked about the step just made, or has answered."""

    kind: Literal["defender-asked"] = "defender-asked"
    asked: bool

    def change(self, state: State) -> None:
        state.playing.asked = self.asked


@dataclass(frozen=True, kw_only=True)
class PlanFired(Event):
    """A base has fired by plan at the mover where it stands; none does so twice (P8)."""

    kind: Literal["plan-fired"] = "plan-fired"
    base: BaseId

    def change(self, state: State) -> None:
        state.playing.fired.append(self.base)


@dataclass(frozen=True, kw_only=True)
class OrderPlayed(Event):
    """The first order of the batch is over, and so is its move."""

    kind: Literal["order-played"] = "order-played"

    def change(self, state: State) -> None:
        state.playing.orders.pop(0)
        state.playing.mover, state.playing.path = None, []


PLAYING_EVENTS: tuple[type[Event], ...] = (
    BatchSealed, MoveBegun, StepMade, DefenderAsked, PlanFired, OrderPlayed,
)  # fmt: skip


def seal(state: State, dice: Dice) -> Iterator[Event]:
    """The attacker has sent his moves: from now on he hears of nothing until they are played."""
    attacker = attacker_of(state)
    for base in state.on_map(attacker):
        if surrenders(state.pictures[attacker], base):
            yield from lose(state, base.id, "captured", factor=state.rules.captured_factor)  # SKR-RTD-06
    sent = state.plans.get(attacker, [])
    more = any(isinstance(order, MoreToCome) for order in sent)
    yield BatchSealed(orders=tuple(order for order in sent if not isinstance(order, MoreToCome)), last=not more)
    yield PlansCleared(seat=attacker)
    yield Told(seat=attacker, report=MovesSealed())
    yield SeatHeld(seat=attacker)
    if state.options["release"] == "fixed_delay":
        yield WindowOpened(seconds=load().windows.fixed_delay)


def attacker_of(state: State) -> Seat:
    assert state.phasing is not None, "a player turn has an attacker"
    return state.phasing


def write_to_defender(state: State, to: Seat, dice: Dice) -> Iterator[Event]:
    """The letter that says that moves are in; it goes always, and is of one size (P16)."""
    yield Told(seat=to, report=MovesIn())


def played_live(state: State) -> bool:
    return state.options["interrupts"] == "live"


def show_step(state: State, dice: Dice) -> Iterator[Event]:
    """Live, the attacker sees each step when its time is over, the same whether or not it was fired at."""
    attacker = attacker_of(state)
    yield from released(state, attacker)
    yield from tell_own(state)
    yield SeatHeld(seat=attacker)


def time_remaining_fire(state: State, dice: Dice) -> Iterator[Event]:
    """Live, the remaining fire has its time, whether or not there is anything to fire at."""
    if played_live(state):
        yield WindowOpened(seconds=load().windows.live_other)


def all_sent(state: State) -> bool:
    return state.playing.last


def more_to_come(state: State) -> bool:
    return not state.playing.last


def release(state: State, to: Seat, dice: Dice) -> Iterator[Event]:
    """The letter that tells the attacker what has come of his moves."""
    yield from released(state, to)
    yield Told(seat=to, report=MovesPlayed())
    yield from tell_own(state)


def batch_played(state: State) -> bool:
    return not state.playing.orders and not state.playing.asked


def question_open(state: State) -> bool:
    return state.playing.asked


def play_on(state: State, dice: Dice) -> Iterator[Event]:
    """Play the batch to the next step at which the defender has a shot, or to its end; live, one step at a time.

    Live, each step lasts as long as any other, whether or not anybody sees it (P16).
    """
    live = state.options["interrupts"] == "live"
    while state.playing.orders:
        order = state.playing.orders[0]
        if state.playing.mover is None:
            if isinstance(order, FireOnMove):
                yield from fire_on_move(state, order, dice)
                yield OrderPlayed()
                continue
            yield from set_out(state, order)
        if not goes_on(state):
            yield from arrive(state)
            continue
        if not (yield from one_step(state)):
            continue
        shown = yield from shown_to_defender(state, dice)
        if shown is not None:
            yield DefenderAsked(asked=True)
            yield tell(state, state.non_phasing, FilmShown(film=shown))
        if live:
            yield WindowOpened(seconds=load().windows.live_step)
        if shown is not None or live:
            return


def set_out(state: State, order: Order) -> Iterator[Event]:
    """Begin a base's move; one that cannot move any more stays where it is."""
    assert isinstance(order, Move)
    base = state.bases[order.base]
    able_to = able_to_go(base)
    yield MoveBegun(base=base.id, path=tuple(steps_of(state.rules, base, order.path)) if able_to else ())
    if able_to:
        spent = sum(
            step_cost(state.rules, state.ground, base, *pair) or 0 for pair in legs(base.hex, state.playing.path)
        )
        pace = order.pace or pace_for(base, spent) or "fast"
        yield changed(base.id, pace=pace, in_motion=False, goal=order.path[-1] if base.morale == "broken" else None)


def legs(start: str | None, path: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each step of a path with the hex in which it is made."""
    at = start or path[0]
    for step in path:
        yield at, step
        at = at if step.startswith("@") else step


def goes_on(state: State) -> bool:
    """Whether the mover has a step left, and is able to make it."""
    base = state.bases[str(state.playing.mover)]
    return bool(state.playing.path) and able_to_go(base)


def able_to_go(base: Base) -> bool:
    """Whether a base can move on. One in flight is not halted by fire, but one that is pinned or locked stays."""
    held = base.pinned or base.cowered or base.halted or base.locked or base.immobilised
    return base.gone is None and base.crewed and not held


def one_step(state: State) -> Generator[Event, None, bool]:
    """Make one step; whether it was made. An enemy in the way, burning ground or a full hex ends the move before it."""
    base, step = state.bases[str(state.playing.mover)], state.playing.path[0]
    here = base.hex or step  # a reinforcement enters
    price = step_cost(state.rules, state.ground, base, here, step)
    blocked = not step.startswith("@") and any(b.crewed for b in state.at(step, state.other(base.side)))
    spent = state.playing.spent + (price or 0)
    full = len(state.playing.path) == 1 and not step.startswith("@") and crowded(state, base.id, step)
    if price is None or blocked or full or spent > base.allowance(base.pace or "normal"):
        yield changed(base.id, halted=True)
        yield tell(state, base.side, HaltTold(base=base.id, hex=here, because="contact" if blocked else "lapsed"))
        return False
    yield StepMade(cost=price)
    yield from look(state, moving=(base.id,))
    return True


def crowded(state: State, id: BaseId, hex: str) -> bool:
    """Whether friends leave no room in a hex (P2)."""
    base = state.bases[id]
    others = state.at(hex, base.side)
    if base.single:
        return sum(other.single for other in others) >= 3
    return any(not other.single for other in others)


def shown_to_defender(state: State, dice: Dice) -> Generator[Event, None, Film | None]:
    """The defender's fire by plan at the step just made; what he is to be asked about it, if the plan leaves that open.

    All goes by what he knows.
    """
    defender = state.non_phasing
    while (film := filmed(state)) is not None:
        picture = replace(state.pictures[defender], film=film)
        shot = planned_shot(picture, "opportunity")
        if shot is None:
            return film if undecided(picture, "opportunity") else None
        yield PlanFired(base=shot.base.id)
        yield from shot.order.resolve(state, defender, dice)
    return None


def filmed(state: State) -> Film | None:
    """The mover as the defender sees it now; None where he does not."""
    contact = state.seen_as(state.non_phasing, str(state.playing.mover))
    if contact is None or not contact.in_sight:
        return None
    return Film(handle=contact.handle, hex=contact.hex, fired=tuple(state.playing.fired))


def answered(state: State, dice: Dice) -> Iterator[Event]:
    """The defender has halted the mover, or let it pass."""
    yield DefenderAsked(asked=False)
    yield Told(seat=state.non_phasing, report=FilmShown(film=None))


def arrive(state: State) -> Iterator[Event]:
    """The move is over: the base stands where it is, seen as what stands still."""
    id = str(state.playing.mover)
    base = state.bases[id]
    if base.halted and base.hex is not None:
        yield tell(state, base.side, HaltTold(base=id, hex=base.hex, because="fire"))
    yield OrderPlayed()
    yield from look(state)


def fire_on_move(state: State, order: FireOnMove, dice: Dice) -> Iterator[Event]:
    """Fire linked with a move (SKR-MOV-02 to 04); what has become impossible lapses."""
    base = state.bases[order.base]
    contact = state.eyes[base.side].get(order.target)
    if contact is None or base.hex is None or not base.good_order or base.cowered or base.pace == "fast":
        return
    line = state.sight(base.hex, contact.hex)
    if not base.moved or base.shots or not line.open or not power(base, order.weapon, line.distance):
        return
    if order.in_motion and not base.halted:
        yield changed(base.id, in_motion=True)
    attack = Attack((base.id,), order.weapon, contact.hex, "moving")
    yield from make_attack(state, base.side, attack, contact, dice)
    yield from look(state)
