"""Orders as JSON has them: read strictly as they come in, and written.

There is one writer, the codec's: on a sheet, in a log, a rehearsal, an export and behind the button of a page an order
stands alike, with every field of it; only the lines of a list that an option offers anew are brief (`lines.in_brief`).
There are two readers: what comes from outside is read here, and what was stored, at whatever time, by the codec.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import orjson
from pydantic import ValidationError

from schemas.orders import OrderForms, TooMuchWork, complaints
from schemas.plain_json import UnfitJson, fit
from service.engine.game import AnyGame
from service.engine.orders import Order
from service.matches.errors import Malformed
from service.matches.made_once import made_once


@lru_cache(maxsize=64)
def _forms(kinds: tuple[tuple[str, type[Order]], ...]) -> OrderForms:
    return OrderForms(dict(kinds))


@made_once
def order_forms(game: AnyGame) -> OrderForms:
    """The game's orders as the wire has them; also the source of their JSON Schema."""
    return _forms(tuple(game.orders_by_kind.items()))


def orders_from_json(game: AnyGame, raw: bytes, *, none: bool = False) -> list[Order]:
    """A list of orders; an empty one only where `none` says so. Raises Malformed."""
    return orders_from_said(game, _fit(raw), none=none)


def orders_from_said(game: AnyGame, said: Any, *, none: bool = False) -> list[Order]:
    """The same of what fit JSON says. Raises Malformed."""
    if not isinstance(said, list):
        raise Malformed([([], "Orders come as a list, a single one too.")])
    return _orders(game, said, none)


def orders_from_plain(game: AnyGame, plain: Sequence[Mapping[str, Any]], *, none: bool = False) -> list[Order]:
    """Orders that a form described; they have to be as fit for the wire as JSON has. Raises Malformed."""
    try:
        raw = json.dumps(plain).encode()
    except (RecursionError, ValueError):
        raise Malformed() from None
    return _orders(game, _fit(raw), none)


def _fit(raw: bytes) -> Any:
    try:
        return fit(raw)
    except UnfitJson as unfit:
        raise Malformed([([], str(unfit))]) from None


def _orders(game: AnyGame, said: Sequence[Any], none: bool) -> list[Order]:
    try:
        return order_forms(game).read(orjson.dumps(said), none=none)
    except ValidationError as error:
        raise Malformed(complaints(error)) from None
    except TooMuchWork as work:
        raise Malformed([(work.place, str(work))]) from None
