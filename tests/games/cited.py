"""The rules that texts cite, and those that tests carry, for the tests of games' books."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]


def cited_in(text: str, game: str) -> Iterator[str]:
    """The rules of a game that a text cites, such as NDC-ZOC-03 and 08, or NDC-REP-03 to 05."""
    for part, first, rest in re.findall(rf"\b({game}-[A-Z]+-)(\d\d)((?:(?:,| and| to) \d\d\b)*)", text):
        last = int(first)
        yield f"{part}{first}"
        for word, number in re.findall(r"(,| and| to) (\d\d)", rest):
            for one in range(last + 1 if word == " to" else int(number), int(number) + 1):
                yield f"{part}{one:02}"
            last = int(number)


MARK = re.compile(r"^[^#\n]*\bpytest\.mark\.rule(\([^()]*\))", re.MULTILINE)


def carried_by_tests(game: str) -> set[str]:
    """The rules of a game that the tests carry."""
    found: set[str] = set()
    for file in TESTS.rglob("test_*.py"):
        for rules in MARK.findall(file.read_text("utf-8")):
            [call] = ast.parse(f"rule{rules}").body
            assert isinstance(call, ast.Expr) and isinstance(call.value, ast.Call)
            found |= {ast.literal_eval(rule) for rule in call.value.args}
    return {rule for rule in found if rule.startswith(f"{game}-")}
