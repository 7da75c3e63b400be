"""What openapi.json says beyond what the routes say themselves: each game's orders and view, and problems."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from schemas import wire
from schemas.orders import MOST_ORDERS, MOST_STEPS, MOST_STEPS_SENT
from schemas.plain_json import BIGGEST_NUMBER, DEEPEST, LONGEST_LIST, LONGEST_NAME, LONGEST_TEXT
from service import matches
from service.api import dependencies
from service.api.schema_names import ORDERED, REF, STORED, name_of, title_of
from service.engine.faculties import Standing, contact_type, given_type
from service.engine.game import AnyGame
from service.matches import moderators
from service.matches.errors import BodyTooLarge, Busy, Fault, FromElsewhere, TooSlow, UnsupportedType
from service.settings import Settings

BEARER = "bearer"
TAGS = {
    "server": "What serves here.",
    "games": "The games on the shelf: their rules, scenarios and options. Nobody has to be signed in.",
    "accounts": "Who you are: names, passwords, tokens and sessions, and how you are told that something waits.",
    "matches": "How matches are opened, joined, handed over, arbitrated and moderated, by accounts.",
    "seats": "A seat at a match: what it knows, what it may order, what came of it; never anything of another seat.",
}
"""What the operations of each tag are about."""
BODY_LIMIT: int = Settings.model_fields["body_limit"].default
LIMITS = f"""
**How much.** A body has at most {BODY_LIMIT} bytes, if the server has set nothing else; a larger one is a 413. Texts
have at most {LONGEST_TEXT} characters, names of members {LONGEST_NAME}, lists and objects {LONGEST_LIST} members,
nested at most {DEEPEST} deep. Whole numbers go to 2⁵³. No name stands twice in an object; there is no NaN, and no text
holds NUL or half of a surrogate pair. At most {MOST_ORDERS} orders come in one request; the lists of one order (the
places of a path, say) have at most {MOST_STEPS} members together, and those of a request {MOST_STEPS_SENT} in all.
Whatever is beyond that is a 422, and nothing was done.

**How often.** Each operation that is limited says so at its status 429. A 429, and a 503, come with `Retry-After`, in
seconds; no other header counts what is left.

**What went wrong with us.** A 503 passes by itself: ask again, a bounded number of times. Only where its `detail` says
so was nothing done; orders that carry an `Idempotency-Key` count once however often they come. A 500 is a fault of this
server, written down for its owner: the same request would most likely meet it again, so do not repeat it. What was
asked may have been done all the same; look.

**Once, and in time.** Orders carry `If-Match`, the ETag of the view that they were written for: a 412 means that you
were told something since. They may carry an `Idempotency-Key`, with which they may be sent again when no answer came.

**From a browser.** A request with cookies that comes from another site is a 403. With a token the page of any site may
ask and read, without cookies (CORS). `HEAD` is answered wherever `GET` is; a 405 says in `Allow` what there is.

