"""What one base's fire does to what stands ordered for others: to plans and questions, to groups, to fire that is
linked or ordered beforehand, and to who directs it (SKR-BRK-06, P16)."""

from __future__ import annotations

import pytest

from service.engine import judging
from service.engine.orders import Done
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.lines import SetFirePlan
from service.games.skirmish.known.picture import Mission
from service.games.skirmish.known.reports import FireTold
from service.games.skirmish.known.standing import PlanLine
from service.games.skirmish.sections.closing import CloseWith
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.gunnery import Shoot
from service.games.skirmish.sections.moving import FireOnMove, Move
from service.games.skirmish.sections.repairs import Repair
from tests.games.skirmish.struck import COVER, GUN, HIT, MISS, RIFLES, TO_COVER, field, fired_at, lapsed
from tests.games.skirmish.table import added
from tests.offers import options_for

# ---- the defender's chances and plans

LAST_MAN = "A-LT leader at 0707 q2 routed", "A-SQ2 squad at 0607 q9", GUN, RIFLES
"""A leader who flees through a squad's hex, and whom any hit ends there."""


@pytest.mark.parametrize("way", ["film", "plan"])
def test_when_the_mover_is_gone_nobody_fires_on_at_who_else_is_in_its_hex(way: str):
    """The chance was at the mover (P16): the first shot has ended it, and with it the others' chance."""
    table = field(*LAST_MAN, ground=COVER, faces=[*HIT, 1, 1, *HIT, 1, 1])
    if way == "plan":
        table.order("german", SetFirePlan(lines=(PlanLine(hexes=("0607",)), PlanLine(then="hold"))))
    table.order("allied", Move(base="A-LT", path=TO_COVER[1:]), Done())
    if way == "film":
        table.order("german", Fire(base="G-HMG", target=table.picture("german").film.handle))
        beside = table.handle("A-SQ2")
        assert table.options("german", "fire") == []
        table.refused("german", "NO_SHOT", Fire(base="G-SQ1", target=beside))
        table.done()
    assert table.base("A-LT").gone == "eliminated" and table.step == "remaining-fire"
    assert [fire.shooters for fire in table.told("german", FireTold) if fire.reckoning] == [("G-HMG",)]
    assert table.options("german", "fire"), "in the remaining fire the squad is fair game"


def test_shots_ordered_together_at_a_mover_that_the_first_of_them_ends_are_not_spent():
    table = field(*LAST_MAN, ground=COVER, faces=[*HIT, 1, 1, *HIT, 1, 1])
    table.order("allied", Move(base="A-LT", path=TO_COVER[1:]), Done())
    beside = table.handle("A-SQ2")
    first = Fire(base="G-HMG", target=table.picture("german").film.handle)
    table.order("german", first, Fire(base="G-SQ1", target=beside))
    assert (table.base("G-HMG").shots, table.base("G-SQ1").shots) == (1, 0)
    assert lapsed(table, "german") == [("G-SQ1", "fire", "")]


AT_THE_NEST = Move(base="A-SQ1", path=("1007",)), FireOnMove(base="A-SQ1")
COMES = Move(base="A-SQ2", path=("0907",))
"""A squad fires at the machine gun, then another comes into its sight."""


@pytest.mark.parametrize(
    ("throws", "then"),
    [
        (MISS, "fires"), ([2, 2, 1, 1], "fires worse"), ([2, 2, 3, 4], "is silent"), (HIT, "is silent"),
    ],
    ids=["steady", "pinned", "cowered", "broken"],
)  # fmt: skip
def test_what_a_plan_says_of_a_base_holds_as_far_as_fire_has_left_it_able(throws: list[int], then: str):
    """Its line stands in the plan whatever becomes of it; pinned it fires at +2 (P5, P16)."""
    table = field("A-SQ1 squad at 0907", "A-SQ2 squad at 0807", "G-HMG hmg_team at 1207 q4",
                  by_purpose={"P7 fire of allied": throws[:2], "P5 morale check of german": throws[2:],
                              "P7 fire of german": MISS * 3})  # fmt: skip
    table.order("german", SetFirePlan(lines=(PlanLine(hexes=("0907",)), PlanLine(then="hold"))))
    table.order("allied", *AT_THE_NEST, COMES, Done())
    shots = [added(fire.reckoning) for fire in table.told("german", FireTold) if fire.reckoning]
    if then == "is silent":
        assert not shots and (table.base("G-HMG").cowered or table.base("G-HMG").morale == "broken")
    else:
        assert [shot.get("pinned", 0) for shot in shots] == [2 if then == "fires worse" else 0]


