"""Corrections: what the moderator of a match may put right in it, and what is remembered of that.

A moderator sees what is true, so a correction is checked against the truth; else it is like an order: typed, refused
with a sentence and a rule, worked into events. It names what is to be, and never what a die is to show.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from service.engine.options import Option
from service.engine.orders import demand
from service.engine.places import Place
from service.engine.seats import Seat
from service.engine.sentences import say

if TYPE_CHECKING:
    from service.engine.dice import Dice
    from service.engine.events import Event

Standing: TypeAlias = Mapping[str, str]
"""How things stand, in words: what each is called, and how it is. What is not there is not named."""


@dataclass(frozen=True, kw_only=True)
class Correction:
    """Something that a moderator puts right. `kind` names it on the wire; its docstring is its documentation.

    `told_to_all`: what it corrects is known to all seats, and they are told of it, be it as it was before.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}
    told_to_all: ClassVar[bool] = False

    kind: str

    def check(self, state: Any) -> None:
        """Raise a Refusal where the position does not allow it."""

    def resolve(self, state: Any, dice: Dice) -> Iterator[Event]:
        """What it changes, and what each seat learns of that in the terms of its game."""
        yield from ()

    def stands(self, state: Any) -> Standing:
        """How that which it corrects truly stands."""
        return {}

    def places(self, state: Any) -> Sequence[Place]:
        """Where others may see what it changes, of a position in which it is not made yet."""
        return ()

    def known_to(self, picture: Any, places: Sequence[Place]) -> Standing:
        """How it stands as a seat with this picture has it, at these places too; what it does not know is not named."""
        return {}

    def always_told(self, state: Any) -> Sequence[Seat]:
        """Who is told of it in any case, in the position before it."""
        return state.seats if self.told_to_all else ()

    @classmethod
    def offers(cls, state: Any) -> Iterator[Option]:
        """What may be corrected so now. Of an option's fields a combination may be refused: `check` says."""
        yield from ()


@dataclass(frozen=True, kw_only=True)
class AskAgain(Correction):
    """Give a side its question back, which it closed too soon: while the match waits for another side there.

    What it has ordered stays as it is; it may order more.
    """

    kind: Literal["ask-again"] = "ask-again"
    seat: Seat

    def check(self, state: Any) -> None:
        demand(self.seat in state.seats, "SEQUENCE", f"There is no side called {self.seat}.")
        demand(self.seat not in state.waiting, "SEQUENCE", "This side is already being asked.")
        demand(self.seat in closed(state), "SEQUENCE", "This side has no question to be asked again.")

    def stands(self, state: Any) -> Standing:
        return {f"The question of {self.seat}": "open" if self.seat in state.waiting else "closed"}

    def known_to(self, picture: Any, places: Sequence[Place]) -> Standing:
        return {"Your question": "open" if picture.asked else "closed"} if picture.seat == self.seat else {}

    @classmethod
    def offers(cls, state: Any) -> Iterator[Option]:
        for seat in closed(state):
            yield Option(kind="ask-again", title=say(f"Ask {seat} again"), fixed={"seat": seat})


def closed(state: Any) -> Sequence[Seat]:
    """The seats that were last asked where the match stands and have closed their part, while it waits for others.

    None at a heading that each takes at its own pace: there a seat has gone on.
    """
    if not state.waiting or state.steps:
        return []
    here = ("/".join(frame.heading for frame in state.cursor), state.turn)
    return [
        seat for seat in state.seats
        if seat not in state.waiting and (state.pictures[seat].address, state.pictures[seat].turn) == here
    ]  # fmt: skip
