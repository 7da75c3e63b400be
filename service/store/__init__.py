"""The store: matches and accounts, saved so that whatever was acknowledged is still there after a crash.

Rules never run while a transaction is open: read, let the umpire work, then write, if nobody wrote meanwhile. A page
that is only looked at is drawn from one snapshot, which no writer waits for.

    match = store.read(match_id)
    outcome = umpire.take_up(match.game, match.state, seat, orders, entry, match.dice())
    with store.work() as work:
        work.matches.append(match, outcome, seat, now, queued=number)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, Engine

from service.engine.game import AnyGame
from service.store.accounts import (
    Accounts,
    SavedAccount,
    SavedCoaching,
    SavedInvitation,
    SavedLink,
    SavedSession,
    SavedToken,
)
from service.store.agreements import Agreements
from service.store.arrivals import Arrivals, SavedArrival
from service.store.backup import copy_beside
from service.store.codec import Codec
from service.store.database import UnfitAddress, make_engines
from service.store.instance_lock import AlreadyServed, Claim, one_at_a_time, single_instance
from service.store.keeping import Keeping, KeptAccount, KeptMatch
from service.store.kept_pictures import KeptPictures
from service.store.leases import Leases
from service.store.match_columns import write_up
from service.store.matches import Matches
from service.store.migrate import is_behind, is_up_to_date, migrate
from service.store.moderators import Moderators
from service.store.notice_writing import NoticeKind
from service.store.notices import BESIDES, ChannelKind, Notices, SavedChannel, SavedNotice, SavedQueue
from service.store.queue import Accepting, Queue, accepting
from service.store.rights import raise_all
from service.store.saved import (
    POSITION_EVERY,
    HeldSeat,
    MatchFacts,
    MatchMovedOn,
    Queued,
    SavedAnswer,
    SavedArbiter,
    SavedMatch,
    SavedMessage,
    SavedModerator,
    SavedNote,
    SavedOffer,
    SavedOpenSeat,
    SavedSeat,
    SavedSheet,
    SeatTold,
    Worked,
)
from service.store.seatings import SavedSeatChange, SavedWish, Seatings
from service.store.shelf import Shelf
from service.store.talk import Talk
from service.store.together import Together
from service.store.unavailable import TranslateDatabaseErrors, Unavailable, translate_database_errors
from service.store.unit import Unit

__all__ = [
    "BESIDES",
    "POSITION_EVERY",
    "Accepting",
    "AlreadyServed",
    "ChannelKind",
    "Claim",
    "HeldSeat",
    "KeptAccount",
    "KeptMatch",
    "MatchFacts",
    "MatchMovedOn",
    "NoSuchMatch",
    "NoticeKind",
    "Queued",
    "SavedAccount",
    "SavedAnswer",
    "SavedArbiter",
    "SavedArrival",
    "SavedChannel",
    "SavedCoaching",
    "SavedInvitation",
    "SavedLink",
    "SavedMatch",
    "SavedMessage",
    "SavedModerator",
    "SavedNote",
    "SavedNotice",
    "SavedOffer",
    "SavedOpenSeat",
    "SavedQueue",
    "SavedSeat",
    "SavedSeatChange",
    "SavedSession",
    "SavedSheet",
    "SavedToken",
    "SavedWish",
    "SeatTold",
    "Store",
    "Unavailable",
    "UnfitAddress",
    "Work",
    "Worked",
    "accepting",
    "write_up",
]  # fmt: skip


T = TypeVar("T")


class NoSuchMatch(LookupError):
    """There is no match of this id."""


class Work(Unit):
    """A unit of work: one transaction, with the records that it can touch."""

    def __init__(self, connection: Connection, store: Store, *, writes: bool) -> None:
        super().__init__(connection, writes=writes)
        self.shelf, self.pictures = store.shelf, store.pictures

    @cached_property
    def matches(self) -> Matches:
        return Matches(self, self.shelf, self.pictures)

    @cached_property
    def queue(self) -> Queue:
        return Queue(self, self.shelf, self.matches)

    @cached_property
    def accounts(self) -> Accounts:
        return Accounts(self)

    @cached_property
    def notices(self) -> Notices:
        return Notices(self)

    @cached_property
    def agreements(self) -> Agreements:
        return Agreements(self)

    @cached_property
    def moderators(self) -> Moderators:
        return Moderators(self)

    @cached_property
    def seatings(self) -> Seatings:
        return Seatings(self)

    @cached_property
    def talk(self) -> Talk:
        return Talk(self)

    @cached_property
    def arrivals(self) -> Arrivals:
        return Arrivals(self)

    @cached_property
    def keeping(self) -> Keeping:
        return Keeping(self)

    @cached_property
    def leases(self) -> Leases:
        return Leases(self)

    def commit(self) -> None:
        """Write what the session has still to write, raise the numbers of rights that may have ended, and commit."""
        self.flush()
        if self.doubted:
            raise_all(self, self.doubted)
        self.connection.commit()
        for work in self.committed:
            work()


class Store:
    """The database of one service, and the games on its shelf.

    A game with the figures that its version was released with was found sound by the tests of that release, and is not
    asked at every start again. Raises FaultyGame for another with faults.
    """

    def __init__(self, url: str, games: Mapping[str, AnyGame]) -> None:
        for game in games.values():
            if not game.is_as_released:
                game.validate()
        self.shelf = Shelf(games)
        self.pictures = KeptPictures()
        self.writer, self.reader = make_engines(url)
        self.claim: Claim | None = None
        self._together = Together(lambda: self.work(), Unavailable)

    @property
    def games(self) -> Mapping[str, AnyGame]:
        """The games on offer, by name."""
        return self.shelf.games

    def game(self, name: str, data: str = "") -> AnyGame:
        """The game of this name played by the set of this id; by the one on offer where none is named.

        Raises LookupError, UnfitData.
        """

        def kept(id: str) -> str | None:
            with self.look() as look:
                return look.matches.kept(id)

        return self.shelf.find(name, data, kept)

    def codec(self, game: AnyGame) -> Codec:
        """How the dataclasses of a game become text and come back."""
        return self.shelf.codec(game)

    @contextmanager
    def work(self) -> Iterator[Work]:
        """A transaction that writes; committed at the end, rolled back where anything is raised."""
        with self._unit_of_work(self.writer, writes=True) as work:
            yield work
            work.commit()

    def write_for(self, match_id: str, write: Callable[[Work], T]) -> T:
        """Write what belongs to a match, in a transaction that those may share who write at the same time.

        SQLite has one writer at a time anyway, and so waits for the disk less often. `write` is called a second time
        where another's has failed. Raises what it raises, and Unavailable.
        """
        if not self.is_embedded:
            with self.work() as work:
                return write(work)

        def alone(work: Work) -> T:
            work.forget_ahead()
            return write(work)

        found: T = self._together.write(match_id, alone)
        return found

    def look(self) -> AbstractContextManager[Work]:
        """A transaction that only reads, and sees one moment throughout."""
        return self._unit_of_work(self.reader, writes=False)

    @contextmanager
    def _unit_of_work(self, engine: Engine, *, writes: bool) -> Iterator[Work]:
        with (
            translate_database_errors(),
            engine.connect() as connection,
            closing(Work(connection, self, writes=writes)) as work,
        ):
            yield work

    def one_moment(self) -> OneMoment:
        """This store, for whoever reads with several calls what is to be of one moment: that of the first of them.

        Writing ends it; what is read after that is of a moment of its own, which knows what was written. Whoever asks
        for it ends it at last, if it `is_open`.
        """
        return OneMoment(self)

    def read(self, match_id: str) -> SavedMatch:
        """A match's position and version, with no transaction left open. Raises NoSuchMatch."""
        with self.look() as look:
            match = look.matches.saved(match_id)
        if match is None:
            raise NoSuchMatch(match_id)
        return match

    @property
    def is_embedded(self) -> bool:
        """Whether the database is a file of our own."""
        return self.writer.dialect.name == "sqlite"

    @contextmanager
    def single_instance(self) -> Iterator[None]:
        """The right to serve this database, which of a file of our own one process has. Raises AlreadyServed."""
        with single_instance(self.writer) as self.claim:
            yield

    @contextmanager
    def one_at_a_time(self) -> Iterator[None]:
        """What is done in here one process at a time does. Raises AlreadyServed where another's turn does not end."""
        with translate_database_errors(), one_at_a_time(self.writer):
            yield

    def migrate(self) -> Path | None:
        """Bring the tables up to date, one process after another; the file to which a SQLite database of an earlier
        release was copied first.

        Raises UnfitAddress, UnfitBackup.
        """
        with translate_database_errors(), self.one_at_a_time():
            file = self.writer.url.database
            former = copy_beside(Path(file)) if self.is_embedded and file and is_behind(self.writer) else None
            migrate(self.writer)
        return former

    def is_up_to_date(self) -> bool:
        with translate_database_errors():
            return is_up_to_date(self.writer)

    def close(self) -> None:
        self.writer.dispose()
        self.reader.dispose()


