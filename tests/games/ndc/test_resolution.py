"""The resolver's procedure, step by step (NDC-RES-01 to 20).

In the open field the differential is +2: a die of 1 gives 2/0, 5 nothing, 6 1/1, 8 0/0r1, 10 0/1r2. Better leadership
moves it: +4 gives +6 (9: 0/1r2B), +11 gives +13 (8: 0/2r3B, 9: overrun); worse by 6 gives -4 (1: abort).
"""

from __future__ import annotations

import pytest

from service.engine.orders import Done
from service.games.ndc.known.reports import (
    AttackTotalled,
    CombatResolved,
    ContactWithdrawn,
    EnemyLost,
    EnemyRetreated,
    OwnUnitReported,
)
from service.games.ndc.sections.declare import DeclareGroundCombat
from service.games.ndc.sections.defence import Defend, Retreat
from service.games.ndc.sections.movement import Move
from tests.games.ndc.fighting import (
    DEFENDER,
    HQS,
    RESULT,
    answer,
    attack,
    battle,
    defence,
    resolved,
    result,
    sheet,
    stock,
)
from tests.positions import Table, position, said

STEPS = [
    "final protective fire", "chemical", "attacker EW attacks", "defender EW attacks", "total", "attack abort",
    "overrun", "combat results", "breakthrough markers", "attacker behaviour",
]  # fmt: skip
JAM, JAM_BACK = "NDC-RES-05 EW attack of Soviet", "NDC-RES-06 EW attack of US"
OVERRUN = {"attacker": "leadership 12", "die": 9}
ABORT = {"attacker": "leadership 0 level 4", "die": 1}


@pytest.mark.rule("NDC-RES-01")
def test_the_steps_stand_in_the_printed_order_and_both_jammings_before_the_total():
    """Everything at once: fire, gas, jamming on both sides, command, a breakthrough."""
    table = battle(attacker="leadership 9", die=9, more_dice={JAM: [5], JAM_BACK: [5]})
    for side in ("us", "su"):
        stock(table, side, ew_points=3, released=True)
    attack(table, barrage=3, chemical=True, ew=1)
    answer(table, fire=2, chemical=True, ew=1)
    resolved(table)
    combat = sheet(table)
    assert combat.steps == STEPS
    entries = [combat.resolver_lines[f"NDC-DFM-{line:02}"] for line in (8, 9, 10, 11)]
    assert entries == [5, -2, -5, 2], "gas and jamming of both sides count in the total"


@pytest.mark.rule("NDC-RES-02")
def test_final_protective_fire_is_asked_for_in_every_ground_combat_up_to_what_reaches():
    table = attack(battle())
    assert table.refused("us", Defend(fire=9)).rule == "NDC-RES-02"
    resolved(answer(table, fire=8))
    assert result(table, "su").fire == 8
    assert table.truth.accounts["US"].support_used == {"U-DIV": 6, "U-1B": 2}


def test_fire_is_measured_to_the_hex_that_the_attack_comes_from():
    """From 1702 the brigade's guns reach the defender in 0902, 8 hexes off, and not the attacker in 0802."""
    table = attack(stock(battle(hqs=("us U-1B at 1702 deployed",)), "us", commander="U-I1"))
    refusal = table.refused("us", Defend(fire=1))
    assert "You asked for 1 CSP at 0802; 0 are left in range" in refusal.reason


def test_the_defender_names_the_headquarters_he_draws_from():
    table = attack(battle()).order("us", Defend(fire=4, hqs=("U-1B", "U-DIV")))
    for account in (table.picture("us").account, table.truth.accounts["US"]):
        assert account.support_used == {"U-1B": 3, "U-DIV": 1}
    other = attack(battle("us U-2B at 2016 deployed"))
    assert "U-2B has no CSPs left that reach 0802" in other.refused("us", Defend(fire=1, hqs=("U-2B",))).reason


def test_of_two_brigades_that_one_fires_whose_guns_reach_the_attacker():
    """Both have 3 points; from 1702 only the defender's own hex is in range."""
    table = resolved(answer(attack(battle(hqs=("us U-1B at 1702 deployed", "us U-2B at 1202 deployed"))), fire=2))
    assert table.truth.accounts["US"].support_used == {"U-2B": 2}


