"""Air strikes and off-board artillery."""

from __future__ import annotations

from typing import Any

import pytest

from service.engine.orders import Done, Refusal
from service.engine.sentences import plain_text
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.reports import FireSuffered, MissionTold, PuffSeen, StrikeTold
from service.games.skirmish.sections.air import Strike, WatchTheSky
from service.games.skirmish.sections.artillery import CallContact, Correct, FireForEffect, SpottingRound
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.markers import rate_left
from tests.games.skirmish.positions import Table, position
from tests.games.skirmish.test_cards import card

STILL = {"SKR-WX-01": [3, 4] * 9}


# ---- aircraft


def sky(*bases: str, check: list[int], turn: int = 2, dice: dict[str, list[int]] | None = None, **given: Any) -> Table:
    return position(
        *bases, phase="initial-phase", turn=turn, by_purpose={**STILL, "SKR-AIR-01": check, **(dice or {})}, **given
    )


@pytest.mark.rule("SKR-AIR-01")
def test_it_is_checked_by_the_scenario_whether_aircraft_come(variant):
    assert sky("A-SQ1 at 0307", check=[2, 3]).step == "target"
    none_today = sky("A-SQ1 at 0307", check=[3, 3])
    assert none_today.step != "target" and len(none_today.rolls("SKR-AIR-01")) == 1
    assert [report.result for report in none_today.told("allied", StrikeTold)] == ["none today"]
    assert not none_today.told("german", StrikeTold)
    for turn, game in ((1, SKIRMISH), (2, variant(air=[]))):
        without = sky("A-SQ1 at 0307", check=[2, 3], turn=turn, game=game)
        assert without.step != "target" and not without.rolls("SKR-AIR")


@pytest.mark.rule("SKR-AIR-02")
def test_a_strike_is_resolved_at_once_before_the_artillery():
    table = sky("A-FO at 0307", "G-SQ1 at 1207", check=[2, 3], dice={"P19 air attack": [3, 3], "P19 an air": [3, 4]})
    assert table.refused("allied", Done()) == "OUT_OF_ORDER"
    assert table.refused("allied", CallContact(battery="A-BTY")) == "WRONG_STEP"
    table.order("allied", Strike(hex="1207"))
    assert table.base("G-SQ1").morale == "broken", "firepower 12 in the open: four suppressions on quality 4"
    assert "off-board-artillery" not in table.headings("initial-phase")
    assert table.refused("allied", Strike(hex="1207")) == "NOT_DUE", "one strike a turn"
    assert [report.suppressions for report in table.told("german", FireSuffered)] == [4]
    assert [report.hex for report in table.told("german", PuffSeen)] == ["1207"]
    table.done("allied")
    assert table.step == "off-board-artillery"


def test_a_target_is_a_hex_that_somebody_sees():
    table = sky("A-SQ1 at 0307", "G-SQ1 at 1309", check=[2, 3])
    assert table.refused("allied", Strike(hex="1309")) == "NO_SHOT"
    [option] = table.options("allied", "strike")
    there = option.fields["hex"].places
    assert "1207" in there and "1309" not in there


def test_bombs_go_wide_or_fall_on_friends():
    wide = sky("A-SQ1 at 0307", "G-SQ1 at 1207", check=[1, 1], dice={"P19 air": [5, 5], "P19 direction": [2]})
    wide.order("allied", Strike(hex="1207"))
    assert not wide.base("G-SQ1").under_fire
    assert [report.result for report in wide.told("allied", StrikeTold)] == ["they come", "wide"]
    assert [report.hex for report in wide.told("allied", PuffSeen)] == ["1407"], "two hexes east"
    dice = {"P19 air": [6, 6], "P19 an air": [3, 4]}
    friends = sky("A-SQ1 at 0907", "A-SQ2 at 0306", "G-SQ1 at 1207", check=[1, 1], dice=dice)
    friends.order("allied", Strike(hex="1207"))
    assert friends.base("A-SQ1").morale == "broken" and not friends.base("G-SQ1").under_fire
    nobody = sky("A-SQ1 at 0307", "G-SQ1 at 1207", check=[1, 1], dice={"P19 air": [6, 6]})
    nobody.order("allied", Strike(hex="1207"))
    assert not nobody.rolls("P19 an air")


