"""A game's orders on the wire: one union of its dataclasses, told apart by `kind`, documented by their docstrings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Union

from pydantic import Field, TypeAdapter, ValidationError

from service.engine.orders import Order

MOST_ORDERS = 200
MOST_ERRORS = 20


def union_of(kinds: Mapping[str, type[Order]]) -> Any:
    """One order, whichever it is."""
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
        """A list of orders. Raises pydantic's ValidationError."""
        return (self.any_number if none else self.several).validate_json(json, strict=True)


def complaints(error: ValidationError) -> list[tuple[Sequence[str | int], str]]:
    """Each place that is wrong and what is wrong there; what was sent is not repeated."""
    return [(one["loc"], _reason(one)) for one in error.errors(include_url=False, include_input=False)[:MOST_ERRORS]]


def _reason(error: Any) -> str:
    if error["type"] == "union_tag_invalid":
        return f"kind has to be one of {error['ctx']['expected_tags']}"
    return str(error["msg"])
