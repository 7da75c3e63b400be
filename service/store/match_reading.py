"""Reading matches from the database: their facts, positions, pictures, logs and journals."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, func, text
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from service.engine.dice import Seeds
from service.engine.dice_events import Rolled
from service.engine.events import Event
from service.engine.game import AnyGame
from service.engine.recording import follow
from service.engine.seats import Seat
from service.store import tables
from service.store.kept_pictures import Stored
from service.store.logs import OF_ITS_SEAT, PICTURE, Logs
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
from service.store.statements import MATCH, SEAT, Prepared
from service.store.unit import run

_m, _s, _j = tables.Match, tables.Seat, tables.JournalEntry
_e, _h, _a = tables.LogEntry, tables.Sheet, tables.Answer
_AFTER: Any = bindparam("after")
_MOST: Any = bindparam("most")
_NOW: Any = bindparam("now")
_FACTS: Any = (
    _m.id, _m.game, _m.data, _m.scenario, _m.options, _m.rules_version, _m.chain_end, _m.hidden, _m.turns,
    _m.dice_scheme, _m.opened_by, _m.opened_at, _m.name, _m.due_at, _m.stopped_at, _m.paused_at,
    _m.agreements, _m.rematch_of, _m.terms,
)  # fmt: skip
_KNOWN: Any = (_s.clock, _s.account_id, *PICTURE, _s.tally, _s.journal_seen, _s.sent_at)
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
HOLDER = Prepared(select(_s.account_id).where(_s.match_id == MATCH, _s.seat == SEAT))
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
SIGNS = Prepared(
    select(_s.log_length, _s.sent_at, _m.stopped_at, _TAKEN, _CHANGED, _m.agreements, *_TALK)  # type: ignore[call-overload]
    .join(_m, col(_m.id) == col(_s.match_id))
    .where(_s.match_id == MATCH, _s.seat == SEAT)
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
    .join(tables.SeatPicture, OF_ITS_SEAT)
    .where(_s.match_id == MATCH, _s.seat == SEAT)
)


class MatchReading(Logs):
    """What can be read of the matches, within one unit of work."""

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

    def saved(self, match_id: str, *, with_pictures: bool = True) -> SavedMatch | None:
        """The whole position: what the umpire needs, and nobody else.

        Without its pictures, for whoever tells nobody anything: to read another seat's takes as long as it was told
        much since it was stored.
        """
        facts = self.facts(match_id)
        return None if facts is None else self.saved_of(facts, with_pictures=with_pictures)

    def saved_of(self, facts: MatchFacts, *, with_pictures: bool = True) -> SavedMatch:
        """The same of a match whose facts were just read."""
        found = run(self.unit, _POSITION, {"match_id": facts.id}).one()
        version, position, stored_at, worked, journal_length = found
        seats = self.pictures(facts.id, facts.game) if with_pictures else {}
        pictures = {seat: picture for seat, (picture, _) in seats.items()}
        log_lengths = {seat: log_length for seat, (_, log_length) in seats.items()}
        codec = self.shelf.codec(facts.game)
        state = codec.to_position(position, pictures, log_lengths)
        state.rules_version = state.rules_version or facts.rules_version
        if stored_at < worked:
            follow(state, self.journal_between(facts.id, facts.game, stored_at, worked))
        return SavedMatch(facts, state, version, journal_length or 0, worked - stored_at)

    def stands_at(self, match_id: str) -> tuple[int, int]:
        """How often a match's position has been written, and how long its journal is; 0 where it is gone."""
        found = run(self.unit, STANDS_AT, {"match_id": match_id}).first()
        return (found[0], found[1] or 0) if found else (0, 0)

    def seat(self, match_id: str, seat: Seat, *, takes: bool = False) -> SavedSeat | None:
        """One seat and what it knows, which is the reader's own, to be changed; the truth is not read.

        Whoever `takes` the picture gives it back to those that are kept, as it was or as it is stored then.
        """
        row = run(self.unit, AT_A_SEAT, {"match_id": match_id, "seat": seat}).first()
        if row is None:
            return None
        clock, account, text, stored_at, log_length, tally, journal_seen, sent_at, said, read, unread, *columns = row
        facts = self._facts_of(*columns)
        stored = Stored(text, stored_at, log_length)
        known = (self._taken if takes else self._own)(match_id, seat, facts.game, stored)
        counted = self.shelf.codec(facts.game).to_tally(tally)
        return SavedSeat(
            facts, seat, account, known, log_length, counted, journal_seen, sent_at, said, read, clock, unread,
            stored,
        )  # fmt: skip

    def holder(self, match_id: str, seat: Seat) -> tuple[str | None] | None:
        """The account at a seat, in a tuple; None where there is no such seat."""
        found = run(self.unit, HOLDER, {"match_id": match_id, "seat": seat}).first()
        return (found[0],) if found else None

    def holders(self, match_id: str) -> dict[Seat, str | None]:
        s = tables.Seat
        query = select(s.seat, s.account_id).where(s.match_id == match_id).order_by(col(s.seat))
        return dict(self.session.exec(query).all())

    def signs(self, match_id: str, seat: Seat) -> SavedSigns | None:
        """How a seat's log and its match stand, in one small row."""
        found = run(self.unit, SIGNS, {"match_id": match_id, "seat": seat}).first()
        return SavedSigns(*found) if found else None

    def seats_of(self, account_id: str, *, asked: bool = False) -> list[HeldSeat]:
        """The seats that an account holds, newest match first; or only those that are asked."""
        m, s = tables.Match, tables.Seat
        columns = (
            m.id, m.game, m.scenario, s.seat, s.turn, s.asked, s.ended, m.opened_at, m.opened_by, m.name, m.options,
            s.question, s.asked_at, s.log_length, m.data, s.ends_at, _unread_at(s.match_id, s.seat),
            m.due_at,
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
        """The events of these kinds, of those that are found by it, in order, each with its number in the journal.

        Only the first `until` events are looked through, and only those taken in whose text has `saying` in it.
        """
        j = tables.JournalEntry
        assert set(kinds) <= set(tables.FOUND_BY_KIND), kinds
        is_found = text(tables.IS_FOUND_BY_KIND)  # word for word as the index has it, or that is not used
        query = select(j.number, j.event).where(j.match_id == match_id, col(j.kind).in_(kinds), is_found)
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
