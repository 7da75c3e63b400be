"""A game's orders on the wire: one union of its dataclasses, told apart by `kind`, documented by their docstrings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Union

from pydantic import Field, TypeAdapter, ValidationError

from service.engine.orders import Order

MOST_ORDERS = 200
MOST_STEPS = 250
"""The maximum length of all lists of one order together, such as the places of a path: no lawful order has more."""
MOST_STEPS_SENT = 2000
"""The maximum length of all lists of one request together."""
MOST_ERRORS = 20


class TooMuchWork(ValueError):
    """Orders that are well formed and ask for more work than a request may; `place` says which."""

    def __init__(self, place: list[int], reason: str) -> None:
        super().__init__(reason)
        self.place = place


def steps_of(order: Any) -> int:
    """How much work an order is: a step for each member of each of its lists."""
    if isinstance(order, list | tuple):
        return len(order) + sum(map(steps_of, order))
    kind: Any = type(order)
    return sum([steps_of(getattr(order, name)) for name in names_in(kind)])


@cache
def names_in(kind: Any) -> tuple[str, ...]:
    """The names of the fields of an order, or of what it holds; none of a plain value."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


@dataclass
class Budget:
    """How many orders of a request have been looked at, and how much work they are together."""

    orders: int = 0
    steps: int = 0

    def spend(self, order: Order) -> Order:
        """The next order itself. Raises TooMuchWork."""
        count = steps_of(order)
        if count > MOST_STEPS:
            raise TooMuchWork([self.orders], f"This order has {count} steps; {MOST_STEPS} are the most.")
        self.orders, self.steps = self.orders + 1, self.steps + count
        if self.steps > MOST_STEPS_SENT:
            reason = f"These orders have {self.steps} steps in all; {MOST_STEPS_SENT} are the most at a time."
            raise TooMuchWork([], reason)
        return order


def within_budget(orders: list[Order]) -> list[Order]:
    """The orders themselves. Raises TooMuchWork."""
    return list(map(Budget().spend, orders))


def union_of(kinds: Mapping[str, type[Any]]) -> Any:
    """One order or report, whichever it is, told apart by `kind`."""
    return Annotated[Union[tuple(kinds.values())], Field(discriminator="kind")]  # noqa: UP007


class OrderForms:
    """How one game's orders are read from JSON, strictly: unknown fields and `true` for a number are refused."""

    def __init__(self, kinds: Mapping[str, type[Order]]) -> None:
        one: Any = union_of(kinds)
        several: Any = Annotated[list[one], Field(min_length=1, max_length=MOST_ORDERS)]
        any_number: Any = Annotated[list[one], Field(max_length=MOST_ORDERS)]
        self.one: TypeAdapter[Order] = TypeAdapter(one)
        self.several: TypeAdapter[list[Order]] = TypeAdapter(several)
        self.any_number: TypeAdapter[list[Order]] = TypeAdapter(any_number)

    def read(self, json: bytes | str, *, none: bool = False) -> list[Order]:
        """A list of orders. Raises pydantic's ValidationError, and TooMuchWork."""
        return within_budget((self.any_number if none else self.several).validate_json(json, strict=True))


def complaints(error: ValidationError) -> list[tuple[Sequence[str | int], str]]:
    """Each place that is wrong and what is wrong there; what was sent is not repeated."""
    return [(one["loc"], _reason(one)) for one in error.errors(include_url=False, include_input=False)[:MOST_ERRORS]]


def _reason(error: Any) -> str:
    if error["type"] == "union_tag_invalid":
        return f"kind has to be one of {error['ctx']['expected_tags']}"
    return str(error["msg"])
