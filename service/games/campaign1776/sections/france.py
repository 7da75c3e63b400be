"""France: intervention, her fleets, fleets that come and go by a die, and the duty in the West Indies (17 to 19)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event, Told
from service.engine.options import Option, Places
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, demand
from service.engine.places import Place
from service.engine.roles import Subject
from service.engine.seats import Seat
from service.engine.sentences import Sentence, counted, own, place, say
from service.engine.telling import announce
from service.games.campaign1776.known.control import towns_counted, whole_area
from service.games.campaign1776.known.indies import Need, Search, count_of, need_of
from service.games.campaign1776.known.picture import Picture
from service.games.campaign1776.known.reports import IndiesCounted, InterventionRolled, VariableFleetRolled
from service.games.campaign1776.known.stay import land_forces
from service.games.campaign1776.printed.naval import Vessel
from service.games.campaign1776.printed.pieces import DUE, REPAIR, Ship
from service.games.campaign1776.printed.reading import AMERICAN, BRITISH
from service.games.campaign1776.printed.scenario import Scenario
from service.games.campaign1776.sections.groups import ship_of
from service.games.campaign1776.sections.sailing import own_ship
from service.games.campaign1776.truth.events import CampaignSet, LossesTallied, ShipSet, TasksSet, ThrowBegun, ThrowMade
from service.games.campaign1776.truth.looking import settle, settle_all
from service.games.campaign1776.truth.raising import brought
from service.games.campaign1776.truth.state import State, Throw

ROLL, ENTRY, TOGETHER, BOX, HOME, DUTY = (
    "C76-FRE-01", "C76-FRE-02", "C76-FRE-03", "C76-PLC-09", "C76-FRE-07", "C76-WI-07",
)  # fmt: skip
FLEET: Vessel = "BF"


# ---- intervention


def tally_losses(state: State) -> Iterator[Event]:
    """A phase is over: each hex in which many British regulars fell in it counts once for the French."""
    if not state.fallen:
        return
    heavy = state.rules.tables.french.heavy_losses.regulars
    times = sum(number >= heavy for number in state.fallen.values())
    if times and state.rules.towns is not None:
        yield CampaignSet(campaign=replace(state.campaign, heavy=state.campaign.heavy + times))
    yield LossesTallied()


def modifiers(state: State) -> dict[str, int]:
    """What is added to the dice of intervention, by name; what adds nothing is left out (C76-CTL-08)."""
    french, rules, british = state.rules.tables.french, state.rules, state.public().british
    towns, losses = towns_counted(rules, british), french.heavy_losses
    found = {"heavy British losses": min(state.campaign.heavy * losses.modifier, losses.most)}
    if towns <= french.few_towns["at_most"]:
        found["few towns"] = french.few_towns["modifier"]
    if towns >= french.many_towns["at_least"]:
        found["many towns"] = french.many_towns["modifier"]
    for area in rules.recruiting:
        if whole_area(rules, british, area):
            found[f"all of {rules.tables.areas.names[area]}"] = french.whole_area
    return {name: value for name, value in found.items() if value}


def roll_for_intervention(state: State, dice: Dice) -> Iterator[Event]:
    """The first act of a month: whether France comes in, from the month on in which she can (C76-FRE-01)."""
    yield from tally_losses(state)
    french = state.rules.tables.french
    needed = french.needed(state.month)
    if state.campaign.allied or needed is None:
        return
    yield ThrowBegun(throw=Throw(what="French intervention"))
    found, roll = modifiers(state), dice.roll(f"{french.dice}d6", f"{ROLL} French intervention", public=True)
    comes = roll.total + sum(found.values()) >= needed
    yield from announce(state, InterventionRolled(dice=tuple(roll.faces), modifiers=found, needed=needed, comes=comes))
    if comes:
        yield from intervene(state)
        yield from settle_all(state)
    yield ThrowMade()


def intervene(state: State) -> Iterator[Event]:
    """France is in: her fleets are on their way, and both sides have troops in the West Indies."""
    french, rules = state.rules.tables.french, state.rules
    yield CampaignSet(campaign=replace(state.campaign, allied=state.turn))
    for kind, number in french.west_indies.items():
        yield brought(state, kind, number, rules.tables.west_indies.box)
    for _ in range(french.fleets):
        yield from launched(state, AMERICAN, french.aboard, variable=False)
    for nation, seat in (("French", AMERICAN), (BRITISH, BRITISH)):
        forces = rules.tables.variable_forces[nation]
        for _ in range(forces.fleets):
            yield from launched(state, seat, forces.aboard, variable=True)


def launched(state: State, seat: Seat, aboard: Mapping[str, int], *, variable: bool) -> Iterator[Event]:
    """A battle fleet that is at no place yet, with its passengers."""
    ship = Ship(id=ship_of(state, FLEET), kind=FLEET, seat=seat, at=DUE, variable=variable)
    yield ShipSet(ship=ship)
    for kind, number in aboard.items():
        yield brought(state, kind, number, DUE, ship.id)


# ---- the regular fleets


def offer_french_fleets(state: State) -> Iterator[Event]:
    """At the opening of an American segment the French fleets may come in, if they have not yet (C76-FRE-02)."""
    if state.phasing == AMERICAN and state.campaign.allied and not state.campaign.entry:
        yield TasksSet(seat=AMERICAN, tasks=replace(state.tasks[AMERICAN], french=True))


def french_entries(rules: Scenario) -> tuple[Place, ...]:
    """Where the French fleets can come in: the exits of the east and south, and the West Indies."""
    exits = rules.board.exits
    return (*exits["east"], *exits["south"], rules.tables.west_indies.box)


@dataclass(frozen=True, kw_only=True)
class BringFleets(Order):
    """Bring the French fleets in, all of them at one place: at the edge of the map, or in the West Indies."""

    rule: ClassVar[str] = TOGETHER
    phrase: ClassVar[Phrase] = Phrase("bring the French fleets in at {entry}")
    kind: Literal["bring-fleets"] = "bring-fleets"
    entry: Place

    def said(self, to: Saying) -> Sentence:
        return say("Bring the French fleets in at ", place(self.entry))

    def check(self, picture: Picture) -> None:
        demand(picture.tasks.french, ENTRY, "No French fleets are to come in.")
        demand(self.entry in french_entries(picture.rules), TOGETHER,
               ("The French fleets cannot come in at ", place(self.entry), "."))  # fmt: skip

    def believe(self, picture: Picture) -> None:
        picture.tasks = replace(picture.tasks, french=False)
        for ship in regular_fleets(picture.ships.values()):
            picture.ships[ship.id] = self._come(picture.rules, ship)
            for pool in picture.own.values():
                if pool.aboard == ship.id:
                    pool.at = self.entry

    def _come(self, rules: Scenario, ship: Ship) -> Ship:
        return replace(ship, at=self.entry, uncounted=self.entry == rules.tables.west_indies.box)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield TasksSet(seat=seat, tasks=replace(state.tasks[seat], french=False))
        yield CampaignSet(campaign=replace(state.campaign, entry=True))
        for ship in regular_fleets(list(state.fleet(seat).values())):
            yield ShipSet(ship=self._come(state.rules, ship))
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if picture.tasks.french:
            yield Option(kind="bring-fleets", title=say("Bring the French fleets in"), rule=TOGETHER,
                         fields={"entry": Places(places=french_entries(picture.rules))})  # fmt: skip


def regular_fleets(ships: Iterable[Ship]) -> list[Ship]:
    """The fleets that have yet to come in, but for those that come by a die."""
    return [ship for ship in ships if ship.kind == FLEET and ship.at == DUE and not ship.variable]


# ---- fleets that come and go


def call_up(nation: str, seat: Seat) -> Callable[[State, Dice], Iterator[Event]]:
    """The step in which a nation rolls for each fleet of its own that is not called up."""

    def step(state: State, dice: Dice) -> Iterator[Event]:
        forces = state.rules.tables.variable_forces[nation]
        away = [ship for ship in state.fleet(seat).values() if ship.variable and not ship.called]
        if away:
            yield ThrowBegun(throw=Throw(what="fleets called up", seat=seat, nation=nation))
        for ship in away:
            die = dice.roll("1d6", f"{BOX} a {nation} fleet is called up", public=True).total
            comes = die >= forces.arrives_from
            yield from _rolled(state, nation, die, "comes", comes)
            if comes:
                yield ShipSet(ship=replace(state.ships[ship.id], called=True))
                yield CampaignSet(campaign=replace(state.campaign, arrived=(*state.campaign.arrived, ship.id)))
        if away:
            yield ThrowMade()

    return step


def send_away(state: State, dice: Dice) -> Iterator[Event]:
    """A die for each fleet in play that comes and goes, but for those just called up (C76-PLC-23)."""
    for nation, seat in ((BRITISH, BRITISH), ("French", AMERICAN)):
        forces = state.rules.tables.variable_forces[nation]
        for ship in [ship for ship in state.fleet(seat).values() if ship.variable and ship.called]:
            if ship.id in state.campaign.arrived:
                continue
            die = dice.roll("1d6", f"{BOX} a {nation} fleet is called away", public=True).total
            goes = die <= forces.departs_to
            yield from _rolled(state, nation, die, "goes", goes)
            if goes:
                at = ship.at if ship.at == REPAIR else DUE
                yield ShipSet(ship=replace(state.ships[ship.id], called=False, at=at))
    if state.campaign.arrived:
        yield CampaignSet(campaign=replace(state.campaign, arrived=()))
    yield from settle_all(state)


def _rolled(state: State, nation: str, die: int, what: Literal["comes", "goes"], does: bool) -> Iterator[Event]:
    yield from announce(state, VariableFleetRolled(nation=nation, die=die, what=what, does=does))


def boxes_for(picture: Picture, ship: Ship) -> tuple[Place, ...]:
    """The boxes that a fleet may be put in; in a withdrawal with troops aboard the southernmost (C76-FRE-07)."""
    boxes = picture.rules.tables.off_board.transitional
    troops = any(pool.aboard == ship.id and land_forces(picture.rules, pool) for pool in picture.own.values())
    return boxes[-1:] if picture.public.withdrawing and troops else boxes


@dataclass(frozen=True, kw_only=True)
class PlaceFleet(Order):
    """Put a fleet that was called up in a box off the map."""

    rule: ClassVar[str] = BOX
    phrase: ClassVar[Phrase] = Phrase("put {ship} in {entry}")
    kind: Literal["place-fleet"] = "place-fleet"
    ship: Subject[str]
    entry: Place

    def said(self, to: Saying) -> Sentence:
        return say("Put ", to.unit(self.ship), " in ", place(self.entry))

    def check(self, picture: Picture) -> None:
        ship = own_ship(picture, self.ship)
        demand(ship.variable and ship.called and ship.at == DUE, BOX, (own(ship.id), " is not to be put anywhere."))
        there = boxes_for(picture, ship)
        demand(self.entry in there, HOME if self.entry in picture.rules.tables.off_board.transitional else BOX,
               (own(ship.id), " cannot be put in ", place(self.entry), "."))  # fmt: skip

    def believe(self, picture: Picture) -> None:
        picture.ships[self.ship] = replace(picture.ships[self.ship], at=self.entry)
        for pool in picture.own.values():
            if pool.aboard == self.ship:
                pool.at = self.entry

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield ShipSet(ship=replace(state.ships[self.ship], at=self.entry))
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for ship in picture.ships.values():
            if ship.variable and ship.called and ship.at == DUE:
                yield Option(kind="place-fleet", title=say("Put ", own(ship.id), " in a box"), subjects=(ship.id,),
                             fixed={"ship": ship.id}, fields={"entry": Places(places=boxes_for(picture, ship))},
                             rule=BOX)  # fmt: skip


def asked_to_place(seat: Seat) -> Callable[[State], tuple[Seat, ...]]:
    """A side is asked where it has fleets to put somewhere; both know whether it has."""

    def asked(state: State) -> tuple[Seat, ...]:
        waits = any(one.variable and one.called and one.at == DUE for one in state.fleet(seat).values())
        return (seat,) if waits else ()

    return asked


BRITISH_ASKED, FRENCH_ASKED = asked_to_place(BRITISH), asked_to_place(AMERICAN)


def place_the_rest(state: State, seat: Seat) -> Iterator[Event]:
    """A fleet that was called up and put nowhere takes the southernmost box."""
    for ship in list(state.fleet(seat).values()):
        if ship.variable and ship.called and ship.at == DUE:
            yield ShipSet(ship=replace(ship, at=state.rules.tables.off_board.transitional[-1]))


def usual_fleets(picture: Picture) -> list[Order]:
    south = picture.rules.tables.off_board.transitional[-1]
    return [
        PlaceFleet(ship=ship.id, entry=south) for ship in picture.ships.values()
        if ship.variable and ship.called and ship.at == DUE
    ]  # fmt: skip


# ---- the duty in the West Indies


def tell_count(state: State, seat: Seat, when: Literal["start", "end"]) -> Iterator[Event]:
    """The months to the West Indies of all that a side owes there, at both ends of its movement (C76-WI-06)."""
    picture = state.pictures[seat]
    if not picture.public.allied:
        return
    owes = need_of(picture) is not None
    search = Search.at_start(picture) if when == "start" else Search.at_end(picture)
    months = count_of(search) if owes else None
    if owes or picture.count_at_start is not None:
        yield Told(seat=seat, report=IndiesCounted(months=months, when=when, owes=owes))


def duty_is_done(picture: Picture) -> None:
    """Refuse to close the movement while the months to the West Indies have not become fewer, and still could.

    Where they never are enough, or nothing that is left would help, it may be closed (C76-WI-07).
    """
    start, need = picture.count_at_start, need_of(picture)
    if not start or need is None:
        return
    left = count_of(Search.at_end(picture))
    if left is None or left < start:
        return
    best = count_of(Search.under_way(picture))
    if best is None or best - 1 >= left:
        return
    demand(False, DUTY, f"The West Indies are {counted(left, 'month')} away, and were {start} as the month began: "
           f"they have to come nearer. {owed_said(need)}")  # fmt: skip


def owed_said(need: Need) -> str:
    """What a side has to have in the West Indies (C76-WI-05, C76-FRE-05)."""
    if need.ashore:
        return f"The French have to land all their strength points and guns there, {need.units} in all."
    regulars = f" and {counted(need.units, 'point')} of regulars" if need.units else ""
    return f"You owe {counted(need.fleets, 'battle fleet')}{regulars} there."
