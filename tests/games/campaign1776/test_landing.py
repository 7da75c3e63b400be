"""Going aboard and coming ashore: what it costs fleet and troops, and where they may go on."""

from __future__ import annotations

import itertools

import pytest

from service.engine.options import Several
from service.engine.orders import accepts
from service.engine.places import Place
from service.games.campaign1776.known.picture import field_of
from service.games.campaign1776.sections.eliminating import Eliminate
from service.games.campaign1776.sections.forced import ForceMarch
from service.games.campaign1776.sections.landing import Debark, Embark
from service.games.campaign1776.sections.marching import Detach, MarchTo
from service.games.campaign1776.sections.sailing import Sail
from tests.games.campaign1776.table import Table, position

PORT = "port Newport"


def water(*things: str, spent: int = 0, **where: object) -> Table:
    given = {"scenario": "northern-war", "turn": 5, **where}
    table = position(*things, "1 CA at CCC31", "1 BR at XXX42", **given)  # type: ignore[arg-type]
    if spent:
        table.truth.ships["TR1"].spent = table.picture("br").ships["TR1"].spent = spent
    return table


def land(unit: str, hex: str, *, ship: str = "TR1", port: bool = False, inside: bool = False) -> Debark:
    return Debark(units=tuple(unit.split()), ship=ship, hex=Place(hex), by_port=port, inside=inside)


def board(units: str, ship: str = "TR1") -> Embark:
    return Embark(units=tuple(units.split()), ship=ship)


def march(unit: str, *path: str) -> MarchTo:
    return MarchTo(units=tuple(unit.split()), path=tuple(map(Place, path)))


def spent(table: Table, ship: str = "TR1") -> int:
    assert table.truth.ships[ship] == table.picture("br").ships[ship]
    return table.truth.ships[ship].spent


def left(table: Table, unit: str) -> int:
    return field_of(table.picture("br")).left(table.pool(unit))


@pytest.mark.rule("C76-NTR-01")
def test_who_lands_in_port_pays_nothing_for_the_hex_and_has_half_their_points():
    table = water("TR br in port Boston", "1 BR aboard TR1", "1 BR at III46").order("br", land("BR1", "III46"))
    assert left(table, "BR1") == 3 and spent(table) == 5


@pytest.mark.rule("C76-PRT-08")
def test_from_the_entrance_the_cost_is_that_of_a_side_and_the_hex_is_paid_for():
    table = water("TR br in III46/III47", "3 BR aboard TR1", "1 BR at III46").order("br", land("BR1", "III46"))
    assert spent(table) == 10 and left(table, "BR1") == 2


@pytest.mark.rule("C76-NTR-17")
def test_two_stacks_cost_twice():
    table = water("TR br in port Boston", "7 BR aboard TR1", "1 BR at III46")
    table.order("br", Detach(unit="BR1", number=3), land("BR1", "III46"), land("BR4", "III46"))
    assert spent(table) == 10


@pytest.mark.rule("C76-NTR-18")
def test_the_worked_example_of_six_who_sweep_the_port_and_nine_who_go_on():
    table = water("TR br in DDD45/EEE46", "15 BR aboard TR1", "1 RM at EEE46", spent=21)
    table.order("br", Detach(unit="BR1", number=6), land("BR3", "EEE46", port=True))
    assert spent(table) == 21 + 10
    table.order("br", Eliminate(units=("BR3",))).order("br", land("BR1", "EEE46"))
    assert spent(table) == 21 + 15 and not table.truth.on_land("American", Place("EEE46"))
    assert "go no further" in table.refused("br", march("BR3", "FFF46")).reason
    table.order("br", march("BR1", "FFF46"))


@pytest.mark.rule("C76-NTR-11", "C76-NTR-12")
def test_a_garrison_shut_in_costs_five_more_and_stops_nobody_who_lands_in_port():
    things = ("fort CCC43 am", "2 CA inside CCC43", "TR br in BBB43/CCC43", "4 BR aboard TR1")
    table = water(*things).order("br", land("BR1", "CCC43", port=True))
    assert spent(table) == 10
    table.order("br", march("BR1", "CCC42"))
    beside_friends = water(*things, "2 BR at CCC43").order("br", land("BR1", "CCC43", port=True))
    beside_friends.order("br", march("BR1", "CCC42"))
    met = water(*things, "1 RM at CCC43").order("br", land("BR1", "CCC43", port=True))
    assert met.refused("br", march("BR1", "CCC42")).rule == "P5"


