"""Ammunition at the headquarters (P23; SKR-AMM-01 to 03)."""

from __future__ import annotations

import pytest

from service.games.skirmish.known.paths import towards
from service.games.skirmish.known.reports import CheckTold, HaltTold
from service.games.skirmish.sections.ammunition import Replenish
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.moving import Move
from service.games.skirmish.sections.rally import PlanRally
from tests.games.skirmish.positions import position
from tests.games.skirmish.test_flight import plain
from tests.games.skirmish.test_rally import BAD, GOOD, rallying


@pytest.mark.rule("SKR-AMM-01")
def test_who_is_low_or_out_may_replenish():
    table = rallying(
        "A-SQ1 at 0207 ammunition low", "A-SQ2 at 0307 ammunition out", "A-SQ3 at 0206",
        "A-SQ4 at 0208 ammunition low broken",
        step="ammunition", dice={"SKR-AMM-02": [4, 4, 4, 5]},
    )  # fmt: skip
    assert table.refused("allied", Replenish(base="A-SQ3")) == "NOT_LOW"
    assert table.refused("allied", Replenish(base="A-SQ4")) == "NOT_ELIGIBLE"
    assert {unit for option in table.options("allied", "replenish") for unit in option.subjects} == {"A-SQ1", "A-SQ2"}
    table.order("allied", Replenish(base="A-SQ1"), Replenish(base="A-SQ2"))
    assert [table.base(id).ammunition for id in ("A-SQ1", "A-SQ2")] == ["ok", "out"], "8 supplies, 9 does not"
    assert table.refused("allied", Replenish(base="A-SQ2")) == "ALREADY_TRIED"


@pytest.mark.rule("SKR-AMM-02")
def test_the_way_to_ammunition_leads_towards_the_headquarters():
    table = rallying("A-SQ1 at 0507 ammunition out", "G-SQ1 at 1307", step="ammunition", dice={"SKR-AMM-02": GOOD})
    assert table.refused("allied", Replenish(base="A-SQ1", path=("0607",))) == "NOT_TOWARDS_HQ"
    assert table.refused("allied", Replenish(base="A-SQ1")) == "NOT_TOWARDS_HQ", "too far off to stay where it is"
    table.order("allied", Replenish(base="A-SQ1", path=("0407", "0307")))
    assert table.base("A-SQ1").ammunition == "ok" and table.base("A-SQ1").hex == "0307"
    table.done_until("prepared-fire")
    target = table.contact("allied", "1307")
    assert target is not None and table.refused("allied", Fire(base="A-SQ1", target=target.handle)) == "NOT_ELIGIBLE"
    table.done_until("movement")
    assert table.refused("allied", Move(base="A-SQ1", path=("0407",))) == "NOT_ELIGIBLE"
    table.done_until("movement", "allied", turn=2)
    table.order("allied", Move(base="A-SQ1", path=("0407",)))


def test_short_of_the_headquarters_there_is_no_roll():
    table = rallying("A-SQ1 at 0907 ammunition low", step="ammunition", dice={"SKR-AMM-02": GOOD})
    assert (
        table.refused("allied", Replenish(base="A-SQ1", path=("0807", "0707", "0607", "0507", "0407")))
        == "NOT_AFFORDED"
    )
    table.order("allied", Replenish(base="A-SQ1", path=("0807", "0707")))
    assert table.base("A-SQ1").ammunition == "low" and not table.rolls("SKR-AMM")


def test_an_unseen_enemy_stops_who_goes_for_ammunition():
    table = rallying("A-SQ1 at 0609 ammunition low", "G-SQ1 at 0308", step="ammunition", dice={"SKR-AMM-02": GOOD},
                     ground={"smoke": {"0409": 2, "0509": 2}})  # fmt: skip
    assert not table.picture("allied").contacts
    table.order("allied", Replenish(base="A-SQ1", path=("0509", "0409", "0308")))
    assert table.base("A-SQ1").hex == "0409" and not table.rolls("SKR-AMM")
    assert [report.because for report in table.told("allied", HaltTold)] == ["contact"]
    assert table.contact("allied", "0308") is not None, "he stands revealed"


