"""Why a combat came out as it did, as each side's card says it: in plain words, and true as far as it goes."""

from __future__ import annotations

import re

import pytest

from service.engine.events import Posted, Told
from service.engine.sentences import plain_text
from service.games.ndc.game import NDC
from service.games.ndc.known.reports import CombatResolved, DefenceTotalled
from service.games.ndc.sections.booking import CombatDeclared, CombatNoted
from service.games.ndc.truth.state import Combat
from tests.games.ndc.fighting import answer, attack, battle, resolved, sheet
from tests.games.ndc.test_at_random import fight, in_contact
from tests.games.ndc.test_cards import card
from tests.positions import Table, position


def outcome(table: Table, side: str) -> str:
    return card(table, side, "combat").outcome


def test_the_attacker_reads_what_told_against_him_and_by_how_much_the_throw_was_too_low():
    """An assault over the bridge of the Silber into the town, that was shelled: nothing of the enemy's own is named."""
    table = position(
        "su S-A1 at 0708 attack", "us U-I1 at 0608 defend", "su S-1R at 1008 deployed", "su S-DIV at 1208 deployed",
        "us U-1B at 0304 deployed", "us U-DIV at 0308 deployed", phasing="su", by_purpose={"NDC-RES-13": [1] * 9},
    )  # fmt: skip
    resolved(answer(attack(table, target="0608"), fire=2))
    said = outcome(table, "su")
    assert said.startswith("It was aborted; we fell back to 0808. Our total of 19 (across the Silber by a bridge −1)")
    assert "their fire of 2 CSPs (−3 to −1)" in said and "all that they had of their own" in said
    assert re.search(r"; the roll would have had to be at least \d higher to drive them out\.$", said)
    assert not re.search("strength in defence|T/O level", said)
    assert (
        "Their total of 19, with our strength in defence (−10), our T/O level (−4), our commander (−2), our leaders "
        "(−2) and our fire of 2 CSPs (−3 to −1), made a differential of −2 to −1;"
    ) in outcome(table, "us"), "all that its reader knows is named, and what came of it rules out 0"


def test_a_total_that_came_otherwise_than_it_was_ordered_says_in_which_line():
    """The tanks were found since they were ordered: at level 2 their total is two less than on the sheet."""
    table = battle(die=1)
    table.unit("S-A1").level = 2
    said = card(resolved(answer(attack(table))), "su", "combat").text
    assert "Our total came to 18, not to 20 as you ordered it: what they know about our unit (0 instead of +2)." in said
    assert "as you ordered it" not in card(resolved(answer(attack(battle(die=1)))), "su", "combat").text


def test_the_defender_reads_his_own_lines_and_the_differential_that_they_leave():
    table = resolved(answer(attack(battle(die=1))))
    assert outcome(table, "us") == (
        "The enemy did not advance. Their total of 20, with our strength in defence (−10), our T/O level (−4), our "
        "commander (−2) and our leaders (−2), made a differential of +2; the roll would have had to be 7 higher to "
        "drive us out."
    )
    assert sheet(table).differential == 2
    [told] = table.told("us", DefenceTotalled)
    assert "NDC-DFM-16" not in told.lines, "the die of the support shift is told to nobody"
    assert table.told("su", DefenceTotalled) == []


def test_what_went_well_names_what_spoke_for_it():
    said = outcome(resolved(answer(attack(battle(die=10)))), "su")
    own = "strength in attack +12, how little they knew about our unit +2, T/O level +4"
    assert said.startswith(f"We hold 0902. Our total of 20 ({own})"), "in the order of their rules"
    assert said.endswith(", and the roll drove them out.")


def test_a_probe_says_that_it_never_takes_the_hex():
    said = outcome(resolved(answer(attack(battle(die=6), "probe"))), "su")
    assert said.startswith("The probe was fought out, and a probe never takes the hex. ")


def test_of_an_attack_that_was_cancelled_or_met_nobody_there_is_no_sum():
    table = position("su S-A1 at 0802 attack", "su S-1R at 0602 deployed", "us U-DIV at 1302 deployed", phasing="su")
    resolved(attack(table))
    assert outcome(table, "su") == "Nobody was there; we hold 0902."


def worked(table: Table) -> dict[str, list[Combat]]:
    """The umpire's own sheets of the combats, by the seats that were told, in the order of their logs."""
    last: dict[int, Combat] = {}
    posted: dict[tuple[str, CombatResolved], list[Combat]] = {}
    found: dict[str, list[Combat]] = {"US": [], "Soviet": []}
    for event in table.journal:
        if isinstance(event, CombatDeclared | CombatNoted):
            last[event.combat.number] = event.combat
        elif isinstance(event, Told | Posted) and isinstance(event.report, CombatResolved):
            waiting = posted.setdefault((event.seat, event.report), [])
            if isinstance(event, Posted):
                waiting.append(last[event.report.number])
            else:
                found[event.seat].append(waiting.pop(0) if waiting else last[event.report.number])
    return found


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (3, 4, 5))])
def test_what_is_said_of_a_differential_and_a_throw_is_true(seed: int):
    table = in_contact(seed)
    fight(table, seed)
    compared = 0
    for seat, sheets in worked(table).items():
        known = NDC.known(table.truth.pictures[seat])
        cards = {number: one for one in NDC.words.cards(known, table.logs[seat]) for number in one.entries}
        told = [entry.number for entry in table.logs[seat] if isinstance(entry.report, CombatResolved)]
        for number, combat in zip(told, sheets, strict=True):
            one = cards[number]
            said = NDC.in_words(known)(one.outcome)
            if combat.differential is None or "Differential" not in plain_text(one.sums[-1].title):
                continue
            compared += 1
            total, driven = one.sums[-1], bool(combat.retreat_hexes)
            assert total.least is None or total.least <= combat.differential, said
            assert total.most is None or combat.differential <= total.most, said
            assert not (driven and re.search(r"higher to drive|no roll drives", said)), said
            assert not (not driven and "roll drove" in said), said
    assert compared > 5
