"""Optional rules that work: partisans, armor reliability, the alternate airfield, depots (15.5, 15.6, 18)."""

from __future__ import annotations

from typing import Any

import pytest

from service.engine.orders import Done
from service.games.korsun.known.reports import CombatFought, MoveStopped, PartisansSeen, Thrown
from service.games.korsun.printed.scenario import OPTIONS
from service.games.korsun.printed.units import Airstrip, Depot
from service.games.korsun.sections.air_supply import AllotKorsun, FlyToKorsun
from service.games.korsun.sections.attacks import DeclareAttack
from service.games.korsun.sections.depots import BuildAirfield, BuildDepot, FillDepot
from service.games.korsun.sections.engineering import ImprovePosition
from service.games.korsun.sections.markers import PlaceMarker
from service.games.korsun.sections.movement import Move, MoveByRoad
from service.games.korsun.sections.partisans import DisplacePartisans, ReturnPartisans
from service.games.korsun.sections.replacements import LeaveWorkshop, Replace
from service.games.korsun.sections.supply import ExtendSupply, Resupply
from tests.games.korsun.table import Table, new_match, opened, position


def whole(*things: str, heading: str, turn: int = 10, **entries: Any) -> Table:
    return position(*things, heading=heading, scenario="korsun-full", turn=turn, **entries)


@pytest.mark.parametrize("option", OPTIONS)
def test_each_option_may_be_agreed_on_whatever_the_scenario_has(option: str):
    assert option not in opened("korsun-intro").public.options
    assert option in opened("korsun-intro", {option: "on"}).public.options
    assert option in opened("korsun-full").public.options
    assert option not in opened("korsun-full", {option: "off"}).public.options


# ---- partisans (18.1)


def reinforcing(*things: str, options: tuple[str, ...] = ("partisans",), **soviet: Any) -> Table:
    found = whole(*things, heading="E replacements", options=options, soviet={"partisans": ["1203", "1116"], **soviet})
    return found.done_until("b-reinforcement-segment")


@pytest.mark.rule("KOR-SRR-07")
def test_partisans_are_displaced_in_the_reinforcement_segment_and_in_no_other():
    table = reinforcing("21 at 1012", "DG112 at 0904")
    table.order("so", DisplacePartisans(hex="1203", to="1303"))
    assert table.picture("so").stores.partisans == ["1303", "1116"]
    assert table.refused("so", DisplacePartisans(hex="1303", to="1203")).rule == "KOR-SRR-07"
    later = table.done_until("b-movement-segment")
    assert later.refused("so", DisplacePartisans(hex="1116", to="1115")).rule == "KOR-SRR-07"


@pytest.mark.rule("KOR-SRR-07")
def test_without_the_option_nobody_is_asked_and_nothing_is_displaced():
    table = whole("21 at 1012", "DG112 at 0904", heading="E replacements")
    table.done_until("b-movement-segment")
    assert "b-reinforcement-segment" not in {name for name in table.headings() if name == table.heading}
    refused = table.refused("so", DisplacePartisans(hex="1203", to="1303"))
    assert "option is not in play" in str(refused.reason) and not table.truth.stores["Soviet"].partisans


@pytest.mark.parametrize(
    ("to", "reason"),
    [("1202", "neither woods nor marsh"), ("1116", "farther off"), ("0905", "neither"), ("1003", "German")],
)
def test_they_hide_in_woods_and_marsh_near_by_and_out_of_reach(to: str, reason: str):
    table = reinforcing("21 at 1012", "DG112 at 0903", partisans=["1203", "1116"])
    if to == "1116":
        table.truth.stores["Soviet"].partisans = table.picture("so").stores.partisans = ["1203"]
    table.truth.pictures["Soviet"].contacts.clear()
    if reason == "German":
        table = reinforcing("21 at 0904", "DG112 at 0903")
    assert reason in str(table.refused("so", DisplacePartisans(hex="1203", to=to)).reason)


def test_partisans_that_come_upon_an_unseen_german_unit_stay_where_they_are():
    table = reinforcing("21 at 0107", "DG112 at 0903")
    table.order("so", DisplacePartisans(hex="1203", to="1003"))
    assert table.picture("so").stores.partisans == ["1203", "1116"]


