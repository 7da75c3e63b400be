"""Intelligence: what a side allots to it, the sectors it searches, and the procedures that set levels.

A unit's level says what the enemy may know of it. Here it is set; what it obliges its owner to tell is in `letters.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.bills import Bill, Term
from service.engine.dice import Dice
from service.engine.events import Event, Posted
from service.engine.hexes import adjacent
from service.engine.options import Option, Range, Several
from service.engine.order_words import Saying, SayingIn
from service.engine.orders import Phrase, demand
from service.engine.seats import Seat
from service.engine.sentences import Sentence, counted, say
from service.games.ndc.known.orders import Search
from service.games.ndc.known.picture import Picture
from service.games.ndc.known.reports import SectorsDeclared
from service.games.ndc.printed.charts import TO_THE_DIE, AssetKind, SearchModifiers, TacticalModifiers
from service.games.ndc.printed.tables import Tables
from service.games.ndc.printed.units import Account, Side, Unit, copied
from service.games.ndc.sections.confirming import confirm_account
from service.games.ndc.staff.terms import sectors_named
from service.games.ndc.staff.words import NdcWords
from service.games.ndc.truth.letters import tell_own
from service.games.ndc.truth.state import AccountSet, LevelSet, State

# ---- what can be ordered


@dataclass(frozen=True, kw_only=True)
class AllotIntelligence(Search):
    """Allot air and signal points to operational intelligence, once a turn, and choose the sectors to be searched.

    `air` and `signal` points go to intelligence; `coverage` of them pay for the sectors, the others set the level. With
    the option `double_intelligence` a side's points count twice here. Air points that are kept become CSPs, signal
    points that are kept EW points. Sectors and level are declared to the enemy with the next letter, the points never.
    """

    rule: ClassVar[str] = "NDC-INT-01"
    phrase: ClassVar[Phrase] = Phrase("search {sectors} with {signal} signal {air} air {coverage} coverage")
    kind: Literal["allot-intelligence"] = "allot-intelligence"
    air: int
    signal: int
    coverage: int

    def said(self, to: SayingIn[NdcWords]) -> Sentence:
        level = to.words.tables.intelligence_level(max(self.air + self.signal - self.coverage, 0))
        return say(
            f"{self.air} air and {self.signal} signal points to intelligence, {self.coverage} of them for coverage "
            f"(level {level}), sectors searched: {', '.join(self.sectors) or 'none'}"
        )

    def on_button(self, to: Saying) -> Sentence:
        points = counted(self.air + self.signal, "point")
        if not self.sectors:
            return say(f"Allot {points}, search nowhere")
        return say(f"Search {sectors_named(self.sectors)} with {points}")

    def check(self, picture: Picture) -> None:
        tables, units = picture.tables, picture.own.values()
        demand(not picture.account.allotted, "NDC-INT-01", "You have already allotted your points in this phase.")
        allotted: tuple[tuple[AssetKind, int], ...] = (("air", self.air), ("signal", self.signal))
        for kind, points in allotted:
            owned = to_allot(tables, units, kind)
            demand(
                0 <= points <= owned, "NDC-INT-01",
                f"You have {counted(owned, f'{kind} point')}, so between 0 and {owned} can go to intelligence, "
                f"not {points}.",
            )  # fmt: skip
        demand(
            not self.air or air_can_search(picture), "NDC-INT-01",
            f"In this weather ({', '.join(picture.weather)}) no air points can go to intelligence, not {self.air}.",
        )  # fmt: skip
        whole = self.counted(picture.double_intelligence == picture.side)
        demand(
            0 <= self.coverage <= whole, "NDC-INT-02",
            f"You allot {counted(whole, 'point')}: coverage takes between 0 and {whole} of them, not {self.coverage}.",
        )  # fmt: skip
        known = picture.rules.board.sector_names
        for sector in self.sectors:
            demand(sector in known, "NDC-INT-03", f"There is no sector {sector!r}; they are {', '.join(known)}.")
        demand(len(set(self.sectors)) == len(self.sectors), "NDC-INT-03", "A sector is named twice.")
        ability = tables.sectors_covered(self.coverage)
        demand(
            len(self.sectors) <= ability, "NDC-INT-03",
            f"With {counted(self.coverage, 'point')} for coverage you search {counted(ability, 'sector')}; you "
            f"named {len(self.sectors)}.",
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        doubled = picture.double_intelligence == picture.side
        picture.account = self.allotted(picture.account, picture.own.values(), picture.tables, doubled)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        own = [unit for unit in state.units.values() if unit.side == seat]
        doubled = state.double_intelligence == seat
        yield AccountSet(account=self.allotted(state.accounts[seat], own, state.tables, doubled))
        yield from confirm_account(state, seat, "allotted", "allotted_air", "allotted_signal", "coverage", "sectors")

    def counted(self, doubled: bool) -> int:
        """How many points there are to divide between coverage and quality."""
        return (self.air + self.signal) * (2 if doubled else 1)

    def allotted(self, account: Account, own: Iterable[Unit], tables: Tables, doubled: bool) -> Account:
        """The account with this allotment: the level by table 5.1 from the points left to quality (NDC-INT-04)."""
        quality = self.counted(doubled) - self.coverage
        return replace(
            filled(account, own, tables, air=self.air, signal=self.signal),
            allotted=True,
            coverage=self.coverage,
            quality=quality,
            level=tables.intelligence_level(quality),
            sectors=tuple(sorted(self.sectors)),
        )

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        """An option for each number of air and coverage points, which bound the signal points and the sectors.

        Whoever has no points has nothing to choose.
        """
        if picture.account.allotted:
            return
        tables, sectors = picture.tables, picture.rules.board.sector_names
        most_signal = to_allot(tables, picture.own.values(), "signal")
        most_air = to_allot(tables, picture.own.values(), "air") if air_can_search(picture) else 0
        each = 2 if picture.double_intelligence == picture.side else 1
        if not most_air + most_signal:
            return
        for air in range(most_air + 1):
            for coverage in range(each * (air + most_signal) + 1):
                yield Option(
                    kind="allot-intelligence",
                    title=say(f"Allot {air} air points, and {counted(coverage, 'point')} of all to coverage"),
                    fixed={"air": air, "coverage": coverage},
                    fields={
                        "signal": Range(least=max(0, -(-coverage // each) - air), most=most_signal),
                        "sectors": Several(values=sectors, most=min(len(sectors), tables.sectors_covered(coverage))),
                    },
                    rule="NDC-INT-01",
                )


# ---- what happens


@dataclass(frozen=True, kw_only=True)
class SearchHeld(Event):
    """A side's Search Phase is over: combats count afresh for the die of table 5.7."""

    kind: Literal["search-held"] = "search-held"
    side: Side

    def change(self, state: State) -> None:
        for unit in state.units.values():
            if unit.side == self.side:
                unit.fought_since_search = False


