"""What all bodies have in common, and the types of what stands in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo

from service.engine.orders import Order
from service.engine.sentences import Sentence

Word = Annotated[str, Field(min_length=1, max_length=100)]
Secret = Annotated[str, Field(min_length=1, max_length=200)]
Hex64 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", min_length=64, max_length=64)]


def in_words(said: Sentence | str, reader: ValidationInfo) -> str:
    """A sentence as its reader's plain text; whoever makes an answer gives what makes it so as its `context`."""
    if isinstance(said, str):
        return said
    plain = cast(Callable[[Sentence], str], reader.context)
    return plain(said)


def whole(value: object) -> object:
    """A number without a fraction as an integer, which 6.0 is by JSON Schema too."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


WHOLE = BeforeValidator(whole)
"""Behind the bounds of an integer in a request's body, so that the description has them too."""


def in_full(order: Order | dict[str, Any], writer: ValidationInfo) -> dict[str, Any]:
    """An order as JSON has it; whoever makes an answer gives what writes it as its `context`."""
    return order if isinstance(order, dict) else cast(Callable[[Order], dict[str, Any]], writer.context)(order)


PlainOrder = Annotated[dict[str, Any], BeforeValidator(in_full)]
"""An order, with every field of it."""
Prose = Annotated[str, BeforeValidator(in_words)]
"""What the service says in sentences, as plain text: things and places as its reader calls them."""
Scalar = str | int | bool | None
Scope = Literal["read", "play", "bot"]


class RequestModel(BaseModel):
    """A request's body: strict, and with nothing in it that is not named."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class ResponseModel(BaseModel):
    """An answer's body, part of one, or a socket's frame; made from the attributes of what it shows."""

    model_config = ConfigDict(from_attributes=True, frozen=True)
