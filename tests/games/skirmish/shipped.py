"""The scenario and the figures that Skirmish is shipped with."""

from __future__ import annotations

from service.games.skirmish.printed.scenario import scenario

GIVEN = scenario("moulin-basset")
TABLES = GIVEN.tables
