"""The Korsun pocket as the umpire takes it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from service.data_files import read_folder
from service.engine.data import DataSet
from service.engine.game import Game, Info, ScenarioInfo
from service.engine.outline import AtOwnPace, walk
from service.games.korsun.known import lines
from service.games.korsun.known.picture import Picture
from service.games.korsun.known.reports import REPORTS
from service.games.korsun.known.score import Scorekeeper
from service.games.korsun.printed.reading import SIDES
from service.games.korsun.printed.scenario import scenarios
from service.games.korsun.rulebook.book import KorsunBook
from service.games.korsun.sections import answers, forces, turns
from service.games.korsun.sequence import OUTLINE
from service.games.korsun.staff.briefing import briefing
from service.games.korsun.staff.words import KorsunWords
from service.games.korsun.truth.state import COMMON_EVENTS, State

HERE = Path(__file__).parent
SHIPPED: Mapping[str, str] = json.loads((HERE / "sets.json").read_text("utf-8"))
"""The id of the set of data that each version of the rules was released with."""
COMPUTER = "The computer orders at random in this game."
PLAYABLE = ("korsun-first",)
"""The scenarios that can be played whole; the others want barrages, Fronts, mines and partisans too."""


def korsun_of(data: DataSet, name: str = "korsun") -> Game[State, Picture, Picture]:
    """The game played by a set of data, under a name of its own. Raises DataFault."""
    given = [rules for rules in scenarios(data.id) if rules.name in PLAYABLE]
    headings = [heading for heading in walk(OUTLINE) if not isinstance(heading, AtOwnPace)]
    return Game(
        info=Info(
            name=name, title="Korsun", version="2026.2", seats=SIDES, code="korsun",
            scenarios={
                rules.name: ScenarioInfo(
                    title=rules.title, summary=f"{rules.summary} {COMPUTER}",
                    first_turn=rules.turns[0], turns=rules.turns[1],
                    briefings={side: briefing(rules, side) for side in SIDES},
                )
                for rules in given
            },
            shipped=SHIPPED,
        ),
        outline=OUTLINE, position=State, picture=Picture, view_type=Picture,
        orders=(*dict.fromkeys(order for heading in headings for order in heading.orders), *lines.ORDERS),
        anytime=lines.ORDERS, standing=answers,
        events=COMMON_EVENTS, reports=REPORTS, set_up=partial(turns.set_up, data.id), view=lambda picture: picture,
        answer=answers.answer, forces=forces, ground=lambda picture: picture.rules.board.ground, words=KorsunWords(),
        book=KorsunBook(data, tuple(given)), score=Scorekeeper(given),
        data=data, bind=partial(korsun_of, name=name),
    )  # fmt: skip


KORSUN = korsun_of(read_folder(HERE / "printed" / "data"))
