"""Why a unit has no orders now: said of it where it is chosen, by what its own side knows, with the rule."""

from __future__ import annotations

import pytest

from service.engine.sentences import plain_text
from service.games.ndc.game import NDC
from service.games.ndc.known.reach import points_left
from service.games.ndc.sections.declare import DeclareGroundCombat
from tests.positions import position

WORDS = NDC.words


@pytest.mark.parametrize(
    ("unit", "said"),
    [
        ("dug-in", "has no movement points in dug-in mode (NDC-MOV-07)."),
        (
            "defend spread 1205",
            "has no movement points in defend mode, double zone (NDC-MOV-07). It can close up in its ",
        ),
    ],
)
def test_a_unit_that_cannot_be_ordered_says_why(unit: str, said: str):
    table = position(f"us U-I1 at 1204 {unit}", "us U-I2 at 0604 attack", phasing="us")
    table.done_until("movement-segment")
    known = NDC.known(table.picture("us"))
    assert said in plain_text(WORDS.idle(known, "U-I1"))
    assert not [one for one in table.options("us", "move") if "U-I1" in one.subjects]


def test_who_has_tried_to_change_its_mode_is_said_to_have():
    table = position("us U-I1 at 1204 defend", "us U-I2 at 0604 attack", heading="modes", phasing="us")
    picture = table.picture("us")
    assert WORDS.idle(NDC.known(picture), "U-I1") == ()
    picture.own["U-I1"].mode_tried = True
    said = plain_text(WORDS.idle(NDC.known(picture), "U-I1"))
    assert said == "It has already tried to change its mode in this phase (NDC-MOD-01)."


def test_once_a_combat_is_on_the_sheet_all_are_said_to_stand():
    """The moves come before the combats of a segment."""
    table = position("us U-I1 at 1204 attack", "su S-I1 at 1304 attack known", heading="movement", phasing="us")
    known = NDC.known(table.picture("us"))
    DeclareGroundCombat(unit="U-I1", target="1304", type="probe").believe(known.picture)
    said = plain_text(WORDS.idle(known, "U-I1"))
    assert said.startswith("All moves come before the combats") and said.endswith("(NDC-MOV-01).")


def test_who_has_points_that_take_them_nowhere_is_told_how_many():
    table = position("us U-I1 at 1204 attack", heading="movement", phasing="us")
    known = NDC.known(table.picture("us"))
    own = known.picture.own["U-I1"]
    own.spent = points_left(known.picture, own) - 1
    assert plain_text(WORDS.idle(known, "U-I1")) == (
        "It can enter no hex beside it: it has 1 movement point left (NDC-MOV-01)."
    )


def test_nothing_is_said_of_it_where_units_are_not_ordered():
    table = position("us U-I1 at 1204 dug-in", "us U-I2 at 0604 attack", phasing="us")
    table.done_until("intelligence-phase")
    assert WORDS.idle(NDC.known(table.picture("us")), "U-I1") == ()
