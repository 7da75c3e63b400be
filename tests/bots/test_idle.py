"""Whoever does nothing loses against the server's bot, on either side; the figures are in docs/balance.md."""

from __future__ import annotations

import pytest

from bench.contests import NDC
from bench.duels import short_way
from bench.idle import idling, least

MATCHES = 50
MOST_NOT_LOST = 2


@pytest.mark.soak
@pytest.mark.parametrize("after", [0, 1])
@pytest.mark.parametrize("side", NDC.sides)
def test_the_idle_player_loses(side: str, after: int):
    """From the start, or once the first turn is over."""
    with short_way(idling(NDC, side, after)) as play:
        winners = [play(f"{NDC.scenario} {number}", {})["winner"] for number in range(MATCHES)]
    assert winners.count(NDC.enemy(side)) >= MATCHES - MOST_NOT_LOST, winners


def test_one_who_stopped_after_the_first_turn_loses_what_he_had_taken():
    """Here they stood on two of the forward objectives, through one of which they had come unseen."""
    with short_way(idling(NDC, "Soviet", 1)) as play:
        assert play(f"{NDC.scenario} 5", {})["winner"] == "US"


def test_an_idle_player_stands_fast_or_goes_where_he_is_let():
    stand = {"kind": "stand-fast", "fixed": {}, "fields": {}}
    retreat = {"kind": "retreat", "fixed": {}, "fields": {"hex": {"domain": "places", "places": ["1205", "1206"]}}}
    assert least([retreat, stand]) == {"kind": "stand-fast"}
    assert least([retreat]) == {"kind": "retreat", "hex": "1205"}
