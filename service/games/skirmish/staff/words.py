"""What is said to a side: to a page, a mail, a text client or a bot alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from service.engine.aims import Aim, Briefing
from service.engine.cards import Card, Weight
from service.engine.facts import Decision, Fact, NothingAsked, Roster, Takes, as_words, running, value_words
from service.engine.figures import plain
from service.engine.line_words import LineNames
from service.engine.lines import StandingAnswer
from service.engine.options import Scalar
from service.engine.orders import Order
from service.engine.places import fields_of_places
from service.engine.reports import LogEntry, Report, Telling
from service.engine.roles import Role, fields_in
from service.engine.sentences import Sentence, contact, counted, joined, listing, place, say, spelled
from service.engine.situations import Situation
from service.engine.state import Known
from service.engine.words import PlainWords
from service.games.skirmish.known.picture import Announcement, Contact, Picture
from service.games.skirmish.known.reports import REPORTS, ContactSeen, FilmShown, GroundSeen, OwnBases, TimeRuns
from service.games.skirmish.known.view import View
from service.games.skirmish.printed.bases import Outward
from service.games.skirmish.printed.options import length_of
from service.games.skirmish.printed.scenario import Scenario
from service.games.skirmish.staff.aims import aim
from service.games.skirmish.staff.asking import asked
from service.games.skirmish.staff.briefing import OPEN, briefing, commands
from service.games.skirmish.staff.cards import cards, weight
from service.games.skirmish.staff.clocks import stands, takes_chosen, unanswered, until, waiting
from service.games.skirmish.staff.film import decision, recalled
from service.games.skirmish.staff.key import key
from service.games.skirmish.staff.options import OPTION_MEANINGS, OPTION_TITLES, OPTION_WORDS
from service.games.skirmish.staff.plan import ABOUT, NO_LINE, PLAN, REHEARSAL, names_of, plan_words
from service.games.skirmish.staff.prose import prose
from service.games.skirmish.staff.rosters import ago, contact_row, own_row, seen_as
from service.games.skirmish.staff.sitrep import situation
from service.games.skirmish.staff.terms import (
    FIRE_ON_MOVE,
    HEADINGS,
    HELP,
    LABELS,
    TITLES,
    TURN_GUN,
)

OWN_BY_ID = frozenset({"battery", "group", "leader"})
SPEAK_FOR_THEMSELVES = frozenset({"battery", "group"})
"""What is called by a title, such as the field battery, and needs no label before it."""
"""The fields of orders that hold the id of something of one's own, beside the base that the order is given to."""


def all_with(view: View, handle: str) -> list[Contact]:
    """A contact, and after it all others that are held to be in its hex; nobody where it is not known."""
    one = next((one for one in view.contacts if one.handle == handle), None)
    if one is None:
        return []
    others = [other for other in view.contacts if other.hex == one.hex and other != one and not other.abandoned]
    return [one, *others]


