"""The data that the games are shipped with, where a test asks for a figure and has no match to ask."""

from __future__ import annotations

from service.games.ndc.game import NDC
from service.games.ndc.printed.scenario import scenario as ndc_scenario
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.printed.scenario import scenario as skirmish_scenario

KALTENBACH = ndc_scenario(NDC.data_id, "kaltenbach")
NDC_TABLES = KALTENBACH.tables
MOULIN_BASSET = skirmish_scenario(SKIRMISH.data_id, "moulin-basset")
SKIRMISH_TABLES = MOULIN_BASSET.tables
