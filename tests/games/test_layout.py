"""Where the parts of a game lie, and that what goes by a picture alone is handed no truth."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from dis import get_instructions
from inspect import signature
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

from service import games
from service.engine.faculties import Forces, Standing
from service.engine.game import AnyGame
from service.engine.validation.faults import functions_of
from service.engine.validation.source import codes_in, named_in, reached
from service.games.shelf import GAMES
from tests.toy import TOY

HERE = Path(games.__file__).parent
SECTIONS = sorted(HERE.glob("*/sections/*.py"))
BY_PICTURE = ("answer", "odds", "foretell", "at_once", "other_ways", "sight", "view")
"""What a game is asked with a seat's picture, beside its faculties."""


def test_nothing_stands_beside_the_games_but_the_shelf():
    """A module there would be bound by no contract of a game's folders."""
    assert sorted(path.name for path in HERE.glob("*.py")) == ["__init__.py", "shelf.py"]
    assert all(
        (folder / "game.py").is_file() for folder in HERE.iterdir() if folder.name != "__pycache__" and folder.is_dir()
    )


def names_the_truth(source: ast.Module) -> bool:
    """Whether a module imports the truth of a game."""
    imported = [node.module or "" for node in ast.walk(source) if isinstance(node, ast.ImportFrom)]
    return any(".truth" in f".{module}." for module in imported)


def takes_a_state(function: ast.FunctionDef) -> bool:
    """Whether a function is handed a position, by the name or the type of what it takes."""
    taken = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    return any(one.arg == "state" or "State" in ast.unparse(one.annotation or ast.Constant("")) for one in taken)


def test_a_section_that_reads_the_picture_only_has_no_function_that_takes_a_state():
    """It lies among the sections for the orders that it names."""
    found = 0
    for path in SECTIONS:
        source = ast.parse(path.read_text())
        if not names_the_truth(source):
            taking = [
                node.name for node in ast.walk(source)
                if isinstance(node, ast.FunctionDef) and node.name != "resolve" and takes_a_state(node)
            ]  # fmt: skip
            assert not taking, f"{path.relative_to(HERE)}: {', '.join(taking)}"
            found += 1
    assert found > 8


def by_picture(game: AnyGame) -> Iterator[tuple[str, Any]]:
    """All functions of a game that go by a seat's picture alone, each with what it is."""
    yield from ((name, getattr(game, name)) for name in BY_PICTURE)
    for faculty, protocol in ((game.forces, Forces), (game.standing, Standing)):
        yield from ((name, getattr(faculty, name, None)) for name in functions_of(protocol))
    for order in game.orders:
        yield from (
            (f"{order.__name__}.{name}", vars(order).get(name))
            for name in ("check", "believe", "rule_out", "offers", "said", "on_button", "subjects", "way")
        )


def named_exactly(function: FunctionType) -> Iterator[Any]:
    """Of what a function is said to name, that which its code does load from its module, another, or a closure."""
    loaded: list[Any] = [cell.cell_contents for cell in function.__closure__ or ()]
    for code in codes_in(function.__code__):
        module: ModuleType | None = None
        for step in get_instructions(code):
            if step.opname == "LOAD_GLOBAL":
                loaded.append(named := function.__globals__.get(step.argval))
                module = named if isinstance(named, ModuleType) else None
            else:
                if module is not None and step.opname in ("LOAD_ATTR", "LOAD_METHOD"):
                    loaded.append(vars(module).get(step.argval))
                module = None
    return (one for one in named_in(function) if any(one is found for found in loaded))


def handed_the_truth(game: AnyGame) -> list[str]:
    """Functions that take a state and can be called by one that goes by a picture."""
    return [
        f"{asked} reaches {function.__module__}.{function.__qualname__}"
        for asked, root in by_picture(game)
        if isinstance(made := getattr(root, "__func__", root), FunctionType)
        for function in reached(made, named_exactly)
        if any(
            name == "state" or "State" in str(one.annotation) for name, one in signature(function).parameters.items()
        )
    ]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_goes_by_a_picture_calls_nothing_that_takes_a_state(game: AnyGame):
    assert handed_the_truth(game) == []


def peek(state: Any) -> bool:
    return bool(state)


def test_a_function_that_would_take_one_is_found():
    def odds(picture: Any, order: Any) -> Any:
        return peek(picture)

    assert handed_the_truth(replace(TOY, odds=odds)) == ["odds reaches tests.games.test_layout.peek"]
