"""Ways of the player's own, through the hexes that they name, and less seen ones that they may choose from."""

from __future__ import annotations

import pytest

from service.engine.orders import Refusal
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.sections.moving import Move
from tests.games.skirmish.table import position
from tests.games.skirmish.test_flight import plain

GUN = "G-HMG hmg_team at 1107"


def picture(*bases: str, **more):
    return position(*bases, step="movement", **more).picture("allied")


def led(seen, *via: str, base: str = "A-SQ1", to: str = "0707") -> tuple[str, ...]:
    """The way that a move takes through these hexes."""
    (order,) = SKIRMISH.other_ways(seen, Move(base=base, path=(to,)), via)
    order.check(seen)
    return order.path


def test_a_way_is_led_through_the_hexes_that_are_named_in_their_order():
    seen = picture("A-SQ1 squad at 0507", "G-SQ1 squad at 1714", ground=plain())
    assert led(seen, "0506") == ("0506", "0606", "0707")
    assert led(seen, "0608", "0607") == ("0508", "0608", "0607", "0707")
    assert led(seen, "0707") == ("0607", "0707"), "where it goes anyhow"


def test_a_hex_where_a_friend_stands_is_passed_through():
    seen = picture("A-SQ1 squad at 0507", "A-SQ2 squad at 0506", "G-SQ1 squad at 1714", ground=plain())
    assert led(seen, "0506") == ("0506", "0606", "0707")


def test_a_vehicle_pays_for_its_turns_on_the_way():
    seen = picture("A-TK1 medium_tank at 0507 heading 1", "G-SQ1 squad at 1714", ground=plain())
    assert led(seen, "0506", base="A-TK1") == ("0506", "0606", "0707")
    with pytest.raises(Refusal):
        led(seen, "0407", "0307", "0407", base="A-TK1", to="1007")


def test_a_way_that_is_too_long_or_leads_nowhere_is_refused():
    seen = picture("A-SQ1 squad at 0507", "G-SQ1 squad at 1714", ground=plain())
    for via in (("0107", "0707"), ("1507",), ("9999",)):
        with pytest.raises(Refusal):
            led(seen, *via)


def test_men_in_flight_are_led_where_they_may_flee_and_no_other_way():
    seen = picture("A-SQ1 squad at 0807 broken", "G-HMG hmg_team at 1207", ground=plain())
    to = max(SKIRMISH.forces.destinations(seen, ("A-SQ1",)), key=lambda there: there.cost)
    first = set(seen.rules.sheet.neighbours("0807"))
    ways = set()
    for via in sorted(first):
        try:
            (order,) = SKIRMISH.other_ways(seen, Move(base="A-SQ1", path=to.path), (via,))
        except Refusal:
            continue
        ways.add(order.path[0])
    assert ways and "0907" not in ways, "not towards the enemy"


def test_ways_on_which_fewer_steps_are_seen_are_offered_beside_the_cheapest():
    seen = picture("A-SQ1 squad at 0507", GUN)
    short = Move(base="A-SQ1", path=("0407", "0307", "0208"))
    found = SKIRMISH.other_ways(seen, short, ())
    assert SKIRMISH.odds(seen, short).value == 2
    assert [SKIRMISH.odds(seen, order).value for order in found] == [1, 0]
    for order in found:
        order.check(seen)


def test_nothing_is_offered_where_nobody_sees_it_nor_for_orders_that_go_no_way():
    seen = picture("A-SQ1 squad at 0507", "G-SQ1 squad at 1714")
    seen.contacts = {}
    assert SKIRMISH.other_ways(seen, Move(base="A-SQ1", path=("0607", "0707")), ()) == []
