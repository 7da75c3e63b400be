"""The standing orders of NATO Division Commander, laid open for change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from service.engine.kinds import kind_of
from service.engine.options import Option
from service.engine.places import Ground
from service.engine.sentences import plain_text
from service.engine.state import Known
from service.engine.words import PlainWords
from service.games.ndc.known.lines import ORDERS, AddAttackLine, AddRetreatLine, SetStandingOrders
from service.games.ndc.known.picture import Picture
from service.games.ndc.known.standing import AttackLine, Defaults, RetreatLine, StandingOrders
from service.games.ndc.known.view import View
from service.games.ndc.staff import standing as words
from web.parts.standing import Editor, Lines, adding, kept


def editor(
    said: PlainWords,
    known: Known[Picture, View],
    standing: StandingOrders,
    options: Sequence[Option],
    ground: Ground | None,
) -> Editor:
    """All of it: the lines for attacks and for retreats, and what holds where none fits."""
    names = said.line_names(known)
    rest = adding(
        options, kind_of(SetStandingOrders), Defaults, words.SET_OTHERWISE, names=names,
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
                lines=kept("attacks", [said.line(known, line) for line in standing.attacks], ground),
                adding=adding(options, kind_of(AddAttackLine), AttackLine, words.ADD_LINE, names=names, ground=ground),
            ),
            Lines(
                title=words.RETREATS,
                about=words.ABOUT_RETREATS,
                none=words.NO_LINE,
                lines=kept("retreats", [said.line(known, line) for line in standing.retreats], ground),
                adding=adding(
                    options, kind_of(AddRetreatLine), RetreatLine, words.ADD_LINE, names=names, ground=ground
                ),
            ),
        ),
        otherwise=plain_text(said.otherwise(known, standing), ground),
        rest=rest,
    )
