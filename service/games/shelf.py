"""The games on offer, one line each."""

from __future__ import annotations

from service.engine.ruleset import Ruleset

GAMES: dict[str, Ruleset] = {}

try:
    from service.games.ndc.rules import RULES as NDC

    GAMES[NDC.name] = NDC
except ImportError:
    pass
