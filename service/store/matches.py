"""Matches in the database: opening one, reading it, and writing down what the umpire did with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import CursorResult, delete, func, insert, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import defer
from sqlmodel import Session, col, select

from service.engine.data import DataSet
from service.engine.dice import Seeds
from service.engine.dice_events import Rolled
from service.engine.events import Event, OrdersTakenUp, Told, WindowLapsed
from service.engine.game import AnyGame
from service.engine.kinds import kind_of
from service.engine.recording import Entry, Outcome
from service.engine.reports import AT_ANY_MOMENT, HeadingOpened, LetterArrived, Report
from service.engine.seats import Seat
from service.engine.tally import Tally
from service.store import tables
from service.store.codec import Codec
from service.store.saved import (
    JournalStep,
    LoggedReport,
    MatchFacts,
    MatchMovedOn,
    OpenedMatch,
    SavedAnswer,
    SavedMatch,
    SavedSeat,
    SavedSheet,
    SeatLine,
    Worked,
)
from service.store.shelf import Shelf, to_text
from service.store.windows import due_of, window_of

POSITION: Any = tables.Match.position
REPEATED = frozenset(kind_of(report) for report in AT_ANY_MOMENT)
"""Kinds that a seat can bring about as often as it likes, in the same words. No picture changes anything in them."""


class Matches:
    """The matches, within one unit of work."""

    def __init__(self, session: Session, shelf: Shelf) -> None:
        self.session = session
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

    def keep(self, data: DataSet | None) -> None:
        """Keep a set of data, where it is not kept already."""
        k = tables.KeptData
        if data is None or self.session.exec(select(k.id).where(k.id == data.id)).first() is not None:
            return
        make = sqlite.insert if self.session.get_bind().dialect.name == "sqlite" else postgresql.insert
        kept = make(k).values(id=data.id, files=to_text(data))
        self.session.execute(kept.on_conflict_do_nothing())  # another may have kept it meanwhile

    # ---- reading

    def facts(self, match_id: str) -> MatchFacts | None:
        row = self.session.get(tables.Match, match_id, options=[defer(POSITION, raiseload=True)])
        if row is None:
            return None
        return MatchFacts(
            id=row.id,
            game=self.game(row.game, row.data),
            scenario=row.scenario,
            options=dict(row.options),
            rules_version=row.rules_version,
            seeds=Seeds(row.chain_end, row.hidden, row.turns, 1 if row.dice_scheme == 1 else 2),
            opened_by=row.opened_by,
            opened_at=row.opened_at,
            name=row.name,
            due_at=row.due_at,
            stopped_at=row.stopped_at,
            data=row.data,
        )

    def saved(self, match_id: str) -> SavedMatch | None:
        """The whole position: what the umpire needs, and nobody else."""
        facts = self.facts(match_id)
        if facts is None:
            return None
        m, game = tables.Match, facts.game
        version, position = self.session.exec(select(m.version, m.position).where(m.id == match_id)).one()
        seats = self.pictures(match_id, game)
        pictures = {seat: picture for seat, (picture, _) in seats.items()}
        lengths = {seat: length for seat, (_, length) in seats.items()}
        state = self.shelf.codec(game).to_position(position, pictures, lengths)
        state.rules_version = state.rules_version or facts.rules_version
        return SavedMatch(facts, state, version, self.journal_length(match_id))

    def pictures(self, match_id: str, game: AnyGame) -> dict[Seat, tuple[Any, int]]:
        """What each seat knows, and how long its log is; for the umpire, as the position is."""
        s, codec = tables.Seat, self.shelf.codec(game)
        rows = self.session.exec(select(s.seat, s.picture, s.log_length).where(s.match_id == match_id)).all()
        stored = {seat: (codec.to_picture(picture), length) for seat, picture, length in rows}
        return {seat: stored[seat] for seat in game.info.seats}

    def version(self, match_id: str) -> int:
        """How often a match's position has been written."""
        m = tables.Match
        return self.session.exec(select(m.version).where(m.id == match_id)).one()

    def journal_length(self, match_id: str) -> int:
        j = tables.JournalEntry
        return self.session.exec(select(func.max(j.number)).where(j.match_id == match_id)).one() or 0

    def seat(self, match_id: str, seat: Seat) -> SavedSeat | None:
        """One seat and what it knows; the truth is not read."""
        facts = self.facts(match_id)
        row = self.session.get(tables.Seat, (match_id, seat))
        if facts is None or row is None:
            return None
        codec = self.shelf.codec(facts.game)
        picture, tally = codec.to_picture(row.picture), codec.to_tally(row.tally)
        return SavedSeat(facts, row.seat, row.account_id, picture, row.log_length, tally, row.journal_seen, row.sent_at)

    def holder(self, match_id: str, seat: Seat) -> tuple[str | None] | None:
        """The account at a seat, in a tuple; None where there is no such seat."""
        s = tables.Seat
        found = self.session.exec(select(s.account_id).where(s.match_id == match_id, s.seat == seat)).all()
        return (found[0],) if found else None

    def holders(self, match_id: str) -> dict[Seat, str | None]:
        s = tables.Seat
        query = select(s.seat, s.account_id).where(s.match_id == match_id).order_by(col(s.seat))
        return dict(self.session.exec(query).all())

    def log_length(self, match_id: str, seat: Seat) -> int:
        s = tables.Seat
        return self.session.exec(select(s.log_length).where(s.match_id == match_id, s.seat == seat)).one()

    def signs(self, match_id: str, seat: Seat) -> tuple[int, datetime | None, datetime | None] | None:
        """How long a seat's log is, when its orders were last acknowledged, and from when on its match has stopped."""
        m, s = tables.Match, tables.Seat
        query = (
            select(s.log_length, s.sent_at, m.stopped_at)
            .join(m, col(m.id) == col(s.match_id))
            .where(s.match_id == match_id, s.seat == seat)
        )
        return self.session.exec(query).first()

    def log(
        self, match_id: str, seat: Seat, game: AnyGame, after: int, limit: int, kind: str | None = None
    ) -> list[LoggedReport]:
        """Entries of a seat's log with numbers above `after`, in order; of one kind, where one is named."""
        e = tables.LogEntry
        query = (
            select(e.number, e.letter, e.turn, e.kind, e.report)  # type: ignore[call-overload]
            .where(e.match_id == match_id, e.seat == seat, e.number > after)
            .order_by(col(e.number))
            .limit(limit)
        )
        if kind is not None:
            query = query.where(e.kind == kind)
        to_telling = self.shelf.codec(game).to_telling
        of_the_same = cache(to_telling)  # for this reading alone: what is remembered longer tells who has read what
        found = []
        for number, letter, turn, kind, report in self.session.execute(query):
            told = (of_the_same if kind in REPEATED else to_telling)(report)
            found.append(LoggedReport(number, letter, turn, told.report, told.occasion))
        return found

    def lines_of(self, account_id: str, *, asked: bool = False) -> list[SeatLine]:
        """The seats that an account holds, newest match first; or only those that are asked."""
        m, s = tables.Match, tables.Seat
        columns = (
            m.id, m.game, m.scenario, s.seat, s.turn, s.asked, s.ended, m.opened_at, m.opened_by, m.name, m.options,
            s.question, s.asked_at, m.data,
        )  # fmt: skip
        rows = self.session.execute(
            select(*columns)  # type: ignore[call-overload]
            .join(s, col(s.match_id) == col(m.id))
            .where(s.account_id == account_id, *((col(s.asked), col(s.ended).is_(False)) if asked else ()))
            .order_by(col(m.opened_at).desc(), col(m.id), col(s.seat))
        ).all()
        return [SeatLine(*row) for row in rows]

    def opened_and_going_on(self, account_id: str) -> int:
        """How many matches the account has opened and still plays at a seat of, as far as it has been told."""
        m, s = tables.Match, tables.Seat
        query = (
            select(func.count(func.distinct(m.id)))
            .join(s, col(s.match_id) == col(m.id))
            .where(m.opened_by == account_id, s.account_id == account_id, col(s.ended).is_(False))
        )
        return self.session.exec(query).one()

    def all(self) -> list[OpenedMatch]:
        """Every match of the house, newest first; for its operator."""
        m = tables.Match
        columns = (m.id, m.game, m.scenario, m.opened_at, m.version, col(m.stopped_at).is_not(None))
        query = select(*columns).order_by(col(m.opened_at).desc(), col(m.id))  # type: ignore[call-overload]
        return [OpenedMatch(*row) for row in self.session.execute(query)]

    def due_at(self, match_id: str) -> datetime | None:
        """When the time that runs in a match is over; None where none runs."""
        m = tables.Match
        return self.session.exec(select(m.due_at).where(m.id == match_id)).one()

    def due(self, now: datetime) -> list[str]:
        """The matches whose time is over; none that have stopped."""
        m = tables.Match
        query = select(m.id).where(col(m.due_at) <= now, col(m.stopped_at).is_(None)).order_by(col(m.due_at))
        return list(self.session.exec(query).all())

    def next_due(self) -> datetime | None:
        """When the next time is over, in whatever match."""
        m = tables.Match
        running = (col(m.due_at).is_not(None), col(m.stopped_at).is_(None))
        query = select(m.due_at).where(*running).order_by(col(m.due_at)).limit(1)
        return self.session.exec(query).first()

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

    def opening_picture(self, match_id: str, seat: Seat, game: AnyGame) -> Any:
        """What one seat knew before it was told anything; no other part of the opening is read."""
        row = self.session.get_one(tables.Opening, match_id)
        return self.shelf.codec(self.game(game.info.name, row.data)).to_opening_picture(row.position, seat)

    def answer(self, match_id: str, seat: Seat, key: str) -> SavedAnswer | None:
        row = self.session.get(tables.Answer, (match_id, seat, key))
        return SavedAnswer(row.asked, row.accepted) if row else None

    def sheet(self, match_id: str, seat: Seat) -> SavedSheet:
        row = self.session.get(tables.Sheet, (match_id, seat))
        return SavedSheet(row.version, row.orders) if row else SavedSheet()

    # ---- writing

    def hold(self, match_id: str) -> None:
        """Let nobody else write what belongs to this match until the unit of work ends: what is read now stays so.

        SQLite has seen to that already. Elsewhere it locks the match's row, as writing the match down does; a unit of
        work that reads first and writes then holds first, so that all take their locks in one order.
        """
        m = tables.Match
        self.session.exec(select(m.id).where(m.id == match_id).with_for_update(key_share=True)).first()

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
                version=1,
                journal_length=len(outcome.journal),
                position=codec.position(state),
                **due_of(window_of(outcome.journal), facts.opened_at),
            )
        )
        self.session.flush()
        self.session.add(tables.Opening(match_id=facts.id, data=facts.game.data_id, position=opening))
        for seat in facts.game.info.seats:
            told = [entry.report for entry in outcome.told.get(seat, ())]
            self.session.add(
                tables.Seat(
                    match_id=facts.id,
                    seat=seat,
                    account_id=holders.get(seat),
                    **columns_of(codec, state.pictures[seat]),
                    log_length=state.log_lengths[seat],
                    tally=codec.tally(Tally().after(told, facts.game, seat, length=0)),
                    journal_seen=seen_by(outcome, seat),
                    **question_of(told, facts.opened_at),
                )
            )
        self.session.flush()
        self._write_down(facts, 1, 0, [plain_event(codec, event) for event in outcome.journal], None, facts.opened_at)
        for seat, entries in outcome.told.items():
            self.tell(facts, seat, entries, 0)

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
        m, facts = tables.Match, match.facts
        worked = write_up(self.shelf.codec(facts.game), outcome) if isinstance(outcome, Outcome) else outcome
        self.hold(facts.id)
        if worked.data != facts.data:
            self.keep(facts.game.offered.data)
        before, version = self.journal_length(facts.id), match.version + bool(worked.events)
        self._change(
            update(m)
            .where(col(m.id) == facts.id, col(m.version) == match.version)
            .values(
                version=version,
                journal_length=before + len(worked.events),
                position=worked.position,
                data=worked.data,
                **due_of(worked.window, at),
            )
        )
        if queued is not None:
            q = tables.QueuedOrders
            self._change(delete(q).where(col(q.match_id) == facts.id, col(q.number) == queued))
        events = worked.events if read is None else self._with_unread(facts, worked, read)
        self._write_down(facts, version, before, events, seat, at)
        for told in worked.told:
            self._take_in(facts, worked, told, before, at)
        return version

    def _with_unread(self, facts: MatchFacts, worked: Worked, read: int) -> Sequence[tuple[str, str]]:
        """The events; the one that says what was worked also says what was accepted since the match was read."""
        q = tables.QueuedOrders
        query = select(q.seat, q.entry).where(q.match_id == facts.id, q.number > read).order_by(col(q.number))
        unread = tuple((seat, entry) for seat, entry in self.session.exec(query))
        if not unread or worked.begun is None:
            return worked.events
        place, event = worked.begun
        said = plain_event(self.shelf.codec(facts.game), replace(event, unread=unread))
        return [*worked.events[:place], said, *worked.events[place + 1 :]]

    def _change(self, statement: Any) -> None:
        """Change one row. Raises MatchMovedOn where it is not there, or not as it was."""
        result = self.session.execute(statement.execution_options(synchronize_session=False))
        assert isinstance(result, CursorResult)
        if result.rowcount != 1:
            raise MatchMovedOn()

    def _take_in(self, facts: MatchFacts, worked: Worked, seat: Seat, before: int, at: datetime) -> None:
        """Tell a seat its reports: its picture as it is stored takes them in.

        It is no longer said to have sent orders when none of its own wait behind this.
        """
        s, q, seen, codec = tables.Seat, tables.QueuedOrders, worked.seen[seat], self.shelf.codec(facts.game)
        reports = [entry.report for entry in worked.told[seat]]
        query = select(q.number).where(q.match_id == facts.id, q.seat == seat).limit(1)
        waits = self.session.exec(query).first() is not None
        row = select(s.log_length, s.turn, s.tally, s.picture).where(s.match_id == facts.id, s.seat == seat)
        length, turn, tally, stored = self.session.exec(row).one()
        columns = worked.pictures[seat]
        if length != worked.lengths[seat]:
            picture = codec.to_picture(stored)
            for report in reports:
                report.teach(picture)
            columns = columns_of(codec, picture)
        self._change(
            update(s)
            .where(col(s.match_id) == facts.id, col(s.seat) == seat, col(s.log_length) == length)
            .values(
                **columns,
                log_length=length + len(reports),
                tally=codec.tally(codec.to_tally(tally).after(reports, facts.game, seat, length=length)),
                **({} if waits else {"sent_at": None}),
                **({"journal_seen": before + seen} if seen else {}),
                **question_of(reports, at),
            )
        )
        self.tell(facts, seat, [replace(one, number=n) for n, one in enumerate(worked.told[seat], length + 1)], turn)

    def enter(self, facts: MatchFacts, acceptance: Told, at: datetime) -> int:
        """Enter the acceptance of orders in the journal; its number there. The match is held already."""
        before = self.journal_length(facts.id)
        event = plain_event(self.shelf.codec(facts.game), acceptance)
        self._write_down(facts, self.version(facts.id), before, [event], acceptance.seat, at)
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
            self.session.execute(insert(tables.JournalEntry), happened)

    def tell(self, facts: MatchFacts, seat: Seat, entries: Sequence[Entry], turn: int) -> None:
        """Write entries into a seat's log; `turn` is the one in which it believed to be before."""
        codec, told = self.shelf.codec(facts.game), []
        for entry in entries:
            if isinstance(entry.report, HeadingOpened | LetterArrived):
                turn = entry.report.turn
            told.append(
                {
                    "match_id": facts.id,
                    "seat": seat,
                    "number": entry.number,
                    "letter": entry.letter,
                    "turn": turn,
                    "kind": entry.report.kind,
                    "report": codec.telling(entry.telling),
                }
            )
        if told:
            self.session.execute(insert(tables.LogEntry), told)

    def keep_answer(self, match_id: str, seat: Seat, key: str, answer: SavedAnswer) -> None:
        self.session.add(
            tables.Answer(match_id=match_id, seat=seat, key=key, asked=answer.asked, accepted=answer.accepted)
        )

    def put_sheet(self, match_id: str, seat: Seat, orders: str) -> int:
        """Write a seat's sheet anew; its version."""
        self.hold(match_id)
        row = self.session.get(tables.Sheet, (match_id, seat))
        version = row.version + 1 if row else 1
        self.session.merge(tables.Sheet(match_id=match_id, seat=seat, version=version, orders=orders))
        return version

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


