"""Breakdown and recombination (NDC-HSK-07, 08)."""

from __future__ import annotations

import pytest

from service.games.ndc.known.reports import OwnUnitGone, OwnUnitReported, UnitLocated
from service.games.ndc.sections.breakdown import BreakDown, Recombine
from tests.positions import Table, position

HQS = ("us U-DIV HQ at 0508 deployed", "us U-1B HQ at 0904 deployed")
MODES = "mode-change-and-forced-march-designation-phase"


def keeping(*units: str) -> Table:
    """The US side in its Housekeeping, nothing having been moved."""
    return position(*HQS, *units, "su S-I9 infantry at 1903 attack", heading="housekeeping", phasing="us")


def a_turn_later(table: Table) -> Table:
    """The same side's next Housekeeping, nothing having been moved."""
    table.done("us").done_until("housekeeping-phase").done("su").done_until("housekeeping-phase")
    assert table.waiting == ["US"]
    return table


@pytest.mark.rule("NDC-HSK-07")
def test_a_battalion_breaks_down_into_two_detachments():
    table = keeping("us U-I1 at 1005 defend level 1 fatigue 2 leadership 2")
    table.order("us", BreakDown(unit="U-I1", to=1, hex="1006"))

    assert "U-I1" not in table.truth.units
    a, b = table.unit("U-I1/A"), table.unit("U-I1/B")
    assert (a.hex, a.to, b.hex, b.to) == ("1005", 3, "1006", 1)
    for part in (a, b):
        assert (part.level, part.fatigue, part.leadership, part.mode, part.halved) == (1, 1, 2, "defend", True)
        assert table.believes("us", part.id) == part
    tables = table.truth.tables
    assert tables.strength(a.profile, "defend", 4, detachment=a.halved).defence == 5, "half of a battalion's 10"


def test_a_breakdown_waits_for_housekeeping():
    table = position(*HQS, "us U-I1 at 1005 defend", phasing="us")
    refusal = table.refused("us", BreakDown(unit="U-I1", to=1, hex="1006"))
    assert refusal.rule == "NDC-HSK-07"
    assert "Movement Segment" in refusal.reason


@pytest.mark.rule("NDC-HSK-07")
@pytest.mark.parametrize("heading", ["intelligence-phase", "asset-transfer-phase", MODES])
def test_no_other_phase_takes_them(heading: str):
    """U-I1 could be recombined and U-A1 broken down, if only it were Housekeeping."""
    table = keeping("us U-I1 at 1005 attack", "us U-A1 at 1103 attack")
    a_turn_later(table.order("us", BreakDown(unit="U-I1", to=1, hex="1006")))
    orders = (BreakDown(unit="U-A1", to=1, hex="1102"), Recombine(unit="U-I1", hex="1006"))
    for order in orders:
        order.check(table.picture("us"))
    table.done("us").done_until("housekeeping-phase").done("su").done_until(heading)
    assert table.waiting == ["US"]
    for order in orders:
        assert table.refused("us", order).rule == order.rule


def test_the_division_commander_stays_with_the_detachment_that_stays_and_with_the_battalion_again():
    table = keeping("us U-I1 at 1005 attack")
    for account in (table.truth.accounts["US"], table.picture("us").account):
        account.commander = "U-I1"
    table.order("us", BreakDown(unit="U-I1", to=1, hex="1006"))
    assert table.truth.accounts["US"].commander == table.picture("us").account.commander == "U-I1/A"
    a_turn_later(table).order("us", Recombine(unit="U-I1", hex="1006"))
    assert table.truth.accounts["US"].commander == table.picture("us").account.commander == "U-I1"


def test_to_the_enemy_the_battalion_is_who_stood_in_the_hex_where_it_comes_together():
    """Both detachments are at level 2, and then the battalion: known in 1006, and nobody in 1005 any longer."""
    table = keeping("us U-I1 at 1005 defend level 2").order("us", BreakDown(unit="U-I1", to=2, hex="1006"))
    a_turn_later(table)
    [seen] = table.contacts_at("su", "1006")
    table.order("us", Recombine(unit="U-I1", hex="1006")).done("us").done_until("movement-segment").done("su")
    table.done_until("movement-segment").done("us")
    assert [contact.handle for contact in table.contacts_at("su", "1006")] == [seen.handle]
    assert not any(contact.known for contact in table.contacts_at("su", "1005"))


