"""Rally (P6; SKR-RAL-01 to 08): bases by themselves, and by leaders.

The defender's tries go by their rally plan: every base that may tries, routed before broken, under the nearest leader
who has tries left; by it a base may also let it be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.bills import Bill
from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.options import Choice, Option
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, demand
from service.engine.roles import Subject
from service.engine.seats import Seat
from service.engine.sentences import Sentence, counted, say
from service.engine.telling import tell
from service.games.skirmish.known.bills import rally_bill
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.known.reports import NewLeader
from service.games.skirmish.printed.bases import Base, BaseId
from service.games.skirmish.printed.figures import Checked, Leaders
from service.games.skirmish.printed.scenario import Scenario
from service.games.skirmish.sections.morale import changed, passes, worsen
from service.games.skirmish.sections.trying import Try, attacker_bases, defenders, may, rally_plan, told
from service.games.skirmish.truth.looking import look
from service.games.skirmish.truth.state import BaseCreated, State

# ---- who may try


def may_self_rally(base: Base) -> None:
    """Refuse a self-rally by a base that is not broken, or has tried (SKR-RAL-01, SKR-RAL-02)."""
    demand(base.morale != "routed", "SKR-RAL-02", (base.said, " is routed: only a leader can rally it."), "ROUTED")
    demand(base.hex is not None, "SKR-RAL-01", (base.said, " is not on the map."), "NOT_ELIGIBLE")
    demand("rally" not in base.tried, "SKR-RAL-01", (base.said, " has tried in this phase."), "ALREADY_TRIED")
    demand(base.morale == "broken", "SKR-RAL-01", (base.said, " is not broken."), "NOT_ELIGIBLE")


def may_be_rallied(rules: Scenario, base: Base, leader: Base) -> None:
    """Refuse a rally out of command, by a leader who is spent, or of a base that has tried (SKR-RAL-04 to 06)."""
    demand(
        base.hex is not None and base.morale != "good", "SKR-RAL-04", (base.said, " needs no rally."), "NOT_ELIGIBLE"
    )
    demand(leader.leader and leader.good_order, "SKR-RAL-04", (leader.said, " commands nobody now."), "NOT_ELIGIBLE")
    demand(base.id != leader.id, "SKR-RAL-04", "A leader rallies alone, in the step before.", "NOT_ELIGIBLE")
    assert base.hex is not None and leader.hex is not None
    apart, reach = rules.sheet.distance(base.hex, leader.hex), command_range(rules.tables.morale.leaders, leader)
    demand(apart <= reach, "SKR-RAL-04",
           (base.said, f" is {apart} hexes from ", leader.said, f", whose command reaches {reach}."),
           "OUT_OF_COMMAND")  # fmt: skip
    demand("rally" not in base.tried, "SKR-RAL-04", (base.said, " has tried in this phase."), "ALREADY_TRIED")
    most = bases_of(rules.tables.morale.leaders, leader)
    spent = (leader.said, f" has already tried to rally {counted(most, 'base')} in this phase, as many as it can.")
    demand(leader.ralliers < most, "SKR-RAL-06", spent, "LEADER_SPENT")


def command_range(figures: Leaders, leader: Base) -> int:
    """In hexes; the better the leader, the further (P6)."""
    return figures.command_range - leader.rating


def bases_of(figures: Leaders, leader: Base) -> int:
    """How many bases a leader can see to in a Rally Phase (SKR-RAL-05 to 08)."""
    return figures.bases - leader.rating


# ---- orders


@dataclass(frozen=True, kw_only=True)
class SelfRally(Try):
    """Let a broken base try to rally by itself."""

    what: ClassVar[str] = "rally"
    phrase: ClassVar[Phrase] = Phrase("self-rally {base}")

    kind: Literal["self-rally"] = "self-rally"

    def check(self, picture: Picture) -> None:
        may_self_rally(picture.base(self.base))

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield from try_rally(state, self.base, None, dice)
        yield from look(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for base in picture.on_map():
            if may(may_self_rally, base):
                yield Option(
                    kind="self-rally", title=say(base.said, " rallies"), subjects=(base.id,), fixed={"base": base.id}
                )


@dataclass(frozen=True, kw_only=True)
class Rally(Try):
    """Let a leader rally a broken or routed base within their command."""

    what: ClassVar[str] = "rally"
    phrase: ClassVar[Phrase] = Phrase("rally {base} by {leader}")

    kind: Literal["rally"] = "rally"
    leader: BaseId

    def check(self, picture: Picture) -> None:
        may_be_rallied(picture.rules, picture.base(self.base), picture.base(self.leader))

    def believe(self, picture: Picture) -> None:
        super().believe(picture)
        picture.own[self.leader].ralliers += 1

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        if state.bases[self.base].hex is not None:
            yield from try_rally(state, self.base, self.leader, dice)
            yield from look(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for base in picture.on_map():
            chiefs = tuple(b.id for b in picture.on_map() if b.leader and may(may_be_rallied, picture.rules, base, b))
            if chiefs:
                yield Option(
                    kind="rally", title=say("Rally ", base.said), subjects=(base.id,), fixed={"base": base.id},
                    fields={"leader": Choice(values=chiefs)},
                )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class PlanRally(Order):
    """A standing order for the enemy's Rally Phases: whether a base tries to rally there, and goes for ammunition.

    What you write in the enemy's player turn holds from their next one on.
    """

    rule: ClassVar[str] = "SKR-SEQ-03"
    phrase: ClassVar[Phrase] = Phrase("plan {base}", rally="no rally")

    kind: Literal["plan-rally"] = "plan-rally"
    base: Subject[BaseId]
    rally: bool = True
    ammunition: bool = False

    def said(self, to: Saying) -> Sentence:
        rallies = "tries to rally" if self.rally else "does not try to rally"
        fetches = ", and goes for ammunition" if self.ammunition else ""
        return say(to.unit(self.base), f" {rallies} in the enemy's turn{fetches}")

    def check(self, picture: Picture) -> None:
        picture.base(self.base)
        there = not self.ammunition or picture.options["replenish"] == "on"
        demand(there, "SKR-AMM-03", "No ammunition can be fetched in this scenario.", "NOT_IN_SCENARIO")

    def believe(self, picture: Picture) -> None:
        picture.own[self.base].rallies, picture.own[self.base].fetches = self.rally, self.ammunition

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield changed(self.base, rallies=self.rally, fetches=self.ammunition)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        supplied = picture.options["replenish"] == "on"
        for base in picture.on_map():
            if base.morale != "good" or (supplied and base.ammunition != "ok"):
                yield Option(
                    kind="plan-rally", title=say("In the enemy's Rally Phase: ", base.said), subjects=(base.id,),
                    fixed={"base": base.id},
                    fields={"rally": Choice(values=(True, False)),
                            "ammunition": Choice(values=(False, True) if supplied else (False,))},
                )  # fmt: skip


# ---- the rolls


def added_to_rally(state: State, base: Base, leader: Base | None) -> Bill:
    """What is added to a rally roll, by what the base's side knows (P6)."""
    remembered = state.tables.sighting.remembered
    enemies = [one for one in state.eyes[base.side].values() if one.counts(state.player_turn, remembered)]
    here = state.at(Hex(str(base.hex)), base.side)
    return rally_bill(state.rules, state.ground, base, leader, here, enemies)


