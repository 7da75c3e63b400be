"""Looking back as it is defined, by whole logs: what ledgers are compared with."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any

from service.engine.ledger import counted
from service.engine.measures import Measure
from service.engine.reports import LogEntry
from service.matches import AtSeat, Context
from service.matches.dossiers import Dossier, DossierLine, changed, contacts, dossier, finding_of, places_of
from service.matches.history import Record
from service.matches.reading import EVERY_ENTRY, entry_of, seat_in


def every_dossier(context: Context, at: AtSeat) -> list[Dossier]:
    """The dossier of each contact that a seat ever had, in the order in which it had them."""
    return [dossier(context, at, one.handle) for one in contacts(context, at)]


def record_of(context: Context, at: AtSeat) -> Record:
    """A seat's whole log, with the picture that it began with."""
    with context.store.look() as look:
        seat = seat_in(look, at)
        return Record(
            facts=seat.facts,
            opening=look.matches.opening_picture(at.match_id, at.seat, seat.game),
            log=look.matches.log(at.match_id, at.seat, seat.game, 0, EVERY_ENTRY),
            ended=seat.picture.ended,
            asked=seat.picture.asked,
        )


def folded(record: Record) -> Iterator[tuple[LogEntry, Any]]:
    """Each entry of a log with the picture after it, which is the same all the way."""
    for one in record.log:
        one.report.teach(record.opening)
        yield one, record.opening


def dossiers_of_whole_log(context: Context, at: AtSeat) -> list[Dossier]:
    """The same, each entry of the log compared with what the picture was before it."""
    record = record_of(context, at)
    game, forces = record.facts.game, record.facts.game.forces
    assert forces is not None
    last = {handle: copy(one) for handle, one in forces.contacts(record.opening).items()}
    before, lines = dict(last), {handle: list[DossierLine]() for handle in last}
    for one, picture in folded(record):
        now = forces.contacts(picture)
        about = game.records.about(one.report) if game.records is not None else None
        together = [other.report for other in record.log if one.occasion and other.occasion == one.occasion]
        for handle in dict.fromkeys((*before, *now)):
            was, there = before.get(handle), now.get(handle)
            if was == there and about != handle:
                continue
            lines.setdefault(handle, []).append(
                DossierLine(
                    entry=entry_of(game, one),
                    titles=tuple(picture.titles),
                    finding=finding_of(game, picture, one, handle, was, together),
                    changed=changed(was, there, handle),
                    gone=there is None,
                )
            )
            last[handle] = copy(there) if there is not None else was
        before = {handle: copy(contact) for handle, contact in now.items()}
    return [
        Dossier(
            handle=handle, present=handle in before, turn=record.opening.turn, version=len(record.log),
            contact=last[handle], places=places_of(game, last[handle]), lines=tuple(told),
        )
        for handle, told in lines.items()
    ]  # fmt: skip


def figures_of_whole_log(context: Context, at: AtSeat) -> dict[int, tuple[Measure, ...]]:
    """A seat's figures at the end of each turn of its log, and now."""
    record, found = record_of(context, at), dict[int, tuple[Measure, ...]]()
    records = record.facts.game.records
    if records is None:
        return found
    told = []
    for one, picture in folded(record):
        told.append(one.telling)
        last = one.number == len(record.log) or record.log[one.number].turn != one.turn
        if one.turn and last:
            found[one.turn] = tuple(records.measures(picture, counted(records, picture, told)))
    return found
