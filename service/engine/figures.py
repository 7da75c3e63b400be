"""Figures in the text of the rules: `{file.entry.entry}` stands for what the data file says, so none is typed twice.

After a bar comes how it is said: `+` with its sign, `abs` without one, `steps` a ladder in a row, `uses` by number of
the use, `part` a divisor as a share, `or` a list as alternatives.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import cast

from service.engine.tables import DataFault

SPACE = "\N{NO-BREAK SPACE}"
_PLACE = re.compile(r"\{([\w. -]+)(?:\|([\w+]+))?\}")


def filled(text: str, files: Mapping[str, object], where: str) -> str:
    """The text with its figures; DataFault where a place names nothing."""

    def figure(found: re.Match[str]) -> str:
        value: object = files
        for name in found[1].split("."):
            value = entry(value, name)
        try:
            return SAID[found[2] or ""](value)
        except (KeyError, TypeError, ValueError):
            raise DataFault(where, found[0], f"{value!r} cannot be said so") from None

    def entry(value: object, name: str) -> object:
        if isinstance(value, Mapping):
            for key in (name, int(name) if name.isdecimal() else name):
                if key in value:
                    return cast(object, value[key])
        raise DataFault(where, name, "no data file has such an entry")

    return _PLACE.sub(figure, text)


def signed(number: int) -> str:
    """A number as a modifier is printed: +2, −3, 0."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def spread(least: int, most: int | None = None) -> str:
    """A modifier, or from the least to the most that it can be: +1 to +3."""
    return signed(least) if most is None or most == least else f"{signed(least)} to {signed(most)}"


def in_parts(number: int, of: int) -> str:
    """A number of quarters or halves as a modifier is printed: of 4, 10 is +2½, and −3 is −¾."""
    whole, rest = divmod(abs(number), of)
    if not rest:
        return signed(number // of)
    return f"{'+' if number > 0 else '−'}{whole or ''}{PARTS[rest, of]}"


PARTS = {(1, 4): "¼", (2, 4): "½", (3, 4): "¾", (1, 2): "½"}
"""What is over a whole number, of how many parts, as it is printed."""


def plain(value: object) -> str:
    """A figure or a word; a figure below 0 with a proper minus."""
    if isinstance(value, dict | list):
        raise TypeError
    if isinstance(value, int) and not isinstance(value, bool) and value < 0:
        return signed(value)
    return str(value)


def share(divisor: object) -> str:
    """What is left after dividing: half, a third, 1/4."""
    return {2: "half", 3: "a third"}.get(cast(int, divisor), f"1/{divisor}")


def steps(ladder: object) -> str:
    """A ladder in a row: None +2, level 1 +1."""
    named = cast(Mapping[object, int], ladder)
    return ", ".join(
        f"{f'level {step}' if isinstance(step, int) else step}{SPACE}{signed(n)}" for step, n in named.items()
    )


def uses(numbers: object) -> str:
    """By number of the use, the last standing for all further ones: 1st +5, 2nd +3, further +1."""
    *first, rest = cast(list[int], numbers)
    named = [f"{ordinal}{SPACE}{signed(n)}" for ordinal, n in zip(("1st", "2nd", "3rd", "4th"), first, strict=False)]
    return ", ".join([*named, f"further{SPACE}{signed(rest)}"])


def alternatives(values: object) -> str:
    """A list in a sentence: dry, light or heavy."""
    *first, last = map(plain, cast(list[object], values))
    return f"{', '.join(first)} or {last}" if first else last


SAID: Mapping[str, Callable[[object], str]] = {
    "": plain,
    "+": lambda value: signed(cast(int, value)),
    "abs": lambda value: str(abs(cast(int, value))),
    "steps": steps,
    "uses": uses,
    "part": share,
    "or": alternatives,
}
