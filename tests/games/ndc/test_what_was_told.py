"""What was told of a unit: given freely, standing until it is told otherwise, and under which handle."""

from __future__ import annotations

import pytest

from service.engine.orders import Done, Order
from service.games.ndc.known.reports import ContactWithdrawn, EnemyLost, UnitLocated
from service.games.ndc.printed.units import Marker
from service.games.ndc.sections.declare import CounterBattery, DeclareGroundCombat
from service.games.ndc.sections.defence import Retreat
from service.games.ndc.sections.intelligence import AllotIntelligence
from service.games.ndc.sections.modes import ChangeMode, ChangeZone
from service.games.ndc.sections.reveal import Reveal
from tests.games.ndc.fighting import attack, battle, resolved
from tests.games.ndc.sighted import FIRE, GUNS, WEST, move, next_segment, paths, seen
from tests.positions import Table, position

# ---- free reveals


@pytest.mark.rule("NDC-REP-15")
def test_a_player_may_reveal_more_with_the_values_that_are_true_when_the_letter_goes():
    """Hex and type of a unit that the enemy knows nothing of; it moves before the letter goes out."""
    table = position("su S-A1 at 1804 attack to 3", GUNS)
    refusal = table.refused("su", Reveal(unit="S-A1", items=("hex", "strength")))  # type: ignore[arg-type]
    assert refusal.rule == "NDC-REP-15"
    table.order("su", Reveal(unit="S-A1", items=("hex", "type")), move("S-A1", *WEST))
    assert table.picture("us").contacts == {}
    table.done("su")
    [enemy] = seen(table, "us", "1504")
    assert enemy.known and (enemy.type, enemy.designation, enemy.mode, enemy.to) == ("armor", None, None, None)
    assert len(table.picture("us").contacts) == 1


@pytest.mark.rule("NDC-REP-15")
def test_a_reveal_is_good_for_one_letter():
    """Told where it stands, the unit goes on unseen; the next letter does not say where to."""
    table = position("su S-A1 at 1804 attack", GUNS)
    table.order("su", Reveal(unit="S-A1", items=("hex",)), FIRE, Done())
    assert [enemy.known for enemy in seen(table, "us", "1804")] == [True]
    table.done("us").done_until("movement-segment").done("su").done_until("movement-segment").done("us")
    table.done_until("movement-segment").order("su", move("S-A1", *WEST), Done())
    assert [report for report in table.letter("us") if isinstance(report, UnitLocated)] == []
    assert seen(table, "us", "1504") == []


@pytest.mark.rule("NDC-REP-16")
def test_a_revealed_unit_blocks_the_ground_that_it_controls():
    """The US battalion in 1505 lets the other side know where it is, in its own turn: the road past it is closed."""
    past = move("S-I1", *WEST)
    for told in (True, False):
        table = position("su S-I1 at 1804 attack level 1", "us U-I1 at 1505 dug-in", phasing="us")
        table.order("us", *[Reveal(unit="U-I1", items=("hex",))][:told], Done()).done("us")
        table.done_until("movement-segment")
        assert table.waiting == ["Soviet"]
        if told:
            refusal = table.refused("su", past)
            assert (refusal.rule, "1604" in refusal.reason) == ("NDC-ZOC-01", True)
        else:
            assert table.order("su", past, Done()).unit("S-I1").hex == "1504"


@pytest.mark.rule("NDC-REP-17")
def test_a_reveal_leaves_the_level_as_it_is_also_in_combat():
    """A defender at level None that has told its hex counts as None among the resolver's modifiers."""
    table = position("su S-I1 at 1604 attack", "us U-I1 at 1505 dug-in", GUNS)
    table.order("su", FIRE, Done()).order("us", Reveal(unit="U-I1", items=("hex", "type", "to")))
    next_segment(table)
    assert seen(table, "su", "1505")[0].known and table.unit("U-I1").level == 0
    table.order("su", DeclareGroundCombat(unit="S-I1", target="1505", type="probe"), Done())
    assert table.truth.combats[0].resolver_lines["NDC-DFM-02"] == 0


