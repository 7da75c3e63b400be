"""What the bot for Korsun makes of small situations; and that it beats a player at random on either side."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import replace
from statistics import median
from typing import Any, ClassVar

import httpx
import pytest

from bench.contests import KORSUN, Result
from bench.duels import short_way
from bench.idle import idling
from service.bots.korsun import CorpsCommander, escape, moves, ring
from service.bots.korsun.commander import full, pieces_back
from service.bots.korsun.figures import COLUMNS, COVER, LOST, SHAKES, STACKING
from service.bots.korsun.situation import Situation, distance, neighbours
from service.bots.player import Offer, Order
from service.bots.random_player import RandomPlayer
from service.engine import hexes
from service.games.korsun.game import KORSUN as GAME
from service.games.korsun.known.supply import isolated
from service.games.korsun.printed.facts import scenario_facts
from service.games.korsun.printed.scenario import scenario
from tests.games.korsun.table import Table, position
from tests.games.korsun.test_deployment import FULL_HEX, coming_back
from tests.random_play import codec

MATCHES = 6
MOST_HAND_OVERS = 6


@pytest.fixture(scope="module")
def facts() -> dict[str, Any]:
    return dict(scenario_facts(scenario(GAME.data_id, "korsun-first")))


def seen(table: Table, seat: str, facts: dict[str, Any]) -> Situation:
    """What the bot has of a position, as a view shows it."""
    return Situation(codec(GAME).plain(table.picture(seat)), facts)


# ---- what it knows by heart


def test_it_measures_the_map_and_knows_the_table_as_the_rules_have_them(facts: dict[str, Any]):
    rules = scenario(GAME.data_id, "korsun-first")
    land = sorted(rules.board.land)
    assert all(distance(a, b) == hexes.distance(a, b) for a in land[:20] for b in land)
    assert all({*neighbours(hex)} >= {*rules.board.beside(hex)} for hex in land)
    assert {name for name, _ in COLUMNS} == {*LOST} == {*SHAKES} == {*rules.tables.combat.names}
    for name, cells in rules.tables.combat.columns.items():
        assert SHAKES[name] == pytest.approx(sum(bool(cell.attacker_mark) for cell in cells) / 6)
    for total in range(12):
        lost = sum(total >= least for least in escape.LOST_FROM)
        assert rules.tables.breakout.steps_lost(total) == (None if total >= escape.ALL_FROM else lost)
    assert rules.tables.movement.stacking == STACKING
    for hex in land:
        terrain = rules.board.terrain[hex]
        assert COVER.get(terrain.name, 1.0) == float(
            terrain.defense["frozen"] if isinstance(terrain.defense, dict) else terrain.defense[0]
        )


def test_two_brigades_and_guns_are_a_better_attack_than_one_and_a_river_makes_it_worse(facts: dict[str, Any]):
    table = position("34R at 1114", "9MB at 1213", "22GTB at 1214", "1458SU at 1014", "marker 6TA at 1213 sp 4")
    at = seen(table, "so", facts)
    alone, together = at.force("22GTB", "1214", "1114", {"1114"}), at.force("9MB", "1213", "1114", {"1114"})
    assert at.column(alone + together, "1114", ["22GTB", "9MB"]) != at.column(alone, "1114", ["22GTB"])
    assert at.crossing("1014", "1114") == 1.0 > at.crossing("1214", "1114")


# ---- what it does


def test_it_goes_where_an_attack_pays_and_a_piece_stays_behind(facts: dict[str, Any]):
    table = position("34R at 1110 lost 1", "22GTB at 1113", "9MB at 1213", "ART480 at 1013", "marker 6TA at 1213 sp 4")
    at = seen(table, "so", facts)
    assert moves.targets(at) == {"22GTB": "1110"}, "9MB alone holds Zvenyhora"
    assert moves.best_place(at, "22GTB", "1110", {"1111": 4, "1112": 2}) == "1111"
    assert moves.place_worth(at, "ART480", None, "1111") < moves.place_worth(at, "ART480", None, "1112")


RING = ("42 at 0811", "21 at 1011", "86 at 1213")
"""Three regiments whose zones shut the map from its west edge to its east one, none of which can be missed."""


def ring_of(*things: str) -> Table:
    return position(*things, "DG112 at 0907", "64PG at 0816", isolated=["XI"])


def test_it_knows_as_the_rules_do_whether_the_ring_is_shut_and_who_must_not_be_shaken_or_go_on(facts: dict[str, Any]):
    at = seen(ring_of(*RING), "so", facts)
    assert not ring.is_open(at)
    for thing in RING:
        id, others = thing.split()[0], [one for one in RING if one != thing]
        for shaken, moved, there in (((id,), {}, f"{thing} disorganized"), ((), {id: "1108"}, f"{id} at 1108")):
            truly = ring_of(*others, there).truth.field("German")
            assert ring.is_open(at, moved, shaken) is not isolated(truly, truly.board.airfield), (thing, there)


def test_nobody_advances_or_attacks_at_poor_odds_whose_zone_the_ring_needs(facts: dict[str, Any]):
    at = seen(ring_of(*RING, "34R at 1108", "22GTB at 0708"), "so", facts)
    assert ring.who_advances(at, "1108", ["21", "22GTB"]) == ["22GTB"]
    assert ring.risk(at, "1:1", ["21"]) > ring.risk(at, "1:1", ["21", "22GTB"]) > ring.risk(at, "1:1", ["22GTB"]) == 0
    assert ring.risk(at, "8:1", ["21"]) == 0


def test_a_breakout_waits_for_a_night_on_which_it_saves_enough_and_goes_by_the_way_with_fewest_zones(
    facts: dict[str, Any],
):
    """Who watches the ring knows of it; two hexes of the way lie in its zones."""
    at = seen(ring_of(*RING, "R105 at 1009", "SSPZ at 0810", "SSG at 1212", "R124 at 1010"), "ge", facts)
    near: dict[str, Any] = {"place": "1010", "path": ["1010"]}
    far = {"place": "1115", "path": ["1110", "1111", "1112", "1113", "1114", "1115"]}
    assert ring.is_free(at, "1115") and not ring.is_free(at, "1009")
    assert escape.gain(at, "R105", near) == 0 < escape.gain(at, "R105", far)
    assert escape.best_way(at, "R105", [near, far]) == (escape.gain(at, "R105", far), far)
    assert not escape.is_the_night(at, {"R105": 1.0}) and escape.is_the_night(at, {"R105": 4.0})
    at.turn = 19
    assert escape.is_the_night(at, {"R105": 1.0}) and not escape.is_the_night(at, {"R105": -1.0})


def test_an_offer_that_it_knows_nothing_of_is_filled_in_or_left(facts: dict[str, Any]):
    several = {"kind": "a", "fixed": {"x": 1}, "fields": {"y": {"domain": "several", "values": [1, 2], "most": 1}}}
    assert full(several) == {"kind": "a", "x": 1, "y": [1]}
    assert full({"kind": "a", "fixed": {}, "fields": {"path": {"domain": "routes"}}}) is None


# ---- matches


class Enough(Exception):
    """The first game-turn is over."""


def test_it_brings_pieces_of_a_barrage_back_behind_its_own_where_the_enemy_is_farthest():
    """R124 stands northwest of 2111: 2112 and 2211 are as far from it, and a regiment defends 2112."""
    table = coming_back(*FULL_HEX, "208 at 1909", "1241 at 2112", "R124 at 2009")
    at = seen(table, "so", dict(scenario_facts(scenario(GAME.data_id, "korsun-intro"))))
    offers = [
        {"kind": "bring-back", "fixed": dict(option.fixed), "fields": {"hex": {"places": option.fields["hex"].places}}}  # type: ignore[union-attr]
        for option in table.options("so", "bring-back")
    ]
    found = pieces_back(at, offers)
    assert [order["unit"] for order in found] == ["AB1", "AB2", "AB3"]
    assert {order["hex"] for order in found} == {"2112"}


class Noting(CorpsCommander):
    """Notes whenever the match waits for it and no more for the other side: the game-turn of each hand-over."""

    sittings: ClassVar[list[tuple[int, str]]] = []

    def orders(self, offers: list[Offer]) -> list[Order]:
        if not self.sittings or self.sittings[-1][1] != self.seat:
            self.sittings.append((self.situation().turn, self.seat))
        return super().orders(offers)


def hand_overs() -> Counter[int]:
    """Those of the match that was noted, by game-turn; the notes are cleared."""
    found = Counter(turn for turn, _ in Noting.sittings)
    Noting.sittings.clear()
    return found


class First(Noting):
    """Plays the first game-turn alone."""

    all_of_them: ClassVar[dict[str, First]] = {}

    def orders(self, offers: list[Offer]) -> list[Order]:
        self.all_of_them[self.seat] = self
        if self.situation().turn > 16:
            raise Enough
        return super().orders(offers)


def test_two_bots_play_a_game_turn_and_nothing_that_they_order_is_refused():
    with short_way(replace(KORSUN, player=First)) as play, pytest.raises(Enough):
        play("one game-turn", {})
    assert not any(player.refused for player in First.all_of_them.values())
    assert all(player.met["move"] > 1 for player in First.all_of_them.values())
    assert sum(player.met["declare-attack"] for player in First.all_of_them.values())
    assert all(player.met["plan-supply"] for player in First.all_of_them.values())
    assert hand_overs()[16] <= MOST_HAND_OVERS


class Away(Noting):
    """The same, on standing orders from its first word on: in the first game-turn the other side is asked before it."""

    gone: ClassVar[set[str]] = set()

    def orders(self, offers: list[Offer]) -> list[Order]:
        found = super().orders(offers)
        if self.seat in self.gone:
            return found
        self.gone.add(self.seat)
        return [{"kind": "attend", "attendance": "standing"}, *found]


@pytest.mark.soak
@pytest.mark.parametrize(("player", "usual", "most"), [(Noting, 4, MOST_HAND_OVERS), (Away, 2, 2)])
def test_by_their_own_plans_a_game_turn_by_mail_takes_four_hand_overs_or_fewer_and_two_without_questions(
    player: type[Noting], usual: int, most: int
):
    """The target of parent 3.6: the median over ten matches, and the most of any game-turn."""
    found: list[int] = []
    with short_way(replace(KORSUN, player=player, scenario="korsun-intro")) as play:
        for number in range(10):
            Away.gone.clear()
            play(f"korsun-intro {number}", {})
            turns = hand_overs()
            if player is Away:
                turns.pop(min(turns))
            found += turns.values()
    assert median(found) <= usual and max(found) <= most


class AtRandom(RandomPlayer):
    """Plays at random what is offered where it is asked."""

    def __init__(self, http: httpx.Client, match_id: str, seat: str) -> None:
        seed = int(hashlib.sha256(match_id.encode()).hexdigest()[:8], 16)
        super().__init__(http, match_id, seat, seed=seed, strict=False)

    def lawful_anytime(self) -> list[Offer]:
        return []


def results(**others: type[Any]) -> list[Result]:
    with short_way(replace(KORSUN, others=others)) as play:
        return [play(f"korsun-first {number}", {}) for number in range(MATCHES)]


@pytest.mark.soak
@pytest.mark.parametrize("side", KORSUN.sides)
def test_it_beats_the_random_player_on_either_side(side: str):
    """Who plays at random lays plans as well, which leave its markers and reserves where they do least harm."""
    winners = [one["winner"] for one in results(**{KORSUN.enemy(side): AtRandom})]
    assert winners.count(side) >= MATCHES - 2 and winners.count(KORSUN.enemy(side)) <= 1, winners


@pytest.mark.soak
@pytest.mark.parametrize("side", KORSUN.sides)
def test_whoever_does_nothing_loses(side: str):
    with short_way(idling(KORSUN, side, 0)) as play:
        winners = [play(f"korsun-first {number}", {})["winner"] for number in range(MATCHES)]
    assert winners.count(KORSUN.enemy(side)) >= MATCHES - 1, winners