EVENTS: tuple[type[Event], ...] = (SearchHeld,)


# ---- the umpire's duties


def open_phase(state: State, dice: Dice) -> Iterator[Event]:
    """NDC-INT-01: all points come back; until its owner allots them they are CSPs and EW points.

    NDC-SEQ-07: there is one such phase a side in a game turn; what is set in it stands until the next.
    """
    side = state.phasing
    assert side is not None
    own = [unit for unit in state.units.values() if unit.side == side]
    fresh = replace(
        filled(state.accounts[side], own, state.tables, air=0, signal=0),
        allotted=False,
        coverage=0,
        quality=0,
        level=0,
        sectors=(),
        transfers=0,
        reassigned=0,
    )
    yield AccountSet(account=fresh)
    yield from tell_own(state, side)


def close_phase(state: State, dice: Dice) -> Iterator[Event]:
    """NDC-INT-03, NDC-INT-04: both wait for the next letter, also where there is nothing; points never go."""
    side = state.phasing
    assert side is not None
    account = state.accounts[side]
    yield Posted(seat=state.non_phasing, report=SectorsDeclared(level=account.level, sectors=account.sectors))


def search(state: State, dice: Dice) -> Iterator[Event]:
    """The Search Phase: tactical intelligence, then operational intelligence, for every unit of the phasing side."""
    side = state.phasing
    assert side is not None
    for unit in in_order(state.on_map(side)):
        yield from tactical_procedure(state, unit, dice)
    for unit in in_order(state.on_map(side)):
        yield from operational_procedure(state, unit, dice, after_move=False)
    yield SearchHeld(side=side)
    yield from tell_own(state, side)


