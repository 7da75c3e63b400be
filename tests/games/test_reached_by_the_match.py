"""Figures, maps and scenarios are reached through the match: no module of a game keeps those that we ship."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import service.games
import web.games

HOMES = (Path(service.games.__file__).parent, Path(web.games.__file__).parent)
OF_DATA = ("ndc", "skirmish")
LOADS = re.compile(r"\b(load|scenarios?|read|read_folder|data_set)\(")
"""A call of what reads a set of data, or finds what was read of it."""
WHOLE = ("game.py", "example.py")
"""The game as it is shipped, and the script that writes its example down anew."""


def modules(game: str) -> Iterator[Path]:
    for home in HOMES:
        yield from sorted((home / game).rglob("*.py"))


def outside_functions(tree: ast.AST) -> Iterator[ast.AST]:
    """What is worked when a module is imported: all but the bodies of its functions."""
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield node
            yield from outside_functions(node)


def kept(source: str) -> list[str]:
    """The calls by which a module would keep a set of data from its import on."""
    if not LOADS.search(source):
        return []
    called = (node.func for node in outside_functions(ast.parse(source)) if isinstance(node, ast.Call))
    return [name for call in called if LOADS.fullmatch(f"{(name := ast.unparse(call).rpartition('.')[2])}(")]


@pytest.mark.parametrize("game", OF_DATA)
def test_no_module_of_a_game_keeps_the_data_that_we_ship(game: str):
    files = [file for file in modules(game) if file.name not in WHOLE]
    assert len(files) > 60
    for file in files:
        source = file.read_text("utf-8")
        assert not kept(source), file
        assert f"games.{game}.game import" not in source, f"{file} would speak for what we ship, whatever the match has"
