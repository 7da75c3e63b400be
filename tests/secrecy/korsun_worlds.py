"""What is hidden from a side of Korsun, how it may differ, and what a step lays open (fog 4, parent 19)."""

from __future__ import annotations

import pickle
from typing import Any

from service.engine.dice_events import Rolled
from service.engine.events import CursorMoved, Event, Told
from service.engine.hexes import Hex
from service.engine.orders import Done
from service.games.korsun.game import KORSUN
from service.games.korsun.known.reports import GameEnded, PatrolReported
from service.games.korsun.printed.reading import GERMAN, SOVIET
from service.games.korsun.truth.looking import in_view, sights
from service.games.korsun.truth.state import (
    AttackSet,
    ContactsNoted,
    OddsSet,
    PositionNoted,
    PublicChanged,
    SdmChanged,
    State,
    StepLost,
    StoresChanged,
    UnitChanged,
    UnitGone,
)
from tests.secrecy import worlds
from tests.secrecy.korsun_changes import CHANGES
from tests.secrecy.worlds import BY_KNOWLEDGE, SECRETS, Happening, Secrets, heard_before

COMBATS = ("combats", "combats-by-breakthrough", "reserve-combats")
"""Where what is asked next goes by what both sides know, by the plan of the attack and by what has been laid open."""

SHOWS = ("hex", "box", "order", "lost", "breakthrough")
"""What of an enemy unit can show on the map; the rest of it never does, but at level 3."""


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


def fire_on(state: State, entries: dict[str, Any]) -> int:
    """The level of the Barrage Effects marker where a unit now stands, which the German side is told (fog 4.1)."""
    return state.stores[SOVIET].effects.get(entries.get("hex") or Hex(""), 0)


def felt(state: State, event: StoresChanged) -> list[tuple[str, int]]:
    """The Barrage Effects markers that lie on German units and supply markers (fog 4.1)."""
    held = {unit.hex for unit in state.of(GERMAN).values()} | {sdm.hex for sdm in state.sdms_of(GERMAN).values()}
    return [(hex, level) for hex, level in event.entries["effects"].items() if hex in held]


def laid_open(world: worlds.World, seat: str, events: list[Event]) -> list[str]:
    """Combats as both sides know them, losses, what moves, what both know, what is seen, and all of one's own."""
    state, heard, found = world.state, heard_before(events, seat), list[str]()
    counters, then = state.rules.counters, pickle.loads(world.before)
    seen = sights(then, seat, *in_view(then, seat))
    for n, event in enumerate(events):
        text = ""
        event.change(then)
        if isinstance(event, AttackSet):
            text = repr(event.attack)
        elif isinstance(event, CursorMoved) and any(frame.heading in COMBATS for frame in event.frames):
            text = f"{BY_KNOWLEDGE}{[(frame.heading, frame.item) for frame in event.frames]}"
        elif isinstance(event, OddsSet | StepLost | UnitGone | PublicChanged):
            text = repr(event)
        elif isinstance(event, UnitChanged):
            own = counters[event.unit].side == seat
            shown = event.entries if own else {name: event.entries[name] for name in SHOWS if name in event.entries}
            text = f"{event.unit} {shown} {fire_on(state, shown) if own else ''}" if shown else ""
        elif isinstance(event, SdmChanged):
            own = state.rules.markers[event.command].side == seat
            text = f"{event.command} {event.entries if own else event.entries.get('hex', '')}"
        elif isinstance(event, StoresChanged) and event.side == seat:
            text = repr(event)
        elif isinstance(event, StoresChanged) and "effects" in event.entries and seat == GERMAN:
            text = f"fire on {sorted(felt(state, event))}"
        elif isinstance(event, PositionNoted) and "found_mines" in event.entries and seat == GERMAN:
            text = f"mines at {event.entries['found_mines']}"
        elif isinstance(event, PositionNoted) and "seen_partisans" in event.entries and seat == GERMAN:
            text = f"partisans at {event.entries['seen_partisans']}"
        elif isinstance(event, ContactsNoted) and event.seat == seat:
            before, seen = seen, sights(then, seat, *in_view(then, seat))
            text = f"seen {seen}" if seen != before else ""
        elif isinstance(event, Rolled) and learns(state, event, seat):
            text = repr((event.purpose, event.faces))
        elif isinstance(event, Told) and isinstance(event.report, PatrolReported) and event.seat == seat:
            text = repr(event.report)  # it is true (13.1.3), and lays open what roads are worth
        if text:
            found.append(Happening(text, heard[n]))
    return found


DONE = Done()

SECRETS["korsun"] = Secrets(
    game=KORSUN, changes=CHANGES, laid_open=laid_open,
    at_the_end={GameEnded: GameEnded(points={}, items={}, level="draw")}, verdict={"verdict": ""},
)  # fmt: skip
