"""Why a declared combat came to nothing: each side reads what follows from its own units, and no more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.engine.orders import Done
from service.engine.sentences import plain_text
from service.engine.state import duplicate
from service.games.ndc.known.reports import AttackDeclared, CombatResolved, OwnUnitReported, QuestionPut
from service.games.ndc.sections.declare import CounterBattery, DeclareGroundCombat
from service.games.ndc.sections.movement import Move
from service.games.ndc.staff.cards import weight
from service.games.ndc.staff.declared import declared
from service.games.ndc.staff.prose import prose
from service.games.ndc.staff.sitrep import situation
from tests.games.ndc.fighting import answer, attack, battle, resolved
from tests.games.ndc.test_cards import card, cards
from tests.games.ndc.test_plans_and_losses import ATTACK, ON_THE_MOVE, interdicted, through_fire
from tests.positions import Table, position


def letter_of(table: Table, side: str, before: object) -> str:
    """What the staff writes of the last letter of a side that had this picture before it."""
    seat = {"su": "Soviet", "us": "US"}[side]
    last = max(entry.letter or 0 for entry in table.logs[seat])
    told = [entry.telling for entry in table.logs[seat] if entry.letter == last]
    found = situation(before, table.picture(side), told, last)  # type: ignore[arg-type]
    return " ".join(plain_text(part.text) for part in found.paragraphs)


def met_in_the_wood() -> Table:
    """The Soviet tanks were to attack 0902 from 0802, in which a battalion stands of which they know nothing."""
    table = position(
        "su S-A1 at 0602 attack", "su S-1R at 0402 deployed", "us U-I1 at 0902 defend level 2",
        "us U-I2 at 0802 defend", "us U-1B at 1202 deployed", "us U-DIV at 1302 deployed", phasing="su",
    )  # fmt: skip
    storm = DeclareGroundCombat(unit="S-A1", target="0902", type="assault")
    return table.order("su", Move(unit="S-A1", path=("0702", "0802")), storm, Done())


# ---- an attack that is cancelled


@pytest.mark.rule("NDC-ZOC-05", "NDC-MOV-02")
def test_nobody_is_asked_about_an_attack_from_a_hex_in_which_an_own_unit_stands():
    """It can only be cancelled: their unit cannot have come there, and all that one answered would come back."""
    table = met_in_the_wood()
    assert table.heading == "send-the-results", "the last word is asked for all the same"
    assert table.told("us", QuestionPut) == []
    [report] = table.told("us", AttackDeclared)
    assert (report.in_target, report.in_origin) == (("U-I1",), ("U-I2",))
    resolved(table)
    assert [one.outcome for one in table.told("su", CombatResolved)] == ["cancelled"]
    assert card(table, "us", "combat").outcome == (
        "It was cancelled: their unit could not come to 0802, where the 2nd Mechanized Battalion stood."
    )


def test_the_list_of_what_is_declared_says_which_of_it_will_be_cancelled():
    table = battle("us U-I2 at 0803 defend", "su S-I1 at 0603 attack")
    attacks = [DeclareGroundCombat(unit="S-A1", target="0902", type="probe")]
    way = Move(unit="S-I1", path=("0703", "0803"))
    second = DeclareGroundCombat(unit="S-I1", target="0903", type="probe")
    table.order("su", way, *attacks, second, Done())
    notes = {one.number: plain_text(one.note) for one in declared(table.picture("us")).combats}
    assert notes[2] == (
        "2nd Mech Bn stands in 0803: their unit cannot have come there, so the attack is cancelled in its turn, "
        "without asking you."
    )
    assert notes[1] == ""


def test_the_letter_says_what_befell_the_own_unit_whose_attack_was_cancelled():
    table = met_in_the_wood()
    before = duplicate(table.picture("su"))
    resolved(table)
    assert (
        "Our assault from 0802 was cancelled: the Tank Battalion of the 1st Regiment never came to 0802, as contact "
        "with an enemy that we did not know to be there stopped it in 0702."
    ) in letter_of(table, "su", before)


def test_a_battalion_that_fell_on_its_way_is_named():
    table = interdicted(battle("su S-I1 at 0602 attack to 1", more_dice={"NDC-CBF-10": [1]}), "0702")
    order = DeclareGroundCombat(unit="S-I1", target="0803", type="assault", barrage=3)
    table.order("su", Move(unit="S-I1", path=("0702",)), Move(unit="S-I1", path=("0703",)), order, Done())
    before = duplicate(table.picture("su"))
    resolved(table)
    why = "the 1st Battalion of the 1st Regiment never came to 0703, as it was lost on its way."
    assert card(table, "su", "combat").outcome == f"It was cancelled: {why}"
    assert f"was cancelled: {why}" in letter_of(table, "su", before)
    assert "its turn came" in card(table, "us", "combat").outcome, "of that the defender is told nothing"


# ---- an attack that finds nobody


def test_who_was_driven_out_of_all_hexes_by_one_attack_reads_so_at_the_next():
    """A battalion spread over two hexes leaves both: the attack on the second one finds nobody."""
    table = battle("su S-I1 at 0803 attack", defender="spread 0903", die=10)
    attacks = [DeclareGroundCombat(unit="S-A1", target="0902", type="assault", barrage=4),
               DeclareGroundCombat(unit="S-I1", target="0903", type="assault")]  # fmt: skip
    resolved(table.order("su", *attacks, Done()))
    _, second = cards(table, "us", "combat")
    assert second.title == "The enemy's assault on 0903 from 0803"
    assert second.outcome == (
        "Nobody of ours was there; the enemy holds 0903: the assault on 0902 from 0802 had driven the 1st Mechanized "
        "Battalion out before."
    )
    _, theirs = cards(table, "su", "combat")
    assert theirs.outcome == "Nobody was there; we hold 0903.", "that it was one unit they were not told"


def test_an_enemy_who_has_left_unseen_is_said_to_have_left():
    table = battle("us U-R1 at 0703 defend known")
    table.truth.units["U-R1"].hex = "1004"
    resolved(attack(table, type="probe", target="0703"))
    assert card(table, "su", "combat").outcome == "Nobody was there: whoever our map showed there had left."


def test_where_the_map_showed_nobody_nothing_is_said_of_why_nobody_was_there():
    table = battle()
    resolved(attack(table, type="probe", target="0803"))
    assert card(table, "su", "combat").outcome == "Nobody was there."


def test_the_letter_says_which_attack_had_taken_the_hex_before():
    table = battle("su S-I1 at 0903 attack", die=10)
    attacks = [DeclareGroundCombat(unit=unit, target="0902", type="assault") for unit in ("S-A1", "S-I1")]
    table.order("su", *attacks, Done())
    before = duplicate(table.picture("su"))
    resolved(table)
    assert "found nobody there: the assault from 0802 had taken the hex before." in letter_of(table, "su", before)


# ---- fire, and points that were not there


def test_points_that_could_not_be_given_have_a_cause():
    table = through_fire(2).order("su", ON_THE_MOVE, ATTACK.__class__(**{**ATTACK.__dict__, "barrage": 2}), Done())
    before = duplicate(table.picture("su"))
    resolved(table)
    why = "Only 1 of the 2 CSPs ordered could fire, as the 1st Motor Rifle Regiment HQ is down to T/O level 1."
    assert why in card(table, "su", "combat").text
    assert why[5:] in letter_of(table, "su", before)


def test_who_was_fired_at_reads_whether_there_were_guns():
    empty = battle().order("su", CounterBattery(target="1203", csps=1), Done())
    assert card(resolved(empty), "us", "fire").outcome == "Nobody was hit: no guns of ours were there."
    missed = battle(more_dice={"NDC-CBF-08": [1]}).order("su", CounterBattery(target="1202", csps=1), Done())
    assert card(resolved(missed), "us", "fire").outcome == "Nobody was hit: the roll was too low."
    assert card(resolved(empty), "su", "fire").outcome == "What it did is not known."


# ---- what a fight's sum and its losses say


def test_fire_that_made_up_for_fire_is_named_all_the_same():
    said = card(resolved(answer(attack(battle(die=1), barrage=2), fire=2)), "us", "combat").outcome
    assert "their barrage of 2 CSPs against our fire of 2 CSPs (0)" in said and "the rest" not in said


def test_what_a_result_means_is_said_where_its_name_does_not_say_it():
    overrun = card(resolved(answer(attack(battle(die=9, defender="to 1"), barrage=8))), "us", "combat")
    assert overrun.outcome.startswith("We were overrun; the enemy holds 0902.")
    assert overrun.text.endswith(
        "Whoever is overrun loses 2 T/O levels and falls back 2 hexes; the attacker loses nothing, and may move and "
        "attack again."
    )
    aborted = card(resolved(answer(attack(battle(die=1, defender="dug-in")))), "su", "combat")
    assert aborted.outcome.startswith("It was aborted; we fell back to 0703.")
    assert aborted.text.endswith(
        "An attack is aborted where differential and roll are so low that it breaks off before it begins: its unit "
        "loses 2 T/O levels and falls back 1 hex, the defender loses nothing."
    )
    through = card(resolved(answer(attack(battle(die=10), barrage=8))), "us", "combat")
    assert through.losses == ["our The 1st Mechanized Battalion: lost 2 T/O levels, 2 left"]
    assert through.text.endswith("After a breakthrough the attacker may move and attack again.")


def test_jamming_that_failed_is_named():
    table = battle(die=1, more_dice={"NDC-RES-05": [1]})
    for account in (table.truth.accounts["Soviet"], table.picture("su").account):
        account.ew_points = 2
    said = card(resolved(answer(attack(table, ew=1))), "us", "combat").text
    assert "Their 1 EW attack did not jam our unit." in said


def test_guns_that_are_low_on_ammunition_are_told_in_the_open_with_what_that_means():
    """Not folded with what else was told: fewer points fire in the turn that comes."""
    unit = battle().truth.units["S-1R"]
    low, again = (
        OwnUnitReported(unit=replace(unit, ammo_low=is_low), changed=("ammo_low",)) for is_low in (True, False)
    )
    assert (weight(low), weight(again)) == ("grave", "slight")
    assert "is low on ammunition (fewer of its artillery points fire until the next Housekeeping)" in plain_text(
        prose(low)
    )
