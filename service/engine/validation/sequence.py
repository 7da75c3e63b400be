"""Faults of a game's sequence of play: what is wrong at each heading, and with what is worked there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from inspect import signature
from typing import TYPE_CHECKING, Any, get_args

from service.engine.events import Event, Posted
from service.engine.orders import Order
from service.engine.outline import AtOwnPace, Dispatch, Each, Heading, Repeat, Step, Works, trails
from service.engine.registry import ENGINE_EVENTS, ENGINE_ORDERS, ENGINE_REPORTS
from service.engine.seats import EVERYBODY, NON_PHASING, PHASING, Seat, Speaker
from service.engine.validation.passing import faults_of_passing
from service.engine.validation.source import hands_out_post, opens_windows, procedures_of, told_and_done

if TYPE_CHECKING:
    from service.engine.game import AnyGame

UNHEEDED = ("by", "does", "ends", "when", "phasing", "timed")
"""What a Step has as a Heading, and what is asked of the AtOwnPace above it or of its own `begins` and `finishes`."""


PROCEDURES = {
    "does": "state, dice", "ends": "state, dice", "when": "state", "phasing": "state", "closes": "picture",
    "allows": "picture, order", "until": "state", "each": "state", "compose": "state, to, dice",
    "begins": "state, seat, dice", "finishes": "state, seat, dice", "takes": "state, seat",
}  # fmt: skip
"""What of a heading is a function, as far as it is given, and what the umpire calls it with."""


def faults_of_functions(given: object, entries: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Entries with something else where a function should be, each with what is wrong with it."""
    for name in entries:
        entry = getattr(given, name, None)
        if entry is not None and not callable(entry):
            yield name, f"is {entry!r}, which is no function."


def faults_of_procedures_called(heading: Heading) -> Iterator[str]:
    """Functions that cannot be called with what the umpire calls them with."""
    for name, called_with in PROCEDURES.items():
        entry = getattr(heading, name, None)
        if callable(entry):
            try:
                signature(entry).bind(*called_with.split(", "))
            except TypeError:
                own = getattr(entry, "__name__", "a function")
                yield f"`{name}` is called with ({called_with}), which {own}{signature(entry)} does not take."


def faults_of_outline(game: AnyGame) -> Iterator[str]:
    """What is wrong at each heading."""
    for trail in trails(game.outline):
        heading = trail[-1]
        at = f"At “{' › '.join(one.title for one in trail[1:]) or heading.title}”"
        yield from (f"{at} `{name}` {fault}" for name, fault in faults_of_functions(heading, PROCEDURES))
        yield from (f"{at} {fault}" for fault in faults_of_procedures_called(heading))
        yield from (f"{at} {fault}" for fault in faults_of_nameless(heading))
        yield from (f"{at} {fault}" for fault in faults_of_frame(heading))
        yield from (f"{at} {fault}" for fault in faults_of_orders(heading, game.orders))
        yield from (f"{at} {fault}" for fault in faults_of_passing(trail))
        speaking = {"by": heading.by, "to": heading.to if isinstance(heading, Dispatch) else None}
        for name, speaker in speaking.items():
            yield from (f"{at} {fault}" for fault in faults_of_speaker(name, speaker, trail, game.info.seats))
        if isinstance(heading, Repeat) and not can_end(heading):
            yield f"{at} the Repeat cannot end: its `until` never holds, whatever the position is."
        if heading.timed and not isinstance(heading, Step) and not opens_windows(game.outline, game.orders):
            yield f"{at} `timed` waits for the end of a time that nothing sets: no procedure opens a window."
        if isinstance(heading, Each) and heading.each is None:
            yield f"{at} nothing says what the Each goes through: it has no `each`."


CALLED_BY_NAME = ("when", "until", "each", "takes", "by", "to")
"""What the printed outline calls by its name, where it is a function."""


def faults_of_nameless(heading: Heading) -> Iterator[str]:
    """Functions that the printed outline has no name for."""
    for entry in CALLED_BY_NAME:
        function = getattr(heading, entry, None)
        if callable(function) and not getattr(function, "__name__", "").isidentifier():
            yield f"`{entry}` is a function without a name, and the outline calls it by that: write it with `def`."


