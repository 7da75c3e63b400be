"""The three houses at their own pace: a house bids as soon as it has set out, whatever the others do.

All else is as in `towns.py`. Nobody hears of anything before the last house has sealed its bid.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from docs.examples.towns import (
    THREE_HOUSES,
    Bid,
    CaravanMoved,
    Travel,
    World,
    arrive,
    auction,
    last_season_over,
    new_season,
    opening,
    reckon,
)
from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.game import AnyGame, Options
from service.engine.outline import AtOwnPace, GameTurn, Heading, Repeat, Segment, Step
from service.engine.seats import EVERYBODY, Seat


@dataclass(slots=True, kw_only=True)
class Table(World):
    """The truth, with the envelopes that lie on the table."""

    envelopes: dict[Seat, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class BidSealed(Event):
    """A bid lies in its envelope."""

    kind: Literal["bid-sealed"] = "bid-sealed"
    house: Seat
    coins: int

    def change(self, state: Table) -> None:
        state.envelopes[self.house] = self.coins


@dataclass(frozen=True, kw_only=True)
class EnvelopesOpened(Event):
    """All envelopes of the season are opened, and put away."""

    kind: Literal["envelopes-opened"] = "envelopes-opened"

    def change(self, state: Table) -> None:
        state.envelopes = {}


def set_out(state: Table, house: Seat, dice: Dice) -> Iterator[Event]:
    for order in state.plans.get(house, []):
        if isinstance(order, Travel):
            yield CaravanMoved(house=house, town=order.path[-1])


def seal(state: Table, house: Seat, dice: Dice) -> Iterator[Event]:
    for order in state.plans.get(house, []):
        if isinstance(order, Bid):
            yield BidSealed(house=house, coins=order.coins)


def open_envelopes(state: Table, dice: Dice) -> Iterator[Event]:
    """When the last house is done: whom each meets, and then the bids, in the order of the table."""
    bids = {house: state.envelopes[house] for house in state.seats if house in state.envelopes}
    yield EnvelopesOpened()
    yield from arrive(state, dice)
    yield from auction(state, bids)


OUTLINE = Heading("Three houses at their own pace")[
    Repeat("Seasons", until=last_season_over)[
        GameTurn("Season", does=new_season)[
            AtOwnPace("Secret choices", by=EVERYBODY, ends=open_envelopes)[
                Step("Roads", orders=(Travel,), works="when done", finishes=set_out, rule="HOU-ROA-01"),
                Step("Bids", orders=(Bid,), works="when done", finishes=seal, rule="HOU-BID-01"),
            ],
        ],
    ],
    Segment("Reckoning", does=reckon),
]


def laid_out(scenario: str, options: Options) -> Table:
    return Table(pictures=opening(scenario, options).pictures)


AT_THEIR_OWN_PACE: AnyGame = replace(
    THREE_HOUSES,
    info=replace(THREE_HOUSES.info, name="paced", title="Three houses at their own pace"),
    outline=OUTLINE, position=Table, set_up=laid_out, events=(*THREE_HOUSES.events, BidSealed, EnvelopesOpened),
)  # fmt: skip
