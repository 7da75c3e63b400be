"""What the staff says: to a page, a mail, a text client or a bot alike."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from service.engine.aims import Aim, Briefing
from service.engine.cards import Card, Weight
from service.engine.declarations import Declarations
from service.engine.facts import Fact, Roster, as_words, running, value_words
from service.engine.figures import plain
from service.engine.hexes import Hex
from service.engine.lessons import Errand
from service.engine.options import Option, Scalar
from service.engine.orders import Order
from service.engine.places import Place
from service.engine.reports import HeadingOpened, LogEntry, Report, Telling
from service.engine.roles import Role, fields_in
from service.engine.sentences import Said, Sentence, capital, counted, joined, listed, place, say
from service.engine.situations import Situation
from service.engine.state import Known
from service.engine.words import PlainWords
from service.games.ndc.known.orders import Defence, GroundAttack, Search
from service.games.ndc.known.picture import Contact, Picture
from service.games.ndc.known.points import AIR
from service.games.ndc.known.reports import (
    REPORTS,
    DefenceTotalled,
    OwnAccountReported,
    OwnUnitReported,
    PhaseOpened,
    QuestionPut,
    SegmentOpened,
    WeatherDetermined,
)
from service.games.ndc.known.score import Scorebook
from service.games.ndc.known.view import View
from service.games.ndc.printed.order_of_battle import asset_of, without_side
from service.games.ndc.printed.tables import Tables
from service.games.ndc.staff.aims import aim
from service.games.ndc.staff.allotting import allotting
from service.games.ndc.staff.briefing import briefing
from service.games.ndc.staff.cards import cards, weight
from service.games.ndc.staff.changes import is_worth_saying
from service.games.ndc.staff.declared import declared
from service.games.ndc.staff.errands import ahead, entrance, errand, refuge, shuns, sought, unwise, way_to
from service.games.ndc.staff.key import key
from service.games.ndc.staff.prose import heading_opened, prose, weather
from service.games.ndc.staff.questions import ask, costs_of_entry, idle, question
from service.games.ndc.staff.rosters import contact_row, own_row, short
from service.games.ndc.staff.sitrep import situation
from service.games.ndc.staff.standing import LIST_HELP
from service.games.ndc.staff.stock import stock
from service.games.ndc.staff.terms import (
    ASSETS,
    COMBATS,
    COUNTED,
    GLOSSES,
    HELP,
    LABELS,
    MODE_NAMES,
    ONE_MORE,
    TITLES,
    sectors_named,
)

FARTHEST = 1000
"""Farther than any two hexes of a map are apart."""


class NdcWords(PlainWords):
    """The words of NATO Division Commander, with the figures of these tables."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    said_elsewhere: ClassVar[tuple[type[Report], ...]] = (
        *PlainWords.said_elsewhere, PhaseOpened, SegmentOpened, QuestionPut, OwnAccountReported, DefenceTotalled,
    )  # fmt: skip
    group_titles: ClassVar[dict[str, str]] = TITLES
    group_help: ClassVar[dict[str, str]] = {**PlainWords.group_help, **HELP}
    list_help: ClassVar[dict[str, str]] = LIST_HELP

    def prose(self, report: Report, /) -> Sentence:
        match report:
            case WeatherDetermined():
                return weather(report, self.tables)
            case HeadingOpened():
                return heading_opened(report)
        return prose(report) if isinstance(report, REPORTS) else super().prose(report)

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
        return say(f"{capital(view.verdict)}; the score is {plain(view.score)}.") if view.verdict else ()

    def briefing(self, known: Known[Picture, View]) -> Briefing:
        rules, side = known.picture.rules, known.picture.side
        given, doubled = briefing(rules, side), known.picture.double_intelligence
        whose = "your" if doubled == side else "the enemy's"
        twice = f" The points of {whose} intelligence count twice." if doubled else ""
        return replace(given, situation=say(given.situation, twice))

    def aim(self, known: Known[Picture, View]) -> Aim:
        return aim(known.picture, known.score)

    def facts(self, known: Known[Picture, View], turn: int) -> tuple[Fact, ...]:
        view = known.view
        if not view.turn:
            return (Fact.of("Turn", "not begun"),)
        of = Fact.of("Turn", f"{view.turn} of {view.turns}")
        if not view.time_of_day:
            return (of, Fact.of("Weather", "Not yet told"))
        time = Fact.of("Time", view.time_of_day)
        # The rules count the night among the weather; a reader has it from the time already.
        others = [one for one in view.weather if one != view.time_of_day.lower()]
        if view.weather and not others:
            return (of, time)
        return (of, time, Fact.of("Weather", as_words(", ".join(others) or "clear")))

    def another_turn(self, known: Known[Picture, View]) -> bool | None:
        return known.view.turn < known.view.turns

    def turn_over(self, known: Known[Picture, View], turn: int) -> Sentence:
        now = self.aim(known)
        verdict = listed((level.verdict for level in now.levels if level.here), "or")
        return say(
            f"Game turn {turn} is over. As far as you know the score is {now.total}; at the end that "
            f"would be: {verdict}."
        )

    def points(self, known: Known[Picture, View]) -> tuple[Fact, ...]:
        view = known.view
        mine = view.points
        used = joined(", ", (say(self.called(known, hq), f" {n}") for hq, n in mine.support_used.items() if n))
        commander = self.called(known, mine.commander) if mine.commander else "none"
        facts: dict[str, Said] = {
            "Operational level": str(mine.level),
            "Coverage / quality": f"{mine.coverage} / {mine.quality}",
            "Sectors searched": ", ".join(mine.sectors) or "none",
            "Air points": str(mine.air) + (f", which {listed(view.air_limits)}" if view.air_limits else ""),
            "EW points": str(mine.ew_points),
            "EW superiority": str(mine.superiority),
            "CSPs used": used or "none",
            "Commander": say("with ", commander, ", hit" if mine.commander_hit else ""),
            "Chemical": f"released, used {mine.chemical_uses}×" if mine.chemical_released else "not released",
            "Enemy level": "not told" if view.enemy_level is None else str(view.enemy_level),
            "Enemy searches": ", ".join(view.enemy_sectors) or "not told",
        }
        if view.double_intelligence:
            facts["Intelligence counts twice"] = f"for {view.double_intelligence}"
        return tuple(Fact.of(label, value) for label, value in facts.items())

    def rosters(self, known: Known[Picture, View]) -> tuple[Roster, ...]:
        own = tuple(own_row(unit, known.view.under_way) for unit in known.view.own)
        contacts = tuple(contact_row(contact) for contact in known.view.contacts)
        return (
            Roster(title="Your units", side="own", rows=own, none="No units are left."),
            Roster(title="Contacts", side="foe", rows=contacts, none="None. Nothing of the enemy has been reported."),
        )

    def name(self, known: Known[Picture, View], unit: str) -> str:
        return self.named(known).get(unit, unit)

    def label(self, field: str) -> str:
        counted_in = f", in {COUNTED[field]}s" if field in COUNTED else ""
        gloss = f" ({GLOSSES[field]})" if field in GLOSSES else ""
        return LABELS.get(field, as_words(field)) + counted_in + gloss

    def value(self, known: Known[Picture, View] | None, field: str, value: Scalar) -> str:
        if isinstance(value, str):
            if value in MODE_NAMES and field == "mode":
                return MODE_NAMES[value]
            if field == "assets":
                return asset_words(value)
            return self.named(known).get(value) or value_words(field, value)
        return value_words(field, value)

    def value_said(self, known: Known[Picture, View] | None, order: type[Order], field: str, value: Any) -> Sentence:
        source = field == "hqs" and value != AIR
        return say(self.called(known, value)) if source else super().value_said(known, order, field, value)

    def plainly(self, known: Known[Picture, View] | None, order: Order) -> Sentence:
        who = [self.called(known, id) for id in order.subjects()]
        return say(
            self.title(order.kind),
            ": " if who else "",
            *who,
            self.rest(known, order, *fields_in(Role.SUBJECT, type(order))),
        )

    def passing(self, known: Known[Picture, View], kinds: Sequence[str]) -> str:
        if known.picture.address.endswith("/send-the-results"):
            return "Send the results to the enemy"
        if "retreat" in kinds:
            return "Let the umpire choose the way"
        return "Close without searching" if "allot-intelligence" in kinds else super().passing(known, kinds)

    def rest(self, known: Known[Picture, View] | None, order: Order, *said: str) -> Sentence:
        """The other fields of an order, those that say nothing left out."""
        skipped = {"kind", *said}
        parts = [
            say(f"{running(LABELS[name])} of {counted(value, COUNTED[name])}")
            if name in COUNTED
            else say(running(self.label(name)))
            if value is True
            else say(f"{running(self.label(name))} ", self.field_said(known, type(order), name, value))
            for name, value in vars(order).items()
            if name not in skipped and value not in (0, False, None, ())
        ]
        return say(": ", joined(", ", parts)) if parts else ()

    def help(self, known: Known[Picture, View], kind: str) -> Sentence:
        if kind == "allot-intelligence":
            return say(allotting(known.view, self.tables))
        return super().help(known, kind)

    def holds(self, known: Known[Picture, View], kind: str) -> Mapping[str, Scalar]:
        if kind == "change-mode":  # not March, the first of them, in which a unit cannot fight
            return {"mode": "attack"}
        return {"attendance": known.view.attendance.get(known.view.seat, "")} if kind == "attend" else {}

    def cost(self, cost: str) -> str:
        return f"{cost} MP"

    def idle(self, known: Known[Picture, View], unit: str) -> Sentence:
        return idle(known.picture, unit)

    def ask(self, known: Known[Picture, View], kinds: Sequence[str], heading: str) -> Sentence:
        return ask(known.picture, known.view, kinds, partial(self.called, known))

    def taught_with(self, known: Known[Picture, View], unit: str) -> int:
        """A battalion before a headquarters, and the nearest to a place to which its side's aim calls it."""
        here = known.picture.own.get(unit)
        if here is None or here.hex is None:
            return 0
        goals = sought(known.picture, known.score or Scorebook(), here)
        return FARTHEST * (not here.combat) + min((way_to(here, one) for one in goals), default=FARTHEST - 1)

    def errand(self, known: Known[Picture, View], unit: str, places: Collection[Place]) -> Errand | None:
        here = known.picture.own.get(unit)
        return errand(known.picture, known.score or Scorebook(), here, places) if here is not None else None

    def best_place(self, known: Known[Picture, View], kind: str, unit: str, places: Collection[Place]) -> Place | None:
        """Of a retreat the hex nearest to headquarters, of one who comes in that nearest to what it is for, of an
        attack on nobody known that which lies ahead."""
        picture, here = known.picture, known.picture.own.get(unit)
        if kind == "declare-ground-combat" and here is not None:
            return ahead(picture, known.score or Scorebook(), here, places)
        if kind == "retreat" and picture.retreating is not None:
            return refuge(picture, picture.retreating, places)
        return entrance(picture, known.score or Scorebook(), places) if kind == "enter" else None

    def share(self, known: Known[Picture, View], kind: str, field: str, most: int) -> int:
        """What defends is kept for each unit alike that is still to be attacked: who is driven out by one attack meets
        no more of them."""
        picture = known.picture
        still = [one for one in picture.attacks if one.number >= (picture.question or 0)] if kind == "defend" else []
        attacked = {frozenset(unit.id for unit in picture.own_at(one.target)) for one in still}
        return -(-most // max(1, len(attacked)))

    def stock(self, known: Known[Picture, View], option: Option, field: str) -> str:
        return stock(known.picture, option, field)

    def shuns(self, known: Known[Picture, View], unit: str, way: Sequence[Place]) -> bool:
        here = known.picture.own.get(unit)
        return here is not None and shuns(known.picture, here, way)

    def unwise(self, known: Known[Picture, View], order: Order) -> bool:
        match order:
            case GroundAttack():
                return unwise(known.picture, order)
            case Defence():
                return not (order.fire or order.ew or order.command)
        return False

    def is_idle(self, order: Order) -> bool:
        return isinstance(order, Search) and not order.sectors

    def area(self, known: Known[Picture, View], place: Place) -> str:
        return known.picture.rules.board.sectors.get(Hex(str(place)), "")

    def asked_again(self, known: Known[Picture, View], orders: Sequence[Order]) -> str:
        is_fought = bool(known.picture.planned) or any(order.kind in COMBATS for order in orders)
        return ONE_MORE if is_fought and known.picture.address.endswith("/movement-segment") else ""

    def to_come(self, orders: Sequence[Order]) -> Sentence:
        sectors = next((order.sectors for order in orders if isinstance(order, Search)), ())
        if not sectors:
            return ()
        told = "you are told what it finds with the enemy's next moves, in time for your next turn"
        return say(f"You search {sectors_named(sectors)}: {told}.")

    def question(self, known: Known[Picture, View]) -> tuple[Fact, ...]:
        return tuple(question(known.picture, known.view, partial(self.called, known)))

    def declared(self, known: Known[Picture, View]) -> Declarations:
        return declared(known.picture)

    def goes_on(self, known: Known[Picture, View], address: str) -> bool:
        """The defender answers combat by combat, and sends off the results of all."""
        return address.endswith(("/defence", "/retreat"))

    def is_news(self, report: Report) -> bool:
        noted = not isinstance(report, OwnUnitReported) or is_worth_saying(report.changed)
        return noted and super().is_news(report)

    def names(self, known: Known[Picture, View] | None) -> Mapping[str, str]:
        """Those that one begins with are called so when they are lost too."""
        if known is None:
            return {}
        begun = {one.id: short(one.designation) for one in known.picture.rules.units if one.side == known.picture.side}
        return begun | {unit.id: short(unit.designation) for unit in known.picture.own.values()}

    def contact_name(self, contact: Contact, handle: str) -> str:
        return f"{short(contact.designation)} ({handle})" if contact.designation else f"Contact {handle}"

    def met(self, known: Known[Picture, View], place: Place) -> str:
        there = [contact for contact in known.view.contacts if place in contact.hexes]
        return ", ".join(
            [
                *(f"{one.handle}, {one.type or 'a unit'}{'' if one.known and one.type else '?'}" for one in there),
                *costs_of_entry(known.picture, place),
            ]
        )

    def is_known_at(self, known: Known[Picture, View], place: Place) -> bool:
        return any(contact.known and place in contact.hexes for contact in known.view.contacts)

    def contact(self, contact: Contact, turn: int, *, present: bool) -> tuple[Fact, ...]:
        age = max(0, turn - contact.turn)
        there = ("known to be there" if contact.known else "may have moved on") if contact.hexes else "place never told"
        last = "Last known place"
        where = Fact.of(last, joined(", ", map(place, contact.hexes)) or "not known")
        facts = {
            "Reported": "this turn" if not age else f"{age} turn{'s' if age > 1 else ''} ago",
            "Now": there if present else "no longer on the map",
            "Type": contact.type or "not told",
            "Name": contact.designation or "not told",
            "Mode": MODE_NAMES.get(contact.mode or "", "not told"),
            "T/O": "not told" if contact.to is None else str(contact.to),
            "Zone": "" if contact.zone in (None, "single") else contact.zone,
        }
        return (where, *(Fact.of(label, value) for label, value in facts.items() if value))

    def key(self) -> tuple[Fact, ...]:
        return key(self.tables)

    def rule_names(self) -> Mapping[str, str]:
        return {rule: modifier.name for rule, modifier in self.tables.modifiers.items()}

    def heading(self, titles: Sequence[str]) -> str:
        return " › ".join(titles[2:4]) or "".join(titles[-1:])

    def turns_of(self, turn: int) -> str:
        return f"Game turn {turn}" if turn else "Before the first turn"


def asset_words(asset: str) -> str:
    """An asset by its kind, its number and the headquarters that it came with: Artillery 2 of DIV for S-DIV/arty-2."""
    found = asset_of(asset)
    if found is None:
        return asset
    hq, kind, number = found
    return f"{ASSETS.get(kind, as_words(kind))} {number} of {without_side(hq)}"
