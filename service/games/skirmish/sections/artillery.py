"""Off-board artillery by radio: contact, spotting round, correction, fire for effect (P18; SKR-OBA-01 to 05)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice, Roll
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.options import Option, Places
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, Refusal, accepts, demand
from service.engine.roles import Target
from service.engine.seats import Seat
from service.engine.sentences import Sentence, own, place, say
from service.engine.telling import tell
from service.games.skirmish.known.picture import Mission, MissionStep, Picture
from service.games.skirmish.known.reports import MissionTold, PuffSeen
from service.games.skirmish.printed.bases import Base
from service.games.skirmish.printed.scenario import BatterySetup, Scenario
from service.games.skirmish.sections.blasts import Blast, fall, scattered, sees
from service.games.skirmish.truth.state import MissionSet, State


def batteries(rules: Scenario, side: str) -> dict[str, BatterySetup]:
    return {battery.id: battery for battery in rules.artillery if battery.side == side}


def artillery_due(state: State) -> bool:
    """Whether the attacker has a battery that they may use now, and somebody in a state to call it."""
    side = str(state.phasing)
    return any(
        state.turn >= battery.from_turn
        and state.missions[side][battery.id].stage != "over"
        and (observer := state.bases.get(battery.observer)) is not None
        and observer.good_order
        for battery in batteries(state.rules, side).values()
    )


def begin_missions(state: State, dice: Dice) -> Iterator[Event]:
    """A new phase: the contact is kept by a new check only, and there is a new round to fire."""
    side = str(state.phasing)
    for mission in list(state.missions[side].values()):
        stage = "silent" if mission.stage == "contact" else mission.stage
        fresh = replace(mission, stage=stage, called=False, heard=False, shot=False, moved=False)
        if fresh != mission:
            yield MissionSet(side=side, mission=fresh)
            yield tell(state, side, MissionTold(mission=fresh, step="phase"))


def at_once(options: dict[str, str]) -> bool:
    """Whether a whole mission may be fired in one phase; each fire takes radio contact of its own all the same."""
    return options["oba_pace"] == "all_at_once"


@dataclass(frozen=True, kw_only=True)
class Artillery(Order):
    """What the orders to a battery have in common."""

    rule: ClassVar[str] = "SKR-OBA-01"

    battery: str

    def rule_out(self, picture: Picture) -> None:
        there = self.battery in batteries(picture.rules, picture.side)
        demand(there, "SKR-OBA-01", f"You have no battery '{self.battery}'.", "NO_BATTERY")

    def leads_on(self, picture: Picture) -> bool:
        """A call leads to a round, a correction to fire; a round to the next one, where the pace allows it."""
        mission = picture.missions[self.battery]
        return mission.stage != "over" and (at_once(picture.options) or not mission.shot)

    def of(self, picture: Picture) -> tuple[BatterySetup, Mission, Base]:
        """The battery, its mission and its observer; refused where the side has none that may fire (SKR-OBA-01)."""
        self.rule_out(picture)
        found = batteries(picture.rules, picture.side)[self.battery]
        due = picture.turn >= found.from_turn
        demand(due, "SKR-OBA-01", f"{found.title} may fire from turn {found.from_turn}.", "NOT_DUE")
        observer = picture.own[found.observer]
        demand(observer.good_order, "P18", (observer.said, " is in no state to call for artillery."), "NOT_ELIGIBLE")
        return found, picture.missions[found.id], observer

    @classmethod
    def open_to(cls, picture: Picture) -> Iterator[BatterySetup]:
        """Batteries whose step this is; which hexes are lawful the order itself says."""
        yield from batteries(picture.rules, picture.side).values()


def goes_on(battery: BatterySetup, mission: Mission) -> None:
    """Refuse what comes after the end of a mission."""
    demand(mission.stage != "over", "SKR-OBA-05", f"{battery.title} has ended its mission.", "MISSION_OVER")


def fired(options: dict[str, str], mission: Mission) -> Mission:
    """The mission after a round; where the pace allows more in this phase, they take another call."""
    again = at_once(options)
    return replace(mission, shot=True, moved=False, called=not again, heard=mission.heard and not again)


def ended(battery: BatterySetup, mission: Mission) -> Mission:
    """The battery when a mission is over: silent again, if it has another."""
    used = mission.used + 1
    over = used >= battery.missions
    return Mission(id=mission.id, stage="over" if over else "silent", used=used, called=True, shot=True)


@dataclass(frozen=True, kw_only=True)
class CallContact(Artillery):
    """Call the battery by radio (SKR-OBA-02): before the spotting round, and again for each fire for effect."""

    phrase: ClassVar[Phrase] = Phrase("call {battery}")
    kind: Literal["call-contact"] = "call-contact"

    def check(self, picture: Picture) -> None:
        battery, mission, _ = self.of(picture)
        demand(not mission.called, "SKR-OBA-02", f"{battery.title} has been called in this phase.", "ALREADY_TRIED")
        goes_on(battery, mission)

    def believe(self, picture: Picture) -> None:
        picture.missions[self.battery] = replace(picture.missions[self.battery], called=True)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        rules = state.rules
        figures, battery = rules.tables.support.artillery, batteries(rules, seat)[self.battery]
        mission = state.missions[seat][battery.id]
        again = mission.stage in ("spotted", "corrected")
        number = battery.contact_number + (figures.again if again else 0)
        roll = dice.roll(figures.dice, f"SKR-OBA-02 contact of {seat}")
        if roll.total <= number:
            stage = mission.stage if again else "contact"
            then = replace(mission, called=True, heard=True, stage=stage, failures=0)
            yield from record(state, seat, then, "call", limit=number, roll=roll)
            return
        then = replace(mission, called=True, failures=mission.failures + 1 if again else 0)
        over = then.failures >= figures.failures
        yield from record(
            state, seat, ended(battery, then) if over else then, "call", limit=number, over=over, roll=roll
        )

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for battery in cls.open_to(picture):
            if accepts(picture, cls(battery=battery.id)):
                yield Option(
                    kind="call-contact",
                    title=say("Call ", own(battery.id, battery.title)),
                    fixed={"battery": battery.id},
                )


def record(
    state: State, seat: Seat, mission: Mission, step: MissionStep, hex: Hex | None = None, *, roll: Roll | None = None,
    limit: int | None = None, over: bool = False, fire: int | None = None,
) -> Iterator[Event]:  # fmt: skip
    """The mission stands so; its owner is told, with the dice."""
    yield MissionSet(side=seat, mission=mission)
    faces = roll.faces if roll else ()
    yield tell(state, seat, MissionTold(
        mission=mission, step=step, faces=faces, hex=hex, limit=limit, over=over, fire=fire,
    ))  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class SpottingRound(Artillery):
    """Fire one round at a hex that the observer sees; where it falls the dice say (SKR-OBA-03)."""

    phrase: ClassVar[Phrase] = Phrase("spotting round {battery} {hex}")
    kind: Literal["spotting-round"] = "spotting-round"
    hex: Target[Hex]

    def on_button(self, to: Saying) -> Sentence:
        return say("Fire a spotting round at ", place(self.hex))

    def check(self, picture: Picture) -> None:
        observer = self.ready(picture)
        demand(self.hex in picture.rules.sheet, "P2", f"There is no hex {self.hex} on this map.")
        seen = picture.sight(Hex(str(observer.hex)), self.hex).open
        demand(seen, "P18", (observer.said, " does not see ", place(self.hex), "."), "NO_SHOT")

    def ready(self, picture: Picture) -> Base:
        """The observer; refused where the battery has no spotting round to fire, at whatever hex."""
        battery, mission, observer = self.of(picture)
        goes_on(battery, mission)
        demand(mission.heard, "SKR-OBA-03", "A spotting round needs radio contact: call the battery.", "NO_CONTACT")
        demand(mission.stage == "contact", "SKR-OBA-03", "The spotting round has fallen: correct it.", "OUT_OF_ORDER")
        return observer

    def believe(self, picture: Picture) -> None:
        mission = picture.missions[self.battery]
        picture.missions[self.battery] = self.after(picture.options, mission)

    def after(self, options: dict[str, str], mission: Mission) -> Mission:
        return fired(options, replace(mission, stage="spotted", aim=self.hex))

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        mission = self.after(state.options, state.missions[seat][self.battery])
        yield from record(state, seat, mission, "spotting", self.hex)
        yield from observed_round(state, seat, self.battery, self.hex, dice)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        yield from aimed(cls, picture, "A spotting round")


@dataclass(frozen=True, kw_only=True)
class Correct(Artillery):
    """Shift the aiming point, after the spotting round or between fires for effect (SKR-OBA-04)."""

    phrase: ClassVar[Phrase] = Phrase("correct {battery} {hex}")
    kind: Literal["correct"] = "correct"
    hex: Target[Hex]

    def on_button(self, to: Saying) -> Sentence:
        return say("Correct the fire to ", place(self.hex))

    def check(self, picture: Picture) -> None:
        mission = self.ready(picture)
        assert mission.aim is not None
        demand(self.hex in picture.rules.sheet, "P2", f"There is no hex {self.hex} on this map.")
        figures = picture.tables.support.artillery
        most = figures.correction if mission.stage == "spotted" else figures.next_correction
        apart = picture.rules.sheet.distance(mission.aim, self.hex)
        demand(apart <= most, "P18", f"The aim shifts by {most} at most, not {apart}.", "TOO_FAR")

    def ready(self, picture: Picture) -> Mission:
        """The mission; refused where its aim cannot be corrected, to whatever hex."""
        battery, mission, _ = self.of(picture)
        goes_on(battery, mission)
        demand(mission.aim is not None, "SKR-OBA-04", "There has been no spotting round to correct.",
               "NO_SPOTTING_ROUND")  # fmt: skip
        demand(not mission.moved, "SKR-OBA-04", "The aim has been corrected.", "OUT_OF_ORDER")
        demand(at_once(picture.options) or not mission.shot, "SKR-OBA-04",
               f"{battery.title} has fired in this phase: correct it in the next.", "OUT_OF_ORDER")  # fmt: skip
        return mission

    def believe(self, picture: Picture) -> None:
        mission = picture.missions[self.battery]
        picture.missions[self.battery] = replace(mission, stage="corrected", aim=self.hex, moved=True)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        mission = replace(state.missions[seat][self.battery], stage="corrected", aim=self.hex, moved=True)
        yield from record(state, seat, mission, "correction", self.hex)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        yield from aimed(cls, picture, "Correct the aim")


@dataclass(frozen=True, kw_only=True)
class FireForEffect(Artillery):
    """Fire for effect, the first to the fourth in order; each takes radio contact of its own (SKR-OBA-05)."""

    phrase: ClassVar[Phrase] = Phrase("fire for effect {battery} {number}")
    kind: Literal["fire-for-effect"] = "fire-for-effect"
    number: int

    def check(self, picture: Picture) -> None:
        battery, mission, _ = self.of(picture)
        goes_on(battery, mission)
        demand(mission.heard, "SKR-OBA-02", f"Fire for effect needs radio contact: call {battery.title}.", "NO_CONTACT")
        demand(mission.aim is not None, "SKR-OBA-04", "Fire for effect comes after a spotting round.",
               "NO_SPOTTING_ROUND")  # fmt: skip
        demand(mission.stage == "corrected", "SKR-OBA-05", "Fire for effect comes after the correction.",
               "OUT_OF_ORDER")  # fmt: skip
        demand(self.number == mission.fired + 1, "SKR-OBA-05", f"The next is fire for effect {mission.fired + 1}.",
               "OUT_OF_ORDER")  # fmt: skip
        demand(at_once(picture.options) or not mission.shot, "SKR-OBA-05",
               f"{battery.title} has fired in this phase.", "OUT_OF_ORDER")  # fmt: skip

    def believe(self, picture: Picture) -> None:
        rules, mission = picture.rules, picture.missions[self.battery]
        battery = batteries(rules, picture.side)[self.battery]
        picture.missions[self.battery] = self.after(rules, picture.options, battery, mission)

    def after(self, rules: Scenario, options: dict[str, str], battery: BatterySetup, mission: Mission) -> Mission:
        """The mission after this fire; the last ends it."""
        if self.number >= rules.tables.support.artillery.fires_for_effect:
            return ended(battery, mission)
        return fired(options, replace(mission, fired=self.number))

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        figures, mission = state.tables.support, state.missions[seat][self.battery]
        battery, aim = batteries(state.rules, seat)[self.battery], mission.aim
        assert aim is not None, "an aim that was checked"
        then = self.after(state.rules, state.options, battery, mission)
        yield from record(state, seat, then, "effect", aim, fire=self.number)
        hex = yield from scatter(state, seat, self.battery, aim, figures.artillery.effect_exact, dice)
        if hex is not None:
            shells = Blast(
                "artillery fire", "shells", "P18", figures.artillery.firepower, figures.artillery.firepower_around,
                figures.artillery_ap, "side", bursts=True,
            )  # fmt: skip
            yield from fall(state, shells, hex, dice)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for battery in cls.open_to(picture):
            number = picture.missions[battery.id].fired + 1
            if accepts(picture, cls(battery=battery.id, number=number)):
                yield Option(
                    kind="fire-for-effect", title=say(f"Fire for effect {number}"),
                    fixed={"battery": battery.id, "number": number},
                )  # fmt: skip


def aimed(cls: type[SpottingRound] | type[Correct], picture: Picture, title: str) -> Iterator[Option]:
    """The hexes at which a battery may be aimed."""
    for battery in cls.open_to(picture):
        try:
            cls(battery=battery.id, hex=Hex("")).ready(picture)
        except Refusal:
            continue
        there = tuple(hex for hex in picture.rules.sheet if accepts(picture, cls(battery=battery.id, hex=hex)))
        if there:
            kind = "spotting-round" if cls is SpottingRound else "correct"
            yield Option(
                kind=kind, title=say(title), fixed={"battery": battery.id}, fields={"hex": Places(places=there)}
            )


def scatter(
    state: State, seat: Seat, battery: str, aim: Hex, exact: int, dice: Dice
) -> Generator[Event, None, Hex | None]:
    """Where it falls: exact, or off by the dice; returns the hex, None off the map (P18)."""
    rules = state.rules
    figures, observer = rules.tables.support.artillery, state.bases[batteries(rules, seat)[battery].observer]
    roll = dice.roll(figures.dice, f"P18 scatter of {seat}")
    hex: Hex | None = aim
    if roll.total > exact:
        off = dice.roll(figures.distance_die, f"P18 distance of {seat}")
        distance = -(-off.total // 2)
        if observer.hex is not None and state.rules.sheet.distance(observer.hex, aim) > figures.far:
            distance += 1
        hex = scattered(state, aim, distance, f"P18 direction of {seat}", dice)
    seen = hex is not None and sees(state, seat, hex)
    yield from record(state, seat, state.missions[seat][battery], "fall", hex if seen else None, roll=roll)
    return hex


def observed_round(state: State, seat: Seat, battery: str, aim: Hex, dice: Dice) -> Iterator[Event]:
    """A spotting round: a puff for everybody who looks there, and no harm."""
    exact = state.tables.support.artillery.spotting_exact
    hex = yield from scatter(state, seat, battery, aim, exact, dice)
    for reader in state.seats:
        if hex is not None and sees(state, reader, hex):
            yield tell(state, reader, PuffSeen(hex=hex, what="round"))
