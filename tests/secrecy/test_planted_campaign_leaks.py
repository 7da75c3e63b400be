"""Planted leaks in 1776, one at a time, of its hidden things: the two-worlds trial finds every one."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from service.engine.cards import Card, Loss
from service.engine.events import Event, Told
from service.engine.orders import Order, Refusal
from service.engine.reports import LogEntry
from service.engine.sentences import say
from service.games.campaign1776.known.reports import AreasFound, BattleTold, EnemySeen
from service.games.campaign1776.printed.lettered import distance
from service.games.campaign1776.sections import combat, interphase, marching, rounds, sea_combat
from service.games.campaign1776.staff import words as campaign_words
from service.games.campaign1776.truth import leaving_open, looking
from service.games.campaign1776.truth.state import State
from tests.offers import options_for
from tests.random_play import ordered
from tests.secrecy import campaign_changes as changes
from tests.secrecy import campaign_worlds
from tests.secrecy import trial as trial_module
from tests.secrecy.campaign_beginnings import stood
from tests.secrecy.trial import Tally, try_pair
from tests.secrecy.worlds import SECRETS, Leak, World

assert campaign_worlds.SECRETS["campaign1776"]


def caught(heading: str, seat: str, change: changes.Change, monkeypatch: pytest.MonkeyPatch, *, pairs: int = 16,
           tries: int = 2) -> str:  # fmt: skip
    """What the trial says when it has found the leak, in worlds in which this alone is otherwise."""
    monkeypatch.setitem(SECRETS, "campaign1776", replace(SECRETS["campaign1776"], changes=(change,)))
    with pytest.raises(Leak) as leak:
        for seed in range(pairs):
            try_pair(World(stood(heading)), seat, random.Random(seed), Tally(), steps=1, tries=tries)
    return str(leak.value)


# ---- what is seen


def seen_with(monkeypatch: pytest.MonkeyPatch, show: Callable[[State, str, Any], Any]) -> None:
    """What a side sees of each place is otherwise, as this says of a state, the enemy and a contact."""
    honest = looking._sights

    def sights(state: State, seat: str) -> Any:
        return {spot: show(state, state.other(seat), one) for spot, one in honest(state, seat).items()}

    monkeypatch.setattr(looking, "_sights", sights)


def size_from_afar(state: State, enemy: str, contact: Any) -> Any:
    points = state.strength(enemy, contact.hex, inside=contact.inside)
    return replace(contact, size=state.rules.tables.intel.sizes.at(points)) if points else contact


def guns_from_afar(state: State, enemy: str, contact: Any) -> Any:
    there = state.on_land(enemy, contact.hex, inside=contact.inside)
    return replace(contact, guns=any(state.kind(pool).role == "artillery" for pool in there))


def militia_shown(state: State, enemy: str, contact: Any) -> Any:
    there = [pool for pool in state.on_land(enemy, contact.hex, inside=contact.inside) if state.kind(pool).combat]
    return replace(contact, entrenched=any(state.kind(pool).militia for pool in there)) if there else contact


def passengers_shown(state: State, enemy: str, contact: Any) -> Any:
    aboard = sum(pool.number for pool in state.of(enemy).values() if pool.aboard and pool.at == contact.hex)
    return replace(contact, ships={**contact.ships, "bateau": aboard}) if contact.ships else contact


def supply_shown(state: State, enemy: str, contact: Any) -> Any:
    there = state.on_land(enemy, contact.hex, inside=contact.inside)
    return replace(contact, guns=sum(state.kind(pool).role in ("supply", "magazine") for pool in there) > 1)


@pytest.mark.parametrize(
    ("heading", "seat", "change", "show"),
    [
        ("British movement", "British", changes.other_numbers, size_from_afar),
        ("British movement", "British", changes.other_kinds, militia_shown),
        ("British sea", "British", changes.other_passengers, passengers_shown),
        *(pytest.param(*one, marks=pytest.mark.soak) for one in (
            ("British movement", "British", changes.other_guns, guns_from_afar),
            ("British movement", "British", changes.other_supply, supply_shown),
        )),
    ],
    ids=["size", "kinds", "passengers", "guns", "supply"],
)  # fmt: skip
def test_more_of_an_enemy_place_than_its_level_shows(
    monkeypatch: pytest.MonkeyPatch, heading: str, seat: str, change: changes.Change, show: Callable[..., Any]
):
    stood(heading)
    seen_with(monkeypatch, show)
    assert caught(heading, seat, change, monkeypatch)


def test_troops_that_are_seen_two_hexes_off(monkeypatch: pytest.MonkeyPatch):
    stood("British movement")
    honest = looking.Lookout.level_at

    def level_at(self: looking.Lookout, hex: Any, *, inside: bool = False) -> int:
        near = any(self.state.strength(self.seat, there) for there in looking.within(hex, 2))
        return honest(self, hex, inside=inside) or int(near)

    monkeypatch.setattr(looking.Lookout, "level_at", level_at)
    assert caught("British movement", "British", changes.moved, monkeypatch, pairs=20)


# ---- what is told


def told_with(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, alter: Callable[[State, str, Any], Any]) -> None:
    """A generator of events tells reports otherwise, as this says of a state, a reader and a report."""
    honest = getattr(module, name)

    def events(state: State, *rest: Any, **more: Any) -> Iterator[Event]:
        for event in honest(state, *rest, **more):
            yield replace(event, report=alter(state, event.seat, event.report)) if isinstance(event, Told) else event

    monkeypatch.setattr(module, name, events)


def test_a_battle_that_tells_of_the_enemys_plan(monkeypatch: pytest.MonkeyPatch):
    """How many lines the enemy's plan has shows in what is told of the battle."""
    stood("British going-on")

    def alter(state: State, seat: str, report: Any) -> Any:
        if not isinstance(report, BattleTold):
            return report
        plan = len(state.pictures[state.other(seat)].standing.battles)
        return replace(report, battle=replace(report.battle, lost={seat: plan}))

    for module in (combat, rounds):
        told_with(monkeypatch, module, "tell_battle", alter)
    assert caught("British going-on", "British", changes.other_plans, monkeypatch)


