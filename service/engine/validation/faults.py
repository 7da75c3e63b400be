"""Faults of a game that would else show in the midst of a match, each in one sentence that names its place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from inspect import isfunction
from typing import TYPE_CHECKING, Any, Literal

from service.engine.corrections import Correction
from service.engine.events import Event
from service.engine.faculties import Abridged, Book, Forces, Records, Scorekeeping, Standing, given_type, score_type
from service.engine.kinds import kind_of
from service.engine.lines import list_orders
from service.engine.orders import Order
from service.engine.registry import ENGINE_CORRECTIONS, ENGINE_EVENTS, ENGINE_ORDERS, ENGINE_REPORTS
from service.engine.reports import Report
from service.engine.seats import EVERYBODY, NON_PHASING, PHASING, Seat
from service.engine.sentences import plain_text
from service.engine.state import Picture, Position
from service.engine.validation.openings import faults_at_first_question, faults_of_scenarios, raised
from service.engine.validation.sequence import faults_of_functions, faults_of_outline, faults_of_procedures, is_offered
from service.engine.words import PlainWords

if TYPE_CHECKING:
    from service.engine.game import AnyGame

FACULTIES: Mapping[str, type] = {
    "forces": Forces, "standing": Standing, "records": Records, "book": Book, "score": Scorekeeping, "stored": Abridged,
}  # fmt: skip
"""The Protocol of each entry of a Game that has to be given whole."""

QUESTIONS = ("set_up", "view", "answer", "odds", "foretell", "at_once", "other_ways", "sight", "no_shot",
             "ground", "bind")  # fmt: skip
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


def own_classes(made: type, base: type) -> Iterator[type]:
    """The classes that a game has derived from one of the engine's, as far as they say what fields they have."""
    return (one for one in made.__mro__ if one not in base.__mro__ and "__annotations__" in vars(one))


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
