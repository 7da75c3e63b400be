"""Who plays: accounts, tokens, browsers that are signed in."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from schemas.wire.base import RequestModel, ResponseModel, Scope, Secret


class NewAccount(RequestModel):
    """Open an account."""

    name: Annotated[str, Field(max_length=200, examples=["Anna"])]
    password: Annotated[str, Field(max_length=1000, examples=["correct horse"])]
    link: Annotated[Secret | None, Field(description="The secret of a link to sign up with.")] = None


class SignIn(RequestModel):
    """Ask for a bearer token."""

    name: Annotated[str, Field(max_length=200)]
    password: Annotated[str, Field(max_length=1000)]
    label: Annotated[str, Field(max_length=100, description="What the token is for, in your words.")] = ""
    scope: Annotated[
        Scope, Field(description="`play`: all that you may; `bot`: play the seats that you hold; `read`: only read.")
    ] = "play"


class Account(ResponseModel):
    """A person; a guest has no name."""

    id: str
    name: str | None


class Token(ResponseModel):
    """A bearer token, shown this once."""

    token: str
    token_type: Literal["bearer"] = "bearer"


class TokenLine(ResponseModel):
    """One of your bearer tokens; what it is cannot be shown again."""

    id: str
    label: str
    scope: Scope
    made_at: datetime


class Session(ResponseModel):
    """A browser that is signed in to your account, or by a link to one of your seats; `this` is the one that asks.

    `device` is what it called itself, such as "Firefox on Android"; empty where that is not known.
    """

    id: str
    device: str
    match_id: str | None
    seat: str | None
    made_at: datetime
    ends_at: datetime | None
    this: bool
