"""Shots at armour: plates, numbers, what a hit does, shaken crews, turrets, and guns that are turned (P12, P13)."""

from __future__ import annotations

import pytest

from service.engine.orders import Done
from service.games.skirmish.known.reports import EnemyLost, FireSuffered, FireTold, ShotReckoning
from service.games.skirmish.sections.artillery import CallContact, Correct, FireForEffect, SpottingRound
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.gunnery import Shoot, TurnGun
from service.games.skirmish.sections.moving import FireOnMove, Move
from service.games.skirmish.sections.odds import odds
from tests.bills import lines
from tests.games.skirmish.positions import position as rally_position
from tests.games.skirmish.table import Table, added, position
from tests.games.skirmish.test_flight import plain

TANK = "A-TK1 medium_tank at 0507 heading 1"


def field(*bases: str, shot: list[int], hit: list[int] | None = None, **given: object) -> Table:
    """Open ground, with the dice of shots and hits loaded."""
    dice = {"P13 shot": shot, "P13 hit": hit or [], "P7 fire": [6, 5] * 9, "P5": [1, 1]}
    return position(*bases, **{"ground": plain(), "by_purpose": dice} | given)  # type: ignore[arg-type]


def shoot(table: Table, base: str, target: str, side: str = "allied") -> ShotReckoning:
    """How a shot is reckoned, as its shooter is told."""
    table.order(side, Shoot(base=base, target=table.handle(target)))
    told = table.told(side, FireTold)[-1].shot
    assert told is not None
    return told


# ---- plates and numbers


@pytest.mark.parametrize(
    ("heading", "aspect", "armour"),
    [(4, "front", 9), (3, "front", 9), (5, "front", 9), (0, "side", 4), (2, "side", 4), (1, "rear", 3)],
)
def test_the_plate_that_faces_the_shooter_counts_and_on_a_boundary_the_thicker(heading: int, aspect: str, armour: int):
    table = field(TANK, f"G-SG1 assault_gun at 1207 heading {heading}", shot=[1, 2], hit=[6, 5])
    shot = shoot(table, "A-TK1", "G-SG1")
    assert (shot.aspect, shot.kill_number) == (aspect, 4 + 11 - armour)


@pytest.mark.parametrize(("hex", "number"), [("0907", 9), ("1007", 8), ("1507", 8), ("1607", 7)])
def test_the_number_to_hit_falls_with_the_range(hex: str, number: int):
    assert shoot(field(TANK, f"G-SG1 assault_gun at {hex} heading 4", shot=[6, 5]), "A-TK1", "G-SG1").number == number


@pytest.mark.parametrize(
    ("weapon", "hex", "number", "ap"),
    [("panzerfaust", "0707", 8, 16), ("piat", "0807", 7, 12), ("bazooka", "0907", 6, 11)],
)
def test_what_men_carry_against_tanks_has_a_range_and_a_punch_of_its_own(weapon: str, hex: str, number: int, ap: int):
    table = field(f"A-PF at_team at 0507 weapon {weapon}", f"G-SG1 assault_gun at {hex} heading 4",
                  shot=[1, 2], hit=[6, 5])  # fmt: skip
    shot = shoot(table, "A-PF", "G-SG1")
    assert (shot.number, shot.kill_number) == (number, 4 + ap - 9)
    far = field(f"A-PF at_team at 0407 weapon {weapon}", f"G-SG1 assault_gun at {hex} heading 4", shot=[1, 2])
    far.refused("allied", "NO_SHOT", Shoot(base="A-PF", target=far.handle("G-SG1")))


def test_cover_and_size_are_added_and_each_earlier_shot_is_taken_off_as_far_as_two():
    """A carrier is small; the gun finds the range from shot to shot, and loses it after a turn without one."""
    table = field("A-ATG at_gun_75 at 0507 heading 1", "G-CR carrier at 1207 heading 4", "A-SQ1 squad at 0909",
                  shot=[6, 5] * 9, ground=plain(h1207="woods"))  # fmt: skip
    found = [added(shoot(table, "A-ATG", "G-CR")) for _ in range(2)]
    assert found == [{"cover": 2, "small target": 1}, {"cover": 2, "small target": 1, "earlier shots": -1}]
    table.refused("allied", "ROF_SPENT", Shoot(base="A-ATG", target=table.handle("G-CR")))
    table.done_until("movement").done_until("prepared-fire").done_until("movement").done_until("prepared-fire")
    assert table.waiting == ["allied"]
    assert "earlier shots" not in added(shoot(table, "A-ATG", "G-CR"))


