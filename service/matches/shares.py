"""Which matches each of several processes works: every match is one's, as long as all know the same who serves.

Where they do not for a moment, two work the same match, and of these one finds that it has moved on: nothing is lost,
and nothing is done twice. Any process takes orders to any match, and shows it.
"""

from __future__ import annotations

from collections.abc import Collection
from hashlib import blake2b


class Shares:
    """The share of one process; all matches are its own where it serves alone."""

    def __init__(self) -> None:
        self.name = ""
        self.serving: tuple[str, ...] | None = None
        """The names of all who serve; None where this one serves alone, and nobody's where it has lost its place."""

    def share(self, name: str, serving: Collection[str]) -> None:
        """Share the matches with these processes, of which this one is called so."""
        self.name, self.serving = name, tuple(sorted(serving))

    def is_mine(self, match_id: str) -> bool:
        """Whether this process works the match. Where a process comes or goes, only its own share passes on."""
        serving = self.serving  # it may be another a moment later: those who ask do so in threads of their own
        if serving is None:
            return True
        if not serving:
            return False
        return max(serving, key=lambda name: blake2b(f"{name} {match_id}".encode()).digest()) == self.name