# ---- what was told stands until it is told otherwise


@pytest.mark.rule("NDC-REP-20")
def test_a_revealed_unit_that_moves_off_unseen_stays_in_the_picture_until_its_owners_letter():
    """Then its hex is withdrawn, and where it is now is not told."""
    table = position("su S-I1 at 1804 attack known", GUNS, "us U-I1 at 1604 attack")
    before = repr((table.picture("us").contacts, table.options("us")))
    table.order("su", move("S-I1", "1805"))
    assert repr((table.picture("us").contacts, table.options("us"))) == before
    table.done("su")
    [report] = [report for report in table.letter("us") if isinstance(report, ContactWithdrawn)]
    [contact] = table.picture("us").contacts.values()
    assert (report.items, report.hexes, report.handle) == (("hex",), ("1804",), contact.handle)
    assert contact.hexes == ("1804",) and not contact.known
    assert "1804" not in table.picture("us").known_enemies() and "1805" not in repr(table.logs["US"])


@pytest.mark.rule("NDC-REP-20")
def test_a_defender_that_retreated_unseen_is_withdrawn_only_in_its_owners_turn():
    """At level None it is beaten out of its hex by a probe: the attacker's picture keeps it there till then."""
    table = position(
        "su S-A1 at 1604 attack", GUNS, "su S-DIV at 2008 deployed", "us U-I1 at 1505 attack known",
        by_purpose={"NDC-RES-13": [10], "NDC-DFM-16": [3]},
    )  # fmt: skip
    table.order("su", DeclareGroundCombat(unit="S-A1", target="1505", type="probe"), Done())
    table.done_until("movement-segment")
    assert table.unit("U-I1").hex != "1505" and table.waiting == ["Soviet"]
    assert [contact.known for contact in table.contacts_at("su", "1505")] == [True]
    table.done("su", "su").done_until("movement-segment")
    assert table.waiting == ["US"]
    assert [contact.known for contact in table.contacts_at("su", "1505")] == [True]
    table.done("us")
    assert [contact.known for contact in table.contacts_at("su", "1505")] == [False]
    [report] = [report for report in table.letter("su") if isinstance(report, ContactWithdrawn)]
    assert (report.items, report.hexes) == (("hex",), ("1505",))


@pytest.mark.rule("NDC-REP-20")
def test_what_was_freely_told_is_withdrawn_item_by_item():
    """Mode and hex were told; the unit digs in: its mode is withdrawn, the new one is not told, and its hex stands."""
    table = position("su S-I1 at 1804 defend", "su S-1R at 1904 deployed", "su S-DIV at 2008 deployed", heading="modes")
    table.order("su", Reveal(unit="S-I1", items=("hex", "mode"))).done("su", "su")
    assert [enemy.mode for enemy in seen(table, "us", "1804")] == ["defend"]
    table.done("su").done_until("movement-segment").done("us")
    table.done_until("mode-change-and-forced-march-designation-phase")
    table.order("su", ChangeMode(unit="S-I1", mode="attack"), Done())
    assert [enemy.mode for enemy in seen(table, "us", "1804")] == ["defend"]
    table.done("su")
    [enemy] = seen(table, "us", "1804")
    assert enemy.mode is None and enemy.known
    assert [report.items for report in table.letter("us") if isinstance(report, ContactWithdrawn)] == [("mode",)]


def revealed_before_the_attack(defender: str, die: int) -> Table:
    """The defender, at level None, has told the hex and the strength; the attacker is in their second segment."""
    table = battle(defender=defender, die=die, more_dice={"NDC-SEA-01": [1]})
    table.order("us", Reveal(unit="U-I1", items=("hex", "to"))).order("su", CounterBattery(target="0610", csps=1))
    return resolved(table.done("su"))


