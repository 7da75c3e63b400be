"""What is heard, and changes nothing in a picture."""

from __future__ import annotations

from dataclasses import dataclass

from service.engine.reports import Report
from service.games.skirmish.known.picture import Picture


@dataclass(frozen=True, kw_only=True)
class Heard(Report):
    """A report that is news, and changes nothing in the picture."""

    def teach(self, picture: Picture) -> None:
        pass