@pytest.mark.rule("NDC-MOV-02")
def test_a_side_without_points_or_unit_is_not_asked_of_the_combat_and_sends_it_off_all_the_same():
    """The attacker hears of nothing until then, just as where there was something to decide."""
    table = battle(hqs=())
    table.order("su", DeclareGroundCombat(unit="S-A1", target="0803", type="probe"), Done())
    assert (table.heading, table.waiting) == ("send-the-results", ["US"])
    assert [report.outcome for report in table.told("us", CombatResolved)] == ["no-contact"]
    assert table.told("su", CombatResolved) == [] and table.letters("su") == 0
    assert [report.outcome for report in table.done("us").told("su", CombatResolved)] == ["no-contact"]


def test_what_was_answered_stays():
    table = attack(battle()).order("us", Defend(fire=1))
    assert "have answered already" in table.refused("us", Defend(fire=2)).reason


@pytest.mark.rule("NDC-RES-03", "NDC-RES-04")
@pytest.mark.parametrize("persistent", [True, False])
def test_chemical_fire_is_told_and_persistent_gas_lies_where_the_attack_came_from(persistent: bool):
    withheld = attack(battle()).refused("us", Defend(fire=2, chemical=True))
    assert withheld.rule == "NDC-RES-03" and "no chemical release" in withheld.reason
    table = stock(battle(), "us", released=True)
    attack(table)
    assert table.refused("us", Defend(chemical=True)).rule == "NDC-RES-03"
    assert table.refused("us", Defend(fire=2, persistent=True)).rule == "NDC-RES-04"
    resolved(answer(table, fire=2, chemical=True, persistent=persistent))
    assert (result(table, "su").chemical, result(table, "su").persistent) == (True, persistent)
    for side in ("us", "su"):
        assert bool(table.picture(side).marker("gas", "0802")) == persistent
    assert len(table.truth.markers) == persistent
    assert table.picture("su").enemy_uses == 1
    assert table.truth.accounts["US"].chemical_uses == 1


def test_aircraft_named_for_the_fire_carry_no_chemicals():
    table = attack(stock(battle(), "us", released=True, air=3))
    assert table.refused("us", Defend(fire=2, chemical=True, hqs=("air",))).rule == "NDC-RES-03"
    table.order("us", Defend(fire=2, hqs=("air",)))


@pytest.mark.rule("NDC-RES-05")
def test_what_the_attackers_jamming_did_is_not_told_to_him():
    """Two attacks at even superiority, 5 and 6: the battalion is at EW2, and only its owner sees it."""
    table = stock(battle(attacker="leadership 8", die=2, more_dice={JAM: [5, 6]}), "su", ew_points=2)
    resolved(attack(table, ew=2))
    assert table.unit("U-I1").ew == 2
    assert table.believes("us", "U-I1").ew == 2
    quiet = stock(battle(attacker="leadership 8", die=2, more_dice={JAM: [1, 2]}), "su", ew_points=2)
    resolved(attack(quiet, ew=2))
    assert quiet.unit("U-I1").ew == 0
    assert table.logs["Soviet"] == quiet.logs["Soviet"]
    assert table.picture("su") == quiet.picture("su")


def test_jamming_counts_the_net_superiority_and_ends_at_the_highest_level():
    """Three against none: a 4 becomes a 7 and raises by two; the highest level is 3."""
    table = stock(battle(more_dice={JAM: [4, 4, 4], JAM_BACK: [6, 6]}), "su", ew_points=3, superiority=3)
    stock(table, "us", ew_points=2)
    resolved(answer(attack(table, ew=3), ew=2))
    assert table.unit("U-I1").ew == 3
    assert table.unit("S-A1").ew == 0


@pytest.mark.rule("NDC-RES-06", "NDC-DFM-10")
def test_the_defenders_jamming_of_the_attacker_is_declared_and_used():
    table = stock(battle(attacker="ew 1", more_dice={JAM_BACK: [5]}), "us", ew_points=1)
    attack(table)
    assert "2 EW attacks cost 2 EW points; you have 1" in table.refused("us", Defend(ew=2)).reason
    resolved(answer(table, ew=1))
    assert result(table, "su").attacker_ew == 2
    assert defence(sheet(table))["NDC-DFM-10"] == -6
    assert table.believes("su", "S-A1").ew == 2


def jammed_back(*dice: int, jammed: str = "") -> Table:
    """The defender makes so many EW attacks on the attacker, with these dice; the rest goes as it goes without them."""
    table = stock(battle(attacker=jammed, more_dice={JAM_BACK: list(dice)}), "us", ew_points=3)
    return resolved(answer(attack(table), ew=len(dice)))


