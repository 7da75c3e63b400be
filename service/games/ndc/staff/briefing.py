"""What each side begins with in a scenario, and what it is after, said from the scenario's own records."""

from __future__ import annotations

from service.engine.aims import Briefing
from service.engine.charting import banded
from service.engine.figures import plain, signed
from service.engine.sentences import counted, listed
from service.engine.tables import joined_up
from service.games.ndc.printed.scenario import Scenario
from service.games.ndc.printed.units import Side


def briefing(rules: Scenario, side: Side) -> Briefing:
    """The briefing of one side: no more than what the public order of battle says of it."""
    return Briefing(situation=situation(rules, side), aim=aim(rules, side), length=length(rules, side), hidden=HIDDEN)


HIDDEN = (
    "Your map shows your own units in full, and of the enemy what your searches, your sightings and the fighting have "
    "told you: where they are, what they are, how strong they are and what they plan is hidden from you. What they "
    "have found out of yours stands at each unit. Nobody is told the true score before the end."
)


def commands(rules: Scenario, side: Side) -> str:
    """Which headquarters leads which battalions, and when those come that come later."""
    units = rules.order_of_battle(side)
    turns = {unit.turn for unit in units if not unit.hexes}
    said = [
        f"{staff.designation} leads {'; '.join(unit.designation for unit in units if unit.parent == staff.id)}."
        for staff in units
        if staff.type == "HQ"
    ]
    late = [
        f"In turn {turn} {'come' if len(those) > 1 else 'comes'} {'; '.join(those)}."
        for turn in sorted(turns)
        if (those := [unit.designation for unit in units if not unit.hexes and unit.turn == turn])
    ]
    return " ".join([*said, *late])


def length(rules: Scenario, side: Side) -> str:
    """How long the match lasts, and who begins."""
    times = listed(dict.fromkeys(turn.time_of_day for turn in rules.turns))
    days = counted(max(turn.day for turn in rules.turns), "day")
    begins = "you have your player turn first" if side == rules.first else "the enemy has their player turn first"
    return f"{counted(len(rules.turns), 'game turn')} in {days}: {times}. In each game turn {begins}."


def situation(rules: Scenario, side: Side) -> str:
    units = rules.order_of_battle(side)
    staffs = sum(unit.type == "HQ" for unit in units)
    later = sum(not unit.hexes for unit in units)
    has = f"{counted(len(units) - staffs, 'battalion')} and {staffs} headquarters"
    come = f"; {later} of these units {'comes' if later == 1 else 'come'} later" if later else ""
    return f"You command the {side} side: {has}{come}."


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
        f"for each that {own}. {winning(rules, side)}. {as_it_begins(rules, side)}"
    )


def as_it_begins(rules: Scenario, side: Side) -> str:
    """What comes of it where nothing is taken and nobody is lost."""
    held = (
        sum(one.points for one in rules.objectives) if rules.victory.objectives_held_by == rules.victory.scorer else 0
    )
    outcome = rules.outcome(held)
    who = {side: "you have won", None: "nobody has won"}.get(outcome.winner, "the enemy has won")
    return f"If nothing is taken and nobody is lost, the score is {plain(held)}, and {who}."


def winning(rules: Scenario, side: Side) -> str:
    """At which scores a side wins."""
    outcomes = zip(rules.victory.outcomes.bands, rules.victory.outcomes.values, strict=True)
    wins = joined_up(band for band, outcome in outcomes if outcome.winner == side)
    return f"You win with a score of {listed(map(banded, wins), 'or')}"
