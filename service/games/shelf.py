"""The games on offer, one line each."""

from __future__ import annotations

from service.engine.game import AnyGame
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.korsun.game import KORSUN
from service.games.ndc.game import NDC
from service.games.skirmish.game import SKIRMISH

GAMES: dict[str, AnyGame] = {
    NDC.info.name: NDC,
    SKIRMISH.info.name: SKIRMISH,
    KORSUN.info.name: KORSUN,
    CAMPAIGN1776.info.name: CAMPAIGN1776,
}
