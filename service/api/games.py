"""The shelf: what can be played."""

from __future__ import annotations

import inspect

from fastapi import APIRouter

from schemas import wire
from service.api.dependencies import TheContext, problems
from service.engine.outline import printed
from service.engine.ruleset import Ruleset
from service.matches.errors import NotFound
from service.matches.rulebooks import rules_url

router = APIRouter(tags=["games"])


@router.get("/games")
def list_games(context: TheContext) -> list[wire.GameLine]:
    """The games on the shelf."""
    return [wire.GameLine.model_validate(line_of(rules)) for rules in context.games.values()]


@router.get("/games/{game}", responses=problems(NotFound))
def read_game(context: TheContext, game: str) -> wire.Game:
    """A game: its sequence of play, heading for heading, and what can be ordered."""
    rules = game_of(context, game)
    orders = [{"kind": kind, "about": inspect.getdoc(order) or ""} for kind, order in rules.orders.items()]
    options = {name: {"about": option.about, "values": list(option.values)} for name, option in rules.options.items()}
    told = {**line_of(rules), "outline": list(printed(rules.outline)), "orders": orders, "options": options}
    return wire.Game.model_validate(told)


@router.get("/games/{game}/rules", responses=problems(NotFound))
def read_rules(context: TheContext, game: str) -> wire.Rules:
    """The rules of a game, case by case under the ids that refusals cite; no sections where it has no book."""
    rules = game_of(context, game)
    sections = [
        wire.RuleSection(
            name=section.name,
            title=section.title,
            text=section.text,
            cases=[
                wire.RuleCase(id=case.id, title=case.title, text=case.text, url=f"{rules_url(rules)}#{case.id}")
                for case in section.cases
            ],
        )
        for section in rules.rulebook().sections
    ]
    return wire.Rules(game=rules.name, version=rules.version, sections=sections)


@router.get("/games/{game}/scenarios/{scenario}", responses=problems(NotFound))
def read_scenario(context: TheContext, game: str, scenario: str) -> wire.Scenario:
    """A scenario of a game: how long it lasts, and what is public of it, such as its map."""
    rules = game_of(context, game)
    if scenario not in rules.scenarios:
        raise NotFound()
    return wire.Scenario(
        game=rules.name,
        name=scenario,
        title=rules.scenarios[scenario],
        seats=list(rules.seats),
        turns=rules.turns(scenario),
        facts=dict(rules.scenario_facts(scenario)),
    )


def game_of(context: TheContext, game: str) -> Ruleset:
    rules = context.games.get(game)
    if rules is None:
        raise NotFound()
    return rules


def line_of(rules: Ruleset) -> dict[str, object]:
    return {
        "name": rules.name,
        "title": rules.title,
        "version": rules.version,
        "seats": list(rules.seats),
        "scenarios": dict(rules.scenarios),
    }
