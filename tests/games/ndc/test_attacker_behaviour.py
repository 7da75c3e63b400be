"""What becomes of the attacker: breakthrough, assault and probe (NDC-RES-15 to 20)."""

from __future__ import annotations

import pytest

from service.engine.orders import Done
from service.games.ndc.known.reports import MarkerPlaced
from service.games.ndc.sections.defence import StandFast
from service.games.ndc.sections.reveal import Reveal
from tests.games.ndc.fighting import attack, battle, resolved, result, sheet
from tests.positions import position

OVERRUN = {"attacker": "leadership 12", "die": 9}
HQS_FAR = (
    "su S-1R at 0504 deployed",
    "su S-DIV at 0402 deployed",
    "us U-1B at 1202 deployed",
    "us U-DIV at 1302 deployed",
)


@pytest.mark.rule("NDC-RES-15")
def test_a_breakthrough_marker_is_declared_and_lies_on_both_maps():
    table = resolved(attack(battle(attacker="leadership 5", die=9)))
    assert result(table, "su").breakthrough == "0902"
    for side in ("us", "su"):
        assert [r.marker.kind for r in table.told(side, MarkerPlaced)] == ["breakthrough"]
        marker = table.picture(side).marker("breakthrough", "0902")
        assert marker is not None
        assert marker.side == "Soviet"
    assert not table.unit("S-A1").engaged


def test_no_marker_where_the_hex_was_not_vacated():
    """Dug in, the battalion stands fast; the breakthrough comes to nothing."""
    table = attack(battle(defender="dug-in", attacker="leadership 9", die=9)).done("us")
    table.order("us", StandFast(), Done())
    resolved(table)
    assert table.unit("U-I1").to == 4 - 1 - 2
    assert table.unit("U-I1").hex == "0902"
    assert table.truth.markers == []
    assert result(table, "su").breakthrough is None


@pytest.mark.rule("NDC-RES-16", "NDC-RES-17")
def test_an_assault_pays_in_full_and_moves_up():
    """1/1r1: in the column +3..+5 with an 8."""
    table = resolved(attack(battle(attacker="leadership 3", die=8)))
    assert table.unit("S-A1").to == 3
    assert table.unit("S-A1").hex == "0902"
    for side in ("us", "su"):
        assert (result(table, side).attacker_loss, result(table, side).advanced) == (1, True)
    assert table.believes("su", "S-A1").hex == "0902"


@pytest.mark.rule("NDC-RES-16")
def test_an_objective_taken_by_an_advance_is_held_at_once():
    """Waldau, on the road from 0804."""
    table = position(
        "su S-I1 at 0804 attack leadership 8", "us U-I1 at 0904 defend to 1", by_purpose={"NDC-RES-13": [7]}
    )
    assert table.truth.control["0904"] == "US"
    resolved(attack(table, unit="S-I1", target="0904"))
    assert (table.unit("S-I1").hex, table.truth.control["0904"]) == ("0904", "Soviet")


@pytest.mark.rule("NDC-RES-17")
def test_an_assault_that_does_not_dislodge_the_defender_stays():
    table = resolved(attack(battle(die=6)))
    assert table.unit("S-A1").hex == "0802"
    assert (result(table, "su").attacker_loss, result(table, "su").advanced) == (1, False)
    none = resolved(attack(battle(die=5)))
    for side in ("us", "su"):
        assert (result(none, side).attacker_loss, result(none, side).advanced) == (0, False)


@pytest.mark.rule("NDC-RES-18")
@pytest.mark.parametrize("scene", [OVERRUN | {"attacker": "leadership 17"}, {"attacker": "leadership 5", "die": 7}])
def test_a_probe_does_not_advance(scene: dict[str, object]):
    table = resolved(attack(battle(**scene), "probe"))  # type: ignore[arg-type]
    assert table.truth.units_at("0902") == []
    assert table.unit("S-A1").hex == "0802"
    assert not result(table, "su").advanced


@pytest.mark.rule("NDC-RES-19")
def test_a_probe_goes_back_and_saves_its_loss():
    """+2, as a probe -3..-1, die 3: 1/0."""
    table = resolved(attack(battle(die=3), "probe"))
    assert table.unit("S-A1").hex == "0703"
    assert table.unit("S-A1").to == 4
    assert (result(table, "su").attacker_loss, result(table, "su").attacker_path) == (0, ("0703",))


def test_a_probe_with_no_way_back_takes_its_loss():
    """Every neighbour of 0802 lies in the zone of control of a US battalion or holds one."""
    around = ("us U-A1 at 0602 defend", "us U-I2 at 0704 defend", "us U-A2 at 0801 defend")
    table = resolved(attack(battle(*around, die=2, hqs=HQS_FAR, attacker="leadership 6"), "probe"))
    assert table.unit("S-A1").hex == "0802"
    assert table.unit("S-A1").to == 3
    assert (result(table, "su").attacker_loss, result(table, "su").attacker_path) == (1, ())


@pytest.mark.rule("NDC-RES-20")
@pytest.mark.parametrize(
    ("words", "told", "hexes", "left"),
    [
        ("to 2 level 2 leadership 6", False, 2, 2),  # assumed to be 4: two hexes, the whole loss saved
        ("to 2 level 4 leadership 9", False, 1, 1),  # known to be 2: one hex, one level lost
        ("to 2 level 2 leadership 6", True, 1, 1),  # the same, told by its owner
        ("to 1 level 2 leadership 9", False, 2, 1),  # assumed to be 4 again
        ("to 3 level 4 leadership 6", False, 2, 3),  # half of three, rounded up, is two
    ],
)
def test_an_unknown_attacker_falls_back_as_if_its_to_level_were_four(words: str, told: bool, hexes: int, left: int):
    """Loss 2 in a probe."""
    table = battle(attacker=words, die=2)
    if told:
        table.order("su", Reveal(unit="S-A1", items=("hex", "to")))
    resolved(attack(table, "probe"))
    assert sheet(table).outcome == "resolved"
    assert len(sheet(table).attacker_path) == hexes
    assert table.unit("S-A1").to == left


@pytest.mark.rule("NDC-RES-19")
def test_a_probe_does_not_fall_back_into_the_hex_that_it_has_emptied():
    """On the road from 0804 to 0904 the defender falls (1/1r1); the probe goes back west along the road."""
    table = position(
        "su S-I1 at 0804 attack leadership 8", "us U-I1 at 0904 defend to 1", phasing="su",
        by_purpose={"NDC-RES-13": [7], "NDC-RET-05": [2]},
    )  # fmt: skip
    resolved(attack(table, "probe", unit="S-I1", target="0904"))
    assert "U-I1" not in table.truth.units
    assert result(table, "su").attacker_path == ("0704",)
