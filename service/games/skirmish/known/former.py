"""What logs and exports of before say otherwise than those of now: it is read here, and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

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


def mission_told(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """A report on an artillery mission as it is written now; one of before has step and hex in its words alone."""
    if said.get("step") is not None:
        return said
    what = said["what"]
    step, aimed = next(((step, aimed) for begins, step, aimed in SAID if what.startswith(begins)), ("lost", False))
    if not aimed:
        return {**said, "step": step, "hex": None}
    words, _, hex = what.rpartition(" ")
    return {**said, "step": step, "what": words, "hex": hex}
