"""What a side knows of the hexes that it shares with the enemy, and of the battles in them."""

from __future__ import annotations

from service.engine.orders import demand
from service.engine.sentences import place
from service.games.campaign1776.known.battles import Battle
from service.games.campaign1776.known.picture import Picture, field_of, holds, in_hex, points
from service.games.campaign1776.known.reckoning import Fight, Host, host_of
from service.games.campaign1776.known.supply import sources
from service.games.campaign1776.printed.lettered import Hex


def inside_at(picture: Picture, hex: Hex) -> bool:
    """Whether the own troops in a hex fight from their fort: they do where none are outside."""
    return not points(picture, in_hex(picture, hex, inside=False))


def enemies_at(picture: Picture, hex: Hex) -> bool | None:
    """Whether the enemy in a hex stands in a fort, so that an attack is an assault; None where there is no enemy."""
    for inside in (False, True):
        contact = picture.contact_at(hex, inside=inside)
        if contact is not None and holds(picture, contact):
            return inside
    return None


def contacts_of(picture: Picture) -> list[Hex]:
    """The hexes that own and enemy strength points share."""
    hexes = {Hex(pool.at) for pool in picture.own.values() if not pool.aboard and picture.rules.kind(pool.kind).combat}
    return sorted(hex for hex in hexes if enemies_at(picture, hex) is not None)


def has_supply(picture: Picture, hex: Hex) -> bool:
    """Whether there is supply that the own troops in a hex could use now."""
    battle = picture.battles.get(hex)
    if battle is not None and picture.side in battle.barred:
        return False
    return bool(sources(field_of(picture), hex, inside=inside_at(picture, hex)))


def own_battle(picture: Picture, hex: Hex, rule: str) -> Battle:
    """A battle that goes on."""
    battle = picture.battles.get(hex)
    demand(battle is not None and battle.open, rule, ("No battle is being fought in ", place(hex), "."))
    assert battle is not None
    return battle


# ---- the sum of the coming round, as far as this side can reckon it


def fight_by(picture: Picture, hex: Hex, *, attacks: bool) -> Fight | None:
    """The two hosts in a shared hex; None where the enemy is not seen well enough."""
    enemy = picture.contact_at(hex, inside=bool(enemies_at(picture, hex)))
    if enemy is None or enemy.units is None:
        return None
    inside = inside_at(picture, hex)
    own = ((picture.rules.kind(pool.kind), pool.number) for pool in in_hex(picture, hex, inside=inside))
    ours = host_of(own, inside=inside, dug=hex in picture.entrenched)
    units = ((picture.rules.kind(kind), number) for kind, number in enemy.units.items())
    theirs = host_of(units, inside=enemy.inside, dug=enemy.entrenched)
    if not ours.points or not theirs.points:
        return None
    hosts: tuple[Host, Host] = (ours, theirs) if attacks else (theirs, ours)
    return Fight(picture.rules.tables, *hosts)


def enemy_supplied(picture: Picture, battle: Battle) -> bool:
    """Whether the enemy has used supply in a battle, and has not lost it: that is all that is known of it."""
    enemy = next(seat for seat in picture.rules.at_start if seat != picture.side)
    return bool(battle.used.get(enemy)) and enemy not in battle.barred
