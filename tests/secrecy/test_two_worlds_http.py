"""The two-worlds test over HTTP: every route and every page of a seat, byte for byte."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from service import matches
from service.engine.orders import Order
from service.games.ndc.rules import RULES
from service.games.ndc.standing import SetStandingOrders
from tests.random_play import random_orders
from tests.secrecy.houses import MATCH, House, as_wire, house_of, listening, masked, same_houses
from tests.secrecy.ndc_worlds import contact_table
from tests.secrecy.worlds import Leak, World, mutated

SECRET = SetStandingOrders(fire=2, ew=1)
STARTS = [
    ("movement", "su", "Soviet"),
    ("movement", "su", "US"),
    ("modes", "us", "US"),
    ("intelligence", "us", "Soviet"),
]


def pair_of_houses(start: tuple[str, str, str], seed: int, empty: Path, folder: Path) -> tuple[World, House, House]:
    """A world in contact and another that the watched seat cannot tell from it, both served."""
    heading, phasing, watched = start
    table = contact_table(heading=heading, phasing=phasing, turn=3)
    world, other, rng = World(table.truth), None, random.Random(f"{start} {seed}")
    while other is None:
        other = mutated(world, watched, rng)
    other.hidden_seed = world.hidden_seed  # its published commitment may differ, and is all that would
    houses = [
        house_of(w, table, watched, empty, folder / name) for name, w in (("a", world), ("b", other))
    ]  # fmt: skip
    return world, houses[0], houses[1]


@pytest.mark.rule("NDC-SEC-01")
@pytest.mark.parametrize("start", STARTS, ids="-".join)
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.soak)])
def test_every_route_and_page_reads_the_same_in_both_worlds(start, seed, empty_database, tmp_path):
    """Before and after orders, sheets and previews of the watched seat, and after secret orders of the other."""
    world, a, b = pair_of_houses(start, seed, empty_database, tmp_path)
    same_houses(a, b, "at the start")
    rng = random.Random(seed)
    picture = world.state.pictures[a.seat]
    orders = as_wire(world, random_orders(RULES, picture, rng, closing=0))
    for house in (a, b):
        answer = house.client.put(f"{house.api}/sheet", json=orders)
        assert answer.status_code == 200, answer.text
    assert a.client.get(f"{a.api}/sheet").text == b.client.get(f"{b.api}/sheet").text
    assert (
        a.client.post(f"{a.api}/sheet/preview", json=orders).text
        == b.client.post(f"{b.api}/sheet/preview", json=orders).text
    )
    same_houses(a, b, "with a sheet")
    if picture.asked and start[0] == "movement":
        assert a.post(a.seat, orders) == b.post(b.seat, orders)
        same_houses(a, b, "after orders")
    order_in(a, SECRET)
    same_houses(a, b, "after a secret order of the other side in one world only")


@pytest.mark.rule("NDC-SEC-01")
@pytest.mark.parametrize("start", [STARTS[0], STARTS[2]], ids="-".join)
def test_every_form_of_a_page_is_answered_alike_in_both_worlds(start, empty_database, tmp_path):
    """Orders that the seat could put on its sheet, taken off again; what is refused; and standing orders."""
    world, a, b = pair_of_houses(start, 2, empty_database, tmp_path)
    picture, rng = world.state.pictures[a.seat], random.Random(2)
    drawn = [as_wire(world, random_orders(RULES, picture, rng, closing=0)) for _ in range(3)]
    unheard = {"kind": "move", "unit": "X-99", "path": ["0505"]}
    standing = as_wire(world, [SECRET])
    met: set[int] = set()
    for order in [*(order for orders in drawn for order in orders), unheard]:
        fixed = json.dumps({name: value for name, value in order.items() if name != "kind"})
        met.add(in_both(a, b, f"{a.page}/sheet", {"kind": order["kind"], "fixed": fixed}))
        met.add(in_both(a, b, f"{a.page}/sheet/remove", {"place": "0"}))
    assert met == {200}
    for number, orders in enumerate(([unheard], standing, [*standing, unheard])):
        met.add(in_both(a, b, f"{a.page}/orders", {"orders": json.dumps(orders), "key": f"key{number}"}))
    assert met == {200, 409}
    put = [house.client.put(f"{a.api}/standing-orders", json=standing, headers=seen(house)) for house in (a, b)]
    assert (put[0].status_code, put[0].text) == (put[1].status_code, put[1].text)
    assert put[0].status_code == 202
    for said in ({"do": "begin"}, {"do": "read", "lesson": "welcome"}, {"do": "read", "lesson": "defence"}):
        assert in_both(a, b, f"{a.page}/coach", said) == 200
    same_houses(a, b, "after its forms, with a coach")


def in_both(a: House, b: House, path: str, form: dict[str, str]) -> int:
    """The same form to both houses, as HTMX sends it; every byte of the answers is the same. Their status."""
    answers = []
    for house in (a, b):
        sheet = house.client.get(f"{house.api}/sheet").headers["etag"].strip('"s')
        sent = {**form, "sheet": sheet, "version": seen(house)["If-Match"].strip('"')}
        answers.append(house.client.post(path, data=sent, headers={"HX-Request": "true"}))
    left, right = answers
    assert masked(left.text) == masked(right.text), f"{path}: {form}"
    assert left.status_code == right.status_code
    return int(left.status_code)


def seen(house: House) -> dict[str, str]:
    """The header of a seat that has seen all that it was told."""
    return {"If-Match": house.client.get(f"{house.api}/view").headers["etag"]}


def test_a_version_shared_between_seats_is_found_over_http(monkeypatch, empty_database, tmp_path):
    """The planted leak: an ETag that counts what the other side was told too."""
    from service.store.matches import Matches

    honest = Matches.seat

    def seat(self, match_id, name):
        saved = honest(self, match_id, name)
        lengths = [self.log_length(match_id, other) for other in RULES.seats]
        object.__setattr__(saved, "log_length", sum(lengths))
        return saved

    monkeypatch.setattr(Matches, "seat", seat)
    _, a, b = pair_of_houses(STARTS[0], 0, empty_database, tmp_path)
    with pytest.raises(Leak):
        order_in(a, SECRET)
        same_houses(a, b, "after a secret order")


def order_in(house: House, order: Order) -> None:
    """The other side gives an order."""
    at = matches.AtSeat(MATCH, house.other, "")
    version = house.desk.store.read(MATCH).state.log_lengths[house.other]
    matches.take_orders(house.desk, at, [order], version=version, key=None)


def test_the_sockets_of_a_seat_are_silent_about_the_others_secrets(empty_database, tmp_path):
    """After the other side's secret order in one world the first frames of both are of the seat's own next entry."""
    world, a, b = pair_of_houses(STARTS[0], 0, empty_database, tmp_path)
    version = world.state.log_lengths[a.seat]
    own = as_wire(world, random_orders(RULES, world.state.pictures[a.seat], random.Random(3), closing=0))[:1]
    frames = []
    with listening(a) as of_a, listening(b) as of_b:
        order_in(a, SECRET)
        for house, (log, page) in ((a, of_a), (b, of_b)):
            assert house.post(house.seat, own).startswith("202")
            frames.append((log.receive_text(), page.receive_text()))
    assert frames[0] == frames[1]
    first = json.loads(frames[0][0])
    assert (first["number"], first["kind"]) == (version + 1, "orders-accepted")
