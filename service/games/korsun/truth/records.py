"""What can be looked back on: by what a side knows, and after the end by what was true."""

from __future__ import annotations

from service.engine.sightings import about
from service.games.korsun.staff.dossier import finding
from service.games.korsun.staff.measures import counted, measures
from service.games.korsun.truth.review import differences, laid_open, true_measures

__all__ = ["about", "counted", "differences", "finding", "laid_open", "measures", "true_measures"]
