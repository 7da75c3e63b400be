"""What each side begins with in a scenario, and what it is after, said from the scenario's own records."""

from __future__ import annotations

from service.engine.aims import Briefing
from service.engine.charting import banded
from service.engine.figures import plain, signed
from service.engine.sentences import Sentence, counted, listed, listing, place, say
from service.engine.tables import joined_up
from service.games.ndc.printed.scenario import Scenario
from service.games.ndc.printed.units import Side


def briefing(rules: Scenario, side: Side) -> Briefing:
    """The briefing of one side: no more than what the public order of battle says of it."""
    return Briefing(situation=situation(rules, side), aim=aim(rules, side), length=length(rules, side), hidden=HIDDEN)


HIDDEN = say(
    "Where the enemy is, what they are and what they plan, except for what searches, sightings and fights have told "
    "you. What they know of a unit of yours is shown beside it. Nobody is told the true score before the end."
)


def length(rules: Scenario, side: Side) -> Sentence:
    """How long the match lasts, and who begins."""
    times = listed(dict.fromkeys(turn.time_of_day for turn in rules.turns))
    days = counted(max(turn.day for turn in rules.turns), "day")
    begins = "your player turn comes first" if side == rules.first else "the enemy's player turn comes first"
    return say(f"{counted(len(rules.turns), 'game turn')} in {days}: {times}. In each game turn {begins}.")


def situation(rules: Scenario, side: Side) -> Sentence:
    units = rules.order_of_battle(side)
    staffs = sum(unit.type == "HQ" for unit in units)
    later = sum(not unit.hexes for unit in units)
    has = f"{counted(len(units) - staffs, 'battalion')} and {staffs} headquarters"
    come = f"; {later} of these units {'comes' if later == 1 else 'come'} later" if later else ""
    return say(f"You command the {side} side: {has}{come}.")


def aim(rules: Scenario, side: Side) -> Sentence:
    """What is counted, for whom, and at which scores this side wins."""
    terms = rules.victory
    mine = side == terms.scorer
    scorer = f"the {terms.scorer} side"
    for_whom, other, own = ("you", "the enemy loses", "you lose") if mine else (scorer, "you lose", f"{scorer} loses")
    worth = sorted(rules.objectives, key=lambda one: (-one.points, one.hex))
    places = listing(say(place(one.hex, "" if one.name == one.hex else one.name), f" ({one.points})") for one in worth)
    return say(
        f"{winning(rules, side)}, by {means(rules, side)} (★ on the map). The points of those that {for_whom} "
        f"{'hold' if mine else 'holds'} at the end count: ",
        places,
        f"; {signed(terms.enemy_level_lost)} for each T/O level that {other}, {signed(terms.own_level_lost)} "
        f"for each that {own}. A full battalion has {rules.tables.establishment} of these levels: they say how much of "
        "it is left. "
        f"{as_it_begins(rules, side)}",
    )


def as_it_begins(rules: Scenario, side: Side) -> str:
    """What comes of it where nothing is taken and nobody is lost."""
    held = (
        sum(one.points for one in rules.objectives) if rules.victory.objectives_held_by == rules.victory.scorer else 0
    )
    verdict = rules.verdict(held)
    who = {side: "you have won", None: "nobody has won"}.get(verdict.winner, "the enemy has won")
    return f"If nothing is taken and nobody is lost, the score is {plain(held)}, and {who}."


def winning(rules: Scenario, side: Side, *, over: bool = False) -> str:
    """At which scores a side wins, or, when the match is over, would have won."""
    outcomes = zip(rules.victory.outcomes.bands, rules.victory.outcomes.values, strict=True)
    wins = joined_up(band for band, verdict in outcomes if verdict.winner == side)
    score = listed(map(banded, wins), "or")
    return f"To win you needed a score of {score}" if over else f"You win with a score of {score}"


def means(rules: Scenario, side: Side) -> str:
    """By what a side wins: it holds the objectives to begin with, or has to take them."""
    return f"{'holding' if rules.victory.objectives_held_by == side else 'taking'} objectives"
