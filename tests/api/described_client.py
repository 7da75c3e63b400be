"""A player that is written from openapi.json alone: it knows what the document says, and imports nothing of ours.

Operations are called by their ids; where and how is read from the document that the server serves. Whatever it sends is
checked by the schema of the operation first, and each answer by the schema of its status.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend
from referencing import Registry
from referencing.jsonschema import DRAFT202012

JSON = Any
DOCUMENT = "urn:document"
ASIDE = 0.05
"""How likely an order is one that is lawful at any heading."""


def one_told_apart(validator: Any, kinds: list[JSON], instance: JSON, schema: JSON) -> Iterator[ValidationError]:
    """Errors of a `oneOf`: with a discriminator it is by the kind that the instance names, and by no other."""
    told_apart = schema.get("discriminator")
    if told_apart is None:
        yield from Draft202012Validator.VALIDATORS["oneOf"](validator, kinds, instance, schema)
        return
    kind = instance.get(told_apart["propertyName"]) if isinstance(instance, dict) else None
    if kind not in told_apart["mapping"]:
        yield ValidationError(f"{kind!r} is none of {sorted(told_apart['mapping'])}")
        return
    yield from validator.descend(instance, {"$ref": told_apart["mapping"][kind]})


Validator = extend(Draft202012Validator, {"oneOf": one_told_apart})


@dataclass(frozen=True)
class Answer:
    """An answer that was as described: its status, its body as plain JSON, and its headers."""

    status: int
    body: JSON
    headers: Mapping[str, str]


class Api:
    """The operations of a document, called for one account. `http` sends requests, as httpx does."""

    def __init__(self, http: Any, document: JSON) -> None:
        self.http, self.document = http, document
        self.token: str | None = None
        self.registry = Registry().with_resource(DOCUMENT, DRAFT202012.create_resource(document))
        self.validators: dict[tuple[str, ...], Any] = {}
        self.operations = {
            operation["operationId"]: (method, path, operation)
            for path, methods in document["paths"].items()
            for method, operation in methods.items()
        }

    def schema(self, name: str) -> JSON:
        return self.document["components"]["schemas"][name]

    def kinds(self, union: str) -> set[str]:
        """The kinds of a union of the document, each of which has to bear what tells it from the others."""
        said = self.schema(union)["discriminator"]
        for reference in said["mapping"].values():
            kind = reference.rpartition("/")[2]
            assert said["propertyName"] in self.schema(kind).get("required", ()), f"{kind} need not say what it is"
        return set(said["mapping"])

    def validate(self, instance: JSON, *place: str) -> None:
        """Check by the schema at this place of the document. Raises ValidationError."""
        if place not in self.validators:
            pointer = "/".join(quote(part.replace("~", "~0").replace("/", "~1"), safe="~") for part in place)
            self.validators[place] = Validator({"$ref": f"{DOCUMENT}#/{pointer}"}, registry=self.registry)
        self.validators[place].validate(instance)

    def call(self, name: str, body: JSON = None, **given: JSON) -> Answer:
        """Do an operation; parameters by their names in the document, a hyphen as an underscore."""
        method, path, operation = self.operations[name]
        here = ("paths", path, method)
        sent: dict[str, dict[str, JSON]] = {"path": {}, "query": {}, "header": {}}
        for index, parameter in enumerate(operation.get("parameters", ())):
            value = given.pop(parameter["name"].replace("-", "_"), None)
            if value is None:
                assert not parameter.get("required"), f"{name} needs {parameter['name']}"
                continue
            self.validate(value, *here, "parameters", str(index), "schema")
            sent[parameter["in"]][parameter["name"]] = value
        assert not given, f"{name} has no {', '.join(given)}"
        if body is not None:
            self.validate(body, *here, "requestBody", "content", "application/json", "schema")
        if operation.get("security"):
            sent["header"]["Authorization"] = f"Bearer {self.token}"
        answer = self.http.request(
            method.upper(),
            re.sub(r"{(\w+)}", lambda found: quote(str(sent["path"][found[1]]), safe=""), path),
            params=sent["query"], headers=sent["header"], **({} if body is None else {"json": body}),
        )  # fmt: skip
        return self.read(answer, operation, (*here, "responses", str(answer.status_code)))

    def read(self, answer: Any, operation: JSON, place: tuple[str, ...]) -> Answer:
        """What came, which has to be as the operation says of its status."""
        said = operation["responses"].get(place[-1])
        assert said is not None, f"{operation['operationId']}: {place[-1]} is not described; {answer.text}"
        for name, header in said.get("headers", {}).items():
            value: JSON = answer.headers.get(name)
            assert value is not None or not header.get("required"), f"{name} is lacking"
            if value is not None:
                number = header["schema"].get("type") == "integer"
                self.validate(int(value) if number else value, *place, "headers", name, "schema")
        [kind] = said["content"]
        assert answer.headers["Content-Type"].partition(";")[0] == kind
        body = answer.json()
        self.validate(body, *place, "content", kind, "schema")
        return Answer(answer.status_code, body, answer.headers)

    def done(self, name: str, body: JSON = None, **given: JSON) -> Answer:
        """The same, where nothing but success will do."""
        answer = self.call(name, body, **given)
        assert 200 <= answer.status < 300, f"{name}: {answer.body}"
        return answer

    def sign_up(self, name: str) -> None:
        """Open an account, and call for it from now on."""
        who = {"name": name, "password": f"the word of {name}"}
        self.done("make_account", who)
        self.token = self.done("issue_token", who).body["token"]


def sit_down(apis: list[Api], game: str, scenario: str = "", *, closing: float = 0.3) -> list[SeatPlayer]:
    """Open a match of a game, by a scenario or else its first; a player at each seat, with an account of its own."""
    lines = {line["name"]: line for line in apis[0].done("list_games").body}
    first, *others = lines[game]["seats"]
    new = {"game": game, "scenario": scenario or next(iter(lines[game]["scenarios"])), "seat": first}
    opened = apis[0].done("open_match", new).body
    match_id = opened["match_id"]
    for api, seat in zip(apis[1:], others, strict=True):
        api.done("take_seat", {"invitation": opened["invitations"][seat]}, match_id=match_id, seat=seat)
    return [SeatPlayer(api, match_id, seat, closing=closing) for api, seat in zip(apis, [first, *others], strict=True)]


class SeatPlayer:
    """One seat of one match: it gives what is offered at random, and closes a heading sooner or later.

    `closing`: how likely it closes a heading at once where that is offered.
    """

    def __init__(self, api: Api, match_id: str, seat: str, *, closing: float = 0.3) -> None:
        self.api, self.closing = api, closing
        self.at = {"match_id": match_id, "seat": seat}
        self.rng = random.Random(seat)
        self.given: Counter[str] = Counter()
        self.fields_filled: Counter[str] = Counter()
        self.ended = False
        self.pickers: dict[str, Callable[[JSON], JSON]] = {
            "choice": lambda field: self.rng.choice(field["values"]),
            "range": lambda field: self.rng.randint(field["least"], field["most"]),
            "places": lambda field: self.rng.choice(field["places"]),
            "several": lambda field: self.rng.sample(field["values"], self.rng.randint(field["least"], field["most"])),
        }
        assert api.kinds("OptionField") == {*self.pickers, "routes"}, "the kinds of fields are those of the document"

    def act(self) -> bool:
        """Order something where the seat is asked; False where it is not, or the match is over."""
        where = self.api.done("read_view", **self.at).body["where"]
        self.ended = where["ended"]
        if self.ended or not where["asked"]:
            return False
        answer = self.api.done("read_options", **self.at)
        offered = answer.body["options"]
        if answer.body["anytime_kinds"] and self.rng.random() < ASIDE:
            offered = self.api.done("read_standing_orders", **self.at).body["anytime_options"]
            assert {option["kind"] for option in offered} == set(answer.body["anytime_kinds"])
        order = self.chosen(offered)
        key = f"{self.given.total()}-{order['kind']}"
        sent = self.api.call("send_orders", [order], **self.at, If_Match=answer.headers["ETag"], Idempotency_Key=key)
        assert sent.status in (202, 412), f"{order} was offered: {sent.body}"
        self.given[order["kind"]] += sent.status == 202
        return True

    def chosen(self, options: list[JSON]) -> JSON:
        """An order out of what is offered."""
        closing = [option for option in options if option["kind"] == "done"]
        if closing and self.rng.random() < self.closing:
            return self.order(closing[0])
        by_kind: dict[str, list[JSON]] = {}
        for option in options:
            by_kind.setdefault(option["kind"], []).append(option)
        for kind in self.rng.sample(sorted(by_kind), len(by_kind)):
            if (order := self.order(self.rng.choice(by_kind[kind]))) is not None:
                return order
        raise AssertionError("nothing that is offered can be ordered")

    def order(self, option: JSON) -> JSON:
        """The order of an option, who moves before the way; None where those can go nowhere."""
        order = {"kind": option["kind"], **option["fixed"]}
        for name, field in sorted(option["fields"].items(), key=lambda one: one[1]["domain"] == "routes"):
            self.fields_filled[field["domain"]] += 1
            if field["domain"] != "routes":
                order[name] = self.pickers[field["domain"]](field)
                continue
            movers = order[field["follows"]] if field["follows"] is not None else option["subjects"]
            ways = self.api.done("read_destinations", **self.at, unit=movers).body["destinations"]
            if not ways:
                return None
            order[name] = self.rng.choice(ways)["path"]
        return order

    def look_back(self) -> None:
        """Read what there is to read when the match is over: nothing may be ordered, and the log has no gap."""
        offered = self.api.done("read_options", **self.at).body
        assert offered["options"] == offered["anytime_kinds"] == []
        log = self.api.done("read_log", **self.at).body
        assert [entry["number"] for entry in log["entries"]] == list(range(1, log["version"] + 1))
        assert self.api.done("export_match", **self.at).body["whole"] is not None
        for name in ("read_history", "read_review", "read_letters", "list_contacts", "read_dice", "read_sheet"):
            self.api.done(name, **self.at)
