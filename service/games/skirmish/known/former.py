"""What logs and exports of before say otherwise than those of now: it is read here, and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from service.games.skirmish.known.picture import Falling, MissionStep

SAID: Mapping[str, tuple[MissionStep, re.Pattern[str]]] = {
    "a new phase": ("phase", re.compile("")),
    "contact on ": ("call", re.compile(r"(?P<limit>\d+) or less")),
    "no contact on ": ("call", re.compile(r"(?P<limit>\d+) or less(?P<over>, and the mission is over)?")),
    "a spotting round at": ("spotting", re.compile(" ?(?P<hex>.*)")),
    "corrected to": ("correction", re.compile(" ?(?P<hex>.*)")),
    "fire for effect ": ("effect", re.compile(r"(?P<fire>\d+) at ?(?P<hex>.*)")),
    "it falls in": ("fall", re.compile(" ?(?P<hex>.*)")),
    "nobody sees it fall": ("fall", re.compile("")),
    "the contact is lost": ("lost", re.compile("")),
}
"""How a report on an artillery mission began, of what it told, and how it went on."""


def mission_told(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """A report on an artillery mission as it is written now; one of before has it in words, often its hex too."""
    if "what" not in said:
        return said
    told = {name: value for name, value in said.items() if name != "what"}
    begins = next(words for words in SAID if said["what"].startswith(words))
    step, goes_on = SAID[begins]
    found = goes_on.match(said["what"].removeprefix(begins))
    had = {name: value for name, value in found.groupdict().items() if value} if found else {}
    numbers: dict[str, int] = {name: int(had[name]) for name in ("limit", "fire") if name in had}
    at = {"hex": had["hex"]} if "hex" in had else {}
    return {**told, "step": step, **numbers, **at, **({"over": True} if "over" in had else {})}


FALLS: Mapping[str, Falling] = {
    "A round falls": "round",
    "artillery fire falls": "shells",
    "an air attack falls": "bombs",
}
"""What was seen to fall, by the words that the report had."""
HIT = "hit, "
"""How the effect of a hit at armour began; what it did followed."""
MISSED = "missed"
"""The effect of a shot at armour that hit nothing."""
LEADER = re.compile(r"Q(\d+)([+-]\d+)")
"""How the result of a throw told of a new leader: Q5+1."""


FELL: Mapping[str, Falling] = {"an air attack": "bombs", "artillery fire": "shells"}
"""What fell on a base, by the weapon that its report had alone."""


def suffered_told(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """A report on fire at one's own base as it is written now; one of before says by its weapon alone what fell."""
    said = shot_told(said)
    return {**said, "fell": FELL[said["weapon"]]} if "fell" not in said and said["weapon"] in FELL else said


def shot_told(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """A report on fire as it is written now; one of before has a shot at armour in words, its kill too."""
    shot, effect = said.get("shot"), said.get("effect", "")
    said = {name: value for name, value in said.items() if name != "effect"}
    if shot is not None and "kill" in shot:
        said["shot"] = {name: value for name, value in shot.items() if name != "kill"}
    if not effect:
        return said
    kill = said.get("kill") if effect == MISSED else effect.removeprefix(HIT).replace(" ", "_")
    return {**said, "at_armour": True, "kill": kill}


def fall_told(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """A report on what was seen to fall as it is written now; one of before says it in other words."""
    return {**said, "what": FALLS.get(said["what"], said["what"])}


def check_told(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """A report on a throw for a base as it is written now; one of before has a new leader in its result alone."""
    leader = LEADER.fullmatch(said.get("result", ""))
    if leader is None or "leader" in said:
        return said
    return {**said, "result": "new leader", "leader": {"quality": int(leader[1]), "rating": int(leader[2])}}
