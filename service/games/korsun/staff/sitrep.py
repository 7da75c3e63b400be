"""A situation report: what a side was told in a while, player-turn by player-turn, as a staff officer writes it up.

It is written from the reports and from the reader's own picture before and after them, and from nothing else. Our own
units and supply come first, then what was fought, then what was seen of the enemy; dice stand in the notes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.engine.figures import signed
from service.engine.reports import Report, Telling, by_turn
from service.engine.seats import Seat
from service.engine.sentences import Sentence, contact, counted, joined, listed, listing, own, paragraph, place, say
from service.engine.situations import Notes, Paragraph, Situation
from service.games.korsun.known import reports as told
from service.games.korsun.known.picture import Contact, Picture
from service.games.korsun.printed.units import Unit
from service.games.korsun.staff.prose import DECLARED, LEVELS, PURPOSES, WHY, came_of_throw, die, fought, patrol
from service.games.korsun.staff.rosters import shown_as

RANKS = {"Soviet": "Front", "German": "Army"}


def situation(before: Picture, after: Picture, tellings: Sequence[Telling], turn: int) -> Situation:
    """What these reports come to, for the commander of the side that was told."""
    notes, paragraphs = Notes(), list[Paragraph]()
    held = dict(before.own)
    for (at, whose), part in by_turn(tellings, before.turn, None).items():
        title = titled(at, whose)
        mine = paragraph((*weather(part, notes), *ours(part, held, notes), *declared(part)))
        fights = paragraph(combats(part))
        theirs = paragraph(enemies(part))
        paragraphs += [
            Paragraph(title=say(title), text=mine), Paragraph(title=say(f"{title}: combats"), text=fights),
            Paragraph(title=say(f"{title}: the enemy"), text=theirs),
        ]  # fmt: skip
    said, marks = notes.in_order(paragraphs)
    return Situation(
        to=f"The {after.side} commander", sender=f"{RANKS[after.side]} headquarters", date=date(after, turn),
        paragraphs=said, notes=marks,
    )  # fmt: skip


def date(picture: Picture, turn: int) -> str:
    """The day of a game-turn: the first box of the track is 26 January 1944 (2.5)."""
    if not turn:
        return "Before the first game-turn"
    day = 25 + turn
    return f"{day} January 1944" if day <= 31 else f"{day - 31} February 1944"


def titled(turn: int, whose: Seat | None) -> str:
    """A player-turn, or what comes before both of a game-turn."""
    if not turn:
        return "Before the first game-turn"
    return f"Game-turn {turn}, {whose} player-turn" if whose else f"Game-turn {turn}, weather and supply"


# ---- our own


def weather(part: Sequence[Report], notes: Notes) -> Iterator[Sentence]:
    for report in part:
        if isinstance(report, told.WeatherSettled):
            added = f" {signed(report.modifier)}" if report.modifier else ""
            mark = notes.mark(
                f"Ground: die {report.ground_die}{added}. Sky: {listed(map(str, report.visibility_dice))}."
            )
            yield say(f"The ground is {report.ground}, the sky {report.visibility}", mark, ".")


def ours(part: Sequence[Report], held: dict[str, Unit], notes: Notes) -> Iterator[Sentence]:
    """What became of our units: who moved, who is worse off than before, who is gone; then flights and throws."""
    now = dict(held)
    gone: list[str] = []
    for report in part:
        if isinstance(report, told.OwnForce):
            now |= {unit.id: unit for unit in report.units}
            gone += report.gone
    moved = [unit for id, unit in now.items() if id in held and unit.hex != held[id].hex and unit.hex is not None]
    if moved:
        yield say("Moved: ", joined("; ", (say(own(unit.id), " to ", place(str(unit.hex))) for unit in moved)), ".")
    cut = [id for id, unit in now.items() if unit.out_of_supply and not (id in held and held[id].out_of_supply)]
    if cut:
        yield say("Out of supply: ", listing(say(own(id)) for id in cut), ".")
    back = [id for id, unit in now.items() if id in held and held[id].out_of_supply and not unit.out_of_supply]
    if back:
        yield say("In supply again: ", listing(say(own(id)) for id in back), ".")
    if gone:
        yield say("Lost or given up: ", listing(say(own(id)) for id in gone), ".")
    held.clear()
    held.update({id: unit for id, unit in now.items() if id not in gone})
    yield from stops(part)
    yield from throws(part, notes)


def stops(part: Sequence[Report]) -> Iterator[Sentence]:
    for report in part:
        if isinstance(report, told.MoveStopped):
            at = say(" in ", place(report.hex)) if report.hex is not None else ()
            who = listing(say(own(id)) for id in report.units)
            yield say(who, " stopped", at, f": {WHY[report.why]}.")
        elif isinstance(report, told.BreakoutTried):
            fate = "is out" if report.saved else "is not out yet" if report.hex is not None else "is lost"
            cost = f" for {counted(report.lost, 'step')}" if report.lost else ""
            yield say(own(report.unit), f" tried to break out: it {fate}{cost}.")


def throws(part: Sequence[Report], notes: Notes) -> Iterator[Sentence]:
    """What was thrown for us, kind by kind, with its dice in a note."""
    kinds: dict[str, list[told.Thrown]] = {}
    for report in part:
        if isinstance(report, told.Thrown):
            kinds.setdefault(PURPOSES[report.purpose], []).append(report)
    for what, some in kinds.items():
        came = joined("; ", (
            say(came_of_throw(one), say(" at ", place(one.hex)) if one.hex is not None else ()) for one in some
        ))  # fmt: skip
        yield say(f"{what}: ", came, notes.mark(f"{what}: ", joined("; ", map(die, some)), "."), ".")


def declared(part: Sequence[Report]) -> Iterator[Sentence]:
    for report in part:
        match report:
            case told.PatrolReported():
                yield patrol(report)
            case told.Declared():
                yield say(f"{report.command} " if report.command else "", f"{DECLARED[report.what]}.")
            case told.GameEnded():
                yield say(f"The match is over: {LEVELS[report.level]}.")


# ---- combats, and the enemy


def combats(part: Sequence[Report]) -> Iterator[Sentence]:
    for report in part:
        if isinstance(report, told.CombatFought):
            yield fought(report)
        elif isinstance(report, told.Intercepted):
            yield say(f"{report.by} armor, ", own(report.unit), ", intercepts at ", place(report.hex), ".")
        elif isinstance(report, told.OverrunTried):
            came = "overruns" if report.succeeded else "fails to overrun"
            yield say(own(report.unit), f" {came} an alarm unit in ", place(report.hex), ".")


def enemies(part: Sequence[Report]) -> Iterator[Sentence]:
    """Each enemy hex as it stood last; those that were left or lost from sight, together."""
    last: dict[str, Contact] = {}
    left: dict[str, None] = {}
    unseen: dict[str, None] = {}
    for report in part:
        if isinstance(report, told.EnemySeen):
            for handle in report.empty:
                last.pop(handle, None)
                left[handle] = None
            for handle in report.unwatched:
                unseen[handle] = None
            for one in report.contacts:
                last[one.handle] = one
                unseen.pop(one.handle, None)
        elif isinstance(report, told.MinesFound | told.PartisansSeen) and report.hexes:
            what = "Minefields" if isinstance(report, told.MinesFound) else "Partisans"
            yield say(f"{what} are known in ", listing(say(place(hex)) for hex in report.hexes), ".")
    if last:
        yield say("Seen: ", joined("; ", (
            say(contact(one.handle), " in ", place(one.hex), f", {shown_as(one)}") for one in last.values()
        )), ".")  # fmt: skip
    if left:
        yield say("Gone from where they were: ", listing(say(contact(handle)) for handle in left), ".")
    if unseen:
        yield say("Out of sight: ", listing(say(contact(handle)) for handle in unseen), ".")
