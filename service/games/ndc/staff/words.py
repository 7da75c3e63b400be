"""What the staff says: reports in sentences, situation reports, and how the match ended."""

from __future__ import annotations

from service.games.ndc.known.view import View
from service.games.ndc.staff.prose import prose
from service.games.ndc.staff.sitrep import situation

__all__ = ["prose", "situation", "verdict"]


def verdict(view: View) -> str:
    """How the match ended, with the score; empty as long as it goes on."""
    return f"{view.verdict[:1].upper()}{view.verdict[1:]}; the score is {view.score}." if view.verdict else ""
