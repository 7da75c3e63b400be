"""Telling seats: their reports go into their logs, and what they know, with all that is stored of it, takes them in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import bindparam, exists, insert, update
from sqlmodel import col, select

from service.engine.game import AnyGame
from service.engine.reports import LogEntry, Report, in_their_turns
from service.engine.seats import Seat
from service.store import tables
from service.store.ledgers import Ledger
from service.store.match_clocks import MatchClocks
from service.store.match_columns import question_of, standing_of, text_after
from service.store.notice_writing import kinds_of_telling, note_telling
from service.store.rights import NUMBER_OF_HOLDER
from service.store.saved import KEPT_EVERY, MatchFacts, MatchMovedOn, SeatTold, Worked, fills
from service.store.statements import LOG, MATCH, OF_MATCH, OF_SEAT, PICTURES, SEAT, SEATS, Prepared
from service.store.unit import run

_s, _q = tables.Seat, tables.QueuedOrders
_WAITS = exists().where(col(_q.match_id) == MATCH, col(_q.seat) == SEAT)
_HEARS: Any = (_s.account_id, NUMBER_OF_HOLDER)
HEARS = Prepared(select(*_HEARS).where(_s.match_id == MATCH, _s.seat == SEAT))
"""Who holds a seat, and the number of their right to listen."""
_OF_TOLD: Any = select(_s.log_length, _s.turn, _s.tally, _s.ended, _WAITS, *_HEARS)  # type: ignore[call-overload]
TOLD = Prepared(_OF_TOLD.where(_s.match_id == MATCH, _s.seat == SEAT))
_SEAT_IS_TOLD = Prepared(
    update(SEATS).where(SEATS.c.match_id == OF_MATCH, SEATS.c.seat == OF_SEAT, SEATS.c.log_length == bindparam("as_of"))
)
_KNOWS = Prepared(update(PICTURES).where(PICTURES.c.match_id == OF_MATCH, PICTURES.c.seat == OF_SEAT))
_LOGGED = Prepared(insert(LOG))


class TellingSeats(MatchClocks):
    """What seats of matches are told, within one unit of work."""

    def ledger(self, match_id: str, seat: Seat, game: AnyGame) -> Ledger:
        """The ledger of a seat."""
        return Ledger(self, match_id, seat, game)

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
