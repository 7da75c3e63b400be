"""The past as a page shows it: a moment with its place on the dial, a contact's dossier, a finished match in review."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from markupsafe import Markup

from service.engine.facts import Fact, Roster
from service.engine.findings import Difference
from service.engine.name_words import Reads
from service.engine.orders import Done, Order
from service.engine.places import Ground, Place, shown_place
from service.engine.reports import OrdersAccepted
from service.engine.sentences import Sentence, Span, contact, joined, own, place, say
from service.engine.words import PlainWords
from service.matches.dossiers import ContactLine, Dossier
from service.matches.history import Change, History
from service.matches.reading import EntryInWords
from service.matches.review import Review
from service.matches.rulebooks import rule_url
from web.drawing.map import GameMap
from web.games.shelf import dress
from web.parts.letters import ShownParagraph, situation_shown
from web.parts.sentences import Links, linked
from web.parts.words import PageLink, pictures_of, ways_of
from web.past.map import (
    NOWHERE,
    believed_layer,
    framed_moment,
    links_to,
    moment_layer,
    pane,
    printed_sheet,
    true_layer,
)
from web.table.present import entries_shown
from web.table.shown import EntryShown

ENTRIES_OF_A_MOMENT = 300
"""So many of a moment's entries are listed."""


@dataclass(frozen=True, kw_only=True)
class Dial:
    """A slider with a stop for each moment worth looking back from: which one, of how many, and what it is called."""

    name: str
    place: int
    last: int
    when: str
    what: str


def dial_of(name: str, place: int, moments: int, when: str, what: str) -> Dial:
    return Dial(
        name=name, place=max(0, place), last=max(0, moments - 1), when=when if moments else "", what=what,
    )  # fmt: skip


def listed(rosters: Sequence[Roster], ground: Ground | None) -> Markup:
    """For a game without a map: what stood where, as a list."""
    rows = [row for roster in rosters for row in roster.rows]
    items = [Markup("<li>{} {}</li>").format(shown_place(row.place, ground), row.name) for row in rows if row.place]
    return Markup('<ul class="listed">{}</ul>').format(Markup("").join(items))


# ---- a moment


@dataclass(frozen=True, kw_only=True)
class MomentPage:
    """What a seat knew at a moment of its log, with what that moment told and changed.

    `mark` says which of the tellings since its own last turn this is; `since` is the stop of the first of these.
    `left_out`: so many entries before those of `lines` are not shown.
    """

    seat: str
    base: str
    ways: tuple[PageLink, ...]
    title: str
    colour: str
    at: int
    version: int
    looking_back: str
    dial: Dial
    mark: str
    since: int
    facts: tuple[Fact, ...]
    letter: int | None
    ordered: tuple[EntryShown, ...]
    parts: tuple[ShownParagraph, ...]
    notes: tuple[Markup, ...]
    changes: tuple[Markup, ...]
    lines: tuple[EntryShown, ...]
    left_out: int
    rosters: tuple[Roster, ...]
    ground: Ground | None
    links: Links
    has_map: bool
    drawn: Markup
    layer: Markup


def moment_page(past: History, base: str, asked: str = "") -> MomentPage:
    """`asked` is a place to be words on the map, where there is such a place."""
    words, look, known = past.game.words, dress(past.game), past.known
    printed = look.map(past.picture)
    places = printed.places if printed else ()
    titles = past.where.titles[-1:] or ("Before anything was told",)
    what = f"{titles[0]}, with letter {past.letter}" if past.letter else titles[0]
    rosters, ground = words.rosters(known), past.game.ground_of(past.picture)
    flat = listed(rosters, ground)
    layer, key = flat, f"{past.match_id}/{past.seat}"
    if printed:
        layer = moment_layer(
            printed, known.view, past.changes, links_to(base), Place(asked) if asked in places else None
        )
    links = Links(ground=ground, places=places, seat=base, rule=partial(rule_url, past.game))
    told = situation_shown(past.situation, links, name="", id="told")
    return MomentPage(
        seat=words.seat(past.seat),
        base=base,
        ways=ways_of(past.game, base),
        title=past.game.info.scenarios[past.scenario].title,
        colour=look.colour(past.seat, past.game.info.seats),
        at=past.at,
        version=past.version,
        looking_back=pictures_of(past.game) if past.ended else "",
        dial=dial_of("stop", past.place, len(past.stops), words.turns_of(past.where.turn), what),
        mark=mark_of(past),
        since=past.since,
        facts=words.facts(known, past.where.turn),
        letter=past.letter,
        ordered=tuple(ordered(past.entries, links, partial(words.order, known))),
        parts=told.parts,
        notes=told.notes,
        changes=tuple(linked(change_words(past, words, one), links) for one in past.changes),
        lines=tuple(entries_shown(past.entries[-ENTRIES_OF_A_MOMENT:], links, words.reader(known))),
        left_out=max(0, len(past.entries) - ENTRIES_OF_A_MOMENT),
        rosters=rosters,
        ground=ground,
        links=links,
        has_map=printed is not None,
        drawn=framed_moment(printed, layer, key) if printed else flat,
        layer=layer,
    )


