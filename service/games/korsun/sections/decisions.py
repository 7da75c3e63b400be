"""E4C and F4C: what the owner decides of a combat that is fought, where that was agreed on (parent 3.1).

Who loses steps, what the armor fires at, where a retreat leads and who advances. Nothing is moved or lost by these
orders: the umpire applies the result as they have it once all are given, in the order of KOR-CBT-32.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.options import Choice, Option, Several
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, demand
from service.engine.places import Place
from service.engine.roles import Subject, Target, Way
from service.engine.seats import Seat
from service.engine.sentences import Sentence, counted, places, say
from service.games.korsun.known.asking import distinct, named
from service.games.korsun.known.picture import Attack, Picture
from service.games.korsun.printed.combat_tables import CombatTables, Result
from service.games.korsun.printed.reading import Side
from service.games.korsun.printed.scenario import COMBAT_DECISIONS
from service.games.korsun.printed.tables import other
from service.games.korsun.printed.units import UnitId
from service.games.korsun.sections.losses import next_to_lose
from service.games.korsun.sections.support import fighting, my_attack, my_units
from service.games.korsun.truth.state import DecidedSet, State

TARGET, LOSSES, RETREAT = "KOR-CBT-31", "KOR-CBT-32", "KOR-CBT-32"
MOST_HEXES = 6
"""That may be preferred for a retreat."""


@dataclass(frozen=True, kw_only=True)
class Decision(Order):
    """What its owner has decided of the combat that is being fought; a later word takes the place of an earlier."""

    rule: ClassVar[str] = LOSSES

    def entries(self, state: State, seat: Seat) -> dict[str, Any]:
        """What of the side's decisions it sets."""
        raise NotImplementedError

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield DecidedSet(side=seat, decided=replace(state.decided_by(seat), **self.entries(state, seat)))


def fallen(picture: Picture, rule: str) -> tuple[Attack, Result]:
    """The combat whose die was thrown, and its result. Raises a Refusal where none was."""
    attack = my_attack(picture, rule)
    demand(attack.result, rule, "The die of this combat has not been rolled yet.")
    return attack, picture.tables.combat.result(attack.result)


# ---- before the die


@dataclass(frozen=True, kw_only=True)
class AimAt(Decision):
    """Choose the enemy armor unit at which your armor and anti-tank guns fire; left out, it is the strongest."""

    rule: ClassVar[str] = TARGET
    phrase: ClassVar[Phrase] = Phrase("aim at {target}")
    kind: Literal["aim-at"] = "aim-at"
    target: str

    def said(self, to: Saying) -> Sentence:
        return say(f"Armor and guns fire at {self.target}")

    def check(self, picture: Picture) -> None:
        attack = my_attack(picture, TARGET)
        demand(COMBAT_DECISIONS in picture.public.options, TARGET, "In this match the plan of the attack decides that.")
        demand(self.target in targets(picture, attack), TARGET, "No such enemy armor unit fights here.")

    def entries(self, state: State, seat: Seat) -> dict[str, Any]:
        return {"target": self.target}

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if picture.attack is None or COMBAT_DECISIONS not in picture.public.options:
            return
        if len(armor := targets(picture, picture.attack)) > 1:
            yield Option(
                kind="aim-at", title=say("Choose a target for armor and guns"), rule=TARGET,
                fields={"target": Choice(values=armor)},
            )  # fmt: skip


def targets(picture: Picture, attack: Attack) -> tuple[UnitId, ...]:
    """Enemy armor in a combat: all of it stands next to a unit that fights, and is identified."""
    held = picture.contact_at(attack.hex)
    defenders = tuple(one.id for one in held.units) if held is not None else ()
    there = defenders if attack.by == picture.side else tuple(picture.attackers(attack))
    return tuple(sorted(id for id in there if picture.rules.profile(id).is_armor))


# ---- after it


