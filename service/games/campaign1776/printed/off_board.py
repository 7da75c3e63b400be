"""The off-board chart: boxes, the links between them, and where the map is left for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from service.engine.places import Place
from service.games.campaign1776.printed.board import COASTS, Coast
from service.games.campaign1776.printed.reading import table_file


@dataclass(frozen=True)
class MapLink:
    """How a box is reached from the map: over the exits of a coast, and down the St Lawrence."""

    coast: Coast
    st_lawrence: bool
    same_turn: bool


@dataclass(frozen=True)
class OffBoard:
    """The chart."""

    boxes: tuple[Place, ...]
    transitional: tuple[Place, ...]
    ports: tuple[Place, ...]
    links: frozenset[frozenset[Place]]
    map_links: Mapping[Place, MapLink]


def read_off_board(data: str) -> OffBoard:
    """The off-board chart of the set of data of this id. Raises DataFault."""
    file = table_file(data, "off_board", ("boxes", "transitional", "ports", "links", "map_links"))
    boxes = tuple(Place(there.text()) for there in file["boxes"].items())

    def among(name: str) -> tuple[Place, ...]:
        return tuple(Place(there.text(boxes)) for there in file[name].items())

    links: set[frozenset[Place]] = set()
    for there in file["links"].items():
        pair = frozenset(Place(box.text(boxes)) for box in there.items())
        if len(pair) != 2 or pair in links:
            raise there.fault("a link joins two boxes, and stands once")
        links.add(pair)
    map_links: dict[Place, MapLink] = {}
    for box, there in file["map_links"].entries().items():
        if box not in boxes:
            raise there.fault(f"{box!r} is no box")
        entries = there.entries_for(("exits", "st_lawrence", "same_turn"))
        map_links[Place(box)] = MapLink(
            coast=entries["exits"].text(COASTS),  # type: ignore[arg-type]
            st_lawrence=entries["st_lawrence"].flag(), same_turn=entries["same_turn"].flag(),
        )  # fmt: skip
    return OffBoard(boxes, among("transitional"), among("ports"), frozenset(links), map_links)
