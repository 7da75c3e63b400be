"""Result cards of movement: what came of one's own moves when they are closed, and what was seen of the enemy's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.engine.cards import Card, Course, Loss, places_in
from service.engine.hexes import Hex, distance
from service.engine.orders import Done
from service.engine.reports import HeadingOpened, LetterArrived, LogEntry, OrdersAccepted, Report
from service.engine.sentences import Sentence, counted, joined, paragraph, say, sentence
from service.games.ndc.known import reports as told
from service.games.ndc.known.picture import Picture
from service.games.ndc.printed.units import UnitId
from service.games.ndc.staff.prose import how_it_fell, lost_moving
from service.games.ndc.staff.shared import Staff, as_unknown, named
from service.games.ndc.staff.sitrep import enemy, losses, no_longer_there, stops

TO_THE_NON_PHASING = "letter-to-the-non-phasing-player"
"""The last name in the address of the letter that tells of the other side's moves."""
OVER = (LetterArrived, HeadingOpened, told.MarkersRemoved)
OF_MOVES = (told.MovementStopped, told.HexFoundEmpty, told.EnemyLost, told.OwnUnitGone)
SIGHTINGS = (told.MovementSighted, told.UnitLocated, told.ContactWithdrawn, told.EnemyLost, told.HexFoundEmpty)


def movements(now: Picture, entries: Sequence[LogEntry]) -> Iterator[Card]:
    """Cards of one's own closed Movement Segments, of letters that tell of the enemy's, and of who may enter now."""
    for place, one in enumerate(entries):
        if isinstance(one.report, told.SegmentOpened):
            card = ours(now, segment(entries[place + 1 :]))
        elif isinstance(one.report, told.PhaseOpened) and one.report.own:
            card = arrivals(now, one, entries[place + 1 :])
        elif isinstance(one.report, LetterArrived) and one.report.address.endswith(TO_THE_NON_PHASING):
            letter = [other for other in entries if other.letter == one.letter and other.occasion is None]
            attacked = any(
                isinstance(other.report, told.AttackDeclared) for other in entries if other.letter == one.letter
            )
            card = theirs(now, one, letter, attacked=attacked)
        else:
            continue
        if card is not None:
            yield card


# ---- our own


def arrivals(now: Picture, opened: LogEntry, after: Sequence[LogEntry]) -> Card | None:
    """Who may be brought onto the map from this phase on, by the order of battle; None where nobody is due."""
    turn = next((one.report.turn for one in after if isinstance(one.report, HeadingOpened)), 0)
    due = [unit for unit in now.rules.order_of_battle(now.side) if unit.entry and unit.turn == turn]
    if not due:
        return None
    staff = Staff(as_unknown(now), now, [])
    courses = tuple(Course(does="move", own=True, way=unit.entry[:1]) for unit in due)
    said = [say(staff.own(unit.id), " at ", any_of(staff, unit.entry)) for unit in due]
    return Card(
        kind="arrival",
        entries=(opened.number,),
        title=say("Reinforcements"),
        outcome=sentence(
            "from now on you may bring in ", joined("; ", said), "; for a hex that is taken, the nearest free edge hex"
        ),
        courses=courses,
        places=places_in(courses=courses),
    )


def any_of(staff: Staff, hexes: Sequence[Hex]) -> Sentence:
    """2004, 2008 or 2013."""
    *others, last = [staff.at(hex) for hex in hexes]
    return say(joined(", ", others), " or ", last) if others else last


def segment(entries: Sequence[LogEntry]) -> list[LogEntry]:
    """What was told from the opening of a Movement Segment until the next one, or until Housekeeping."""
    ends = (
        place for place, one in enumerate(entries) if isinstance(one.report, told.SegmentOpened | told.MarkersRemoved)
    )
    return [*entries[: next(ends, len(entries) - 1) + 1]]


def ours(now: Picture, entries: Sequence[LogEntry]) -> Card | None:
    """What came of the moves of a segment; None as long as that is not told, and where nobody has moved."""
    after = entries[next((place for place, one in enumerate(entries, 1) if closes(one.report)), len(entries)) :]
    told_at = next((one.number for one in after if isinstance(one.report, OVER)), None)
    if told_at is None:
        return None
    ways = {id: way for one in entries if isinstance(one.report, OrdersAccepted) for id, way in ways_of(one.report)}
    came = [one for one in after if one.occasion is None and is_of_moves(one.report)]
    if not ways and not came:
        return None
    staff = Staff(as_unknown(now), now, [one.telling for one in came])
    halted, gone = staff.all(told.MovementStopped), [report for report in staff.gone if report.how == "eliminated"]
    hit = [report for report in staff.all(told.OwnUnitReported) if report.on_the_way]
    found = [report for report in staff.all(told.UnitLocated) if report.hexes]
    courses = (
        *(Course(does="move", own=True, way=until(way, id, halted)) for id, way in ways.items() if way),
        *(Course(does="stop", own=True, way=(report.reached or report.hex,)) for report in halted),
        *(Course(does="contact", own=False, way=report.hexes[:1]) for report in found),
    )
    why = [*stops(staff)]
    went = how_it_went(len(ways), len(halted), len(gone), len(hit))
    is_short = len(why) == 1  # then it stands beside the outcome
    text = paragraph(
        (sentence(f"{counted(len(ways), 'unit')} moved"), *([] if is_short else why), *seen(staff), *losses(staff))
    )
    return Card(
        kind="movement",
        entries=tuple(one.number for one in came) or (told_at,),
        title=say(f"Our moves, {counted(len(ways), 'unit')}" if ways else "Our moves"),
        outcome=paragraph((sentence(went), *(why if is_short else []))),
        text=text,
        losses=(
            *(
                Loss(
                    own=True,
                    who=named(staff.own(report.unit)),
                    what=say("eliminated", how_it_fell(report) or " on its way"),
                    whole=True,
                )
                for report in gone
            ),
            *(
                Loss(own=True, who=named(staff.own(report.unit.id)), what=say("lost ", lost_moving(lost)))
                for report in hit
                for lost in report.on_the_way
            ),
            *their_losses(staff),
        ),
        courses=courses,
        places=places_in(courses=courses[len(ways) :] or courses),
        weight="grave" if halted or found or gone or hit or their_losses(staff) else "usual",
    )