def test_of_three_shots_running_no_more_than_two_are_taken_off():
    table = field("A-ATG at_gun_75 at 0507 heading 1", "G-CR carrier at 1207 heading 4", shot=[6, 5] * 9)
    for _ in range(2):
        shoot(table, "A-ATG", "G-CR")
    table.done_until("remaining-fire").done_until("prepared-fire").done_until("remaining-fire")
    found = [added(shoot(table, "A-ATG", "G-CR"))["earlier shots"] for _ in range(2)]
    assert table.truth.shots_at["A-ATG>G-CR"] == (2, 4), "those of the player turn before count still"
    assert found == [-2, -2]


def test_a_moving_target_is_harder_to_hit_and_a_pinned_shooter_aims_worse():
    table = field("G-ATG at_gun_75 at 1207 heading 4 pinned", "A-TK1 medium_tank at 0407 heading 1", shot=[6, 5] * 2,
                  step="movement")  # fmt: skip
    table.order("allied", Move(base="A-TK1", path=("0507",)), Done())
    assert added(shoot(table, "G-ATG", "A-TK1", "german")) == {"target moving": 1, "pinned": 2}
    fast = field("G-ATG at_gun_75 at 1207 heading 4", "A-TK1 medium_tank at 0407 heading 1", shot=[6, 5] * 2,
                 step="movement")  # fmt: skip
    fast.order("allied", Move(base="A-TK1", path=("0507",), pace="fast"), Done())
    assert added(shoot(fast, "G-ATG", "A-TK1", "german")) == {"target moving fast": 2}
    still = field("G-ATG at_gun_75 at 1207 heading 4", "A-TK1 medium_tank at 0407 heading 1", shot=[6, 5] * 2,
                  step="movement")  # fmt: skip
    still.order("allied", Move(base="A-TK1", path=("0507",)), Done()).let_pass()
    assert added(shoot(still, "G-ATG", "A-TK1", "german")) == {}, "it stands when the moves are over"


# ---- what a hit does


@pytest.mark.parametrize(
    ("faces", "effect"),
    [([1, 2], "destroyed"), ([1, 3], "knocked out"), ([3, 3], "knocked out"), ([3, 4], "immobilised"),
     ([4, 4], "crew shaken"), ([4, 5], "nothing"), ([1, 1], "destroyed"), ([6, 6], "nothing")],
)  # fmt: skip
def test_what_a_hit_does_by_how_far_it_passes_the_plate(faces: list[int], effect: str):
    """Against the front of an assault gun the number is 4 + 11 - 9."""
    table = field(TANK, "G-SG1 assault_gun at 1207 heading 4", shot=[1, 2], hit=faces)
    table.order("allied", Shoot(base="A-TK1", target=table.handle("G-SG1")))
    gun, ground = table.base("G-SG1"), table.truth.ground
    assert gun.gone == ("eliminated" if effect in ("destroyed", "knocked out") else None)
    assert gun.immobilised == (effect == "immobilised")
    assert (gun.pinned, gun.suppression) == ((True, 1) if effect == "crew shaken" else (False, 0))
    assert ground.wrecks == (("1207",) if gun.gone else ())
    burns = effect == "destroyed"
    assert ground.smoke == ({"1207": 2} if burns else {}) and set(ground.burning_wrecks) == (
        {"1207"} if burns else set()
    )
    assert bool(table.told("allied", EnemyLost)) == (gun.gone is not None)


def test_the_luckiest_throw_knocks_out_at_the_least_and_the_unluckiest_never():
    """High explosive at a front of 9 needs nought; a 75 at the rear of a carrier would do it on any throw."""
    table = field(TANK, "G-SG1 assault_gun at 1207 heading 4", shot=[1, 2], hit=[1, 1])
    table.order("allied", Fire(base="A-TK1", target=table.handle("G-SG1"), weapon="high explosive"))
    assert table.base("G-SG1").gone == "eliminated" and not table.truth.ground.burning_wrecks
    table = field("A-ATG at_gun_75 at 0507 heading 1", "G-CR carrier at 1207 heading 1", shot=[1, 2], hit=[6, 6])
    assert shoot(table, "A-ATG", "G-CR").kill_number == 4 + 14 - 1
    assert table.base("G-CR").gone is None and table.base("G-CR").immobilised


