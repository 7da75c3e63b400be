"""How a scenario of its own score is won, and a campaign (22, 26)."""

from __future__ import annotations

from collections.abc import Iterator

from service.engine.dice import Dice
from service.engine.events import Ended, Event
from service.engine.telling import announce
from service.games.campaign1776.known.control import towns_counted, whole_area
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
    yield from ended(state, GameEnded(winner=winner, points=held, lost=lost, score=total))


def ended(state: State, report: GameEnded) -> Iterator[Event]:
    yield from announce(state, report)
    yield Ended()


def judge_towns(state: State, dice: Dice) -> Iterator[Event]:
    """A campaign by its strategic towns, Quebec and Montreal not counted (C76-CTL-07, C76-MSC-08).

    The British win at once with as many as the map asks for at both ends of a month, the Americans from a certain month
    on where the British control none, Quebec and Montreal among them; else the last month decides.
    """
    rules, british = state.rules, state.public().british
    assert rules.towns is not None
    towns = {hex for listed in rules.board.strategic_towns.values() for hex in listed.values()}
    held, required = towns_counted(rules, british), rules.board.towns_required
    winner = None
    if min(held, state.campaign.towns) >= required:
        winner = BRITISH
    elif state.month >= rules.tables.victory.american_at_once_from and towns.isdisjoint(british):
        winner = AMERICAN
    elif state.turn >= rules.turns:
        area = rules.towns.whole_area_wins and any(whole_area(rules, british, one) for one in rules.recruiting)
        winner = BRITISH if area or held >= rules.towns.win else "" if held >= rules.towns.draw else AMERICAN
    if winner is not None:
        points = {hex: 1 for area in rules.recruiting for hex in rules.board.strategic_towns[area].values()
                  if hex in british}  # fmt: skip
        yield from ended(state, GameEnded(winner=winner, points=points, lost=0, score=held, by_towns=True))
