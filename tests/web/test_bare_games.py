"""Games that give little beyond their rules: nothing outside reads their pictures by the names of the fields."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import pytest
from fastapi import FastAPI

from docs.examples.fox import FOX, FOX_AND_HOUNDS, HOUNDS, START, Ears, Night
from docs.examples.towns import THREE_HOUSES, Caravans, Ledger, Reserve
from service import matches
from service.app import create_app
from service.engine.faculties import Standing
from service.engine.game import AnyGame
from service.engine.lines import StandingAnswer
from service.engine.options import Option, Range
from service.engine.orders import Order, demand
from service.engine.outline import Heading
from service.engine.places import Place
from service.engine.sentences import say
from service.engine.words import PlainWords
from service.matches import Context
from service.settings import Settings
from tests.altered import with_info
from tests.client import TestClient
from tests.engine.test_auction import AUCTION
from tests.web.conftest import Plain, sit


@dataclass(slots=True, kw_only=True)
class Odd(Ears):
    """Ears whose entries are called what elsewhere means a map, standing orders and a winner."""

    own: int = 3
    contacts: str = "none"
    standing: tuple[str, ...] = ("on one leg",)
    winner: bool = False
    hexes: float = 0.5
    handle: dict[str, int] = field(default_factory=dict)


ODD = replace(
    with_info(FOX_AND_HOUNDS, name="odd"),
    picture=Odd,
    view_type=Odd,
    set_up=lambda scenario, options: Night(pictures={FOX: Odd(fox=START), HOUNDS: Odd()}),
)


@dataclass(frozen=True, kw_only=True)
class Rest(Order):
    """A caravan that is to rest, said at any time."""

    kind: Literal["rest"] = "rest"
    caravan: str
    seasons: int

    def check(self, picture: Ledger) -> None:
        demand(self.caravan == "caravan", "HOU-ROA-09", "You have no such caravan.")

    def believe(self, picture: Ledger) -> None:
        picture.agency = replace(picture.agency, reserve=Reserve(coins=self.seasons))

    @classmethod
    def offers(cls, picture: Ledger) -> Iterator[Option]:
        fields = {"seasons": Range(least=1, most=3)}
        yield Option(
            kind="rest", title=say("Let it rest"), subjects=("caravan",), fixed={"caravan": "caravan"}, fields=fields
        )


class Agents(Standing[Ledger]):
    """What a house has told its agent."""

    def given(self, picture: Ledger) -> Errands:
        return Errands(reserve=picture.agency.reserve.coins, towns=(Place("Fallow"),), limits={"caravan": 4})

    def rehearse(self, then: Ledger, now: Ledger, heading: Heading) -> Sequence[StandingAnswer] | None:
        return None


@dataclass(frozen=True, kw_only=True)
class Errands:
    reserve: int
    towns: tuple[Place, ...]
    limits: Mapping[str, int] = field(default_factory=dict)


RESTING = replace(
    with_info(THREE_HOUSES, name="resting"),
    orders=(*THREE_HOUSES.orders, Rest),
    anytime=(Rest,),
    standing=Agents(),
)


@dataclass(frozen=True, kw_only=True)
class Page:
    """A ledger made ready to read, which is no picture."""

    seat: str
    turn: int
    coins: int


class Named(Caravans):
    """Caravans with a name."""

    def own(self, picture: Ledger) -> Mapping[str, Any]:
        return {"caravan": Heron(town=picture.caravan.town)}


@dataclass(frozen=True, kw_only=True)
class Heron:
    town: Place
    name: str = "Heron"


VIEWED = replace(
    with_info(THREE_HOUSES, name="viewed"),
    view_type=Page,
    view=lambda picture: Page(seat=picture.seat, turn=picture.turn, coins=picture.coins),
    words=PlainWords(),
    forces=Named(),
)
BARE = {
    "odd": (ODD, "meadow", {"kind": "slink", "path": ["0203"]}, ["Match", "History", "Contacts"]),
    "auction": (AUCTION, "hall", {"kind": "bid", "coins": 2}, ["Match", "History"]),
}


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {**{name: game for name, (game, *_) in BARE.items()}, "resting": RESTING, "viewed": VIEWED}


@pytest.fixture
def app(settings: Settings, context: Context) -> FastAPI:
    return create_app(settings, context)


@pytest.mark.parametrize("name", BARE)
def test_all_that_a_seat_can_read_is_there_whatever_its_picture_calls_its_entries(
    name: str, context: Context, client: TestClient
):
    game, scenario, order, ways = BARE[name]
    account = matches.make_guest(context)
    client.cookies.set(matches.SESSION_COOKIE, matches.open_session(context, account.id))
    match = matches.open_match(context, account, name, scenario).match_id
    seat = game.info.seats[0]
    api = f"/api/v1/matches/{match}/seats/{seat}"
    sent = client.post(
        f"{api}/orders", json=[order, {"kind": "done"}], headers={"If-Match": '"1"', "Idempotency-Key": "a"}
    )
    assert sent.status_code == 202, sent.text
    for path in (
        "view",
        "options",
        "history?at=2",
        "contacts",
        "letters",
        "standing-orders",
        "standing-orders/rehearsal",
        "log",
    ):
        assert client.get(f"{api}/{path}").status_code == 200, path
    for path in ("", "/history", "/history?at=2", "/contacts", "/figures", "/letters", "/standing-orders/rehearsal"):
        assert client.get(f"/matches/{match}/{seat}{path}").status_code == 200, path
    for path in ("/history", "/contacts", "/figures", "/letters", "/standing-orders/rehearsal"):
        nav = client.get(f"/matches/{match}/{seat}{path}").text.partition('aria-label="This match"')[2]
        linked = re.findall(r">(\w+)</a>", nav.partition("</nav>")[0])
        assert linked == [one for one in ways if f"/{one.lower()}" != path], "what the game has not is linked nowhere"
    said: dict[str, Any] = client.get(f"{api}/standing-orders").json()
    assert (said["attendance"], said["given"]) == ("present", None)
    page = client.get(f"/matches/{match}/{seat}").text
    assert "you are asked each time" in page and "you are on standing orders" not in page
    assert "tab-log" in page and "tab-letters" not in page and "No letters" not in page
    assert 'id="extras"' in page and "the coach" not in page, "it can be kept, and nobody coaches"


@pytest.fixture
def amber(context: Context, visitor: TestClient) -> Plain:
    """House Amber, in a browser without JavaScript."""
    return sit(visitor, f"/seat/{matches.practice_links(context, 'resting', 'shire')['Amber']}")


def test_an_order_to_a_unit_that_is_lawful_at_any_time_is_given_by_its_chip(amber: Plain):
    """Refused, it comes back as it was filled in; the orders of this step are not in the way."""
    assert "unit=caravan&amp;at=any" in amber.page
    page = amber.look("?unit=caravan&at=any")
    assert 'id="standing" open' in page
    fields = amber.form("/orders", kind="rest")
    fields["range:seasons"] = "2"
    amber.take(amber.client.post(f"{amber.path}/orders", data={**fields, "version": "0"}))
    assert amber.status == 412 and 'value="2"' in amber.page
    assert amber.form("/orders", kind="rest")["range:seasons"] == "2"
    amber.take(amber.client.post(f"{amber.path}/orders", data=fields))
    _, _, match, seat = amber.path.split("/")
    view = amber.client.get(f"/api/v1/matches/{match}/seats/{seat}/view").json()
    assert amber.status == 200 and view["view"]["agency"]["reserve"] == {"coins": 2}


def test_the_units_of_a_game_whose_view_is_no_picture_stand_on_the_map_and_in_the_lists(
    context: Context, visitor: TestClient
):
    amber = sit(visitor, f"/seat/{matches.practice_links(context, 'viewed', 'shire')['Amber']}")
    assert 'data-unit="caravan"' in amber.page and "Your units" in amber.page
    assert 'aria-label="Heron, town Alder Ford"' in amber.page
    chosen = amber.look("?unit=caravan")
    assert "is-selected" in chosen and 'class="reach"' in chosen and 'data-order="travel"' in chosen
    assert 'data-unit="caravan"' in amber.look("/history") and "Your units" in amber.page


def test_what_was_said_in_advance_stands_on_the_page(amber: Plain):
    fold = amber.page.partition("What you have said in advance")[2].partition("</section>")[0]
    said = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", fold)
    fallow = '<a class="place" href="#place-Fallow">Fallow</a>'
    assert said == [("Reserve", "0"), ("Towns", fallow), ("Limits", "Caravan 4")]


def test_a_way_costs_steps_and_is_tapped_where_there_is_a_map(amber: Plain):
    form = amber.look("?unit=caravan").partition('data-order="travel"')[2].partition("</form>")[0]
    assert "tap a town on the map, or choose" in form and "MP" not in form
    assert re.search(r"Brackwater · 1 step<", form) and re.search(r"Dunmere · 2 steps<", form)
    assert 'label="1 to 2 steps"' in form


def test_a_house_with_a_game_for_three_asks_who_else_plays(visitor: TestClient):
    page = visitor.get("/matches/new").text
    assert "Who else plays?" in page and "takes another seat" in page and "sits opposite" not in page


def test_each_of_three_sides_has_a_colour_of_its_own(visitor: TestClient):
    page = visitor.get("/games/resting").text
    assert re.findall(r'side-name side-(\w+)">(\w+)', page) == [
        ("blue", "Amber"), ("red", "Cobalt"), ("ochre", "Jade")
    ]  # fmt: skip
