"""The `kind` by which orders, events, reports and corrections are told apart wherever they are written down."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from service.engine.corrections import Correction
from service.engine.events import Event
from service.engine.orders import Order
from service.engine.reports import Report

T = TypeVar("T", Order, Event, Report, Correction)


def kind_of(kind_bearer: type[Order] | type[Event] | type[Report] | type[Correction]) -> str:
    """The `kind` that an order, event, report or correction type bears."""
    return str(kind_bearer.__dataclass_fields__["kind"].default)


def by_kind(types: Iterable[type[T]]) -> dict[str, type[T]]:
    """These types by the kinds that they bear."""
    return {kind_of(one): one for one in types}
