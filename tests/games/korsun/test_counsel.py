"""What a newcomer to Korsun is advised: whether markers stay, who goes where, which attacks, and what is left alone."""

from __future__ import annotations

from typing import Any

import pytest

from service.engine.lessons import Followed
from service.engine.sentences import plain_text
from service.engine.state import Known
from service.games.korsun.game import KORSUN
from service.games.korsun.known.picture import Picture
from service.games.korsun.sections.attacks import DeclareAttack
from service.matches.coaching import as_filled_in
from tests.games.korsun.table import Table, new_match, position
from tests.games.korsun.test_combat import FIVE, WORKED, combat
from tests.web.test_advice import advised, given

WORDS = KORSUN.words
HELD = dict.fromkeys(("0811", "1206", "0907", "1213"), "Soviet")
"""The named places that count, all in Soviet hands."""
MARKERS = ("marker 27A at 0811 sp 0 front", "marker 6TA at 1213 sp 0 front")


def asked(table: Table, side: str, heading: str) -> str:
    known: Known[Picture, Picture] = KORSUN.known(table.picture(side))
    return plain_text(WORDS.ask(known, ["place-marker"], heading))


def advice(table: Table, side: str) -> tuple[str, dict[str, Any]]:
    """What is advised first at the heading at which a side stands, and what the order says."""
    said, followed = next(advised(KORSUN, table.picture(side), {"so": "Soviet", "ge": "German"}[side]))
    order = given(KORSUN, table.picture(side), followed)
    assert order is not None
    return said, {"kind": followed.option.kind, **followed.says, "why": followed.why}


# ---- supply markers, the first thing that anybody is asked


def test_the_first_question_says_whom_the_markers_reach_and_that_they_may_stay():
    table = new_match("korsun-first").done_until("1-supply-marker-phase")
    assert asked(table, "so", "1. Supply Marker Phase") == (
        "Your supply markers, green on the map, reach all 11 of your units: you may leave them there."
    )
    said, order = advice(table, "so")
    assert order["kind"] == "done" and said.startswith("No marker would reach more of its units elsewhere")


def test_a_marker_that_does_not_reach_a_unit_is_advised_to_where_it_does():
    """From 0811 it is more than seven hexes to 0606; on its road 0610, its source, reaches both."""
    table = position("42 at 0811", "21 at 0606", *MARKERS, heading="C", ground="mud")
    assert asked(table, "so", "1. Supply Marker Phase") == (
        "Your supply markers, green on the map, reach 1 of your 2 units. The others will be out of supply, unless a "
        "marker comes nearer."
    )
    _, order = advice(table, "so")
    assert (order["kind"], order["command"], order["hex"]) == ("place-marker", "27A", "0610")
    table.order("so", *[given(KORSUN, table.picture("so"), next(advised(KORSUN, table.picture("so"), "Soviet"))[1])])
    assert table.truth.sdms["27A"].hex == "0610"
    assert asked(table, "so", "1. Supply Marker Phase").endswith("reach all 2 of your units: you may leave them there.")


def test_a_marker_says_what_it_is_about_to_take_in_and_then_what_it_has():
    """As the list of what a side has, and the map's legend."""
    table = new_match("korsun-first").done_until("1-supply-marker-phase")

    def markers() -> str:
        facts = WORDS.points(KORSUN.known(table.picture("so")))
        return next(plain_text(one.value) for one in facts if one.label == "Supply markers")

    before = markers()
    assert before.startswith("27A takes in 5 points in 0811")
    table.done("so", "ge")
    assert table.picture("so").sdms["27A"].sp == 5 and markers() == before.replace("takes in ", "")


# ---- movement


def test_a_unit_is_sent_into_a_named_place_that_nobody_holds():
    table = position("22GTB at 1210", "marker 6TA at 1213 sp 4", control=HELD | {"1213": "German"})
    said, order = advice(table, "so")
    assert (order["kind"], order["path"][-1]) == ("move", "1213")
    assert order["why"] == "22GTB can take Zvenyhora there, which counts 2" and "@why" in said


