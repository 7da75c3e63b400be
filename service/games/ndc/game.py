"""NATO Division Commander as the umpire takes it."""

from __future__ import annotations

from service.engine.orders import Order
from service.engine.ruleset import MatchOption, Ruleset
from service.engine.ruleset import walk as headings
from service.games.ndc.known import lines as standing
from service.games.ndc.known.picture import Picture
from service.games.ndc.known.reach import destinations
from service.games.ndc.known.reports import REPORTS
from service.games.ndc.known.view import View, view
from service.games.ndc.printed.board import scenario
from service.games.ndc.printed.facts import scenario_facts
from service.games.ndc.rulebook.book import coach, rulebook
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
from service.games.ndc.sections.foretelling import foretell, odds
from service.games.ndc.sequence import OUTLINE
from service.games.ndc.staff.dossier import finding
from service.games.ndc.staff.measures import measures
from service.games.ndc.staff.prose import prose
from service.games.ndc.staff.sitrep import situation
from service.games.ndc.truth import letters
from service.games.ndc.truth.review import differences, laid_open, true_measures
from service.games.ndc.truth.state import COMMON_EVENTS, State

ANYTIME: tuple[type[Order], ...] = (reveal.Reveal, *standing.ORDERS)

SIDES = tuple(scenario("kaltenbach").sides)
OPTIONS = {
    turns.DOUBLE_INTELLIGENCE: MatchOption(
        about=(
            "A handicap: the side whose points count twice where it puts them on operational intelligence. "
            "Both sides know of it."
        ),
        values=SIDES,
    )
}

RULES = Ruleset(
    name="ndc",
    title="NATO Division Commander",
    version="2026.2",
    seats=SIDES,
    outline=OUTLINE,
    state_type=State,
    picture_type=Picture,
    view_type=View,
    order_types=(*dict.fromkeys(order for heading in headings(OUTLINE) for order in heading.orders), *ANYTIME),
    event_types=(
        *COMMON_EVENTS, *letters.LETTER_EVENTS, *turns.EVENTS, *intelligence.EVENTS, *assets.EVENTS, *modes.EVENTS,
        *movement.EVENTS, *declare.EVENTS, *defence.EVENTS, *combat.EVENTS, *housekeeping.EVENTS, *reveal.EVENTS,
    ),
    report_types=REPORTS,
    scenarios={"kaltenbach": "The Kaltenbach Gap"},
    open_position=turns.open_position,
    standing_answer=answers.standing_answer,
    rehearse=answers.rehearse,
    view=view,
    destinations=destinations,
    prose=prose,
    situation=situation,
    anytime=ANYTIME,
    options=OPTIONS,
    turns=turns.number_of_turns,
    scenario_facts=scenario_facts,
    rulebook=rulebook,
    coach=coach,
    contacts=lambda picture: picture.contacts,
    finding=finding,
    odds=odds,
    foretell=foretell,
    measures=measures,
    true_measures=true_measures,
    laid_open=laid_open,
    differences=differences,
)  # fmt: skip
