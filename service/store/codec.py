"""Positions, events, reports and orders as JSON text, and back: one codec a game and set of data.

Orders, events and reports are told apart by their `kind`, looked up in the game's registries. What is written is read
back equal: tuples, frozen dataclasses and nested orders included. The text keeps the order in which mappings were
filled, for the umpire may go through them; so it is stored as text, never as a JSON type that sorts keys.

What is stored leaves out every field that has its default, which reading fills in again; only orders on a sheet and in
the queue are stored with every field. So a field may be added with a default, but the default of one that is there
already must stay: it is what older matches mean by leaving it out.

A class that was written otherwise before says so in a class method `renewed`: it takes what was written, of whatever
time, and returns it as it is written now. Where that takes more than a line, the game's `known/former.py` knows how.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache, partial
from typing import Any

import orjson
from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override
from cattrs.preconf.json import make_converter

from service.engine.corrections import Correction
from service.engine.events import Event
from service.engine.faculties import contact_type, score_type
from service.engine.game import AnyGame
from service.engine.measures import Measure
from service.engine.orders import Order
from service.engine.reports import Occasion, Report, Telling
from service.engine.tally import Tally

NULL = "null"
"""What orjson writes also for numbers that JSON does not know; read again, it is none of these."""
Kinds = tuple[tuple[str, type[Any]], ...]


class UnreadableText(ValueError):
    """Stored text that the game cannot read, such as one that names a kind which it does not know."""


class Codec:
    """How one game's dataclasses become text and come back.

    By which set of data a match is played stands with the match: no position and no picture is stored with it, and each
    comes back as one of the codec's own game.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.converter = converter_for(game, omit_if_default=False)
        """Writes every field: what clients, exports and digests are made of, sheets and what waits in the queue.

        It reads what either wrote.
        """
        self.brief = converter_for(game, omit_if_default=True)
        """Writes all else that is stored, without the fields that have their defaults."""
        self.score_type = score_type(game.score) if game.score is not None else None
        self.contact_type = contact_type(game.forces) if game.forces is not None else None
        families = (game.orders_by_kind, game.events_by_kind, game.reports_by_kind)
        self.renewing = {kind: of for family in families for kind, of in family.items() if hasattr(of, "renewed")}

    # ---- the position without its pictures, and each picture by itself

    def position(self, state: Any) -> str:
        """The position; pictures and the lengths of logs are left out, they are stored seat by seat."""
        plain = self.brief.unstructure(state)
        plain.pop("pictures", None)
        plain.pop("log_lengths", None)
        return text(self.abridged(plain))

    def to_position(self, stored: str, pictures: Mapping[str, Any], log_lengths: Mapping[str, int]) -> Any:
        """The position with these pictures and lengths of logs put back, whatever the text says of them."""
        state: Any = self.converter.structure({**self.completed(stored), "pictures": {}}, self.game.position)
        state.pictures, state.log_lengths, state.data = dict(pictures), dict(log_lengths), self.game.data_id
        return state

    def opening(self, state: Any) -> str:
        """The position whole, with its pictures in it."""
        plain = self.brief.unstructure(state)
        plain["pictures"] = {seat: self.abridged(picture) for seat, picture in plain.get("pictures", {}).items()}
        return text(self.abridged(plain))

    def to_opening(self, stored: str) -> Any:
        plain = json.loads(stored)
        pictures = {seat: self.to_picture(text(picture)) for seat, picture in plain.get("pictures", {}).items()}
        return self.to_position(stored, pictures, plain.get("log_lengths", {}))

    def to_opening_picture(self, stored: str, seat: str) -> Any:
        """One seat's picture out of an opening."""
        return self.to_picture(text(json.loads(stored)["pictures"][seat]))

    def picture(self, picture: Any) -> str:
        return text(self.abridged(self.brief.unstructure(picture)))

    def to_picture(self, stored: str) -> Any:
        picture = self.converter.structure(self.completed(stored), self.game.picture)
        picture.data = self.game.data_id
        return picture

    def abridged(self, plain: dict[str, Any]) -> dict[str, Any]:
        """A position or a picture as it is stored: without the set of data, and without what the game leaves out."""
        plain.pop("data", None)
        if self.game.stored is not None:
            self.game.stored.abridge(plain)
        return plain

    def completed(self, stored: str) -> dict[str, Any]:
        """A position or a picture with what the game has left out of it."""
        plain: dict[str, Any] = json.loads(stored)
        if self.game.stored is not None:
            self.game.stored.complete(plain)
        return plain

    # ---- what has a kind

    def event(self, event: Event) -> str:
        return text(self.brief.unstructure(event))

    def to_event(self, stored: str) -> Event:
        return self.converter.structure(json.loads(stored), Event)

    def telling(self, telling: Telling) -> str:
        return text(self.brief.unstructure(telling))

    def to_telling(self, stored: str) -> Telling:
        return self.converter.structure(json.loads(stored), Telling)

    def orders(self, orders: Sequence[Order]) -> str:
        return text([self.converter.unstructure(order) for order in orders])

    def to_orders(self, stored: str) -> list[Order]:
        return [self.converter.structure(plain, Order) for plain in json.loads(stored)]

    def tally(self, tally: Tally) -> str:
        return text(self.brief.unstructure(tally))

    def to_tally(self, stored: str) -> Tally:
        if not stored:
            raise UnreadableText("a seat has no tally: it is written when the database's tables are brought up to date")
        tally = self.converter.structure(orjson.loads(stored), Tally)
        if self.score_type is None or tally.score is None:
            return tally
        return replace(tally, score=self.converter.structure(tally.score, self.score_type))

    # ---- what a ledger holds

    def contact(self, contact: Any) -> str:
        return text(self.brief.unstructure(contact))

    def to_contact(self, stored: str) -> Any:
        """A contact of the game, whose `contacts` declares its type."""
        assert self.contact_type is not None
        return self.converter.structure(json.loads(stored), self.contact_type)

    def figures(self, figures: Mapping[int, Sequence[Measure]]) -> str:
        """Figures by turn; each is a row of its fields."""
        return text([[turn, [[*vars(one).values()] for one in measures]] for turn, measures in figures.items()])

    def to_figures(self, stored: str) -> dict[int, tuple[Measure, ...]]:
        names = [field.name for field in fields(Measure)]
        return {
            turn: tuple(Measure(**dict(zip(names, row, strict=True))) for row in rows)
            for turn, rows in json.loads(stored)
        }

    def plain(self, thing: Any) -> Any:
        """Any dataclass of the game as dicts, lists and scalars, every field of it."""
        return self.converter.unstructure(thing)

    def renewed(self, plain: Any) -> Any:
        """What a file of whatever time says of orders, events and reports, as it is written now."""
        if isinstance(plain, list):
            return [self.renewed(one) for one in plain]
        if not isinstance(plain, dict):
            return plain
        whole = {name: self.renewed(value) for name, value in plain.items()}
        kind = whole.get("kind")
        return self.renewing[kind].renewed(whole) if isinstance(kind, str) and kind in self.renewing else whole