def test_a_plan_goes_on_with_the_others_when_a_base_that_it_names_is_gone_or_jams():
    plan = (
        PlanLine(bases=("G-HMG", "G-MMG"), hexes=("0907",)),
        PlanLine(bases=("G-SQ1",), hexes=("0907",)),
        PlanLine(then="hold"),
    )
    table = field("A-SQ2 squad at 0807 q9", "G-HMG hmg_team at 1207", "G-MMG mmg_team at 1206 jammed", RIFLES,
                  by_purpose={"P7 fire": [*MISS, 6, 6, *MISS]})  # fmt: skip
    table.order("german", SetFirePlan(lines=plan))
    happened = table.truth.bases["G-HMG"]
    happened.hex, happened.gone = None, "captured"
    table.picture("german").own["G-HMG"] = happened.changed()
    table.order("allied", COMES, Done())
    shooters = [fire.shooters for fire in table.told("german", FireTold)]
    assert ("G-SQ1",) in shooters and not any("G-HMG" in group for group in shooters)
    assert all(fire.weapon == "rifles" for fire in table.told("german", FireTold) if fire.shooters == ("G-MMG",))


# ---- fire that is linked, grouped, or ordered beforehand


@pytest.mark.parametrize(
    ("throws", "fires"), [(MISS, True), (HIT, False)], ids=["it is still there", "it has been eliminated"]
)
def test_linked_fire_at_a_target_that_another_has_just_ended_lapses(throws: list[int], fires: bool):
    """One that is in its place is fired at, whatever state it is in; one that is gone is not, and no shot is spent."""
    table = field("A-SQ1 squad at 0907", "A-SQ2 squad at 0906", "G-SQ1 squad at 1207 q4 routed",
                  by_purpose={"P7 fire of allied": [*throws, *MISS]})  # fmt: skip
    target = table.handle("G-SQ1")
    table.order(
        "allied", Move(base="A-SQ1", path=("1007",)), FireOnMove(base="A-SQ1", target=target),
        Move(base="A-SQ2", path=("1006",)), FireOnMove(base="A-SQ2", target=target), Done(),
    ).let_pass().done()  # fmt: skip
    assert (table.base("G-SQ1").gone is None) == fires
    assert table.base("A-SQ2").fired == ("moving" if fires else "none")
    assert (("A-SQ2", "fire-on-move", "") in lapsed(table)) != fires
    if not fires:
        assert not table.base("A-SQ2").shots, "its closing fire is still open to it"


def test_a_group_of_which_one_has_jammed_does_not_fire_and_spends_no_shot():
    table = field("A-MMG mmg_team at 0906", "A-SQ1 squad at 0907", "G-SQ1 squad at 1207", step="prepared-fire",
                  faces=[6, 6])  # fmt: skip
    target = table.handle("G-SQ1")
    table.order("allied", Fire(base="A-MMG", target=target), Fire(base="A-SQ1", target=target, with_=("A-MMG",)))
    assert table.base("A-MMG").broken_down and not table.base("A-SQ1").shots
    assert lapsed(table) == [("A-SQ1", "fire", "")]


def test_prepared_fire_at_a_target_that_is_gone_is_not_spent():
    table = field("A-SQ1 squad at 0907", "A-SQ2 squad at 0906", "G-SQ1 squad at 1207 routed", step="prepared-fire",
                  faces=HIT)  # fmt: skip
    target = table.handle("G-SQ1")
    table.order("allied", Fire(base="A-SQ1", target=target), Fire(base="A-SQ2", target=target))
    assert table.base("G-SQ1").gone and (table.base("A-SQ2").fired, lapsed(table)) == ("none", [("A-SQ2", "fire", "")])


@pytest.mark.parametrize(
    ("throws", "closes"),
    [
        ([*MISS, 1, 1], ("closing", "0907")), ([3, 3, 2, 2], ("closing", "0807")), ([3, 3, 6, 3], ("none", "0807")),
        (HIT, ("none", "0807")),
    ],
    ids=["steady", "pinned", "cowered", "broken"],
)  # fmt: skip
def test_closing_orders_are_carried_out_as_far_as_fire_has_left_the_base_able(
    throws: list[int], closes: tuple[str, str]
):
    """Pinned it fires and does not advance; cowered or broken it does neither (SKR-ADV-01, 02)."""
    table = field("A-SQ1 squad at 0707", "G-HMG hmg_team at 1207", by_purpose={
        "P7 fire of german": throws[:2], "P5": [*throws[2:], 6, 6], "P7 fire of allied": MISS,
    })  # fmt: skip
    table.order("german", SetFirePlan(lines=(PlanLine(hexes=("0807",)), PlanLine(at="both", then="hold"))))
    table.order(
        "allied", Move(base="A-SQ1", path=("0807",)), CloseWith(base="A-SQ1", fire=True, advance="0907"), Done()
    )
    table.let_pass()
    if table.step == "remaining-fire":
        table.done()
    fired = any("A-SQ1" in fire.shooters for fire in table.told("allied", FireTold))
    assert (("closing" if fired else "none"), table.base("A-SQ1").hex) == closes
    assert (("A-SQ1", "advance", "") in lapsed(table)) == (closes[1] == "0807")


