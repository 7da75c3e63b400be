"""The Korsun pocket as the umpire takes it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from service.data_files import read_folder
from service.engine.data import DataSet
from service.engine.game import Game, Info, MatchOption, ScenarioInfo
from service.engine.outline import AtOwnPace, walk
from service.games.korsun.known import lines
from service.games.korsun.known.picture import Picture
from service.games.korsun.known.reports import REPORTS
from service.games.korsun.known.score import Scorekeeper
from service.games.korsun.printed.facts import scenario_facts
from service.games.korsun.printed.reading import SIDES
from service.games.korsun.printed.scenario import COMBAT_DECISIONS, SECOND_COMBATS, scenarios
from service.games.korsun.rulebook.book import KorsunBook
from service.games.korsun.sections import answers, forces, turns
from service.games.korsun.sections.forecast import odds
from service.games.korsun.sequence import OUTLINE
from service.games.korsun.staff.briefing import briefing
from service.games.korsun.staff.words import KorsunWords
from service.games.korsun.truth import records
from service.games.korsun.truth.state import COMMON_EVENTS, State

HERE = Path(__file__).parent
SHIPPED: Mapping[str, str] = json.loads((HERE / "sets.json").read_text("utf-8"))
"""The id of the set of data that each version of the rules was released with."""
OPTIONAL = {
    "partisans": "Soviet partisans bar German roads and rails.",
    "armor_reliability": "German heavy armor far from its supply marker may break down.",
    "alternate_airfield": "The pocket may build a second airfield.",
    "depot": "The German side may build depots, whose points do not lapse.",
}
"""The optional rules that a match may be opened with or without, whatever its scenario says."""
ASKING = {
    SECOND_COMBATS: "Whether the defender in breakthrough and reserve combats is asked, or lines answer for them.",
    COMBAT_DECISIONS: "Whether losses, armor targets, retreats and advances are put to their owners, or answered by "
    "lines and plans.",
}
"""What more a side may be asked in a combat; it costs letters."""


def korsun_of(data: DataSet, name: str = "korsun") -> Game[State, Picture, Picture]:
    """The game played by a set of data, under a name of its own. Raises DataFault."""
    given = scenarios(data.id)
    headings = [heading for heading in walk(OUTLINE) if not isinstance(heading, AtOwnPace)]
    return Game(
        info=Info(
            name=name, title="Korsun", version="2026.5", seats=SIDES, code="korsun",
            scenarios={
                rules.name: ScenarioInfo(
                    title=rules.title, summary=rules.summary,
                    first_turn=rules.turns[0], turns=rules.turns[1],
                    briefings={side: briefing(rules, side) for side in SIDES}, facts=partial(scenario_facts, rules),
                )
                for rules in given
            },
            options={name: MatchOption(about=about, values=("on", "off"), usual="as the scenario has it", rare=True)
                     for name, about in OPTIONAL.items()}
            | {name: MatchOption(about=about, values=("lines", "asked"), rare=True) for name, about in ASKING.items()},
            shipped=SHIPPED,
        ),
        outline=OUTLINE, position=State, picture=Picture, view_type=Picture,
        orders=(*dict.fromkeys(order for heading in headings for order in heading.orders), *lines.ORDERS),
        anytime=lines.ORDERS, standing=answers, late_are_standing=True,
        events=COMMON_EVENTS, reports=REPORTS, set_up=partial(turns.set_up, data.id),
        answer=answers.answer, unasked=answers.planned, forces=forces, odds=odds,
        ground=lambda picture: picture.rules.board.ground, words=KorsunWords(),
        book=KorsunBook(data, tuple(given), is_shipped=data.id in SHIPPED.values()),
        score=Scorekeeper(given), records=records,
        data=data, bind=partial(korsun_of, name=name),
    )  # fmt: skip


KORSUN = korsun_of(read_folder(HERE / "printed" / "data"))
