"""Positions of Korsun for tests, written as players write them.

    table = position("79PG at 0813", "21 at 0912", heading="E movement")
    table.order("so", Move(units=("21",), path=("0911",)))

Only the units named are there, on the map of a scenario. A unit is an id of its order of battle, then in any order:
`at HEX`, `staged`, `holding`, `lost N`, `oos1`, `oos2`, `extended`, `disorganized`, `regroup`, `low`, `out`,
`nofire N`, `reserve`, `breakthrough`, `used`, `moved`. A supply marker is `marker III at 0916 sp 4`, with `cut` where
it is cut off and `front` where it shows its front; a command whose marker is not named has none on the map.
"""

from __future__ import annotations

from typing import Any, TypeVar

from service.engine import recording, umpire
from service.engine.cursor import moved
from service.engine.dice import LoadedDice
from service.engine.events import SeatHeld, TurnBegan
from service.engine.options import Destination
from service.engine.reports import Report
from service.engine.state import Frame, duplicate
from service.engine.umpire import Umpire
from service.games.korsun.game import KORSUN
from service.games.korsun.known.picture import Contact
from service.games.korsun.printed.scenario import AGREED, OPTIONS
from service.games.korsun.printed.units import FULL, LOW, OUT, Sdm, Unit
from service.games.korsun.truth.looking import settle
from service.games.korsun.truth.state import State
from tests.played import Played
from tests.scenes import of_scenes

R = TypeVar("R", bound=Report)
SCENES = of_scenes(KORSUN)
SIDES = {"so": "Soviet", "ge": "German", "Soviet": "Soviet", "German": "German"}
HEADINGS = {
    "weather": ("a-weather-stage",), "air": ("b-mutual-air-stage",), "C": ("c-mutual-supply-stage",),
    "D": ("d-german-air-supply-stage",), "allotment": ("4-korsun-air-supply-allocation-phase",),
    "E": ("e-soviet-player-turn",), "F": ("f-german-player-turn",), "G": ("g-game-turn-stage",),
    "events": ("1-event-phase",), "replacements": ("2-replacement-reinforcement-phase",),
    "barrages": ("1-event-phase", "a-barrage-unit-deployment-segment"),
    "reinforcements": ("2-replacement-reinforcement-phase", "b-reinforcement-segment"),
    "movement": ("3-movement-phase", "b-movement-segment"), "reserves": ("3-movement-phase",),
    "combat": ("4-combat-phase",), "night": ("4-combat-phase", "g-night-withdrawal-segment"),
    "breakthrough": ("4-combat-phase", "d-breakthrough-segment"),
    "engineering": ("5-engineering-phase",), "recovery": ("6-disorganization-regroup-phase",),
    "breakout": ("7-breakout-phase",),
}  # fmt: skip
STATES = {
    "oos1": {"supply": "oos1", "was_oos1": True}, "oos2": {"supply": "oos2"}, "extended": {"extended": True},
    "disorganized": {"order": "disorganized"}, "regroup": {"order": "regroup"}, "low": {"ammo": LOW},
    "out": {"ammo": OUT}, "reserve": {"reserve": True}, "breakthrough": {"breakthrough": True}, "used": {"used": True},
    "moved": {"moved": True}, "staged": {"box": "staged"},
    "holding": {"box": "holding"},
}  # fmt: skip


class Table(Played):
    """A match of Korsun on the table."""

    game, seats = SCENES, SIDES
    looked_at = 0
    """How many combats a test has looked at (`test_combat.py`)."""

    def unit(self, unit: str) -> Unit:
        """A unit as it truly is."""
        return self.truth.units[unit]

    def contact(self, side: str, hex: str) -> Contact | None:
        return self.picture(side).contact_at(hex)

    def ways(self, side: str, *units: str) -> list[Destination]:
        """Where units can go together by their owner's picture."""
        assert SCENES.forces is not None
        return list(SCENES.forces.destinations(self.picture(side), units))


def read_unit(text: str) -> Unit:
    """A unit from its line."""
    id, *words = text.split()
    unit = Unit(id=id)
    rest = iter(words)
    for word in rest:
        if word == "at":
            unit.hex = next(rest)  # type: ignore[assignment]
        elif word in ("lost", "nofire"):
            setattr(unit, "lost" if word == "lost" else "no_fire", int(next(rest)))
        else:
            for name, value in STATES[word].items():
                setattr(unit, name, value)
    assert unit.ammo in (FULL, LOW, OUT)
    return unit


