"""What a side is told before it sends is what comes: the attacker's total, the defender's lines, and who hears what."""

from __future__ import annotations

from typing import Any

from service.engine.figures import signed, spread
from service.engine.orders import Done, Order
from service.engine.sentences import place, plain_text, say
from service.games.ndc.known.bills import bill_of
from service.games.ndc.known.reports import AttackTotalled
from service.games.ndc.sections.declare import DeclareGroundCombat, Interdict
from service.games.ndc.sections.defence import Defend
from service.games.ndc.sections.foretelling import foretell
from service.games.ndc.sections.intelligence import AllotIntelligence
from service.games.ndc.sections.movement import Move
from service.games.ndc.sections.odds import odds
from tests.bills import lines, pending
from tests.games.ndc.fighting import attack, battle
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
    assert [plain_text(line).partition(":")[0] for line in blind.outlook] == [
        f"If their own lines come to {signed(rest)}, {signed(blind.value + rest)} in all" for rest in (-5, -10, 0)
    ]
    assert "to drive them out" in plain_text(blind.outlook[0]) and blind.chance is None


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

    assert of() == "Your total +7, the ground −3 = +4"
    assert of(barrage=4) == "Your total +7, the ground −3, your fire +2 to +4 = +6 to +8"
    assert of(ew=1) == "Your total +7, the ground −3, your jamming 0 to +2 = +4 to +6"
    assert of(command=True) == "Your total +7, the ground −3, the division commander 0 to +10 = +4 to +14"


def test_chances_follow_the_fire_on_both_sides():
    table = attack(battle(), barrage=0)
    without, fired = (reckoned(table, "us", Defend(fire=fire)) for fire in (0, 6))
    assert without == (
        "Differential: their total +20, your own lines −18 = +2",
        "30% to be driven out, T/O lost: you 0.4, they 0.7.",
    )
    assert fired == (
        "Differential: their total +20, your own lines −18, the fire −5 to −3 = −3 to −1",
        "10% to be driven out, 10% aborted, T/O lost: you 0.2, they 0.9.",
    )


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
