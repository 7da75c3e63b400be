"""Records of this game as matches of before have them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

CAME_OFF = frozenset({
    "the bridge is destroyed", "the point arrives", "the point is landed", "the mines are cleared",
    "they are driven out", "they are back", "the position is improved", "the front is released", "all its tanks run",
    "the units there are in supply",
})  # fmt: skip
"""What came of a die, by the words that its report had, where that for which it was thrown came off."""
LEVEL = re.compile(r"Barrage Effects of level (\d+)")
MISSIONS = re.compile(r"(\d+) missions? for (.+)")


def renewed_throw(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """A report on a die, which once said in words what came of it."""
    if "outcome" not in said:
        return said
    words = said["outcome"]
    told: dict[str, Any] = {name: value for name, value in said.items() if name != "outcome"}
    if level := LEVEL.fullmatch(words):
        return {**told, "level": int(level[1])}
    if missions := MISSIONS.fullmatch(words):
        return {**told, "missions": int(missions[1]), "track": missions[2]}
    return {**told, "succeeded": words in CAME_OFF}


def renewed_items(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """A record with points by side and by what they are for, which once stood under one name, as "Soviet places"."""
    items: dict[str, dict[str, Any]] = {}
    for name, worth in said.get("items", {}).items():
        if isinstance(worth, Mapping):
            return said
        side, _, what = name.partition(" ")
        items.setdefault(side, {})[what] = worth
    return {**said, "items": items} if items else said


def renewed_contact(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """A contact, whose heading was once called `at`."""
    return {"address" if name == "at" else name: value for name, value in said.items()}


def renewed_support(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """A report on an item of support, three of which were once called otherwise."""
    former = {"supported": "supply", "artillery": "fire", "engineers": "assault"}
    return {**said, "item": former.get(said["item"], said["item"])}


def renewed_contacts(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """A report or an event with contacts in it."""
    return {**said, "contacts": [renewed_contact(one) for one in said.get("contacts", ())]}
