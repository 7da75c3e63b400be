"""Off-board artillery by radio: contact, spotting round, correction, fire for effect (P18; SKR-OBA-01 to 05)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice, Roll
from service.engine.events import Event, tell
from service.engine.hexes import Hex
from service.engine.options import Hexes, Option
from service.engine.orders import Order, Refusal, demand
from service.engine.seats import Seat
from service.games.skirmish.bases import Base
from service.games.skirmish.blasts import Blast, fall, scattered, sees
from service.games.skirmish.knowledge import Mission, Picture
from service.games.skirmish.reports import MissionTold, PuffSeen
from service.games.skirmish.scenario import BatterySetup, Scenario
from service.games.skirmish.state import MissionSet, State
from service.games.skirmish.tables import load


def batteries(given: Scenario, side: str) -> dict[str, BatterySetup]:
    return {battery.id: battery for battery in given.artillery if battery.side == side}


def artillery_due(state: State) -> bool:
    """Whether the attacker has a battery that he may use now."""
    side = str(state.phasing)
    return any(
        state.turn >= battery.from_turn and state.missions[side][battery.id].stage != "over"
        for battery in batteries(state.rules, side).values()
    )


def begin_missions(state: State, dice: Dice) -> Iterator[Event]:
    """A new phase: a new call, a new round; an observer who is broken has lost the contact."""
    side = str(state.phasing)
    for id, mission in list(state.missions[side].items()):
        observer = state.bases[batteries(state.rules, side)[id].observer]
        fresh = replace(mission, called=False, shot=False, moved=False)
        if fresh.stage == "contact" or not observer.good_order:
            fresh = replace(fresh, stage="silent" if fresh.stage == "contact" else fresh.stage)
        if fresh != mission:
            yield MissionSet(side=side, mission=fresh)
            yield tell(state, side, MissionTold(mission=fresh, what="a new phase"))


@dataclass(frozen=True, kw_only=True)
class Artillery(Order):
    """What the orders to a battery have in common."""

    rule: ClassVar[str] = "SKR-OBA-01"

    battery: str

    def of(self, picture: Picture) -> tuple[BatterySetup, Mission, Base]:
        """The battery, its mission and its observer; refused where the side has none that may fire."""
        found = batteries(picture.rules, picture.side).get(self.battery)
        demand(found is not None, "SKR-OBA-01", "You have no such battery.", "NO_BATTERY")
        assert found is not None
        demand(picture.turn >= found.from_turn, "SKR-OBA-01", f"{found.title} fires from turn {found.from_turn}.",
               "NOT_DUE")  # fmt: skip
        mission = picture.missions[found.id]
        demand(mission.stage != "over", "SKR-OBA-05", f"{found.title} has ended its mission.", "MISSION_OVER")
        observer = picture.own[found.observer]
        demand(observer.good_order, "P18", f"{observer.name} is in no state to call.", "NOT_ELIGIBLE")
        return found, mission, observer

    @classmethod
    def open_to(cls, picture: Picture) -> Iterator[BatterySetup]:
        """Batteries whose step this is; which hexes are lawful the order itself says."""
        yield from batteries(picture.rules, picture.side).values()


def lawful(order: Order, picture: Picture) -> bool:
    try:
        order.check(picture)
    except Refusal:
        return False
    return True


@dataclass(frozen=True, kw_only=True)
class CallContact(Artillery):
    """Call the battery by radio (SKR-OBA-02); once in a phase."""

    kind: Literal["call-contact"] = "call-contact"

    def check(self, picture: Picture) -> None:
        _, mission, _ = self.of(picture)
        demand(not mission.called, "SKR-OBA-02", "The battery has been called in this phase.", "ALREADY_TRIED")

    def believe(self, picture: Picture) -> None:
        picture.missions[self.battery] = replace(picture.missions[self.battery], called=True)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        figures, battery = load().support.artillery, batteries(state.rules, seat)[self.battery]
        mission = state.missions[seat][battery.id]
        again = mission.stage in ("spotted", "corrected")
        number = battery.contact_number + (figures.again if again else 0)
        roll = dice.roll(figures.dice, f"SKR-OBA-02 contact of {seat}")
        if roll.total <= number:
            stage = mission.stage if again else "contact"
            then = replace(mission, called=True, stage=stage, failures=0, moved=False)
            yield from record(state, seat, replace(then, called=True), f"contact on {number} or less", roll)
        else:
            failures = mission.failures + 1 if again else 0
            over = failures >= figures.failures
            then = replace(mission, called=True, shot=True, failures=failures, stage="over" if over else mission.stage)
            yield from record(state, seat, then, "no contact" + (", and the mission is over" if over else ""), roll)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for battery in cls.open_to(picture):
            if lawful(cls(battery=battery.id), picture):
                yield Option(order="call-contact", title=f"Call {battery.title}", fixed={"battery": battery.id})


def record(state: State, seat: Seat, mission: Mission, what: str, roll: Roll | None = None) -> Iterator[Event]:
    """The mission stands so; its owner is told, with the dice."""
    yield MissionSet(side=seat, mission=mission)
    yield tell(state, seat, MissionTold(mission=mission, what=what, faces=roll.faces if roll else ()))


@dataclass(frozen=True, kw_only=True)
class SpottingRound(Artillery):
    """Fire one round at a hex that the observer sees; where it falls the dice say (SKR-OBA-03)."""

    kind: Literal["spotting-round"] = "spotting-round"
    hex: Hex

    def check(self, picture: Picture) -> None:
        _, mission, observer = self.of(picture)
        demand(mission.stage == "contact", "SKR-OBA-03", "A spotting round takes radio contact.", "NO_CONTACT")
        demand(not mission.shot, "SKR-OBA-03", "The battery has fired in this phase.", "OUT_OF_ORDER")
        seen_by(picture, observer, self.hex)

    def believe(self, picture: Picture) -> None:
        mission = picture.missions[self.battery]
        picture.missions[self.battery] = replace(mission, stage="spotted", aim=self.hex, shot=True)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        mission = replace(state.missions[seat][self.battery], stage="spotted", aim=self.hex, shot=True)
        yield from record(state, seat, mission, f"a spotting round at {self.hex}")
        yield from observed_round(state, seat, self.battery, self.hex, dice)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        yield from aimed(cls, picture, "A spotting round")


@dataclass(frozen=True, kw_only=True)
class Correct(Artillery):
    """Shift the aiming point, after the spotting round or between fires for effect (SKR-OBA-04)."""

    kind: Literal["correct"] = "correct"
    hex: Hex

    def check(self, picture: Picture) -> None:
        _, mission, observer = self.of(picture)
        ready = mission.stage in ("spotted", "corrected") and mission.aim is not None
        demand(ready, "SKR-OBA-04", "There has been no spotting round to correct.", "NO_SPOTTING_ROUND")
        assert mission.aim is not None
        demand(not mission.moved, "SKR-OBA-04", "The aim has been corrected.", "OUT_OF_ORDER")
        seen_by(picture, observer, self.hex)
        figures = load().support.artillery
        most = figures.correction if mission.stage == "spotted" else figures.next_correction
        apart = picture.rules.sheet.distance(mission.aim, self.hex)
        demand(apart <= most, "P18", f"The aim shifts by {most} at most, not {apart}.", "TOO_FAR")

    def believe(self, picture: Picture) -> None:
        mission = picture.missions[self.battery]
        picture.missions[self.battery] = replace(mission, stage="corrected", aim=self.hex, moved=True)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        mission = replace(state.missions[seat][self.battery], stage="corrected", aim=self.hex, moved=True)
        yield from record(state, seat, mission, f"corrected to {self.hex}")

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        yield from aimed(cls, picture, "Correct the aim")


@dataclass(frozen=True, kw_only=True)
class FireForEffect(Artillery):
    """Fire for effect, the first to the fourth in order; each takes radio contact of its own (SKR-OBA-05)."""

    kind: Literal["fire-for-effect"] = "fire-for-effect"
    number: int

    def check(self, picture: Picture) -> None:
        _, mission, _ = self.of(picture)
        demand(mission.stage == "corrected", "SKR-OBA-04", "Fire for effect comes after the correction.",
               "NO_SPOTTING_ROUND" if mission.stage != "spotted" else "OUT_OF_ORDER")  # fmt: skip
        demand(self.number == mission.fired + 1, "SKR-OBA-05", f"The next is fire for effect {mission.fired + 1}.",
               "OUT_OF_ORDER")  # fmt: skip
        demand(mission.called, "SKR-OBA-02", "Call the battery first.", "NO_CONTACT")
        at_once = picture.options["oba_pace"] == "all_at_once"
        demand(at_once or not mission.shot, "SKR-OBA-05", "The battery has fired, or was not heard, in this phase.",
               "OUT_OF_ORDER")  # fmt: skip

    def believe(self, picture: Picture) -> None:
        picture.missions[self.battery] = self.after(picture.rules, picture.missions[self.battery])

    def after(self, given: Scenario, mission: Mission) -> Mission:
        """The mission after this fire; the last ends it."""
        last = self.number >= load().support.artillery.fires_for_effect
        then = replace(mission, fired=self.number, shot=True, moved=False)
        if not last:
            return then
        battery = batteries(given, next(b.side for b in given.artillery if b.id == mission.id))[mission.id]
        used = mission.used + 1
        return Mission(id=mission.id, stage="over" if used >= battery.missions else "silent", used=used, shot=True)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        figures, mission = load().support, state.missions[seat][self.battery]
        if mission.aim is None or mission.stage != "corrected" or not mission.called or (
            mission.shot and state.options["oba_pace"] != "all_at_once"
        ):  # fmt: skip
            return
        aim = mission.aim
        yield from record(state, seat, self.after(state.rules, mission), f"fire for effect {self.number} at {aim}")
        hex = yield from scatter(state, seat, self.battery, aim, figures.artillery.effect_exact, dice)
        if hex is not None:
            shells = Blast("artillery fire", "P18", figures.artillery.firepower, figures.artillery.firepower_around,
                           figures.artillery_ap, "side")  # fmt: skip
            yield from fall(state, shells, hex, dice)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for battery in cls.open_to(picture):
            number = picture.missions[battery.id].fired + 1
            if lawful(cls(battery=battery.id, number=number), picture):
                yield Option(
                    order="fire-for-effect", title=f"Fire for effect {number}",
                    fixed={"battery": battery.id, "number": number},
                )  # fmt: skip


def seen_by(picture: Picture, observer: Base, hex: Hex) -> None:
    demand(hex in picture.rules.sheet, "P2", f"There is no hex {hex} on this map.")
    assert observer.hex is not None
    seen = picture.sight(observer.hex, hex).open
    demand(seen, "P18", f"{observer.name} does not see {hex}.", "NO_SHOT")


def aimed(cls: type[SpottingRound] | type[Correct], picture: Picture, title: str) -> Iterator[Option]:
    """The hexes at which a battery may be aimed."""
    for battery in cls.open_to(picture):
        observer = picture.own[battery.observer]
        if observer.hex is None:
            continue
        there = tuple(hex for hex in picture.rules.sheet if lawful(cls(battery=battery.id, hex=hex), picture))
        if there:
            kind = "spotting-round" if cls is SpottingRound else "correct"
            yield Option(order=kind, title=title, fixed={"battery": battery.id}, fields={"hex": Hexes(hexes=there)})


def scatter(
    state: State, seat: Seat, battery: str, aim: Hex, exact: int, dice: Dice
) -> Generator[Event, None, Hex | None]:
    """Where it falls: exact, or off by the dice; returns the hex, None off the map (P18)."""
    figures, observer = load().support.artillery, state.bases[batteries(state.rules, seat)[battery].observer]
    roll = dice.roll(figures.dice, f"P18 scatter of {seat}")
    hex: Hex | None = aim
    if roll.total > exact:
        towards = dice.roll(figures.scatter_die, f"P18 direction of {seat}")
        off = dice.roll(figures.scatter_die, f"P18 distance of {seat}")
        distance = -(-off.total // 2)
        if observer.hex is not None and state.rules.sheet.distance(observer.hex, aim) > figures.far:
            distance += 1
        hex = scattered(state, aim, (towards.total - 1) % state.rules.sheet.headings, distance)
    seen = hex is not None and sees(state, seat, hex)
    where = f"it falls in {hex}" if seen else "nobody sees it fall"
    yield from record(state, seat, state.missions[seat][battery], where, roll)
    return hex


def observed_round(state: State, seat: Seat, battery: str, aim: Hex, dice: Dice) -> Iterator[Event]:
    """A spotting round: a puff for everybody who looks there, and no harm."""
    hex = yield from scatter(state, seat, battery, aim, load().support.artillery.spotting_exact, dice)
    for reader in state.seats:
        if hex is not None and sees(state, reader, hex):
            yield tell(state, reader, PuffSeen(hex=hex, what="A round falls"))