@pytest.mark.rule("NDC-RES-06")
def test_of_the_defenders_jamming_the_attacker_learns_the_new_level_and_no_more():
    """One of three that took is told like one of one, and the level is told by itself: EW2, wherever it came from."""
    table, alone = jammed_back(1, 5, 4, jammed="ew 1"), jammed_back(5, jammed="ew 1")
    assert table.unit("S-A1").ew == 2
    assert table.logs["Soviet"] == alone.logs["Soviet"]
    assert table.picture("su") == alone.picture("su")
    [sentence] = [said(report) for report in table.told("su", CombatResolved)]
    assert "the attacker is jammed at EW2" in sentence
    assert "EW attack" not in sentence


@pytest.mark.parametrize("jammed", ["", "ew 1"])
def test_of_jamming_that_failed_the_attacker_is_told_nothing_at_all(jammed: str):
    table, without = jammed_back(1, 4, 2, jammed=jammed), jammed_back(jammed=jammed)
    assert table.truth.accounts["US"].ew_attacks == 3
    assert table.logs["Soviet"] == without.logs["Soviet"]
    assert table.picture("su") == without.picture("su")


def test_jamming_of_the_attacker_is_measured_to_his_hex():
    """From 1702 the brigade's signals reach the defender in 0902, 8 hexes off, and not the attacker in 0802."""
    table = attack(stock(battle(hqs=("us U-1B at 1702 deployed",)), "us", ew_points=1, commander="U-I1"))
    assert "within 8 hexes of 0802" in table.refused("us", Defend(ew=1)).reason


@pytest.mark.rule("NDC-RES-07")
def test_the_differential_is_the_declared_total_and_the_resolvers_lines_and_stays_secret():
    table = resolved(attack(battle()))
    combat = sheet(table)
    assert combat.total == 20
    assert sum(combat.resolver_lines.values()) == -18
    assert combat.differential == 2
    for report in table.letter("su"):
        assert "differential" not in repr(report)
        assert "DFM" not in repr(report)


@pytest.mark.rule("NDC-RES-08", "NDC-RES-09")
def test_an_aborted_attack_goes_back_with_a_loss_of_two_and_leaves_the_defender_alone():
    table = resolved(attack(battle(**ABORT)))
    assert result(table, "su").outcome == "abort"
    assert table.unit("S-A1").to == 2
    assert table.unit("S-A1").hex == "0703"
    assert result(table, "su").attacker_path == ("0703",)
    assert result(table, "su").attacker_loss == 2
    assert (table.unit("U-I1").hex, table.unit("U-I1").to, table.unit("U-I1").engaged) == ("0902", 4, False)
    assert not table.contacts_at("su", "0902")[0].engaged  # so that their control still counts for all who pass
    assert table.truth.markers == []
    assert sheet(table).steps == STEPS[:6]


@pytest.mark.rule("NDC-RES-09")
@pytest.mark.parametrize("to", [2, 1])
def test_an_abort_can_be_the_end_of_a_battalion(to: int):
    """It loses no more than it has."""
    table = resolved(attack(battle(attacker=f"leadership 3 level 4 to {to}", die=1)))
    assert (result(table, "us").outcome, result(table, "us").attacker_loss) == ("abort", to)
    assert "S-A1" not in table.truth.units
    assert "S-A1" not in table.picture("su").own
    assert [lost.eliminated for lost in table.told("us", EnemyLost)] == [True]
    assert table.contacts_at("us", "0802") == []


@pytest.mark.rule("NDC-RES-10", "NDC-RES-12")
def test_an_overrun_ends_the_combat_without_loss_to_the_attacker():
    table = resolved(attack(battle(**OVERRUN)))
    told = result(table, "su")
    assert (told.outcome, told.attacker_loss, told.advanced) == ("overrun", 0, True)
    assert table.unit("S-A1").to == 4
    assert table.unit("S-A1").hex == "0902"
    assert table.unit("U-I1").to == 2
    assert sheet(table).steps == STEPS[:7]
    assert table.truth.markers == []


def test_who_has_overrun_may_move_and_attack_again():
    table = resolved(attack(battle("us U-I2 at 1001 defend", **OVERRUN)))
    assert not table.unit("S-A1").engaged
    table.order("su", DeclareGroundCombat(unit="S-A1", target="1001", type="assault"))


