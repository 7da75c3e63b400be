"""A side's picture made ready to read: what a client shows, and nothing that the side was not told.

Built up from the picture alone; every entry is named here, none is copied wholesale.
"""

from __future__ import annotations

from dataclasses import dataclass

from service.engine.hexes import Hex
from service.games.ndc.known.answering import declared_against
from service.games.ndc.known.command import in_command
from service.games.ndc.known.picture import Attack, Contact, Fire, MustRetreat, Picture, Planned
from service.games.ndc.known.points import air_limits
from service.games.ndc.known.reach import allowance
from service.games.ndc.printed.units import Marker, Unit


@dataclass(frozen=True, kw_only=True)
class OwnUnit:
    """One of the seat's own units as it believes it to be.

    `allowance` and `left` are movement points of its side's Movement and Combat Phase, this or the next, `spent` those
    of this or the last; `level` is its intelligence level, what the enemy may know of it, 0 to 4; `states` are words
    such as engaged, stopped, finished, low on ammunition.
    """

    id: str
    designation: str
    parent: str | None
    type: str
    mode: str
    zone: str
    hexes: tuple[Hex, ...]
    to: int
    to_max: int
    fatigue: int
    level: int
    ew: int
    attack: int
    defence: int
    allowance: int
    spent: int
    left: int
    leadership: int
    rating: int
    in_command: bool
    commander: bool
    arrives: int
    assets: tuple[str, ...]
    states: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class KnownContact:
    """A contact as it was last reported: `known` says whether it counts as a known unit in its hexes, `turn` when.

    `engaged`: the reader attacked it in this phase, by the units in `engaged_with`; it controls their hexes alone.
    """

    handle: str
    hexes: tuple[Hex, ...]
    known: bool
    turn: int
    age: int
    type: str | None
    designation: str | None
    mode: str | None
    to: int | None
    zone: str | None
    track: tuple[Hex, ...]
    engaged: bool
    engaged_with: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Points:
    """The seat's own points: allotments, CSPs used in this phase by HQ or "air", EW points left."""

    allotted_air: int
    allotted_signal: int
    coverage: int
    quality: int
    level: int
    sectors: tuple[str, ...]
    air: int
    ew_points: int
    superiority: int
    support_used: dict[str, int]
    counter_used: dict[str, int]
    chemical_uses: int
    chemical_released: bool
    commander: str | None
    commander_uses: int
    commander_hit: bool


@dataclass(frozen=True, kw_only=True)
class View:
    """All that one seat may look at."""

    seat: str
    enemy: str
    double_intelligence: str | None
    game: str
    scenario: str
    turn: int
    turns: int
    time_of_day: str
    weather: tuple[str, ...]
    air_limits: tuple[str, ...]
    """What this weather keeps air points from, each to be read behind "air points"; nothing where they fly."""
    address: str
    titles: tuple[str, ...]
    item: str | None
    asked: bool
    ended: bool
    letters: int
    attendance: dict[str, str]
    segment: int
    own: tuple[OwnUnit, ...]
    contacts: tuple[KnownContact, ...]
    markers: tuple[Marker, ...]
    points: Points
    enemy_level: int | None
    enemy_sectors: tuple[str, ...]
    enemy_chemical_uses: int
    planned: tuple[Planned, ...]
    under_way: dict[str, tuple[Hex, ...]]
    """Own units of which it is not told yet whether they came where they were ordered, with their ways."""
    question: Attack | Fire | None
    declared: tuple[Attack | Fire, ...]
    """The declared combats that are not worked yet, that which the seat is asked about first."""
    retreating: MustRetreat | None
    objectives: dict[Hex, int]
    score: int | None
    verdict: str | None


