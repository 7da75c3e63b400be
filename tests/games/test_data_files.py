"""Data files are read without trusting them: what is no YAML, too big or too deep is refused with file and place."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest

from service.data_files import MOST_BYTES, parsed, read_file
from service.engine.tables import DataFault


def test_a_file_is_read_as_it_stands(tmp_path: Path):
    file = tmp_path / "losses.yaml"
    file.write_text("provenance: made up\nbase: &base {hits: 2, kills: 1}\nagain: *base\n")
    assert read_file(file).value == {
        "provenance": "made up", "base": {"hits": 2, "kills": 1}, "again": {"hits": 2, "kills": 1},
    }  # fmt: skip


def laughing(depth: int) -> bytes:
    """A list of nine, nine times over at each depth: a few bytes for each depth, nine times as many values."""
    lines = ["provenance: none", "a0: &a0 [" + ", ".join(["ha"] * 9) + "]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, depth)]
    return "\n".join(lines).encode()


@pytest.mark.parametrize(
    ("content", "place", "reason"),
    [
        (laughing(9), "line 7", "more than 200000 values"),
        (b"[" * 100_000, "line 1", "nested more than 32 deep"),
        (b"a: " + b"{b: " * 40 + b"1" + b"}" * 40, "line 1", "nested more than 32 deep"),
        (b"- 1\n" * (MOST_BYTES // 4 + 1), "the whole file", "longer than 1000000 bytes"),
        (b"a: 1\nb: 2\na: 3\n", "line 3", "the entry 'a' stands twice"),
        (b"? [1, 2]\n: 3\n", "line 1", "stands twice|unhashable"),
        (b"a: [1, 2\n", "line 2", "expected ',' or ']'"),
        (b"a: *nobody\n", "line 1", "undefined alias"),
        (b"a: \xff\n", "the whole file", "cannot be read"),
        (b"a: !!python/object/apply:os.getcwd []\n", "line 1", "could not determine a constructor"),
    ],
    ids=[
        "aliases",
        "brackets",
        "mappings",
        "bytes",
        "twice",
        "list for a key",
        "no end",
        "no anchor",
        "no text",
        "code",
    ],
)
def test_what_is_no_data_file_is_refused(content: bytes, place: str, reason: str):
    with pytest.raises(DataFault, match=reason) as fault:
        parsed(content, "losses.yaml")
    assert (fault.value.file, fault.value.place) == ("losses.yaml", place)


def test_a_refusal_costs_no_memory():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for content in (laughing(12), b"[" * 900_000):
        with pytest.raises(DataFault):
            parsed(content, "losses.yaml")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000, "kilobytes"


def test_a_file_that_is_missing_or_none_is_refused(tmp_path: Path):
    with pytest.raises(DataFault, match="the file is missing"):
        read_file(tmp_path / "none.yaml")
    with pytest.raises(DataFault, match="cannot be read"):
        read_file(tmp_path)


def test_figures_say_where_they_come_from(tmp_path: Path):
    file = tmp_path / "losses.yaml"
    file.write_text("hits: 2\n")
    with pytest.raises(DataFault, match="provenance"):
        read_file(file)
