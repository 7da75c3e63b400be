"""The fields of an order form: what each may take, how it is shown, and what an untouched form sends of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from starlette.datastructures import FormData, QueryParams

from service.engine.options import Choice, Destination, Domain, Places, Range, Routes, Scalar, Several
from service.engine.places import LONGEST_PLACE, Ground, Place, called_place
from service.engine.sentences import plain_text

FEW_PLACES = 40
ROOM = 4
"""So many letters more than the longest name has, for spaces, which are read over, and commas."""
NOBODY = "-"
"""Sent of a set of which nothing is chosen, where that is not the same as to leave it out."""
BETWEEN = "|"
"""Between the places of a way, as a form sends it."""
AROUND = 6
"""So many places are put as buttons, as those around a unit."""
BAND = 14
"""So many places in reach stand together in a list; those that cost alike are never parted."""

MANY_WAYS, NAMED = 60, "Places with a name"
"""From more places in reach than this on, a list begins with those that players look for by name, under this title."""

IN_LINE = "line+"
"""Before the name of a field that is of one line more, in an order that holds all of them."""

FormValues = FormData | QueryParams


@dataclass(frozen=True)
class FormWords:
    """How a game says a field's name, a field's value and a way's cost; and the ground on which places are read.

    `met` says who of the enemy is held to be in a place, `place` where on the map that lies which a value stands for,
    `stock` of whose points a number is taken, and how many of these are left, or that nobody is known in the places,
    or what a choice changes.
    """

    label: Callable[[str], str]
    value: Callable[[str, Scalar], str]
    met: Callable[[Place], str] = lambda place: ""
    place: Callable[[str, Scalar], str] = lambda name, value: ""
    ground: Ground | None = None
    cost: Callable[[str], str] = str
    stock: Callable[[str], str] = lambda field: ""


@dataclass(frozen=True, kw_only=True)
class Item:
    """One value that a field may take, as the form sends it and as the page says it.

    `place` is where on the map that lies which it stands for, several places with bars between; `about` says who is
    held to be there.
    """

    value: str
    label: str
    place: str | None = None
    about: str = ""


@dataclass(frozen=True, kw_only=True)
class ItemBand:
    """Values that stand together in a long list, nearest first."""

    label: str
    items: tuple[Item, ...]


@dataclass(frozen=True, kw_only=True)
class Field:
    """One field of an order form, filled in with `now`; of several values, with `held`.

    `control` is radio, select, number, place, around (a few places), checks, party (the units that were chosen before),
    route, text (which may be left empty) or hidden.
    """

    name: str
    label: str
    control: str
    items: tuple[Item, ...] = ()
    bands: tuple[ItemBand, ...] = ()
    least: int = 0
    most: int = 0
    now: str = ""
    held: tuple[str, ...] = ()
    noun: str = "place"
    in_figures: bool = False
    """What a place is called that is to be written, and whether what is written is figures alone."""
    places: str = ""
    """Which places may be written, with bars between, where these are not all."""
    stock: str = ""
    """Of whose points a number is taken, and how many of these are left, or that nobody is known in these places."""
    usual: str = ""
    """What it means to leave a set out, where that is not the same as to choose nothing of it."""
    is_folded: bool = False
    """Whether it stands below a fold, as what is seldom filled in."""

    @property
    def on_map(self) -> bool:
        """Whether its values are chosen on the map too."""
        return self.control == "place" or any(item.place for item in self.items)

    @property
    def settled(self) -> list[str] | None:
        """What an untouched form sends of it; None while it asks for a choice."""
        match self.control:
            case "checks" | "party":
                return [self.now, *self.held] if len(self.held) >= self.least else None
            case "number":
                return [self.now or str(self.least)]
            case "radio" | "hidden":
                return [self.now or self.items[0].value]
            case "select" if len(self.items) == 1:
                return [self.items[0].value]
            case "text":
                return [self.now]
        return [self.now] if self.now else None

    @property
    def first(self) -> list[str] | None:
        """The first of what may be chosen, as few as may be; None where nothing is offered."""
        values = [item.value for item in self.items]
        if self.control == "checks":
            return ["", *values[: self.least]]
        return values[:1] or None


def refilled(field: Field, sent: FormValues) -> Field:
    """A field with what was sent of it, as far as it may still hold that."""
    values = [value for value in sent.getlist(field.name) if isinstance(value, str)]
    if field.control == "checks":
        offered = {item.value for item in field.items}
        now = NOBODY if field.usual and NOBODY in values else ""
        return replace(field, now=now, held=tuple(value for value in values if value in offered))
    if field.control in ("radio", "select", "route", "around") and values[:1] != [""]:
        values = [value for value in values if any(item.value == value for item in field.items)]
    return replace(field, now=values[0]) if values else field


def ticked(field: Field, units: Sequence[str]) -> Field:
    """A field of several with those of the chosen units that are offered in it, as far as they may go together."""
    if field.control != "checks" or field.usual:
        return field
    offered = [item.value for item in field.items]
    among = tuple(unit for unit in dict.fromkeys(units) if unit in offered)
    return replace(field, held=among) if field.least <= len(among) <= field.most else field


def drawn(name: str, domain: Domain, words: FormWords, destinations: Iterable[Destination]) -> Field:
    """One field for one domain."""
    label = words.label(name)
    match domain:
        case Choice():
            called = (plain_text(one, words.ground) for one in domain.labels)
            labels = tuple(called) or tuple(words.value(name, value) for value in domain.values)
            items = tuple(
                Item(value=json.dumps(value), label=text, place=words.place(name, value) or None)
                for value, text in zip(domain.values, labels, strict=True)
            )
            if domain.values in ((False,), (None,)):
                return Field(name=f"choice:{name}", label=label, control="hidden", items=items)
            control = "radio" if len(items) <= 4 and sum(len(item.label) for item in items) <= 48 else "select"
            return Field(name=f"choice:{name}", label=label, control=control, items=items, stock=words.stock(name))
        case Range() if domain.least == domain.most:
            items = (Item(value=str(domain.least), label=str(domain.least)),)
            return Field(name=f"range:{name}", label=label, control="radio" if domain.most else "hidden", items=items)
        case Range():
            return Field(
                name=f"range:{name}", label=label, control="number", least=domain.least, most=domain.most,
                stock=words.stock(name),
            )  # fmt: skip
        case Places() if len(domain.places) > FEW_PLACES:
            every = words.ground is not None and len(domain.places) == len(words.ground.places)
            places = "" if every else BETWEEN.join(domain.places)
            return for_writing(Field(name=f"places:{name}", label=label, control="place", places=places), words.ground)
        case Places():
            items = tuple(
                Item(value=place, label=called_place(place, words.ground), place=place, about=words.met(place))
                for place in domain.places
            )
            control, stock = "around" if 1 < len(items) <= AROUND else "select", words.stock(name)
            return Field(name=f"places:{name}", label=label, control=control, items=items, stock=stock)
        case Several():
            items = tuple(
                Item(value=value, label=words.value(name, value), place=words.place(name, value) or None)
                for value in domain.values
            )
            return Field(
                name=f"usually:{name}" if domain.usual else f"several:{name}", label=label, control="checks",
                items=items, least=domain.least, most=domain.most, usual=plain_text(domain.usual, words.ground),
            )  # fmt: skip
        case Routes():
            bands = in_bands(destinations, words.ground, words.cost)
            items = tuple(item for band in bands for item in band.items)
            return for_writing(
                Field(name=f"routes:{name}", label=label, control="route", items=items, bands=bands), words.ground
            )


def for_writing(field: Field, ground: Ground | None, many: int = 1) -> Field:
    """A field in which so many places can be written, with room for the longest names."""
    if ground is None:
        return replace(field, most=many * LONGEST_PLACE)
    figures = ground.in_figures and many == 1
    return replace(field, most=many * (ground.longest + ROOM), noun=ground.noun, in_figures=figures)


def in_bands(
    destinations: Iterable[Destination], ground: Ground | None, costs: Callable[[str], str]
) -> tuple[ItemBand, ...]:
    """The places in reach, the cheapest first, in bands of like costs; before very many those that have a name."""
    ways = sorted(destinations, key=lambda way: (way.cost, way.place))
    known = ground if ground is not None and len(ways) > MANY_WAYS else None
    landmarks = [way for way in ways if known is not None and known.is_landmark(way.place)]
    bands: list[list[Destination]] = []
    for way in ways:
        if way in landmarks:
            continue
        if bands and (len(bands[-1]) < BAND or bands[-1][-1].cost == way.cost):
            bands[-1].append(way)
        else:
            bands.append([way])

    def banded(label: str, band: Sequence[Destination]) -> ItemBand:
        return ItemBand(label=label, items=tuple(
            Item(value=BETWEEN.join(one.path), label=f"{called_place(one.place, ground)} · {costs(str(one.cost))}",
                 place=one.place)
            for one in band
        ))  # fmt: skip

    first = [banded(NAMED, landmarks)] if landmarks else []
    return (*first, *(banded(costs(spread(band[0].cost, band[-1].cost)), band) for band in bands))


def spread(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"