@pytest.mark.parametrize("die", [4, 5])
def test_partisans_that_were_driven_out_return_behind_the_german_line(die: int):
    table = reinforcing("21 at 0107", "DG112 at 0904", partisans=[], partisans_lost=1)
    table.dice.by_purpose = {"KOR-SRR-07": [die]}  # type: ignore[attr-defined]
    assert "behind the German line" in str(table.refused("so", ReturnPartisans(to="0507")).reason)
    table.order("so", ReturnPartisans(to="1116"))
    assert table.picture("so").stores.partisans == (["1116"] if die == 5 else [])
    assert table.refused("so", ReturnPartisans(to="1115")).rule == "KOR-SRR-07"
    assert not [one for one in table.told("ge", Thrown) if one.purpose == "partisans-return"]


ROAD_I = ("16PZ at 0916", "marker III at 0915 sp 4")


def test_partisans_stop_a_strategic_move_that_does_not_know_of_them():
    hidden = whole(*ROAD_I, "21 at 0107", heading="F movement", options=("partisans",), soviet={"partisans": ["1115"]})
    hidden.order("ge", MoveByRoad(unit="16PZ", to="1114"))
    [stopped] = hidden.told("ge", MoveStopped)
    assert (hidden.unit("16PZ").hex, stopped.why) == ("1015", "partisans")
    assert hidden.told("ge", PartisansSeen)[-1].hexes == ("1115",)
    assert hidden.refused("ge", MoveByRoad(unit="16PZ", to="1115")).rule == "KOR-GMV-02"


def test_partisans_bar_the_road_of_a_german_supply_marker():
    """Road D leads from 1616 to 1314 by 1515: the marker gets no farther than before the partisans."""
    found = {}
    for hexes in ([], ["1515"]):
        table = whole("16PZ at 1616", "21 at 0107", "marker XXXXVII at 1616 sp 5", heading="C", options=("partisans",),
                      soviet={"partisans": list(hexes)})  # fmt: skip
        table.order("ge", PlaceMarker(command="XXXXVII", hex="1515"))
        found[bool(hexes)] = table.truth.sdms["XXXXVII"].hex
    assert found == {False: "1515", True: "1615"}


@pytest.mark.parametrize("die", [4, 5])
def test_a_german_combat_unit_that_ends_a_move_beside_partisans_throws_once(die: int):
    table = whole("64PG at 1014", "21 at 0107", "marker III at 0915 sp 4", heading="F movement", options=("partisans",),
                  soviet={"partisans": ["1116"]}, by_purpose={"KOR-P18.1": [die]})  # fmt: skip
    table.order("ge", Move(units=("64PG",), path=("1015",)))
    table.order("ge", Move(units=("64PG",), path=("1016",)))
    assert table.truth.stores["Soviet"].partisans == ([] if die == 5 else ["1116"])
    assert len(table.rolls("KOR-P18.1")) == 1
    table.done("ge")
    for side in ("so", "ge"):
        assert [one.die for one in table.told(side, Thrown) if one.purpose == "partisans"] == [die]


# ---- armor reliability (18.2)


def breaking(
    *things: str, options: tuple[str, ...] = ("armor_reliability",), die: int = 1, heading: str = "F events"
) -> Table:
    return whole(*things, "21 at 0107", heading=heading, options=options, by_purpose={"KOR-GEV-09": [die] * 4})


@pytest.mark.rule("KOR-GEV-01", "KOR-GEV-09")
def test_heavy_armor_far_from_its_marker_breaks_down_after_the_declarations():
    table = breaking("BAKE at 1114", "16PZ at 1114", "1PZ at 0916", "marker III at 0915 sp 4").done_until(
        "a-replacement-segment"
    )
    assert table.unit("BAKE").lost == 0  # 1114 lies two hexes from the marker
    out = breaking("BAKE at 1114 oos1", "1PZ at 0916", "marker III at 0915 sp 4").done_until("a-replacement-segment")
    assert out.unit("BAKE").lost == 1, "near its marker, and out of supply"
    far = breaking("BAKE at 1310", "16PZ at 1310", "1PZ at 0916", "R105 at 1206 lost 1", "marker III at 0915 sp 4")
    assert not far.done_until("b-german-declaration-segment").rolls("KOR-GEV-09")
    far.done_until("a-replacement-segment")
    assert (far.unit("BAKE").lost, far.unit("16PZ").lost, far.unit("1PZ").lost) == (1, 0, 0)
    assert far.picture("ge").stores.workshop == {"BAKE": 1} and far.truth.lost["German"]["armor_unit"] == 0
    assert [one.unit for one in far.told("ge", Thrown) if one.purpose == "reliability"] == ["BAKE"]
    assert not far.told("so", Thrown)


