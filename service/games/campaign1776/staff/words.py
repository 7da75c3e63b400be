"""What the game says to its players, from what they know: to a page, a mail, a text client or a bot alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from service.engine.aims import Aim, Briefing
from service.engine.cards import Card
from service.engine.facts import Fact, Roster
from service.engine.line_words import LineNames
from service.engine.options import Scalar
from service.engine.reports import LogEntry, Report, Telling
from service.engine.sentences import Sentence, joined, listed, place, say
from service.engine.situations import Situation
from service.engine.state import Known
from service.engine.words import PlainWords
from service.games.campaign1776.known import reports as told
from service.games.campaign1776.known.battles import BATTLE, SEA_BATTLE
from service.games.campaign1776.known.control import towns_counted
from service.games.campaign1776.known.forecast import prospects
from service.games.campaign1776.known.picture import Contact, Picture
from service.games.campaign1776.known.standing import CARDS
from service.games.campaign1776.printed.tables import Tables
from service.games.campaign1776.staff.aims import aim
from service.games.campaign1776.staff.briefing import briefing
from service.games.campaign1776.staff.cards import of_battle
from service.games.campaign1776.staff.names import Names, ship_name
from service.games.campaign1776.staff.prose import prose, result
from service.games.campaign1776.staff.rosters import called, contact_row, of_contact, own_rows
from service.games.campaign1776.staff.sitrep import situation
from service.games.campaign1776.staff.terms import (
    ASKS,
    HELP,
    KEY,
    LABELS,
    LANDINGS,
    OFF_MAP,
    OPTION_TITLES,
    SIDES,
    SUPPLY_CHOICES,
    TITLES,
    VESSELS,
)

OWN_THINGS = frozenset(("unit", "units", "ship", "ships"))
"""The fields that name troops and vessels of one's own."""


