"""What each side begins with in a scenario, and what it is after, said from the scenario's own records."""

from __future__ import annotations

from service.engine.aims import Briefing
from service.engine.charting import banded
from service.engine.figures import signed
from service.engine.sentences import counted, listed
from service.engine.tables import joined_up
from service.games.ndc.printed.board import Scenario
from service.games.ndc.printed.units import Side


def briefing(rules: Scenario, side: Side) -> Briefing:
    """The briefing of one side: no more than what the public order of battle says of it."""
    return Briefing(situation=situation(rules, side), aim=aim(rules, side))


def situation(rules: Scenario, side: Side) -> str:
    units = rules.order_of_battle(side)
    staffs = sum(unit.type == "HQ" for unit in units)
    later = sum(not unit.hexes for unit in units)
    has = f"{counted(len(units) - staffs, 'battalion')} and {staffs} headquarters"
    come = f"; {later} of these units {'comes' if later == 1 else 'come'} later" if later else ""
    turn = "first" if side == rules.first else "second"
    return f"You command the {side} side: {has}{come}. Your player turn is the {turn} of each game turn."


def aim(rules: Scenario, side: Side) -> str:
    """What is counted, for whom, and at which scores this side wins."""
    terms = rules.victory
    mine = side == terms.scorer
    scorer = f"the {terms.scorer} side"
    for_whom, other, own = ("you", "the enemy loses", "you lose") if mine else (scorer, "you lose", f"{scorer} loses")
    worth = sorted(rules.objectives, key=lambda one: (-one.points, one.hex))
    places = listed(f"{one.name or one.hex} ({one.points})" for one in worth)
    return (
        f"Points are counted for {for_whom}: the objectives that {for_whom} {'hold' if mine else 'holds'} at the end, "
        f"{places}; {signed(terms.enemy_level_lost)} for each T/O level that {other}, {signed(terms.own_level_lost)} "
        f"for each that {own}. {winning(rules, side)}."
    )


def winning(rules: Scenario, side: Side) -> str:
    """At which scores a side wins."""
    outcomes = zip(rules.victory.outcomes.bands, rules.victory.outcomes.values, strict=True)
    wins = joined_up(band for band, outcome in outcomes if outcome.winner == side)
    return f"You win with a score of {listed(map(banded, wins), 'or')}"
