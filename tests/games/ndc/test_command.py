"""Command ranges and the ratings of subordinate commanders (parent 3.19)."""

from __future__ import annotations

import pytest

from service.games.ndc.known.command import hq_in_reach, in_command, subordinate_rating
from service.games.ndc.sections.modes import ChangeMode
from tests.positions import Table, position

DIVISION = "us U-DIV HQ at 0508 deployed"


def of(table: Table, unit: str) -> tuple[bool, int]:
    """Whether a unit is in command, and the rating that counts for it, as true and as its owner believes."""
    state = table.truth
    own = state.pictures[state.units[unit].side].own
    answers = [
        (in_command(units, units[unit], state.rules), subordinate_rating(units, units[unit], state.rules))
        for units in (state.units, own)
    ]
    assert answers[0] == answers[1]
    return answers[0]


@pytest.mark.parametrize(
    ("hq", "unit", "commanded"),
    [
        ("us U-1B HQ at 0904 deployed", "us U-I1 at 1504 attack", True),
        ("us U-1B HQ at 0904 deployed", "us U-I1 at 1604 attack", False),
        ("us U-1B HQ at 0904 deployed ew 1", "us U-I1 at 1504 attack", False),
        ("us U-1B HQ at 0904 march", "us U-I1 at 1304 attack", True),
        ("us U-1B HQ at 0904 march", "us U-I1 at 1404 attack", False),
        ("su S-1R HQ at 1904 deployed", "su S-I1 at 1404 attack", True),
        ("su S-1R HQ at 1904 deployed", "su S-I1 at 1304 attack", False),
        ("su S-2R HQ at 1904 deployed", "su S-I1 at 1803 attack", False),
    ],
)
def test_the_range_of_brigade_and_regiment(hq: str, unit: str, commanded: bool):
    """6 hexes of a US brigade, 5 of a Soviet regiment, less 1 for each EW level and 2 in March mode."""
    assert of(position(hq, unit), unit.split()[1])[0] == commanded


def test_the_division_commands_twelve_hexes():
    near = position(DIVISION, "us U-R1 recon at 1708 attack", "us U-1B HQ at 0904 deployed")
    far = position(DIVISION, "us U-R1 recon at 1808 attack", "us U-1B HQ at 1904 deployed")
    assert of(near, "U-R1") == (True, 0)
    assert of(far, "U-R1") == (False, 0)
    for table, reached in ((near, True), (far, False)):
        assert hq_in_reach(table.truth.units, table.unit("U-1B"), table.truth.rules) == reached


def test_a_rating_counts_in_command_of_an_hq_that_its_division_reaches():
    assert of(position(DIVISION, "us U-1B HQ at 0904 deployed", "us U-I1 at 1105 attack"), "U-I1") == (True, 2)
    assert of(position(DIVISION, "us U-1B HQ at 1904 deployed", "us U-I1 at 1805 attack"), "U-I1") == (True, 0)
    assert of(position(DIVISION, "us U-1B HQ at 0904 deployed", "us U-I1 at 1605 attack"), "U-I1") == (False, 0)
    assert of(position(DIVISION, "us U-1B HQ at 0904 deployed"), "U-1B") == (True, 2), "an HQ has its own"


def test_command_is_tested_at_the_moment_it_matters():
    """The HQ packs up, and its battalion 5 hexes off changes mode by the die."""
    table = position(
        DIVISION, "us U-1B HQ at 0904 deployed", "us U-I1 at 1404 attack", heading="modes", phasing="us",
        by_purpose={"NDC-MOD-01": [1]},
    )  # fmt: skip
    table.order("us", ChangeMode(unit="U-1B", mode="march"), ChangeMode(unit="U-I1", mode="defend"))
    assert len(table.rolls("NDC-MOD-01")) == 1
    assert table.unit("U-I1").mode == table.believes("us", "U-I1").mode == "attack"
