"""What all bodies have in common, and the types of what stands in them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from service.engine.sentences import plain_text

Word = Annotated[str, Field(min_length=1, max_length=100)]
Secret = Annotated[str, Field(min_length=1, max_length=200)]
Hex64 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", min_length=64, max_length=64)]
Prose = Annotated[str, BeforeValidator(lambda said: plain_text(said) if isinstance(said, tuple) else said)]
"""What the service says in sentences, as plain text."""
Scalar = str | int | bool | None
Scope = Literal["read", "play", "bot"]


class RequestModel(BaseModel):
    """A request's body: strict, and with nothing in it that is not named."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class ResponseModel(BaseModel):
    """An answer's body, part of one, or a socket's frame; made from the attributes of what it shows."""

    model_config = ConfigDict(from_attributes=True, frozen=True)
