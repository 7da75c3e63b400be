"""Data files of games: YAML that is bounded before it is built, and refused with file, place and reason.

A few hundred bytes of YAML can stand for gigabytes, and a few thousand brackets can end a process. So a file's parser
events are walked first, and counted with what each alias repeats; only what is within bounds is built.

What is written without quotes is a whole number (`-3`), a decimal (`0.5`), `true`, `false` or `null`, and everything
else is text as it stands: `0705`, `1_000`, `1:30`, `yes` and `2026-11-22` too, of which older YAML makes numbers,
truths and dates. Tags such as `!!int` are refused.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar, cast

import yaml

from service.engine.data import MOST_FILES, DataSet
from service.engine.tables import DataFault, Datum

MOST_BYTES = 1_000_000
DEEPEST = 32
MOST_NODES = 200_000
"""Values, lists and mappings in one file, each counted again wherever an alias repeats it."""
WHOLE = "the whole file"

_SAFE = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
"""The same YAML, in a tenth of the time where libyaml is there."""


class _Loader(_SAFE):  # type: ignore[misc, valid-type]
    """YAML's safe loader with the numbers of YAML 1.2, which also refuses an entry given twice."""

    yaml_implicit_resolvers: ClassVar[dict[str, list[Any]]] = {}  # none of those that are inherited

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, object]:
        seen: set[object] = set()
        for key_node, _ in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                problem = "a list or a mapping cannot be the name of an entry"
                raise yaml.MarkedYAMLError(problem=problem, problem_mark=key_node.start_mark)
            key = self.construct_object(key_node)
            if key in seen:
                raise yaml.MarkedYAMLError(problem=f"the entry {key!r} stands twice", problem_mark=key_node.start_mark)
            seen.add(key)
        return cast(dict[Hashable, object], super().construct_mapping(node, deep))


_PLAIN = {
    "int": (r"[-+]?(0|[1-9][0-9]{0,14})", "-+0123456789"),
    "float": (r"[-+]?(0|[1-9][0-9]{0,14})\.[0-9]{1,15}", "-+0123456789"),
    "bool": (r"true|True|TRUE|false|False|FALSE", "tTfF"),
    "null": (r"~|null|Null|NULL|", ["~", "n", "N", ""]),
}
"""What is no text although no quotes are about it, each kind with the characters that it can begin with."""
for _kind, (_pattern, _first) in _PLAIN.items():
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_kind}", re.compile(rf"({_pattern})\Z"), list(_first))


def read_folder(folder: Path) -> DataSet:
    """The set of all data files below a folder. Raises DataFault for one that is no text or too big, and UnfitData."""
    texts: dict[str, str] = {}
    for path in islice(sorted(folder.rglob("*.yaml")), MOST_FILES + 1):
        try:
            with path.open("rb") as file:
                texts[path.relative_to(folder).as_posix()] = file.read(MOST_BYTES + 1).decode("utf-8")
        except OSError as error:
            raise DataFault(path.name, WHOLE, f"cannot be read: {error.strerror}") from None
        except UnicodeDecodeError as error:
            raise DataFault(path.name, WHOLE, f"cannot be read: {error}") from None
    return DataSet.of(texts)


def read(data: DataSet, path: str) -> Datum:
    """A file of a set as it stands.

    Raises DataFault if it is absent, no YAML, too big, too deep, or does not say where its figures come from.
    """
    name = path.rpartition("/")[2]
    if path not in data.files:
        raise DataFault(name, WHOLE, "the file is missing")
    datum = Datum(name, "", parsed(data.files[path].encode(), name))
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
    """Walk the parser's events, which builds nothing.

    Raises DataFault where there are too many, or too deep, or one has a tag, or stands within what it repeats.
    """
    open_at: list[tuple[str | None, int]] = []  # the anchor of each open list or mapping, and the count before it
    size_of: dict[str, int] = {}
    nodes = 0
    for event in yaml.parse(text, _Loader):
        if (tag := getattr(event, "tag", None)) is not None:
            raise DataFault(name, line_of(event), f"has the tag {tag!r}; what a value is, its form says")
        if isinstance(event, yaml.AliasEvent):
            if any(event.anchor == anchor for anchor, _ in open_at):
                raise DataFault(name, line_of(event), f"the alias *{event.anchor} stands within what it repeats")
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
        if len(open_at) > DEEPEST:
            raise DataFault(name, line_of(event), f"lists and mappings are nested more than {DEEPEST} deep")
        if nodes > MOST_NODES:
            said = f"holds more than {MOST_NODES} values, each alias counted with what it repeats"
            raise DataFault(name, line_of(event), said)


def line_of(event: yaml.Event) -> str:
    """Where in its file an event of the parser begins."""
    return f"line {event.start_mark.line + 1}" if event.start_mark is not None else WHOLE