@pytest.mark.rule("C76-MSC-07")
@pytest.mark.parametrize("visibility", ["inverted", "open"])
def test_a_port_with_a_gun_alone_is_not_occupied(visibility: str):
    table = water("1 AA at CCC43", "TR br in BBB43/CCC43", "3 BR aboard TR1", visibility=visibility, spent=31)
    table.order("br", land("BR1", "CCC43", port=True))
    assert spent(table) == 31 + 5 and "BA1" in table.truth.pools
    table.order("br", march("BR1", "CCC42"))


@pytest.mark.rule("C76-PRT-13")
def test_into_a_port_in_enemy_hands_a_fleet_comes_only_to_land_troops():
    things = ("1 CA at III46", "TR br in III46/III47", "3 BR aboard TR1", "1 BS aboard TR1")
    assert water(*things, spent=27).refused("br", land("BR1", "III46", port=True)).rule == "C76-NTR-11"
    table = water(*things, spent=26)
    assert table.refused("br", land("BS1", "III46", port=True)).rule == "C76-PRT-13"
    table.order("br", land("BR1", "III46", port=True))
    assert table.truth.ships["TR1"].at == "port Boston" and spent(table) == 36


@pytest.mark.rule("C76-NTR-02")
def test_who_embarks_and_lands_in_a_month_goes_on_only_from_free_port_to_free_port():
    things = ("TR br in port Boston", "3 BR at III46", "1 BR at EEE46")
    table = water(*things)
    path = next(one.path for one in table.truth.rules.water.ways(Place("port Boston")) if one.node == PORT)
    free = water(*things).order("br", board("BR1"), Sail(ships=("TR1",), path=path), land("BR1", "EEE46"))
    free.order("br", march("BR1", "FFF46"))
    side = water(*things).order("br", board("BR1"), Sail(ships=("TR1",), path=path[:-1]), land("BR1", "EEE46"))
    assert "go no further" in side.refused("br", march("BR1", "FFF46")).reason
    from_side = water("TR br in III46/III47", *things[1:])
    from_side.order("br", board("BR1"), Sail(ships=("TR1",), path=path[1:]), land("BR1", "EEE46"))
    assert "go no further" in from_side.refused("br", march("BR1", "FFF46")).reason


@pytest.mark.rule("C76-NTR-02")
@pytest.mark.parametrize("held", ["III46", "EEE46"])
def test_an_enemy_shut_in_at_either_port_keeps_who_embarks_and_lands_in_a_month(held: str):
    """Who went aboard a month before would go on from there."""
    garrison = (f"fort {held} am", f"1 CA inside {held}")
    table = water("TR br in port Boston", "3 BR at III46", "1 TM at III46", "1 BR at EEE46", *garrison)
    path = next(one.path for one in table.truth.rules.water.ways(Place("port Boston")) if one.node == PORT)
    table.order("br", board("BR1"), Sail(ships=("TR1",), path=path), land("BR1", "EEE46"))
    assert "go no further" in table.refused("br", march("BR1", "FFF46")).reason


@pytest.mark.rule("C76-NTR-03", "C76-NTR-04")
def test_nobody_changes_fleets_or_goes_aboard_again():
    table = water("TR br in port New York", "TR br in port New York", "4 BR aboard TR1", "1 BR at WW38")
    assert "are aboard" in table.refused("br", board("BR1", "TR2")).reason
    table.order("br", land("BR1", "WW38"))
    assert table.refused("br", board("BR1", "TR2")).rule == "C76-NTR-04"
    table.order("br", board("BR2", "TR2"))