def test_who_stayed_in_motion_and_breaks_is_in_motion_no_more():
    table = field("A-SQ1 squad at 0707", "G-HMG hmg_team at 1207", by_purpose={
        "P7 fire of german": HIT, "P5": [6, 6], "P7 fire of allied": MISS,
    })  # fmt: skip
    table.order(
        "allied", Move(base="A-SQ1", path=("0807",)), FireOnMove(base="A-SQ1", in_motion=True), Done()
    ).let_pass()
    assert table.base("A-SQ1").in_motion and table.step == "remaining-fire"
    table.order("german", Fire(base="G-HMG", target=table.handle("A-SQ1")))
    assert table.base("A-SQ1").morale == "broken" and not table.base("A-SQ1").in_motion


def test_a_leader_who_was_struck_directs_nobody_s_closing_fire():
    """Beside the mover they break; the squad that was struck with them fires alone."""
    table = field("A-SQ1 squad at 0607 q9", "A-LT leader at 0707 q4 rating -1", "A-SQ2 squad at 0708 q9", GUN,
                  by_purpose={"P7 fire": HIT, "P5": [1, 1, 6, 6]})  # fmt: skip
    table.order("allied", Move(base="A-SQ1", path=("0707",)), Done())
    fired_at(table, "0707").done()
    assert table.step == "closing-fire" and table.base("A-LT").morale == "broken"
    target = table.handle("G-HMG")
    table.refused("allied", "OUT_OF_COMMAND", Fire(base="A-SQ1", target=target, leader="A-LT"))
    offered = [option for option in table.options("allied", "fire") if "A-SQ1" in option.subjects]
    assert offered and not any("leader" in option.fields for option in offered)


def test_an_observer_who_is_struck_loses_the_battery_on_which_a_mission_stands():
    """Contact has to be made anew (P18); their own orders lapse with those of all who break."""
    table = field(
        "A-SQ1 squad at 0607 q9", "A-FO observer at 0707 q4", GUN, by_purpose={"P7 fire": HIT, "P5": [1, 1, 6, 6]}
    )
    ranged = Mission(id="A-BTY", stage="spotted", aim="1207", heard=True)
    table.truth.missions["allied"]["A-BTY"] = table.picture("allied").missions["A-BTY"] = ranged
    table.order("allied", Move(base="A-SQ1", path=("0707",)), Move(base="A-FO", path=("0606",)), Done())
    fired_at(table, "0707").done()
    assert table.base("A-FO").morale == "broken" and table.base("A-FO").hex == "0707"
    mission = table.picture("allied").missions["A-BTY"]
    assert (mission.stage, mission.aim, mission.heard) == ("silent", None, False)


def test_where_a_tank_has_just_been_destroyed_the_next_goes_on_through_its_wreck():
    """It bars nobody on foot (P20); the tank was to be gone from there."""
    table = field("A-TK1 medium_tank at 0607 heading 1", "A-SQ1 squad at 0507", "G-ATG at_gun_75 at 1207 heading 4",
                  faces=[1, 1, 1, 1])  # fmt: skip
    turn = Move(base="A-TK1", path=("0707",))
    table.order("allied", turn, Move(base="A-SQ1", path=("0607", "0707", "0807")), Done())
    table.order("german", Shoot(base="G-ATG", target=table.picture("german").film.handle)).let_pass()
    table.done()
    assert table.base("A-TK1").gone and table.truth.ground.wrecks == ("0707",)
    assert table.base("A-SQ1").hex == "0807" and not lapsed(table)


# ---- who directs, and what jams


