"""What a side is told, and what it learns by it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from service.engine.bills import Bill
from service.engine.places import Place
from service.engine.reports import Report
from service.engine.sightings import ContactsTold
from service.engine.state import duplicate
from service.games.campaign1776.known.battles import Battle, Commit
from service.games.campaign1776.known.passengers import LeftOpen
from service.games.campaign1776.known.picture import Contact, Picture
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.naval import Damage, Vessel
from service.games.campaign1776.printed.pieces import (
    Pool,
    PoolId,
    Public,
    Ship,
    Tasks,
    boat_number,
    boats_named,
    pool_number,
)
from service.games.campaign1776.printed.reading import Seat

Why = Literal["enemies", "captured", "elsewhere", "held", "fleet", "guns"]
"""Why a march or voyage came to less than was ordered: enemy strength points were met, those who marched were captured,
what went before left them elsewhere, they stood before enemies beside others, an enemy fleet or a fort's guns were
met."""


@dataclass(frozen=True, kw_only=True)
class OwnForce(Report):
    """Own units and ships as they are now, where that is otherwise than their owner had it; `gone`, `lost_ships`: no
    longer there."""

    kind: Literal["own-force"] = "own-force"
    pools: tuple[Pool, ...] = ()
    gone: tuple[PoolId, ...] = ()
    ships: tuple[Ship, ...] = ()
    lost_ships: tuple[str, ...] = ()
    due: dict[PoolId, tuple[Hex, ...]] = field(default_factory=dict)
    entrenched: tuple[Hex, ...] = ()
    tasks: Tasks = field(default_factory=Tasks)

    def teach(self, picture: Picture) -> None:
        for pool in self.pools:
            picture.own[pool.id] = replace(pool)
            count = picture.numbered.get(pool.kind, 0)
            picture.numbered[pool.kind] = max(count, pool_number(pool.id, pool.kind))
        for id in self.gone:
            picture.own.pop(id, None)
        picture.ships.update({ship.id: replace(ship) for ship in self.ships})
        for ship in self.ships:
            if number := boat_number(ship):
                name = boats_named(ship.seat)
                picture.numbered[name] = max(picture.numbered.get(name, 0), number)
        for id in self.lost_ships:
            picture.ships.pop(id, None)
        picture.due, picture.entrenched, picture.tasks = dict(self.due), list(self.entrenched), duplicate(self.tasks)


@dataclass(frozen=True, kw_only=True)
class PublicTold(Report):
    """What both sides know of forts, towns and ports is otherwise than it was."""

    kind: Literal["public-told"] = "public-told"
    public: Public

    def teach(self, picture: Picture) -> None:
        picture.public = duplicate(self.public)


@dataclass(frozen=True, kw_only=True)
class EnemySeen(ContactsTold):
    """Enemy places that are new or look otherwise; `empty`: contacts gone; `unwatched`: out of sight."""

    kind: Literal["enemy-seen"] = "enemy-seen"
    contacts: tuple[Contact, ...] = ()


@dataclass(frozen=True, kw_only=True)
class MarchStopped(Report):
    """A march, or a voyage, came to less than was ordered; `units` are those who went, troops or ships."""

    kind: Literal["march-stopped"] = "march-stopped"
    units: tuple[str, ...]
    at: Place
    why: Why


@dataclass(frozen=True, kw_only=True)
class FleetExpelled(Report):
    """Own fleets had to leave a port that enemy troops alone hold now; they lie on its entrance (C76-PRT-06)."""

    kind: Literal["fleet-expelled"] = "fleet-expelled"
    ships: tuple[str, ...]
    port: Place
    to: Place


@dataclass(frozen=True, kw_only=True)
class Captured(Report):
    """Guns, supply or a magazine have changed hands: so many of a kind, which the captor has as another.

    `inside`: they were in a fort that has fallen.
    """

    kind: Literal["captured"] = "captured"
    at: Place
    number: int
    was: str
    becomes: str
    by_us: bool
    inside: bool = False


@dataclass(frozen=True, kw_only=True)
class BateausTaken(Report):
    """Bateaus on a side have changed hands, as far as the captor has counters for them."""

    kind: Literal["bateaus-taken"] = "bateaus-taken"
    at: Place
    number: int
    by_us: bool


@dataclass(frozen=True, kw_only=True)
class FortDismantled(Report):
    """A side has taken a fort down."""

    kind: Literal["fort-dismantled"] = "fort-dismantled"
    hex: Hex
    by: Seat


@dataclass(frozen=True, kw_only=True)
class EliminationTried(Report):
    """An automatic elimination was tried in a hex; who fell, by kind, where it succeeded, and no figures where not."""

    kind: Literal["elimination-tried"] = "elimination-tried"
    hex: Hex
    by: Seat
    lost: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class ForcedMarched(Report):
    """What one's own forced march came to; `lost` before it, by kind, and `unspent` points, for which all are lost."""

    kind: Literal["forced-marched"] = "forced-marched"
    start: Hex
    to: Hex
    sought: int
    die: int
    gained: int
    lost: dict[str, int] = field(default_factory=dict)
    ended: Place
    unspent: int = 0


