"""Giving memory back to the machine when a house comes to rest."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress


def give_back() -> None:
    """Look for garbage once, and give back what is free between things that stay.

    C's allocator keeps what was freed unless it lies at its very end; where it has a function for the rest (glibc), it
    is asked to. What Python's own allocator has free as a whole it gives back by itself.
    """
    gc.collect()
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