def faults_of_frame(heading: Heading) -> Iterator[str]:
    """What cannot stand under a heading. Names, former ones too, say where a saved match stands."""
    names = Counter(name for child in heading.children for name in (child.name, *child.was))
    for name in (name for name, often in names.items() if often > 1 and name):
        yield f"two headings are called {name!r}."
    for child in heading.children:
        if not child.name:
            yield f"the title {child.title!r} makes no name: it needs a Latin letter or a figure."
    if isinstance(heading, AtOwnPace):
        yield from faults_of_steps(heading)
        return
    if isinstance(heading, Step) and heading.children:
        yield "nothing can stand under a Step."
    if isinstance(heading, Dispatch) and not heading.to:
        yield "the letter goes to nobody: it has no `to`."
    if heading.by == ():
        yield "nobody speaks: its `by` is empty."
    if heading.by is not None and heading.children:
        yield "somebody is asked for orders, so nothing can stand under it."
    for child in heading.children:
        if isinstance(child, Step):
            yield f"stands the Step {child.title!r}, which belongs under AtOwnPace."


def faults_of_steps(heading: AtOwnPace) -> Iterator[str]:
    """What is wrong with steps that each takes at its own pace, and with the heading above them."""
    if not heading.by:
        yield "nobody takes the steps: it has no `by`."
    if heading.orders:
        yield "its `orders` belong to its Steps."
    if not heading.children:
        yield "there is no Step to take."
    for child in heading.children:
        if not isinstance(child, Step):
            yield f"stands {child.title!r}, which is no Step."
        elif unheeded := [name for name in UNHEEDED if getattr(child, name)]:
            yield f"the Step {child.title!r} has {', '.join(f'`{name}`' for name in unheeded)}, which no Step heeds."


def faults_of_orders(heading: Heading, registered: Sequence[type[Order]]) -> Iterator[str]:
    """Orders that cannot be given, read back or worked as the heading has it."""
    if heading.works not in get_args(Works):
        yield f"`works` is {heading.works!r}; it is one of {', '.join(map(repr, get_args(Works)))}."
    for order in heading.orders:
        if order not in (*registered, *ENGINE_ORDERS):
            yield f"the order {order.__name__} is not registered among `orders`."
        if not is_offered(order):
            yield f"the order {order.__name__} is offered to nobody: it has no `offers`."
        if heading.works == "at once" and order.resolve is Order.resolve:
            yield f"nothing comes of the order {order.__name__}: it is worked at once, and has no `resolve`."
    if heading.orders and heading.by is None and not isinstance(heading, Step):
        yield "there are orders, and nobody speaks: it has no `by`."
    works = "finishes" if isinstance(heading, Step) else "ends"
    if heading.works == "when done" and heading.orders and getattr(heading, works) is None:
        named = " and ".join(order.__name__ for order in heading.orders)
        yield f"nobody works {named}, planned until all are done: it has no `{works}`."


def faults_of_speaker(
    entry: str, speaker: Speaker | None, trail: Sequence[Heading], seats: Sequence[Seat]
) -> Iterator[str]:
    """Whom a heading names that is not at the table."""
    if speaker is None or callable(speaker):
        return
    for role in (speaker,) if isinstance(speaker, str) else speaker:
        if role in (PHASING, NON_PHASING):
            if not any(heading.phasing for heading in trail):
                yield f"`{entry}` is {role!r}, and no heading above says who is phasing."
        elif role not in (EVERYBODY, *seats):
            yield f"`{entry}` names {role!r}, who is no seat of the game and no role."


def can_end(heading: Repeat) -> bool:
    """Whether a Repeat's condition holds at once, or at least looks at the position."""
    try:
        return heading.until is not None and bool(heading.until(Unseen()))
    except Exception:
        return True


class Unseen:
    """Stands in for a position, to find out who looks at it."""

    def __getattr__(self, name: str) -> Any:
        raise LookupError(name)


def faults_of_procedures(game: AnyGame) -> Iterator[str]:
    """Events and reports that the umpire could not write down, each once, and reports that wait for good."""
    registered = {*ENGINE_EVENTS, *game.events, *ENGINE_REPORTS, *game.reports}
    procedures = [(at, one, told_and_done(one)) for at, one in procedures_of(game.outline, game.orders)]
    for at, _, types in procedures:
        for named in sorted(types - registered, key=lambda named: named.__name__):
            registered.add(named)
            family = "event" if issubclass(named, Event) else "report"
            yield f"The {family} {named.__name__}, which comes of {at}, is not registered among `{family}s`."
    posting = [at for at, _, types in procedures if Posted in types]
    if posting and not any(hands_out_post(one) for _, one, _ in procedures):
        yield f"What is Posted at {posting[0]} is never told: no `compose` hands it out with `deliver_post`."


def is_offered(order: type[Order]) -> bool:
    """Whether an order type lists options of its own."""
    return any("offers" in vars(one) for one in order.__mro__[: order.__mro__.index(Order)])
