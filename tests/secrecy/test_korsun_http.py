"""The two-worlds test of Korsun over HTTP: a seat's routes, pages and forms, byte for byte; and a search of every byte
for what only the enemy knows.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from service.games.korsun.game import KORSUN
from service.games.korsun.known.lines import AddDemolitionLine
from tests.random_play import random_orders
from tests.secrecy import korsun_worlds
from tests.secrecy.bustle import STATUSES, coached_alike, try_houses, untried
from tests.secrecy.house_building import house_of
from tests.secrecy.houses import CANARY, House, as_wire, same_houses
from tests.secrecy.korsun_beginnings import contact_table
from tests.secrecy.korsun_changes import other_laid, other_lines
from tests.secrecy.worlds import World, mutated

assert korsun_worlds.SECRETS["korsun"]

SECRET = AddDemolitionLine(does="hold")
STARTS = (
    ("E movement", "Soviet"), ("F movement", "Soviet"), ("E combat", "German"), ("F engineering", "German"),
)  # fmt: skip
"""Headings at which the pairs stand, each watched by one side: in its own turn, and in the enemy's."""
PARTS = 12
"""Into so many all addresses are cut for the suite, which tries two."""


def pair_of_houses(
    start: tuple[str, str], seed: int, empty: Path, folder: Path
) -> tuple[tuple[World, World], House, House]:
    """A world in contact and another that the watched side cannot tell from it, full of canaries; both served."""
    heading, watched = start
    table = contact_table(heading)
    world, other, rng = World(table.truth), None, random.Random(f"{start} {seed}")
    while other is None:
        other = mutated(world, watched, rng)
    assert other_lines(other.state, watched, rng) and other_laid(other.state, watched, rng)
    assert CANARY in repr(other.state)
    other.hidden_seed = world.hidden_seed  # its published commitment may differ, and is all that would
    a, b = (
        house_of(w, table, watched, empty, folder / name, other_truth=w is other)
        for name, w in (("a", world), ("b", other))
    )
    return (world, other), a, b


@pytest.mark.parametrize(("start", "part"), [(STARTS[0], slice(3, None, PARTS)), (STARTS[2], slice(5, None, PARTS))])
def test_routes_pages_and_forms_read_the_same_in_both_worlds(start, part, empty_database, tmp_path, capfd):
    """Bytes, sizes as they are sent, and work, while the other side is busy in one world only: a part of all there is.

    The other games try the whole of it here, Korsun in the soak.
    """
    worlds, a, b = pair_of_houses(start, 0, empty_database, tmp_path)
    assert try_houses(a, b, worlds, SECRET, [SECRET], random.Random(0), part)
    assert CANARY not in "".join(capfd.readouterr())


@pytest.mark.parametrize("start", [STARTS[0], *(pytest.param(start, marks=pytest.mark.soak) for start in STARTS[1:])])
def test_the_coach_and_the_pages_while_there_is_one_read_the_same_in_both_worlds(start, empty_database, tmp_path):
    _, a, b = pair_of_houses(start, 0, empty_database, tmp_path)
    assert 200 in coached_alike(a, b, SECRET)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(24))
def test_they_do_so_at_length(seed, empty_database, tmp_path, capfd):
    """The same with everything tried in one pair of houses, and what the watched side orders answered alike."""
    worlds, a, b = pair_of_houses(STARTS[seed % len(STARTS)], seed, empty_database, tmp_path)
    assert try_houses(a, b, worlds, SECRET, [SECRET], random.Random(seed)) >= STATUSES
    picture = worlds[0].state.pictures[a.seat]
    if picture.asked:
        orders = as_wire(KORSUN, random_orders(KORSUN, picture, random.Random(seed), closing=0))
        assert a.post(a.seat, orders) == b.post(b.seat, orders)
        same_houses(a, b, "after orders", glance=True)
    assert not untried(a)
    assert CANARY not in "".join(capfd.readouterr())
