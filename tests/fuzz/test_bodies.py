"""Bodies, headers and addresses that nobody sends by mistake, at every route and form: a clean answer, no fault."""

from __future__ import annotations

import json
from typing import Any

import pytest

import service.api.explorer
import service.api.health
import web.router
from service.matches import AtSeat, read, sheet
from tests.fuzz.ear import SEAT, Ear
from tests.secrecy.houses import MATCH

STEPS = 10**6
DEEP = b"[" * 50_000 + b"]" * 50_000
ODD = "\u202eevil\u202c \u200b\u2066x\u2069 \x07\x1b[31m \ufeff a\u0300\u0301 \U0001f469\u200d\U0001f680 \uffff ﷽"
HOSTILE = ("NaN", "1e400", "-Infinity", '"\\ud800"', '"a\\u0000b"', "true", "9" * 30, "9" * 5000, "-1", "1.5", "null",
           "[]", "{}", json.dumps(ODD), json.dumps("x" * 5000), '"<b hx-get=/x>"', "[" * 18 + "]" * 18)  # fmt: skip
RAW = (
    b"", b"{", b"null", b"[] []", b"\xff\xfe", DEEP, b'{"a":1,"a":2}', b'{"x":' + b"9" * 200_000 + b"}",
    b'[{"kind":"move","unit":"U-I1","path":[' + b'"0101",' * 40_000,
    json.dumps([{"kind": "move", "unit": "U-I1", "path": ["0101"] * 30_000}]).encode(),
    json.dumps([{"kind": "move", "unit": "U-I1", "path": ["0101"] * 990}] * 30).encode(),
    b'[{"kind":"move","unit":"U-I1","path":["0101"' + b',"0101"' * STEPS + b"]}]",
    b"x" * 300_000, json.dumps({"a" * 200: 1}).encode(), json.dumps({str(n): n for n in range(3000)}).encode(),
)  # fmt: skip
TYPES = (
    "application/json", "application/problem+json", "text/plain", "application/x-www-form-urlencoded",
    "multipart/form-data", "multipart/form-data; boundary=x", "application/json; charset=utf-16", "nonsense", "",
)  # fmt: skip
CODECS = (
    "unicode_escape",
    "raw_unicode_escape",
    "idna",
    "punycode",
    "undefined",
    "utf-7",
    "utf-16",
    "rot13",
    "nothing",
)
FILL = {"match_id": MATCH, "seat": SEAT, "unit": "U-I1", "game": "ndc", "scenario": "kaltenbach"}
NAMES = ("nobody", "owner", "stranger")


def routes(ear: Ear) -> list[tuple[str, str]]:
    """Every method and path of the service, API and pages."""
    app: Any = ear.house.meter.app
    found = [(verb.upper(), path) for path, verbs in app.openapi()["paths"].items() for verb in verbs]
    for module in [service.api.health, service.api.explorer, *(page for _, page in sorted(vars(web.router).items()))]:
        for route in getattr(getattr(module, "router", None), "routes", ()):
            found += [(verb, route.path) for verb in sorted(getattr(route, "methods", ())) if verb != "HEAD"]
    return found


def filled(path: str, with_this: str = "") -> str:
    """A path with what is really there, or with something else in every place."""
    for name in [part[1:-1].split(":")[0] for part in path.split("/") if part.startswith("{")]:
        path = path.replace(f"{{{name}}}", with_this or FILL.get(name, "x")).replace(f"{{{name}:path}}", "x")
    return path


def writing(ear: Ear) -> list[tuple[str, str]]:
    return list(dict.fromkeys((verb, filled(path)) for verb, path in routes(ear) if verb not in ("GET", "HEAD")))


def test_there_is_something_to_try(listeners: dict[str, Ear]):
    found = writing(listeners["owner"])
    assert len([path for _, path in found if path.startswith("/api")]) >= 11
    assert len([path for _, path in found if not path.startswith("/api")]) >= 8


