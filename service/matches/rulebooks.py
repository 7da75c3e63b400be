"""Where a rule can be read: each game's book has a page, and each rule an anchor on it."""

from __future__ import annotations

from typing import Any

from service.engine.orders import Refusal
from service.engine.ruleset import Ruleset
from service.matches.errors import RulesRefuse


def rules_url(rules: Ruleset) -> str:
    """The page of the game's rules, as an address of this house."""
    return f"/games/{rules.name}/rules"


def rule_url(rules: Ruleset, rule: str) -> str | None:
    """The place of one rule on that page; None where the book does not have it, as for rules of the house itself."""
    return f"{rules_url(rules)}#{rule}" if rule in rules.rulebook().rules else None


def refused(rules: Ruleset, refusal: Refusal, **members: Any) -> RulesRefuse:
    """A refusal as a problem: what the rules say, which rule says it, where that can be read, and the game's code."""
    more = {"rule_url": rule_url(rules, refusal.rule), "code": refusal.code}
    return RulesRefuse(
        refusal.reason, rule=refusal.rule, **{name: text for name, text in more.items() if text}, **members
    )
