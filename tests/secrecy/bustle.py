"""What the other side does in one of two houses and not in the other, and what the watched seat tries in both.

None of it lays anything open: the other side reads all that it can, orders what is secret, here and in another match,
is refused, listens, and knocks until it is told to wait.
"""

from __future__ import annotations

import json
import random
from datetime import timedelta
from typing import Any

from fastapi.routing import iter_route_contexts

from service import matches
from service.engine import rulings
from service.engine.orders import Order
from tests.random_play import random_orders
from tests.secrecy.houses import LIMITS, MATCH, SECOND, THIRD, House, alike, as_wire, same_houses
from tests.secrecy.unlawful import Words, words_of, wrong_order
from tests.secrecy.worlds import World

MINUTE = timedelta(minutes=1)
MOST = int(LIMITS["orders"].split()[0])
MALFORMED = (
    b"", b"{", b"null", b"[[]]", b'{"kind": 7}', b'[{"kind": "no-such-order"}]', b'[{"kind": "done", "more": 1}]',
    b'[{"kind": "attend", "attendance": "asleep"}]', b'[{"kind": "attend", "attendance": NaN}]', b"\xff",
)  # fmt: skip
"""Bodies that are no orders."""
READ = ("view", "options", "log", "dice", "export", "sheet")
LOOK_BACK = ("letters", "history", "history?at=1", "contacts")
KEY = "once"
"""The other side sends its secret order under this key, and the watched seat its standing orders."""
PAGES = ("", "/history", "/contacts", "/letters", "/dice", "/figures", "/standing-orders")


def pass_time(*houses: House, minutes: float = 2) -> None:
    """The clocks of houses go on; after two minutes nobody has knocked too often."""
    for house in houses:
        house.now[0] += minutes * MINUTE


def bustle(house: House, secret: Order, seconds: float = 20) -> None:
    """The other side reads, orders, listens and knocks; then it is as late as it was before the bustle began."""
    began = house.now[0]
    house.now[0] += timedelta(seconds=seconds)
    with house.enemys_luck():
        orders(house, secret)
        reads(house)
    house.now[0] = began


def reads(house: House) -> None:
    """Every page of his, and in the past the same places at which the watched seat looks."""
    api = f"/api/v1/matches/{MATCH}/seats/{house.other}"
    paths = [f"{api}/{what}" for what in READ]
    if house.enemy_looks_back:
        paths += [f"{api}/{what}" for what in LOOK_BACK]
        paths += [f"/matches/{MATCH}/{house.other}{page}" for page in PAGES]
    for path in paths:
        assert house.enemy.get(path).status_code == 200, path
    for path in ("/", "/api/v1/matches", f"/matches/{MATCH}", f"/api/v1/matches/{MATCH}"):
        assert house.enemy.get(path).status_code == 200, path
    with house.enemy.websocket_connect(f"{api}/live/page?after=0") as socket:
        socket.send_text("?")
        assert socket.receive_json()["type"] in ("nudge", "here")


def orders(house: House, secret: Order) -> None:
    """A preview, secret orders here and elsewhere, orders that are refused until none is taken; a sheet is left."""
    api = f"/api/v1/matches/{MATCH}/seats/{house.other}"
    [wire] = as_wire(house.game, [secret])
    assert house.enemy.post(f"{api}/sheet/preview", json=[wire]).status_code == 200
    for match, account in ((MATCH, "enemy"), (SECOND, "enemy"), (THIRD, "third")):
        house.now[0] += timedelta(seconds=1)
        at = matches.AtSeat(match, house.other, account)
        version = house.context.store.read(match).state.log_lengths[house.other]
        matches.take_orders(house.context, at, [secret], version=version, key=KEY)
    assert house.enemy.put(f"{api}/sheet", json=[wire]).status_code == 200
    statuses = [house.enemy.post(f"{api}/orders", json=[wire], headers={"If-Match": '"0"'}).status_code
                for _ in range(MOST + 2)]  # fmt: skip
    assert statuses[-1] == 429, statuses


