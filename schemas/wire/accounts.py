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


class NewName(RequestModel):
    """Change your name."""

    name: Annotated[str, Field(max_length=200, examples=["Anna"])]


class Zone(RequestModel):
    """A time zone of IANA's list."""

    zone: Annotated[str, Field(max_length=64, examples=["Europe/Paris"])]


class NewPassword(RequestModel):
    """Change your password."""

    current: Annotated[str, Field(max_length=1000, description="The password that you have.")]
    password: Annotated[str, Field(max_length=1000, examples=["correct horse"])]
    revoke_tokens: Annotated[bool, Field(description="Whether your tokens end too; sessions always do.")] = False


class ConfirmedByPassword(RequestModel):
    """What takes the password once more, whoever is signed in."""

    password: Annotated[str, Field(max_length=1000)]


class DeleteAccount(ConfirmedByPassword):
    """Delete your account."""

    seats: Annotated[
        Literal["computer", "open"],
        Field(
            description="What becomes of your seats in matches with others that go on. `computer`: it plays on; "
            "`open`: they are free, for somebody whom the owner of the server confirms."
        ),
    ] = "computer"


class AskPasswordLink(RequestModel):
    """Make a link by which the player of this name sets a new password."""

    name: Annotated[str, Field(max_length=200, examples=["Anna"])]


class AskWayBack(RequestModel):
    """Ask for a way back in by mail."""

    address: Annotated[str, Field(max_length=300, examples=["anna@example.org"])]


class SetPassword(RequestModel):
    """Set a password by a link."""

    password: Annotated[str, Field(max_length=1000, examples=["correct horse"])]


class MadePasswordLink(ResponseModel):
    """The secret of a link, shown this once; its page is at `/password/` and the secret."""

    link: str


class PasswordLink(ResponseModel):
    """Whose password a link sets."""

    name: str


class SignIn(RequestModel):
    """Ask for a bearer token."""

    name: Annotated[str, Field(max_length=200)]
    password: Annotated[str, Field(max_length=1000)]
    label: Annotated[str, Field(max_length=100, description="What the token is for, in your words.")] = ""
    scope: Annotated[
        Scope, Field(description="`play`: all that you may; `bot`: play the seats that you hold; `read`: only read.")
    ] = "play"
    days: Annotated[int | None, Field(ge=1, le=3650, description="For so many days it counts.")] = None
    match_id: Annotated[str | None, Field(max_length=64, description="With `seat`: for that seat alone.")] = None
    seat: Annotated[str | None, Field(max_length=64)] = None


class Bot(RequestModel):
    """Whether a program plays with this account."""

    bot: bool


class Account(ResponseModel):
    """A person; a guest has no name."""

    id: str
    name: str | None
    zone: Annotated[str, Field(description="The time zone by which its pages show times; the API always says UTC.")]


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
    start: Annotated[str, Field(description="How it begins, so that you know which it is; empty for an old one.")]
    used_at: Annotated[datetime | None, Field(description="When it was last used, to within an hour or so.")]
    ends_at: datetime | None
    match_id: Annotated[str | None, Field(description="The match and seat that it is for, where it is for one alone.")]
    seat: str | None


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
