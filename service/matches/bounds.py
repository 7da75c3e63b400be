"""Bounds that the owner sets on the page of the server: what one player may take, and whether anybody may sign up.

Each has its value from the settings until another is set; that one is kept in the database, and holds from then on,
after a restart too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Literal, get_args

from limits import parse

from service.matches.context import Context
from service.matches.credentials import Account
from service.matches.errors import Malformed, NotFound
from service.matches.housekeeping import demand_owner
from service.matches.rate_limits import WHY, Most
from service.settings import Limited

SIGN_UP: Mapping[str, str] = {"closed": "closed: one needs a link from the owner", "open": "open to anybody"}
MOST: Mapping[str, str] = {
    "matches": "matches in progress that an account may have opened",
    "guest_matches": "the same for a visitor without an account",
    "sockets": "live sockets at one seat",
    "sockets_of_account": "live sockets of one account",
    "sockets_from": "live sockets from one address",
    "lists": "lists of orders of one seat that may wait to be worked",
}
HIGHEST = 100_000
BoundKind = Literal["sign-up", "most", "often"]


@dataclass(frozen=True)
class Bound:
    """A bound: its name, what it is on, in words, how it stands, and whether that was set here.

    `often` is written as `10 per minute`, `most` as a number, `sign-up` as one of SIGN_UP.
    """

    name: str
    kind: BoundKind
    about: str
    value: str
    is_set: bool


def bounds(context: Context, by: Account | None) -> list[Bound]:
    """All bounds, as they stand. Raises NotFound to any but the owner."""
    demand_owner(by)
    with context.store.look() as look:
        kept = look.keeping.bounds()
    return [
        Bound(name, kind, about, kept.get(name, now), name in kept)
        for name, (kind, about, now) in _standing(context).items()
    ]


def set_bound(context: Context, by: Account | None, name: str, said: str) -> None:
    """Set a bound; an empty word has it as the settings do. Raises NotFound, and Malformed for what is no bound."""
    demand_owner(by)
    found, said = _standing(context).get(name), " ".join(said.split())
    if found is None:
        raise NotFound()
    if said:
        said = _read(found[0], said)
    with context.store.work() as work:
        work.keeping.set_bound(name, said or None)
    _put(context, name, said or context.bounds_of_settings.get(name, found[2]))
    context.hub.tell("bounds")


def take_up_bounds(context: Context) -> None:
    """Have those bounds hold that are set in the database, and no others; a process does so as it starts, and when
    another has set one.
    """
    with context.store.look() as look:
        kept = look.keeping.bounds()
    standing = _standing(context)
    for name, value in [*context.bounds_of_settings.items()]:  # a request may set another meanwhile
        if name not in kept:
            _put(context, name, value)
    for name, value in kept.items():
        if name in standing:
            _put(context, name, value)


def _standing(context: Context) -> dict[str, tuple[BoundKind, str, str]]:
    """Every bound by its name: kind, what it is on, and how it stands in this process."""
    most: dict[str, tuple[BoundKind, str, str]] = {
        f"most {one.name}": ("most", MOST[one.name], str(getattr(context.most, one.name))) for one in fields(Most)
        if one.name in MOST
    }  # fmt: skip
    often: dict[str, tuple[BoundKind, str, str]] = {
        what: ("often", f"how often {WHY[what]}", context.rate_limits.limit(what)) for what in get_args(Limited)
    }
    sign_up = "open" if context.lets_anybody_sign_up else "closed"
    return {"sign-up": ("sign-up", "who may sign up", sign_up), **most, **often}


def _read(kind: BoundKind, said: str) -> str:
    """A bound as it is kept. Raises Malformed."""
    if kind == "sign-up" and said not in SIGN_UP:
        raise Malformed([(["value"], f"It is one of: {', '.join(SIGN_UP)}.")])
    if kind == "most" and not (said.isascii() and said.isdecimal() and 0 < int(said[:9]) <= HIGHEST):
        raise Malformed([(["value"], f"It is a number from 1 to {HIGHEST}.")])
    if kind == "often":
        try:
            limit = parse(said)
        except ValueError:
            limit = None
        if limit is None or not 0 < limit.amount <= HIGHEST or len(said) > 40:
            raise Malformed([(["value"], "It is written as `10 per minute`.")])
    return said


def _put(context: Context, name: str, value: str) -> None:
    """Have a bound hold in this process, and remember what the settings had."""
    kind, _, now = _standing(context)[name]
    context.bounds_of_settings.setdefault(name, now)
    if kind == "sign-up":
        context.most.sign_up = value
    elif kind == "most":
        setattr(context.most, name.removeprefix("most "), int(value))
    else:
        context.rate_limits.set_limit(name, value)  # type: ignore[arg-type]  # one of Limited
