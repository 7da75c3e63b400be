"""What a side is told before it sends is what comes: the attacker's total, the defender's lines, and who hears what."""

from __future__ import annotations

from service.engine.figures import signed
from service.engine.orders import Done
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
    assert said.value == told.total
    declared = {rule: value for rule, value in lines(said.bill, "rule").items() if rule.startswith("NDC-ATM")}
    assert declared == lines(bill_of(told.lines).that_counts, "rule")


def test_what_the_enemy_alone_knows_or_a_die_decides_stays_open():
    """A contact whose T/O level was told counts; strength, support and the rest have no value yet."""
    table = facing()
    blind = odds(table.picture("us"), DeclareGroundCombat(unit="U-A1", target="1003", type="probe", barrage=0))
    assert pending(blind.bill) == {"NDC-DFM-01", "NDC-DFM-04", "NDC-DFM-16", "NDC-DFM-17"}
    assert [plain_text(line).partition(":")[0] for line in blind.outlook] == [
        f"{signed(blind.bill.total + rest)} in all, if what you cannot see comes to {signed(rest)}"
        for rest in (-5, -10, 0)
    ]
    assert "they leave the hex" in plain_text(blind.outlook[0]) and blind.chance is None


def test_the_defender_reads_his_own_lines_before_he_answers():
    table = facing("su S-1R at 0802 deployed")
    table.order("us", DeclareGroundCombat(unit="U-A1", target="1003", type="assault"), Done())
    said = odds(table.picture("su"), Defend())
    assert said.bill.lines[0].name == say("the enemy's total")
    assert {"NDC-DFM-01", "NDC-DFM-04", "NDC-DFM-16"} <= set(lines(said.bill, "rule"))
    assert pending(said.bill) == {"NDC-DFM-16"}
    assert said.value == said.bill.total


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
