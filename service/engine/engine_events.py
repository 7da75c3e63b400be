"""The events that every game has."""

from __future__ import annotations

from service.engine.dice_events import (
    DiceRenewed,
    PhaseSealed,
    Rolled,
    ShareCommitted,
    ShareMade,
    ShareOpened,
    SharesMixed,
)
from service.engine.events import (
    Attended,
    Concluded,
    CursorMoved,
    Ended,
    Event,
    OrdersPlanned,
    OrdersTakenUp,
    PlansCleared,
    Posted,
    PostEmptied,
    Ruled,
    RulesChanged,
    SeatDone,
    SeatHeld,
    SeatReleased,
    SeatsAsked,
    StepReached,
    TimeOver,
    Told,
    TurnBegan,
    WindowClosed,
    WindowLapsed,
    WindowOpened,
)

ENGINE_EVENTS: tuple[type[Event], ...] = (
    CursorMoved, SeatsAsked, SeatDone, StepReached, OrdersTakenUp, OrdersPlanned, PlansCleared, Told, Posted,
    PostEmptied, SeatHeld, SeatReleased, WindowOpened, WindowLapsed, WindowClosed, Rolled, TurnBegan,
    DiceRenewed, RulesChanged, PhaseSealed, ShareMade, ShareCommitted, ShareOpened, SharesMixed, Attended, TimeOver,
    Ruled, Concluded, Ended,
)  # fmt: skip
