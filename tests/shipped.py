"""The data that the games are shipped with, where a test asks for a figure and has no match to ask."""

from __future__ import annotations

from service.games.ndc.game import NDC
from service.games.ndc.printed.board import scenario

KALTENBACH = scenario(NDC.data_id, "kaltenbach")
NDC_TABLES = KALTENBACH.tables
