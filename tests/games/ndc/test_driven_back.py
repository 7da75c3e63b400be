"""Whoever has to fall back reads why before they choose where to: what their side knows of the fight by then."""

from __future__ import annotations

import pytest

from service.engine.orders import Done
from service.engine.sentences import plain_text
from service.games.ndc.game import NDC
from service.games.ndc.known.reports import DefenceTotalled, RetreatDue
from service.games.ndc.sections.defence import Retreat
from tests.games.ndc.fighting import answer, attack, battle, resolved, sheet, stock
from tests.games.ndc.test_fires import fire, scene
from tests.positions import Table


def asked(table: Table) -> dict[str, str]:
    """The facts of the question where the US side falls back to."""
    return {fact.label: plain_text(fact.value) for fact in NDC.words.question(NDC.known(table.picture("us")))}


def lost(**answers: int) -> Table:
    """The assault on 0902 with a barrage of 1 CSP has driven the mechanized battalion two hexes back."""
    table = stock(battle("su S-I1 at 1003 attack known", attacker="leadership 12", die=9), "us", ew_points=9)
    table = answer(attack(table, barrage=1), **answers)
    assert table.heading == "retreat"
    return table


@pytest.mark.rule("NDC-RES-11", "NDC-REP-01", "NDC-GCD-11")
def test_the_question_says_by_what_the_fight_was_lost():
    assert asked(lost())["Why"] == (
        "differential +13 to +15, and the roll drove you out: their total (+31), your strength in defence (−10), your "
        "T/O level (−4), your commander (−2), your leaders (−2), their barrage of 1 CSP (0 to +2)"
    )


@pytest.mark.rule("NDC-RES-06", "NDC-RES-07")
def test_how_their_unit_was_jammed_and_what_the_support_came_to_is_a_range_as_long_as_nobody_has_told():
    """The jamming has failed, or has not: the side that jams hears it with the result, and so not here."""
    table = lost(ew=1, fire=2)
    why = asked(table)["Why"]
    assert why.startswith("differential +6 to +13, and")
    assert why.endswith(
        "your jamming of their unit (−5 to 0), your commander (−2), your leaders (−2), their barrage of 1 CSP against "
        "your fire of 2 CSPs (−2 to 0)"
    ), why
    truly = sheet(table).differential
    assert truly is not None and 6 <= truly <= 13
    assert not table.told("us", DefenceTotalled), "the rest comes with the result"


def test_at_the_next_hex_of_a_retreat_the_reason_still_stands():
    table = lost().order("us", Retreat(hex="1001"), Done())
    assert table.heading == "retreat" and asked(table)["Has gone"] == "0902 to 1001"
    assert asked(table)["Why"].startswith("differential +13 to +15")
    [first, *_] = [report.due for report in table.told("us", RetreatDue) if report.due]
    assert first.lines == resolved(table).told("us", DefenceTotalled)[-1].lines, "the same lines as in its reports"


def test_jamming_counts_by_whose_superiority_it_was():
    """At a net superiority of its own a side may raise a level by two with one attack."""
    table = lost(ew=1)
    [due], better = [one.due for one in table.told("us", RetreatDue) if one.due], {}
    picture = table.picture("us")
    for mine in (0, 3):
        picture.account.superiority = mine
        better[mine] = next(part for part in asked(table)["Why"].split(", ") if part.startswith("your jamming"))
    assert due.ew == 1 and better == {
        0: "your jamming of their unit (−5 to 0)", 3: "your jamming of their unit (−6 to 0)",
    }  # fmt: skip


@pytest.mark.parametrize("lacks", ["lines", "chemicals"])
def test_where_not_all_of_the_sum_is_known_none_is_named(lacks: str):
    """A match of before told no lines; what the enemy's chemical shells add is not among the defender's own lines."""
    table = lost()
    picture = table.picture("us")
    assert picture.retreating is not None
    if lacks == "lines":
        picture.retreating.lines = {}
    else:
        for one in picture.attacks:
            one.chemical = True
    assert "Why" not in asked(table)


@pytest.mark.rule("NDC-CBF-08")
def test_whoever_is_displaced_reads_by_how_much_fire():
    """Die 6, level 2, six points: the headquarters is displaced."""
    facts = asked(fire(scene("su S-I1 at 1101 attack known", die=6, target="us U-1B at 0902 deployed level 2")))
    assert (facts["Displaced by"], facts.get("Why")) == ("fire of 3 CSPs on 0902", None)
