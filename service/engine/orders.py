"""Orders ask. An order is checked against its seat's picture and resolved against what is true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from service.engine.options import Option
from service.engine.places import Place
from service.engine.roles import Role, held_in
from service.engine.seats import Seat
from service.engine.sentences import Said, Sentence, plain_text, say

if TYPE_CHECKING:
    from service.engine.dice import Dice
    from service.engine.events import Event


Reason = str | tuple[Said, ...]
"""Why the rules refuse: plain text, or the pieces of a sentence."""


class Refusal(Exception):
    """The rules say no: a sentence that a player can act on, and the id of the rule that says so.

    `index` is the place, counted from 0, of the refused order in its list; None for one that was asked about alone.
    `code` is for clients, of the closed list of a game that has one, such as ROF_SPENT. Options are found by asking
    what is refused, so most refusals are read by nobody: they are put into words when they are.
    """

    def __init__(self, rule: str, reason: Reason, index: int | None = None, code: str = "") -> None:
        super().__init__(reason)
        self.rule = rule
        self.index = index
        self.code = code

    @cached_property
    def said(self) -> Sentence:
        """The sentence."""
        [reason] = self.args
        return say(reason) if isinstance(reason, str) else say(*reason)

    @cached_property
    def reason(self) -> str:
        """The sentence as plain text."""
        return plain_text(self.said)

    def __str__(self) -> str:
        return self.reason


def demand(condition: object, rule: str, reason: Reason, code: str = "") -> None:
    """Refuse unless the condition holds."""
    if not condition:
        raise Refusal(rule, reason, code=code)


@dataclass(frozen=True, init=False)
class Phrase:
    """How an order type is written as a line: see `phrases`.

    `words` are words and fields in their order, `clauses` how each field that has a default is said behind them.
    """

    words: str
    clauses: Mapping[str, str]

    def __init__(self, words: str, /, **clauses: str) -> None:
        object.__setattr__(self, "words", words)
        object.__setattr__(self, "clauses", clauses)


@dataclass(frozen=True, kw_only=True)
class Order:
    """What a seat asks for. `kind` names it on the wire; `rule` is cited where it is ordered at a wrong time.

    `phrase` is how it is written as a line, where its kind and the names of its fields would not read well. What a
    field is to it, the field's type says (`roles`).
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}
    rule: ClassVar[str] = "SEQUENCE"
    phrase: ClassVar[Phrase | None] = None

    kind: str

    def subjects(self) -> tuple[str, ...]:
        """The own units that it is given to, by their ids: one, several that act together, or none."""
        return held_in(Role.SUBJECT, self)

    def way(self) -> tuple[Place, ...]:
        """The places through which it takes them, without where they set out; none where they go nowhere."""
        return held_in(Role.WAY, self)

    def said(self, to: Any) -> Sentence:
        """It in a sentence, put together with a `Saying`; nothing where its title and its fields say it well enough.

        An order is put into words also where `check` refuses it: its way may be empty, and its unit may not exist.
        """
        return ()

    def on_button(self, to: Any) -> Sentence:
        """What the button says that gives it, likewise; nothing where that is the sentence of the sheet."""
        return ()

    def leads_on(self, picture: Any) -> bool:
        """Whether its side usually orders more at the same heading once it is told what came of it.

        `picture` is what the seat knows with the order accepted. Closing the heading is then not what is offered first.
        """
        return False

    def check(self, picture: Any) -> None:
        """Raise a Refusal where the rules, by what the seat knows, forbid it. Handed nothing but the picture."""

    def rule_out(self, picture: Any) -> None:
        """Raise a Refusal where the seat cannot give it at any time of this match: then it has no right step either."""

    def believe(self, picture: Any) -> None:
        """What the seat believes of its own side once the order is accepted."""

    def resolve(self, state: Any, seat: Seat, dice: Dice) -> Iterator[Event]:
        """What really comes of it."""
        yield from ()

    @classmethod
    def offers(cls, picture: Any) -> Iterator[Option]:
        """The options of this kind that the seat has now; any combination of their fields is accepted,
        but where the heading weighs an order against a duty (`Heading.allows`)."""
        yield from ()


def accepts(picture: Any, order: Order) -> bool:
    """Whether the rules, by this picture, take an order."""
    try:
        order.check(picture)
    except Refusal:
        return False
    return True


@dataclass(frozen=True, kw_only=True)
class Done(Order):
    """Close the present heading: nothing more is ordered here."""

    kind: Literal["done"] = "done"

    def believe(self, picture: Any) -> None:
        picture.asked = False

    @classmethod
    def offers(cls, picture: Any) -> Iterator[Option]:
        yield Option(kind="done", title=say("Done"))
