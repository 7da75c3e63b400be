"""How fire, checks and close combats were reckoned, as sums of a card: what was told, and the range of the rest."""

from __future__ import annotations

from collections.abc import Iterator

from service.engine.bills import Bill, Term
from service.engine.cards import Sum
from service.games.skirmish.known import reports as r
from service.games.skirmish.known.bills import RULES
from service.games.skirmish.printed.figures import FireFigures

FARTHEST = 40
"""No margin of a fire attack is as far from nought."""


def of_fire(figures: FireFigures, whom: str, report: r.FireTold | r.FireSuffered) -> Iterator[Sum]:
    """The sums of one attack on somebody, as far as they were told."""
    if report.shot is not None:
        yield from of_shot(whom, report.shot, report.effect)
    elif report.reckoning is not None:
        yield of_attack(figures, whom, report.reckoning, report.suppressions or 0)


def of_attack(figures: FireFigures, whom: str, found: r.Reckoning, caused: int) -> Sum:
    """By how much an attack comes through: firepower and the basic figure, less the dice and what is added to them.

    Where the firepower was not told the margin is known by what came of it.
    """
    power = [] if found.firepower is None else [Term(name="firepower", value=found.firepower, rule="P7")]
    bill = Bill((
        *power, Term(name="basic figure", value=figures.base, rule="P7"), dice_of(found.faces, "P7"),
        *(Term(name=name, value=-value, rule=RULES.get(name, "P7")) for name, value in found.modifiers),
    ))  # fmt: skip
    title = f"Fire on {whom}"
    meant = "no suppression" if not caused else "1 suppression" if caused == 1 else f"{caused} suppressions"
    if power:
        return Sum(title=title, bill=bill, dice=found.faces, least=bill.total, most=bill.total, comes_to=meant)
    least, most = margins(figures, sum(found.faces), caused)
    return Sum(title=title, bill=bill, dice=found.faces, least=least, most=most, comes_to=meant)


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


def of_shot(whom: str, shot: r.ShotReckoning, effect: str) -> Iterator[Sum]:
    """A shot at armour: to hit, and what the hit did."""
    added = (Term(name=name, value=value, rule=RULES.get(name, "P13")) for name, value in shot.modifiers)
    thrown = Bill((Term(name="dice", value=sum(shot.faces), rule="P13"), *added))
    hit = "missed" if effect == "missed" else "hit"
    yield replaced(Sum.of(f"Shot at {whom}", thrown), shot.faces, f"against {shot.number}: {hit}")
    if shot.kill_faces:
        at = Bill((Term(name=f"dice at its {shot.aspect}", value=sum(shot.kill_faces), rule="P13"),))
        words = f"against {shot.kill_number}: {effect.removeprefix('hit, ')}"
        yield replaced(Sum.of("What the hit did", at), shot.kill_faces, words)


def of_check(whom: str, check: r.CheckTold) -> Sum:
    """A quality roll."""
    added = (Term(name=name, value=value, rule=RULES.get(name, check.rule)) for name, value in check.modifiers)
    thrown = Bill((Term(name="dice", value=sum(check.faces), rule=check.rule), *added))
    return replaced(Sum.of(f"{whom}, {check.what}", thrown), check.faces, check.result)


def of_close_combat(side: str, fight: r.CloseCombatTold) -> Iterator[Sum]:
    """Both throws."""
    for one in fight.strengths:
        added = (Term(name=name, value=value, rule=RULES.get(name, "P17")) for name, value in one.modifiers)
        thrown = Bill((Term(name="dice", value=sum(one.faces), rule="P17"), *added))
        came = "" if fight.loser != one.side else fight.result
        yield replaced(Sum.of("We" if one.side == side else "The enemy", thrown), one.faces, came)


def dice_of(faces: tuple[int, ...], rule: str) -> Term:
    """The dice as a line that counts against the attack."""
    return Term(name="dice", value=-sum(faces), rule=rule)


def replaced(one: Sum, dice: tuple[int, ...], comes_to: str) -> Sum:
    """A sum with its dice and what it means."""
    return Sum(title=one.title, bill=one.bill, dice=dice, least=one.least, most=one.most, comes_to=comes_to)