class Words1776(PlainWords):
    """The words of 1776, with the names of a set of data."""

    said_elsewhere: ClassVar[tuple[type[Report], ...]] = (*PlainWords.said_elsewhere, told.OwnForce, told.PublicTold)
    player_turn: ClassVar[str] = "segment"
    silence: ClassVar[str] = "nothing, which leaves it to your plan"
    group_titles: ClassVar[dict[str, str]] = {**PlainWords.group_titles, **TITLES}
    group_help: ClassVar[dict[str, str]] = {**PlainWords.group_help, **HELP}
    option_titles: ClassVar[dict[str, str]] = OPTION_TITLES
    option_words: ClassVar[dict[str, dict[str, str]]] = {
        "visibility": {"inverted": "What one's troops see", "open": "Everything on the map"},
        "interphase": {"simple": "A form for each side", "full": "Nine steps by turns"},
        "boston": {"supply": "A supply unit", "magazine": "A magazine"},
    }  # fmt: skip
    standing_title: ClassVar[str] = "Battle plan"
    list_titles: ClassVar[dict[str, str]] = {"battles": "Battles", "entries": "Forts"}
    list_help: ClassVar[dict[str, str]] = {
        "battles": "They answer in battles that you leave to the plan, and wherever you say nothing. The first that "
        "fits acts; where none does, the rules answer.",
        "entries": "They answer for troops that have fought before a fort of yours. The first that fits acts.",
    }

    def __init__(self, tables: Tables) -> None:
        self.lexicon = Names(kinds=tables.units.kinds, cards=tables.matrix.cards, areas=tables.areas.names,
            withdraw=tables.matrix.withdraw,
        )  # fmt: skip
        self._losses = tables.odds.losses

    def the_side(self, seat: str) -> str:
        return SIDES.get(seat, super().the_side(seat))

    def turns_of(self, turn: int) -> str:
        return f"Month {turn}"

    def cost(self, cost: str) -> str:
        return f"{cost} {'point' if cost == '1' else 'points'}"

    def label(self, field: str) -> str:
        return LABELS.get(field) or super().label(field)

    def value(self, known: Known[Any, Any] | None, field: str, value: Scalar) -> str:
        if field == "card":
            return self.lexicon.card(str(value)) if value else "Drawn"
        if field == "supply" and str(value) in SUPPLY_CHOICES:
            return SUPPLY_CHOICES[str(value)]
        if field == "units" and value is None:
            return "Some of them"
        if field == "by_port":
            return LANDINGS[str(value)]
        if field in OWN_THINGS and known is not None:
            return self.name(known, str(value))
        return super().value(known, field, value)

    def help(self, known: Known[Picture, Picture], kind: str) -> Sentence:
        """What an order is; of an attack or an answer first how strong the two sides are."""
        rules = known.picture.rules
        leaves = kind == "sail" and any(rules.sails(box) for box in rules.water.boxes)
        return say(prospects(known.picture, kind), super().help(known, kind), OFF_MAP * leaves)

    def holds(self, known: Known[Picture, Picture], kind: str) -> Mapping[str, Scalar]:
        return {"attendance": known.picture.attendance.get(known.picture.seat, "")} if kind == "attend" else {}

    # ---- what it is about

    def briefing(self, known: Known[Picture, Picture]) -> Briefing:
        picture = known.picture
        given = briefing(picture.rules, picture.side, picture.settings.visibility)
        has = self.lexicon.units(totals(picture))
        ships = listed(f"{VESSELS[ship.kind][0]} {ship.id}" for ship in picture.ships.values())
        return replace(
            given, situation=say(given.situation, f" You have {has}" + (f", and {ships}." if ships else "."))
        )

    def aim(self, known: Known[Picture, Picture]) -> Aim:
        return aim(known.picture, known.score)

    def verdict(self, known: Known[Picture, Picture]) -> Sentence:
        verdict = known.picture.verdict
        return say(f"{result('' if verdict == 'draw' else verdict)}.") if verdict else ()

    def goes_on(self, known: Known[Picture, Picture], address: str) -> bool:
        """Round by round is answered by itself, and what came of all battles of a combat phase is read together."""
        return "/land-combat/" in address

    def another_turn(self, known: Known[Picture, Picture]) -> bool | None:
        return known.picture.turn < known.picture.rules.turns

    def ask(self, known: Known[Picture, Picture], kinds: Sequence[str], heading: str) -> Sentence:
        return say(ASKS[heading]) if heading in ASKS else ()

    # ---- what is known

    def facts(self, known: Known[Picture, Picture], turn: int) -> tuple[Fact, ...]:
        rules = known.picture.rules
        if not turn:
            return (Fact.of("Setup", f"before {rules.tables.calendar.named(rules.month(1))}"),)
        return (
            Fact.of("Month", f"{short(rules.tables.calendar.named(rules.month(turn)))}, {turn} of {rules.turns}"),
            Fact.of("Season", "winter" if rules.is_winter(turn) else "no ice"),
        )

    def points(self, known: Known[Picture, Picture]) -> tuple[Fact, ...]:
        picture = known.picture
        board, public = picture.rules.board, picture.public
        held = [say(place(hex, board.place(hex)), f" {who}") for hex, who in public.held.items()
                if hex in picture.rules.land_in_play and (who != "nobody" or hex in scored(picture))]  # fmt: skip
        found = [Fact.of("Troops in towns and ports", joined("; ", held))] if held else []
        if public.forts:
            forts = joined("; ", (say(place(hex, board.place(hex)), f" {side}") for hex, side in public.forts.items()))
            found.append(Fact.of("Forts", forts))
        if picture.rules.towns is not None:
            found += list(of_campaign(self.lexicon, picture))
        if picture.entrenched:
            found.append(Fact.of("Your entrenchments", joined(", ", map(place, picture.entrenched))))
        return tuple(found)

    def rosters(self, known: Known[Picture, Picture]) -> tuple[Roster, ...]:
        picture = known.picture
        met = sorted(picture.contacts.values(), key=lambda one: (not one.in_sight, one.hex, one.inside))
        return (
            Roster(title="Your troops and fleets", side="own", rows=tuple(own_rows(self.lexicon, picture)),
                   none="You have no troops left."),
            Roster(title="The enemy", side="foe", none="Nothing of the enemy has been seen.",
                   rows=tuple(contact_row(self.lexicon, one, picture.turn) for one in met)),
        )  # fmt: skip

    def contact(self, contact: Contact, turn: int, *, present: bool) -> tuple[Fact, ...]:
        return of_contact(self.lexicon, contact, turn, present=present)

    def contact_name(self, contact: Contact, handle: str) -> str:
        return called(self.lexicon, contact) + (" in the fort" if contact.inside else "")

    def names(self, known: Known[Any, Any] | None) -> Mapping[str, str]:
        if known is None:
            return {}
        units = {id: self.lexicon.pool(pool) for id, pool in known.picture.own.items()}
        return {**units, **{id: ship_name(ship) for id, ship in known.picture.ships.items()}}

    def line_names(self, known: Known[Any, Any] | None) -> LineNames:
        return {**super().line_names(known), CARDS: self.lexicon.cards}

    def key(self) -> tuple[Fact, ...]:
        parts = listed(f"{part}" if part < 1 else "all" for part in self._losses.values())
        said = f"in a result, first of the attacker, then of the defender: {parts} of those who fought are lost"
        return (*KEY, Fact.of(", ".join(self._losses), said), Fact.of("NE", "the battle is over, and nobody is lost"))

    # ---- what is told

    def situation(
        self, before: Known[Picture, Picture], after: Known[Picture, Picture], told: Sequence[Telling], turn: int, /
    ) -> Situation:
        return situation(self.lexicon, before.picture, after.picture, told, turn)

    def prose(self, report: Report, /) -> Sentence:
        said = prose(self.lexicon, report)
        return super().prose(report) if said is None else said

    def cards(self, known: Known[Picture, Picture], told: Sequence[LogEntry], /) -> tuple[Card, ...]:
        told = [one for one in told if one.occasion is not None and one.occasion.kind in (BATTLE, SEA_BATTLE)]
        by_number = {one.number: one for one in told}
        return tuple(
            of_battle(self.lexicon, known.picture, card, [by_number[number] for number in card.entries])
            for card in super().cards(known, told)
        )