@pytest.mark.rule("C76-NTR-05", "C76-NTR-06")
def test_a_fleet_that_comes_upon_an_enemy_neither_loads_nor_lands_until_its_next_phase():
    things = ("BF am in VV37/WW38", "3 BR aboard TR1", "1 BR at WW38")
    table = water(things[0], "TR br in VV37/VV38", *things[1:])
    table.order("br", Sail(ships=("TR1",), path=(Place("VV37/WW38"),)))
    assert {table.refused("br", one).rule for one in (land("BR1", "WW38"), board("BR2"))} == {"C76-NTR-05"}
    water(things[0], "TR br in VV37/WW38", *things[1:]).order("br", land("BR1", "WW38"))


@pytest.mark.rule("C76-PRT-09")
def test_a_fleet_loads_in_port_only_where_the_phase_found_it_there():
    table = water("TR br in III46/III47", "3 BR at III46").order(
        "br", Sail(ships=("TR1",), path=(Place("port Boston"),))
    )
    assert table.refused("br", board("BR1")).rule == "C76-PRT-09"
    water("TR br in port Boston", "3 BR at III46").order("br", board("BR1"))


@pytest.mark.rule("C76-PRT-15")
def test_a_fleet_that_was_in_a_port_loads_nothing_on_its_side_either():
    table = water("TR br in III46/III47", "3 BR at III46")
    for there in ("port Boston", "III46/III47"):
        table.order("br", Sail(ships=("TR1",), path=(Place(there),)))
    assert table.refused("br", board("BR1")).rule == "C76-PRT-15"
    fresh = water("TR br in III46/III47", "3 BR at III46").order("br", board("BR1"))
    assert spent(fresh) == 10


@pytest.mark.rule("C76-NTR-08", "C76-NTR-09")
def test_into_a_besieged_fort_of_a_port_one_lands_from_the_port_alone():
    fort = ("fort WW38 br", "2 BR inside WW38", "1 CA at WW38", "3 BR aboard TR1")
    side = water("TR br in VV37/WW38", *fort)
    assert side.refused("br", land("BR2", "WW38", inside=True)).rule == "C76-NTR-08"
    assert side.refused("br", board("BR1")).rule == "C76-NTR-08"
    side.order("br", land("BR2", "WW38"))
    water("TR br in port New York", *fort).order("br", land("BR2", "WW38", inside=True), board("BR1"))
    water("TR br in VV37/WW38", *fort[:3], "3 BR at WW38").order("br", board("BR2"))


@pytest.mark.rule("C76-FORT-13")
def test_a_fort_of_a_port_is_besieged_with_friends_outside_it_too_and_not_by_a_gun():
    things = ("TR br in VV37/WW38", "fort WW38 br", "2 BR inside WW38", "3 BR aboard TR1")
    table = water(*things, "2 BR at WW38", "1 CA at WW38")
    assert table.refused("br", land("BR2", "WW38", inside=True)).rule == "C76-NTR-08"
    water(*things, "1 AA at WW38").order("br", land("BR2", "WW38", inside=True))


@pytest.mark.rule("C76-NTR-10")
def test_into_the_fort_or_beside_it_costs_the_same():
    table = water("TR br in port New York", "fort WW38 br", "1 BR inside WW38", "5 BR aboard TR1")
    table.order("br", Detach(unit="BR2", number=2), land("BR2", "WW38", inside=True))
    assert spent(table) == 5 and table.pool("BR2").inside
    table.order("br", land("BR4", "WW38"))
    assert spent(table) == 10


@pytest.mark.rule("C76-FORT-03")
def test_no_more_land_in_a_fort_than_it_holds():
    """Ten strength points; guns and supply take no room in it."""
    table = water("TR br in port New York", "fort WW38 br", "8 BR inside WW38", "3 BR aboard TR1", "1 BA aboard TR1")
    assert table.refused("br", land("BR2", "WW38", inside=True)).rule == "C76-FORT-03"
    table.order("br", Detach(unit="BR2", number=1), land("BR2 BA1", "WW38", inside=True))


@pytest.mark.rule("C76-NTR-11")
@pytest.mark.parametrize(("enemy", "takes"), [((), True), (("1 CA at III46",), False)])
def test_the_surcharge_for_an_enemy_has_to_be_left_to_a_fleet(enemy: tuple[str, ...], takes: bool):
    table = water("TR br in III46/III47", "3 BR at III46", *enemy)
    for ships in (table.truth.ships, table.picture("br").ships):
        ships["TR1"].spent = 24
    if takes:
        table.order("br", board("BR1"))
    else:
        assert table.refused("br", board("BR1")).reason.startswith("It costs 15 points")


