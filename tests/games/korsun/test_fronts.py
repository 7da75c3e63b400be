"""Two Fronts (22.11, KOR-SEV-09): the boundary and what it forbids; points and missions of their own."""

from __future__ import annotations

import pytest

from service.engine.orders import Done
from service.games.korsun.known.fronts import west_of
from service.games.korsun.sections.attacks import DeclareAttack
from service.games.korsun.sections.boundary import AdjustBoundary
from service.games.korsun.sections.movement import Move
from service.games.korsun.sections.replacements import Replace
from tests.games.korsun.table import Table, position
from tests.games.korsun.test_combat import attack, combat, resolved


def adjusting(*things: str) -> Table:
    """E1 of `korsun-intro`, whose boundary runs along column 12."""
    table = position(*things, heading="E events", scenario="korsun-intro", turn=9)
    return table.done_until("d-front-boundary-adjustment-segment")


def zone(table: Table, hex: str) -> str:
    rules = table.truth.rules
    assert rules.boundary is not None
    western = west_of(hex, table.picture("so").stores.boundary)  # type: ignore[arg-type]
    return rules.boundary.western if western else rules.boundary.eastern


@pytest.mark.rule("KOR-SEV-09")
def test_the_boundary_is_moved_in_its_segment_and_at_no_other_time():
    table = adjusting("204 at 1912", "42 at 0610", "DG112 at 1206")
    assert zone(table, "1312") == "2UF"
    table.order("so", AdjustBoundary(row=12, column=13))
    assert zone(table, "1312") == "1UF" and zone(table, "1311") == "2UF"
    assert table.refused("so", AdjustBoundary(row=12, column=12)).rule == "KOR-SEV-09"
    moving = table.done_until("b-movement-segment")
    assert moving.refused("so", AdjustBoundary(row=11, column=13)).rule == "KOR-SEV-09"
    assert moving.refused("ge", AdjustBoundary(row=11, column=13)).rule == "KOR-SEV-09"


@pytest.mark.rule("KOR-SEV-09")
def test_it_is_moved_in_three_rows_by_a_column_each_and_stays_smooth_and_within_its_limits():
    table = adjusting("204 at 1912", "42 at 0610", "DG112 at 1206")
    assert "stands at column 12" in str(table.refused("so", AdjustBoundary(row=12, column=14)).reason)
    for row in (1, 2, 3):
        table.order("so", AdjustBoundary(row=row, column=13))
    assert "as many as a game-turn allows" in str(table.refused("so", AdjustBoundary(row=4, column=13)).reason)
    stores = table.truth.stores["Soviet"]
    stores.boundary = [14] * 9 + [12, 16, 12] + [12] * 6
    stores.adjusted, table.picture("so").stores.adjusted = [], []
    table.picture("so").stores.boundary = list(stores.boundary)
    assert "differ by more than 2" in str(table.refused("so", AdjustBoundary(row=9, column=15)).reason)
    assert "between the columns 9 and 16" in str(table.refused("so", AdjustBoundary(row=11, column=17)).reason)


def test_it_leaves_nobody_deeper_than_two_hexes_in_the_other_zone():
    table = adjusting("42 at 1412", "DG112 at 1206")
    table.order("so", AdjustBoundary(row=11, column=11), AdjustBoundary(row=13, column=11))
    refused = table.refused("so", AdjustBoundary(row=12, column=11))
    assert "42" in str(refused.reason) and "3 hexes" in str(refused.reason)


def test_nobody_hears_of_it_but_the_soviet_side():
    table = adjusting("204 at 1912", "DG112 at 1206")
    before = len(table.logs["German"])
    table.order("so", AdjustBoundary(row=12, column=13))
    assert len(table.logs["German"]) == before and not table.picture("ge").stores.boundary


def moving(*things: str) -> Table:
    return position(*things, heading="E movement", scenario="korsun-intro", turn=9)


def test_a_move_ends_at_most_two_hexes_inside_the_other_zone():
    """20GTB of 1UF stands at the boundary: 1412 is two hexes beyond it, 1512 three."""
    table = moving("20GTB at 1212", "DG112 at 0705")
    assert table.refused("so", Move(units=("20GTB",), path=("1312", "1412", "1512"))).rule == "KOR-P22.11"
    ends = {way.place for way in table.ways("so", "20GTB")}
    assert "1412" in ends and "1512" not in ends
    table.order("so", Move(units=("20GTB",), path=("1312", "1412")))
    assert table.unit("20GTB").hex == "1412"


