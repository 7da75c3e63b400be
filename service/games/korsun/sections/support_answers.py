"""Who is asked for support in E4C and F4C, and who is answered for: a plan speaks when its item comes, not earlier.

The attacker is answered for by the plan of the attack, the defender of a second combat, or one on standing orders, by
its lines (`standing_answers.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.state import duplicate
from service.engine.telling import tell_all
from service.games.korsun.known.picture import Attack, Picture
from service.games.korsun.known.plans import Item
from service.games.korsun.known.reports import SupportDeclared
from service.games.korsun.printed.reading import GERMAN, Side
from service.games.korsun.printed.scenario import COMBAT_DECISIONS
from service.games.korsun.printed.tables import other
from service.games.korsun.sections.standing_answers import (
    at_combat,
    engineers_committed,
    ground_held,
    guns_fired,
    missions_flown,
    supply_paid,
)
from service.games.korsun.sections.support import (
    CommitEngineers,
    FireArtillery,
    FlyInDefense,
    PaySupply,
    barred_by_breakout,
    commit,
    defend_by_air,
    fighting,
    fire,
    pay,
)
from service.games.korsun.truth.looking import settle
from service.games.korsun.truth.state import AttackSet, State


def attacker_is_asked_for_supply(state: State) -> bool:
    """Whether no plan of the attack answers this item, so that its owner is asked (parent 3.3)."""
    return state.plan_of(state.present).asks("supply")


def attacker_is_asked_for_artillery(state: State) -> bool:
    return state.plan_of(state.present).asks("fire")


# The last items are asked only where there is something to declare: both sides know who fights, and on what ground.


def attacker_is_asked_for_engineers(state: State) -> bool:
    """Whether no plan answers it, and there are engineers among the attackers, or armor to choose from as a target."""
    side = state.present.by
    something = engineers_fight(state, side) or has_targets(state, side)
    return state.plan_of(state.present).asks("assault") and something


def defender_has_engineers(state: State) -> bool:
    return engineers_fight(state, other(state.present.by))


def defender_has_a_last_word(state: State) -> bool:
    """Whether No Retreat can be declared, or the defender has armor to choose from as a target."""
    attack, defender = state.present, other(state.present.by)
    terrain = state.rules.board.terrain[attack.hex].name
    covered = terrain in state.tables.terrain.no_retreat or (defender == GERMAN and attack.hex in state.improved)
    able = (
        id for id in fighting(state, attack, defender)
        if state.units[id].order != "disorganized" and not barred_by_breakout(state.pictures[defender], id)
    )  # fmt: skip
    return (covered and any(True for _ in able)) or has_targets(state, defender)


def engineers_fight(state: State, side: Side) -> bool:
    return any(state.profile(id).engineer for id in fighting(state, state.present, side))


def has_targets(state: State, side: Side) -> bool:
    """Whether a side may name at whom its armor fires, and there is more than one enemy armor unit in the combat."""
    if COMBAT_DECISIONS not in state.public.options:
        return False
    return sum(state.profile(id).is_armor for id in fighting(state, state.present, other(side))) > 1


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
    yield from tell_item(state, attack.number, "supply", attack.by)


def guns_by_plan(state: State, dice: Dice) -> Iterator[Event]:
    if not attacker_is_asked_for_artillery(state):
        yield from fire_by_plan(state, state.present)


def fire_by_plan(state: State, attack: Attack) -> Iterator[Event]:
    yield from fire(state, attack, attack.by, state.plan_of(attack).artillery)
    yield from tell_item(state, attack.number, "fire", attack.by)


def engineers_by_plan(state: State, dice: Dice) -> Iterator[Event]:
    if not attacker_is_asked_for_engineers(state):
        yield from commit_by_plan(state, state.present)


def commit_by_plan(state: State, attack: Attack) -> Iterator[Event]:
    yield from commit(state, attack, attack.by, state.plan_of(attack).engineers)
    yield from tell_item(state, attack.number, "assault", attack.by)


def tell_item(state: State, number: int, item: Item, by: Side) -> Iterator[Event]:
    """Both sides are told what an item of support came to (KOR-CBT-12)."""
    report = SupportDeclared(attack=duplicate(state.attack(number)), item=item, by=by)
    yield from tell_all(state, report)
    yield from settle(state)


def close_item(item: Item, side: Literal["attacker", "defender"]):  # type: ignore[no-untyped-def]
    """What the umpire does when a side has closed an item: it cannot be opened again (KOR-CBT-08)."""

    def told(state: State, dice: Dice) -> Iterator[Event]:
        attack = state.present
        yield from tell_item(state, attack.number, item, attack.by if side == "attacker" else other(attack.by))

    told.__name__ = f"tell_{item}_of_{side}"
    return told


# ---- second combats, where lines answer (parent 3.4)


def answered_for(state: State, attack: Attack) -> Iterator[Event]:
    """The support of a second combat, item by item, from the attacker's plan and the defender's lines."""
    defender, number = other(attack.by), attack.number
    yield from pay_by_plan(state, state.attack(number))
    for paid in supply_paid(defenders_view(state, number)):
        assert isinstance(paid, PaySupply)
        yield from pay(state, attack, defender, paid.commands)
    for flown in missions_flown(defenders_view(state, number)):
        assert isinstance(flown, FlyInDefense)
        yield from defend_by_air(state, attack, defender, flown.missions)
    yield from fire_by_plan(state, state.attack(number))
    for fired in guns_fired(defenders_view(state, number)):
        assert isinstance(fired, FireArtillery)
        yield from fire(state, attack, defender, fired.units)
    yield from commit_by_plan(state, state.attack(number))
    for committed in engineers_committed(defenders_view(state, number)):
        assert isinstance(committed, CommitEngineers)
        yield from commit(state, attack, defender, committed.units)
    if ground_held(defenders_view(state, number)):
        yield AttackSet(attack=replace(state.attack(number), no_retreat=True))


def defenders_view(state: State, number: int) -> Picture:
    """The defender's picture, with the combat as far as it has been declared."""
    attack = state.attack(number)
    return at_combat(state.pictures[other(attack.by)], duplicate(attack))
