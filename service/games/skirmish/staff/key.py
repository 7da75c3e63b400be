"""What the counters and the figures of a base mean, by the figures of a set of data."""

from __future__ import annotations

from service.engine.facts import Fact
from service.games.skirmish.printed.tables import Tables


def states(tables: Tables) -> dict[str, str]:
    """What a base suffers or has done, by the words of its signs, each with what it forbids and until when."""
    added = tables.fire.modifiers
    return {
        "Broken": "out of order: neither fires, advances nor holds an objective; flees to cover before others move, "
        "until it rallies",
        "Routed": "as broken, but flees away from the enemy before all others, and only a leader can rally it",
        "Cowered": "neither moves, advances nor fires until the player turn ends; fire at it has "
        f"{added['target cowered']} more on the dice",
        "Pinned": "neither moves nor advances until the player turn ends, and fires with "
        f"{added['pinned']} more on the dice",
        "In close combat": "fights hand to hand: neither moves nor fires at others",
        "Broken down": "its weapon has jammed, and does not fire until it is repaired",
        "Immobilised": "a vehicle that cannot move, or a gun without its crew",
        "Out of ammunition": "does not fire until it is given more",
        "Low on ammunition": "fires less well, and may run out",
        "Fired": "has fired in this player turn",
        "Advanced": "has advanced in this player turn",
        "Halted": "was halted by fire: it moves no farther in this player turn, and may still advance a hex",
        "Moved": "has moved in this player turn",
    }


def key(tables: Tables) -> tuple[Fact, ...]:
    """What stands on a counter and in a list, each with what it means."""
    meanings = {
        "Men": "a squad has four, an assault squad blades, a team its weapon, a leader a star, an observer a mast",
        "Pointer": "where a gun or vehicle faces",
        "Q4": f"quality: a check passes on {tables.morale.dice} of quality + {tables.morale.quality_bonus} or less",
        "2/3": "attacks left of the rate of fire in this player turn; on a leader, the rating",
        "Burst": "suppressions: as many as its quality break a base, or rout a broken one",
        **states(tables),
        "?": "something is there, or was, but has not been made out",
        "Broken edge, pale": "out of sight: where and as it was last seen; a clock and a 2: two turns ago",
        "Star on a hex": "an objective, with its points",
    }
    return tuple(Fact.of(label, value) for label, value in meanings.items())
