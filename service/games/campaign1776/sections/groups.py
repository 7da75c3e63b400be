"""British reinforcements of a campaign: groups that come in together, and how they are shared out (15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.options import Choice, Domain, Option, Places
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, accepts, demand
from service.engine.places import Place
from service.engine.roles import Subject
from service.engine.seats import Seat
from service.engine.sentences import Sentence, own, place, say
from service.engine.telling import tell_all
from service.games.campaign1776.known.asking import named, own_pool
from service.games.campaign1776.known.counters import fits
from service.games.campaign1776.known.picture import Picture
from service.games.campaign1776.known.reports import GroupsDue
from service.games.campaign1776.known.room import capacity, load
from service.games.campaign1776.printed.campaign import Group
from service.games.campaign1776.printed.lettered import Hex, coordinates, side
from service.games.campaign1776.printed.pieces import Pool, PoolId, Public, Ship, pool_id
from service.games.campaign1776.printed.reading import BRITISH
from service.games.campaign1776.printed.scenario import Scenario
from service.games.campaign1776.printed.waterways import port_place
from service.games.campaign1776.sections.sailing import own_ship
from service.games.campaign1776.truth.events import CampaignSet, PoolSet, ShipSet, TasksSet
from service.games.campaign1776.truth.looking import settle
from service.games.campaign1776.truth.raising import brought, limited
from service.games.campaign1776.truth.state import State

ENTRY, TOGETHER, SHARING = "C76-PLC-02", "C76-PLC-01", "C76-PLC-04"


def open_groups(state: State) -> Iterator[Event]:
    """The groups that come in this month, if they can: those of which all can enter at one place (C76-PLC-01)."""
    groups = state.rules.tables.reinforcements.groups
    due = [
        name for name, group in groups.items()
        if state.rules.months[0] <= group.month <= state.month and name not in state.campaign.entered
    ]  # fmt: skip
    if state.phasing != BRITISH or state.rules.towns is None or not due:
        return
    public, entering = state.public(), list[str]()
    for name in due:
        if common_entries(state.rules, public, (*entering, name)):
            entering.append(name)
    if not entering:
        return
    yield TasksSet(seat=BRITISH, tasks=replace(state.tasks[BRITISH], groups=tuple(entering)))
    yield from tell_all(state, GroupsDue(groups=tuple(entering)))


def common_entries(rules: Scenario, public: Public, names: Sequence[str]) -> tuple[Place, ...]:
    """Where all of some groups can enter, in the order in which the first of them has its entries."""
    groups = rules.tables.reinforcements.groups
    found = [entries(rules, public, groups[name]) for name in names]
    return tuple(there for there in found[0] if all(there in other for other in found[1:])) if found else ()


def entries(rules: Scenario, public: Public, group: Group) -> tuple[Place, ...]:
    """Where a group can enter: its sea lanes, those of its ports that are controlled, its boxes (C76-PLC-03, 07)."""
    board, off = rules.board, rules.tables.off_board
    lanes: list[Place] = []
    if group.lane is not None:
        row = coordinates(group.lane)[0]
        lanes = [hex for hex in board.sea_lanes if coordinates(hex)[0] <= row]
        lanes.sort(key=lambda hex: (hex != group.lane, hex))
    havens = [Hex(box) for box in off.ports if box in off.map_links]
    names: Sequence[str] = [*board.ports, *havens] if group.any_port else group.ports
    ports = [board.ports[name].hex if name in board.ports else Hex(name) for name in names]
    return (*lanes, *(hex for hex in ports if hex in public.british), *group.boxes)


@dataclass(frozen=True, kw_only=True)
class BringIn(Order):
    """Bring in the reinforcements of the month, all of them at one place.

    At a port the troops land and the fleets lie in it; in a sea lane or a box the troops are aboard.
    """

    rule: ClassVar[str] = TOGETHER
    phrase: ClassVar[Phrase] = Phrase("bring in at {entry}")
    kind: Literal["bring-in"] = "bring-in"
    entry: Place

    def said(self, to: Saying) -> Sentence:
        return say("Bring in the reinforcements at ", place(self.entry))

    def check(self, picture: Picture) -> None:
        demand(picture.tasks.groups, ENTRY, "No reinforcements have come in.")
        entries = common_entries(picture.rules, picture.public, picture.tasks.groups)
        many = f", the first of {len(entries)} places." if len(entries) > 1 else "."
        first = ("; they may at ", place(entries[0]), many) if entries else (".",)
        there = self.entry in entries
        demand(there, TOGETHER, ("The reinforcements cannot enter at ", place(self.entry), *first))

    def believe(self, picture: Picture) -> None:
        picture.tasks = replace(picture.tasks, groups=())

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        names, groups = state.tasks[seat].groups, state.rules.tables.reinforcements.groups
        ships_before, pools_before = set(state.ships), set(state.pools)
        for name in names:
            yield from enter(state, groups[name], self.entry)
        fresh = tuple(id for id in (*state.ships, *state.pools) if id not in ships_before | pools_before)
        yield TasksSet(seat=seat, tasks=replace(state.tasks[seat], groups=(), fresh=fresh))
        yield CampaignSet(campaign=replace(state.campaign, entered=(*state.campaign.entered, *names)))
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if there := common_entries(picture.rules, picture.public, picture.tasks.groups):
            yield Option(kind="bring-in", title=say("Bring in the reinforcements"),
                         fields={"entry": Places(places=there)}, rule=TOGETHER)  # fmt: skip


def enter(state: State, group: Group, entry: Place) -> Iterator[Event]:
    """A group at its entry; bateaus lie on the first lawful side of its port, and need no fleet to come."""
    rules = state.rules
    port = next((port for port in rules.board.ports.values() if port.hex == entry), None)
    fleets: list[str] = []
    for kind, number in group.fleets.items():
        for _ in range(number):
            ship = Ship(id=ship_of(state, kind), kind=kind, seat=BRITISH,  # type: ignore[arg-type]
                        at=port_place(port.name) if port is not None else entry)  # fmt: skip
            fleets.append(ship.id)
            yield ShipSet(ship=ship)
    sides = [one for one in (side(port.hex, hex) for hex in rules.board.neighbours(port.hex))
             if rules.water.takes_bateaus(one)] if port is not None else []  # fmt: skip
    for _ in range(group.bateaus if sides else 0):
        yield ShipSet(ship=Ship(id=ship_of(state, "bateau"), kind="bateau", seat=BRITISH, at=sides[0]))
    ashore = port is not None or entry in rules.tables.off_board.ports
    for kind, number in group.units.items():
        number, told = limited(state, BRITISH, kind, number)
        yield from told
        if ashore:
            yield brought(state, kind, number, entry)
            continue
        for id in fleets:
            taken = min(number, room_aboard(state, state.ships[id], kind))
            if taken:
                yield brought(state, kind, taken, state.ships[id].at, id)
            number -= taken


def ship_of(state: State, kind: str) -> str:
    """What the next new vessel of a kind is called."""
    numbers = [int(id.removeprefix(kind)) for id, ship in state.ships.items() if ship.kind == kind]
    return pool_id(kind, max(numbers, default=0) + 1)


def room_aboard(state: State, ship: Ship, kind: str) -> int:
    """How many of a kind a vessel takes besides its passengers."""
    aboard = [(state.kind(pool), pool.number) for pool in state.pools.values() if pool.aboard == ship.id]
    free = capacity(state.rules, ship) - load(state.rules, state.settings.transport, aboard)
    return free // load(state.rules, state.settings.transport, [(state.rules.kind(kind), 1)])


@dataclass(frozen=True, kw_only=True)
class ShareOut(Order):
    """Take some of this month's reinforcements aboard a fleet that has come in with them, before anybody moves."""

    rule: ClassVar[str] = SHARING
    phrase: ClassVar[Phrase] = Phrase("share out {number} of {unit} to {ship}")
    kind: Literal["share-out"] = "share-out"
    unit: Subject[PoolId]
    number: int
    ship: str

    def said(self, to: Saying) -> Sentence:
        return say(f"Take {self.number} of ", to.unit(self.unit), " aboard ", to.unit(self.ship))

    def check(self, picture: Picture) -> None:
        pool, ship = own_pool(picture, self.unit), own_ship(picture, self.ship)
        fresh = picture.tasks.fresh
        demand(pool.id in fresh, SHARING, (named(pool.id), " have not come in this month."))
        demand(ship.id in fresh, SHARING, (own(ship.id), " has not come in this month."))
        demand(pool.aboard != ship.id, SHARING, (named(pool.id), " are aboard ", own(ship.id), "."))
        demand(1 <= self.number <= pool.number, SHARING, (named(pool.id), f" are {pool.number}."))
        kinds, vary = picture.rules.kind, picture.settings.transport
        aboard = [(kinds(one.kind), one.number) for one in picture.own.values() if one.aboard == ship.id]
        taken = load(picture.rules, vary, [*aboard, (kinds(pool.kind), self.number)])
        holds = capacity(picture.rules, ship)
        demand(taken <= holds, "C76-NTR-19", (own(ship.id), f" carries {holds}, and would have {taken} aboard."))
        others = [one.number for one in picture.own.values() if one.kind == pool.kind and one.id != pool.id]
        parts = [part for part in (self.number, pool.number - self.number) if part]
        demand(fits(picture, pool.kind, [*others, *parts]), "C76-MSC-09",
               ("There are not enough counters of one point to part ", named(pool.id), " so."))  # fmt: skip

    def believe(self, picture: Picture) -> None:
        pool, ship = picture.own[self.unit], picture.ships[self.ship]
        if self.number == pool.number:
            picture.own[pool.id] = aboard_of(pool, ship, pool.id, pool.number)
            return
        count = picture.numbered[pool.kind] = picture.numbered.get(pool.kind, 0) + 1
        new = pool_id(pool.kind, count)
        picture.own[new] = aboard_of(pool, ship, new, self.number)
        pool.number -= self.number
        picture.tasks = replace(picture.tasks, fresh=(*picture.tasks.fresh, new))

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        pool, ship, tasks = state.pools[self.unit], state.ships[self.ship], state.tasks[seat]
        if self.number == pool.number:
            yield PoolSet(pool=aboard_of(pool, ship, pool.id, pool.number))
        else:
            new = state.next_id(pool.kind)
            yield PoolSet(pool=aboard_of(pool, ship, new, self.number))
            yield PoolSet(pool=replace(pool, number=pool.number - self.number))
            yield TasksSet(seat=seat, tasks=replace(tasks, fresh=(*tasks.fresh, new)))
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        fresh = [id for id in picture.tasks.fresh if id in picture.ships and picture.ships[id].kind != "bateau"]
        for id in picture.tasks.fresh:
            for ship in fresh if id in picture.own else ():
                numbers = tuple(
                    number for number in range(1, picture.own[id].number + 1)
                    if accepts(picture, cls(unit=id, number=number, ship=ship))
                )  # fmt: skip
                if numbers:
                    fields: dict[str, Domain] = {"number": Choice(values=numbers)}
                    yield Option(kind="share-out", title=say("Take ", named(id), " aboard ", own(ship)),
                                 subjects=(id,), fixed={"unit": id, "ship": ship}, fields=fields,
                                 rule=SHARING)  # fmt: skip


def aboard_of(pool: Pool, ship: Ship, id: PoolId, number: int) -> Pool:
    return replace(pool, id=id, number=number, at=ship.at, began=ship.at, aboard=ship.id, within="aboard", inside=False)


def usual_entry(picture: Picture) -> list[Order]:
    """The first place at which the reinforcements can enter."""
    there = common_entries(picture.rules, picture.public, picture.tasks.groups)
    return [BringIn(entry=there[0])] if there else []
