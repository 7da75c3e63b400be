"""Ten planted leaks of which the rules are innocent (`plants`), one at a time: the trials find every one."""

from __future__ import annotations

import random

import pytest

from tests.secrecy import skirmish_worlds
from tests.secrecy.plants import a_refusal_of_an_unlawful_order_that_peeks
from tests.secrecy.test_two_worlds import started
from tests.secrecy.trial import Tally, refused_alike
from tests.secrecy.worlds import Leak, World, mutated


@pytest.mark.parametrize(
    ("world", "seat"),
    [
        (lambda: started("movement", "su", 1), "Soviet"),
        (lambda: skirmish_worlds.in_contact("movement", "allied"), "allied"),
    ],
    ids=["ndc", "skirmish"],
)
def test_a_refusal_of_an_unlawful_order_that_peeks(world, seat, monkeypatch):
    a_refusal_of_an_unlawful_order_that_peeks(monkeypatch)
    with pytest.raises(Leak, match="replies differ"):
        for luck in range(40):
            tried_wrongly(world(), seat, luck)


def tried_wrongly(world: World, seat: str, luck: int) -> None:
    rng = random.Random(luck)
    if (other := mutated(world, seat, rng)) is not None:
        refused_alike(world, other, seat, rng, Tally(), "wrongly", 20)
