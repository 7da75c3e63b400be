"""The orders, events and reports that every game has."""

from __future__ import annotations

from service.engine.attendance import Attend
from service.engine.corrections import AskAgain, Correction
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
    Corrected,
    CorrectionMade,
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
from service.engine.orders import Done, Order
from service.engine.reports import (
    AttendanceTold,
    CorrectionTold,
    HeadingOpened,
    HeadingPassed,
    LetterArrived,
    MatchConcluded,
    OrdersAccepted,
    Report,
    RulesTold,
    RulingTold,
    TimeTold,
)

ENGINE_ORDERS: tuple[type[Order], ...] = (Done, Attend)

ENGINE_CORRECTIONS: tuple[type[Correction], ...] = (AskAgain,)

ENGINE_EVENTS: tuple[type[Event], ...] = (
    CursorMoved, SeatsAsked, SeatDone, StepReached, OrdersTakenUp, OrdersPlanned, PlansCleared, Told, Posted,
    PostEmptied, SeatHeld, SeatReleased, WindowOpened, WindowLapsed, WindowClosed, Rolled, TurnBegan,
    DiceRenewed, RulesChanged, PhaseSealed, ShareMade, ShareCommitted, ShareOpened, SharesMixed, Attended, TimeOver,
    Ruled, Corrected, CorrectionMade, Concluded, Ended,
)  # fmt: skip

ENGINE_REPORTS: tuple[type[Report], ...] = (
    HeadingOpened, HeadingPassed, OrdersAccepted, LetterArrived, AttendanceTold, RulesTold,
    TimeTold, RulingTold, CorrectionTold, MatchConcluded,
)  # fmt: skip
