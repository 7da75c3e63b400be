"""What is counted of a seat's own log, entry by entry, so that nobody has to read the whole of it again.

A tally is kept with the seat's picture and counts its own log alone, so it tells of no other seat.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from service.engine.cursor import heading_at, speaker_at
from service.engine.game import AnyGame
from service.engine.reports import HeadingOpened, LetterArrived, OrdersAccepted, Report, RulesTold, Telling
from service.engine.seats import NON_PHASING, Seat


@dataclass(frozen=True)
class Exchanges:
    """Counts of a turn, or of a match.

    `questions`: headings at which the match waited, or waits, for this seat's word. `sittings`: how often it had to sit
    down for them; one is all that is asked between two letters. `letters`: those that reached it. `answered_for`:
    headings at which it was answered for; `sittings_saved`: sittings at which nothing else was asked.
    """

    questions: int = 0
    sittings: int = 0
    letters: int = 0
    answered_for: int = 0
    sittings_saved: int = 0


@dataclass(frozen=True)
class Meter:
    """A seat's exchange meter: the turn of which it was last told, and the match so far."""

    turn: int
    this_turn: Exchanges
    so_far: Exchanges


@dataclass(frozen=True)
class Sitting:
    """What is asked between two letters, and at how much of it the seat was answered for."""

    asked: int = 0
    answered_for: int = 0


@dataclass(frozen=True)
class OwnTurn:
    """A turn of the seat's own in which it gave orders: `key` names it, `last` is the entry of the last of them.

    `news` is how many reports up to there were news.
    """

    key: str
    last: int
    news: int = 0


NO_TURN = OwnTurn("", 0)


@dataclass(frozen=True)
class Tally:
    """The counts of a seat's log.

    `closed_this_turn` and `closed_so_far` count without the `sitting` that was begun last; the next heading begins
    another where it is `fresh`. `key` names the turn of its own in which the seat was last asked, and is empty where it
    was last asked in another's; `own_turns` are the two of its own in which it last gave orders, the latest first.
    `rules_told`: the entry by which it was told of newer rules since its last orders, or 0. `news`: how many reports
    were news, as the game's words say. `score` is what the game's scorekeeping keeps of it, of the game's own type, and
    None in a game without.
    """

    turn: int = 0
    closed_this_turn: Exchanges = field(default_factory=Exchanges)
    closed_so_far: Exchanges = field(default_factory=Exchanges)
    sitting: Sitting = field(default_factory=Sitting)
    fresh: bool = True
    key: str = ""
    own_turns: tuple[OwnTurn, ...] = ()
    rules_told: int = 0
    news: int = 0
    score: Any = None

    @property
    def meter(self) -> Meter:
        """The seat's exchange meter."""
        return Meter(self.turn, with_sitting(self.closed_this_turn, self.sitting),
                     with_sitting(self.closed_so_far, self.sitting))  # fmt: skip

    def turn_ended(self, *, asked: bool) -> int:
        """The entry of the last orders that the seat gave in a turn of its own; 0 where there was none.

        While it is `asked`, those of the turn in which it is asked do not count.
        """
        return self._last_turn(asked=asked).last

    def news_since(self, *, asked: bool) -> int:
        """How many reports since those orders were news."""
        return self.news - self._last_turn(asked=asked).news

    def _last_turn(self, *, asked: bool) -> OwnTurn:
        return next((one for one in self.own_turns if not (asked and one.key == self.key)), NO_TURN)

    def after(self, told: Iterable[Telling], game: AnyGame, seat: Seat, *, log_length: int) -> Tally:
        """The counts after these reports too, which follow in the seat's log when it has `log_length` entries."""
        tally, keeping, news, score = self, game.score, self.news, self.score
        for number, one in enumerate(told, start=log_length + 1):
            news += game.words.is_news(one.report)
            score = keeping.after(score, one, seat) if keeping is not None else None
            tally = tally._counting(number, one.report, game, seat, news)
        return tally if news == self.news and score is self.score else replace(tally, news=news, score=score)

    def _counting(self, number: int, report: Report, game: AnyGame, seat: Seat, news: int) -> Tally:
        """The counts after this report, with which so many were news; how many and the score are written by `after`."""
        match report:
            case HeadingOpened():
                now = self._in_turn(report.turn)
                begun = replace(now._closed(), fresh=False) if now.fresh else now
                sitting = replace(begun.sitting, asked=begun.sitting.asked + 1)
                return replace(begun, sitting=sitting, key=own_turn(game, report, seat))
            case LetterArrived():
                now = self._in_turn(report.turn)
                return replace(
                    now, fresh=True, closed_this_turn=with_letter(now.closed_this_turn),
                    closed_so_far=with_letter(now.closed_so_far),
                )  # fmt: skip
            case OrdersAccepted(answered_for=True):
                sat = self.sitting
                return replace(
                    self, rules_told=0,
                    sitting=replace(sat, answered_for=sat.answered_for + 1) if sat.asked else sat,
                )  # fmt: skip
            case OrdersAccepted():
                others = tuple(one for one in self.own_turns if one.key != self.key)[:1]
                own = (OwnTurn(self.key, number, news), *others) if self.key else self.own_turns
                return replace(self, own_turns=own, rules_told=0)
            case RulesTold():
                return replace(self, rules_told=number)
        return self

    def _in_turn(self, turn: int) -> Tally:
        """The same in this turn, of which nothing is counted yet where it has just begun."""
        if turn == self.turn:
            return self
        return replace(self._closed(), turn=turn, closed_this_turn=Exchanges(), fresh=True)

    def _closed(self) -> Tally:
        """The same with its sitting among those that are over."""
        return replace(
            self, sitting=Sitting(), closed_this_turn=with_sitting(self.closed_this_turn, self.sitting),
            closed_so_far=with_sitting(self.closed_so_far, self.sitting),
        )  # fmt: skip


def with_letter(counts: Exchanges) -> Exchanges:
    """The counts with one more letter."""
    return replace(counts, letters=counts.letters + 1)


def with_sitting(counts: Exchanges, sitting: Sitting) -> Exchanges:
    """The counts with a sitting added; one at which nothing was asked adds nothing."""
    asked, answered_for = sitting.asked, sitting.answered_for
    return replace(
        counts,
        questions=counts.questions + asked - answered_for,
        sittings=counts.sittings + (asked > answered_for),
        answered_for=counts.answered_for + answered_for,
        sittings_saved=counts.sittings_saved + (0 < asked == answered_for),
    )


def own_turn(game: AnyGame, opened: HeadingOpened, seat: Seat) -> str:
    """What names the player turn in which a seat is asked as the one whose turn it is; empty where that is another's.

    It is the number of the turn and the address of the heading that says whose turn it is.
    """
    if not is_own(game, opened, seat):
        return ""
    names, phasing = opened.address.split("/"), ""
    for place in range(len(names)):
        address = "/".join(names[: place + 1])
        if heading_at(game.outline, address).phasing is not None:
            phasing = address
    return f"{opened.turn} {phasing}"


def is_own(game: AnyGame, opened: HeadingOpened, seat: Seat) -> bool:
    """Whether a seat is asked in no turn of another's. Where its log does not say it, the heading's role does."""
    if opened.own is not None:
        return opened.own
    by = speaker_at(game.outline, opened.address)
    return by == seat or not (by == NON_PHASING or by in game.info.seats)