**Problems.** The `type` of a problem is an address of this server that says in words what it is. The sockets are
described as AsyncAPI has it, at `/api/v1/asyncapi.json`.
"""


def described(app: FastAPI, games: Mapping[str, AnyGame]) -> dict[str, Any]:
    """The whole description, the same for the same code."""
    description = get_openapi(
        title=app.title,
        version=app.version,
        description=app.description + "\n" + LIMITS,
        routes=app.routes,
        tags=[{"name": name, "description": about} for name, about in TAGS.items()],
        servers=[{"url": "/", "description": "This server."}],
        license_info={"name": "MIT", "identifier": "MIT"},
    )
    schemas = description.setdefault("components", {}).setdefault("schemas", {})
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    too_large = f"{BodyTooLarge.title} More than {BODY_LIMIT} bytes are, if the server has set nothing else."
    _, frames = models_json_schema(
        [
            (wire.Problem, "serialization"),
            (wire.EntryFrame, "serialization"),
            (wire.NudgeFrame, "serialization"),
            (wire.HereFrame, "serialization"),
            (wire.SeatFrame, "serialization"),
        ],
        ref_template=REF + "{model}",
    )
    schemas.update(frames["$defs"])
    for kind in ("Order", "Report"):
        of_games = [{"$ref": REF + name_of(game, kind)} for game in games] or [{}]
        schemas[f"Any{kind}"] = {"anyOf": of_games, "title": f"Any{kind}"}
    for entry in ("LogEntry", "EntryFrame"):
        schemas[entry]["properties"]["report"] = {"$ref": f"{REF}AnyReport"}
    schemas["ExportedEntry"]["properties"]["report"] = {"$ref": f"{REF}AnyReport{STORED}"}
    schemas["NewMatch"] = bounded(schemas["NewMatch"])
    schemas["NewMatch"]["properties"]["options"]["propertyNames"] = {"maxLength": LONGEST_NAME}
    for answer, field in (("Sheet", "orders"), ("Rehearsal", "answered")):
        schemas[answer]["properties"][field]["items"] = dependencies.ORDER
    schemas["StandingAnswer"]["properties"]["order"] |= {"anyOf": [dependencies.ORDER, {"type": "null"}]}
    with_contacts = [name for name, game in games.items() if game.forces is not None and contact_type(game.forces)]
    for of_a_contact in ("ContactLine", "Dossier"):
        schemas[of_a_contact]["properties"]["contact"] = whichever(with_contacts, "Contact")
    schemas["DossierLine"]["properties"]["changed"] = whichever(with_contacts, "ContactChange")
    for of_a_seat in ("View", "History", "Believed", "Export"):
        schemas[of_a_seat]["properties"]["view"] = whichever(games, "View")
    schemas["OptionField"] = schemas["Option"]["properties"]["fields"].pop("additionalProperties")
    for kind in schemas["OptionField"]["discriminator"]["mapping"].values():
        field_kind = schemas[kind.removeprefix(REF)]
        field_kind["required"] = list(
            field_kind["properties"]
        )  # in an answer nothing is left out, `domain` least of all
    for answer, field in (("Options", "options"), ("StandingOrders", "anytime_options")):
        schemas[answer]["properties"][field]["items"] = whichever(games, "Option")
    schemas["StandingOrders"]["properties"]["given"] = {"anyOf": []}
    schemas["Review"]["properties"]["truth"]["additionalProperties"] = whichever(games, "View")
    corrected = {name: game for name, game in games.items() if game.corrections}
    schemas["Correct"]["properties"]["correction"] = whichever(corrected, "Correction")
    of_reports: list[dict[str, Any]] = []
    for name, game in games.items():
        told = {
            **reports(name, game), **components(name, "View", TypeAdapter(game.view_type), "serialization"),
        }  # fmt: skip
        if game.standing is not None:
            given, made_of = given_schemas(name, game.standing)
            schemas["StandingOrders"]["properties"]["given"]["anyOf"].append(given)
            told.update(made_of)
        if game.forces is not None and (contact := contact_type(game.forces)) is not None:
            told |= components(name, "Contact", TypeAdapter(contact), "serialization")
            change = only(told[name_of(name, "Contact")]["properties"])
            told[name_of(name, "ContactChange")] = {"title": title_of(name, "ContactChange"), **change}
        schemas.update(apart(bounded(components(name, "Order", matches.order_forms(game).one, "validation")), told))
        schemas.update(told)
        schemas.update(options(name, game, schemas))
        if game.corrections:
            forms = components(name, "Correction", moderators.correction_forms(game), "validation")
            schemas.update(apart(bounded(forms), schemas))
        stored = stored_reports(name, game, told)
        schemas.update(stored)
        report = name_of(name, "Report")
        of_reports.append({"$ref": REF + (report + STORED if report + STORED in stored else report)})
    schemas[f"AnyReport{STORED}"] = {"anyOf": of_reports or [{}], "title": f"AnyReport{STORED}"}
    schemas["StandingOrders"]["properties"]["given"]["anyOf"].append({"type": "null"})
    del schemas["Option"]  # each game has its own
    description["components"]["schemas"] = dict(sorted(schemas.items()))
    description["components"]["securitySchemes"] = {BEARER: {"type": "http", "scheme": "bearer"}}
    known_to = {route.name for route in app.routes if isinstance(route, APIRoute) and asks_who(route.dependant)}
    for path in description["paths"].values():
        for verb, operation in path.items():
            operation["security"] = [{BEARER: []}] if operation["operationId"] in known_to else []
            for parameter in operation.get("parameters", ()):
                parameter["schema"] = without_null(parameter["schema"])
                if parameter["schema"].get("pattern") == dependencies.VIEW_TAG:
                    parameter["required"] = True  # without it the answer is 428, where FastAPI's own would be 422
            anywhere = (
                dependencies.problems(Fault, Busy)
                if verb == "get"
                else dependencies.problems(FromElsewhere, TooSlow, Fault, Busy)
            )
            if "requestBody" in operation:
                anywhere |= dependencies.problems(UnsupportedType)
            answers = {**{str(status): answer for status, answer in anywhere.items()}, **operation["responses"]}
            if "413" in answers:
                answers["413"]["description"] = too_large
            operation["responses"] = {
                status: answer for status, answer in sorted(answers.items()) if "HTTPValidationError" not in str(answer)
            }
    return description


def apart(ordered: dict[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
    """The schemas of orders, by another name those that are not the same in what is told, which is not bounded."""
    return renamed(ordered, {name for name in ordered.keys() & told.keys() if ordered[name] != told[name]}, ORDERED)


def renamed(schemas: Mapping[str, Any], others: Collection[str], suffix: str) -> dict[str, Any]:
    """The schemas, with those of the others that are named and all references to them under a longer name."""
    called = {name: name + suffix if name in others else name for name in schemas}
    text = json.dumps({
        called[name]: {**body, "title": body["title"] + called[name].removeprefix(name)}
        for name, body in schemas.items()
    })  # fmt: skip
    for name in others:
        text = text.replace(f'"{REF}{name}"', f'"{REF}{name}{suffix}"')
    found: dict[str, Any] = json.loads(text)
    return found


def bounded(schema: Any) -> Any:
    """A schema of what comes in, with what is too long, too many or too big for the wire."""
    if isinstance(schema, list):
        return [bounded(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: bounded(part) for name, part in schema.items()}
    most: dict[str, Any] = {}
    if found.get("type") == "array":
        most = {"maxItems": MOST_STEPS}
    elif found.get("type") == "integer":
        most = {"minimum": -BIGGEST_NUMBER, "maximum": BIGGEST_NUMBER}
    elif found.get("type") == "string" and "enum" not in found and "const" not in found:
        most = {"maxLength": LONGEST_TEXT}
    return {**most, **found}


def reports(name: str, game: AnyGame) -> dict[str, Any]:
    """The reports of a game, a schema for each kind; the orders that a report repeats are those of the game."""
    found = components(name, "Report", matches.report_forms(game).one, "serialization")
    del found[name_of(name, "Order")]  # the bare type, in whose place stands the union of that name
    return found


def stored_reports(of: str, game: AnyGame, told: Mapping[str, Any]) -> dict[str, Any]:
    """The schemas of a game's reports, and of what they are made of, that are stored otherwise than they are told."""
    stored = components(of, "Report", matches.report_forms(game).one, "serialization", stored=True)
    del stored[name_of(of, "Order")]
    others = {name for name, body in stored.items() if body != told[name]}
    while (
        made := {
            name for name, body in stored.items() if any(f'"{REF}{other}"' in json.dumps(body) for other in others)
        }
        - others
    ):
        others |= made
    return renamed({name: stored[name] for name in sorted(others)}, others, STORED)


