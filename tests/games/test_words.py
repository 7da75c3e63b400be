"""What orders and fields are called in each game is English, not a name out of the code."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest

from service.games.shelf import GAMES

OUT_OF_THE_CODE = re.compile(r"[a-z][A-Z]|_")


@pytest.mark.parametrize("name", sorted(GAMES))
def test_orders_and_their_fields_have_words(name: str):
    game = GAMES[name]
    said = {kind: game.words.title(kind) for kind in game.orders_by_kind}
    said |= {f.name: game.words.label(f.name) for order in game.orders for f in fields(order)}
    assert not {key: words for key, words in said.items() if OUT_OF_THE_CODE.search(words) or not words}
