"""The orders of a single answer: the shots that may be fired at a contact, a mover or one who stands, and the halt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from service.engine.options import Choice, Option
from service.games.skirmish.known.firepower import directed_by
from service.games.skirmish.known.view import View
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.gunnery import Shoot
from service.games.skirmish.sections.halts import Halt
from service.games.skirmish.staff.terms import AT_ARMOUR, NAME_THE_SHOT


def shots_of(view: View, option: Option) -> list[Fire | Shoot]:
    """The single shots that an option offers, each with the leader who improves it."""
    if option.kind == "fire":
        chiefs = option.fields.get("leader")
        able = chiefs.values if isinstance(chiefs, Choice) else ()
        return [Fire(**option.fixed, leader=directed_by(view.own, able))]
    if option.kind == "shoot":
        target = option.fields.get("target")
        return [Shoot(**option.fixed, target=str(one)) for one in target.values] if isinstance(target, Choice) else []
    return []


def answers_of(view: View, options: Sequence[Option]) -> list[Halt | Fire | Shoot]:
    """What halts a mover: the halt, where the shot is named after it, else each single shot that is offered."""
    if any(option.kind == "halt" for option in options):
        return [Halt()]
    found = [shot for option in options for shot in shots_of(view, option)]
    return sorted(found, key=lambda shot: isinstance(shot, Fire))  # where both hit as well, a shot at armour does more


def title_of(answer: Halt | Fire | Shoot, named: Callable[[str], str]) -> str:
    """What the button of an answer says: who fires, as own bases are `named`, and with what."""
    if isinstance(answer, Halt):
        return NAME_THE_SHOT
    if isinstance(answer, Shoot):
        return f"{named(answer.base)}, {AT_ARMOUR}"
    return named(answer.base) if answer.weapon == "small arms" else f"{named(answer.base)}, {answer.weapon}"


def sorted_by(option: Option, targets: Sequence[str]) -> Option:
    """An option with its choice of targets, if it has one, in this order."""
    choice = option.fields.get("target")
    if not isinstance(choice, Choice) or set(choice.values) != set(targets):
        return option
    return replace(option, fields={**option.fields, "target": replace(choice, values=tuple(targets))})


def led_first(view: View, option: Option) -> Option:
    """An option with the leader who improves the shot before the others who could direct it, and before nobody."""
    choice = option.fields.get("leader")
    if option.kind != "fire" or not isinstance(choice, Choice):
        return option
    chief = directed_by(view.own, choice.values)
    others = tuple(one for one in choice.values if one != chief)
    return replace(option, fields={**option.fields, "leader": replace(choice, values=(chief, *others))})


def at_contact(option: Option, contact: str, there: Sequence[str]) -> Option | None:
    """An option as far as it fires at this contact; None where it cannot. Fire is at all who are `there` in its hex."""
    target = option.fields.get("target")
    if option.kind == "fire" and option.fixed.get("target") in there:
        return option
    if option.kind == "shoot" and isinstance(target, Choice) and contact in target.values:
        return replace(option, fields={**option.fields, "target": Choice(values=(contact,))})
    return None