def test_the_words_are_there_to_be_found(listeners: dict[str, Ear]):
    """Whoever they belong to reads them; so an ear that hears none of them is not deaf."""
    owner = listeners["owner"]
    theirs = AtSeat(MATCH, owner.house.other, "")
    said = f"{read(owner.house.context, theirs).view} {sheet(owner.house.context, theirs)}".encode()
    assert len([word for word in owner.words.values() if word.encode() in said]) >= 10
    with pytest.raises(AssertionError, match="is there"):
        owner.search("his own view", said)


def one_in(owner: int, others: int) -> Any:
    """Who asks, with one in how many of the odd values: at each place, at the next place the following ones.

    The soak has them all.
    """
    return pytest.mark.parametrize(
        ("name", "every"),
        [
            *((name, owner if name == "owner" else others) for name in NAMES),
            *(pytest.param(name, 1, marks=pytest.mark.soak) for name in NAMES),
        ],
    )


@one_in(3, 9)
def test_raw_bodies_at_every_route(listeners: dict[str, Ear], name: str, every: int):
    ear = listeners[name]
    for place, (verb, path) in enumerate(writing(ear)):
        for number, body in list(enumerate(RAW))[place % every :: every]:
            kind = TYPES[(number + len(path)) % len(TYPES)]
            for content_type in ("application/json", kind) if number % 5 == 0 else ("application/json",):
                headers = {"If-Match": '"1"', **({"Content-Type": content_type} if content_type else {})}
                answer = ear.ask(verb, path, content=body, headers=headers)
                if len(body) > 256 * 1024:
                    assert answer.status_code == 413


def members(ear: Ear) -> dict[str, list[str]]:
    """The names that each body takes."""
    app: Any = ear.house.meter.app
    described = app.openapi()
    found = {}
    for path, verbs in described["paths"].items():
        for verb, operation in verbs.items():
            schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            named = described["components"]["schemas"].get(schema.get("$ref", "").rsplit("/", 1)[-1], {})
            found[f"{verb.upper()} {filled(path)}"] = list(named.get("properties", {}))
    return found


@one_in(3, 9)
def test_each_member_of_each_body_with_something_else_in_it(listeners: dict[str, Ear], name: str, every: int):
    ear = listeners[name]
    for place, (asked, names) in enumerate(members(ear).items()):
        verb, path = asked.split()
        for number, member in enumerate(names, place):
            for value in HOSTILE[number % every :: every]:
                others = {other: "ndc" for other in names if other != member}
                body = json.dumps(others)[:-1] + f"{', ' if others else ''}{json.dumps(member)}: {value}}}"
                ear.ask(verb, path, content=body, headers={"Content-Type": "application/json"})


ORDERS = (
    '{"kind": %s}', '{"kind": "move", "unit": %s, "path": ["0505"]}', '{"kind": "move", "unit": "U-I1", "path": %s}',
    '{"kind": "move", "unit": "U-I1", "path": ["0505", %s]}', '{"kind": "change-mode", "unit": "U-I1", "mode": %s}',
    '{"kind": "attend", "attendance": %s}', '{"kind": "set-standing-orders", "fire": %s, "ew": 1}',
    '{"kind": "add-attack-line", "unit": %s, "fire": 9}', '{"kind": "add-attack-line", "his_total": %s}',
    '{"kind": "add-retreat-line", "to": "hex", "hex": %s}', '{"kind": "add-retreat-line", "avoid": ["0505", %s]}',
    '{"kind": "drop-standing-line", "list": "attacks", "number": %s}',
    '{"kind": "finish", "unit": "U-I1", "more": %s}', '{"kind": "done", %s: 1}',
)  # fmt: skip


@one_in(6, 9)
def test_each_field_of_an_order_with_something_else_in_it(listeners: dict[str, Ear], name: str, every: int):
    ear = listeners[name]
    api = f"/api/v1/matches/{MATCH}/seats/{SEAT}"
    version = listeners["owner"].ask("GET", f"{api}/view").headers["ETag"]
    for number, order in enumerate(ORDERS):
        for value in HOSTILE[number % every :: every]:
            body = f"[{order % value}]"
            for verb, what in (("POST", "orders"), ("PUT", "sheet"), ("POST", "sheet/preview")):
                headers = {"If-Match": version} if what == "orders" else {}
                answer = ear.ask(verb, f"{api}/{what}", content=body, headers=headers)
                assert answer.status_code in (401, 404, 409, 412, 422) or (
                    what != "orders" and answer.status_code == 200
                )


