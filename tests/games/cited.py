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


def rules_marked(source: str) -> Iterator[str]:
    """The rules of every `pytest.mark.rule(...)` in a module of tests, at a test or among its parameters."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            yield from map(ast.literal_eval, node.args)


def carried_by_tests(game: str) -> set[str]:
    """The rules of a game that the tests carry."""
    sources = (file.read_text("utf-8") for file in TESTS.rglob("test_*.py"))
    marked = (rules_marked(source) for source in sources if "mark.rule(" in source and f"{game}-" in source)
    return {rule for rules in marked for rule in rules if rule.startswith(f"{game}-")}
