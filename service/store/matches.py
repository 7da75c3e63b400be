"""Writing matches down in the database: opening one, and what the umpire did with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import CursorResult, bindparam, delete, exists, insert, update
from sqlalchemy.dialects import sqlite
from sqlmodel import col, select

from service.engine.data import DataSet
from service.engine.events import Told
from service.engine.game import AnyGame
from service.engine.recording import Outcome
from service.engine.reports import LogEntry, Report, in_their_turns
from service.engine.seats import Seat
from service.engine.tally import Tally
from service.store import tables
from service.store.clocks import ClockTerms, SeatClock
from service.store.courses import Courses
from service.store.ledgers import Ledger, write_ledgers
from service.store.match_columns import (
    columns_of_clock,
    plain_event,
    question_of,
    seen_by,
    standing_of,
    text_after,
    write_up,
)
from service.store.match_reading import MatchReading
from service.store.notice_writing import kinds_of_telling, note_telling
from service.store.rights import NUMBER_OF_HOLDER
from service.store.saved import (
    KEPT_EVERY,
    MatchFacts,
    MatchMovedOn,
    SavedAnswer,
    SavedMatch,
    SeatTold,
    Worked,
    fills,
)
from service.store.shelf import to_text
from service.store.statements import (
    ANSWERS,
    JOURNAL,
    LOG,
    MATCH,
    MATCHES,
    OF_MATCH,
    OF_SEAT,
    PICTURES,
    QUEUE,
    SEAT,
    SEATS,
    Prepared,
    run,
)
from service.store.windows import due_of, window_of

_m, _s, _q = tables.Match, tables.Seat, tables.QueuedOrders
_READ: Any = bindparam("read")
_HELD = select(_m.id).where(_m.id == MATCH).with_for_update(key_share=True)
UNREAD = Prepared(select(_q.seat, _q.entry).where(_q.match_id == MATCH, _q.number > _READ).order_by(col(_q.number)))
_WAITS = exists().where(col(_q.match_id) == MATCH, col(_q.seat) == SEAT)
_HEARS: Any = (_s.account_id, NUMBER_OF_HOLDER)
HEARS = Prepared(select(*_HEARS).where(_s.match_id == MATCH, _s.seat == SEAT))
"""Who holds a seat, and the number of their right to listen."""
_OF_TOLD: Any = select(_s.log_length, _s.turn, _s.tally, _s.ended, _WAITS, *_HEARS)  # type: ignore[call-overload]
TOLD = Prepared(_OF_TOLD.where(_s.match_id == MATCH, _s.seat == SEAT))
_MATCH_GOES_ON = Prepared(update(MATCHES).where(MATCHES.c.id == OF_MATCH, MATCHES.c.version == bindparam("as_of")))
_SEAT_IS_TOLD = Prepared(
    update(SEATS).where(SEATS.c.match_id == OF_MATCH, SEATS.c.seat == OF_SEAT, SEATS.c.log_length == bindparam("as_of"))
)
_KNOWS = Prepared(update(PICTURES).where(PICTURES.c.match_id == OF_MATCH, PICTURES.c.seat == OF_SEAT))
_TAKE_UP = Prepared(delete(QUEUE).where(QUEUE.c.match_id == OF_MATCH, QUEUE.c.number == bindparam("queued")))
_HAPPENED, _LOGGED, _ANSWERED = (Prepared(insert(table)) for table in (JOURNAL, LOG, ANSWERS))


class Matches(MatchReading):
    """The matches, read and written, within one unit of work."""

    def ledger(self, match_id: str, seat: Seat, game: AnyGame) -> Ledger:
        """The ledger of a seat."""
        return Ledger(self, match_id, seat, game)

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
            from sqlalchemy.dialects import postgresql  # two megabytes that only such a house needs

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

    def _change(self, statement: Prepared, **values: Any) -> None:
        """Change one row, with others. MatchMovedOn is raised where it is not there then, or not as it was."""
        self.unit.write_later(statement, [values], MatchMovedOn())

    def put_picture(self, facts: MatchFacts, seat: Seat, text: str | None, entry: int) -> None:
        """Store what a seat knows after this entry of its log, if it is to be stored."""
        if text is not None:
            its = {"of_match": facts.id, "of_seat": seat, "entry": entry, "picture": text}
            self.unit.write_later(_KNOWS, [its], MatchMovedOn())

    def change_seat(self, facts: MatchFacts, seat: Seat, *, as_of: int, **columns: Any) -> None:
        """Change a seat's row, with others; MatchMovedOn is raised where its log is no longer of the length `as_of`."""
        self._change(_SEAT_IS_TOLD, of_match=facts.id, of_seat=seat, as_of=as_of, **columns)

    def _take_in(self, facts: MatchFacts, worked: Worked, seat: Seat, before: int, at: datetime) -> None:
        """Tell a seat its reports: its picture as it is stored takes them in.

        It is no longer said to have sent orders when none of its own wait behind this.
        """
        seen, codec = worked.seen[seat], self.shelf.codec(facts.game)
        told = [entry.telling for entry in worked.told[seat]]
        reports = [one.report for one in told]
        its = {"match_id": facts.id, "seat": seat}
        log_length, turn, tally, ended, waits, *hears = run(self.unit, TOLD, its).one()
        columns, text, after = worked.known[seat], worked.pictures.get(seat), log_length + len(reports)
        if log_length != worked.log_lengths[seat]:
            picture = self.picture(facts.id, seat, facts.game)
            for report in reports:
                report.teach(picture)
            columns = standing_of(picture)
            text = text_after(codec, picture, log_length, after, each_time=text is not None)
        self.change_seat(
            facts,
            seat,
            as_of=log_length,
            **columns,
            log_length=after,
            tally=codec.tally(codec.to_tally(tally).after(told, facts.game, seat, log_length=log_length)),
            **({} if waits else {"sent_at": None}),
            **({"journal_seen": before + seen} if seen else {}),
            **question_of(reports, at),
            **self.clock_after(facts, seat, reports, at, asked=columns["asked"]),
        )
        entries: Sequence[LogEntry] = worked.told[seat]
        if log_length != worked.log_lengths[seat]:
            entries = [replace(one, number=n) for n, one in enumerate(entries, log_length + 1)]
        self.put_picture(facts, seat, text, after)
        self.append_log(facts, seat, entries, turn, text)
        self._give_notice(facts, seat, reports, columns, at, ended=ended)
        kept = self.kept_pictures
        self.unit.told.append(SeatTold(facts.id, seat, log_length, after, *hears))
        self.unit.when_committed(partial(kept.told, facts.id, seat, log_length, reports, text))

    def _give_notice(
        self,
        facts: MatchFacts,
        seat: Seat,
        told: Sequence[Report],
        columns: Mapping[str, Any],
        at: datetime,
        *,
        ended: bool = False,
    ) -> None:
        """Write down that a seat's holder is to be told of these reports; the match had `ended` before them, or not."""
        for kind, about in kinds_of_telling(told, asked=columns["asked"], ended=columns["ended"] and not ended):
            note_telling(self.unit, facts.id, seat, kind, at, about=about)

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

    def append_log(
        self, facts: MatchFacts, seat: Seat, entries: Sequence[LogEntry], turn: int, picture: str | None
    ) -> None:
        """Write entries into a seat's log; `turn` is the one in which it believed to be before.

        `picture` is what it knows after the last of them, if that was written down for its row; it is kept there where
        they fill another hundred, with a leaf of its ledger.
        """
        codec = self.shelf.codec(facts.game)
        told: list[dict[str, Any]] = [
            {
                "match_id": facts.id,
                "seat": seat,
                "number": entry.number,
                "letter": entry.letter,
                "turn": entry.turn,
                "kind": entry.report.kind,
                "report": codec.telling(entry.telling),
                "picture": None,
            }
            for entry in in_their_turns(entries, turn)
        ]
        if told:
            if fills(KEPT_EVERY, told[0]["number"] - 1, told[-1]["number"]):
                told[-1]["picture"] = picture or codec.picture(self._known_after(facts, seat, entries))
            self.unit.write_later(_LOGGED, told)
            if told[-1]["picture"] is not None:
                self.unit.flush()  # what that raises is no fault of the ledger
                self.ledger(facts.id, seat, facts.game).turn_leaf(told[-1]["number"])

    def _known_after(self, facts: MatchFacts, seat: Seat, entries: Sequence[LogEntry]) -> Any:
        """What a seat knows after these entries of its log, which are not written yet."""
        stored = self.stored(facts.id, seat)
        picture = self._made_of(facts.id, seat, facts.game, stored._replace(log_length=entries[0].number - 1))
        for entry in entries:
            entry.report.teach(picture)
        return picture

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

    # ---- clocks

    def clocks(self, match_id: str) -> dict[Seat, SeatClock]:
        """The clock of each seat of a match."""
        rows = self.session.exec(select(_s.seat, _s.clock).where(_s.match_id == match_id))
        return {seat: SeatClock.of(clock) for seat, clock in rows}

    def clock_after(
        self, facts: MatchFacts, seat: Seat, told: Sequence[Report], at: datetime, *, asked: bool
    ) -> dict[str, Any]:
        """The columns of a seat's clock when it was told these reports; none in a match without clocks."""
        terms = ClockTerms.of(facts.terms)
        if terms is None:
            return {}
        clocks, runs = self.clocks(facts.id), self.clocks_may_run(facts.id)
        others = {name: one.hours(terms, at) for name, one in clocks.items() if name != seat}
        clock = clocks.get(seat, SeatClock())
        return columns_of_clock(terms, clock.told(terms, seat, told, at, asked=asked, runs=runs, others=others))

    def clocks_may_run(self, match_id: str) -> bool:
        """Whether somebody sits at each seat, and the match is not paused, as it is stored at this moment."""
        query = select(_m.paused_at, _s.account_id).join(_s, col(_s.match_id) == col(_m.id))
        rows = self.session.exec(query.where(_m.id == match_id)).all()
        return all(paused_at is None and holder is not None for paused_at, holder in rows)

    def pause(self, match_id: str, since: datetime | None) -> None:
        """Note since when a match is paused, or that it is no more."""
        statement = update(_m).where(col(_m.id) == match_id).values(paused_at=since)
        self.session.execute(statement.execution_options(synchronize_session=False))

    def put_clock(self, facts: MatchFacts, seat: Seat, clock: SeatClock) -> None:
        """Write a seat's clock anew."""
        terms = ClockTerms.of(facts.terms)
        assert terms is not None
        which = (col(_s.match_id) == facts.id, col(_s.seat) == seat)
        self.session.execute(
            update(_s)
            .where(*which)
            .values(**columns_of_clock(terms, clock))
            .execution_options(synchronize_session=False)
        )

    def start_clocks(self, match_id: str, at: datetime) -> None:
        """Once somebody sits at each seat, or a pause is over, the clocks of those that are asked begin to run."""
        facts = self.facts(match_id)
        if facts is None or ClockTerms.of(facts.terms) is None or not self.clocks_may_run(match_id):
            return
        asked = dict(self.session.exec(select(_s.seat, _s.asked).where(_s.match_id == match_id)).all())
        for seat, clock in self.clocks(match_id).items():
            if asked[seat]:
                self.put_clock(facts, seat, clock.running(at))

    def running_clocks(self, match_id: str | None = None) -> list[tuple[MatchFacts, Seat, SeatClock]]:
        """All clocks that run, in a match or in whatever one."""
        query = select(_s.match_id, _s.seat, _s.clock).where(col(_s.ended).is_(False))
        rows = self.session.exec(query if match_id is None else query.where(_s.match_id == match_id))
        found = [(match_id, seat, SeatClock.of(clock)) for match_id, seat, clock in rows if clock]
        running = [(self.facts(match_id), seat, clock) for match_id, seat, clock in found if clock.since is not None]
        return [(facts, seat, clock) for facts, seat, clock in running if facts is not None]

    def by_the_clock(self, *, paused: bool) -> list[str]:
        """The matches by the clock that go on and are paused, or are not."""
        which = col(_m.paused_at).is_not(None) if paused else col(_m.paused_at).is_(None)
        query = select(_m.id, _m.terms).join(_s, col(_s.match_id) == col(_m.id)).where(which, col(_s.ended).is_(False))
        found = dict(self.session.exec(query.order_by(col(_m.id))).all())
        return [match_id for match_id, terms in found.items() if ClockTerms.of(terms) is not None]

    def pulse(self) -> datetime | None:
        """When the house was last seen at work; None where it never was."""
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
