"""What this game calls the entries of its data files on a chart."""

from __future__ import annotations

from service.engine import charting
from service.engine.charting import Raw
from service.engine.rulebook import Table
from service.games.ndc.rulebook.wording import WORDS


def name(key: object) -> str:
    """An entry's name as words."""
    return charting.name(str(key).replace("_csp", "_CSP").replace("csps", "CSPs").replace("hq", "HQ"))


def terrain_name(chart: Raw, code: str) -> str:
    """What chart 9.7 calls a kind of terrain."""
    return str(chart["terrain"][code]["name"])


def drawn(file: str, raw: Raw) -> Table:
    """Entries of a file that are single figures, one a line."""
    return Table(head=("", ""), rows=tuple(charting.entries(file, raw, WORDS, name)))
