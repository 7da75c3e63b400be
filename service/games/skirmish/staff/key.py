"""What the counters and the figures of a base mean, by the figures of a set of data."""

from __future__ import annotations

from service.engine.glances import Fact
from service.games.skirmish.printed.tables import Tables


def key(tables: Tables) -> tuple[Fact, ...]:
    """What stands on a counter and in a list, each with what it means."""
    meanings = {
        "Men": "a squad has four, an assault squad blades, a team its weapon, a leader a star, an observer a mast",
        "Pointer": "where a gun or vehicle faces",
        "Q4": f"quality: {tables.morale.dice} must not exceed it by too much in a morale check",
        "2/3": "attacks left of the rate of fire in this player turn; on a leader, the rating",
        "Burst": "suppressions: as many as its quality break a base",
        "⊥": "pinned: it neither moves nor advances, and fires less well",
        "⌒": "cowered: it does not fire either, until the Admin Phase",
        "Flag, double arrow": "broken, and routed: it flees until it is rallied",
        "→": "has fired in this player turn",
        "∧ ■": "has moved, and was halted",
        "Round": "low on ammunition; struck through, out of it",
        "✕": "its weapon has broken down",
        "?": "something is there, or was, but has not been made out",
        "Broken edge, pale": "out of sight: where and as it was last seen, −2 two turns ago",
        "Star on a hex": "an objective, with its points",
    }
    return tuple(Fact.of(label, value) for label, value in meanings.items())
