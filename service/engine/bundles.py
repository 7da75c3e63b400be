"""Orders that a seat may give at once, in one tap: all that a step is mostly about."""

from __future__ import annotations

from dataclasses import dataclass

from service.engine.orders import Order


@dataclass(frozen=True, kw_only=True)
class Bundle:
    """Orders that are lawful one after the other, and what giving all of them is called."""

    title: str
    orders: tuple[Order, ...]
