"""The map that goes with a mail, on trial in two worlds of each game: drawn as the sender draws it, from a match's game
and what its seat knows. As the drawing that is coloured; as the picture itself in the soak."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from service.engine.orders import Done
from service.matches.map_pictures import MapPicture
from tests.random_play import random_orders
from tests.secrecy import (
    campaign_beginnings,
    campaign_worlds,
    korsun_beginnings,
    korsun_worlds,
    ndc_worlds,
    skirmish_beginnings,
    skirmish_worlds,
)
from tests.secrecy.readable import truly_there
from tests.secrecy.trial import step
from tests.secrecy.worlds import Leak, World, mutated
from web.drawing import picture
from web.drawing.map import GameMap, live_layer
from web.games.pictures import map_picture

BEGINNINGS: dict[str, Callable[[], World]] = {
    "ndc": lambda: World(ndc_worlds.contact_table(heading="movement", phasing="su", turn=3).truth),
    "skirmish": lambda: skirmish_beginnings.in_contact("movement", "allied"),
    "korsun": lambda: World(korsun_beginnings.stood("E movement")),
    "campaign1776": lambda: World(campaign_beginnings.stood("British recruits")),
}
"""Each game where the sides are in contact."""
for game in (ndc_worlds, skirmish_worlds, korsun_worlds, campaign_worlds):
    assert {*BEGINNINGS} <= {*game.SECRETS}


@pytest.fixture(autouse=True)
def uncoloured(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The drawing stands for its picture but in the soak (`tests/web/test_map_pictures.py`)."""
    if request.node.get_closest_marker("soak") is None:
        monkeypatch.setattr(picture, "coloured", lambda svg, *, below: bytes(24) + svg.encode())


def pairs_of(name: str, each: int) -> Iterator[tuple[World, World, str]]:
    """Worlds of a game that a seat cannot tell apart, and that seat: so many pairs of each seat."""
    for seed in range(each):
        for seat in BEGINNINGS[name]().state.seats:
            a = BEGINNINGS[name]()
            if (b := mutated(a, seat, random.Random(f"{name} {seat} {seed}"))) is not None:
                yield a, b, seat


def map_of(world: World, seat: str) -> MapPicture:
    """The map of a seat as a sender draws it."""
    game = world.secrets.game
    found = map_picture(game, game.known(world.state.pictures[seat]))
    assert found is not None
    return found


def maps_alike(name: str, each: int = 1, drawn: Callable[[World, str], MapPicture] = map_of) -> int:
    """Raises Leak where the map of a seat differs, as a pair stands or after orders that laid the same open in both.
    How many were compared after orders."""
    later = 0
    for a, b, seat in pairs_of(name, each):
        where, mover = f"{name}, {seat}", a.state.waiting[0]
        if drawn(a, seat) != drawn(b, seat):
            raise Leak(where)
        orders = random_orders(a.secrets.game, a.state.pictures[mover], random.Random(where)) if mover == seat else []
        if step(a, b, mover, seat, [*(one for one in orders if one.kind != "done"), Done()], where, asking=False):
            later += 1
            if drawn(a, seat) != drawn(b, seat):
                raise Leak(f"{where}, after orders")
    return later


GAMES = pytest.mark.parametrize("name", BEGINNINGS)


@GAMES
def test_the_map_of_a_seat_is_the_same_in_both_worlds(name: str) -> None:
    assert maps_alike(name) >= 1


@pytest.mark.soak
@GAMES
def test_its_picture_is_the_same_bytes(name: str) -> None:
    assert maps_alike(name, 2) >= 1


@GAMES
def test_a_map_that_goes_by_where_the_enemy_truly_is_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted leak: a dot where one of them truly is."""
    looked_at, honest = list[tuple[World, str]](), live_layer

    def leaking(drawing: GameMap, view: Any) -> str:
        there = {place for places in truly_there(*looked_at[-1]).values() for place in places}
        dots = (drawing.geometry.at(place) for place in sorted(there) if place in drawing.places)
        drawn = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9"/>' for x, y in dots)
        return str(honest(drawing, view)).replace("</svg>", f"{drawn}</svg>")

    def drawn(world: World, seat: str) -> MapPicture:
        looked_at.append((world, seat))
        return map_of(world, seat)

    monkeypatch.setattr(picture, "live_layer", leaking)
    with pytest.raises(Leak):
        maps_alike(name, 2, drawn)
