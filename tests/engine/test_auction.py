"""A whole game on one page: both sides bid in secret for three lots, and hear only who took each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest

from service.engine import recording, umpire
from service.engine.dice import LoadedDice
from service.engine.events import Ended, Event, Told
from service.engine.game import Game, Info, Options, ScenarioInfo
from service.engine.options import Option, Range
from service.engine.orders import Done, Order, Refusal, demand
from service.engine.outline import Heading, Repeat, Segment
from service.engine.reports import Report
from service.engine.seats import EVERYBODY
from service.engine.sentences import say
from service.engine.state import Picture, Position

# ---- the game


@dataclass(slots=True, kw_only=True)
class Purse(Picture):
    coins: int = 6
    lots: list[str] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Hall(Position):
    bids: dict[str, int] = field(default_factory=dict)
    sold: int = 0


@dataclass(frozen=True, kw_only=True)
class BidMade(Event):
    kind: Literal["bid-made"] = "bid-made"
    seat: str
    coins: int

    def change(self, state: Hall) -> None:
        state.bids[self.seat] = state.bids.get(self.seat, 0) + self.coins


@dataclass(frozen=True, kw_only=True)
class LotSold(Event):
    kind: Literal["lot-sold"] = "lot-sold"

    def change(self, state: Hall) -> None:
        state.bids, state.sold = {}, state.sold + 1


@dataclass(frozen=True, kw_only=True)
class LotTaken(Report):
    kind: Literal["lot-taken"] = "lot-taken"
    by: str

    def teach(self, picture: Purse) -> None:
        picture.lots.append(self.by)


@dataclass(frozen=True, kw_only=True)
class Bid(Order):
    """Bid some of your coins, unseen."""

    kind: Literal["bid"] = "bid"
    coins: int

    def check(self, picture: Purse) -> None:
        demand(0 <= self.coins <= picture.coins, "AUC-1", f"You have {picture.coins} coins, not {self.coins}.")

    def believe(self, picture: Purse) -> None:
        picture.coins -= self.coins

    def resolve(self, state: Hall, seat: str, dice: Any) -> Iterator[Event]:
        yield BidMade(seat=seat, coins=self.coins)

    @classmethod
    def offers(cls, picture: Purse) -> Iterator[Option]:
        yield Option(kind="bid", title=say("Bid"), fields={"coins": Range(least=0, most=picture.coins)})


def sell(state: Hall, dice: Any) -> Iterator[Event]:
    high = max(state.bids.values(), default=0)
    winner = dice.pick([seat for seat in state.seats if state.bids.get(seat, 0) == high], "AUC-2 tie")
    yield from (Told(seat=seat, report=LotTaken(by=winner)) for seat in state.seats)
    yield LotSold()


def three_sold(state: Hall) -> bool:
    return state.sold == 3


def close(state: Hall, dice: Any) -> Iterator[Event]:
    yield Ended()


OUTLINE = Heading("Auction")[
    Repeat("Lots", until=three_sold)[Segment("Bidding", by=EVERYBODY, orders=(Bid,), ends=sell)],
    Segment("Hammer", does=close),
]


def hall(scenario: str, options: Options, seats: tuple[str, ...] = ("Ann", "Bob")) -> Hall:
    return Hall(seats=seats, pictures={seat: Purse() for seat in seats})


AUCTION = Game(
    info=Info(
        name="auction", title="Auction", version="1", seats=("Ann", "Bob"),
        scenarios={"hall": ScenarioInfo(title="The hall")},
    ),
    outline=OUTLINE, position=Hall, picture=Purse, view_type=Purse, orders=(Bid,), events=(BidMade, LotSold),
    reports=(LotTaken,), set_up=hall,
)  # fmt: skip

# ---- played


def bid(state: Hall, seat: str, coins: int) -> recording.Outcome:
    return umpire.play(AUCTION, state, seat, [Bid(coins=coins), Done()], LoadedDice(), strict=True)


def test_an_auction_is_played_to_its_end():
    """Both at once, three times round; what was bid is told to nobody."""
    opened = umpire.open_match(AUCTION, "hall", LoadedDice(), strict=True)
    state, journal = opened.state, list(opened.journal)
    for ann, bob in ((2, 1), (0, 3), (4, 2)):
        assert state.waiting == ["Ann", "Bob"]
        first = bid(state, "Ann", ann)
        assert "Bob" not in first.told, "Bob is not told that Ann has bid"
        journal += first.journal + bid(state, "Bob", bob).journal
    assert state.ended
    assert state.pictures["Bob"].lots == ["Ann", "Bob", "Ann"]
    assert recording.fold(AUCTION.open("hall", {}), journal) == state


def test_nobody_bids_more_than_he_has():
    """The second bid of a list is checked against what the first one leaves, and nothing of the list is done."""
    state = umpire.open_match(AUCTION, "hall", LoadedDice(), strict=True).state
    with pytest.raises(Refusal) as refusal:
        umpire.play(AUCTION, state, "Ann", [Bid(coins=5), Bid(coins=2)], LoadedDice(), strict=True)
    assert (refusal.value.rule, refusal.value.index) == ("AUC-1", 1)
    assert refusal.value.reason == "You have 1 coins, not 2."
    assert state.bids == {} and state.pictures["Ann"].coins == 6
