"""What logs and exports of before say otherwise than those of now: it is read here, and nowhere else."""

from __future__ import annotations

import re
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


HIT = "hit, "
"""How the effect of a hit at armour began; what it did followed."""
LEADER = re.compile(r"Q(\d+)([+-]\d+)")
"""How the result of a throw told of a new leader: Q5+1."""


def shot_told(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """A report on a shot at armour as it is written now; one of before has what the hit did in its effect alone."""
    shot, effect = said.get("shot"), said.get("effect", "")
    if shot is None or "kill" in shot or not effect.startswith(HIT):
        return said
    return {**said, "shot": {**shot, "kill": effect.removeprefix(HIT).replace(" ", "_")}}


def check_told(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """A report on a throw for a base as it is written now; one of before has a new leader in its result alone."""
    leader = LEADER.fullmatch(said.get("result", ""))
    if leader is None or "leader" in said:
        return said
    return {**said, "leader": {"quality": int(leader[1]), "rating": int(leader[2])}}
