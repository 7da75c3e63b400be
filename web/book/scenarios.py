"""A scenario as anybody may see it: its printed map, each side with its aim and its public force, and to play it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from fastapi import APIRouter, Response
from markupsafe import Markup

from service.dependencies import TheContext
from service.engine.aims import Briefing
from service.engine.facts import Fact
from service.engine.game import AnyGame
from service.engine.seats import Seat
from service.engine.sentences import plain_text, say
from service.matches.errors import NotFound
from service.matches.rulebooks import game_of
from web.games.shelf import dress
from web.parts.dependencies import Person
from web.parts.render import page

router = APIRouter(include_in_schema=False)

SIZE = re.compile(r'viewBox="\S+ \S+ (\S+) ')
NARROW = 640


@dataclass(frozen=True, kw_only=True)
class SideShown:
    """One side of a scenario, as both may know it."""

    seat: Seat
    name: str
    colour: str
    briefing: Briefing | None
    forces: tuple[Fact, ...]


@dataclass(frozen=True, kw_only=True)
class ScenarioShown:
    """A scenario. `named` is how a form opens it, empty where it is not on offer; `guided` the seat that one
    plays first with a coach, if there is one. `drawn` is its printed sheet, empty for a game without a map."""

    address: str
    named: str
    title: str
    summary: str
    turns: int
    drawn: Markup
    sides: tuple[SideShown, ...]
    guided: Seat | None

    @property
    def is_narrow(self) -> bool:
        """Whether its sheet has so few columns that a phone shows its whole width."""
        size = SIZE.search(self.drawn)
        return size is not None and float(size[1]) < NARROW

    @property
    def says_length(self) -> bool:
        """Whether the sides are told how long it lasts."""
        return any(side.briefing is not None and side.briefing.length for side in self.sides)


@router.get("/games/{game}/scenarios/{scenario}")
def scenario_page(context: TheContext, me: Person, game: str, scenario: str) -> Response:
    """A scenario: its map, both sides, and buttons to play it."""
    played = game_of(context, game)
    if scenario not in played.info.scenarios:
        raise NotFound()
    shown = scenario_shown(played, scenario)
    return page("scenario.html", person=me, game=played, book=played.rulebook(), here="scenario", scenario=shown)


@lru_cache(maxsize=32)
def scenario_shown(game: AnyGame, name: str) -> ScenarioShown:
    """What is public of a scenario: the same for everybody, and as long as the game stays as it is."""
    scenario, coach = game.info.scenarios[name], game.coach()
    drawing = dress(game).sheet(name)
    offered = game.on_shelf is None
    return ScenarioShown(
        address=f"/games/{game.address}/scenarios/{name}",
        named=f"{game.info.name}/{name}" if offered else "",
        title=scenario.title,
        summary=scenario.summary,
        turns=scenario.turns,
        drawn=drawing.printed() if drawing is not None else Markup(""),
        sides=tuple(
            SideShown(
                seat=seat, name=game.words.seat(seat), colour=dress(game).colour(seat, game.info.seats),
                briefing=said_once(scenario.briefings.get(seat), scenario.summary),
                forces=tuple(scenario.forces.get(seat, ())),
            )
            for seat in game.info.seats
        ),
        guided=coach.seat if offered and coach is not None and coach.scenario == name else None,
    )  # fmt: skip


def said_once(briefing: Briefing | None, summary: str) -> Briefing | None:
    """A briefing without the scenario's summary, which stands above both sides."""
    situation = plain_text(briefing.situation) if briefing is not None else ""
    if briefing is None or not summary or summary not in situation:
        return briefing
    return replace(briefing, situation=say(situation.replace(summary, "").strip()))
