"""Order forms: an option of the umpire becomes a form, of `fields`; what it sends is read in `sent_forms.py`.

A form's fields say in their names what they hold: for one of an option its domain (`choice:mode`, `range:csps`,
`several:assets`, `places:hex`, `routes:path`), for one of a line that is written by hand how (`written-place:post`).
So a sent form is read without asking again what was on offer; whether the order is lawful, the umpire says.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from starlette.datastructures import FormData

from service.engine.options import Choice, Destination, Domain, Option, Places, Range, Routes, Scalar, Several
from service.engine.places import Ground, shown_place
from service.engine.sentences import Sentence
from web.parts.fields import Field, FormValues, FormWords, drawn, refilled, ticked


@dataclass(frozen=True, kw_only=True)
class Form:
    """One order form: the order's kind, what is settled already, and the fields to fill in."""

    kind: str
    fixed: str
    fields: tuple[Field, ...]
    rule: str | None
    is_begun: bool = False
    """Whether somebody had filled it in, and it has come back to them."""

    @property
    def is_written(self) -> bool:
        """Whether in one of the fields any place of the map is to be written, which may be pointed out there."""
        return any(field.control == "place" and not field.places for field in self.fields)

    @property
    def in_sight(self) -> tuple[Field, ...]:
        """The fields that are asked for at first sight."""
        return tuple(field for field in self.fields if not field.is_folded)

    @property
    def folded(self) -> tuple[Field, ...]:
        """Those below a fold."""
        return tuple(field for field in self.fields if field.is_folded)

    @property
    def is_unfolded(self) -> bool:
        """Whether something below the fold has been filled in."""
        return any(
            field.held or field.now not in ("", *(one.value for one in field.items[:1])) for field in self.folded
        )

    @property
    def asks(self) -> Field | None:
        """The first field that asks for a choice; None where all are filled in."""
        return next((field for field in self.fields if field.settled is None), None)

    @property
    def settled(self) -> FormData | None:
        """What this form sends as it stands; None while one of its fields asks for a choice."""
        return self._sent({field.name: field.settled for field in self.fields})

    @property
    def sample(self) -> FormData | None:
        """What it sends with the first value where a choice is missing; None where that is to be written."""
        return self._sent({field.name: field.settled or field.first for field in self.fields})

    def _sent(self, said: Mapping[str, list[str] | None]) -> FormData | None:
        if any(values is None for values in said.values()):
            return None
        fields = [(name, value) for name, values in said.items() for value in values or ()]
        return FormData([("kind", self.kind), ("fixed", self.fixed), *fields])

    def filled(self, sent: FormValues) -> Form:
        """The form as somebody had filled it in, where it was this one that they sent."""
        if sent.get("kind") != self.kind or not same(str(sent.get("fixed") or "{}"), self.fixed):
            return self
        return replace(self, is_begun=True, fields=tuple(refilled(field, sent) for field in self.fields))


def first_of(form: Form, names: Sequence[str]) -> Form:
    """A form with the fields of these names before the others."""
    rest = len(names)
    rank = {name: place for place, name in enumerate(names)}
    fields = sorted(form.fields, key=lambda field: rank.get(field.name.partition(":")[2], rest))
    return replace(form, fields=tuple(fields))


def same(one: str, other: str) -> bool:
    """Whether two texts of what is settled say the same."""
    try:
        return bool(json.loads(one) == json.loads(other))
    except (ValueError, RecursionError):
        return False


def draw(
    option: Option,
    words: FormWords,
    destinations: Iterable[Destination] = (),
    now: Mapping[str, Scalar] | None = None,
    units: Sequence[str] = (),
) -> Form:
    """An option as a form, filled in with what holds `now`; where it is chosen who goes, these `units` go."""
    fields = [
        replace(field, control="party", held=tuple(units)) if name in option.companions else
        ticked(replace(field, is_folded=name in option.folded), units)
        for name, domain in option.fields.items()
        for field in [drawn(name, domain, words, destinations)]
    ]  # fmt: skip
    if now:
        fields = [
            replace(field, now=json.dumps(now[name])) if name in now else field
            for name, field in zip(option.fields, fields, strict=True)
        ]
    return Form(
        kind=option.kind,
        fixed=json.dumps(option.fixed, ensure_ascii=False),
        fields=tuple(fields),
        rule=option.rule,
    )


def merged(options: Sequence[Option]) -> list[Option]:
    """Options that differ only in which places go with how many points, as one: the umpire checks what is named."""
    kept: list[Option] = []
    for option in options:
        place = next((place for place, other in enumerate(kept) if alike(other, option)), None)
        if place is None:
            kept.append(option)
        else:
            fields = {name: both(domain, option.fields[name]) for name, domain in kept[place].fields.items()}
            kept[place] = replace(kept[place], fields=fields)
    return kept


def alike(one: Option, other: Option) -> bool:
    """Whether two options settle the same and ask the same, but for places and numbers."""
    return (
        (one.fixed, one.fields.keys()) == (other.fixed, other.fields.keys())
        and all(
            domain == other.fields[name]
            or (isinstance(domain, Places | Range) and isinstance(other.fields[name], type(domain)))
            for name, domain in one.fields.items()
        )
        and any(isinstance(domain, Places) for domain in one.fields.values())
    )


def both(one: Domain, other: Domain) -> Domain:
    """Two domains of one kind as one that holds both."""
    match one, other:
        case Places(), Places():
            return replace(one, places=tuple(sorted({*one.places, *other.places})))
        case Range(), Range():
            return replace(one, least=min(one.least, other.least), most=max(one.most, other.most))
    return one


def told_apart(options: Sequence[Option], plain: Callable[[Sentence], str], ground: Ground | None) -> list[str]:
    """A label for each of several options that share what is settled: their titles, or what differs in their fields."""
    titles = [plain(option.title) for option in options]
    if len(set(titles)) == len(titles):
        return titles
    differing = [name for name in options[0].fields if len({repr(option.fields.get(name)) for option in options}) > 1]
    return [
        ", ".join(spanned(option.fields[name], ground) for name in differing if name in option.fields)
        for option in options
    ]


def spanned(domain: Domain, ground: Ground | None) -> str:
    """A domain in short."""
    match domain:
        case Range():
            return f"{domain.least} to {domain.most}"
        case Places():
            return " ".join(shown_place(place, ground) for place in domain.places[:4]) + (
                " …" if len(domain.places) > 4 else ""
            )
        case Choice() | Several():
            return " ".join(map(str, domain.values[:4]))
        case Routes():
            return domain.follows or ""