def try_rally(state: State, id: BaseId, leader: BaseId | None, dice: Dice) -> Iterator[Event]:
    """A rally roll, alone or under a leader (SKR-RAL-01, 04); an original 2 alone makes a leader (SKR-RAL-03)."""
    figures, base = state.tables.morale, state.bases[id]
    chief = state.bases[leader] if leader else None
    added = added_to_rally(state, base, chief)
    roll = dice.roll(figures.dice, f"{'SKR-RAL-04' if chief else 'SKR-RAL-01'} rally of {base.side} at {base.hex}")
    margin = passes(figures, roll, base.quality, added.total)
    yield changed(id, tried=(*base.tried, "rally"))
    if chief is not None:
        yield changed(chief.id, ralliers=chief.ralliers + 1)
    better = "broken" if base.morale == "routed" and state.options["rally_routed_to"] == "broken" else "good"
    result: Checked = "rallied" if margin >= 0 else "worse" if roll.total == figures.never else "no better"
    rule = "SKR-RAL-04" if chief else "SKR-RAL-01"
    number, now = base.quality + figures.quality_bonus, better if margin >= 0 else ""
    yield tell(state, base.side, told(base, "rally", rule, roll.faces, result, added, number=number, now=now))
    if margin >= 0:
        yield changed(id, morale=better, suppression=0, goal=None)
        if chief is None and roll.total == figures.leaders.created_on:
            yield from create_leader(state, state.bases[id], dice)
    elif roll.total == figures.never:
        yield from worsen(state, id, dice)


