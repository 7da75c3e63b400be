"""Why a unit has no orders now: said of it where it is chosen, by what its own side knows, with the rule."""

from __future__ import annotations

import pytest

from service.engine.sentences import plain_text
from service.games.ndc.game import NDC
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


def test_nothing_is_said_of_it_where_units_are_not_ordered():
    table = position("us U-I1 at 1204 dug-in", "us U-I2 at 0604 attack", phasing="us")
    table.done_until("intelligence-phase")
    assert WORDS.idle(NDC.known(table.picture("us")), "U-I1") == ()