def read_marker(text: str) -> Sdm:
    """A supply marker from its line."""
    _, command, *words = text.split()
    sdm = Sdm(command=command)
    rest = iter(words)
    for word in rest:
        if word == "at":
            sdm.hex = next(rest)  # type: ignore[assignment]
        elif word == "sp":
            sdm.sp = int(next(rest))
        else:
            setattr(sdm, {"cut": "cut_off", "front": "front", "isolated": "isolated"}[word], True)
    return sdm


def position(
    *things: str, heading: str = "E movement", turn: int = 17, scenario: str = "korsun-first", ground: str = "frozen",
    visibility: str = "clear", dice: tuple[int, ...] = (), by_purpose: dict[str, list[int]] | None = None,
    options: tuple[str, ...] = (), soviet: dict[str, Any] | None = None, german: dict[str, Any] | None = None,
    **entries: Any,
) -> Table:  # fmt: skip
    """A position at the opening of a heading: "E movement", "F combat", "C". `entries`: of what both sides know.

    `options`: the optional rules in play, and what is asked. `soviet`, `german`: what a side keeps off the map.
    """
    agreed = {name: "asked" if name in AGREED else "on" for name in options}
    state = opened(scenario, dict.fromkeys(OPTIONS, "off") | agreed)
    for side, kept in (("Soviet", soviet), ("German", german)):
        for name, value in (kept or {}).items():
            setattr(state.stores[side], name, value)
    state.units = {unit.id: unit for unit in map(read_unit, (t for t in things if not t.startswith("marker ")))}
    for name, value in entries.items():
        setattr(state.public if hasattr(state.public, name) else state, name, value)
    named = {sdm.command: sdm for sdm in map(read_marker, (t for t in things if t.startswith("marker ")))}
    for command in state.sdms:
        state.sdms[command] = named.get(command) or Sdm(command=command, cut_off=True)
        state.sdms[command].isolated |= command in state.public.isolated
    state.public.ground, state.public.visibility = ground, visibility  # type: ignore[assignment]
    loaded = LoadedDice(dice, by_purpose)
    TurnBegan(turn=turn).change(state)
    for side in state.seats:
        picture = state.pictures[side]
        picture.own, picture.sdms, picture.turn = duplicate(state.of(side)), duplicate(state.sdms_of(side)), turn
        picture.public, picture.improved = duplicate(state.public), list(state.improved) if side == "German" else []
        picture.stores = duplicate(state.stores[side])
    names = ["game-turns", "game-turn", *(part for word in heading.split() for part in HEADINGS[word])]
    frames = [Frame(heading=name, round=int(name == "game-turns")) for name in names]
    moved(SCENES.outline, state, frames).change(state)
    table = Table(state, loaded)
    worker = Umpire(SCENES, state, loaded, strict=True)
    worker.work(settle(state))
    state.log_lengths = dict.fromkeys(state.seats, 0)
    table.took(recording.Outcome(state))
    table.opening = duplicate(state)
    worker = Umpire(SCENES, state, loaded, strict=True)
    if state.phasing is not None and "movement" in heading:
        SeatHeld(seat=state.other(state.phasing)).change(state)
        worker = Umpire(SCENES, state, loaded, strict=True)
    if not worker.enter():
        worker.move_on()
    table.took(worker.outcome)
    return table


def opened(scenario: str, options: dict[str, Any] | None = None) -> State:
    """A scenario before its first game-turn."""
    state: State = KORSUN.open(scenario, options or {})
    return state


def new_match(
    scenario: str = "korsun-first", *, dice: tuple[int, ...] = (), by_purpose: dict[str, list[int]] | None = None,
    options: dict[str, Any] | None = None,
) -> Table:  # fmt: skip
    """A scenario from its beginning on."""
    loaded = LoadedDice(dice, by_purpose)
    table = Table(opened(scenario, options), loaded)
    outcome = umpire.open_match(SCENES, scenario, loaded, options or {}, strict=True)
    table.truth = outcome.state
    table.took(outcome)
    return table
