"""How a scenario of its own score is won (22, 26)."""

from __future__ import annotations

from collections.abc import Iterator

from service.engine.dice import Dice
from service.engine.events import Ended, Event, Told
from service.games.campaign1776.known.reports import GameEnded
from service.games.campaign1776.printed.land import COMBAT
from service.games.campaign1776.printed.reading import AMERICAN, BRITISH
from service.games.campaign1776.truth.holding import points_held
from service.games.campaign1776.truth.state import State


def determine_victory(state: State, dice: Dice) -> Iterator[Event]:
    """After the last month: the score, and who has won."""
    score = state.rules.score
    if score is None or state.turn < state.rules.turns:
        return
    held = points_held(state)
    kinds = state.rules.tables.units.kinds
    regulars = [code for code, kind in kinds.items() if kind.nation == BRITISH and kind.role == COMBAT[0]]
    lost = sum(state.lost.get(code, 0) for code in regulars)
    total = sum(held.values()) - lost // score.regulars_lost_a_point
    winner = BRITISH if total >= score.win else "" if total >= score.draw else AMERICAN
    for seat in state.seats:
        yield Told(seat=seat, report=GameEnded(winner=winner, points=held, lost=lost, score=total))
    yield Ended()
