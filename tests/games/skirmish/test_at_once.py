"""Orders to many in one tap, what they are likely to come to, and who has to be given one before a step is closed."""

from __future__ import annotations

import pytest

from service.engine.bills import Bill
from service.engine.orders import Done
from service.engine.sentences import plain_text
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.sections.moving import LeaveMap, Move
from service.games.skirmish.sections.rally import Rally, SelfRally
from service.games.skirmish.sections.repairs import Repair
from tests.bills import lines
from tests.games.skirmish import positions
from tests.games.skirmish.table import position
from tests.games.skirmish.test_flight import plain


def offered(table, side: str = "allied") -> dict[str, tuple]:
    """The bundles that a side is offered, by what they are called."""
    return {bundle.title: bundle.orders for bundle in SKIRMISH.at_once(table.picture(side))}


@pytest.mark.rule("SKR-RTD-01", "SKR-BRK-01")
def test_all_in_flight_go_by_the_shortest_way_in_one_tap_the_routed_first():
    field = position("A-SQ1 squad at 0807 broken", "A-SQ2 squad at 0907 routed", "A-SQ3 squad at 0405",
                     "G-HMG hmg_team at 1207", step="movement", ground=plain(h0606="woods", h0608="woods"))  # fmt: skip
    assert SKIRMISH.view(field.picture("allied")).owing == ("A-SQ1", "A-SQ2")
    (orders,) = offered(field).values()
    assert [(order.base, type(order)) for order in orders] == [("A-SQ2", Move), ("A-SQ1", Move)]
    field.order("allied", *orders, Done())
    assert field.let_pass().base("A-SQ1").hex == orders[1].path[-1], "and nobody owes a move any more"


def test_who_can_only_leave_the_map_is_told_to():
    field = position("A-SQ1 squad at 0107 routed", "G-SQ1 squad at 0307", step="movement", ground=plain())
    assert [type(order) for orders in offered(field).values() for order in orders] in ([Move], [LeaveMap])


def test_nobody_owes_a_move_where_all_are_in_good_order():
    field = position("A-SQ1 squad at 0807", "G-HMG hmg_team at 1207", step="movement")
    assert offered(field) == {} and SKIRMISH.view(field.picture("allied")).owing == ()


def test_the_broken_try_alone_if_no_leader_can_rally_them_or_all_of_them():
    field = positions.position("A-SQ1 at 0405 broken", "A-SQ2 at 0410 broken", "A-SQ3 at 0411 routed",
                               "A-L2 at 0406", step="self-rally")  # fmt: skip
    assert offered(field) == {
        "All that no leader can rally": (SelfRally(base="A-SQ2"),),
        "All who can, by themselves": (SelfRally(base="A-SQ1"), SelfRally(base="A-SQ2")),
    }
    field.order("allied", *offered(field)["All that no leader can rally"], Done())
    assert offered(field) == {"All that a leader can rally": (Rally(base="A-SQ1", leader="A-L2"),)}
    field.order("allied", *offered(field)["All that a leader can rally"])


def test_all_who_carry_what_has_broken_down_repair_it():
    field = positions.position("A-MMG at 0513 jammed", "A-SQ1 at 0405", step="repair")
    assert offered(field) == {"All who can repair": (Repair(base="A-MMG"),)}


@pytest.mark.rule("SKR-REP-02")
def test_a_repair_states_its_chance():
    field = positions.position("A-MMG at 0513 jammed quality 5", step="repair")
    odds = SKIRMISH.odds(field.picture("allied"), Repair(base="A-MMG"))
    assert (odds.value, odds.bill, odds.chance) == (8, Bill(), 72), "26 of 36"
    assert plain_text(SKIRMISH.words.odds(odds)) == "quality roll, at most 8: 72% to repair it"