def test_a_card_says_where_the_bombs_fell_and_what_they_were_seen_to_do():
    """Who is struck reads what it cost them, and nothing of the pilots' luck."""

    def struck(throw: list[int], *bases: str) -> Table:
        dice = {"P19 air": throw, "P19 direction": [2], "P19 an air": [3, 4]}
        return sky(*bases, check=[2, 3], dice=dice).order("allied", Strike(hex="1207"))

    hit = struck([3, 4], "A-SQ1 at 0907", "G-SQ1 at 1207")
    ours, theirs = card(hit, "allied", "air-strike"), card(hit, "german", "under-fire")
    assert (ours.title, ours.outcome) == ("Our air strike on 1207", "The bombs were on target, in 1207.")
    assert ours.text.endswith("Enemy squad 1 is broken.")
    [thrown] = ours.card.sums
    assert (thrown.dice, plain_text(thrown.comes_to)) == ((3, 4), "9 or less is on target: on target")
    [told] = theirs.card.sums
    assert "under fire from the air" in theirs.text
    assert theirs.title == "The 1st squad under air attack"
    assert (told.dice, told.bill.lines, plain_text(told.comes_to)) == ((), (), "four suppressions")
    wide = card(struck([5, 5], "A-SQ1 at 0907", "G-SQ1 at 1207"), "allied", "air-strike")
    assert wide.outcome == "The bombs went wide, in 1407." and wide.text.endswith("No enemy was seen to come to harm.")
    ours = struck([6, 6], "A-SQ1 at 0907", "G-SQ1 at 1207")
    assert card(ours, "allied", "air-strike").outcome == "The pilots took our own men for the enemy, in 0907."
    assert card(ours, "allied", "under-fire").outcome == "Four suppressions: as many as its quality, so it broke."


def test_machine_guns_told_to_watch_the_sky_drive_aircraft_off():
    def attacked(*orders: WatchTheSky, aa: list[int]) -> Table:
        table = sky(
            "A-SQ1 at 0307", "A-SQ6", "G-SQ1 at 1207", "G-HMG at 1308", check=[1, 1],
            dice={"P19 antiaircraft": aa, "P19 air": [3, 3], "P19 an air": [6, 5] * 9}, turn=3,
        )  # fmt: skip
        assert table.step == "reinforcements"
        if orders:
            table.order("german", *orders)
        return table.done("allied").order("allied", Strike(hex="1207"))

    watch = WatchTheSky(base="G-HMG", watch=True)
    driven = attacked(watch, aa=[1, 2])
    assert driven.base("G-HMG").shots == 1 and not driven.rolls("P19 air attack")
    assert driven.told("allied", StrikeTold)[-1].result == "driven off"
    missed = attacked(watch, aa=[1, 3])
    assert missed.base("G-HMG").shots == 1 and missed.rolls("P19 air attack")
    assert attacked(aa=[1, 2]).base("G-HMG").shots == 0
    table = attacked(aa=[1, 2])
    assert table.refused("german", WatchTheSky(base="G-SQ1", watch=True)) == "NOT_ELIGIBLE"
    assert [option.subjects for option in table.options("german", "watch-the-sky")] == [("G-HMG",)]


# ---- artillery

CALL = CallContact(battery="A-BTY")


def battery(
    *bases: str, contact: list[int], scatter: list[int] | None = None, turn: int = 1, pace: str = "per_phase",
    dice: dict[str, list[int]] | None = None,
) -> Table:  # fmt: skip
    """The step of off-board artillery, with the observer on the road, who sees as far as 1207."""
    by_purpose = {**STILL, "SKR-AIR-01": [6] * 8, "SKR-OBA-02": contact, "P18 scatter": scatter or [], **(dice or {})}
    return position(
        "A-FO at 0307", *bases, phase="initial-phase", step="off-board-artillery", turn=turn, oba_pace=pace,
        by_purpose=by_purpose,
    )  # fmt: skip


def round_at(hex: str) -> SpottingRound:
    return SpottingRound(battery="A-BTY", hex=hex)


def aim_at(hex: str) -> Correct:
    return Correct(battery="A-BTY", hex=hex)


def effect(number: int) -> FireForEffect:
    return FireForEffect(battery="A-BTY", number=number)


