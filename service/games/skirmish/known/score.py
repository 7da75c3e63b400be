"""What a side keeps of its log for the score: who held objectives when a player turn was over, and who was lost (P26).

The score itself counts what is hidden and is told to nobody before the end; this is what one who reads their own log
carefully would have on a slip of paper.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from service.engine.hexes import Hex
from service.engine.reports import Telling
from service.engine.seats import Seat
from service.games.skirmish.known.picture import Contact, Handle
from service.games.skirmish.known.reports import (
    BaseLost,
    ContactSeen,
    ContactStruck,
    EnemyLost,
    LostForGood,
    OwnBases,
    PlayerTurnOpened,
    VerdictTold,
)
from service.games.skirmish.printed.bases import Base, BaseId, Gone, Outward
from service.games.skirmish.printed.scenario import Scenario


@dataclass(frozen=True, kw_only=True)
class EnemyGone:
    """An enemy that was seen to be gone for good: how, and what kind of men it was as far as that was made out."""

    how: str
    men: str = ""


@dataclass(frozen=True, kw_only=True)
class Scorebook:
    """What is kept.

    `stands`: own bases that hold the objective in which they are; `seen`: enemies in sight that do. `held`: objectives
    of which it was known at the end of a player turn whose they are, and whether they are the own side's. `made_out`:
    what kind of men each contact is. `lost` and `enemy_lost`: who is gone for good. `holders` and `losses`: what was
    told when the match was over.
    """

    stands: dict[BaseId, Hex] = field(default_factory=dict)
    seen: dict[Handle, Hex] = field(default_factory=dict)
    held: dict[Hex, bool] = field(default_factory=dict)
    made_out: dict[Handle, str] = field(default_factory=dict)
    lost: dict[BaseId, str] = field(default_factory=dict)
    enemy_lost: tuple[EnemyGone, ...] = ()
    holders: dict[Hex, Seat] = field(default_factory=dict)
    losses: tuple[LostForGood, ...] = ()


class Scorekeeper:
    """Keeps the scorebooks of matches that are played by the scenarios of one set of data."""

    def __init__(self, scenarios: Iterable[Scenario]) -> None:
        given = tuple(scenarios)
        self.printed = given[0]
        self.objectives = frozenset(hex for one in given for hex in one.objectives)

    def after(self, kept: Scorebook | None, told: Telling, seat: Seat, /) -> Scorebook:
        """What is kept after one more entry of a side's log."""
        scorebook = Scorebook() if kept is None else kept
        match told.report:
            case OwnBases(bases=bases):
                stands = {id: hex for id, hex in scorebook.stands.items() if id not in {base.id for base in bases}}
                holding = {base.id: base.hex for base in bases if base.hex is not None and self.holds(base)}
                return replace(scorebook, stands=stands | holding)
            case ContactSeen(contact=contact):
                return self.met(without(scorebook, contact.handle), contact)
            case ContactStruck(handle=handle):
                return without(scorebook, handle)
            case EnemyLost(handle=handle, how=how):
                gone = EnemyGone(how=how, men=scorebook.made_out.get(handle, ""))
                return replace(without(scorebook, handle), enemy_lost=(*scorebook.enemy_lost, gone))
            case BaseLost(base=base, how=how):
                return replace(scorebook, lost={**scorebook.lost, base: how})
            case PlayerTurnOpened():  # the Admin Phase before it has seen who held what
                return self.held_now(scorebook)
            case VerdictTold(holders=holders, losses=losses):
                return replace(scorebook, holders=dict(holders), losses=losses)
        return scorebook

    def holds(self, base: Base) -> bool:
        """Whether an own base would hold the objective in which it is, if it were alone there."""
        return base.hex in self.objectives and base.good_order and self.printed.profile(base).cls.men == "multi"

    def met(self, scorebook: Scorebook, contact: Contact) -> Scorebook:
        """A contact is seen as it is now: what it is, and whether it holds an objective."""
        shows, hex = contact.shows, contact.hex
        if shows is None:
            return scorebook
        men = self.printed.profile(shows).cls.men
        there = contact.in_sight and hex in self.objectives and men == "multi" and fit(shows)
        return replace(
            scorebook, made_out={**scorebook.made_out, contact.handle: men},
            seen={**scorebook.seen, contact.handle: hex} if there else scorebook.seen,
        )  # fmt: skip

    def held_now(self, scorebook: Scorebook) -> Scorebook:
        """A player turn is over: whoever is known to be alone in an objective holds it."""
        own, enemy = set(scorebook.stands.values()), set(scorebook.seen.values())
        held = dict.fromkeys(enemy - own, False) | dict.fromkeys(own - enemy, True)
        return replace(scorebook, held={**scorebook.held, **held})


def without(scorebook: Scorebook, handle: Handle) -> Scorebook:
    """The same without what was last seen of a contact's place."""
    return replace(scorebook, seen={one: hex for one, hex in scorebook.seen.items() if one != handle})


def fit(shows: Outward) -> bool:
    """Whether an enemy looks as if it were in good order."""
    return shows.morale == "good" and shows.crewed


def halves(rules: Scenario, men: str, how: str | Gone) -> int:
    """What a base that is gone for good counts, in halves: more if captured, less if it left the map (P26)."""
    worth = rules.worth[men]
    return worth if how == "left the map" else 2 * worth * (rules.captured_factor if how == "captured" else 1)
