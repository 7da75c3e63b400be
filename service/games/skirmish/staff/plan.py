"""The fire plan in words."""

from __future__ import annotations

from collections.abc import Sequence

from service.engine.line_fields import OWN
from service.engine.sentences import counted
from service.games.skirmish.known.standing import ANY, PlanLine
from service.games.skirmish.known.view import View
from service.games.skirmish.printed.profiles import BaseFigures

PLAN, REHEARSAL = "Fire plan", "What would it have done so far?"
ABOUT = (
    "What your bases do in the enemy's moves, and in your remaining fire, without your being asked. For each base the "
    "first line that fits its best shot decides; a plan goes only by what you know."
)
NO_LINE = "No line: you are asked at every step at which you have a shot."


HELD = PlanLine(at="both", then="hold")
"""The line of a plan by which nothing fires, and the last of one by which only what is worth it does."""


def names_of(figures: BaseFigures, view: View | None) -> dict[str, dict[str, str]]:
    """What lines call own bases, the classes of a mover, and the zones for which reinforcements are announced."""
    own, announced = ([], []) if view is None else (view.own, view.announced)
    return {
        OWN: {base.id: base.name for base in own},
        "classes": {name: cls.title for name, cls in figures.classes.items()},
        "zones": {ANY: "any reinforcements", **{one.zone: f"the reinforcements by {one.zone}" for one in announced}},
    }


def plan_words(lines: Sequence[PlanLine]) -> str:
    """A fire plan in a few words."""
    match lines:
        case []:
            return "Ask me at every step"
        case [only] if only == HELD:
            return "Hold all fire"
        case [worth, rest] if worth == PlanLine(at="both", expected=worth.expected) and rest == HELD:
            return "Fire where a suppression is expected, else hold"
    return f"{counted(len(lines), 'line')} of your own"