@pytest.mark.rule("NDC-REP-20")
def test_a_revealed_unit_that_was_destroyed_unseen_is_withdrawn_in_its_owners_turn():
    """Nothing is told of the end of a unit at level None; its T/O level, told freely, goes with its hex."""
    table = revealed_before_the_attack("to 1", die=10)
    assert [(contact.known, contact.to) for contact in table.contacts_at("su", "0902")] == [(True, 1)]
    resolved(attack(table, type="probe"))
    assert "U-I1" not in table.truth.units
    assert [contact.known for contact in table.contacts_at("su", "0902")] == [True]
    table.done("su").done_until("movement-segment")
    assert [contact.known for contact in table.contacts_at("su", "0902")] == [True]
    table.done("us")
    assert [contact.known for contact in table.contacts_at("su", "0902")] == [False]


@pytest.mark.rule("NDC-REP-20")
def test_a_strength_that_was_freely_told_is_withdrawn_when_it_has_fallen():
    """At level None the battalion keeps its hex and loses a T/O level: the old figure goes, no new one comes."""
    table = revealed_before_the_attack("dug-in", die=8)
    resolved(attack(table))
    assert (table.unit("U-I1").hex, table.unit("U-I1").to) == ("0902", 3)
    assert [contact.to for contact in table.contacts_at("su", "0902")] == [4]
    table.done("su").done_until("movement-segment").done("us")
    assert [(contact.known, contact.to) for contact in table.contacts_at("su", "0902")] == [(True, None)]


@pytest.mark.rule("NDC-REP-20")
def test_a_zone_mode_told_at_level_4_is_withdrawn_when_the_unit_has_spread_unseen():
    """Followed to 1704 as one unit in single zone, it is out of sight there when it spreads."""
    table = position("su S-I1 at 1804 defend level 4", "su S-1R at 1904 deployed", "su S-DIV at 2008 deployed")
    table.order("su", move("S-I1", "1704"), Done())
    table.done_until("movement-segment").done("us").done_until("mode-change-and-forced-march-designation-phase")
    table.order("su", ChangeZone(unit="S-I1", stay="1704", further=("1705",)), Done())
    assert [contact.zone for contact in table.contacts_at("us", "1704")] == ["single"]
    table.done("su")
    assert [contact.zone for contact in table.contacts_at("us", "1704")] == [None]
    assert "zone" in [item for report in table.letter("us") for item in getattr(report, "items", ())]


@pytest.mark.rule("NDC-SEC-01")
def test_an_old_sighting_does_not_betray_what_became_of_the_unit_unseen():
    """Followed to 1704 and lost from sight there, it dies in gas at level None: the sighting stays, with its date."""
    worlds = []
    for path in (("1604",), ("1804",)):
        table = position("su S-I1 at 1804 attack to 1 level 2", by_purpose={"NDC-GCD-08": [1]})
        table.order("su", move("S-I1", "1704"), Done())
        table.done_until("movement-segment").done("us").done_until("movement-segment")
        for markers in (table.truth.markers, table.picture("su").markers):
            markers.append(Marker(kind="gas", hex="1604", side="US"))
        table.order("su", move("S-I1", *path), Done())
        assert ("S-I1" in table.truth.units) == (path == ("1804",))
        assert [(contact.known, contact.turn) for contact in table.contacts_at("us", "1704")] == [(False, 1)]
        worlds.append((repr(table.letter("us")), repr(table.picture("us").contacts)))
    assert worlds[0] == worlds[1]


def test_an_own_unit_in_the_hex_ends_what_was_told_of_it():
    """A stale sighting on the road is gone when the column has driven through; it was no obstacle."""
    table = position("us U-I1 at 1604 attack level 1", "su S-I1 at 1804 attack", phasing="us", turn=1)
    table.order("us", move("U-I1", "1504", "1404"), Done())
    assert [contact.known for contact in table.contacts_at("su", "1404")] == [False]
    table.done("us").done_until("movement-segment")
    assert [contact.turn for contact in table.contacts_at("su", "1404")] == [1], (
        "sightings grow old, they do not vanish"
    )
    table.truth.units["U-I1"].hex = "0404"
    table.order("su", move("S-I1", *WEST, "1404"), Done())
    assert table.unit("S-I1").hex == "1404" and table.contacts_at("su", "1404") == []


# ---- handles


