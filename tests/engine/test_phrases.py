"""Order lines: what is written reads back as the same order, and a wrong line says what is wrong and what was near."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from operator import attrgetter
from typing import Any, ClassVar, Literal

import pytest

from docs.examples import bay, fox, towns
from service.engine import judging
from service.engine.game import AnyGame
from service.engine.kinds import kind_of
from service.engine.orders import Order, Phrase
from service.engine.phrase_reading import read
from service.engine.phrase_writing import write
from service.engine.phrases import FaultyPhrase, form_of, slots_of
from service.engine.places import Place
from service.engine.vocabulary import compared, vocabulary
from service.games.shelf import GAMES
from service.games.skirmish.game import SKIRMISH
from tests.games.skirmish.table import position
from tests.random_play import begun, one_call, ordered

MOST_OF_A_KIND, CALLS, EVERY = 2, 240, 16
ALL: dict[str, AnyGame] = {**GAMES, "fox": fox.FOX_AND_HOUNDS, "bay": bay.THE_LANTERN, "towns": towns.THREE_HOUSES}


def kinds(game: AnyGame) -> tuple[type[Order], ...]:
    return tuple(game.orders_by_kind.values())


@pytest.mark.parametrize("name", ALL)
def test_no_two_orders_begin_alike_and_no_value_can_be_taken_for_a_clause(name: str):
    forms = {kind.__name__: form_of(kind) for kind in kinds(ALL[name])}
    assert not [verb for verb, times in Counter(form.verb for form in forms.values()).items() if times > 1]
    assert all(form.verb for form in forms.values())


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        pytest.param(name, seed, marks=[pytest.mark.soak] if seed or name in GAMES else [])
        for name in ALL
        for seed in range(6)
    ],
)
def test_each_order_that_an_option_makes_reads_back_as_it_was_written(name: str, seed: int):
    """Small and in capitals, a few of each kind of which there is an option on the way."""
    game, met, offered = ALL[name], Counter[str](), set[str]()
    match, rng, dice = begun(game, seed, strict=False)
    for call in range(CALLS):
        if match.state.ended:
            break
        if call % EVERY == 0:
            for picture in match.state.pictures.values():
                read_back(game, picture, rng, met, offered)
        one_call(match, rng, dice, strict=False)
    assert offered == set(met), "what needs a way is given where there is one"


def read_back(game: AnyGame, picture: Any, rng: random.Random, met: Counter[str], offered: set[str]) -> None:
    wanted = [kind for kind in judging.lawful_types(game, picture) if met[kind_of(kind)] < MOST_OF_A_KIND]
    words = vocabulary(game, picture)
    for kind in wanted:
        for option in islice(kind.offers(picture), MOST_OF_A_KIND):
            order = ordered(option, game, picture, rng)
            if order is None:
                continue
            offered.add(option.kind)
            met[order.kind] += 1
            line = write(order, words)
            assert read(line, kinds(game), words) == order, line
            assert read(line.upper(), kinds(game), words) == order, line
            clauses = {compared(" ".join(clause.words)) for clause in form_of(kind).clauses}
            for slot in filter(attrgetter("several"), slots_of(kind)):
                assert clauses.isdisjoint(words.texts(option.kind, slot.name)), (kind, slot.name)


EVERYTHING = {"setup": "free", "markers": "honour", "rof_mode": "dice"}
WAYS: dict[str, tuple[tuple[dict[str, str], int, int], ...]] = {
    "ndc": (({}, 3, CALLS),),
    "korsun": (({}, 1, CALLS), ({}, 13, CALLS)),
    "campaign1776": (({}, 3, CALLS),),
    "skirmish": ((EVERYTHING, 0, 150), ({}, 5, 40), ({**EVERYTHING, "interrupts": "live"}, 5, 12)),
}
"""Beginnings of matches on whose way most kinds of orders are offered: the options, the seed, and how far."""
UNMET = {"ndc": {"finish", "recombine", "retreat", "stand-fast"}, "skirmish": {"leave-map"}, } | {
    "campaign1776": {
        "continue", "debark", "declare-supply", "eliminate", "embark", "fight-on", "go-inside", "meet-attack",
        "reduce-magazine", "stop-fighting", "leave-to-plan", "start-combat", "attack",
        "bring-in", "disband", "share-out", "bring-fleets", "place-fleet", "attack-at-sea", "bring-back",
        "build-bateaus", "destroy-bateau", "dismantle-fort", "exchange-magazine", "lie-off",
        "embark-among", "place-passengers",
    },
    "korsun": {
        "activate-korsun", "adjust-boundary", "advance", "aim-at", "bring-back", "fall-back", "take-losses",
        "allot-korsun", "attack-by-breakthrough", "break-through",
        "build-airfield", "destroy-bridge", "no-retreat", "resupply",
        "build-bridge", "build-depot", "convert-alarm", "convert-cadre", "create-barrage", "declare-wanda",
        "displace-partisans", "drop-to-units", "end-isolation", "fill-depot", "fire-barrage",
        "isolate-korps", "lay-mines", "leave-workshop", "move-by-rail", "rebuild-from-cadres", "repair-bridge",
        "return-partisans", "throw-for-release", "attack-from-reserve", "replace", "fly-to-korsun", "add-barrage-line",
    },
}  # fmt: skip
"""The kinds that these matches do not come to; each is met in a scene: below, or beside its game's other tests."""


