"""Faults of a game that would else show in the midst of a match, each in one sentence that names its place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from inspect import isfunction, signature
from typing import TYPE_CHECKING, Any, Literal, get_args

from service.engine.corrections import Correction
from service.engine.events import Event, Posted
from service.engine.faculties import Abridged, Book, Forces, Records, Scorekeeping, Standing, given_type, score_type
from service.engine.kinds import kind_of
from service.engine.lines import list_orders
from service.engine.orders import Order
from service.engine.outline import AtOwnPace, Dispatch, Each, Heading, Repeat, Step, Works, trails
from service.engine.registry import ENGINE_CORRECTIONS, ENGINE_EVENTS, ENGINE_ORDERS, ENGINE_REPORTS
from service.engine.reports import Report
from service.engine.seats import EVERYBODY, NON_PHASING, PHASING, Seat, Speaker
from service.engine.sentences import plain_text
from service.engine.state import Picture, Position
from service.engine.validation.openings import faults_at_first_question, faults_of_scenarios, raised
from service.engine.validation.passing import faults_of_passing
from service.engine.validation.source import hands_out_post, opens_windows, procedures_of, told_and_done
from service.engine.words import PlainWords

if TYPE_CHECKING:
    from service.engine.game import AnyGame

FACULTIES: Mapping[str, type] = {
    "forces": Forces, "standing": Standing, "records": Records, "book": Book, "score": Scorekeeping, "stored": Abridged,
}  # fmt: skip
"""The Protocol of each entry of a Game that has to be given whole."""

QUESTIONS = ("set_up", "view", "answer", "odds", "foretell", "at_once", "other_ways", "sight", "ground", "bind")
"""What of a Game is a function, as far as it is given."""

BESIDE: Mapping[str, tuple[str, ...]] = {"report": ("occasion",)}
"""What is stored beside the fields of an order, event or report, under a name that none of them can have."""


class FaultyGame(ValueError):
    """A game cannot be played as it is. `faults` are the sentences that say why."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)


@lru_cache(maxsize=64)
def faults_of(game: AnyGame) -> tuple[str, ...]:
    """All faults of a game that can be found without playing it, each sentence beginning with the game's name.

    Whatever a game's own code raises on the way is a fault too, and is never raised here.
    """
    looked: dict[str, Callable[[AnyGame], Iterator[str]]] = {
        "What it is called": faults_of_names,
        "What is registered": faults_of_types,
        "Its sequence of play": faults_of_outline,
        "Its procedures": faults_of_procedures,
        "Its faculties": faults_of_faculties,
        "What its scenarios open with": faults_of_scenarios,
    }
    faults = [fault for what, look in looked.items() for fault in found(what, look, game)]
    faults = faults or found("A match of it", faults_at_first_question, game)
    return tuple(dict.fromkeys(f"{game.info.name}: {fault}" for fault in faults))


def found(what: str, look: Callable[[AnyGame], Iterator[str]], game: AnyGame) -> list[str]:
    """The faults that one look at a game finds, until that cannot go on."""
    faults: list[str] = []
    try:
        faults.extend(look(game))
    except Exception as fault:  # whatever a game's own code can raise
        faults.append(f"{what} cannot be looked through: {raised(fault)}.")
    return faults


# ---- what it is called

NAME = re.compile(r"[^\W_](?:[\w .-]{0,38}[\w.-])?")
"""What a game, a scenario and a seat may be called: their names stand in addresses, cookies and files."""


def faults_of_names(game: AnyGame) -> Iterator[str]:
    """Names that no address could hold, and seats that could be taken for others."""
    seats = game.info.seats
    named = [("game", game.info.name), *(("scenario", name) for name in game.info.scenarios)]
    for what, name in (*named, *(("seat", seat) for seat in seats)):
        if NAME.fullmatch(name) is None:
            yield (
                f"The {what} {name!r} is no name: it has 1 to 40 letters, figures, spaces, hyphens, full stops or "
                "underscores, begins with a letter or figure, and does not end with a space."
            )
    if not seats:
        yield "There is no seat at the table."
    first: dict[str, Seat] = {}
    for seat in seats:
        if seat in (PHASING, NON_PHASING, EVERYBODY):
            yield f"The seat {seat!r} is called as a role is."
        if seat.casefold() in first:
            yield f"The seats {first[seat.casefold()]!r} and {seat!r} have one name."
        first.setdefault(seat.casefold(), seat)


# ---- what is registered


def faults_of_types(game: AnyGame) -> Iterator[str]:
    """Types that nothing could be read back as, or that have a name of the engine's for something else."""
    families: Mapping[str, tuple[type, Sequence[type[Any]]]] = {
        "order": (Order, (*ENGINE_ORDERS, *game.orders)),
        "event": (Event, (*ENGINE_EVENTS, *game.events)),
        "report": (Report, (*ENGINE_REPORTS, *game.reports)),
        "correction": (Correction, (*ENGINE_CORRECTIONS, *game.corrections)),
    }
    for family, (base, types) in families.items():
        names: dict[str, str] = {}
        for one in dict.fromkeys(types):
            kind = kind_of(one)
            if not isinstance(one.__dataclass_fields__["kind"].default, str):
                lack = "has no kind" if is_dataclass_itself(one) else "is no dataclass: it lacks its `@dataclass`"
                yield f"The {family} {one.__name__} {lack}."
            elif kind in names:
                yield f"The {family}s {names[kind]} and {one.__name__} are both of kind {kind!r}."
            names.setdefault(kind, one.__name__)
            for field in fields(one):
                if field.name != "kind" and (hasattr(base, field.name) or field.name in BESIDE.get(family, ())):
                    yield f"The {family} {one.__name__} has a field {field.name!r}, which is a name of the engine's."
    for made, base in ((game.position, Position), (game.picture, Picture)):
        of_engine = {field.name for field in fields(base)} - {"pictures"}
        for name in sorted(
            of_engine & {name for one in own_classes(made, base) for name in vars(one)["__annotations__"]}
        ):
            yield f"{made.__name__} has a field {name!r} of its own, which is the engine's."
    for order in game.anytime:
        if order not in game.orders:
            yield f"The order {order.__name__}, lawful at any time, is not registered among `orders`."
        if not is_offered(order):
            yield f"The order {order.__name__}, lawful at any time, is offered to nobody: it has no `offers`."
    for name, many in Counter(one.of.name for one in list_orders(game.orders)).items():
        if many > 1:
            yield f"{many} lists of standing lines have the name {name!r}."


