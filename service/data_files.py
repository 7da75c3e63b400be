"""Data files of games: YAML that is bounded before it is built, and refused with file, place and reason.

A few hundred bytes of YAML can stand for gigabytes, and a few thousand brackets can end a process. So a file's parser
events are walked first, and counted with what each alias repeats; only what is within bounds is built.
"""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path
from typing import cast

import yaml

from service.engine.tables import DataFault, Datum

MOST_BYTES = 1_000_000
DEEPEST = 32
MOST_NODES = 200_000
"""Values, lists and mappings in one file, each counted again wherever an alias repeats it."""
WHOLE = "the whole file"

_SAFE = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
"""The same YAML, in a tenth of the time where libyaml is there."""


class _Loader(_SAFE):  # type: ignore[misc, valid-type]
    """YAML's safe loader, which also refuses an entry given twice instead of taking the last."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, object]:
        seen: set[Hashable] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if not isinstance(key, Hashable) or key in seen:
                raise yaml.MarkedYAMLError(problem=f"the entry {key!r} stands twice", problem_mark=key_node.start_mark)
            seen.add(key)
        return cast(dict[Hashable, object], super().construct_mapping(node, deep))


def read_file(path: Path) -> Datum:
    """A data file as it stands.

    Raises DataFault if it is absent, no YAML, too big, too deep, or does not say where its figures come from.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise DataFault(path.name, WHOLE, "the file is missing") from None
    except OSError as error:
        raise DataFault(path.name, WHOLE, f"cannot be read: {error.strerror}") from None
    datum = Datum(path.name, "", parsed(content, path.name))
    datum["provenance"].text()
    return datum


def parsed(content: bytes, name: str) -> object:
    """The YAML of a file of this name as plain values. Raises DataFault."""
    if len(content) > MOST_BYTES:
        raise DataFault(name, WHOLE, f"is longer than {MOST_BYTES} bytes")
    try:
        text = content.decode("utf-8")
        _bound(text, name)
        return cast(object, yaml.load(text, _Loader))
    except yaml.MarkedYAMLError as error:
        line = f"line {error.problem_mark.line + 1}" if error.problem_mark else WHOLE
        raise DataFault(name, line, error.problem or "cannot be read") from None
    except (yaml.YAMLError, ValueError) as error:
        raise DataFault(name, WHOLE, f"cannot be read: {error}") from None


def _bound(text: str, name: str) -> None:
    """Walk the parser's events, which builds nothing. Raises DataFault where there are too many, or too deep."""
    open_at: list[tuple[str | None, int]] = []  # the anchor of each open list or mapping, and the count before it
    size_of: dict[str, int] = {}
    nodes = 0
    for event in yaml.parse(text, _Loader):
        if isinstance(event, yaml.AliasEvent):
            nodes += size_of.get(str(event.anchor), 0)
        elif isinstance(event, yaml.CollectionStartEvent):
            open_at.append((event.anchor, nodes))
            nodes += 1
        elif isinstance(event, yaml.ScalarEvent):
            nodes += 1
            if event.anchor is not None:
                size_of[event.anchor] = 1
        elif isinstance(event, yaml.CollectionEndEvent):
            anchor, before = open_at.pop()
            if anchor is not None:
                size_of[anchor] = nodes - before
        line = f"line {event.start_mark.line + 1}" if event.start_mark is not None else WHOLE
        if len(open_at) > DEEPEST:
            raise DataFault(name, line, f"lists and mappings are nested more than {DEEPEST} deep")
        if nodes > MOST_NODES:
            raise DataFault(name, line, f"holds more than {MOST_NODES} values, each alias counted with what it repeats")
