"""The games on offer, one line each."""

from __future__ import annotations

from service.engine.ruleset import Ruleset
from service.games.ndc.rules import RULES as NDC
from service.games.skirmish.rules import RULES as SKIRMISH

GAMES: dict[str, Ruleset] = {
    NDC.name: NDC,
    SKIRMISH.name: SKIRMISH,
}
