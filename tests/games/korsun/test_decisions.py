"""Losses, armor targets, retreats and advances that are put to their owners, where that was agreed on (parent 3.1)."""

from __future__ import annotations

import pytest

from service.engine.orders import Done, Order
from service.games.korsun.known.reports import ArmorShot, CombatFought, CombatThrown
from service.games.korsun.printed.scenario import COMBAT_DECISIONS
from service.games.korsun.sections.attacks import DeclareAttack
from service.games.korsun.sections.decisions import Advance, AimAt, FallBack, TakeLosses
from service.games.korsun.sections.support import CommitEngineers
from tests.games.korsun.asked_seldom import COMERS, STORM, asked
from tests.games.korsun.test_combat import combat, fought


def test_the_steps_are_taken_by_whom_their_owner_names():
    """The result is 1/1: the attacker has the choice of three; of the usual order it would be a tank brigade."""
    table = asked(*STORM, die=1).done_until("the-attacker-s-losses")
    assert [one.attack.result for one in table.told("ge", CombatThrown)] == ["1/1"]
    assert table.refused("so", TakeLosses(units=("42", "22GTB"))).reason == "You have 1 step to lose."
    assert table.refused("so", TakeLosses(units=("86",))).rule == "KOR-CBT-32"
    table.order("so", TakeLosses(units=("42",)), Done())
    assert fought(table).losses == {"42": 1, "DG332": 1}


def test_nobody_loses_a_second_step_before_all_have_lost_one_and_a_declared_engineer_loses_the_first():
    """2D/- at 1:2 against the town of Shpolka."""
    table = asked(
        "ENG27 at 1711", "204 at 1711", "110PG at 1712", "STUG905 at 1712", die=1, hex="1712", units=("ENG27", "204")
    )
    table.done_until("the-attacker-s-engineers").order("so", CommitEngineers(units=("ENG27",)), Done())
    table.done_until("the-attacker-s-losses")
    for first, second in (("204", "ENG27"), ("ENG27", "ENG27")):
        assert table.refused("so", TakeLosses(units=(first, second))).rule == "KOR-CBT-32"
    table.order("so", TakeLosses(units=("ENG27", "204")), Done())
    assert fought(table).losses == {"ENG27": 1, "204": 1}


@pytest.mark.parametrize(("wished", "hex"), [((), "0910"), (("0811", "0911"), "0911"), (("0610", "0510"), "0910")])
def test_a_unit_falls_back_by_hexes_of_its_owners_choice_that_lead_away(wished: tuple[str, ...], hex: str):
    """-/2DR2B: by itself it would go towards its supply marker; nobody goes towards the attackers."""
    table = asked(*STORM, die=6).done_until("the-retreat")
    assert table.waiting == ["German"] and table.refused("so", FallBack(unit="DG332", hexes=("0812",)))
    orders: list[Order] = [FallBack(unit="DG332", hexes=wished)] if wished else []
    table.order("ge", *orders, Done()).done_until("d-breakthrough-segment")
    assert table.unit("DG332").hex == hex and fought(table).retreated == ("DG332",)


@pytest.mark.parametrize(("units", "advanced"), [((), ()), (("42",), ("42",)), (None, ("20GTB", "42"))])
def test_who_advances_is_said_when_the_hex_falls_empty(units: tuple[str, ...] | None, advanced: tuple[str, ...]):
    table = asked(*STORM, die=6).done_until("the-advance")
    assert table.refused("so", Advance(units=("21",))).rule == "KOR-CBT-32"
    table.order("so", *[Advance(units=units)] * (units is not None), Done())
    assert fought(table).advanced == advanced


def test_armor_and_guns_fire_at_whom_their_owner_chooses():
    """Before the die; with nothing said they would fire at 11PZ and 20GTB, the strongest or the first."""
    table = asked("20GTB at 0611", "22GTB at 0610", "11PZ at 0711", "STUG905 at 0711", die=1, units=("20GTB", "22GTB"))
    table.done_until("the-attacker-s-engineers")
    assert table.refused("so", AimAt(target="20GTB")).rule == "KOR-CBT-31"
    table.order("so", AimAt(target="STUG905"), Done())
    table.done_until("no-retreat").order("ge", AimAt(target="22GTB"), Done())
    assert [(shot.by, shot.target) for shot in table.told("so", ArmorShot)] == [
        ("Soviet", "STUG905"),
        ("German", "22GTB"),
    ]


def test_by_default_nobody_is_asked_and_a_target_is_the_plans():
    table = combat(*STORM, by_purpose={"KOR-CBT-32": [6]})
    table.order("so", DeclareAttack(hex="0711", units=COMERS), Done()).done_until("the-attacker-s-pieces")
    assert table.refused("so", AimAt(target="DG332")).rule == "KOR-CBT-31"
    table.done("so", "ge")
    assert fought(table).advanced and not table.told("so", CombatThrown)


def test_a_plan_that_lists_its_losses_and_its_advance_is_asked_about_them_alone():
    """The defender hears of the die with what comes of it, and not before: the plan is the attacker's own."""
    table = combat(*STORM, by_purpose={"KOR-CBT-32": [5]})
    order = DeclareAttack(hex="0711", units=COMERS, planned=True, supported=(), ask=("pursuit", "casualties"))
    table.order("so", order, Done())
    heard = []
    while not table.told("so", CombatFought):
        heard += [table.heading] * (table.waiting == ["Soviet"])
        table.done(table.waiting[0])
    assert heard == ["the-advance"] and table.told("so", CombatThrown) and not table.told("ge", CombatThrown)


def test_a_plan_answers_although_everything_is_asked():
    """What the plan of the attack says is not asked; its defender is."""
    table = combat(*STORM, options=(COMBAT_DECISIONS,), by_purpose={"KOR-CBT-32": [6]})
    table.order("so", DeclareAttack(hex="0711", units=COMERS, planned=True, advance=("42",)), Done())
    while not table.told("so", CombatFought):
        assert table.waiting == ["German"]
        table.done("ge")
    assert fought(table).advanced == ("42",)