def write_up(codec: Codec, outcome: Outcome) -> Worked:
    """What the umpire's work came to, fit to be written down later, whatever becomes of the position meanwhile."""
    return Worked(
        position=codec.position(outcome.state),
        data=outcome.state.data,
        events=tuple(plain_event(codec, event) for event in outcome.journal),
        told={seat: tuple(told) for seat, told in outcome.told.items()},
        lengths={seat: told[0].number - 1 for seat, told in outcome.told.items()},
        pictures={seat: columns_of(codec, outcome.state.pictures[seat]) for seat in outcome.told},
        seen={seat: seen_by(outcome, seat) for seat in outcome.told},
        window=window_of(outcome.journal),
        begun=next(
            (
                (place, event)
                for place, event in enumerate(outcome.journal)
                if isinstance(event, OrdersTakenUp | WindowLapsed)
            ),
            None,
        ),
    )


def plain_event(codec: Codec, event: Event) -> tuple[str, str]:
    """An event's kind, and the event as it is stored."""
    return event.kind, codec.event(event)


def columns_of(codec: Codec, picture: Any) -> dict[str, Any]:
    """The columns that say what a seat knows."""
    return {
        "picture": codec.picture(picture), "turn": picture.turn, "asked": picture.asked, "ended": picture.ended,
    }  # fmt: skip


def question_of(told: Sequence[Report], at: datetime) -> dict[str, Any]:
    """The columns that say at which heading a seat is asked and since when, where it was told so just now."""
    for report in reversed(told):
        if isinstance(report, HeadingOpened):
            return {"question": report.titles[-1] if report.titles else "", "asked_at": at}
    return {}


def seen_by(outcome: Outcome, seat: Seat) -> int:
    """How many of these events had happened when the sequence of play last told a seat something; 0 if it did not.

    The seat's own orders do not count, nor who is present: else whoever may not hear yet of what came of his orders
    would be shown the public dice of it by giving others.
    """
    if outcome.state.ended:
        return len(outcome.journal)
    for number, event in reversed(list(enumerate(outcome.journal, start=1))):
        if isinstance(event, Told) and event.seat == seat and not isinstance(event.report, AT_ANY_MOMENT):
            return number
    return 0