def create_leader(state: State, base: Base, dice: Dice) -> Iterator[Event]:
    """A new leader in the hex of a base that rallied on an original 2 (SKR-RAL-03)."""
    figures = state.tables.morale.leaders
    own = sum(b.side == base.side and b.leader and b.id not in state.rules.everybody for b in state.bases.values())
    limit = state.options["leader_creation_limit"]
    if state.rules.profile(base).single or base.vehicle or (limit != "none" and own >= int(limit)):
        return
    die = dice.roll(figures.created_die, f"SKR-RAL-03 new leader of {base.side} at {base.hex}")
    rating = figures.created_rating.at(die.total)
    quality = min(base.quality, figures.created_quality_at_most)
    made = Base(
        id=f"{base.id.split('-')[0]}-N{own + 1}", side=base.side, kind="leader", name=f"New leader {own + 1}",
        quality=quality, rating=rating, hex=base.hex,
    )  # fmt: skip
    yield BaseCreated(base=made)
    report = told(made, "new leader", "SKR-RAL-03", die.faces, "new leader")
    yield tell(state, base.side, replace(report, leader=NewLeader(quality=quality, rating=rating)))


# ---- the steps


def self_rally_to_try(state: State) -> bool:
    """Whether any base may; one that is routed may not (SKR-RAL-02)."""
    return any(may(may_self_rally, base) for base in attacker_bases(state))


def rally_to_try(state: State) -> bool:
    leaders = [base for base in attacker_bases(state) if base.leader]
    return any(may(may_be_rallied, state.rules, base, chief) for base in attacker_bases(state) for chief in leaders)


def defender_self_rallies(state: State, dice: Dice) -> Iterator[Event]:
    """Those for whom there is no leader with tries left try alone; the others wait for one.

    The attacker looks when all have tried: who of them was led, the order in which they recover must not tell.
    """
    led = led_by_plan(state)
    for base in willing(state):
        if base.id not in led and may(may_self_rally, base):
            yield from try_rally(state, base.id, None, dice)


def led_by_plan(state: State) -> set[BaseId]:
    """The defender's bases that will find a leader with tries left."""
    side = state.on_map(state.non_phasing)
    return set(leaders_for(state.rules, side, willing(state)))


def willing(state: State) -> list[Base]:
    """The defender's bases that try to rally by their plan, in the order in which they try."""
    return [base for base in defenders(state) if base.id not in rally_plan(state).resting]


def leaders_for(rules: Scenario, side: Sequence[Base], bases: Sequence[Base]) -> dict[BaseId, BaseId]:
    """Of some bases of a side, in their order, those for whom a leader has a try left, each with the nearest such."""
    spent: dict[BaseId, int] = {}
    led: dict[BaseId, BaseId] = {}
    for base in bases:
        leader = nearest_leader(rules, side, base, spent)
        if leader is not None:
            spent[leader.id] = spent.get(leader.id, 0) + 1
            led[base.id] = leader.id
    return led


def defender_rallies(state: State, dice: Dice) -> Iterator[Event]:
    for base in willing(state):
        leader = nearest_leader(state.rules, state.on_map(base.side), base, {})
        if leader is not None:
            yield from try_rally(state, base.id, leader.id, dice)
    yield from look(state)


def nearest_leader(rules: Scenario, side: Sequence[Base], base: Base, spent: Mapping[BaseId, int]) -> Base | None:
    """The nearest leader of a side who can rally a base, beside the tries `spent`; of several the lowest by id."""
    if base.hex is None:
        return None
    chiefs = [
        b for b in side
        if b.leader and may(may_be_rallied, rules, base, b.changed(ralliers=b.ralliers + spent.get(b.id, 0)))
    ]  # fmt: skip
    here, apart = base.hex, rules.sheet.distance
    return min(chiefs, key=lambda b: (apart(here, Hex(str(b.hex))), b.id), default=None)


def seen_routers(state: State) -> Iterator[BaseId]:
    """The attacker's bases that are still broken with an identified enemy next to them (P5.7)."""
    for base in attacker_bases(state):
        near = any(
            contact.identified
            and contact.in_sight
            and not contact.abandoned
            and state.rules.sheet.distance(contact.hex, Hex(str(base.hex))) == 1
            for contact in state.eyes[base.side].values()
        )
        if base.morale == "broken" and near:
            yield base.id


def close_phase(state: State, dice: Dice) -> Iterator[Event]:
    """An attacker's base still broken with an identified enemy next to it routs (P5.7)."""
    for id in list(seen_routers(state)):
        yield from worsen(state, id, dice)
    yield from look(state)
