"""1776 as the umpire takes it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from service.data_files import read_folder
from service.engine.data import DataSet
from service.engine.game import Game, Info, MatchOption, ScenarioInfo
from service.engine.outline import walk
from service.games.campaign1776.known import lines
from service.games.campaign1776.known.picture import Picture
from service.games.campaign1776.known.reports import REPORTS
from service.games.campaign1776.known.score import Scorekeeper
from service.games.campaign1776.printed.facts import scenario_facts
from service.games.campaign1776.printed.reading import SEATS
from service.games.campaign1776.printed.scenario import scenarios
from service.games.campaign1776.printed.tables import load
from service.games.campaign1776.rulebook.book import Book1776
from service.games.campaign1776.sections import answers, forces, turns
from service.games.campaign1776.sections.forecast import foretell, odds
from service.games.campaign1776.sections.rulings import CORRECTIONS
from service.games.campaign1776.sections.voiding import VoidRoll
from service.games.campaign1776.sequence import OUTLINE
from service.games.campaign1776.staff.briefing import briefing
from service.games.campaign1776.staff.words import Words1776
from service.games.campaign1776.truth import records
from service.games.campaign1776.truth.events import EVENTS
from service.games.campaign1776.truth.state import State

HERE = Path(__file__).parent
SHIPPED: Mapping[str, str] = json.loads((HERE / "sets.json").read_text("utf-8"))
"""The id of the set of data that each version of the rules was released with."""
DATA = read_folder(HERE / "printed" / "data")
PLAYABLE = ("brandywine-1777", "highlands-1777", "northern-war-1777", "northern-war")
"""The scenarios of which a match can be begun."""


CAMPAIGNS = ("northern-war-1777", "northern-war")
"""Those that go from month to month, with quarters and recruits."""
_AS_USUAL = "as the scenario has it"
OPTIONS = {
    "visibility": MatchOption(
        about="What each side sees of the other: what its own troops see, or all that is on the map.",
        values=("inverted", "open"),
    ),
    "interphase": MatchOption(
        about="Between two quarters of a campaign: each side fills in one form, or both take nine steps in turn.",
        values=("simple", "full"), rare=True, scenarios=CAMPAIGNS,
    ),
    "garrison": MatchOption(
        about="In a campaign some towns need more than one British regular before they count for recruits.",
        values=("on", "off"), usual=_AS_USUAL, rare=True, scenarios=CAMPAIGNS,
    ),
    "reduction": MatchOption(
        about="In a campaign each winter has its own losses for the Continental army.", values=("on", "off"),
        usual=_AS_USUAL, rare=True, scenarios=CAMPAIGNS,
    ),
    "transport": MatchOption(
        about="Guns and supply take twice the room aboard.", values=("on", "off"), usual=_AS_USUAL, rare=True
    ),
    "counter_limits": MatchOption(
        about="No more units of a kind than there are counters for "
        "it.", values=("on", "off"), usual=_AS_USUAL, rare=True
    ),
    "boston": MatchOption(
        about="What the British have in Boston when a campaign begins.", values=("supply", "magazine"), rare=True,
        scenarios=CAMPAIGNS,
    ),
}  # fmt: skip


def campaign_of(data: DataSet, name: str = "campaign1776") -> Game[State, Picture, Picture]:
    """The game played by a set of data, under a name of its own. Raises DataFault."""
    given = [rules for rules in scenarios(data.id) if rules.name in PLAYABLE]
    return Game(
        info=Info(
            name=name, title="1776", version="2026.4", seats=SEATS, code="campaign1776",
            scenarios={
                rules.name: ScenarioInfo(title=rules.title, summary=rules.summary, turns=rules.turns,
                    briefings={seat: briefing(rules, seat) for seat in SEATS}, facts=partial(scenario_facts, rules),
                ) for rules in given
            },
            shipped=SHIPPED,
            options=OPTIONS,
        ),
        outline=OUTLINE, position=State, picture=Picture, view_type=Picture,
        orders=(*dict.fromkeys(order for heading in walk(OUTLINE) for order in heading.orders), *lines.ORDERS),
        anytime=lines.ORDERS, corrections=(*CORRECTIONS, VoidRoll), standing=answers,
        events=EVENTS, reports=REPORTS, set_up=partial(turns.set_up, data.id),
        odds=odds, foretell=foretell, answer=answers.answer, unasked=answers.away, forces=forces,
        ground=lambda picture: picture.rules.ground,
        words=Words1776(load(data.id)), score=Scorekeeper(), records=records,
        book=Book1776(data, tuple(given), is_shipped=data.id == DATA.id),
        data=data, bind=partial(campaign_of, name=name),
    )  # fmt: skip


CAMPAIGN1776 = campaign_of(DATA)
