"""Plays a scripted example of play, and writes down what each side ordered, what it was told, and what was true.

The orders go through the umpire as any others do, with dice from seeds that are always the same, so an example can show
nothing that the game does not do.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, fields
from typing import Any

from service.engine import judging, umpire
from service.engine.asking import current_for
from service.engine.dice import Dice, LoadedDice
from service.engine.events import Event
from service.engine.game import AnyGame
from service.engine.orders import Done, Order, Refusal
from service.engine.places import Place, fields_of_places
from service.engine.reports import HeadingOpened, LetterArrived, OrdersAccepted, Report
from service.engine.roles import Role, role_of
from service.engine.rulebook import ExampleScene


@dataclass(frozen=True, kw_only=True)
class Scripted:
    """One side's orders at one heading, which it then closes. `refused` are tried first; the umpire refuses each.

    `after` are the headings that are closed before it without an order, by whoever is asked there; `first` is sent by
    itself, so that what comes of it is known when `orders` are given.
    `draws` are the cases of the book beside which stands a piece of map of it, each with the side whose map it is;
    `line` are two places between which its own side's line of sight is drawn.
    """

    seat: str
    at: str
    title: str
    text: str
    why: str = ""
    orders: tuple[Order, ...] = ()
    refused: tuple[Order, ...] = ()
    rules: tuple[str, ...] = ()
    comment: str = ""
    after: tuple[str, ...] = ()
    first: tuple[Order, ...] = ()
    draws: Mapping[str, str] = field(default_factory=dict)
    line: tuple[Place, Place] | None = None


@dataclass(frozen=True, kw_only=True)
class ExampleStage:
    """How a game's example is set up and told.

    `faces` are those of the dice, by what they are thrown for, so that the story stays what it is. `turn(state)` says
    which turn it is, `names(state)` what the ids in orders stand for; `labels` are words before an order's entries.
    `tells(report)` is its sentence, empty for what goes without saying. `truth(state, journal)` tells what truly
    happened, from the position as it was before, which it may change.
    """

    game: AnyGame
    scenario: str
    faces: Mapping[str, Sequence[int]]
    labels: Mapping[str, str]
    turn: Callable[[Any], str]
    names: Callable[[Any], Mapping[Any, str]]
    tells: Callable[[Report], str]
    truth: Callable[[Any, Iterable[Event]], Iterator[str]]

    def dice(self) -> Dice:
        return LoadedDice(by_purpose={purpose: list(faces) for purpose, faces in self.faces.items()})


@dataclass
class ExamplePlay:
    """The match as it is being played."""

    stage: ExampleStage
    state: Any
    dice: Dice

    @classmethod
    def opened(cls, stage: ExampleStage) -> ExamplePlay:
        dice = stage.dice()
        return cls(stage, umpire.open_match(stage.game, stage.scenario, dice).state, dice)

    def take(self, step: Scripted) -> dict[str, Any]:
        """Play one step, and tell it."""
        stage, state, seat = self.stage, self.state, step.seat
        for name in step.after:
            who = seat if seat in state.steps else state.waiting[0]
            assert name == current_for(stage.game, state, who).name, (step.title, name, state.cursor, state.steps)
            umpire.play(stage.game, state, who, (Done(),), self.dice)
        heading, turn = current_for(stage.game, state, seat), stage.turn(state)
        assert step.at == heading.name, (step.title, heading.name)
        assert seat in state.waiting, (step.title, state.waiting)
        refused = [self.refusal(seat, order) for order in step.refused]
        before, names = deepcopy(state), stage.names(state)
        lists = [one for one in (step.first, (*step.orders, Done())) if one]
        outcomes = [umpire.play(stage.game, state, seat, orders, self.dice) for orders in lists]
        names = {**stage.names(state), **names}
        parts = [
            {
                "seat": one,
                "orders": [said(order, names, stage.labels) for order in (*step.first, *step.orders)]
                if one == seat
                else [],
                "why": step.why if one == seat else "",
                "refused": refused if one == seat else [],
                "told": list(self.told(entry.report for outcome in outcomes for entry in outcome.told.get(one, ()))),
            }
            for one in stage.game.info.seats
        ]
        return {
            "heading": heading.title,
            "turn": turn,
            "title": step.title,
            "text": step.text,
            "rules": list(step.rules),
            "parts": parts,
            "truth": list(stage.truth(before, (event for outcome in outcomes for event in outcome.journal))),
            "comment": step.comment,
        }

    def refusal(self, seat: str, order: Order) -> str:
        """What the umpire says to an order that is against the rules; nothing comes of it."""
        try:
            judging.demand_lawful(self.stage.game, self.state.pictures[seat], [order])
        except Refusal as refusal:
            return f"{refusal.reason} {refusal.rule}"
        raise AssertionError(f"accepted: {order}")

    def told(self, entries: Iterable[Report]) -> Iterator[str]:
        """The reports that say something here, as their reader reads them."""
        for report in entries:
            if isinstance(report, LetterArrived):
                yield f"Letter {report.number}:"
            elif not isinstance(report, (HeadingOpened, OrdersAccepted)) and (sentence := self.stage.tells(report)):
                yield sentence


def said(order: Order, names: Mapping[Any, str], labels: Mapping[str, str]) -> str:
    """An order with what was filled in."""
    parts = []
    for entry in fields(order):
        value = getattr(order, entry.name)
        if entry.name == "kind" or value in (0, False, None, "", ()):
            continue
        listed = value if isinstance(value, tuple) else (value,)
        mark = " → " if role_of(entry.name, type(order)) is Role.WAY else ", "
        words = mark.join(names.get(one, str(one)) for one in listed)
        label = labels.get(entry.name, entry.name)
        parts.append(label if value is True else f"{label} {words}".strip())
    return f"{order.kind.replace('-', ' ').capitalize()}{': ' if parts else ''}{', '.join(parts)}"


def written(stage: ExampleStage, title: str, text: str, steps: Sequence[Scripted]) -> str:
    """The example, played anew, as it is stored."""
    return written_in_parts(title, text, [(stage, steps)])


def written_in_parts(title: str, text: str, parts: Sequence[tuple[ExampleStage, Sequence[Scripted]]]) -> str:
    """An example of several matches, played anew one after another, as it is stored."""
    steps: list[dict[str, Any]] = []
    for stage, script in parts:
        playing = ExamplePlay.opened(stage)
        steps += [playing.take(step) for step in script]
    return json.dumps({"title": title, "text": text, "steps": steps}, ensure_ascii=False, indent=1) + "\n"


def scenes(stage: ExampleStage, steps: Sequence[Scripted]) -> tuple[Mapping[str, ExampleScene], ...]:
    """The example, played anew: what each side knew after each step."""
    playing, found = ExamplePlay.opened(stage), []
    for step in steps:
        before = deepcopy(playing.state.pictures)
        playing.take(step)
        after = deepcopy(playing.state.pictures)
        found.append({seat: scene(stage.game, step, seat, before[seat], after[seat]) for seat in after})
    return tuple(found)


def drawn(steps: Sequence[Scripted]) -> dict[str, tuple[int, str]]:
    """Beside which cases the piece of which step stands, and of which side."""
    return {case: (number, seat) for number, step in enumerate(steps, 1) for case, seat in step.draws.items()}


def scene(game: AnyGame, step: Scripted, seat: str, before: Any, after: Any) -> ExampleScene:
    """What a side knew after a step, and the places that its own orders name or where something is known otherwise."""
    forces, ground = game.forces, game.ground_of(after)
    looks = step.line if seat == step.seat else None
    line = game.sight(after, *looks) if looks is not None and game.sight is not None else None
    if forces is None or ground is None:
        return ExampleScene(seat=seat, picture=after, places=(), line=line)
    own, there = (dict(forces.own(before)), dict(forces.own(after)))
    met, known = (dict(forces.contacts(before)), dict(forces.contacts(after)))
    places: list[Place] = []
    for id, unit in there.items():
        was = forces.places_of(own[id]) if id in own else ()
        places += (*was, *forces.places_of(unit)) if was != forces.places_of(unit) else ()
    for handle in {**met, **known}:
        if met.get(handle) != known.get(handle):
            places += [at for one in (met.get(handle), known.get(handle)) if one for at in forces.places_of(one)]
    for order in (*step.first, *step.orders) if seat == step.seat else ():
        places += [at for id in order.subjects() if id in own for at in forces.places_of(own[id])]
        for name in fields_of_places(type(order)):
            value = getattr(order, name)
            places += value if isinstance(value, tuple) else (value,) if value else ()
    places += looks or ()
    return ExampleScene(
        seat=seat, picture=after, places=tuple(dict.fromkeys(at for at in places if at in ground)), line=line
    )
