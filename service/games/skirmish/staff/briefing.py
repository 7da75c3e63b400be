"""What each side begins with in a scenario, and what it is after, said from the scenario's own records."""

from __future__ import annotations

from service.engine.aims import Briefing
from service.engine.charting import banded
from service.engine.sentences import counted, listed
from service.engine.tables import joined_up
from service.games.skirmish.printed.scenario import Scenario


def briefing(given: Scenario, side: str) -> Briefing:
    """The briefing of one side: no more than what is public of the scenario."""
    return Briefing(situation=situation(given, side), aim=aim(given, side))


def situation(given: Scenario, side: str) -> str:
    setup = given.sides[side]
    start = "begin" if setup.first else "go second"
    return (
        f"You command the {setup.title} side and {start}. Your headquarters is in {setup.headquarters}, and your "
        f"edge of the map is the {setup.friendly_edge}. The match lasts {counted(given.turns, 'turn')}."
    )


def aim(given: Scenario, side: str) -> str:
    """What is counted, for whom, and at which scores this side wins."""
    whose = "yours" if side == given.scorer else f"those of the {given.sides[given.scorer].title} side"
    worth = sorted(given.objectives.items(), key=lambda one: (-one[1], one[0]))
    places = listed(f"{given.names.get(hex, hex)} ({points})" for hex, points in worth)
    return (
        f"The points counted are {whose} less the other side's: for objectives, {places}, and for what the enemy has "
        f"lost. {winning(given, side)}. {at_once(given, side)}"
    ).strip()


def winning(given: Scenario, side: str) -> str:
    """At which scores a side wins."""
    wins = map(banded, joined_up(band for band, level in given.outcomes.items() if level.winner == side))
    return f"You win with a score of {listed(wins, 'or')}"


def at_once(given: Scenario, side: str) -> str:
    """What wins before the last turn, if anything does."""
    if (sudden := given.sudden) is None:
        return ""
    who, win, hold = ("You", "win", "you hold") if sudden.side == side else ("The enemy", "wins", "the enemy holds")
    return f"{who} {win} at once if, from turn {sudden.from_turn} on, {hold} {listed(sudden.hexes)}."
