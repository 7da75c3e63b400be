"""What a field of an order is to it: whom it is given to, which way they go, what it is aimed at.

An order type says it in the types of its fields, and whoever asks for units, a way or a target goes by that, whatever
a field is called:

    unit: Subject[UnitId]
    path: Way[tuple[Hex, ...]]
    target: Target[Handle]
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

T = TypeVar("T")


class Role(Enum):
    """What a field is to its order."""

    SUBJECT = "subject"
    WAY = "way"
    TARGET = "target"


Subject = Annotated[T, Role.SUBJECT]
"""The id of an own unit to which the order is given, or the ids of several."""
Way = Annotated[T, Role.WAY]
"""The places through which they go, in their order and without where they set out; or the one to which they go."""
Target = Annotated[T, Role.TARGET]
"""What is aimed at: a place, or a contact by its handle."""


def fields_in(role: Role, made: Any) -> tuple[str, ...]:
    """The names of the fields that have this role in an order type, in their order."""
    return tuple(name for name, one in _roles_of(made).items() if one is role)


def role_of(field: str, made: Any) -> Role | None:
    """What this field is to an order of this type; None where it is neither of these."""
    return _roles_of(made).get(field)


def held_in(role: Role, order: Any) -> tuple[Any, ...]:
    """All that an order holds in the fields of this role, one after the other; what is left out is left out."""
    found: list[Any] = []
    for name in fields_in(role, type(order)):
        value = getattr(order, name)
        found += value if isinstance(value, tuple) else () if value is None else (value,)
    return tuple(found)


@cache
def _roles_of(made: type[Any]) -> Mapping[str, Role]:
    hints = get_type_hints(made, include_extras=True)
    marked = {name: get_args(hint)[1:] for name, hint in hints.items() if get_origin(hint) is Annotated}
    return {name: role for name, marks in marked.items() for role in marks if isinstance(role, Role)}
