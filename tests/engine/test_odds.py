"""What a player may ask before they order, put in an order."""

from __future__ import annotations

from service.engine.bills import Bill
from service.engine.odds import Odds, likeliest_first
from service.engine.orders import Order
from tests.engine.test_lines import AddWatch


def test_orders_stand_by_their_chances_and_those_without_come_last_as_they_came():
    chances = {AddWatch(number=place): chance for place, chance in enumerate((10, None, 70, 0, 10))}
    unreckoned = AddWatch(number=9)

    def odds(order: Order) -> Odds | None:
        if order == unreckoned:
            return None
        return Odds(figure="Shots", value=1, bill=Bill(), chance=chances[order])

    found = likeliest_first([unreckoned, *chances], odds)
    assert [order.number for order, _ in found] == [2, 0, 4, 9, 1, 3]
    assert [likely and likely.chance for _, likely in found] == [70, 10, 10, None, None, 0]