@pytest.mark.parametrize(
    ("units", "order", "reason"),
    [
        (("us U-I1 at 1005 defend to 1",), ("U-I1", 1, "1006"), "T/O level 1"),
        (("us U-I1 at 1005 defend",), ("U-I1", 4, "1006"), "4 T/O levels"),
        (("us U-I1 at 1005 defend",), ("U-I1", 0, "1006"), "cannot take 0"),
        (("us U-I1 at 1005 defend",), ("U-I1", 1, "1007"), "cannot go to 1007"),
        (("us U-I1 at 1005 defend", "us U-A1 at 1006 attack"), ("U-I1", 1, "1006"), "cannot go to 1006"),
        (("us U-I1 at 1005 defend", "su S-I1 at 1007 attack known"), ("U-I1", 1, "1006"), "cannot go to 1006"),
        (("us U-I1 at 1005 defend", "su S-I1 at 1006 attack known"), ("U-I1", 1, "1004"), "known enemy in 1006"),
        (("us U-I1 at 1005 defend spread 1006",), ("U-I1", 1, "1004"), "double zone"),
        ((), ("U-1B", 1, "1004"), "headquarters"),
    ],
)
def test_breakdowns_that_are_refused(units: tuple[str, ...], order: tuple[str, int, str], reason: str):
    unit, to, hex = order
    refusal = keeping(*units).refused("us", BreakDown(unit=unit, to=to, hex=hex))
    assert refusal.rule == "NDC-HSK-07"
    assert reason in refusal.reason


def test_detachments_do_not_break_down_further():
    table = keeping("us U-I1 at 1005 defend").order("us", BreakDown(unit="U-I1", to=2, hex="1006"))
    assert "detachment already" in table.refused("us", BreakDown(unit="U-I1/A", to=1, hex="1004")).reason


def test_a_hidden_enemy_in_the_chosen_hex_prevents_the_breakdown_and_both_are_declared():
    table = keeping("us U-I1 at 1005 defend", "su S-I1 at 1006 attack")
    table.order("us", BreakDown(unit="U-I1", to=2, hex="1006"))
    assert table.unit("U-I1") == table.believes("us", "U-I1")
    assert set(table.picture("us").own) == {"U-DIV", "U-1B", "U-I1"}
    [met] = table.contacts_at("us", "1006")
    assert met.known
    table.done("us").done_until("movement-segment").done("su").done_until("movement-segment").done("us")
    assert [contact.known for contact in table.contacts_at("su", "1005")] == [True]


def test_to_the_enemy_the_detachment_that_stays_looks_like_the_unit_he_knew():
    table = keeping("us U-I1 at 1005 defend level 2", "us U-A1 at 0703 attack level 2")
    [before], [other] = table.contacts_at("su", "1005"), table.contacts_at("su", "0703")
    table.order("us", BreakDown(unit="U-I1", to=2, hex="1006"))
    table.done("us").done_until("movement-segment").done("su").done_until("movement-segment").done("us")
    assert [contact.handle for contact in table.contacts_at("su", "1005")] == [before.handle]
    assert [contact.handle for contact in table.contacts_at("su", "0703")] == [other.handle]
    [other] = table.contacts_at("su", "1006")
    assert (other.type, other.designation, other.known) == (None, None, True)


@pytest.mark.rule("NDC-HSK-08")
def test_adjacent_detachments_are_one_battalion_again():
    table = a_turn_later(keeping("us U-I1 at 1005 attack").order("us", BreakDown(unit="U-I1", to=1, hex="1006")))
    before = table.unit("U-I1/B")
    before.fatigue = table.picture("us").own["U-I1/B"].fatigue = 2
    before.level = table.picture("us").own["U-I1/B"].level = 1
    table.order("us", Recombine(unit="U-I1", hex="1006"))

    whole = table.unit("U-I1")
    assert (whole.hex, whole.to, whole.fatigue, whole.level, whole.mode) == ("1006", 4, 2, 1, "defend")
    assert not whole.halved and whole.detached_from is None
    assert whole.designation == "1st Mechanized Battalion"
    assert table.believes("us", "U-I1") == whole
    assert not any("/" in unit for unit in table.truth.units)
    assert table.told("us", OwnUnitGone) == [], "its owner believed it all along"


