"""What is answered for a seat, by its own picture: by its plans, or as is usual on standing orders (3.3, 3.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.engine.lines import StandingAnswer
from service.engine.orders import Order, accepts
from service.engine.outline import Heading
from service.engine.state import duplicate
from service.games.korsun.known.picture import Picture, field_of
from service.games.korsun.known.standing import StandingLines
from service.games.korsun.printed.units import FULL
from service.games.korsun.sections.plans_worked import orders_of_plan, planned
from service.games.korsun.sections.standing_answers import BY_LINES, support
from service.games.korsun.sections.supply import DropToUnits, ExtendSupply, Resupply

__all__ = ["answer", "given", "planned", "rehearse"]
SPENDING = frozenset({ExtendSupply, Resupply, DropToUnits})
LEFT = 1
"""Supply points that a marker keeps for a combat where nobody has said what they are for."""


def answer(picture: Picture, heading: Heading) -> Sequence[Order]:
    """What a plan says; else what lines say, or is usual, to attacks and in a combat, and in Stage C extended supply
    and ammunition, as far as a point is left of each marker."""
    if planned(picture, heading):
        return orders_of_plan(picture, heading)
    said = support(picture, heading.orders)
    if said is not None:
        return said
    if SPENDING & {*heading.orders}:
        return usual_spending(picture, heading)
    return ()


def usual_spending(picture: Picture, heading: Heading) -> list[Order]:
    """In Stage C: units longest in want first, then pieces that have least; a Front's drop for most of its units."""
    believed, kept = duplicate(picture), list[Order]()
    for order in worth_paying_for(believed):
        if type(order) in heading.orders and accepts(believed, order):
            after = duplicate(believed)
            order.believe(after)
            if all(after.sdms[c].sp >= LEFT for c, sdm in believed.sdms.items() if after.sdms[c].sp < sdm.sp):
                believed.sdms, believed.own, believed.stores = after.sdms, after.own, after.stores
                kept.append(order)
    return kept


def worth_paying_for(picture: Picture) -> Iterator[Order]:
    """What points could be spent on, the most pressing first."""
    field = field_of(picture)
    without = [unit for unit in picture.own.values() if unit.hex is not None and unit.out_of_supply]
    hexes = {unit.hex: sum(one.hex == unit.hex for one in without) for unit in without if unit.hex is not None}
    worst = {hex for hex in hexes if any(unit.hex == hex and unit.supply == "oos2" for unit in without)}
    for hex in sorted(hexes, key=lambda hex: (hex not in worst, -hexes[hex], hex)):
        for command in sorted({sdm.command for one in field.at(hex) if (sdm := field.sdm_of(one.id)) is not None}):
            yield ExtendSupply(command=command, hex=hex)
        for front in picture.rules.fronts:
            yield DropToUnits(front=front, hex=hex)
    pieces = [id for id in picture.own if picture.rules.profile(id).is_gun]
    for _ in range(FULL):
        for id in sorted(pieces, key=lambda id: (picture.own[id].ammo, id)):
            yield Resupply(unit=id)


def given(picture: Picture) -> StandingLines:
    """The lines of the side, and what holds where none fits."""
    return picture.standing


def rehearse(then: Picture, now: Picture, heading: Heading) -> Sequence[StandingAnswer] | None:
    """What would have been answered then by the lines of now; None where nothing ever is."""
    if (BY_LINES.keys() | SPENDING).isdisjoint(heading.orders):
        return None
    then.standing = now.standing
    return [StandingAnswer(order=order) for order in answer(then, heading)]
