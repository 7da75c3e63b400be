"""A game's reports on the wire: one union of its dataclasses, told apart by `kind`, written as its schema says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import orjson
from pydantic import TypeAdapter

from schemas.orders import union_of
from service.engine.orders import Order
from service.engine.reports import OrdersAccepted, Report


class ReportForms:
    """How one game's reports are written as JSON, and the source of their schemas.

    `write` writes the orders that a report repeats, as they are written everywhere.
    """

    def __init__(self, kinds: Mapping[str, type[Report]], write: Callable[[Order], dict[str, Any]]) -> None:
        self.one: TypeAdapter[Report] = TypeAdapter(union_of(kinds))
        self.write = write

    def json(self, report: Report) -> bytes:
        """A report as JSON; the same as `plain`."""
        if isinstance(report, OrdersAccepted):
            return orjson.dumps(self.plain(report))
        return self.one.dump_json(report, by_alias=True)

    def plain(self, report: Report) -> dict[str, Any]:
        """A report as dicts, lists and scalars, every field of it."""
        found: dict[str, Any] = self.one.dump_python(report, mode="json", by_alias=True)
        if isinstance(report, OrdersAccepted):  # their declared type has nothing but the kind
            found["orders"] = list(map(self.write, report.orders))
        return found
