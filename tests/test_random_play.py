"""The player at random reads the orders that it makes as HTTP does, and by the very game that it plays."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any, Literal

import pytest

from service.engine.game import AnyGame
from service.engine.options import Choice, Option
from service.engine.orders import Order
from service.engine.sentences import say
from tests.random_play import OfferMalformed, codec, ordered
from tests.toy import TOY, Hide


@dataclass(frozen=True, kw_only=True)
class Shout(Order):
    """What the next version of the game has besides."""

    kind: Literal["shout"] = "shout"
    words: str


LOUDER: AnyGame = replace(TOY, orders=(*TOY.orders, Shout))


def made(game: AnyGame, option: Option) -> Order | None:
    picture: Any = None
    return ordered(option, game, picture, random.Random(1))


def test_an_option_with_a_field_that_the_order_has_not_is_malformed():
    option = Option(kind="shout", title=say("Shout"), fixed={"words": "Here!"}, fields={"loud": Choice(values=(True,))})
    with pytest.raises(OfferMalformed, match=r"option 'Shout' of 'shout': .*loud"):
        made(LOUDER, option)


def test_an_option_with_nothing_to_choose_is_malformed():
    option = Option(kind="shout", title=say("Shout"), fields={"words": Choice(values=())})
    with pytest.raises(OfferMalformed, match=r"option 'Shout' of 'shout' has nothing to choose for 'words'"):
        made(LOUDER, option)


def test_two_versions_of_a_game_in_one_process_have_orders_of_their_own():
    assert codec(TOY).game is TOY and codec(LOUDER).game is LOUDER
    assert codec(LOUDER).to_orders('[{"kind": "shout", "words": "Here!"}]') == [Shout(words="Here!")]
    assert made(LOUDER, Option(kind="shout", title=say("Shout"), fixed={"words": "Here!"})) == Shout(words="Here!")
    assert Hide in TOY.orders and codec(TOY) is codec(TOY)
