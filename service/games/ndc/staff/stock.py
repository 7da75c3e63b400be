"""Of whose points a form takes a number, and how many of these are left; that an attack has nobody to meet, and what a
mode changes."""

from __future__ import annotations

from collections.abc import Collection

from service.engine.copying import same_but
from service.engine.hexes import Hex, adjacent
from service.engine.options import Choice, Option, Places
from service.engine.sentences import counted, listed
from service.games.ndc.known.answering import declared_against
from service.games.ndc.known.picture import HANDLES, Attack, Picture
from service.games.ndc.known.points import Use, believed
from service.games.ndc.known.reach import allowance
from service.games.ndc.printed.units import UnitId
from service.games.ndc.staff.terms import MODE_NAMES

USES: dict[str, Use] = {"barrage": "support", "fire": "support", "csps": "counter"}
"""On which account a number of CSPs is booked, by its field in an order."""


ATTACK, MODES = "declare-ground-combat", "change-mode"


def stock(picture: Picture, option: Option, field: str) -> str:
    """How many CSPs the side has left in the phase, and how many of them reach where these are to fall (NDC-CBF-04)."""
    if option.kind == ATTACK and field == "target":
        return nobody_there(picture, option)
    if option.kind == MODES and field == "mode":
        return figures_of_modes(picture, option)
    if field not in USES:
        return ""
    in_hand, use = believed(picture), USES[field]
    reach = max((sum(in_hand.sources(hex, use).values()) for hex in falls_on(picture, option)), default=0)
    return f"you have {in_hand.in_hand(use)} left, {reach} in reach"


def figures_of_modes(picture: Picture, option: Option) -> str:
    """Attack, defence and movement points of a unit, as it is and in each mode that it can change to (NDC-MOD-01)."""
    unit, modes = picture.own.get(UnitId(str(option.fixed["unit"]))), option.fields["mode"]
    if unit is None or not isinstance(modes, Choice):
        return ""

    def figures(mode: str) -> str:
        has = picture.tables.strength(unit.profile, mode, unit.to, zone=unit.zone, detachment=unit.halved)
        points = allowance(picture, same_but(unit, mode=mode))
        return f"{has.attack}/{has.defence}, {counted(points, 'MP', 'MP')}"

    changed = "; ".join(f"{MODE_NAMES[str(mode)]} {figures(str(mode))}" for mode in modes.values)
    return f"attack/defence and movement: now {figures(unit.mode)}; {changed}"


def falls_on(picture: Picture, option: Option) -> Collection[Hex]:
    """The hexes on which an order's fire may fall: what it can have for its target, or whence it is attacked."""
    if option.kind == "defend":
        return [one.origin for one in declared_against(picture)[:1] if isinstance(one, Attack)]
    targets = option.fields.get("target")
    return targets.places if isinstance(targets, Places) else ()


def nobody_there(picture: Picture, option: Option) -> str:
    """That nobody is known in the hexes that a unit can attack, and who stands beside it over a river (NDC-GCD-02)."""
    targets, unit = falls_on(picture, option), picture.own.get(UnitId(str(option.fixed["unit"])))
    if (
        unit is None
        or unit.hex is None
        or any(hex in targets for one in picture.contacts.values() for hex in one.hexes)
    ):
        return ""
    board = picture.rules.board
    behind = [
        handle for handle, one in picture.contacts.items()
        if any(adjacent(unit.hex, hex) and not board.may_attack(picture.tables, unit.type, unit.hex, hex)
               for hex in one.hexes)
    ]  # fmt: skip
    who = (
        f"; {listed(HANDLES.in_order(behind))} stand{'s' * (len(behind) == 1)} beyond the {board.river_names['major']}"
    )
    return f"nobody is known there{f'{who}, which {unit.type} attacks across only by a bridge' if behind else ''}"