def test_who_has_overrun_the_enemy_that_halted_him_may_move_on():
    """Known in 0902, the battalion halts the tanks in 0802; when they have overrun it not even its neighbour does."""
    table = position(
        "su S-A1 at 0703 attack leadership 12", f"{DEFENDER} known", "us U-I2 at 1001 defend known", *HQS,
        by_purpose={RESULT: [10]},
    )  # fmt: skip
    assault = DeclareGroundCombat(unit="S-A1", target="0902", type="assault")
    resolved(table.order("su", Move(unit="S-A1", path=("0802",)), assault, Done()))
    assert result(table, "su").outcome == "overrun"
    table.order("su", Move(unit="S-A1", path=("0903",)), Done())
    assert table.unit("S-A1").hex == "0903"


@pytest.mark.rule("NDC-RES-11")
def test_the_owner_chooses_where_the_overrun_battalion_goes():
    table = attack(battle(**OVERRUN)).done("us")
    assert table.heading == "retreat"
    refusal = table.refused("us", Retreat(hex="0903"))
    assert refusal.rule == "NDC-RES-11"
    assert "0901 or 1001 or 1002, not to 0903" in refusal.reason
    table.order("us", Retreat(hex="1001"), Retreat(hex="1101"), Done())
    assert table.unit("U-I1").hex == "1101"


@pytest.mark.rule("NDC-RES-11")
def test_a_hidden_enemy_shows_itself_only_after_the_choice_and_then_he_chooses_again():
    """Riflemen lie in 1001 unseen: the offer is the same as without them."""
    table = attack(battle("su S-I1 at 1001 march", **OVERRUN)).done("us")
    free = attack(battle(**OVERRUN)).done("us")
    assert table.options("us") == free.options("us")
    table.order("us", Retreat(hex="1001"), Retreat(hex="1101"), Done())
    assert table.unit("U-I1").hex == "0902"
    assert table.heading == "retreat"
    assert len(table.contacts_at("us", "1001")) == 1
    [option] = table.options("us", "retreat")
    assert option.fields["hex"].places == ("0901", "1002")  # type: ignore[union-attr]
    table.order("us", Retreat(hex="1002"), Done())
    assert table.unit("U-I1").hex == "1103"  # the other way on lies next to the enemy in 1001


@pytest.mark.rule("NDC-RES-12", "NDC-RES-14")
def test_a_battalion_of_two_levels_does_not_outlive_an_overrun():
    table = resolved(attack(battle(defender="to 2 level 1", attacker="leadership 8", die=10)))
    assert result(table, "su").outcome == "overrun"
    assert "U-I1" not in table.truth.units
    assert [lost.eliminated for lost in table.told("su", EnemyLost)] == [True]


@pytest.mark.rule("NDC-RES-13")
@pytest.mark.parametrize(
    ("leadership", "die", "loss", "hexes"), [(1, 6, 1, 0), (1, 10, 1, 2), (1, 4, 0, 0), (12, 8, 2, 3), (5, 7, 1, 1)]
)
def test_the_table_rules_the_defenders_loss_and_retreat(leadership: int, die: int, loss: int, hexes: int):
    table = attack(battle(attacker=f"leadership {leadership}", die=die)).done("us")
    due = table.picture("us").retreating
    assert (due.hexes_left if due else 0) == hexes
    resolved(table)
    assert table.unit("U-I1").to == 4 - loss
    assert len(sheet(table).paths.get("U-I1", ())) == hexes


def test_a_probe_uses_the_next_column_to_the_left():
    """+2 and a die of 10: an assault drives the battalion two hexes back, a probe, from -3..-1, one."""
    assert len(sheet(resolved(attack(battle(die=10)))).paths["U-I1"]) == 2
    assert len(sheet(resolved(attack(battle(die=10), "probe"))).paths["U-I1"]) == 1


@pytest.mark.rule("NDC-RES-14")
def test_retreat_and_loss_are_told_of_a_defender_of_level_one():
    table = resolved(attack(battle(defender="level 1", die=10), "assault"))
    [retreat], [lost] = table.told("su", EnemyRetreated), table.told("su", EnemyLost)
    assert retreat.path == sheet(table).paths["U-I1"]
    assert (lost.steps, lost.eliminated) == (1, False)
    assert len(table.contacts_at("su", retreat.path[-1])) == 1


