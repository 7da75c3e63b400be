"""What each side begins with and is after, said from the scenario's own records."""

from __future__ import annotations

from service.engine.aims import Briefing
from service.engine.sentences import Sentence, counted, listing, paragraph, place, say
from service.games.campaign1776.printed.reading import BRITISH
from service.games.campaign1776.printed.scenario import Scenario, Score

HIDDEN = say(
    "You see that there are enemy troops in a hex when yours stand in it or next to it; roughly how many, only when "
    "yours stand in it; exactly which, only in battle. Guns and supply on their own, works in progress, passengers, "
    "forced marches, plans and cards stay hidden until the match is over, and so do yours from them. Both sides know "
    "at any time who has troops in the towns and ports and wherever points are counted, and are told of every battle "
    "with its figures."
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
        assert rules.towns is not None
        drawn = even(rules.towns.draw, rules.towns.win, "strategic town")
        return paragraph((say(f"{winning_towns(rules, side)}.{drawn}"), at_once(rules)))
    drawn = even(rules.score.draw, rules.score.win, "point")
    return paragraph((say(f"{winning(rules.score, side)}.{drawn}"), counts(rules, rules.score)))


def even(draw: int, win: int, what: str) -> str:
    """With how many points or towns nobody wins; nothing where somebody always does."""
    if draw >= win:
        return ""
    return f" With {counted(draw, what) if draw == win - 1 else f'{draw} to {win - 1} {what}s'} it is a draw."


def at_once(rules: Scenario) -> Sentence:
    """What makes a town British, how many of them count, and with how many the match is over before its last month."""
    tables = rules.tables
    none_from = tables.calendar.named(tables.victory.american_at_once_from)
    return say(
        "A strategic town is British controlled with a British regular in it. While Quebec or Montreal is not, all "
        "towns but one of New England, and of the Middle States, count at most. The match is over at once when the "
        f"British control {rules.board.towns_required} towns at the start and at the end of a month; and when they "
        f"control none at the end of {none_from} or of a later month, not even Quebec or Montreal."
    )


def winning_towns(rules: Scenario, side: str, *, over: bool = False) -> str:
    """With how many strategic towns a side wins a campaign, or would have won it."""
    assert rules.towns is not None
    if side == BRITISH:
        area = ", or all of one area," if rules.towns.whole_area_wins else ""
        number, least = rules.towns.win, "at least " if rules.towns.win == 1 else ""
        towns = f"{least}{counted(number, 'strategic town')}{area}"
    else:
        number = rules.towns.draw
        towns = f"fewer than {counted(number, 'strategic town')}" if number > 1 else "no strategic town"
    are = "is" if number == 1 else "are"
    return (
        f"To win you needed {towns} British controlled"
        if over
        else f"You win if {towns} {are} British controlled at the end"
    )


def winning(score: Score, side: str, *, over: bool = False) -> str:
    """At which score a side wins, or would have won."""
    if side == BRITISH:
        points = f"{counted(score.win, 'point')} or more"
    else:
        points = f"fewer than {counted(score.draw, 'point')}"
    if over:
        return f"To win you needed the British side to have {points}"
    return f"You win if the British side has {points} at the end"


def counts(rules: Scenario, score: Score) -> Sentence:
    towns = listing(
        say(place(hex, rules.board.place(hex)), f" ({points})")
        for hex, points in sorted(score.points.items(), key=lambda one: (-one[1], one[0]))
    )
    lost = score.regulars_lost_a_point
    each = "every British regular" if lost == 1 else f"every {lost} British regulars"
    return say(
        "The British side scores for towns in which it has troops and the Americans have none outside a fort: ", towns,
        f". For {each} lost it has a point less.",
    )  # fmt: skip