@pytest.mark.parametrize("name", WAYS)
def test_all_kinds_of_orders_but_a_few_are_written_and_read_on_the_way(name: str):
    """In each big game; each picture on the way is looked at, for kinds that were not met yet."""
    met = Counter[str]()
    for options, seed, calls in WAYS[name]:
        game = replace(ALL[name], set_up=partial(set_up, ALL[name], options)) if options else ALL[name]
        match, rng, dice = begun(game, seed, strict=False)
        for _ in range(calls):
            if match.state.ended:
                break
            for picture in match.state.pictures.values():
                read_back(game, picture, random.Random(0), met, set())
            one_call(match, rng, dice, strict=False)
    assert {kind_of(kind) for kind in kinds(ALL[name])} - set(met) <= UNMET[name]


@dataclass(frozen=True)
class Shell(Order):
    kind: Literal["shell"] = "shell"
    phrase: ClassVar[Phrase] = Phrase("shell", salvoes="salvoes {salvoes}")
    salvoes: int = 1


@dataclass(frozen=True)
class Smoke(Order):
    kind: Literal["smoke"] = "smoke"
    phrase: ClassVar[Phrase] = Phrase("smoke", salvoes="salvoes")
    salvoes: int = 1


@pytest.mark.parametrize("order", [Shell, Smoke])
def test_a_clause_that_could_not_say_its_value_is_refused(order: type[Order]):
    with pytest.raises(FaultyPhrase, match=r"no \{\} for the value of salvoes"):
        form_of(order)


@dataclass(frozen=True, kw_only=True)
class Drift(Order):
    kind: Literal["drift"] = "drift"
    phrase: ClassVar[Phrase] = Phrase("drift {boats} to {path}")
    boats: tuple[str, ...]
    path: tuple[Place, ...]


def test_a_phrase_that_has_to_before_a_way_is_refused():
    """There it says that only the end of the way follows."""
    with pytest.raises(FaultyPhrase, match="“to” before a way"):
        form_of(Drift)


def set_up(game: AnyGame, options: dict[str, str], scenario: str, _: Any) -> Any:
    """A position with options that nobody has to have agreed to."""
    return game.set_up(scenario, options)


def test_a_routed_base_at_its_edge_leaves_the_map_by_a_line():
    table, met = position("A-SQ1 squad at 0107 routed", "G-SQ1 squad at 0607", step="movement"), Counter[str]()
    read_back(SKIRMISH, table.picture("allied"), random.Random(0), met, set())
    assert met["leave-map"] == 1
