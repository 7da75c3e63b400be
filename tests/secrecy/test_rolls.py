"""Who learns what of a roll is what `service/games/ndc/data/dice.yaml` says, line by line.

Existence, purpose and modifiers are compared in every pair of worlds that one side cannot tell apart (`trial.step`):
what it is to know is the same in both. Here that comparison is shown to find a wrong line; and each die is rolled again
with every other face, to see whom another face would have told something else.
"""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import cast

import pytest

from service.engine import umpire
from service.engine.dice import Dice, Seeds
from service.engine.dice_events import Rolled
from service.engine.orders import Done, Order, Refusal
from service.games.ndc.game import NDC
from service.games.ndc.truth.state import State
from tests.games.ndc.test_at_random import FIGHTING, in_contact
from tests.random_play import random_orders
from tests.roll_kinds import Kind, kinds_of
from tests.secrecy import ndc_worlds, trial
from tests.secrecy.test_two_worlds import started
from tests.secrecy.worlds import Leak, masked

ROLLS = ndc_worlds.ROLLS
HORIZON = 8
"""So many headings are closed after a roll: by then each side has had a letter."""
MOST_CALLS = 400
MANY = 25
SEEDS = Seeds(b"\1" * 32, b"\2" * 32, 1000)


# ---- existence, purpose, modifiers


@pytest.mark.parametrize(
    ("kind", "learner", "heading", "phasing", "watched", "first"),
    [
        ("ammunition", {"existence": "enemy"}, "modes", "us", "Soviet", 44),
        ("recovery", {"existence": "enemy", "purpose": "enemy"}, "movement", "su", "US", 32),
        ("search", {"existence": "enemy", "purpose": "enemy"}, "assets", "us", "Soviet", 41),
        ("tactical intelligence", {"modifiers": "owner"}, "intelligence", "us", "US", 9),
        ("tactical intelligence", {"modifiers": "enemy"}, "assets", "us", "Soviet", 113),
    ],
)
def test_a_wrong_line_is_found(kind, learner, heading, phasing, watched, first, monkeypatch):
    """Were the side to know more than it can, two worlds that it cannot tell apart would differ in that."""
    wrong = {**ROLLS, kind: replace(ROLLS[kind], learn={**ROLLS[kind].learn, **learner})}
    monkeypatch.setattr(ndc_worlds, "ROLLS", wrong)
    with pytest.raises(Leak, match="is to know of"):
        for luck in range(first, first + 60):
            world = started(heading, phasing, luck)
            trial.try_pair(world, watched, random.Random(luck), trial.Tally(), steps=3, tries=3)


# ---- die and result


class OneOtherDie(Dice):
    """Fair dice, always the same, but for one roll."""

    def __init__(self, which: Rolled | None = None, face: int = 0) -> None:
        super().__init__("faces", SEEDS)
        self.which = which and (which.track, which.turn, which.number)
        self.face = face

    def draw(self, track: str, turn: int, number: int, sides: int, count: int, purpose: str) -> tuple[int, ...]:
        if self.which == (track, turn, number):
            return (self.face,) * count
        return super().draw(track, turn, number, sides, count, purpose)


@dataclass
class Tellings:
    """Of each kind of roll: how many were tried, and of each side how often faces told it different things, or alike.

    Sides are `owner` and `enemy`, or, where a purpose names no side, `both`.
    """

    tried: Counter[str] = field(default_factory=Counter)
    apart: Counter[tuple[str, str]] = field(default_factory=Counter)
    alike: Counter[tuple[str, str]] = field(default_factory=Counter)

    def note(self, kind: Kind, roll: Rolled, told: dict[str, list[str]]) -> None:
        self.tried[kind.name] += 1
        for seat, heard in told.items():
            role = role_of(kind, roll.purpose, seat)
            if len(set(heard)) > 1:
                assert kind.learns(seat, "result", roll.purpose), f"{seat} learns the result of {roll.purpose}"
                self.apart[kind.name, role] += 1
            if len(set(heard)) < len(heard):
                assert not kind.learns(seat, "die", roll.purpose), f"{seat} cannot tell the die of {roll.purpose}"
                self.alike[kind.name, role] += 1


