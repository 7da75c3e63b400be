"""What the sentences of several order types have in common."""

from __future__ import annotations

from collections.abc import Sequence

from service.engine.order_words import Saying, through
from service.engine.places import Place
from service.engine.sentences import Said, Sentence, counted, joined, place, say


def moved_said(to: Saying, units: Sequence[str], path: Sequence[Place]) -> Sentence:
    """Who moves, and where to."""
    verb = " moves to " if len(units) == 1 else " move to "
    return say(to.units(units), verb, place(path[-1]), through(path)) if path else ()


def attack_said(
    to: Saying, units: Sequence[str], verb: str, hex: Place, missions: int, plan: Sequence[Said]
) -> Sentence:
    """An attack in a sentence: who attacks which hex, its air missions, and of its plan what is not as usual."""
    does = verb if len(units) > 1 else verb.replace("attack", "attacks").replace("fight", "fights")
    parts = [*([counted(missions, "air mission")] if missions else []), *plan]
    return joined(", ", [say(to.units(units), f" {does} ", place(hex)), *parts])
