"""A situation report of the division's staff: what a side was told in a while, by place and kind, in sentences.

It is written from the reports and from the reader's own picture before and after them, and from nothing else. The
combats are in `combats`, names and sorting in `shared`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from service.engine.bills import itemised
from service.engine.figures import plain
from service.engine.hexes import Hex
from service.engine.reports import Telling
from service.engine.sentences import (
    ContactSpan,
    OwnSpan,
    Said,
    Sentence,
    contact,
    counted,
    joined,
    listed,
    listing,
    paragraph,
    roll,
    say,
    sentence,
)
from service.engine.situations import Paragraph, Situation
from service.games.ndc.known import reports as told
from service.games.ndc.known.picture import Picture
from service.games.ndc.known.points import air_limits
from service.games.ndc.printed.scenario import Scenario
from service.games.ndc.printed.units import Marker, UnitId
from service.games.ndc.staff.changes import OF_ACCOUNT, sectors
from service.games.ndc.staff.combats import combats, declared, fires
from service.games.ndc.staff.idle import shortfall
from service.games.ndc.staff.prose import lost_moving
from service.games.ndc.staff.shared import STOPPED_BY, Staff, state_words

AREAS = ("north", "centre", "south")
FOUND = {
    "intelligence": ("intelligence places", "where intelligence has it"),
    "stop": ("zones of control have shown", "where its zone of control has shown it"),
    "contact": ("contact has shown", "where contact was made"),
    "combat": ("combat has shown", "where it fought"),
    "revealed": ("the enemy tells us of", "where the enemy says that it is"),
}
"""How a side comes to know where an enemy stands: of some who did not move, and of one who has just come."""


def situation(before: Picture, after: Picture, tellings: Sequence[Telling], turn: int) -> Situation:
    """What these reports come to, for the commander of the side that was told."""
    staff = Staff(before, after, tellings)
    parts = (
        general(staff), *combats(staff), *declared(staff), *fires(staff), *enemy(staff), own(staff), means(staff),
        verdict(staff),
    )  # fmt: skip
    paragraphs, notes = staff.notes.in_order(parts)
    return Situation(
        to=f"Commander, {division(after)}",
        sender="Division staff",
        date=date(after.rules, turn),
        paragraphs=paragraphs,
        notes=notes,
    )


def division(picture: Picture) -> str:
    """The headquarters under which all others are."""
    top = next(u for u in picture.rules.order_of_battle(picture.side) if u.type == "HQ" and u.is_division)
    return top.called.unit


def date(rules: Scenario, turn: int) -> str:
    """A game turn by the scenario's calendar."""
    return f"{rules.turn(turn).name} (game turn {turn} of {len(rules.turns)})" if turn else "Before the first turn"


# ---- the hour, the weather, and their search


def general(staff: Staff) -> Paragraph:
    text = []
    for report in staff.all(told.WeatherDetermined):
        dice = roll(report.number, listed(map(str, report.dice)))
        note = staff.notes.mark("The dice for the weather show ", dice, ".")
        brings = listed(word for word in report.conditions if word not in (report.time_of_day.lower(), "clear"))
        how = f"brings {brings}" if brings else "is clear"
        text.append(sentence(f"the {report.time_of_day.lower()} {how}", note))
        limits = air_limits(report.conditions, staff.after.tables)
        if limits:
            text.append(sentence(f"air points {listed(limits)}"))
    searches = staff.all(told.SectorsDeclared)
    if searches:
        last = searches[-1]
        where = f"searches {sectors(last.sectors)}" if last.sectors else "searches no sectors"
        text.append(sentence(f"the enemy {where}, at operational intelligence level {last.level}"))
    return Paragraph(title=say("General"), text=paragraph(text))


# ---- the enemy


def enemy(staff: Staff) -> Iterator[Paragraph]:
    """Their movements, and where they have been found: from north to south, and what no longer holds."""
    areas: dict[int, list[str]] = {}
    for handle in staff.seen_outside_combat():
        where = staff.last_hexes(handle)
        areas.setdefault(staff.area(where[0]) if where else 1, []).append(handle)
    for area in sorted(areas):
        yield Paragraph(title=say(f"The enemy in the {AREAS[area]}"), text=paragraph(of_area(staff, areas[area])))
    yield Paragraph(title=say("The enemy's losses"), text=paragraph(his_losses(staff)))
    yield Paragraph(title=say("No longer certain"), text=paragraph(withdrawn(staff)))


