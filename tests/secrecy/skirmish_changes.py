"""What is hidden from a side of a skirmish, and how it may be otherwise in another world."""

from __future__ import annotations

import random
from copy import deepcopy
from dataclasses import replace

from service.engine.hexes import Hex
from service.games.skirmish.known.standing import PlanLine
from service.games.skirmish.printed.bases import Base
from service.games.skirmish.truth.looking import level_now
from service.games.skirmish.truth.state import (
    State,
)
from tests.secrecy.worlds import World, replace_ids


def seen_now(state: State, seat: str, base: Base) -> int:
    """The level at which a seat sees a base at this moment; kept here, so that no mutant of the game alters it."""
    return level_now(state, seat, base, (), ()) if base.hex is not None else 0


def unseen(state: State, seat: str) -> list[Base]:
    """Enemy bases on the map that the seat does not see, and that nothing is about to show."""
    enemy = state.pictures[state.other(seat)]
    noted = [getattr(enemy, name) for name in enemy.__dataclass_fields__ if name not in ("own", "contacts")]
    ordered = repr([state.playing, state.plans[enemy.side], noted])
    in_view = {
        traced for handle, traced in state.traces[seat].items()
        if handle in state.eyes[seat] and state.eyes[seat][handle].in_sight
    }  # fmt: skip
    busy = in_view | set(state.origins)
    return [
        base
        for base in state.on_map(enemy.side)
        if base.id not in busy and repr(base.id) not in ordered and not base.locked and not seen_now(state, seat, base)
    ]


def hiding_places(state: State, seat: str, base: Base, rng: random.Random) -> list[Hex]:
    """Hexes that hold nobody, where a base could stand unseen; as often as not the nearest to the seat's own bases."""
    taken = {b.hex for b in state.on_map()} | {hex for _, hex in state.dummies.values()}
    eyes = [str(eye.hex) for eye in state.on_map(seat)]
    found = [
        hex for hex in state.rules.sheet
        if hex not in taken and hex not in state.ground.fires
        and state.ground.terrain(state.rules, hex).cost(state.rules.profile(base).going) is not None
        and not seen_now(state, seat, base.changed(hex=hex))
    ]  # fmt: skip
    if eyes and rng.random() < 0.5:
        apart = state.rules.sheet.distance
        found = sorted(found, key=lambda hex: (min(apart(hex, eye) for eye in eyes), hex))[:6]
    return found


def owner_knows(state: State, base: Base) -> None:
    """The owner's picture follows the mutation: they know their own bases."""
    state.pictures[base.side].own[base.id] = base.changed()


def moved(state: State, seat: str, rng: random.Random) -> bool:
    """An unseen base stands elsewhere, also near by; where it was suspected or last seen it is no more."""
    hidden = unseen(state, seat)
    if not hidden:
        return False
    base = rng.choice(hidden)
    there = hiding_places(state, seat, base, rng)
    if not there:
        return False
    base.hex = rng.choice(there)
    owner_knows(state, base)
    return True


def swapped(state: State, seat: str, rng: random.Random) -> bool:
    """Two unseen bases on foot have changed places."""
    hidden = [base for base in unseen(state, seat) if base.foot]
    if len(hidden) < 2:
        return False
    a, b = rng.sample(hidden, 2)
    if seen_now(state, seat, a.changed(hex=b.hex)) or seen_now(state, seat, b.changed(hex=a.hex)):
        return False
    a.hex, b.hex = b.hex, a.hex
    owner_knows(state, a)
    owner_knows(state, b)
    return True


def dummied(state: State, seat: str, rng: random.Random) -> bool:
    """Where a base was suspected there is a dummy, and the base is where the dummy was."""
    hidden, enemy = unseen(state, seat), state.other(seat)
    dummies = [id for id, (side, _) in state.dummies.items() if side == enemy]
    if not hidden or not dummies:
        return False
    base, dummy = rng.choice(hidden), rng.choice(dummies)
    there = state.dummies[dummy][1]
    if (
        state.ground.terrain(state.rules, there).cost(state.rules.profile(base).going) is None
        or seen_now(state, seat, base.changed(hex=there))
    ):  # fmt: skip
        return False
    state.dummies[dummy], base.hex = (enemy, str(base.hex)), there
    other = {base.id: dummy, dummy: base.id}
    for handle, traced in state.traces[seat].items():
        state.traces[seat][handle] = other.get(traced, traced)
    owner_knows(state, base)
    return True


