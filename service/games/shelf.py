"""The games on offer: ours, one line each, and those that packages installed beside this one bring."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from service.engine.game import AnyGame, Game
from service.engine.validation.faults import FaultyGame
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.korsun.game import KORSUN
from service.games.ndc.game import NDC
from service.games.skirmish.game import SKIRMISH

GAMES: dict[str, AnyGame] = {
    NDC.info.name: NDC,
    SKIRMISH.info.name: SKIRMISH,
    KORSUN.info.name: KORSUN,
    CAMPAIGN1776.info.name: CAMPAIGN1776,
}
ENTRY_POINTS = "sitrep.games"
"""The group in which a package names its games, each by the name that it has on the shelf."""
NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")


class UnfitPackage(Exception):
    """A package offers a game that cannot be put on the shelf; the sentence says which, and why."""


def on_offer() -> dict[str, AnyGame]:
    """All games of this server. Raises UnfitPackage."""
    return GAMES | brought()


@cache
def brought() -> dict[str, AnyGame]:
    """The games of the packages that are installed here. Raises UnfitPackage."""
    return games_of(entry_points(group=ENTRY_POINTS))


def games_of(points: Iterable[EntryPoint]) -> dict[str, AnyGame]:
    """The games that these entry points name, each found sound and marked with its package. Raises UnfitPackage."""
    found = dict[str, AnyGame]()
    for point in points:
        if point.name in GAMES or point.name in found:
            raise unfit(point, "there is a game of this name already")
        found[point.name] = game_of(point)
    return found


def game_of(point: EntryPoint) -> AnyGame:
    """The game that an entry point names. Raises UnfitPackage."""
    try:
        game = point.load()
    except Exception as fault:  # whatever a module of somebody else may raise
        raise unfit(point, f"it cannot be loaded ({type(fault).__name__}: {fault})") from fault
    if not isinstance(game, Game):
        raise unfit(point, f"it is no service.engine.game.Game but {type(game).__name__}")
    if game.info.name != point.name or not NAME.fullmatch(point.name):
        raise unfit(
            point,
            f"it calls itself {game.info.name!r}; both names have to be the same, of small letters, digits and hyphens",
        )
    game = replace(game, info=replace(game.info, package=package_of(point)))
    try:
        game.validate()
    except FaultyGame as faulty:
        raise unfit(point, f"it is faulty:\n{faulty}") from faulty
    return game


def package_of(point: EntryPoint) -> str:
    """The name and version of the package that an entry point stands in."""
    return f"{point.dist.name} {point.dist.version}" if point.dist is not None else "an unknown package"


def unfit(point: EntryPoint, why: str) -> UnfitPackage:
    return UnfitPackage(f"The game {point.name!r} of {package_of(point)} ({point.value}) cannot be offered: {why}.")