def test_a_unit_found_again_after_it_was_lost_from_sight_gets_a_new_handle():
    """Followed to 1704 at level 2, it goes away and comes back unseen: found there again it is another contact."""
    table = position(
        "su S-I1 at 1804 attack level 2", "us U-DIV at 0508 deployed",
        by_purpose={"NDC-SEA-02": [1], "NDC-MAC-03": [5], "NDC-WEA-01": [3, 3]},
    )  # fmt: skip
    table.order("su", move("S-I1", "1704"), Done())
    [first] = table.picture("us").contacts
    table.done("su").order("us", AllotIntelligence(air=0, signal=3, coverage=1, sectors=("D1",)), Done())
    table.done_until("housekeeping-phase").done("us").done_until("movement-segment")
    table.order("su", move("S-I1", "1804", "1704"), Done())
    assert table.unit("S-I1").level == 2
    [second] = table.contacts_at("us", "1704")
    assert second.known and second.handle != first


def test_a_staff_that_was_shelled_out_of_its_hex_and_back_unseen_is_another_contact_when_it_is_found_there():
    """It was last seen driving into 0902, which tells nothing of who has come there since."""
    table = position(
        "us U-1B at 0903 deployed level 2", "su S-DIV at 0402 deployed", "su S-1R at 0602 deployed",
        "su S-2R at 0502 deployed", phasing="us",
        by_purpose={"NDC-CBF-08": [6, 6], "NDC-SEA-02": [6], "NDC-WEA-01": [3, 3]},
    )  # fmt: skip
    table.order("us", move("U-1B", "0902"), Done())
    [first] = table.contacts_at("su", "0902")
    table.done_until("intelligence-phase")
    table.order("su", AllotIntelligence(air=0, signal=4, coverage=1, sectors=("B1",)), Done())
    table.done_until("movement-segment").order(
        "su", CounterBattery(target="0902", csps=6, hqs=("S-DIV",)),
        CounterBattery(target="1002", csps=8, hqs=("S-1R", "S-2R")), Done(),
    )  # fmt: skip
    for hex in ("1002", "0902"):
        table.done_until("retreat").order("us", Retreat(hex=hex), Done())
    assert [(c.handle, c.known) for c in table.contacts_at("su", "0902")] == [(first.handle, False)]
    table.done_until("movement-segment").done("su").done_until("movement-segment").done("us")
    assert (table.unit("U-1B").hex, table.unit("U-1B").level) == ("0902", 2)
    [second] = table.contacts_at("su", "0902")
    assert second.known and second.handle != first.handle


def test_two_units_that_went_the_same_way_are_told_in_an_order_without_ids():
    """Renaming inner ids and turning round the order of rows changes nothing for the enemy."""
    logs = []
    for names in (("X-1", "X-2"), ("X-9", "X-0")):
        units = [f"su {names[0]} armor at 1804 attack level 2", f"su {names[1]} infantry at 1813 attack level 2"]
        table = position(*(units if names[0] == "X-1" else reversed(units)))
        for unit in table.truth.units.values():
            unit.designation = "One" if unit.type == "armor" else "Two"
        orders: list[Order] = [move(names[0], "1704"), move(names[1], "1713")]
        table.order("su", *(orders if names[0] == "X-1" else reversed(orders)), Done())
        logs.append(repr(table.logs["US"]))
    assert logs[0] == logs[1]


def test_a_unit_that_a_reported_move_destroys_is_told_as_lost():
    """A level-2 battalion with one T/O level left drives into gas (parent 3.7)."""
    table = position("su S-I1 at 1804 attack to 1 level 2", by_purpose={"NDC-GCD-08": [1]})
    for markers in (table.truth.markers, table.picture("su").markers):
        markers.append(Marker(kind="gas", hex="1604", side="US"))
    table.order("su", move("S-I1", *WEST), Done())
    assert paths(table, "us") == [("1704", "1604")]
    assert [report.eliminated for report in table.letter("us") if isinstance(report, EnemyLost)] == [True]
    assert table.picture("us").contacts == {} and "S-I1" not in table.picture("su").own
