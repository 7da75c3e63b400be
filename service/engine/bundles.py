"""Orders that a seat may give at once, in one tap: all that a step is mostly about."""

from __future__ import annotations

from dataclasses import dataclass

from service.engine.orders import Order
from service.engine.sentences import Sentence


@dataclass(frozen=True, kw_only=True)
class Bundle:
    """Orders that are lawful one after the other, what giving all of them is called, and of whom it says nothing.

    `rest`: whom they leave out of those whom one would look for among them, and why; nothing where there is nobody.
    """

    title: str
    orders: tuple[Order, ...]
    rest: Sentence = ()