def of_campaign(names: Names, picture: Picture) -> Iterator[Fact]:
    """The strategic towns that the British control, the areas as they were found last, and who has to go."""
    rules, british = picture.rules, picture.public.british
    board = rules.board
    towns = {hex for listed in board.strategic_towns.values() for hex in listed.values()}
    held = [place(hex, board.place(hex)) for hex in british if hex in towns]
    count = towns_counted(rules, british)
    yield Fact.of("British strategic towns", say(f"{count} of {board.towns_required}", ": " if held else "",
                                                 joined(", ", held)))  # fmt: skip
    if picture.statuses:
        yield Fact.of("Areas", listed(f"{names.areas[area]} {status}" for area, status in picture.statuses.items()))
    if picture.tasks.excess:
        yield Fact.of("To be disbanded", listed(
            f"{names.some(one.number, one.kind)} in {names.areas[one.area]}" for one in picture.tasks.excess
        ))  # fmt: skip


def totals(picture: Picture) -> dict[str, int]:
    """All that a side has, by kind."""
    found: dict[str, int] = {}
    for pool in picture.own.values():
        found[pool.kind] = found.get(pool.kind, 0) + pool.number
    return found


def scored(picture: Picture) -> frozenset[str]:
    """The towns that count."""
    return frozenset(picture.rules.score.points) if picture.rules.score is not None else frozenset()


def short(month: str) -> str:
    """A month of a year as it fits into the bar of a phone, beside the side and the season: Sep 1777."""
    name, _, year = month.rpartition(" ")
    return f"{name[:3]} {year}"
