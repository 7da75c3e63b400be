"""What logs of before say in words alone: it is read here, and nowhere else."""

from __future__ import annotations

from typing import Literal

from service.engine.hexes import Hex

MissionStep = Literal["phase", "call", "spotting", "correction", "effect", "fall", "lost"]
"""Of what a report on an artillery mission tells: a new phase, a call by radio, a spotting round, a correction, a fire
for effect, where a round falls, and the loss of the contact."""

SAID: tuple[tuple[str, MissionStep, bool], ...] = (
    ("a new phase", "phase", False),
    ("contact on ", "call", False),
    ("no contact on ", "call", False),
    ("a spotting round at ", "spotting", True),
    ("corrected to ", "correction", True),
    ("fire for effect ", "effect", True),
    ("it falls in ", "fall", True),
    ("nobody sees it fall", "fall", False),
    ("the contact is lost", "lost", False),
)
"""How such a report began, of what it told, and whether its last word was a hex."""


def mission_news(what: str) -> tuple[MissionStep, str, Hex | None]:
    """Of what a report told that has it in words alone: the step, the words without the hex, and the hex."""
    step, aimed = next(((step, aimed) for begins, step, aimed in SAID if what.startswith(begins)), ("lost", False))
    if not aimed:
        return step, what, None
    words, _, hex = what.rpartition(" ")
    return step, words, Hex(hex)
