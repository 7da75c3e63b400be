"""The shelf: what can be played."""

from __future__ import annotations

import inspect
from typing import Annotated

from fastapi import Depends

from schemas import wire
from service.api.dependencies import problems
from service.api.routers import router_of
from service.dependencies import TheContext
from service.engine.game import AnyGame
from service.engine.outline import printed
from service.engine.sentences import plain_text
from service.matches.errors import NotFound
from service.matches.rulebooks import game_of, rules_url

router = router_of("games")


def the_game(context: TheContext, game: str) -> AnyGame:
    """The game that the address names, with a set of data if it names one: `ndc`, or `ndc@…`. Raises NotFound."""
    return game_of(context, game)


TheGame = Annotated[AnyGame, Depends(the_game)]


@router.get("/games")
def list_games(context: TheContext) -> list[wire.GameLine]:
    """The games on the shelf."""
    return [wire.GameLine.model_validate(line_of(game)) for game in context.games.values()]


@router.get("/games/{game}", responses=problems(NotFound))
def read_game(game: TheGame) -> wire.Game:
    """A game: its sequence of play, heading for heading, and what can be ordered."""
    orders = [{"kind": kind, "about": inspect.getdoc(order) or ""} for kind, order in game.orders_by_kind.items()]
    options = {
        name: {"about": option.about, "values": list(option.values)} for name, option in game.info.options.items()
    }
    told = {**line_of(game), "outline": list(printed(game.outline)), "orders": orders, "options": options}
    return wire.Game.model_validate(told)


@router.get("/games/{game}/rules", responses=problems(NotFound))
def read_rules(game: TheGame) -> wire.Rules:
    """The rules of a game, case by case under the ids that refusals cite; no sections where it has no book."""
    sections = [
        wire.RuleSection(
            name=section.name,
            title=section.title,
            text=section.text,
            cases=[
                wire.RuleCase(id=case.id, title=case.title, text=case.text, url=f"{rules_url(game)}#{case.id}")
                for case in section.cases
            ],
        )
        for section in game.rulebook().sections
    ]
    return wire.Rules(game=game.info.name, version=game.info.version, sections=sections)


@router.get("/games/{game}/scenarios/{scenario}", responses=problems(NotFound))
def read_scenario(context: TheContext, game: str, scenario: str) -> wire.ScenarioInfo:
    """A scenario of a game: how long it lasts, and what is public of it, such as its map."""
    info = game_of(context, game).info
    if scenario not in info.scenarios:
        raise NotFound()
    told = info.scenarios[scenario]
    return wire.ScenarioInfo(
        game=info.name,
        name=scenario,
        title=told.title,
        seats=list(info.seats),
        turns=told.turns,
        briefings={seat: wire.Briefing.model_validate(one, context=plain_text) for seat, one in told.briefings.items()},
        facts=dict(told.facts()),
    )


def line_of(game: AnyGame) -> dict[str, object]:
    return {
        "name": game.info.name,
        "code": game.code,
        "data": game.data_id,
        "title": game.info.title,
        "version": game.info.version,
        "seats": list(game.info.seats),
        "scenarios": {name: scenario.title for name, scenario in game.info.scenarios.items()},
    }
