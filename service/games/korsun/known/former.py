"""Records of this game as matches of before have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


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
