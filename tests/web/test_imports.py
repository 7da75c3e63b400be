"""Every module of the pages can be imported first: none leans on another having been there before it."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.machine import ROOT

EACH_ALONE = """
import gc, importlib, pkgutil, sys
gc.disable()
import web
found = [module.name for module in pkgutil.walk_packages(web.__path__, "web.")]
for name in found:
    for loaded in [one for one in sys.modules if one.startswith("web.")]:
        del sys.modules[loaded]
    importlib.import_module(name)
print(len(found))
"""


def modules() -> dict[str, Path]:
    """The files of all modules of the pages, by the modules' names."""
    found = {".".join(file.relative_to(ROOT).with_suffix("").parts): file for file in ROOT.glob("web/**/*.py")}
    return {name.removesuffix(".__init__"): file for name, file in found.items()}


def with_packages(name: str) -> Iterator[str]:
    """A module and the packages that it lies in, all of which are there before it is."""
    while name:
        yield name
        name = name.rpartition(".")[0]


def imported(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """What is imported while a module is, which is not what its functions import when they are called."""
    for node in nodes:
        match node:
            case ast.ImportFrom(module=str(module), level=0):
                yield from (module, *(f"{module}.{one.name}" for one in node.names))
            case ast.ImportFrom():
                raise AssertionError("a module is imported by its whole name")
            case ast.Import():
                yield from (one.name for one in node.names)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                pass
            case _:
                yield from imported(ast.iter_child_nodes(node))


def test_no_module_of_the_pages_comes_round_to_itself_by_what_it_imports():
    """So each finds whole what it imports, whichever was imported first; and they are all imported by
    `web.router`, or where maps are drawn for mails."""
    of = modules()
    needs = {name: {*imported([ast.parse(file.read_text(encoding="utf-8"))])} for name, file in of.items()}
    before = {
        name: {one for whole in (name, *named) for one in with_packages(whole) if one in of} - {name}
        for name, named in needs.items()
    }
    assert len([*TopologicalSorter(before).static_order()]) == len(of) > 60
    reached, left = set[str](), ["web.router", "web.games.pictures", "web.drawing.raster"]
    while left:
        reached.add(name := left.pop())
        left += before[name] - reached
    assert reached == set(of)


@pytest.mark.soak
def test_every_module_of_the_pages_can_be_imported_first():
    done = subprocess.run([sys.executable, "-c", EACH_ALONE], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 60
