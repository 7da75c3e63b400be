"""Games from outside the tree: a package that is installed beside this one names them in its entry points."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from docs.examples.fox import FOX_AND_HOUNDS
from service.app import context_for
from service.engine.game import AnyGame
from service.engine.outline import Segment
from service.engine.seats import PHASING
from service.games import shelf
from service.games.shelf import GAMES, UnfitPackage, brought, games_of
from service.games.skirmish.game import SKIRMISH
from service.settings import Settings
from tests.engine.faulty import turn
from tests.toy import Creep

PATROL = replace(SKIRMISH, info=replace(SKIRMISH.info, name="patrol", code="skirmish"))
FAULTY = turn(Segment("Move", by=PHASING, orders=(Creep,), works="when-done"))  # type: ignore[arg-type]
Install = Callable[..., dict[str, AnyGame]]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Puts a package beside ours that names these games, and gives what it brings to the shelf."""
    folder = tmp_path / "meadow_games-1.2.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: meadow-games\nVersion: 1.2\n")
    monkeypatch.syspath_prepend(tmp_path)

    def named(**games: str) -> dict[str, AnyGame]:
        lines = [f"{name} = {where}" for name, where in games.items()]
        (folder / "entry_points.txt").write_text("\n".join([f"[{shelf.ENTRY_POINTS}]", *lines, ""]))
        return games_of(importlib.metadata.entry_points(group=shelf.ENTRY_POINTS))

    return named


def test_a_package_beside_ours_brings_a_game_to_the_house(install: Install, settings: Settings):
    install(fox="docs.examples.fox:FOX_AND_HOUNDS")
    brought.cache_clear()
    try:
        store = context_for(settings).store
    finally:
        brought.cache_clear()
    assert list(store.games) == [*GAMES, "fox"]
    assert store.games["fox"].info.package == "meadow-games 1.2"
    assert store.games["fox"].outline is FOX_AND_HOUNDS.outline
    store.close()


def test_what_is_not_ours_is_asked_at_every_start_whatever_it_says_of_its_releases(install: Install):
    (other,) = install(patrol=f"{__name__}:PATROL").values()
    assert PATROL.is_as_released and not other.is_as_released


@pytest.mark.parametrize(
    ("name", "where", "why"),
    [
        ("ndc", "docs.examples.fox:FOX_AND_HOUNDS", "there is a game of this name already"),
        ("hare", "docs.examples.fox:FOX_AND_HOUNDS", "it calls itself 'fox'"),
        ("fox", "docs.examples.foxes:FOX", "it cannot be loaded (ModuleNotFoundError"),
        ("fox", "docs.examples.fox:FOXES", "it cannot be loaded (AttributeError"),
        ("fox", "docs.examples.fox:FOX", "it is no service.engine.game.Game but str"),
        ("toy", f"{__name__}:FAULTY", "At “Turn › Move” `works` is 'when-done'"),
    ],
)
def test_what_cannot_be_offered_is_named_with_its_package_and_the_reason(
    install: Install, name: str, where: str, why: str
):
    with pytest.raises(UnfitPackage) as refused:
        install(**{name: where})
    assert str(refused.value).startswith(f"The game '{name}' of meadow-games 1.2 ({where}) cannot be offered: ")
    assert why in str(refused.value)