def closes(report: Report) -> bool:
    return isinstance(report, OrdersAccepted) and any(isinstance(order, Done) for order in report.orders)


def is_of_moves(report: Report) -> bool:
    match report:
        case told.UnitLocated(because=because):
            return because in ("stop", "contact")
        case told.OwnUnitGone(how=how):
            return how == "eliminated"
        case told.OwnUnitReported(on_the_way=lost):
            return bool(lost)
    return isinstance(report, OF_MOVES)


def ways_of(accepted: OrdersAccepted) -> Iterator[tuple[UnitId, tuple[Hex, ...]]]:
    """The ways that units were given by these orders."""
    for order in accepted.orders:
        if way := order.way():
            yield from ((unit, way) for unit in order.subjects())


def until(way: tuple[Hex, ...], unit: UnitId, halted: Sequence[told.MovementStopped]) -> tuple[Hex, ...]:
    """As much of a way as its unit is known to have gone."""
    there = next((report.reached or report.hex for report in halted if report.unit == unit), None)
    return way[: way.index(there) + 1] if there in way else way[:1] if there is not None else way


def how_it_went(many: int, halted: int, gone: int, hit: int) -> str:
    """All in few words; `hit` lost T/O levels on their way."""
    if not halted and not gone:
        arrived = "all arrived where they were sent" if many > 1 else "it arrived where it was sent"
        whose = f", but {counted(hit, 'unit')}" if many > 1 else ", but"
        return f"{arrived}{f'{whose} lost T/O levels on the way' * bool(hit)}"
    were = "was" if halted == 1 else "were"
    stopped = f"{halted} of {counted(many, 'unit')} {were} stopped" if many > 1 else "it was stopped"
    lost = [f"{counted(gone, 'unit')} lost" * bool(gone), f"{counted(hit, 'unit')} weakened on the way" * bool(hit)]
    return ", ".join(filter(None, (stopped if halted else "", *lost)))


# ---- the enemy's


def theirs(now: Picture, arrived: LogEntry, letter: Sequence[LogEntry], *, attacked: bool = False) -> Card | None:
    """What a letter tells of the enemy's moves, and of where they were found; `attacked`: attacks are declared in it.

    Where it tells of none, the words are the same whether nobody was there or nobody was seen.
    """
    came = [one for one in letter if isinstance(one.report, SIGHTINGS)]
    staff = Staff(as_unknown(now), now, [one.telling for one in came])
    moved = {report.handle: report for report in staff.all(told.MovementSighted)}
    found = [report for report in staff.all(told.UnitLocated) if report.handle not in moved and report.hexes]
    courses = (
        *(Course(does="move", own=False, way=staff.path(handle)) for handle in moved),
        *(Course(does="contact", own=False, way=report.hexes[:1]) for report in found),
    )
    nobody = "our search found nobody new"
    searched = [report for report in found if report.because == "intelligence"]
    said = [
        f"{len(moved)} seen on the move" if moved else "",
        f"{len(found) - len(searched)} located" if len(found) > len(searched) else "",
        f"our search found {counted(len(searched), 'unit')}" if searched else nobody * bool(now.account.sectors),
    ]
    gone, all_seen = paragraph(no_longer_there(staff)), paragraph(seen(staff))
    since = "" if attacked or gone else " since our last letter"  # what an earlier one of the same turn told is no news
    nothing = f"{'where they are now was not reported' if gone else 'no movement was reported'}{since}, and {nobody}"
    before = "they attack; before that " if attacked and not gone else ""
    if moved or found:
        outcome = paragraph((sentence(", ".join(filter(None, said))), gone))
    else:
        attack = sentence("they attack") if attacked and gone else ()
        outcome = paragraph((attack, gone, sentence(f"{before}{nothing}")))
    lost = their_losses(staff)
    return Card(
        kind="movement",
        entries=tuple(one.number for one in came) or (arrived.number,),
        title=say("The enemy's moves"),
        outcome=outcome,
        text=all_seen if all_seen != gone else (),
        losses=lost,
        courses=courses,
        places=(*places_in(courses=courses), *(() if searched else watched(now))),
        weight="grave" if lost else "usual" if came else "slight",
    )


def watched(now: Picture) -> tuple[Hex, ...]:
    """The hexes of the sectors that this side searches: the map goes there where the search has found nobody.

    Those nearest to its own units come first, as there may be no room for all.
    """
    sectors, stand = now.rules.board.sectors, [unit.hex for unit in now.own.values() if unit.hex is not None]

    def aside(hex: Hex) -> tuple[int, Hex]:
        return min((distance(hex, one) for one in stand), default=0), hex

    return tuple(sorted((hex for hex in sectors if sectors[hex] in now.account.sectors), key=aside))


def seen(staff: Staff) -> Iterator[Sentence]:
    """What was seen of the enemy, as the letter has it."""
    return (one.text for one in enemy(staff))


def their_losses(staff: Staff) -> tuple[Loss, ...]:
    return tuple(
        Loss(own=False, who=named(staff.contact(report.handle)),
             what=say("eliminated" if report.eliminated else counted(report.steps, "T/O level")))
        for report in staff.all(told.EnemyLost)
    )  # fmt: skip