def test_a_battle_at_sea_that_tells_who_went_down(monkeypatch: pytest.MonkeyPatch):
    """How many were aboard the fleet that was sunk is told to the side that sank it."""
    stood("British sea")
    honest, strike, lost = sea_combat.tell, sea_combat.strike, sea_combat.drowned
    number = [0]

    def drowned(state: State, ship: Any) -> Iterator[Event]:
        number[0] = sum(pool.number for pool in state.pools.values() if pool.aboard == ship.id)
        yield from lost(state, ship)

    def tell(state: State, seat: str, report: Any, *more: Any) -> Event:
        return honest(state, seat, replace(report, die=number[0]), *more)

    monkeypatch.setattr(sea_combat, "tell", tell)
    monkeypatch.setattr(sea_combat, "drowned", drowned)
    monkeypatch.setattr(sea_combat, "strike", lambda state, ship, damage: strike(state, ship, "sunk"))
    assert caught("British sea", "British", changes.other_passengers, monkeypatch, tries=4)


def test_passengers_that_the_enemy_is_asked_about_whatever_they_see(monkeypatch: pytest.MonkeyPatch):
    """Whoever strikes a fleet in the fog is told how many there are to be placed."""
    stood("British berths")

    def pools(self: leaving_open.Berths) -> Any:
        return [pool for pool in self.state.pools.values() if pool.at == self.ship.at and pool.aboard]

    def fleets(self: leaving_open.Berths) -> list[str]:
        return [ship.id for ship in self.state.fleet_in(self.ship.seat, self.ship.at)]

    monkeypatch.setattr(leaving_open.Berths, "pools", property(pools))
    monkeypatch.setattr(leaving_open.Berths, "_fleets", fleets)
    monkeypatch.setattr(sea_combat, "odds_column", lambda columns, attacking, defending: len(columns) - 1)
    assert caught("British berths", "British", changes.other_passengers, monkeypatch, tries=4)


def boats_built(game: Any, picture: Any, rng: random.Random, **_: Any) -> list[Order]:
    """Bateaus, wherever they can be built."""
    offered = [option for option in options_for(game, picture) if option.kind == "build-bateaus"]
    order = ordered(rng.choice(offered), game, picture, rng) if offered else None
    return [order] if order is not None else []