def tactical_procedure(state: State, unit: Unit, dice: Dice) -> Iterator[Event]:
    """NDC-SEA-01: for a unit next to an enemy unit, whether its owner knows of that or not. Never lowers a level."""
    near = [enemy for enemy in state.on_map(state.other(unit.side)) if touching(unit, enemy)]
    if not near:
        return
    tables, weather = state.tables, state.weather
    added = to_the_die("NDC-SEA-01", tables.tactical, {
        "recon_enemy": any(enemy.type == "recon" for enemy in near),
        "cover": terrain_of(state, unit) in tables.tactical.cover_terrain,
        "night_or_fog": "night" in weather or "fog" in weather,
        "recon": unit.type == "recon",
    })  # fmt: skip
    die = dice.roll(tables.die("tactical"), f"NDC-SEA-01 tactical intelligence on {unit.side} at {unit.hex}").total
    yield from raised(unit, tables.tactical_level(die + added.total))


def operational_procedure(state: State, unit: Unit, dice: Dice, after_move: bool) -> Iterator[Event]:
    """NDC-SEA-02, NDC-MAC-03: for a unit in a sector searched by the other side, with that side's level (NDC-SEA-03).

    In the Search Phase a level only rises (NDC-SEA-04); after a unit's movement it is what is found.
    """
    searcher = state.accounts[state.other(unit.side)]
    board = state.rules.board
    if not searcher.level or not any(board.sector_of(hex) in searcher.sectors for hex in unit.hexes):
        return
    tables, weather = state.tables, state.weather
    rule = "NDC-MAC-03" if after_move else "NDC-SEA-02"
    added = to_the_die(rule, tables.search, {
        "march_mode": unit.mode == "march",
        "after_movement": after_move,
        "fought": unit.fought_since_search,
        "cover": terrain_of(state, unit) in tables.search.cover_terrain,
        "dug_in": unit.mode == "dug-in",
        "recon": unit.type == "recon",
        "night": "night" in weather,
        "fog_or_precipitation": "fog" in weather or "precipitation" in weather,
    })  # fmt: skip
    die = dice.roll(tables.die("table_5_7"), f"{rule} search of {unit.side} at {unit.hex}").total
    found = tables.table_5_7(searcher.level, die + added.total)
    if not after_move:
        yield from raised(unit, found)
    elif found != unit.level:
        yield LevelSet(unit=unit.id, level=found)


# ---- small helpers


def to_the_die(rule: str, modifiers: TacticalModifiers | SearchModifiers, holds: Mapping[str, bool]) -> Bill:
    """What is added to a die of intelligence: of its modifiers, by their names in the data, those that hold."""
    return Bill(tuple(
        Term(rule=rule, name=say(TO_THE_DIE[name]), value=getattr(modifiers, name)) for name, so in holds.items() if so
    ))  # fmt: skip


def raised(unit: Unit, found: int) -> Iterator[Event]:
    """NDC-SEA-04: a result below the present level changes nothing."""
    if found > unit.level:
        yield LevelSet(unit=unit.id, level=found)


def filled(account: Account, own: Iterable[Unit], tables: Tables, *, air: int, signal: int) -> Account:
    """The account with these points on intelligence and all others to use for air CSPs and EW."""
    own = list(own)
    ew_points = points_of(own, "signal") - signal
    return replace(
        copied(account),
        allotted_air=air,
        allotted_signal=signal,
        air=points_of(own, "air") - air,
        ew_points=ew_points,
        superiority=tables.ew_superiority(ew_points),
    )


def points_of(units: Iterable[Unit], kind: str) -> int:
    """Points of a kind at all headquarters on the map."""
    return sum(unit.points(kind) for unit in units if unit.hex is not None)


def to_allot(tables: Tables, units: Iterable[Unit], kind: AssetKind) -> int:
    """Points of a kind that may go to intelligence: none of a kind that the data do not allow (NDC-INT-01)."""
    return points_of(units, kind) if kind in tables.intelligence_kinds else 0


def air_can_search(picture: Picture) -> bool:
    """Whether the weather, as this side knows it, lets air points go to intelligence (parent 3.18)."""
    return all(picture.tables.weather_effects(condition).air_intelligence for condition in picture.weather)


def touching(unit: Unit, other: Unit) -> bool:
    """Whether any hex of a unit is next to any hex of another."""
    return any(adjacent(mine, his) for mine in unit.hexes for his in other.hexes)


def terrain_of(state: State, unit: Unit) -> str:
    """The terrain of a unit's base hex."""
    assert unit.hex is not None
    return state.rules.board.terrain[unit.hex]


def in_order(units: Iterable[Unit]) -> list[Unit]:
    """By hex, battalions before headquarters, so that neither inner ids nor the order of rows shifts a die."""
    return sorted(units, key=lambda unit: (unit.hexes, not unit.combat, unit.designation))