@one_in(3, 9)
def test_forms_at_every_page(listeners: dict[str, Ear], name: str, every: int):
    ear = listeners[name]
    fields = ("name", "password", "next", "scenario", "opponent", "seat", "label", "kind", "fixed", "orders", "version",
              "sheet", "place", "key", "unit", "done", "range:x", "choice:x", "routes:path", "what:x")  # fmt: skip
    values = ("", "NaN", "1e400", "\x00", ODD, "9" * 5000, "9" * 25, "x" * 5000, "[" * 3000, "²", "-1",
              '[{"kind":NaN}]', '{"kind":"done","kind":"move"}', "/\r\nSet-Cookie: a=b", "//evil")  # fmt: skip
    for place, (verb, path) in enumerate(writing(ear)):
        if path.startswith("/api") or path == "/sign-out":
            continue
        for number, value in list(enumerate(values))[place % every :: every]:
            htmx = {"HX-Request": "true"} if number % 2 else {}
            lawful = {"kind": "move", "fixed": "{}", "version": "1"} if (number // 2 + len(path)) % 2 else {}
            ear.ask(verb, path, data={**dict.fromkeys(fields, value), **lawful}, headers=htmx)
        for codec in CODECS[place % every :: every]:
            content = "".join(
                f'--x\r\nContent-Disposition: form-data; name="{field}"\r\n\r\n\\ud800 \\x00 +AGE- xn--a\r\n'
                for field in fields
            )
            kind = f"multipart/form-data; boundary=x; charset={codec}"
            ear.ask(verb, path, content=content + "--x--\r\n", headers={"Content-Type": kind})


@one_in(9, 18)
def test_addresses_and_headers(listeners: dict[str, Ear], name: str, every: int):
    ear = listeners[name]
    places = ("%00", "%ff", "%ED%A0%80", "%E2%80%AE", "..%2f..", "a" * 3000, "9" * 5000, "-1", "%0d%0aSet-Cookie:a")
    queries = ("after", "limit", "unit", "to", "live", "next", "invitation", "link", "asked", "pick.x")
    endless = ("9" * 5000,) if name == "owner" else ()  # the client takes long to write such an address
    values = (*endless, "9" * 25, "²", "%00", "%ED%A0%80", "%E2%80%AE", "1e3", "/%0d%0aSet-Cookie:a=b")
    for number, path in enumerate(dict.fromkeys(path for verb, path in routes(ear) if verb == "GET")):
        if "{" in path:
            for place in places[number % every :: every]:
                ear.ask("GET", filled(path, place))
        for value in values[number % every :: every]:
            query = "&".join(f"{query}={value}" for query in queries)
            ear.ask("GET", f"{filled(path)}?{query}")
            if not path.startswith("/api"):
                ear.ask("GET", f"{filled(path)}?{query}", headers={"HX-Request": "true"})
    api = f"/api/v1/matches/{MATCH}/seats/{SEAT}/orders"
    for header in (
        b"*",
        b"1",
        b'"x"',
        b'W/"1"',
        b'"' + b"9" * 5000 + b'"',
        b"\xff",
        b'"-1"',
        b'"1", "2"',
        b'"\xb2"',
        b"",
    ):
        answer = ear.ask("POST", api, json=[{"kind": "done"}], headers={"If-Match": header})
        assert answer.status_code in (401, 404, 428)
    for key in (b"", b" ", b"x" * 5000, b"\xff", b"a b", b"a,b", b"\x7f"):
        headers = {"If-Match": '"1"', "Idempotency-Key": key}
        assert ear.ask("POST", api, json=[{"kind": "done"}], headers=headers).status_code in (401, 404, 422, 412)
    for header in (
        {"Authorization": "Bearer " + "x" * 5000}, {"Authorization": b"Bearer \xff"}, {"Cookie": "sitrep=\x01; =;;"},
        {"Content-Length": "x"}, {"HX-Request": b"\xff"}, {"Accept-Language": "x" * 5000},
    ):  # fmt: skip
        ear.ask("GET", f"/api/v1/matches/{MATCH}", headers=header)
