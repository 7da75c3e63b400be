"""Modes: Attack for those who are to attack or to march under fire, Dug-in for who holds a town, Defend between."""

from __future__ import annotations

from service.bots.ndc import figures
from service.bots.ndc.fights import WORTHWHILE, Assault, plan_assaults
from service.bots.ndc.goals import goals, strong_enough, way
from service.bots.ndc.ground import Hex
from service.bots.ndc.situation import Situation, Unit, here
from service.bots.ndc.staff import place_commander
from service.bots.player import Offer, Order

COUNTER_ATTACK = 0.45
"""In levels: what a counter-attack must promise before a battalion gives up its cover for it."""
COVER = {"dug-in": 0.7, "defend": 0.3}
"""What giving up this cover costs, in levels."""


def changes(at: Situation, offers: list[Offer]) -> list[Order]:
    """Every change that makes sense before this phase's movement, the zones first."""
    orders: list[Order] = []
    for offer in offers:
        if offer["kind"] == "change-zone" and offer["fixed"].get("further") == []:
            orders.append(
                {"kind": "change-zone", **offer["fixed"], "stay": stronghold(at, offer["fields"]["stay"]["places"])}
            )
    offered = {o["fixed"]["unit"]: o["fields"]["mode"]["values"] for o in offers if o["kind"] == "change-mode"}
    wanted = wanted_modes(at)
    for unit in at.own.values():
        mode = next((mode for mode in wanted.get(unit["id"], ()) if mode in offered.get(unit["id"], ())), None)
        if unit["mode"] not in wanted.get(unit["id"], ())[:1] and mode is not None:
            orders.append({"kind": "change-mode", "unit": unit["id"], "mode": mode})
    commander = place_commander(at, offers)
    return [*orders, *([commander] if commander else [])]


def stronghold(at: Situation, hexes: list[Hex]) -> Hex:
    """Which of its hexes a unit keeps when it gathers in one."""
    return max(hexes, key=lambda hex: (at.ground.objectives.get(hex, 0), -at.ground.defence_effect(hex), hex))


def wanted_modes(at: Situation) -> dict[str, tuple[str, ...]]:
    """For each unit the mode that it should be in, and the next best, if that is not the one it has."""
    wanted: dict[str, tuple[str, ...]] = {hq["id"]: ("deployed",) for hq in at.hqs}
    assaults = {one.unit: one for one in plan_assaults(at, probable_reach(at), dict.fromkeys(at.own, "attack"))}
    aimed = goals(at)
    for unit in at.combat:
        wanted[unit["id"]] = (attackers_mode if at.attacking else defenders_mode)(
            at, unit, aimed.get(unit["id"], here(unit)), assaults.get(unit["id"])
        )
    return {id: modes for id, modes in wanted.items() if at.own[id]["mode"] != modes[0]}


def attackers_mode(at: Situation, unit: Unit, goal: Hex, assault: Assault | None) -> tuple[str, ...]:
    """Attack, to move and to fight; a battalion that is worn out defends."""
    return ("attack", "defend") if strong_enough(at, unit) or assault is not None else ("defend", "attack")


def defenders_mode(at: Situation, unit: Unit, goal: Hex, assault: Assault | None) -> tuple[str, ...]:
    """Attack for a counter-attack that pays, or to get there in time; at its post a battalion digs in."""
    needed = COUNTER_ATTACK + COVER.get(unit["mode"], 0.0) if at.enemy_turns else WORTHWHILE
    if assault is not None and assault.worth > needed and strong_enough(at, unit):
        return ("attack",)
    if here(unit) == goal:
        return ("dug-in", "defend")
    far = way(at, unit, here(unit), goal)
    attack, defend = figures.ALLOWANCES.get((at.seat, unit["type"]), (15, 9))
    threat = at.ground.nearest(here(unit), at.threats)
    if far > 2 * attack and threat > 6:
        return ("march", "attack")
    return ("attack", "defend") if far > defend and threat > 1 else ("defend",)


def probable_reach(at: Situation) -> dict[str, set[Hex]]:
    """Whence each battalion could attack in the phase that follows, were it in Attack mode."""
    fronts = {near for hex in at.suspected for near in at.ground.beside[hex]}
    reach: dict[str, set[Hex]] = {}
    for unit in at.combat:
        points = figures.ALLOWANCES.get((at.seat, unit["type"]), (15, 9))[0] - (3 if "night" in at.weather else 0)
        amphibious = unit["type"] in ("infantry", "recon")
        within = at.ground.within(here(unit), points, amphibious=amphibious, shut=at.known)
        reach[unit["id"]] = {here(unit)} | (within & fronts - set(at.known))
    return reach
