"""The fire plan of Skirmish laid open for change: each form sends all of it, with a line more or less."""

from __future__ import annotations

import json
from collections.abc import Sequence

from service.engine.options import Option
from service.engine.places import Ground
from service.engine.sentences import plain_text
from service.engine.state import Known
from service.engine.words import PlainWords
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.known.standing import Line
from service.games.skirmish.known.view import View
from service.games.skirmish.staff import plan as words
from web.parts.standing import Editor, Lines, Preset, adding, rewritten

KIND = "set-fire-plan"


def editor(
    said: PlainWords,
    known: Known[Picture, View],
    lines: Sequence[Line],
    options: Sequence[Option],
    ground: Ground | None,
) -> Editor:
    """The plan as it stands, with the plans that are offered ready made."""
    [_, *ready] = [option for option in options if option.order == KIND]  # the first is the plan as it stands
    names = said.line_names(known)
    return Editor(
        kinds=frozenset({KIND}),
        title=words.PLAN,
        rehearsal=words.REHEARSAL,
        lists=(
            Lines(
                title=words.PLAN,
                about=words.ABOUT,
                none=words.NO_LINE,
                lines=rewritten(KIND, lines, [said.line(known, line) for line in lines], ground),
                adding=adding(options, KIND, Line, words.ADD_LINE, names=names, ground=ground, lines=lines),
            ),
        ),
        presets=tuple(
            Preset(label=plain_text(option.title, ground), kind=KIND, fixed=json.dumps(option.fixed))
            for option in ready
        ),
    )
