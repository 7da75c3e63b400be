"""The shipped data of 1776 for tests, whole or with one text replaced."""

from __future__ import annotations

from service.engine.data import DataSet
from service.games.campaign1776.game import DATA
from service.games.campaign1776.printed.board import Board
from service.games.campaign1776.printed.landways import LandWays
from service.games.campaign1776.printed.scenario import board_named
from service.games.campaign1776.printed.tables import Tables, load
from service.games.campaign1776.printed.waterways import Waterways

NORTH, FIXTURE = "northern-theatre", "fixture"


def spoil(file: str, old: str, new: str) -> str:
    """The shipped data with one text in one file replaced; the id of that set."""
    files, path = DATA.files, f"{file}.yaml"
    assert old in files[path], f"{old!r} is not in {file}"
    return DataSet.of({**files, path: files[path].replace(old, new, 1)}).id


def tables() -> Tables:
    return load(DATA.id)


def board(name: str = NORTH, data: str = DATA.id) -> Board:
    return board_named(data, name)


def water(name: str = NORTH) -> Waterways:
    return Waterways(board(name), tables().naval, tables().winter)


def land(name: str = NORTH, data: str = DATA.id) -> LandWays:
    return LandWays(board(name, data), load(data).terrain, load(data).winter)


def hex_of(town: str) -> str:
    """The hex of a town of the northern theatre."""
    return next(hex for hex, name in board().names.items() if name == town)