@dataclass(frozen=True, kw_only=True)
class MarchesCounted(Report):
    """From where to where one has made forced marches in this phase: no second march takes another route."""

    kind: Literal["marches-counted"] = "marches-counted"
    marched: tuple[tuple[Hex, Hex], ...] = ()

    def teach(self, picture: Picture) -> None:
        picture.marched = [(start, end) for start, end in self.marched]


@dataclass(frozen=True, kw_only=True)
class BattleTold(Report):
    """A battle stands as follows: it was declared, has ended, or something was declared in it."""

    kind: Literal["battle-told"] = "battle-told"
    battle: Battle

    def teach(self, picture: Picture) -> None:
        picture.battles[self.battle.hex] = duplicate(self.battle)
        commit = picture.commits.get(self.battle.hex)
        if commit is not None and (self.battle.over or commit.spares):
            del picture.commits[self.battle.hex]


@dataclass(frozen=True, kw_only=True)
class RoundFought(Report):
    """A round of a battle: cards, who was supplied, sums, the die and what it cost. All of it is told to both.

    `cards`: none of them in a continuous round, the attacker's alone against a fort. `drawn`: the die by which one's
    own card was drawn, told to its owner. `column` and `die` are empty where the battle ended without a roll.
    `modifiers`: by name, in their order; `net` as the table limits it. `lost`: strength points by side and kind.
    """

    kind: Literal["round-fought"] = "round-fought"
    hex: Hex
    number: int
    attacker: Seat
    assault: bool
    cards: dict[Seat, str]
    drawn: int = 0
    supplied: tuple[Seat, ...] = ()
    points: dict[Seat, int] = field(default_factory=dict)
    column: str = ""
    modifiers: dict[str, int] = field(default_factory=dict)
    net: int = 0
    die: int = 0
    result: str = ""
    lost: dict[Seat, dict[str, int]] = field(default_factory=dict)

    @property
    def bill(self) -> Bill:
        """What was added up, as it is stored in `modifiers`."""
        return Bill.of(self.modifiers.items())

    def teach(self, picture: Picture) -> None:
        picture.commits.pop(self.hex, None)


@dataclass(frozen=True, kw_only=True)
class RoundsOrdered(Report):
    """So many of the rounds that one has ordered at once are still to be fought."""

    kind: Literal["rounds-ordered"] = "rounds-ordered"
    hex: Hex
    commit: Commit

    def teach(self, picture: Picture) -> None:
        picture.commits[self.hex] = replace(self.commit)


@dataclass(frozen=True, kw_only=True)
class Answered(Report):
    """One's plan, or the rules where no line of it fits, has answered for the coming round of a battle."""

    kind: Literal["answered"] = "answered"
    hex: Hex
    commit: Commit

    def teach(self, picture: Picture) -> None:
        picture.commits[self.hex] = replace(self.commit)


@dataclass(frozen=True, kw_only=True)
class CombatOver(Report):
    """The combat phase is over, with all its battles."""

    kind: Literal["combat-over"] = "combat-over"

    def teach(self, picture: Picture) -> None:
        picture.battles, picture.commits = {}, {}


@dataclass(frozen=True, kw_only=True)
class FortFell(Report):
    """A fort has changed hands."""

    kind: Literal["fort-fell"] = "fort-fell"
    hex: Hex
    by: Seat


