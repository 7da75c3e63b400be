"""Plays the example of a game turn, and writes down what each side ordered, what it was told, and what was true.

    .venv/bin/python -m service.games.ndc.rulebook.example

The orders and the remarks stand in `script.py`. They go through the umpire as any others do, with dice from seeds that
are always the same, so the example can show nothing that the game does not do; what it wrote last is in `example.json`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from service.engine import scripted
from service.engine.bills import itemised
from service.engine.dice_events import Rolled
from service.engine.events import Event
from service.engine.figures import signed
from service.engine.hexes import Hex
from service.engine.reports import Report
from service.engine.scripted import ExampleStage
from service.engine.sentences import plain_text
from service.games.ndc.game import NDC
from service.games.ndc.known import reports
from service.games.ndc.known.bills import bill_of
from service.games.ndc.printed.charts import LEVELS
from service.games.ndc.rulebook import script
from service.games.ndc.rulebook.book import EXAMPLE
from service.games.ndc.sections.booking import CombatNoted
from service.games.ndc.staff.changes import is_worth_saying
from service.games.ndc.truth.state import State
from service.games.ndc.truth.zones import exerting, unknown_to

SAID_ELSEWHERE: tuple[type[Report], ...] = (
    reports.PhaseOpened, reports.SegmentOpened, reports.QuestionPut, reports.OwnAccountReported,
)  # fmt: skip
"""What a player is told that the example shows by being where it is."""
LABELS = {
    "unit": "", "path": "by", "source": "from", "assets": "", "csps": "CSPs", "type": "", "command": "with command",
    "ew": "EW attacks", "fire": "Final Protective Fire CSPs", "barrage": "barrage CSPs", "target": "on",
}  # fmt: skip


def tells(report: Report) -> str:
    """A report's sentence; nothing for what the example shows by being where it is."""
    if isinstance(report, reports.OwnUnitReported) and not is_worth_saying(report.changed):
        return ""
    return "" if isinstance(report, SAID_ELSEWHERE) else plain_text(NDC.words.prose(report))


def turn(state: State) -> str:
    return f"Turn {state.turn}, {state.time_of_day}" if state.turn else "Before the first turn"


def names(state: State) -> dict[str, str]:
    return {id: f"{unit.designation} ({id})" for id, unit in state.units.items()}


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


def unnoticed(state: State, mover: str, hex: Hex) -> Iterator[str]:
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
    bills = {"Attack": bill_of(attack), "defence": bill_of(defence)}
    sums = (f"{side} {signed(bill.total)} ({plain_text(itemised(bill))})" for side, bill in bills.items())
    return f"{'; '.join(sums)}: differential {signed(differential)}."


STAGE = ExampleStage(
    game=NDC, scenario="kaltenbach", faces=script.FACES, labels=LABELS, turn=turn, names=names, tells=tells,
    truth=truth,
)  # fmt: skip


def written() -> str:
    """The example, played anew, as it is stored."""
    return scripted.written(STAGE, script.TITLE, script.TEXT, script.STEPS)


if __name__ == "__main__":
    EXAMPLE.write_text(written(), "utf-8")
