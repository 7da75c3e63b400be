"""What a side knows: its picture, built up from reports, never cut down from the truth (P24).

Own bases stand as their owner was last told; an enemy stands where and as they were last seen, with the turn. This
module never imports the truth.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from service.engine.contacts import Handles
from service.engine.hexes import Hex
from service.engine.orders import Refusal
from service.engine.sentences import OwnSpan
from service.engine.state import Picture as EnginePicture
from service.games.skirmish.known.standing import PlanLine
from service.games.skirmish.printed.bases import Base, BaseId, Outward, Pace, Side, with_article
from service.games.skirmish.printed.field import Field
from service.games.skirmish.printed.scenario import Scenario, scenario
from service.games.skirmish.printed.sight import Sight, sight
from service.games.skirmish.printed.tables import Tables

Handle = str
HANDLES = Handles()
"""1, 2 and so on."""


@dataclass(frozen=True, kw_only=True)
class Contact:
    """An enemy as last seen, under a handle of this side's own counting.

    Level 1: something is there, or was. 2: what it is, as it looks from outside. 3: name and quality too. `turn` and
    `player_turn`: when it was last seen; `in_sight`: it is seen now. A contact out of sight is a ghost.
    """

    handle: Handle
    hex: Hex
    level: int
    turn: int
    player_turn: int
    in_sight: bool
    shows: Outward | None = None

    @property
    def abandoned(self) -> bool:
        """Whether it is known to be a gun that nobody serves: no enemy base (P13)."""
        return self.shows is not None and not self.shows.crewed

    def counts(self, player_turn: int, remembered: int) -> bool:
        """Whether it is a known enemy (P24): in sight, or seen in this player turn or those `remembered` before it."""
        if self.abandoned:
            return False
        return self.in_sight or self.player_turn >= player_turn - remembered

    @property
    def shaken(self) -> bool:
        """Whether it is seen to be broken, routed, pinned or cowered."""
        shows = self.shows
        return shows is not None and (shows.morale != "good" or shows.pinned or shows.cowered)

    @property
    def identified(self) -> bool:
        return self.level >= 2


@dataclass(frozen=True, kw_only=True)
class Group:
    """Reinforcements of this side: still to be announced, or announced for a zone, in the player turn `since`."""

    id: str
    zone: str | None = None
    since: int = 0


@dataclass(frozen=True, kw_only=True)
class Announcement:
    """What the other side has announced: where its reinforcements will come on, and by option what they are.

    `noticed`: an enemy has come into view there in a player turn of theirs, so they are not awaited any more.
    """

    zone: str
    hexes: tuple[Hex, ...]
    kinds: tuple[str, ...] = ()
    noticed: bool = False


MissionStep = Literal["phase", "call", "spotting", "correction", "effect", "fall", "lost"]
"""Of what a report on an artillery mission tells: a new phase, a call by radio, a spotting round, a correction, a fire
for effect, where a round falls, and the loss of the contact."""
Falling = Literal["round", "shells", "bombs"]
"""What is seen to fall in a hex: a spotting round, artillery fire, an air strike."""


@dataclass(frozen=True, kw_only=True)
class Mission:
    """A battery's mission (P18): how far it is, and the hex aimed at.

    `fired`: fires for effect so far; `failures`: contacts missed running. Of this phase: `called` and `heard`, the
    battery and the answer; `shot` and `moved`, a round and a correction. `used` counts the missions that are over.
    """

    id: str
    stage: Literal["silent", "contact", "spotted", "corrected", "over"] = "silent"
    aim: Hex | None = None
    fired: int = 0
    failures: int = 0
    called: bool = False
    heard: bool = False
    shot: bool = False
    moved: bool = False
    used: int = 0


@dataclass(frozen=True, kw_only=True)
class March:
    """What the sheet makes of a base: its path, where that takes it, how it faces there, and what it costs in all.

    `spent` are halves of a movement point. `shot`: it fires from there.
    """

    path: tuple[Hex, ...]
    hex: Hex | None
    heading: int
    spent: int
    pace: Pace
    shot: bool = False


@dataclass(slots=True, kw_only=True)
class Film:
    """What the defender is asked about: this contact, in this hex, has just made a step of its path (P16).

    `fired` are own bases that have fired at it here; none does so twice (P8). `halted`: it was stopped, live, and the
    shot is still to be named. `way` are the hexes of the steps that it has been seen to make one after the other, this
    one last, a turn in place included; `since` is where it stood in sight before them. `flees`: it is among the routed
    or broken, who are fired at but not halted (P14).
    """

    handle: Handle
    hex: Hex
    fired: tuple[BaseId, ...] = ()
    halted: bool = False
    way: tuple[Hex, ...] = ()
    since: Hex | None = None
    flees: bool = False


@dataclass(slots=True, kw_only=True)
class Picture(EnginePicture):
    """One side's picture. `player_turn` counts player turns; `attacker` is whose player turn it is.

    `marches`: what the moves on the sheet make of own bases. `sealed`: they are sent and not played yet, so own bases
    are shown as they stood; `more`: others are to follow, `batches`: so many have been played in this player turn.
    `runners`: movers of whom own fire at them has shown in this player turn that they move fast; `ranged`: the latest
    player turn, and the number, of an own base's shots at a vehicle that it saw, under both their names (P13).
    `clock` is the time that runs before both, live, in the step of this number of `steps`; `steppers` are those who
    were seen to move just before it and have not been asked about, `stepping` those since.
    `plan` is the side's fire plan; `markers` are those that it has placed in this player turn, as it named them.
    """

    side: Side
    options: dict[str, str] = field(default_factory=dict)
    player_turn: int = 0
    attacker: Side = ""
    ground: Field
    own: dict[BaseId, Base] = field(default_factory=dict)
    contacts: dict[Handle, Contact] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    announced: list[Announcement] = field(default_factory=list)
    missions: dict[str, Mission] = field(default_factory=dict)
    strikes: int = 0
    strike_ready: bool = False
    film: Film | None = None
    runners: tuple[Handle, ...] = ()
    ranged: dict[str, tuple[int, int]] = field(default_factory=dict)
    plan: tuple[PlanLine, ...] = ()
    sealed: bool = False
    clock: str = ""
    steps: int = 0
    steppers: tuple[Handle, ...] = ()
    stepping: tuple[Handle, ...] = ()
    marches: dict[BaseId, March] = field(default_factory=dict)
    markers: list[str] = field(default_factory=list)
    more: bool = False
    closing: tuple[BaseId, ...] = ()
    batches: int = 0
    combats: list[Hex] = field(default_factory=list)
    score: int | None = None
    verdict: str = ""

    @property
    def rules(self) -> Scenario:
        """The scenario by which the match is played; what of it may be told, the rules say."""
        return scenario(self.data, self.scenario)

    @property
    def tables(self) -> Tables:
        return self.rules.tables

    @property
    def step(self) -> str:
        """The name of the step at which this side was last asked."""
        return self.address.rsplit("/", 1)[-1]

    @property
    def ordered(self) -> dict[BaseId, Hex]:
        """Where the moves on the sheet take own bases."""
        return {id: march.hex or Hex("") for id, march in self.marches.items()}

    @property
    def ways(self) -> dict[BaseId, tuple[Hex, ...]]:
        """The paths of the moves on the sheet."""
        return {id: march.path for id, march in self.marches.items()}

    @property
    def attacking(self) -> bool:
        return self.attacker == self.side

    def sight(self, a: Hex, b: Hex) -> Sight:
        """The line of sight between two hexes."""
        return sight(self.rules, self.ground, a, b)

    def base(self, id: BaseId) -> Base:
        """An own base that is on the map or may come; an unknown id is refused."""
        found = self.own.get(id)
        if found is None or found.gone:
            raise Refusal("SEQUENCE", f"You have no base '{id}'.")
        return found

    def named(self, id: BaseId) -> OwnSpan:
        """What a base is called in a sentence to its owner."""
        base = self.own[id]
        return with_article(base, self.rules.profile(base).single)

    def on_map(self) -> list[Base]:
        return [base for base in self.own.values() if base.hex is not None]

    def at(self, hex: Hex) -> list[Base]:
        """Own bases in a hex."""
        return [base for base in self.own.values() if base.hex == hex]

    def will_be_at(self, hex: Hex) -> list[Base]:
        """Own bases in a hex once the moves that are ordered so far have been made."""
        ordered = self.ordered
        return [base for base in self.own.values() if ordered.get(base.id, base.hex) == hex]

    def known_enemies(self) -> list[Contact]:
        """Contacts that count as known enemies (P24)."""
        remembered = self.tables.sighting.remembered
        return [contact for contact in self.contacts.values() if contact.counts(self.player_turn, remembered)]

    def known_at(self, hex: Hex) -> bool:
        """Whether a known enemy stands in a hex."""
        return any(contact.hex == hex for contact in self.known_enemies())
