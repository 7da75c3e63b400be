"""Result cards: what came of a combat, as a side was told of it, with its shifts and its losses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from service.engine.cards import Card, Loss, Sum
from service.engine.hexes import Hex
from service.engine.reports import LogEntry
from service.engine.sentences import Sentence, counted, own, place, say
from service.games.korsun.known.picture import Picture
from service.games.korsun.known.reports import CombatFought, SupportDeclared
from service.games.korsun.known.strengths import Reckoning
from service.games.korsun.staff.prose import limited


def of_combat(picture: Picture, card: Card, entries: Sequence[LogEntry]) -> Card:
    """The card of a combat: named by its hex, and once it is fought with odds, shifts, result and losses."""
    hex = where(entries)
    if hex is None:
        return card
    card = replace(card, title=say("Combat at ", place(hex)))
    fought = next((one.report for one in entries if isinstance(one.report, CombatFought)), None)
    if fought is None:
        return replace(card, outcome=say("Not fought yet"))
    losses = tuple(loss(picture, id, steps) for id, steps in fought.losses.items())
    return replace(
        card, outcome=outcome(fought), sums=(shifts(fought),) if fought.die else (), losses=losses,
        weight="grave" if any(one.own for one in losses) else card.weight,
    )  # fmt: skip


def where(entries: Sequence[LogEntry]) -> Hex | None:
    """The hex that is fought over."""
    for one in entries:
        match one.report:
            case CombatFought(hex=hex):
                return hex
            case SupportDeclared(attack=attack):
                return attack.hex
    return None


def outcome(fought: CombatFought) -> Sentence:
    """What came of it in few words."""
    if not fought.die:
        return say("No die was rolled")
    return say(f"{fought.final}, die {fought.die}: {fought.result}")


def shifts(fought: CombatFought) -> Sum:
    """The shifts, which are limited together, and what they made of the odds."""
    bill = Reckoning(shifts=dict(fought.shifts)).bill
    return Sum(
        title=say(f"Shifts from {fought.initial}{limited(fought)}"), bill=bill,
        least=fought.applied, most=fought.applied, comes_to=say(fought.final),
    )  # fmt: skip


def loss(picture: Picture, id: str, steps: int) -> Loss:
    """What a unit of either side lost."""
    mine = picture.rules.counters[id].side == picture.side
    who, gone = say(own(id, id)) if mine else say(id), mine and id not in picture.own
    return Loss(own=mine, who=who, what=say(counted(steps, "step"), ", destroyed" * gone), whole=gone)
