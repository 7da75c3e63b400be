"""Skirmish as the umpire takes it."""

from __future__ import annotations

from service.engine.ruleset import Ruleset
from service.engine.ruleset import walk as headings
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.known.reports import REPORTS
from service.games.skirmish.known.view import View, view
from service.games.skirmish.printed.facts import scenario_facts
from service.games.skirmish.printed.options import OPTIONS
from service.games.skirmish.printed.scenario import list_files, scenario
from service.games.skirmish.rulebook.book import coach, rulebook
from service.games.skirmish.sections import advance, air, batches, close_combat, moving, plans, rally, turns
from service.games.skirmish.sections.asking import odds, sight_line
from service.games.skirmish.sections.foretelling import foretell
from service.games.skirmish.sections.markers import PlaceMarker
from service.games.skirmish.sections.rehearsing import rehearse
from service.games.skirmish.sequence import OUTLINE
from service.games.skirmish.staff.dossier import finding
from service.games.skirmish.staff.measures import measures
from service.games.skirmish.staff.prose import prose
from service.games.skirmish.staff.sitrep import situation
from service.games.skirmish.truth.review import differences, laid_open, true_measures
from service.games.skirmish.truth.state import COMMON_EVENTS, State

ANYTIME = (plans.SetFirePlan, air.WatchTheSky, PlaceMarker, rally.PlanRally)

RULES = Ruleset(
    name="skirmish",
    title="Skirmish",
    version="2026.3",
    seats=tuple(scenario("moulin-basset").sides),
    outline=OUTLINE,
    state_type=State,
    picture_type=Picture,
    view_type=View,
    order_types=(*dict.fromkeys(order for heading in headings(OUTLINE) for order in heading.orders), *ANYTIME),
    anytime=ANYTIME,
    options=OPTIONS,
    event_types=(
        *COMMON_EVENTS,
        *batches.PLAYING_EVENTS,
        turns.PlayerTurnBegan,
        turns.HexHeld,
        advance.CombatOpened,
        close_combat.CombatClosed,
    ),
    report_types=REPORTS,
    scenarios={path.stem: scenario(path.stem).title for path in list_files()},
    open_position=turns.open_position,
    standing_answer=plans.standing_answer,
    rehearse=rehearse,
    view=view,
    destinations=moving.destinations,
    prose=prose,
    situation=situation,
    turns=lambda name: scenario(name).turns,
    rulebook=rulebook,
    coach=coach,
    scenario_facts=scenario_facts,
    contacts=lambda picture: picture.contacts,
    finding=finding,
    measures=measures,
    true_measures=true_measures,
    laid_open=laid_open,
    differences=differences,
    sight_line=sight_line,
    odds=odds,
    foretell=foretell,
)
