"""Who moves through interdiction or gas: warned before they go, and told by itself what it cost (NDC-CBF-10)."""

from __future__ import annotations

from service.engine.orders import Done
from service.engine.sentences import plain_text
from service.engine.state import duplicate
from service.games.ndc.game import NDC
from service.games.ndc.known.reports import OwnUnitGone, OwnUnitReported
from service.games.ndc.printed.units import Marker
from service.games.ndc.sections.declare import DeclareGroundCombat
from service.games.ndc.sections.foretelling import foretell
from service.games.ndc.sections.movement import Move
from service.games.ndc.staff.prose import prose
from tests.games.ndc.fighting import battle, resolved
from tests.games.ndc.test_came_to_nothing import letter_of
from tests.games.ndc.test_cards import card
from tests.games.ndc.test_plans_and_losses import interdicted
from tests.positions import Table

INTO = Move(unit="S-I1", path=("0702",))
ON = Move(unit="S-I1", path=("0703",))


def column(*others: str, to: int = 4, die: int = 1, mode: str = "attack") -> Table:
    """A Soviet battalion before the hex 0702, in which a US interdiction of three T/O markers lies."""
    table = battle(f"su S-I1 at 0602 {mode} to {to}", *others, more_dice={"NDC-CBF-10": [die] * 3})
    return interdicted(table, "0702")


def moved(table: Table, *orders: Move) -> Table:
    return table.order("su", *(orders or (INTO,)), Done()).done_until("housekeeping-phase")


def test_what_the_way_cost_is_told_by_itself_in_log_and_card():
    """It was seen in the score alone."""
    table = moved(column())
    [report] = [one for one in table.told("su", OwnUnitReported) if one.on_the_way]
    assert (report.unit.id, report.unit.to) == ("S-I1", 3)
    lost = "lost 1 T/O level as it moved into 0702, which is interdicted"
    assert f" It {lost}." in plain_text(prose(report))
    read = card(table, "su", "movement")
    assert read.outcome == "It arrived where it was sent, but lost T/O levels on the way."
    assert read.losses == [f"our The 1st Battalion of the 1st Regiment: {lost}"]
    assert read.card.weight == "grave"


def test_who_comes_through_unhurt_reads_nothing_of_it():
    table = moved(column(die=6))
    assert card(table, "su", "movement").outcome == "It arrived where it was sent."
    assert not any(one.on_the_way for one in table.told("su", OwnUnitReported))


def test_what_was_told_once_is_not_told_again():
    """A level that is lost later, in another way, is no loss on that way."""
    table = moved(column())
    table.truth.units["S-I1"].to = 2
    table.done_until("movement-segment")
    assert [len(one.on_the_way) for one in table.told("su", OwnUnitReported) if one.on_the_way] == [1]


def test_who_falls_on_the_way_is_told_where_and_by_what():
    table = moved(column(to=1))
    [gone] = table.told("su", OwnUnitGone)
    assert plain_text(prose(gone)).endswith(" has been eliminated as it moved into 0702, which is interdicted.")
    [lost] = card(table, "su", "movement").losses
    assert lost.endswith(": eliminated as it moved into 0702, which is interdicted")


def test_an_attack_that_came_weaker_says_what_its_unit_met_on_its_way():
    """Its card gave the line that had changed, and not why."""
    table = column("us U-I2 at 0803 defend")
    before = duplicate(table.picture("su"))
    table.order("su", INTO, ON, DeclareGroundCombat(unit="S-I1", target="0803", type="assault"), Done())
    resolved(table)
    said = "on its way there our unit lost 1 T/O level as it moved into 0702, which is interdicted."
    assert said in card(table, "su", "combat").text
    assert "lost 1 T/O level as it moved into 0702, which is interdicted." in letter_of(table, "su", before)


def test_gas_is_named_as_gas():
    table = battle("su S-I1 at 0602 attack", more_dice={"NDC-GCD-08": [1]})
    for markers in (table.truth.markers, table.picture("us").markers, table.picture("su").markers):
        markers.append(Marker(kind="gas", hex="0702", side="US"))
    [lost] = card(moved(table), "su", "movement").losses
    assert lost.endswith(": lost 1 T/O level as it moved into 0702, where gas lies")


def test_whose_way_leads_through_a_marker_is_warned_before_they_send_it():
    """One in March mode is hit by one more; the hex says so too where it is offered."""
    for mode, upto in (("attack", 3), ("march", 4)):
        picture = column(mode=mode).picture("su")
        [said] = [one for one in foretell(picture, [INTO]) if one.rule == "NDC-CBF-10"]
        assert said.grave
        assert plain_text(said.text).endswith(
            f"moves into 0702, which is interdicted: it loses 1 T/O level there on a roll of {upto} or less (1d6)."
        )
    known = NDC.known(picture)
    assert NDC.words.met(known, "0702") == "interdicted: may cost T/O levels"
    assert NDC.words.met(known, "0703") == ""
