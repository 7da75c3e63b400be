"""Matches in the database: opening one, reading it, and writing down what the umpire did with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import CursorResult, insert, update
from sqlalchemy.orm import defer
from sqlmodel import Session, col, select

from service.engine.dice import Seeds
from service.engine.events import Event, Rolled, Told
from service.engine.reports import AT_ANY_MOMENT, HeadingOpened, LetterArrived
from service.engine.ruleset import Ruleset
from service.engine.seats import Seat
from service.engine.umpire import Entry, Outcome
from service.store import tables
from service.store.codec import Codec
from service.store.saved import (
    LoggedReport,
    MatchFacts,
    MatchMovedOn,
    OpenedMatch,
    SavedAnswer,
    SavedMatch,
    SavedSeat,
    SavedSheet,
    SeatLine,
)
from service.store.windows import window_of

POSITION: Any = tables.Match.position


class Matches:
    """The matches, within one unit of work."""

    def __init__(self, session: Session, codecs: Callable[[str], Codec]) -> None:
        self.session = session
        self.codecs = codecs

    # ---- reading

    def facts(self, match_id: str) -> MatchFacts | None:
        row = self.session.get(tables.Match, match_id, options=[defer(POSITION, raiseload=True)])
        if row is None:
            return None
        return MatchFacts(
            id=row.id,
            rules=self.codecs(row.game).rules,
            scenario=row.scenario,
            options=dict(row.options),
            rules_version=row.rules_version,
            seeds=Seeds(row.chain_end, row.hidden, row.turns, 1 if row.dice_scheme == 1 else 2),
            opened_by=row.opened_by,
            opened_at=row.opened_at,
            name=row.name,
        )

    def saved(self, match_id: str) -> SavedMatch | None:
        """The whole position: what the umpire needs, and nobody else."""
        facts = self.facts(match_id)
        if facts is None:
            return None
        m, s = tables.Match, tables.Seat
        codec = self.codecs(facts.rules.name)
        row = self.session.exec(select(m.version, m.journal_length, m.position).where(m.id == match_id)).one()
        seats = self.session.exec(select(s.seat, s.picture).where(s.match_id == match_id)).all()
        stored = {seat: codec.to_picture(picture) for seat, picture in seats}
        pictures = {seat: stored[seat] for seat in facts.rules.seats}
        version, journal_length, position = row
        return SavedMatch(facts, codec.to_position(position, pictures), version, journal_length)

    def seat(self, match_id: str, seat: Seat) -> SavedSeat | None:
        """One seat and what it knows; the truth is not read."""
        facts = self.facts(match_id)
        row = self.session.get(tables.Seat, (match_id, seat))
        if facts is None or row is None:
            return None
        picture = self.codecs(facts.rules.name).to_picture(row.picture)
        return SavedSeat(facts, row.seat, row.account_id, picture, row.log_length, row.journal_seen)

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

    def log(
        self, match_id: str, seat: Seat, rules: Ruleset, after: int, limit: int, kind: str | None = None
    ) -> list[LoggedReport]:
        """Entries of a seat's log with numbers above `after`, in order; of one kind, where one is named."""
        e = tables.LogEntry
        query = (
            select(e)
            .where(e.match_id == match_id, e.seat == seat, e.number > after)
            .order_by(col(e.number))
            .limit(limit)
        )
        if kind is not None:
            query = query.where(e.kind == kind)
        codec = self.codecs(rules.name)
        return [
            LoggedReport(row.number, row.letter, row.turn, codec.to_report(row.report))
            for row in self.session.exec(query).all()
        ]

    def lines_of(self, account_id: str, *, asked: bool = False) -> list[SeatLine]:
        """The seats that an account holds, newest match first; or only those that are asked."""
        m, s = tables.Match, tables.Seat
        columns = (
            m.id, m.game, m.scenario, s.seat, s.turn, s.asked, s.ended, m.opened_at, m.opened_by, m.name, m.options,
            s.question, s.asked_at,
        )  # fmt: skip
        rows = self.session.execute(
            select(*columns)  # type: ignore[call-overload]
            .join(s, col(s.match_id) == col(m.id))
            .where(s.account_id == account_id, *((col(s.asked), col(s.ended).is_(False)) if asked else ()))
            .order_by(col(m.opened_at).desc(), col(m.id), col(s.seat))
        ).all()
        return [SeatLine(*row) for row in rows]

    def all(self) -> list[OpenedMatch]:
        """Every match of the house, newest first; for its operator."""
        m = tables.Match
        columns = (m.id, m.game, m.scenario, m.opened_at, m.version)
        query = select(*columns).order_by(col(m.opened_at).desc(), col(m.id))  # type: ignore[call-overload]
        return [OpenedMatch(*row) for row in self.session.execute(query)]

    def due_at(self, match_id: str) -> datetime | None:
        """When the time that runs in a match is over; None where none runs."""
        m = tables.Match
        return self.session.exec(select(m.due_at).where(m.id == match_id)).one()

    def due(self, now: datetime) -> list[str]:
        """The matches whose time is over."""
        m = tables.Match
        return list(self.session.exec(select(m.id).where(col(m.due_at) <= now).order_by(col(m.due_at))).all())

    def next_due(self) -> datetime | None:
        """When the next time is over, in whatever match."""
        m = tables.Match
        query = select(m.due_at).where(col(m.due_at).is_not(None)).order_by(col(m.due_at)).limit(1)
        return self.session.exec(query).first()

    def public_rolls(self, match_id: str, rules: Ruleset, until: int) -> list[Rolled]:
        """The public rolls among the first `until` events."""
        rolled = self.journal_of(match_id, rules, ("rolled",))
        return [event for number, event in rolled if number <= until and isinstance(event, Rolled) and event.public]

    def journal_of(self, match_id: str, rules: Ruleset, kinds: Sequence[str]) -> list[tuple[int, Event]]:
        """The events of these kinds, in order, each with its number in the journal."""
        j = tables.JournalEntry
        query = select(j.number, j.event).where(j.match_id == match_id, col(j.kind).in_(kinds))
        codec = self.codecs(rules.name)
        return [(number, codec.to_event(text)) for number, text in self.session.exec(query.order_by(col(j.number)))]

    def journal(self, match_id: str, rules: Ruleset) -> list[Event]:
        """Every event of a match, in order."""
        j = tables.JournalEntry
        query = select(j.event).where(j.match_id == match_id).order_by(col(j.number))
        codec = self.codecs(rules.name)
        return [codec.to_event(text) for text in self.session.exec(query).all()]

    def opening(self, match_id: str, rules: Ruleset) -> Any:
        """The position before the first event."""
        row = self.session.get_one(tables.Opening, match_id)
        return self.codecs(rules.name).to_opening(row.position)

    def opening_picture(self, match_id: str, seat: Seat, rules: Ruleset) -> Any:
        """What one seat knew before it was told anything; no other part of the opening is read."""
        row = self.session.get_one(tables.Opening, match_id)
        return self.codecs(rules.name).to_opening_picture(row.position, seat)

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
        codec = self.codecs(facts.rules.name)
        state = outcome.state
        self.session.add(
            tables.Match(
                id=facts.id,
                game=facts.rules.name,
                scenario=facts.scenario,
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
                **window_of(outcome, facts.opened_at),
            )
        )
        self.session.flush()
        self.session.add(tables.Opening(match_id=facts.id, position=opening))
        for seat in facts.rules.seats:
            picture = state.pictures[seat]
            self.session.add(
                tables.Seat(
                    match_id=facts.id,
                    seat=seat,
                    account_id=holders.get(seat),
                    picture=codec.picture(picture),
                    turn=picture.turn,
                    asked=picture.asked,
                    ended=picture.ended,
                    log_length=state.log_lengths[seat],
                    journal_seen=seen_by(outcome, seat),
                    **question_of(outcome.told.get(seat, ()), facts.opened_at),
                )
            )
        self.session.flush()
        turns = dict.fromkeys(facts.rules.seats, 0)
        self._write_down(facts, 1, 0, outcome, None, turns, facts.opened_at)

    def append(
        self, match: SavedMatch, outcome: Outcome, seat: Seat | None, turns: Mapping[Seat, int], at: datetime
    ) -> None:
        """Write down what came of a seat's orders, or where there is none of the clock.

        `turns` is the turn that each seat believed in before.

        Raises MatchMovedOn, and nothing is to be committed, where the match is no longer at the version that was read.
        """
        m, s = tables.Match, tables.Seat
        facts, state = match.facts, outcome.state
        codec = self.codecs(facts.rules.name)
        journal_length = match.journal_length + len(outcome.journal)
        result = self.session.execute(
            update(m)
            .where(col(m.id) == facts.id, col(m.version) == match.version)
            .values(
                version=match.version + 1,
                journal_length=journal_length,
                position=codec.position(state),
                **window_of(outcome, at),
            )
            .execution_options(synchronize_session=False)
        )
        assert isinstance(result, CursorResult)
        if result.rowcount != 1:
            raise MatchMovedOn(facts.id)
        for told, entries in outcome.told.items():
            picture = state.pictures[told]
            seen = seen_by(outcome, told)
            self.session.execute(
                update(s)
                .where(col(s.match_id) == facts.id, col(s.seat) == told)
                .values(
                    picture=codec.picture(picture),
                    turn=picture.turn,
                    asked=picture.asked,
                    ended=picture.ended,
                    log_length=state.log_lengths[told],
                    **({"journal_seen": match.journal_length + seen} if seen else {}),
                    **question_of(entries, at),
                )
                .execution_options(synchronize_session=False)
            )
        self._write_down(facts, match.version + 1, match.journal_length, outcome, seat, turns, at)

    def _write_down(
        self,
        facts: MatchFacts,
        version: int,
        before: int,
        outcome: Outcome,
        seat: Seat | None,
        turns: Mapping[Seat, int],
        at: datetime,
    ) -> None:
        """The journal, and each seat's log."""
        codec = self.codecs(facts.rules.name)
        happened = [
            {
                "match_id": facts.id,
                "number": before + count,
                "version": version,
                "seat": seat,
                "kind": event.kind,
                "event": codec.event(event),
                "at": at,
            }
            for count, event in enumerate(outcome.journal, start=1)
        ]
        told: list[dict[str, Any]] = []
        for reader, entries in outcome.told.items():
            turn = turns[reader]
            for entry in entries:
                if isinstance(entry.report, HeadingOpened | LetterArrived):
                    turn = entry.report.turn
                told.append(
                    {
                        "match_id": facts.id,
                        "seat": reader,
                        "number": entry.number,
                        "letter": entry.letter,
                        "turn": turn,
                        "kind": entry.report.kind,
                        "report": codec.report(entry.report),
                    }
                )
        if happened:
            self.session.execute(insert(tables.JournalEntry), happened)
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


def turns_believed(pictures: Mapping[Seat, Any], seats: Sequence[Seat]) -> dict[Seat, int]:
    """The turn in which each seat believes the match to be. Taken before the umpire changes the pictures."""
    return {seat: pictures[seat].turn for seat in seats}


def question_of(told: Sequence[Entry], at: datetime) -> dict[str, Any]:
    """The columns that say at which heading a seat is asked and since when, where it was told so just now."""
    for entry in reversed(told):
        if isinstance(entry.report, HeadingOpened):
            return {"question": entry.report.titles[-1] if entry.report.titles else "", "asked_at": at}
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