def test_recombining_waits_for_housekeeping():
    table = keeping("us U-I1 at 1005 attack").order("us", BreakDown(unit="U-I1", to=1, hex="1006")).done("us")
    table.done_until("movement-segment").done("su").done_until("movement-segment")
    assert table.waiting == ["US"]
    refusal = table.refused("us", Recombine(unit="U-I1", hex="1006"))
    assert refusal.rule == "NDC-HSK-08"
    assert "Movement Segment" in refusal.reason


@pytest.mark.parametrize(
    ("apart", "enemy", "hex", "reason"),
    [
        ("1007", None, "1005", "2 hexes apart"),
        ("1006", "1007", "1005", "known enemy in 1007"),
        ("1006", None, "1004", "recombine in 1005 or 1006"),
    ],
)
def test_recombinations_that_are_refused(apart: str, enemy: str | None, hex: str, reason: str):
    more = [f"su S-I1 at {enemy} attack"] if enemy else []
    table = keeping("us U-I1 at 1005 attack", *more).order("us", BreakDown(unit="U-I1", to=1, hex="1006"))
    a_turn_later(table)
    table.truth.units["U-I1/B"].hex = table.picture("us").own["U-I1/B"].hex = apart
    if enemy:
        known = position(*HQS, f"su S-I1 at {enemy} attack known", heading="housekeeping", phasing="us")
        table.picture("us").contacts = known.picture("us").contacts
    refusal = table.refused("us", Recombine(unit="U-I1", hex=hex))
    assert refusal.rule == "NDC-HSK-08"
    assert reason in refusal.reason


def test_a_battalion_does_not_part_and_meet_in_one_housekeeping():
    """It would walk any way for nothing, part by part."""
    table = keeping("us U-I1 at 1005 attack").order("us", BreakDown(unit="U-I1", to=1, hex="1006"))
    refusal = table.refused("us", Recombine(unit="U-I1", hex="1006"))
    assert refusal.rule == "NDC-HSK-08" and "in this Housekeeping" in refusal.reason
    a_turn_later(table).order("us", Recombine(unit="U-I1", hex="1006"))
    refusal = table.refused("us", BreakDown(unit="U-I1", to=1, hex="1007"))
    assert refusal.rule == "NDC-HSK-07" and "in this Housekeeping" in refusal.reason


def test_it_takes_both_detachments():
    table = keeping("us U-I1 at 1005 attack")
    assert "0 detachments" in table.refused("us", Recombine(unit="U-I1", hex="1005")).reason


def test_a_breakdown_that_a_hidden_enemy_prevents_says_nothing_of_the_others_in_the_list():
    """The second battalion is broken down as ordered; its owner never hears that it was not."""
    table = keeping("us U-I1 at 1005 attack", "us U-A1 at 1103 attack", "su S-I1 at 1006 march")
    table.order("us", BreakDown(unit="U-I1", to=1, hex="1006"), BreakDown(unit="U-A1", to=1, hex="1102"))
    assert [located.hexes for located in table.told("us", UnitLocated)] == [("1006",)]
    assert [(gone.unit, gone.how) for gone in table.told("us", OwnUnitGone)] == [
        ("U-I1/A", "recombined"), ("U-I1/B", "recombined"),
    ]  # fmt: skip
    assert [report.unit.id for report in table.told("us", OwnUnitReported)] == ["U-I1"]
    own = table.picture("us").own
    assert own == {id: unit for id, unit in table.truth.units.items() if unit.side == "US"}


def test_every_offer_of_housekeeping_is_accepted():
    table = keeping("us U-I1 at 1005 attack", "us U-A1 at 1103 attack")
    a_turn_later(table.order("us", BreakDown(unit="U-I1", to=1, hex="1006")))
    [down] = table.options("us", "break-down")
    assert down.subjects == ("U-A1",)
    for to in range(down.fields["to"].least, down.fields["to"].most + 1):
        for hex in down.fields["hex"].places:
            BreakDown(**down.fixed, to=to, hex=hex).check(table.picture("us"))
    [up] = table.options("us", "recombine")
    for hex in up.fields["hex"].places:
        Recombine(**up.fixed, hex=hex).check(table.picture("us"))
