"""Between two quarters: winter's losses, the status of the areas, and the new units that each side places (15, 16)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event, Told
from service.engine.options import Choice, Option
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, accepts, demand
from service.engine.roles import Subject
from service.engine.seats import Seat
from service.engine.sentences import Sentence, counted, say
from service.engine.telling import announce
from service.games.campaign1776.known.asking import named, own_pool
from service.games.campaign1776.known.control import whole_area
from service.games.campaign1776.known.picture import Picture
from service.games.campaign1776.known.recruits import area_of
from service.games.campaign1776.known.reports import AreasFound, UnitsLost
from service.games.campaign1776.printed.board import Area
from service.games.campaign1776.printed.campaign import STATUSES
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.pieces import DUE, Excess, Pool, PoolId
from service.games.campaign1776.printed.reading import AMERICAN, BRITISH, year
from service.games.campaign1776.sections.capture import give_up_works
from service.games.campaign1776.sections.france import place_the_rest
from service.games.campaign1776.truth.areas import (
    CONTINENTALS,
    american_places,
    british_ports,
    counts_in,
    french_places,
    in_area,
    status,
    supply_areas,
    tory_places,
)
from service.games.campaign1776.truth.events import CampaignSet, DueSet, PoolGone, TasksSet, shrunk
from service.games.campaign1776.truth.looking import settle
from service.games.campaign1776.truth.raising import raised
from service.games.campaign1776.truth.state import State

ADJUSTING, WINTER, AT_SEA = "C76-PLC-22", "C76-MSC-05", "C76-CTL-03"
Step = Callable[[State, Dice], Iterator[Event]]


# ---- before it


def remove_militia_at_sea(state: State, dice: Dice) -> Iterator[Event]:
    """Tory militia aboard a fleet when a quarter ends is lost, and in a bateau stays (C76-CTL-03)."""
    lost: dict[str, int] = {}
    for pool in list(state.of(BRITISH).values()):
        if pool.aboard and state.kind(pool).militia and state.ships[pool.aboard].kind != "bateau":
            lost[pool.kind] = lost.get(pool.kind, 0) + pool.number
            yield PoolGone(pool=pool.id)
    if lost:
        yield Told(seat=BRITISH, report=UnitsLost(units=lost, why="at sea"))
        yield from settle(state, (BRITISH,))


def reduce_for_winter(state: State, dice: Dice) -> Iterator[Event]:
    """How many Continentals winter takes of each area; which of them go their owner says in the interphase."""
    totals: dict[str, int] = {}
    for pool in state.pools.values():
        if pool.kind == CONTINENTALS and (area := counts_in(state, pool)) is not None:
            totals[area] = totals.get(area, 0) + pool.number
    excess = [
        Excess(kind=CONTINENTALS, area=area, number=number) for area, total in totals.items()
        if (number := int(total * winter_part(state, area)))
    ]  # fmt: skip
    yield TasksSet(seat=AMERICAN, tasks=replace(state.tasks[AMERICAN], excess=tuple(excess)))


def winter_part(state: State, area: str) -> Fraction:
    """The part of the Continentals of an area that winter takes (C76-CTL-06, C76-MSC-06)."""
    winter = state.rules.tables.winter
    usual = winter.variable[year(state.month + 1)] if state.settings.reduction else winter.reduction
    part = usual.get(area, Fraction(0))
    if area in state.rules.recruiting and whole_area(state.rules, state.public().british, area):
        return max(part, winter.reduction["all_towns_british"])
    return part


def find_status(state: State, dice: Dice) -> Iterator[Event]:
    """The status of each area, which both sides are told."""
    found: dict[str, str] = {area: STATUSES[status(state, area)] for area in state.rules.recruiting}
    yield CampaignSet(campaign=replace(state.campaign, statuses=found))
    yield from announce(state, AreasFound(statuses=found, quarter=coming(state)))


def coming(state: State) -> str:
    """The quarter that an interphase stands before."""
    return state.rules.tables.calendar.quarter(state.month + 1)


# ---- what each step brings


def american_army(state: State, dice: Dice) -> Iterator[Event]:
    """Rebel militia is adjusted to its number, and Continentals come (step 1)."""
    yield from adjusted(state, AMERICAN, "RM", american_places)
    lines = state.rules.tables.areas.continentals[coming(state)]
    for area in state.rules.recruiting:
        number = lines[area][STATUSES.index(state.campaign.statuses[area])]
        yield from raised(state, AMERICAN, CONTINENTALS, number, american_places(state, area))


def tory_militia(state: State, dice: Dice) -> Iterator[Event]:
    """Tory militia is adjusted to its number (step 2)."""
    yield from adjusted(state, BRITISH, "TM", tory_places)


def american_supply(state: State, dice: Dice) -> Iterator[Event]:
    """American supply, and French supply once the two are allied (step 3)."""
    due, areas = state.rules.tables.areas.supply[coming(state)], supply_areas(state)
    for area in areas:
        yield from raised(state, AMERICAN, "AS", due.each_area, american_places(state, area))
    anywhere = tuple(dict.fromkeys(hex for area in areas for hex in american_places(state, area)))
    yield from raised(state, AMERICAN, "AS", due.one_area, anywhere)
    if state.campaign.allied:
        yield from raised(state, AMERICAN, "FS", due.French, french_places(state))


def british_replacements(state: State, dice: Dice) -> Iterator[Event]:
    """British supply and regulars (step 4)."""
    for kind, number in state.rules.tables.reinforcements.replacements[coming(state)].items():
        yield from raised(state, BRITISH, kind, number, british_ports(state))


def adjusted(
    state: State, seat: Seat, kind: str, places: Callable[[State, Area], tuple[Hex, ...]]
) -> Iterator[Event]:  # fmt: skip
    """Militia that is missing in an area comes, and what is too much has to go."""
    excess = list(state.tasks[seat].excess)
    for area in state.rules.recruiting:
        line = state.rules.tables.areas.militia[area][kind]
        missing = line[STATUSES.index(state.campaign.statuses[area])] - in_area(state, area, kind)
        if missing < 0:
            excess.append(Excess(kind=kind, area=area, number=-missing))
        yield from raised(state, seat, kind, missing, places(state, area))
    yield TasksSet(seat=seat, tasks=replace(state.tasks[seat], excess=tuple(excess)))


def opening(seat: Seat, *steps: Step) -> Callable[[State, Dice], Iterator[Event]]:
    """The opening of a form of the interphase: all that some steps bring its side."""

    def opens(state: State, dice: Dice) -> Iterator[Event]:
        for step in steps:
            yield from step(state, dice)
        yield from settle(state, (seat,))

    return opens


def closing(seat: Seat) -> Callable[[State, Dice], Iterator[Event]]:
    """The close of a form: what was not placed is lost, and what is too much and was not named goes all the same."""

    def closes(state: State, dice: Dice) -> Iterator[Event]:
        lost: dict[str, int] = {}
        for id in [id for id, pool in state.of(seat).items() if id in state.due]:
            pool = state.pools[id]
            lost[pool.kind] = lost.get(pool.kind, 0) + pool.number
            yield DueSet(pool=id, hexes=())
            yield PoolGone(pool=id)
        if lost:
            yield Told(seat=seat, report=UnitsLost(units=lost, why="not placed"))
        yield from place_the_rest(state, seat)
        for one in state.tasks[seat].excess:
            yield from largest_first(state, seat, one)
        yield TasksSet(seat=seat, tasks=replace(state.tasks[seat], excess=()))
        yield from settle(state, (seat,))

    return closes


def largest_first(state: State, seat: Seat, excess: Excess) -> Iterator[Event]:
    """What goes where its owner has not said: the largest pools first, in the order of the map."""
    left, order = excess.number, list(state.rules.board.terrain)
    pools = [pool for pool in state.of(seat).values() if is_of(state, pool, excess)]
    at = {hex: index for index, hex in enumerate(order)}
    for pool in sorted(pools, key=lambda one: (-one.number, at.get(Hex(one.at), len(at)), one.id)):
        taken = min(left, pool.number)
        left -= taken
        yield from shrunk(state, pool, taken)
        yield from give_up_works(state, seat, Hex(pool.at))


def is_of(state: State, pool: Pool, excess: Excess) -> bool:
    return pool.kind == excess.kind and counts_in(state, pool) == excess.area


# ---- whom it takes


@dataclass(frozen=True, kw_only=True)
class Disband(Order):
    """Take some of those off the map of whom there are too many, or whom winter takes."""

    rule: ClassVar[str] = ADJUSTING
    phrase: ClassVar[Phrase] = Phrase("disband {number} of {unit}")
    kind: Literal["disband"] = "disband"
    unit: Subject[PoolId]
    number: int

    def said(self, to: Saying) -> Sentence:
        return say(f"Disband {self.number} of ", to.unit(self.unit))

    def check(self, picture: Picture) -> None:
        pool = own_pool(picture, self.unit)
        left = next((one.number for one in picture.tasks.excess if of_excess(picture, pool, one)), 0)
        demand(left, ADJUSTING, ("None of ", named(self.unit), " have to go."))
        most = min(left, pool.number)
        demand(
            1 <= self.number <= most, ADJUSTING,
            (f"Of these {counted(left, 'has', 'have')} to go; ", named(self.unit), f" are {pool.number}."),
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        pool = picture.own[self.unit]
        picture.tasks = replace(picture.tasks, excess=tuple(
            less for one in picture.tasks.excess if (less := lessened(one, picture.rules.board.area, pool, self.number))
        ))  # fmt: skip
        pool.number -= self.number
        if not pool.number:
            del picture.own[self.unit]

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        pool, tasks = state.pools[self.unit], state.tasks[seat]
        excess = tuple(
            less for one in tasks.excess if (less := lessened(one, state.rules.board.area, pool, self.number))
        )
        yield TasksSet(seat=seat, tasks=replace(tasks, excess=excess))
        yield from shrunk(state, pool, self.number)
        yield from give_up_works(state, seat, Hex(pool.at))
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for id, pool in picture.own.items():
            if pool.at != DUE and accepts(picture, cls(unit=id, number=1)):
                left = next(one.number for one in picture.tasks.excess if of_excess(picture, pool, one))
                numbers = Choice(values=tuple(range(1, min(left, pool.number) + 1)))
                yield Option(
                    kind="disband", title=say("Disband some of ", named(id)), subjects=(id,), fixed={"unit": id},
                    fields={"number": numbers}, rule=ADJUSTING,
                )  # fmt: skip


def of_excess(picture: Picture, pool: Pool, excess: Excess) -> bool:
    return pool.kind == excess.kind and area_of(picture.rules.board.area, pool) == excess.area


def lessened(excess: Excess, areas: Mapping[Hex, str], pool: Pool, number: int) -> Excess | None:
    """What still has to go after so many of a pool; None where nothing has."""
    if (pool.kind, area_of(areas, pool)) != (excess.kind, excess.area):
        return excess
    return replace(excess, number=excess.number - number) if excess.number > number else None
