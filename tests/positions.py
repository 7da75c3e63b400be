"""Positions for tests, written as players write them.

    table = position("us U-I1 at 1203 attack level 2", "su S-I1 at 1303", heading="movement", phasing="us")
    table.order("us", Move(unit="U-I1", path=("1202",)), Done())
    assert table.truth.units["U-I1"].hex == "1202"

Only the units named are there, on the map of the introductory scenario. A unit is an id of its order of battle, or any
other id with a type (`su X-9 infantry at 1303`), then in any order: `at HEX`, `spread HEX`, a mode, `level N`, `to N`,
`fatigue N`, `ew N`, `parent ID`, `leadership N`, `rating N`, and `known` (the enemy has it as a known contact, whatever
its level).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from service.engine import umpire
from service.engine.cursor import moved
from service.engine.dice import LoadedDice
from service.engine.events import TurnBegan
from service.engine.reports import LetterArrived, Report
from service.engine.sentences import plain_text
from service.engine.state import Frame, duplicate
from service.engine.umpire import Umpire
from service.games.ndc.game import NDC
from service.games.ndc.printed.units import Unit
from service.games.ndc.truth import letters
from service.games.ndc.truth.state import Exposed
from tests.played import Played
from tests.scenes import of_scenes

R = TypeVar("R", bound=Report)

SCENES = of_scenes(NDC)

SIDES = {"us": "US", "su": "Soviet", "ru": "Soviet", "soviet": "Soviet", "US": "US", "Soviet": "Soviet"}
MODES = ("march", "attack", "defend", "dug-in", "deployed")
PHASES = {
    "intelligence": "intelligence-phase",
    "assets": "asset-transfer-phase",
    "modes": "mode-change-and-forced-march-designation-phase",
    "search": "search-phase",
    "movement": "movement-and-combat-phase",
    "housekeeping": "housekeeping-phase",
}
LIKE = {("US", "armor"): "U-A1", ("US", "infantry"): "U-I1", ("US", "recon"): "U-R1", ("US", "HQ"): "U-1B"} | {
    ("Soviet", "armor"): "S-A1", ("Soviet", "infantry"): "S-I1", ("Soviet", "recon"): "S-RC", ("Soviet", "HQ"): "S-1R",
}  # fmt: skip


class Table(Played):
    """A match of NATO Division Commander on the table."""

    game, seats = SCENES, SIDES

    def unit(self, unit: str) -> Unit:
        """A unit as it truly is."""
        return self.truth.units[unit]

    def believes(self, side: str, unit: str) -> Unit:
        """An own unit as its owner believes it to be."""
        return self.picture(side).own[unit]

    def contacts_at(self, side: str, hex: str) -> list[Any]:
        """The contacts that a side's picture shows in a hex."""
        return [contact for contact in self.picture(side).contacts.values() if hex in contact.hexes]

    def letter(self, side: str, number: int = 0) -> list[Report]:
        """The reports of a side's letter of this number (0: its last one)."""
        entries = self.logs[SIDES[side]]
        wanted = number or max((e.letter or 0 for e in entries), default=0)
        return [e.report for e in entries if e.letter == wanted and not isinstance(e.report, LetterArrived)]

    def letters(self, side: str) -> int:
        """How many letters a side has received since the position was set up."""
        return len(self.told(side, LetterArrived))


def read_unit(text: str, template: dict[str, Unit]) -> tuple[Unit, bool]:
    """A unit from its line, and whether the enemy knows it."""
    words = text.split()
    side, name = SIDES[words[0]], words[1]
    kind = next((word for word in words[2:] if word in ("armor", "infantry", "recon", "HQ")), None)
    unit = duplicate(template[name] if name in template else template[LIKE[side, kind or "infantry"]])
    if name not in template:
        unit.id, unit.designation, unit.assets = name, f"Unit {name}", unit.assets if kind == "HQ" else []
    unit.hex, unit.spread, unit.arrives = None, (), 1
    rest = iter(words[2:])
    known = False
    for word in rest:
        if word == "at":
            unit.hex = next(rest)
        elif word == "spread":
            unit.spread = (*unit.spread, next(rest))
        elif word in MODES:
            unit.mode = word  # type: ignore[assignment]
        elif word == "known":
            known = True
        elif word == "parent":
            unit.parent = next(rest)
        elif word in ("level", "to", "fatigue", "ew", "leadership", "rating"):
            setattr(unit, word, int(next(rest)))
        elif word == "arrives":
            unit.arrives = int(next(rest))
        elif word not in ("armor", "infantry", "recon", "HQ"):
            raise ValueError(f"what is {word!r} in {text!r}?")
    unit.to_max = max(unit.to_max, unit.to)
    return unit, known


def position(
    *units: str,
    heading: str = "movement",
    phasing: str = "su",
    turn: int = 1,
    time: str = "Morning",
    weather: Sequence[str] = (),
    dice: Sequence[int] = (),
    by_purpose: dict[str, list[int]] | None = None,
    searched: dict[str, tuple[int, tuple[str, ...]]] | None = None,
) -> Table:
    """A position at the opening of a phase of one side's turn.

    `searched`: {side: (operational level, sectors)} as set in that side's last Intelligence Phase. `by_purpose` and
    `dice` load the dice (`LoadedDice`).
    """
    state = NDC.open("kaltenbach", {})
    template = {unit.id: unit for unit in state.units.values()}
    placed = [read_unit(text, template) for text in units]
    state.units = {unit.id: unit for unit, _ in placed}
    state.turn, state.time_of_day, state.weather = turn, time, tuple(weather)
    loaded = LoadedDice(dice, by_purpose)
    for side, (level, sectors) in (searched or {}).items():
        account = state.accounts[SIDES[side]]
        account.level, account.sectors = level, sectors
    for unit in state.units.values():
        unit.started = unit.hex
    for seat in state.seats:
        picture = state.pictures[seat]
        picture.own = {unit.id: duplicate(unit) for unit in state.units.values() if unit.side == seat}
        picture.account = duplicate(state.accounts[seat])
        picture.turn, picture.time_of_day, picture.weather = turn, time, tuple(weather)
    for unit, known in placed:
        if known and unit.hex is not None:
            state.exposed.append(Exposed(to=state.other(unit.side), unit=unit.id, hex=unit.hex, because="revealed"))
    side = SIDES[phasing]
    first = "first" if side == state.first else "second"
    frames = ["game-turns", "game-turn", f"{first}-player-turn", PHASES[heading]]
    cursor = moved(SCENES.outline, state, [Frame(heading=name, round=turn * (not i)) for i, name in enumerate(frames)])
    cursor.change(state)
    for seat in state.seats:
        for event in letters.locate(state, seat):
            event.change(state)
    state.exposed = []
    state.log_lengths = dict.fromkeys(state.seats, 0)
    TurnBegan(turn=turn).change(state)
    table = Table(state, loaded)
    worker = Umpire(SCENES, state, loaded, strict=True)
    if not worker.enter():
        worker.move_on()
    table.took(worker.outcome)
    return table


def new_match(*, dice: Sequence[int] = (), by_purpose: dict[str, list[int]] | None = None, **options: str) -> Table:
    """The introductory scenario from its pregame on, with these options."""
    loaded = LoadedDice(dice, by_purpose)
    table = Table(NDC.open("kaltenbach", options), loaded)
    outcome = umpire.open_match(SCENES, "kaltenbach", loaded, options, strict=True)
    table.truth = outcome.state
    table.took(outcome)
    return table


def said(report: Report) -> str:
    """What the side that is told a report reads of it, as plain text."""
    return plain_text(NDC.words.prose(report))
