"""What a newcomer is told while they play: a lesson at each heading that they meet for the first time.

A game writes its lessons as one Markdown text. `## name Title` opens a lesson: `name` is a heading's of the sequence of
play, or one of OCCASIONS. Its paragraphs are labelled: what is asked, something to try, why, and what the enemy learns
of it. `Try as US (move unit=U-I1 path=1203): ...` advises an order: its kind, and some of what it says (`done` closes
the step; several values have commas between them, and of a path the end alone is named). Such an advice is given only
where just that can be ordered. Of several the first that can be followed is given, so the best stands first. A
paragraph `Because: ...` after it says why that is advised.

What an advice says of the position has to hold when it is given. So it may be for a turn alone (`Try in turn 1`), for
those after it (`Try after turn 1`), or for when nothing stands on the sheet yet (`Try first`); the value `@met` is a
place where its reader knows of somebody, or of several parts of the map those in which they do; the value `@aim` is
the place to which the aim of their side calls who is ordered (`PlainWords.errand`), `@onward` the next on the way
there, and `@why` says in its words what that counts; `@best` is the value that serves best by what the reader knows;
and `@target` in its words is what the order has there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from zlib import crc32

from service.engine.figures import filled
from service.engine.options import Choice, Destination, Domain, Option, Places, Range, Routes, Several
from service.engine.places import Place
from service.engine.seats import Seat
from service.engine.tables import DataFault

WELCOME, WAITING, LETTER, OVER = "welcome", "waiting", "letter", "over"
OCCASIONS = (WELCOME, WAITING, LETTER, OVER)
"""Lessons that belong to no heading: before anything is asked, the first wait, the first letter, the end."""

LABEL = re.compile(
    r"(Asked|Why|Because|The enemy learns|Try(?: as (?P<seat>\w+))?(?: (?P<when>in|after) turn (?P<turn>\d+))?"
    r"(?P<first> first)?(?: \((?P<order>[^)]+)\))?): ",
    re.ASCII,
)
MET = "@met"
"""In the place of a value: a place where the reader knows of somebody."""
AIM, ONWARD = "@aim", "@onward"
"""In the place of a value: the place to which the aim of the reader's side calls who is ordered, or the next on the way
to it."""
BEST = "@best"
"""In the place of a value: of the numbers that may stand there the least that serves best by the odds, of the places
the one that the game's words name (`PlainWords.best_place`), of several those (`best_group`). What else is said of the
order is settled before it."""
WHY = "why"
"""In the words of an advice, as `@why`: why the place of its `@aim` is worth going to."""
NAMED = re.compile(r"@(\w+)", re.ASCII)
"""In the words of an advice: what its order has in the field of this name."""
MOST_LETTERS_IN_SIGHT = 104
"""So many letters of a lesson's note take three lines at most beside its button, on a phone."""


@dataclass(frozen=True, kw_only=True)
class Advice:
    """Something to try, in Markdown: an order of this `kind`, in which `says` stands; none where it is "".

    `because` is why, "" where the lesson's own reason serves. `seat`: whom it suits, "" for all. What `says` leaves
    open is the player's to choose. It is given in the turns from `since` to `until` (both included, None for no end),
    and where it is `first` as long as nothing stands on the sheet.
    """

    said: str
    because: str = ""
    seat: Seat = ""
    kind: str = ""
    says: Mapping[str, str] = field(default_factory=dict)
    since: int = 0
    until: int | None = None
    first: bool = False

    def suits(self, seat: Seat, turn: int, *, written: bool) -> bool:
        """Whether it is meant for this seat now; `written`: something stands on its sheet."""
        its_time = self.since <= turn and (self.until is None or turn <= self.until)
        return self.seat in ("", seat) and its_time and not (self.first and written)

    def followed(self, options: Sequence[Option], basis: AdviceBasis) -> Followed | None:
        """The first of these options by which it can be followed and is still to be; None where there is none."""
        for option in options:
            if option.kind != self.kind or not self.says.keys() <= option.fixed.keys() | option.fields.keys():
                continue
            if any(option.routes) and not basis.goes(option):
                continue
            settled = {name: text for name, text in self.says.items() if name in option.fixed}
            if not all(is_fixed(option.fixed[name], text, basis) for name, text in settled.items()):
                continue
            fields = {name: text for name, text in self.says.items() if name in option.fields}
            called = {name: called_to(option.fields[name], text, option, basis)
                      for name, text in fields.items() if text in (AIM, ONWARD)}  # fmt: skip
            values = {name: called[name].value if name in called else value_in(option.fields[name], text, option, basis)
                      for name, text in fields.items() if text != BEST}  # fmt: skip
            for name in (name for name, text in fields.items() if text == BEST and None not in values.values()):
                values[name] = basis.best(Followed(option, values), name)
            found = Followed(option, values, "".join(one.why for one in called.values()))
            if None not in values.values() and not basis.left(self, found) and not basis.vain(found):
                return found
        return None


