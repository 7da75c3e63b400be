"""Positions of a skirmish for tests, written as players write them.

    table = position("A-SQ1 at 0508 broken", "G-HMG at 1308", step="self-rally", by_purpose={"SKR-RAL-01": [3, 4]})
    table.order("allied", SelfRally(base="A-SQ1"), Done())
    assert table.base("A-SQ1").morale == "good"

Only the bases named are there. A base is an id of the scenario, or any other id (A for allied, G for german) with a
class, then in any order: `at HEX` (without it the base is yet to come), `quality N`, `rating N`, `suppression N`,
`heading N`, `ammunition low`, `type TYPE`, `weapon WEAPON`, and any of `broken`, `routed`, `pinned`, `cowered`,
`jammed`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from service.engine.cursor import moved
from service.engine.dice import LoadedDice
from service.engine.events import CursorMoved, TurnBegan
from service.engine.game import AnyGame
from service.engine.orders import Order
from service.engine.reports import Report
from service.engine.state import Frame
from service.engine.umpire import Umpire
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.picture import Contact
from service.games.skirmish.printed.bases import Base
from service.games.skirmish.printed.field import Field
from service.games.skirmish.printed.options import ALONE
from service.games.skirmish.printed.scenario import UnitSetup, Weather
from service.games.skirmish.sections.turns import base_of
from service.games.skirmish.truth.looking import look
from service.games.skirmish.truth.state import State
from tests.games.skirmish.table import happen
from tests.played import Played
from tests.scenes import of_scenes
from tests.shipped import SKIRMISH_TABLES as TABLES

R = TypeVar("R", bound=Report)

SIDES = {"A": "allied", "G": "german"}
NUMBERS = ("quality", "rating", "suppression", "heading")
TEXTS = ("ammunition", "type", "weapon")
STATES: dict[str, dict[str, Any]] = {
    "broken": {"morale": "broken"}, "routed": {"morale": "routed"}, "pinned": {"pinned": True},
    "cowered": {"cowered": True}, "jammed": {"broken_down": True},
}  # fmt: skip
PHASES = ("initial-phase", "rally-phase", "combat-phase", "admin-phase")


class Table(Played):
    """A skirmish on the table, by any set of data."""

    def __init__(self, game: AnyGame, state: State, dice: LoadedDice) -> None:
        super().__init__(state, dice)
        self.game = game

    # ---- playing

    def refused(self, side: str, *orders: Order) -> str:
        """The code of the refusal that these orders meet; nothing may have changed by it."""
        return super().refused(side, *orders).code

    def done_until(self, step: str, side: str = "", turn: int = 0, most: int = 60) -> Table:
        """Close step after step, whoever is asked, until this one, of this side's and this turn if given."""
        for _ in range(most):
            there = side in ("", self.truth.phasing) and turn in (0, self.truth.turn)
            if (self.step == step and there) or self.truth.ended:
                return self
            self.done(self.truth.waiting[0])
        raise AssertionError(f"never came to {step}, stands at {self.address}")

    # ---- looking

    @property
    def step(self) -> str:
        """The name of the innermost heading, such as `prepared-fire`."""
        return self.truth.cursor[-1].heading if self.truth.cursor else ""

    def base(self, base: str) -> Base:
        """A base as it truly is."""
        return self.truth.bases[base]

    def contact(self, side: str, hex: str) -> Contact | None:
        """The contact that a side's picture shows in a hex, if there is one."""
        return next((c for c in self.picture(side).contacts.values() if c.hex == hex), None)

    def headings(self, phase: str) -> list[str]:
        """The headings of a phase that the match has come to, in order."""
        moves = [tuple(frame.heading for frame in e.frames) for e in self.journal if isinstance(e, CursorMoved)]
        back = {at for at in range(1, len(moves)) if moves[at] == moves[at - 1][: len(moves[at])]}
        return [names[-1] for at, names in enumerate(moves) if at not in back and phase in names[:-1]]


def read_base(text: str, everybody: dict[str, UnitSetup]) -> Base:
    """A base from its line."""
    name, *words = text.split()
    kinds = TABLES.bases.classes
    kind = next((word for word in words if word in kinds), None)
    given = everybody.get(name) or UnitSetup(id=name, side=SIDES[name[0]], kind=kind or "squad", name=name, quality=4)
    base = base_of(TABLES, replace(given, hex=None))
    rest = iter(words)
    for word in rest:
        if word == "at":
            base.hex = next(rest)
        elif word in NUMBERS:
            setattr(base, word, int(next(rest)))
        elif word in TEXTS:
            setattr(base, word, next(rest))
        elif word in STATES:
            base = base.changed(**STATES[word])
        elif word not in kinds:
            raise ValueError(f"what is {word!r} in {text!r}?")
    return base


def position(
    *bases: str,
    step: str = "",
    phase: str = "rally-phase",
    attacker: str = "allied",
    turn: int = 1,
    game: AnyGame = SKIRMISH,
    ground: dict[str, Any] | None = None,
    dice: Sequence[int] = (),
    by_purpose: dict[str, list[int]] | None = None,
    **options: str,
) -> Table:
    """A position as a phase of one side's player turn opens, played on to a step of it if one is named.

    `ground`: smoke, fires and so on, and any element of the weather. `by_purpose` and `dice` load the dice.
    """
    game = of_scenes(game)
    state = game.open("moulin-basset", ALONE | options)
    state.bases = {base.id: base for base in (read_base(text, state.rules.everybody) for text in bases)}
    state.dummies = {}
    elements = {name: value for name, value in (ground or {}).items() if name in Weather.__dataclass_fields__}
    others = {name: value for name, value in (ground or {}).items() if name not in elements}
    state.ground = Field(weather=replace(state.ground.weather, **elements), **others)
    state.turn, state.player_turn = turn, 2 * turn - (attacker == state.rules.first)
    for seat in state.seats:
        picture = state.pictures[seat]
        state.eyes[seat], state.traces[seat], state.sightings[seat] = {}, {}, 0
        picture.own = {base.id: base.changed() for base in state.bases.values() if base.side == seat}
        picture.contacts, picture.ground = {}, state.ground
        picture.turn, picture.player_turn, picture.attacker = turn, state.player_turn, attacker
    loaded = LoadedDice(dice, by_purpose)
    which = "first" if attacker == state.rules.first else "second"
    frames = ["game-turns", "game-turn", f"{which}-player-turn", phase]
    TurnBegan(turn=turn).change(state)
    cursor = moved(game.outline, state, [Frame(heading=name, round=turn * (not i)) for i, name in enumerate(frames)])
    cursor.change(state)
    happen(state, look(state))
    state.log_lengths = dict.fromkeys(state.seats, 0)
    table = Table(game, state, loaded)
    worker = Umpire(game, state, loaded, strict=True)
    if not worker.enter():
        worker.move_on()
    table.took(worker.outcome)
    return table.done_until(step) if step else table
