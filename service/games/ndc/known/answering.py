"""What a side can answer to the combats that are declared against it, by what it knows (parent 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from service.games.ndc.known.picture import Attack, Fire, Picture
from service.games.ndc.known.points import believed, commander_serves
from service.games.ndc.printed.units import Unit


@dataclass(frozen=True)
class Answerable:
    """How many CSPs of plain and of chemical fire, and how many EW attacks, a side can answer an attack with at most.

    `command`: its division commander can lead the defence.
    """

    fire: int
    chemical_fire: int
    ew: int
    command: bool

    @property
    def any(self) -> bool:
        """Whether there is anything to decide."""
        return bool(self.fire or self.chemical_fire or self.ew or self.command)


def answerable(picture: Picture, attack: Attack) -> Answerable:
    """What a side can answer a declared ground combat with.

    Where nobody defends there is no result for fire to shift; its agents, and jamming, still do something. An attack
    from a hex in which an own unit stands can only be cancelled, with all that is put against it (NDC-ZOC-05).
    """
    if picture.own_at(attack.origin):
        return Answerable(fire=0, chemical_fire=0, ew=0, command=False)
    ledger, chemical = believed(picture), picture.tables.chemical
    artillery = ledger.artillery_csps(attack.origin, "support")
    shells = picture.account.released and artillery >= chemical.csps_at_least
    csps = ledger.csps(attack.origin, "support")
    return Answerable(
        fire=csps if picture.own_at(attack.target) else 0,
        chemical_fire=csps if shells else 0,
        ew=ledger.ew_attacks(attack.origin),
        command=commander_can_defend(picture, attack),
    )


def commander_can_defend(picture: Picture, attack: Attack) -> bool:
    """Whether the division commander can serve the unit that defends, as its owner knows it."""
    unit = defending(picture.own_at(attack.target))
    return unit is not None and commander_serves(picture.own, picture.account, unit, picture.rules) is not None


def defending(units: Sequence[Unit]) -> Unit | None:
    """Who of a side's units in a hex defends it: the combat unit of the highest T/O level, else such an HQ (3.24)."""
    return min(units, key=lambda unit: (not unit.combat, -unit.to, unit.designation), default=None)


def declared_against(picture: Picture) -> list[Attack | Fire]:
    """The declared combats that are not worked yet, in their order; that about which the side is asked is the first.

    None while it is not asked about one.
    """
    if not picture.asked or picture.item is None:
        return []
    every: tuple[Attack | Fire, ...] = (*picture.attacks, *picture.fires)
    return sorted((one for one in every if one.number >= int(picture.item)), key=lambda one: one.number)
