"""Winter: ice, halved marches, and what it does not hinder (16)."""

from __future__ import annotations

import pytest

from service.engine.places import Place
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.known.field import Field
from service.games.campaign1776.known.picture import field_of
from service.games.campaign1776.printed.pieces import Pool
from service.games.campaign1776.sections.boats import BuildBateaus
from service.games.campaign1776.sections.landing import Debark
from service.games.campaign1776.sections.marching import MarchTo
from service.games.campaign1776.sections.sailing import Sail
from tests.games.campaign1776.printed_data import board, hex_of
from tests.games.campaign1776.recruits import turn_of
from tests.games.campaign1776.table import Table, position

JANUARY, APRIL = turn_of("1777-01"), turn_of("1777-04")
BOSTON, NEW_YORK = hex_of("Boston"), hex_of("New York")
HUDSON, NEXT = "XX37/XX38", "WW37/XX38"


def movement(*things: str, turn: int = JANUARY, side: str = "British") -> Table:
    there = ("1 BR at XXX42", "1 CA at GGG44")
    return position(*there, *things, heading=f"{side} movement", turn=turn, scenario="northern-war")


def sail(ship: str, *path: str) -> Sail:
    return Sail(ships=(ship,), path=path)  # type: ignore[arg-type]


@pytest.mark.rule("C76-WIN-04")
def test_neither_bateaus_nor_transports_enter_or_leave_frozen_sides():
    table = movement("bateau br in III37/III38", f"TR br in {HUDSON}", f"1 BR at {NEW_YORK}")
    for ship, there in (("bateau1", "III37/JJJ38"), ("TR1", NEXT)):
        assert table.refused("br", sail(ship, there)).rule == "C76-WIN-04"
    april = movement("bateau br in III37/III38", f"TR br in {HUDSON}", f"1 BR at {NEW_YORK}", turn=APRIL)
    april.order("br", sail("bateau1", "III37/JJJ38"), sail("TR1", NEXT))
    bay = movement("TR br in OO33/PP34", "TR br in OO33/PP33")
    for ship, there in (("TR1", "OO33/PP33"), ("TR2", "OO33/PP34")):
        assert bay.refused("br", sail(ship, there)).rule == "C76-WIN-04", "into the ice, or out of it"
    bay.order("br", sail("TR1", "OO33/OO34"))


@pytest.mark.rule("C76-WIN-07")
def test_battle_fleets_do_not_mind_the_ice():
    table = movement(f"BF br in {HUDSON}", f"1 BR at {NEW_YORK}")
    table.order("br", sail("BF1", NEXT, "WW37/WW38", "VV37/WW38", "port New York"))
    assert (table.truth.ships["BF1"].at, table.truth.ships["BF1"].spent) == ("port New York", 3)


@pytest.mark.rule("C76-WIN-09")
def test_a_transport_caught_in_the_ice_still_lands_its_troops():
    table = movement(f"TR br in {HUDSON}", "4 BR aboard TR1")
    table.order("br", Debark(units=("BR2",), ship="TR1", hex="XX38"))  # type: ignore[arg-type]
    assert table.pool("BR2").at == "XX38" and table.truth.ships["TR1"].spent == 10


@pytest.mark.rule("C76-WIN-10")
def test_bateaus_are_built_on_frozen_sides():
    table = position("1 BR at OOO37", "1 BS at OOO37", "1 CA at GGG44", heading="British works", turn=JANUARY,
                     scenario="northern-war")  # fmt: skip
    table.order("br", BuildBateaus(unit="BS1", side=Place("OOO37/OOO38")))
    assert [ship.at for ship in table.truth.ships.values()] == ["OOO37/OOO38"]


@pytest.mark.rule("C76-WIN-11")
def test_landing_in_a_northern_port_in_winter_halves_a_march_twice():
    table = movement("TR br in port Boston", "1 BR aboard TR1", f"1 BR at {BOSTON}")
    table.order("br", Debark(units=("BR2",), ship="TR1", hex=BOSTON))  # type: ignore[arg-type]
    left = field_of(table.picture("br")).left
    assert (left(table.pool("BR2")), left(table.pool("BR3"))) == (1, 3), "of 7, halved twice and once"
    assert table.refused("br", MarchTo(units=("BR2",), path=("III45", "HHH45"))).rule == "P5"  # type: ignore[arg-type]


@pytest.mark.rule("C76-WIN-12")
@pytest.mark.parametrize(("began", "landed", "left"), [("B14", "A13", 3), ("B16", "B14", 1), ("B16", "A13", 3)])
def test_in_a_southern_port_a_landing_halves_once_wherever_the_unit_was(began: str, landed: str, left: int):
    table = movement()
    rules = table.truth.rules
    on_fixture = Fixture(rules)
    field = Field(rules=on_fixture, seat="British", turn=JANUARY, own={}, enemies=frozenset(), forts={}, ships={},  # type: ignore[arg-type]
                  arrests={})  # fmt: skip
    pool = Pool(id="BR1", kind="BR", number=1, at=landed, began=began, landed=landed)  # type: ignore[arg-type]
    assert field.left(pool) == left


class Fixture:
    """The campaign's rules on the small map of the tests, which has a southern port."""

    def __init__(self, rules: object) -> None:
        self._rules, self.board = rules, board("fixture")

    def __getattr__(self, name: str) -> object:
        return getattr(self._rules, name)


def test_a_march_of_winter_is_halved_in_the_north():
    for turn, points in ((JANUARY, 4), (APRIL, 8)):
        table = movement("1 CA at HHH45", turn=turn, side="American")
        assert field_of(table.picture("am")).left(table.pool("CA2")) == points


def test_a_vessel_that_only_the_ice_holds_says_so():
    """Nothing could be ordered of it, and nothing said why."""
    things = ("bateau br in III37/III38", f"1 BR at {NEW_YORK}", f"TR br in {HUDSON}", "BF br in port Boston")
    for turn, held in ((JANUARY, {"Bateau 1", "Transport fleet TR1"}), (APRIL, set[str]())):
        table = movement(*things, turn=turn)
        rows = CAMPAIGN1776.words.rosters(CAMPAIGN1776.known(table.picture("br")))[0].rows
        assert {row.name for row in rows if "in the ice" in row.tags} == held
