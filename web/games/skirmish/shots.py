"""The shots that may be fired at a contact, a mover or one who stands."""

from __future__ import annotations

from dataclasses import replace

from service.engine.options import Choice, Option
from service.games.skirmish.known.firepower import directed_by
from service.games.skirmish.known.view import View
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.gunnery import Shoot


def shots_of(view: View, option: Option) -> list[Fire | Shoot]:
    """The single shots that an option offers, each with the leader who improves it."""
    if option.order == "fire":
        chiefs = option.fields.get("leader")
        able = chiefs.values if isinstance(chiefs, Choice) else ()
        return [Fire(**option.fixed, leader=directed_by(view.own, able))]
    if option.order == "shoot":
        target = option.fields.get("target")
        return [Shoot(**option.fixed, target=str(one)) for one in target.values] if isinstance(target, Choice) else []
    return []


def at_contact(option: Option, contact: str) -> Option | None:
    """An option as far as it fires at this contact; None where it cannot."""
    target = option.fields.get("target")
    if option.order == "fire" and option.fixed.get("target") == contact:
        return option
    if option.order == "shoot" and isinstance(target, Choice) and contact in target.values:
        return replace(option, fields={**option.fields, "target": Choice(values=(contact,))})
    return None
