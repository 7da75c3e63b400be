"""After the end: where a side's picture was not what was true."""

from __future__ import annotations

from service.engine.sentences import plain_text
from service.games.ndc.game import NDC
from tests.positions import Table, position


def wrong(table: Table, side: str) -> dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """What a side had wrong, by kind: of whom, where it believed them, where they were."""
    found = NDC.records.differences(table.truth, table.picture(side).seat)
    return {one.kind: (one.subject or "", one.believed, one.true) for one in found}


def test_a_picture_that_holds_has_no_differences():
    assert wrong(position("us U-I1 at 1204", "su S-I1 at 1304 level 4"), "us") == {}


def test_an_enemy_who_went_unseen_is_where_he_was_and_not_where_he_was_reported():
    table = position("us U-I1 at 1204", "su S-I1 at 1304 level 2")
    table.unit("S-I1").hex = "1404"
    assert wrong(table, "us") == {"elsewhere": ("E1", ("1304",), ("1404",))}


def test_a_contact_whose_unit_is_no_more_stands_for_nobody():
    table = position("us U-I1 at 1204", "su S-I1 at 1304 level 2")
    del table.truth.units["S-I1"]
    assert wrong(table, "us") == {"nobody": ("E1", ("1304",), ())}


def test_an_enemy_of_whom_nothing_was_told_is_named():
    table = position("us U-I1 at 1204", "su S-I1 at 1304")
    assert wrong(table, "us") == {"unseen": ("", (), ("1304",))}
    assert wrong(table, "su") == {"unseen": ("", (), ("1204",))}


def test_what_was_told_and_no_longer_holds_is_said():
    table = position("us U-I1 at 1204", "su S-I1 at 1304 level 4 attack")
    table.unit("S-I1").mode = "defend"
    [one] = NDC.records.differences(table.truth, "US")
    assert (one.kind, plain_text(one.text)) == ("otherwise", "E1 in 1304: mode attack, not defend.")


def test_an_own_unit_that_was_elsewhere_or_lost_is_said():
    table = position("us U-I1 at 1204", "us U-I2 at 1208", "su S-I1 at 1304 level 2")
    table.unit("U-I1").hex = "1104"
    del table.truth.units["U-I2"]
    assert [plain_text(one.text) for one in NDC.records.differences(table.truth, "US")] == [
        "U-I1: believed in 1204, not 1104.", "U-I2: believed to be there; it was lost.",
    ]  # fmt: skip


def test_what_is_laid_open_is_each_side_s_force_as_it_was_and_nothing_of_the_other():
    table = position("us U-I1 at 1204 to 3", "su S-I1 at 1304 level 4")
    table.unit("U-I1").hex = "1104"
    open_to_all = NDC.records.laid_open(table.truth)
    assert {side: [unit.hex for unit in picture.own.values()] for side, picture in open_to_all.items()} == {
        "US": ["1104"], "Soviet": ["1304"],
    }  # fmt: skip
    assert all(not picture.contacts for picture in open_to_all.values())
