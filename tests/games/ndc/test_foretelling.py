"""What a side is told before it sends is what comes: the attacker's total, the defender's lines, and who hears what."""

from __future__ import annotations

import re
from typing import Any

import pytest

from service.engine import judging
from service.engine.figures import signed, spread
from service.engine.odds import Odds
from service.engine.orders import Done, Order
from service.engine.sentences import place, plain_text, say
from service.games.ndc.game import NDC
from service.games.ndc.known.bills import bill_of
from service.games.ndc.known.points import believed
from service.games.ndc.known.reports import AttackTotalled, DefenceTotalled, WeatherDetermined
from service.games.ndc.printed.order_of_battle import UnitSetup
from service.games.ndc.sections.declare import CounterBattery, DeclareGroundCombat, Interdict
from service.games.ndc.sections.defence import Defend
from service.games.ndc.sections.foretelling import foretell
from service.games.ndc.sections.intelligence import AllotIntelligence
from service.games.ndc.sections.movement import Move
from service.games.ndc.sections.odds import FAIR, STRONG, STRONG_TO, WEAK, WEAK_TO, odds
from tests.bills import lines, pending
from tests.games.ndc.fighting import answer, attack, battle, resolved, stock
from tests.positions import Table, position


def facing(*more: str) -> Table:
    """US tanks beside Soviet riflemen, in the Movement Segment of US."""
    return position(
        "us U-A1 at 1103 attack level 2", "us U-1B at 1302 deployed", "su S-I1 at 1003 defend", *more,
        heading="movement", phasing="us",
    )  # fmt: skip


def test_the_total_is_the_one_that_is_declared_line_by_line():
    table = facing("us U-I1 at 1104 attack")
    order = DeclareGroundCombat(unit="U-A1", target="1003", type="assault")
    said = odds(table.picture("us"), order)
    table.order("us", order, Done())
    table.done_until("movement-segment")
    (told,) = table.told("us", AttackTotalled)
    assert said.figure.startswith(f"Your total {signed(told.total)}")
    declared = {rule: value for rule, value in lines(said.bill, "rule").items() if rule.startswith("NDC-ATM")}
    assert declared == lines(bill_of(told.lines).that_counts, "rule")


def test_what_the_enemy_alone_knows_or_a_die_decides_stays_open():
    """A contact whose T/O level was told counts; strength, support and the rest have no value yet."""
    table = facing()
    blind = odds(table.picture("us"), DeclareGroundCombat(unit="U-A1", target="1003", type="probe", barrage=0))
    assert pending(blind.bill) == {"NDC-DFM-01", "NDC-DFM-04", "NDC-DFM-17"}
    chance, meant, nobody, fire, abort = map(plain_text, blind.outlook)
    assert re.fullmatch(
        r"Drives them out: \d+% \(strong defender\) to \d+% \(weak one\)\. T/O lost: you .*, they .*", chance
    ), chance
    assert meant == (
        "Strong: a fresh battalion in Defend mode, about −15. Weak: one at half its T/O level in Attack mode, about −7."
    )
    assert nobody == "If nobody is there, the probe only finds that out."
    assert fire == "Their fire and their jamming lower that, and nobody can tell you beforehand by how much."
    assert abort.startswith("Aborted means that it breaks off before it begins") and blind.chance is None


def test_the_defender_reads_his_own_lines_before_he_answers():
    table = facing("su S-1R at 0802 deployed")
    table.order("us", DeclareGroundCombat(unit="U-A1", target="1003", type="assault"), Done())
    said = odds(table.picture("su"), Defend())
    assert said.bill.lines[0].name == say("the enemy's total")
    assert {"NDC-DFM-01", "NDC-DFM-04"} <= set(lines(said.bill, "rule"))
    assert not pending(said.bill)
    assert said.value == said.bill.total


def reckoned(table: Table, side: str, order: Order) -> tuple[str, str]:
    """What an order comes to, with what it is made of; and its chances, as the form says them first."""
    said = odds(table.picture(side), order)
    assert said is not None and (said.value, said.most or said.value) == (said.bill.total, said.bill.most)
    return f"{said.figure} {spread(said.value, said.most)}", plain_text(said.outlook[0])


