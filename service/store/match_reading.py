"""Reading matches from the database: their facts, positions, pictures, logs and journals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import bindparam, func
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from service.engine.dice import Seeds
from service.engine.dice_events import Rolled
from service.engine.events import Event
from service.engine.game import AnyGame
from service.engine.kinds import kind_of
from service.engine.recording import follow
from service.engine.reports import AT_ANY_MOMENT, LogEntry
from service.engine.seats import Seat
from service.store import tables
from service.store.kept_pictures import KeptPictures
from service.store.saved import (
    HeldSeat,
    JournalStep,
    MatchFacts,
    SavedAnswer,
    SavedMatch,
    SavedSeat,
    SavedSheet,
    SavedSigns,
)
from service.store.shelf import Shelf
from service.store.statements import MATCH, SEAT, Prepared, Records, Unit, run

REPEATED = frozenset(kind_of(report) for report in AT_ANY_MOMENT)
"""Kinds that a seat can bring about as often as it likes, in the same words. No picture changes anything in them."""

_m, _s, _j = tables.Match, tables.Seat, tables.JournalEntry
_e, _h, _a = tables.LogEntry, tables.Sheet, tables.Answer
_AFTER: Any = bindparam("after")
_MOST: Any = bindparam("most")
_KIND: Any = bindparam("kind")
_NOW: Any = bindparam("now")
_FACTS: Any = (
    _m.id, _m.game, _m.data, _m.scenario, _m.options, _m.rules_version, _m.chain_end, _m.hidden, _m.turns,
    _m.dice_scheme, _m.opened_by, _m.opened_at, _m.name, _m.due_at, _m.stopped_at, _m.paused_at,
    _m.agreements, _m.rematch_of, _m.terms,
)  # fmt: skip
_KNOWN: Any = (_s.clock, _s.account_id, _s.picture, _s.log_length, _s.tally, _s.journal_seen, _s.sent_at)
_JOURNAL_LENGTH = select(func.max(_j.number)).where(_j.match_id == MATCH)
OF_A_MATCH = Prepared(select(_m.version, *_FACTS).where(_m.id == MATCH))
_POSITION = Prepared(
    select(
        _m.version,
        _m.position,
        _m.position_at,
        _m.journal_length,
        _JOURNAL_LENGTH.scalar_subquery(),  # type: ignore[call-overload]
    ).where(_m.id == MATCH)
)
_SINCE = Prepared(
    select(_j.event)
    .where(_j.match_id == MATCH, _j.number > _AFTER, _j.number <= _MOST)
    .order_by(col(_j.number))
)  # fmt: skip
STANDS_AT = Prepared(select(_m.version, _JOURNAL_LENGTH.scalar_subquery()).where(_m.id == MATCH))
_PICTURES = Prepared(select(_s.seat, _s.picture, _s.log_length).where(_s.match_id == MATCH))
HOLDER = Prepared(select(_s.account_id).where(_s.match_id == MATCH, _s.seat == SEAT))
_LOG_LENGTH = Prepared(select(_s.log_length).where(_s.match_id == MATCH, _s.seat == SEAT))
_seats = aliased(_s)
_TAKEN = select(func.count(col(_seats.account_id))).where(_seats.match_id == MATCH).scalar_subquery()
_CHANGED = select(func.count()).where(tables.SeatChange.match_id == MATCH).scalar_subquery()
_talk, _box = tables.Message, tables.TalkBox
_TALK: Any = (
    select(func.coalesce(func.max(_talk.number), 0)).where(_talk.match_id == MATCH, _talk.seat == SEAT)
    .scalar_subquery(),
    select(func.coalesce(func.max(_box.read), 0)).where(_box.match_id == MATCH, _box.seat == SEAT).scalar_subquery(),
)  # fmt: skip
"""How many messages were said to a seat, and up to which it has read them."""


def _unread_at(match: Any, seat: Any) -> Any:
    """How many messages of others a seat has not read."""
    read = select(func.coalesce(func.max(_box.read), 0)).where(_box.match_id == match, _box.seat == seat)
    theirs = (_talk.match_id == match, _talk.seat == seat, _talk.sender != seat)
    after = read.correlate(_s).scalar_subquery()
    return select(func.count()).where(*theirs, _talk.number > after).correlate(_s).scalar_subquery()


_HEARD: Any = (*_TALK, _unread_at(_s.match_id, _s.seat))
"""The same, and how many messages of others it has not read."""
READER = Prepared(
    select(_m.game, _m.data, _s.picture, _s.log_length)
    .join(_m, col(_m.id) == col(_s.match_id))
    .where(_s.match_id == MATCH, _s.seat == SEAT)
)
"""What whoever reads a seat's log has to know of it."""
SIGNS = Prepared(
    select(_s.log_length, _s.sent_at, _m.stopped_at, _TAKEN, _CHANGED, _m.agreements, *_TALK)  # type: ignore[call-overload]
    .join(_m, col(_m.id) == col(_s.match_id))
    .where(_s.match_id == MATCH, _s.seat == SEAT)
)
_LOG: Any = (
    select(_e.number, _e.letter, _e.turn, _e.kind, _e.report)  # type: ignore[call-overload]
    .where(_e.match_id == MATCH, _e.seat == SEAT, _e.number > _AFTER)
    .order_by(col(_e.number))
)
_LOG_OF_A_KIND = Prepared(_LOG.limit(_MOST).where(_e.kind == _KIND))
ALL_OF_LOG = Prepared(_LOG.where(_e.number <= _MOST))  # its numbers have no gaps
_LATEST: Any = (
    select(_e.number, _e.letter, _e.turn, _e.kind, _e.report)  # type: ignore[call-overload]
    .where(_e.match_id == MATCH, _e.seat == SEAT, _e.number < _AFTER, _e.kind == _KIND)
    .order_by(col(_e.number).desc())
    .limit(_MOST)
)
_LATEST_OF_A_KIND = Prepared(_LATEST)
_KEPT = Prepared(
    select(_e.number, _e.picture)
    .where(_e.match_id == MATCH, _e.seat == SEAT, _e.number <= _MOST, col(_e.picture).is_not(None))
    .order_by(col(_e.number).desc())
    .limit(1)
)
_KEPT_AT = Prepared(
    select(func.max(_e.number)).where(
        _e.match_id == MATCH, _e.seat == SEAT, _e.number <= _MOST, col(_e.picture).is_not(None)
    )
)
_OF_A_LETTER = Prepared(
    select(_e.number)
    .where(_e.match_id == MATCH, _e.seat == SEAT, _e.letter == bindparam("letter"))
    .order_by(col(_e.number).desc())
    .limit(1)
)
ANSWER = Prepared(
    select(_a.asked, _a.accepted).where(_a.match_id == MATCH, _a.seat == SEAT, _a.key == bindparam("key"))
)
SHEET = Prepared(
    select(_h.version, _h.orders, _h.asked_at, _s.asked, _s.asked_at)  # type: ignore[call-overload]
    .join(_s, (col(_s.match_id) == col(_h.match_id)) & (col(_s.seat) == col(_h.seat)))
    .where(_h.match_id == MATCH, _h.seat == SEAT)
)
_DUE = Prepared(select(_m.id).where(col(_m.due_at) <= _NOW, col(_m.stopped_at).is_(None)).order_by(col(_m.due_at)))
_OUT = Prepared(
    select(_m.id)
    .join(_s, col(_s.match_id) == col(_m.id))
    .where(col(_s.runs_out_at) <= _NOW, col(_m.stopped_at).is_(None))
    .order_by(col(_s.runs_out_at))
)
OUT_OF = Prepared(
    select(_s.seat, _s.runs_out_at)
    .where(_s.match_id == MATCH, col(_s.runs_out_at).is_not(None))
    .order_by(col(_s.runs_out_at))
)
_NEXT_OUT = Prepared(
    select(_s.runs_out_at)
    .join(_m, col(_m.id) == col(_s.match_id))
    .where(col(_s.runs_out_at).is_not(None), col(_m.stopped_at).is_(None))
    .order_by(col(_s.runs_out_at))
    .limit(1)
)
_NEXT_DUE = Prepared(
    select(_m.due_at).where(col(_m.due_at).is_not(None), col(_m.stopped_at).is_(None)).order_by(col(_m.due_at)).limit(1)
)
AT_A_SEAT = Prepared(
    select(*_KNOWN, *_HEARD, *_FACTS)
    .join(_m, col(_m.id) == col(_s.match_id))
    .where(_s.match_id == MATCH, _s.seat == SEAT)
)


