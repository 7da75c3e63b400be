"""The pieces that the counters of Korsun are made of: a sign for each type of unit, and what lies on the map."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from web.drawing.layers import age_badge
from web.drawing.svg import joined, tag

BOX = "M-11-7h22v14h-22z"
TYPES = {
    "inf": "M-11-7l22 14m0-14l-22 14",
    "cav": "M-11 7l22-14",
    "pg": "M-11-7l22 14m0-14l-22 14M-6-4.500h12a4.500 4.500 0 0 1 0 9h-12a4.500 4.500 0 0 1 0-9z",
    "eng": "M-7 4v-8M7 4v-8M-7-4h14M0-4v8",
    "tank": "M-6-4.500h12a4.500 4.500 0 0 1 0 9h-12a4.500 4.500 0 0 1 0-9z",
    "sg": "M-6-4.500h12a4.500 4.500 0 0 1 0 9h-12a4.500 4.500 0 0 1 0-9zM0-7v14",
    "at": "M-11 7l11-14l11 14",
    "art": "M-2.600 0a2.600 2.600 0 1 0 5.200 0a2.600 2.600 0 1 0-5.200 0",
    "rkt": "M-2.600 2.500a2.600 2.600 0 1 0 5.200 0a2.600 2.600 0 1 0-5.200 0M-5-1l5-4.500l5 4.500",
    "alarm": "M-5 5l5-10l5 10M-3 2h6",
}  # fmt: skip
"""The sign of each type of unit, within its box."""
FILLED = ("art", "rkt")


@lru_cache(maxsize=1)
def symbols() -> Markup:
    """For the `<defs>` of the printed sheet."""
    signs = [
        tag("g", tag("path", d=BOX, fill="none"),
            tag("path", d=path, fill="currentColor" if type in FILLED else "none"),
            id=f"m-k-{type}", stroke="currentColor", stroke_width="1.5", stroke_linejoin="round")
        for type, path in TYPES.items()
    ]  # fmt: skip
    star = "M0-11l3.200 7.400 8 .700-6.100 5.300 1.900 7.900L0 6.100l-7 4.200 1.900-7.900-6.100-5.300 8-.700z"
    return joined([
        *signs,
        tag("path", id="m-star", d=star, fill="#ffd84d", stroke="#5b4a12"),
        age_badge(),
        tag("path", id="m-works", d="M-16 0l4-6 4 6 4-6 4 6 4-6 4 6 4-6 4 6", fill="none", stroke="var(--m-ink)",
            stroke_width="2.4", stroke_linejoin="round"),
    ])  # fmt: skip