def view(picture: Picture) -> View:
    """The picture of a seat, ready to read."""
    return View(
        seat=picture.seat,
        enemy=picture.enemy,
        double_intelligence=picture.double_intelligence,
        game="ndc",
        scenario=picture.scenario,
        turn=picture.turn,
        turns=len(picture.rules.turns),
        time_of_day=picture.time_of_day,
        weather=picture.weather,
        air_limits=air_limits(picture.weather, picture.tables),
        address=picture.address,
        titles=picture.titles,
        item=picture.item,
        asked=picture.asked,
        ended=picture.ended,
        letters=picture.letters,
        attendance=dict(picture.attendance),
        segment=picture.segment,
        own=tuple(own_unit(picture, unit) for unit in picture.own.values()),
        contacts=tuple(known_contact(picture, contact) for contact in picture.contacts.values()),
        markers=tuple(picture.markers),
        points=points(picture),
        enemy_level=picture.enemy_level,
        enemy_sectors=picture.enemy_sectors,
        enemy_chemical_uses=picture.enemy_uses,
        planned=tuple(picture.planned),
        under_way=dict(picture.under_way),
        question=question(picture),
        declared=tuple(declared_against(picture)),
        retreating=picture.retreating,
        objectives={objective.hex: objective.points for objective in picture.rules.objectives},
        score=picture.score,
        verdict=picture.verdict,
    )


def own_unit(picture: Picture, unit: Unit) -> OwnUnit:
    """One own unit with the figures that its mode, T/O level and the weather give it."""
    strength = picture.tables.strength(unit.profile, unit.mode, unit.to, zone=unit.zone, detachment=unit.halved)
    points = allowance(picture, unit)
    gone = unit.spent if picture.segment else 0  # what went in a phase that is over is there again in the next
    return OwnUnit(
        id=unit.id,
        designation=unit.designation,
        parent=unit.parent,
        type=unit.type,
        mode=unit.mode,
        zone=unit.zone,
        hexes=unit.hexes,
        to=unit.to,
        to_max=unit.to_max,
        fatigue=unit.fatigue,
        level=unit.level,
        ew=unit.ew,
        attack=strength.attack,
        defence=strength.defence,
        allowance=points,
        spent=unit.spent,
        left=max(0, points - gone),
        leadership=unit.leadership,
        rating=unit.rating,
        in_command=unit.hex is not None and in_command(picture.own, unit, picture.rules),
        commander=picture.account.commander == unit.id,
        arrives=unit.arrives,
        assets=tuple(f"{asset.kind} {asset.points}" for asset in unit.assets),
        states=states(unit, attacks=any(plan.unit == unit.id for plan in picture.planned), moves=picture.segment > 0),
    )


def states(unit: Unit, *, attacks: bool = False, moves: bool = True) -> tuple[str, ...]:
    """The words that stand on a unit's state markers; `attacks`: its attack is ordered, and not fought yet.

    `moves`: its side is in its own movement; else nobody asks whether it has finished. Nor has one that was halted by
    enemy control alone: it goes on when that is gone.
    """
    words = {
        "engaged": unit.engaged,
        "stopped": unit.stopped,
        "finished": moves and unit.finished and not unit.halted,
        "attack ordered": attacks,
        "attacked": unit.attacked and not attacks,
        "forced march": unit.forced,
        "low on ammunition": unit.ammo_low,
        "suppressed": unit.suppressed,
        "detachment": unit.halved,
    }
    return tuple(word for word, holds in words.items() if holds)


def known_contact(picture: Picture, contact: Contact) -> KnownContact:
    """One contact, with its age in game turns."""
    return KnownContact(
        handle=contact.handle,
        hexes=contact.hexes,
        known=contact.known,
        turn=contact.turn,
        age=max(0, picture.turn - contact.turn),
        type=contact.type,
        designation=contact.designation,
        mode=contact.mode,
        to=contact.to,
        zone=contact.zone,
        track=contact.track,
        engaged=contact.engaged,
        engaged_with=contact.engaged_with,
    )


def points(picture: Picture) -> Points:
    """The seat's own account."""
    account = picture.account
    return Points(
        allotted_air=account.allotted_air,
        allotted_signal=account.allotted_signal,
        coverage=account.coverage,
        quality=account.quality,
        level=account.level,
        sectors=account.sectors,
        air=account.air,
        ew_points=account.ew_points,
        superiority=account.superiority,
        support_used=dict(account.support_used),
        counter_used=dict(account.counter_used),
        chemical_uses=account.chemical_uses,
        chemical_released=account.released,
        commander=account.commander,
        commander_uses=account.commander_uses,
        commander_hit=account.commander_hit > 0,
    )


def question(picture: Picture) -> Attack | Fire | None:
    """The declared combat that the seat is being asked about, as it was declared."""
    declared: tuple[Attack | Fire, ...] = (*picture.attacks, *picture.fires)
    return next((combat for combat in declared if combat.number == picture.question), None)
