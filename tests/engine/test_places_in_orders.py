"""What an order says of places is known by the types of its fields, whatever they are called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from service.engine.hexes import Hex
from service.engine.orders import Order
from service.engine.places import Place
from service.engine.sentences import PlaceSpan
from service.engine.words import PlainWords


@dataclass(frozen=True, kw_only=True)
class Ship(Order):
    """Bring cargo from a port to others."""

    kind: Literal["ship"] = "ship"
    cargo: str = "tea"
    port: Place
    by: tuple[Place, ...]
    shelter: Hex | None = None
    hex: str = "none, it is a curse here"


def test_a_field_is_a_place_by_its_type():
    said = PlainWords().order(None, Ship(port=Place("Leith"), by=(Place("Bergen"), Place("Riga"))))
    assert [span.place for span in said if isinstance(span, PlaceSpan)] == ["Leith", "Bergen", "Riga"]
