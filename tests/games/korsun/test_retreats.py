"""Retreats and advances (12.15, 12.16): full hexes, pieces and supply markers that go along, who has room to follow."""

from __future__ import annotations

import pytest

from service.games.korsun.known.lines import AddRetreatLine
from tests.games.korsun.test_combat import attack, combat, resolved

COMERS = ("42", "22GTB", "20GTB")
STORM = ("42 at 0610", "22GTB at 0610", "20GTB at 0611", "DG332 at 0711")
FULL = ("R245 at 0811", "DG255 at 0811", "SSG at 0811", "R105 at 0810", "R124 at 0810", "R266 at 0810")
"""Every way out of 0711 that is clear of Soviet zones leads into a hex with six stacking points."""


@pytest.mark.parametrize(("more", "hexes"), [((), {"0811"}), (FULL, {"0812", "0910", "0911", "0809", "0710"})])
def test_whoever_finds_no_room_where_its_retreat_ends_goes_on_and_loses_nothing_by_it(
    more: tuple[str, ...], hexes: set[str]
):
    table = combat(*STORM, *more, "marker XXXXII at 0811", by_purpose={"KOR-CBT-32": [4]})
    came = resolved(attack(table, "so", "0711", *COMERS, planned=True, supported=(), advance=()))
    assert (came.result, came.losses, came.retreated) == ("-/1DR1", {"DG332": 1}, ("DG332",))
    assert table.unit("DG332").hex in hexes


@pytest.mark.parametrize(("prefer", "hex", "points", "cut_off"), [("0811", "0811", 3, False), ("0810", None, 0, True)])
def test_a_supply_marker_goes_along_where_the_retreat_follows_its_road_and_else_is_lost(
    prefer: str, hex: str | None, points: int, cut_off: bool
):
    """Road E leads from 0711 to 0811; nobody advances into the hex that is left."""
    table = combat(*STORM, "marker XXXXII at 0711 sp 3", by_purpose={"KOR-CBT-32": [4]})
    table.order("ge", AddRetreatLine(prefer=(prefer,)))
    came = resolved(attack(table, "so", "0711", *COMERS, planned=True, supported=(), advance=()))
    assert came.retreated == ("DG332",) and table.unit("DG332").hex == prefer
    sdm = table.picture("ge").sdms["XXXXII"]
    assert (sdm.hex, sdm.sp, sdm.cut_off) == (hex, points, cut_off) and sdm == table.truth.sdms["XXXXII"]


@pytest.mark.parametrize(("die", "ammo"), [(4, 1), (2, 2)])
def test_a_piece_that_retreats_loses_a_level_of_ammunition(die: int, ammo: int):
    """-/1DR1; by d/1D everybody stays."""
    table = combat(*STORM, "ART188 at 0711", "marker XXXXII at 0811", by_purpose={"KOR-CBT-32": [die]})
    came = resolved(attack(table, "so", "0711", *COMERS, planned=True, supported=(), advance=()))
    assert ("ART188" in came.retreated) is (ammo == 1)
    assert (table.unit("ART188").ammo, table.unit("ART188").hex == "0711") == (ammo, ammo == 2)


def test_no_more_advance_than_have_room():
    units = (*COMERS, "86", "21")
    table = combat(*STORM, "86 at 0611", "21 at 0610", by_purpose={"KOR-CBT-32": [6]})
    came = resolved(attack(table, "so", "0711", *units, planned=True, supported=(), advance=units))
    assert came.advanced == units[:3] and table.unit("86").hex == "0611"