def next_phase(table: Table) -> Table:
    """On to the next allied step of off-board artillery."""
    return table.done_until("off-board-artillery", "allied", turn=table.truth.turn + 1)


@pytest.mark.rule("SKR-OBA-01")
def test_a_battery_is_used_in_any_own_initial_phase_from_its_turn_on(variant):
    for turn in (1, 4):
        table = battery(contact=[3, 4], turn=turn).order("allied", CALL)
        assert table.picture("allied").missions["A-BTY"].stage == "contact"
    german = position("G-SQ1 at 1207", "G-SG1", phase="initial-phase", attacker="german", turn=4)
    assert german.refused("german", CALL) == "NO_BATTERY"
    late = [{"id": "A-BTY", "title": "Field battery", "side": "allied", "observer": "A-FO", "from_turn": 3,
             "contact_number": 7, "missions": 1}]  # fmt: skip
    table = position("A-FO at 0307", phase="initial-phase", turn=2, game=variant(artillery=late, air=[]))
    assert table.step != "off-board-artillery"
    assert table.done_until("off-board-artillery", "allied").truth.turn == 3


@pytest.mark.rule("SKR-OBA-02", "SKR-OBA-03")
def test_a_spotting_round_takes_radio_contact():
    table = battery(contact=[4, 4, 3, 4], scatter=[3, 4])
    assert table.refused("allied", round_at("1207")) == "NO_CONTACT"
    assert table.refused("allied", effect(1)) == "NO_CONTACT"
    table.order("allied", CALL)
    assert table.refused("allied", round_at("1207")) == "NO_CONTACT"
    assert table.refused("allied", CALL) == "ALREADY_TRIED", "the failure costs this phase"
    next_phase(table).order("allied", CALL).order("allied", round_at("1207"))
    assert [report.hex for report in table.told("german", PuffSeen) + table.told("allied", PuffSeen)] == ["1207"]
    faces = [report.faces for report in table.told("allied", MissionTold) if report.faces]
    assert faces == [(4, 4), (3, 4), (3, 4)] and not table.told("german", MissionTold)


def test_where_a_round_falls_the_dice_say():
    dice = {"P18 direction": [2], "P18 distance": [3]}
    table = battery("G-SQ1 at 1507", contact=[3, 4], scatter=[4, 4], dice=dice)
    table.order("allied", CALL)
    assert table.refused("allied", round_at("1309")) == "NO_SHOT", "the observer does not see it"
    table.order("allied", round_at("1007"))
    assert [report.hex for report in table.told("german", PuffSeen)] == ["1207"], "two hexes east of the aim"
    assert table.picture("allied").missions["A-BTY"].aim == "1007"
    far = battery(contact=[3, 4], scatter=[4, 4], dice={"P18 direction": [5], "P18 distance": [3]})
    far.order("allied", CALL).order("allied", round_at("1607"))
    assert [report.hex for report in far.told("allied", PuffSeen)] == ["1307"], "beyond 12 hexes one more, west"


@pytest.mark.rule("SKR-OBA-04")
def test_a_round_has_to_fall_before_it_is_corrected_and_by_three_hexes_at_most():
    table = battery(contact=[3, 4], scatter=[3, 4], pace="all_at_once").order("allied", CALL)
    assert table.refused("allied", aim_at("1107")) == "NO_SPOTTING_ROUND"
    table.order("allied", round_at("1007"))
    assert table.refused("allied", aim_at("1407")) == "TOO_FAR"
    assert not table.picture("allied").sight("0307", "1009").open, "he need not see where he shifts it to"
    table.order("allied", aim_at("1009"))
    assert table.picture("allied").missions["A-BTY"].aim == "1009"
    assert table.refused("allied", aim_at("1308")) == "OUT_OF_ORDER", "one correction before each fire"
    slow = battery(contact=[3, 4], scatter=[3, 4]).order("allied", CALL).order("allied", round_at("1007"))
    assert slow.refused("allied", aim_at("1107")) == "OUT_OF_ORDER"
    next_phase(slow).order("allied", aim_at("1107"))
    slow.dice.by_purpose["SKR-OBA-02"] = [4, 5]
    slow.dice.by_purpose["P18 scatter"] = [4, 5]
    slow.order("allied", CALL).order("allied", effect(1))
    next_phase(slow)
    assert slow.refused("allied", aim_at("1307")) == "TOO_FAR", "by one hex before each later fire"
    slow.order("allied", aim_at("1207"))