def test_whoever_stands_too_deep_may_come_back_but_go_no_deeper():
    table = moving("42 at 1712", "DG112 at 0705")
    assert table.refused("so", Move(units=("42",), path=("1812",))).rule == "KOR-P22.11"
    table.order("so", Move(units=("42",), path=("1612",)))
    assert table.unit("42").hex == "1612"


def test_an_advance_goes_no_deeper_either():
    came = {}
    for front, unit in (("1UF", "86"), ("2UF", "204")):
        table = combat(f"{unit} at 1611", "AL2 at 1712", by_purpose={"KOR-CBT-32": [6]})
        came[front] = resolved(attack(table, "so", "1712", unit, planned=True)).advanced
    assert came == {"1UF": (), "2UF": ("204",)}


def test_two_fronts_attack_together_only_near_the_boundary():
    near = combat("42 at 1312", "204 at 1412", "DG112 at 1313")
    near.order("so", DeclareAttack(hex="1313", units=("42", "204")))
    far = combat("42 at 1711", "204 at 1812", "DG112 at 1712")
    assert far.refused("so", DeclareAttack(hex="1712", units=("42", "204"))).rule == "KOR-P22.11"
    offered = [option.subjects for option in far.options("so", "declare-attack")]
    assert sorted(offered) == [("204",), ("42",)]


def test_beyond_two_hexes_in_the_other_zone_nobody_is_supported():
    """86 of 1UF fights beside its own marker, three hexes beyond the boundary: its strength is halved all the same."""
    found = {}
    for hex, target in (("1412", "1413"), ("1512", "1513")):
        table = combat(
            f"86 at {hex}", f"DG112 at {target}", f"marker 27A at {hex} sp 3", by_purpose={"KOR-CBT-32": [1]}
        )
        attack(table, "so", target, "86", planned=True, supported=("27A",))
        found[hex] = (resolved(table).attack, table.truth.sdms["27A"].sp)
    assert found == {"1412": ("4", 2), "1512": ("2", 3)}


@pytest.mark.rule("KOR-AIR-05")
def test_missions_serve_only_combats_with_a_unit_of_their_front():
    """Both Fronts attack 1313 together: they may use what either has, two at most."""
    table = combat("42 at 1312", "204 at 1412", "86 at 0810", "DG112 at 1313", "DG255 at 0811", soviet={
        "missions": {"1UF": 0, "2UF": 3},
    })  # fmt: skip
    assert table.refused("so", DeclareAttack(hex="0811", units=("86",), missions=1)).rule == "KOR-CBT-03"
    assert table.refused("so", DeclareAttack(hex="1313", units=("42", "204"), missions=3)).rule == "KOR-CBT-03"
    table.order("so", DeclareAttack(hex="1313", units=("42", "204"), missions=2, planned=True))
    assert table.picture("so").stores.missions == {"1UF": 0, "2UF": 1}
    assert resolved(table).shifts["air"] == 2


@pytest.mark.rule("KOR-SRR-03")
def test_a_front_pays_for_its_own_units_alone():
    table = position(
        "42 at 0505 lost 1", "204 at 2006 lost 1", "DG112 at 1206", "marker 27A at 0505 sp 1",
        "marker 4GA at 2006 sp 1",
        heading="E replacements", scenario="korsun-intro", turn=8, soviet={"points": {"1UF": 1, "2UF": 0}},
    )  # fmt: skip
    assert table.refused("so", Replace(unit="204")).rule == "KOR-SRR-03"
    table.order("so", Replace(unit="42"), Done())
    assert table.unit("42").lost == 0 and table.picture("so").stores.points == {"1UF": 0, "2UF": 0}


def test_the_first_evening_has_one_front_and_no_boundary():
    table = position("42 at 0811", "DG112 at 1206", heading="E events", turn=17)
    table.done_until("b-movement-segment")
    assert "d-front-boundary-adjustment-segment" not in table.headings()
    assert table.picture("so").stores.boundary == []
