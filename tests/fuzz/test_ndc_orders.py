"""Every kind of order, with every kind of nonsense in each of its fields: a clean refusal, and nothing changes.

The order was offered, and one field of it is spoilt: so the refusal is that field's.
"""

from __future__ import annotations

import json
import random
from dataclasses import fields
from typing import Any

import pytest
from pydantic import ValidationError

from schemas.orders import TooMuchWork
from service.engine import judging
from service.engine.orders import Refusal
from service.games.ndc.game import NDC
from service.matches.order_json import order_forms
from tests.offers import options_for
from tests.random_play import codec, ordered
from tests.secrecy.test_two_worlds import SOON, offered
from tests.secrecy.worlds import World

NONSENSE: dict[str, Any] = {
    "a unit that nobody has": "X-99", "such units": ["X-99"], "a hex off the map": "9999", "such hexes": ["9999"],
    "an endless path": ["0505", "0506"] * 1_000, "a negative number": -1, "a huge one": 10**30, "below it": -(10**30),
    "more than there is": 10**6, "a number in a list": [-1], "a number under a name": {"X-99": -1},
    "full-width digits": "１２０３", "text turned round": "\u202e1203", "a combining mark": "1203\u0301", "nul": "\0",
    "a lone surrogate": "\ud800", "an emblem": "🎲", "a long text": "a" * 5_000, "an empty text": "", "a part": 0.5,
}  # fmt: skip
"""None of it is right for any field of any order."""
BOOK = NDC.rulebook().rules
"""Where a refusal leads to."""


def enemy_words(world: World, seat: str) -> dict[str, Any]:
    """The ids of units that the seat may not know, and a thing that bears one."""
    [first, *others] = sorted(unit.id for unit in world.state.units.values() if unit.side != seat)
    return {"an enemy's id": first, "enemies' ids": [first, *others], "a number under an enemy's id": {first: 1}}


def taken(world: World, seat: str, plain: dict[str, Any]) -> bool:
    """Whether the rules take an order as a client sends it."""
    picture = world.state.pictures[seat]
    try:
        believed = judging.checked(NDC, picture, order_forms(NDC).read(json.dumps([plain])))
    except (ValidationError, TooMuchWork):
        return False
    except Refusal as refusal:
        assert refusal.reason.strip() and refusal.rule in BOOK, f"{refusal.rule}: {refusal.reason}"
        return False
    NDC.view(believed)
    options_for(NDC, believed)
    return True


@pytest.mark.parametrize("kind", sorted(set(NDC.orders_by_kind) - {"done", "attend"}))
def test_every_field_of_every_kind_of_order_refuses_nonsense(kind: str):
    world, seat = offered(kind, SOON.get(kind, 1))
    picture, rng = world.state.pictures[seat], random.Random(kind)
    options = [option for option in options_for(NDC, picture) if option.kind == kind]
    order = next(made for _ in range(50) if (made := ordered(rng.choice(options), NDC, picture, rng)))
    plain = codec(NDC).plain(order)
    before = repr(world.state)
    assert taken(world, seat, plain)
    for field in fields(order):
        if field.name == "kind":
            continue
        for what, value in {**NONSENSE, **enemy_words(world, seat)}.items():
            assert not taken(world, seat, {**plain, field.name: value}), f"{field.name}: {what}"
        assert repr(world.state) == before, f"checking the orders with another {field.name} changed something"
    assert not taken(world, seat, {**plain, "X-99": 1}), "a field that it has not"
    assert repr(world.state) == before
