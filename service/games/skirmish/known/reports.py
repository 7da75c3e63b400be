"""What a side may be told: every kind of report, each with the rule that allows it, and what a picture makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from service.engine.hexes import Hex
from service.engine.reports import Report
from service.games.skirmish.known.former import MissionStep, mission_told
from service.games.skirmish.known.picture import Announcement, Contact, Film, Group, Handle, Mission, Picture
from service.games.skirmish.printed.bases import Base, BaseId, Side
from service.games.skirmish.printed.field import Field


@dataclass(frozen=True, kw_only=True)
class Heard(Report):
    """A report that is news, and changes nothing in the picture."""

    def teach(self, picture: Picture) -> None:
        pass


@dataclass(frozen=True, kw_only=True)
class PlayerTurnOpened(Report):
    """A player turn begins; both are told whose (SKR-SEQ-06)."""

    kind: Literal["player-turn-opened"] = "player-turn-opened"
    turn: int
    player_turn: int
    attacker: Side

    def teach(self, picture: Picture) -> None:
        picture.turn, picture.player_turn, picture.attacker = self.turn, self.player_turn, self.attacker
        picture.batches = 0
        picture.markers, picture.runners = [], ()


@dataclass(frozen=True, kw_only=True)
class OwnBases(Report):
    """Own bases as they are now: an owner knows all of his bases.

    Of an ordered way what was gone lies behind them; `under_way` says so, since matches of before kept it whole.
    """

    kind: Literal["own-bases"] = "own-bases"
    bases: tuple[Base, ...]
    under_way: bool = False

    def teach(self, picture: Picture) -> None:
        for base in self.bases:
            before, march = picture.own.get(base.id), picture.marches.get(base.id)
            picture.own[base.id] = base.changed()
            stepped = before is not None and before.hex != base.hex
            if self.under_way and stepped and march and march.path[:1] == (base.hex,):
                picture.marches[base.id] = replace(march, path=march.path[1:])


@dataclass(frozen=True, kw_only=True)
class GroundSeen(Report):
    """The ground as it is now, which both sides see (P24)."""

    kind: Literal["ground-seen"] = "ground-seen"
    ground: Field

    def teach(self, picture: Picture) -> None:
        picture.ground = self.ground


@dataclass(frozen=True, kw_only=True)
class ContactSeen(Report):
    """An enemy is seen, seen otherwise than before, or no longer (P24)."""

    kind: Literal["contact-seen"] = "contact-seen"
    contact: Contact
    was: Hex | None = None
    new: bool = False

    def teach(self, picture: Picture) -> None:
        before = picture.contacts.get(self.contact.handle)
        picture.contacts[self.contact.handle] = self.contact
        if self.contact.in_sight and not picture.attacking and (before is None or not before.in_sight):
            picture.announced = [
                replace(there, noticed=there.noticed or self.contact.hex in there.hexes) for there in picture.announced
            ]


@dataclass(frozen=True, kw_only=True)
class ContactStruck(Report):
    """Where an enemy was suspected or last seen there is nobody (P24)."""

    kind: Literal["contact-struck"] = "contact-struck"
    handle: Handle
    hex: Hex

    def teach(self, picture: Picture) -> None:
        picture.contacts.pop(self.handle, None)


@dataclass(frozen=True, kw_only=True)
class Reckoning:
    """How an attack was reckoned: firepower, modifiers by name, and the dice.

    The enemy is told neither the firepower nor the rating of a leader who directed it (P24).
    """

    firepower: int | None
    modifiers: tuple[tuple[str, int], ...]
    faces: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class ShotReckoning:
    """How a shot at armour was reckoned: the number to hit, what was added, the dice, and those of the hit (P13)."""

    number: int
    modifiers: tuple[tuple[str, int], ...]
    faces: tuple[int, ...]
    aspect: str = ""
    kill_number: int | None = None
    kill_faces: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class FireTold(Report):
    """What a side may know of an attack of its own bases (P27): dice and effect at a target that it sees, else nothing.

    `suppressions` is what the attack caused, None where it is not known. What was added for a target that moves fast
    holds for the next shot at it too, and so does what a shot at armour has shown of the range (P13): the picture
    `keeps` it, which those of earlier matches did not.
    """

    kind: Literal["fire-told"] = "fire-told"
    shooters: tuple[BaseId, ...]
    weapon: str
    hex: Hex
    target: Handle | None = None
    reckoning: Reckoning | None = None
    shot: ShotReckoning | None = None
    suppressions: int | None = None
    effect: str = ""
    keeps: bool = False

    def teach(self, picture: Picture) -> None:
        reckoned = self.shot or self.reckoning
        if not self.keeps or self.target is None or reckoned is None:
            return
        if "target moving fast" in dict(reckoned.modifiers) and self.target not in picture.runners:
            picture.runners = (*picture.runners, self.target)
        for base in self.shooters if self.shot else ():
            turn, count = picture.ranged.get(f"{base}>{self.target}", (0, 0))
            kept = count if turn >= picture.player_turn - 1 else 0
            picture.ranged[f"{base}>{self.target}"] = (picture.player_turn, kept + 1)


@dataclass(frozen=True, kw_only=True)
class FireSuffered(Heard):
    """What a side may know of an attack on its base (P27): the harm; the dice where both see each other."""

    kind: Literal["fire-suffered"] = "fire-suffered"
    base: BaseId
    weapon: str
    shooters: tuple[Handle, ...] = ()
    reckoning: Reckoning | None = None
    shot: ShotReckoning | None = None
    suppressions: int = 0
    effect: str = ""


MORALE_CHECK = "P5"
"""The rule of a morale check, and of no other quality roll."""


@dataclass(frozen=True, kw_only=True)
class CheckTold(Heard):
    """A quality roll of an own base, all of it (P27): what for, the dice, what was added, and what came of it."""

    kind: Literal["check-told"] = "check-told"
    base: BaseId
    what: str
    rule: str
    faces: tuple[int, ...] = ()
    modifiers: tuple[tuple[str, int], ...] = ()
    result: str = ""


@dataclass(frozen=True, kw_only=True)
class Strength:
    """One side's throw in a close combat: the dice, what was added, the total."""

    side: Side
    faces: tuple[int, ...]
    modifiers: tuple[tuple[str, int], ...]
    total: int


