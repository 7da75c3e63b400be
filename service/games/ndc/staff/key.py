"""What the counters and the figures of a unit mean, by the figures of a set of data."""

from __future__ import annotations

from service.engine.facts import Fact
from service.engine.sentences import listed
from service.games.ndc.printed.tables import Tables
from service.games.ndc.staff.levels import told_at

STATES = {
    "Under way": "ordered there; you have not been told yet whether it arrived",
    "Engaged": "tied down by a combat for the phase: as defender it controls only the hexes of those it fights",
    "Stopped": "has run into an enemy, and moves no more in this phase",
    "Finished": "moves no more in this phase",
    "Attack ordered": "its attack is ordered and not fought yet",
    "Attacked": "has attacked in this phase",
    "Forced march": "goes farther in this turn, and tires",
    "Low on ammunition": "its artillery fires with fewer points until its next Housekeeping",
    "Suppressed": "hit by counter-battery fire: its artillery fires with fewer points",
    "Out of command": "too far from its HQs: it fights worse, and has to try to change its mode",
    "Double zone": "spread over two hexes, the further one marked by a chevron: it holds both, each more weakly, and "
    "neither moves nor attacks until it closes up in a Mode Change Phase",
    "Triple zone": "the same over three hexes",
    "Detachment": "marked ½: a part of a battalion that was broken down",
}
"""What is marked on a counter, by the words of its states."""


def key(tables: Tables) -> tuple[Fact, ...]:
    """What stands on a counter and in a list, each with what it means."""
    least = tables.reports
    told = ((level, listed(told_at(least, level))) for level in range(least.highest + 1))
    levels = "; ".join(f"from {level} {words}" for level, words in told if words)
    meanings = {
        "6-4-18": "attack, defence, movement points left",
        "M A D E": "the mode: March, Attack, Defend, dug in (E, entrenched)",
        "Bars": f"T/O levels, how much of the unit is left: {tables.establishment} is a full battalion",
        **STATES,
        "Att/Def": "attack and defence strength in the present mode",
        "MP": "movement points left, of all in this mode",
        "Fatigue": f"F0 rested to F{tables.fatigue.highest} worn out",
        "Enemy knows": f"the level of the enemy's intelligence on the unit: {levels}",
        "CSPs": "combat support points: artillery and air, to be used up in the turn",
        "EW": "electronic warfare, from signal points",
        "Contact": "an enemy as last reported; a pale one with a clock and a 2 was seen two turns ago",
        "Hatched hexes": "the zone of control of a known enemy: a unit that enters has to stop",
        "Broad arrow": "an attack, hollow for a probe; the figure on it is the attacker's total, as far as you know it",
        "Star on a hex": "an objective, with its points",
    }
    return tuple(Fact.of(label, value) for label, value in meanings.items())
