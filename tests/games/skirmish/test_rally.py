"""The Rally Phase: repairs, and who rallies whom."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from service.engine.sentences import plain_text
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.reports import CheckTold, ContactSeen, FireSuffered, MovesIn
from service.games.skirmish.printed.bases import outward
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.rally import PlanRally, Rally, SelfRally
from service.games.skirmish.sections.repairs import Repair
from service.games.skirmish.staff.bases import came_of
from service.games.skirmish.staff.clocks import has_tries
from service.games.skirmish.truth.looking import look
from tests.games.skirmish.positions import Table, position
from tests.games.skirmish.table import added, happen

GOOD, BAD = [3, 3], [5, 5]
"""Throws that any regular base passes, and fails."""


def rallying(
    *bases: str, step: str = "", attacker: str = "allied", dice: dict[str, list[int]] | None = None, **given: Any
) -> Table:
    return position(*bases, phase="rally-phase", step=step, attacker=attacker, by_purpose=dice, **given)


@pytest.mark.rule("SKR-SEQ-03")
def test_the_rally_phase_has_four_steps_in_order():
    table = rallying(
        "A-MMG at 0408 jammed", "A-SQ1 at 0207 ammunition low", "A-SQ2 at 0409 broken", "A-L1 at 0408", step="repair",
        dice={"SKR-REP-02": BAD},
    )  # fmt: skip
    table.order("allied", Repair(base="A-MMG")).done_until("rally-by-leaders")
    assert table.refused("allied", Repair(base="A-MMG")) == "WRONG_STEP"
    table.done("allied")
    steps = [name for name in table.headings("rally-phase") if "defender" not in name]
    assert steps == ["repair", "ammunition", "self-rally", "rally-by-leaders"]
    assert table.refused("allied", Repair(base="A-MMG")) == "WRONG_PHASE"


def test_both_sides_rally_the_attacker_first():
    bases = ("A-SQ1 at 0408 broken", "G-SQ1 at 1309 broken")
    table = rallying(*bases, step="self-rally", dice={"SKR-RAL-01": GOOD * 2})
    table.order("allied", SelfRally(base="A-SQ1")).done("allied")
    assert [roll.purpose.split()[-3] for roll in table.rolls("SKR-RAL-01")] == ["allied", "german"]
    assert table.base("G-SQ1").morale == "good"
    alone = rallying(*bases, step="self-rally", rally_sides="phasing", dice={"SKR-RAL-01": GOOD}).done("allied")
    assert alone.base("G-SQ1").morale == "broken" and not alone.rolls("SKR-RAL")


def test_the_defenders_tries_go_by_their_rally_plan():
    """Routed before broken, under the nearest leader with tries left; those for whom none is left try alone."""
    bases = (
        "A-SQ1 at 0408 broken", "G-L2 at 1110 rating 1", "G-SQ1 at 1109 broken", "G-SQ2 at 1009 routed",
        "G-HMG at 1209 jammed", "G-SQ3 at 1309 ammunition low",
    )  # fmt: skip
    dice = {"SKR-RAL": GOOD * 2, "SKR-REP-02": GOOD, "SKR-AMM-02": GOOD}
    table = rallying(*bases, step="self-rally", dice=dice).done_until("prepared-fire")
    assert [r.purpose[:10] for r in table.rolls("SKR-")] == ["SKR-REP-02", "SKR-RAL-01", "SKR-RAL-04"]
    assert table.base("G-SQ1").morale == "good" and table.base("G-SQ2").morale == "broken"
    late = {**dice, "SKR-AIR-01": [6]}
    planned = position(*bases, "A-FO at 0307", phase="initial-phase", turn=2, by_purpose=late)
    planned.order("german", PlanRally(base="G-SQ1", rally=False), PlanRally(base="G-SQ3", ammunition=True))
    planned.done_until("prepared-fire")
    assert planned.base("G-SQ1").morale == "broken", "it lets it be"
    assert planned.base("G-SQ3").replenished and planned.base("G-SQ3").hex == "1507", "it goes as far as it can"


@pytest.mark.rule("SKR-SEQ-03")
def test_the_defender_hears_of_the_enemys_rally_phase_with_the_first_fire_that_they_notice():
    """Or else when the moves are in: sooner, the moment would tell whether the attacker had anything to try."""
    bases = ("A-SQ1 at 0408", "A-SQ2 at 0409 broken", "G-SQ1 at 1309 broken", "G-SQ2 at 0508")
    dice = {"SKR-RAL-01": [1, 2] * 2, "P7 fire": GOOD, "P5": GOOD}
    unfired, fired = (
        rallying(*bases, step="self-rally", dice=dice)
        .order("allied", SelfRally(base="A-SQ2"))
        .done_until("prepared-fire")
        for _ in range(2)
    )
    assert unfired.base("G-SQ1").morale == "good" and not unfired.logs["german"]
    unfired.done("allied")
    assert unfired.step == "movement" and not unfired.logs["german"]
    unfired.done("allied")
    assert unfired.told("german", MovesIn)
    target = fired.contact("allied", "0508")
    assert target is not None
    fired.order("allied", Fire(base="A-SQ1", target=target.handle))
    heard = [type(entry.report) for entry in fired.logs["german"]]
    assert heard.index(CheckTold) < heard.index(FireSuffered), "in the order in which it was"
    for table in (unfired, fired):
        [rally] = [told for told in table.told("german", CheckTold) if told.rule == "SKR-RAL-01"]
        assert (rally.base, rally.now) == ("G-SQ1", "good") and table.picture("german").own["G-SQ1"].morale == "good"


def test_the_order_in_which_enemies_recover_does_not_tell_who_was_led():
    """Two who are seen rally, one alone and one under a leader, or both under a leader out of sight."""
    seen = ("A-SQ1 at 0408", "A-SQ2 at 0405 broken", "A-L1 at 0405", "G-SQ2 at 0904 broken", "G-SQ1 at 0906 broken")
    heard, tried = set(), set()
    for unseen in ("G-L1 at 1104 rating 1", "G-L1 at 1104"):
        table = rallying(*seen, unseen, step="self-rally", dice={"SKR-RAL": [1, 2] * 3})
        assert len(table.picture("allied").contacts) == 2, "the leader stands out of sight"
        table.done("allied").order("allied", Rally(base="A-SQ2", leader="A-L1")).done_until("prepared-fire")
        assert table.base("G-SQ1").morale == table.base("G-SQ2").morale == "good"
        heard.add(repr([entry.report for entry in table.logs["allied"]]))
        tried.add(tuple(roll.purpose[:10] for roll in table.rolls("SKR-RAL") if "german" in roll.purpose))
    assert len(tried) == 2 and len(heard) == 1, (tried, heard)


def test_who_sees_an_enemy_rally_is_told_so_in_words_at_that_moment():
    """Its owner hears of it at a moment that tells nothing, and reads beforehand that and why it is so."""
    table = rallying("A-SQ1 at 0408", "G-SQ1 at 0708 broken", dice={"SKR-RAL-01": [1, 2]})
    assert table.step == "prepared-fire" and table.base("G-SQ1").morale == "good"
    [seen] = [one for one in table.told("allied", ContactSeen) if one.contact.in_sight]
    handle = seen.contact.handle
    assert plain_text(SKIRMISH.words.prose(seen)) == f"Enemy {handle}, squad, in 0708 is in good order again."
    assert table.picture("allied").contacts[handle] == seen.contact, "the map shows no more than it was told"
    assert not table.told("german", CheckTold)
    waits = SKIRMISH.words.waiting(SKIRMISH.known(table.picture("german")))
    assert "you hear how that went when the enemy's moves begin" in plain_text(waits.text)
    table.done("allied", "allied")
    assert table.told("german", CheckTold)
    assert not has_tries(table.picture("german"))


def test_who_rallied_from_rout_is_not_said_to_have_simply_rallied():
    table = rallying("A-SQ1 at 0408 routed", "A-L1 at 0408", step="rally-by-leaders", dice={"SKR-RAL-04": [1, 2]})
    table.order("allied", Rally(base="A-SQ1", leader="A-L1")).done("allied")
    [card] = SKIRMISH.words.cards(SKIRMISH.known(table.picture("allied")), table.logs["allied"])
    assert "rallied from rout, but is still broken." in plain_text(card.outcome)


def test_a_rally_plan_holds_as_it_stands_when_the_enemys_turn_begins():
    """What is written later holds from their next one on: their tries come while they are told of none."""
    dice = {"SKR-RAL-01": GOOD, "SKR-AIR-01": [6]}
    table = position(
        "A-FO at 0307", "G-SQ1 at 1309 broken", phase="combat-phase", step="advance", attacker="german",
        by_purpose=dice,
    ).done_until("off-board-artillery")  # fmt: skip
    table.order("german", PlanRally(base="G-SQ1", rally=False)).done_until("prepared-fire")
    assert table.base("G-SQ1").morale == "good", "it tried all the same"


def test_who_rallies_from_rout_is_told_to_be_broken_still_and_against_what_it_was_thrown():
    table = rallying("A-SQ1 at 0408 routed", "A-L1 at 0408", step="rally-by-leaders", dice={"SKR-RAL-04": [1, 2]})
    [rally] = table.order("allied", Rally(base="A-SQ1", leader="A-L1")).told("allied", CheckTold)
    assert (rally.now, rally.number, table.base("A-SQ1").morale) == ("broken", 7, "broken")
    assert came_of(rally) == "rallied from rout, but is still broken"


# ---- repairs


@pytest.mark.rule("SKR-REP-01")
def test_an_original_12_breaks_equipment_down_and_nothing_else_does():
    def fires(faces: list[int], **ground: Any) -> Table:
        table = position(
            "A-MMG at 0307", "A-SQ1 at 0306", "G-SQ1 at 0907", phase="combat-phase", step="prepared-fire",
            by_purpose={"P7 fire": faces, "P5": [1, 1]}, ground=ground,
        )  # fmt: skip
        target = table.contact("allied", "0907")
        assert target is not None
        return table.order("allied", Fire(base="A-MMG", target=target.handle))

    table = fires([6, 6])
    handle = table.contact("allied", "0907").handle
    assert table.base("A-MMG").broken_down and table.picture("allied").own["A-MMG"].broken_down
    assert table.refused("allied", Fire(base="A-MMG", target=handle)) == "BROKEN_DOWN"
    table.dice.by_purpose["P7 fire"] = [6, 6]
    table.order("allied", Fire(base="A-SQ1", target=handle))
    assert not table.base("A-SQ1").broken_down and table.base("A-SQ1").ammunition == "low", "small arms run low"
    worse = fires([6, 5], smoke={"0607": 1})
    assert not worse.base("A-MMG").broken_down, "a total of 12 is no original 12"


@pytest.mark.rule("SKR-REP-02")
def test_a_quality_roll_repairs():
    for faces, works in (([3, 4], True), ([4, 4], False), ([1, 1], True), ([6, 6], False)):
        table = rallying("A-MMG at 0408 jammed quality 4", step="repair", dice={"SKR-REP-02": faces})
        table.order("allied", Repair(base="A-MMG"))
        assert table.base("A-MMG").broken_down != works
        assert table.told("allied", CheckTold)[0].faces == tuple(faces) and not table.told("german", CheckTold)
    assert rallying("A-MMG at 0408 jammed", step="repair", dice={"SKR-REP-02": BAD}).order(
        "allied", Repair(base="A-MMG")
    ).refused("allied", Repair(base="A-MMG")) == "ALREADY_TRIED"  # fmt: skip


@pytest.mark.rule("SKR-REP-03")
def test_the_carrier_repairs_with_its_own_quality():
    table = rallying("A-MMG at 0408 jammed quality 3", "A-L1 at 0408", step="repair", dice={"SKR-REP-02": [3, 4]})
    assert table.refused("allied", Repair(base="A-L1")) == "NOT_THE_CARRIER"
    table.order("allied", Repair(base="A-MMG"))
    assert table.base("A-MMG").broken_down, "7 is too much for quality 3, whatever the leader beside it is worth"


# ---- self-rally


def alone(*bases: str, faces: list[int], **given: Any) -> Table:
    table = rallying(*bases, step="self-rally", dice={"SKR-RAL-01": faces, "SKR-RAL-03": [6]}, **given)
    return table.order("allied", SelfRally(base="A-SQ1"))


@pytest.mark.rule("SKR-RAL-01")
def test_a_broken_base_may_rally_by_itself_once():
    """Quality 4 and three, less one for being alone: 6 or less, in the open and with no enemy near."""
    rallied = alone("A-SQ1 at 0409 broken suppression 0", faces=[3, 3])
    assert rallied.base("A-SQ1").morale == "good"
    assert rallied.refused("allied", SelfRally(base="A-SQ1")) == "ALREADY_TRIED"
    failed = alone("A-SQ1 at 0409 broken", faces=[3, 4])
    assert failed.base("A-SQ1").morale == "broken"
    assert failed.refused("allied", SelfRally(base="A-SQ1")) == "ALREADY_TRIED"
    assert failed.told("allied", CheckTold)[0].modifiers == (("alone", 1),)


@pytest.mark.parametrize(
    ("bases", "modifiers"),
    [
        (("A-SQ1 at 0409 broken suppression 2",), {"suppressions": 2, "alone": 1}),
        (("A-SQ1 at 0409 broken", "A-L2 at 0409"), {}),
        (("A-SQ1 at 0409 broken", "A-L2 at 0409 pinned"), {"alone": 1}),
        (("A-SQ1 at 0402 broken",), {"alone": 1, "in cover": -1}),
        (("A-SQ1 at 0507 broken", "G-SQ1 at 0907"), {"alone": 1, "enemy near": 1}),
        (("A-SQ1 at 0507 broken", "G-SQ1 at 1007"), {"alone": 1}),
    ],
)
def test_what_makes_a_rally_harder_or_easier(bases: tuple[str, ...], modifiers: dict[str, int]):
    assert added(alone(*bases, faces=[2, 2]).told("allied", CheckTold)[0]) == modifiers


def test_an_original_12_makes_it_worse():
    assert alone("A-SQ1 at 0409 broken quality 7", faces=[6, 6]).base("A-SQ1").morale == "routed"


@pytest.mark.rule("SKR-RAL-02")
def test_a_routed_base_does_not_rally_by_itself():
    """By itself it is no reason to ask; beside one that may, it is refused."""
    assert rallying("A-SQ1 at 0409 routed").step == "prepared-fire"
    table = rallying("A-SQ1 at 0409 routed", "A-SQ2 at 0306 broken", step="self-rally")
    assert table.refused("allied", SelfRally(base="A-SQ1")) == "ROUTED"
    assert [option.subjects for option in table.options("allied", "self-rally")] == [("A-SQ2",)]


@pytest.mark.rule("SKR-RAL-03")
def test_an_original_2_in_a_self_rally_makes_a_leader():
    made = alone("A-SQ1 at 0409 broken quality 6", faces=[1, 1])
    [leader] = [base for base in made.picture("allied").own.values() if base.leader]
    assert (leader.hex, leader.quality, leader.rating) == ("0409", 5, -1) and made.base("A-SQ1").morale == "good"
    assert made.truth.bases[leader.id].leader and made.refolds()
    three = alone("A-SQ1 at 0409 broken", faces=[1, 2])
    assert not any(base.leader for base in three.truth.bases.values())
    led = rallying("A-SQ1 at 0409 broken", "A-L1 at 0409", step="rally-by-leaders", dice={"SKR-RAL-04": [1, 1]})
    led.order("allied", Rally(base="A-SQ1", leader="A-L1"))
    assert led.base("A-SQ1").morale == "good" and len(led.truth.bases) == 2


def test_single_men_make_no_leader_and_the_option_limits_their_number():
    man = rallying("A-FO at 0409 broken", step="self-rally", dice={"SKR-RAL-01": [1, 1]})
    man.order("allied", SelfRally(base="A-FO"))
    assert man.base("A-FO").morale == "good" and len(man.truth.bases) == 1
    bases = [f"A-SQ{n} at 040{n} broken" for n in range(1, 4)]
    for limit, leaders in (("none", 3), ("2", 2)):
        dice = {"SKR-RAL-01": [1] * 6, "SKR-RAL-03": [1, 4, 6]}
        table = rallying(*bases, step="self-rally", leader_creation_limit=limit, dice=dice)
        for number in range(1, 4):
            table.order("allied", SelfRally(base=f"A-SQ{number}"))
        made = [base for base in table.truth.bases.values() if base.leader]
        assert len(made) == leaders and [base.rating for base in made] == [1, 0, -1][:leaders]


# ---- rally by leaders


@pytest.mark.rule("SKR-RAL-04")
def test_a_leader_rallies_within_his_command_range():
    """Rating 0: three hexes, whatever lies between."""
    table = rallying("A-L2 at 0407 rating 0", "A-SQ1 at 0707 routed", "A-SQ2 at 0807 routed", step="rally-by-leaders",
                     dice={"SKR-RAL-04": [3, 4]})  # fmt: skip
    assert table.refused("allied", Rally(base="A-SQ2", leader="A-L2")) == "OUT_OF_COMMAND"
    table.order("allied", Rally(base="A-SQ1", leader="A-L2"))
    assert table.base("A-SQ1").morale == "broken", "7 is enough under a leader; a routed base is broken then"
    assert table.refused("allied", Rally(base="A-SQ1", leader="A-L2")) == "ALREADY_TRIED"
    good = rallying("A-L2 at 0407", "A-SQ1 at 0707 routed", step="rally-by-leaders", rally_routed_to="good",
                    dice={"SKR-RAL-04": GOOD})  # fmt: skip
    assert good.order("allied", Rally(base="A-SQ1", leader="A-L2")).base("A-SQ1").morale == "good"


def test_one_try_a_phase_and_no_help_from_a_leader_who_is_broken_himself():
    table = rallying("A-L1 at 0408", "A-L2 at 0407 broken", "A-SQ1 at 0409 broken", "A-SQ2 at 0508 routed",
                     step="self-rally", dice={"SKR-RAL-01": BAD, "SKR-RAL-04": [6, 6]})  # fmt: skip
    table.order("allied", SelfRally(base="A-SQ1")).done_until("rally-by-leaders")
    assert table.refused("allied", Rally(base="A-SQ1", leader="A-L1")) == "ALREADY_TRIED"
    assert table.refused("allied", Rally(base="A-SQ2", leader="A-L2")) == "NOT_ELIGIBLE"
    table.order("allied", Rally(base="A-SQ2", leader="A-L1"))
    assert table.base("A-SQ2").gone == "eliminated", "an original 12 for a routed base"


def tries(rating: int, broken: int, quality: int = 5) -> int:
    """How many bases of these a leader can see to; the next is refused as LEADER_SPENT."""
    bases = [f"A-SQ{n} at 040{n} broken" for n in range(1, broken + 1)]
    table = rallying(f"A-L1 at 0403 rating {rating} quality {quality}", *bases, step="rally-by-leaders",
                     dice={"SKR-RAL-04": BAD * broken})  # fmt: skip
    for number in range(1, broken + 1):
        order = Rally(base=f"A-SQ{number}", leader="A-L1")
        if number > 2 - rating:
            assert table.refused("allied", order) == "LEADER_SPENT"
            return number - 1
        table.order("allied", order)
    return broken


@pytest.mark.rule("SKR-RAL-05")
def test_a_leader_sees_to_two_bases_and_another_to_the_third():
    table = rallying("A-L2 at 0408 rating 0", "A-L1 at 0407 rating 0", "A-SQ1 at 0406 broken", "A-SQ2 at 0409 broken",
                     "A-SQ3 at 0508 broken", step="rally-by-leaders", dice={"SKR-RAL-04": BAD * 3})  # fmt: skip
    table.order("allied", Rally(base="A-SQ1", leader="A-L2"), Rally(base="A-SQ2", leader="A-L2"))
    assert table.refused("allied", Rally(base="A-SQ3", leader="A-L2")) == "LEADER_SPENT", "tries count, not successes"
    table.order("allied", Rally(base="A-SQ3", leader="A-L1"))
    assert len(table.rolls("SKR-RAL-04")) == 3


@pytest.mark.rule("SKR-RAL-06")
def test_the_rating_says_how_many_bases_a_leader_can_rally():
    assert {rating: tries(rating, 5) for rating in (1, 0, -1, -2)} == {1: 1, 0: 2, -1: 3, -2: 4}


@pytest.mark.rule("SKR-RAL-07")
def test_a_leader_q4_plus_1_can_rally_one_base():
    assert tries(1, 2, quality=4) == 1


@pytest.mark.rule("SKR-RAL-08")
def test_a_leader_q6_minus_1_can_rally_three_bases():
    assert tries(-1, 4, quality=6) == 3


def test_a_base_still_broken_beside_an_enemy_routs_when_the_phase_ends():
    table = rallying("A-SQ1 at 0507 broken", "A-SQ2 at 0409 broken", "G-SQ1 at 0607", step="self-rally").done("allied")
    assert (table.base("A-SQ1").morale, table.base("A-SQ2").morale) == ("routed", "broken")


@pytest.mark.parametrize(("crewed", "morale"), [(True, "routed"), (False, "broken")])
def test_a_gun_that_its_crew_has_left_routs_nobody(crewed: bool, morale: str):
    table = rallying("A-SQ1 at 0507 broken", "G-ATG at 0607", step="self-rally")
    if not crewed:
        table.truth.bases["G-ATG"].crewed = False
        happen(table.truth, look(table.truth))
        for handle, contact in table.truth.eyes["allied"].items():
            seen = replace(contact, shows=outward(table.base("G-ATG"), 2))
            table.truth.eyes["allied"][handle] = table.picture("allied").contacts[handle] = seen
    assert table.done("allied").base("A-SQ1").morale == morale


def test_a_base_that_is_only_suspected_next_to_it_routs_nobody():
    """Dummies stand in open sight of nobody: a suspicion in the next hex is looked into, and struck off."""
    table = rallying("A-SQ1 at 0507 broken", "A-SQ2 at 0407", "G-SQ1 at 0707", step="self-rally").done("allied")
    assert table.base("A-SQ1").morale == "broken", "two hexes off is not next to it"


@pytest.mark.rule("SKR-RAL-05")
def test_the_defenders_leaders_take_the_nearest_and_those_without_one_try_alone():
    """Two leaders of one base each; the routed base has the nearer, one broken base the other, the third is alone."""
    table = rallying(
        "A-SQ1 at 0408 broken", "G-L1 at 1108 rating 1", "G-L2 at 1110 rating 1", "G-SQ1 at 1109 broken",
        "G-SQ2 at 1111 routed", "G-SQ3 at 1209 broken", step="self-rally",
        dice={"SKR-RAL-04": BAD * 2, "SKR-RAL-01": BAD},
    ).done_until("prepared-fire")  # fmt: skip
    assert [table.base(id).ralliers for id in ("G-L1", "G-L2")] == [1, 1]
    alone = [roll.purpose[-4:] for roll in table.rolls("SKR-RAL-01 rally of german")]
    led = [roll.purpose[-4:] for roll in table.rolls("SKR-RAL-04 rally of german")]
    assert led == ["1111", "1109"] and alone == ["1209"]


def test_a_gun_without_its_crew_is_repaired_by_nobody():
    table = rallying("A-ATG gun type at_gun_75 at 0408 jammed", "A-MMG at 0508 jammed", step="repair")
    table.truth.bases["A-ATG"].crewed = table.picture("allied").own["A-ATG"].crewed = False
    assert table.refused("allied", Repair(base="A-ATG")) == "NOT_ELIGIBLE"


def test_the_threshold_of_a_rally_roll_is_quality_and_three():
    """Seven under a leader of rating 0 rallies quality 4; eight does not."""
    for faces, morale in (([3, 4], "good"), ([4, 4], "broken")):
        table = rallying(
            "A-L2 at 0407 rating 0", "A-SQ1 at 0409 broken", step="rally-by-leaders", dice={"SKR-RAL-04": faces}
        )
        table.order("allied", Rally(base="A-SQ1", leader="A-L2"))
        assert table.base("A-SQ1").morale == morale
        [told] = table.told("allied", CheckTold)
        assert told.result == ("rallied" if morale == "good" else "no better")
