"""What it is worth to a stack of 1776 to be in a hex: the towns that it takes, the fight there, and what may come."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property

from service.bots.campaign1776.country import FAR, Hex, distance
from service.bots.campaign1776.situation import Situation, strength
from service.bots.player import JSON

HELD, WAIT = 0.9, 0.7
"""What a town is worth where one is, and what is left of it with each month that it is off."""
PACE = 6.0
"""Points that troops march in a month."""
THEIRS_TO_KEEP = 0.25
"""What a town that is not taken is worth to the American side."""
COMES = 0.6
"""How much of the enemy nearby is expected to come to a town."""
UNSEEN = 3.0
"""Strength points of the enemy that may come to a town though none are known near it."""
LOSS = 0.08
"""What a strength point lost is worth, in points of the score, where nothing is paid for it."""
PAID = {"British": 0.4, "American": 0.7}
"""Of what is paid for British regulars lost, so much counts to a side as it looks for battle; to the British
less, since towns are not taken without."""


class Prospect:
    """A stack, and what it could be worth where. `claims`: own strength that is on its way to towns; `kept`: how many
    stay in a town that it would leave."""

    def __init__(
        self, at: Situation, pools: list[JSON], claims: Mapping[Hex, float], kept: Mapping[Hex, int] | None = None
    ) -> None:
        self.at, self.pools, self.claims, self.kept = at, pools, claims, kept or {}
        self.ids = {pool["id"] for pool in pools}

    def worth(self, hex: Hex) -> float:
        """What it is worth that it ends its march in a hex."""
        together = [*self.pools, *(one for one in self.at.ours(hex) if one["id"] not in self.ids)]
        return self.fight(hex, together) + self.towns(hex)[0] - self.risk(hex, together) - self.off_the_army(hex)

    def towns(self, hex: Hex) -> tuple[float, Hex]:
        """The most that a town is worth to a stack in a hex, and which town that is."""
        best, goal = 0.0, ""
        for town, value, points in self.goals:
            far = points.get(hex, FAR)
            worth = HELD * value * (WAIT ** max(0.5, far / PACE) if far else 1.1) - 0.002 * far
            if worth > best:
                best, goal = worth, town
        return best, goal

    @cached_property
    def goals(self) -> list[tuple[Hex, float, Mapping[Hex, float]]]:
        """The towns that the stack could do something for, what that is worth, and how far off they are."""
        found: list[tuple[Hex, float, Mapping[Hex, float]]] = []
        for town, points in self.at.towns.items():
            if (value := points * self.gain(town)) > 0:
                found.append((town, value, self.at.country.to(town, self.at.waters)))
        return found

    def gain(self, town: Hex) -> float:
        """How much better it stands with a town if the stack goes there, of 1."""
        at = self.at
        others = [one for one in at.ours(town) if one["id"] not in self.ids]
        without = max(at.effective(others), float(self.kept.get(town, 0))) + self.claims.get(town, 0.0)
        both = at.effective([*others, *self.pools]) + self.claims.get(town, 0.0)
        if at.side == "British":
            return max(0.0, self.stands(town, both) - self.stands(town, without))
        if at.last and not at.is_campaign:
            return COMES * (1.0 if at.enemy_there(town) else THEIRS_TO_KEEP)
        share = 1.0 if at.enemy_there(town) else THEIRS_TO_KEEP
        return share * self.stands(town, both) * (0.3 if self.stands(town, without) >= 1.0 else 1.0)

    def stands(self, town: Hex, ours: float) -> float:
        """How likely so many of one's own are to have a town, of 1."""
        if not ours:
            return 0.0
        if there := self.at.enemies.get(town, 0.0) * self.at.works(town):
            return max(0.0, min(1.0, ours / there - 0.5))
        return min(1.0, 0.4 + 0.6 * ours / max(COMES * self.at.threat(town), UNSEEN))

    def fight(self, hex: Hex, pools: list[JSON]) -> float:
        """What a battle there is worth, by what it is likely to cost both."""
        at = self.at
        if not (theirs := at.enemies.get(hex, 0.0)):
            return 0.0
        odds, ours = at.odds(hex, pools), strength(pools)
        if not odds:
            return -1.0
        own_share, their_share = min(1.0, 0.6 / (odds * math.sqrt(odds))), min(1.0, 0.5 * odds)
        cost, gain = loss(at, at.side), loss(at, at.enemy)
        return gain * their_share * theirs - cost * own_share * ours * (1.0 if not at.last else 0.4)

    def risk(self, hex: Hex, pools: list[JSON]) -> float:
        """What an attack upon a stack would cost in the enemy's next segment.

        Whoever pays for losses reckons with all who can come together, as long as they have the time: in the first
        half of a match. So do the British in a campaign until its last month, since few regulars come after those that
        are lost. Others, and at other times all, reckon with the strongest army nearby.
        """
        at = self.at
        fears = (at.is_early and pays(at, at.side)) or (at.is_campaign and at.side == "British" and not at.last)
        threat = at.gathering(hex) if fears else at.threat(hex)
        ours = at.effective(pools)
        if threat <= ours or (at.last and at.side != "British"):
            return 0.0
        return loss(at, at.side) * strength(pools) * min(1.0, threat / max(ours, 0.5) - 1.0)

    def off_the_army(self, hex: Hex) -> float:
        """What it costs to be away from the rest, for who is few; guns and supply are worth most with an army."""
        others = [at for at, stack in self.at.stacks.items() if strength([p for p in stack if p["id"] not in self.ids])]
        return 0.02 * min(min((distance(hex, one) for one in others), default=0), 10)


def loss(at: Situation, side: str) -> float:
    """What a strength point of a side is worth, in points of the score."""
    return LOSS + (PAID[at.side] / at.facts["regulars_lost_a_point"] if pays(at, side) else 0.0)


def pays(at: Situation, side: str) -> bool:
    """Whether a side's losses cost it points: the British side's do where the scenario counts its regulars."""
    return side == "British" and bool(at.facts.get("regulars_lost_a_point"))
