"""All that a match page shows of a seat, read in one transaction: whatever stands on a page is of one moment.

Only the latest entries of the seat's log are read; what is to be said of the whole of it is counted (`Tally`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from service.engine.cards import Card
from service.engine.reports import LogEntry
from service.engine.seats import Seat
from service.matches.accounts import Credentials, may_sit, seats_by_link, who_in
from service.matches.cards import told_lately
from service.matches.context import AtSeat, Context
from service.matches.credentials import Account
from service.matches.ending import WaysOut, ways_out_in
from service.matches.errors import NotFound, NotSignedIn
from service.matches.handover import SeatChange, seat_changes_in
from service.matches.history import Record, letters_in
from service.matches.reading import EntryInWords, SeatReading, Signs, entry_of, reading_in, signs_in
from service.matches.who_sits import Company, company_in
from service.store import HeldSeat, SavedCoaching, Work

ENTRIES_ON_A_PAGE = 50
"""So many entries of a log stand on a page; what is older is fetched page by page."""


@dataclass(frozen=True)
class Around:
    """What stands around a seat for one browser.

    `me` is the account that is signed in, `mine` are the other seats of the match at which this browser may sit too,
    and `needing` its seats in other matches that are asked.
    """

    company: Company
    changes: tuple[SeatChange, ...]
    """What was done with the seats of the match."""
    me: Account | None
    mine: tuple[Seat, ...]
    needing: tuple[HeldSeat, ...]


@dataclass(frozen=True)
class Seen:
    """What a page that is open has shown: the log up to `version`, the sheet as it was `written`, and some signs.

    `aside` is None where it does not say what it shows of what is beside the match.
    """

    version: int
    written: int
    settles: bool
    stopped: bool
    aside: str | None = None


@dataclass(frozen=True)
class PageReading:
    """A seat as of one moment: what it knows, its sheet, and some entries of its log, the last of them `until`.

    `told` are its latest entries, back to its last orders and letter, where entries were asked for;
    `rules_told` is the entry that told it of newer rules since its last orders, if one did; `coaching` says how its
    player is coached; `record` is what its latest letters are written from, where those were asked for; `around` and
    `signs`, by which its socket goes on, are there for a browser. `ways_out` is None where nobody has offered anything
    yet.
    """

    reading: SeatReading
    logged: tuple[LogEntry, ...]
    told: tuple[LogEntry, ...]
    until: int
    rules_told: LogEntry | None
    coaching: SavedCoaching
    around: Around | None
    signs: Signs | None
    record: Record | None
    ways_out: WaysOut | None = None
    zone: str = "UTC"
    """By whose clocks whoever holds the seat is shown times."""

    @cached_property
    def entries(self) -> tuple[EntryInWords, ...]:
        """The entries of the log that were read, in its order, in sentences."""
        return tuple(entry_of(self.reading.game, one) for one in self.logged)

    @cached_property
    def news_numbers(self) -> frozenset[int]:
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


def page_reading(
    context: Context,
    at: AtSeat,
    *,
    latest: int = 0,
    before: int | None = None,
    credentials: Credentials | None = None,
    letters: int = 0,
) -> PageReading:
    """What a page shows of a seat; of its log the `latest` entries, or so many `before` an entry.

    `credentials`: what stands around the seat for this browser as well; `letters`: so many of its latest letters too.
    Raises NotFound.
    """
    with context.store.look() as look:
        return _read(context, look, at, latest=latest, before=before, credentials=credentials, letters=letters)


def news_since(context: Context, at: AtSeat, seen: Seen) -> PageReading | None:
    """The same with the latest entries, where there is anything that a page has not shown. Raises NotFound."""
    with context.store.look() as look:
        signs = signs_in(context, look, at)
        now = Seen(
            signs.version, look.matches.sheet(at.match_id, at.seat).version, signs.settles > 0, signs.stopped,
            signs.aside if seen.aside is not None else None,
        )  # fmt: skip
        if now == seen:
            return None
        return _read(context, look, at, latest=ENTRIES_ON_A_PAGE)


def _read(
    context: Context,
    look: Work,
    at: AtSeat,
    *,
    latest: int,
    before: int | None = None,
    credentials: Credentials | None = None,
    letters: int = 0,
) -> PageReading:
    reading = reading_in(context, look, at)
    until = reading.version if before is None else max(0, min(before - 1, reading.version))

    def logged(after: int, most: int) -> list[LogEntry]:
        return look.matches.log(at.match_id, at.seat, reading.game, after, most) if most else []

    rules_told, entries, told = reading.tally.rules_told, logged(max(0, until - latest), min(latest, until)), []
    if latest:
        told = told_lately(
            look, at, reading.game, reading.version, letters=reading.where.letters,
            read=entries if until == reading.version else (),
        )  # fmt: skip
    return PageReading(
        reading=reading,
        logged=tuple(entries),
        told=tuple(told),
        until=until,
        rules_told=next(iter(logged(rules_told - 1, 1)), None) if rules_told and latest else None,
        coaching=look.accounts.coaching(at.account_id, reading.game.info.name, at.seat),
        around=_around(context, look, at, credentials) if credentials is not None else None,
        signs=signs_in(context, look, at) if credentials is not None else None,
        record=letters_in(look, at, latest=letters) if letters else None,
        ways_out=ways_out_in(context, look, at) if reading.agreements else None,
        zone=holder.zone if (holder := look.accounts.by_id(at.account_id)) is not None else "UTC",
    )


def _around(context: Context, look: Work, at: AtSeat, credentials: Credentials) -> Around:
    company = company_in(look, at)
    me = who_in(context, look, credentials)
    mine = tuple(seat for seat in company.holders if seat != at.seat and _may_sit(context, look, credentials, at, seat))
    needing = look.matches.seats_of(me.id, asked=True) if me else []
    for linked in seats_by_link(context, look, credentials):
        held = look.matches.seats_of(linked.account_id, asked=True)
        needing += [
            one for one in held if (one.match_id, one.seat) == (linked.match_id, linked.seat) and one not in needing
        ]
    return Around(
        company,
        tuple(seat_changes_in(look, at.match_id)),
        me,
        mine,
        tuple(one for one in needing if one.match_id != at.match_id),
    )


def _may_sit(context: Context, look: Work, credentials: Credentials, at: AtSeat, seat: Seat) -> bool:
    try:
        may_sit(context, look, credentials, at.match_id, seat)
    except (NotFound, NotSignedIn):
        return False
    return True
