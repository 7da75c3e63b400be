"""Units, markers and accounts: the counters and tracks on the table, as true or as believed.

The same dataclasses serve the position (where they are true) and a side's picture of its own force (where they are
what it believes).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, Literal

from service.engine.hexes import Hex
from service.engine.sentences import Sentence, aside, own

Side = str
UnitId = str
UnitType = Literal["armor", "infantry", "recon", "HQ"]
Mode = Literal["march", "attack", "defend", "dug-in", "deployed"]
Zone = Literal["single", "double", "triple"]
MarkerKind = Literal["breakthrough", "interdiction", "gas"]
Harm = Literal["interdiction", "gas"]
"""What costs a unit T/O levels that moves into its hex."""

ZONES: tuple[Zone, ...] = ("single", "double", "triple")


@dataclass(slots=True, kw_only=True)
class Asset:
    """A named block of capability points at an HQ. `points` a game turn."""

    id: str
    kind: Literal["arty", "air", "signal"]
    points: int


@dataclass(slots=True, kw_only=True)
class Unit:
    """One battalion or headquarters. `hex` is its base hex, None off the map; `spread` the further hexes of its zone.

    Of the phase: points `spent`, `moved` (it entered at least one hex), `entered` (it entered the hex where it stands,
    by movement or advance), `started` (its hex at the start of the phase), `finished` (no more movement), `halted` (by
    a known zone of control), `stopped` (by an unseen one or by contact), `gone` (hexes moved since its level was last
    reset), `attacked`, `engaged`. Since its owner's last Housekeeping: `fights` and `attacks` (ground combats),
    `marched` (moved at all), `forced`. `idle`: it neither moved nor attacked in its owner's last own phase. Of their
    present Mode Change phase: `mode_tried`, `zone_changed`; of their present or last Housekeeping: `parted` (broken
    down or recombined).
    """

    # On the wire `cls` has a name that generated Python clients can bear as well.
    __pydantic_config__: ClassVar[dict[str, Any]] = {
        "alias_generator": lambda name: "movement_class" if name == "cls" else name
    }

    id: UnitId
    side: Side
    designation: str
    parent: UnitId | None
    type: UnitType
    profile: str
    cls: str
    amphibious: bool
    leadership: int
    rating: int
    mode: Mode
    hex: Hex | None
    spread: tuple[Hex, ...] = ()
    to: int = 4
    to_max: int = 4
    fatigue: int = 0
    level: int = 0
    ew: int = 0
    ammo_low: bool = False
    suppressed: bool = False
    assets: list[Asset] = field(default_factory=list)
    arrives: int = 1
    spent: int = 0
    started: Hex | None = None
    moved: bool = False
    entered: bool = False
    finished: bool = False
    halted: bool = False
    stopped: bool = False
    gone: int = 0
    attacked: bool = False
    engaged: bool = False
    forced: bool = False
    idle: bool = True
    mode_tried: bool = False
    zone_changed: bool = False
    parted: bool = False
    fights: int = 0
    attacks: int = 0
    marched: bool = False
    fought_since_search: bool = False
    detached_from: UnitId | None = None
    halved: bool = False

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """Every hex that it occupies, its base hex first; none off the map."""
        return () if self.hex is None else (self.hex, *self.spread)

    @property
    def zone(self) -> Zone:
        return ZONES[len(self.spread)]

    @property
    def combat(self) -> bool:
        """A combat unit: armor, infantry or recon."""
        return self.type != "HQ"

    @property
    def name(self) -> str:
        """As its owner calls it."""
        return f"{self.designation} ({self.id})"

    @property
    def said(self) -> Sentence:
        """As its owner calls it: by its designation, and by its id for those who order by that."""
        return called(self.id, self.designation)

    def begin_phase(self) -> None:
        """Its owner's Movement and Combat Phase begins: nothing is spent yet (NDC-MOV-07)."""
        self.spent, self.gone, self.started = 0, 0, self.hex
        self.moved = self.entered = self.finished = self.halted = self.stopped = self.attacked = False

    def points(self, kind: str) -> int:
        """Capability points of one kind that its assets give in a game turn, before any reduction."""
        return sum(asset.points for asset in self.assets if asset.kind == kind)


@lru_cache(maxsize=1024)
def called(id: UnitId, designation: str) -> Sentence:
    """What a unit's owner calls it; kept, since whatever might be refused of a unit names it."""
    return own(id, designation), aside(f" ({id})")


@dataclass(slots=True, kw_only=True)
class Marker:
    """A marker on both maps: whose it is, and for interdiction how many T/O markers lie on it."""

    kind: MarkerKind
    hex: Hex
    side: Side
    strength: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LostOnTheWay:
    """T/O levels that a unit lost as it moved into a hex with a marker (NDC-CBF-10, NDC-GCD-08), and how many it had
    left then."""

    marker: Harm
    hex: Hex
    steps: int
    left: int


@dataclass(slots=True, kw_only=True)
class Account:
    """What one side has set, spent and left; no other side ever sees it.

    `support_used` and `counter_used`: CSPs drawn in this phase, by HQ id or "air". `fired`: artillery CSP uses of an HQ
    since its owner's last Housekeeping. `superiority`: EW superiority level. `commander_uses` and `ew_attacks`: their
    uses and EW attacks in this phase. `allotted`: the allotment of the present Intelligence Phase was ordered;
    `transfers` and `reassigned` count assets and units put under another HQ in this turn.
    """

    side: Side
    allotted: bool = False
    allotted_air: int = 0
    allotted_signal: int = 0
    coverage: int = 0
    quality: int = 0
    level: int = 0
    sectors: tuple[str, ...] = ()
    air: int = 0
    ew_points: int = 0
    superiority: int = 0
    support_used: dict[str, int] = field(default_factory=dict)
    counter_used: dict[str, int] = field(default_factory=dict)
    fired: dict[str, int] = field(default_factory=dict)
    chemical_uses: int = 0
    released: bool = False
    transfers: int = 0
    reassigned: int = 0
    commander: UnitId | None = None
    commander_uses: int = 0
    commander_moved: bool = False
    ew_attacks: int = 0
    commander_hit: int = 0
    """Own Mode Change phases that must still begin before they can be used; 0 when they are fit."""

    def begin_phase(self) -> None:
        """A Movement and Combat Phase of either side begins: all CSPs and uses of command are back (parent 3.21)."""
        self.support_used, self.counter_used, self.commander_uses, self.ew_attacks = {}, {}, 0, 0


def copied(account: Account) -> Account:
    """An account of its own with the same entries."""
    fresh = Account(**{name: getattr(account, name) for name in Account.__slots__})
    fresh.support_used, fresh.counter_used = dict(account.support_used), dict(account.counter_used)
    fresh.fired = dict(account.fired)
    return fresh
