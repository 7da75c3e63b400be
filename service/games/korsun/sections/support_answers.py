"""Who is asked for support in E4C and F4C, and who is answered for: a plan speaks when its item comes, not earlier.

The attacker is answered for by the plan of the attack, the defender of a second combat, or one on standing orders, by
the usual answers of parent 3.4.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.orders import Order
from service.engine.state import duplicate
from service.engine.telling import tell_all
from service.games.korsun.known.picture import Attack, Picture
from service.games.korsun.known.reports import SupportDeclared
from service.games.korsun.known.strengths import reckon
from service.games.korsun.printed.reading import Side
from service.games.korsun.printed.tables import other
from service.games.korsun.printed.units import FULL
from service.games.korsun.sections.odds import fight_of
from service.games.korsun.sections.support import (
    FireArtillery,
    PaySupply,
    commit,
    defend_by_air,
    defensive_missions,
    fighting,
    fire,
    my_units,
    pay,
    payer_of,
    ready_pieces,
    truly_ready,
)
from service.games.korsun.truth.looking import settle
from service.games.korsun.truth.state import State


def attacker_is_asked_for_supply(state: State) -> bool:
    """Whether no plan of the attack answers this item, so that its owner is asked (parent 3.3)."""
    return state.plan_of(state.present).asks("supply")


def attacker_is_asked_for_artillery(state: State) -> bool:
    return state.plan_of(state.present).asks("fire")


def attacker_is_asked_for_engineers(state: State) -> bool:
    return state.plan_of(state.present).asks("assault")


def there_is_a_fight(state: State) -> bool:
    """Whether anybody is left to defend, and to attack (12.1.1)."""
    attack = state.present
    return bool(fighting(state, attack, attack.by) and fighting(state, attack, other(attack.by)))


def supported_by_plan(state: State, dice: Dice) -> Iterator[Event]:
    if not attacker_is_asked_for_supply(state):
        yield from pay_by_plan(state, state.present)


def pay_by_plan(state: State, attack: Attack) -> Iterator[Event]:
    """The commands that the plan names, or every command of the attack, as far as points and reach allow."""
    plan = state.plan_of(attack)
    every = sorted({state.rules.counters[id].command for id in fighting(state, attack, attack.by)})
    yield from pay(state, attack, attack.by, every if plan.supported is None else plan.supported)
    yield from tell_item(state, attack.number, "supported", attack.by)


def guns_by_plan(state: State, dice: Dice) -> Iterator[Event]:
    if not attacker_is_asked_for_artillery(state):
        yield from fire_by_plan(state, state.present)


def fire_by_plan(state: State, attack: Attack) -> Iterator[Event]:
    yield from fire(state, attack, attack.by, state.plan_of(attack).artillery)
    yield from tell_item(state, attack.number, "artillery", attack.by)


def engineers_by_plan(state: State, dice: Dice) -> Iterator[Event]:
    if not attacker_is_asked_for_engineers(state):
        yield from commit_by_plan(state, state.present)


def commit_by_plan(state: State, attack: Attack) -> Iterator[Event]:
    yield from commit(state, attack, attack.by, state.plan_of(attack).engineers)
    yield from tell_item(state, attack.number, "engineers", attack.by)


def tell_item(state: State, number: int, item: str, by: Side) -> Iterator[Event]:
    """Both sides are told what an item of support came to (KOR-CBT-12)."""
    report = SupportDeclared(attack=duplicate(state.attack(number)), item=item, by=by)
    yield from tell_all(state, report)
    yield from settle(state)


def close_item(item: str, side: Literal["attacker", "defender"]):  # type: ignore[no-untyped-def]
    """What the umpire does when a side has closed an item: it cannot be opened again (KOR-CBT-08)."""

    def told(state: State, dice: Dice) -> Iterator[Event]:
        attack = state.present
        yield from tell_item(state, attack.number, item, attack.by if side == "attacker" else other(attack.by))

    told.__name__ = f"tell_{item}_of_{side}"
    return told


# ---- the usual answers (parent 3.4, where no line fits)


def usual_supply(picture: Picture) -> list[Order]:
    """Pay for each command whose marker has a point left afterwards."""
    attack = picture.attack
    if attack is None:
        return []
    commands, left = [], {command: sdm.sp for command, sdm in picture.sdms.items()}
    for command in sorted({picture.rules.counters[id].command for id in my_units(picture, attack)}):
        payer = payer_of(picture, command)
        if left.get(payer, 0) >= 2 and command not in attack.supported.get(picture.side, []):
            left[payer] -= 1
            commands.append(command)
    return [PaySupply(commands=tuple(commands))] if commands else []


def usual_guns(picture: Picture) -> list[Order]:
    """All Full pieces in range if the attacker fires, else none."""
    attack = picture.attack
    if attack is None or not attack.points.get(attack.by) or attack.points.get(picture.side):
        return []
    units = tuple(id for id in ready_pieces(picture, attack) if picture.own[id].ammo == FULL)
    return [FireArtillery(units=units)] if units else []


def answered_for(state: State, attack: Attack) -> Iterator[Event]:
    """The support of a second combat, item by item, from the attacker's plan and the defender's usual answers."""
    defender = other(attack.by)
    yield from pay_by_plan(state, state.attack(attack.number))
    commands = sorted({state.rules.counters[id].command for id in fighting(state, attack, defender)})
    for command in commands:
        payer = "KORSUN" if command in state.public.isolated else command
        if payer in state.sdms and state.sdms[payer].sp >= 2:
            yield from pay(state, attack, defender, (command,))
    odds = reckon(fight_of(state, state.attack(attack.number)))
    picture = state.pictures[defender]
    at_least_two = state.tables.combat.names.index(odds.initial) >= state.tables.combat.names.index("2:1")
    if at_least_two and defensive_missions(picture, state.attack(attack.number)):
        yield from defend_by_air(state, attack, defender, 1)
    yield from fire_by_plan(state, state.attack(attack.number))
    if state.attack(attack.number).points.get(attack.by):
        ready = [id for id in truly_ready(state, attack, defender) if state.units[id].ammo == FULL]
        yield from fire(state, attack, defender, ready)
    yield from commit_by_plan(state, state.attack(attack.number))
