"""What is stored of a match leaves out what follows from the rest of it, and is read back whole."""

from __future__ import annotations

import json
from typing import Any

import pytest

from service.engine.state import duplicate
from service.games.ndc.game import NDC
from service.games.ndc.known.abridged import abridge, complete
from tests.random_play import begun, codec, one_call

Json = dict[str, Any]

DETACHMENT: Json = {
    "id": "S-I1/A", "designation": "1st Battalion, 1st Regiment, Detachment A", "detached_from": "S-I1", "halved": True,
    "amphibious": True, "leadership": 1, "rating": 0,
}  # fmt: skip
"""As it was stored before anything was left out."""


def stored(plain: Json) -> Json:
    left: Json = duplicate(plain)
    abridge(left)
    return left


def read(plain: Json) -> Json:
    whole: Json = duplicate(plain)
    complete(whole)
    return whole


def test_a_match_with_detachments_contacts_and_combats_comes_back_equal():
    match, rng, dice = begun(NDC, 4, strict=False)
    store, met = codec(NDC), set[str]()
    while len(met) < 3 and not match.state.ended:
        one_call(match, rng, dice, strict=False)
        state = match.state
        met |= {"detachment"} if any(unit.halved for unit in state.units.values()) else set()
        met |= {"contact"} if any(picture.contacts for picture in state.pictures.values()) else set()
        met |= {"combat"} if any(combat.lines for combat in state.combats) else set()
    kept, plain = store.position(state), store.plain(state)
    pictures = {seat: store.to_picture(store.picture(picture)) for seat, picture in state.pictures.items()}
    assert met == {"detachment", "contact", "combat"}
    assert store.to_position(kept, pictures, state.log_lengths) == state
    assert store.to_opening(store.opening(state)) == store.to_opening(json.dumps(plain)) == state


def test_a_detachment_is_stored_without_what_its_id_says_of_it():
    plain = {"units": {"S-I1/A": DETACHMENT}}
    assert stored(plain) == {
        "units": {"S-I1/A": {"designation": "1st Battalion, 1st Regiment", "amphibious": True, "leadership": 1}}
    }
    assert read(stored(plain)) == read(plain) == plain


@pytest.mark.parametrize(
    "other",
    [
        {"detached_from": None},
        {"halved": False},
        {"designation": "A Company, 1st Regiment"},
        {"detached_from": "S-I2"},
    ],
)
def test_whatever_else_has_such_an_id_is_stored_as_it_is(other: Json):
    plain = {"own": {"S-I1/A": {**DETACHMENT, **other}}}
    assert read(stored(plain)) == plain
    kept = stored(plain)["own"]["S-I1/A"]
    assert "detached_from" in kept and kept["designation"] == plain["own"]["S-I1/A"]["designation"]


def test_of_a_bill_with_all_its_lines_the_values_are_stored_alone():
    whole, some = {f"NDC-ATM-{number:02}": number % 3 for number in range(1, 14)}, {"NDC-ATM-01": 4, "NDC-ATM-13": 0}
    report = {"kind": "attack-totalled", "lines": whole}
    plain = {"combats": [{"lines": whole, "resolver_lines": {}}, {"lines": some}], "post": {"US": [report]}}
    kept = stored(plain)
    assert kept["combats"][0] == {"lines": [*whole.values()], "resolver_lines": {}}
    assert kept["combats"][1] == {"lines": some} and kept["post"]["US"][0]["lines"] == [*whole.values()]
    assert read(kept) == read(plain) == plain


def test_a_contact_is_stored_without_its_handle():
    plain = {"contacts": {"E7": {"handle": "E7", "hexes": [], "known": False, "turn": 2}}}
    assert stored(plain) == {"contacts": {"E7": {"turn": 2}}}
    assert read(stored(plain)) == plain
