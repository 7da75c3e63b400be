"""What is written is read back equal."""

from __future__ import annotations

import json

import pytest

from service.engine.dice import LoadedDice
from service.engine.orders import Done
from service.engine.reports import LetterArrived, Telling
from service.engine.umpire import open_match, play
from service.store.codec import Codec, UnreadableText
from tests.toy import TOY, AnswerInAdvance, Creep, Hide, Search

CODEC = Codec(TOY)


def test_a_position_with_plans_letters_and_pictures_comes_back_equal():
    dice = LoadedDice()
    opened = open_match(TOY, "yard", dice)
    journal = list(opened.journal)
    for seat, orders in (
        ("north", [Hide(hex="12"), AnswerInAdvance(low=True), Done()]),
        ("south", [Hide(hex="32"), Done()]),
        ("north", [Creep(path=("13", "23")), Search(hex="11")]),
    ):
        journal += play(TOY, opened.state, seat, orders, dice).journal
    state = opened.state
    pictures = {seat: CODEC.to_picture(CODEC.picture(picture)) for seat, picture in state.pictures.items()}

    assert CODEC.to_position(CODEC.position(state), pictures, state.log_lengths) == state
    assert CODEC.to_opening(CODEC.opening(state)) == state
    assert [CODEC.to_event(CODEC.event(event)) for event in journal] == journal
    assert state.plans["north"] == [Creep(path=("13", "23")), Search(hex="11")]


def test_what_has_its_default_is_not_stored_and_is_shown_all_the_same():
    """A kind is always stored: by it the rest is read."""
    entry = LetterArrived(number=1, address="a", titles=(), turn=2)
    assert json.loads(CODEC.telling(Telling(entry))).keys() == {"kind", "number", "address", "titles", "turn"}
    assert CODEC.to_telling(CODEC.telling(Telling(entry))).report == entry
    assert CODEC.plain(entry)["root"] == ""


def test_a_position_stored_with_every_field_is_read_too():
    state = open_match(TOY, "yard", LoadedDice()).state
    assert CODEC.to_opening(json.dumps(CODEC.plain(state))) == state


def test_orders_come_back_with_their_tuples():
    orders = [Creep(path=("13", "23")), Done()]
    assert CODEC.to_orders(CODEC.orders(orders)) == orders


def test_a_position_is_written_without_what_any_seat_knows():
    state = open_match(TOY, "yard", LoadedDice()).state
    assert "pictures" not in CODEC.position(state)


def test_a_kind_that_the_game_no_longer_knows_is_named():
    with pytest.raises(UnreadableText, match="no report is called 'seance-held'"):
        CODEC.to_telling('{"kind":"seance-held"}')


def test_a_seat_whose_tally_was_never_written_says_when_it_is():
    with pytest.raises(
        UnreadableText, match="a seat has no tally: it is written when the database's tables are brought"
    ):
        CODEC.to_tally("")
