"""What openapi.json says beyond what the routes say themselves: each game's orders and view, and problems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from schemas import wire
from service import matches
from service.api import doors
from service.engine.ruleset import Ruleset

REF = "#/components/schemas/"
BEARER = "bearer"


def described(app: FastAPI, games: Mapping[str, Ruleset]) -> dict[str, Any]:
    """The whole description, the same for the same code."""
    description = get_openapi(
        title=app.title, version=app.version, description=app.description, routes=app.routes, tags=app.openapi_tags
    )
    schemas = description.setdefault("components", {}).setdefault("schemas", {})
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    _, frames = models_json_schema(
        [(wire.Problem, "serialization"), (wire.EntryFrame, "serialization"), (wire.NudgeFrame, "serialization")],
        ref_template=REF + "{model}",
    )
    schemas.update(frames["$defs"])
    schemas["AnyOrder"] = {"anyOf": [{"$ref": f"{REF}{game}.Order"} for game in games] or [{}], "title": "AnyOrder"}
    for of_a_seat in ("View", "History", "Believed"):
        schemas[of_a_seat]["properties"]["view"] = whichever(games, "View")
    schemas["Review"]["properties"]["truth"]["additionalProperties"] = whichever(games, "View")
    for game, rules in games.items():
        schemas.update(components(game, "Order", matches.order_kinds(rules).one, "validation"))
        schemas.update(components(game, "View", TypeAdapter(rules.view_type), "serialization"))
    description["components"]["schemas"] = dict(sorted(schemas.items()))
    description["components"]["securitySchemes"] = {BEARER: {"type": "http", "scheme": "bearer"}}
    known_to = {route.name for route in all_routes(app.routes) if asks_who(route.dependant)}
    for path in description["paths"].values():
        for operation in path.values():
            if operation["operationId"] in known_to:
                operation["security"] = [{BEARER: []}]
            for parameter in operation.get("parameters", ()):
                parameter["schema"] = without_null(parameter["schema"])
            operation["responses"] = {
                status: answer
                for status, answer in operation["responses"].items()
                if "HTTPValidationError" not in str(answer)
            }
    return description


def whichever(games: Iterable[str], name: str) -> dict[str, Any]:
    """This type of one of the games; with one game its own, for generators stumble over a choice of one."""
    kinds: list[dict[str, Any]] = [{"$ref": f"{REF}{game}.{name}"} for game in games]
    return kinds[0] if len(kinds) == 1 else {"anyOf": kinds or [{}]}


def all_routes(routes: Iterable[Any]) -> Iterator[APIRoute]:
    """The routes of the API, those of included routers among them."""
    for route in routes:
        if isinstance(route, APIRoute):
            yield route
        yield from all_routes(getattr(getattr(route, "original_router", None), "routes", ()))


def asks_who(dependant: Dependant) -> bool:
    """Whether a route, or what it depends on, wants to know who is asking."""
    return dependant.call is doors.credentials_of or any(asks_who(one) for one in dependant.dependencies)


def without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """A parameter's schema: in an address or a header there is no null, only nothing."""
    kinds = [kind for kind in schema.get("anyOf", ()) if kind != {"type": "null"}]
    if len(kinds) != 1:
        return schema
    return {**{name: said for name, said in schema.items() if name != "anyOf"}, **kinds[0]}


def components(game: str, name: str, adapter: TypeAdapter[Any], mode: JsonSchemaMode) -> dict[str, Any]:
    """A game's type and all that it is made of, each under a name, and with a title, that begin with the game's."""
    schema = adapter.json_schema(ref_template=f"{REF}{game}.{{model}}", mode=mode)
    parts = schema.pop("$defs", {})
    mapping = schema.get("discriminator", {}).get("mapping", {})
    for kind, ref in mapping.items():
        part = ref.rpartition("/")[2].removeprefix(f"{game}.")
        mapping[kind] = f"{REF}{game}.{part}"
        parts[part]["required"] = ["kind", *(one for one in parts[part].get("required", ()) if one != "kind")]
    found = {**parts, name: schema}
    return {f"{game}.{part}": {**body, "title": f"{game.capitalize()}{part}"} for part, body in found.items()}
