"""Orders that the rules hardly allow: of other headings, of others' units, of what was never told, and out of measure.

They are guesses of somebody who would know where the truth stands: so they name true hexes and inner ids of the others.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from itertools import groupby
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from service.engine.game import AnyGame
from service.engine.options import Option
from service.engine.orders import Order
from service.engine.places import Place
from tests.offers import options_for
from tests.random_play import codec, ordered
from tests.secrecy.readable import forces_of, truly_there
from tests.secrecy.worlds import World

SPOILT = 0.6
"""How likely an offered order is spoilt in one place, and not another made of guesses."""
NEVER_TOLD = ("E999", "999", "0", "nobody", "")
OFF_THE_MAP = ("9999", "0000", "x")
NUMBERS = (-1, 0, 1, 2, 3, 6, 99, 10**6)


@dataclass(frozen=True)
class Words:
    """What a seat can name: hexes, above all where others truly stand in either world, and units of all sorts."""

    game: AnyGame
    picture: Any
    options: tuple[tuple[Option, ...], ...]
    """All that it is offered, kind by kind."""

    hexes: tuple[str, ...]
    held: tuple[str, ...]
    units: tuple[str, ...]

    def one(self, hint: Any, rng: random.Random) -> str:
        sort = rng.random()
        if (hint is Place) == (sort < 0.9):
            return str(rng.choice(self.held if self.held and sort < 0.5 else self.hexes))
        return rng.choice(self.units)


def words_of(a: World, b: World, seat: str) -> Words:
    """What the watched seat could name in these two worlds."""
    game, picture = a.secrets.game, a.state.pictures[seat]
    forces, ground = forces_of(game), game.ground_of(picture)
    truly = [truly_there(world, seat) for world in (a, b)]
    held = {place for units in truly for places in units.values() for place in places}
    kind_of = attrgetter("kind")
    options = sorted(options_for(game, picture), key=kind_of)
    return Words(
        game=game,
        picture=picture,
        options=tuple(tuple(offered) for kind, offered in groupby(options, key=kind_of) if kind != "done"),
        hexes=(*sorted(ground.places if ground is not None else ()), *OFF_THE_MAP),
        held=tuple(sorted(held)),
        units=(*sorted(forces.own(picture)), *sorted(truly[0]), *sorted(forces.contacts(picture)), *NEVER_TOLD),
    )


def wrong_order(words: Words, rng: random.Random, kinds: Collection[str]) -> Order:
    """An order of one of these kinds: an offered one with one entry spoilt, or any with guesses in it."""
    offers = [offered for offered in words.options if offered[0].kind in kinds]
    option = rng.choice(rng.choice(offers)) if offers and rng.random() < SPOILT else None
    order = ordered(option, words.game, words.picture, rng) if option is not None else None
    kind = words.game.orders_by_kind[rng.choice(sorted(kinds))] if order is None else type(order)
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind) if field.name != "kind"]
    if order is None or not names:
        plain = {field.name: guess(hints[field.name], words, rng) for field in filled(kind, rng)}
    else:
        plain, name = codec(words.game).plain(order), rng.choice(names)
        plain[name] = spoilt(plain[name], hints[name], words, rng)
    return codec(words.game).converter.structure({**plain, "kind": kind.kind}, Order)


def filled(kind: type[Any], rng: random.Random) -> list[Any]:
    """The entries that have to be filled in, and some of the others."""
    return [
        field
        for field in fields(kind)
        if field.name != "kind"
        and (field.default is field.default_factory is MISSING or rng.random() < 0.3)
    ]  # fmt: skip


def spoilt(value: Any, hint: Any, words: Words, rng: random.Random) -> Any:
    """Another value; of a list often the same with one thing added, left out or another."""
    if isinstance(value, list | tuple) and value and rng.random() < 0.8:
        place = rng.randrange(len(value))
        [one] = [guess(part, words, rng) for part in get_args(hint) if part is not Ellipsis][:1] or [None]
        return rng.choice(
            ([*value, one], [*value[:place], one, *value[place + 1 :]], [*value[:place], *value[place + 1 :]])
        )
    return guess(hint, words, rng)


def guess(hint: Any, words: Words, rng: random.Random) -> Any:
    """A value of a type."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        return rng.choice(parts)
    if origin in (Union, UnionType):
        return guess(rng.choice(parts), words, rng)
    if origin is tuple:
        sorts = parts[:1] * rng.randint(0, 4) if Ellipsis in parts else parts
        return [guess(part, words, rng) for part in sorts]
    if origin in (dict, Mapping):
        return {guess(parts[0], words, rng): guess(parts[1], words, rng)}
    if is_dataclass(hint) and isinstance(hint, type):
        hints = get_type_hints(hint)
        return {field.name: guess(hints[field.name], words, rng) for field in filled(hint, rng)}
    if hint is NoneType:
        return None
    if hint is bool:
        return rng.random() < 0.5
    return rng.choice(NUMBERS) if hint in (int, float) else words.one(hint, rng)
