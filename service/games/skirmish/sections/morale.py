"""Suppression, morale and the quality roll (P4, P5), and how a base leaves the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from service.engine.dice import Dice, Roll
from service.engine.events import Event
from service.engine.telling import tell
from service.games.skirmish.known.bills import bill, kept
from service.games.skirmish.known.reports import MORALE_CHECK, BaseLost, CheckTold, EnemyLost, MissionTold
from service.games.skirmish.known.score import halves
from service.games.skirmish.printed.bases import Base, BaseId, Gone
from service.games.skirmish.printed.figures import Checked, MoraleFigures
from service.games.skirmish.truth.state import (
    BaseChanged,
    BaseCreated,
    ContactForgotten,
    MissionSet,
    PointsScored,
    State,
)

WORSE: Mapping[str, Checked] = {"good": "broken", "broken": "routed", "routed": "eliminated"}


def passes(figures: MoraleFigures, roll: Roll, quality: int, added: int = 0) -> int:
    """By how much a quality roll succeeds (0 or more) or fails (below); an original 2 and 12 stand above all (P4).

    `added` is the total of the bill of what is added to its dice.
    """
    margin = quality + figures.quality_bonus - roll.total - added
    if roll.total == figures.always:
        return max(0, margin)
    return min(-1, margin) if roll.total == figures.never else margin


def changed(base: BaseId, **entries: Any) -> BaseChanged:
    plain = {name: list(value) if isinstance(value, tuple) else value for name, value in entries.items()}
    return BaseChanged(base=base, entries=plain)


def suffer(state: State, id: BaseId, suppressions: int, dice: Dice) -> Iterator[Event]:
    """What an attack's suppressions do to a base: the threshold, else a check (P5; SKR-RTD-05 for a routed one)."""
    base = state.bases[id]
    yield changed(id, under_fire=True)
    if not suppressions:
        return
    total = base.suppression + suppressions
    yield changed(id, suppression=total)
    if base.vehicle and state.rules.profile(base).armoured:
        yield from shake(state, base, total)
    elif total >= base.quality:
        yield from worsen(state, id, dice)
    elif base.morale != "routed":
        yield from check(state, base, total, dice)


def shake(state: State, base: Base, total: int) -> Iterator[Event]:
    """An armoured vehicle's crew: pinned, or at the threshold gone from it (P5.6)."""
    if total < base.quality:
        yield changed(base.id, pinned=True)
    else:
        yield from lose(state, base.id, "eliminated")


def check(state: State, base: Base, total: int, dice: Dice) -> Iterator[Event]:
    """The quality roll of a base that was suppressed but not beyond its threshold (P5.3)."""
    figures = state.tables.morale
    leader = steadier(state, base)
    added = bill("P5", (("suppressions", max(0, total - 1)), ("leader", leader.rating if leader is not None else 0)))
    roll = dice.roll(figures.dice, f"P5 morale check of {base.side} at {base.hex}")
    margin = passes(figures, roll, base.quality, added.total)
    if margin >= 0:
        held = base.morale == "good" and total >= figures.pinned_from
        result: Checked = "pinned" if held else "steady" if base.morale == "good" else "no worse"
    elif base.morale == "good" and -margin <= figures.cowered_up_to and roll.total != figures.never:
        result = "cowered"
    else:
        result = WORSE[base.morale]
    yield tell(state, base.side, CheckTold(
        base=base.id, what="morale check", rule=MORALE_CHECK, faces=roll.faces, modifiers=kept(added), result=result,
        number=base.quality + figures.quality_bonus,
    ))  # fmt: skip
    if result in ("pinned", "cowered"):
        yield changed(base.id, **{result: True})
    elif result in WORSE.values():
        yield from worsen(state, base.id, dice)


def steadier(state: State, base: Base) -> Base | None:
    """The best leader in good order in a base's hex, other than itself."""
    assert base.hex is not None
    leaders = [b for b in state.at(base.hex, base.side) if b.leader and b.good_order and b.id != base.id]
    return min(leaders, key=lambda leader: leader.rating, default=None)


def worsen(state: State, id: BaseId, dice: Dice) -> Iterator[Event]:
    """One state worse; what it has suffered so far no longer counts (P5.2, P5.4; SKR-RTD-05)."""
    base = state.bases[id]
    worse = WORSE[base.morale]
    if worse == "eliminated" or (base.vehicle and not state.rules.profile(base).armoured):
        yield from lose(state, id, "eliminated")
        return
    if base.kind == "gun":
        yield from abandon(state, base)
        return
    yield changed(id, morale=worse, suppression=0, pinned=False, cowered=False, in_motion=False, goal=None)
    yield from fall_silent(state, id)


def abandon(state: State, gun: Base) -> Iterator[Event]:
    """A crew that breaks leaves its gun, which stays, no enemy base any more; the crew goes on as men (P13)."""
    men = gun.manned_by
    yield changed(gun.id, crewed=False, manned_by=None, suppression=0, pinned=False, cowered=False)
    if men is not None:
        yield changed(men, hex=gun.hex, morale="broken", suppression=0, pinned=False, cowered=False)
        return
    yield BaseCreated(base=Base(
        id=f"{gun.id}-C", side=gun.side, kind="crew", name=f"Crew of {gun.name}", quality=gun.quality, hex=gun.hex,
        morale="broken", ammunition=gun.ammunition,
    ))  # fmt: skip


def lose(state: State, id: BaseId, how: Gone) -> Iterator[Event]:
    """A base is gone for good. Its owner learns it; the enemy too where they see it, and they score (P26).

    One that has left the map by its own edge counts half (P14).
    """
    base = state.bases[id]
    rules, enemy = state.rules, state.other(base.side)
    contact = state.seen_as(enemy, id)
    yield changed(id, gone=how)
    if base.manned_by is not None:
        yield changed(base.manned_by, gone=how)  # who mans a gun shares its lot, and counts with it
    yield PointsScored(side=enemy, halves=halves(rules, rules.profile(base).cls.men, how))
    if contact is not None and contact.in_sight:
        yield ContactForgotten(viewer=enemy, handle=contact.handle)
        assert base.hex is not None
        yield tell(state, enemy, EnemyLost(handle=contact.handle, hex=base.hex, how=how))
    yield changed(id, hex=None)
    yield tell(state, base.side, BaseLost(base=id, how=how))
    yield from fall_silent(state, id)


def fall_silent(state: State, id: BaseId) -> Iterator[Event]:
    """An observer who breaks loses the contact with their battery, which starts anew (P18), and a mission under way."""
    for battery in state.rules.artillery:
        mission = state.missions[battery.side][battery.id]
        over = state.bases[id].gone is not None
        if battery.observer != id or mission.stage == "over" or (mission.stage == "silent" and not over):
            continue
        then = replace(mission, stage="over" if over else "silent", aim=None, heard=False)
        yield MissionSet(side=battery.side, mission=then)
        yield tell(state, battery.side, MissionTold(mission=then, step="lost"))
