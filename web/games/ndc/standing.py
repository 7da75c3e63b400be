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
from service.games.ndc.staff import standing as words
from service.games.ndc.staff.standing import Named, attack_words, otherwise_words, retreat_words
from web.parts.standing import Editor, Lines, adding, kept


def editor(
    view: View, standing: StandingOrders, options: Sequence[Option], ground: Ground | None, named: Named
) -> Editor:
    """All of it: the lines for attacks and for retreats, and what holds where none fits."""
    names = {"units": {unit.id: named(unit.id).plain for unit in view.own}}
    rest = adding(
        options, "set-standing-orders", SetStandingOrders, words.SET_OTHERWISE, names=names,
        ground=ground, now=asdict(standing),
    )  # fmt: skip
    assert rest is not None, "always offered"
    return Editor(
        kinds=frozenset(map(kind_of, ORDERS)),
        lists=(
            Lines(
                title=words.ATTACKS,
                about=words.ABOUT_ATTACKS,
                none=words.NO_LINE,
                lines=kept("attacks", [attack_words(line, named) for line in standing.attacks], ground),
                adding=adding(options, kind_of(AddAttackLine), AttackLine, words.ADD_LINE, names=names, ground=ground),
            ),
            Lines(
                title=words.RETREATS,
                about=words.ABOUT_RETREATS,
                none=words.NO_LINE,
                lines=kept("retreats", [retreat_words(line, named) for line in standing.retreats], ground),
                adding=adding(
                    options, kind_of(AddRetreatLine), RetreatLine, words.ADD_LINE, names=names, ground=ground
                ),
            ),
        ),
        otherwise=otherwise_words(standing),
        rest=rest,
    )
