"""What takes long to make and is needed from then on: made once, however many ask for it at the same time."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from threading import Lock
from typing import TypeVar

K = TypeVar("K")
M = TypeVar("M")


def made_once(make: Callable[[K], M]) -> Callable[[K], M]:
    """The function, which is called once for what it is asked; others that ask meanwhile wait for it.

    With `lru_cache` alone, as many threads as ask make it, each for itself.
    """
    kept, lock = lru_cache(maxsize=64)(make), Lock()

    @wraps(make)
    def get(asked: K) -> M:
        with lock:
            return kept(asked)

    return get
