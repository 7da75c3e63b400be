"""The shots that may halt a mover."""

from __future__ import annotations

from service.engine.options import Choice, Option
from service.games.skirmish.known.view import View
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.gunnery import Shoot


def shots_of(view: View, option: Option) -> list[Fire | Shoot]:
    """The single shots that an option offers, each with the leader who improves it."""
    if option.order == "fire":
        chiefs = option.fields.get("leader")
        able = chiefs.values if isinstance(chiefs, Choice) else ()
        better = [base for base in view.own if base.id in able and base.rating < 0]
        leader = min(better, key=lambda base: base.rating).id if better else None
        return [Fire(**option.fixed, leader=leader)]
    if option.order == "shoot":
        target = option.fields.get("target")
        return [Shoot(**option.fixed, target=str(one)) for one in target.values] if isinstance(target, Choice) else []
    return []
