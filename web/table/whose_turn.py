"""Whose turn it is, in a line over the heading: from a seat's own log and the sequence of play that all know."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from service.engine.game import AnyGame
from service.engine.outline import Dispatch, Each, GameTurn, Heading, PlayerTurn
from service.engine.seats import PHASING
from service.engine.state import Known
from service.engine.words import PlainWords


def whose_turn(game: AnyGame, known: Known[Any, Any], key: str) -> tuple[str, str]:
    """The turn, and whose part of it is being played, as far as the seat was told; empty where that is not known.

    `key` names the part of its own in which the seat was last asked, as its tally has it. Who waits, and has closed the
    last heading of that, knows from the sequence of play that it is over.
    """
    where, words = known.picture, game.words
    if where.ended or not where.address:
        return "", ""
    turn, way = words.turns_of(where.turn), way_to(game.outline, where.address)
    parts = [place for place, heading in enumerate(way) if isinstance(heading, PlayerTurn)]
    phasing = "" if where.asked else words.phasing(known)
    if phasing:
        return turn, owned(words.player_turn, own=phasing == where.seat)
    if not parts:
        return turn, ""
    part = way[parts[-1]]
    if not part.title.replace("-", " ").lower().endswith(words.player_turn):
        return turn, part.title
    last, rest = way[-1], way[parts[-1] :]
    if isinstance(last, Dispatch):
        own = last.to in (PHASING, where.seat)
    else:
        own = bool(key)
    if where.asked or not own or comes_after(rest, will_ask):
        return turn, owned(words.player_turn, own=own)
    return (turn, "") if comes_after(rest, may_ask) else after_own(words, known, way[: parts[-1] + 1])


def owned(part: str, *, own: bool) -> str:
    """A part of a turn by whose it is."""
    whose = "your" if own else "the enemy's"
    return f"{whose} {part}"


def way_to(outline: Heading, address: str) -> list[Heading]:
    """The headings that lead to an address, the outline first."""
    way = [outline]
    for name in filter(None, address.split("/")):
        way.append(way[-1].child(name))
    return way


def comes_after(way: list[Heading], asks: Callable[[Heading], bool]) -> bool:
    """Whether anybody is asked, after the end of a way, under one of its headings."""
    return any(any(map(asks, following(parent, child))) for parent, child in pairwise(way))


def following(parent: Heading, child: Heading) -> tuple[Heading, ...]:
    """The headings after one of those under a parent."""
    return tuple(parent.children[parent.children.index(child) + 1 :])


def may_ask(heading: Heading) -> bool:
    """Whether anybody may be asked at a heading, or under it."""
    return heading.by is not None or any(map(may_ask, heading.children))


def will_ask(heading: Heading) -> bool:
    """Whether the one whose turn it is is asked there whatever happens."""
    if heading.when is not None or isinstance(heading, Each):
        return False
    return heading.by == PHASING or any(map(will_ask, heading.children))


def after_own(words: PlainWords, known: Known[Any, Any], way: list[Heading]) -> tuple[str, str]:
    """What is known once one's own part of a turn is over: whose comes next, where the sequence of play says it."""
    turn, (*above, parent, part) = known.picture.turn, way
    comes = following(parent, part)
    if not comes and isinstance(parent, GameTurn) and words.another_turn(known):
        turn, comes = turn + 1, tuple(parent.children)
    is_sure = bool(above) and isinstance(next(iter(comes), None), PlayerTurn) and comes[0].when is None
    return words.turns_of(turn), owned(words.player_turn, own=False) if is_sure else f"your {words.player_turn} is over"
