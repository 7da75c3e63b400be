"""How fire, checks and close combats were reckoned, as sums of a card: what was told, and the range of the rest."""

from __future__ import annotations

from collections.abc import Iterator

from service.engine.bills import Bill, Term
from service.engine.cards import Sum
from service.engine.figures import signed
from service.engine.sentences import Said, Sentence, counted, say
from service.games.skirmish.known import reports as r
from service.games.skirmish.known.bills import bill_again
from service.games.skirmish.printed.figures import AirFigures, FireFigures, Kill
from service.games.skirmish.staff.bases import KILLS, came_of, in_spite_of

FARTHEST = 40
"""No margin of a fire attack is as far from nought."""


def of_fire(
    figures: FireFigures, what: Sentence, report: r.FireTold | r.FireSuffered, did: str, away: int | None
) -> Iterator[Sum]:
    """The sums of one attack, as far as they were told; of one whose dice were not told, what it `did`.

    `what` says whose fire it is, at whom; `away`: from how many hexes, where known.
    """
    if report.shot is not None:
        yield from of_shot(figures, what, report.shot, report.kill, away)
    elif report.reckoning is not None:
        yield of_attack(figures, what, report.reckoning, report.suppressions or 0, away)
    else:
        yield Sum.thrown(say(what, at_range(away)), (), say(did))


def at_range(away: int | None) -> str:
    """From how far, behind what was fired at."""
    return "" if away is None else f" from {counted(away, 'hex', 'hexes')} away"


def of_attack(figures: FireFigures, what: Sentence, found: r.Reckoning, caused: int, away: int | None = None) -> Sum:
    """The dice of an attack with what is added to them, and by how much the fire came through.

    Where the firepower was not told, the margin is known by what came of it.
    """
    dice = Bill((Term(name=say("dice"), value=sum(found.faces), rule="P7"),))
    thrown = dice + bill_again("P7", found.modifiers)
    title, meant = say(what, at_range(away)), counted(caused, "suppression") if caused else "no suppression"
    if found.firepower is not None:
        number = found.firepower + figures.base
        came = f"against {number} (firepower {found.firepower} + {figures.base}): "
        said = say(came, f"margin {signed(number - thrown.total)}, {meant}")
    else:
        least, most = margins(figures, sum(found.faces), caused)
        said = say(meant, "" if (least, most) == (None, None) else f", a margin of {between(least, most)}")
    return replaced(Sum.of(title, thrown), found.faces, said)


def up_to(figures: FireFigures, found: r.Reckoning | None) -> str:
    """Up to which total fire does anything, where its firepower was told."""
    if found is None or found.firepower is None:
        return ""
    least = next(margin for margin in range(-FARTHEST, FARTHEST + 1) if figures.suppressions.at(margin))
    return f" against {found.firepower + figures.base - least} or less"


def between(least: int | None, most: int | None) -> str:
    """A margin that is known to lie between these, either of which may be open."""
    return Sum(title=(), bill=Bill(), least=least, most=most).total


def margins(figures: FireFigures, thrown: int, caused: int) -> tuple[int | None, int | None]:
    """Between which margins an attack causes so many suppressions; None for an open end."""
    if thrown == figures.unlucky:
        return None, None
    more = 1 if thrown == figures.lucky else 0
    found = [
        margin for margin in range(-FARTHEST, FARTHEST + 1)
        if min(figures.most, figures.suppressions.at(margin) + more) == caused
    ]  # fmt: skip
    if not found:
        return None, None
    return None if found[0] == -FARTHEST else found[0], None if found[-1] == FARTHEST else found[-1]


def of_shot(
    figures: FireFigures, what: Sentence, shot: r.ShotReckoning, kill: Kill | None, away: int | None
) -> Iterator[Sum]:
    """A shot at armour: to hit, and what the hit did, None where there was none."""
    added = bill_again("P13", shot.modifiers)
    thrown = Bill((Term(name=say("dice"), value=sum(shot.faces), rule="P13"),)) + added
    hit = "missed" if kill is None else "hit"
    needed = say(f"{thrown_at_most(figures, shot.number)} or less hits{at_range(away)}: {hit}")
    yield replaced(Sum.of(what, thrown), shot.faces, needed)
    if kill is not None and shot.kill_number is not None:
        at = Bill((Term(name=say(f"dice at its {shot.aspect}"), value=sum(shot.kill_faces), rule="P13"),))
        worst = max((margin for margin in range(-FARTHEST, FARTHEST + 1) if figures.kill.at(margin) in ENDS), default=0)
        number = thrown_at_most(figures, shot.kill_number + worst)
        did = "nothing happened" if kill == "nothing" else KILLS[kill]
        words = say(f"{number} or less knocks it out: {did}")
        yield replaced(Sum.of(say("What the hit did"), at), shot.kill_faces, words)


def thrown_at_most(figures: FireFigures, number: int) -> int:
    """A number that dice must not pass: the luckiest throw never does, the unluckiest always."""
    return max(figures.lucky, min(figures.unlucky - 1, number))


ENDS = ("destroyed", "knocked_out")
"""What a hit may do that is the end of a vehicle."""


def of_strike(figures: AirFigures, strike: r.StrikeTold) -> Sum:
    """The throw of an air strike that has come: up to which it falls on the target."""
    on = next(band.high for band, luck in zip(figures.wide.bands, figures.wide.values, strict=True) if luck == "hit")
    came = {"hit": "on target", "wide": "wide", "mistaken": "at our own men by mistake"}.get(strike.result, "")
    return Sum.thrown(say("Air strike"), strike.faces, say(f"{on} or less is on target: {came}"))


def of_check(whom: Said, check: r.CheckTold) -> Sum:
    """A quality roll, or another throw for a base, against its number where that was told."""
    added = bill_again(check.rule, check.modifiers)
    thrown = Bill((Term(name=say("dice"), value=sum(check.faces), rule=check.rule),)) + added
    came = came_of(check) if check.now else check.result
    number = f"against {check.number} or less" if check.number is not None else ""
    said = say(number, in_spite_of(check) or f"{': ' * bool(number)}{came}")
    return replaced(Sum.of(say(whom, f", {check.what}"), thrown), check.faces, said)


def of_close_combat(side: str, fight: r.CloseCombatTold) -> Iterator[Sum]:
    """Both throws."""
    for one in fight.strengths:
        added = bill_again("P17", one.modifiers)
        thrown = Bill((Term(name=say("dice"), value=sum(one.faces), rule="P17"),)) + added
        came = say(fight.result if fight.loser == one.side else "")
        yield replaced(Sum.of(say("We" if one.side == side else "The enemy"), thrown), one.faces, came)


def replaced(one: Sum, dice: tuple[int, ...], comes_to: Sentence) -> Sum:
    """A sum with its dice and what it means."""
    return Sum(title=one.title, bill=one.bill, dice=dice, least=one.least, most=one.most, comes_to=comes_to)
