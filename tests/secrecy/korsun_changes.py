"""What may differ in Korsun without a side's knowing it (fog 4): where stacks and markers stand that it does not see,
what of those that it sees is not shown, and all that the enemy keeps off the map.

Each change alters the truth, and what the enemy knows of its own. It is True where there was something to alter.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace

from service.engine.hexes import Hex, distance
from service.engine.state import duplicate
from service.games.korsun.known.defense import (
    AirLine,
    ArtilleryLine,
    BarrageLine,
    Choices,
    EngineerLine,
    NoRetreatLine,
    ReactionLine,
    RetreatLine,
    SupplyLine,
)
from service.games.korsun.known.picture import CONTACT
from service.games.korsun.known.plans import AirPlan, AttackPlan, ClosingPlan, SupplyPlan
from service.games.korsun.known.standing import DemolitionLine, InterceptLine
from service.games.korsun.printed.reading import GERMAN, SOVIET
from service.games.korsun.printed.tables import other
from service.games.korsun.printed.units import FULL, LOW, OUT, Barrage, Unit
from service.games.korsun.truth.looking import in_view, kept_and_felt
from service.games.korsun.truth.state import State

CANARY = "CANARY"
"""A word that stands in what one side alone may read."""
FIGURE = 70_919
"""A figure that no rule or table has, in what one side alone may read."""
BESIDE = 0.5
"""How likely an unseen stack is moved as near to the watched side as it could be and not be seen."""


# ---- what is seen, and who is hidden


def view_of(state: State, seat: str) -> tuple[frozenset[Hex], frozenset[Hex]]:
    """The hexes in which the seat identifies whoever is there, and those in which it sees that somebody is."""
    return in_view(state, seat)


def unidentified(state: State, seat: str) -> list[Unit]:
    """Enemy units on the map that stand where the seat identifies nobody, and has not watched them go."""
    near, _ = view_of(state, seat)
    watched = {one.hex for one in state.eyes.get(seat, {}).values() if one.in_sight and one.level > CONTACT}
    known = near | watched
    return unnamed(state, (unit for unit in state.of(other(seat)).values() if unit.hex and unit.hex not in known))


def unnamed(state: State, units: Iterable[Unit]) -> list[Unit]:
    """Those of these units that no attack and no plan names: what is declared stands as it was declared."""
    said = repr((state.attacks, state.plans, state.attack_plans))
    return [unit for unit in units if f"'{unit.id}'" not in said]


def known_to_owner(state: State, seat: str, *units: Unit) -> None:
    """The enemy knows its own units as they are now."""
    for unit in units:
        state.pictures[other(seat)].own[unit.id] = duplicate(unit)


def stores_known(state: State, side: str) -> None:
    """A side knows what it keeps off the map."""
    state.pictures[side].stores = duplicate(kept_and_felt(state, side))


def free_hexes(state: State, seat: str, avoiding: frozenset[Hex], rng: random.Random) -> list[Hex]:
    """Hexes outside these in which an enemy unit could stand, often those nearest to the watched side first."""
    enemy = other(seat)
    free = [hex for hex in sorted(state.rules.board.land) if hex not in avoiding and not state.at(hex)]
    free = [hex for hex in free if all(sdm.hex != hex for sdm in state.sdms_of(seat).values())]
    rng.shuffle(free)
    own = [unit.hex for unit in state.of(seat).values() if unit.hex is not None]
    if own and rng.random() < BESIDE:
        free.sort(key=lambda hex: min(distance(hex, there) for there in own))
    field = state.field(enemy)
    return [hex for hex in free if not field.barred(hex)] or free


# ---- stacks


def moved_stacks(state: State, seat: str, rng: random.Random) -> bool:
    """One or two unseen units stand elsewhere, where they are not seen either."""
    _, view = view_of(state, seat)
    units = [unit for unit in unidentified(state, seat) if unit.hex not in view]
    free = free_hexes(state, seat, view, rng)
    if not units or not free:
        return False
    for unit, hex in zip(rng.sample(units, rng.randint(1, min(2, len(units)))), free, strict=False):
        unit.hex = hex
        known_to_owner(state, seat, unit)
    return True


def swapped_stacks(state: State, seat: str, rng: random.Random) -> bool:
    """Two units of one size, of which the seat sees at most that somebody is there, have changed places."""
    units = unidentified(state, seat)
    size = {unit.id: state.profile(unit.id).size for unit in units}
    combat = {unit.id: state.profile(unit.id).is_combat for unit in units}
    pairs = [
        (a, b) for a in units for b in units if a.id < b.id and a.hex != b.hex
        and size[a.id] == size[b.id] and combat[a.id] == combat[b.id]
    ]  # fmt: skip
    if not pairs:
        return False
    a, b = rng.choice(pairs)
    a.hex, b.hex = b.hex, a.hex
    known_to_owner(state, seat, a, b)
    return True


def removed_or_added(state: State, seat: str, rng: random.Random) -> bool:
    """An unseen unit is not there, or one that was still to come is."""
    _, view = view_of(state, seat)
    enemy = state.of(other(seat)).values()
    unseen = unnamed(state, (unit for unit in enemy if unit.hex is not None and unit.hex not in view))
    coming = [unit for unit in enemy if unit.box == "coming"]
    free = free_hexes(state, seat, view, rng)
    if not (unseen or (coming and free)):
        return False
    if coming and free and (not unseen or rng.random() < 0.4):
        unit = rng.choice(coming)
        unit.hex, unit.box = free[0], ""
    else:
        unit = rng.choice(unseen)
        unit.hex, unit.box = None, "workshop"
    known_to_owner(state, seat, unit)
    return True


def other_steps(state: State, seat: str, rng: random.Random) -> bool:
    """Units that are not identified have lost other steps, are Disorganized or are not."""
    units = unidentified(state, seat)
    if not units:
        return False
    for unit in rng.sample(units, min(3, len(units))):
        unit.lost = rng.randrange(state.profile(unit.id).steps)
        unit.order = rng.choice(("", "disorganized", "regroup"))  # type: ignore[assignment]
        known_to_owner(state, seat, unit)
    return True


def other_reserves(state: State, seat: str, rng: random.Random) -> bool:
    """The enemy has other units in reserve, and another number of markers left; neither is ever shown."""
    enemy = other(seat)
    units = unnamed(state, (unit for unit in state.of(enemy).values() if unit.hex and state.profile(unit.id).is_combat))
    state.stores[enemy].reserves += rng.choice((-1, 1, FIGURE))
    stores_known(state, enemy)
    if units and state.phasing == enemy:
        unit = rng.choice(units)
        unit.reserve = not unit.reserve
        known_to_owner(state, seat, unit)
    return True


def other_ammunition(state: State, seat: str, rng: random.Random) -> bool:
    """A gun of the enemy's, which has not fought this side, has more or less ammunition, or a No Fire marker."""
    enemy, fought = other(seat), state.engaged.get(seat, [])
    guns = [u for u in state.of(enemy).values() if u.hex and state.profile(u.id).is_gun and u.id not in fought]
    guns = unnamed(state, guns)
    if not guns:
        return False
    unit = rng.choice(guns)
    unit.ammo = rng.choice([level for level in (FULL, LOW, OUT) if level != unit.ammo])
    unit.no_fire = rng.choice((0, 1))
    known_to_owner(state, seat, unit)
    return True