def given_schemas(of: str, standing: Standing[Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the standing orders of a seat say in a game, and the schemas of all dataclasses that it is made of."""
    listed: Any = list[given_type(standing)]  # type: ignore[misc]
    found = components(of, "Given", TypeAdapter(listed), "serialization")
    given: dict[str, Any] = found.pop(name_of(of, "Given"))["items"]  # in a list, even a lone dataclass is a reference
    return given, found


def options(of: str, game: AnyGame, schemas: Mapping[str, Any]) -> dict[str, Any]:
    """A game's options, a schema for each order: which of its fields are fixed, and what each of the others may be."""
    found: dict[str, Any] = {}
    kinds: dict[str, str] = {}
    option = schemas["Option"]
    for kind, order in game.orders_by_kind.items():
        fields = dict(schemas[name_of(of, order.__name__)]["properties"])
        del fields["kind"]
        name = name_of(of, f"{order.__name__}Option")
        found[name] = {
            **option,
            "title": title_of(of, f"{order.__name__}Option"),
            "properties": {
                **option["properties"],
                "kind": {"type": "string", "const": kind},
                "fixed": only(fields),
                "fields": only({field: {"$ref": REF + "OptionField"} for field in fields}),
            },
        }
        kinds[kind] = REF + name
    found[name_of(of, "Option")] = {
        "title": title_of(of, "Option"),
        "oneOf": [{"$ref": ref} for ref in kinds.values()],
        "discriminator": {"propertyName": "kind", "mapping": kinds},
    }
    return found


def only(properties: Mapping[str, Any]) -> dict[str, Any]:
    """An object that has some of these properties, and no others."""
    return {"type": "object", "properties": dict(properties), "additionalProperties": False}


def whichever(games: Iterable[str], name: str) -> dict[str, Any]:
    """This type of one of the games; with one game its own, for generators stumble over a choice of one."""
    kinds: list[dict[str, Any]] = [{"$ref": REF + name_of(game, name)} for game in games]
    return kinds[0] if len(kinds) == 1 else {"anyOf": kinds or [{}]}


def asks_who(dependant: Dependant) -> bool:
    """Whether a route, or what it depends on, wants to know who is asking."""
    return dependant.call is dependencies.credentials_of or any(asks_who(one) for one in dependant.dependencies)


def without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """A parameter's schema: in an address or a header there is no null, only nothing."""
    kinds = [kind for kind in schema.get("anyOf", ()) if kind != {"type": "null"}]
    if len(kinds) != 1:
        return schema
    return {**{name: said for name, said in schema.items() if name != "anyOf"}, **kinds[0]}


def components(
    game: str, name: str, adapter: TypeAdapter[Any], mode: JsonSchemaMode, *, stored: bool = False
) -> dict[str, Any]:
    """A game's type and all that it is made of, each under a name, and with a title, that begin with the game's.

    As it stands on the wire, or as it is `stored`, where fields have the names that they have in the code.
    """
    schema = adapter.json_schema(ref_template=f"{REF}{game}.{{model}}", mode=mode, by_alias=not stored)
    parts = schema.pop("$defs", {})
    mapping = schema.get("discriminator", {}).get("mapping", {})
    for kind, ref in mapping.items():
        part = ref.rpartition("/")[2].removeprefix(f"{game}.")
        mapping[kind] = REF + name_of(game, part)
        parts[part]["required"] = ["kind", *(one for one in parts[part].get("required", ()) if one != "kind")]
    found = {**parts, name: schema}
    return {name_of(game, part): {**body, "title": title_of(game, part)} for part, body in found.items()}
