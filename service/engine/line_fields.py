"""The fields of a standing line: what each is called, what it may hold, and what a line says of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, Literal

from service.engine.options import Choice, Domain, Range, Scalar
from service.engine.sentences import Said

LINE_FIELD = "standing line"
"""Under this name a LineField stands in the metadata of a field."""


@dataclass(frozen=True, kw_only=True)
class LineField:
    """What is to be known of one field of a line.

    `label`: what it is called in a form; without one no form asks for it. `zero`: what 0 means. `values`: what its
    values are called, if they need a name; `names`: the list of the game's words (`line_names`) that has names for
    other values of it, such as the own bases. `first`: its rank among what is asked at first sight, from 1; the rest
    stands below a fold. `offers`: what it may hold, by the picture; without it an option does not ask for it. `apart`:
    there is an option for each of these values, called so; `only`: of these options, it is asked for in that one.
    `written`: in a form it is written, a number in at most `most` figures, at most `most` places; of `several` any
    number is chosen. `always`: a client writes it also where it is as in a new line.

    `says`: what the line's sentence says of it, unless it is as in a new line: words with `{}` for its value, or the
    words of each value. Where several fields make one phrase, one of them has a function of the line that returns the
    phrase, and the others say nothing. `open`: what is said where it is as in a new line. `counts`: the noun for its
    number, and its plural if that is irregular. `lead`: the words before a row of phrases that have the same, which
    "and" joins; `joint`: what parts a phrase from the one before it. `part`: whether it says when the line `fits`, what
    it `does`, or something `besides`, in a sentence of its own.
    """

    label: str = ""
    zero: str = ""
    values: Mapping[Any, str] = field(default_factory=dict)
    names: str = ""
    first: int = 0
    offers: Callable[[Any], Domain] | None = None
    apart: Mapping[Scalar, str] = field(default_factory=dict)
    only: Scalar = None
    written: Literal["", "figure", "place", "places"] = ""
    most: int = 0
    several: bool = False
    always: bool = False
    says: str | Mapping[Any, str] | Callable[[Any], Said] = ""
    open: str = ""
    counts: tuple[str, ...] = ()
    lead: str = ""
    joint: str = ", "
    part: Literal["fits", "does", "besides"] = "fits"


OWN = "own"
"""The list of names of a seat's own things: a value that it names stands in a sentence as one of these."""

PLAIN = LineField()
"""Of a field of which nothing is to be known."""


def line_field(default: Any, label: str = "", **more: Any) -> Any:
    """A field of a line, with what a new line holds in it and what is to be known of it."""
    return field(default=default, metadata={LINE_FIELD: LineField(label=label, **more)})


FIELDS: dict[type[Any], Mapping[str, LineField]] = {}
"""What was read of each type of line once."""


def line_fields(line: type[Any]) -> Mapping[str, LineField]:
    """What is to be known of each field of a line, in their order."""
    if line not in FIELDS:
        FIELDS[line] = MappingProxyType({one.name: one.metadata.get(LINE_FIELD, PLAIN) for one in fields(line)})
    return FIELDS[line]


def offered(line: type[Any], picture: Any, way: Scalar = None) -> dict[str, Domain]:
    """What an option asks of a line; `way`: that for which it is, where options are told apart by a field."""
    return {
        name: one.offers(picture)
        for name, one in line_fields(line).items()
        if one.offers is not None and one.only in (None, way)
    }


def fixed_to(*values: Scalar) -> Callable[[Any], Domain]:
    """One of these values, whatever the picture."""
    domain = Choice(values=values)
    return lambda picture: domain


def numbers(least: int, most: int) -> Callable[[Any], Domain]:
    """A number from least to most, whatever the picture."""
    domain = Range(least=least, most=most)
    return lambda picture: domain


YES_OR_NO = fixed_to(False, True)


def in_brief(line: Any) -> dict[str, object]:
    """What a line says, by field: what is as in a new line is left out."""
    new, found = type(line)(), dict[str, object]()
    for name, one in line_fields(type(line)).items():
        value = getattr(line, name)
        if one.always or value != getattr(new, name):
            found[name] = list(value) if isinstance(value, tuple) else value
    return found