def test_a_crew_shaken_as_often_as_its_quality_leaves_its_vehicle():
    """Shaken is pinned, until the player turn is over; what shakes it adds up (P5)."""
    given = ("A-TK1 medium_tank at 0507 heading 1", "G-SG1 assault_gun at 1207 q2 heading 4")
    table = field(*given, shot=[1, 2] * 2, hit=[4, 4] * 2)
    shoot(table, "A-TK1", "G-SG1")
    assert table.base("G-SG1").pinned and not table.base("G-SG1").gone
    table.done_until("remaining-fire").done_until("prepared-fire").done_until("prepared-fire")
    assert table.waiting == ["allied"] and not table.base("G-SG1").pinned
    worn = field("A-TK1 medium_tank at 0507 heading 1", "G-SG1 assault_gun at 1207 q2 heading 4 suppression 1",
                 shot=[1, 2], hit=[4, 4])  # fmt: skip
    shoot(worn, "A-TK1", "G-SG1")
    assert worn.base("G-SG1").gone == "eliminated" and worn.truth.points["allied"] == 2 * 3


def test_bullets_do_nothing_to_armour():
    table = field("A-MMG mmg_team at 0507", "G-SG1 assault_gun at 0707 heading 4", shot=[],
                  by_purpose={"P7 fire": [1, 1]})  # fmt: skip
    order = Fire(base="A-MMG", target=table.handle("G-SG1"))
    found = odds(table.picture("allied"), order)
    assert found is not None and found.chance == 0, "nor does the page promise anything"
    table.order("allied", order)
    assert [told.suppressions for told in table.told("german", FireSuffered)] == [0]
    assert table.base("G-SG1").suppression == 0 and not table.base("G-SG1").pinned


def test_high_explosive_at_armour_has_one_throw_to_hit_and_jams_on_it():
    table = field(TANK, "G-SG1 assault_gun at 1207 heading 4", shot=[6, 6])
    table.order("allied", Fire(base="A-TK1", target=table.handle("G-SG1"), weapon="high explosive"))
    assert not table.rolls("P7") and len(table.rolls("P13 shot")) == 1 and not table.rolls("P13 hit")
    assert table.base("A-TK1").jammed == ("gun",)
    found = odds(field(TANK, "G-SG1 assault_gun at 1207 heading 4", shot=[]).picture("allied"),
                 Fire(base="A-TK1", target="1", weapon="high explosive"))  # fmt: skip
    assert found is not None and (found.figure, found.value) == ("to hit", 8)


def test_shells_that_fall_on_a_vehicle_meet_its_side():
    """4 + 6 - 5 against a medium tank: 5 or less knocks it out (P12, P18)."""
    for faces, gone in (([2, 3], "eliminated"), ([3, 4], None)):
        table = rally_position(
            "A-FO at 0307", "G-TK type medium_tank vehicle at 1107", phase="initial-phase", oba_pace="all_at_once",
            step="off-board-artillery", by_purpose={
                "SKR-WX-01": [3, 4], "SKR-OBA-02": [3, 4, 4, 5], "P18 scatter": [3, 4, 3, 4], "P18 artillery": faces,
            },
        )  # fmt: skip
        call = CallContact(battery="A-BTY")
        table.order("allied", call).order(
            "allied", SpottingRound(battery="A-BTY", hex="1107"), Correct(battery="A-BTY", hex="1107"), call
        ).order("allied", FireForEffect(battery="A-BTY", number=1))
        assert table.base("G-TK").gone == gone
        assert table.base("G-TK").pinned == (gone is None), "2 above is a shaken crew"


# ---- turrets, hulls, and guns


def test_a_turret_fires_all_round_but_worse_outside_its_front_whatever_it_fires():
    for heading, aside in ((1, {}), (4, {"outside the front arc": 1})):
        table = field(f"A-TK1 medium_tank at 0507 heading {heading}", "G-SQ1 squad at 1207 q9", "G-SG1 assault_gun at "
                      "1407 heading 4", shot=[6, 5])  # fmt: skip
        squad = table.handle("G-SQ1")
        for weapon in ("high explosive", "machine guns"):
            order = Fire(base="A-TK1", target=squad, weapon=weapon)  # type: ignore[arg-type]
            foreseen = odds(table.picture("allied"), order)
            table.order("allied", order)
            reckoning = table.told("allied", FireTold)[-1].reckoning
            assert reckoning is not None and added(reckoning) == aside
            assert foreseen is not None and lines(foreseen.bill) == aside
        table = field(
            f"A-TK1 medium_tank at 0507 heading {heading}", "G-SG1 assault_gun at 1207 heading 4", shot=[6, 5]
        )
        assert added(shoot(table, "A-TK1", "G-SG1")) == aside


