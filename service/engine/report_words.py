"""What is said of reports: each as a sentence, those of a letter together, and what came of a fight as a card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from service.engine.cards import WEIGHTS, Card, Weight, places_in
from service.engine.endings import Conclusion, Ruling
from service.engine.facts import (
    as_words,
)
from service.engine.known_words import KnownWords
from service.engine.orders import Done
from service.engine.reports import (
    AttendanceTold,
    CorrectionTold,
    HeadingOpened,
    HeadingPassed,
    LetterArrived,
    LogEntry,
    MatchConcluded,
    Occasion,
    OrdersAccepted,
    Report,
    RulesTold,
    RulingTold,
    Telling,
    TimeTold,
)
from service.engine.sentences import (
    Sentence,
    capital,
    counted,
    joined,
    paragraph,
    say,
    without_stop,
)
from service.engine.situations import Paragraph, Situation
from service.engine.state import Known


class ReportWords(KnownWords):
    """The engine's own reports are said in full here, for every game; another as its kind says it."""

    said_elsewhere: ClassVar[tuple[type[Report], ...]] = (HeadingOpened, LetterArrived, OrdersAccepted)
    """Reports that tell nothing which the page does not say at another place."""
    said_once: ClassVar[tuple[type[Report], ...]] = ()
    """Reports that may be told anew in the same words: of those that came together only the last is read."""

    def prose(self, report: Report, /) -> Sentence:
        """A report as a sentence: the engine's own in full, another as its kind says it."""
        match report:
            case HeadingOpened():
                when = f"{self.turns_of(report.turn)}, " if report.turn else ""
                return say(capital(f"{when}{self.heading(report.titles)}: your orders are awaited."))
            case HeadingPassed():
                return say(f"{report.titles[-1]}: nothing to decide, so it was passed.")
            case OrdersAccepted():
                return self.accepted(report)
            case LetterArrived():
                return say(f"Letter {report.number} has arrived.")
            case AttendanceTold(attendance="standing"):
                return say(f"{self.seat(report.seat)}: on standing orders from now on.")
            case AttendanceTold():
                return say(f"{self.seat(report.seat)}: asked each time from now on.")
            case RulesTold():
                return say(report.sentence)
            case TimeTold(by_sheet=True):
                whose = self.the_side(report.seat)
                return say(f"The time of {whose} is over: what was on its sheet is sent.")
            case TimeTold():
                return say(f"The time of {self.the_side(report.seat)} is over: the umpire answers on its behalf.")
            case RulingTold():
                return self.ruled(report.ruling)
            case CorrectionTold():
                return corrected(report)
            case MatchConcluded():
                return self.concluded(report.conclusion)
        return say(report.kind.replace("-", " ").capitalize(), ".")

    def concluded(self, conclusion: Conclusion) -> Sentence:
        """How a match ended otherwise than by its rules."""
        by, winner = (self.the_side(seat) if seat else "nobody" for seat in (conclusion.by, conclusion.winner))
        agreed = "both sides agreed" if len(self.sides) == 2 else "all sides agreed"
        said = {
            "resignation": f"Victory for {winner}: {by} resigned.",
            "draw": f"A draw: {agreed} on it.",
            "abandonment": f"Abandoned: {agreed} to end it, and nobody has won.",
            "time": f"Victory for {winner}: the time of {by} was over, and the win was claimed.",
            "forfeit": f"Victory for {winner}: the time of {by} was over, and the arbiter ruled the match forfeited.",
        }
        return say(said[conclusion.reason])

    def ruled(self, ruling: Ruling) -> Sentence:
        """What the arbiter of the match ruled, with the reason in their own words."""
        whose, days = self.the_side(ruling.seat), counted(ruling.days, "more day")
        said = {
            "more-time": f"The arbiter gives {whose}, whose time was over, {days}",
            "answered": f"The arbiter has the umpire answer for {whose}, whose time is over, until its next letter",
            "forfeited": f"The arbiter ends the match: the time of {whose} was over",
        }[ruling.decision]
        return say(f"{said}: “{ruling.reason}”." if ruling.reason else f"{said}.")

    def accepted(self, report: OrdersAccepted) -> Sentence:
        """Orders that were accepted, each in the sentence that stood on the sheet."""
        whose = "Answered on your behalf: " if report.answered_for else "Orders accepted: "
        orders = [without_stop(self.order(None, order)) for order in report.orders if not isinstance(order, Done)]
        closed = " This step is closed." if len(orders) < len(report.orders) else ""
        return say(whose, joined("; ", orders) or "none", ".", closed)

    def situation(
        self, before: Known[Any, Any], after: Known[Any, Any], told: Sequence[Telling], turn: int, /
    ) -> Situation:
        """What came, report for report, but for what the page says at another place."""
        news = [one.report for one in told if not isinstance(one.report, self.said_elsewhere)]
        text = self.naming(before, after)(paragraph(dict.fromkeys(map(self.prose, news))))
        date = f"Turn {turn}" if turn else "Before the first turn"
        paragraphs = (Paragraph(title=(), text=text),) if text else ()
        return Situation(to=after.picture.seat, sender="The umpire", date=date, paragraphs=paragraphs)

    def cards(self, known: Known[Any, Any], told: Sequence[LogEntry], /) -> tuple[Card, ...]:
        """What came of the fights and moves of which these entries of a log tell, in the order in which it was told.

        Here all that was told on one occasion is a card.
        """
        together: dict[Occasion, list[LogEntry]] = {}
        for one in told:
            if one.occasion is not None and self.is_news(one.report):
                together.setdefault(one.occasion, []).append(one)
        return tuple(self.card(occasion, entries) for occasion, entries in together.items())

    def card(self, occasion: Occasion, entries: Sequence[LogEntry]) -> Card:
        """What was told on one occasion, report for report."""
        text = paragraph(dict.fromkeys(self.prose(one.report) for one in entries))
        return Card(
            kind=occasion.kind,
            entries=tuple(one.number for one in entries),
            title=say(" ".join(filter(None, (as_words(occasion.kind), occasion.item)))),
            text=text,
            places=places_in(text),
            weight=min((self.weight(one.report) for one in entries), key=WEIGHTS.index),
        )

    def weight(self, report: Report, /) -> Weight:
        """Whether what a report tells is read first, as a stop, a contact or a loss, or last."""
        return "usual"

    def is_news(self, report: Report) -> bool:
        """Whether a report tells what its reader did not order and cannot see elsewhere."""
        return not isinstance(report, self.said_elsewhere)


def corrected(report: CorrectionTold) -> Sentence:
    """What the moderator has put right: how each thing was told before, and how it is."""
    was, now = dict(report.was), dict(report.now)
    changed = [name for name in {**was, **now} if was.get(name) != now.get(name)]
    said = (f"{name}: {now.get(name, 'no longer')}, not {was.get(name, 'known before')}"
            for name in changed)  # fmt: skip
    return say(f"The moderator has put something right. {'; '.join(said)}. The reason: “{report.reason}”.")