@pytest.mark.rule("KOR-GEV-01")
def test_the_throw_for_release_comes_before_the_declarations():
    table = position(
        "DG112 at 0705", "21 at 0107", heading="F events", scenario="korsun-intro", turn=9,
    )  # fmt: skip
    assert table.heading == "a-continuous-front-release-segment"
    assert table.done("ge").heading == "b-german-declaration-segment"


@pytest.mark.rule("KOR-GEV-09")
def test_without_the_option_no_die_is_thrown():
    table = breaking("BAKE at 1310 oos1", "R105 at 1206 lost 1", "marker III at 0915 sp 4", options=())
    table.done_until("a-replacement-segment")
    assert not table.rolls("KOR-GEV-09") and table.unit("BAKE").lost == 0


def test_a_step_comes_back_from_the_workshop_for_one_point_instead_of_two():
    table = whole("BAKE at 0916 lost 2", "21 at 0107", "marker III at 0915 sp 4", heading="F replacements",
                  german={"workshop": {"BAKE": 1}, "points": {"III": 1}})  # fmt: skip
    table.order("ge", Replace(unit="BAKE"))
    assert table.unit("BAKE").lost == 1 and table.picture("ge").stores.workshop == {}
    assert table.picture("ge").stores.points["III"] == 0


def test_a_unit_of_one_step_goes_to_the_workshop_whole_and_comes_back_to_its_marker():
    table = breaking(
        "BAKE at 1310 lost 2", "R105 at 1206 lost 1", "16PZ at 0916", "marker III at 0915 sp 4", heading="F events"
    )
    table.truth.stores["German"].points["III"] = table.picture("ge").stores.points["III"] = 1
    table.done_until("a-replacement-segment")
    assert (table.unit("BAKE").hex, table.unit("BAKE").box) == (None, "workshop")
    assert table.refused("ge", LeaveWorkshop(unit="BAKE", hex="1212")).rule == "KOR-P18.2"
    table.order("ge", LeaveWorkshop(unit="BAKE", hex="0915"))
    assert (table.unit("BAKE").hex, table.unit("BAKE").lost) == ("0915", 2)


# ---- the alternate airfield (15.5)


POCKET = ("PI188 at 1308", "R105 at 1206", "21 at 0107", "marker KORSUN at 1206 sp 6")


def engineering(*things: str, options: tuple[str, ...] = ("alternate_airfield", "depot"), **entries: Any) -> Table:
    return whole(*things, heading="F engineering", options=options, **entries)


@pytest.mark.rule("KOR-GEN-05")
def test_an_alternate_airfield_is_begun_by_an_engineer_of_the_pocket_and_complete_in_the_next_f5():
    table = engineering(*POCKET)
    table.order("ge", BuildAirfield(unit="PI188"))
    begun = table.picture("ge").stores.airstrip
    assert begun is not None and (begun.hex, begun.complete) == ("1308", False) and table.truth.sdms["KORSUN"].sp == 4
    table.done("ge").done_until("5-engineering-phase").done("so").done_until("5-engineering-phase")
    stands = table.picture("ge").stores.airstrip
    assert stands is not None and stands.complete and not stands.serves
    assert table.refused("ge", ImprovePosition(unit="PI188")).rule == "KOR-GEN-03"  # it has worked in this phase


