"""What is hidden from a side of 1776, how it may differ, and what a step lays open (23)."""

from __future__ import annotations

import pickle
from dataclasses import replace

from service.engine.dice_events import Rolled
from service.engine.events import Event
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.known.reports import GameEnded
from service.games.campaign1776.truth.events import (
    BattleSet,
    CampaignSet,
    CommitsSpent,
    ContactsNoted,
    DueSet,
    EntrenchmentDug,
    EntrenchmentGone,
    FortGone,
    FortTaken,
    PointsLost,
    PoolGone,
    PoolSet,
    ShipGone,
    ShipSet,
    StrikeHeld,
    SupplyTied,
    TasksSet,
)
from service.games.campaign1776.truth.looking import _sights
from service.games.campaign1776.truth.state import State
from tests.secrecy import worlds
from tests.secrecy.campaign_changes import CHANGES
from tests.secrecy.worlds import SECRETS, Happening, Secrets, heard_before


def learns(roll: Rolled, seat: str) -> bool:
    """Whether a side learns of a die: of all but the enemy's forced marches."""
    return "forced march" not in roll.purpose or f"the {seat} side" in roll.purpose


def own_or_public(then: State, seat: str, event: Event) -> str:
    """What an event lays open to a side by itself: its own, forts, battles, and what falls in them."""
    match event:
        case PoolSet(pool=pool):
            return repr(pool) if then.kind(pool).seat == seat else ""
        case PoolGone(pool=id):
            return id if then.kind(then.pools[id]).seat == seat else ""
        case ShipSet(ship=ship):
            return repr(replace(ship, id="")) if ship.seat == seat else ""
        case ShipGone(ship=id):
            return id if then.ships[id].seat == seat else ""
        case DueSet(pool=id):
            return repr(event) if then.kind(then.pools[id]).seat == seat else ""
        case EntrenchmentDug(by=by):
            return repr(event) if by == seat else ""
        case EntrenchmentGone(hex=hex):
            return repr(event) if then.entrenched[hex] == seat else ""
        case StrikeHeld(strike=strike):
            asked = then.settings.visibility == "open" and then.ships[strike.ship].seat != seat
            return repr(strike.left) if asked else ""
        case TasksSet(seat=by):
            return repr(event) if by == seat else ""
        case CampaignSet():
            return repr(event)
        case FortTaken() | FortGone() | BattleSet():
            return repr(event)
        case SupplyTied(seat=by, hex=hex):
            return repr(event) if by == seat else f"supply of {by} in {hex}"
        case PointsLost(of=kind, at_sea=at_sea):
            on_land = not at_sea and (then.phasing == seat or bool(then.battles))
            in_sight = then.rules.kind(kind).seat == seat or on_land
            return repr(event) if in_sight else ""
        case CommitsSpent(hex=hex):
            return f"{hex} {then.commits.get(hex)}"
        case Rolled():
            return repr((event.purpose, event.faces)) if learns(event, seat) else ""
    return ""


def laid_open(world: worlds.World, seat: str, events: list[Event]) -> list[str]:
    """One's own, battles with their cards and dice, what is public, and what is seen."""
    heard, found = heard_before(events, seat), list[str]()
    then: State = pickle.loads(world.before)
    seen, public = _sights(then, seat), then.public()
    for n, event in enumerate(events):
        texts = [own_or_public(then, seat, event)]
        event.change(then)
        if isinstance(event, PoolSet | PoolGone | FortTaken | FortGone) and then.public() != public:
            public = then.public()
            texts.append(repr(public))
        if isinstance(event, ContactsNoted) and event.seat == seat:
            before, seen = seen, _sights(then, seat)
            texts.append(f"seen {seen}" if seen != before else "")
        found += [Happening(text, heard[n]) for text in texts if text]
    return found


def waits(world: worlds.World, seat: str) -> bool:
    """Whether a seat is not in its own segment, and no battle is open.

    In its segment the die of its own march, or troops that it meets, decide whether it is asked to attack, and in a
    battle the cards of both whether that goes on: both are told at once.
    """
    state: State = world.state
    return state.phasing != seat and not any(battle.open for battle in state.battles.values())


SECRETS["campaign1776"] = Secrets(
    game=CAMPAIGN1776, changes=CHANGES, laid_open=laid_open, strict_moments=waits,
    at_the_end={GameEnded: GameEnded(winner="", points={}, lost=0, score=0)}, verdict={"verdict": "", "score": None},
)  # fmt: skip
"""What may differ in 1776 without a side's knowing it."""