@pytest.mark.rule("SKR-AMM-03")
def test_the_scenario_says_whether_and_on_what_there_is_ammunition(variant):
    low = "A-SQ1 at 0207 ammunition low"
    without = rallying(low, replenish="off")
    assert "ammunition" not in without.headings("rally-phase")
    assert without.refused("allied", Replenish(base="A-SQ1")) == "NOT_IN_SCENARIO"
    for faces, then in ((GOOD, "ok"), ([3, 4], "low")):
        table = rallying(low, step="ammunition", game=variant(replenish_number=6), dice={"SKR-AMM-02": faces})
        assert table.order("allied", Replenish(base="A-SQ1")).base("A-SQ1").ammunition == then


@pytest.mark.rule("SKR-AMM-02")
def test_the_defender_goes_for_ammunition_only_where_he_is_told_to_and_by_the_shortest_way():
    given = ("A-SQ1 at 0408 broken", "G-SQ1 at 1507 ammunition low", "G-SQ2 at 1607 ammunition out",
             "G-SQ3 at 1907 ammunition low", "A-FO at 0307")  # fmt: skip
    dice = {"SKR-AMM-02": [4, 4, 4, 5], "SKR-RAL-01": BAD, "SKR-AIR-01": [6]}
    table = position(*given, phase="initial-phase", turn=2, by_purpose=dice)
    table.order("german", PlanRally(base="G-SQ2", ammunition=True), PlanRally(base="G-SQ3", ammunition=True))
    table.done_until("prepared-fire")
    assert (table.base("G-SQ1").hex, table.base("G-SQ1").ammunition) == ("1507", "low"), "nobody told it to"
    assert table.base("G-SQ2").hex == "2007" and table.base("G-SQ2").ammunition == "ok"
    assert table.base("G-SQ3").hex == "1907" and len(table.rolls("SKR-AMM-02")) == 2, "close enough already"


def test_nobody_plans_to_fetch_what_is_not_there():
    table = rallying("A-SQ1 at 0408 broken", "G-SQ1 at 1309", replenish="off", step="self-rally")
    assert table.refused("german", PlanRally(base="G-SQ1", ammunition=True)) == "NOT_IN_SCENARIO"
    table.order("german", PlanRally(base="G-SQ1", rally=False))


def test_there_has_to_be_room_where_the_ammunition_is_fetched():
    table = rallying("A-SQ1 at 0507 ammunition low", "A-SQ2 at 0407", "G-SQ1 at 1507", step="ammunition",
                     dice={"SKR-AMM-02": GOOD})  # fmt: skip
    assert table.refused("allied", Replenish(base="A-SQ1", path=("0407",))) == ""
    table.order("allied", Replenish(base="A-SQ1", path=("0407", "0307")))
    assert table.picture("allied").own["A-SQ1"] == table.base("A-SQ1") and table.base("A-SQ1").hex == "0307"


@pytest.mark.parametrize(("hex", "rolls"), [("0407", True), ("0507", False)])
def test_three_hexes_from_the_headquarters_are_close_enough_and_four_are_not(hex: str, rolls: bool):
    table = rallying(f"A-SQ1 at {hex} ammunition low", step="ammunition", dice={"SKR-AMM-02": [4, 5]})
    if not rolls:
        assert table.refused("allied", Replenish(base="A-SQ1")) == "NOT_TOWARDS_HQ"
        assert table.refused("allied", Replenish(base="A-SQ1", path=("9999",))) == ""
        return
    table.order("allied", Replenish(base="A-SQ1"))
    assert [(told.what, told.result) for told in table.told("allied", CheckTold)] == [
        ("ammunition", "nothing to be had")
    ]
    [option] = rallying(f"A-SQ1 at {hex} ammunition low", step="ammunition").options("allied", "replenish")
    assert not option.fields, "it need not go anywhere"


def test_of_equal_ways_to_the_headquarters_the_one_further_clockwise_is_offered():
    """Matches that are stored were played so; by the names of its hexes the other would come first."""
    picture = rallying("A-SQ1 at 0504 ammunition out", step="ammunition", ground=plain()).picture("allied")
    assert {there.place: there.path for there in towards(picture, picture.own["A-SQ1"])}["0405"] == ("0505", "0405")
