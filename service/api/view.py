"""A seat's view and options: what it knows, and what it may order now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Annotated, Any

from fastapi import Query, Response
from pydantic import StringConstraints, TypeAdapter

from schemas import wire
from service import matches
from service.api.dependencies import OF_VIEW, Seated, problems, tag
from service.api.routers import SEAT, router_of
from service.dependencies import TheContext
from service.engine.aims import Aim
from service.engine.faculties import given_type
from service.engine.game import AnyGame
from service.engine.phrase_writing import examples
from service.engine.places import LONGEST_PLACE
from service.engine.sentences import Sentence
from service.matches.errors import Malformed, NotFound, NotSignedIn, RulesRefuse

router = router_of("seats", SEAT, problems(NotSignedIn, NotFound))


MOST_UNITS = 50
"""The maximum number of units whose way together is asked for."""


@lru_cache(maxsize=64)
def adapter_of(of: Any) -> TypeAdapter[Any]:
    """How a dataclass, or several of them, are written: field by field, as the type declares."""
    return TypeAdapter(of)


def view_on_the_wire(game: AnyGame, view: Any) -> Any:
    """A view of a game as JSON has it."""
    view_type: type = game.view_type
    return adapter_of(view_type).dump_python(view, mode="json")


def given_on_the_wire(game: AnyGame, given: Any) -> Any:
    """What the standing orders of a seat say, as JSON has it; None in a game without standing orders."""
    return adapter_of(given_type(game.standing)).dump_python(given, mode="json") if game.standing is not None else None


def aim_on_the_wire(aim: Aim, in_words: Callable[[Sentence], str]) -> wire.Aim:
    """An aim as the wire has it: the lines of its sum beside its other fields."""
    return wire.Aim.model_validate({**vars(aim), "lines": aim.bill.lines}, context=in_words)


@router.get("/view", responses=OF_VIEW)
def read_view(context: TheContext, at: Seated, response: Response) -> wire.View:
    """All that this seat knows."""
    reading = matches.read(context, at)
    tag(response, reading.version)
    return wire.View(
        version=reading.version,
        seat=reading.seat,
        game=reading.game.info.name,
        data=reading.game.data_id,
        scenario=reading.scenario,
        where=wire.Where.model_validate(reading.where),
        stopped=reading.stopped,
        briefing=wire.Briefing.model_validate(reading.game.words.briefing(reading.known), context=reading.in_words),
        aim=aim_on_the_wire(reading.game.words.stands_with_aim(reading.known), reading.in_words),
        declared=wire.Declarations.model_validate(reading.game.words.declared(reading.known), context=reading.in_words),
        view=view_on_the_wire(reading.game, reading.view),
    )


@router.get("/options", responses=OF_VIEW)
def read_options(context: TheContext, at: Seated, response: Response) -> wire.Options:
    """What the present heading asks for: any combination of the fields of an option is accepted, unless a refusal with
    the code AGAINST_A_DUTY meets it."""
    reading = matches.read(context, at)
    tag(response, reading.version)
    lines = examples(reading.game, reading.picture, reading.heading_options)
    options = options_on_the_wire(reading.heading_options, lines, reading.in_words)
    return wire.Options(version=reading.version, options=options, anytime_kinds=reading.anytime_kinds)


UnitId = Annotated[str, StringConstraints(max_length=100)]
Units = Annotated[
    list[UnitId],
    Query(
        min_length=1,
        max_length=MOST_UNITS,
        description="Your units by their ids, one or several: `?unit=A&unit=B`.",
        json_schema_extra={"uniqueItems": True},
    ),
]


@router.get("/destinations", responses=problems(Malformed, RulesRefuse) | OF_VIEW)
def read_destinations(context: TheContext, at: Seated, response: Response, unit: Units) -> wire.Destinations:
    """Where your units can go together, as far as you know: each place with its cost and one path.

    409 for units that cannot move together, with the rule; 422 where a unit is named twice.
    """
    if len(set(unit)) < len(unit):
        raise Malformed([(["unit"], "A unit is named once.")])
    reading = matches.read(context, at)
    found = [wire.Destination.model_validate(one) for one in reading.destinations(unit)]
    tag(response, reading.version)
    return wire.Destinations(version=reading.version, units=unit, destinations=found)


PlaceName = Annotated[str, Query(max_length=LONGEST_PLACE, description="A place of the map, such as 0807.")]


@router.get("/line-of-sight", responses=problems(Malformed) | OF_VIEW)
def read_line_of_sight(
    context: TheContext, at: Seated, response: Response, a: PlaceName, b: PlaceName
) -> wire.LineOfSight:
    """Whether one sees from place `a` to `b`, as far as you know the ground; 404 in a game without that question."""
    reading = matches.read(context, at)
    found = reading.sight_line(a, b)
    tag(response, reading.version)
    said = {**asdict(found), "why": reading.in_words(found.why)}
    return wire.LineOfSight(version=reading.version, **said)


def options_on_the_wire(
    options: Sequence[matches.Option], lines: Sequence[str], in_words: Callable[[Sentence], str]
) -> list[wire.Option]:
    """Options as the wire has them, each with its order line; `in_words` makes of a sentence what their seat reads."""
    return [
        wire.Option.model_validate({**vars(option), "line": line}, context=in_words)
        for option, line in zip(options, lines, strict=True)
    ]