def test_bateaus_that_are_counted_together(monkeypatch: pytest.MonkeyPatch):
    """The names of those that one side builds go on where the other's end."""
    stood("British works")
    honest = State.next_boat

    def next_boat(state: State, seat: str) -> str:
        return honest(state, seat) + "0" * state.numbered.get(f"{state.other(seat)}-bateau", 0)

    monkeypatch.setattr(State, "next_boat", next_boat)
    monkeypatch.setattr(trial_module, "random_orders", boats_built)
    assert caught("British works", "British", changes.other_boats, monkeypatch, pairs=4)


def blind_marches(game: Any, picture: Any, rng: random.Random, **_: Any) -> list[Order]:
    """A march out of an option, as somebody gives it who does not know that it will be refused."""
    offered = [option for option in options_for(game, picture) if option.kind == "march"]
    order = ordered(rng.choice(offered), game, picture, rng) if offered else None
    return [order] if order is not None else []


@pytest.mark.soak
def test_a_refusal_that_depends_on_who_stands_ahead(monkeypatch: pytest.MonkeyPatch, peeking: Callable[[], State]):
    stood("British movement")
    honest = marching.MarchTo.check

    def check(self: Any, picture: Any) -> None:
        honest(self, picture)
        state = peeking()
        enemy = [pool.at for pool in state.of(state.other(picture.side)).values() if pool.at in state.rules.board.land]
        if any(distance(self.path[-1], there) < 2 for there in enemy):
            raise Refusal("P5", "Somebody is there.")

    monkeypatch.setattr(marching.MarchTo, "check", check)
    monkeypatch.setattr(trial_module, "random_orders", blind_marches)
    assert caught("British movement", "British", changes.moved, monkeypatch, pairs=20, tries=12)


@pytest.mark.soak
def test_sightings_that_are_counted_together(monkeypatch: pytest.MonkeyPatch):
    """The handles of one side go on where those of the other are."""
    stood("British movement")

    def alter(state: State, seat: str, report: Any) -> Any:
        if isinstance(report, EnemySeen):
            return replace(report, sightings=report.sightings + state.sightings[state.other(seat)])
        return report

    told_with(monkeypatch, looking, "_look", alter)
    assert caught("British movement", "British", changes.other_eyes, monkeypatch, pairs=20, tries=6)


def test_a_status_that_tells_of_the_enemys_recruits(monkeypatch: pytest.MonkeyPatch):
    """How many units the enemy has still to place, or to take off the map, shows in what the other side is told."""
    stood("American recruits")
    honest = interphase.settle

    def settle(state: State, seats: Any) -> Iterator[Event]:
        yield from honest(state, seats)
        for seat in state.seats:
            enemy = state.other(seat)
            number = sum(state.pools[id].number for id in state.due if id in state.of(enemy))
            number += sum(one.number for one in state.tasks[enemy].excess)
            if seat not in seats:
                yield Told(seat=seat, report=AreasFound(statuses={"N": str(number)}, quarter=""))

    monkeypatch.setattr(interphase, "settle", settle)
    assert caught("British recruits", "American", changes.other_recruits, monkeypatch)


# ---- what a card of a battle says


def strength_left(state: State, enemy: str) -> dict[str, Any]:
    """A loss beside those that were told: how many the enemy has truly left, wherever they stand."""
    left = sum(pool.number for pool in state.of(enemy).values())
    return {"losses": (Loss(own=False, who=say("Theirs"), what=say(f"{left} are left")),)}


def guns_behind(state: State, enemy: str) -> dict[str, Any]:
    """The outcome, and how many of the enemy's points are guns."""
    guns = sum(pool.number for pool in state.of(enemy).values() if state.kind(pool).role == "artillery")
    return {"outcome": say(f"They had {guns} guns in all.")}


@pytest.mark.parametrize(
    ("change", "leak"),
    [(changes.other_numbers, strength_left), (changes.other_guns, guns_behind)],
    ids=["numbers", "guns"],
)
def test_a_card_of_a_battle_that_says_more_than_was_told(
    monkeypatch: pytest.MonkeyPatch, peeking: Callable[[], State], change: changes.Change,
    leak: Callable[[State, str], dict[str, Any]],
):  # fmt: skip
    stood("British going-on")
    honest = campaign_words.of_battle

    def of_battle(names: Any, picture: Any, card: Card, told: Sequence[LogEntry]) -> Card:
        state = peeking()
        return replace(honest(names, picture, card, told), **leak(state, state.other(picture.side)))

    monkeypatch.setattr(campaign_words, "of_battle", of_battle)
    assert "cards differs" in caught("British going-on", "British", change, monkeypatch)
