"""What a seat knows, and what it may order."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from schemas.wire.base import Prose, ResponseModel, Scalar
from schemas.wire.cards import Term
from schemas.wire.games import Briefing, Data
from schemas.wire.refusals import Refusal
from service.engine.endings import Ending
from service.engine.options import Places, Range, Routes


class Conclusion(ResponseModel):
    """How a match ended otherwise than by its rules.

    `by` is the seat that resigned, or whose time was over, and `winner` the other one of two; both are null where all
    sides agreed to end it.
    """

    reason: Ending
    by: str | None
    winner: str | None


class Where(ResponseModel):
    """Where the seat believes the match to be.

    `asked`: it waits for an order of this seat. `ended`: the match is over, and there is nothing left to order. While
    neither is so, others have their word or time has to pass: look again a little later. `conclusion` is null where it
    ended by its rules.
    """

    address: str
    titles: list[str]
    turn: int
    item: str | None
    asked: bool
    letters: int
    attendance: dict[str, Literal["present", "standing"]]
    ended: bool
    conclusion: Conclusion | None


class Level(ResponseModel):
    """A verdict, and the score that it takes. `won`: a victory of the seat's own; `here`: the score may fall in it."""

    score: str
    verdict: str
    won: bool
    here: bool


class Aim(ResponseModel):
    """How the seat stands with its aim, by what it knows; when the match is over, how it ended.

    `line` is a sentence by itself, and `title` the verdict, empty until there is one. `lines` add up the score, named
    `figure` and said in words by `total`; `unknown` says what is not in it, and `open` what is still to be had.
    `levels` are the verdicts of the scenario, the best of the seat's first. What a game does not say is empty.
    """

    line: Prose
    title: Prose
    figure: str
    total: str
    lines: list[Term]
    unknown: Prose
    open: Prose
    levels: list[Level]


class Fact(ResponseModel):
    """One thing worth knowing, with its name."""

    label: str
    value: Prose


class Declared(ResponseModel):
    """One thing that is declared against the seat, and not yet worked.

    `number` is that of its declaration, `stage` whether the seat is asked about it or it comes after that. `title` says
    what comes from where and at what, `facts` what else the seat was told of it. `answers` are what the seat can put
    against it, each with what that leaves; `note` says why there is nothing, where there is nothing.
    """

    number: int
    stage: Literal["asked", "comes"]
    title: Prose
    facts: list[Fact]
    answers: list[Fact]
    note: Prose


class Declarations(ResponseModel):
    """All that is declared against the seat while it is asked about it, in the order in which it is worked, and the
    points that it has `left` for answers; else empty."""

    combats: list[Declared]
    left: list[Fact]


class View(ResponseModel):
    """All that the seat knows; `view` is of the game's own form.

    `briefing` is what the seat began with and what it is after, `aim` how it stands with that,
    `declared` what is declared against it while it is asked about that.
    `stopped`: the match has stopped for a fault of the server, which all sides are told alike; it takes no orders until
    the owner of the server lets it go on, and nothing that was sent is lost.
    """

    version: int
    seat: str
    game: str
    data: Data
    scenario: str
    where: Where
    stopped: bool
    briefing: Briefing
    aim: Aim
    declared: Declarations
    view: Any


class Choice(ResponseModel):
    """One of these values. `labels`, where there are any, say what each is called in a form."""

    domain: Literal["choice"] = "choice"
    values: list[Scalar]
    labels: list[Prose] = []  # noqa: RUF012 (a copy for each)


class Several(ResponseModel):
    """Any set of these values, `least` to `most` of them, none twice; given as a list.

    Where `usual` says what that means, null may be given in its place, which is not the same as an empty list.
    """

    domain: Literal["several"] = "several"
    values: list[str]
    least: int = 0
    most: int
    usual: Prose = ""


OptionField = Annotated[Choice | Range | Places | Several | Routes, Field(discriminator="domain")]
"""What one field of an order may be: what kind of choice it is stands in `domain`."""


class Option(ResponseModel):
    """One order type: `kind` and `fixed` go into the order as they stand, each of `fields` takes a value.

    A field's `domain` says what values; for `routes` it is the `path` of one of the destinations (`read_destinations`)
    of those who move, and where they have none the order cannot be given.
    `subjects`: your units that it can be given to, one or several that may be ordered together; empty where it is given
    to none. `line` is one of the orders that it offers as an order line; a place to be filled in stands in capitals.
    """

    kind: str
    title: Prose
    line: str
    subjects: list[str]
    fixed: dict[str, Any]
    fields: dict[str, OptionField]
    rule: str | None


class Options(ResponseModel):
    """What the present heading asks for: one order out of any option is accepted, and after it the options are others.

    None: nothing is asked of you. Some, and no `done` among them: the heading cannot be closed yet.
    `anytime_kinds` are the kinds of the orders that are lawful at any heading, asked or not, and answer no question;
    their options stand in `read_standing_orders`. Where it is empty too, the match is over.
    """

    version: int
    options: list[Option]
    anytime_kinds: list[str]


class Destination(ResponseModel):
    """A place within reach: what it costs, and one path."""

    place: str
    cost: int
    path: list[str]


class Destinations(ResponseModel):
    """Where units can go together, be it one or several."""

    version: int
    units: list[str]
    destinations: list[Destination]


class Obstacle(ResponseModel):
    """What stands in a line of sight, and at which place."""

    place: str
    what: str


class LineOfSight(ResponseModel):
    """Whether one sees from place `a` to place `b`, as far as the seat knows the ground; `distance` is in steps.

    `hindrances`, `smoke` and `cover` (of the far place, against fire from `a`) are added to the dice of such fire.
    `why` says what is in the way of a line that is not open, and `obstacles` where.
    """

    version: int
    a: str
    b: str
    open: bool
    distance: int
    hindrances: int
    smoke: int
    cover: int
    why: str
    obstacles: tuple[Obstacle, ...]
    rule: str


class Accepted(ResponseModel):
    """Orders were accepted and stored; `version` is the seat's just after that, before anything came of them."""

    version: int


class Sheet(ResponseModel):
    """What the seat has written and not yet sent.

    `left_over`: what it wrote for a question that is over; it is not sent, and gone with the next that is written.
    """

    version: int
    orders: list[dict[str, Any]]
    left_over: list[dict[str, Any]]


class Preview(ResponseModel):
    """What the rules refuse of a list of orders, each judged after those before it that they allow."""

    refusals: list[Refusal]
