"""Sets of data: the files that a game is played by, as one frozen object that is named by the hash of its contents.

A match names its set, and so do its position and every picture. What has the same name has the same contents, so one
object serves the whole process: `data_set(id)` finds it, from wherever a position or a picture is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from service.engine.framing import digest

MOST_FILES = 200
MOST_BYTES = 4_000_000
"""Of all files of a set together."""
PATH = re.compile(r"(?:[a-z0-9_-]{1,60}/){0,3}[a-z0-9_-]{1,60}\.yaml", re.ASCII)
ID = re.compile(r"[0-9a-f]{40}", re.ASCII)
_SETS: dict[str, DataSet] = {}


class UnfitData(ValueError):
    """Files that make no set of data; the message is a sentence."""


@dataclass(frozen=True, eq=False)
class DataSet:
    """The texts of one set by their paths below its folder; `id` is the hash of them all, 40 hexadecimal digits.

    Made by `DataSet.of` alone, which gives one object for the same contents.
    """

    id: str
    files: Mapping[str, str]

    @staticmethod
    def of(files: Mapping[str, str]) -> DataSet:
        """The set of these files. Raises UnfitData where they are too many, too big, or strangely named."""
        if len(files) > MOST_FILES:
            raise UnfitData(f"A set of data has at most {MOST_FILES} files.")
        for path in files:
            if PATH.fullmatch(path) is None:
                raise UnfitData(f"{path[:80]!r} is no path of a data file.")
        try:
            size = sum(len(text.encode()) for text in files.values())
        except UnicodeEncodeError:
            raise UnfitData("A data file holds what is no text.") from None
        if size > MOST_BYTES:
            raise UnfitData(f"A set of data has at most {MOST_BYTES} bytes.")
        ordered = dict(sorted(files.items()))
        id = digest("sitrep/data", *(part for file in ordered.items() for part in file)).hex()[:40]
        return _SETS.setdefault(id, DataSet(id, MappingProxyType(ordered)))

    def below(self, folder: str) -> tuple[str, ...]:
        """The names of the files of one folder of the set, without their ending, in order."""
        start = f"{folder}/"
        names = (path.removeprefix(start).removesuffix(".yaml") for path in self.files if path.startswith(start))
        return tuple(name for name in names if "/" not in name)


def data_set(id: str) -> DataSet:
    """The set of this id, which somebody in this process has made. Raises LookupError."""
    found = _SETS.get(id)
    if found is None:
        raise LookupError(f"no set of data {id or 'without a name'} has been read")
    return found