def worn(state: State, seat: str, rng: random.Random) -> bool:
    """Quality, suppression, ammunition, shots and markers of the enemy, which are never shown."""
    known = {
        traced for handle, traced in state.traces[seat].items()
        if handle in state.eyes[seat] and state.eyes[seat][handle].level >= 3
    }  # fmt: skip
    hidden = [base for base in state.on_map(state.other(seat)) if base.id not in known]
    for base in rng.sample(hidden, min(4, len(hidden))):
        profile = state.rules.profile(base)
        base.quality = rng.randint(2, 7)
        base.suppression = rng.randint(0, base.quality - 1)
        base.ammunition = rng.choice(("ok", "low", "out"))
        base.shots, base.fired = rng.randint(0, 3), rng.choice(("none", base.fired))
        base.weapon_shots, base.smoke_rounds = rng.randint(0, 2), rng.randint(0, 3)
        base.broken_down = rng.random() < 0.3 and profile.cls.support_weapon
        base.jammed = tuple(part for part in profile.mounted if rng.random() < 0.3)
        base.rating = rng.randint(-2, 1) if base.leader else 0
        base.under_fire, base.antiaircraft = rng.random() < 0.5, rng.random() < 0.5
        base.name = f"CANARY{rng.randrange(10**6):06d}"
        owner_knows(state, base)
    return bool(hidden)


def shaken(state: State, seat: str, rng: random.Random) -> bool:
    """An unseen base is pinned, cowered or broken."""
    hidden = [base for base in unseen(state, seat) if base.morale == "good" and not base.vehicle]
    if not hidden:
        return False
    base = rng.choice(hidden)
    base.pinned, base.cowered = rng.random() < 0.5, rng.random() < 0.5
    if state.phasing == seat:
        base.morale = rng.choice(("good", "broken", "routed"))
    owner_knows(state, base)
    return True


def added(state: State, seat: str, rng: random.Random) -> bool:
    """One more unseen base is on the map."""
    like = [
        base for base in state.on_map(state.other(seat)) if base.foot and state.rules.profile(base).cls.men == "multi"
    ]
    if not like:
        return False
    base = deepcopy(rng.choice(like))
    base.id = f"ADDED-{rng.randint(100, 999)}"
    base.in_motion = base.locked = base.halted = False
    base.morale = "good"
    there = hiding_places(state, seat, base, rng)
    if not there:
        return False
    base.hex = rng.choice(there)
    state.bases[base.id] = base
    owner_knows(state, base)
    return True


def removed(state: State, seat: str, rng: random.Random) -> bool:
    """An unseen base is not there at all."""
    observers = {battery.observer for battery in state.rules.artillery}
    hidden = [b for b in unseen(state, seat) if b.id not in observers | names_of_groups(state)]
    if not hidden:
        return False
    gone = rng.choice(hidden)
    del state.bases[gone.id]
    del state.pictures[gone.side].own[gone.id]
    return True


def names_of_groups(state: State) -> set[str]:
    """The bases that the scenario names as reinforcements."""
    return {unit.id for group in state.rules.reinforcements for unit in group.units}


def rearranged(state: State, seat: str, rng: random.Random) -> bool:
    """Rows stand in another order; the seat's own keep theirs among each other, which it knows."""
    own = iter([id for id, base in state.bases.items() if base.side == seat])
    order = list(state.bases)
    rng.shuffle(order)
    order = [next(own) if state.bases[id].side == seat else id for id in order]
    state.bases = {id: state.bases[id] for id in order}
    for rows in (state.dummies, state.traces[seat]):
        items = list(rows.items())
        rng.shuffle(items)
        rows.clear()
        rows.update(items)  # type: ignore[arg-type]
    return True