def of_area(staff: Staff, handles: Sequence[str]) -> Iterator[Sentence]:
    """First who has moved and been found again, then who has only been seen to move, then who was found in place."""
    moving: list[str] = []
    still: dict[str, list[str]] = {because: [] for because in FOUND}
    for handle in handles:
        path, found = staff.path(handle), staff.located(handle)
        if found is None:
            moving.append(handle)
        elif path and found.hexes[:1] == path[-1:]:
            way, where = staff.way(handle, path), FOUND[found.because][1]
            yield sentence(staff.somebody(handle), " moved ", way, f", {where}{staff.state(found)}")
        elif path and found.hexes:
            there = say(staff.hexes(found.hexes), staff.state(found))
            yield sentence(staff.somebody(handle), " moved ", staff.way(handle, path), ", and is now in ", there)
        else:
            still[found.because].append(handle)
    if len(moving) == 1:
        yield sentence(staff.somebody(moving[0]), " moved ", staff.way(moving[0], staff.path(moving[0])))
    elif moving:
        names = zip(moving, staff.row(moving), strict=True)
        *columns, last = [say(name, ", ", staff.way(handle, staff.path(handle))) for handle, name in names]
        yield sentence("on the move are ", joined("; ", columns), "; and ", last)
    for because, here in still.items():
        if here:
            yield sentence(f"{FOUND[because][0]} ", listing(placed(staff, handle) for handle in here))


def his_losses(staff: Staff) -> Iterator[Sentence]:
    """What they lost in no combat, as to interdiction or gas on their way."""
    for report in staff.all(told.EnemyLost):
        words = "has been eliminated" if report.eliminated else f"lost {counted(report.steps, 'T/O level')}"
        yield sentence(staff.contact(report.handle), f" {words}")


def placed(staff: Staff, handle: str) -> Sentence:
    """An enemy with its place: an armor unit (E3) in 1404."""
    found = staff.located(handle)
    assert found is not None
    where = say(" in ", staff.hexes(found.hexes)) if found.hexes else ""
    merged = say(", one unit with ", listing(map(contact, found.replaces))) if found.replaces else ""
    return say(staff.somebody(handle), where, staff.state(found), merged)


def withdrawn(staff: Staff) -> Iterator[Sentence]:
    """What was reported and no longer holds, without what holds instead."""
    yield from no_longer_there(staff)
    items: dict[tuple[str, ...], list[ContactSpan]] = {}
    for report in staff.all(told.ContactWithdrawn):
        if "hex" not in report.items:
            items.setdefault(report.items, []).append(staff.contact(report.handle))
    words = {"mode": "mode", "to": "T/O level", "zone": "zone"}
    for what, names in items.items():
        entries = listed(words[item] for item in what)
        holds = "hold" if len(what) > 1 else "holds"
        yield sentence(f"the {entries} reported of ", listing(names), f" no longer {holds}")
    yield from found_empty(staff)


def no_longer_there(staff: Staff) -> Iterator[Sentence]:
    """Who has left the place that was reported of them, of whom nothing is told where they are now."""
    places: list[tuple[ContactSpan, Sentence]] = []
    never: list[ContactSpan] = []
    for report in staff.all(told.ContactWithdrawn):
        if "hex" not in report.items:
            continue
        if where := staff.hexes_until(report):
            places.append((staff.contact(report.handle), staff.hexes(where)))
        else:
            never.append(staff.contact(report.handle))
    if places:
        (first, there), *others = places
        more = (say(", nor ", name, " in ", where) for name, where in others)
        yield sentence(first, " is no longer in ", there, *more)
    if never:
        yield sentence("what was reported of ", listing(never), " no longer holds")


def found_empty(staff: Staff) -> Iterator[Sentence]:
    """Where nobody was found who was held to be there."""
    empty = [report.hex for report in staff.all(told.HexFoundEmpty) if report.hex not in staff.fought_over]
    if empty:
        yield sentence("no enemy was found in ", staff.hexes(dict.fromkeys(empty)))


# ---- our own


def own(staff: Staff) -> Paragraph:
    """Stops, losses outside combats, and how units stand, those of one story together."""
    told = (*stops(staff), *losses(staff), *states(staff), *known(staff))
    return Paragraph(title=say("Our own units"), text=paragraph(told))


def stops(staff: Staff) -> Iterator[Sentence]:
    by: dict[str, list[Sentence]] = {}
    for report in staff.all(told.MovementStopped):
        where = staff.at(report.reached or report.hex)
        by.setdefault(report.why, []).append(say(staff.own(report.unit), " in ", where, set_back(staff, report)))
    for cause, units in by.items():
        yield sentence(f"{STOPPED_BY[cause]} stopped ", listing(units))


def set_back(staff: Staff, report: told.MovementStopped) -> Sentence:
    """Where a unit had to go back to, and who took its room: an enemy of whom nobody tells is there all the same."""
    if report.reached is None:
        return ()
    there = staff.at(report.hex)
    if report.room == "an enemy":
        return say(", from where it went back to ", there, ", as an unseen enemy must stand there")
    room = ", as our own stand there" if report.room else " for want of room"
    return say(", from where it went back to ", there, room)


