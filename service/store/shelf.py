"""The games of a server by their names, and each of them as it is played by the set of data of a match."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from service.engine.data import DataSet, UnfitData
from service.engine.game import AnyGame
from service.engine.tables import DataFault
from service.engine.validation.faults import FaultyGame
from service.engine.validation.openings import raised
from service.store.codec import Codec, text


class Shelf:
    """Finds the game of a match: the one on offer, or the same played by a set of data that the database keeps.

    A match stays with its set, whatever lies on the shelf now. Each set is read once in a process.
    """

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        self.games = games
        self._bound: dict[tuple[str, str], AnyGame] = {}
        self._codecs: dict[AnyGame, Codec] = {}

    def find(self, name: str, data: str, stored: Callable[[str], str | None]) -> AnyGame:
        """The game of this name played by the set of this id; by the one on offer where none is named.

        `stored` gives the text of a set that is kept. Raises LookupError where there is no such game or set,
        UnfitData where it cannot be played by that.
        """
        game = self.games[name]
        if data in ("", game.data_id):
            return game
        if (name, data) not in self._bound:
            kept = stored(data)
            if kept is None:
                raise LookupError(f"no set of data {data} of {name} is kept")
            found = from_text(kept)
            if found.id != data:
                raise UnfitData(f"The set of data {data} is not what it was.")
            self._bound[name, data] = bound(game, found)
        return self._bound[name, data]

    def codec(self, game: AnyGame) -> Codec:
        """How the dataclasses of a game become text, and come back as those of its set of data."""
        if game not in self._codecs:
            self._codecs[game] = Codec(game)
        return self._codecs[game]


def bound(game: AnyGame, data: DataSet) -> AnyGame:
    """A game played by a set of data, its book included. Raises UnfitData for one that it cannot be played by.

    Where that set came with an earlier release it is the game on offer: a match of that release goes over to it anyway.
    """
    try:
        found = game.bound_to(data)
        found.validate()
        found.rulebook()
    except Exception as fault:  # whatever rules can raise at figures that nobody foresaw
        if data.id in game.info.shipped.values():
            return game
        reason = str(fault) if isinstance(fault, DataFault | FaultyGame) else raised(fault)
        raise UnfitData(f"{game.info.title} cannot be played by this set of data: {reason}") from fault
    return found


def to_text(data: DataSet) -> str:
    """A set of data as it is kept."""
    return text(dict(data.files))


def from_text(kept: str) -> DataSet:
    """A set of data from how it is kept. Raises UnfitData."""
    try:
        files = json.loads(kept)
    except (ValueError, RecursionError):
        raise UnfitData("A set of data is no JSON.") from None
    if not isinstance(files, dict) or not all(isinstance(one, str) for one in files.values()):
        raise UnfitData("A set of data is made of the texts of files.")
    return DataSet.of(files)
