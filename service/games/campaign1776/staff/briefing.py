"""What each side begins with and is after, said from the scenario's own records."""

from __future__ import annotations

from service.engine.aims import Briefing
from service.engine.sentences import Sentence, counted, listing, paragraph, place, say
from service.games.campaign1776.printed.reading import BRITISH
from service.games.campaign1776.printed.scenario import Scenario, Score

HIDDEN = say(
    "You see that enemy troops stand in a hex where yours stand in it or next to it; how many there are, roughly, only "
    "in it; who exactly, only in battle. Guns and supply on their own, works in progress, passengers, forced marches, "
    "plans and cards stay hidden until the match is over, and so do yours from them. Both sides know at any time who "
    "has troops in the towns and ports, and are told of every battle with its figures."
)
OPEN = say("Everything on the map is open to both. Cards, plans and orders stay hidden until they are worked.")


def briefing(rules: Scenario, side: str, visibility: str = "inverted") -> Briefing:
    """The briefing of one side: no more than what is public of the scenario."""
    return Briefing(
        situation=say(f"You command the {side} side. {rules.summary}"), aim=aim(rules, side),
        length=say(
            f"{counted(rules.turns, 'month')}. In each the British side moves and attacks first, then the American."
        ),
        hidden=OPEN if visibility == "open" else HIDDEN,
    )  # fmt: skip


def aim(rules: Scenario, side: str) -> Sentence:
    """At which score this side wins, and what is counted."""
    if rules.score is None:
        return ()
    return paragraph((say(f"{winning(rules.score, side)}."), counts(rules, rules.score)))


def winning(score: Score, side: str) -> str:
    """At which score a side wins."""
    if side == BRITISH:
        return f"You win if the British side has {counted(score.win, 'point')} or more at the end"
    return f"You win if the British side has fewer than {counted(score.draw, 'point')} at the end"


def counts(rules: Scenario, score: Score) -> Sentence:
    towns = listing(
        say(place(hex, rules.board.place(hex)), f" ({points})")
        for hex, points in sorted(score.points.items(), key=lambda one: (-one[1], one[0]))
    )
    lost = score.regulars_lost_a_point
    each = "every British regular" if lost == 1 else f"every {lost} British regulars"
    return say(
        "Towns count for the British side that it holds with troops, and the Americans not outside a fort: ", towns,
        f". For {each} lost it has a point less.",
    )  # fmt: skip
