"""What all reports of NATO Division Commander have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from service.engine.reports import Report

COMBAT = "combat"
"""What a report is told on that tells of one combat or fire, from its declaration on; the item is its number, of which
both sides hear with the declaration."""


@dataclass(frozen=True, kw_only=True)
class NdcReport(Report):
    """A report of this game. `rule` says which rule lets it be told."""

    rule: ClassVar[str]