@dataclass(frozen=True)
class Errand:
    """To which place the aim of a side calls a unit, and why, such as `Weidenau counts 2 points`.

    `there`: it is that place which counts; else it is one on the way.
    """

    place: Place
    why: str
    there: bool = True


def nowhere(_option: Option, _places: Collection[Place]) -> Errand | None:
    """No aim calls anybody anywhere."""
    return None


def nowhere_alone(_option: Option) -> bool:
    """Nobody can go alone where all cannot go together."""
    return False


def nothing_best(_followed: Followed, _name: str) -> Any:
    """Nobody can say which value serves best."""
    return None


def nothing_vain(_followed: Followed) -> bool:
    """Nobody can say what an order comes to."""
    return False


def nothing_left(_advice: Advice, _followed: Followed) -> bool:
    """Nobody has left out anything that was advised."""
    return False


@dataclass(frozen=True)
class AdviceBasis:
    """What an advice goes by: where an option can take its units that is worth advising, and where, in places and parts
    of the map, somebody is known to be; to which of several places the aim of the reader's side calls who an option is
    given to; whether the reader had an advice before them, and left it; whether one of several can go somewhere
    `alone`; whether an order promises too little; and which value of a field serves `best` in an order of which the
    rest is settled, None where none does."""

    reach: Callable[[Option], Sequence[Destination]]
    met: Collection[object] = ()
    errand: Callable[[Option, Collection[Place]], Errand | None] = nowhere
    left: Callable[[Advice, Followed], bool] = nothing_left
    alone: Callable[[Option], bool] = nowhere_alone
    vain: Callable[[Followed], bool] = nothing_vain
    best: Callable[[Followed, str], Any] = nothing_best

    def goes(self, option: Option) -> bool:
        """Whether those to whom a way is given can go anywhere, together or one of them alone."""
        return bool(self.reach(option)) or self.alone(option)


@dataclass(frozen=True)
class Followed:
    """How an advice is followed: by this option, with these values in its fields, as the API would have them.

    `why` is what the place counts to which the aim calls, where the advice has one.
    """

    option: Option
    values: Mapping[str, Any]
    why: str = ""

    @property
    def says(self) -> Mapping[str, Any]:
        """All that the order has, as far as it is settled."""
        return {**self.option.fixed, **self.values}

    @property
    def name(self) -> str:
        """What tells this order from others that a reader may be advised at the same question."""
        said = f"{self.option.kind} {sorted(self.says.items())}"
        return f"{crc32(said.encode()):08x}"


def is_fixed(value: object, text: str, basis: AdviceBasis) -> bool:
    """Whether a value of an option is what a text says."""
    return value in basis.met if text == MET else str(value).lower() == text.lower()


@dataclass(frozen=True)
class Called:
    """A value to which the aim calls, None where it calls to none, and why."""

    value: Any = None
    why: str = ""


def called_to(domain: Domain, text: str, option: Option, basis: AdviceBasis) -> Called:
    """To which value of a domain the aim of the reader's side calls: of ways, or of places where somebody is known."""
    values: Mapping[Place, Any]
    match domain:
        case Places():
            values = {place: place for place in domain.places if place in basis.met}
        case Routes():
            values = {one.place: one.path for one in basis.reach(option)}
        case _:
            return Called()
    errand = basis.errand(option, values.keys())
    if errand is None or errand.there != (text == AIM):
        return Called()
    return Called(values[errand.place], errand.why)


