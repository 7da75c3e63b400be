"""Three houses: a game of sealed bids for three, on towns and roads.

Each season all three houses send their caravans along the roads, and then bid for the charter of the town where they
stand, nobody seeing what the others do. A house meets those that stand where it stands, and hears of nobody else. After
five seasons the house with the most charters has won, and of several with as many the one with the most coins left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Ended, Event, Told, TurnBegan
from service.engine.faculties import Forces, Standing, alone
from service.engine.game import Briefing, Game, Info, Options, ScenarioInfo
from service.engine.line_fields import line_field, numbers
from service.engine.lines import (
    AddLine,
    DropLine,
    LineList,
    MoveLine,
    Otherwise,
    SetOtherwise,
    StandingAnswer,
)
from service.engine.options import Choice, Destination, Option, Range, Routes
from service.engine.orders import Order, demand
from service.engine.outline import GameTurn, Heading, Repeat, Segment
from service.engine.paths import cheapest
from service.engine.places import Ground, Place
from service.engine.reports import Report
from service.engine.roles import Way
from service.engine.seats import EVERYBODY, Seat
from service.engine.sentences import Sentence, counted, listed, place, say
from service.engine.state import Known, Picture, Position
from service.engine.telling import announce
from service.engine.words import PlainWords

AMBER, COBALT, JADE = HOUSES = ("Amber", "Cobalt", "Jade")
SEASONS, COINS = 5, 12
ROADS = {
    "Alder Ford": ("Brackwater", "Crosskeys"),
    "Brackwater": ("Alder Ford", "Crosskeys", "Dunmere"),
    "Crosskeys": ("Alder Ford", "Brackwater", "Dunmere", "Elm St. Mary"),
    "Dunmere": ("Brackwater", "Crosskeys", "Fallow"),
    "Elm St. Mary": ("Crosskeys", "Fallow"),
    "Fallow": ("Dunmere", "Elm St. Mary"),
}
ON_PAPER = {
    "Alder Ford": (0, 3), "Brackwater": (2, 1), "Crosskeys": (3, 4), "Dunmere": (5, 2), "Elm St. Mary": (5, 6),
    "Fallow": (8, 4),
}  # fmt: skip
HOME = {AMBER: "Alder Ford", COBALT: "Dunmere", JADE: "Elm St. Mary"}


def bid(first: int) -> Any:
    """What an agent bids: that, or what its house has left; 0 for no bid."""
    return line_field(
        0, "Its bid", zero="none", offers=numbers(0, COINS), first=first, says="a bid of {}", counts=("coin",),
        part="does",
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class BidLine:
    """One line of what a house tells its agent: for which town it is, None for any, and what is bid there."""

    town: Place | None = line_field(
        None, "In the town", values={None: "Any"}, offers=lambda ledger: Choice(values=(None, *ROADS)), first=1,
        says="in {}", open="in any town",
    )  # fmt: skip
    coins: int = bid(first=2)


@dataclass(frozen=True, kw_only=True)
class Reserve:
    """What is bid where no line fits."""

    coins: int = bid(first=1)


@dataclass(frozen=True, kw_only=True)
class Agency:
    """What a house has told its agent: lines, of which the first that fits acts, and the reserve."""

    bids: tuple[BidLine, ...] = ()
    reserve: Reserve = Reserve()


@dataclass(slots=True, kw_only=True)
class Caravan:
    """A house's caravan, and where it stands."""

    town: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """Another house's caravan, where it was last met and in which season."""

    house: Seat
    town: Place
    season: int


@dataclass(slots=True, kw_only=True)
class World(Position):
    """The truth: where the caravans stand, what is in the chests, and who holds which charter."""

    caravans: dict[Seat, Place] = field(default_factory=lambda: {house: Place(HOME[house]) for house in HOUSES})
    coins: dict[Seat, int] = field(default_factory=lambda: dict.fromkeys(HOUSES, COINS))
    charters: dict[Place, Seat] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class Ledger(Picture):
    """What a house knows: its own caravan, coins and charters, whom it met, and what it has told its agent.

    `travelled` and `has_bid` are the seasons in which it last did.
    """

    caravan: Caravan
    coins: int = COINS
    charters: list[Place] = field(default_factory=list)
    met: dict[str, Met] = field(default_factory=dict)
    travelled: int = 0
    has_bid: int = 0
    agency: Agency = Agency()
    verdict: str = ""


# ---- events change the truth; reports change what a house knows


