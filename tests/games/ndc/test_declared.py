"""What is declared against a side stands before it as a whole, with what it can answer and what that leaves."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from service.engine.declarations import Declarations
from service.engine.facts import Fact
from service.engine.hexes import Hex
from service.engine.orders import Done
from service.engine.sentences import plain_text
from service.games.ndc.game import NDC
from service.games.ndc.sections.declare import CounterBattery, DeclareGroundCombat
from service.games.ndc.sections.defence import Defend
from tests.games.ndc.fighting import battle, stock
from tests.positions import Table
from web.drawing.svg import SIZE
from web.games.ndc.overlays import ASIDE, at, combat_layer


def told(table: Table, side: str = "us") -> Declarations:
    return NDC.words.declared(NDC.known(table.picture(side)))


def said(facts: tuple[Fact, ...]) -> dict[str, str]:
    return {fact.label: plain_text(fact.value) for fact in facts}


def attacked() -> Table:
    """S-A1, which is known in 0802, attacks 0902; S-A2, of which nothing was told, an empty hex; a fire falls too."""
    table = stock(battle("su S-A2 at 0804 attack", attacker="level 2"), "us", ew_points=9)
    return table.order(
        "su",
        DeclareGroundCombat(unit="S-A1", target="0902", type="assault", barrage=1),
        DeclareGroundCombat(unit="S-A2", target="0904", type="probe"),
        CounterBattery(target="0902", csps=1),
        Done(),
    )


def test_at_the_first_question_all_declared_combats_stand_in_their_order_as_they_were_told():
    combats = told(attacked()).combats
    assert [(one.number, one.stage, plain_text(one.title)) for one in combats] == [
        (1, "asked", "Assault on 0902 from 0802"),
        (2, "comes", "Probe on 0904 from 0804"),
        (3, "comes", "Counter-battery fire on 0902"),
    ]
    known, unknown, fire = (said(one.facts) for one in combats)
    assert known["Known there"] == "E1" and known["Barrage"] == "1" and known["Total"].startswith("+")
    assert "Known there" not in unknown, "of who attacks there nothing was told"
    assert (unknown["In the hex"], fire["CSPs"]) == ("no unit of yours", "1")
    assert plain_text(combats[2].note) == "It is resolved in its turn; there is nothing to answer."


def test_it_says_what_is_left_and_what_each_answer_would_leave():
    table = attacked()
    left, (first, second, _) = said(told(table).left), told(table).combats
    has = int(left["CSPs left"])
    answers = said(first.answers)
    assert answers["1 CSP"].startswith(f"leaves {has - 1} of {has}")
    assert [label for label in said(second.answers) if "CSP" in label] == [], "nobody is there to fire for"
    table.order("us", Defend(fire=1), Done())
    assert said(told(table).left)["CSPs left"] == str(has - 1)


@pytest.mark.parametrize(("ew", "said"), [(0, "Let the attack come"), (2, "Jam the attack with 2 EW attacks")])
def test_where_nobody_defends_the_button_does_not_say_that_they_do(ew: int, said: str):
    """The question and the button name what can be done there."""
    table = attacked().order("us", Defend(), Done())
    known = NDC.known(table.picture("us"))
    assert plain_text(NDC.words.commit(known, Defend(ew=ew))) == said
    asked = plain_text(NDC.words.ask(known, ["defend"], "defence"))
    assert asked == "The enemy attacks 0904, where no unit of yours stands: you can jam the attack, or let it come."


def test_it_ends_with_the_last_combat_and_an_attacker_has_none():
    table = attacked()
    assert told(table, "su") == Declarations()
    table.done_until("send-the-results")
    assert told(table) == Declarations()


def test_arrows_show_where_each_comes_from_and_where_it_goes():
    table = attacked()
    drawn = combat_layer(NDC.known(table.picture("us")).view)
    assert drawn.count("Enemy assault from 0802 on 0902") == drawn.count("Enemy probe from 0804 on 0904") == 1
    assert drawn.count('class="is-coming"') == 2, "all but that which is asked about"


def test_a_figure_hangs_where_it_covers_no_name_and_no_counter():
    """At the upper end of the side that the arrow crosses, or at its lower one where something is read at the upper."""
    view = NDC.known(attacked().picture("us")).view

    def hangs(*read: tuple[float, float]) -> tuple[float, float]:
        drawn = str(combat_layer(view, read=read)).partition("assault from 0802")[2]
        [[x, y]] = re.findall(r'translate\(([-0-9.]+) ([-0-9.]+)\)"><g class="c-odds"', drawn)
        return float(x), float(y)

    x, y = hangs()
    assert hangs((x, y - 30))[1] > y and hangs((0, 0)) == (x, y)


def test_the_figure_of_an_attack_from_the_north_or_south_hangs_beside_both_counters():
    """The ends of such a side lie at their height: there the figure would cover who is attacked, and grow over them."""
    table = battle("us U-I2 at 0803 defend known", attacker="level 2").order(
        "su", DeclareGroundCombat(unit="S-A1", target="0803", type="assault"), Done()
    )
    drawn = str(combat_layer(NDC.known(table.picture("us")).view))
    [(tab, x, y)] = re.findall(r'<g ([^>]*translate\(([-0-9.]+) ([-0-9.]+)\)[^>]*)><g class="c-odds"', drawn)
    away = re.findall(r'class="([^"]*)"', tab)[0]
    (middle, one), (_, other) = at(Hex("0802")), at(Hex("0803"))
    assert min(one, other) < float(y) < max(one, other)
    assert away in ("is-left", "is-right") and abs(float(x) - middle) >= SIZE / 2 + ASIDE - 0.1


def sent_off(mode: str, hit: int) -> tuple[list[str], list[str], list[str]]:
    """What the defender, with headquarters in a mode and the commander hit for so long, is asked of assault and fire.

    And all that the attacker has: at each moment before the last word, and at the end.
    """
    hqs = (
        "su S-1R at 0602 deployed",
        "su S-DIV at 0402 deployed",
        f"us U-1B at 1202 {mode}",
        f"us U-DIV at 1302 {mode}",
    )
    table = stock(battle(hqs=hqs, die=1), "us", commander_hit=hit)
    orders = (DeclareGroundCombat(unit="S-A1", target="0902", type="assault"), CounterBattery(target="0904", csps=1))
    table.order("su", *orders, Done())
    asked, before = [], []
    while table.waiting == ["US"]:
        asked.append(table.heading)
        before.append(heard(table))
        table.done("us")
    return asked, before, [heard(table)]


def heard(table: Table) -> str:
    """All that the attacker has: log, picture and options."""
    return repr((table.logs["Soviet"], table.picture("su"), table.options("su")))


@pytest.mark.rule("NDC-MOV-02")
def test_the_attacker_cannot_tell_whether_there_was_anything_to_decide():
    """Guns on the march leave nothing to answer: then the send-off alone is asked, as it always is."""
    guns, none = sent_off("deployed", 0), sent_off("march", 2)
    assert (guns[0], none[0]) == (["defence", "send-the-results"], ["send-the-results"])
    assert len({*guns[1], *none[1]}) == 1, "he hears of nothing before the last word"
    assert guns[2] == none[2] != guns[1][-1:], "and then of the same"


def test_of_a_unit_that_is_spread_out_to_the_hex_attacked_it_is_said_where_it_stands():
    table = attacked()
    unit = table.picture("us").own["U-I1"]
    table.picture("us").own["U-I1"] = replace(unit, hex=Hex("1002"), spread=(Hex("0902"),))
    assert said(told(table).combats[0].facts)["In the hex"].endswith(", spread out from 1002")