LAST_NUMBER = 2**31 - 1
"""No entry of a log has a number above this."""


def last_of(after: int, limit: int) -> int:
    """The number of the last of so many entries behind one."""
    return min(after + limit, LAST_NUMBER)


class MatchReading(Records):
    """What can be read of the matches, within one unit of work."""

    def __init__(self, unit: Unit, shelf: Shelf, kept: KeptPictures) -> None:
        super().__init__(unit)
        self.kept_pictures = kept
        self.shelf = shelf

    # ---- sets of data

    def game(self, name: str, data: str = "") -> AnyGame:
        """The game of this name played by the set of this id; by the one on offer where none is named.

        Raises LookupError, UnfitData.
        """
        return self.shelf.find(name, data, self.kept)

    def kept(self, data: str) -> str | None:
        """The text of a set of data that is kept; None where there is none of that id."""
        row = self.session.get(tables.KeptData, data)
        return row.files if row is not None else None

    # ---- reading

    def facts(self, match_id: str) -> MatchFacts | None:
        return self.facts_and_version(match_id)[0]

    def facts_and_version(self, match_id: str) -> tuple[MatchFacts | None, int]:
        """The same, and how often the match's position has been written."""
        row = run(self.unit, OF_A_MATCH, {"match_id": match_id}).first()
        return (self._facts_of(*row[1:]), row[0]) if row is not None else (None, 0)

    def _facts_of(
        self, id: str, game: str, data: str, scenario: str, options: Any, rules_version: str, chain_end: bytes,
        hidden: bytes, turns: int, scheme: int, *others: Any,
    ) -> MatchFacts:  # fmt: skip
        """The facts of a match from its columns, in their order."""
        opened_by, opened_at, name, due_at, stopped_at, paused_at, agreements, rematch_of, terms = others
        return MatchFacts(
            id=id,
            game=self.game(game, data),
            scenario=scenario,
            options=dict(options),
            rules_version=rules_version,
            seeds=Seeds(chain_end, hidden, turns, 1 if scheme == 1 else 2),
            opened_by=opened_by,
            opened_at=opened_at,
            name=name,
            due_at=due_at,
            stopped_at=stopped_at,
            paused_at=paused_at,
            data=data,
            agreements=agreements,
            rematch_of=rematch_of,
            terms=dict(terms),
        )

    def saved(self, match_id: str) -> SavedMatch | None:
        """The whole position: what the umpire needs, and nobody else."""
        facts = self.facts(match_id)
        return None if facts is None else self.saved_of(facts)

    def saved_of(self, facts: MatchFacts) -> SavedMatch:
        """The same of a match whose facts were just read."""
        found = run(self.unit, _POSITION, {"match_id": facts.id}).one()
        version, position, stored_at, worked, journal_length = found
        seats = self.pictures(facts.id, facts.game)
        pictures = {seat: picture for seat, (picture, _) in seats.items()}
        log_lengths = {seat: log_length for seat, (_, log_length) in seats.items()}
        codec = self.shelf.codec(facts.game)
        state = codec.to_position(position, pictures, log_lengths)
        state.rules_version = state.rules_version or facts.rules_version
        if stored_at < worked:
            follow(state, self.journal_between(facts.id, facts.game, stored_at, worked))
        return SavedMatch(facts, state, version, journal_length or 0, worked - stored_at)

    def pictures(self, match_id: str, game: AnyGame) -> dict[Seat, tuple[Any, int]]:
        """What each seat knows, and how long its log is; for the umpire, as the position is."""
        codec = self.shelf.codec(game)
        rows = run(self.unit, _PICTURES, {"match_id": match_id}).all()
        stored = {seat: (codec.to_picture(picture), log_length) for seat, picture, log_length in rows}
        return {seat: stored[seat] for seat in game.info.seats}

    def stands_at(self, match_id: str) -> tuple[int, int]:
        """How often a match's position has been written, and how long its journal is; 0 where it is gone."""
        found = run(self.unit, STANDS_AT, {"match_id": match_id}).first()
        return (found[0], found[1] or 0) if found else (0, 0)

    def seat(self, match_id: str, seat: Seat, *, shared: bool = False) -> SavedSeat | None:
        """One seat and what it knows; the truth is not read. A `shared` picture is others' too: nobody changes it."""
        row = run(self.unit, AT_A_SEAT, {"match_id": match_id, "seat": seat}).first()
        if row is None:
            return None
        clock, account, picture, log_length, tally, journal_seen, sent_at, said, read, unread, *columns = row
        facts = self._facts_of(*columns)
        codec = self.shelf.codec(facts.game)
        known_of = self.kept_pictures.look_at if shared else self.kept_pictures.read
        known, counted = known_of(codec, match_id, seat, picture), codec.to_tally(tally)
        return SavedSeat(
            facts, seat, account, known, log_length, counted, journal_seen, sent_at, said, read, clock, unread
        )

    def reader(self, match_id: str, seat: Seat) -> tuple[AnyGame, Any, int] | None:
        """The game, what a seat knows, and how long its log is; for less than all of the seat.

        The picture is shared with others: nobody changes it.
        """
        row = run(self.unit, READER, {"match_id": match_id, "seat": seat}).first()
        if row is None:
            return None
        game = self.game(row[0], row[1])
        return game, self.kept_pictures.look_at(self.shelf.codec(game), match_id, seat, row[2]), row[3]

    def holder(self, match_id: str, seat: Seat) -> tuple[str | None] | None:
        """The account at a seat, in a tuple; None where there is no such seat."""
        found = run(self.unit, HOLDER, {"match_id": match_id, "seat": seat}).first()
        return (found[0],) if found else None

    def holders(self, match_id: str) -> dict[Seat, str | None]:
        s = tables.Seat
        query = select(s.seat, s.account_id).where(s.match_id == match_id).order_by(col(s.seat))
        return dict(self.session.exec(query).all())

    def log_length(self, match_id: str, seat: Seat) -> int:
        return int(run(self.unit, _LOG_LENGTH, {"match_id": match_id, "seat": seat}).scalar_one())

    def signs(self, match_id: str, seat: Seat) -> SavedSigns | None:
        """How a seat's log and its match stand, in one small row."""
        found = run(self.unit, SIGNS, {"match_id": match_id, "seat": seat}).first()
        return SavedSigns(*found) if found else None

    def log(
        self, match_id: str, seat: Seat, game: AnyGame, after: int, limit: int, kind: str | None = None
    ) -> list[LogEntry]:
        """Entries of a seat's log with numbers above `after`, in order; of one kind, where one is named."""
        asked = {"match_id": match_id, "seat": seat, "after": after}
        if kind is None:
            logged = run(self.unit, ALL_OF_LOG, {**asked, "most": last_of(after, limit)})
        else:
            logged = run(self.unit, _LOG_OF_A_KIND, {**asked, "most": limit, "kind": kind})
        return self._entries(game, logged)

    def latest(self, match_id: str, seat: Seat, game: AnyGame, kind: str, before: int, limit: int) -> list[LogEntry]:
        """The latest entries of a kind in a seat's log with numbers below `before`, the last of them first."""
        asked = {"match_id": match_id, "seat": seat, "after": before, "most": limit, "kind": kind}
        return self._entries(game, run(self.unit, _LATEST_OF_A_KIND, asked))

    def _entries(self, game: AnyGame, logged: Iterable[tuple[Any, ...]]) -> list[LogEntry]:
        to_telling = self.shelf.codec(game).to_telling
        of_the_same = cache(to_telling)  # for this reading alone: what is remembered longer tells who has read what
        found = []
        for number, letter, turn, kind, report in logged:
            told = (of_the_same if kind in REPEATED else to_telling)(report)
            found.append(LogEntry(number, letter, told.report, told.occasion, turn))
        return found

    def seats_of(self, account_id: str, *, asked: bool = False) -> list[HeldSeat]:
        """The seats that an account holds, newest match first; or only those that are asked."""
        m, s = tables.Match, tables.Seat
        columns = (
            m.id, m.game, m.scenario, s.seat, s.turn, s.asked, s.ended, m.opened_at, m.opened_by, m.name, m.options,
            s.question, s.asked_at, s.log_length, m.data, s.ends_at, _unread_at(s.match_id, s.seat),
        )  # fmt: skip
        rows = self.session.execute(
            select(*columns)  # type: ignore[call-overload]
            .join(s, col(s.match_id) == col(m.id))
            .where(s.account_id == account_id, *((col(s.asked), col(s.ended).is_(False)) if asked else ()))
            .order_by(col(m.opened_at).desc(), col(m.id), col(s.seat))
        ).all()
        return [HeldSeat(*row) for row in rows]

    def has_ended(self, match_id: str) -> bool:
        """Whether all seats of a match were told that it is over."""
        s = tables.Seat
        going_on = select(s.seat).where(s.match_id == match_id, col(s.ended).is_(False)).limit(1)
        return self.session.exec(going_on).first() is None

    def opened_and_going_on(self, account_id: str) -> int:
        """How many matches the account has opened and still plays at a seat of, as far as it has been told."""
        m, s = tables.Match, tables.Seat
        query = (
            select(func.count(func.distinct(m.id)))
            .join(s, col(s.match_id) == col(m.id))
            .where(m.opened_by == account_id, s.account_id == account_id, col(s.ended).is_(False))
        )
        return self.session.exec(query).one()

    def due_at(self, match_id: str) -> datetime | None:
        """When the time that runs in a match is over; None where none runs."""
        m = tables.Match
        return self.session.exec(select(m.due_at).where(m.id == match_id)).one()

    def due(self, now: datetime) -> list[str]:
        """The matches whose time is over; none that have stopped."""
        found = (*run(self.unit, _DUE, {"now": now}).scalars(), *run(self.unit, _OUT, {"now": now}).scalars())
        return list(dict.fromkeys(found))

    def run_out(self, match_id: str, now: datetime) -> list[tuple[Seat, datetime]]:
        """The seats of a match whose time is over, and since when, for which the umpire is to answer."""
        return [(seat, at) for seat, at in run(self.unit, OUT_OF, {"match_id": match_id}) if at <= now]

    def next_due(self) -> datetime | None:
        """When the next time is over, in whatever match."""
        found = (run(self.unit, one).scalars().first() for one in (_NEXT_DUE, _NEXT_OUT))
        return min((one for one in found if one is not None), default=None)

    def public_rolls(self, match_id: str, game: AnyGame, until: int) -> list[Rolled]:
        """The public rolls among the first `until` events. No others are taken out: that would take its time."""
        rolled = self.journal_of(match_id, game, ("rolled",), until=until, saying='"public":true')
        return [event for _, event in rolled if isinstance(event, Rolled) and event.public]

    def journal_of(
        self, match_id: str, game: AnyGame, kinds: Sequence[str], *, until: int | None = None, saying: str = ""
    ) -> list[tuple[int, Event]]:
        """The events of these kinds, in order, each with its number in the journal.

        Only the first `until` events are looked through, and only those taken in whose text has `saying` in it.
        """
        j = tables.JournalEntry
        query = select(j.number, j.event).where(j.match_id == match_id, col(j.kind).in_(kinds))
        if until is not None:
            query = query.where(j.number <= until)
        if saying:
            query = query.where(col(j.event).contains(saying, autoescape=True))
        codec = self.shelf.codec(game)
        return [(number, codec.to_event(text)) for number, text in self.session.exec(query.order_by(col(j.number)))]

    def journal(self, match_id: str, game: AnyGame) -> list[Event]:
        """Every event of a match, in order."""
        j = tables.JournalEntry
        query = select(j.event).where(j.match_id == match_id).order_by(col(j.number))
        codec = self.shelf.codec(game)
        return [codec.to_event(text) for text in self.session.exec(query).all()]

    def journal_between(self, match_id: str, game: AnyGame, after: int, until: int) -> list[Event]:
        """The events of a match with numbers above `after`, up to `until`, in order."""
        codec = self.shelf.codec(game)
        asked = {"match_id": match_id, "after": after, "most": until}
        return [codec.to_event(event) for event in run(self.unit, _SINCE, asked).scalars()]

    def opening(self, match_id: str, game: AnyGame) -> Any:
        """The position before the first event."""
        row = self.session.get_one(tables.Opening, match_id)
        state = self.shelf.codec(self.game(game.info.name, row.data)).to_opening(row.position)
        state.rules_version = self.session.exec(
            select(tables.Match.rules_version).where(tables.Match.id == match_id)
        ).one()
        return state

    def behind(self) -> list[str]:
        """The matches that go on and were last worked by another version of their rules than this one."""
        m, j, s = tables.Match, tables.JournalEntry, tables.Seat
        going_on = select(s.match_id).where(col(s.ended).is_(False))
        last = (
            select(m.id, m.game, j.rules_version)
            .join(j, (col(j.match_id) == col(m.id)) & (col(j.number) == col(m.journal_length)))
            .where(col(m.id).in_(going_on))
            .order_by(col(m.id))
        )
        return [
            match_id for match_id, game, version in self.session.exec(last) if version != self.game(game).info.version
        ]

    def steps(self, match_id: str) -> list[JournalStep]:
        """The calls that the journal came of, in order: how many events each left, and by which rules."""
        j, m = tables.JournalEntry, tables.Match
        opened = self.session.exec(select(m.rules_version).where(m.id == match_id)).one()
        counted = (
            select(j.version, j.rules_version, func.count())
            .where(j.match_id == match_id)
            .group_by(col(j.version), col(j.rules_version))
            .order_by(func.min(j.number))
        )
        return [JournalStep(step, rules or opened, events) for step, rules, events in self.session.exec(counted)]

    def picture_kept(self, match_id: str, seat: Seat, game: AnyGame, until: int) -> tuple[int, Any]:
        """The latest of a seat's pictures that are kept up to this entry of its log, and the entry after which it is.

        It is the opening's, and 0, before the first.
        """
        kept = run(self.unit, _KEPT, {"match_id": match_id, "seat": seat, "most": until}).first()
        if kept is None:
            return 0, self.opening_picture(match_id, seat, game)
        return kept[0], self.shelf.codec(game).to_picture(kept[1])

    def kept_at(self, match_id: str, seat: Seat, until: int) -> int:
        """The entry after which that picture is; 0 for the opening's."""
        found = run(self.unit, _KEPT_AT, {"match_id": match_id, "seat": seat, "most": until}).scalar_one()
        return found or 0

    def end_of_letter(self, match_id: str, seat: Seat, letter: int) -> int:
        """The number of the last entry that a letter brought to a seat; 0 for one that it has not had."""
        found = run(self.unit, _OF_A_LETTER, {"match_id": match_id, "seat": seat, "letter": letter}).first()
        return int(found[0]) if found else 0

    def opening_picture(self, match_id: str, seat: Seat, game: AnyGame) -> Any:
        """What one seat knew before it was told anything; no other part of the opening is read."""
        row = self.session.get_one(tables.Opening, match_id)
        return self.shelf.codec(self.game(game.info.name, row.data)).to_opening_picture(row.position, seat)

    def answer(self, match_id: str, seat: Seat, key: str) -> SavedAnswer | None:
        row = run(self.unit, ANSWER, {"match_id": match_id, "seat": seat, "key": key}).first()
        return SavedAnswer(*row) if row else None

    def sheet(self, match_id: str, seat: Seat) -> SavedSheet:
        row = run(self.unit, SHEET, {"match_id": match_id, "seat": seat}).first()
        if row is None:
            return SavedSheet()
        version, orders, written_for, asked, asked_at = row
        if written_for is None or (asked and asked_at == written_for):
            return SavedSheet(version, orders)
        return SavedSheet(version, left_over=orders)
