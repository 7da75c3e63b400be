"""Skirmishes for tests: a few bases on the map of Moulin-Basset, written as players write them, and loaded dice.

    field = position("A-SQ1 squad at 0507", "G-HMG hmg_team at 1207 q5", step="movement", faces=[3, 3])
    field.order("allied", Move(base="A-SQ1", path=("0607",)), Done())
    assert field.base("A-SQ1").hex == "0607"

An id in A is allied, one in G German. After the class, or the type of a vehicle or gun, come in any order: `at HEX`,
`qN`, `rating N`, `heading N`, `suppression N`, `broken`, `routed`, `pinned`, `cowered`, `low`, `out`, `jammed`, `weapon
NAME`, `smoke N`, and `suspected` (the enemy has a suspicion there). A `dummy` is a suspicion with nothing under it. A
base without a hex is still to come. Whatever can be seen has been seen when the position opens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, TypeVar

from service.engine import umpire
from service.engine.bills import Bill
from service.engine.cursor import moved
from service.engine.dice import LoadedDice
from service.engine.events import Event, TurnBegan
from service.engine.orders import Done, Order, Refusal
from service.engine.reports import Report
from service.engine.state import Frame
from service.engine.umpire import Umpire
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.firepower import suppressions_by
from service.games.skirmish.known.picture import Contact, Mission
from service.games.skirmish.known.reports import CheckTold, Reckoning, ShotReckoning, Strength
from service.games.skirmish.printed.bases import Base
from service.games.skirmish.printed.options import ALONE
from service.games.skirmish.printed.scenario import UnitSetup
from service.games.skirmish.sections.morale import suffer
from service.games.skirmish.sections.turns import base_of
from service.games.skirmish.truth.looking import look
from service.games.skirmish.truth.state import State
from tests.bills import lines
from tests.played import Played
from tests.scenes import of_scenes
from tests.shipped import SKIRMISH_TABLES as TABLES

SCENES = of_scenes(SKIRMISH)


def happen(state: State, events: Iterable[Event]) -> list[Event]:
    """Let events happen, as the umpire would."""
    done = []
    for event in events:
        event.change(state)
        done.append(event)
    return done


def table(*bases: tuple[str, str, str], **options: Any) -> State:
    """A position with these bases alone, each an id such as "A-SQ1", a class and a hex; ids in A are allied.

    Results are told when the defender is done, unless `release` says otherwise.
    """
    state = SKIRMISH.open("moulin-basset", ALONE | options)
    for base in state.bases.values():
        base.hex, base.gone = None, "left the map"
    state.dummies = {}
    for side in state.seats:
        state.eyes[side], state.traces[side] = {}, {}
        state.missions[side] = {id: Mission(id=id, stage="over") for id in state.missions[side]}
        state.strikes[side] = 9
        state.pictures[side].own = {b.id: b.changed() for b in state.bases.values() if b.side == side}
        state.pictures[side].contacts, state.pictures[side].missions = {}, dict(state.missions[side])
    for id, kind, hex in bases:
        side = "allied" if id.startswith("A") else "german"
        state.bases[id] = base_of(TABLES, UnitSetup(id=id, side=side, kind=kind, name=id, quality=4, hex=hex))
        state.pictures[side].own[id] = state.bases[id].changed()
    return state


def after_fire(firepower: int, modifier: int, quality: int, before: int) -> Counter[str]:
    """What becomes of a base in all pairs of throws of a fire attack and of the morale check after it."""
    counted: Counter[str] = Counter()
    throws = Counter(a + b for a, b in product(range(1, 7), repeat=2))
    for fire, check in product(throws, repeat=2):
        caused = suppressions_by(TABLES.fire, firepower, fire, modifier)
        state = table(("G-SQ", "squad", "1106"))
        base = state.bases["G-SQ"]
        base.quality, base.suppression = quality, before
        low = max(1, check - 6)
        happen(state, suffer_with(state, caused, [low, check - low]))
        base = state.bases["G-SQ"]
        if base.morale == "broken":
            became = "broken by threshold" if before + caused >= quality else "broken by check"
        else:
            became = "cowered" if base.cowered else "pinned" if base.pinned else "suppressed" if caused else "nothing"
        counted[became] += throws[fire] * throws[check]
    return counted


def suffer_with(state: State, caused: int, faces: list[int]) -> Iterable[Event]:
    dice = LoadedDice(faces)
    dice.attend(state)
    return suffer(state, "G-SQ", caused, dice)


def added(told: Reckoning | ShotReckoning | CheckTold | Strength) -> dict[str, int | None]:
    """What was added to dice, line by line, as somebody was told it."""
    return lines(Bill.of(told.modifiers))


# ---- positions

R = TypeVar("R", bound=Report)
STATES: dict[str, dict[str, Any]] = {
    "broken": {"morale": "broken"}, "routed": {"morale": "routed"}, "pinned": {"pinned": True},
    "cowered": {"cowered": True}, "low": {"ammunition": "low"}, "out": {"ammunition": "out"},
    "jammed": {"broken_down": True}, "immobilised": {"immobilised": True}, "gunless": {"jammed": ("gun",)},
    "mute": {"jammed": ("gun", "machine guns")},
}  # fmt: skip
NUMBERS = {"rating": "rating", "heading": "heading", "suppression": "suppression", "smoke": "smoke_rounds"}
PHASES = {
    "initial": "initial-phase", "weather": "initial-phase", "repair": "rally-phase", "admin": "admin-phase",
} | dict.fromkeys(
    ("prepared-fire", "movement", "halt-or-pass", "remaining-fire", "closing-fire", "advance"), "combat-phase"
)  # fmt: skip


def side_of(id: str) -> str:
    return "allied" if id.startswith("A") else "german"


def read_base(text: str) -> tuple[Base, bool]:
    """A base from its line, and whether the enemy suspects somebody there."""
    id, what, *words = text.split()
    types = TABLES.bases.types
    kind = what if what not in types else "gun" if what.startswith("at_gun") else "vehicle"
    type_ = what if what in types else None
    base = base_of(TABLES, UnitSetup(id=id, side=side_of(id), kind=kind, name=id, quality=4, type=type_))
    suspected, rest = False, iter(words)
    for word in rest:
        if word == "at":
            base.hex = next(rest)
        elif word in STATES:
            base = replace(base, **STATES[word])
        elif word in NUMBERS:
            setattr(base, NUMBERS[word], int(next(rest)))
        elif word == "weapon":
            base.weapon = next(rest)
            base.weapon_shots = TABLES.bases.weapons[base.weapon].shots
        elif word == "suspected":
            suspected = True
        elif word[0] == "q" and word[1:].isdigit():
            base.quality = int(word[1:])
        else:
            raise ValueError(f"what is {word!r} in {text!r}?")
    return base, suspected


class Table(Played):
    """A skirmish on the table."""

    game = SCENES

    # ---- playing

    def refused(self, side: str, code: str, *orders: Order) -> Refusal:
        """The refusal that these orders meet, which has to bear this code; nothing may have changed by it."""
        refusal = super().refused(side, *orders)
        assert refusal.code == code, f"{refusal.code}, {refusal.rule}: {refusal.reason}"
        return refusal

    def done(self) -> Table:
        """Whoever is asked closes the present heading; where nobody is, the time that runs is over."""
        return self.order(self.truth.waiting[0], Done()) if self.truth.waiting else self.lapse()

    def done_until(self, name: str, most: int = 60) -> Table:
        """Close heading after heading, whoever is asked, until the innermost one has this name; once at the least."""
        for _ in range(most):
            self.done()
            if self.step == name or self.truth.ended:
                return self
        raise AssertionError(f"never came to {name}, stands at {self.address}")

    def let_pass(self) -> Table:
        """The defender lets pass whatever they are asked about."""
        while self.step == "halt-or-pass":
            self.done()
        return self

    def lapse(self) -> Table:
        """The time that runs is over."""
        self.took(umpire.lapse(SCENES, self.truth, self.dice, strict=True))
        return self

    # ---- looking

    @property
    def step(self) -> str:
        """The name of the innermost heading, such as `prepared-fire`."""
        return self.truth.cursor[-1].heading

    def base(self, id: str) -> Base:
        """A base as it truly is."""
        return self.truth.bases[id]

    def believes(self, id: str) -> Base:
        """A base as its owner believes it to be."""
        return self.picture(side_of(id)).own[id]

    def handle(self, id: str) -> str:
        """The handle under which the other side knows a base, or a dummy."""
        viewer = self.truth.other(side_of(id))
        found = [handle for handle, traced in self.truth.traces[viewer].items() if traced == id]
        assert found, f"{viewer} knows nothing of {id}"
        return found[-1]


def position(
    *bases: str,
    step: str = "prepared-fire",
    attacker: str = "allied",
    turn: int = 1,
    faces: Sequence[int] = (),
    by_purpose: dict[str, list[int]] | None = None,
    ground: dict[str, Any] | None = None,
    **options: str,
) -> Table:
    """A position at a step of one side's player turn, with these bases alone. `ground` alters smoke, fires and so on.

    `by_purpose` and `faces` load the dice (`LoadedDice`). To a step after the first of its phase the match is played.
    """
    state = table(**options)
    state.ground = replace(state.ground, **(ground or {}))
    dummies = [line.split() for line in bases if line.split()[1] == "dummy"]
    read = [read_base(line) for line in bases if line.split()[1] != "dummy"]
    state.bases |= {base.id: base for base, _ in read}
    state.dummies = {words[0]: (side_of(words[0]), words[3]) for words in dummies}
    second = attacker != state.rules.first
    state.player_turn = 2 * turn - (not second)
    loaded = LoadedDice(faces, by_purpose)
    suspicions = [(b.side, b.id, str(b.hex)) for b, suspected in read if suspected]
    suspicions += [(side, id, hex) for id, (side, hex) in state.dummies.items()]
    TurnBegan(turn=turn).change(state)
    for seat in state.seats:
        picture = state.pictures[seat]
        picture.own = {b.id: b.changed() for b in state.bases.values() if b.side == seat}
        picture.turn, picture.player_turn, picture.attacker = turn, state.player_turn, attacker
        picture.ground = state.ground
        state.eyes[seat] = {
            str(number): Contact(
                handle=str(number), hex=hex, level=1, turn=turn, player_turn=state.player_turn, in_sight=False
            )
            for number, (side, _, hex) in enumerate(sorted(suspicions, key=lambda s: s[2]), start=1)
            if side != seat
        }
        state.traces[seat] = {
            str(number): id
            for number, (side, id, _) in enumerate(sorted(suspicions, key=lambda s: s[2]), start=1)
            if side != seat
        }
        state.sightings[seat] = len(suspicions)
        picture.contacts = dict(state.eyes[seat])
    happen(state, look(state))
    frames = ["game-turns", "game-turn", f"{'second' if second else 'first'}-player-turn", PHASES[step]]
    moved(SCENES.outline, state, [Frame(heading=name, round=turn * (not i)) for i, name in enumerate(frames)]).change(
        state
    )
    state.log_lengths = dict.fromkeys(state.seats, 0)
    found = Table(state, loaded)
    worker = Umpire(SCENES, state, loaded, strict=True)
    if not worker.enter():
        worker.move_on()
    found.took(worker.outcome)
    return found if step in (found.step, "initial", "admin") else found.done_until(step)
