"""What orders and fields are called in each game is English, not a name out of the code."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest

from service.engine.hexes import Hex
from service.engine.places import Place
from service.engine.sentences import OwnSpan, PlaceSpan, plain_text
from service.games.ndc.known.lines import AddAttackLine, AddRetreatLine
from service.games.ndc.sections.modes import ChangeMode
from service.games.shelf import GAMES
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.picture import Mission
from service.games.skirmish.known.plan import Line
from service.games.skirmish.known.reports import MissionTold
from service.games.skirmish.staff.plan import line_words

OUT_OF_THE_CODE = re.compile(r"[a-z][A-Z]|_")


@pytest.mark.parametrize("name", sorted(GAMES))
def test_orders_and_their_fields_have_words(name: str):
    game = GAMES[name]
    said = {kind: game.words.title(kind) for kind in game.orders_by_kind}
    said |= {f.name: game.words.label(f.name) for order in game.orders for f in fields(order)}
    assert not {key: words for key, words in said.items() if OUT_OF_THE_CODE.search(words) or not words}


def test_a_round_of_artillery_is_told_with_its_place():
    """Old matches have it in words; the hex that these name is a place all the same."""
    told = MissionTold(mission=Mission(id="battery"), what="it falls in 0612", faces=(6, 4))
    sentence = SKIRMISH.words.prose(told)
    assert PlaceSpan(Place("0612")) in sentence and plain_text(sentence).endswith("it falls in 0612.")
    lost = MissionTold(mission=Mission(id="battery"), what="no contact on 7 or less")
    assert not any(isinstance(span, PlaceSpan) for span in SKIRMISH.words.prose(lost))


SAID = {
    "a new phase": ("phase", "a new phase", None),
    "contact on 9 or less": ("call", "contact on 9 or less", None),
    "no contact on 7 or less, and the mission is over": (
        "call", "no contact on 7 or less, and the mission is over", None,
    ),
    "a spotting round at 0603": ("spotting", "a spotting round at", "0603"),
    "corrected to 0402": ("correction", "corrected to", "0402"),
    "fire for effect 1 at 0402": ("effect", "fire for effect 1 at", "0402"),
    "it falls in 0303": ("fall", "it falls in", "0303"),
    "nobody sees it fall": ("fall", "nobody sees it fall", None),
    "the contact is lost": ("lost", "the contact is lost", None),
}  # fmt: skip


@pytest.mark.parametrize("what", SAID)
def test_a_report_on_artillery_of_before_is_read_as_one_of_now(what: str):
    step, words, hex = SAID[what]
    assert MissionTold(mission=Mission(id="battery"), what=what) == MissionTold(
        mission=Mission(id="battery"), step=step, what=words, hex=hex
    )


def test_the_words_of_a_report_on_artillery_name_no_place():
    """Its hex is a field of its own, also where a map's hexes are called by letters."""
    told = MissionTold(mission=Mission(id="battery"), step="fall", what="it falls in", hex=Hex("KKK46"))
    assert PlaceSpan(Place("KKK46")) in SKIRMISH.words.prose(told)


def test_a_line_of_standing_orders_is_an_order_to_no_unit():
    ndc = GAMES["ndc"].forces
    assert (
        ndc is not None and ndc.subjects(AddAttackLine(unit="U-A1")) == ndc.subjects(AddRetreatLine(unit="U-A1")) == ()
    )
    assert ndc.subjects(ChangeMode(unit="U-A1", mode="road")) == ("U-A1",)


def test_a_line_of_a_fire_plan_is_a_sentence_with_its_places_and_bases():
    line = Line(bases=("A1",), hexes=("0612",), crosses=("0705", "0709"))
    said = line_words(SKIRMISH.words.tables.bases, line, {"A1": "1st squad"})
    assert {OwnSpan("A1", "1st squad"), *(PlaceSpan(Place(hex)) for hex in ("0612", "0705", "0709"))} <= {*said}
    assert plain_text(said) == "1st squad, in 0612, as it comes onto the line 0705-0709: fire."