@pytest.mark.rule("KOR-GEN-05")
@pytest.mark.parametrize(("things", "options", "reason"), [
    (POCKET, ("depot",), "option"), (("PI16 at 1308", *POCKET[1:], "marker III at 1307 sp 4"), (), "option"),
    (("PI16 at 1308", *POCKET[1:], "marker III at 1307 sp 4"), ("alternate_airfield",), "not belong to a Korps"),
    (("PI188 at 1208", *POCKET[1:]), ("alternate_airfield",), "not a road hex"),
    ((*POCKET, "86 at 1311"), ("alternate_airfield",), "within 3 hexes"),
    (("R105 at 1308", "21 at 0107", "marker KORSUN at 1206 sp 6"), ("alternate_airfield",), "not an engineer"),
])  # fmt: skip
def test_where_and_by_whom_no_alternate_airfield_is_begun(
    things: tuple[str, ...], options: tuple[str, ...], reason: str
):
    builder = things[0].split()[0]
    assert reason in str(engineering(*things, options=options).refused("ge", BuildAirfield(unit=builder)).reason)


def test_an_engineer_that_has_gone_leaves_no_airfield():
    table = engineering(*POCKET).order("ge", BuildAirfield(unit="PI188"), Done())
    table.done_until("5-engineering-phase").done("so")
    table.truth.units["PI188"].hex = table.picture("ge").own["PI188"].hex = "1309"  # type: ignore[assignment]
    table.done_until("5-engineering-phase")
    assert table.picture("ge").stores.airstrip is None


def test_it_serves_once_korsun_in_use_till_then_has_fallen():
    table = whole("42 at 1205", "PI188 at 1308", "marker KORSUN at 1206 sp 6", heading="E movement",
                  options=("alternate_airfield",))  # fmt: skip
    table.truth.stores["German"].airstrip = Airstrip(hex="1308", engineer="PI188", complete=True)  # type: ignore[arg-type]
    table.order("so", Move(units=("42",), path=("1206",)))
    korsun = table.truth.sdms["KORSUN"]
    assert (table.truth.public.airfield, korsun.hex, korsun.sp) == ("lost", "1308", 0)
    assert not table.picture("so").stores.airstrip and table.picture("so").public.airfield == "lost"


def test_flights_go_to_the_alternate_airfield_that_serves():
    serving = Airstrip(hex="1308", engineer="PI188", complete=True, serves=True)  # type: ignore[arg-type]
    table = whole("PI188 at 1308", "21 at 0107", "marker KORSUN at 1308 sp 0", heading="D", airfield="lost",
                  options=("alternate_airfield",), german={"airstrip": serving},
                  by_purpose={"KOR-GAS-04": [3, 3]})  # fmt: skip
    table.done_until("2-korsun-air-supply-phase").order("ge", FlyToKorsun(points=2))
    assert table.truth.sdms["KORSUN"].sp == 2
    table.done_until("4-korsun-air-supply-allocation-phase").order("ge", AllotKorsun(points=1))


# ---- depots (15.6)


def supplying(table: Table, step: str) -> Table:
    """Stage C, the German side at this step of it."""
    while table.truth.steps["German"] != step:
        table.done("ge")
    return table


TALNE = ("198R at 0916", "ART188 at 1107", "21 at 0107", "marker III at 0915 sp 6")
FULL = {"0916": Depot(command="III", sp=4)}


@pytest.mark.rule("KOR-GEN-06")
def test_a_depot_is_begun_in_a_town_and_complete_in_the_next_game_turn():
    table = engineering(*TALNE)
    table.order("ge", BuildDepot(unit="198R"))
    assert table.truth.sdms["III"].sp == 4 and table.picture("ge").stores.depots["0916"].due == 11
    supplying(table.done("ge").done_until("1-supply-marker-phase"), "2-supply-point-receipt-phase")
    assert "complete in F5 of game-turn 11" in str(table.refused("ge", FillDepot(hex="0916", points=1)).reason)
    table.done_until("5-engineering-phase").done("so").done_until("5-engineering-phase")
    assert table.picture("ge").stores.depots["0916"].due == 0


