"""What is wrong with an option: an order that is made of it could not be read, as one that comes over HTTP is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import MISSING, fields, is_dataclass
from functools import lru_cache
from inspect import formatannotation
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from service.engine.options import Choice, Domain, Option, Places, Range, Routes, Several
from service.engine.orders import Order
from service.engine.places import Place
from service.engine.sentences import listed, plain_text

PLAIN: Mapping[type, tuple[type, ...]] = {bool: (bool,), int: (int,), float: (int, float), str: (str,)}
"""What a plain type is written as; yes and no are no numbers."""


def faults_of_option(option: Option, orders: Mapping[str, type[Order]]) -> Iterator[str]:
    """Why orders that are made of an option could not be read, by all order types of the game, in sentences.

    It looks at the names and types of what the option says.
    """
    made: Any = orders.get(option.kind)
    if made is None:
        title = plain_text(option.title)
        yield f"The option {title!r} names the order {option.kind!r}, which is not registered among `orders`."
        return
    held = {field.name: field for field in fields(made) if field.name != "kind"}
    given = {**option.fixed, **option.fields}
    for name in given.keys() - held.keys():
        yield f"{option.called} says {name!r}, which is no field of {made.__name__}."
    lacking = [
        name for name, field in held.items()
        if name not in given and field.default is MISSING and field.default_factory is MISSING
    ]  # fmt: skip
    if lacking:
        yield f"{option.called} does not say {listed(map(repr, lacking))}, which {made.__name__} has no default for."
    for name in [name for name in held if name in given]:
        hint = types_of(made).get(name, Any)
        wrong = next((said for value, said in values_of(option, name) if not fits(value, hint)), None)
        if wrong is not None:
            yield f"{option.called} has {wrong} for {name!r}, which is {written(held[name].type)}."


def faults_of_choice(option: Option) -> Iterator[str]:
    """The fields of an option for which nothing can be chosen, each in a sentence."""
    for name, domain in option.fields.items():
        if is_empty(domain):
            yield f"{option.called} has nothing to choose for {name!r}."


def is_empty(domain: Domain) -> bool:
    """Whether nothing can be chosen; where ways lead is asked apart."""
    match domain:
        case Choice():
            return not domain.values
        case Range():
            return domain.least > domain.most
        case Places():
            return not domain.places
        case Several():
            return not domain.least <= domain.most <= len(domain.values)
    return False


def values_of(option: Option, name: str) -> Iterator[tuple[Any, str]]:
    """What an option can put into a field, each with what it is called; a row of values or a way stands for all."""
    domain = option.fields.get(name)
    match domain:
        case None:
            yield option.fixed[name], repr(option.fixed[name])
        case Choice():
            yield from ((value, repr(value)) for value in domain.values)
        case Range():
            yield domain.least, "a whole number"
        case Places():
            yield from ((place, f"the place {place}") for place in domain.places)
        case Several():
            yield domain.values, "several texts"
            if domain.usual:
                yield None, "None"
        case Routes():
            yield (Place("somewhere"),), "a way"


@lru_cache(maxsize=512)
def types_of(made: type[Order]) -> Mapping[str, Any]:
    """The types of an order's fields; none where one of their names is there for a type checker only."""
    try:
        return get_type_hints(made)
    except NameError:
        return {}


def written(annotation: Any) -> str:
    """A type as it stands in the code."""
    return annotation if isinstance(annotation, str) else formatannotation(annotation)


def fits(value: Any, hint: Any) -> bool:
    """Whether a value can stand where this type is asked for; what it does not know may."""
    origin, args = get_origin(hint), get_args(hint)
    if isinstance(hint, NewType):
        return fits(value, hint.__supertype__)
    if hint is NoneType or hint is None:
        return value is None
    if isinstance(hint, type) and hint in PLAIN:
        return isinstance(value, PLAIN[hint]) and (hint is bool or not isinstance(value, bool))
    if origin is Annotated:
        return fits(value, args[0])
    if origin is Literal:
        return any(type(value) is type(one) and value == one for one in args)
    if origin in (Union, UnionType):
        return any(fits(value, one) for one in args)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return isinstance(value, Mapping) and all(fits(one, args[-1]) for one in value.values())
    if isinstance(origin, type) and issubclass(origin, Sequence | Set):
        return is_row(value) and fit_each(value, origin, args)
    if isinstance(hint, type) and is_dataclass(hint):
        return isinstance(value, hint | Mapping)
    return True


def is_row(value: Any) -> bool:
    """Whether a value is several in a row, and no text."""
    return isinstance(value, Sequence | Set) and not isinstance(value, str)


def fit_each(values: Any, origin: type, args: tuple[Any, ...]) -> bool:
    """Whether each of several values fits: a tuple of different types place by place, all others one type."""
    if origin is tuple and (len(args) != 2 or args[1] is not Ellipsis):
        return len(values) == len(args) and all(map(fits, values, args))
    return all(fits(value, args[0]) for value in values)
