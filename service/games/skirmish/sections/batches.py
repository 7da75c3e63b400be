"""The events of a sealed batch of moves, as it is played (P16)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.orders import Order
from service.games.skirmish.known.picture import Film
from service.games.skirmish.printed.bases import BaseId, Stage
from service.games.skirmish.sections.moving import Move
from service.games.skirmish.truth.state import Lane, State


@dataclass(frozen=True, kw_only=True)
class BatchSealed(Event):
    """The attacker's moves are in, and are played from now on."""

    kind: Literal["batch-sealed"] = "batch-sealed"
    orders: tuple[Order, ...]
    last: bool
    closing: tuple[Order, ...] = ()
    stages: dict[BaseId, Stage]

    def change(self, state: State) -> None:
        state.playing.orders, state.playing.last = list(self.orders), self.last
        state.playing.closing = list(self.closing)
        state.playing.stages, state.playing.fled, state.playing.shown = dict(self.stages), [], {}
        state.playing.watched = None


@dataclass(frozen=True, kw_only=True)
class FlightAdded(Event):
    """A base in flight for which nobody drew a path moves by the server's (P14)."""

    kind: Literal["flight-added"] = "flight-added"
    base: BaseId
    stage: Stage
    path: tuple[Hex, ...]

    def change(self, state: State) -> None:
        state.playing.orders.insert(0, Move(base=self.base, path=self.path))
        state.playing.stages[self.base] = self.stage
        state.playing.fled.append(self.base)


@dataclass(frozen=True, kw_only=True)
class OrdersDropped(Event):
    """What was ordered for a base while it was in better order comes to nothing (SKR-BRK-06)."""

    kind: Literal["orders-dropped"] = "orders-dropped"
    base: BaseId

    def change(self, state: State) -> None:
        state.playing.orders = [order for order in state.playing.orders if order_of(order) != self.base]


def order_of(order: Order) -> BaseId:
    """The base for which an order of the batch is."""
    return next(iter(order.subjects()), "")


@dataclass(frozen=True, kw_only=True)
class MoveBegun(Event):
    """The next base of the batch sets out: these are the steps that it is to make.

    `origin` is the hex from which it does, "" off the map; None where a move under way is cut short.
    """

    kind: Literal["move-begun"] = "move-begun"
    base: BaseId
    path: tuple[str, ...]
    origin: Hex | None = None

    def change(self, state: State) -> None:
        if self.origin is not None:
            state.playing.trail = [self.origin]
        state.playing.mover, state.playing.path = self.base, list(self.path)


@dataclass(frozen=True, kw_only=True)
class StepMade(Event):
    """The mover has entered a hex, or turned."""

    kind: Literal["step-made"] = "step-made"
    cost: int

    def change(self, state: State) -> None:
        step = state.playing.path.pop(0)
        base = state.bases[str(state.playing.mover)]
        state.playing.fired = []
        base.spent += self.cost
        base.moved = True
        if step.startswith("@"):
            base.heading = int(step[1:])
        else:
            base.hex = Hex(step)
            if state.playing.trail:
                state.playing.trail.append(base.hex)


@dataclass(frozen=True, kw_only=True)
class StepWatched(Event):
    """The defender has seen the step just made: what they have seen of the mover so far."""

    kind: Literal["step-watched"] = "step-watched"
    film: Film

    def change(self, state: State) -> None:
        state.playing.watched = self.film


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
    """The first order of the batch is over, and so is its move; where several move at once, the first of this base."""

    kind: Literal["order-played"] = "order-played"
    base: BaseId | None = None

    def change(self, state: State) -> None:
        playing = state.playing
        at = next((at for at, order in enumerate(playing.orders) if order_of(order) == self.base), 0)
        playing.orders.pop(at)
        playing.together = max(0, playing.together - 1)
        playing.mover, playing.path, playing.trail = None, [], []


@dataclass(frozen=True, kw_only=True)
class LaneTaken(Event):
    """Of several bases that move at once this one is looked to now; how far another has come is kept meanwhile."""

    kind: Literal["lane-taken"] = "lane-taken"
    base: BaseId

    def change(self, state: State) -> None:
        playing, lane = state.playing, state.playing.lanes.pop(self.base, None)
        if playing.mover == self.base:
            return
        if playing.mover is not None:
            playing.lanes[playing.mover] = Lane(
                path=playing.path, trail=playing.trail, fired=playing.fired, watched=playing.watched
            )
        elif lane is None:
            return  # nobody is under way: this one sets out, and what was watched last is known still
        playing.mover, now = self.base if lane is not None else None, lane or Lane()
        playing.path, playing.trail, playing.fired, playing.watched = now.path, now.trail, now.fired, now.watched


@dataclass(frozen=True, kw_only=True)
class StepShown(Event):
    """Live, the attacker has seen a step, with the shots that the defender's bases have made by then."""

    kind: Literal["step-shown"] = "step-shown"
    shots: dict[BaseId, int]

    def change(self, state: State) -> None:
        state.playing.shown = dict(self.shots)


PLAYING_EVENTS: tuple[type[Event], ...] = (
    BatchSealed, FlightAdded, OrdersDropped, MoveBegun, StepMade, StepWatched, DefenderAsked, PlanFired,
    OrderPlayed, StepShown, LaneTaken,
)  # fmt: skip