@pytest.mark.rule("C76-NTR-19")
def test_fleets_do_not_pool_what_they_carry():
    things = ("BF br in port Boston", "BF br in port Boston", "3 BS at III46")
    table = water(*things, settings={"transport": True})
    table.order("br", Detach(unit="BS1", number=1), Detach(unit="BS1", number=1))
    table.order("br", board("BS2", "BF1"), board("BS3", "BF2"))
    assert {table.refused("br", board("BS1", id)).rule for id in ("BF1", "BF2")} == {"C76-NTR-19"}
    water(*things).order("br", board("BS1", "BF1"))


@pytest.mark.rule("C76-FM-02")
def test_who_came_by_water_makes_no_forced_march():
    table = water("TR br in port Boston", "1 BR aboard TR1", "1 BR at III46").order("br", land("BR1", "III46"))
    table.done_until("br", "forced-march")
    assert table.refused("br", ForceMarch(units=("BR1",), path=(Place("HHH45"),))).rule == "C76-FM-02"


@pytest.mark.rule("C76-MAP-19")
def test_who_lands_at_portsmouth_does_not_go_on_to_the_northern_piece():
    table = water("TR br in port Portsmouth", "1 BR aboard TR1", "1 BR at LLL47").order("br", land("BR1", "LLL47"))
    assert table.refused("br", march("BR1", "MMM47")).rule == "C76-MAP-18"
    table.order("br", march("BR1", "KKK46"))


@pytest.mark.rule("C76-AV-05")
def test_who_began_aboard_and_who_began_ashore_are_not_one_stack():
    table = water("TR br in port Boston", "3 BR aboard TR1", "3 BR at III46", "1 RM at HHH45")
    table.order("br", land("BR1", "III46"), march("BR1 BR2", "HHH45"))
    assert table.refused("br", Eliminate(units=("BR1", "BR2"))).rule == "C76-AV-05"


@pytest.mark.rule("C76-AV-14")
def test_an_elimination_may_follow_a_landing_on_an_open_shore():
    table = water("TR br in XX39/XX40", "8 BR aboard TR1", "1 RM at XX40").order("br", land("BR1", "XX40"))
    table.order("br", Eliminate(units=("BR1",)))
    assert not table.truth.on_land("American", Place("XX40"))
    assert "go no further" in table.refused("br", march("BR1", "XX41")).reason


@pytest.mark.rule("C76-AV-14")
def test_an_elimination_may_follow_a_landing_in_port():
    table = water("TR br in DDD45/EEE46", "8 BR aboard TR1", "1 RM at EEE46")
    table.order("br", land("BR1", "EEE46", port=True)).order("br", Eliminate(units=("BR1",)))
    assert not table.truth.on_land("American", Place("EEE46"))


@pytest.mark.rule("C76-AV-15")
def test_who_has_swept_a_hex_does_not_go_aboard_as_well():
    things = ("TR br in XX39/XX40", "8 BR at XX40")
    table = water(*things, "1 RM at XX40").order("br", Eliminate(units=("BR1",)))
    assert table.refused("br", board("BR1")).rule == "C76-AV-15"
    water(*things).order("br", board("BR1"))


@pytest.mark.rule("C76-CTL-02", "C76-PBM-07")
def test_passengers_are_at_sea_and_troops_are_outside_unless_somebody_says_otherwise():
    table = water("TR br in port New York", "5 BR aboard TR1", "fort WW38 br", "1 BR inside WW38")
    assert table.truth.strength("British", Place("WW38")) == 1
    afloat = ("TR br in port New York", "5 BR aboard TR1", "TR br in WW37/XX38", "5 BR aboard TR2", "TR br in Halifax",
              "5 BR aboard TR3")  # fmt: skip
    assert water(*afloat).truth.public().british == ("XXX42",), "wherever the fleet lies"
    table.order("br", land("BR1", "WW38"))
    assert not table.pool("BR1").inside