@dataclass(frozen=True, kw_only=True)
class SeaBattleFought(Report):
    """A battle at sea: who attacked, the fleets by side and kind, the die, and which fleets it struck and how.

    Both sides are told all of it. Who was aboard, their owner alone learns. `struck`: by side, the kind of fleet with
    D-1 or D-2, for which it is away to be repaired, or sunk. `held`: the sides whose fleet has that still before it,
    since its enemy may say first who was aboard (C76-PBM-08).
    """

    kind: Literal["sea-battle-fought"] = "sea-battle-fought"
    at: Place
    attacker: Seat
    fleets: dict[Seat, dict[Vessel, int]] = field(default_factory=dict)
    column: str
    die: int
    struck: dict[Seat, dict[Vessel, Damage]] = field(default_factory=dict)
    held: tuple[Seat, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PassengersOpen(Report):
    """The enemy left open which of their fleets carries whom, and one of these is struck: one may say who was aboard.

    Told to their enemy alone, and in open play alone (C76-PBM-08).
    """

    kind: Literal["passengers-open"] = "passengers-open"
    left: LeftOpen

    def teach(self, picture: Picture) -> None:
        picture.placing[self.left.at] = duplicate(self.left)


@dataclass(frozen=True, kw_only=True)
class PassengersPlaced(Report):
    """Who was aboard a fleet that is struck, as its enemy has said, or as it stood; both sides are told."""

    kind: Literal["passengers-placed"] = "passengers-placed"
    at: Place
    of: Vessel
    units: dict[str, int]
    by_us: bool

    def teach(self, picture: Picture) -> None:
        picture.placing.pop(self.at, None)


WhyLost = Literal["at sea", "counters", "nowhere", "not placed", "sunk", "no fleet", "abroad"]
"""Why units were lost, or did not come: aboard when a quarter ended, no counters left, no hex or port to come to, left
without a place by their owner, aboard a fleet that was sunk, no French fleet in play in a withdrawal, militia ashore
out of its area."""


@dataclass(frozen=True, kw_only=True)
class UnitsLost(Report):
    """Own units are lost, or have not come; their owner alone is told."""

    kind: Literal["units-lost"] = "units-lost"
    units: dict[str, int]
    why: WhyLost


@dataclass(frozen=True, kw_only=True)
class AreasFound(Report):
    """The status of each area before a quarter, which both sides are told."""

    kind: Literal["areas-found"] = "areas-found"
    statuses: dict[str, str]
    quarter: str

    def teach(self, picture: Picture) -> None:
        picture.statuses = dict(self.statuses)


@dataclass(frozen=True, kw_only=True)
class GroupsDue(Report):
    """British reinforcements have come in, by letter; both sides are told, but not where they land."""

    kind: Literal["groups-due"] = "groups-due"
    groups: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class InterventionRolled(Report):
    """The dice for French intervention, which both sides see, with what is added to them and what was needed."""

    kind: Literal["intervention-rolled"] = "intervention-rolled"
    dice: tuple[int, ...]
    modifiers: dict[str, int]
    needed: int
    comes: bool

    @property
    def bill(self) -> Bill:
        """What was added up, as it is stored in `modifiers`."""
        return Bill.of(self.modifiers.items())


@dataclass(frozen=True, kw_only=True)
class VariableFleetRolled(Report):
    """The die for a fleet that comes and goes, which both sides see."""

    kind: Literal["variable-fleet-rolled"] = "variable-fleet-rolled"
    nation: str
    die: int
    what: Literal["comes", "goes"]
    does: bool


@dataclass(frozen=True, kw_only=True)
class WithdrawalTold(Report):
    """The French have to withdraw to the West Indies, or have done so."""

    kind: Literal["withdrawal-told"] = "withdrawal-told"
    begins: bool


@dataclass(frozen=True, kw_only=True)
class IndiesCounted(Report):
    """In how many months one is in the West Indies as one has to be; None: never, or nothing is owed any longer."""

    kind: Literal["indies-counted"] = "indies-counted"
    months: int | None
    when: Literal["start", "end"]
    owes: bool

    def teach(self, picture: Picture) -> None:
        picture.count_at_start = self.months if self.when == "start" else None


@dataclass(frozen=True, kw_only=True)
class GameEnded(Report):
    """How the match ended: who won, or a draw, and with how many points; or in a campaign with how many towns."""

    kind: Literal["game-ended"] = "game-ended"
    winner: str
    points: dict[Hex, int]
    lost: int
    score: int
    by_towns: bool = False

    def teach(self, picture: Picture) -> None:
        picture.ended, picture.verdict, picture.score = True, self.winner or "draw", self.score


REPORTS: tuple[type[Report], ...] = (
    OwnForce, PublicTold, EnemySeen, MarchStopped, FleetExpelled, Captured, BattleTold, RoundFought,
    EliminationTried, ForcedMarched, MarchesCounted, RoundsOrdered, Answered, CombatOver, FortFell, SeaBattleFought,
    PassengersOpen, PassengersPlaced,
    BateausTaken, FortDismantled, UnitsLost, AreasFound, GroupsDue, InterventionRolled, VariableFleetRolled,
    WithdrawalTold, IndiesCounted, GameEnded,
)  # fmt: skip
