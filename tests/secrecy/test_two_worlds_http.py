"""The two-worlds test over HTTP: every route and every page of a seat, byte for byte."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from service import matches
from service.games.ndc.game import NDC
from service.games.ndc.known.lines import SetStandingOrders
from tests.random_play import random_orders
from tests.secrecy.bustle import STATUSES, bustle, pass_time, try_houses, try_in_parts, untried
from tests.secrecy.house_building import house_of
from tests.secrecy.houses import LAID_OPEN, MATCH, NOON, House, as_wire, folder_in, listening, parted, same_houses
from tests.secrecy.ndc_worlds import contact_table
from tests.secrecy.worlds import Leak, World, mutated

SECRET = SetStandingOrders(fire=2, ew=1)
LAST = 6
STARTS = [
    ("movement", "su", "Soviet"),
    ("movement", "su", "US"),
    ("modes", "us", "US"),
    ("intelligence", "us", "Soviet"),
]


def pair_of_houses(
    start: tuple[str, str, str], seed: int, empty: Path, folder: Path, **settings: object
) -> tuple[tuple[World, World], House, House]:
    """A world in contact and another that the watched seat cannot tell from it, both served."""
    heading, phasing, watched = start
    table = contact_table(heading=heading, phasing=phasing, **{"turn": 3, **settings})
    world, other, rng = World(table.truth), None, random.Random(f"{start} {seed}")
    while other is None:
        other = mutated(world, watched, rng)
    other.hidden_seed = world.hidden_seed  # its published commitment may differ, and is all that would
    a, b = (
        house_of(w, table, watched, empty, folder / name, other_truth=w is other)
        for name, w in (("a", world), ("b", other))
    )
    return (world, other), a, b


def test_every_route_page_and_form_answers_alike_in_both_worlds(empty_database, tmp_path):
    """Bytes, sizes as they are sent, and work, while the other side is busy in one world only."""
    pairs = [pair_of_houses(start, 0, empty_database, folder_in(tmp_path, n)) for n, start in enumerate(STARTS)]
    try_in_parts(pairs, SECRET, [SECRET])
    orders_alike(*pairs[0], 0)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(40))
def test_they_do_so_at_length(seed, empty_database, tmp_path):
    """The same with everything tried in one pair of houses."""
    worlds, a, b = pair_of_houses(STARTS[seed % len(STARTS)], seed, empty_database, tmp_path)
    assert try_houses(a, b, worlds, SECRET, [SECRET], random.Random(seed)) >= STATUSES
    orders_alike(worlds, a, b, seed)
    assert not untried(a)


def orders_alike(worlds: tuple[World, World], a: House, b: House, luck: int) -> None:
    """What the watched seat may order is answered alike, and reads alike until what comes of it is told."""
    picture = worlds[0].state.pictures[a.seat]
    if picture.asked:
        orders = as_wire(NDC, random_orders(NDC, picture, random.Random(luck), closing=0))
        assert a.post(a.seat, orders) == b.post(b.seat, orders)
        same_houses(a, b, "after orders", glance=True)


def test_after_the_end_all_but_what_is_laid_open_reads_the_same(empty_database, tmp_path):
    """Both matches are played to their ends: then the review and the export hold the truth, and nothing else does."""
    _, a, b = pair_of_houses(("housekeeping", "us", "US"), 0, empty_database, tmp_path, turn=LAST)
    for house in (a, b):
        for _ in range(60):
            state = house.context.store.read(MATCH).state
            if state.ended:
                break
            assert house.post(state.waiting[0], [{"kind": "done"}]).startswith("202")
            pass_time(house)
        assert house.context.store.read(MATCH).state.ended
        house.now[0], house.over = NOON, True
    left, right = dict(a.readable()), dict(b.readable())
    assert list(left) == list(right)
    for address, text in left.items():
        if not LAID_OPEN.search(address):
            parted(text, right[address], f"after the end: {address}")
    assert left[f"{a.api}/review"].partition(" ")[2] != right[f"{b.api}/review"].partition(" ")[2], "there it is open"


@pytest.mark.parametrize("way", ["the watched seat resigns", "the other side resigns", "they agree on a draw"])
def test_after_an_agreed_end_no_more_is_laid_open_than_at_any_end(way, empty_database, tmp_path):
    """At a glance: the rest is what the pages of a match that is over show anyway."""
    _, a, b = pair_of_houses(STARTS[0], 0, empty_database, tmp_path)
    for house in (a, b):
        there = f"/api/v1/matches/{MATCH}/seats/{house.other}"
        if way == "they agree on a draw":
            assert house.client.put(f"{house.api}/end/offer", json={"terms": "draw"}).status_code == 200
            said = {"way": "accept", "seat": house.seat, "terms": "draw"}
            assert house.enemy.post(f"{there}/end", json=said).json()["ended"]
        else:
            who, api = (house.client, house.api) if way.startswith("the watched") else (house.enemy, there)
            assert who.post(f"{api}/end", json={"way": "resign"}).json()["ended"]
        house.over = True
    for (address, text), (_, said) in zip(a.at_a_glance(), b.at_a_glance(), strict=True):
        if not LAID_OPEN.search(f"/{address}"):
            parted(text, said, f"{way}: {address}")


def test_a_version_shared_between_seats_is_found_over_http(monkeypatch, empty_database, tmp_path):
    """The planted leak: an ETag that counts what the other side was told too."""
    honest = matches.read

    def read(context, at):
        found = honest(context, at)
        with context.store.look() as look:
            found.version = sum(look.matches.log_length(at.match_id, seat) for seat in NDC.info.seats)
        return found

    monkeypatch.setattr("service.matches.read", read)
    _, a, b = pair_of_houses(STARTS[0], 0, empty_database, tmp_path)
    bustle(a, SECRET)
    with pytest.raises(Leak, match="view differs"):
        same_houses(a, b, "after a secret order", glance=True)


def test_the_sockets_of_a_seat_are_silent_about_the_others_secrets(empty_database, tmp_path):
    """After the other side's secret order in one world the first frames of both are of the seat's own next entry."""
    (world, _), a, b = pair_of_houses(STARTS[0], 0, empty_database, tmp_path)
    version = world.state.log_lengths[a.seat]
    own = as_wire(NDC, random_orders(NDC, world.state.pictures[a.seat], random.Random(3), closing=0))[:1]
    frames = []
    with listening(a) as of_a, listening(b) as of_b:
        bustle(a, SECRET)
        for house, sockets in ((a, of_a), (b, of_b)):
            assert house.post(house.seat, own).startswith("202")
            frames.append([socket.receive_text() for socket in sockets])
    assert frames[0] == frames[1]
    first = json.loads(frames[0][0])
    assert (first["number"], first["kind"]) == (version + 1, "orders-accepted")
