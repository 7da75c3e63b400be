"""The standing orders of NATO Division Commander, laid open for change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from service.engine.kinds import kind_of
from service.engine.options import Option
from service.engine.places import Ground
from service.games.ndc.known.lines import ORDERS, AddAttackLine, AddRetreatLine, SetStandingOrders
from service.games.ndc.known.standing import AttackLine, RetreatLine, StandingOrders
from service.games.ndc.known.view import View
from service.games.ndc.staff.standing import Named, attack_words, otherwise_words, retreat_words
from web.parts.standing import Editor, Lines, adding, kept

ABOUT = (
    "When the enemy attacks and you are on standing orders, the umpire goes down the list: the first line that fits "
    "answers, and no other. Only an attack on a hex of yours is answered, and only as far as points and ranges allow."
)
ABOUT_RETREATS = (
    "When a unit of yours has to leave its hex, the first line that is for it says how. Where none is, it goes where "
    "known enemies are farthest."
)


def editor(
    view: View, standing: StandingOrders, options: Sequence[Option], ground: Ground | None, named: Named
) -> Editor:
    """All of it: the lines for attacks and for retreats, and what holds where none fits."""
    names = {"units": {unit.id: named(unit.id).plain for unit in view.own}}
    rest = adding(
        options, "set-standing-orders", SetStandingOrders, "Set what holds otherwise", names=names,
        ground=ground, now=asdict(standing),
    )  # fmt: skip
    assert rest is not None, "always offered"
    return Editor(
        kinds=frozenset(map(kind_of, ORDERS)),
        lists=(
            Lines(
                title="Attacks",
                about=ABOUT,
                none="No line yet.",
                lines=kept("attacks", [attack_words(line, named) for line in standing.attacks]),
                adding=adding(options, kind_of(AddAttackLine), AttackLine, "Add this line", names=names, ground=ground),
            ),
            Lines(
                title="Retreats",
                about=ABOUT_RETREATS,
                none="No line yet.",
                lines=kept("retreats", [retreat_words(line, named) for line in standing.retreats]),
                adding=adding(
                    options, kind_of(AddRetreatLine), RetreatLine, "Add this line", names=names, ground=ground
                ),
            ),
        ),
        otherwise=otherwise_words(standing),
        rest=rest,
    )