@pytest.mark.rule("SKR-OBA-05")
def test_four_fires_for_effect_in_order_and_no_fifth():
    table = battery("G-SQ1 at 1207", contact=[3, 4, *[4, 5] * 4], scatter=[3, 4] * 5, pace="all_at_once",
                    dice={"P18 artillery": [6, 6] * 4})  # fmt: skip
    table.order("allied", CALL).order("allied", round_at("1207"), aim_at("1207"))
    for number in range(1, 5):
        assert table.refused("allied", effect(number)) == "NO_CONTACT", "each takes contact anew, on two more"
        table.order("allied", CALL)
        if number < 4:
            assert table.refused("allied", effect(number + 1)) == "OUT_OF_ORDER"
        table.order("allied", effect(number))
        assert len(table.told("german", FireSuffered)) == number
    assert table.refused("allied", effect(5)) == "MISSION_OVER"
    assert table.picture("allied").missions["A-BTY"].stage == "over"
    table.done_until("movement", "allied", turn=2)
    assert table.headings("initial-phase").count("off-board-artillery") == 1, "there is nothing left to call"


def test_by_default_one_fire_for_effect_a_phase_under_new_contact():
    table = battery("G-SQ1 at 1207", contact=[3, 4, 4, 5, 5, 5, 4, 5], scatter=[3, 4] * 5,
                    dice={"P18 artillery": [6, 5] * 4})  # fmt: skip
    table.order("allied", CALL).order("allied", round_at("1207"))
    assert table.refused("allied", effect(1)) == "OUT_OF_ORDER", "it comes after the correction"
    next_phase(table).order("allied", aim_at("1207"), CALL).order("allied", effect(1))
    assert table.refused("allied", CALL) == "ALREADY_TRIED" and table.refused("allied", effect(2)) == "OUT_OF_ORDER"
    next_phase(table).order("allied", CALL)
    assert table.refused("allied", effect(2)) == "NO_CONTACT", "10 is more than 7 and two: the mission waits"
    next_phase(table).order("allied", CALL).order("allied", effect(2))
    assert table.picture("allied").missions["A-BTY"].fired == 2


def test_two_failures_running_end_the_mission():
    table = battery(contact=[3, 4, 5, 5, 5, 6], scatter=[3, 4]).order("allied", CALL).order("allied", round_at("1207"))
    next_phase(table).order("allied", CALL)
    next_phase(table).order("allied", CALL)
    assert table.picture("allied").missions["A-BTY"].stage == "over"
    assert table.refused("allied", effect(1)) == "MISSION_OVER"


def test_an_observer_who_breaks_loses_the_contact():
    table = battery("G-HMG at 1207", contact=[3, 4, 3, 4], scatter=[3, 4]).order("allied", CALL)
    table.order("allied", round_at("1007")).done_until("prepared-fire", "german")
    table.dice.by_purpose |= {"P7 fire": [3, 3], "P5 morale": [6, 6], "SKR-RAL": [5, 6] * 4}
    target = table.contact("german", "0307")
    assert target is not None
    table.order("german", Fire(base="G-HMG", target=target.handle))
    assert table.base("A-FO").morale == "broken"
    assert table.picture("allied").missions["A-BTY"].stage == "silent"
    table.done_until("self-rally", "allied", turn=table.truth.turn + 1)
    assert table.headings("initial-phase")[-1] == "air-strike", "nobody is there who could call"
    with pytest.raises(Refusal, match="is in no state to call"):
        CALL.check(table.picture("allied"))


def test_shells_fall_on_a_hex_and_those_round_it_on_friend_and_foe():
    table = battery(
        "A-SQ1 at 1106", "G-SQ1 at 1207", "G-L1 at 1207", "G-TK type medium_tank vehicle at 1107", "G-SQ3 at 1407",
        contact=[3, 4, 4, 5], scatter=[3, 4] * 2, pace="all_at_once", dice={"P18 artillery": [3, 4] * 4},
    )  # fmt: skip
    table.order("allied", CALL).order("allied", round_at("1207"), aim_at("1107"), CALL).order("allied", effect(1))
    struck = {report.base: report for side in ("allied", "german") for report in table.told(side, FireSuffered)}
    assert set(struck) == {"A-SQ1", "G-SQ1", "G-L1", "G-TK"}
    assert struck["G-TK"].kill and struck["G-SQ1"].suppressions == 2, "firepower 5 beside the hex of impact"
    assert len(table.rolls("P18 artillery fire on german at 1207")) == 1, "a single man shares the roll beside him"
    assert all(report.reckoning is None for report in struck.values()), "nobody sees these dice"
    assert not any(roll.public for roll in table.rolls("P18"))
    assert table.refolds()


