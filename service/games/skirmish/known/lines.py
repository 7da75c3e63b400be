"""The fire plan as an order: its lines in order of priority, written anew as a whole (P16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal

from service.engine.line_fields import line_fields
from service.engine.lines import LineList, SetLines
from service.engine.orders import Phrase, demand
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.known.standing import EXPOSURES, PlanLine
from service.games.skirmish.printed.figures import FireFigures

MOST_LINES, MOST_NAMES = 24, 40
RULE = "P16"


def worth_it(figures: FireFigures) -> Fraction:
    """Expected suppressions from which the default doctrine fires; a shot at armour is always worth as much."""
    return Fraction(figures.worth_firing)


def sound(picture: Picture, line: PlanLine, number: int) -> None:
    """Refuse a line that names what is not there, or what no line can say."""
    tables = picture.tables.bases
    for id in line.bases:
        if id not in picture.own:  # one that is lost may stay in the plan
            picture.base(id)
    unknown = next((kind for kind in line.target if kind not in tables.classes and kind not in tables.types), None)
    demand(unknown is None, RULE, f"Line {number}: there is no class or type '{unknown}'.")
    lists = (line.bases, line.target, line.exposure, line.aspect, line.hexes, line.reserve or "")
    demand(all(len(names) <= MOST_NAMES for names in lists), RULE, f"Line {number} is too long.")
    odd = next((word for word in line.exposure if word not in EXPOSURES), None)
    demand(odd is None, RULE, f"Line {number}: there is no exposure '{odd}', but {', '.join(EXPOSURES)}.")
    drawn = len(line.crosses) in (0, 2) and all(hex in picture.rules.sheet for hex in line.crosses)
    demand(drawn, RULE, f"Line {number}: a line is drawn from one hex of this map to another.")
    figures = (getattr(line, name) for name, one in line_fields(PlanLine).items() if one.written == "figure")
    bounded = all(figure is None or 0 <= figure <= 99 for figure in (*figures, line.expected))
    demand(bounded, RULE, f"Line {number}: figures run from 0 to 99.")


def keep(picture: Picture, lines: list[PlanLine]) -> None:
    picture.plan = tuple(lines)


PLAN = LineList(
    name="plan",
    title="A fire plan",
    line=PlanLine,
    most=MOST_LINES,
    rule=RULE,
    check=sound,
    keep=keep,
    kept=lambda picture: picture.plan,
)


@dataclass(frozen=True, kw_only=True)
class SetFirePlan(SetLines):
    """Write your fire plan anew: the lines in order of priority, the first that fits a base's shot decides.

    It is asked at every step of the enemy's moves at which you have a shot, and in your remaining fire.
    """

    rule: ClassVar[str] = RULE
    written: ClassVar[LineList[PlanLine]] = PLAN
    phrase: ClassVar[Phrase] = Phrase("fire plan")

    kind: Literal["set-fire-plan"] = "set-fire-plan"
    lines: tuple[PlanLine, ...]

    @classmethod
    def ready(cls, picture: Picture) -> Mapping[str, Sequence[PlanLine]]:
        """Plans that need no thought."""
        worth = PlanLine(at="both", expected=int(10 * worth_it(picture.tables.fire)))
        hold = PlanLine(at="both", then="hold")
        return {"ask me": (), "fire where it is worth it": (worth, hold), "hold your fire": (hold,)}