def role_of(kind: Kind, purpose: str, seat: str) -> str:
    if "side" not in kind.pattern.groupindex:
        return "both"
    return "owner" if kind.owner(purpose) == seat else "enemy"


def told_by(before: bytes, seat: str, orders: list[Order], dice: Dice) -> dict[str, str]:
    """What each side hears of these orders, and when the headings after them are closed."""
    state = cast(State, pickle.loads(before))
    heard: dict[str, list[str]] = {name: [] for name in NDC.info.seats}

    def play(mover: str, given: list[Order]) -> None:
        for name, entries in umpire.play(NDC, state, mover, given, dice).told.items():
            heard[name] += [repr(masked(entry.report)) for entry in entries]

    play(seat, orders)
    for _ in range(HORIZON):
        if state.ended:
            break
        try:
            play(state.waiting[0], [Done()])
        except Refusal:
            break
    return {name: "\n".join(lines) for name, lines in heard.items()}


def the_kind(roll: Rolled) -> Kind:
    """Every roll is of one kind, on the track that the data say, and made for an order or a heading."""
    found = kinds_of(ROLLS, roll.purpose)
    assert len(found) == 1, f"{roll.purpose} is of the kinds {[kind.name for kind in found]}"
    assert found[0].public == roll.public
    assert roll.cause.startswith(("order ", "heading "))
    return found[0]


def faces_tried(seeds: Iterable[int], most: int, calls: int) -> Tellings:
    """Fights at random of so many calls, in which so many rolls of each kind are rolled again with each face."""
    tellings = Tellings()
    for seed in seeds:
        rng, state = random.Random(seed), in_contact(seed).truth
        for _ in range(calls):
            if state.ended:
                break
            seat = rng.choice(list(state.waiting))
            orders = random_orders(NDC, state.pictures[seat], rng, FIGHTING, closing=0.4)
            before = pickle.dumps(state)
            journal = umpire.play(NDC, state, seat, orders, OneOtherDie()).journal
            rolls = {the_kind(event).name: event for event in journal if isinstance(event, Rolled)}
            for name, roll in rolls.items():
                if tellings.tried[name] < most:
                    sides = int(roll.spec.split("d")[1])
                    heard = [told_by(before, seat, orders, OneOtherDie(roll, face)) for face in range(1, sides + 1)]
                    told = {side: [one[side] for one in heard] for side in NDC.info.seats}
                    tellings.note(ROLLS[name], roll, told)
    return tellings


WAYS = ("way of a retreat", "way of a falling back")
"""Where the die says which way a unit goes, whoever is told the way can tell the die."""


def test_another_face_tells_those_something_else_who_learn_the_result():
    tellings = faces_tried((1, 2), most=1, calls=80)
    assert len(tellings.tried) > 8, tellings.tried
    for name in ("weather", "mode change", "forced march", "combat"):
        assert any(tellings.apart[name, role] for role in ("both", "owner")), name


@pytest.mark.soak
def test_every_line_is_met_at_length():
    """Whoever is to learn the result of a roll that falls often does; no die is read off it, but for the ways."""
    tellings = faces_tried(range(60), MANY, MOST_CALLS)
    print(tellings)
    for name, kind in ROLLS.items():
        if tellings.tried[name] < MANY:
            continue
        for role in ("owner", "enemy") if "side" in kind.pattern.groupindex else ("both",):
            learns = kind.learn["result"] in ("both", role)
            assert bool(tellings.apart[name, role]) == learns, f"{name}: {role}"
            if kind.learn["die"] == "nobody" and name not in WAYS:
                assert tellings.alike[name, role], f"{name}: {role} reads the die off the result"