def losses(staff: Staff) -> Iterator[Sentence]:
    how = {
        "eliminated": "been eliminated",
        "broken-down": "been broken down into detachments",
        "recombined": "been put together again",
    }
    for end, words in how.items():
        gone = [staff.own(report.unit) for report in staff.gone if report.how == end]
        if gone:
            yield sentence(listing(gone), f" {'have' if len(gone) > 1 else 'has'} {words}")
    for report in staff.all(told.OwnUnitReported):
        for lost in report.on_the_way:
            yield sentence(staff.own(report.unit.id), " lost ", lost_moving(lost))


def states(staff: Staff) -> Iterator[Sentence]:
    """Units of which the same is to be said, in one sentence."""
    said: dict[tuple[Said, ...], list[UnitId]] = {}
    for unit, changed in staff.own_units.values():
        words = tuple(state_words(staff, unit, changed))
        if words and unit.id not in staff.attackers:
            said.setdefault(words, []).append(unit.id)
    for words, units in said.items():
        be = "are" if len(units) > 1 else "is"
        yield sentence(listing(map(staff.own, units)), f" {be} ", listing(words))


def known(staff: Staff) -> Iterator[Sentence]:
    """What the enemy knows of own units, by level."""
    levels: dict[int, list[OwnSpan]] = {}
    for unit, changed in staff.own_units.values():
        was = staff.before.own.get(unit.id)
        if "level" in changed and (was is None or was.level != unit.level):
            levels.setdefault(unit.level, []).append(staff.own(unit.id))
    seen = [say(f"at level {level} on ", listing(levels[level])) for level in sorted(levels, reverse=True) if level]
    if seen:
        yield sentence("enemy intelligence now stands ", joined("; ", seen))
    if 0 in levels:
        yield sentence(f"{'it' if seen else 'enemy intelligence'} no longer knows of ", listing(levels[0]))


def means(staff: Staff) -> Paragraph:
    """What support the division has, and what Housekeeping took off the map."""
    told = (*shortfalls(staff), *account(staff), *housekeeping(staff))
    return Paragraph(title=say("Support and markers"), text=paragraph(told))


def shortfalls(staff: Staff) -> Iterator[Sentence]:
    """Support that was ordered and could not be given."""
    for report in staff.all(told.SupportLost):
        yield sentence("on ", staff.at(report.target), " ", shortfall(staff, report, staff.reports))


def account(staff: Staff) -> Iterator[Sentence]:
    accounts = staff.all(told.OwnAccountReported)
    if not accounts:
        return
    # As it stands at the end of the letter: a phase that opened after the last report has filled it again.
    now, was = staff.after.account, staff.before.account
    new = {name for report in accounts for name in report.changed if getattr(was, name) != getattr(now, name)}
    if {"level", "sectors"} & new:
        where = f"search {sectors(now.sectors)}" if now.sectors else "search no sectors"
        yield sentence(f"we {where}, at operational intelligence level {now.level}")
    points = [OF_ACCOUNT[name](now) for name in ("air", "ew_points", "superiority") if name in new]
    if points:
        yield sentence("the staff has ", listing(points))
    for name in ("support_used", "counter_used", "chemical_uses", "released", "commander", "commander_hit"):
        if name in new:
            yield sentence(staff.named(OF_ACCOUNT[name](now)))


def housekeeping(staff: Staff) -> Iterator[Sentence]:
    gone = [mark for report in staff.all(told.MarkersRemoved) for mark in report.markers]
    if gone:
        yield sentence("Housekeeping has removed ", listing(removed(staff, gone)))


def removed(staff: Staff, markers: Iterable[Marker]) -> Iterator[Sentence]:
    """Markers of one kind and side together."""
    by: dict[tuple[str, str], list[Hex]] = {}
    for mark in markers:
        by.setdefault((mark.kind, mark.side), []).append(mark.hex)
    for (kind, side), hexes in by.items():
        whose = "our" if side == staff.after.side else "the enemy's"
        what = {"gas": "persistent gas"}.get(kind, kind)
        yield say(f"{whose} {what} {'markers' if len(hexes) > 1 else 'marker'} in ", staff.hexes(hexes))


def verdict(staff: Staff) -> Paragraph:
    text = []
    for report in staff.all(told.VictoryDeclared):
        first = staff.after.rules.victory.objectives_held_by
        taken = [staff.at(hex) for hex, side in report.control.items() if side != first]
        who = "the enemy holds " if first == staff.after.side else "we hold "
        parts = itemised(report.bill)
        text.append(sentence(f"the match is over: {report.verdict}, with a score of {plain(report.score)}"))
        if parts:
            text.append(sentence("the score is made of ", parts))
        text.append(sentence(who, listing(taken) or "no objective"))
    return Paragraph(title=say("The end"), text=paragraph(text))
