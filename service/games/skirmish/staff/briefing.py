"""What each side begins with in a scenario, and what it is after, said from the scenario's own records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from service.engine.aims import Briefing
from service.engine.charting import banded
from service.engine.facts import running
from service.engine.figures import plain
from service.engine.hexes import Hex
from service.engine.sentences import Sentence, counted, listed, listing, paragraph, place, say, spelled
from service.engine.tables import joined_up
from service.games.skirmish.printed.scenario import Scenario


def briefing(rules: Scenario, side: str) -> Briefing:
    """The briefing of one side: no more than what is public of the scenario."""
    return Briefing(situation=situation(rules, side), aim=aim(rules, side), length=length(rules, side), hidden=HIDDEN)


HIDDEN = say(
    "Where the enemy is and what they plan, except for what your men have seen; a suspicion may be a squad, or nobody. "
    "What they know of you is hidden too. Nobody is told the true score before the end."
)
OPEN = say("Each side sees all of the other's bases; plans are hidden, and so is the true score before the end.")
"""What is hidden where the players have agreed on no fog of war."""


def commands(rules: Scenario, side: str) -> str:
    """What a side has of its own: its bases by their class, and what may come later. For that side alone."""
    mine = Counter(running(rules.profile(unit).title) for unit in rules.units if unit.side == side)
    # A title may begin with a figure, such as a gun's calibre.
    has = listed(f"{spelled(number)} {counted(number, title).split(' ', 1)[1]}" for title, number in mine.items())
    groups = [f"{one.title} (from turn {one.from_turn})" for one in rules.reinforcements if one.side == side]
    guns = [one.title for one in rules.artillery if one.side == side]
    planes = ["an air strike"] if any(one.side == side for one in rules.air) else []
    later = f" To come: {listed(groups)}." if groups else ""
    support = f" Off the map: {listed([*guns, *planes])}." if guns or planes else ""
    return f"You have {has}.{later}{support}"


def length(rules: Scenario, side: str) -> Sentence:
    """How long the match lasts, and who begins."""
    begins = "You attack first" if rules.sides[side].first else "The enemy attacks first"
    return say(f"{counted(rules.turns, 'game turn')}. {begins}, and then you take turns.")


def situation(rules: Scenario, side: str) -> Sentence:
    setup = rules.sides[side]
    return say(
        f"You command the {setup.title} side. Your headquarters is in ",
        place(setup.headquarters),
        f", and your edge of the map is the {setup.friendly_edge}.",
    )


def aim(rules: Scenario, side: str) -> Sentence:
    """What is counted, for whom, and at which scores this side wins."""
    whose = "yours" if side == rules.scorer else f"those of the {rules.sides[rules.scorer].title} side"
    worth = sorted(rules.objectives.items(), key=lambda one: (-one[1], one[0]))
    places = listing(say(place(hex, rules.names.get(hex, "")), f" ({points})") for hex, points in worth)
    counted_for = say(
        f"{winning(rules, side)}. The points counted are {whose} less the other side's: for objectives, ",
        places,
        ", and for what the enemy has lost.",
    )
    return paragraph((counted_for, say(as_it_begins(rules, side)), at_once(rules, side)))


def as_it_begins(rules: Scenario, side: str) -> str:
    """What comes of it where nothing is taken and nobody is lost."""
    whole = sum(rules.objectives.values())
    score = whole if rules.held_at_start_by == rules.scorer else -whole
    winner = next(level.winner for band, level in rules.outcomes.items() if score in band)
    who = {side: "you have won", None: "nobody has won"}.get(winner, "the enemy has won")
    return f"If nothing is taken and nobody is lost, the score is {plain(score)}, and {who}."


def winning(rules: Scenario, side: str, *, over: bool = False) -> str:
    """At which scores a side wins, or would have won."""
    wins = map(banded, joined_up(band for band, level in rules.outcomes.items() if level.winner == side))
    return f"{'To win you needed' if over else 'You win with'} a score of {listed(wins, 'or')}"


def named(rules: Scenario, hex: Hex, begins: Callable[[str], str] = str) -> Sentence:
    """A hex by its name and number; `begins` makes its first letter large or small."""
    return say(f"{begins(rules.names[hex])} (", place(hex), ")") if hex in rules.names else say(place(hex))


def at_once(rules: Scenario, side: str) -> Sentence:
    """What wins before the last turn, if anything does."""
    if (sudden := rules.sudden) is None:
        return ()
    who, win, hold = ("You", "win", "you hold") if sudden.side == side else ("The enemy", "wins", "they hold")
    hexes = listing(named(rules, hex) for hex in sudden.hexes)
    return say(f"{who} {win} at once if, from turn {sudden.from_turn} on, {hold} ", hexes, ".")
