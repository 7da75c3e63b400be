"""The two-worlds test of 1776 over HTTP, in fog and with everything on the map seen: a seat's routes, pages, forms and
socket, byte for byte; and a search of every byte for what only the enemy knows.
"""

from __future__ import annotations

import pickle
import random
from dataclasses import replace
from pathlib import Path

import pytest

from service.engine.orders import Order, Refusal
from service.engine.places import Place
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.known.lines import AddPlanLine
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.sections.marching import MarchTo
from service.games.campaign1776.truth.state import State
from service.store.kept_pictures import KeptPictures
from tests.random_play import random_orders
from tests.secrecy import campaign_worlds
from tests.secrecy.bustle import STATUSES, bustle, refused_alike, try_houses, untried
from tests.secrecy.campaign_beginnings import contact_table
from tests.secrecy.campaign_changes import Change, other_eyes, other_plans
from tests.secrecy.house_building import house_of
from tests.secrecy.houses import CANARY, House, as_wire, same_houses
from tests.secrecy.test_planted_campaign_leaks import seen_with, size_from_afar
from tests.secrecy.trial import alike
from tests.secrecy.worlds import Leak, World, mutated

assert campaign_worlds.SECRETS["campaign1776"]

SECRET = AddPlanLine(hex=Hex("QQ33"), does="rest")
STARTS = (
    ("British movement", "British", "inverted"), ("American answers", "British", "open"),
    ("British going-on", "American", "inverted"), ("British recruits", "American", "open"),
    ("American movement", "American", "open"), ("American indies", "British", "inverted"),
)  # fmt: skip
"""Headings at which the pairs stand, each watched by one side in its own turn or the enemy's, and what both see."""
PARTS = 24
"""Into so many all addresses are cut for the suite, which tries two."""
LITTLE = slice(7, None, PARTS)


def pair_of_houses(
    start: tuple[str, str, str], seed: int, empty: Path, folder: Path, alter: Change | None = None
) -> tuple[tuple[World, World], House, House]:
    """A world in contact and another that the watched side cannot tell from it, full of canaries; both served."""
    heading, watched, visibility = start
    table = contact_table(heading, visibility)
    world, other, rng = World(table.truth), None, random.Random(f"{start} {seed}")
    if alter is not None:
        other = World(pickle.loads(pickle.dumps(table.truth)))
        alter(other.state, watched, rng)
    while other is None:
        other = mutated(world, watched, rng)
    for change in (other_plans, *((other_eyes,) if visibility == "inverted" else ())):
        assert change(other.state, watched, rng)
    assert CANARY in repr(other.state)
    other.hidden_seed = world.hidden_seed  # its published commitment may differ, and is all that would
    a, b = (
        house_of(w, table, watched, empty, folder / name, other_truth=w is other)
        for name, w in (("a", world), ("b", other))
    )
    return (world, other), a, b


@pytest.mark.parametrize(("start", "part"), [(STARTS[0], slice(3, None, PARTS)), (STARTS[1], slice(5, None, PARTS))])
def test_routes_pages_and_forms_read_the_same_in_both_worlds(start, part, empty_database, tmp_path, capfd):
    """Bytes, sizes as they are sent, and work, while the other side is busy in one world only: a part of all there is.

    One pair in fog, one with everything on the map seen; the whole of it is tried in the soak.
    """
    worlds, a, b = pair_of_houses(start, 0, empty_database, tmp_path)
    assert try_houses(a, b, worlds, SECRET, [SECRET], random.Random(0), part)
    assert CANARY not in "".join(capfd.readouterr())


def orders_without_a_reveal(worlds: tuple[World, World], seat: str, rng: random.Random) -> list[Order]:
    """Orders of the watched seat that lay the same open to it in both worlds, drawn until some do.

    Who comes upon troops that stand entrenched in one world alone may be told so.
    """
    for _ in range(20):
        orders, found = random_orders(CAMPAIGN1776, worlds[0].state.pictures[seat], rng, closing=0), []
        for world in worlds:
            trial = world.copy()
            outcome = trial.play(seat, list(orders))
            assert not isinstance(outcome, Refusal), outcome
            found.append(trial.secrets.laid_open(trial, seat, outcome.journal))
        if alike(*found, "orders"):
            return orders
    raise AssertionError("all that was drawn lays different things open")


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(24))
def test_they_do_so_at_length(seed, empty_database, tmp_path, capfd):
    """The same with everything tried in one pair of houses, and what the watched side orders answered alike."""
    worlds, a, b = pair_of_houses(STARTS[seed % len(STARTS)], seed, empty_database, tmp_path)
    assert try_houses(a, b, worlds, SECRET, [SECRET], random.Random(seed)) >= STATUSES
    if worlds[0].state.pictures[a.seat].asked:
        orders = orders_without_a_reveal(worlds, a.seat, random.Random(seed))
        wire = as_wire(CAMPAIGN1776, orders)
        assert a.post(a.seat, wire) == b.post(b.seat, wire)
        same_houses(a, b, "after orders", glance=True)
    assert not untried(a)
    assert CANARY not in "".join(capfd.readouterr())


def test_a_planted_leak_shows_at_the_doors(monkeypatch, empty_database, tmp_path):
    """Whoever looks at troops in the next hex is told how many they are: after a march the pages differ."""
    _, a, b = pair_of_houses(STARTS[0], 0, empty_database, tmp_path, alter=more_next_door)
    seen_with(monkeypatch, size_from_afar)
    march = as_wire(CAMPAIGN1776, [MarchTo(units=("BR1",), path=(Place("NN31"),))])
    assert a.post(a.seat, march)[:3] == b.post(b.seat, march)[:3] == "202"
    with pytest.raises(Leak, match="after a march"):
        same_houses(a, b, "after a march", glance=True)


def test_a_picture_that_the_enemys_looks_let_go_shows_at_the_next_look(monkeypatch, empty_database, tmp_path):
    """Were one picture kept for a match, not one for a seat, it would be read out of its text again after theirs."""
    worlds, a, b = pair_of_houses(STARTS[0], 0, empty_database, tmp_path)
    same_houses(a, b, "at the start", glance=True)
    keep = KeptPictures.keep

    def keep_alone(kept: KeptPictures, match_id: str, seat: str, text: str, picture: object) -> None:
        kept._kept.clear()
        keep(kept, match_id, seat, text, picture)

    monkeypatch.setattr(KeptPictures, "keep", keep_alone)
    bustle(a, SECRET, part=LITTLE)
    with pytest.raises(Leak, match=r"GET .*/view"):
        refused_alike(a, b, worlds, random.Random(0), LITTLE)


def more_next_door(state: State, watched: str, rng: random.Random) -> bool:
    """Six of militia instead of two stand beside the army of the Head of Elk."""
    [pool] = [pool for pool in state.pools.values() if (pool.at, pool.kind) == ("OO31", "RM")]
    state.pools[pool.id] = replace(pool, number=6)
    return True