@pytest.mark.parametrize("first", ["A-SQ1", "A-LT"])
def test_a_leader_who_directs_a_fire_does_not_add_his_own_shot_to_it(first: str):
    """One man does one thing (P6); without directing they fire with the others."""
    table = field("A-SQ1 squad at 1007", "A-LT leader at 1007 rating -1", "G-SQ1 squad at 1207", step="prepared-fire",
                  faces=MISS)  # fmt: skip
    target, other = table.handle("G-SQ1"), {"A-SQ1": "A-LT", "A-LT": "A-SQ1"}[first]
    refusal = table.refused("allied", "LEADER_SPENT", Fire(base=first, target=target, with_=(other,), leader="A-LT"))
    assert refusal.rule == "P6" and "does not add a shot" in refusal.reason
    table.order("allied", Fire(base=first, target=target, with_=(other,)))
    assert table.told("allied", FireTold)[0].reckoning.firepower == 5


def test_no_option_lets_a_leader_direct_and_fire_at_once():
    table = field("A-SQ1 squad at 1007", "A-LT leader at 1007 rating -1", "A-L2 leader at 1007", "G-SQ1 squad at 1207",
                  step="prepared-fire")  # fmt: skip
    seen = set()
    for option in table.options("allied", "fire"):
        direct = set(option.fields["leader"].values) - {None} if "leader" in option.fields else set()
        join = set(option.fields["with_"].values) if "with_" in option.fields else set()
        assert not direct & {*join, option.fixed["base"]}
        seen.add((option.fixed["base"], tuple(sorted(direct)), tuple(sorted(join))))
    assert ("A-SQ1", ("A-L2", "A-LT"), ()) in seen and ("A-LT", ("A-L2",), ("A-SQ1",)) in seen


@pytest.mark.rule("SKR-REP-01")
@pytest.mark.parametrize("weapon", ["armour piercing", "high explosive", "machine guns"])
def test_an_original_twelve_silences_the_weapon_of_a_vehicle_that_fired_and_no_other(weapon: str):
    table = field("A-TK1 medium_tank at 0707 heading 1", "G-TK2 medium_tank at 1007 heading 4", "G-SQ1 squad at 1107",
                  step="prepared-fire", faces=[6, 6, *MISS, *MISS])  # fmt: skip
    target = table.handle("G-TK2" if weapon == "armour piercing" else "G-SQ1")
    shot = Shoot(base="A-TK1", target=target) if weapon == "armour piercing" else Fire(
        base="A-TK1", target=target, weapon=weapon
    )  # fmt: skip
    table.order("allied", shot)
    tank, gun = table.base("A-TK1"), weapon != "machine guns"
    assert tank.jammed == (("gun",) if gun else ("machine guns",)) and not tank.broken_down
    fires = {option.fixed["weapon"] for option in table.options("allied", "fire") if "A-TK1" in option.subjects}
    assert fires == ({"machine guns"} if gun else {"high explosive"})
    assert bool(table.options("allied", "shoot")) == (not gun)
    silent = Fire(base="A-TK1", target=table.handle("G-SQ1"), weapon="high explosive" if gun else "machine guns")
    table.refused("allied", "BROKEN_DOWN", silent)
    other = Fire(base="A-TK1", target=table.handle("G-SQ1"), weapon="machine guns" if gun else "high explosive")
    table.order("allied", other)
    assert len(table.told("allied", FireTold)) == 2


@pytest.mark.rule("SKR-REP-02")
def test_a_vehicle_repairs_one_weapon_at_a_try_the_gun_first():
    table = field("A-TK1 medium_tank at 0707 heading 1 mute", "G-SQ1 squad at 1507", step="repair", faces=[1, 1])
    table.order("allied", Repair(base="A-TK1"))
    assert table.base("A-TK1").jammed == ("machine guns",)
    table.refused("allied", "ALREADY_TRIED", Repair(base="A-TK1"))
    tank, profile = table.believes("A-TK1"), table.truth.rules.profile(table.believes("A-TK1"))
    works = {weapon: profile.works(tank, weapon) for weapon in ("high explosive", "armour piercing", "machine guns")}
    assert works == {"high explosive": True, "armour piercing": True, "machine guns": False}


def test_a_vehicle_whose_gun_is_silent_still_fires_its_machine_guns_on_the_move():
    for state, fires in (("gunless", True), ("mute", False)):
        table = field(f"A-TK1 medium_tank at 0707 heading 1 {state}", "G-SQ1 squad at 1207", faces=MISS * 2)
        kinds = {
            value for option in table.options("allied", "fire-on-move") for value in option.fields["weapon"].values
        }
        assert not kinds
        move = Move(base="A-TK1", path=("0807",))
        offered = [o for o in options_for(SKIRMISH, judging.checked(SKIRMISH, table.picture("allied"), [move]))
                   if o.kind == "fire-on-move"]  # fmt: skip
        assert [set(o.fields["weapon"].values) for o in offered] == ([{"machine guns"}] if fires else [])
