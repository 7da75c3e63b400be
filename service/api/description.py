"""What openapi.json says beyond what the routes say themselves: each game's orders and view, and problems."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter
from pydantic.json_schema import models_json_schema

from schemas import wire
from service import matches
from service.engine.ruleset import Ruleset

REF = "#/components/schemas/"


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
    schemas["Order"] = {"anyOf": [{"$ref": f"{REF}{game}.Order"} for game in games] or [{}], "title": "Order"}
    for game, rules in games.items():
        for name, adapter in (
            ("Order", matches.order_kinds(rules).one),
            ("View", TypeAdapter(rules.view_type)),
        ):
            schemas.update(components(game, name, adapter))
    description["components"]["schemas"] = dict(sorted(schemas.items()))
    for path in description["paths"].values():
        for operation in path.values():
            operation["responses"] = {
                status: answer
                for status, answer in operation["responses"].items()
                if "HTTPValidationError" not in str(answer)
            }
    return description


def components(game: str, name: str, adapter: TypeAdapter[Any]) -> dict[str, Any]:
    """A game's type and all that it is made of, each under a name that begins with the game's."""
    schema = adapter.json_schema(ref_template=f"{REF}{game}.{{model}}", mode="validation")
    parts = {f"{game}.{part}": body for part, body in schema.pop("$defs", {}).items()}
    mapping = schema.get("discriminator", {}).get("mapping", {})
    for kind, ref in mapping.items():
        mapping[kind] = re.sub(r"^#/\$defs/", f"{REF}{game}.", ref)
    schema.setdefault("title", name)
    return {**parts, f"{game}.{name}": schema}
