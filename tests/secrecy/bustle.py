"""What the other side does in one of two servers and not in the other, and what the watched seat tries in both.

None of it lays anything open: the other side reads all that it can, orders what is secret, here and in another match,
is refused, listens, and asks until it is told to wait.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from datetime import timedelta
from itertools import islice
from typing import Any

from fastapi.routing import iter_route_contexts

from service import matches
from service.engine import judging
from service.engine.orders import Order
from service.engine.phrase_writing import write
from service.engine.vocabulary import vocabulary
from service.matches import pausing
from tests.random_play import random_orders
from tests.secrecy.houses import (
    ALL,
    ARBITRATION,
    LIMITS,
    MATCH,
    MODERATION,
    SECOND,
    THIRD,
    House,
    alike,
    as_wire,
    same_houses,
)
from tests.secrecy.unlawful import Words, words_of, wrong_order
from tests.secrecy.worlds import World
from web.router import page_above

MINUTE = timedelta(minutes=1)
MOST = int(LIMITS["orders"].split()[0])
FEW, PAIRS = 2, 4
STATUSES = {200, 202, 404, 409, 422, 428, 429}
"""What the watched seat is answered while it is on trial."""
MALFORMED = (
    b"", b"{", b"null", b"[[]]", b'{"kind": 7}', b'[{"kind": "no-such-order"}]', b'[{"kind": "done", "more": 1}]',
    b'[{"kind": "attend", "attendance": "asleep"}]', b'[{"kind": "attend", "attendance": NaN}]', b"\xff",
)  # fmt: skip
"""Bodies that are no orders."""
READ = ("view", "options", "log", "cards", "dice", "export", "sheet", "sheet/lines")
LOOK_BACK = ("letters", "history", "history?at=1", "contacts")
KEY = "once"
"""The other side sends its secret order under this key, and the watched seat its standing orders."""
PAGES = ("", "/history", "/contacts", "/letters", "/dice", "/figures", "/paper", "/standing-orders/rehearsal")


def pass_time(*houses: House, minutes: float = 2) -> None:
    """The clocks of houses go on; after two minutes nobody has knocked too often."""
    for house in houses:
        house.now[0] += minutes * MINUTE


def bustle(house: House, secret: Order, seconds: float = 20, part: slice = ALL) -> None:
    """The other side reads, orders, listens and knocks; then it is as late as it was before the bustle began."""
    began = house.now[0]
    house.now[0] += timedelta(seconds=seconds)
    with house.enemys_luck():
        orders(house, secret)
        reads(house, part)
    house.now[0] = began


def reads(house: House, part: slice) -> None:
    """Every page of theirs, or a part, and in the past the same places at which the watched seat looks."""
    api = f"/api/v1/matches/{MATCH}/seats/{house.other}"
    paths = [f"{api}/{what}" for what in READ]
    if house.enemy_looks_back:
        paths += [f"{api}/{what}" for what in LOOK_BACK]
        paths += [f"/matches/{MATCH}/{house.other}{page}" for page in PAGES]
    paths += ["/", "/api/v1/matches", f"/matches/{MATCH}", f"/api/v1/matches/{MATCH}"]
    for path in paths[part]:
        assert house.enemy.get(path).status_code == 200, path
    with house.enemy.websocket_connect(f"{api}/live/page?after=0") as socket:
        socket.send_text("seen 1")
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
    house.now[0] += MINUTE * 2
    refused = house.enemy.post(f"{api}/end", json={"way": "accept", "seat": house.seat, "terms": "draw"})
    assert refused.status_code == 409
    assert house.enemy.post(f"{api}/notes", json={"text": "What I think of them"}).status_code == 201
    assert house.enemy.put(f"{api}/talk/read", json={"read": 1}).status_code == 204
    assert house.enemy.put(f"{api}/talk/muted", json={"muted": [house.seat]}).status_code == 204
    arbitrates(house)
    moderates(house)


def moderates(house: House) -> None:
    """The moderator looks at all of the match, and would put something right that is so already."""
    for path in MODERATION:
        assert house.moderator.get(path).status_code == 200, path
    here = MODERATION[-1]
    assert house.moderator.put(here, json={"agreed": True}).status_code == 204
    refused = {"correction": {"kind": "ask-again", "seat": "nobody"}, "reason": "They closed too soon"}
    assert house.moderator.post(f"{here}/corrections", json=refused).status_code == 409
    for seat in (house.seat, house.other):
        assert house.moderator.get(f"/api/v1/matches/{MATCH}/seats/{seat}/view").status_code == 404


def arbitrates(house: House) -> None:
    """The arbiter looks, agrees once more, and would rule; but no time is over."""
    for path in ARBITRATION:
        assert house.arbiter.get(path).status_code == 200, path
    here = ARBITRATION[-1]
    assert house.arbiter.put(here, json={"agreed": True}).status_code == 204
    for seat in (house.seat, house.other):
        ruling = {"seat": seat, "decision": "forfeited"}
        assert house.arbiter.post(f"{here}/rulings", json=ruling).status_code == 409
        assert house.arbiter.get(f"/api/v1/matches/{MATCH}/seats/{seat}/view").status_code == 404


def refused_alike(
    a: House, b: House, worlds: tuple[World, World], rng: random.Random, part: slice = ALL
) -> set[int]:  # fmt: skip
    """Orders that are not lawful are answered alike on every way in, until too many were sent; the statuses met.

    What the rules take although it was a guess is not sent: it would lay open what it finds. Of a `part` that is not
    the first so few are sent that none is too many.
    """
    words, met, most = words_of(*worlds, a.seat), set[int](), MOST + 2 if is_first(part) else FEW
    guesses = (wrong_order(words, rng, words.game.orders_by_kind) for _ in range(200))
    wrong = [*islice((order for order in guesses if is_wrong(order, words)), most)]
    met.add(alike(a, b, "GET", f"{a.api}/view"))  # whose work would tell what the other side has kept or let go
    version = seen(a)
    assert version == seen(b)
    for place, order in enumerate(wrong):
        wire = as_wire(a.game, [order])
        met.add(alike(a, b, "POST", f"{a.api}/orders", json=wire, headers=version))
        if not place % 4:
            met.add(alike(a, b, "POST", f"{a.api}/sheet/preview", json=wire))
            text = f"{write(order, vocabulary(words.game, words.picture))}\nno such order"
            met.add(alike(a, b, "POST", f"{a.api}/sheet/lines/preview", content=text, headers=AS_TEXT))
            met.add(alike(a, b, "POST", f"{a.api}/orders/lines", content=text, headers={**version, **AS_TEXT}))
            form = {"orders": json.dumps(wire), "key": f"wrong{place}", "version": version["If-Match"].strip('"')}
            met.add(alike(a, b, "POST", f"{a.page}/orders", data=form, headers={"HX-Request": "true"}))
    pass_time(a, b)
    typed = {**version, "Content-Type": "application/json"}
    theirs = f"{a.api}/orders"
    outside: list[tuple[str, str, dict[str, Any]]] = [
        *(("POST", theirs, {"content": body, "headers": typed}) for body in MALFORMED),
        ("POST", theirs, {"json": [{"kind": "done"}], "headers": {"If-Match": '"0"'}}),
        ("POST", theirs, {"json": [{"kind": "done"}]}),
        ("GET", f"/api/v1/matches/{MATCH}/seats/{a.other}/view", {}),
        ("GET", f"/matches/{MATCH}/{a.other}", {}),
        ("GET", f"/api/v1/matches/{THIRD}/seats/{a.other}/log", {}),
    ]
    for method, path, sent in outside[part]:
        met.add(alike(a, b, method, path, **sent))
        pass_time(a, b, minutes=0.5)
    pass_time(a, b)
    return met


def is_first(part: slice) -> bool:
    """Whether it is the first of some parts, or the whole."""
    return not part.start


def is_wrong(order: Order, words: Words) -> bool:
    return judging.refusal_of(words.game, words.picture, order) is not None


def forms_alike(
    a: House, b: House, lawful: list[Order], standing: list[Order], part: slice = ALL
) -> set[int]:  # fmt: skip
    """Every form and every unsafe route of the watched seat, with orders that it may give; the statuses met."""
    met = {alike(a, b, method, path, **sent(a)) for method, path, sent in forms(a, lawful, standing)[part]}
    pass_time(a, b)
    return met


def coached_alike(a: House, b: House, standing: Order) -> set[int]:
    """What the trial asks for between calling the coach and sending them away; the statuses met.

    Both houses have been looked at before: whichever has read a picture already has less to do.
    """
    same_houses(a, b, "before the coach is called", glance=True)
    coach = [place for place, (_, path, _) in enumerate(forms(a, [], [standing])) if path == f"{a.page}/coach"]
    return forms_alike(a, b, [], [standing], slice(coach[0], coach[-1] + 1))


AS_TEXT = {"Content-Type": "text/plain"}
LINES = ("done", "move E1 to 0707", "fire", "attack 0909 with 1 as assault", "no order", "attend present")
"""Order lines that anybody might try, in any game."""
COACHED = ("", "?unit=")
"""How the page is looked at while its reader is coached: as the coach leads, and with nothing chosen."""
Sent = Callable[[House], dict[str, Any]]
"""What a request sends, by what its server shows when it is sent."""


def forms(a: House, lawful: list[Order], standing: list[Order]) -> list[tuple[str, str, Sent]]:
    """The requests that change something, of the watched seat."""
    wires, standing_ = as_wire(a.game, lawful), as_wire(a.game, standing)
    offered = (wires or standing_)[:FEW]

    def form(**said: str) -> Sent:
        return lambda house: {"data": {**said, **versions(house)}, "headers": {"HX-Request": "true"}}

    def body(sent: Any, **headers: str) -> Sent:
        return lambda house: {"json": sent, "headers": {**seen(house), **headers}}

    def plain(**sent: Any) -> Sent:
        return lambda house: sent

    def fixed(wire: dict[str, Any]) -> str:
        return json.dumps({name: value for name, value in wire.items() if name != "kind"})

    return [
        ("PUT", f"{a.api}/sheet", plain(json=wires)),
        ("POST", f"{a.api}/sheet/preview", plain(json=wires)),
        ("POST", f"{a.api}/sheet/lines", plain(content="\n".join(LINES), headers=AS_TEXT)),
        ("POST", f"{a.page}/sheet/lines/preview", form(lines="\n".join(LINES))),
        ("POST", f"{a.page}/sheet/lines", form(lines="\n".join(LINES))),
        ("POST", f"{a.page}/sheet/lines", form(lines="", do="take")),
        ("POST", f"{a.page}/coach", form(do="begin")),
        *(("GET", f"{a.page}{chosen}", plain()) for chosen in COACHED),
        *(("POST", f"{a.page}/coach", form(**said))
          for said in ({"do": "read", "lesson": "welcome"}, {"do": "stop"})),
        ("PUT", f"/api/v1/me/notices/matches/{MATCH}", plain(json={"pace": "silent"})),
        ("PUT", f"{a.api}/notices", plain(json={"address": "watched@mail.example"})),
        ("PUT", f"{a.api}/notices/pace", plain(json={"pace": "silent"})),
        *(("POST", f"{a.api}/notices/{what}", plain()) for what in ("test", "again")),
        ("DELETE", f"{a.api}/notices", plain()),
        ("PUT", f"{a.api}/webhook", plain(json={"url": "https://chat.example/hooks/1"})),
        *(("POST", f"{a.api}/webhook/{what}", plain()) for what in ("test", "again")),
        ("POST", f"{a.api}/browsers", plain(json={"endpoint": "https://push.example/1", "p256dh": "x", "auth": "x"})),
        ("POST", f"{a.api}/browsers/test", plain()),
        ("PUT", f"{a.api}/feed", plain()),
        ("PUT", f"{a.api}/feed/wishes", plain(json={"pace": "daily"})),
        *(("DELETE", f"{a.api}/{what}", plain()) for what in ("webhook", "browsers", "feed")),
        *(("POST", f"{a.page}/notices", form(**said))
          for said in ({"do": "save", "address": "watched@mail.example"}, {"do": "test"}, {"do": "none"},
                       {"do": "match", "match": MATCH, "pace": "silent"})),
        ("POST", f"{a.api}/orders", body(standing_, **{"Idempotency-Key": KEY})),
        ("PUT", f"{a.api}/entropy", plain(json={"commitment": "0" * 64})),
        ("POST", f"/api/v1/matches/{MATCH}/seats/{a.seat}", plain(json={"invitation": "none"})),
        ("POST", f"/api/v1/matches/{MATCH}/invitations", plain(json={"seat": a.other})),
        ("POST", f"/matches/{MATCH}/invitations", plain(data={"seat": a.other})),
        ("POST", f"/api/v1/matches/{MATCH}/hand-overs", plain(json={"seat": a.other})),
        ("POST", f"/matches/{MATCH}/hand-overs", plain(data={"seat": a.other})),
        ("POST", f"/api/v1/matches/{MATCH}/ways-in", plain(json={"seat": a.other})),
        ("POST", f"/matches/{MATCH}/ways-in", plain(data={"seat": a.other})),
        ("POST", f"/matches/{MATCH}/links", plain(data={"seat": a.seat})),
        *ways_out(a),  # counted with the orders, of which only so many are taken in a minute: so they come after those
        ("POST", f"{a.page}/sheet/at-once", form(title="All who can")),
        *(("POST", f"{a.page}/sheet", form(kind=wire["kind"], fixed=fixed(wire))) for wire in offered),
        ("POST", f"{a.page}/sheet/way", form(index="0", way="0")),
        ("POST", f"{a.page}/sheet/way", form(index="0", via="0707 9999")),
        *(("POST", f"{a.page}/sheet/remove", form(index="0")) for _ in offered),
    ]  # fmt: skip


def ways_out(a: House) -> list[tuple[str, str, Sent]]:
    """What the watched seat does to end the match, but what would end it: an offer of its own is left open."""
    lobby, none = f"/matches/{MATCH}", {"way": "accept", "seat": a.other, "terms": "draw"}
    asked: list[tuple[str, str, dict[str, Any]]] = [
        ("PUT", f"{a.api}/end/offer", {"json": {"terms": "draw", "hours": 0}}),
        ("PUT", f"{a.api}/end/offer", {"json": {"terms": "draw", "hours": 24}}),
        ("DELETE", f"{a.api}/end/offer", {}),
        ("DELETE", f"{a.api}/end/offers/{a.other}", {}),
        ("POST", f"{a.api}/end", {"json": none}),
        ("POST", f"{a.api}/rematch", {}),
        ("DELETE", f"/api/v1{lobby}", {}),
        ("PUT", f"/api/v1{lobby}/open-seats", {"json": {"seat": a.other, "anybody": True}}),
        ("POST", f"{lobby}/open-seats", {"data": {"seat": a.other, "anybody": "1"}}),
        ("POST", f"{lobby}/take", {"data": {"seat": a.other}}),
        ("POST", f"{lobby}/delete", {}),
        *(("POST", f"{a.page}/end", {"data": said}) for said in (none, {"way": "resign"}, {"way": "rematch"})),
        ("POST", f"{a.page}/end", {"data": {"way": "offer", "terms": "abandonment", "hours": "24"}}),
    ]

    asked += [
        ("POST", f"{a.api}/talk", {"json": {"text": "A fine day for it."}}),
        ("POST", f"{a.api}/talk", {"json": {"text": "\u202eevil"}}),
        ("PUT", f"{a.api}/talk/read", {"json": {"read": 1}}),
        ("PUT", f"{a.api}/talk/muted", {"json": {"muted": [a.other]}}),
        ("POST", f"{a.api}/notes", {"json": {"text": "They come by the road."}}),
        ("PUT", f"{a.api}/notes/1", {"json": {"text": "They come by the hills."}}),
        ("DELETE", f"{a.api}/notes/7", {}),
        ("POST", f"{a.page}/talk", {"data": {"do": "say", "text": "Are you there?"}}),
        ("POST", f"{a.api}/clock/absences", {"json": {"first": "2026-12-24", "last": "2026-12-26"}}),
        ("DELETE", f"{a.api}/clock/absences/2026-12-24", {}),
        ("PUT", f"{a.api}/clock/sheet", {"json": {"sends": True}}),
        ("POST", f"{a.api}/end", {"json": {"way": "claim"}}),
        ("POST", f"{a.api}/end", {"json": {"way": "announce-claim"}}),
        ("POST", f"{a.page}/clock", {"data": {"do": "announce"}}),
        ("POST", f"{a.page}/clock", {"data": {"do": "claim"}}),
        *moderating(a),
        ("GET", f"/api/v1/matches/{MATCH}/arbitration", {}),
        ("GET", f"/matches/{MATCH}/arbitration", {}),
        ("POST", f"/matches/{MATCH}/arbitration", {"data": {"do": "forfeited", "seat": a.other}}),
        ("PUT", f"/api/v1/matches/{MATCH}/arbitration", {"json": {"agreed": True}}),
        ("POST", f"/api/v1/matches/{MATCH}/arbitration/rulings", {"json": {"seat": a.other, "decision": "forfeited"}}),
    ]

    def sent(what: dict[str, Any]) -> Sent:
        return lambda house: what

    return [(method, path, sent(what)) for method, path, what in asked]


def moderating(a: House) -> list[tuple[str, str, dict[str, Any]]]:
    """What the watched seat would do in the moderator's place, and whom it would have there."""
    page, api = f"/matches/{MATCH}/moderation", f"/api/v1/matches/{MATCH}/moderation"
    asked_again = {"correction": {"kind": "ask-again", "seat": a.other}, "reason": "So"}
    return [
        *(("GET", path, {}) for path in (page, f"{page}/review", api, f"{api}/review")),
        ("POST", page, {"data": {"do": "agree"}}),
        ("PUT", api, {"json": {"agreed": True}}),
        ("PUT", f"{api}/clocks", {"json": {"days": 3}}),
        ("POST", f"{api}/corrections", {"json": asked_again}),
        ("PUT", f"{a.api}/moderator", {"json": {"name": "Nobody of this name"}}),
        ("POST", f"/matches/{MATCH}/moderators", {"data": {"seat": a.seat, "name": "Nobody of this name"}}),
    ]