def ordered(entries: Sequence[EntryInWords], links: Links, words: Callable[[Order], Sentence]) -> Iterator[EntryShown]:
    """The orders that were taken among these entries, as the sheet says them, without those that only close a step."""
    for entry in entries:
        if isinstance(entry.report, OrdersAccepted):
            answered = "Answered on your behalf: " if entry.report.answered_for else ""
            for order in entry.report.orders:
                if not isinstance(order, Done):
                    yield EntryShown(number=entry.number, said=linked(say(answered, words(order)), links))


def mark_of(past: History) -> str:
    """Where a moment lies: which step since the seat's own last turn, or in the past before it."""
    steps = len(past.stops) - past.since
    if past.place >= past.since and past.turn_ended:
        return f"Step {past.place - past.since + 1} of {steps} since your last turn"
    return "Now" if past.at == past.version else "The past"


def change_words(past: History, words: PlainWords, one: Change) -> Sentence:
    """A change of the map in a sentence."""
    if one.own or past.game.forces is None:
        known = past.known if one.kind != "gone" else past.game.known(past.before)
        name: Span = own(one.subject, words.name(known, one.subject))
    else:
        contacts = past.game.forces.contacts(past.picture if one.kind != "gone" else past.before)
        name = contact(one.subject, words.contact_name(contacts[one.subject], one.subject))
    was, now = (joined(" and ", map(place, places)) for places in (one.was, one.now))
    match one.kind:
        case "new":
            return say(name, " is on the map, in ", now, ".")
        case "moved":
            return say(name, " went from ", was, " to ", now, ".")
        case "gone":
            return say(name, " is no longer on the map; it was in ", was, ".")
        case _:
            return say(name, " in ", now, ": what you know of it has changed.")


# ---- dossiers


@dataclass(frozen=True, kw_only=True)
class ContactShown:
    """A contact in a list of them: what it is called, how many reports told of it, when the last came, and where."""

    handle: str
    name: str
    reports: int
    when: str
    places: tuple[str, ...]


def contact_shown(past: Any, one: ContactLine) -> ContactShown:
    """`past` is the seat's reading."""
    words, ground = past.game.words, past.ground
    return ContactShown(
        handle=one.handle,
        name=words.contact_name(one.contact, one.handle),
        reports=one.reports,
        when=when_told(words, one.turn, one.letter),
        places=tuple(shown_place(place, ground) for place in one.places),
    )


def when_told(words: PlainWords, turn: int, letter: int | None) -> str:
    """The turn in which something was told, and the letter with which it came."""
    return words.turns_of(turn) + (f", letter {letter}" if letter else "")


@dataclass(frozen=True, kw_only=True)
class ReportShown:
    """One report of a contact: when it came and how, what it said, and what of the reader's own was there."""

    number: int
    when: str
    where: str
    said: Markup
    how: str
    level: str
    near: tuple[Markup, ...]
    gone: bool


@dataclass(frozen=True, kw_only=True)
class DossierPage:
    """All that a seat was told of one contact; `places` are where it stands or stood, as `ground` shows them."""

    seat: str
    base: str
    ways: tuple[PageLink, ...]
    title: str
    colour: str
    handle: str
    name: str
    present: bool
    facts: tuple[Fact, ...]
    places: tuple[str, ...]
    ground: Ground | None
    lines: tuple[ReportShown, ...]
    has_records: bool


def dossier_page(found: Dossier, past: Any, base: str) -> DossierPage:
    """`past` is the seat's reading: its view names its own units in what was told."""
    words, look, known = past.game.words, dress(past.game), past.known
    printed = look.map(past.picture)
    places: Collection[str] = printed.places if printed else ()
    reads = words.reader(known)
    ground = past.game.ground_of(past.picture)
    links = Links(ground=ground, places=places, seat=base, rule=partial(rule_url, past.game))
    return DossierPage(
        seat=words.seat(past.seat),
        base=base,
        ways=ways_of(past.game, base),
        title=past.game.info.scenarios[past.scenario].title,
        colour=look.colour(past.seat, past.game.info.seats),
        handle=found.handle,
        name=words.contact_name(found.contact, found.handle),
        present=found.present,
        facts=words.contact(found.contact, found.turn, present=found.present),
        places=tuple(shown_place(place, ground) for place in found.places),
        ground=ground,
        lines=tuple(
            ReportShown(
                number=line.entry.number,
                when=when_told(words, line.entry.turn, line.entry.letter),
                where=words.heading(line.titles),
                said=linked(reads(line.entry.text), links),
                how=line.finding.how + (f": {line.finding.other}" if line.finding.other else ""),
                level="" if line.finding.level is None else f"level {line.finding.level} at least",
                near=tuple(linked(reads(near), links) for near in line.finding.near),
                gone=line.gone,
            )
            for line in found.lines
        ),
        has_records=past.game.records is not None,
    )


# ---- a review


