"""Skirmish as the umpire takes it."""

from __future__ import annotations

from functools import partial

from service.engine.game import Game, Info, Scenario
from service.engine.grids import ground_of
from service.engine.outline import walk
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.known.reports import REPORTS
from service.games.skirmish.known.view import View, view
from service.games.skirmish.printed.facts import scenario_facts
from service.games.skirmish.printed.options import match_options
from service.games.skirmish.printed.scenario import list_files, scenario
from service.games.skirmish.printed.tables import load
from service.games.skirmish.rulebook import book
from service.games.skirmish.sections import (
    advance,
    air,
    batches,
    close_combat,
    forces,
    plans,
    rally,
    rehearsing,
    turns,
)
from service.games.skirmish.sections.asking import odds, sight_line
from service.games.skirmish.sections.foretelling import foretell
from service.games.skirmish.sections.markers import PlaceMarker
from service.games.skirmish.sequence import OUTLINE
from service.games.skirmish.staff.words import SkirmishWords
from service.games.skirmish.truth import records
from service.games.skirmish.truth.state import COMMON_EVENTS, State

ANYTIME = (plans.SetFirePlan, air.WatchTheSky, PlaceMarker, rally.PlanRally)

SCENARIOS = tuple(path.stem for path in list_files())

SKIRMISH = Game(
    info=Info(
        name="skirmish",
        title="Skirmish",
        version="2026.3",
        seats=tuple(scenario("moulin-basset").sides),
        scenarios={
            given.name: Scenario(
                title=given.title, summary=given.summary, turns=given.turns, facts=partial(scenario_facts, given)
            )
            for given in map(scenario, SCENARIOS)
        },
        options=match_options(load()),
    ),
    outline=OUTLINE,
    position=State,
    picture=Picture,
    view_type=View,
    orders=(*dict.fromkeys(order for heading in walk(OUTLINE) for order in heading.orders), *ANYTIME),
    events=(
        *COMMON_EVENTS,
        *batches.PLAYING_EVENTS,
        turns.PlayerTurnBegan,
        turns.HexHeld,
        advance.CombatOpened,
        close_combat.CombatClosed,
    ),
    reports=REPORTS,
    anytime=ANYTIME,
    set_up=turns.set_up,
    view=view,
    answer=plans.answer,
    ground=lambda picture: ground_of(picture.rules.sheet),
    odds=odds,
    foretell=foretell,
    sight=sight_line,
    words=SkirmishWords(tuple(map(scenario, SCENARIOS))),
    forces=forces,
    standing=rehearsing,
    records=records,
    book=book,
)
