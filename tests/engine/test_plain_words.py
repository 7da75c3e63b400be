"""What a game without words of its own says, and one whose units have names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from docs.examples.towns import THREE_HOUSES, Bid, Caravan, Ledger, Met, Travel
from service.engine.bills import Bill
from service.engine.facts import Roster, Row
from service.engine.game import AnyGame
from service.engine.lines import StandingAnswer
from service.engine.odds import Odds
from service.engine.orders import Done
from service.engine.places import Place
from service.engine.reports import (
    AttendanceTold,
    HeadingOpened,
    LetterArrived,
    OrdersAccepted,
    Report,
    RulesTold,
    Telling,
)
from service.engine.sentences import Sentence, own, place, plain_text, say
from service.engine.state import Known
from service.engine.words import PlainWords
from tests.altered import with_functions


@dataclass(slots=True, kw_only=True)
class Named(Caravan):
    """A caravan with a name, and fields that say something or nothing."""

    id: str = "caravan"
    name: str = "Heron"
    sailed: bool = True
    cargo: str | None = None
    load: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Guide:
    load: int = 0
    season: int = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedContact(Met):
    name: str = "Cormorant"
    way: tuple[Place, ...] = ()
    guide: Guide | None = None


@dataclass(slots=True, kw_only=True)
class Book(Ledger):
    note: str = ""
    debts: list[str] = field(default_factory=list)


class Saying(PlainWords):
    def verdict(self, known: Known[Book, Any]) -> Sentence:
        return say(known.picture.verdict)


GAME = replace(THREE_HOUSES, picture=Book, view_type=Book, words=Saying())
FERRY, DUNMERE = Place("Alder Ford"), Place("Dunmere")
BOOK = Book(
    caravan=Named(town=FERRY), met={"jade": NamedContact(house="Jade", town=FERRY, season=2)}, verdict="Amber has won."
)
KNOWN = GAME.known(BOOK)
TRAVEL = Travel(path=(Place("Brackwater"), Place("Dunmere")))


@pytest.mark.parametrize(
    ("report", "words"),
    [
        (HeadingOpened(address="", titles=("Season", "Roads"), turn=2), "Turn 2, Roads: your orders are awaited."),
        (HeadingOpened(address="", titles=("Choice",), turn=0), "Choice: your orders are awaited."),
        (
            OrdersAccepted(orders=(TRAVEL, Bid(coins=3), Done())),
            "Orders accepted: Travel: caravan to Brackwater → Dunmere; Bid: coins 3. This step is closed.",
        ),
        (OrdersAccepted(orders=(Done(),), answered_for=True), "Answered on your behalf: none. This step is closed."),
        (LetterArrived(number=4, address="", titles=(), turn=2), "Letter 4 has arrived."),
        (AttendanceTold(seat="Jade", attendance="standing"), "Jade: on standing orders from now on."),
        (AttendanceTold(seat="Jade", attendance="present"), "Jade: asked each time from now on."),
        (RulesTold(version="2", was="1"), RulesTold(version="2", was="1").sentence),
    ],
)
def test_the_engine_s_own_reports_are_sentences_that_name_who_and_what(report: Report, words: str):
    assert plain_text(GAME.words.prose(report)) == words


def test_units_and_contacts_are_called_by_their_names_and_say_what_they_hold():
    own, met = GAME.words.rosters(KNOWN)
    assert [(row.name, plain_text(row.line)) for row in own.rows] == [("Heron", "sailed, load 0")]
    assert [(row.name, plain_text(row.line)) for row in met.rows] == [("Cormorant", "house Jade, season 2")]
    assert GAME.words.name(KNOWN, "caravan") == "Heron"
    contact = NamedContact(house="Jade", town=FERRY, season=2, way=(FERRY, DUNMERE), guide=Guide())
    assert GAME.words.contact_name(contact, "jade") == "Cormorant"
    facts = GAME.words.contact(contact, 3, present=True)
    assert [(fact.label, fact.value) for fact in facts] == [
        ("House", say("Jade")), ("Town", say(place(FERRY))), ("Season", say("2")),
        ("Way", say(place(FERRY), ", ", place(DUNMERE))), ("Guide", say("Load 0, Season 3")),
    ]  # fmt: skip


def test_a_unit_off_the_map_stands_in_the_list_of_units():
    away = with_functions(GAME, "forces", places_of=lambda thing: ())
    [row] = away.words.rosters(KNOWN)[0].rows
    assert (row.name, row.place, row.absent) == ("Heron", None, "not on the map")


@pytest.mark.parametrize("game", [GAME, replace(GAME, view_type=int, view=lambda book: book.coins)])
def test_sentences_name_units_by_their_names_whatever_a_view_shows(game: AnyGame):
    known = game.known(BOOK)
    assert plain_text(game.words.order(known, TRAVEL)) == "Travel: Heron to Brackwater → Dunmere"
    log = game.words.reader(known)(game.words.prose(OrdersAccepted(orders=(TRAVEL,))))
    assert plain_text(log) == "Orders accepted: Travel: Heron to Brackwater → Dunmere."
    [told] = game.words.said_in_advance(known, {"caravan": "caravan"})
    assert told.value == say(own("caravan", "Heron"))


def test_what_is_empty_and_who_has_won_are_no_points():
    labels = [fact.label for fact in GAME.words.points(KNOWN)]
    assert labels == ["Coins", "Travelled", "Has bid"]


def test_a_letter_leaves_out_what_the_page_says_at_another_place():
    told: Sequence[Report] = (
        HeadingOpened(address="", titles=("Roads",), turn=1), AttendanceTold(seat="Jade", attendance="present"),
    )  # fmt: skip
    found = GAME.words.situation(KNOWN, GAME.known(replace(BOOK, seat="Amber")), [Telling(one) for one in told], 1)
    assert [plain_text(one.text) for one in found.paragraphs] == ["Jade: asked each time from now on."]


class Robbing(PlainWords):
    """Names own things by their ids alone."""

    def prose(self, report: Report) -> Sentence:
        return say("Robbed: ", own("caravan"), " and ", own("guide"), ".") if report.kind == "rules-told" else ()


def test_own_things_are_called_by_their_names_in_a_letter_those_that_are_lost_too():
    guided = with_functions(THREE_HOUSES, "forces", own=lambda ledger: {"caravan": ledger.caravan, **ledger.met})
    words = Robbing().of_game(guided.forces, {}, ())
    lost = replace(BOOK, met={"guide": NamedContact(house="Jade", town=FERRY, season=2, name="Old Tom")})
    [said] = words.situation(GAME.known(lost), KNOWN, [Telling(RulesTold(version="2", was="1"))], 1).paragraphs
    assert plain_text(said.text) == "Robbed: Heron and Old Tom."


@pytest.mark.parametrize(
    ("chance", "said"), [(35, "odds 2, supply −1: 35% for some effect"), (None, "odds 2, supply −1")]
)
def test_what_an_order_is_likely_to_do_is_said_without_a_page(chance: int | None, said: str):
    odds = Odds(figure="odds", value=2, bill=Bill.of([("supply", -1)]), chance=chance)
    assert plain_text(PlainWords().odds(odds)) == said
    assert PlainWords().decision(None) is None


class Taciturn(PlainWords):
    """Has nothing to say of one kind of report."""

    def prose(self, report: Report) -> Sentence:
        return () if isinstance(report, AttendanceTold) else super().prose(report)


def test_what_is_not_said_leaves_no_gap_in_a_situation_report():
    gone = AttendanceTold(seat="Jade", attendance="present")
    reports = (RulesTold(version="2", was="1"), gone, RulesTold(version="3", was="2"))
    known = GAME.known(BOOK)
    [said] = Taciturn().situation(known, known, [Telling(report=one) for one in reports], 1).paragraphs
    assert "  " not in plain_text(said.text) and plain_text(said.text).count("From here on") == 2


def test_a_situation_report_of_nothing_has_no_paragraph():
    known = GAME.known(BOOK)
    assert GAME.words.situation(known, known, [], 1).paragraphs == ()


def test_the_names_of_what_a_seat_has_are_asked_for_once_however_many_of_it_are_called():
    asked = []

    class Words(PlainWords):
        def names(self, known: Known[Any, Any] | None) -> dict[str, str]:
            asked.append(known)
            return {"1": "Heron", "2": "Cormorant"}

    words, known, other = Words(), Known("a picture", str), Known("another", str)
    assert [words.name(known, id) for id in "121"] == ["Heron", "Cormorant", "Heron"]
    assert words.unit_or_field(other, "2") == "Cormorant"
    assert asked == [known, other]


def test_the_lists_of_units_are_drawn_up_once_for_what_a_seat_knows_and_anew_for_what_it_knows_next():
    drawn_up = []

    class Words(PlainWords):
        def rosters(self, known: Known[Any, Any]) -> tuple[Roster, ...]:
            drawn_up.append(known)
            row = Row(id="1", name=f"Heron of {known.picture}")
            return (Roster(title="Birds", side="own", rows=(row,), none=""),)

    words, known, other = Words(), Known("a picture", str), Known("another", str)
    assert [roster.title for _ in range(3) for roster in words.listed(known)] == ["Birds"] * 3
    assert [row.name for one in (known, other, known) if (row := words.unit(one, "1"))] == [
        "Heron of a picture", "Heron of another", "Heron of a picture",
    ]  # fmt: skip
    assert drawn_up == [known, other]


def test_an_answer_in_advance_says_by_which_line_where_its_game_does():
    known = THREE_HOUSES.known(THREE_HOUSES.open("shire", {}).pictures["Jade"])
    said = [
        plain_text(THREE_HOUSES.words.answer(known, StandingAnswer(order=order, line=line)))
        for order, line in ((Bid(coins=3), 2), (Bid(coins=3), None), (None, 1))
    ]
    assert said == ["Bid: coins 3 (line 2)", "Bid: coins 3", ""]
