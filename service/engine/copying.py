"""Copies of positions and pictures: whatever looks ahead works on one, and a game takes what is told into another.

Each type is looked at once, when the first thing of it is copied. What cannot change is not copied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import fields, is_dataclass
from datetime import date, datetime, timedelta
from enum import Enum
from pickle import dumps, loads
from types import MemberDescriptorType, NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

Thing = TypeVar("Thing")
Copies = Callable[[Any], Any]


def copy_of(thing: Any) -> Any:
    """A copy that has nothing in common with the thing but what cannot change.

    What stands in two places of the thing stands twice in the copy, as it does when a match is read from the store.
    """
    kind = thing.__class__
    if kind in UNCHANGING:
        return thing
    copies = COPIES.get(kind)
    if copies is None:
        copies = COPIES[kind] = copies_of(kind)
    return copies(thing)


def same_in_another(thing: Any) -> Any:
    """Another thing of the same kind that holds the same, or this one if it cannot be changed; `copy.copy` takes longer
    for a dataclass.
    """
    kind = thing.__class__
    copies = SHALLOW.get(kind)
    if copies is None:
        copies = SHALLOW[kind] = shallow_copies_of(kind)
    return copies(thing)


def same_but(thing: Thing, **entries: Any) -> Thing:
    """Another of a kind that can be changed, which differs from the thing in these entries alone."""
    made: Thing = same_in_another(thing)
    for name, value in entries.items():
        setattr(made, name, value)
    return made


def shallow_copies_of(kind: type[Any]) -> Copies:
    if not is_dataclass(kind) or stored_otherwise(kind):
        return copy
    if kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        return as_it_is
    names = [field.name for field in fields(kind)]
    are_slots = all(isinstance(getattr(kind, name, None), MemberDescriptorType) for name in names)
    return of_fields(kind, names, names) if are_slots and not kind.__dictoffset__ else copy


def copies_of(kind: type[Any]) -> Copies:
    """How things of a type are copied: by pickle, if it is no dataclass, or one that says how it is stored."""
    if issubclass(kind, Enum | type):
        return as_it_is
    if not is_dataclass(kind) or stored_otherwise(kind):
        return lambda thing: loads(dumps(thing))
    hints, names = hints_of(kind), [field.name for field in fields(kind)]
    constant = [name for name in names if cannot_change(hints.get(name, Any))]
    if kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        return as_it_is if constant == names else of_frozen(kind, names)
    in_slots = any(isinstance(getattr(kind, name, None), MemberDescriptorType) for name in names)
    return of_fields(kind, names, constant) if in_slots else of_entries(kind)


def stored_otherwise(kind: type[Any]) -> bool:
    """Whether a class has a method for pickle that dataclasses do not give it."""
    found = [vars(base)[name] for base in kind.__mro__[:-1] for name in STORING if name in vars(base)]
    return any(method.__module__ != "dataclasses" for method in found)


def hints_of(kind: type[Any]) -> dict[str, Any]:
    """What the fields of a dataclass are said to hold; nothing where that cannot be read here."""
    try:
        return get_type_hints(kind)
    except NameError:
        return {}


def cannot_change(hint: Any) -> bool:
    """Whether what a field is said to hold cannot change: plain values and tuples of them."""
    hint = getattr(hint, "__supertype__", hint)
    if get_origin(hint) in (Union, UnionType, tuple):
        return all(one is Ellipsis or cannot_change(one) for one in get_args(hint))
    return hint in PLAIN or get_origin(hint) is Literal or (isinstance(hint, type) and issubclass(hint, Enum))


def as_it_is(thing: Any) -> Any:
    return thing


def of_fields(kind: type[Any], names: list[str], constant: list[str]) -> Copies:
    """A function made for the type, as dataclasses make theirs: a unit has more than forty fields."""
    lines = [f"made.{name} = {f'thing.{name}' if name in constant else f'copy_of(thing.{name})'}" for name in names]
    made: dict[str, Any] = {"kind": kind, "new": object.__new__, "copy_of": copy_of}
    exec("\n ".join(["def copies(thing):", "made = new(kind)", *lines, "return made"]), made)
    copies: Copies = made["copies"]
    return copies


def of_entries(kind: type[Any]) -> Copies:
    def copies(thing: Any) -> Any:
        made = object.__new__(kind)
        made.__dict__.update(of_dict(thing.__dict__))
        return made

    return copies


def of_frozen(kind: type[Any], names: list[str]) -> Copies:
    """The thing itself, where nothing in it could be changed either."""

    def copies(thing: Any) -> Any:
        values = [getattr(thing, name) for name in names]
        copied = of_list(values)
        if all(one is other for one, other in zip(values, copied, strict=True)):
            return thing
        made = object.__new__(kind)
        for name, value in zip(names, copied, strict=True):
            object.__setattr__(made, name, value)
        return made

    return copies


def of_list(thing: Iterable[Any]) -> list[Any]:
    made: list[Any] = []  # not list[Any](), which takes twenty times as long
    kind: type[Any] | None = None
    copies: Copies = as_it_is
    for value in thing:
        if value.__class__ is not kind:  # it is looked for once for all that follow of the same kind
            kind = value.__class__
            copies = as_it_is if kind in UNCHANGING else COPIES.get(kind, copy_of)
        made.append(value if copies is as_it_is else copies(value))
    return made


def of_dict(thing: dict[Any, Any]) -> dict[Any, Any]:
    names = thing if all(name.__class__ is str for name in thing) else of_list(thing)
    return dict(zip(names, of_list(thing.values()), strict=True))


def of_tuple(thing: tuple[Any, ...]) -> tuple[Any, ...]:
    copied = of_list(thing)
    return thing if all(one is other for one, other in zip(thing, copied, strict=True)) else tuple(copied)


PLAIN = {NoneType, bool, int, float, str, bytes, date, datetime, timedelta}
UNCHANGING = {*PLAIN, type}
STORING = ("__reduce__", "__reduce_ex__", "__getstate__", "__setstate__", "__getnewargs__", "__getnewargs_ex__")
SHALLOW: dict[type[Any], Copies] = {}
COPIES: dict[type[Any], Copies] = {
    list: of_list,
    dict: of_dict,
    tuple: of_tuple,
    set: lambda thing: {copy_of(value) for value in thing},
    frozenset: lambda thing: frozenset(copy_of(value) for value in thing),
}