def other_supply(state: State, seat: str, rng: random.Random) -> bool:
    """An enemy unit which has not fought this side is in supply or is not, or was before."""
    fought = state.engaged.get(seat, [])
    units = unnamed(state, (unit for unit in state.of(other(seat)).values() if unit.hex and unit.id not in fought))
    if not units:
        return False
    unit = rng.choice(units)
    unit.supply = rng.choice([one for one in ("in", "oos1", "oos2") if one != unit.supply])  # type: ignore[assignment]
    unit.was_oos1 = rng.random() < 0.5
    known_to_owner(state, seat, unit)
    return True


# ---- markers


def moved_markers(state: State, seat: str, rng: random.Random) -> bool:
    """An enemy supply marker that is not seen as one stands elsewhere: unseen, or with units seen from afar."""
    near, view = view_of(state, seat)
    enemy, occupied = other(seat), {unit.hex for unit in state.of(other(seat)).values()}
    hidden = [
        sdm for sdm in state.sdms_of(enemy).values()
        if sdm.hex is not None and sdm.hex not in near and (sdm.hex not in view or sdm.hex in occupied)
    ]  # fmt: skip
    places = sorted(hex for hex in state.rules.board.road_hexes - near if hex not in view or hex in occupied)
    places = [hex for hex in places if not state.at(hex, seat)]
    if not hidden or not places:
        return False
    sdm = rng.choice(hidden)
    sdm.hex = rng.choice(places)
    state.pictures[enemy].sdms[sdm.command] = duplicate(sdm)
    return True