@dataclass(frozen=True, kw_only=True)
class CloseCombatTold(Heard):
    """A close combat, all of it, to both (P27); the loser is None where they are locked."""

    kind: Literal["close-combat-told"] = "close-combat-told"
    hex: Hex
    strengths: tuple[Strength, ...]
    result: str
    loser: Side | None


@dataclass(frozen=True, kw_only=True)
class BaseLost(Heard):
    """An own base is gone for good: eliminated, captured, or off the map."""

    kind: Literal["base-lost"] = "base-lost"
    base: BaseId
    how: str


@dataclass(frozen=True, kw_only=True)
class EnemyLost(Report):
    """An enemy that was in sight is gone for good (P24)."""

    kind: Literal["enemy-lost"] = "enemy-lost"
    handle: Handle
    hex: Hex
    how: str

    def teach(self, picture: Picture) -> None:
        picture.contacts.pop(self.handle, None)


def goes_no_further(picture: Picture, base: BaseId) -> None:
    """Nothing is left of the way that was ordered for a base; `ends_way` says so, as matches of before did not."""
    if base in picture.marches:
        picture.marches[base] = replace(picture.marches[base], path=())


@dataclass(frozen=True, kw_only=True)
class HaltTold(Report):
    """A moving base was stopped by fire (SKR-MOV-06, SKR-MOV-07): its owner learns it with the results of his moves."""

    kind: Literal["halt-told"] = "halt-told"
    base: BaseId
    hex: Hex
    because: Literal["fire", "contact", "sighted", "lapsed", "room", "routed"]
    ends_way: bool = False

    def teach(self, picture: Picture) -> None:
        if self.ends_way:
            goes_no_further(picture, self.base)


@dataclass(frozen=True, kw_only=True)
class Lapsed(Report):
    """An accepted order that events have made impossible: nothing was done (P11). `why`: the state that bars it."""

    kind: Literal["lapsed"] = "lapsed"
    order: str
    base: BaseId
    why: str = ""
    ends_way: bool = False

    def teach(self, picture: Picture) -> None:
        if self.ends_way:
            goes_no_further(picture, self.base)


@dataclass(frozen=True, kw_only=True)
class MovesIn(Heard):
    """The attacker's moves are in: told always, whether or not there is anything to decide (P16)."""

    kind: Literal["moves-in"] = "moves-in"


@dataclass(frozen=True, kw_only=True)
class MovesSealed(Report):
    """Own moves are sent; what comes of them is told when the defender has had his say (P16)."""

    kind: Literal["moves-sealed"] = "moves-sealed"

    def teach(self, picture: Picture) -> None:
        picture.sealed = True


@dataclass(frozen=True, kw_only=True)
class MovesPlayed(Report):
    """Own moves have been played: own bases stand where they came to."""

    kind: Literal["moves-played"] = "moves-played"

    def teach(self, picture: Picture) -> None:
        picture.sealed = picture.more = False
        picture.clock = ""
        picture.marches = {}
        picture.closing = ()
        picture.batches += 1


@dataclass(frozen=True, kw_only=True)
class TimeRuns(Report):
    """Live, a time runs before both: that of a step of the moves, of naming the shot after a halt, or of the remaining
    fire; with nothing said, none runs any more (P16)."""

    kind: Literal["time-runs"] = "time-runs"
    what: Literal["step", "shot", "remaining", ""]
    seconds: int

    def teach(self, picture: Picture) -> None:
        picture.clock = self.what


