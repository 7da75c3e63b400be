"""The games on offer, one line each."""

from __future__ import annotations

from service.engine.ruleset import Ruleset
from service.games.ndc.rules import RULES as NDC

GAMES: dict[str, Ruleset] = {
    NDC.name: NDC,
}