def refused_alike(a: House, b: House, worlds: tuple[World, World], rng: random.Random) -> set[int]:
    """Orders that are not lawful are answered alike at every door, until too many were sent; the statuses met.

    What the rules take although it was a guess is not sent: it would lay open what it finds.
    """
    words, met = words_of(*worlds, a.seat), set[int]()
    wrong = [wrong for _ in range(200) if is_wrong(wrong := wrong_order(words, rng), words)][: MOST + 4]
    version = {"If-Match": a.client.get(f"{a.api}/view").headers["etag"]}
    for place, order in enumerate(wrong):
        wire = as_wire(a.game, [order])
        met.add(alike(a, b, "POST", f"{a.api}/orders", json=wire, headers=version))
        if not place % 4:
            met.add(alike(a, b, "POST", f"{a.api}/sheet/preview", json=wire))
            form = {"orders": json.dumps(wire), "key": f"wrong{place}", "version": version["If-Match"].strip('"')}
            met.add(alike(a, b, "POST", f"{a.page}/orders", data=form, headers={"HX-Request": "true"}))
    pass_time(a, b)
    typed = {**version, "Content-Type": "application/json"}
    for body in MALFORMED:
        met.add(alike(a, b, "POST", f"{a.api}/orders", content=body, headers=typed))
    met.add(alike(a, b, "POST", f"{a.api}/orders", json=[{"kind": "done"}], headers={"If-Match": '"0"'}))
    met.add(alike(a, b, "POST", f"{a.api}/orders", json=[{"kind": "done"}]))
    for path in (f"/api/v1/matches/{MATCH}/seats/{a.other}/view", f"/matches/{MATCH}/{a.other}",
                 f"/api/v1/matches/{THIRD}/seats/{a.other}/log"):  # fmt: skip
        met.add(alike(a, b, "GET", path))
    pass_time(a, b)
    return met


def is_wrong(order: Order, words: Words) -> bool:
    return rulings.verdict(words.game, words.picture, order) is not None


def forms_alike(a: House, b: House, lawful: list[Order], standing: list[Order]) -> set[int]:
    """Every form and every unsafe route of the watched seat, with orders that it may give; the statuses met."""
    met, htmx = set[int](), {"HX-Request": "true"}
    wires, standing_ = as_wire(a.game, lawful), as_wire(a.game, standing)
    for wire in (wires or standing_)[:4]:
        fixed = json.dumps({name: value for name, value in wire.items() if name != "kind"})
        for path, said in (("sheet", {"kind": wire["kind"], "fixed": fixed}), ("sheet/remove", {"place": "0"})):
            met.add(alike(a, b, "POST", f"{a.page}/{path}", data={**said, **versions(a)}, headers=htmx))
    met.add(alike(a, b, "PUT", f"{a.api}/sheet", json=wires))
    met.add(alike(a, b, "POST", f"{a.api}/sheet/preview", json=wires))
    for said in ({"do": "begin"}, {"do": "read", "lesson": "welcome"}, {"do": "stop"}):
        met.add(alike(a, b, "POST", f"{a.page}/coach", data={**said, **versions(a)}, headers=htmx))
    met.add(alike(a, b, "PUT", f"{a.api}/standing-orders", json=standing_, headers=seen(a)))
    met.add(alike(a, b, "POST", f"{a.api}/orders", json=standing_, headers={**seen(a), "Idempotency-Key": KEY}))
    met.add(alike(a, b, "PUT", f"{a.api}/entropy", json={"commitment": "0" * 64}))
    met.add(alike(a, b, "POST", f"/api/v1/matches/{MATCH}/seats/{a.seat}", json={"invitation": "none"}))
    met.add(alike(a, b, "POST", f"/api/v1/matches/{MATCH}/invitations", json={"seat": a.other}))
    met.add(alike(a, b, "POST", f"/matches/{MATCH}/invitations", data={"seat": a.other}))
    met.add(alike(a, b, "POST", f"/matches/{MATCH}/links", data={"seat": a.seat}))
    pass_time(a, b)
    return met


def versions(house: House) -> dict[str, str]:
    """What a form of a page says of the versions that it shows."""
    sheet = house.client.get(f"{house.api}/sheet").headers["etag"].strip('"s')
    return {"sheet": sheet, "version": seen(house)["If-Match"].strip('"')}


def seen(house: House) -> dict[str, str]:
    """The header of a seat that has seen all that it was told."""
    return {"If-Match": house.client.get(f"{house.api}/view").headers["etag"]}


def try_houses(
    a: House, b: House, worlds: tuple[World, World], secret: Order, standing: list[Order], rng: random.Random
) -> None:
    """Two houses on trial, while the other side is busy in the one, and then in the other."""
    same_houses(a, b, "at the start", glance=True, past=2)
    bustle(a, secret)
    met = refused_alike(a, b, worlds, rng)
    assert {409, 422, 428, 429, 404} <= met, met
    same_houses(a, b, "after the other side was busy in one world only")
    picture = worlds[0].state.pictures[a.seat]
    lawful = random_orders(a.game, picture, rng, closing=0)
    met = forms_alike(a, b, lawful, standing)
    assert {200, 202} <= met, met
    bustle(b, secret)
    same_houses(a, b, "after the other side was busy in the other world too", glance=True)


def untried(*houses: House) -> set[tuple[str, str]]:
    """Routes of a match that the watched seat never tried in any of these houses."""
    app: Any = houses[0].meter.app
    routes = {
        (method, str(route.path).replace(":path}", "}"))
        for route in iter_route_contexts(app.routes)
        for method in getattr(route, "methods", None) or ()
        if "/matches/{match" in str(route.path) and method != "HEAD"
    }
    return routes.difference(*(house.tried for house in houses))
