"""Skirmish as the umpire takes it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from service.data_files import read_folder
from service.engine.data import DataSet
from service.engine.game import Game, Info, ScenarioInfo
from service.engine.grids import ground_of
from service.engine.outline import walk
from service.games.skirmish.known import forces
from service.games.skirmish.known.lines import SetFirePlan
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.known.reports import REPORTS
from service.games.skirmish.known.score import Scorekeeper
from service.games.skirmish.known.view import View, view
from service.games.skirmish.printed.facts import scenario_facts
from service.games.skirmish.printed.options import match_options
from service.games.skirmish.printed.scenario import scenarios
from service.games.skirmish.rulebook.book import SkirmishBook
from service.games.skirmish.sections import advance, air, answers, batches, close_combat, live_steps, rally, turns
from service.games.skirmish.sections.at_once import at_once
from service.games.skirmish.sections.foretelling import foretell
from service.games.skirmish.sections.markers import PlaceMarker
from service.games.skirmish.sections.no_shot import no_shot
from service.games.skirmish.sections.odds import odds
from service.games.skirmish.sections.other_ways import other_ways
from service.games.skirmish.sections.sight import sight_line
from service.games.skirmish.sequence import OUTLINE
from service.games.skirmish.staff.briefing import briefing
from service.games.skirmish.staff.words import SkirmishWords
from service.games.skirmish.truth import records
from service.games.skirmish.truth.state import COMMON_EVENTS, State

ANYTIME = (SetFirePlan, air.WatchTheSky, PlaceMarker, rally.PlanRally)

HERE = Path(__file__).parent
SHIPPED: Mapping[str, str] = json.loads((HERE / "sets.json").read_text("utf-8"))
"""The id of the set of data that each version of the rules was released with."""


def skirmish_of(data: DataSet, name: str = "skirmish") -> Game[State, Picture, View]:
    """The game played by a set of data, under a name of its own on the shelf. Raises DataFault."""
    given = scenarios(data.id)
    return Game(
        info=Info(
            name=name,
            title="Skirmish",
            version="2026.5",
            seats=tuple(given[0].sides),
            scenarios={
                rules.name: ScenarioInfo(
                    title=rules.title,
                    summary=rules.summary,
                    turns=rules.turns,
                    briefings={side: briefing(rules, side) for side in rules.sides},
                    facts=partial(scenario_facts, rules),
                )
                for rules in given
            },
            options=match_options(given[0]),
            code="skirmish",
            shipped=SHIPPED,
        ),
        outline=OUTLINE,
        position=State,
        picture=Picture,
        view_type=View,
        orders=(*dict.fromkeys(order for heading in walk(OUTLINE) for order in heading.orders), *ANYTIME),
        events=(
            *COMMON_EVENTS,
            *batches.PLAYING_EVENTS,
            *live_steps.LIVE_EVENTS,
            turns.PlayerTurnBegan,
            turns.HexHeld,
            advance.CombatOpened,
            close_combat.CombatClosed,
        ),
        reports=REPORTS,
        anytime=ANYTIME,
        set_up=partial(turns.set_up, data.id),
        view=view,
        answer=answers.answer,
        ground=lambda picture: ground_of(picture.rules.sheet),
        odds=odds,
        foretell=foretell,
        at_once=at_once,
        other_ways=other_ways,
        sight=sight_line,
        no_shot=no_shot,
        words=SkirmishWords(given),
        forces=forces,
        standing=answers,
        records=records,
        score=Scorekeeper(given),
        book=SkirmishBook(data, is_shipped=data.id in SHIPPED.values()),
        data=data,
        bind=partial(skirmish_of, name=name),
    )


SKIRMISH = skirmish_of(read_folder(HERE / "printed" / "data"))
