"""The line over the heading that says whose turn it is: true at each seat, as soon as that seat is told so."""

from __future__ import annotations

import pytest

from service.engine.game import AnyGame
from service.engine.tally import Tally
from service.games.shelf import GAMES
from tests.random_play import begun, one_call
from web.table.whose_turn import whose_turn


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_whose_turn_it_is_stands_over_each_heading(game: AnyGame):
    """Who is asked reads whose turn it truly is; who waits reads nothing that is not so."""
    match, rng, dice = begun(game, 3, strict=False)
    part, read = game.words.player_turn, set()
    for _ in range(60):
        if match.state.ended:
            break
        for seat in game.info.seats:
            told, picture = match.logs[seat], match.state.pictures[seat]
            tally = Tally().after(told, game, seat, log_length=0)
            turn, whose = whose_turn(game, game.known(picture, tally.score), tally.key)
            read.add(whose)
            assert not picture.asked or turn == game.words.turns_of(match.state.turn)
            if whose in (f"your {part}", f"the enemy's {part}"):
                assert (whose == f"your {part}") is (match.state.phasing == seat), (seat, whose, picture.address)
        one_call(match, rng, dice, strict=False)
    assert f"your {part}" in read and len(read) > 1
