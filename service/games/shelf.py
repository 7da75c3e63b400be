"""The games on offer, one line each."""

from __future__ import annotations

from service.engine.ruleset import Ruleset
from service.games.ndc.game import RULES as NDC
from service.games.skirmish.game import RULES as SKIRMISH

GAMES: dict[str, Ruleset] = {
    NDC.name: NDC,
    SKIRMISH.name: SKIRMISH,
}
