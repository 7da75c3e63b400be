"""NATO Division Commander as the umpire takes it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from service.data_files import read_folder
from service.engine.data import DataSet
from service.engine.game import Game, Info, MatchOption, ScenarioInfo
from service.engine.grids import ground_of
from service.engine.orders import Order
from service.engine.outline import walk
from service.games.ndc.known import abridged, forces, lines
from service.games.ndc.known.picture import Picture
from service.games.ndc.known.reports import REPORTS
from service.games.ndc.known.score import Scorekeeper
from service.games.ndc.known.view import View, view
from service.games.ndc.printed.facts import scenario_facts
from service.games.ndc.printed.scenario import scenarios
from service.games.ndc.rulebook.book import NdcBook
from service.games.ndc.sections import (
    answers,
    assets,
    combat,
    declare,
    defence,
    housekeeping,
    intelligence,
    modes,
    movement,
    reveal,
    turns,
)
from service.games.ndc.sections.foretelling import foretell
from service.games.ndc.sections.odds import odds
from service.games.ndc.sections.whole_retreats import at_once
from service.games.ndc.sequence import OUTLINE
from service.games.ndc.staff.briefing import briefing
from service.games.ndc.staff.order_of_battle import order_of_battle
from service.games.ndc.staff.words import NdcWords
from service.games.ndc.truth import letters, records
from service.games.ndc.truth.state import COMMON_EVENTS, State

ANYTIME: tuple[type[Order], ...] = (reveal.Reveal, *lines.ORDERS)
HERE = Path(__file__).parent
SHIPPED: Mapping[str, str] = json.loads((HERE / "sets.json").read_text("utf-8"))
"""The id of the set of data that each version of the rules was released with."""


def ndc_of(data: DataSet, name: str = "ndc") -> Game[State, Picture, View]:
    """The game played by a set of data, under a name of its own on the shelf. Raises DataFault."""
    given = scenarios(data.id)
    sides = tuple(given[0].sides)
    return Game(
        info=Info(
            name=name,
            title="NATO Division Commander",
            version="2026.4",
            seats=sides,
            scenarios={
                rules.name: ScenarioInfo(
                    title=rules.title,
                    summary=rules.summary,
                    turns=len(rules.turns),
                    briefings={side: briefing(rules, side) for side in sides},
                    forces={side: order_of_battle(rules, side) for side in sides},
                    facts=partial(scenario_facts, rules),
                )
                for rules in given
            },
            options={
                turns.DOUBLE_INTELLIGENCE: MatchOption(
                    about=(
                        "A handicap: the side whose points count twice where it puts them on operational intelligence. "
                        "Both sides know of it."
                    ),
                    values=sides,
                    usual="neither side",
                    rare=True,
                )
            },
            code="ndc",
            shipped=SHIPPED,
        ),
        outline=OUTLINE,
        position=State,
        picture=Picture,
        view_type=View,
        orders=(*dict.fromkeys(order for heading in walk(OUTLINE) for order in heading.orders), *ANYTIME),
        events=(
            *COMMON_EVENTS, *letters.LETTER_EVENTS, *turns.EVENTS, *intelligence.EVENTS, *assets.EVENTS, *modes.EVENTS,
            *movement.EVENTS, *declare.EVENTS, *defence.EVENTS, *combat.EVENTS, *housekeeping.EVENTS, *reveal.EVENTS,
        ),
        reports=REPORTS,
        anytime=ANYTIME,
        set_up=partial(turns.set_up, data.id),
        view=view,
        answer=answers.answer,
        ground=lambda picture: ground_of(picture.rules.board.grid),
        odds=odds,
        foretell=foretell,
        at_once=at_once,
        words=NdcWords(given[0].tables),
        forces=forces,
        standing=answers,
        records=records,
        score=Scorekeeper(given),
        stored=abridged,
        book=NdcBook(data, is_shipped=data.id in SHIPPED.values()),
        data=data,
        bind=partial(ndc_of, name=name),
    )  # fmt: skip


NDC = ndc_of(read_folder(HERE / "printed" / "data"))