def test_nobody_is_sent_from_a_named_place_that_they_hold_alone_nor_from_beside_an_enemy():
    held = ("22GTB at 0811", "34R at 0814 lost 1", "marker 6TA at 0811 sp 4", "marker 27A at 0811 sp 4")
    alone = KORSUN.known(position(*held, control=HELD).picture("so"))
    assert WORDS.shuns(alone, "22GTB", ["0812"]) and WORDS.errand(alone, "22GTB", ["0813", "0914"]) is None
    shared = KORSUN.known(position(*held, "42 at 0811", control=HELD).picture("so"))
    assert not WORDS.shuns(shared, "22GTB", ["0812"])
    found = WORDS.errand(shared, "22GTB", ["0813", "0914"])
    assert found is not None and found.why == "22GTB can attack 0814 from there"
    beside = position("22GTB at 0813", "34R at 0814 lost 1", "marker 6TA at 0811 sp 4", control=HELD)
    assert advice(beside, "so")[1]["kind"] == "done"


def test_a_unit_goes_beside_whom_it_can_attack_and_no_gun_goes_to_the_enemy():
    table = position("9MB at 1011", "22GTB at 1011", "ART480 at 1010", "34R at 1014 lost 1", "marker 6TA at 1010 sp 4",
                     "marker 27A at 1010 sp 4", control=HELD)  # fmt: skip
    _, order = advice(table, "so")
    assert order["why"] == "9MB can attack 1014 from there"
    assert WORDS.shuns(KORSUN.known(table.picture("so")), "ART480", ["1012", "1013"])


def test_who_waits_off_the_map_is_advised_to_come_in_before_the_segment_is_closed():
    table = position("42 at 0811", "34R at 0814", "233TB staged", "marker 27A at 0811 sp 4", control=HELD)
    said, order = advice(table, "so")
    assert (order["kind"], order["why"]) == ("move", "233TB waits off the map to come in") and "@why" in said
    table.order("so", given(KORSUN, table.picture("so"), next(advised(KORSUN, table.picture("so"), "Soviet"))[1]))
    assert table.truth.units["233TB"].hex == order["path"][-1]
    assert advice(table, "so")[1]["kind"] == "done"


# ---- combat


def test_an_attack_is_advised_with_all_who_stand_there_and_none_that_promises_little():
    """An engineer alone at 1:2 was what the coach filled in first, in the first game of somebody new."""
    weak = position("ENG180 at 0811", "64PG at 0812", "marker 27A at 0811 sp 4", heading="E combat")
    said, order = advice(weak, "so")
    assert order["kind"] == "done" and said.startswith("No attack that you could declare clears a hex")
    strong = position("22GTB at 0811", "9MB at 0811", "42 at 0912", "34R at 0812 lost 1", "marker 27A at 0811 sp 4",
                      "marker 6TA at 0811 sp 4", heading="E combat")  # fmt: skip
    _, order = advice(strong, "so")
    assert (order["kind"], order["hex"], {*order["units"]}) == ("declare-attack", "0812", {"22GTB", "9MB", "42"})


def test_guns_that_nobody_has_ticked_are_not_reckoned_with():
    """With them an attack was advised as one that clears the hex on four results, and its form said three."""
    options = combat(*WORKED).options("so", "declare-attack")
    option = next(one for one in options if one.fixed["hex"] == "0711" and "artillery" in one.fields)
    order = as_filled_in(KORSUN, Followed(option, {"units": [*FIVE]}))
    assert isinstance(order, DeclareAttack)
    assert (order.artillery, order.ask, order.supported) == ((), (), None), "as the form stands"


@pytest.mark.parametrize(("sp", "kind"), [(2, "done"), (3, "extend-supply")])
def test_a_point_is_spent_on_who_is_out_of_supply_only_where_two_are_left_for_combat(sp: int, kind: str):
    table = position("42 at 0606 oos1", f"marker 27A at 0811 sp {sp}", ground="mud")
    picture = table.picture("so")
    places = ["0606"]
    found = WORDS.best_place(KORSUN.known(picture), "extend-supply", "27A", places)
    assert found == (places[0] if kind != "done" else None)
