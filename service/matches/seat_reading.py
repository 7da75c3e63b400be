"""All that a match page shows of a seat, read in one transaction: whatever stands on a page is of one moment.

Only the latest entries of the seat's log are read; what is to be said of the whole of it is counted (`Tally`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from service.engine.cards import Card
from service.engine.seats import Seat
from service.matches.accounts import Credentials, may_sit, seats_by_link, who_in
from service.matches.cards import told_lately
from service.matches.context import AtSeat, Context
from service.matches.credentials import Account
from service.matches.errors import NotFound, NotSignedIn
from service.matches.history import Record, record_in
from service.matches.opening import Company, company_in
from service.matches.reading import Entry, Reading, entry_of, reading_in, signs_in
from service.store import LoggedReport, SavedCoaching, SeatLine, Work

LATEST_ENTRIES = 50
"""So many entries of a log stand on a page; what is older is fetched page by page."""


@dataclass(frozen=True)
class Around:
    """What stands around a seat for one browser.

    `me` is the account that is signed in, `mine` are the other seats of the match at which this browser may sit too,
    and `needing` its seats in other matches that are asked.
    """

    company: Company
    me: Account | None
    mine: tuple[Seat, ...]
    needing: tuple[SeatLine, ...]


@dataclass(frozen=True)
class Seen:
    """What a page that is open has shown: the log up to `version`, the sheet as it was `written`, and two signs."""

    version: int
    written: int
    settles: bool
    stopped: bool


@dataclass(frozen=True)
class SeatReading:
    """A seat as of one moment: what it knows, its sheet, and some entries of its log, the last of them `until`.

    `told` are its latest entries, back to its last orders and letter, where entries were asked for;
    `rules_told` is the entry that told it of newer rules since its last orders, if one did; `coaching` says how its
    player is coached; `record` is its whole log, where that was asked for, and `around` likewise.
    """

    reading: Reading
    logged: tuple[LoggedReport, ...]
    told: tuple[LoggedReport, ...]
    until: int
    rules_told: LoggedReport | None
    coaching: SavedCoaching
    around: Around | None
    record: Record | None

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The entries of the log that were read, in its order, in sentences."""
        return tuple(entry_of(self.reading.game, one) for one in self.logged)

    @cached_property
    def news(self) -> frozenset[int]:
        """The numbers of the latest entries that are news."""
        is_news = self.reading.game.words.is_news
        return frozenset(one.number for one in self.told if is_news(one.report))

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """What came of the fights and movements of which the latest entries tell."""
        return self.reading.game.words.cards(self.reading.known, self.told)

    @property
    def is_latest(self) -> bool:
        """Whether the entries are the latest of the log."""
        return self.until == self.reading.version

    @property
    def first(self) -> int:
        """The number of the first entry that was read, or of what would come next."""
        return self.logged[0].number if self.logged else self.until + 1


def seat_reading(
    context: Context,
    at: AtSeat,
    *,
    latest: int = 0,
    before: int | None = None,
    credentials: Credentials | None = None,
    record: bool = False,
) -> SeatReading:
    """What a page shows of a seat; of its log the `latest` entries, or so many `before` an entry.

    `credentials`: what stands around the seat for this browser as well; `record`: the whole log too. Raises NotFound.
    """
    with context.store.look() as look:
        return _read(context, look, at, latest=latest, before=before, credentials=credentials, record=record)


def news_since(context: Context, at: AtSeat, seen: Seen) -> SeatReading | None:
    """The same with the latest entries, where there is anything that a page has not shown. Raises NotFound."""
    with context.store.look() as look:
        signs = signs_in(context, look, at)
        now = Seen(signs.version, look.matches.sheet(at.match_id, at.seat).version, signs.settles > 0, signs.stopped)
        if now == seen:
            return None
        return _read(context, look, at, latest=LATEST_ENTRIES)


def _read(
    context: Context,
    look: Work,
    at: AtSeat,
    *,
    latest: int,
    before: int | None = None,
    credentials: Credentials | None = None,
    record: bool = False,
) -> SeatReading:
    reading = reading_in(context, look, at)
    until = reading.version if before is None else max(0, min(before - 1, reading.version))

    def logged(after: int, most: int) -> list[LoggedReport]:
        return look.matches.log(at.match_id, at.seat, reading.game, after, most) if most else []

    rules_told, entries, told = reading.tally.rules_told, logged(max(0, until - latest), min(latest, until)), []
    if latest:
        told = told_lately(
            look, at, reading.game, reading.version, letters=reading.where.letters,
            read=entries if until == reading.version else (),
        )  # fmt: skip
    return SeatReading(
        reading=reading,
        logged=tuple(entries),
        told=tuple(told),
        until=until,
        rules_told=next(iter(logged(rules_told - 1, 1)), None) if rules_told and latest else None,
        coaching=look.accounts.coaching(at.account_id, reading.game.info.name, at.seat),
        around=_around(context, look, at, credentials) if credentials is not None else None,
        record=record_in(look, at) if record else None,
    )


def _around(context: Context, look: Work, at: AtSeat, credentials: Credentials) -> Around:
    company = company_in(look, at)
    me = who_in(context, look, credentials)
    mine = tuple(seat for seat in company.holders if seat != at.seat and _may_sit(context, look, credentials, at, seat))
    lines = look.matches.lines_of(me.id, asked=True) if me else []
    for linked in seats_by_link(context, look, credentials):
        held = look.matches.lines_of(linked.account_id, asked=True)
        lines += [
            one for one in held if (one.match_id, one.seat) == (linked.match_id, linked.seat) and one not in lines
        ]
    return Around(company, me, mine, tuple(one for one in lines if one.match_id != at.match_id))


def _may_sit(context: Context, look: Work, credentials: Credentials, at: AtSeat, seat: Seat) -> bool:
    try:
        may_sit(context, look, credentials, at.match_id, seat)
    except (NotFound, NotSignedIn):
        return False
    return True