def versions(house: House) -> dict[str, str]:
    """What a form of a page says of the versions that it shows."""
    sheet = house.client.get(f"{house.api}/sheet").headers["etag"].strip('"s')
    return {"sheet": sheet, "version": seen(house)["If-Match"].strip('"')}


def seen(house: House) -> dict[str, str]:
    """The header of a seat that has seen all that it was told."""
    return {"If-Match": house.client.get(f"{house.api}/view").headers["etag"]}


def try_houses(
    a: House, b: House, worlds: tuple[World, World], secret: Order, standing: list[Order], rng: random.Random,
    part: slice = ALL,
) -> set[int]:  # fmt: skip
    """Two houses on trial, while the other side is busy in the one, and then in the other; the statuses met.

    `part`: of all addresses, forms and malformed bodies these, and the other side is busy in one server.
    """
    if is_first(part):
        same_houses(a, b, "at the start", glance=True, past=2)
    bustle(a, secret, part=part)
    met = refused_alike(a, b, worlds, rng, part)
    for house in (a, b):
        pausing.pause(house.context, None, MATCH)
    same_houses(a, b, "paused, after the other side was busy in one world only", part=part)
    lawful = random_orders(a.game, worlds[0].state.pictures[a.seat], rng, closing=0)
    met |= forms_alike(a, b, lawful, standing, part)
    if part == ALL:
        bustle(b, secret)
    for house in (a, b):
        pausing.go_on(house.context, None, MATCH)
    same_houses(a, b, "at the end", glance=True)
    return met


Pair = tuple[tuple[World, World], House, House]


def try_in_parts(pairs: Iterable[Pair], secret: Order, standing: list[Order]) -> None:
    """Four pairs of houses: each tries another quarter of all that there is, and together they try everything."""
    met, tried = set[int](), list[House]()
    for number, (worlds, a, b) in enumerate(pairs):
        met |= try_houses(a, b, worlds, secret, standing, random.Random(number), slice(number, None, PAIRS))
        tried.append(a)
    assert len(tried) == PAIRS
    assert met >= STATUSES, met
    assert not untried(*tried), untried(*tried)


def untried(*houses: House) -> set[tuple[str, str]]:
    """Routes of a match that the watched seat never tried in any of these houses.

    What leads by its path alone to another page reads nothing of a match.
    """
    app: Any = houses[0].meter.app
    routes = {
        (method, str(route.path).replace(":path}", "}"))
        for route in iter_route_contexts(app.routes)
        for method in getattr(route, "methods", None) or ()
        if "/matches/{match" in str(route.path)
        and method != "HEAD"
        and getattr(route, "endpoint", None) is not page_above
    }
    return routes.difference(*(house.tried for house in houses))
