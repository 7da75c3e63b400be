"""Forms that were sent: each becomes an order again, or a sheet of orders, by the names of its fields."""

from __future__ import annotations

import json
from typing import Any

from service.engine.options import Choice, Domain, Routes, Scalar, Several
from service.engine.places import Ground
from web.parts.fields import BETWEEN, IN_LINE, NOBODY, FormValues
from web.parts.places import UnreadableOrder, Ways, nowhere, place_of, places_of, way

MOST_FIELDS = 100
LONGEST_FIELD = 4000


def read(sent: FormValues, ground: Ground | None, ways: Ways = lambda place: None) -> dict[str, Any]:
    """The order that a sent form describes, as a mapping; `ways` finds the way to a place. Raises UnreadableOrder."""
    if len(sent) > MOST_FIELDS or any(not isinstance(v, str) or len(v) > LONGEST_FIELD for v in sent.values()):
        raise UnreadableOrder("The form is too large.")
    order: dict[str, Any] = {"kind": sent.get("kind", "")}
    line: dict[str, Any] = {}
    try:
        fixed = json.loads(str(sent.get("fixed") or "{}"))
        if not isinstance(fixed, dict):
            raise UnreadableOrder("The form holds no order.")
        order.update(fixed)
        for name in dict.fromkeys(sent):
            holds, _, field = name.partition(":")
            values = [str(value) for value in sent.getlist(name)]
            if holds.startswith(IN_LINE):
                line[field] = held(holds.removeprefix(IN_LINE), values, ground)
                continue
            if holds == "goto" and values[0].strip():
                order[field] = way(values[0], ground, ways)
            elif field and not (holds in ("routes", "goto") and (order.get(field) or not values[0].strip())):
                order[field] = held(holds, values, ground)
        if line:
            order["lines"] = [*order["lines"], {name: value for name, value in line.items() if value not in (None, [])}]
        if any(name.startswith("routes:") and not order.get(name.removeprefix("routes:")) for name in sent):
            raise UnreadableOrder(nowhere(ground))
    except UnreadableOrder:
        raise
    except (ValueError, RecursionError, KeyError, TypeError) as broken:
        raise UnreadableOrder("The form cannot be read.") from broken
    return order


def read_sheet(sent: str) -> list[dict[str, Any]]:
    """The orders of a sheet, as its page sends them. Raises UnreadableOrder."""
    try:
        orders = json.loads(sent or "[]")
    except (ValueError, RecursionError) as broken:
        raise UnreadableOrder("The sheet cannot be read.") from broken
    if not isinstance(orders, list) or not all(isinstance(order, dict) for order in orders):
        raise UnreadableOrder("The sheet says nothing that is orders.")
    return orders


def held(holds: str, values: list[str], ground: Ground | None) -> Any:
    """What one field of a sent form holds."""
    first = values[0]
    match holds:
        case "choice":
            value = json.loads(first)
            if not isinstance(value, Scalar):
                raise UnreadableOrder("A choice is one value.")
            return value
        case "range":
            return int(first)
        case "places":
            return place_of(first, ground)
        case "several":
            return [value for value in values if value]
        case "usually":
            named = [value for value in values if value not in ("", NOBODY)]
            return named or ([] if NOBODY in values else None)
        case "routes":
            return first.split(BETWEEN)
        case "written-figure":
            return int(first) if first.strip() else None
        case "written-place":
            return place_of(first, ground) if first.strip() else None
        case "written-places":
            return places_of(first, ground)
    raise UnreadableOrder(f"There is no field {holds}.")


def sent_as(name: str, domain: Domain, value: Any) -> list[tuple[str, str]]:
    """A field of an option as its form sends it with this value: what is `read` as that value again."""
    match domain:
        case Several() if domain.usual:
            said = [""] if value is None else [*value] or [NOBODY]
            return [(f"usually:{name}", one) for one in said]
        case Several():
            return [(f"{domain.domain}:{name}", one) for one in ("", *value)]
        case Choice():
            return [(f"{domain.domain}:{name}", json.dumps(value))]
        case Routes():
            return [(f"{domain.domain}:{name}", BETWEEN.join(value))]
    return [(f"{domain.domain}:{name}", str(value))]
