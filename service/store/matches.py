"""Writing matches down in the database: opening one, and what the umpire did with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import CursorResult, bindparam, delete, insert, update
from sqlalchemy.dialects import sqlite
from sqlmodel import col, select

from service.engine.data import DataSet
from service.engine.events import Told
from service.engine.game import AnyGame
from service.engine.recording import Outcome
from service.engine.seats import Seat
from service.engine.tally import Tally
from service.store import tables
from service.store.clocks import ClockTerms
from service.store.courses import Courses
from service.store.ledgers import write_ledgers
from service.store.match_columns import plain_event, question_of, seen_by, standing_of, write_up
from service.store.saved import MatchFacts, SavedAnswer, SavedMatch, Worked
from service.store.shelf import to_text
from service.store.statements import ANSWERS, JOURNAL, MATCH, MATCHES, OF_MATCH, QUEUE, Prepared
from service.store.telling_seats import TellingSeats
from service.store.unit import run
from service.store.windows import due_of, window_of

_m, _s, _q = tables.Match, tables.Seat, tables.QueuedOrders
_READ: Any = bindparam("read")
_HELD = select(_m.id).where(_m.id == MATCH).with_for_update(key_share=True)
UNREAD = Prepared(select(_q.seat, _q.entry).where(_q.match_id == MATCH, _q.number > _READ).order_by(col(_q.number)))
_MATCH_GOES_ON = Prepared(update(MATCHES).where(MATCHES.c.id == OF_MATCH, MATCHES.c.version == bindparam("as_of")))
_TAKE_UP = Prepared(delete(QUEUE).where(QUEUE.c.match_id == OF_MATCH, QUEUE.c.number == bindparam("queued")))
_HAPPENED, _ANSWERED = (Prepared(insert(table)) for table in (JOURNAL, ANSWERS))


class Matches(TellingSeats):
    """The matches, read and written, within one unit of work."""

    def courses(self, match_id: str, game: AnyGame) -> Courses:
        """The courses of a match."""
        return Courses(self, match_id, game)

    def write_ledgers(self, facts: MatchFacts) -> None:
        """Write the ledgers of a match that was taken in with its logs."""
        opening = {seat: self.opening_picture(facts.id, seat, facts.game) for seat in facts.game.info.seats}
        write_ledgers(self.session.connection(), self.shelf.codec(facts.game), opening, facts.id)

    def keep(self, data: DataSet | None) -> None:
        """Keep a set of data, where it is not kept already."""
        k = tables.KeptData
        if data is None or self.session.exec(select(k.id).where(k.id == data.id)).first() is not None:
            return
        values = {"id": data.id, "files": to_text(data)}
        # Another may have kept it meanwhile.
        if self.is_embedded:
            self.session.execute(sqlite.insert(k).values(values).on_conflict_do_nothing())
        else:
            from sqlalchemy.dialects import postgresql  # two megabytes that only such a server needs

            self.session.execute(postgresql.insert(k).values(values).on_conflict_do_nothing())

    @property
    def is_embedded(self) -> bool:
        """Whether the database is a file of our own."""
        return self.unit.connection.dialect.name == "sqlite"

    def hold(self, match_id: str) -> None:
        """Let nobody else write what belongs to this match until the unit of work ends: what is read now stays so.

        SQLite has seen to that already, and is asked nothing. Elsewhere it locks the match's row, as writing the match
        down does; a unit of work that reads first and writes then holds first, so that all take their locks in one
        order.
        """
        if not self.is_embedded:
            run(self.unit, _HELD, {"match_id": match_id}).first()

    def open(self, facts: MatchFacts, opening: str, outcome: Outcome, holders: Mapping[Seat, str | None]) -> None:
        """Write down a new match, with what happened until its first question."""
        codec = self.shelf.codec(facts.game)
        state = outcome.state
        self.keep(facts.game.data)
        self.session.add(
            tables.Match(
                id=facts.id,
                game=facts.game.info.name,
                scenario=facts.scenario,
                data=facts.game.data_id,
                options=facts.options,
                rules_version=facts.rules_version,
                chain_end=facts.seeds.chain_end,
                hidden=facts.seeds.hidden,
                turns=facts.seeds.turns,
                dice_scheme=facts.seeds.scheme,
                opened_by=facts.opened_by,
                opened_at=facts.opened_at,
                name=facts.name,
                rematch_of=facts.rematch_of,
                terms=facts.terms,
                version=1,
                journal_length=len(outcome.journal),
                position=codec.position(state),
                position_at=len(outcome.journal),
                due_at=due_of(window_of(outcome.journal), facts.opened_at).get("due_at"),
            )
        )
        self.session.flush()
        self.session.add(tables.Opening(match_id=facts.id, data=facts.game.data_id, position=opening))
        for seat in facts.game.info.seats:
            told = [entry.telling for entry in outcome.told.get(seat, ())]
            self.session.add(
                tables.Seat(
                    match_id=facts.id,
                    seat=seat,
                    account_id=holders.get(seat),
                    **standing_of(state.pictures[seat]),
                    log_length=state.log_lengths[seat],
                    tally=codec.tally(Tally().after(told, facts.game, seat, log_length=0)),
                    journal_seen=seen_by(outcome, seat),
                    **question_of([one.report for one in told], facts.opened_at),
                )
            )
            known = {"entry": state.log_lengths[seat], "picture": codec.picture(state.pictures[seat])}
            self.session.add(tables.SeatPicture(match_id=facts.id, seat=seat, **known))
            if (holder := holders.get(seat)) is not None:
                self.session.add(
                    tables.SeatShown(match_id=facts.id, seat=seat, account_id=holder, held=True, at=facts.opened_at)
                )
        self.session.flush()
        self._write_down(facts, 1, 0, [plain_event(codec, event) for event in outcome.journal], None, facts.opened_at)
        for seat, entries in outcome.told.items():
            columns = standing_of(state.pictures[seat])
            self.append_log(facts, seat, entries, 0, codec.picture(state.pictures[seat]))
            if ClockTerms.of(facts.terms) is not None:
                reports = [one.report for one in entries]
                clock = self.clock_after(facts, seat, reports, facts.opened_at, asked=columns["asked"])
                which = (col(_s.match_id) == facts.id, col(_s.seat) == seat)
                self.session.execute(update(_s).where(*which).values(**clock))
            reports = [one.report for one in entries]
            self._give_notice(facts, seat, reports, columns, facts.opened_at)

    def append(
        self,
        match: SavedMatch,
        outcome: Outcome | Worked,
        seat: Seat | None,
        at: datetime,
        *,
        queued: int | None = None,
        read: int | None = None,
    ) -> int:
        """Write down what came of a seat's orders, or where there is none of the clock; those were `queued`, if any.

        Orders that were accepted since the match was read stand before it, in the journal and in logs; their seats'
        pictures take in what is told here after them. `read` is the last number of the queue that was read by then.
        Gives the version; where nothing has happened it is the same as before.

        Raises MatchMovedOn, and nothing is to be committed, where the match is no longer at the version that was read,
        or the orders have left the queue.
        """
        facts = match.facts
        worked = write_up(self.shelf.codec(facts.game), outcome) if isinstance(outcome, Outcome) else outcome
        self.hold(facts.id)
        if worked.data != facts.data:
            self.keep(facts.game.offered.data)
        before, version = self.stands_at(facts.id)[1], match.version + bool(worked.events)
        length = before + len(worked.events)
        stored = {} if worked.position is None else {"position": worked.position, "position_at": length}
        self._change(
            _MATCH_GOES_ON,
            of_match=facts.id,
            as_of=match.version,
            version=version,
            journal_length=length,
            data=worked.data,
            **stored,
            **due_of(worked.window, at),
        )
        if queued is not None:
            self._change(_TAKE_UP, of_match=facts.id, queued=queued)
        events = worked.events if read is None else self._with_unread(facts, worked, read)
        self._write_down(facts, version, before, events, seat, at)
        for told in worked.told:
            self._take_in(facts, worked, told, before, at)
        return version

    def _with_unread(self, facts: MatchFacts, worked: Worked, read: int) -> Sequence[tuple[str, str]]:
        """The events; the one that says what was worked also says what was accepted since the match was read."""
        found = run(self.unit, UNREAD, {"match_id": facts.id, "read": read})
        unread = tuple((seat, entry) for seat, entry in found)
        if not unread or worked.begun is None:
            return worked.events
        place, event = worked.begun
        said = plain_event(self.shelf.codec(facts.game), replace(event, unread=unread))
        return [*worked.events[:place], said, *worked.events[place + 1 :]]

    def enter(self, facts: MatchFacts, acceptance: Told, at: datetime) -> int:
        """Enter the acceptance of orders in the journal; its number there. The match is held already."""
        version, before = self.stands_at(facts.id)
        event = plain_event(self.shelf.codec(facts.game), acceptance)
        self._write_down(facts, version, before, [event], acceptance.seat, at)
        return before + 1

    def _write_down(
        self,
        facts: MatchFacts,
        version: int,
        before: int,
        events: Sequence[tuple[str, str]],
        seat: Seat | None,
        at: datetime,
    ) -> None:
        """Events, after so many others of the journal."""
        happened = [
            {
                "match_id": facts.id,
                "number": number,
                "version": version,
                "seat": seat,
                "kind": kind,
                "event": event,
                "rules_version": facts.game.info.version,
                "at": at,
            }
            for number, (kind, event) in enumerate(events, start=before + 1)
        ]
        if happened:
            self.unit.write_later(_HAPPENED, happened)

    def keep_answer(self, match_id: str, seat: Seat, key: str, answer: SavedAnswer) -> None:
        its = {"match_id": match_id, "seat": seat, "key": key}
        self.unit.write_later(_ANSWERED, [{**its, "asked": answer.asked, "accepted": answer.accepted}])

    def put_sheet(self, match_id: str, seat: Seat, orders: str) -> int:
        """Write a seat's sheet anew; its version."""
        self.hold(match_id)
        row = self.session.get(tables.Sheet, (match_id, seat))
        version = row.version + 1 if row else 1
        question = select(_s.asked_at).where(_s.match_id == match_id, _s.seat == seat, col(_s.asked))
        asked_at = self.session.exec(question).first() if orders != "[]" else None
        self.session.merge(
            tables.Sheet(match_id=match_id, seat=seat, version=version, orders=orders, asked_at=asked_at)
        )
        return version

    def pulse(self) -> datetime | None:
        """When the server was last seen at work; None where it never was."""
        row = self.session.get(tables.Pulse, "clock")
        return row.at if row is not None else None

    def beat(self, at: datetime) -> None:
        """Note that it is at work."""
        self.session.merge(tables.Pulse(name="clock", at=at))

    def take_seat(self, match_id: str, seat: Seat, account_id: str) -> bool:
        """Put an account at a seat that nobody holds; False where somebody does."""
        s = tables.Seat
        result = self.session.execute(
            update(s)
            .where(col(s.match_id) == match_id, col(s.seat) == seat, col(s.account_id).is_(None))
            .values(account_id=account_id)
            .execution_options(synchronize_session=False)
        )
        assert isinstance(result, CursorResult)
        return result.rowcount == 1