# ---- how often, and in what order


@pytest.mark.rule("SKR-AIR-01")
def test_as_many_strikes_come_as_the_scenario_has_and_no_more():
    table = sky("A-SQ1 at 0307", "G-SQ1 at 1207", check=[1, 1, 1, 1], dice={"P19 air": [3, 3], "P19 an air": [6, 5]})
    table.order("allied", Strike(hex="1207"), Done()).done_until("movement", "allied", turn=3)
    assert len(table.rolls("SKR-AIR-01")) == 1 and table.truth.strikes["allied"] == 1
    missed = sky("A-SQ1 at 0307", "G-SQ1 at 1207", check=[6, 6, 6, 6]).done_until("movement", "allied", turn=3)
    assert len(missed.rolls("SKR-AIR-01")) == 2, "one that did not come may come yet"


def test_one_eye_is_enough_for_a_target_and_wide_bombs_need_one_for_their_place_to_be_known():
    table = sky("A-SQ1 at 0307", "A-SQ2 at 0201", "G-SQ1 at 1207", check=[1, 1], dice={"P19 air": [3, 3]})
    table.order("allied", Strike(hex="1207"))
    assert not table.picture("allied").strike_ready and not table.truth.strike_ready


@pytest.mark.parametrize(("rof_mode", "die", "left"), [("count", 4, True), ("dice", 4, False), ("dice", 3, True)])
def test_a_burst_at_aircraft_is_a_shot_like_any_other(rof_mode: str, die: int, left: bool):
    """It goes off the rate of fire of the player turn, or is kept or lost on its die."""
    table = sky("A-SQ1 at 0307", "A-SQ6", "G-SQ1 at 1207", "G-HMG at 1308", check=[1, 1], turn=3, rof_mode=rof_mode,
                dice={"P19 antiaircraft": [die, 2], "P19 air": [6, 6]})  # fmt: skip
    table.order("german", WatchTheSky(base="G-HMG", watch=True)).done("allied").order("allied", Strike(hex="1207"))
    gun = table.base("G-HMG")
    assert (gun.shots, gun.fired, gun.since) == (1, "defensive", 1)
    assert rate_left(table.truth.rules, table.truth.options, gun) == left


def test_who_has_used_up_his_rate_of_fire_does_not_fire_at_aircraft():
    table = sky(
        "A-SQ1 at 0307", "A-SQ6", "G-SQ1 at 1207", "G-HMG at 1308", check=[1, 1], turn=3, dice={"P19 air": [6, 6]}
    )
    table.order("german", WatchTheSky(base="G-HMG", watch=True))
    table.truth.bases["G-HMG"].shots = 3
    table.done("allied").order("allied", Strike(hex="1207"))
    assert not table.rolls("P19 antiaircraft")


@pytest.mark.rule("SKR-OBA-05")
def test_a_mission_goes_from_round_to_correction_to_fire_and_not_otherwise():
    table = battery(contact=[3, 4, 4, 5, 4, 5], scatter=[3, 4] * 4, pace="all_at_once",
                    dice={"P18 artillery": [6, 6]})  # fmt: skip
    table.order("allied", CALL)
    assert table.refused("allied", round_at("9999")) == "", "there is no such hex"
    table.order("allied", round_at("1007"), CALL)
    assert table.refused("allied", aim_at("9999")) == ""
    assert table.refused("allied", round_at("1107")) == "OUT_OF_ORDER", "one round is all there is"
    assert table.refused("allied", effect(1)) == "OUT_OF_ORDER", "it comes after the correction"
    table.order("allied", aim_at("1007"))
    mission = table.picture("allied").missions["A-BTY"]
    assert (mission.stage, mission.aim, mission.heard) == ("corrected", "1007", True)
    assert table.refused("allied", round_at("1107")) == "OUT_OF_ORDER"
    table.order("allied", effect(1))
    assert table.refused("allied", aim_at("1207")) == "TOO_FAR", "one hex before each later fire"