@pytest.mark.rule("SKR-RAL-01", "SKR-RAL-04")
def test_a_rally_states_its_chance_with_all_that_its_dice_will_bear():
    """Alone a broken base adds one, and what it has suffered; a leader adds their rating instead."""
    field = positions.position("A-SQ1 at 0405 broken suppression 1", "A-L1 at 0407", step="self-rally")
    alone = SKIRMISH.odds(field.picture("allied"), SelfRally(base="A-SQ1"))
    assert (alone.value, lines(alone.bill), alone.chance) == (7, {"suppressions": 1, "alone": 1}, 28), "10 of 36"
    led = SKIRMISH.odds(field.picture("allied"), Rally(base="A-SQ1", leader="A-L1"))
    assert (lines(led.bill), led.chance) == ({"suppressions": 1, "leader": -1}, 58), "21 of 36"
    assert plain_text(SKIRMISH.words.odds(led)).endswith("58% to rally")


def test_a_way_states_what_it_lays_open_and_a_flight_what_it_can_bear():
    field = position("A-SQ1 squad at 0807 broken suppression 1", "G-HMG hmg_team at 1207", step="movement",
                     ground=plain())  # fmt: skip
    odds = SKIRMISH.odds(field.picture("allied"), Move(base="A-SQ1", path=("0707", "0607")))
    assert odds.value == 2 and tuple(map(plain_text, odds.outlook)) == (
        "In sight of Enemy 1, an HMG team, all the way; 97% for some effect from the best shot at it.",
        "It ends in the open.",
        "3 more suppressions rout it.",
    )
    hidden = position("A-SQ1 squad at 0405", "G-HMG hmg_team at 1207", step="movement", ground=plain(h0505="woods"))
    hidden.picture("allied").contacts = {}
    odds = SKIRMISH.odds(hidden.picture("allied"), Move(base="A-SQ1", path=("0505",)))
    assert tuple(map(plain_text, odds.outlook)) == ("No enemy you know of sees any of it.", "It ends in cover +2.")


@pytest.mark.rule("SKR-DEF-01")
def test_all_who_have_shown_themselves_fire_in_one_tap_and_whoever_lies_hidden_is_named_beside_it():
    field = position("A-SQ1 squad at 0807", "G-HMG hmg_team at 1207", "G-SQ1 squad at 1107", step="remaining-fire",
                     ground=plain())  # fmt: skip
    field.truth.bases["G-SQ1"].moved = field.picture("german").own["G-SQ1"].moved = True
    field.picture("german").own["G-HMG"].name = "HMG team"
    [bundle] = SKIRMISH.at_once(field.picture("german"))
    assert bundle.title == "All who have shown themselves, each at its best shot"
    assert [order.base for order in bundle.orders] == ["G-SQ1"]
    assert plain_text(bundle.rest) == "the HMG team stays hidden; fire it by itself"
    field.order("german", *bundle.orders)
    assert offered(field, "german") == {}, "nor does a second tap give anybody away"
    assert not field.base("G-HMG").shots


def test_all_who_can_fire_after_the_moves_do_so_in_one_tap_each_at_its_best_shot():
    """Bullets go at men, and not at the tank that is nearer; who is out of order is left out."""
    field = position("A-SQ1 squad at 0807", "A-SQ2 squad at 1007", "A-TK1 medium_tank at 1008",
                     "G-HMG hmg_team at 1207", "G-SQ1 squad at 1107", "G-SQ2 squad at 1307 broken",
                     step="remaining-fire", ground=plain())  # fmt: skip
    for id in ("G-HMG", "G-SQ1", "G-SQ2"):
        field.base(id).moved = field.picture("german").own[id].moved = True
    [bundle] = SKIRMISH.at_once(field.picture("german"))
    orders = bundle.orders
    assert bundle.title == "All who can fire, each at its best shot" and not bundle.rest
    assert {order.base for order in orders} == {"G-HMG", "G-SQ1"}
    assert field.handle("A-TK1") not in {order.target for order in orders}
    assert offered(field, "allied") == {}
    field.order("german", *orders)
    assert field.base("G-HMG").shots and field.base("G-SQ1").shots