@dataclass(frozen=True, kw_only=True)
class TakeLosses(Decision):
    """Say who loses the steps that the result demands, a unit for each step in turn.

    No unit loses a second step before every other has lost one, and the first is a declared engineer's. Steps that
    you name nobody for fall on the strongest.
    """

    phrase: ClassVar[Phrase] = Phrase("lose steps of {units}")
    kind: Literal["take-losses"] = "take-losses"
    units: Subject[tuple[UnitId, ...]]

    def said(self, to: Saying) -> Sentence:
        return say("Steps are lost by ", to.units(self.units))

    def check(self, picture: Picture) -> None:
        attack, result = fallen(picture, LOSSES)
        most = steps_due(picture.tables.combat, attack, result, picture.side)
        demand(0 < len(self.units) <= most, LOSSES, f"You have {counted(most, 'step')} to lose.")
        left = {id: picture.own[id].steps(picture.rules.profile(id)) for id in takers(picture, attack)}
        for number, id in enumerate(self.units):
            fit = next_to_lose(left, self.units[:number], attack.engineers.get(picture.side, []))
            demand(id in fit, LOSSES, (named(id), " cannot lose that step: others come first."))

    def entries(self, state: State, seat: Seat) -> dict[str, Any]:
        return {"losses": self.units}

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if picture.attack is None or not picture.attack.result:
            return
        attack, result = fallen(picture, LOSSES)
        able, due = takers(picture, attack), steps_due(picture.tables.combat, attack, result, picture.side)
        first = [id for id in attack.engineers.get(picture.side, []) if id in able]
        if due and len(able) > 1:
            yield Option(
                kind="take-losses", title=say("Say who loses steps"), subjects=able, rule=LOSSES,
                fields={"units": Several(values=tuple(first) or able, least=1, most=min(due, len(first or able)))},
            )  # fmt: skip


def takers(picture: Picture, attack: Attack) -> tuple[UnitId, ...]:
    """The side's units in a combat that take its steps."""
    units = my_units(picture, attack)
    return tuple(id for id in units if picture.rules.profile(id).is_combat)


def steps_due(tables: CombatTables, attack: Attack, result: Result, side: Side) -> int:
    """The steps that a side has to lose: a defender who does not retreat more than the result says (12.14)."""
    if side == attack.by:
        return result.attacker_steps
    held = min(result.retreat, tables.no_retreat["hexes_at_most"]) if attack.no_retreat else 0
    return result.defender_steps + held


@dataclass(frozen=True, kw_only=True)
class FallBack(Decision):
    """Name hexes through which a unit retreats, if it can: of those that lead away from the attackers, one of yours."""

    rule: ClassVar[str] = RETREAT
    phrase: ClassVar[Phrase] = Phrase("fall back with {unit} by {hexes}")
    kind: Literal["fall-back"] = "fall-back"
    unit: Subject[UnitId]
    hexes: Way[tuple[Place, ...]]

    def said(self, to: Saying) -> Sentence:
        return say(to.unit(self.unit), " falls back by ", places(self.hexes))

    def check(self, picture: Picture) -> None:
        attack, _ = fallen(picture, RETREAT)
        distinct(self.hexes, RETREAT)
        demand(attack.by != picture.side, RETREAT, "Only the defender retreats.")
        demand(self.unit in my_units(picture, attack), RETREAT, (named(self.unit), " does not fight here."))
        demand(len(self.hexes) <= MOST_HEXES, RETREAT, f"Name at most {MOST_HEXES} hexes.")
        for hex in self.hexes:
            demand(hex in picture.rules.board.land, RETREAT, f"There is no hex {hex!r} on this map.")

    def entries(self, state: State, seat: Seat) -> dict[str, Any]:
        return {"retreats": {**state.decided_by(seat).retreats, self.unit: self.hexes}}

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        attack, board = picture.attack, picture.rules.board
        if attack is None or not attack.result or attack.by == picture.side:
            return
        near = tuple(hex for hex in board.grid.within(attack.hex, 2) if hex in board.land and hex != attack.hex)
        for id in my_units(picture, attack):
            yield Option(
                kind="fall-back", title=say("Say where ", named(id), " falls back"), subjects=(id,),
                fixed={"unit": id}, fields={"hexes": Several(values=near, least=1, most=MOST_HEXES)}, rule=RETREAT,
            )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Advance(Decision):
    """Say who enters the hex if it becomes empty, in this order and as far as there is room; nobody, if you name none.

    Without this order the armor unit with most attack advances, then the best infantry.
    """

    phrase: ClassVar[Phrase] = Phrase("advance", units="with {}")
    kind: Literal["advance"] = "advance"
    units: Target[tuple[UnitId, ...]] = ()

    def said(self, to: Saying) -> Sentence:
        return say(to.units(self.units) or "Nobody", " may advance")

    def check(self, picture: Picture) -> None:
        attack, _ = fallen(picture, LOSSES)
        demand(attack.by == picture.side, LOSSES, "Only the attacker advances.")
        demand(len(set(self.units)) == len(self.units), LOSSES, "Name who advances, each once.")
        for id in self.units:
            demand(id in my_units(picture, attack), LOSSES, (named(id), " does not attack, and cannot advance."))

    def entries(self, state: State, seat: Seat) -> dict[str, Any]:
        return {"advance": self.units}

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        attack = picture.attack
        if attack is not None and attack.result and attack.by == picture.side:
            able = my_units(picture, attack)
            yield Option(
                kind="advance", title=say("Say who advances"), rule=LOSSES,
                fields={"units": Several(values=able, most=len(able))},
            )  # fmt: skip


