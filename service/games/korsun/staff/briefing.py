"""What each side begins with and is after, said from the scenario's own records."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from service.engine.aims import Briefing
from service.engine.charting import banded
from service.engine.sentences import Sentence, counted, listed, listing, paragraph, place, say
from service.engine.tables import Band, joined_up
from service.games.korsun.printed.reading import GERMAN, SOVIET
from service.games.korsun.printed.scenario import WINNERS, Scenario
from service.games.korsun.printed.tables import other
from service.games.korsun.staff.terms import type_of

HIDDEN = say(
    "You see the enemy as your units do: next to them who is there, and farther off that a stack is there and whether "
    "it is large. Their supply, ammunition, reserves, plans and standing orders stay hidden until the match is over, "
    "and so do yours from them. Both sides are told of every combat with its figures, of who holds the named places, "
    "and of bridges."
)


def briefing(rules: Scenario, side: str) -> Briefing:
    """The briefing of one side: no more than what is public of the scenario."""
    first, last = rules.turns
    return Briefing(
        situation=say(f"You command the {side} side. {rules.summary}"),
        aim=aim(rules, side),
        length=say(
            f"{counted(last - first + 1, 'game-turn')}, {first} to {last}. In each the Soviet side moves and attacks "
            "first, then the German side. A breakout that is tried ends the match earlier."
        ),
        hidden=HIDDEN,
    )  # fmt: skip


def commands(rules: Scenario, side: str) -> str:
    """What a side has of its own, by its types of units."""
    mine = Counter(type_of(one) for one in rules.counters.values() if one.side == side)
    later = [one for one in rules.counters.values() if one.side == side and one.hex is None]
    has = listed(f"{number} of {title}" for title, number in mine.items())
    return f"Your units: {has}" + (f"; {counted(len(later), 'of them comes', 'of them come')} later." if later else ".")


def aim(rules: Scenario, side: str) -> Sentence:
    """At which scores this side wins, and what is counted, for whom."""
    wins = say(f"{winning(rules, side)}, which is Soviet points minus German ones.")
    return paragraph((wins, scored(rules, SOVIET, side), scored(rules, GERMAN, side)))


def winning(rules: Scenario, side: str, *, over: bool = False) -> str:
    """At which scores a side wins, or would have won; the score is Soviet points minus German ones."""
    wins = map(banded, joined_up(bands(rules, side)))
    return f"{'To win you needed' if over else 'You win with'} a score of {listed(wins, 'or')}"


def bands(rules: Scenario, side: str) -> list[Band]:
    """The scores at which a side wins."""
    return [band for band, level in zip(rules.levels.bands, rules.levels.values, strict=True) if won_by(level, side)]


def won_by(level: str, side: str) -> bool:
    return WINNERS[level] == side


def scored(rules: Scenario, by: str, reader: str) -> Sentence:
    """What counts for a side, in a sentence to one of them."""
    victory = rules.victory[by]
    parts: list[Sentence] = []
    if victory.control_at_end:
        worth = sorted(victory.control_at_end.items(), key=lambda one: (-one[1], one[0]))
        held = listing(
            say(f"{rules.board.names.get(hex, '')} ".lstrip(), place(hex), f" ({number(points)})")
            for hex, points in worth
        )
        parts.append(say(f"for places that {'you hold' if by == reader else 'it holds'} at the end, ", held))
    armor, rest = (number(victory.step_lost[kind]) for kind in ("armor_unit", "other"))
    parts.append(
        say(f"for steps that the {other(by)} side has lost, {armor} for each of armor and {rest} for each other")
    )
    pocket, steps = listed(rules.pocket), number(victory.pocket_step)
    if victory.pocket_step:
        how = "cut off on the map at the end" if by == SOVIET else "saved, or not isolated at the end"
        parts.append(say(f"for each step of the {pocket} Korps that is {how}, {steps}"))
    if victory.wanda and rules.wanda_open:
        parts.append(say(f"if Operation Wanda is declared, {number(victory.wanda)}"))
    if victory.isolated:
        parts.append(
            say(f"if Korsun is isolated at the end of game-turn {victory.isolated_at}, {number(victory.isolated)}")
        )
    whose = "You score points" if by == reader else f"The {by} side scores points"
    said: Sentence = say(f"{whose} ")
    for at, part in enumerate(parts):
        said = say(said, "; " if at else "", part)
    return say(said, ".")


def number(points: Fraction) -> str:
    """Victory points as players write them."""
    whole, rest = divmod(points, 1)
    mark = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}.get(rest)
    if not rest:
        return str(whole)
    return f"{whole or ''}{mark}" if mark else f"{float(points):g}"
