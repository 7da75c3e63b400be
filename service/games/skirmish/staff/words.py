"""What is said to a side: reports in sentences, situation reports, and how the match ended."""

from __future__ import annotations

from service.games.skirmish.known.view import View
from service.games.skirmish.staff.prose import prose
from service.games.skirmish.staff.sitrep import situation

__all__ = ["prose", "situation", "verdict"]


def verdict(view: View) -> str:
    """How the match ended, with the score; empty as long as it goes on."""
    return f"{view.verdict}. The score is {view.score}." if view.verdict else ""
