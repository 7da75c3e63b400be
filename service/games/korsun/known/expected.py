"""What a defender can reckon of a combat by its picture: strengths, and the odds before shifts (parent 3.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from service.engine.hexes import Hex
from service.games.korsun.known.field import Enemy, Field, zone_of
from service.games.korsun.known.picture import Attack, Picture, as_unit, field_of
from service.games.korsun.known.strengths import Fight, attack_strength, defense_strength
from service.games.korsun.printed.units import Unit


def attackers_of(picture: Picture, attack: Attack) -> tuple[Unit, ...]:
    """The enemy units of a combat that the side has identified, in their order in it."""
    seen = picture.attackers(attack)
    return tuple(replace(as_unit(seen[id][0]), hex=seen[id][1]) for id in attack.units if id in seen)


def printed_attack(picture: Picture, attack: Attack) -> int:
    """The attackers' strength as it is printed on their current steps, without factors."""
    return sum(unit.attack(picture.rules.profile(unit.id)) for unit in attackers_of(picture, attack))


def declared_ratio(picture: Picture, attack: Attack) -> int:
    """The column of the attackers declared to the units in the hex, by printed strengths without factors."""
    there = field_of(picture).at(attack.hex)
    combat = [unit for unit in there if picture.rules.profile(unit.id).is_combat] or there
    defense = sum(unit.defense(picture.rules.profile(unit.id)) for unit in combat)
    return picture.tables.combat.column(Fraction(printed_attack(picture, attack)), Fraction(defense))


def odds_before_shifts(picture: Picture, attack: Attack) -> int:
    """The initial column as the defender reckons it: all units of a command that is paid for count in full."""
    attackers, defenders = attackers_of(picture, attack), field_of(picture).at(attack.hex)
    counters = picture.rules.counters
    fight = Fight(
        field=facing(picture, attackers), hex=attack.hex, attackers=attackers, defenders=defenders,
        supported=frozenset(
            unit.id for side, units in ((picture.enemy, attackers), (picture.side, defenders)) for unit in units
            if counters[unit.id].command in attack.supported.get(side, [])
        ),
        attacked=frozenset(one.hex for one in picture.attacks if one.kind == attack.kind or not one.done),
        works=attack.hex in picture.improved,
    )  # fmt: skip
    strength = sum((attack_strength(fight, unit) for unit in attackers), Fraction(0))
    defense = sum((defense_strength(fight, unit) for unit in fight.fighting_back), Fraction(0))
    return picture.tables.combat.column(strength, defense)


def facing(picture: Picture, attackers: tuple[Unit, ...]) -> Field:
    """The map as the enemy has it, with these units of theirs, as far as the side itself knows."""
    return Field(
        side=picture.enemy, rules=picture.rules, public=picture.public, own={unit.id: unit for unit in attackers},
        sighted=lambda: own_as_enemies(picture), sdms={},
    )  # fmt: skip


def own_as_enemies(picture: Picture) -> Mapping[Hex, Enemy]:
    """The side's own stacks, with the zones that they exert."""
    rules, least = picture.rules, picture.tables.movement.zone_of_control["from_defense"]
    found = dict[Hex, Enemy]()
    for hex, units in field_of(picture).stacks.items():
        zones = [zone_of(unit, rules.profile(unit.id), least) for unit in units]
        found[hex] = Enemy(
            zone="zoc" if "zoc" in zones else "zoi" if "zoi" in zones else "", occupied=True,
            combat=any(rules.profile(unit.id).is_combat for unit in units), small=False,
            units=tuple(unit.id for unit in units),
        )  # fmt: skip
    return found
