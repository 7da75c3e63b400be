"""Which events and reports a game's procedures name: what they tell or let happen has to be registered."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

from service.engine.events import Event, PostEmptied, WindowOpened
from service.engine.orders import Order
from service.engine.outline import Heading, walk
from service.engine.reports import Report
from service.engine.telling import deliver_post, empty_post, release


def procedures_of(outline: Heading, orders: Sequence[type[Order]]) -> Iterator[tuple[str, FunctionType]]:
    """What the umpire works of a game, each function with where it belongs."""
    for heading in walk(outline):
        for entry in ("does", "ends", "compose", "begins", "finishes"):
            if isinstance(found := getattr(heading, entry, None), FunctionType):
                yield f"“{heading.title}”", found
    for order in orders:
        if isinstance(found := vars(order).get("resolve"), FunctionType):
            yield f"the order {order.__name__}", found


def opens_windows(outline: Heading, orders: Sequence[type[Order]]) -> bool:
    """Whether anything that the umpire works of a game can set a time: it, or the module that it is in, names that."""
    functions = (function for _, procedure in procedures_of(outline, orders) for function in reached(procedure))
    return any(
        WindowOpened in function.__globals__.values() or WindowOpened in named_in(function) for function in functions
    )


def told_and_done(procedure: FunctionType) -> set[type[Event] | type[Report]]:
    """The event and report types, each with a kind, that a procedure names, or a function of the game that it calls."""
    return {
        named
        for function in reached(procedure)
        for named in named_in(function)
        if isinstance(named, type) and issubclass(named, Event | Report) and has_kind(named)
    }


def hands_out_post(procedure: FunctionType) -> bool:
    """Whether a procedure, or a function that it calls, names a way to tell a seat what waits in its post."""
    ways = (deliver_post, empty_post, release, PostEmptied)
    return any(one is way for function in reached(procedure) for one in named_in(function) for way in ways)


def reached(
    procedure: FunctionType, named: Callable[[FunctionType], Iterable[Any]] | None = None
) -> Iterator[FunctionType]:
    """A function, and each function of the game that it can call by its name, and those that these can.

    `named` says what a function names; by default `named_in` does, which is quick, and takes some attributes for names.
    """
    named = named or named_in
    seen: set[CodeType] = set()
    left = [procedure]
    while left:
        function = left.pop()
        if function.__code__ in seen:
            continue
        seen.add(function.__code__)
        yield function
        called = (getattr(one, "__func__", one) for one in named(function))
        left += [one for one in called if isinstance(one, FunctionType)]


def has_kind(named: type[Event] | type[Report]) -> bool:
    """Whether a type is one that can happen or be told, and no common base of several."""
    kind = getattr(named, "__dataclass_fields__", {}).get("kind")
    return kind is not None and isinstance(kind.default, str)


@cache
def named_in(function: FunctionType) -> tuple[Any, ...]:
    """What a game's function names; nothing for one that is the same for every game."""
    home = function.__module__ or ""
    shared = home.startswith("service.engine.") or home.partition(".")[0] in sys.stdlib_module_names
    return () if shared else tuple(looked_up(function))


def looked_up(function: FunctionType) -> Iterator[Any]:
    """What a function names of its module, of those that the module imports, and of what it is closed over.

    An attribute that is called as something there is taken for that: a service is not to wait for the code to be read
    step by step.
    """
    for cell in function.__closure__ or ():
        with suppress(ValueError):  # nothing is in it yet
            yield cell.cell_contents
    for code in codes_in(function.__code__):
        own = [function.__globals__[name] for name in code.co_names if name in function.__globals__]
        yield from own
        for module in own:
            if isinstance(module, ModuleType):
                yield from (vars(module)[name] for name in code.co_names if name in vars(module))


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """A function's code, and that of the functions within it."""
    yield code
    for within in code.co_consts:
        if isinstance(within, CodeType):
            yield from codes_in(within)
