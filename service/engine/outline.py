"""The sequence of play as nested headings that read like the rulebook, and are the program.

`by` says who speaks at a heading, `orders` what they may order, `does` what the umpire does on entering and `ends` on
leaving it, `when` its condition. Headings stand in square brackets under the one they belong to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Literal, Self

from service.engine.orders import Order
from service.engine.seats import Seat, Speaker

if TYPE_CHECKING:
    from service.engine.dice import Dice
    from service.engine.events import Event

Procedure = Callable[[Any, "Dice"], "Iterator[Event]"]
SeatProcedure = Callable[[Any, Seat, "Dice"], "Iterator[Event]"]
Condition = Callable[[Any], bool]
Works = Literal["at once", "when done"]


@cache
def slug(title: str) -> str:
    """A heading's name in an address: its title in small letters, everything else a hyphen."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


@dataclass(frozen=True)
class Heading:
    """A place in the sequence of play. Players read the names of its functions, `until` and `each` too."""

    title: str
    by: Speaker | None = None
    orders: tuple[type[Order], ...] = ()
    does: Procedure | None = None
    ends: Procedure | None = None
    when: Condition | None = None
    phasing: Callable[[Any], Seat] | None = None
    works: Works = "at once"
    """`at once`: an order is resolved when it is accepted. `when done`: it is planned, and `ends` works the plans.

    After `ends` the umpire clears away the plans that are left.
    """
    closes: Callable[[Any], None] | None = None
    """Raises a Refusal where a seat, by its picture, has something left that it must order before it is done."""
    allows: Callable[[Any, Any], None] | None = None
    """Raises a Refusal where an order, lawful and offered as it is, would by its seat's picture go against a duty that
    only the whole of what it has can tell of. It is asked of an order that is given, and not of what is offered.
    """
    passes: bool = False
    """Where by its picture the seat that speaks could do nothing but close it, the umpire closes it for that seat.

    The next question after it has to be the same seat's, and nobody else may hear of anything up to there: else the
    umpire stops, with PassedOn. So the last heading of a seat before others hear of something never passes.
    """
    timed: bool = False
    """The umpire does not come to it while a window is open: neither sooner nor later than its end."""
    occasion: str | None = None
    """What the reports told under it are told on, such as "combat". Whoever is told any of them must know by then, or
    hear by it, which item of an `Each` is worked."""
    rule: str | None = None
    was: tuple[str, ...] = ()
    children: tuple[Heading, ...] = ()

    def __getitem__(self, children: Heading | Sequence[Heading]) -> Self:
        under = (children,) if isinstance(children, Heading) else tuple(children)
        return replace(self, children=under)

    @cached_property
    def name(self) -> str:
        return slug(self.title)

    @cached_property
    def by_name(self) -> Mapping[str, Heading]:
        """The headings under this one by their names and former names; of two alike, the first."""
        named = [(name, heading) for heading in self.children for name in (heading.name, *heading.was)]
        return dict(reversed(named))

    def child(self, name: str) -> Heading:
        """The heading of this name, or of this former name, under this one. Raises KeyError."""
        try:
            return self.by_name[name]
        except KeyError:
            raise KeyError(f"no heading {name!r} under {self.title!r}") from None


class GameTurn(Heading):
    """One turn of the game."""


class PlayerTurn(Heading):
    """One side's turn: `phasing` says whose."""


class Phase(Heading):
    """A phase of a turn."""


class Segment(Heading):
    """A part of a phase."""


@dataclass(frozen=True)
class Repeat(Heading):
    """The headings under it again and again, until, asked after each round, the condition holds."""

    until: Condition | None = None
    numbered: bool = True
    """Whether it tells players something how often they have been round; if not, the track leaves the heading out."""


@dataclass(frozen=True)
class Each(Heading):
    """The headings under it once for every item, in order; the items are listed when the heading is entered.

    `of_before`: its items come of orders given at the heading before it alone, so that there are none where that was
    passed.
    """

    each: Callable[[Any], Sequence[str]] | None = None
    of_before: bool = False


@dataclass(frozen=True)
class Dispatch(Heading):
    """The point where what was declared travels to others. `compose(state, to, dice)` writes the letter."""

    to: Speaker | None = None
    compose: Callable[[Any, Seat, Dice], Iterator[Event]] | None = None


@dataclass(frozen=True)
class AtOwnPace(Heading):
    """The steps under it, taken by each of `by` at its own pace: done with one, a seat is asked at its next.

    Where a seat stands is told to that seat alone. The heading is left when all have taken all their steps.
    """


@dataclass(frozen=True)
class Step(Heading):
    """A step that a seat takes at its own pace: asked for its `orders`, or, where there are none, not asked at all.

    `begins` is what the umpire does for a seat that comes to it, `finishes` for one that leaves it, and `takes` says
    whether a seat takes it at all. All of it, the orders too, is that seat's own affair: nothing is told to
    anybody else, no public dice are rolled, no time is set. Else the umpire stops, with ToldOfProgress.
    """

    begins: SeatProcedure | None = None
    finishes: SeatProcedure | None = None
    takes: Callable[[Any, Seat], bool] | None = None


def said(by: Speaker) -> str:
    """Who speaks, in words: a role or several by name, a function by its own."""
    if callable(by):
        return by.__name__.replace("_", " ")
    return by if isinstance(by, str) else ", ".join(by)


def printed(outline: Heading, depth: int = 0) -> Iterator[str]:
    """The outline line by line: title, who speaks, what may be ordered, conditions and loops."""
    notes = []
    if isinstance(outline, Repeat) and outline.until is not None:
        notes.append(f"again until {outline.until.__name__.replace('_', ' ')}")
    if isinstance(outline, Each) and outline.each is not None:
        notes.append(f"for each of {outline.each.__name__.replace('_', ' ')}")
    for condition in (outline.when, getattr(outline, "takes", None)):
        if condition is not None:
            notes.append(f"when {condition.__name__.replace('_', ' ')}")
    if outline.timed:
        notes.append("at its time")
    if outline.passes:
        notes.append("passed where nothing can be decided")
    if isinstance(outline, Dispatch):
        notes.append(f"to {said(outline.to or ())}")
    ordered = ", ".join(order.__name__ for order in outline.orders)
    if outline.by and isinstance(outline, AtOwnPace):
        notes.append(f"{said(outline.by)}, each at its own pace")
    elif outline.by:
        notes.append(f"{said(outline.by)}: {ordered or 'nothing but Done'}")
    elif ordered:
        notes.append(ordered)
    if outline.rule:
        notes.append(outline.rule)
    yield "  " * depth + outline.title + (f"  ({'; '.join(notes)})" if notes else "")
    for child in outline.children:
        yield from printed(child, depth + 1)


def walk(outline: Heading) -> Iterator[Heading]:
    """Every heading of an outline, in printed order."""
    yield outline
    for child in outline.children:
        yield from walk(child)


def trails(heading: Heading, above: tuple[Heading, ...] = ()) -> Iterator[tuple[Heading, ...]]:
    """Every heading with those that it stands under, the outermost first."""
    yield (trail := (*above, heading))
    for child in heading.children:
        yield from trails(child, trail)