@dataclass(frozen=True, kw_only=True)
class FilmShown(Report):
    """The defender is asked: halt this mover here by fire, or let it pass (SKR-MOV-06)."""

    kind: Literal["film-shown"] = "film-shown"
    film: Film | None

    def teach(self, picture: Picture) -> None:
        picture.film = self.film


@dataclass(frozen=True, kw_only=True)
class GroupAnnounced(Report):
    """Reinforcements will come on in a zone, instead of another it may be; both are told (SKR-RNF-02).

    What they are their owner alone knows: to him `group` names them; `kinds` are told by option only.
    """

    kind: Literal["group-announced"] = "group-announced"
    side: Side
    zone: str
    hexes: tuple[Hex, ...]
    was: str | None = None
    group: str | None = None
    kinds: tuple[str, ...] = ()

    def teach(self, picture: Picture) -> None:
        if picture.side == self.side:
            assert self.group is not None
            picture.groups[self.group] = Group(id=self.group, zone=self.zone, since=picture.player_turn)
            return
        withdrawn = next((there for there in picture.announced if there.zone == self.was), None)
        if withdrawn is not None:
            picture.announced.remove(withdrawn)
        picture.announced.append(Announcement(zone=self.zone, hexes=self.hexes, kinds=self.kinds))


@dataclass(frozen=True, kw_only=True)
class WeatherTold(Heard):
    """The throw for the weather, which both see (SKR-WX-01), and what it changed."""

    kind: Literal["weather-told"] = "weather-told"
    faces: tuple[int, ...]
    change: str


@dataclass(frozen=True, kw_only=True)
class PuffSeen(Heard):
    """A round has been seen to fall in a hex (P18); why it fell there is nobody's business but his who fired it."""

    kind: Literal["puff-seen"] = "puff-seen"
    hex: Hex
    what: str


@dataclass(frozen=True, kw_only=True)
class StrikeTold(Report):
    """Whether an air strike comes, with the dice: told to its owner alone (P19, P27)."""

    kind: Literal["strike-told"] = "strike-told"
    faces: tuple[int, ...]
    result: str
    ready: bool

    def teach(self, picture: Picture) -> None:
        picture.strike_ready = self.ready


@dataclass(frozen=True, kw_only=True)
class MissionTold(Report):
    """How an artillery mission stands, with the dice that decided it: told to its owner alone (P18, P27).

    `step` says of what it tells, `what` the same in words; they end before the `hex` at which it aims or falls.
    """

    kind: Literal["mission-told"] = "mission-told"
    mission: Mission
    what: str
    faces: tuple[int, ...] = ()
    step: MissionStep
    hex: Hex | None = None

    @classmethod
    def renewed(cls, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return mission_told(said)

    def teach(self, picture: Picture) -> None:
        picture.missions[self.mission.id] = self.mission


@dataclass(frozen=True, kw_only=True)
class BeyondRate:
    """A shot beyond a base's rate of fire, which the opponent could have ruled out by a marker: the base's n-th."""

    side: Side
    base: BaseId
    hex: Hex
    turn: int
    number: int
    rate: int


@dataclass(frozen=True, kw_only=True)
class RecordOpened(Heard):
    """The match is over: all shots beyond a rate of fire are told to both (SKR-MRK-07)."""

    kind: Literal["record-opened"] = "record-opened"
    shots: tuple[BeyondRate, ...]


@dataclass(frozen=True, kw_only=True)
class LostForGood:
    """A base that was lost in the match: whose, how, and what it counts for the other side, in halves of a point."""

    side: Side
    name: str
    how: str
    halves: int


@dataclass(frozen=True, kw_only=True)
class VerdictTold(Report):
    """The match is over: both are told the score, who has won, and what counts: who holds what, and who was lost.

    In matches of before that was not told (SKR-ADM-03, P26).
    """

    kind: Literal["verdict-told"] = "verdict-told"
    title: str
    winner: Side | None
    score: int
    # Not compared, so that a match of before is worked anew as it was.
    holders: dict[Hex, Side] = field(default_factory=dict, compare=False)
    losses: tuple[LostForGood, ...] = field(default=(), compare=False)

    def teach(self, picture: Picture) -> None:
        picture.ended, picture.verdict, picture.score = True, self.title, self.score


REPORTS: tuple[type[Report], ...] = (
    PlayerTurnOpened, OwnBases, GroundSeen, ContactSeen, ContactStruck, FireTold, FireSuffered, CheckTold,
    CloseCombatTold, BaseLost, EnemyLost, HaltTold, Lapsed, MovesIn, MovesSealed, MovesPlayed, TimeRuns, FilmShown,
    GroupAnnounced, WeatherTold, PuffSeen, StrikeTold, MissionTold, RecordOpened, VerdictTold,
)  # fmt: skip