@pytest.mark.rule("C76-NTR-15")
def test_who_arrives_at_halifax_over_a_link_has_points_enough_to_land():
    table = water("TR br in east box", "10 BR aboard TR1")
    table.order("br", Sail(ships=("TR1",), path=(Place("Halifax"),)), land("BR1", "Halifax"))
    assert table.pool("BR1").at == "Halifax" and not table.pool("BR1").aboard


@pytest.mark.rule("C76-NTR-16")
def test_who_comes_to_halifax_from_the_map_lands_with_what_is_left_after_leaving_it():
    to_halifax = Sail(ships=("TR1",), path=(Place("Halifax"),))
    table = water("TR br in ZZZ57", "3 BR aboard TR1", spent=30).order("br", to_halifax, land("BR1", "Halifax"))
    assert spent(table) == 36 and table.pool("BR1").at == "Halifax"
    late = water("TR br in ZZZ57", "3 BR aboard TR1", spent=31).order("br", to_halifax)
    assert late.refused("br", land("BR1", "Halifax")).rule == "C76-NTR-18" and late.truth.ships["TR1"].at == "Halifax"


@pytest.mark.rule("C76-NTR-13")
def test_an_overloaded_french_fleet_enters_a_port_that_is_not_controlled_only_to_land():
    """Five regulars and a gun take seven of its six, where guns take twice the room."""

    def off_newport(*things: str, left: int, transport: bool = True) -> Table:
        fleet = ("BF am in DDD45/EEE46", "5 FR aboard BF1", "1 FA aboard BF1")
        table = water(*fleet, *things, heading="American movement", settings={"transport": transport})
        ship = table.truth.ships["BF1"]
        ship.spent = table.picture("am").ships["BF1"].spent = 40 - left
        return table

    enter, ashore = Sail(ships=("BF1",), path=(Place(PORT),)), land("FA1", "EEE46", ship="BF1", port=True)
    poor = off_newport(left=4)
    assert poor.refused("am", enter).rule == "C76-NTR-13" and poor.refused("am", ashore).rule == "C76-NTR-18"
    table = off_newport(left=5).order("am", ashore)
    assert table.truth.ships["BF1"].at == PORT and table.pool("FA1").at == "EEE46"
    off_newport("1 CA at EEE46", left=4).order("am", enter)
    off_newport(left=4, transport=False).order("am", enter)


def test_as_many_may_go_aboard_together_as_there_is_room_for_whoever_they_are():
    """A bateau has room for four: any two of two regulars, two militia and a supply unit, and not all of them."""
    table = water("bateau br in NNN37/NNN38", "2 BR at NNN37", "2 TM at NNN37", "1 BS at NNN37")
    [option] = table.options("br", "embark")
    several = option.fields["units"]
    assert isinstance(several, Several) and (several.least, several.most) == (1, 2)
    assert set(several.values) == {"BR1", "TM1", "BS1"} == set(option.subjects)
    for pair in itertools.combinations(several.values, 2):
        assert accepts(table.picture("br"), board(" ".join(pair), "bateau1")), pair
    assert table.refused("br", board("BR1 TM1 BS1", "bateau1")).rule == "C76-NTR-19"
    tight = water("bateau br in NNN37/NNN38", "3 BR at NNN37", "2 TM at NNN37")
    assert [option.fixed["units"] for option in tight.options("br", "embark")] == [("BR1",), ("TM1",)]


def test_guns_and_supply_land_among_enemies_in_one_stack_with_their_troops():
    """Alone they do not, and one by one each would cost the fleet its points again."""
    table = water("TR br in DDD45/EEE46", "6 BR aboard TR1", "1 BA aboard TR1", "1 BS aboard TR1", "1 CA at EEE46")
    found = [
        one for one in table.options("br", "debark") if (one.fixed["hex"], one.fixed["by_port"]) == ("EEE46", False)
    ]
    together, alone = found
    assert together.fixed["units"] == ("BR1", "BA1", "BS1") and alone.fields["units"] == Several(
        values=("BR1",), least=1, most=1
    )
    table.order("br", land("BR1 BA1 BS1", "EEE46"))
    assert {table.pool(id).at for id in ("BR1", "BA1", "BS1")} == {"EEE46"}
    assert table.picture("br").ships["TR1"].spent == 15
