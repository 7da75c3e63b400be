"""A match's rows, column by column: what the umpire's work, a picture and a clock are in the tables."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from service.engine.events import Concluded, Corrected, Event, OrdersTakenUp, Ruled, TimeOver, Told, WindowLapsed
from service.engine.recording import Outcome
from service.engine.reports import AT_ANY_MOMENT, HeadingOpened, Report
from service.engine.seats import Seat
from service.store.clocks import ClockTerms, SeatClock
from service.store.codec import Codec
from service.store.saved import PICTURE_EVERY, Worked, fills
from service.store.windows import window_of


def columns_of_clock(terms: ClockTerms, clock: SeatClock) -> dict[str, Any]:
    """The columns of a seat's clock: when its time is over, and when the umpire answers for it, if that was agreed."""
    return {"clock": clock.plain(), "ends_at": clock.over_at(terms), "runs_out_at": clock.answers_at(terms)}


def write_up(codec: Codec, outcome: Outcome, *, with_position: bool = True, with_pictures: bool = True) -> Worked:
    """What the umpire's work came to, fit to be written down later, whatever becomes of the position meanwhile.

    Without `with_pictures` they are stored now and then.
    """
    pictures = outcome.state.pictures
    log_lengths = {seat: told[0].number - 1 for seat, told in outcome.told.items()}
    texts = (
        (seat, text_after(codec, pictures[seat], told[0].number - 1, told[-1].number, each_time=with_pictures))
        for seat, told in outcome.told.items()
    )
    return Worked(
        position=codec.position(outcome.state) if with_position else None,
        data=outcome.state.data,
        events=tuple(plain_event(codec, event) for event in outcome.journal),
        told={seat: tuple(told) for seat, told in outcome.told.items()},
        log_lengths=log_lengths,
        known={seat: standing_of(pictures[seat]) for seat in outcome.told},
        pictures={seat: text for seat, text in texts if text is not None},
        seen={seat: seen_by(outcome, seat) for seat in outcome.told},
        window=window_of(outcome.journal),
        begun=next(
            (
                (place, event)
                for place, event in enumerate(outcome.journal)
                if isinstance(event, OrdersTakenUp | WindowLapsed | TimeOver | Ruled | Corrected | Concluded)
            ),
            None,
        ),
    )


def plain_event(codec: Codec, event: Event) -> tuple[str, str]:
    """An event's kind, and the event as it is stored."""
    return event.kind, codec.event(event)


def text_after(codec: Codec, picture: Any, before: int, after: int, *, each_time: bool) -> str | None:
    """The picture of a seat whose log has grown, as it is stored; None where it is not: it is now and then, or each
    time.
    """
    return codec.picture(picture) if each_time or fills(PICTURE_EVERY, before, after) else None


def standing_of(picture: Any) -> dict[str, Any]:
    """The columns that say how the match stands for a seat."""
    return {"turn": picture.turn, "asked": picture.asked, "ended": picture.ended}


def question_of(told: Sequence[Report], at: datetime) -> dict[str, Any]:
    """The columns that say at which heading a seat is asked and since when, where it was told so just now."""
    for report in reversed(told):
        if isinstance(report, HeadingOpened):
            return {"question": report.titles[-1] if report.titles else "", "asked_at": at}
    return {}


def seen_by(outcome: Outcome, seat: Seat) -> int:
    """How many of these events had happened when the sequence of play last told a seat something; 0 if it did not.

    The seat's own orders do not count, nor who is present: else whoever may not hear yet of what came of their orders
    would be shown the public dice of it by giving others.
    """
    if outcome.state.ended:
        return len(outcome.journal)
    for number, event in reversed(list(enumerate(outcome.journal, start=1))):
        if isinstance(event, Told) and event.seat == seat and not isinstance(event.report, AT_ANY_MOMENT):
            return number
    return 0
