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
    to: Saying, units: Sequence[str], does: tuple[str, str], hex: Place, missions: int, plan: Sequence[Said]
) -> Sentence:
    """An attack in a sentence: who attacks which hex, its air missions, and of its plan what is not as usual.

    `does`: what one unit does, and what several do.
    """
    parts = [*([counted(missions, "air mission")] if missions else []), *plan]
    return joined(", ", [say(to.units(units), f" {does[len(units) > 1]} ", place(hex)), *parts])