def is_dataclass_itself(one: type) -> bool:
    """Whether a type was made a dataclass, and not merely one of those that it derives from."""
    return "__dataclass_fields__" in vars(one)


def is_offered(order: type[Order]) -> bool:
    """Whether an order type lists options of its own."""
    return any("offers" in vars(one) for one in order.__mro__[: order.__mro__.index(Order)])


def own_classes(made: type, base: type) -> Iterator[type]:
    """The classes that a game has derived from one of the engine's, as far as they say what fields they have."""
    return (one for one in made.__mro__ if one not in base.__mro__ and "__annotations__" in vars(one))


# ---- the sequence of play

UNHEEDED = ("by", "does", "ends", "when", "phasing", "timed")
"""What a Step has as a Heading, and what is asked of the AtOwnPace above it or of its own `begins` and `finishes`."""


PROCEDURES = {
    "does": "state, dice", "ends": "state, dice", "when": "state", "phasing": "state", "closes": "picture",
    "allows": "picture, order", "until": "state", "each": "state", "compose": "state, to, dice", "begins": "state, seat, dice",
    "finishes": "state, seat, dice", "takes": "state, seat",
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


# ---- faculties


def faults_of_faculties(game: AnyGame) -> Iterator[str]:
    """Faculties that are given in part, and reports of the game that its own words leave out."""
    for name, protocol in FACULTIES.items():
        given = getattr(game, name)
        if given is None:
            continue
        if missing := [function for function in functions_of(protocol) if not has(given, function, protocol)]:
            yield f"The faculty `{name}` is half given: it lacks {', '.join(missing)}."
        elif name == "standing" and given_type(given) in (Any, type(None)):
            yield "What is `given` by standing orders does not declare of which type it is."
        elif name == "score" and not is_dataclass(score_type(given)):
            yield "The scorekeeping's `after` does not declare of which dataclass that is which it keeps."
    yield from (f"`{name}` {fault}" for name, fault in faults_of_functions(game, QUESTIONS))
    if (game.data is None) != (game.bind is None):
        lacking = "a `bind`" if game.bind is None else "the `data`"
        yield f"The set of data is half given: it lacks {lacking}."
    for report in game.reports:
        if not has_sentence(game.words, report):
            yield f"The report {report.__name__} has no sentence."


def functions_of(protocol: type) -> list[str]:
    """The functions that a faculty has to have, in the Protocol's order."""
    return [name for name, made in vars(protocol).items() if isfunction(made) and not name.startswith("_")]


def has(faculty: object, function: str, protocol: type) -> bool:
    """Whether a faculty has a function of its own: a Protocol that it derives from has none to give."""
    found = getattr(faculty, function, None)
    return callable(found) and getattr(found, "__func__", found) is not vars(protocol)[function]


def has_sentence(words: PlainWords, report: type[Report]) -> bool:
    """Whether a game's own words say anything of a report but what they say of one that nobody has ever heard of.

    Plain words are none of its own. Others are asked about a report of which nothing can be read: words that try have a
    sentence for it. Words that stand in a table by type are asked about a report of that very type.
    """
    if getattr(words.prose, "__func__", None) is PlainWords.prose:
        return True
    return any(
        said_of(words, blank) not in (None, said_of(PlainWords(), blank), said_of(words, unheard))
        for blank, unheard in ((blank_of(report), blank_of(Unheard)), (bare(report), bare(Unheard)))
    )


@dataclass(frozen=True, kw_only=True)
class Unheard(Report):
    """A report of no game."""

    kind: Literal["-unheard-of-"] = "-unheard-of-"


class BlankReportRead(Exception):
    """Somebody has tried to read an entry of a blank report."""


TRIES = "a sentence that is made of what the report holds"


def said_of(words: PlainWords, report: Report) -> str | None:
    """What words say of a report, its kind left out; None where they fail for another reason than that it is blank."""
    try:
        said = plain_text(words.prose(report)).casefold()
    except BlankReportRead:
        return TRIES
    except AttributeError as lacking:
        return TRIES if lacking.obj is report else None
    except Exception:
        return None
    return said.replace(report.kind, "").replace(report.kind.replace("-", " "), "")


def bare(report: type[Report]) -> Report:
    """A report of this very type that holds nothing but its kind."""
    blank: Report = object.__new__(report)
    object.__setattr__(blank, "kind", kind_of(report))
    return blank


def blank_of(report: type[Report]) -> Report:
    """A report of this type whose entries, but for its kind, cannot be read: BlankReportRead for each."""
    entries = (report.__dataclass_fields__.keys() - {"kind"}) | {"__dict__"}

    def read(self: Report, name: str) -> Any:
        if name in entries:
            raise BlankReportRead(name)
        return object.__getattribute__(self, name)

    blank: Report = object.__new__(type(report.__name__, (report,), {"__getattribute__": read}))
    return blank