def other_points(state: State, seat: str, rng: random.Random) -> bool:
    """The enemy's supply markers hold other points."""
    enemy = other(seat)
    for command, sdm in state.sdms_of(enemy).items():
        sdm.sp = max(0, sdm.sp + rng.choice((-2, -1, 1, 2, FIGURE)))
        state.pictures[enemy].sdms[command] = duplicate(sdm)
    return True


# ---- what is kept off the map


def other_tracks(state: State, seat: str, rng: random.Random) -> bool:
    """The enemy has other air missions and replacement points."""
    stores = state.stores[enemy := other(seat)]
    stores.points = {track: rng.choice((0, 1, 4, FIGURE)) for track in stores.points}
    stores.missions = {track: rng.choice((0, 1, 3, FIGURE)) for track in stores.missions}
    stores_known(state, enemy)
    return True


def other_uman(state: State, seat: str, rng: random.Random) -> bool:
    """The boxes of the Uman Airfield Track hold something else; the Soviet side is never told."""
    if seat != SOVIET:
        return False
    track = state.stores[GERMAN].uman
    for box in ("stock", "lift", "drop_next", "korsun_next", "drop_now", "korsun_now"):
        setattr(track, box, rng.choice((0, 1, 2, 9, FIGURE)))
    stores_known(state, GERMAN)
    return True


def other_cadres(state: State, seat: str, rng: random.Random) -> bool:
    """The German side has other cadres; the Soviet side is never told."""
    if seat != SOVIET or not state.stores[GERMAN].cadres:
        return False
    cadres = state.stores[GERMAN].cadres
    on_map = [id for id, counter in state.rules.counters.items() if counter.side == GERMAN and id not in state.units]
    cadres[rng.choice(sorted(cadres))] = [*rng.sample(on_map, min(1, len(on_map))), f"{CANARY}-cadre"]
    stores_known(state, GERMAN)
    return True


def other_barrages(state: State, seat: str, rng: random.Random) -> bool:
    """Soviet barrage units are due on the Turn Record Track at other times, and fire falls on hexes that are empty."""
    barrages = state.stores[SOVIET].barrages
    if seat != GERMAN or not barrages:
        return False
    for id, unit in barrages.items():
        if unit.hex is None and unit.back_to is None:
            barrages[id] = Barrage(due=rng.choice((0, state.turn + 1, state.turn + 4, FIGURE)))
    held = {unit.hex for unit in state.of(GERMAN).values()} | {sdm.hex for sdm in state.sdms_of(GERMAN).values()}
    empty = [hex for hex in sorted(state.rules.board.land) if hex not in held]
    state.stores[SOVIET].effects[rng.choice(empty)] = rng.randint(1, 3)
    stores_known(state, SOVIET)
    return True


def other_mines(state: State, seat: str, rng: random.Random) -> bool:
    """Soviet minefields lie elsewhere, where no German unit is near, and another number may still be laid."""
    if seat != GERMAN:
        return False
    stores = state.stores[SOVIET]
    own = [unit.hex for unit in state.of(GERMAN).values() if unit.hex is not None]
    far = [hex for hex in sorted(state.rules.board.land) if all(distance(hex, there) > 1 for there in own)]
    far = [hex for hex in far if not state.at(hex) and hex not in stores.mines]
    if not far:
        return False
    stores.mines = [hex for hex in stores.mines if hex in state.found_mines or any(distance(hex, o) < 2 for o in own)]
    stores.mines += rng.sample(far, min(3, len(far)))
    stores.mines_left = rng.choice((0, 1, FIGURE))
    stores_known(state, SOVIET)
    return True


def other_partisans(state: State, seat: str, rng: random.Random) -> bool:
    """Soviet partisans are where no German unit is beside them, or are not."""
    if seat != GERMAN:
        return False
    stores, own = state.stores[SOVIET], [unit.hex for unit in state.of(GERMAN).values() if unit.hex is not None]
    far = [hex for hex in sorted(state.rules.board.land) if all(distance(hex, there) > 1 for there in own)]
    far = [hex for hex in far if not state.at(hex) and hex not in state.seen_partisans]
    if not far:
        return False
    near = [hex for hex in stores.partisans if any(distance(hex, there) < 2 for there in own)]
    stores.partisans = [*near, *rng.sample(far, min(2, len(far)))]
    stores_known(state, SOVIET)
    return True