def test_a_gun_in_the_hull_fires_inside_its_front_only_and_its_machine_guns_anywhere():
    table = field("A-SG assault_gun at 0507 heading 4", "G-SQ1 squad at 1207 q9", "G-SG1 assault_gun at 1307 heading 4",
                  shot=[6, 5])  # fmt: skip
    squad = table.handle("G-SQ1")
    table.refused("allied", "NO_SHOT", Fire(base="A-SG", target=squad, weapon="high explosive"))
    table.refused("allied", "NO_SHOT", Shoot(base="A-SG", target=table.handle("G-SG1")))
    assert {o.fixed["weapon"] for o in table.options("allied", "fire") if o.fixed} == {"machine guns"}
    table.order("allied", Fire(base="A-SG", target=squad, weapon="machine guns"))
    reckoning = table.told("allied", FireTold)[-1].reckoning
    assert reckoning is not None and added(reckoning) == {}


def test_to_turn_a_gun_costs_one_of_its_shots():
    table = field("A-ATG at_gun_75 at 0507 heading 4", "A-SQ1 squad at 0509", "G-SG1 assault_gun at 1207 heading 4",
                  shot=[6, 5] * 2)  # fmt: skip
    shot = Shoot(base="A-ATG", target=table.handle("G-SG1"))
    table.refused("allied", "NO_SHOT", shot)
    table.refused("allied", "NOT_ELIGIBLE", TurnGun(base="A-SQ1", heading=1))
    table.refused("allied", "NOT_ELIGIBLE", TurnGun(base="A-ATG", heading=6))
    table.refused("allied", "NOT_ELIGIBLE", TurnGun(base="A-ATG", heading=4))
    table.order("allied", TurnGun(base="A-ATG", heading=1))
    assert table.base("A-ATG").heading == 1 and table.base("A-ATG").shots == 1
    table.order("allied", shot)
    table.refused("allied", "ROF_SPENT", shot)
    assert table.refused("allied", "ROF_SPENT", TurnGun(base="A-ATG", heading=2)).rule == "SKR-PRE-03"
    other = field("A-ATG at_gun_75 at 0507 heading 0", "G-SG1 assault_gun at 1207 heading 4", shot=[])
    other.order("allied", TurnGun(base="A-ATG", heading=1), TurnGun(base="A-ATG", heading=0))
    assert other.base("A-ATG").heading == 0, "both are done in order"


def test_what_is_no_armour_as_far_as_one_knows_is_not_shot_at_as_such():
    table = field("A-ATG at_gun_75 at 0507 heading 1", "G-SQ1 squad at 1207 q9", "G-LO lorry at 1409", shot=[])
    for target in ("G-SQ1", "G-LO"):
        table.refused("allied", "NO_SHOT", Shoot(base="A-ATG", target=table.handle(target)))


def test_a_tank_shoots_its_way_at_the_nearest_vehicle_of_a_type():
    """Without a target named, the nearest that fits when its turn comes; one out of reach is not meant (P16)."""
    table = field("A-TK1 medium_tank at 0407 heading 1", "G-CR carrier at 1207 heading 4", "G-SG1 assault_gun at 1407 "
                  "heading 4", "G-SG2 assault_gun at 1607 heading 4", shot=[6, 5], step="movement")  # fmt: skip
    shot = FireOnMove(base="A-TK1", weapon="armour piercing", of="assault_gun")
    table.order("allied", Move(base="A-TK1", path=("0507",)), shot, Done()).let_pass().done()
    assert [told.hex for told in table.told("allied", FireTold)] == ["1407"]
    [shot_told] = [told.shot for told in table.told("allied", FireTold)]
    assert shot_told is not None and added(shot_told) == {"shooter moved": 2}


@pytest.mark.parametrize(("heading", "bears"), [(0, True), (1, True), (2, True), (3, False), (4, False), (5, False)])
def test_a_hull_gun_bears_on_the_sixty_degrees_either_side_of_its_heading(heading: int, bears: bool):
    table = field(f"A-SG assault_gun at 0507 heading {heading}", "G-SG1 assault_gun at 1207 heading 4", shot=[6, 5])
    shot = Shoot(base="A-SG", target=table.handle("G-SG1"))
    if bears:
        table.order("allied", shot)
    else:
        table.refused("allied", "NO_SHOT", shot)


def test_a_gun_that_has_jammed_shoots_at_nothing():
    table = field("A-ATG at_gun_75 at 0507 heading 1 jammed", "G-SG1 assault_gun at 1207 heading 4", shot=[])
    table.refused("allied", "BROKEN_DOWN", Shoot(base="A-ATG", target=table.handle("G-SG1")))
    assert not table.options("allied", "shoot") and not table.options("allied", "turn-gun")