class SkirmishWords(PlainWords):
    """The words of Skirmish, as it is played by the scenarios of one set of data."""

    said_elsewhere: ClassVar[tuple[type[Report], ...]] = (
        *PlainWords.said_elsewhere, FilmShown, OwnBases, GroundSeen, TimeRuns,
    )  # fmt: skip
    said_once: ClassVar[tuple[type[Report], ...]] = (ContactSeen,)  # each flash of a gun tells it anew
    silence: ClassVar[str] = "no fire"
    option_titles: ClassVar[dict[str, str]] = OPTION_TITLES
    option_words: ClassVar[dict[str, dict[str, str]]] = OPTION_WORDS
    option_meanings: ClassVar[dict[str, dict[str, str]]] = OPTION_MEANINGS
    group_titles: ClassVar[dict[str, str]] = {**PlainWords.group_titles, **TITLES}
    group_help: ClassVar[dict[str, str]] = {**PlainWords.group_help, **HELP}
    standing_title: ClassVar[str] = PLAN
    rehearsal: ClassVar[str] = REHEARSAL
    list_titles: ClassVar[dict[str, str]] = {"plan": PLAN}
    list_help: ClassVar[dict[str, str]] = {"plan": ABOUT}
    no_line: ClassVar[str] = NO_LINE

    def __init__(self, scenarios: Sequence[Scenario]) -> None:
        self.scenarios = {given.name: given for given in scenarios}
        self.tables = scenarios[0].tables

    def given(self, known: Known[Picture, View]) -> Scenario:
        """The scenario that is played."""
        return self.scenarios[known.picture.scenario]

    def option_meaning(self, name: str, value: object) -> str:
        return super().option_meaning(name, value).format(**length_of(next(iter(self.scenarios.values()))))

    def prose(self, report: Report, /) -> Sentence:
        return prose(self.tables.bases, report) if isinstance(report, REPORTS) else super().prose(report)

    def situation(
        self, before: Known[Picture, View], after: Known[Picture, View], told: Sequence[Telling], turn: int, /
    ) -> Situation:
        return situation(before.picture, after.picture, told, turn)

    def cards(self, known: Known[Picture, View], told: Sequence[LogEntry], /) -> tuple[Card, ...]:
        return cards(known.picture, told)

    def weight(self, report: Report, /) -> Weight:
        return weight(report)

    def verdict(self, known: Known[Picture, View]) -> Sentence:
        view = known.view
        return say(f"{view.verdict}. The score is {plain(view.score)}.") if view.verdict else ()

    def briefing(self, known: Known[Picture, View]) -> Briefing:
        given, side, agreed = self.given(known), known.picture.side, known.picture.options
        told, one_attacks = briefing(given, side), agreed.get("turn_structure") == "fixed_attacker"
        one_side = f"{counted(given.turns, 'game turn')}, in all of which the same side attacks."
        return replace(
            told,
            situation=say(told.situation, " ", commands(given, side)),
            length=say(one_side) if one_attacks else told.length,
            hidden=OPEN if agreed.get("fog") == "off" else told.hidden,
        )

    def aim(self, known: Known[Picture, View]) -> Aim:
        return aim(known.picture, known.score)

    def seat(self, seat: str) -> str:
        return seat.capitalize()

    def key(self) -> tuple[Fact, ...]:
        return key(self.tables)

    def facts(self, known: Known[Picture, View], turn: int) -> tuple[Fact, ...]:
        view = known.view
        if not view.turn:
            return (Fact.of("Turn", "before the first"),)
        weather = view.ground.weather
        given = self.given(known)
        ways = HEADINGS[given.sheet.headings]
        far = given.tables.weather.sight(weather.precipitation, weather.visibility)
        wind = "calm" if weather.wind_speed == "calm" else f"{weather.wind_speed} to {ways[weather.wind_direction]}"
        return (
            Fact.of("Turn", f"{view.turn} of {view.turns}"),
            Fact.of("Attacker", self.side(known, view.attacker)),
            Fact.of("Weather", f"{weather.precipitation}, {wind}, {far} hexes".capitalize()),
        )

    def another_turn(self, known: Known[Picture, View]) -> bool | None:
        return known.view.turn < known.view.turns

    def points(self, known: Known[Picture, View]) -> tuple[Fact, ...]:
        view = known.view
        given = self.given(known)
        facts = []
        on_map = {base.id for base in view.own if base.hex}
        for group in view.groups:
            setup = next((one for one in given.reinforcements if one.id == group.id), None)
            entered = setup is not None and any(unit.id in on_map for unit in setup.units)
            how = "on the map" if entered else f"announced: {group.zone}" if group.zone else "to come"
            facts.append(Fact.of(setup.title if setup else group.id, how))
        most = given.tables.support.artillery.fires_for_effect
        for mission in view.missions:
            named = next((one.title for one in given.artillery if one.id == mission.id), mission.id)
            aim = say(", aimed at ", place(mission.aim)) if mission.aim else ""
            facts.append(Fact.of(named, mission.stage, aim, f", {mission.fired} of {most} fired for effect"))
        if view.announced:
            facts.append(Fact.of("Enemy reinforcements", joined(", ", map(announced, view.announced))))
        if view.gone:
            facts.append(Fact.of("Lost", joined(", ", (say(base.said, f" ({base.gone})") for base in view.gone))))
        return tuple(facts)

    def rosters(self, known: Known[Picture, View]) -> tuple[Roster, ...]:
        view = known.view
        own = tuple(own_row(self.given(known), view, base) for base in view.own)
        contacts = tuple(contact_row(self.tables.bases, view, contact) for contact in view.contacts)
        return (
            Roster(title="Your bases", side="own", rows=own, none="No base is left."),
            Roster(title="Contacts", side="foe", rows=contacts, none="None. Nothing of the enemy has been seen."),
        )

    def name(self, known: Known[Picture, View], unit: str) -> str:
        return self.named(known).get(unit, unit)

    def side(self, known: Known[Picture, View], side: str) -> str:
        """A side as players call it."""
        sides = self.given(known).sides
        return sides[side].title if side in sides else side

    def label(self, field: str) -> str:
        return LABELS.get(field, as_words(field))

    def value(self, known: Known[Picture, View] | None, field: str, value: Scalar) -> str:
        match field:
            case "heading" if isinstance(value, int):
                return self.towards(known, value).capitalize()
            case "leader" if value is None:
                return "Nobody"
        return self.named(known).get(str(value)) or value_words(field, value)

    def towards(self, known: Known[Picture, View] | None, heading: int) -> str:
        """A direction on the map that is played on; where that is not told, on all maps, as long as they are alike."""
        given = self.scenarios.values() if known is None else (self.given(known),)
        named = {HEADINGS[one.sheet.headings][heading] for one in given if heading < one.sheet.headings}
        return named.pop() if len(named) == 1 else str(heading)

    def field_said(self, known: Known[Picture, View] | None, order: type[Order], field: str, value: Any) -> Sentence:
        return say(plan_words(value)) if field == "lines" else super().field_said(known, order, field, value)

    def line_names(self, known: Known[Picture, View] | None) -> LineNames:
        return names_of(self.tables.bases, None if known is None else known.view)

    def value_said(self, known: Known[Picture, View] | None, order: type[Order], field: str, value: Any) -> Sentence:
        if field in fields_in(Role.TARGET, order) and field not in fields_of_places(order) and isinstance(value, str):
            return self.aimed_at(known, value, str, at_all=order.__name__ == "Fire")
        if field in OWN_BY_ID and isinstance(value, str):
            return say(self.called(known, value))
        return super().value_said(known, order, field, value)

    def aimed_at(
        self, known: Known[Picture, View] | None, handle: str, begins: Callable[[str], str], *, at_all: bool = False
    ) -> Sentence:
        """A contact that is aimed at: Enemy 3, a squad, in 1306; `begins` makes its first letter large or small.

        Where it is fired `at_all` in its hex, how many others are known there.
        """
        if known is None:
            return say(contact(handle, begins(f"Enemy {handle}")))
        there = all_with(known.view, handle)
        if not there:
            return say(contact(handle))
        others = f", and {len(there) - 1} more" if at_all and there[1:] else ","
        who = contact(handle, begins(seen_as(self.tables.bases, there[0])))
        return say(who, f"{others} in ", place(there[0].hex))

    def plainly(self, known: Known[Picture, View] | None, order: Order) -> Sentence:
        who = [self.called(known, id) for id in order.subjects()]
        skipped = {"kind", *fields_in(Role.SUBJECT, type(order))}
        parts = [
            say(running(self.label(name)))
            if value is True
            else say(
                "" if name in SPEAK_FOR_THEMSELVES else f"{running(self.label(name))} ",
                self.field_said(known, type(order), name, value),
            )
            for name, value in vars(order).items()
            if name not in skipped and value is not False and value not in (None, ())
        ]
        title = say(self.title(order.kind), ": " if who else "", *who)
        return say(title, (", " if who else ": ") if parts else "", joined(", ", parts))

    def at(self, known: Known[Picture, View] | None, handle: str, *, at_all: bool = False) -> Sentence:
        """A contact that is fired at, in few words: the squad in 1306; with the others if it is `at_all` in its hex."""
        there = [] if known is None else all_with(known.view, handle)
        if not there:
            return say(contact(handle))
        shown = there if at_all else there[:1]
        whom = [
            contact(one.handle, f"the {self.what(one.shows)}" if one.shows else f"enemy {one.handle}") for one in shown
        ]  # fmt: skip
        return say(listing(whom), " in ", place(there[0].hex))

    def names(self, known: Known[Picture, View] | None) -> Mapping[str, str]:
        if known is None:
            return {}
        given, side = self.given(known), known.picture.side
        bases = {base.id: base.name for base in known.picture.own.values()}
        batteries = {battery.id: battery.title for battery in given.artillery if battery.side == side}
        groups = {group.id: group.title for group in given.reinforcements if group.side == side}
        return {**bases, **batteries, **groups}

    def help(self, known: Known[Picture, View], kind: str) -> Sentence:
        if kind == "fire-on-move":
            added = self.tables.fire.modifiers
            return say(FIRE_ON_MOVE.format(spelled(added["advanced fire"]), spelled(added["stays in motion"])))
        if kind == "turn-gun":
            return say(TURN_GUN.format(spelled(self.tables.fire.shots_at_the_wheel)))
        return super().help(known, kind)

    def cost(self, cost: str) -> str:
        return f"{cost} MP"

    def ask(self, known: Known[Picture, View], kinds: Sequence[str], heading: str) -> Sentence:
        return asked(self.given(known), known.view, heading, known.picture.player_turn) if kinds else ()

    def must_be_ordered(self, known: Known[Picture, View]) -> Sequence[str]:
        return known.view.owing

    def until(self, known: Known[Picture, View]) -> str:
        return until(known.picture)

    def is_live(self, known: Known[Picture, View]) -> bool:
        return known.view.live

    def waiting(self, known: Known[Picture, View]) -> NothingAsked | None:
        return waiting(known.picture, self.tables.windows)

    def unanswered(
        self, known: Known[Picture, View], goes: Sequence[Order] = (), chosen: Sequence[str] = ()
    ) -> Sentence:
        return unanswered(known.picture, goes, chosen)

    def takes_chosen(self, known: Known[Picture, View], chosen: Sequence[str] = ()) -> Takes:
        return takes_chosen(known.picture, chosen)

    def goes_on(self, known: Known[Picture, View], address: str) -> bool:
        return known.view.live and address.endswith("halt-or-pass")

    def phasing(self, known: Known[Picture, View]) -> str:
        return known.picture.attacker

    def stands(self, known: Known[Picture, View]) -> str:
        return stands(known.picture)

    def decision(self, known: Known[Picture, View]) -> Decision | None:
        return decision(self.given(known), known.view, known.picture)

    def recalled(self, known: Known[Picture, View]) -> tuple[Fact, ...]:
        return recalled(self.given(known), known.view, partial(self.called, known))

    def answer(self, known: Known[Picture, View], answer: StandingAnswer) -> Sentence:
        who, by_default = self.called(known, answer.unit or ""), line_named(answer.line, "by the default doctrine")
        if answer.order is not None:
            return say(self.order(known, answer.order), f" ({by_default})")
        if answer.does == "hold":
            return say(who, f" holds its fire ({by_default})")
        return say(who, f" leaves it to you ({line_named(answer.line, 'no line fits')})")

    def contact_name(self, contact: Contact, handle: str) -> str:
        shows = contact.shows
        return f"{(shows.name or self.what(shows)).capitalize()} ({handle})" if shows else f"Enemy {handle}"

    def what(self, shows: Outward) -> str:
        """What was seen of a contact, in words: its class, or the type of a gun or vehicle."""
        return self.tables.bases.title(shows.kind, shows.type)

    def contact(self, contact: Contact, turn: int, *, present: bool) -> tuple[Fact, ...]:
        shows = contact.shows
        facts = {
            "Seen": "now" if contact.in_sight else ago(max(0, turn - contact.turn)),
            "Now": "known of" if present else "no longer on the map",
            "What": self.what(shows) if shows else "not made out",
            "Name": (shows and shows.name) or "not known",
            "Quality": str((shows and shows.quality) or "not known"),
            "Morale": shows.morale if shows else "not known",
        }
        return (Fact.of("Hex", place(contact.hex)), *(Fact.of(name, said) for name, said in facts.items()))

    def heading(self, titles: Sequence[str]) -> str:
        return "".join(titles[-1:])

    def turns_of(self, turn: int) -> str:
        return f"Game turn {turn}" if turn else "Before the first turn"


def announced(what: Announcement) -> Sentence:
    """Reinforcements of the enemy as they were announced."""
    kinds = f", {' and '.join(what.kinds)}" if what.kinds else ""
    return say(f"{what.zone} (", joined(", ", map(place, what.hexes)), f"){kinds}")


def line_named(line: int | None, otherwise: str) -> str:
    """Which line of the fire plan decides."""
    return otherwise if line is None else f"line {line}"