def other_works(state: State, seat: str, rng: random.Random) -> bool:
    """The enemy has used up other drops, rail moves and replacements of this game-turn, of which nothing is shown."""
    stores = state.stores[enemy := other(seat)]
    stores.rail, stores.replaced = rng.choice((0, 1, FIGURE)), [f"{CANARY}-replaced"]
    stores.dropped = rng.choice(([], [f"{CANARY}-front"]))
    stores_known(state, enemy)
    return True


# ---- what is said in advance


def other_lines(state: State, seat: str, rng: random.Random) -> bool:
    """The enemy has other lines for what it does to a move, to an attack and in retreat."""
    standing = state.pictures[other(seat)].standing
    nobody = InterceptLine(unit=f"{CANARY}-line")
    standing.intercepts = rng.choice(([nobody], [nobody, InterceptLine()], [InterceptLine(does="hold"), nobody]))
    standing.demolitions = rng.choice(([], [DemolitionLine()], [DemolitionLine(bridge=f"{CANARY}-bridge")]))
    far = Hex(f"{CANARY}-hex")
    standing.reactions = rng.choice(([], [ReactionLine(hex=far)], [ReactionLine()]))
    standing.supply = rng.choice(([], [SupplyLine(does="not")], [SupplyLine(command=f"{CANARY}-line")]))
    standing.air = rng.choice(([], [AirLine(missions=2)], [AirLine(hex=far)]))
    standing.artillery = rng.choice(([], [ArtilleryLine()], [ArtilleryLine(units=(f"{CANARY}-line",))]))
    standing.engineers = rng.choice(([], [EngineerLine()], [EngineerLine(hex=far)]))
    standing.no_retreats = rng.choice(([], [NoRetreatLine()], [NoRetreatLine(hex=far)]))
    standing.retreats = rng.choice(([], [RetreatLine(prefer=(far,))], [RetreatLine(hex=far)]))
    standing.barrages = rng.choice(([], [BarrageLine(unit=f"{CANARY}-line")]))
    standing.choices = rng.choice((Choices(), Choices(losses="armor-first", armor_target="weakest-armor")))
    return True


def other_plans(state: State, seat: str, rng: random.Random) -> bool:
    """The enemy has planned its attacks otherwise: who is supported, what fires, who advances.

    About which items it is asked after all is left: that it is asked may show (parent 3).
    """
    numbers = [str(attack.number) for attack in state.attacks if attack.by == other(seat) and not attack.done]
    if not numbers:
        return False
    guns: Sequence[str] = [id for id in state.of(other(seat)) if state.profile(id).is_gun]
    for number in numbers:
        before = state.attack_plans.get(number, AttackPlan())
        state.attack_plans[number] = AttackPlan(
            planned=before.planned, ask=before.ask, supported=rng.choice((None, (), before.supported)),
            artillery=tuple(rng.sample(guns, rng.randint(0, len(guns)))),
            losses=rng.choice(("infantry-first", "armor-first", "strongest-first")),
            armor_target=rng.choice(("strongest", "weakest-armor")),
            advance=rng.choice((None, (), (f"{CANARY}-ahead",))),
        )  # fmt: skip
    return True


def other_laid(state: State, seat: str, rng: random.Random) -> bool:
    """The enemy has laid other plans for stages to come: which pieces are resupplied, where drops and reserves go.

    One that is still to be worked is left: it is a quick answer (decision 0046), and what is done by it is seen.
    """
    laid, later = state.pictures[other(seat)].laid, state.turn + 9
    supply = laid.supply or SupplyPlan(turn=later)
    guns: Sequence[str] = [id for id in state.of(other(seat)) if state.profile(id).is_gun]
    laid.supply = replace(supply, artillery=(f"{CANARY}-gun", *rng.sample(guns, rng.randint(0, len(guns)))))
    if laid.air is None or laid.air.turn < state.turn:
        laid.air = AirPlan(turn=later, flights=FIGURE, drops=(Hex(f"{CANARY}-drop"),))
    if laid.closing is None or laid.closing.turn < state.turn:
        laid.closing = ClosingPlan(turn=later, reserves=Hex(f"{CANARY}-goal"))
    return True


CHANGES = (
    moved_stacks, swapped_stacks, removed_or_added, other_steps, other_reserves, other_ammunition, other_supply,
    moved_markers, other_points, other_tracks, other_uman, other_cadres, other_barrages, other_mines, other_partisans,
    other_works, other_lines, other_plans, other_laid,
)  # fmt: skip