@dataclass(frozen=True, kw_only=True)
class CaravanMoved(Event):
    """A caravan stands in another town."""

    kind: Literal["caravan-moved"] = "caravan-moved"
    house: Seat
    town: Place

    def change(self, state: World) -> None:
        state.caravans[self.house] = self.town


@dataclass(frozen=True, kw_only=True)
class CharterSold(Event):
    """A town's charter goes to a house, for so many coins."""

    kind: Literal["charter-sold"] = "charter-sold"
    town: Place
    house: Seat
    coins: int

    def change(self, state: World) -> None:
        state.charters[self.town] = self.house
        state.coins[self.house] -= self.coins


@dataclass(frozen=True, kw_only=True)
class CaravanMet(Report):
    """Another house's caravan stands where yours stands."""

    kind: Literal["caravan-met"] = "caravan-met"
    house: Seat
    town: Place
    season: int

    def teach(self, picture: Ledger) -> None:
        picture.met[self.house] = Met(house=self.house, town=self.town, season=self.season)


@dataclass(frozen=True, kw_only=True)
class BidAnswered(Report):
    """What came of your bid: the charter is yours and paid for, or you keep your coins."""

    kind: Literal["bid-answered"] = "bid-answered"
    town: Place
    coins: int
    won: bool

    def teach(self, picture: Ledger) -> None:
        if self.won:
            picture.coins -= self.coins
            picture.charters = sorted({*picture.charters, self.town})


@dataclass(frozen=True, kw_only=True)
class CharterLost(Report):
    """Somebody has bought the charter of a town that was yours."""

    kind: Literal["charter-lost"] = "charter-lost"
    town: Place

    def teach(self, picture: Ledger) -> None:
        picture.charters = [town for town in picture.charters if town != self.town]


@dataclass(frozen=True, kw_only=True)
class Reckoning(Report):
    """The last season is over: how many charters and coins each house has, and who has won."""

    kind: Literal["reckoning"] = "reckoning"
    charters: Mapping[str, int]
    winner: Seat

    def teach(self, picture: Ledger) -> None:
        picture.ended, picture.verdict = True, f"House {self.winner} has won with {worth(self.charters[self.winner])}."


def worth(charters: int) -> str:
    return counted(charters, "charter")


# ---- orders: checked against what the house knows, resolved against what is true


@dataclass(frozen=True, kw_only=True)
class Travel(Order):
    """Send your caravan along one or two roads."""

    kind: Literal["travel"] = "travel"
    path: Way[tuple[Place, ...]]

    def subjects(self) -> tuple[str, ...]:
        return ("caravan",)

    def check(self, picture: Ledger) -> None:
        demand(picture.travelled < picture.turn, "HOU-ROA-02", "Your caravan has its way for this season.")
        demand(len(self.path) in (1, 2), "HOU-ROA-01", f"A caravan takes one or two roads, not {len(self.path)}.")
        for here, there in zip((picture.caravan.town, *self.path), self.path, strict=False):
            demand(
                there in ROADS.get(here, ()),
                "HOU-ROA-01",
                ("No road leads from ", place(here), " to ", place(there), "."),
            )

    def believe(self, picture: Ledger) -> None:
        picture.caravan.town, picture.travelled = self.path[-1], picture.turn

    @classmethod
    def offers(cls, picture: Ledger) -> Iterator[Option]:
        if picture.travelled < picture.turn:
            yield Option(
                kind="travel", title=say("Send your caravan"), subjects=("caravan",), fields={"path": Routes()}
            )


@dataclass(frozen=True, kw_only=True)
class Bid(Order):
    """Bid for the charter of the town where your caravan stands. You pay only if you win."""

    kind: Literal["bid"] = "bid"
    coins: int

    def check(self, picture: Ledger) -> None:
        demand(picture.has_bid < picture.turn, "HOU-BID-02", "You have bid in this season.")
        demand(
            1 <= self.coins <= picture.coins,
            "HOU-BID-01",
            f"You have {counted(picture.coins, 'coin')}, not {self.coins}.",
        )

    def believe(self, picture: Ledger) -> None:
        picture.has_bid = picture.turn

    @classmethod
    def offers(cls, picture: Ledger) -> Iterator[Option]:
        if picture.has_bid < picture.turn and picture.coins:
            yield Option(
                kind="bid", title=say("Bid for the charter"), fields={"coins": Range(least=1, most=picture.coins)}
            )


# ---- standing orders: what an agent bids, line by line


