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
