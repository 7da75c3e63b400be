"""Intelligence Phase and Search Phase (NDC-INT-01 to 04, NDC-SEA-01 to 04)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.engine.orders import Done
from service.games.ndc.known.reports import OwnUnitReported, SectorsDeclared, UnitLocated
from service.games.ndc.sections.intelligence import AllotIntelligence
from tests.positions import Table, new_match, position

DIVISION = "us U-DIV HQ at 0508 deployed"
BRIGADES = ("us U-1B HQ at 0904 deployed", "us U-2B HQ at 0909 deployed")


def allotting(weather: tuple[str, ...] = ()) -> Table:
    """The US side, with 4 air and 5 signal points, in its Intelligence Phase."""
    return position(
        DIVISION, *BRIGADES, "su S-I1 at 1803 attack", heading="intelligence", phasing="us", weather=weather
    )


@pytest.mark.rule("NDC-INT-01")
def test_points_that_are_not_allotted_stay_for_other_uses():
    table = allotting()
    table.order("us", AllotIntelligence(air=2, signal=3, coverage=2, sectors=("D1",)))

    account = table.truth.accounts["US"]
    assert (account.air, account.ew_points, account.superiority) == (2, 2, 1)
    assert table.picture("us").account == account
    table.done("us").done_until("movement-segment").done("us")
    assert "air=2" not in repr([report for report in table.letter("su") if isinstance(report, SectorsDeclared)])


@pytest.mark.rule("NDC-INT-01")
@pytest.mark.parametrize(("air", "signal", "figure"), [(5, 0, "4 air"), (0, 6, "5 signal"), (-1, 0, "4 air")])
def test_more_points_than_a_side_has_are_refused(air: int, signal: int, figure: str):
    refusal = allotting().refused("us", AllotIntelligence(air=air, signal=signal, coverage=0, sectors=()))
    assert refusal.rule == "NDC-INT-01"
    assert figure in refusal.reason


def test_the_allotment_is_made_once():
    table = allotting()
    allotment = AllotIntelligence(air=1, signal=0, coverage=0, sectors=())
    table.order("us", allotment)
    assert table.refused("us", allotment).rule == "NDC-INT-01"
    assert table.options("us", "allot-intelligence") == []


@pytest.mark.rule("NDC-INT-01")
def test_without_an_allotment_all_points_are_kept():
    table = allotting().done("us")
    account = table.truth.accounts["US"]
    assert (account.air, account.ew_points, account.superiority, account.level) == (4, 5, 2, 0)


def test_who_allots_nothing_searches_nothing_any_longer_and_declares_it():
    table = position(
        DIVISION, "su S-I1 at 1803 attack", heading="intelligence", phasing="us", searched={"us": (2, ("D1",))}
    )
    table.done("us").done_until("movement-segment").done("us")
    account = table.truth.accounts["US"]
    assert (account.level, account.coverage, account.sectors) == (0, 0, ())
    [declared] = [report for report in table.letter("su") if isinstance(report, SectorsDeclared)]
    assert declared == SectorsDeclared(level=0, sectors=())


def test_precipitation_keeps_air_points_from_intelligence():
    table = allotting(weather=("precipitation",))
    refusal = table.refused("us", AllotIntelligence(air=1, signal=0, coverage=0, sectors=()))
    assert "precipitation" in refusal.reason
    assert {option.fixed["air"] for option in table.options("us", "allot-intelligence")} == {0}


@pytest.mark.rule("NDC-INT-02", "NDC-INT-03")
def test_each_point_of_coverage_searches_two_sectors():
    table = allotting()
    five = ("A1", "B1", "C1", "D1", "D2")
    refusal = table.refused("us", AllotIntelligence(air=0, signal=2, coverage=2, sectors=five))
    assert refusal.rule == "NDC-INT-03"
    assert "4 sectors" in refusal.reason and "named 5" in refusal.reason
    table.order("us", AllotIntelligence(air=0, signal=2, coverage=2, sectors=five[:4]))
    assert table.truth.accounts["US"].sectors == five[:4]


def test_coverage_is_paid_for_out_of_the_points_allotted():
    refusal = allotting().refused("us", AllotIntelligence(air=1, signal=1, coverage=3, sectors=()))
    assert refusal.rule == "NDC-INT-02" and "between 0 and 2" in refusal.reason


@pytest.mark.rule("NDC-INT-03")
def test_the_searched_sectors_are_declared_with_the_next_letter():
    table = allotting()
    table.order("us", AllotIntelligence(air=0, signal=2, coverage=2, sectors=("D4", "D1", "C2")), Done())
    table.done_until("movement-segment")
    assert table.picture("su").enemy_sectors == ()
    table.done("us")
    [declared] = [report for report in table.letter("su") if isinstance(report, SectorsDeclared)]
    assert declared.sectors == ("C2", "D1", "D4")


def test_no_sector_that_is_not_on_the_map_nor_one_twice():
    table = allotting()
    for sectors in (("E1",), ("D1", "D1")):
        refusal = table.refused("us", AllotIntelligence(air=0, signal=2, coverage=2, sectors=sectors))
        assert refusal.rule == "NDC-INT-03"


@pytest.mark.rule("NDC-INT-04")
@pytest.mark.parametrize(("quality", "level"), [(0, 0), (1, 1), (3, 2), (5, 3), (6, 4)])
def test_the_level_follows_from_the_points_on_quality_and_is_declared_without_them(quality: int, level: int):
    table = allotting()
    table.order(
        "us",
        AllotIntelligence(air=4, signal=quality - 3 if quality > 3 else 0, coverage=4 - min(quality, 3), sectors=()),
    )
    table.done("us").done_until("movement-segment").done("us")
    [declared] = [report for report in table.letter("su") if isinstance(report, SectorsDeclared)]
    assert declared == SectorsDeclared(level=level, sectors=())
    assert table.picture("su").enemy_level == level


# ---- the Search Phase


@pytest.mark.rule("NDC-SEA-01")
def test_units_next_to_an_enemy_are_found_out_by_tactical_intelligence():
    """Also by an enemy of whom their owner knows nothing; a unit with no enemy beside it is not rolled for."""
    table = position(
        "su S-I1 at 1803 attack", "su S-A1 at 1705 attack", "us U-I1 at 1802 defend",
        heading="search", by_purpose={"NDC-SEA-01": [4]},
    )  # fmt: skip
    assert [roll.purpose for roll in table.rolls("NDC-SEA-01")] == [
        "NDC-SEA-01 tactical intelligence on Soviet at 1803"
    ]
    assert table.unit("S-I1").level == 3
    [told] = table.told("su", OwnUnitReported)
    assert (told.unit.id, told.unit.level, told.changed) == ("S-I1", 3, ("level",))
    assert table.unit("U-I1").level == 0


@pytest.mark.parametrize(
    ("unit", "enemy", "weather", "die", "level"),
    [
        ("su S-I1 at 1803 attack", "us U-I1 at 1802 march", (), 3, 2),
        ("su S-I1 at 1803 attack", "us U-R1 recon at 1802 defend", (), 3, 3),
        ("su S-I1 at 1803 attack", "us U-1B HQ at 1802 deployed", ("night", "fog"), 4, 2),
        ("su S-RC recon at 1803 attack", "us U-I1 at 1802 defend", (), 4, 2),
        ("su S-RC recon at 1803 attack", "us U-I1 at 1802 defend", ("fog",), 3, 1),
        ("su S-I1 at 1702 attack", "us U-I1 at 1802 defend", (), 4, 2),
        ("su S-I1 at 1803 attack", "us U-I1 at 1802 defend", ("precipitation",), 4, 3),
        ("su S-1R HQ at 1803 deployed", "us U-I1 at 1802 defend", (), 3, 2),
        ("su S-I1 at 1803 defend spread 1804", "us U-I1 at 1706 defend spread 1705", (), 3, 2),
    ],
)
def test_what_helps_and_hinders_tactical_intelligence(
    unit: str, enemy: str, weather: tuple[str, ...], die: int, level: int
):
    """Recon beside it adds one; cover, night or fog, and being recon take one off. HQs and zones count too."""
    table = position(unit, enemy, heading="search", weather=weather, by_purpose={"NDC-SEA-01": [die]})
    assert table.unit(unit.split()[1]).level == level


def test_tactical_intelligence_never_lowers_a_level():
    table = position(
        "su S-I1 at 1803 attack level 3", "us U-I1 at 1802 defend", heading="search", by_purpose={"NDC-SEA-01": [1]}
    )
    assert table.unit("S-I1").level == 3
    assert table.told("su", OwnUnitReported) == []


@pytest.mark.rule("NDC-SEA-02")
def test_units_in_the_sectors_that_the_enemy_searches_are_rolled_for_once():
    """A unit spread over two sectors of which one is searched is rolled for too; nobody of the other side is."""
    table = position(
        "us U-I1 at 1304 defend", "su S-I1 at 1505 attack", "su S-I2 at 1509 defend spread 1508",
        "su S-A1 at 1605 attack", "su S-I3 at 1510 attack", heading="search",
        searched={"us": (1, ("C2",)), "su": (4, ("C1",))}, by_purpose={"NDC-SEA-02": [6, 6]},
    )  # fmt: skip
    purposes = [roll.purpose for roll in table.rolls("NDC-SEA-02")]
    assert purposes == ["NDC-SEA-02 search of Soviet at 1505", "NDC-SEA-02 search of Soviet at 1509"]
    assert [table.unit(unit).level for unit in ("S-I1", "S-I2", "S-A1", "S-I3")] == [2, 2, 0, 0]


@pytest.mark.parametrize(
    ("unit", "die", "weather", "level"),
    [
        ("su S-I1 at 1504 attack", 3, (), 1),
        ("su S-I1 at 1504 march", 4, (), 2),
        ("su S-I1 at 1504 march", 4, ("night",), 1),
        ("su S-I1 at 1504 march", 3, ("night", "fog"), 0),
        ("su S-I1 at 1504 attack", 3, ("precipitation",), 0),
        ("su S-I1 at 1501 attack", 3, (), 0),
        ("su S-RC recon at 1504 attack", 3, (), 0),
        ("su S-I1 at 1504 dug-in", 3, (), 0),
    ],
)
def test_what_helps_and_hinders_the_search(unit: str, die: int, weather: tuple[str, ...], level: int):
    """In the level-2 column: March mode adds one to the die, each thing that hides the unit takes one off."""
    table = position(
        unit, heading="search", weather=weather, searched={"us": (2, ("C1",))}, by_purpose={"NDC-SEA-02": [die]}
    )
    assert table.unit(unit.split()[1]).level == level


def test_a_unit_that_fought_since_the_last_search_is_found_more_easily():
    table = position(
        "su S-I1 at 1504 attack", heading="assets", searched={"us": (2, ("C1",))}, by_purpose={"NDC-SEA-02": [4, 2]}
    )
    table.truth.units["S-I1"].fought_since_search = True
    table.picture("su").own["S-I1"].fought_since_search = True
    table.done_until("movement-segment")
    assert table.unit("S-I1").level == 2
    assert not table.unit("S-I1").fought_since_search


@pytest.mark.rule("NDC-SEA-01", "NDC-SEA-02")
def test_tactical_intelligence_comes_first_and_the_search_only_adds_to_it():
    table = position(
        "su S-I1 at 1504 attack", "us U-I1 at 1505 defend", heading="search", searched={"us": (4, ("C1",))},
        by_purpose={"NDC-SEA-01": [4], "NDC-SEA-02": [3]},
    )  # fmt: skip
    assert [roll.purpose[:10] for roll in table.rolls("NDC-SEA")] == ["NDC-SEA-01", "NDC-SEA-02"]
    assert table.unit("S-I1").level == 3


@pytest.mark.rule("NDC-SEA-03")
@pytest.mark.parametrize(("searcher", "level"), [(1, 1), (2, 2), (4, 3)])
def test_the_searcher_s_level_counts_and_not_the_owner_s(searcher: int, level: int):
    table = position(
        "su S-I1 at 1504 attack", heading="search", searched={"su": (4, ("C1",)), "us": (searcher, ("C1",))},
        by_purpose={"NDC-SEA-02": [5]},
    )  # fmt: skip
    assert table.unit("S-I1").level == level


@pytest.mark.rule("NDC-SEA-03")
def test_a_searcher_of_level_0_rolls_for_nobody():
    table = position("su S-I1 at 1504 attack", heading="search", searched={"us": (0, ("C1",)), "su": (4, ("C1",))})
    assert table.rolls("NDC-SEA-02") == []


@pytest.mark.rule("NDC-SEA-04")
def test_what_a_risen_level_obliges_goes_with_the_next_letter():
    table = position(
        "su S-A1 at 1504 attack level 1", "us U-I1 at 0502 defend",
        heading="search", searched={"us": (4, ("C1",))}, by_purpose={"NDC-SEA-02": [5]},
    )  # fmt: skip
    assert table.contacts_at("us", "1504") == []
    table.done("su")
    [located] = [report for report in table.letter("us") if isinstance(report, UnitLocated)]
    assert (located.hexes, located.type, located.designation) == (("1504",), "armor", None)


@pytest.mark.rule("NDC-SEA-04")
def test_a_result_below_the_present_level_changes_nothing():
    table = position(
        "su S-A1 at 1504 attack level 3",
        heading="search",
        searched={"us": (4, ("C1",))},
        by_purpose={"NDC-SEA-02": [2]},
    )
    assert len(table.rolls("NDC-SEA-02")) == 1
    assert table.unit("S-A1").level == 3
    before = len(table.picture("us").contacts)
    table.done("su")
    assert [report for report in table.letter("us") if isinstance(report, UnitLocated)] == []
    assert len(table.picture("us").contacts) == before == 1


def test_a_side_with_double_intelligence_has_twice_the_points_to_divide_and_both_sides_know():
    """Six points count as twelve: six sectors' worth of coverage still leaves the highest level."""
    order = AllotIntelligence(air=2, signal=4, coverage=6, sectors=("B1", "C1", "D1", "D2", "D3"))
    plain, doubled = new_match(), new_match(double_intelligence="US")
    plain.order("us", order)
    doubled.order("us", order)
    assert [(table.truth.accounts["US"].quality, table.truth.accounts["US"].level) for table in (plain, doubled)] == [
        (0, 0), (6, 4),
    ]  # fmt: skip
    kept = [(table.truth.accounts["US"].air, table.truth.accounts["US"].ew_points) for table in (plain, doubled)]
    assert kept == [(2, 1), (2, 1)], "what is kept counts once"
    assert [doubled.picture(side).double_intelligence for side in ("us", "su")] == ["US", "US"]
    other = new_match(double_intelligence="Soviet").refused("us", replace(order, coverage=7))
    assert other.rule == "NDC-INT-02" and "You allot 6 points" in other.reason


@pytest.mark.parametrize("doubled", [{}, {"double_intelligence": "US"}])
def test_every_offered_allotment_is_accepted(doubled: dict[str, str]):
    """Points and sectors of each option at their least and at their most."""
    match = new_match(**doubled)
    for option in match.options("us", "allot-intelligence"):
        signal, sectors = option.fields["signal"], option.fields["sectors"]
        for points in (signal.least, signal.most):
            for number in (sectors.least, sectors.most):
                AllotIntelligence(**option.fixed, signal=points, sectors=sectors.values[:number]).check(
                    match.picture("us")
                )
