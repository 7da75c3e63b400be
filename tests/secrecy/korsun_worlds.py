"""What is hidden from a side of Korsun, how it may differ, and what a step lays open (fog 4, parent 19)."""

from __future__ import annotations

import random

from service.engine.dice_events import Rolled
from service.engine.events import Event
from service.engine.state import duplicate
from service.games.korsun.game import KORSUN
from service.games.korsun.known.reports import GameEnded
from service.games.korsun.known.standing import DemolitionLine, InterceptLine
from service.games.korsun.printed.tables import other
from service.games.korsun.printed.units import FULL, LOW, OUT
from service.games.korsun.truth.state import (
    AttackSet,
    ContactsNoted,
    OddsSet,
    PublicChanged,
    SdmChanged,
    State,
    StepLost,
    StoresChanged,
    UnitChanged,
    UnitGone,
)
from tests.secrecy import worlds
from tests.secrecy.worlds import SECRETS, Happening, Secrets, heard_before

SHOWS = ("hex", "box", "order", "lost", "breakthrough")
"""What of an enemy unit can show on the map; the rest of it never does, but at level 3."""


def other_ammunition(state: State, seat: str, rng: random.Random) -> bool:
    """A gun of the enemy's, which has not fought this side, has more or less ammunition, or a No Fire marker."""
    enemy = other(seat)
    guns = [id for id, unit in state.of(enemy).items() if state.profile(id).is_gun and unit.hex is not None]
    guns = [id for id in guns if id not in state.engaged.get(seat, [])]
    if not guns or state.plans.get(enemy):
        return False
    unit = state.units[id := rng.choice(sorted(guns))]
    unit.ammo = rng.choice([level for level in (FULL, LOW, OUT) if level != unit.ammo])
    unit.no_fire = rng.choice((0, 1))
    state.pictures[enemy].own[id] = duplicate(unit)
    return True


def other_points(state: State, seat: str, rng: random.Random) -> bool:
    """The enemy's supply markers hold other points, and its tracks too."""
    enemy = other(seat)
    for command, sdm in state.sdms_of(enemy).items():
        sdm.sp = max(0, sdm.sp + rng.randint(-2, 2))
        state.pictures[enemy].sdms[command] = duplicate(sdm)
    stores = state.stores[enemy]
    stores.points = {track: rng.randint(0, 4) for track in stores.points}
    stores.missions = {track: rng.randint(0, 3) for track in stores.missions}
    stores.uman.stock = rng.randint(0, 9)
    state.pictures[enemy].stores = duplicate(stores)
    return True


def other_lines(state: State, seat: str, rng: random.Random) -> bool:
    """The enemy has other lines for what it does to a move."""
    standing = state.pictures[other(seat)].standing
    standing.intercepts = rng.choice(([], [InterceptLine()], [InterceptLine(does="hold"), InterceptLine()]))
    standing.demolitions = rng.choice(([], [DemolitionLine()], [DemolitionLine(does="hold")]))
    return True


def staged_elsewhere(state: State, seat: str, rng: random.Random) -> bool:
    """How long an enemy unit has stood staged is otherwise, or its supply, which nobody sees."""
    enemy = other(seat)
    units = [id for id in state.of(enemy) if id not in state.engaged.get(seat, []) and state.units[id].supply == "oos1"]
    if not units:
        return False
    unit = state.units[id := rng.choice(sorted(units))]
    unit.was_oos1 = not unit.was_oos1
    state.pictures[enemy].own[id] = duplicate(unit)
    return True


OWNERS = {
    "KOR-SUP-24": "Soviet", "KOR-GAS-02": "German", "KOR-GAS-04": "German", "KOR-GEN-03": "German",
    "KOR-SEN-04": "German", "KOR-GBO-02": "German",
}  # fmt: skip
"""Rolls of which one side alone learns, by the rule that their purpose opens with (parent 19)."""


def learns(state: State, roll: Rolled, seat: str) -> bool:
    """Whether a side learns what a die showed (parent 19)."""
    rule = roll.purpose[:10]
    if rule in OWNERS:
        return OWNERS[rule] == seat
    if rule == "KOR-AIR-01":
        return roll.purpose.endswith("German") == (seat == "German")
    if rule == "KOR-SMV-09":
        by, figures = roll.purpose.split()[3], state.tables.movement.intercept
        weather = {"overcast": figures.overcast}.get(state.public.visibility, 0)
        weather += figures.mud if state.public.ground == "mud" else 0
        return by == seat or sum(roll.faces) + weather >= figures.success[by]
    if rule == "KOR-SMV-10":
        return not roll.cause.endswith(seat)
    return rule != "KOR-SEN-01" or roll.cause.endswith(seat)


def laid_open(world: worlds.World, seat: str, events: list[Event]) -> list[str]:
    """Combats as both sides know them, losses, what moves, what both know, what is seen, and all of one's own."""
    state, heard, found = world.state, heard_before(events, seat), list[str]()
    counters = state.rules.counters
    for n, event in enumerate(events):
        text = ""
        if isinstance(event, AttackSet):
            text = repr(event.attack)
        elif isinstance(event, OddsSet | StepLost | UnitGone | PublicChanged):
            text = repr(event)
        elif isinstance(event, UnitChanged):
            own = counters[event.unit].side == seat
            shown = event.entries if own else {name: event.entries[name] for name in SHOWS if name in event.entries}
            text = f"{event.unit} {shown}" if shown else ""
        elif isinstance(event, SdmChanged):
            own = state.rules.markers[event.command].side == seat
            text = f"{event.command} {event.entries if own else event.entries.get('hex', '')}"
        elif isinstance(event, StoresChanged) and event.side == seat:
            text = repr(event)
        elif isinstance(event, ContactsNoted) and event.side == seat:
            text = f"seen {[(one.hex, one.level, one.large, one.units) for one in event.contacts]}"
        elif isinstance(event, Rolled) and learns(state, event, seat):
            text = repr((event.purpose, event.faces))
        if text:
            found.append(Happening(text, heard[n]))
    return found


SECRETS["korsun"] = Secrets(
    game=KORSUN, changes=(other_ammunition, other_points, other_lines, staged_elsewhere), laid_open=laid_open,
    at_the_end={GameEnded: GameEnded(points={}, items={}, level="draw")}, verdict={"verdict": ""},
)  # fmt: skip