def is_told(ledger: Ledger, line: BidLine, number: int) -> None:
    demand(line.town is None or line.town in ROADS, "HOU-BID-03", f"Line {number}: there is no town {line.town!r}.")
    can_be_bid(ledger, line)


def can_be_bid(ledger: Ledger, told: BidLine | Reserve) -> None:
    demand(0 <= told.coins <= COINS, "HOU-BID-03", f"An agent bids 0 to {COINS} coins, not {told.coins}.")


def keep_bids(ledger: Ledger, lines: list[BidLine]) -> None:
    ledger.agency = replace(ledger.agency, bids=tuple(lines))


def keep_reserve(ledger: Ledger, reserve: Reserve) -> None:
    ledger.agency = replace(ledger.agency, reserve=reserve)


BIDS = LineList(
    name="bids", title="The list of bids", line=BidLine, most=len(ROADS), rule="HOU-BID-03", check=is_told,
    kept=lambda ledger: ledger.agency.bids, keep=keep_bids,
)  # fmt: skip
RESERVE = Otherwise(
    title="Reserve", record=Reserve, rule="HOU-BID-03", check=can_be_bid,
    kept=lambda ledger: ledger.agency.reserve, keep=keep_reserve,
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class AddBidLine(AddLine, BidLine):
    """Add a line to what your agent is told: `number` says which it becomes, counted from 1; 0 for the last."""

    kind: Literal["add-bid-line"] = "add-bid-line"
    added_to: ClassVar[LineList[Any]] = BIDS


@dataclass(frozen=True, kw_only=True)
class MoveBidLine(MoveLine):
    """Move a line of what your agent is told: line `number` becomes line `to`, counted from 1."""

    kind: Literal["move-bid-line"] = "move-bid-line"
    lists: ClassVar[Sequence[LineList[Any]]] = (BIDS,)


@dataclass(frozen=True, kw_only=True)
class DropBidLine(DropLine):
    """Drop a line of what your agent is told by its `number`, counted from 1; 0 drops all."""

    kind: Literal["drop-bid-line"] = "drop-bid-line"
    lists: ClassVar[Sequence[LineList[Any]]] = (BIDS,)


@dataclass(frozen=True, kw_only=True)
class SetReserve(SetOtherwise, Reserve):
    """Say what your agent bids where no line fits, while you are on standing orders."""

    kind: Literal["set-reserve"] = "set-reserve"
    otherwise: ClassVar[Otherwise[Any]] = RESERVE


TO_AGENTS = (AddBidLine, MoveBidLine, DropBidLine, SetReserve)


def agent(picture: Ledger, heading: Heading) -> Sequence[Order]:
    """What a house on standing orders does: its caravan stays, and its agent bids by the first line that fits."""
    told, town = picture.agency, picture.caravan.town
    first: BidLine | Reserve = next((line for line in told.bids if line.town in (None, town)), told.reserve)
    coins = min(first.coins, picture.coins)
    return [Bid(coins=coins)] if heading.name == "bids" and coins else []


class Agents(Standing[Ledger]):
    """What the agents are told, and what they would have bid."""

    def given(self, picture: Ledger) -> Agency:
        return picture.agency

    def rehearse(self, then: Ledger, now: Ledger, heading: Heading) -> Sequence[StandingAnswer] | None:
        then.agency = now.agency
        return [StandingAnswer(order=order) for order in agent(then, heading)] if heading.name == "bids" else None


# ---- what the umpire does between the questions


def new_season(state: World, dice: Dice) -> Iterator[Event]:
    yield TurnBegan(turn=state.turn + 1)


def arrive(state: World, dice: Dice) -> Iterator[Event]:
    """All caravans arrive at once; then each house is told whom it meets."""
    for house in state.seats:
        for order in state.plans.get(house, []):
            if isinstance(order, Travel):
                yield CaravanMoved(house=house, town=order.path[-1])
    for house in state.seats:
        for other in state.others(house):
            if state.caravans[other] == (town := state.caravans[house]):
                yield Told(seat=house, report=CaravanMet(house=other, town=town, season=state.turn))


def sell(state: World, dice: Dice) -> Iterator[Event]:
    bids = {
        house: order.coins for house in state.seats for order in state.plans.get(house, []) if isinstance(order, Bid)
    }
    yield from auction(state, bids)


def auction(state: World, bids: Mapping[Seat, int]) -> Iterator[Event]:
    """The highest bid in a town buys its charter; of equal ones none does. Each is told of its own bid alone."""
    for house, coins in bids.items():
        town = state.caravans[house]
        rivals = [bid for other, bid in bids.items() if other != house and state.caravans[other] == town]
        won = all(coins > bid for bid in rivals)
        if won:
            if (holder := state.charters.get(town, house)) != house:
                yield Told(seat=holder, report=CharterLost(town=town))
            yield CharterSold(town=town, house=house, coins=coins)
        yield Told(seat=house, report=BidAnswered(town=town, coins=coins, won=won))


def last_season_over(state: World) -> bool:
    return state.turn >= SEASONS


def reckon(state: World, dice: Dice) -> Iterator[Event]:
    held = {house: sum(holder == house for holder in state.charters.values()) for house in state.seats}
    winner = max(state.seats, key=lambda house: (held[house], state.coins[house]))
    yield from announce(state, Reckoning(charters=held, winner=winner))
    yield Ended()


OUTLINE = Heading("Three houses")[
    Repeat("Seasons", until=last_season_over)[
        GameTurn("Season", does=new_season)[
            Segment("Roads", by=EVERYBODY, orders=(Travel,), works="when done", ends=arrive, rule="HOU-ROA-01"),
            Segment("Bids", by=EVERYBODY, orders=(Bid,), works="when done", ends=sell, rule="HOU-BID-01"),
        ],
    ],
    Segment("Reckoning", does=reckon),
]


# ---- the game as everything else sees it


SHIRE = Ground(
    {Place(town): [Place(there) for there in roads] for town, roads in ROADS.items()},
    at={Place(town): (float(x), float(y)) for town, (x, y) in ON_PAPER.items()}, noun="town", nouns="towns",
)  # fmt: skip


class Caravans(Forces[Ledger]):
    """A house's own caravan, and those that it met."""

    def own(self, picture: Ledger) -> Mapping[str, Caravan]:
        return {"caravan": picture.caravan}

    def contacts(self, picture: Ledger) -> Mapping[str, Met]:
        return picture.met

    def places_of(self, thing: Caravan | Met) -> tuple[Place, ...]:
        return (thing.town,)

    def destinations(self, picture: Ledger, units: Sequence[str]) -> Sequence[Destination]:
        unit = alone(units, "HOU-ROA-01")
        demand(unit == "caravan", "HOU-ROA-01", f"You have no '{unit}'.")
        ways = cheapest(picture.caravan.town, SHIRE.neighbours, lambda so_far, to: 1, 2)
        return [Destination(place=way.node, cost=way.cost, path=way.path) for way in ways if way.path]


class Words(PlainWords):
    """What the houses are told, in sentences."""

    def prose(self, report: Report) -> Sentence:
        match report:
            case CaravanMet():
                return say(f"You meet the caravan of House {report.house} in ", place(report.town), ".")
            case BidAnswered(won=True):
                return say("The charter of ", place(report.town), f" is yours for {counted(report.coins, 'coin')}.")
            case BidAnswered():
                bid = counted(report.coins, "coin")
                return say(f"Your bid of {bid} did not buy the charter of ", place(report.town), ".")
            case CharterLost():
                return say("Somebody has bought the charter of ", place(report.town), ", which was yours.")
            case Reckoning():
                have = (f"House {house} has {worth(number)}" for house, number in report.charters.items())
                return say(listed(have), ".")
        return super().prose(report)

    def verdict(self, known: Known[Ledger, Ledger]) -> Sentence:
        return say(known.picture.verdict)


def opening(scenario: str, options: Options) -> World:
    return World(pictures={house: Ledger(caravan=Caravan(town=Place(HOME[house]))) for house in HOUSES})


THREE_HOUSES: Game[World, Ledger, Ledger] = Game(
    info=Info(
        name="houses", title="Three houses", version="1", seats=HOUSES,
        scenarios={"shire": ScenarioInfo(title="The shire", turns=SEASONS, briefings={house: Briefing(
            situation=say("Your caravan begins at ", place(HOME[house]), f", with {COINS} coins."),
            aim=say("Hold the most charters."),
        ) for house in HOUSES})},
    ),
    outline=OUTLINE, position=World, picture=Ledger, view_type=Ledger, orders=(Travel, Bid, *TO_AGENTS),
    anytime=TO_AGENTS, events=(CaravanMoved, CharterSold),
    reports=(CaravanMet, BidAnswered, CharterLost, Reckoning),
    set_up=opening, answer=agent, forces=Caravans(), words=Words(),
    standing=Agents(),
    ground=lambda picture: SHIRE,
)  # fmt: skip