def text(plain: Any) -> str:
    """Compact JSON; NaN and infinities, which JSON does not know, are refused."""
    try:
        written = orjson.dumps(plain).decode()
    except TypeError:  # what it does not write: keys that are no text, very large numbers
        written = NULL
    if NULL not in written or orjson.loads(written) == plain:
        return written
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def order_writer(game: AnyGame) -> Callable[[Order], dict[str, Any]]:
    """What makes of an order of the game the plain values of all its fields."""
    return converter_for(game, omit_if_default=False).unstructure


def converter_for(game: AnyGame, *, omit_if_default: bool) -> Converter:
    families = (game.orders_by_kind, game.events_by_kind, game.reports_by_kind, game.corrections_by_kind)
    return _converter(*(tuple(family.items()) for family in families), omit_if_default)


@lru_cache(maxsize=64)  # what it learns of a dataclass, it need not learn again for another store
def _converter(orders: Kinds, events: Kinds, reports: Kinds, corrections: Kinds, omit_if_default: bool) -> Converter:
    converter = make_converter(detailed_validation=False, omit_if_default=omit_if_default)
    converter.register_structure_hook_factory(
        lambda of: hasattr(of, "renewed"), partial(reader_of, converter=converter)
    )
    register_tagged_union(converter, Order, dict(orders))
    register_tagged_union(converter, Event, dict(events))
    register_tagged_union(converter, Report, dict(reports))
    register_tagged_union(converter, Correction, dict(corrections))
    register_telling(converter)
    return converter


def reader_of(of: type[Any], converter: Converter) -> Callable[[Mapping[str, Any], type[Any]], Any]:
    """What reads a dataclass, written now or otherwise before."""
    read = make_dict_structure_fn(of, converter)
    renew = getattr(of, "renewed", None)
    return read if renew is None else lambda plain, _: read(renew(plain), of)


def register_telling(converter: Converter) -> None:
    """Teach a converter to write a report's occasion beside the report's own fields, where it has one."""

    def read(plain: Mapping[str, Any], _: type[Telling]) -> Telling:
        report, occasion = converter.structure(plain, Report), plain.get("occasion")
        return Telling(report, converter.structure(occasion, Occasion) if occasion is not None else None)

    def write(telling: Telling) -> dict[str, Any]:
        plain: dict[str, Any] = converter.unstructure(telling.report)
        return plain if telling.occasion is None else plain | {"occasion": converter.unstructure(telling.occasion)}

    converter.register_structure_hook(Telling, read)
    converter.register_unstructure_hook(Telling, write)


def register_tagged_union(converter: Converter, base: type[Any], kinds: Mapping[str, type[Any]]) -> None:
    """Teach a converter a family of dataclasses: whatever field holds one, it is written whole and read by its kind."""
    readers: dict[str, Callable[[Any, Any], Any]] = {}
    writers: dict[type[Any], Callable[[Any], dict[str, Any]]] = {}

    def is_one(cls: Any) -> bool:
        return isinstance(cls, type) and is_dataclass(cls) and issubclass(cls, base)

    def read(plain: Mapping[str, Any], _: type[Any]) -> Any:
        kind = plain["kind"]
        if kind not in kinds:
            raise UnreadableText(f"no {base.__name__.lower()} is called {kind!r}")
        if kind not in readers:
            readers[kind] = reader_of(kinds[kind], converter)
        return readers[kind](plain, kinds[kind])

    def write(thing: Any) -> dict[str, Any]:
        cls = type(thing)
        if cls not in writers:
            kept = override(omit_if_default=False)
            writers[cls] = make_dict_unstructure_fn(
                cls, converter, _cattrs_omit_if_default=converter.omit_if_default, kind=kept
            )
        return writers[cls](thing)

    converter.register_structure_hook_func(is_one, read)
    converter.register_unstructure_hook_func(is_one, write)