def test_an_attackers_forecast_follows_what_is_filled_in_and_adds_up_on_the_face_of_it():
    """Tanks before a town on the far side of a river: the town, the barrage, jamming and the commander each count."""
    table = position("su S-A1 at 1304 attack", "su S-DIV at 1304 deployed", "us U-I1 at 1204 defend", phasing="su")
    table.picture("su").account.commander = "S-A1"

    def of(**given: Any) -> str:
        return reckoned(table, "su", DeclareGroundCombat(unit="S-A1", target="1204", type="assault", **given))[0]

    assert of() == "Your total +7 (out of command −8), the ground −3 = +4"
    assert of(barrage=4) == "Your total +7 (out of command −8), the ground −3, your fire less theirs 0 to +4 = +4 to +8"
    assert of(ew=1) == "Your total +7 (out of command −8), the ground −3, your jamming 0 to +2 = +4 to +6"
    assert (
        of(command=True)
        == "Your total +7 (out of command −8), the ground −3, the division commander 0 to +10 = +4 to +14"
    )


def test_chances_follow_the_fire_on_both_sides():
    table = attack(battle(), barrage=0)
    without, fired = (reckoned(table, "us", Defend(fire=fire)) for fire in (0, 6))
    assert without == (
        "Differential: their total +20, your defence −18 = +2",
        "30% to be driven out, T/O lost: you 0.4, they 0.7.",
    )
    assert fired == (
        "Differential: their total +20, your defence −18, their barrage less your fire −5 to −3 = −3 to −1",
        "10% to be driven out, 10% aborted, T/O lost: you 0.2, they 0.9.",
    )


def test_an_attack_says_its_chance_as_a_range_from_a_strong_defender_who_fires_as_much_to_a_weak_one_who_does_not():
    """Their fire cancels the attacker's own: against the strong one it is as likely as without any."""
    table = facing()

    def chance(fire: int) -> tuple[int, int]:
        order = DeclareGroundCombat(unit="U-A1", target="1003", type="assault", barrage=fire)
        said = reckoned(table, "us", order)[1]
        who = ("strong, firing as much as you", "weak, silent") if fire else ("strong defender", "weak one")
        found = re.match(rf"Drives them out: (\d+)% \({who[0]}\) to (\d+)% \({who[1]}\)\.", said)
        assert found is not None, said
        return int(found[1]), int(found[2])

    bare, fired = chance(0), chance(6)
    assert bare[0] == fired[0] < bare[1] < fired[1]


