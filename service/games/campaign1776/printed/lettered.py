"""Lettered hexes as players name them, their sides and their vertices.

A hex is written AAA43: its row, then its number. Rows are lettered from the south, A to Z, AA to ZZ, AAA to ZZZ; in
each the numbers run to the east, and those of the next row up are skewed by half a hex, so that AAA43 adjoins AAA42,
AAA44, BBB43, BBB44, ZZ42 and ZZ43. A side is written by its two hexes, the lower row first, AAA43/BBB44; one on the
edge of the map by its hex and the direction, CCC28:W.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from service.engine.places import Place

Hex = Place
Side = Place
Vertex = frozenset[tuple[int, int]]
"""The three hexes that meet there, by their coordinates; they need not all be on a map."""
Direction = Literal["NE", "E", "SE", "SW", "W", "NW"]
Coordinates = tuple[int, int]
"""The row, counted from A as 1, and the number in it."""

STEPS: dict[Direction, Coordinates] = {
    "NE": (1, 1), "E": (0, 1), "SE": (-1, 0), "SW": (-1, -1), "W": (0, -1), "NW": (1, 0),
}  # fmt: skip
DIRECTIONS: tuple[Direction, ...] = tuple(STEPS)
_LETTERS, _MOST = 26, 3
_HEX = re.compile(r"(([A-Z])\2{0,2})([1-9][0-9]?)")


ROWS = _LETTERS * _MOST
"""How many rows there can be."""


@cache
def row_number(letters: str) -> int:
    """The number of a row of these letters; ValueError if there is none."""
    if not letters or len(letters) > _MOST or len(set(letters)) != 1 or not "A" <= letters[0] <= "Z":
        raise ValueError(f"{letters!r} is not a row: a row is one letter, written once, twice or three times")
    return (len(letters) - 1) * _LETTERS + ord(letters[0]) - ord("A") + 1


@cache
def row_letters(row: int) -> str:
    """How a row is written; ValueError outside A to ZZZ."""
    if not 1 <= row <= _LETTERS * _MOST:
        raise ValueError(f"There is no row {row}: they run from 1 to {_LETTERS * _MOST}")
    times, letter = divmod(row - 1, _LETTERS)
    return chr(ord("A") + letter) * (times + 1)


@cache
def coordinates(hex: Hex) -> Coordinates:
    """Row and number of a hex; ValueError if the name is none."""
    if (found := _HEX.fullmatch(hex)) is None:
        raise ValueError(f"{hex!r} is not a hex: a hex is a row's letters and a number from 1 to 99, such as AAA43")
    return row_number(found[1]), int(found[3])


@cache
def named(row: int, number: int) -> Hex:
    """The hex of this row and number."""
    return Hex(f"{row_letters(row)}{number}")


def stepped(at: Coordinates, direction: Direction) -> Coordinates:
    """The coordinates of what adjoins a hex in a direction, on a map or off it."""
    row, number = STEPS[direction]
    return at[0] + row, at[1] + number


def around(at: Coordinates) -> frozenset[Coordinates]:
    """The coordinates of the six that adjoin a hex."""
    return frozenset(stepped(at, direction) for direction in DIRECTIONS)


def adjacent(a: Hex, b: Hex) -> bool:
    """Whether two hexes have a side in common."""
    return coordinates(b) in around(coordinates(a))


def distance(a: Hex, b: Hex) -> int:
    """The least number of steps from one hex to another, over whatever lies between."""
    (row, number), (to_row, to_number) = coordinates(a), coordinates(b)
    up, along = to_row - row, to_number - number
    return max(abs(up), abs(along), abs(up - along))


# ---- sides and vertices


@cache
def side(a: Hex, b: Hex) -> Side:
    """The side between two hexes; ValueError unless they are adjacent."""
    if not adjacent(a, b):
        raise ValueError(f"{a} and {b} have no hexside in common")
    lower, upper = sorted((a, b), key=coordinates)
    return Side(f"{lower}/{upper}")


def edge(hex: Hex, direction: Direction) -> Side:
    """The side of a hex on the edge of the map."""
    return Side(f"{hex}:{direction}")


def is_side(place: Place) -> bool:
    """Whether a place is the side of a hex, by how it is written."""
    return "/" in place or ":" in place


@cache
def beside(side: Side) -> tuple[Hex, ...]:
    """The hexes of the map that a side lies between: two, or one on the edge."""
    return tuple(Hex(part) for part in side.partition(":")[0].split("/"))


@cache
def both_sides(side: Side) -> tuple[Coordinates, Coordinates]:
    """The coordinates of what lies on either side, on the map or off it; ValueError if it is no side."""
    first, slash, second = side.partition("/")
    if slash:
        if not adjacent(Hex(first), Hex(second)):
            raise ValueError(f"{first} and {second} have no hexside in common")
        return coordinates(Hex(first)), coordinates(Hex(second))
    hex, _, towards = side.partition(":")
    for direction in DIRECTIONS:
        if direction == towards:
            return coordinates(Hex(hex)), stepped(coordinates(Hex(hex)), direction)
    raise ValueError(f"{side!r} is not a hexside: one is written AAA43/BBB44, or CCC28:W on the edge of the map")


@cache
def ends(side: Side) -> tuple[Vertex, Vertex]:
    """The two vertices between which a side runs."""
    a, b = both_sides(side)
    first, second = sorted(around(a) & around(b))
    return frozenset({a, b, first}), frozenset({a, b, second})


def meet(a: Side, b: Side) -> bool:
    """Whether two sides have a vertex in common."""
    return a != b and not set(ends(a)).isdisjoint(ends(b))


@cache
def corners(hex: Hex) -> frozenset[Vertex]:
    """The six vertices of a hex."""
    at = coordinates(hex)
    ring = [stepped(at, direction) for direction in DIRECTIONS]
    return frozenset(frozenset({at, one, next}) for one, next in zip(ring, (*ring[1:], ring[0]), strict=True))
