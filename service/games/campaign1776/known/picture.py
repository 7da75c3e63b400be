"""What a side knows: its picture, built up from reports, never cut down from the truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from service.engine.contacts import Handles
from service.engine.places import Place
from service.engine.state import Picture as EnginePicture
from service.games.campaign1776.known.battles import Battle, Commit
from service.games.campaign1776.known.field import Field
from service.games.campaign1776.known.militia import kept_by
from service.games.campaign1776.known.passengers import LeftOpen
from service.games.campaign1776.known.room import overloaded
from service.games.campaign1776.known.sea import Sea
from service.games.campaign1776.known.standing import StandingLines
from service.games.campaign1776.known.stay import stay_of
from service.games.campaign1776.printed.knowing import Size
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.naval import Vessel
from service.games.campaign1776.printed.pieces import DUE, Pool, PoolId, Public, Ship, Tasks
from service.games.campaign1776.printed.reading import SEATS, Seat
from service.games.campaign1776.printed.scenario import Scenario, Settings, scenario

HANDLES = Handles("E")
"""E1, E2 and so on."""


@dataclass(slots=True, kw_only=True)
class Contact:
    """Enemy units in one place, a hex or the fort in it, as they were last reported, under a handle of this side's own.

    `size` and `guns` are known from level 2 on, `units` by kind from level 3. `in_sight`: they are watched now.
    `turn` and `address`: when they were last reported. `ships`: fleets and bateaus on the water, by kind; then there is
    nothing on land in it.
    """

    handle: str
    hex: Place
    inside: bool
    level: int
    entrenched: bool = False
    size: Size | None = None
    guns: bool | None = None
    units: dict[str, int] | None = None
    ships: dict[Vessel, int] | None = None
    in_sight: bool = True
    turn: int = 0
    address: str = ""


@dataclass(slots=True, kw_only=True)
class Picture(EnginePicture):
    """All that one side knows. `numbered`: how many pools of each kind it has had; `due`: where those may be placed
    that have come in; `entrenched`: its own works; `battles`: those of this combat phase, by hex; `commits`: what it
    has sealed for their next rounds; `marched`: from where to where forced marches were made in this phase;
    `tasks`: what it has to see to; `statuses`: of the areas, as they were found last;
    `count_at_start`: the months that it took it to be in the West Indies as it has to be, when its movement began;
    `standing`: its battle plan; `placing`: the enemy's passengers, by place, of whom this side may say who was aboard a
    fleet that is struck."""

    side: Seat
    settings: Settings
    public: Public = field(default_factory=Public)
    own: dict[PoolId, Pool] = field(default_factory=dict)
    numbered: dict[str, int] = field(default_factory=dict)
    due: dict[PoolId, tuple[Hex, ...]] = field(default_factory=dict)
    ships: dict[str, Ship] = field(default_factory=dict)
    entrenched: list[Hex] = field(default_factory=list)
    contacts: dict[str, Contact] = field(default_factory=dict)
    sightings: int = 0
    battles: dict[Hex, Battle] = field(default_factory=dict)
    commits: dict[Hex, Commit] = field(default_factory=dict)
    marched: list[tuple[Hex, Hex]] = field(default_factory=list)
    tasks: Tasks = field(default_factory=Tasks)
    statuses: dict[str, str] = field(default_factory=dict)
    count_at_start: int | None = None
    standing: StandingLines = field(default_factory=StandingLines)
    placing: dict[Place, LeftOpen] = field(default_factory=dict)
    verdict: str = ""
    score: int | None = None

    @property
    def rules(self) -> Scenario:
        """Map, tables and aims: public to both."""
        return scenario(self.data, self.scenario)

    def contact_at(self, hex: Place, *, inside: bool = False) -> Contact | None:
        return next((one for one in self.contacts.values() if (one.hex, one.inside) == (hex, inside)), None)


def field_of(picture: Picture) -> Field:
    """The map by a picture: enemies are where they were last reported outside forts."""
    return Field(
        rules=picture.rules, seat=picture.side, turn=picture.turn, own=picture.own,
        enemies=frozenset(one.hex for one in picture.contacts.values() if not one.inside and holds(picture, one)),
        forts=picture.public.forts, ships=picture.ships, arrests=ships_known(picture),
    )  # fmt: skip


def ships_known(picture: Picture) -> dict[Place, frozenset[Vessel]]:
    """Where enemy fleets and bateaus were last reported, and of which kinds."""
    return {one.hex: frozenset(one.ships) for one in picture.contacts.values() if one.ships}


def sea_of(picture: Picture) -> Sea:
    """The water by a picture; of a fort's guns it knows only in open play."""
    kinds, enemies = picture.rules.kind, [seat for seat in SEATS if seat != picture.side]
    guns = {
        Hex(one.hex) for one in picture.contacts.values()
        if one.inside and one.units and holds(picture, one) and any(kinds(k).role == "artillery" for k in one.units)
    }  # fmt: skip
    held = frozenset(hex for hex, who in picture.public.held.items() if who in enemies)
    return Sea(rules=picture.rules, seat=picture.side, turn=picture.turn, enemies=ships_known(picture),
               guns=frozenset(guns), shut=held,
               stay=stay_of(picture.rules, picture.turn, picture.own, picture.ships, picture.public,
                            picture.count_at_start),
               heavy=overloaded(picture.rules, picture.settings.transport, picture.ships, picture.own.values()),
               ours=frozenset(pool.at for pool in picture.own.values()
                              if not pool.aboard and picture.rules.kind(pool.kind).role == "regular"),
               kept=kept_by(picture.rules, picture.ships, picture.own.values()))  # fmt: skip


def holds(picture: Picture, contact: Contact) -> bool:
    """Whether strength points were reported on land; where the kinds are not known, there always are."""
    if contact.ships is not None:
        return False
    return contact.units is None or any(picture.rules.kind(kind).combat for kind in contact.units)


def in_hex(picture: Picture, hex: Hex, *, inside: bool | None = None) -> list[Pool]:
    """The own units on land in a hex, in its fort, outside it, or both."""
    return [
        pool for pool in picture.own.values()
        if pool.at == hex and not pool.aboard and inside in (None, pool.inside) and pool.at != DUE
    ]  # fmt: skip


def points(picture: Picture, pools: Sequence[Pool]) -> int:
    """The strength points among some units."""
    return sum(pool.number for pool in pools if picture.rules.kind(pool.kind).combat)
