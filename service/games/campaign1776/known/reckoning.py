"""The sum of a round of combat: odds, modifiers and losses, whoever reckons it (10, 11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from service.engine.bills import Bill, Term
from service.engine.sentences import say
from service.games.campaign1776.known.battles import Battle, Supply
from service.games.campaign1776.printed.fighting import Loss
from service.games.campaign1776.printed.land import Kind
from service.games.campaign1776.printed.reading import Seat
from service.games.campaign1776.printed.tables import Tables

ODDS, ENTRENCHED, FORT, CARDS, CONTINUOUS = "P11", "C76-ENT-01", "P8", "P11", "C76-PBM-27"


@dataclass(frozen=True)
class Host:
    """All of one side that fights in a hex. `inside`: it stands in its fort; `dug`: behind an entrenchment."""

    points: int
    militia: bool
    guns: bool
    inside: bool = False
    dug: bool = False


def host_of(units: Iterable[tuple[Kind, int]], *, inside: bool, dug: bool) -> Host:
    """The host of units of these kinds and numbers."""
    there = list(units)
    fighting = [(kind, number) for kind, number in there if kind.combat]
    return Host(
        points=sum(number for _, number in fighting), militia=all(kind.militia for kind, _ in fighting),
        guns=any(kind.role == "artillery" for kind, _ in there), inside=inside, dug=dug and not inside,
    )  # fmt: skip


@dataclass(frozen=True)
class Fight:
    """Two hosts in one hex. It is an assault where the defender stands in a fort."""

    tables: Tables
    attacker: Host
    defender: Host

    @property
    def assault(self) -> bool:
        return self.defender.inside

    def ratio(self, attacker: bool, defender: bool) -> Fraction:
        """Attacker to defender; each flag says whether that side is supplied."""
        return self._strength(self.attacker, attacker) / self._strength(self.defender, defender)

    def _strength(self, host: Host, supplied: bool) -> Fraction:
        return host.points * (Fraction(1) if supplied else self.tables.modifiers.unsupplied)

    def column(self, attacker: bool, defender: bool) -> Fraction:
        return self.tables.odds.column(self.ratio(attacker, defender))

    def guns(self, attacker: bool, defender: bool) -> int:
        """For the side that alone has guns, and supply for them."""
        ours, theirs = self.attacker.guns and attacker, self.defender.guns and defender
        return self.tables.modifiers.artillery * (int(ours) - int(theirs))

    def bill(self, attacker: bool, defender: bool, cards: int | None) -> Bill:
        """The modifiers of the die. `cards`: what the matrix gives; None in a continuous round."""
        table = self.tables.modifiers
        lines = [Term(name=say("artillery"), value=self.guns(attacker, defender), rule=ODDS)]
        if self.assault:
            return Bill((*lines, Term(name=say("fort"), value=table.fort, rule=FORT)))
        if cards is None:
            lines.append(Term(name=say("continuous combat"), value=table.continuous, rule=CONTINUOUS))
        else:
            lines.append(Term(name=say("cards"), value=cards, rule=CARDS))
        lines += [
            Term(name=say("entrenchment"), value=table.entrenched if self.defender.dug else 0, rule=ENTRENCHED),
            Term(name=say("attackers all militia"), value=table.attacker_militia * self.attacker.militia, rule=ODDS),
            Term(name=say("defenders all militia"), value=table.defender_militia * self.defender.militia, rule=ODDS),
        ]
        return Bill(tuple(lines))

    def net(self, bill: Bill) -> int:
        limits = self.tables.modifiers.net
        return max(limits.least, min(limits.most, bill.total))

    def destroys(self, attacker: bool, defender: bool) -> bool:
        """Whether the attack is an automatic elimination: every die destroys the defender (6)."""
        table = self.tables.modifiers
        net = self.guns(attacker, defender) + (table.entrenched if self.defender.dug else 0)
        die = table.elimination_die
        return self.tables.odds.eliminates(self.column(attacker, defender), net, (die.least, die.most))

    def changed_by(self, *, attacker: bool, other: Sequence[bool]) -> bool:
        """Whether one side's supply changes column or artillery modifier, the other side being supplied or not.

        `attacker`: it is the attacker's; `other`: what the other side's supply may be (C76-PBM-22).
        """

        def sums(own: bool, theirs: bool) -> tuple[Fraction, int]:
            pair = (own, theirs) if attacker else (theirs, own)
            return self.column(*pair), self.guns(*pair)

        return any(sums(True, theirs) != sums(False, theirs) for theirs in other)


def used_up(tables: Tables, battle: Battle, seat: Seat) -> bool:
    """Whether a side's supply unit is lost at the end of the battle (C76-MSC-03)."""
    return battle.used.get(seat, 0) >= tables.modifiers.rounds_of_supply


def may_choose(battle: Battle, seat: Seat, fight: Fight) -> bool:
    """Whether a defender has anything to decide about supply for the coming round, by what both know (C76-PBM-28).

    They have not where they have none, have lost it, will lose it anyhow, or where it leaves the odds as they are. The
    first round of a hex asks nobody: supply is used there if it can be.
    """
    used = battle.used.get(seat, 0)
    if not battle.rounds or not used or seat in battle.barred or used_up(fight.tables, battle, seat):
        return False
    return fight.changed_by(attacker=False, other=(True, False))


def uses(said: Supply, *, first: bool, can: bool, changes: bool, attacker_uses: bool = False) -> bool:
    """Whether a side uses its supply in a round, by what it has said (C76-PBM-18, 20 to 23)."""
    if not can:
        return False
    if first or said == "use":
        return True
    return {"not": False, "wusad": attacker_uses, "rule": changes}[said]


def losses_of(tables: Tables, loss: Loss, points: int) -> int:
    """How many of so many strength points a result takes: a part of those who fought, rounded up."""
    return ceil(points * tables.odds.losses[loss]) if loss else 0


def falling(order: Sequence[str], kinds: Sequence[str], lost: int, sizes: Sequence[int]) -> list[int]:
    """How many fall of each of some pools, by their kinds and sizes, in the loss order of their owner."""
    found = [0] * len(sizes)
    for kind in order:
        for at, (of, size) in enumerate(zip(kinds, sizes, strict=True)):
            if of == kind:
                found[at] = min(size, lost)
                lost -= found[at]
    return found
