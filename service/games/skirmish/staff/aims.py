"""How a side stands with its aim: the score line by line, by its picture and by what it kept of its log (P26)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from service.engine.aims import Aim, Level
from service.engine.bills import Bill, Term
from service.engine.charting import banded
from service.engine.figures import plain
from service.engine.hexes import Hex
from service.engine.sentences import Sentence, capital, say
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.known.reports import LostForGood
from service.games.skirmish.known.score import EnemyGone, Scorebook, halves
from service.games.skirmish.printed.bases import Side
from service.games.skirmish.printed.scenario import Scenario
from service.games.skirmish.staff.briefing import at_once, named, winning

UNKNOWN = say(
    "It leaves out what you have not seen: enemies that were lost out of your sight, and objectives that changed hands "
    "there. All of that counts at the end."
)


@dataclass(frozen=True)
class Toll:
    """What is counted for a side that lost somebody, in halves of a point: from the least to the most."""

    name: Sentence
    least: int
    most: int


def aim(picture: Picture, kept: Scorebook | None) -> Aim:
    """The aim of a side now; after the end the verdict, with the sum as it was told."""
    scorebook, rules, side = kept or Scorebook(), picture.rules, picture.side
    if picture.verdict and picture.score is not None:
        return Aim(
            line=say(f"The score is {plain(picture.score)}. {winning(rules, side, over=True)}."),
            title=say(picture.verdict), figure=figure(rules, side), total=plain(picture.score),
            bill=final(rules, scorebook, side),
            levels=levels(rules, side, picture.score, picture.score, picture.verdict),
        )  # fmt: skip
    bill = sum_of(picture, scorebook)
    total = plain(bill.total) if bill.most == bill.total else f"{plain(bill.total)} to {plain(bill.most)}"
    return Aim(
        line=say(f"{winning(rules, side)}; now {total}, as far as you know."),
        figure=figure(rules, side), total=total, bill=bill, unknown=UNKNOWN, open=at_once(rules, side),
        levels=levels(rules, side, bill.total, bill.most),
    )  # fmt: skip


def figure(rules: Scenario, side: Side) -> str:
    """What the score is called: it counts for one side, and the other wants it low."""
    return f"Score, which counts for {'you' if side == rules.scorer else 'the enemy'}"


def levels(rules: Scenario, side: Side, least: int, most: int, verdict: str = "") -> tuple[Level, ...]:
    """The verdicts, the best of this side's first, and those in which a score falls; a `verdict` that was won at once
    stands whatever the score."""
    found = [
        Level(
            score=banded(band), verdict=level.title, won=level.winner == side,
            here=level.title == verdict if verdict else any(score in band for score in range(least, most + 1)),
        )
        for band, level in rules.outcomes.items()
    ]  # fmt: skip
    return tuple(found if found[0].won else reversed(found))


# ---- the sum


def sum_of(picture: Picture, scorebook: Scorebook) -> Bill:
    """The scorer's points less the other side's, as a side knows them."""
    rules, side = picture.rules, picture.side
    own = {hex: is_own(picture, scorebook, hex) for hex in rules.objectives}
    lines = [objective(rules, hex, side, own=own[hex], why=how_sure(picture, hex, own=own[hex])) for hex in own]
    mine = [halves(rules, rules.profile(picture.own[id]).cls.men, how) for id, how in scorebook.lost.items()]
    seen = [worth(rules, one) for one in scorebook.enemy_lost]
    least, most = sum(low for low, _ in seen), sum(high for _, high in seen)
    losses = (
        Toll(say("Bases that you lost"), sum(mine), sum(mine)),
        Toll(say("Bases that the enemy lost, as you saw"), least, most),
    )
    return Bill((*lines, *counted_lines(losses[:1], losses[1:], mine=side == rules.scorer)))


def final(rules: Scenario, scorebook: Scorebook, side: Side) -> Bill:
    """The sum at the end, as the umpire told it: who holds what, and who was lost that counts."""
    lines = [objective(rules, hex, side, own=holder == side) for hex, holder in scorebook.holders.items()]
    counted = [one for one in scorebook.losses if one.halves]
    own = [lost("Your", one) for one in counted if one.side == side]
    enemy = [lost("The enemy's", one) for one in counted if one.side != side]
    return Bill((*lines, *counted_lines(own, enemy, mine=side == rules.scorer)))


def lost(whose: str, one: LostForGood) -> Toll:
    """A base that was lost, by its name."""
    return Toll(say(f"{whose} {one.name}, {one.how}"), one.halves, one.halves)


def counted_lines(own: Sequence[Toll], enemy: Sequence[Toll], *, mine: bool) -> tuple[Term, ...]:
    """Losses in whole points, for the scorer or against them; what is left over of halves in a line of its own."""
    signed = [(loss, -1 if mine else 1) for loss in own] + [(loss, 1 if mine else -1) for loss in enemy]
    lines = [line(loss.name, *sorted((sign * (loss.least // 2), sign * (loss.most // 2)))) for loss, sign in signed]
    ends = [sorted((sign * loss.least, sign * loss.most)) for loss, sign in signed]
    bill = Bill(tuple(lines))
    left = (int(sum(low for low, _ in ends) / 2) - bill.total, int(sum(high for _, high in ends) / 2) - bill.most)
    return (*lines, *((line(say("Half points, rounded"), *left),) if any(left) else ()))


def line(name: Sentence, least: int, most: int) -> Term:
    return Term(name=name, value=least, most=most if most != least else None)


def worth(rules: Scenario, gone: EnemyGone) -> tuple[int, int]:
    """What an enemy counts who was seen to be lost, in halves: the least and the most where nobody made them out."""
    found = [halves(rules, men, gone.how) for men in ([gone.men] if gone.men else rules.worth)]
    return min(found), max(found)


# ---- objectives


def objective(rules: Scenario, hex: Hex, side: Side, *, own: bool, why: str = "") -> Term:
    """A line for an objective: for the scorer where it is theirs, else against them."""
    points = rules.objectives[hex]
    holder = "yours" if own else "the enemy's"
    name = say(named(rules, hex, capital), f", {holder}{why}")
    return Term(name=name, value=points if own == (side == rules.scorer) else -points)


def is_own(picture: Picture, scorebook: Scorebook, hex: Hex) -> bool:
    """Whether an objective is this side's, as far as it knows."""
    return scorebook.held.get(hex, picture.rules.held_at_start_by == picture.side)


def how_sure(picture: Picture, hex: Hex, *, own: bool) -> str:
    """Words behind the holder of an objective in which nobody of theirs is known to be."""
    if own:
        return "" if picture.at(hex) else ", with nobody there"
    return "" if picture.known_at(hex) else ", as far as you know"
