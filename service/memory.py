"""Having memory in one piece, and giving it back to the machine when a server comes to rest."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress

M_ARENA_MAX = -8
"""By which name glibc's `mallopt` knows how many arenas there may be."""


def keep_in_one_piece() -> None:
    """Let all threads take their memory from one arena, where C's allocator has several (glibc).

    Else each thread has one of its own, full of holes where it has worked much once; and as one thread at a time runs
    Python, there is little to gain by several. To be called before there are other threads.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def give_back() -> None:
    """Look for garbage once, and give back what is free between things that stay.

    C's allocator keeps what was freed unless it lies at its very end; where it has a function for the rest (glibc), it
    is asked to. What Python's own allocator has free as a whole it gives back by itself.
    """
    gc.collect()
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