# ---- whether anybody is asked, by what both sides know


def result_of(state: State) -> Result | None:
    """The result of a combat whose die was thrown and that is still to be applied."""
    return state.tables.combat.result(state.thrown) if state.thrown else None


def attacker_decides(state: State, attack: Attack, item: Literal["casualties", "pursuit"]) -> bool:
    """Whether the attacker is asked: where that was agreed on and no plan answers, or where the plan says so (3.3)."""
    plan = state.plan_of(attack)
    return item in plan.ask or (COMBAT_DECISIONS in state.public.options and not plan.planned)


def anybody_decides(state: State, attack: Attack) -> bool:
    """Whether the result is to wait for somebody's word."""
    asked = attacker_decides(state, attack, "casualties") or attacker_decides(state, attack, "pursuit")
    return asked or COMBAT_DECISIONS in state.public.options


def has_a_choice(state: State, side: Side) -> bool:
    """Whether there are steps to lose, and more than one unit that could."""
    attack, result = state.present, result_of(state)
    if result is None or not steps_due(state.tables.combat, attack, result, side):
        return False
    return len(combat_units(state, attack, side)) > 1


def combat_units(state: State, attack: Attack, side: Side) -> Sequence[UnitId]:
    return [id for id in fighting(state, attack, side) if state.profile(id).is_combat]


def defender_loses_steps(state: State) -> bool:
    asked = COMBAT_DECISIONS in state.public.options
    return asked and has_a_choice(state, other(state.present.by))


def attacker_loses_steps(state: State) -> bool:
    return attacker_decides(state, state.present, "casualties") and has_a_choice(state, state.present.by)


def hex_may_fall_empty(state: State) -> bool:
    """Whether the defenders retreat, or may all be lost."""
    attack, result = state.present, result_of(state)
    if result is None:
        return False
    due = steps_due(state.tables.combat, attack, result, other(attack.by))
    return bool(result.retreat and not attack.no_retreat) or due >= steps_left(state)


def steps_left(state: State) -> int:
    attack = state.present
    return sum(state.units[id].steps(state.profile(id)) for id in fighting(state, attack, other(attack.by)))


def defender_retreats(state: State) -> bool:
    """Whether somebody is left to retreat once the steps are lost."""
    attack, result = state.present, result_of(state)
    if result is None or not result.retreat or attack.no_retreat or COMBAT_DECISIONS not in state.public.options:
        return False
    return result.defender_steps < steps_left(state)


def attacker_may_advance(state: State) -> bool:
    return attacker_decides(state, state.present, "pursuit") and hex_may_fall_empty(state)


def result_waits(state: State) -> bool:
    return bool(state.thrown)