BY_WHAT_WAS_SEEN = (
    PlanLine(at="both", enemies_max=2, then="ask"),
    PlanLine(reserve="any", then="hold"),
    PlanLine(exposure=("moving_fast", "cover"), enemies_min=2),
    PlanLine(steps_min=2, last_shot=False),
    PlanLine(crosses=("0901", "0914"), at="both"),
    PlanLine(crosses=("0601", "1414"), then="ask"),
    PlanLine(at="both", then="hold"),
)
"""A fire plan that goes by the way of a mover, by who is in sight and by who is awaited."""


def planned(state: State, seat: str, rng: random.Random) -> bool:
    """The enemy has another fire plan."""
    plans: list[tuple[PlanLine, ...]] = [
        (), (PlanLine(at="both", then="hold"),), (PlanLine(at="both"),),
        (PlanLine(at="both", expected=10), PlanLine(then="hold")),
        BY_WHAT_WAS_SEEN,
    ]  # fmt: skip
    state.pictures[state.other(seat)].plan = rng.choice(plans)
    return True


def forgetful(state: State, seat: str, rng: random.Random) -> bool:
    """The enemy knows something else of this seat's bases."""
    enemy = state.other(seat)
    if not state.eyes[enemy] or state.pictures[enemy].film is not None:
        return False
    for handle in rng.sample(sorted(state.eyes[enemy]), max(1, len(state.eyes[enemy]) // 2)):
        del state.eyes[enemy][handle]
        state.traces[enemy].pop(handle, None)
        state.pictures[enemy].contacts.pop(handle, None)
    return True


def supported(state: State, seat: str, rng: random.Random) -> bool:
    """What the enemy has of artillery and aircraft, and what they have scored."""
    enemy = state.other(seat)
    for id, mission in state.missions[enemy].items():
        other = replace(mission, failures=rng.randint(0, 1), used=rng.randint(0, 1), fired=rng.randint(0, 3))
        state.missions[enemy][id] = state.pictures[enemy].missions[id] = other
    state.strikes[enemy] = rng.randint(0, 2)
    state.points[enemy] = rng.randint(0, 9)
    state.shots_at = {
        pair: (state.player_turn, rng.randint(0, 2)) if pair.split(">")[0] not in state.pictures[seat].own else noted
        for pair, noted in state.shots_at.items()
    }  # fmt: skip
    return True


def on_his_way(state: State, seat: str, rng: random.Random) -> bool:
    """The moves that the enemy has sealed, beyond the step of which this seat is asked."""
    playing = state.playing
    if state.phasing == seat or not playing.orders:
        return False
    first = playing.orders[0] if playing.mover is not None else None
    rest = [order for order in playing.orders if order is not first]
    kept = rng.sample(rest, rng.randint(0, len(rest)))
    playing.orders = [*([first] if first is not None else []), *kept]
    playing.path = playing.path[: rng.randint(0, len(playing.path))]
    return True


def renamed(world: World, seat: str, rng: random.Random) -> bool:
    """The enemy's bases and dummies bear other inner ids, in another order; whom the scenario names keeps theirs."""
    state = world.state
    named = names_of_groups(state) | {battery.observer for battery in state.rules.artillery}
    ids = [b.id for b in state.on_map(state.other(seat)) if b.id not in named]
    ids += [id for id, (side, _) in state.dummies.items() if side != seat]
    words = [f"CANARY{rng.randrange(10**6):06d}-{n}" for n in range(len(ids))]
    rng.shuffle(words)
    new = dict(zip(ids, words, strict=True))
    world.names = new
    world.renamed = {fresh: old for old, fresh in new.items()}
    replace_ids(state, new)
    state.shots_at = {
        ">".join(new.get(id, id) for id in pair.split(">")): noted for pair, noted in state.shots_at.items()
    }  # fmt: skip
    return True