def test_what_is_supposed_of_a_strong_and_of_a_weak_defender_is_what_most_battalions_of_both_sides_truly_have():
    """Strength, T/O level, commander and leaders: neither end is rosier than the charts."""
    rules = facing().truth.rules
    staffs, value, strength = {unit.id: unit for unit in rules.units}, rules.tables.modifier, rules.tables.strength

    def own(unit: UnitSetup, mode: str, to: int) -> int:
        lines = {
            "NDC-DFM-01": strength(unit.profile, mode, to).defence, "NDC-DFM-04": to,
            "NDC-DFM-14": staffs[unit.parent or ""].rating, "NDC-DFM-15": unit.leadership,
        }  # fmt: skip
        return sum(value(rule, of) for rule, of in lines.items())

    battalions = [unit for unit in rules.units if unit.type != "HQ"]
    for supposed, mode, to in ((STRONG, "defend", STRONG_TO), (WEAK, "attack", WEAK_TO)):
        have = sorted(own(unit, mode, to) for unit in battalions)
        assert abs(supposed - have[len(have) // 2]) <= 1, have


def test_a_defence_says_what_it_leaves_for_the_attacks_to_come_as_far_as_it_reaches_them():
    """Beside its chances, which stand over the button; of the last attack, and of one that nothing reaches, nothing."""
    table = stock(battle("su S-A2 at 0804 attack", "us U-I2 at 0904 defend"), "us", ew_points=2)
    for unit, target in (("S-A1", "0902"), ("S-A2", "0904")):
        table.order("su", DeclareGroundCombat(unit=unit, target=target, type="assault"))
    table.order("su", CounterBattery(target="1202", csps=1), Done())
    has = sum(believed(table.picture("us")).sources("0804", "support").values())

    def left(**given: Any) -> str:
        return reckoned(table, "us", Defend(**given))[1].partition(" Of what is left ")[2]

    assert left() == f"{has} CSPs and 2 EW attacks reach the attack to come."
    assert left(fire=3) == f"{has - 3} CSPs and 2 EW attacks reach the attack to come."
    assert left(fire=has, ew=2) == "0 CSPs reach the attack to come."
    table.order("us", Defend(), Done())
    assert left() == "", "the fire that follows is met by nothing"


def test_fire_that_makes_up_for_theirs_is_named_though_it_comes_to_nothing():
    table = attack(battle(), barrage=6)
    of = [reckoned(table, "us", Defend(fire=fire))[0] for fire in (0, 6)]
    assert of[1] == "Differential: their total +20, your defence −18, their barrage less your fire 0 = +2"
    assert "their barrage less your fire +" in of[0]


def test_sending_says_who_will_hear_what():
    table = facing("us U-I1 at 1106 attack", "us U-I2 at 1108 attack level 1")
    picture = table.picture("us")
    orders = [Move(unit="U-A1", path=("1104",)), Move(unit="U-I1", path=("1107",)), Move(unit="U-I2", path=("1109",))]
    assert [(one.rule, one.grave) for one in foretell(picture, orders)] == [
        ("NDC-REP-03", False), ("NDC-REP-04", False), ("NDC-REP-06", False), ("NDC-MOV-04", True),
    ]  # fmt: skip
    attack = DeclareGroundCombat(unit="U-A1", target="1003", type="probe")
    attack.believe(picture)
    (said,) = foretell(picture, [attack])
    assert said.rule == "NDC-GCD-11" and "the probe from 1103 on 1003" in plain_text(said.text)
    assert "its EW attacks and your superiority level" in plain_text(said.text)
    assert foretell(picture, [Interdict(target="1003", csps=3)])[0].text == say(
        "The enemy is told of the fire of 3 CSPs on ", place("1003"), "."
    )
    assert foretell(picture, [AllotIntelligence(air=0, signal=1, coverage=1, sectors=("D2",))])[0].rule == "NDC-INT-03"


def test_the_defender_reads_that_he_is_told_a_new_level_and_never_how_many_attacks_were_made():
    table = facing()
    table.order("us", DeclareGroundCombat(unit="U-A1", target="1003", type="assault"), Done())
    assert foretell(table.picture("su"), [Defend()]) == []
    fire, jamming = foretell(table.picture("su"), [Defend(fire=2, ew=1)])
    assert "CSPs of fire" in plain_text(fire.text) and "EW" not in plain_text(fire.text)
    assert "the enemy is told the new level, not how many you made" in plain_text(jamming.text)


def test_whoever_takes_the_last_battalion_out_of_an_objective_is_told_so_before_he_sends():
    """Weidenau is 1713. Headquarters hold nothing."""
    table = position(
        "su S-I4 at 1713 attack", "su S-1R at 1713 deployed", "us U-I1 at 1612 defend known",
        "us U-DIV at 0508 deployed", heading="movement", phasing="su",
    )  # fmt: skip
    warned = "Nobody will hold Weidenau (1713), which counts 2 points: an enemy who walks in has it."
    for orders, said in (
        ([Move(unit="S-I4", path=("1813",))], [warned]),
        ([Move(unit="S-1R", path=("1813",))], []),
        ([DeclareGroundCombat(unit="S-I4", target="1612", type="probe")], []),
        (
            [DeclareGroundCombat(unit="S-I4", target="1612", type="assault")],
            ["If your assault takes 1612, nobody will hold Weidenau (1713), which counts 2 points: an enemy who walks "
             "in has it."],
        ),
    ):  # fmt: skip
        refusals, believed = judging.judged(NDC, table.picture("su"), orders)
        assert not any(refusals), refusals
        assert [
            plain_text(one.text) for one in foretell(believed, orders) if "will hold" in plain_text(one.text)
        ] == said


def test_an_attack_is_vain_by_the_middle_of_its_range_and_not_by_its_better_end():
    """Tanks of every strength: some have a fair chance against the weak defender alone."""
    judged = set()
    for fatigue in range(4):
        for level in range(1, 5):
            table = position(
                f"us U-A1 at 1103 attack to {level} fatigue {fatigue}", "us U-1B at 1302 deployed",
                "su S-I1 at 1003 defend", heading="movement", phasing="us",
            )  # fmt: skip
            found = odds(
                table.picture("us"), DeclareGroundCombat(unit="U-A1", target="1003", type="assault", barrage=2)
            )
            assert found is not None
            worst, best = map(int, re.findall(r"(\d+)% \(", plain_text(found.outlook[0])))
            assert found.vain == ((worst + best) // 2 < FAIR)
            judged.add((found.vain, best >= FAIR))
    assert (True, True) in judged and (False, True) in judged


NO_WEAKER = "the attack that was aborted there this turn shows that they are no weaker."


@pytest.mark.parametrize(
    ("most", "said"),
    [
        (WEAK + 3, f"Weak: one at half its T/O level in Attack mode, about {signed(WEAK)}."),
        (WEAK - 3, f"in Defend mode, about {signed(STRONG)}. Weak: {signed(WEAK - 3)}: {NO_WEAKER}"),
        (STRONG - 3, f"Strong and weak: {signed(STRONG - 3)}: {NO_WEAKER}"),
    ],
)
def test_the_figures_that_are_named_of_a_defender_are_those_by_which_the_chance_is_reckoned(most: int, said: str):
    """Neither one that an aborted attack has ruled out, nor a weaker one than is supposed anyhow."""
    order = DeclareGroundCombat(unit="U-A1", target="1003", type="assault", barrage=0)
    shown, usual = facing().picture("us"), odds(facing().picture("us"), order)
    shown.withstood = {"1003": most}
    found = odds(shown, order)
    assert found is not None and usual is not None
    assert plain_text(found.outlook[1]).endswith(said)
    assert (plain_text(found.outlook[0]) != plain_text(usual.outlook[0])) == (most < WEAK)


def test_what_an_aborted_attack_has_shown_of_the_defender_is_supposed_of_them_afterwards():
    """And it is true: what was shown is never less than what their own lines came to."""
    table = position(
        "su S-A1 at 0708 attack fatigue 3", "su S-I1 at 0607 attack", "us U-I1 at 0608 defend",
        "su S-1R at 1008 deployed",
        "su S-DIV at 1208 deployed", "us U-1B at 0304 deployed", "us U-DIV at 0308 deployed", phasing="su",
        by_purpose={"NDC-RES-13": [1] * 9},
    )  # fmt: skip
    again = DeclareGroundCombat(unit="S-I1", target="0608", type="assault")
    before = odds(table.picture("su"), again)
    resolved(answer(attack(table, target="0608"), fire=2))
    most = table.picture("su").withstood["0608"]
    theirs = [line for line in table.told("us", DefenceTotalled)[-1].lines.items() if line[0] != "NDC-DFM-03"]
    assert most < WEAK and sum(value for _, value in theirs) <= most
    after = odds(table.picture("su"), again)
    assert before is not None and after is not None

    def weakest(found: Odds) -> int:
        return int(re.findall(r"(\d+)% \(weak", plain_text(found.outlook[0]))[0])

    assert weakest(after) < weakest(before)
    assert plain_text(after.outlook[1]).endswith(f" Weak: {signed(most)}: {NO_WEAKER}")
    WeatherDetermined(turn=2, time_of_day="Noon", conditions=(), dice=(1, 1), number=1).teach(table.picture("su"))
    assert table.picture("su").withstood == {}
