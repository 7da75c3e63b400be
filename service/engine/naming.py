"""Which events and reports a game's procedures name: what they tell or let happen has to be registered."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from service.engine.events import Event
from service.engine.orders import Order
from service.engine.outline import Heading, walk
from service.engine.reports import Report


def procedures_of(outline: Heading, orders: Sequence[type[Order]]) -> Iterator[tuple[str, FunctionType]]:
    """What the umpire works of a game, each function with where it belongs."""
    for heading in walk(outline):
        for entry in ("does", "ends", "compose", "begins", "finishes"):
            if isinstance(found := getattr(heading, entry, None), FunctionType):
                yield f"“{heading.title}”", found
    for order in orders:
        if isinstance(found := vars(order).get("resolve"), FunctionType):
            yield f"the order {order.__name__}", found


def told_and_done(procedure: FunctionType) -> set[type[Event] | type[Report]]:
    """The event and report types, each with a kind, that a procedure names, or a function of the game that it calls."""
    found: set[type[Event] | type[Report]] = set()
    seen: set[CodeType] = set()
    left = [procedure]
    while left:
        function = left.pop()
        if function.__code__ in seen:
            continue
        seen.add(function.__code__)
        for named in named_in(function):
            if isinstance(named, type) and issubclass(named, Event | Report) and has_kind(named):
                found.add(named)
            elif isinstance(named, MethodType) and isinstance(named.__func__, FunctionType):
                left.append(named.__func__)
            elif isinstance(named, FunctionType):
                left.append(named)
    return found


def has_kind(named: type[Event] | type[Report]) -> bool:
    """Whether a type is one that can happen or be told, and no common base of several."""
    kind = getattr(named, "__dataclass_fields__", {}).get("kind")
    return kind is not None and isinstance(kind.default, str)


def named_in(function: FunctionType) -> Iterator[Any]:
    """What a game's function names of its module, of those that the module imports, and of what it is closed over."""
    home = function.__module__ or ""
    if home.startswith("service.engine.") or home.partition(".")[0] in sys.stdlib_module_names:
        return  # the same for every game
    names = set(names_in(function.__code__))
    for cell in function.__closure__ or ():
        with suppress(ValueError):  # nothing is in it yet
            yield cell.cell_contents
    for name in names:
        named = function.__globals__.get(name)
        yield named
        if isinstance(named, ModuleType):
            yield from (vars(named)[inner] for inner in names if inner in vars(named))


def names_in(code: CodeType) -> Iterator[str]:
    """The names that a function's code looks up, those of the functions within it too."""
    yield from code.co_names
    for within in code.co_consts:
        if isinstance(within, CodeType):
            yield from names_in(within)
