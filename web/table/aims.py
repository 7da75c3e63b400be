"""How a seat stands with its aim, as the match page shows it."""

from __future__ import annotations

from collections.abc import Callable

from service.engine.aims import Aim
from service.engine.bills import Term
from service.engine.figures import signed
from web.table.shown import AimShown, TermShown

RuleAt = Callable[[str], str | None]
"""Where a rule can be read, if anywhere."""


def aim_shown(aim: Aim, rule_at: RuleAt) -> AimShown:
    """An aim with its sum, line by line."""
    return AimShown(
        line=aim.line,
        title=aim.title,
        figure=aim.figure,
        total=aim.total,
        lines=tuple(term_shown(term, rule_at) for term in aim.bill.lines),
        said=tuple(filter(None, (aim.open, aim.unknown))),
        levels=aim.levels,
    )


def term_shown(term: Term, rule_at: RuleAt) -> TermShown:
    """A line of a bill."""
    value = "" if term.value is None else signed(term.value)
    return TermShown(
        name=term.name,
        value=value if term.most is None else f"{value} to {signed(term.most)}",
        rule=term.rule,
        rule_at=rule_at(term.rule) or "",
        why=term.why,
    )
