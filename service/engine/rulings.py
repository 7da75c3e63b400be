"""What the rules say to orders by what their seat knows, and what it may order: handed a picture, and no truth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from service.engine.cursor import (
    heading_at,
)
from service.engine.game import AnyGame
from service.engine.options import Option
from service.engine.orders import Done, Order, Refusal
from service.engine.outline import Heading, Phase, walk
from service.engine.standing import ENGINE_ORDERS
from service.engine.state import duplicate


def heading_for(game: AnyGame, picture: Any) -> Heading:
    """The heading that a seat was last told of."""
    return heading_at(game.outline, picture.address)


def lawful_types(game: AnyGame, picture: Any) -> tuple[type[Order], ...]:
    """The order types that a seat may give now, by what it was told."""
    if picture.ended:
        return ()
    anytime = lawful_anytime(game)
    return (*heading_for(game, picture).orders, Done, *anytime) if picture.asked else anytime


def lawful_anytime(game: AnyGame) -> tuple[type[Order], ...]:
    """The order types that belong to no heading."""
    return (*(kind for kind in ENGINE_ORDERS if kind is not Done), *game.anytime)


def is_lawful_anytime(game: AnyGame, order: Order) -> bool:
    """Whether an order belongs to no heading."""
    return type(order) in lawful_anytime(game)


def checked(game: AnyGame, picture: Any, orders: Sequence[Order]) -> Any:
    """Check each order against the picture as the earlier ones leave it by belief; the picture after the last of them.

    The given picture stays as it is. Raises Refusal with the index of the first order that the rules forbid.
    """
    believed = duplicate(picture)
    for index, order in enumerate(orders):
        refusal = refusal_of(game, believed, order, index)
        if refusal is not None:
            raise refusal
        order.believe(believed)
    return believed


def judged(game: AnyGame, picture: Any, orders: Sequence[Order]) -> tuple[list[Refusal | None], Any]:
    """What the rules say to each order after those before it that they allow; the picture as those leave it.

    Each order is checked once, so the work grows with the list and no faster.
    """
    believed, said = duplicate(picture), []
    for index, order in enumerate(orders):
        refusal = refusal_of(game, believed, order, index)
        if refusal is None:
            order.believe(believed)
        said.append(refusal)
    return said, believed


def refusal_of(game: AnyGame, picture: Any, order: Order, index: int = 0) -> Refusal | None:
    """The refusal of an order, if the rules refuse it by this picture, which stays as it is."""
    try:
        if type(order) not in lawful_types(game, picture):
            order.rule_out(picture)
            raise Refusal(order.rule, not_now(picture, order), code=out_of_place(game, picture, order))
        order.check(picture)
        if isinstance(order, Done) and (closes := heading_for(game, picture).closes) is not None:
            closes(picture)
    except Refusal as refusal:
        refusal.index = index
        return refusal
    return None


def not_now(picture: Any, order: Order) -> str:
    if picture.ended:
        return "The match is over; no more orders are taken."
    what = order.kind.replace("-", " ")
    if not picture.asked:
        return f"You are not asked for orders now, so '{what}' has to wait until you are."
    return f"'{what}' is not ordered in this part of the sequence: you are at {' › '.join(picture.titles[-2:])}."


def out_of_place(game: AnyGame, picture: Any, order: Order) -> str:
    """Whether an order belongs to another step of the phase that a seat was last told of, or to another phase."""
    names = picture.address.split("/") if picture.address else []
    here = [heading_at(game.outline, "/".join(names[: depth + 1])) for depth in range(len(names))]
    phase = next((heading for heading in reversed(here) if isinstance(heading, Phase)), None)
    return "WRONG_STEP" if phase and any(type(order) in h.orders for h in walk(phase)) else "WRONG_PHASE"


def options(game: AnyGame, picture: Any) -> list[Option]:
    """All that a seat may order now, by what it knows."""
    return [
        option
        for kind in lawful_types(game, picture)
        if kind is not Done or refusal_of(game, picture, Done()) is None
        for option in kind.offers(picture)
    ]
