"""What the game says to its players, from what they know: to a page, a mail, a text client or a bot alike."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from service.engine.aims import Aim, Briefing
from service.engine.cards import Card
from service.engine.facts import Fact, Roster, running
from service.engine.lessons import Errand
from service.engine.options import Option, Scalar
from service.engine.orders import Order
from service.engine.places import Place
from service.engine.reports import LogEntry, Report, Telling
from service.engine.sentences import Sentence, capital, place, say
from service.engine.situations import Situation
from service.engine.state import Known
from service.engine.words import PlainWords
from service.games.korsun.known.picture import Contact, Picture
from service.games.korsun.known.reports import COMBAT, OwnForce, OwnStores, OwnSupply, PublicTold
from service.games.korsun.staff import counsel
from service.games.korsun.staff.aims import aim
from service.games.korsun.staff.briefing import briefing, commands
from service.games.korsun.staff.cards import of_combat
from service.games.korsun.staff.holdings import held
from service.games.korsun.staff.prices import price
from service.games.korsun.staff.prose import LEVELS, prose, units
from service.games.korsun.staff.rosters import contact_row, of_contact, own_rows, shown_as
from service.games.korsun.staff.sitrep import situation
from service.games.korsun.staff.terms import ASKS, HELP, ITEMS, KEY, LABELS, LIST_HELP, LIST_TITLES, NOTHING_FOR, TITLES

CODE = re.compile(r"(\w)\. (.+)")
"""A heading's number or letter, and what it is called without it."""
MARKERS = "1. Supply Marker Phase"
WITHIN_A_COMBAT = re.compile("/(combats|combats-by-breakthrough|reserve-combats)/")
"""What stands in the address of each heading within a combat."""


