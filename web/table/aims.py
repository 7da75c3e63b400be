"""How a seat stands with its aim, as the match page shows it."""

from __future__ import annotations

from service.engine.aims import Aim
from service.engine.bills import Term
from service.engine.sentences import plain_text
from web.parts.sentences import Links, linked
from web.table.shown import AimShown, TermShown


def aim_shown(aim: Aim, links: Links) -> AimShown:
    """An aim with its sum, line by line."""
    return AimShown(
        line=plain_text(aim.line, links.ground),
        title=plain_text(aim.title, links.ground),
        figure=aim.figure,
        total=aim.total,
        lines=tuple(term_shown(term, links) for term in aim.bill.lines),
        said=tuple(linked(said, links) for said in (aim.open, aim.unknown) if said),
        levels=aim.levels,
    )


def term_shown(term: Term, links: Links) -> TermShown:
    """A line of a bill."""
    return TermShown(
        name=linked(term.name, links),
        value=term.figure,
        rule=term.rule,
        rule_url=links.rule(term.rule) or "",
        why=term.why,
    )
