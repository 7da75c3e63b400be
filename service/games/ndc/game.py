"""NATO Division Commander as the umpire takes it."""

from __future__ import annotations

from functools import partial

from service.engine.game import Game, Info, MatchOption, Scenario
from service.engine.grids import ground_of
from service.engine.orders import Order
from service.engine.outline import walk
from service.games.ndc.known import forces, lines
from service.games.ndc.known.picture import Picture
from service.games.ndc.known.reports import REPORTS
from service.games.ndc.known.view import View, view
from service.games.ndc.printed.board import scenario
from service.games.ndc.printed.facts import scenario_facts
from service.games.ndc.rulebook import book
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
from service.games.ndc.staff.words import WORDS
from service.games.ndc.truth import letters, records
from service.games.ndc.truth.state import COMMON_EVENTS, State

ANYTIME: tuple[type[Order], ...] = (reveal.Reveal, *lines.ORDERS)

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

SCENARIOS = ("kaltenbach",)

NDC = Game(
    info=Info(
        name="ndc",
        title="NATO Division Commander",
        version="2026.2",
        seats=SIDES,
        scenarios={
            given.name: Scenario(
                title=given.title,
                summary=given.summary,
                turns=len(given.turns),
                facts=partial(scenario_facts, given.name),
            )
            for given in map(scenario, SCENARIOS)
        },
        options=OPTIONS,
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
    set_up=turns.set_up,
    view=view,
    answer=answers.answer,
    ground=lambda picture: ground_of(scenario(picture.scenario).board.grid),
    odds=odds,
    foretell=foretell,
    words=WORDS,
    forces=forces,
    standing=answers,
    records=records,
    book=book,
)  # fmt: skip
