"""Stage G, and the other ends of a game (20.0, KOR-END-01 to 03, KOR-GBO-03)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from service.engine.dice import Dice
from service.engine.events import Ended, Event
from service.engine.telling import announce
from service.games.korsun.known.reports import GameEnded
from service.games.korsun.known.supply import isolated, pocket_steps
from service.games.korsun.printed.reading import GERMAN, SIDES, SOVIET, Side
from service.games.korsun.sections.barrage import lift_effects
from service.games.korsun.truth.state import PositionNoted, PublicChanged, State

QUARTERS = 4
"""Points are counted in quarters, so that halves and quarters of points stay whole."""
LOST = {"armor_unit": "armor", "other": "losses"}
"""What the points for steps lost are called, by the kind of unit."""


def determine_victory(state: State, dice: Dice) -> Iterator[Event]:
    """In the scenario's last game-turn, and in no other, the level of victory is determined (KOR-END-02)."""
    victory = state.rules.victory[SOVIET]
    if victory.isolated_at == state.turn and isolated(state.field(GERMAN), state.rules.board.airfield):
        yield PublicChanged(entries={"noted": int(victory.isolated * QUARTERS)})
    if state.turn >= state.rules.turns[1]:
        yield from judge(state)


def end_after_breakout(state: State, dice: Dice) -> Iterator[Event]:
    """A breakout attempt ends the scenario after the Soviet combat phase that comes next (KOR-GBO-03)."""
    yield from lift_effects(state)
    if state.public.attempted and state.public.attempted < state.turn:
        yield from judge(state)
    else:
        yield from end_if_nobody_is_left(state)


def end_if_nobody_is_left(state: State) -> Iterator[Event]:
    """A side without a combat unit on the map or to come ends the game: asked whenever one may have gone (20.0)."""
    for side in SIDES:
        if not any(state.profile(id).is_combat for id in state.of(side)):
            yield from judge(state)
            return


def judge(state: State) -> Iterator[Event]:
    """Count the points of both sides, and end the match at the level that their difference makes."""
    items = points(state)
    total = {side: sum(items[side].values()) if side in items else 0 for side in SIDES}
    difference = Fraction(total[SOVIET] - total[GERMAN], QUARTERS)
    level = state.rules.verdict(int(difference))  # fractions are cut off toward 0
    yield PositionNoted(entries={"over": True})
    yield from announce(state, GameEnded(points=total, items=items, level=level))
    yield Ended()


def points(state: State) -> dict[Side, dict[str, int]]:
    """The points in quarters of each side that has any, by what they are for (25.5)."""
    soviet, german = state.rules.victory[SOVIET], state.rules.victory[GERMAN]
    held = [worth for hex, worth in soviet.control_at_end.items() if state.public.control.get(hex) == SOVIET]
    cut_off, free = pocket_steps(state.field(GERMAN))
    found: dict[Side, dict[str, Fraction]] = {
        SOVIET: {
            "places": sum(held, Fraction(0)),
            **losses(state, GERMAN, SOVIET),
            "pocket": soviet.pocket_step * cut_off,
            "wanda": soviet.wanda if state.public.wanda_declared else Fraction(0),
            "korsun": Fraction(state.public.noted, QUARTERS),
        },
        GERMAN: {**losses(state, SOVIET, GERMAN), "pocket": german.pocket_step * (free + state.saved)},
    }
    return {
        side: {what: int(worth * QUARTERS) for what, worth in items.items() if worth}
        for side, items in found.items()
        if any(items.values())
    }


def losses(state: State, of: Side, to: Side) -> dict[str, Fraction]:
    """What one side scores for the steps that the other has lost, of armor units and of others."""
    worth = state.rules.victory[to].step_lost
    return {LOST[kind]: worth[kind] * steps for kind, steps in state.lost[of].items()}
