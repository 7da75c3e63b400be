"""The two-worlds trial of a game for three on towns and roads, and two leaks planted in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from docs.examples import towns
from docs.examples.towns import BidAnswered, CaravanMet
from service.engine.dice import Dice
from service.engine.events import Event, Told
from service.engine.outline import Heading, Procedure
from tests.secrecy import (
    towns_worlds,  # noqa: F401 (what is hidden in it)
    worlds,
)
from tests.secrecy.trial import Tally, try_match
from tests.secrecy.worlds import Leak


def ending(heading: Heading, title: str, ends: Procedure) -> Heading:
    """The outline with something else to do when the heading of this title is left."""
    under = tuple(ending(child, title, ends) for child in heading.children)
    return replace(heading, children=under, ends=ends if heading.title == title else heading.ends)


def sell_and_name_the_price(state: towns.World, dice: Dice) -> Iterator[Event]:
    """Who did not buy is told what was bid against them."""
    for event in towns.sell(state, dice):
        if isinstance(event, Told) and isinstance(event.report, BidAnswered) and not event.report.won:
            paid = [state.coins[house] for house in state.others(event.seat)]
            event = replace(event, report=replace(event.report, coins=min(paid)))
        yield event


def arrive_within_earshot(state: towns.World, dice: Dice) -> Iterator[Event]:
    """A house hears of caravans in the next town too."""
    yield from towns.arrive(state, dice)
    for house in state.seats:
        for other in state.others(house):
            if (town := state.caravans[other]) in towns.SHIRE.neighbours(state.caravans[house]):
                yield Told(seat=house, report=CaravanMet(house=other, town=town, season=state.turn))


LEAKS: dict[str, Procedure] = {"Bids": sell_and_name_the_price, "Roads": arrive_within_earshot}
FIRST = 17
"""The luck that finds both of them at once."""


def test_a_house_learns_nothing_of_the_others_but_what_it_is_told():
    tally = Tally()
    try_match("houses", 0, tally, calls=16, every=4)
    assert tally.pairs > tally.vacuous


@pytest.mark.parametrize("title", LEAKS)
def test_a_leak_is_found(title: str, monkeypatch: Any):
    secrets = worlds.SECRETS["houses"]
    leaky = replace(secrets.game, outline=ending(secrets.game.outline, title, LEAKS[title]))
    monkeypatch.setitem(worlds.SECRETS, "houses", replace(secrets, game=leaky))
    with pytest.raises(Leak, match="differs"):
        for seed in range(FIRST, FIRST + 20):
            try_match("houses", seed, Tally(), calls=30, every=2)
