"""A situation report: what a side was told in a while, segment by segment, as a staff officer writes it up.

It is written from the reports and from the reader's own picture before and after them, and from nothing else. One's own
troops come first, then what was fought, then what was seen of the enemy; forced marches have their dice in the notes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.engine.reports import Report, Telling, by_turn
from service.engine.seats import Seat
from service.engine.sentences import Sentence, contact, joined, listing, own, paragraph, place, say
from service.engine.situations import Notes, Paragraph, Situation
from service.games.campaign1776.known import reports as told
from service.games.campaign1776.known.picture import Contact, Picture
from service.games.campaign1776.printed.pieces import DUE, Pool
from service.games.campaign1776.printed.scenario import Scenario
from service.games.campaign1776.staff.names import Names, whereabouts
from service.games.campaign1776.staff.prose import prose

FIGHTS = (told.SeaBattleFought, told.RoundFought, told.BattleTold, told.EliminationTried, told.FortFell)
OURS = (
    told.MarchStopped,
    told.FleetExpelled,
    told.Captured,
    told.BateausTaken,
    told.FortDismantled,
    told.UnitsLost,
    told.GroupsDue,
    told.AreasFound,
    told.InterventionRolled,
    told.VariableFleetRolled,
    told.WithdrawalTold,
    told.IndiesCounted,
    told.GameEnded,
)


def situation(names: Names, before: Picture, after: Picture, tellings: Sequence[Telling], turn: int) -> Situation:
    """What these reports come to, for the commander of the side that was told."""
    notes, paragraphs, held = Notes(), list[Paragraph](), dict(before.own)
    for (at, whose), part in by_turn(tellings, before.turn, None).items():
        title = titled(before.rules, at, whose)
        mine = paragraph((*ours(names, part, held), *marches(names, part, notes)))
        fights = paragraph(_said(names, part, FIGHTS))
        paragraphs += [
            Paragraph(title=say(title), text=mine), Paragraph(title=say(f"{title}: battles"), text=fights),
            Paragraph(title=say(f"{title}: the enemy"), text=paragraph(enemies(names, part))),
        ]  # fmt: skip
    said, marks = notes.in_order(paragraphs)
    rules = after.rules
    date = rules.tables.calendar.named(rules.month(turn)) if turn else "Before the first month"
    return Situation(to=f"The {after.side} commander", sender=f"{after.side} headquarters", date=date, paragraphs=said,
                     notes=marks)  # fmt: skip


def titled(rules: Scenario, turn: int, whose: Seat | None) -> str:
    """A segment of a month, or the month where it is nobody's."""
    month = rules.tables.calendar.named(rules.month(turn)) if turn else "Before the first month"
    return f"{month}, {whose} segment" if whose else month


def _said(names: Names, part: Sequence[Report], kinds: tuple[type[Report], ...]) -> Iterator[Sentence]:
    for report in part:
        if isinstance(report, kinds) and (text := prose(names, report)):
            yield text


def ours(names: Names, part: Sequence[Report], held: dict[str, Pool]) -> Iterator[Sentence]:
    """What became of one's own: where they are now, who is gone; then stops, captures and the end."""
    now, gone = dict(held), list[str]()
    for report in part:
        if isinstance(report, told.OwnForce):
            now |= {pool.id: pool for pool in report.pools}
            gone += report.gone
    moved = [pool for id, pool in now.items() if pool.at != DUE and (id not in held or held[id].at != pool.at)]
    if moved := [pool for pool in moved if pool.id not in gone]:
        yield say("Now: ", joined("; ", (
            say(own(pool.id, names.some(pool.number, pool.kind)), whereabouts(pool)) for pool in moved
        )), ".")  # fmt: skip
    if lost := [id for id in gone if id in held]:
        yield say("No longer there: ", listing(say(own(id)) for id in lost), ".")
    held.clear()
    held.update({id: pool for id, pool in now.items() if id not in gone})
    yield from _said(names, part, OURS)


def marches(names: Names, part: Sequence[Report], notes: Notes) -> Iterator[Sentence]:
    """Forced marches, with their dice in a note."""
    for report in part:
        if isinstance(report, told.ForcedMarched):
            mark = notes.mark(f"Forced march: {report.sought} sought, die {report.die}, {report.gained} gained.")
            lost = f"; {names.units(report.lost)} lost on the way" if report.lost else ""
            fate = ", where all were lost" if report.unspent else ""
            ended = say("The forced march to ", place(report.to), " ended in ", place(report.ended))
            yield say(ended, fate, lost, mark, ".")


def enemies(names: Names, part: Sequence[Report]) -> Iterator[Sentence]:
    """Each enemy place as it stood last; those that were left or lost from sight, together."""
    last, left, unseen = dict[str, Contact](), dict[str, None](), dict[str, None]()
    for report in part:
        if not isinstance(report, told.EnemySeen):
            continue
        for handle in report.empty:
            last.pop(handle, None)
            left[handle] = None
        unseen |= dict.fromkeys(report.unwatched)
        for one in report.contacts:
            last[one.handle] = one
            unseen.pop(one.handle, None)
    if last:
        yield say("Seen: ", joined("; ", (
            say(contact(one.handle), " in ", place(one.hex), f", {names.strength(one)}") for one in last.values()
        )), ".")  # fmt: skip
    if left:
        yield say("Gone from where they were: ", listing(say(contact(handle)) for handle in left), ".")
    if unseen:
        yield say("Out of sight: ", listing(say(contact(handle)) for handle in unseen), ".")
