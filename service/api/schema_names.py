"""What the types of games are called in the description of the API: each by its class's name, after its game's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from inspect import isclass
from typing import Any, get_args, get_type_hints

from pydantic import BaseModel

from schemas import wire
from service.engine.faculties import contact_type, given_type
from service.engine.game import AnyGame

REF = "#/components/schemas/"
WHICHEVER = ("Order", "Report", "Option", "View", "Contact")
"""What is called by these names is one of a game's types of each, whichever it is."""

ORDERED = "Ordered"
"""Follows the name of what both an order and something that is told are made of, as it stands in an order."""

STORED = "Stored"
"""Follows the name of a report, and of what reports are made of, where an export has it as it is stored."""


class CollidingNames(ValueError):
    """Two types would have one name in the description of the API; which, in a sentence each."""


def name_of(game: str, part: str) -> str:
    """What a game's type is called; no other schema has a dot in its name."""
    return f"{game}.{part}"


def title_of(game: str, part: str) -> str:
    """The title of a game's type, which generators of clients call a class by."""
    return f"{game.capitalize()}{part}"


def check_names(games: Mapping[str, AnyGame]) -> None:
    """Raises CollidingNames where two types would have the same name or title."""
    if faults := faults_of_names(tuple(games.values())):
        raise CollidingNames("\n".join(faults))


@lru_cache(maxsize=64)
def faults_of_names(games: tuple[AnyGame, ...]) -> tuple[str, ...]:
    """Each name or title that two types would have, in a sentence."""
    faults = [fault for game in games for fault in faults_within(game)]
    titles: dict[str, str] = {title: f"{title}, which is the API's own" for title in titles_of_the_api()}
    for game in games:
        name = game.info.name
        for part in sorted({*WHICHEVER, *(called for called, _ in named_types(game))}):
            title = title_of(name, part)
            if title in titles:
                faults.append(f"{name_of(name, part)} would have the title of {titles[title]}; call one otherwise.")
            titles.setdefault(title, name_of(name, part))
    return tuple(faults)


def faults_within(game: AnyGame) -> Iterator[str]:
    """Each name by which the API would call two types of one game."""
    seen: dict[str, str] = {
        name: f"the union of all its {name.lower()}s" for name in WHICHEVER if name not in ("View", "Contact")
    }
    for called, made in named_types(game):
        where = f"{made.__module__}.{made.__qualname__}"
        if seen.setdefault(called, where) != where:
            yield f"{name_of(game.info.name, called)} would be {seen[called]} and {where}; call one otherwise."


@lru_cache(maxsize=64)
def named_types(game: AnyGame) -> tuple[tuple[str, type], ...]:
    """Every type of a game that the API describes, with its name there: what orders, reports, views and
    standing orders are made of."""
    found: dict[type, None] = {}
    orders, reports = game.orders_by_kind.values(), game.reports_by_kind.values()
    for root in (*orders, *reports):
        collect(root, found)
    parts = dict(found)
    collect(game.view_type, parts)
    if game.standing is not None:
        collect(given_type(game.standing), parts)
    contact = contact_type(game.forces) if game.forces is not None else None
    collect(contact, parts)
    called = {game.view_type: "View", contact: "Contact"}
    of_orders: dict[type, None] = {}
    for order in orders:
        collect(order, of_orders)
    return (
        *((f"{made.__name__}{STORED}", made) for made in found),
        *((("ContactChange", contact),) if contact is not None else ()),
        *((called.get(made, made.__name__), made) for made in parts),
        *((f"{order.__name__}Option", order) for order in orders),
        *((f"{made.__name__}{ORDERED}", made) for made in of_orders if made not in orders),
    )


def collect(hint: Any, found: dict[type, None]) -> None:
    """Every dataclass and enumeration that a type is made of."""
    if isclass(hint) and (is_dataclass(hint) or issubclass(hint, Enum)):
        if hint in found or hint.__name__ in ("Order", "Report"):
            return
        found[hint] = None
        if is_dataclass(hint):
            hints = get_type_hints(hint)
            for field in fields(hint):
                collect(hints[field.name], found)
    for inner in get_args(hint):
        collect(inner, found)


def titles_of_the_api() -> Iterator[str]:
    """The titles of the types that are the same for every game."""
    yield from (f"Any{kind}" for kind in ("Order", "Report", f"Report{STORED}"))
    yield from (name for name, made in vars(wire).items() if isclass(made) and issubclass(made, BaseModel))
