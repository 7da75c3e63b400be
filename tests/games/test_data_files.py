"""Data files are read without trusting them: what is no YAML, too big or too deep is refused with file and place."""

from __future__ import annotations

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

from service.data_files import MOST_BYTES, parsed, read, read_folder
from service.engine.data import DataSet
from service.engine.tables import DataFault


def test_a_file_is_read_as_it_stands(tmp_path: Path):
    (tmp_path / "tables").mkdir()
    text = "provenance: made up\nbase: &base {hits: 2, kills: 1}\nagain: *base\n"
    (tmp_path / "tables" / "losses.yaml").write_text(text)
    data = read_folder(tmp_path)
    assert data is DataSet.of({"tables/losses.yaml": text})
    assert read(data, "tables/losses.yaml").value == {
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
        (b"[" * 33 + b"]" * 33, "line 1", "nested more than 32 deep"),
        (b"a: " + b"{b: " * 40 + b"1" + b"}" * 40, "line 1", "nested more than 32 deep"),
        (b"- 1\n" * (MOST_BYTES // 4 + 1), "the whole file", "longer than 1000000 bytes"),
        (b"a: 1\nb: 2\na: 3\n", "line 3", "the entry 'a' stands twice"),
        (b"? [1, 2]\n: 3\n", "line 1", "a list or a mapping cannot be the name of an entry"),
        (b"a: 1\n? {b: 1}\n: 3\n", "line 2", "a list or a mapping cannot be the name of an entry"),
        (b"a:\n  - &a [1, *a]\n", "line 2", r"the alias \*a stands within what it repeats"),
        (b"a: [1, 2\n", "line 2", "expected ',' or ']'"),
        (b"a: *nobody\n", "line 1", "undefined alias"),
        (b"a: \xff\n", "the whole file", "cannot be read"),
        (b"a: !!python/object/apply:os.getcwd []\n", "line 1", "has the tag 'tag:yaml.org,2002:python/object"),
        (b"a:\n  !!int ''\n", "line 2", "has the tag 'tag:yaml.org,2002:int'"),
        (b"a: !!bool maybe\n", "line 1", "has the tag 'tag:yaml.org,2002:bool'"),
        (b"a: !!timestamp 2026-99-99\n", "line 1", "has the tag 'tag:yaml.org,2002:timestamp'"),
        (b"a: !ours {b: 1}\n", "line 1", "has the tag '!ours'"),
    ],
    ids=[
        "aliases",
        "brackets",
        "mappings",
        "bytes",
        "twice",
        "list for a key",
        "mapping for a key",
        "within itself",
        "no end",
        "no anchor",
        "no text",
        "code",
        "tag int",
        "tag bool",
        "tag timestamp",
        "own tag",
    ],
)
def test_what_is_no_data_file_is_refused(content: bytes, place: str, reason: str):
    with pytest.raises(DataFault, match=reason) as fault:
        parsed(content, "losses.yaml")
    assert (fault.value.file, fault.value.place) == ("losses.yaml", place)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("3", 3), ("-12", -12), ("+1", 1), ("0", 0), ("0.5", 0.5), ("true", True), ("False", False), ("null", None),
        ("~", None), ("", None), ('"3"', "3"), ("999999999999999", 999999999999999),
    ],
)  # fmt: skip
def test_numbers_truths_and_nothing_are_what_they_look_like(written: str, read: object):
    assert (found := parsed(f"a: {written}\n".encode(), "losses.yaml")) == {"a": read}
    assert isinstance(found, dict) and type(found["a"]) is type(read)


@pytest.mark.parametrize(
    "written",
    [
        "0705", "0904", "010", "1_000", "1:30", "0x1F", "0b11", "yes", "no", "on", "off", "y", "2026-11-22", "1e3",
        ".nan", "<<", "=", "None", "9" * 16, "1.5.2", ".inf",
    ],
)  # fmt: skip
def test_everything_else_is_text_as_it_stands(written: str):
    assert parsed(f"a: {written}\n{written}: 1\n".encode(), "losses.yaml") == {"a": written, written: 1}


def too_long(number: int, frame: FrameType | None) -> None:
    raise TimeoutError("it takes too long")


@contextmanager
def at_once() -> Iterator[None]:
    """What takes longer than a second fails, and is not waited for."""
    before = signal.signal(signal.SIGALRM, too_long)
    signal.setitimer(signal.ITIMER_REAL, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_long_row_of_figures_and_colons_is_read_at_once():
    text = ":".join(["1"] * 200_000)
    with at_once():
        assert parsed(f"a: {text}\n".encode(), "losses.yaml") == {"a": text}


def test_a_refusal_costs_no_memory_and_no_time():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for content in (laughing(12), b"[" * 900_000):
        with at_once(), pytest.raises(DataFault):
            parsed(content, "losses.yaml")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000, "kilobytes"


def test_a_file_that_is_missing_or_none_is_refused(tmp_path: Path):
    with pytest.raises(DataFault, match=r"none\.yaml: the whole file: the file is missing"):
        read(DataSet.of({}), "tables/none.yaml")
    (tmp_path / "losses.yaml").write_bytes(b"a: \xff\n")
    with pytest.raises(DataFault, match="cannot be read"):
        read_folder(tmp_path)
    (tmp_path / "losses.yaml").unlink()
    (tmp_path / "folder.yaml").mkdir()
    with pytest.raises(DataFault, match="cannot be read"):
        read_folder(tmp_path)


def test_figures_say_where_they_come_from():
    with pytest.raises(DataFault, match="provenance"):
        read(DataSet.of({"losses.yaml": "hits: 2\n"}), "losses.yaml")
