"""What the sides see and are told, and what answers for a side that has said nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from service.engine.tables import BandedScale
from service.games.campaign1776.printed.fighting import odds
from service.games.campaign1776.printed.land import Units, checked_losses
from service.games.campaign1776.printed.reading import keyed, whole

Size = Literal["few", "body", "strong"]


@dataclass(frozen=True)
class Levels:
    """How well an enemy place is seen."""

    presence: int
    estimate: int
    composition: int
    full: int


@dataclass(frozen=True)
class Sees:
    """How many hexes off: strength points on land, fleets in sea lanes, fleets on sides and in ports."""

    land: int
    sea_lane: int
    sides_and_ports: int


@dataclass(frozen=True)
class Intel:
    """What is seen from where, and the sizes by which strength points are estimated."""

    levels: Levels
    sees: Sees
    sizes: BandedScale[Size]


def read_intel(data: str) -> Intel:
    file = whole(data, "intel").entries_for(("levels", "sees", "sizes"))
    names: dict[str, Size] = {"few": "few", "body": "body", "strong": "strong"}
    sizes = {name: there.band() for name, there in keyed(file["sizes"], names).entries().items()}
    file["sizes"].bands(((band, file["sizes"]) for band in sizes.values()), 1, None)
    return Intel(
        levels=file["levels"].record(Levels), sees=file["sees"].record(Sees),
        sizes=BandedScale(tuple(sizes.values()), tuple(names[name] for name in sizes)),
    )  # fmt: skip


@dataclass(frozen=True)
class Roll:
    """Who learns that a die fell and why, and what came of it."""

    die: Literal["both", "owner"]
    result: Literal["both", "owner"]


ROLLS = (
    "combat_round", "naval_combat", "french_intervention", "variable_forces", "forced_march", "card_drawn",
)  # fmt: skip


def read_dice(data: str) -> Mapping[str, Roll]:
    file = whole(data, "dice").entries_for(("rolls",))
    return {name: there.record(Roll) for name, there in file["rolls"].entries_for(ROLLS).items()}


@dataclass(frozen=True)
class GoOn:
    """When an attacker who has said nothing goes on."""

    odds_at_least: Fraction
    lost_at_most_as_many: bool


@dataclass(frozen=True)
class Doctrine:
    """What answers for a side that has said nothing. `loss_order`: who falls first, by kind."""

    loss_order: dict[str, tuple[str, ...]]
    go_on: GoOn
    enter_fort: Literal["never", "if_enemy_remains", "always"]


FORMER = {"continue": False, "start": False, "withdraw": False, "capture": True}
"""Entries that sets of data of before have, and that nothing reads: they stand there as here, or are refused."""


def read_doctrine(data: str, units: Units) -> Doctrine:
    found = whole(data, "doctrine")
    former = {name: there for name in FORMER if (there := found.get(name)) is not None}
    for name, there in former.items():
        if there.flag() is not FORMER[name]:
            raise there.fault("no rule reads this: leave it out")
    file = found.entries_for(("loss_order", "go_on", "enter_fort", *former))
    orders = checked_losses(file["loss_order"], units).entries()
    go_on = file["go_on"].entries_for(("odds_at_least", "lost_at_most_as_many"))
    return Doctrine(
        loss_order={seat: tuple(one.text() for one in there.items()) for seat, there in orders.items()},
        go_on=GoOn(odds(go_on["odds_at_least"]), go_on["lost_at_most_as_many"].flag()),
        enter_fort=file["enter_fort"].text(("never", "if_enemy_remains", "always")),  # type: ignore[arg-type]
    )  # fmt: skip