class OneMoment(Store):
    """A store all of whose looks are of one transaction, until something is written or the moment is ended."""

    def __init__(self, store: Store) -> None:
        vars(self).update(vars(store))
        self._until, self._looking = ExitStack(), cast(Work | None, None)

    @property
    def is_open(self) -> bool:
        """Whether a transaction is open: nothing waits for the database where none is."""
        return self._looking is not None

    def look(self) -> AbstractContextManager[Work]:
        if self._looking is None:
            self._looking = self._until.enter_context(super().look())
        return LookInMoment(self._looking, self)

    @contextmanager
    def work(self) -> Iterator[Work]:
        self.end()
        try:
            with super().work() as work:
                yield work
        finally:
            self.end()

    def write_for(self, match_id: str, write: Callable[[Work], T]) -> T:
        self.end()
        return super().write_for(match_id, write)

    def end(self) -> None:
        """End the moment: what is read after is of another."""
        self._looking = None
        self._until.close()


class LookInMoment(TranslateDatabaseErrors[Work]):
    """A look of a moment, which is over where the database could not be had: a lost line is read on no more."""

    def __init__(self, given: Work, moment: OneMoment) -> None:
        super().__init__(given)
        self.moment = moment

    def __exit__(self, *raised: Any) -> None:
        try:
            super().__exit__(*raised)
        except Unavailable:
            self.moment.end()
            raise
