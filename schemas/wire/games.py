"""The games on the shelf, their rules and scenarios."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from schemas.wire.base import Prose, ResponseModel, Scalar

Data = Annotated[
    str,
    Field(
        description="The set of data by which it is played, named by the hash of its contents: "
        "/games/{game}@{data} has its rules, charts and scenarios. Empty in a game without any."
    ),
]


class GameLine(ResponseModel):
    """A game on the shelf. `code` names the program that works it: games of one code differ in their data."""

    name: str
    code: str
    data: Data
    title: str
    version: str
    seats: list[str]
    scenarios: dict[str, str]


class OrderKind(ResponseModel):
    """An order that the game knows."""

    kind: str
    about: str


class MatchOption(ResponseModel):
    """What players may agree on when they open a match: what it does, and the values that it may have."""

    about: str
    values: list[Scalar]


class Game(GameLine):
    """A game: its sequence of play line by line, its orders, and the options that a match may be opened with."""

    outline: list[str]
    orders: list[OrderKind]
    options: dict[str, MatchOption]


class RuleCase(ResponseModel):
    """A case of the rules: `id` is the rule's, which refusals cite, or a name where it only explains.

    `text` is Markdown; its links are relative to `url`, the page where the case can be read.
    """

    id: str
    title: str
    text: str
    url: str


class RuleSection(ResponseModel):
    """A part of the rules, with what comes before its cases."""

    name: str
    title: str
    text: str
    cases: list[RuleCase]


class Rules(ResponseModel):
    """The rules of a game as its players read them, the same for everybody."""

    game: str
    version: str
    sections: list[RuleSection]


class Briefing(ResponseModel):
    """What a seat begins with in a scenario, and what it is after; empty where nothing is said.

    `situation`: who it is, and what it commands. `aim`: how it wins, with the figures. `length`: how long the match
    lasts. `hidden`: what is hidden, and from whom.
    """

    situation: Prose
    aim: Prose
    length: Prose
    hidden: Prose


class ScenarioInfo(ResponseModel):
    """A scenario of a game; `facts`, what is public of it, are of the game's own form."""

    game: str
    name: str
    title: str
    seats: list[str]
    turns: int
    briefings: dict[str, Briefing]
    facts: dict[str, Any]