@dataclass(frozen=True, kw_only=True)
class PaneShown:
    """One of the maps: a side's picture, with what it had just been told and where it was wrong, or the truth."""

    id: str
    name: str
    title: str
    colour: str
    facts: tuple[Fact, ...]
    ground: Ground | None
    drawn: Markup
    layer: Markup
    ordered: tuple[EntryShown, ...]
    parts: tuple[ShownParagraph, ...]
    notes: tuple[Markup, ...]
    wrong: tuple[EntryShown, ...]
    about: str


@dataclass(frozen=True, kw_only=True)
class ReviewPage:
    """A finished match at one of its steps."""

    seat: str
    base: str
    ways: tuple[PageLink, ...]
    title: str
    at: int
    dial: Dial
    sheet: Markup
    has_map: bool
    has_truth: bool
    panes: tuple[PaneShown, ...]

    @property
    def foremost(self) -> int:
        """The place of the map that is words first where there is room for one: that of the truth, if there is one."""
        return 1 if self.has_truth else 0


def review_page(found: Review, seat: str, base: str, *, moderated: bool = False) -> ReviewPage:
    """A match at one of its steps, to one of its seats after the end, or while it goes on to whoever moderates it."""
    words = found.game.words
    printed = dress(found.game).map(next(iter(found.state.pictures.values())))
    step = found.steps[found.place]
    what = step.titles[-1] if step.titles else ""
    last = ": now" if moderated else ": the match is over"
    what += f"; before the orders of {words.seat(step.seat)}" if step.seat else last
    sides = [side_pane(found, words, side) for side in found.game.info.seats]
    truth = [true_pane(found, words, printed)] if found.game.records is not None else []
    return ReviewPage(
        seat=seat,
        base=base,
        ways=(PageLink(kind="match", label="Moderator", href=base),) if moderated else ways_of(found.game, base),
        title=found.game.info.scenarios[found.scenario].title,
        at=found.at,
        dial=dial_of("step", found.place, len(found.steps), words.turns_of(step.turn), what),
        sheet=printed_sheet(printed) if printed else Markup(""),
        has_map=printed is not None,
        has_truth=bool(truth),
        panes=(sides[0], *truth, *sides[1:]),
    )


def side_pane(found: Review, words: PlainWords, side: str) -> PaneShown:
    printed = dress(found.game).map(found.state.pictures[side])
    known, wrong = found.believed[side], found.differences[side]
    id, label = f"map-of-{found.game.info.seats.index(side)}", f"What {words.seat(side)} believed"
    places: Collection[str] = printed.places if printed else ()
    reads = words.reader(found.truth.get(side, known))
    ground = found.game.ground_of(found.state.pictures[side])
    links = Links(ground=ground, places=places, rule=partial(rule_url, found.game))
    told = situation_shown(found.situations[side], links, name="", id=f"told-{found.game.info.seats.index(side)}")
    layer = listed(words.rosters(known), ground)
    if printed:
        layer = believed_layer(printed, known.view, wrong, found.changes[side], id=id, label=label, links=NOWHERE)
    return PaneShown(
        id=id,
        name=words.seat(side),
        title=label,
        colour=dress(found.game).colour(side, found.game.info.seats),
        facts=words.facts(known, found.turn),
        ground=ground,
        drawn=pane(printed, layer, key=f"{found.match_id}/review", label=label) if printed else layer,
        layer=layer,
        ordered=tuple(ordered(found.told[side], links, partial(words.order, found.truth.get(side, known)))),
        parts=told.parts,
        notes=told.notes,
        wrong=told_apart(wrong, links, reads),
        about=f"{words.seat(side)} was told nothing in this step.",
    )


def true_pane(found: Review, words: PlainWords, printed: GameMap | None) -> PaneShown:
    unknown = [
        place for wrong in found.differences.values() for one in wrong if one.kind == "unseen" for place in one.true
    ]
    known = tuple(found.truth.values())
    layer = Markup("")
    if printed:
        maps = [(dress(found.game).map(one.picture), one.view) for one in known]
        forces = [drawing.force(view, NOWHERE) for drawing, view in maps if drawing]
        layer = true_layer(printed, forces, unknown, id="map-of-truth")
    return PaneShown(
        id="map-of-truth",
        name="The truth",
        title="What was true",
        colour="true",
        facts=words.facts(known[0], found.turn) if known else (),
        ground=found.game.ground_of(known[0].picture) if known else None,
        drawn=pane(printed, layer, key=f"{found.match_id}/review", label="What was true") if printed else layer,
        layer=layer,
        ordered=(),
        parts=(),
        notes=(),
        wrong=(),
        about="A ring marks a unit of which another side knew nothing.",
    )


def told_apart(wrong: Sequence[Difference], links: Links, reads: Reads) -> tuple[EntryShown, ...]:
    """Where a side was wrong, in sentences: what it believed amiss first, then whom it did not know."""
    return tuple(EntryShown(number=place, said=linked(reads(one.text), links)) for place, one in enumerate(wrong))
