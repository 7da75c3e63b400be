"""Printed tables: bands, and reading data files without trusting them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engine.tables import Band, BandedScale, BandedTable, DataFault, Datum, band_fault, joined_up


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("5", 5, 5), (5, 5, 5), (-7, -7, -7), ("+1", 1, 1), ("2-7", 2, 7), ("0..+2", 0, 2), ("-11..-8", -11, -8),
        ("-3..6", -3, 6), ("7 or more", 7, None), ("-12 or less", None, -12), ("+24 or more", 24, None),
        (" 2 - 7 ", 2, 7),
    ],
)  # fmt: skip
def test_bands_as_printed(text: str | int, low: int | None, high: int | None) -> None:
    assert Band.parse(text) == Band(low, high)


@pytest.mark.parametrize("text", ["", "x", "7-2", "2-", "or more", "2 or so", "1.5", "2--", "7+", "2, 3", "None"])
def test_what_is_no_band(text: str) -> None:
    with pytest.raises(ValueError, match="is no band"):
        Band.parse(text)


bands = st.builds(
    lambda low, length: Band(low, None if low is not None and length is None else (low or 0) + (length or 0)),
    st.none() | st.integers(-50, 50),
    st.none() | st.integers(0, 20),
)


@given(bands)
def test_a_band_reads_back_as_it_is_written(band: Band) -> None:
    assert Band.parse(str(band)) == band


@given(bands, st.integers(-90, 90))
def test_a_band_holds_the_numbers_between_its_ends(band: Band, number: int) -> None:
    assert (number in band) == ((band.low is None or number >= band.low) and (band.high is None or number <= band.high))
    assert "5" not in band


def parsed(*texts: str) -> tuple[Band, ...]:
    return tuple(Band.parse(text) for text in texts)


@pytest.mark.parametrize(
    ("margin", "low", "high", "fault"),
    [
        (("1-3", "4", "5-6"), 1, 6, None),
        (("2 or less", "3..4", "5 or more"), None, None, None),
        ((), 1, 6, "no bands"),
        (("2-3", "4-6"), 1, 6, "begins with 2..3, but should begin at 1"),
        (("0-3", "4 or more"), None, None, "should begin at the lowest numbers"),
        (("1-3", "5-6"), 1, 6, "gap between 1..3 and 5..6"),
        (("1-3", "3-6"), 1, 6, "overlap"),
        (("1 or more", "3-6"), 1, 6, "overlap"),
        (("1-2", "2 or less"), 1, 2, "overlap"),
        (("1-3", "4-5"), 1, 6, "ends with 4..5, but should end at 6"),
        (("1-3", "4-5"), 1, None, "should end at the highest numbers"),
    ],
)
def test_the_bands_of_a_margin_cover_it(
    margin: tuple[str, ...], low: int | None, high: int | None, fault: str | None
) -> None:
    found = band_fault(parsed(*margin), low, high)
    assert found is None if fault is None else found is not None and fault in found


@given(st.lists(st.integers(1, 5), min_size=1, max_size=8), st.integers(-20, 20))
def test_every_number_of_a_covered_margin_stands_in_one_band(lengths: list[int], low: int) -> None:
    margin, start = [], low
    for length in lengths:
        margin.append(Band(start, start + length - 1))
        start += length
    assert band_fault(margin, low, start - 1) is None
    scale = BandedScale(tuple(margin), tuple(range(len(margin))))
    for number in range(low, start):
        assert number in margin[scale.at(number)]
    for outside in (low - 1, start):
        with pytest.raises(LookupError, match="not on the table"):
            scale.at(outside)


def test_a_table_by_row_and_column() -> None:
    table = BandedTable(
        parsed("1-2", "3 or more"), parsed("0 or less", "1", "2 or more"), (("a", "b", "c"), ("d", "e", "f"))
    )
    assert table.at(1, 0) == "a"
    assert table.at(9, 9) == "f"
    assert table.at(9, 9, left=1) == "e"
    assert table.at(9, -9, left=1) == "d"
    with pytest.raises(LookupError, match="0 is not on the table"):
        table.at(0, 1)


# ---- reading


def datum(value: object) -> Datum:
    return Datum("book.yaml", "", value)


@dataclass(frozen=True)
class Inner:
    colour: Literal["red", "blue"]


@dataclass(frozen=True)
class Outer:
    number: int
    flag: bool
    inner: Inner
    words: tuple[str, ...]
    some: frozenset[int]
    by_name: dict[str, int | None]
    text: str = "usual"
    others: tuple[int, ...] = field(default_factory=tuple)
    most: int | None = None


GOOD: dict[str, object] = {
    "number": 3, "flag": True, "inner": {"colour": "red"}, "words": ["a"], "some": [1, 1],
    "by_name": {"x": None, "y": 2},
}  # fmt: skip


def test_a_record_is_filled_from_named_entries() -> None:
    expected = Outer(3, True, Inner("red"), ("a",), frozenset({1}), {"x": None, "y": 2})
    assert datum(GOOD).record(Outer) == expected
    assert datum({**GOOD, "number": "read already"}).record(Outer, number=3) == expected


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"number": "3"}, "book.yaml: number: expected a whole number, found '3'"),
        ({"number": True}, "book.yaml: number: expected a whole number, found True"),
        ({"flag": 1}, "book.yaml: flag: expected true or false, found 1"),
        ({"text": 68}, "book.yaml: text: expected a text, found 68 (is a quote missing?)"),
        ({"inner": {"colour": "green"}}, "book.yaml: inner.colour: 'green' is unknown; known are red, blue"),
        ({"inner": "red"}, "book.yaml: inner: expected named entries, found 'red'"),
        ({"inner": {}}, "book.yaml: inner: the entry 'colour' is missing"),
        ({"words": "a"}, "book.yaml: words: expected a list, found 'a'"),
        ({"words": ["a", 2]}, "book.yaml: words.2: expected a text, found 2 (is a quote missing?)"),
        ({"by_name": {"x": "y"}}, "book.yaml: by_name.x: expected a whole number, found 'y'"),
        ({"most": None}, "book.yaml: most: holds nothing; an entry that need not be there is left out"),
        ({"others": None}, "book.yaml: others: holds nothing; an entry that need not be there is left out"),
    ],
)
def test_a_record_says_what_is_wrong_and_where(change: dict[str, object], message: str) -> None:
    with pytest.raises(DataFault) as refusal:
        datum({**GOOD, **change}).record(Outer)
    assert str(refusal.value) == message


def test_a_record_knows_its_entries() -> None:
    with pytest.raises(DataFault, match=r"book\.yaml: the whole file: the entry 'extra' is unknown"):
        datum({**GOOD, "extra": 1}).record(Outer)
    with pytest.raises(DataFault, match="the entry 'number' is missing"):
        datum({name: value for name, value in GOOD.items() if name != "number"}).record(Outer)


def test_a_record_of_something_unreadable_is_our_own_fault() -> None:
    @dataclass(frozen=True)
    class Strange:
        number: float

    with pytest.raises(TypeError, match="cannot be read"):
        datum({"number": 1}).record(Strange)


def table_of(rows: object, columns: object) -> Datum:
    return datum({"columns": columns, "rows": rows})


@pytest.mark.parametrize(
    ("read", "place", "reason"),
    [
        (
            lambda: datum({"1-2": 1, "4-6": 2}).scale(Datum.integer, 1, 6),
            "the whole file",
            "a gap between 1..2 and 4..6",
        ),
        (lambda: datum({"1-2": 1, "few": 2}).scale(Datum.integer, 1, 6), "few", "'few' is no band"),
        (lambda: datum({"1-6": "x"}).scale(Datum.integer, 1, 6), "1-6", "expected a whole number"),
        (lambda: table_of({1: [1], 2: [1]}, ["any"]).table(Datum.integer), "columns.1", "'any' is no band"),
        (lambda: table_of({1: [1, 2], 2: [1]}, [1, 2]).table(Datum.integer, (1, 2), (1, 2)), "rows.2", "1 cells for 2"),
        (lambda: table_of({1: [1, 2]}, [1, 2]).table(Datum.integer, (1, 2), (1, 2)), "rows", "should end at 2"),
        (
            lambda: table_of({1: [1, 2]}, [1, 3]).table(Datum.integer, (1, 1), (1, 3)),
            "columns",
            "a gap between 1 and 3",
        ),
        (lambda: table_of({1: [1, "x"]}, [1, 2]).table(Datum.integer, (1, 1), (1, 2)), "rows.1.2", "found 'x'"),
        (lambda: datum({})["rows"], "the whole file", "the entry 'rows' is missing"),
        (lambda: datum({"a": 7})["a"].integer(0, 6), "a", "7 lies outside 0..6"),
        (lambda: datum({"a": -1})["a"].integer(low=0), "a", "-1 lies outside 0 or more"),
    ],
)
def test_a_faulty_table_is_refused(read: Callable[[], object], place: str, reason: str) -> None:
    with pytest.raises(DataFault) as refusal:
        read()
    assert (refusal.value.file, refusal.value.place) == ("book.yaml", place)
    assert reason in refusal.value.reason


def test_an_entry_that_need_not_be_there() -> None:
    assert datum({"a": 1}).get("b") is None
    there = datum({"a": 1}).get("a")
    assert there is not None
    assert there.integer() == 1


def test_bands_that_follow_upon_each_other_are_joined_up():
    bands = [Band.parse(text) for text in ("5..15", "16 or more", "-4..0", "-8 or less", "-7", "3")]
    assert [str(band) for band in joined_up(bands)] == ["-7 or less", "-4..0", "3", "5 or more"]