@pytest.mark.rule("KOR-GEN-06")
@pytest.mark.parametrize(("things", "options", "reason"), [
    (TALNE, ("alternate_airfield",), "option"), (("198R at 0915", *TALNE[1:]), ("depot",), "not a road hex"),
    (("16PZ at 0916", *TALNE[1:]), ("depot",), "not of infantry type"),
])  # fmt: skip
def test_where_and_by_whom_no_depot_is_begun(things: tuple[str, ...], options: tuple[str, ...], reason: str):
    builder = things[0].split()[0]
    assert reason in str(engineering(*things, options=options).refused("ge", BuildDepot(unit=builder)).reason)


def test_points_moved_into_a_depot_do_not_lapse():
    table = whole(*TALNE, heading="C", options=("depot",), german={"depots": {"0916": Depot(command="III", sp=1)}})
    supplying(table, "2-supply-point-receipt-phase")
    have = table.truth.sdms["III"].sp
    assert "4 points more" in str(table.refused("ge", FillDepot(hex="0916", points=5)).reason)
    table.order("ge", FillDepot(hex="0916", points=3))
    assert (table.picture("ge").stores.depots["0916"].sp, table.truth.sdms["III"].sp) == (4, have - 3)
    assert "1 point more" in str(table.refused("ge", FillDepot(hex="0916", points=2)).reason)
    while table.truth.turn == 10:
        table.done(table.waiting[0])
    supplying(table, "2-supply-point-receipt-phase")
    depot = table.picture("ge").stores.depots["0916"]
    assert (depot.sp, depot.taken) == (4, 0)


def test_a_depot_pays_for_its_own_korps_within_one_increment():
    """The marker is spent: the depot pays for works and ammunition of III, and for nobody else."""
    spent = (
        "198R at 0916",
        "WERF54 at 0916 low",
        "66PG at 1315",
        "21 at 0107",
        "marker III at 0915",
        "marker XXXXVII at 1315",
    )
    table = whole(*spent, heading="F engineering", german={"depots": {**FULL}})
    table.order("ge", ImprovePosition(unit="198R"))
    assert table.picture("ge").stores.depots["0916"].sp == 3
    assert "the marker of XXXXVII has 0" in str(table.refused("ge", ImprovePosition(unit="66PG")).reason)
    guns = whole(*spent, heading="C", german={"depots": {**FULL}})
    supplying(guns, "5-artillery-resupply-phase")
    guns.truth.sdms["III"].sp = guns.picture("ge").sdms["III"].sp = 0
    guns.order("ge", Resupply(unit="WERF54"))
    assert guns.unit("WERF54").ammo == 2 and guns.picture("ge").stores.depots["0916"].sp == 2


def test_a_depot_supports_a_combat_of_its_korps():
    table = whole("198R at 0916", "21 at 0917", "marker III at 0915", heading="F combat", german={"depots": {**FULL}},
                  by_purpose={"KOR-CBT-32": [1]})  # fmt: skip
    table.order("ge", DeclareAttack(hex="0917", units=("198R",), planned=True)).done("ge").done_until(
        "d-breakthrough-segment"
    )
    assert table.told("ge", CombatFought)[-1].attack == "5"
    assert table.picture("ge").stores.depots["0916"].sp == 3


def test_a_depot_extends_supply():
    table = whole("198R at 1114 oos1", "21 at 0107", "marker III at 0818", heading="C", ground="mud",
                  german={"depots": {"0916": Depot(command="III", sp=2)}})  # fmt: skip
    supplying(table, "4-extended-supply-of-oos-units-phase")
    table.truth.sdms["III"].sp = table.picture("ge").sdms["III"].sp = 0
    table.order("ge", ExtendSupply(command="III", hex="1114"))
    assert table.unit("198R").extended and table.picture("ge").stores.depots["0916"].sp == 1


def test_a_depot_is_lost_when_a_soviet_unit_enters():
    table = whole("42 at 0915", "DG112 at 0904", heading="E movement", german={"depots": {**FULL}})
    table.order("so", Move(units=("42",), path=("0916",)))
    assert not table.truth.stores["German"].depots


def test_the_whole_pocket_opens_with_its_partisans_and_the_intro_without():
    assert new_match("korsun-full").picture("so").stores.partisans == ["1203", "1116"]
    assert new_match("korsun-intro").picture("so").stores.partisans == []
