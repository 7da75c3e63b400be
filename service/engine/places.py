"""Places: wherever something can be on a map. Only a game's `Ground` knows how they are written.

A hex such as 0908 or KKK46, a hexside, a port, a box beside the map, a town on a road: to everybody else a place is a
name that is handed on as it is, and what it is made of means nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from typing import Any, NewType, get_args, get_type_hints

from service.engine.paths import cheapest

Place = NewType("Place", str)
Point = tuple[float, float]

LONGEST_PLACE = 60
_UNFIT = re.compile(r"[|;=\x00-\x1f]|^\s|\s$|\s\s")
"""What a place's name is free of, so that lists of places can be written in one attribute of a page."""


def holds_places(hint: Any) -> bool:
    """Whether a type is that of a place, or of several, or of a place that may be left out."""
    return hint is Place or any(map(holds_places, get_args(hint)))


def fields_of_places(kind: Any) -> frozenset[str]:
    """The names of the fields of a dataclass that hold places, by their types."""
    return _fields_of_places(kind)


@cache
def _fields_of_places(kind: type[Any]) -> frozenset[str]:
    return frozenset(name for name, hint in get_type_hints(kind).items() if holds_places(hint))


class Ground:
    """The places of one map: which there are, how they are written, what adjoins what, and where they are drawn.

    `neighbours` has every place, in the order in which they are listed, with those that adjoin it. `at` is where the
    middle of each is drawn, x to the east and y to the south, neighbours lying about two apart; a game whose map is not
    drawn leaves it out. `noun` is what one is called, `nouns` what several are. Where players write a place otherwise
    than it is stored, a game says so by a `show` and a `parse` of its own.
    """

    def __init__(
        self,
        neighbours: Mapping[Place, Iterable[Place]],
        *,
        at: Mapping[Place, Point] | None = None,
        noun: str = "place",
        nouns: str = "places",
    ) -> None:
        self._neighbours = {place: tuple(beside) for place, beside in neighbours.items()}
        self._at = dict(at or {})
        self.noun, self.nouns = noun, nouns

    # ---- which there are

    @property
    def places(self) -> tuple[Place, ...]:
        """Every place, in the order in which they are listed."""
        return tuple(self._neighbours)

    def __contains__(self, place: object) -> bool:
        return place in self._neighbours

    # ---- how they are written

    def show(self, place: Place) -> str:
        """A place as players write it."""
        return place

    def called(self, place: Place) -> str:
        """A place as one speaks of it: as players write it, with the name of what is there if it has one."""
        return self.show(place)

    def is_landmark(self, place: Place) -> bool:
        """Whether players look for a place by its name, so that it stands first in a list of very many."""
        return False

    def parse(self, text: str) -> Place | None:
        """The place that somebody wrote, whatever its capitals and spaces; None where it is none of this map."""
        return self._written.get(folded(text))

    @cached_property
    def _written(self) -> dict[str, Place]:
        return {folded(name): place for place in self.places for name in (place, self.show(place))}

    @cached_property
    def longest(self) -> int:
        """The number of letters of the longest name as players write it."""
        return max((len(self.show(place)) for place in self.places), default=0)

    @cached_property
    def example(self) -> str:
        """A place of this map as players write it, to show how that is done."""
        return self.show(self.places[len(self.places) // 2]) if self.places else ""

    @cached_property
    def in_figures(self) -> bool:
        """Whether all places are written in figures alone, so that a telephone may offer no more than those."""
        return all(self.show(place).isdecimal() for place in self.places)

    # ---- what lies where

    def neighbours(self, place: Place) -> tuple[Place, ...]:
        """The places that adjoin a place; KeyError for one that is not of this map."""
        return self._neighbours[place]

    def distance(self, a: Place, b: Place) -> int | None:
        """The least number of steps from a place to another; None where no way leads there."""
        steps = cheapest(a, self.neighbours, lambda so_far, to: 1)
        return next((route.cost for route in steps if route.node == b), None)

    def at(self, place: Place) -> Point | None:
        """Where the middle of a place is drawn; None where the map is not drawn."""
        return self._at.get(place)

    def corners(self, place: Place) -> tuple[Point, ...]:
        """The corners of a place in order round it, in the measure of `at`; none for one that is drawn as a point."""
        return ()

    # ---- whether it is whole

    def faults(self) -> Iterator[str]:
        """What is wrong with this ground, a sentence each; nothing, for one that can be played on."""
        drawn = {place: self.at(place) is not None for place in self.places}
        if len(set(drawn.values())) > 1:
            inside, outside = (next(place for place in drawn if drawn[place] is so) for so in (True, False))
            yield f"The place {inside} is drawn, and {outside} is not: a map is drawn whole or not at all."
        for place in self.places:
            if not place or len(place) > LONGEST_PLACE or _UNFIT.search(place):
                yield (
                    f"The place {place!r} is no name: it has 1 to {LONGEST_PLACE} letters, none of them | ; = or a "
                    "line break, and no space at either end or after another."
                )
            for name in dict.fromkeys((place, self.show(place))):
                if (found := self.parse(name)) != place:
                    yield f"The place {place} is written {name!r}, which is read back as {found or 'no place'}."
            for beside in self.neighbours(place):
                if beside not in self:
                    yield f"The place {place} adjoins {beside}, which is not on the map."


def shown_place(place: Place, ground: Ground | None) -> str:
    """A place as players write it; by its own name where there is no ground that knows better."""
    return ground.show(place) if ground is not None else place


def called_place(place: Place, ground: Ground | None) -> str:
    """A place as one speaks of it; by its own name where there is no ground that knows better."""
    return ground.called(place) if ground is not None else place


def folded(text: str) -> str:
    """A text without its spaces, and in one kind of letters, as places are compared when they are read."""
    return "".join(text.split()).casefold()