class KorsunWords(PlainWords):
    """The words of Korsun."""

    said_elsewhere: ClassVar[tuple[type[Report], ...]] = (
        *PlainWords.said_elsewhere, OwnForce, OwnSupply, OwnStores, PublicTold,
    )  # fmt: skip
    silence: ClassVar[str] = "nothing"
    group_titles: ClassVar[dict[str, str]] = {**PlainWords.group_titles, **TITLES}
    group_help: ClassVar[dict[str, str]] = {**PlainWords.group_help, **HELP}
    list_titles: ClassVar[dict[str, str]] = LIST_TITLES
    list_help: ClassVar[dict[str, str]] = LIST_HELP

    def turns_of(self, turn: int) -> str:
        return f"Game-turn {turn}"

    def heading(self, titles: Sequence[str]) -> str:
        """A heading by the numbers and letters that lead to it: E3B Movement Segment."""
        found = [CODE.fullmatch(title) for title in titles]
        code = "".join(one[1] for one in found if one)
        last = "".join(titles[-1:])
        named = found[-1][2] if found and found[-1] else last
        return f"{code} {named}" if code else named

    def goes_on(self, known: Known[Picture, Picture], address: str) -> bool:
        """Item after item and combat after combat is answered by itself, and what came of all is read together."""
        return WITHIN_A_COMBAT.search(address) is not None

    def cost(self, cost: str) -> str:
        return f"{cost} {'point' if cost == '1' else 'points'}"

    def label(self, field: str) -> str:
        return LABELS.get(field) or super().label(field)

    def value(self, known: Known[Any, Any] | None, field: str, value: Scalar) -> str:
        return ITEMS[str(value)] if field == "ask" else super().value(known, field, value)

    def briefing(self, known: Known[Picture, Picture]) -> Briefing:
        rules, side = known.picture.rules, known.picture.side
        told = briefing(rules, side)
        return replace(told, situation=say(told.situation, f" {commands(rules, side)}"))

    def aim(self, known: Known[Picture, Picture]) -> Aim:
        return aim(known.picture, known.score)

    def facts(self, known: Known[Picture, Picture], turn: int) -> tuple[Fact, ...]:
        picture = known.picture
        public, last = picture.public, picture.rules.turns[1]
        if not turn:
            return (Fact.of("Game-turn", "before the first"),)
        weather = f"{public.ground}, {public.visibility}".capitalize()
        return (Fact.of("Game-turn", f"{turn} of {last}"), Fact.of("Weather", weather))

    def another_turn(self, known: Known[Picture, Picture]) -> bool | None:
        return known.picture.turn < known.picture.rules.turns[1]

    def points(self, known: Known[Picture, Picture]) -> tuple[Fact, ...]:
        return held(known.picture)

    def rosters(self, known: Known[Picture, Picture]) -> tuple[Roster, ...]:
        picture = known.picture
        met = sorted(picture.contacts.values(), key=lambda one: (not one.in_sight, one.hex))
        return (
            Roster(title="Your units", side="own", rows=tuple(own_rows(picture)), none="You have no units left."),
            Roster(
                title="Contacts", side="foe", none="Nothing of the enemy has been seen.",
                rows=tuple(contact_row(picture.rules, one, picture.turn) for one in met),
            ),
        )  # fmt: skip

    def contact(self, contact: Contact, turn: int, *, present: bool) -> tuple[Fact, ...]:
        return of_contact(contact, turn, present=present)

    def ask(self, known: Known[Picture, Picture], kinds: Sequence[str], heading: str) -> Sentence:
        fight = known.picture.attack
        at = say("The attack of ", units(fight.units), " on ", place(fight.hex), ": ") if fight is not None else ()
        if heading == MARKERS:
            return markers_asked(known.picture)
        about, instead = NOTHING_FOR.get(heading, ((), ""))
        said = instead if about and not {*about} & {*kinds} else ASKS.get(heading, "")
        return say(at, running(said) if at else said) if said else ()

    def help(self, known: Known[Picture, Picture], kind: str) -> Sentence:
        return say(" ".join(filter(None, (price(known.picture.tables, kind), self.group_help.get(kind, "")))))

    def taught_with(self, known: Known[Picture, Picture], unit: str) -> int:
        mine = known.picture.own.get(unit)
        return counsel.wanted(known.picture, mine) if mine is not None and mine.hex is not None else 0

    def errand(self, known: Known[Picture, Picture], unit: str, places: Collection[Place]) -> Errand | None:
        mine = known.picture.own.get(unit)
        return counsel.errand(known.picture, mine, places) if mine is not None else None

    def best_place(
        self, known: Known[Picture, Picture], kind: str, unit: str, places: Collection[Place]
    ) -> Place | None:
        return counsel.best_place(known.picture, kind, unit, places)

    def best_group(self, known: Known[Picture, Picture], option: Option, field: str) -> list[str] | None:
        return counsel.best_group(known.picture, option, field)

    def shuns(self, known: Known[Picture, Picture], unit: str, way: Sequence[Place]) -> bool:
        mine = known.picture.own.get(unit)
        return mine is not None and counsel.shuns(known.picture, mine, way)

    def unwise(self, known: Known[Picture, Picture], order: Order) -> bool:
        return counsel.unwise(known.picture, order)

    def key(self) -> tuple[Fact, ...]:
        return KEY

    def cards(self, known: Known[Picture, Picture], told: Sequence[LogEntry], /) -> tuple[Card, ...]:
        told = [one for one in told if one.occasion is not None and one.occasion.kind == COMBAT]
        by_number = {one.number: one for one in told}
        return tuple(
            of_combat(known.picture, card, [by_number[number] for number in card.entries])
            for card in super().cards(known, told)
        )

    def situation(
        self, before: Known[Picture, Picture], after: Known[Picture, Picture], told: Sequence[Telling], turn: int, /
    ) -> Situation:
        return situation(before.picture, after.picture, told, turn)

    def prose(self, report: Report, /) -> Sentence:
        said = prose(report)
        return super().prose(report) if said is None else said

    def names(self, known: Known[Any, Any] | None) -> Mapping[str, str]:
        """Units go by what is printed on their counters."""
        return {} if known is None else {id: id for id in known.picture.own}

    def contact_name(self, contact: Contact, handle: str) -> str:
        """Who was identified, or how big the stack is."""
        return shown_as(contact) if contact.units or contact.marker else f"{handle}, {shown_as(contact)}"

    def verdict(self, known: Known[Picture, Picture]) -> Sentence:
        level = known.picture.verdict
        return say(f"{capital(LEVELS[level])}.") if level else ()


def markers_asked(picture: Picture) -> Sentence:
    """What is asked of supply markers: whom they reach where they stand, and that they may be left there."""
    reached, units = counsel.in_range(picture)
    if reached == units:
        return say(f"Your supply markers, green on the map, reach all {units} of your units: you may leave them there.")
    return say(
        f"Your supply markers, green on the map, reach {reached} of your {units} units. The others will be out of "
        "supply, unless a marker comes nearer."
    )