def test_contact_without_a_round_is_lost_with_the_phase():
    table = battery(contact=[3, 4, 6, 6]).order("allied", CALL)
    next_phase(table)
    assert table.picture("allied").missions["A-BTY"].stage == "silent"
    assert table.refused("allied", round_at("1007")) == "NO_CONTACT"


def test_a_battery_with_two_missions_begins_the_second_anew_in_a_later_phase(variant):
    two = [{"id": "A-BTY", "title": "Field battery", "side": "allied", "observer": "A-FO", "from_turn": 1,
            "contact_number": 7, "missions": 2}]  # fmt: skip
    table = position(
        "A-FO at 0307", phase="initial-phase", step="off-board-artillery", game=variant(artillery=two, air=[]),
        oba_pace="all_at_once",
        by_purpose={**STILL, "SKR-OBA-02": [3, 4, 5, 5, 5, 5, 3, 4], "P18 scatter": [3, 4]},
    )  # fmt: skip
    table.order("allied", CALL).order("allied", round_at("1007"), aim_at("1007"), CALL)
    next_phase(table).order("allied", CALL)
    mission = table.picture("allied").missions["A-BTY"]
    assert (mission.stage, mission.used, mission.fired, mission.aim) == ("silent", 1, 0, None)
    assert table.refused("allied", CALL) == "ALREADY_TRIED", "not in the phase in which the first ended"
    next_phase(table).order("allied", CALL)
    assert table.picture("allied").missions["A-BTY"].stage == "contact"


def test_what_nobody_sees_fall_is_told_as_that_and_off_the_map_it_harms_nobody():
    """Twelve hexes off is near enough; the round goes wide into the farm, where the observer does not look."""
    table = battery(contact=[3, 4], scatter=[4, 4], dice={"P18 direction": [3], "P18 distance": [5]})
    table.order("allied", CALL).order("allied", round_at("1207"))
    told = table.told("allied", MissionTold)[-1]
    assert (told.step, told.hex) == ("fall", None) and not table.told("allied", PuffSeen)
    near = battery(contact=[3, 4], scatter=[4, 4], dice={"P18 direction": [5], "P18 distance": [3]})
    near.order("allied", CALL).order("allied", round_at("1507"))
    assert [report.hex for report in near.told("allied", PuffSeen)] == ["1307"], (
        "12 hexes from the observer: no hex more"
    )
    off = battery(contact=[3, 4], scatter=[4, 4], dice={"P18 direction": [5], "P18 distance": [6]})
    off.order("allied", CALL).order("allied", round_at("0207"))
    told = off.told("allied", MissionTold)[-1]
    assert (told.step, told.hex) == ("fall", None)


def test_shells_burst_in_the_trees_and_walls_count_in_full():
    """Firepower 8 and a throw of 7: seven in the open, less the walls, or one more in the woods."""
    for kind, caused in (("open", 3), ("woods", 4), ("stone_building", 2)):
        table = position(
            "A-FO at 0307", "G-SQ1 at 1107 quality 9", phase="initial-phase", step="off-board-artillery",
            ground={"changed": {"1107": kind}}, oba_pace="all_at_once", by_purpose={
                **STILL, "SKR-OBA-02": [3, 4, 4, 5], "P18 scatter": [3, 4] * 2, "P18 artillery": [3, 4], "P5": [1, 1],
            },
        )  # fmt: skip
        table.order("allied", CALL).order("allied", round_at("1107"), aim_at("1107"), CALL).order("allied", effect(1))
        assert [told.suppressions for told in table.told("german", FireSuffered)] == [caused]


def test_bombs_do_not_burst_in_the_trees():
    table = sky("A-SQ1 at 0307", "G-SQ1 at 1007 quality 9", check=[1, 1], ground={"changed": {"1007": "woods"}},
                dice={"P19 air": [3, 3], "P19 an air": [5, 5], "P5": [1, 1]})  # fmt: skip
    table.order("allied", Strike(hex="1007"))
    assert [told.suppressions for told in table.told("german", FireSuffered)] == [3], "12 + 6 - 10 - 2"
