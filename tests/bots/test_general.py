"""What the bot for 1776 makes of small situations; and that it beats a player at random on either side."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any, ClassVar

import httpx
import pytest

from bench.contests import CAMPAIGN1776, Result
from bench.duels import short_way
from bench.idle import idling
from service.bots.campaign1776 import General
from service.bots.campaign1776.afloat import shared_out
from service.bots.campaign1776.ashore import filled, garrison
from service.bots.campaign1776.country import Country, distance
from service.bots.campaign1776.prospect import Prospect
from service.bots.campaign1776.situation import COMBAT, Situation
from service.bots.player import JSON, Offer
from service.bots.random_player import RandomPlayer
from service.engine.places import Place
from service.games.campaign1776.game import CAMPAIGN1776 as GAME
from service.games.campaign1776.printed import lettered
from service.games.campaign1776.printed.scenario import scenario

MATCHES = 20
FACTS = {"ground": {"PP32": "clear", "QQ33": "clear"}, "towns": {"QQ33": 3, "PP32": 1}, "months": ["August"] * 4}


def pool(id: str, at: str, number: int = 1) -> dict[str, Any]:
    still = {"spent": 0, "stopped": False, "bound": False, "landed": "", "toll": 0, "held_until": 0}
    return {"id": id, "kind": id[:2], "number": number, "at": at, "inside": False, "aboard": "", **still}


def contact(hex: str, size: str | None = None, **also: Any) -> dict[str, Any]:
    found = {"hex": hex, "inside": False, "level": 2, "entrenched": False, "size": size, "units": None, "ships": None}
    return {**found, "in_sight": True, "turn": 1, **also}


def seen(
    *pools: dict[str, Any], contacts: tuple[dict[str, Any], ...] = (), side: str = "American",
    boats: tuple[str, ...] = (), facts: dict[str, Any] = FACTS, held: dict[str, str] | None = None,
) -> Situation:  # fmt: skip
    """What the bot has of a position."""
    still = {"kind": "bateau", "spent": 0, "stopped": False, "docked": False}
    view = {
        "side": side, "turn": 1, "own": {one["id"]: one for one in pools}, "seats": ["British", "American"],
        "contacts": {f"E{number}": one for number, one in enumerate(contacts)}, "address": "regular-movement",
        "public": {"held": held or {}, "forts": {}}, "settings": {"transport": False},
        "ships": {f"bateau{number}": {"at": at, **still} for number, at in enumerate(boats, 1)},
    }  # fmt: skip
    return Situation(view, facts, Country(facts))


# ---- what it knows by heart


def test_it_measures_the_map_and_tells_troops_from_guns_as_the_rules_do():
    rules = scenario(GAME.data_id, "brandywine-1777")
    land = sorted(rules.land_in_play)
    assert all(distance(a, b) == lettered.distance(Place(a), Place(b)) for a in land[:10] for b in land)
    assert {code for code, kind in rules.tables.units.kinds.items() if kind.combat} == COMBAT


def test_supply_doubles_what_troops_are_worth_and_works_and_unseen_months_change_the_odds():
    body = contact("PP32", "body")
    assert seen(pool("CA1", "PP32", 6), contacts=(body,)).odds("PP32") == 0.5
    assert seen(pool("CA1", "PP32", 6), pool("AS1", "PP32"), contacts=(body,)).odds("PP32") == 1.0
    dug_in = seen(pool("CA1", "PP32", 6), contacts=({**body, "entrenched": True},))
    assert dug_in.odds("PP32") < dug_in.odds("PP32", defended=False) == 0.5
    old = seen(contacts=({**body, "in_sight": False, "turn": 0},))
    assert old.enemies["PP32"] < 6


def test_a_garrison_is_the_larger_the_more_of_the_enemy_can_come():
    assert garrison(seen(pool("BR1", "PP32", 12), side="British"), "PP32") == 1
    near = seen(pool("BR1", "PP32", 12), contacts=(contact("QQ33", "body"),), side="British")
    assert garrison(near, "PP32") == 3


def test_in_a_campaign_one_regular_keeps_a_town_and_the_army_stays_whole():
    near = (contact("QQ33", "strong"),)
    campaign = {**FACTS, "months": ["August"] * 72}
    assert garrison(seen(pool("BR1", "PP32", 12), contacts=near, side="British", facts=campaign), "PP32") == 1
    assert garrison(seen(pool("BR1", "PP32", 12), contacts=near, side="British"), "PP32") == 6


def test_a_town_that_the_enemy_publicly_holds_is_not_taken_for_empty():
    assert seen(held={"QQ33": "British"}).odds("QQ33", [pool("CA1", "PP32", 6)]) < 99
    assert seen(held={"QQ33": "nobody"}, contacts=(contact("QQ33", "body"),)).enemies == {}


def test_down_the_lake_it_is_nearer_with_bateaus_than_on_foot():
    facts = dict(GAME.info.scenarios["highlands-1777"].facts())
    country = Country(facts)
    lake = country.water_of("OOO37/OOO38", bateau=True)
    on_foot, by_water = country.to("DDD37", frozenset()), country.to("DDD37", frozenset({lake}))
    assert on_foot["HHH37"] == by_water["HHH37"] < by_water["OOO37"] < on_foot["OOO37"]
    assert "WW38" not in on_foot, "New York is an island"


@pytest.mark.parametrize(
    ("name", "side", "months", "fears"),
    [
        ("highlands-1777", "British", 5, True), ("highlands-1777", "American", 5, False),
        ("northern-war", "British", 72, True), ("northern-war", "American", 72, False),
        ("highlands-1777", "British", 2, False),
    ],
)  # fmt: skip
def test_who_pays_for_losses_fears_all_who_could_come_together_while_they_have_the_time(
    name: str, side: str, months: int, fears: bool
):
    """In the first of so many months. Three bodies of six, each a month off, one in a fort; a fourth is too far off."""
    around = contact("DDD39", "body"), contact("CCC35", "body"), contact("AAA37", "body", inside=True)
    facts = {**GAME.info.scenarios[name].facts(), "months": [1] * months}
    army = (pool("BR1" if side == "British" else "CA1", "DDD37", 8),)
    supplied = [*army, pool("BS1" if side == "British" else "AS1", "DDD37")]
    at = seen(*army, contacts=(*around, contact("JJJ38", "body")), side=side, facts=facts)
    assert (at.threat("DDD37"), at.gathering("DDD37")) == (6.0, 18.0)
    assert bool(Prospect(at, list(army), {}).risk("DDD37", supplied)) == fears
    alone = seen(*army, contacts=around[:1], side=side, facts=facts)
    assert not Prospect(alone, list(army), {}).risk("DDD37", supplied)


# ---- what it does


LAKE = {"place": "HHH37/III38", "cost": 13, "path": ["HHH37/III38"]}


class AtTheLake(General):
    """Knows of one way: down the lake, or none on foot."""

    def ways(self, *units: str) -> list[JSON]:
        return [LAKE] if units[0].startswith("bateau") else []


def test_an_army_is_parted_among_its_bateaus_and_goes_down_the_lake():
    """Eight regulars need three bateaus with a gun and supply: first what is too many for one of them is parted."""
    facts = dict(GAME.info.scenarios["highlands-1777"].facts())
    army = pool("BR1", "OOO37", 8), pool("BA1", "OOO37"), pool("BS1", "OOO37")
    at = seen(*army, side="British", boats=("OOO37/OOO38",) * 3, facts=facts)
    assert shared_out(at, list(army), [4, 4, 4], 0) == [{"BS": 1, "BA": 1, "BR": 2}, {"BR": 4}, {"BR": 2}]
    with httpx.Client(base_url="http://nobody") as http:
        player = AtTheLake(http, "m", "British")
        player.offered = {"detach": [{"fixed": {"unit": "BR1"}, "fields": {"number": {"values": [2, 4]}}}]}
        assert player.embarks(at, []) == [{"kind": "detach", "unit": "BR1", "number": 2}]
        assert {aim.hex for aim in player.aims.values()} == {"HHH37"}


@pytest.mark.parametrize(
    ("side", "kind", "goes"),
    [("British", "BR", True), ("British", "TM", False), ("American", "CA", True), ("American", "RM", False)],
)
def test_militia_stays_ashore_when_its_army_takes_to_its_bateaus(side: str, kind: str, goes: bool):
    facts = dict(GAME.info.scenarios["highlands-1777"].facts())
    at = seen(pool(f"{kind}1", "OOO37", 8), side=side, boats=("OOO37/OOO38",) * 3, facts=facts)
    with httpx.Client(base_url="http://nobody") as http:
        player = AtTheLake(http, "m", side)
        player.offered = {"detach": [{"fixed": {"unit": f"{kind}1"}, "fields": {"number": {"values": [4]}}}]}
        assert bool(player.embarks(at, [])) == bool(player.aims) == goes
        assert bool(player.waits_at(at, "OOO37")) == goes


class OffBoston(General):
    """Knows of two ways: back to Boston, and to Halifax."""

    def ways(self, *units: str) -> list[JSON]:
        return [{"place": place, "cost": 19, "path": [place]} for place in ("port Boston", "Halifax")]


@pytest.mark.parametrize(("number", "there", "goes"), [(12, "Halifax", "Halifax"), (2, "Halifax", ""), (12, "", "")])
def test_a_fleet_fetches_those_who_wait_off_the_map(number: int, there: str, goes: str):
    """Groups that came in at Halifax stood there to the end of the war."""
    facts = dict(GAME.info.scenarios["northern-war"].facts())
    at = seen(pool("BR1", there or "III46", number if there else 1), side="British", facts=facts)
    at.view["ships"] = {"TR1": {"kind": "TR", "at": "HHH49/III49", "spent": 0, "stopped": False, "docked": False}}
    with httpx.Client(base_url="http://nobody") as http:
        way = OffBoston(http, "m", "British").to_fetch(at, "TR1")
    assert (way["place"] if way is not None else "") == goes


def test_it_lands_those_of_a_bateau_whom_it_may_and_keeps_militia_aboard():
    facts = dict(GAME.info.scenarios["highlands-1777"].facts())
    army = [{**pool(id, "HHH37/III38", number), "aboard": "bateau0"} for id, number in (("BR1", 3), ("TM1", 1))]
    at = seen(*army, side="British", boats=("HHH37/III38",), facts=facts)
    at.view["ships"] = {"bateau0": at.view["ships"]["bateau1"]}
    offer: Offer = {
        "kind": "debark", "fixed": {"ship": "bateau0", "hex": "HHH37"},
        "fields": {"units": {"values": ["BR1"], "least": 1, "most": 1}},
    }  # fmt: skip
    with httpx.Client(base_url="http://nobody") as http:
        assert [order["units"] for order in AtTheLake(http, "m", "British").landings(at, [offer])] == [["BR1"]]


def meet(size: str) -> str:
    with httpx.Client(base_url="http://nobody") as http:
        offer: Offer = {
            "kind": "meet-attack", "fixed": {"hex": "PP32"}, "fields": {"card": {"values": ["", "FA", "WD"]}},
        }  # fmt: skip
        at = seen(pool("CA1", "PP32", 3), pool("AS1", "PP32"), contacts=(contact("PP32", size),))
        [order] = General(http, "m", "American").meets(at, [offer])
        return str(order["card"])


def test_the_weaker_side_slips_away_and_an_equal_stands():
    assert (meet("strong"), meet("few")) == ("WD", "")


def test_an_offer_that_it_knows_nothing_of_is_filled_in_or_left():
    numbers = {"kind": "a", "fixed": {"x": 1}, "fields": {"y": {"domain": "choice", "values": [1, 2, 3]}}}
    assert filled(numbers) == {"kind": "a", "x": 1, "y": 3}
    assert filled({"kind": "a", "fixed": {}, "fields": {"path": {"domain": "routes"}}}) is None


# ---- matches


class Noted(General):
    """Its players are at hand after the match."""

    all_of_them: ClassVar[dict[str, Noted]] = {}

    def __init__(self, http: httpx.Client, match_id: str, seat: str) -> None:
        super().__init__(http, match_id, seat)
        self.all_of_them[seat] = self


@pytest.mark.parametrize(
    "name", [
        pytest.param(name, marks=() if name == "brandywine-1777" else pytest.mark.soak) for name in GAME.info.scenarios
    ]
)  # fmt: skip
def test_two_bots_play_a_scenario_to_its_end_and_nothing_that_they_order_is_refused(name: str):
    with short_way(replace(CAMPAIGN1776, player=Noted, scenario=name)) as play:
        result = play(f"{name} 0", {})
    assert not any(result["refused"].values())
    assert all(player.met["march"] for player in Noted.all_of_them.values())


class AtRandom(RandomPlayer):
    """Plays at random what is offered where it is asked."""

    def __init__(self, http: httpx.Client, match_id: str, seat: str) -> None:
        seed = int(hashlib.sha256(match_id.encode()).hexdigest()[:8], 16)
        super().__init__(http, match_id, seat, seed=seed, strict=False)

    def act(self) -> bool:
        return bool(self.look()[0]) and super().act()

    def lawful_anytime(self) -> list[Offer]:
        return []


def results(**others: type[Any]) -> list[Result]:
    with short_way(replace(CAMPAIGN1776, others=others)) as play:
        return [play(f"brandywine-1777 {number}", {}) for number in range(MATCHES)]


@pytest.mark.soak
@pytest.mark.parametrize("side", CAMPAIGN1776.sides)
def test_it_beats_the_random_player_on_either_side(side: str):
    winners = [one["winner"] for one in results(**{CAMPAIGN1776.enemy(side): AtRandom})]
    assert winners.count(side) >= 0.9 * MATCHES, winners


@pytest.mark.soak
@pytest.mark.parametrize("side", CAMPAIGN1776.sides)
def test_whoever_does_nothing_loses(side: str):
    with short_way(idling(CAMPAIGN1776, side, 0)) as play:
        winners = [play(f"brandywine-1777 {number}", {})["winner"] for number in range(MATCHES)]
    assert winners.count(CAMPAIGN1776.enemy(side)) == MATCHES, winners


@pytest.mark.soak
@pytest.mark.parametrize("name", [name for name in GAME.info.scenarios if name != "brandywine-1777"])
@pytest.mark.parametrize("side", CAMPAIGN1776.sides)
def test_whoever_does_nothing_loses_the_longer_ones_too(side: str, name: str):
    with short_way(idling(replace(CAMPAIGN1776, scenario=name), side, 0)) as play:
        winners = [play(f"{name} {number}", {})["winner"] for number in range(3)]
    assert winners == [CAMPAIGN1776.enemy(side)] * 3
