"""What is printed of a game, its data and its rule sections, as one digest for each version: kept in `versions.json`.

Beside it `sets.json` has the id of the set of data that each version came with, where the game has one: a match that is
played by it goes over to the data of a newer version, and no other does.

    .venv/bin/python -m service.printing ndc

writes down what is printed now as what the present version stands for. A test compares the two.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from service.engine.game import AnyGame
from service.games.shelf import GAMES

HERE = Path(__file__).parent / "games"


def printed(folder: Path) -> list[Path]:
    """The data files of a game and the sections of its rulebook, in order; no lessons, and no example."""
    data = folder / "printed" / "data"
    return [*sorted(data.rglob("*.yaml")), *sorted((folder / "rulebook").glob("[0-9][0-9]-*.md"))]


def digest_of(folder: Path) -> str:
    """A hash over all that is printed, with the name of each file before it."""
    found = hashlib.sha256()
    for file in printed(folder):
        content = file.read_bytes()
        name = file.relative_to(folder).as_posix().removeprefix("printed/")  # where the files lay when versions began
        found.update(f"{name} {len(content)}\n".encode())
        found.update(content)
    return found.hexdigest()


def recorded(folder: Path) -> Mapping[str, str]:
    """The digest of each version, as it was when that version was last printed."""
    found: Mapping[str, str] = json.loads((folder / "versions.json").read_text("utf-8"))
    return found


def record(folder: Path, game: AnyGame) -> None:
    """Write down what is printed now as what a version stands for, and by which data it is played."""
    version = game.info.version
    write(folder / "versions.json", {**recorded(folder), version: digest_of(folder)})
    if game.data is not None:
        write(folder / "sets.json", {**game.info.shipped, version: game.data_id})


def write(file: Path, by_version: Mapping[str, str]) -> None:
    file.write_text(json.dumps(by_version, indent=1) + "\n", "utf-8")


def main(games: Sequence[str]) -> None:
    """Write it down for the games that are named."""
    for game in games or GAMES:
        record(HERE / game, GAMES[game])


if __name__ == "__main__":
    main(sys.argv[1:])
