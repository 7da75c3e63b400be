"""Plays the example of a game turn, and writes down what each side ordered, what it was told, and what was true.

    .venv/bin/python -m service.games.ndc.rulebook.example

The orders and the remarks stand in `script.py`. They go through the umpire as any others do, with dice from seeds that
are always the same, so the example can show nothing that the game does not do; what it wrote last is in `example.json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, fields
from typing import Any

from service.engine import umpire
from service.engine.dice import Dice, Seeds
from service.engine.events import Event, Rolled
from service.engine.orders import Done, Order, Refusal
from service.engine.reports import HeadingOpened, LetterArrived, OrdersAccepted, Report
from service.games.ndc import reports
from service.games.ndc.booking import CombatNoted
from service.games.ndc.prose import LEVELS, prose
from service.games.ndc.rulebook import script
from service.games.ndc.rulebook.book import EXAMPLE
from service.games.ndc.rules import RULES
from service.games.ndc.state import State
from service.games.ndc.zones import exerting, unknown_to

SEEDS = Seeds(script.SEED.ljust(32, b"\0"), script.SEED.rjust(32, b"\0"), 6)
SAID_ELSEWHERE: tuple[type[Report], ...] = (
    HeadingOpened, OrdersAccepted, reports.PhaseOpened, reports.SegmentOpened, reports.QuestionPut,
    reports.OwnAccountReported,
)  # fmt: skip
"""What a player is told that the example shows by being where it is."""
LABELS = {
    "unit": "", "path": "by", "source": "from", "assets": "", "csps": "CSPs", "type": "", "command": "with command",
    "ew": "EW attacks", "fire": "Final Protective Fire CSPs", "barrage": "barrage CSPs", "target": "on",
}  # fmt: skip
NOTHING_OF_NOTE = "reports nothing of note."


@dataclass
class Table:
    """The match as it is being played."""

    state: State
    dice: Dice
    outcome: umpire.Outcome

    @classmethod
    def laid(cls) -> Table:
        dice = Dice("example", SEEDS)
        opened = umpire.open_match(RULES, "kaltenbach", dice)
        return cls(opened.state, dice, opened)

    def take(self, step: script.Step) -> dict[str, Any]:
        """Play one step, and tell it."""
        assert step.at == self.state.cursor[-1].heading, (step.title, self.state.cursor[-1].heading)
        assert self.state.waiting == [step.seat], (step.title, self.state.waiting)
        heading = umpire.current(RULES, self.state)
        turn = f"Turn {self.state.turn}, {self.state.time_of_day}" if self.state.turn else "Before the first turn"
        refused = [self.refusal(step.seat, order) for order in step.refused]
        before, names = (
            deepcopy(self.state),
            {id: f"{unit.designation} ({id})" for id, unit in self.state.units.items()},
        )
        self.outcome = umpire.play(RULES, self.state, step.seat, (*step.orders, Done()), self.dice)
        parts = [
            {
                "seat": seat,
                "orders": [said(order, names) for order in step.orders] if seat == step.seat else [],
                "why": step.why if seat == step.seat else "",
                "refused": refused if seat == step.seat else [],
                "told": list(told(entry.report for entry in self.outcome.told.get(seat, ()))),
            }
            for seat in RULES.seats
        ]
        return {
            "heading": heading.title,
            "turn": turn,
            "title": step.title,
            "text": step.text,
            "rules": list(step.rules),
            "parts": parts,
            "truth": list(truth(before, self.outcome.journal)),
            "comment": step.comment,
        }

    def refusal(self, seat: str, order: Order) -> str:
        """What the umpire says to an order that is against the rules; nothing comes of it."""
        try:
            umpire.checked(RULES, self.state.pictures[seat], [order])
        except Refusal as refusal:
            return f"{refusal.reason} {refusal.rule}"
        raise AssertionError(f"accepted: {order}")


def said(order: Order, names: dict[str, str]) -> str:
    """An order with what was filled in."""
    parts = []
    for field in fields(order):
        value = getattr(order, field.name)
        if field.name == "kind" or value in (0, False, None, "", ()):
            continue
        listed = value if isinstance(value, tuple) else (value,)
        words = (" → " if field.name == "path" else ", ").join(names.get(one, str(one)) for one in listed)
        label = LABELS.get(field.name, field.name)
        parts.append(label if value is True else f"{label} {words}".strip())
    return f"{order.kind.replace('-', ' ').capitalize()}{': ' if parts else ''}{', '.join(parts)}"


def told(entries: Iterable[Report]) -> Iterator[str]:
    """The reports that say something here, as their reader reads them."""
    for report in entries:
        sentence = prose(report)
        if isinstance(report, LetterArrived):
            yield f"Letter {report.number}:"
        elif not isinstance(report, SAID_ELSEWHERE) and not sentence.endswith(NOTHING_OF_NOTE):
            yield sentence


def truth(state: State, journal: Iterable[Event]) -> Iterator[str]:
    """What truly happened, from the journal: dice, levels, passages that nobody noticed, sums. `state` is changed."""
    for event in journal:
        open_sums = {combat.number for combat in state.combats if combat.differential is None}
        where = {unit.id: (unit.hex, unit.level) for unit in state.units.values()}
        event.change(state)
        if isinstance(event, Rolled):
            yield f"{event.spec} for {event.purpose}: {' and '.join(map(str, event.faces))}."
        if (
            isinstance(event, CombatNoted)
            and event.combat.number in open_sums
            and event.combat.differential is not None
        ):
            yield summing(event.combat.lines, event.combat.resolver_lines, event.combat.differential)
        for unit in state.units.values():
            hex, level = where.get(unit.id, (unit.hex, unit.level))
            if unit.level != level:
                yield f"{unit.designation} ({unit.side}): level {LEVELS[level]} becomes {LEVELS[unit.level]}."
            if unit.hex != hex and unit.hex is not None and unit.side == state.phasing:
                yield from unnoticed(state, unit.id, unit.hex)


def unnoticed(state: State, mover: str, hex: str) -> Iterator[str]:
    """Hidden enemies whose zone of control a unit enters without being noticed (NDC-ZOC-08)."""
    unit = state.units[mover]
    if unit.level > state.tables.movement.noticing.unnoticed_level_at_most:
        return
    for enemy in exerting(state, hex, unit.side):
        if unknown_to(state, unit.side, enemy, hex):
            yield (
                f"{unit.designation} ({unit.side}), at level {LEVELS[unit.level]}, enters {hex} in the zone of control "
                f"of {enemy.designation}, hidden in {' and '.join(enemy.hexes)}, and is not noticed. NDC-ZOC-08"
            )


def summing(attack: dict[str, int], defence: dict[str, int], differential: int) -> str:
    """Both lists of modifiers as they were added up."""
    sides = [", ".join(f"{rule} {value:+d}" for rule, value in lines.items() if value) for lines in (attack, defence)]
    sums = [sum(lines.values()) for lines in (attack, defence)]
    return f"Attack {sums[0]:+d} ({sides[0]}); defence {sums[1]:+d} ({sides[1]}): differential {differential:+d}."


def played() -> dict[str, Any]:
    """The example, played anew."""
    table = Table.laid()
    return {"title": script.TITLE, "text": script.TEXT, "steps": [table.take(step) for step in script.STEPS]}


def written() -> str:
    """The example as it is stored."""
    return json.dumps(played(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    EXAMPLE.write_text(written(), "utf-8")
