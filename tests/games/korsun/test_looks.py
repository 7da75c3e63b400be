"""How often what is offered looks at the map: once for a picture, however many units and hexes are asked about."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from service.engine.orders import Order
from service.games.korsun.known import picture as pictures
from service.games.korsun.sections.attacks import DeclareAttack
from service.games.korsun.sections.markers import PlaceMarker
from service.games.korsun.sections.movement import MoveByRoad
from service.games.korsun.sections.reserves import DeclareReserve
from tests.games.korsun.table import new_match


@pytest.mark.parametrize("order", [PlaceMarker, MoveByRoad, DeclareReserve, DeclareAttack])
def test_all_that_is_offered_of_a_kind_is_found_on_one_map(monkeypatch: pytest.MonkeyPatch, order: type[Order]):
    picture = new_match("korsun-full").picture("so")
    looks: list[object] = []
    believed = pictures.believed

    def counted(of: pictures.Picture) -> object:
        looks.append(of)
        return believed(of)

    monkeypatch.setattr(pictures, "believed", counted)
    offered: Sequence[object] = list(order.offers(picture))
    assert len(offered) >= 5 and len(looks) <= 1