def value_in(domain: Domain, text: str, option: Option, basis: AdviceBasis) -> Any:
    """What a text says, as a value of a domain; None where the domain has no such value."""
    match domain:
        case Choice():
            return next((value for value in domain.values if is_fixed(value, text, basis)), None)
        case Range():
            return int(text) if domain.least <= int(text) <= domain.most else None
        case Places():
            return next((place for place in domain.places if is_fixed(place, text, basis)), None)
        case Several():
            found = sorted(str(value) for value in domain.values if value in basis.met)
            values = found[: domain.most] if text == MET else text.split(",")
            if not values:
                return None
            return values if set(values) <= set(domain.values) and domain.least <= len(values) <= domain.most else None
        case Routes():
            return next((one.path for one in basis.reach(option) if is_fixed(one.place, text, basis)), None)


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """What is said at a heading, in Markdown: what is asked and what to try in a line or two each, the rest in more."""

    name: str
    title: str
    asked: str
    why: str
    learns: str
    tries: tuple[Advice, ...] = ()

    def advices(self, seat: Seat, turn: int, *, written: bool) -> Iterator[Advice]:
        """What this seat may try now, the best first; `written`: something stands on its sheet."""
        return (one for one in self.tries if one.suits(seat, turn, written=written))

    def texts(self) -> Iterator[str]:
        """All that it can say to anybody."""
        yield from (
            self.asked,
            self.why,
            self.learns,
            *(words for one in self.tries for words in (one.said, one.because) if words),
        )


@dataclass(frozen=True, kw_only=True)
class Coach:
    """A game's lessons by name, and the match to have them in: its scenario, and the seat that is played first."""

    scenario: str
    seat: Seat
    lessons: Mapping[str, Lesson]

    def due(self, met: tuple[str, ...], occasions: tuple[str, ...]) -> Lesson | None:
        """The first lesson for which there is occasion and that was not had yet."""
        return next((self.lessons[name] for name in occasions if name in self.lessons and name not in met), None)


def coach(file: Path, figures: Mapping[str, object], *, scenario: str, seat: Seat) -> Coach:
    """The lessons of a text, with its figures; DataFault for a paragraph that is labelled as none of ours."""
    _, *written = re.split(r"^## ", filled(file.read_text("utf-8"), figures, file.name), flags=re.MULTILINE)
    lessons = [lesson(text, file.name) for text in written]
    return Coach(scenario=scenario, seat=seat, lessons={one.name: one for one in lessons})


def lesson(text: str, where: str) -> Lesson:
    """One lesson."""
    head, _, body = text.partition("\n")
    name, _, title = head.partition(" ")
    said: dict[str, str] = {}
    tries: list[Advice] = []
    for paragraph in filter(None, (part.strip() for part in body.split("\n\n"))):
        label = LABEL.match(paragraph)
        if label is None:
            raise DataFault(where, name, f"a paragraph without a label: {paragraph[:40]}")
        words = " ".join(paragraph[label.end() :].split())
        if label[1].startswith("Try"):
            kind, *parts = (label["order"] or "").split() or [""]
            says = dict(part.split("=", 1) for part in parts if "=" in part)
            if len(says) < len(parts):
                raise DataFault(where, name, f"an order that cannot be read: {label['order']}")
            turn = int(label["turn"] or 0)
            since, until = (turn + 1, None) if label["when"] == "after" else (turn, turn or None)
            tries.append(
                Advice(said=words, seat=label["seat"] or "", kind=kind, says=says, since=since, until=until,
                       first=bool(label["first"]))
            )  # fmt: skip
        elif label[1] == "Because":
            if not tries:
                raise DataFault(where, name, f"a reason for no advice: {words[:40]}")
            tries[-1] = replace(tries[-1], because=words)
        else:
            said[label[1]] = words
    for one in (said.get("Asked", ""), *(advice.said for advice in tries)):
        if len(one) > MOST_LETTERS_IN_SIGHT:
            raise DataFault(where, name, f"{len(one)} letters, where {MOST_LETTERS_IN_SIGHT} are in sight: {one[:40]}")
    try:
        return Lesson(
            name=name,
            title=title.strip(),
            asked=said["Asked"],
            why=said["Why"],
            learns=said["The enemy learns"],
            tries=tuple(tries),
        )
    except KeyError as lacking:
        raise DataFault(where, name, f"the paragraph {lacking} is missing") from None
