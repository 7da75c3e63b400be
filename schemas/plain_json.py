"""JSON as the wire takes it: stricter than parsers are, and checked before anything else looks at it.

No name twice, no NaN, no NUL, no lone surrogate, nothing too long, too wide, too deep or too big.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

LONGEST_TEXT = 4000
LONGEST_NAME = 100
LONGEST_LIST = 1000
DEEPEST = 16
BIGGEST_NUMBER = 2**53

UNFIT = re.compile("[\x00\ud800-\udfff]")


class UnfitJson(ValueError):
    """A sentence that says what is wrong; it repeats nothing of what was sent."""


def fit(raw: bytes) -> Any:
    """What the bytes say. Raises UnfitJson."""
    try:
        text = raw.decode("utf-8")
        said = _DECODER.decode(text)
    except UnfitJson:
        raise
    except UnicodeDecodeError:
        raise UnfitJson("The text is not UTF-8.") from None
    except RecursionError:
        raise UnfitJson("The JSON is nested too deeply.") from None
    except ValueError:
        raise UnfitJson("This is not JSON.") from None
    _check(said, 0)
    return said


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise UnfitJson("A name stands twice in one object.")
    return members


def _number(digits: str) -> float | int:
    """2.0 is a whole number, as JSON Schema has it."""
    number = float(digits)
    return int(number) if number.is_integer() else number


def _no_constant(name: str) -> Any:
    raise UnfitJson("NaN and infinities are no JSON.")


_DECODER = json.JSONDecoder(object_pairs_hook=_members, parse_float=_number, parse_constant=_no_constant)


def _check(said: Any, depth: int) -> None:
    if depth > DEEPEST:
        raise UnfitJson("The JSON is nested too deeply.")
    if isinstance(said, str):
        _check_text(said, LONGEST_TEXT)
    elif isinstance(said, float):
        if not math.isfinite(said):
            raise UnfitJson("A number is too big.")
    elif isinstance(said, int):
        if abs(said) > BIGGEST_NUMBER:
            raise UnfitJson("A number is too big.")
    elif isinstance(said, list | dict):
        if len(said) > LONGEST_LIST:
            raise UnfitJson(f"A list is longer than {LONGEST_LIST}.")
        if isinstance(said, dict):
            for name in said:
                _check_text(name, LONGEST_NAME)
        for member in said.values() if isinstance(said, dict) else said:
            _check(member, depth + 1)


def _check_text(text: str, longest: int) -> None:
    if len(text) > longest:
        raise UnfitJson(f"A text is longer than {longest} characters.")
    if UNFIT.search(text):
        raise UnfitJson("A text holds NUL or half a character.")
