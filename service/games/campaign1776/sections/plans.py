"""What the battle plan answers, by its owner's picture; where no line fits, what the rules say for the silent (24)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from service.engine.orders import Order, accepts
from service.games.campaign1776.known.battles import Battle, Supply
from service.games.campaign1776.known.contact import (
    contacts_of,
    enemies_at,
    enemy_supplied,
    fight_by,
    has_supply,
    inside_at,
)
from service.games.campaign1776.known.picture import Picture, in_hex
from service.games.campaign1776.known.standing import EntryLine, PlanLine, When
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.sections.battles import (
    ContinueCombat,
    FightOn,
    StartCombat,
    StopFighting,
    attacking_in,
    stopped_by_enemy,
)
from service.games.campaign1776.sections.defending import DeclareSupply, MeetAttack, defending_in
from service.games.campaign1776.sections.forts import GoInside, entry_hexes

SIZES = ("few", "body", "strong")


def column_of(picture: Picture, hex: Hex, *, attacks: bool) -> Fraction | None:
    """The column of the coming round, with one's own supply and what the enemy has shown of theirs."""
    fight, battle = fight_by(picture, hex, attacks=attacks), picture.battles.get(hex)
    if fight is None:
        return None
    ours, theirs = has_supply(picture, hex), battle is not None and enemy_supplied(picture, battle)
    return fight.column(ours, theirs) if attacks else fight.column(theirs, ours)


def line_for(picture: Picture, hex: Hex, when: When) -> PlanLine | None:
    """The first line of the plan that fits; None where none does."""
    battle = picture.battles.get(hex)
    round, lost = (battle.rounds + 1, battle.lost.get(picture.side, 0)) if battle is not None else (1, 0)
    column, seen = column_of(picture, hex, attacks=when != "defending"), picture.contact_at(hex)
    for line in picture.standing.battles:
        here = line.hex in (None, hex) and line.when in ("any", when)
        small = line.size == "strong" or (
            seen is not None and seen.size is not None and SIZES.index(seen.size) <= SIZES.index(line.size)
        )
        enough = line.odds == "any" or (column is not None and column >= Fraction(*map(int, line.odds.split(":"))))
        if here and small and enough and line.round <= round and lost <= line.lost:
            return line
    return None


def _attackers(supply: Supply, picture: Picture, hex: Hex) -> Supply:
    """What an attacker can say of supply: with nobody to wait for, and none that is not there."""
    return "rule" if supply == "wusad" or (supply == "use" and not has_supply(picture, hex)) else supply


def _defenders(supply: Supply, picture: Picture, hex: Hex) -> Supply:
    return "rule" if supply == "use" and not has_supply(picture, hex) else supply


def usual_going_on(picture: Picture, hex: Hex, battle: Battle) -> bool:
    """Whether an attacker goes on for whom no line speaks: while the odds are even, and losses no heavier."""
    rule, column = picture.rules.tables.doctrine.go_on, column_of(picture, hex, attacks=True)
    enemy = next(seat for seat in picture.rules.at_start if seat != picture.side)
    no_worse = battle.lost.get(picture.side, 0) <= battle.lost.get(enemy, 0)
    return column is not None and column >= rule.odds_at_least and (no_worse or not rule.lost_at_most_as_many)


def going_on(picture: Picture, hex: Hex) -> Order:
    """Whether an attack goes on."""
    line = line_for(picture, hex, "attacking")
    if line is None:
        goes = usual_going_on(picture, hex, picture.battles[hex])
        return FightOn(hex=hex) if goes else StopFighting(hex=hex)
    if line.does == "rest":
        return StopFighting(hex=hex, supply=_defenders(line.supply, picture, hex))
    card = "" if enemies_at(picture, hex) else line.card
    return FightOn(hex=hex, card=card, supply=_attackers(line.supply, picture, hex))


def meeting(picture: Picture, hex: Hex) -> Order:
    """How an attack is met."""
    line = line_for(picture, hex, "defending") or PlanLine()
    return MeetAttack(hex=hex, card=line.card, supply=_defenders(line.supply, picture, hex))


def taking_up(picture: Picture, hex: Hex, when: When) -> Order | None:
    """Combat that a side begins where it was spared, or continues where the enemy has stopped; None where it rests."""
    line = line_for(picture, hex, when)
    if line is None or line.when == "any" or line.does == "rest":
        return None
    card = "" if enemies_at(picture, hex) else line.card
    order = StartCombat if when == "spared" else ContinueCombat
    battle = picture.battles.get(hex)
    supply = _attackers(line.supply, picture, hex) if battle is not None and battle.rounds else "rule"
    return order(hex=hex, card=card, supply=supply)


def entry(picture: Picture, hex: Hex) -> Order:
    """Into the fort as the plan says; else if enemies remain, and there is room, guns and supply with them."""
    faced = enemies_at(picture, hex) is not None
    for line in picture.standing.entries:
        if line.hex in (None, hex) and (faced or not line.faced):
            break
    else:
        rule = picture.rules.tables.doctrine.enter_fort
        goes = rule == "always" or (rule == "if_enemy_remains" and faced)
        line = EntryLine(does="inside" if goes else "outside")
    outside = in_hex(picture, hex, inside=False)
    units = tuple(pool.id for pool in outside if not line.alone or picture.rules.kind(pool.kind).combat)
    order = GoInside(hex=hex, units=units if line.does == "inside" else ())
    return order if accepts(picture, order) else GoInside(hex=hex)


def by_plan(picture: Picture, kinds: Collection[type[Order]]) -> Sequence[Order]:
    """The answers to all that is asked of a side where orders of these types are."""
    found = list[Order | None]()
    if MeetAttack in kinds:
        found += [meeting(picture, hex) for hex in defending_in(picture) if not inside_at(picture, hex)]
    if StartCombat in kinds:
        found += [taking_up(picture, hex, "spared") for hex in contacts_of(picture)]
    if DeclareSupply in kinds:
        for hex in defending_in(picture):
            if picture.side not in picture.battles[hex].said and has_supply(picture, hex):
                line = line_for(picture, hex, "defending") or PlanLine()
                found.append(DeclareSupply(hex=hex, supply=_defenders(line.supply, picture, hex)))
    if FightOn in kinds:
        found += [going_on(picture, hex) for hex in attacking_in(picture)]
    if ContinueCombat in kinds:
        found += [taking_up(picture, hex, "stopped") for hex in stopped_by_enemy(picture)]
    if GoInside in kinds:
        found += [entry(picture, hex) for hex in entry_hexes(picture)]
    return [order for order in found if order is not None and accepts(picture, order)]