def test_with_a_unit_spread_over_two_hexes_what_it_looked_like_in_the_other_is_withdrawn_with_its_place():
    """It was told as two; both are gone from where they stood, and only one is known to be somewhere else."""
    table = battle(defender="spread 0802 level 3", die=10)
    [other] = table.contacts_at("su", "0802")
    resolved(attack(table))
    [retreat], [withdrawn] = table.told("su", EnemyRetreated), table.told("su", ContactWithdrawn)
    assert withdrawn == ContactWithdrawn(handle=other.handle, items=("hex",), hexes=("0802",))
    assert retreat.handle != other.handle


@pytest.mark.rule("NDC-RES-14")
def test_of_a_defender_of_level_none_neither_shows():
    """A probe that drives the unseen battalion out (0/0r1) reads word for word like one that did nothing (0/0)."""
    driven = resolved(attack(battle(die=10), "probe"))
    held = resolved(attack(battle(die=6), "probe"))
    assert driven.unit("U-I1").hex != held.unit("U-I1").hex == "0902"
    assert driven.logs["Soviet"] == held.logs["Soviet"]
    assert len(driven.contacts_at("su", "0902")) == 1


@pytest.mark.rule("NDC-RES-14")
def test_nor_does_its_end():
    """1/1 against a battalion of one level, and against one of four."""
    gone = resolved(attack(battle(defender="to 1", attacker="leadership 0", die=9), "probe"))
    assert "U-I1" not in gone.truth.units
    assert gone.told("su", EnemyLost) == []
    assert len(gone.contacts_at("su", "0902")) == 1


@pytest.mark.rule("NDC-REP-20")
def test_a_withheld_retreat_is_withdrawn_with_the_next_letter_of_its_owners_turn():
    table = resolved(attack(battle(die=10), "probe"))
    table.done_until("housekeeping-phase").done("su")
    assert table.contacts_at("su", "0902")[0].known
    table.done_until("movement-segment").done("us")
    assert not table.contacts_at("su", "0902")[0].known


def test_a_battalion_that_has_left_its_known_hex_unseen_is_not_taken_for_the_one_fought_elsewhere():
    """The battalion known in 1101 went away in secret; that of 0902 shows itself by the fight, and both stand there."""
    table = battle("us U-I2 at 1101 defend known")
    [known] = table.contacts_at("su", "1101")
    for there in (table.truth.units, table.picture("us").own):
        there["U-I2"].hex = "1302"
    resolved(attack(table))
    assert [contact.handle for contact in table.contacts_at("su", "1101")] == [known.handle]
    assert [contact.handle == known.handle for contact in table.contacts_at("su", "0902")] == [False]


@pytest.mark.rule("NDC-RES-14")
def test_the_retreat_of_a_seen_headquarters_is_not_that_of_the_unseen_battalion_beside_it():
    """Both stand in 0902; the staff, at level 2, was known there, and its going is told as its own."""
    hqs = tuple(line.replace("1202", "0902") + (" level 2" if "U-1B" in line else "") for line in HQS)
    table = resolved(attack(battle(hqs=hqs, die=10), "probe"))
    staff = next(handle for handle, trace in table.truth.traces["Soviet"].items() if trace.unit == "U-1B")
    [retreat] = table.told("su", EnemyRetreated)
    assert retreat.handle == staff
    assert retreat.path == sheet(table).paths["U-1B"]
    assert [contact.handle == staff for contact in table.contacts_at("su", "0902")] == [False]


def test_no_report_names_an_enemy_unit():
    table = resolved(
        attack(battle("su S-I1 at 1001 march", defender="level 4", attacker="level 4 leadership 12", die=9))
    )
    for side, enemy in (("US", "'S-"), ("Soviet", "'U-")):
        assert not [entry for entry in table.logs[side] if enemy in repr(entry.report)]


def test_the_defender_hears_his_own_losses_at_once():
    table = attack(battle(die=6)).done("us")
    assert table.heading == "send-the-results"
    assert table.believes("us", "U-I1").to == 3
    assert table.told("us", CombatResolved)
    assert table.told("su", CombatResolved) == []
    assert table.told("su", AttackTotalled) == []
    assert any(report.unit.id == "U-I1" for report in table.told("us", OwnUnitReported))


def test_nothing_of_a_whole_battle_is_lost_in_the_journal():
    table: Table = battle("su S-I1 at 0801 attack", **OVERRUN)
    attack(table, barrage=4)
    resolved(table).done_until("housekeeping-phase")
    assert table.refolds()
