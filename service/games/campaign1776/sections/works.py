"""Works at the start of a movement phase (8, 10): entrenchments, forts and magazines, built by units that then stay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.options import Choice, Option
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, accepts, demand
from service.engine.places import Place
from service.engine.roles import Subject
from service.engine.seats import Seat
from service.engine.sentences import Sentence, counted, place, say
from service.engine.telling import tell_all
from service.games.campaign1776.known.asking import UNITS, named, on_land, together
from service.games.campaign1776.known.contact import enemies_at
from service.games.campaign1776.known.picture import Picture, field_of, holds, in_hex, points
from service.games.campaign1776.known.reports import FortDismantled
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.pieces import DUE, Pool, PoolId, pool_id
from service.games.campaign1776.sections.capture import capture_in
from service.games.campaign1776.staff.order_prose import done_by
from service.games.campaign1776.truth.events import (
    EntrenchmentDug,
    EntrenchmentGone,
    FortGone,
    FortTaken,
    PoolSet,
    shrunk,
)
from service.games.campaign1776.truth.looking import settle
from service.games.campaign1776.truth.state import State

DIG, FORT, INSIDE, MAGAZINE, NATION, LIMIT = (
    "C76-ENT-02", "P8", "C76-FORT-10", "C76-FRE-12", "C76-FRE-13", "C76-MSC-09",
)  # fmt: skip


def _bound(pools: Sequence[Pool]) -> Iterator[Pool]:
    return (replace(pool, stopped=True, bound=True) for pool in pools)


def on_the_map(picture: Picture, hex: Place, rule: str) -> None:
    """Refuse a box off the map, where nothing is built."""
    demand(hex in picture.rules.board.land, rule, ("Nothing is built in ", place(hex), "."))


def _site(picture: Picture, ids: Sequence[PoolId]) -> tuple[Hex, tuple[Pool, ...]]:
    """The hex of some units outside forts, where neither an enemy nor a fort stands."""
    pools = together(picture, ids)
    hex = Hex(pools[0].at)
    on_the_map(picture, hex, FORT)
    demand(
        not any(pool.inside or pool.bound for pool in pools),
        FORT,
        "Units that build have to stand outside, and to have done nothing else in this phase.",
    )
    demand(enemies_at(picture, hex) is None, FORT, ("The enemy stands in ", place(hex), "."))
    demand(hex not in picture.public.forts, FORT, ("There is a fort in ", place(hex), " already."))
    return hex, pools


def _in_limit(picture: Picture, used: int, limit: int, what: str) -> None:
    demand(not picture.settings.counter_limits or used < limit, LIMIT, f"All {limit} counters of {what} are in use.")


def _offered(picture: Picture) -> Iterator[tuple[Hex, tuple[PoolId, ...]]]:
    """The combat units outside forts, by hex."""
    hexes = dict.fromkeys(pool.at for pool in picture.own.values() if pool.at != DUE and not pool.aboard)
    for hex in hexes:
        here = in_hex(picture, Hex(hex), inside=False)
        yield Hex(hex), tuple(pool.id for pool in here if picture.rules.kind(pool.kind).combat)


@dataclass(frozen=True, kw_only=True)
class Dig(Order):
    """Entrench a hex; the units that dig do not move in this phase."""

    rule: ClassVar[str] = DIG
    phrase: ClassVar[Phrase] = Phrase("entrench {units}")
    kind: Literal["dig"] = "dig"
    units: Subject[tuple[PoolId, ...]]

    def said(self, to: Saying) -> Sentence:
        return done_by(to, self.units, "entrench")

    def check(self, picture: Picture) -> None:
        (hex, pools), tables = _site(picture, self.units), picture.rules.tables
        need = tables.works.entrenchment.strength_points
        demand(points(picture, pools) >= need, DIG, f"It takes {need} strength points to entrench.")
        demand(hex not in picture.entrenched, DIG, ("You are entrenched in ", place(hex), " already."))
        _in_limit(picture, len(picture.entrenched), tables.counter_mix.entrenchments[picture.side], "entrenchments")

    def believe(self, picture: Picture) -> None:
        picture.entrenched = sorted([*picture.entrenched, Hex(picture.own[self.units[0]].at)])
        for pool in _bound([picture.own[id] for id in self.units]):
            picture.own[pool.id] = pool

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        pools = [state.pools[id] for id in self.units]
        yield EntrenchmentDug(hex=Hex(pools[0].at), by=seat)
        yield from (PoolSet(pool=pool) for pool in _bound(pools))
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for hex, ids in _offered(picture):
            if ids and accepts(picture, cls(units=ids)):
                yield Option(
                    kind="dig", title=say("Entrench in ", place(hex)), subjects=ids, fixed={"units": ids}, rule=DIG
                )


@dataclass(frozen=True, kw_only=True)
class GiveUpWorks(Order):
    """Give up an entrenchment."""

    rule: ClassVar[str] = DIG
    phrase: ClassVar[Phrase] = Phrase("give up the works in {hex}")
    kind: Literal["give-up-works"] = "give-up-works"
    hex: Place

    def said(self, to: Saying) -> Sentence:
        return say("Give up the works in ", place(self.hex))

    def check(self, picture: Picture) -> None:
        demand(self.hex in picture.entrenched, DIG, ("You are not entrenched in ", place(self.hex), "."))

    def believe(self, picture: Picture) -> None:
        picture.entrenched.remove(Hex(self.hex))

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield EntrenchmentGone(hex=Hex(self.hex))
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for hex in picture.entrenched:
            yield Option(
                kind="give-up-works", title=say("Give up the works in ", place(hex)), fixed={"hex": hex}, rule=DIG
            )


@dataclass(frozen=True, kw_only=True)
class BuildFort(Order):
    """Build a fort for a supply unit and an artillery unit of the hex; the regulars that build it do not move."""

    rule: ClassVar[str] = FORT
    phrase: ClassVar[Phrase] = Phrase("build a fort with {units}")
    kind: Literal["build-fort"] = "build-fort"
    units: Subject[tuple[PoolId, ...]]

    def said(self, to: Saying) -> Sentence:
        return done_by(to, self.units, "build a fort")

    def check(self, picture: Picture) -> None:
        (hex, pools), tables = _site(picture, self.units), picture.rules.tables
        cost = tables.works.fort
        regulars = sum(pool.number for pool in pools if picture.rules.kind(pool.kind).role == "regular")
        demand(regulars >= cost.regulars, FORT, f"It takes {cost.regulars} regulars to build a fort.")
        spent = _materials(picture, hex)
        demand(len(spent) == 2, FORT, ("It takes a supply unit and an artillery unit in ", place(hex), "."))
        used = list(picture.public.forts.values()).count(picture.side)
        _in_limit(picture, used, tables.counter_mix.forts[picture.side], "forts")

    def believe(self, picture: Picture) -> None:
        hex = Hex(picture.own[self.units[0]].at)
        for pool in _materials(picture, hex):
            pool.number -= 1
            if not pool.number:
                del picture.own[pool.id]
        for pool in _bound([picture.own[id] for id in self.units]):
            picture.own[pool.id] = pool
        for pool in in_hex(picture, hex):
            pool.inside = pool.inside or picture.rules.kind(pool.kind).role == "magazine"
        picture.public.forts[hex] = picture.side

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        pools = [state.pools[id] for id in self.units]
        hex, cost = Hex(pools[0].at), state.rules.tables.works.fort
        for role, number in (("supply", cost.supply), ("artillery", cost.artillery)):
            spent = next(pool for pool in state.on_land(seat, hex) if state.kind(pool).role == role)
            yield from shrunk(state, spent, number)
        yield from (PoolSet(pool=pool) for pool in _bound(pools))
        yield FortTaken(hex=hex, by=seat)
        for pool in state.on_land(seat, hex, inside=False):
            if state.kind(pool).role == "magazine":
                yield PoolSet(pool=replace(pool, inside=True))
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for hex, ids in _offered(picture):
            if ids and accepts(picture, cls(units=ids)):
                title = say("Build a fort in ", place(hex))
                yield Option(kind="build-fort", title=title, subjects=ids, fixed={"units": ids}, rule=FORT)


def _materials(picture: Picture, hex: Hex) -> list[Pool]:
    """The supply unit and the artillery unit that a fort takes, as far as they are there."""
    found = []
    for role in ("supply", "artillery"):
        found += [pool for pool in in_hex(picture, hex) if picture.rules.kind(pool.kind).role == role][:1]
    return found


@dataclass(frozen=True, kw_only=True)
class DismantleFort(Order):
    """Take down a fort of one's own, or an empty one of the enemy's; the regulars that do so pay points for it."""

    rule: ClassVar[str] = FORT
    phrase: ClassVar[Phrase] = Phrase("take down the fort with {unit}")
    kind: Literal["dismantle-fort"] = "dismantle-fort"
    unit: Subject[PoolId]

    def said(self, to: Saying) -> Sentence:
        return done_by(to, (self.unit,), "take down the fort")

    def check(self, picture: Picture) -> None:
        pool = on_land(picture, self.unit)
        hex, cost = Hex(pool.at), picture.rules.tables.works.fort.dismantling
        demand(picture.rules.kind(pool.kind).role == "regular", FORT, (named(pool.id), " are not regulars."))
        demand(hex in picture.public.forts, FORT, ("There is no fort in ", place(hex), "."))
        inside = picture.contact_at(hex, inside=True)
        empty = enemies_at(picture, hex) is None and (inside is None or not holds(picture, inside))
        demand(empty, FORT, ("The enemy stands in ", place(hex), "."))
        left = field_of(picture).left(pool)
        demand(not pool.bound and cost <= left, FORT,
               (f"It costs {counted(cost, 'point')}; ", named(pool.id), f" have {left} left."))  # fmt: skip

    def believe(self, picture: Picture) -> None:
        pool = picture.own[self.unit]
        pool.spent += picture.rules.tables.works.fort.dismantling
        picture.public.forts.pop(Hex(pool.at))
        for one in picture.own.values():
            one.inside = one.inside and one.at != pool.at

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        pool, enemy = state.pools.get(self.unit), state.other(seat)
        if pool is not None and pool.at in state.forts and not state.strength(enemy, pool.at):
            hex = Hex(pool.at)
            yield PoolSet(pool=replace(pool, spent=pool.spent + state.rules.tables.works.fort.dismantling))
            yield FortGone(hex=hex)
            yield from tell_all(state, FortDismantled(hex=hex, by=seat))
            yield from capture_in(state, seat, hex)
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for id, pool in picture.own.items():
            if accepts(picture, cls(unit=id)):
                title = say("Take down the fort in ", place(pool.at))
                yield Option(kind="dismantle-fort", title=title, subjects=(id,), fixed={"unit": id}, rule=FORT)


# ---- magazines


@dataclass(frozen=True, kw_only=True)
class BuildMagazine(Order):
    """Make a magazine of two supply units in a hex, of their nation; of two nations, that which is named."""

    rule: ClassVar[str] = MAGAZINE
    phrase: ClassVar[Phrase] = Phrase("build a magazine in {hex}", nation="as {}")
    kind: Literal["build-magazine"] = "build-magazine"
    hex: Place
    nation: str = ""

    def said(self, to: Saying) -> Sentence:
        return say("Build a magazine in ", place(self.hex), f", {self.nation}" if self.nation else "")

    def check(self, picture: Picture) -> None:
        on_the_map(picture, Hex(self.hex), MAGAZINE)
        need, there = picture.rules.tables.works.magazine.supply, _supply_in(picture, Hex(self.hex))
        demand(
            sum(pool.number for pool in there) >= need,
            MAGAZINE,
            ("It takes two supply units in ", place(self.hex), "."),
        )
        nations = {picture.rules.kind(pool.kind).nation for pool in there}
        demand(self.nation or len(nations) == 1, NATION, "Say which nation's magazine it is to be.")
        demand(not self.nation or self.nation in nations, NATION, f"No supply there is {self.nation}.")
        kind = _kind(picture, self.nation or min(nations), "magazine")
        used = sum(pool.number for pool in picture.own.values() if pool.kind == kind)
        limit = picture.rules.tables.counter_mix.magazines[picture.rules.kind(kind).nation]
        _in_limit(picture, used, limit, "magazines")

    def believe(self, picture: Picture) -> None:
        hex = Hex(self.hex)
        made = _kind(picture, self.nation or picture.rules.kind(_supply_in(picture, hex)[0].kind).nation, "magazine")
        for pool, number in _spent(picture, hex, self.nation):
            pool.number -= number
            if not pool.number:
                del picture.own[pool.id]
        _new(picture, made, hex, inside=picture.public.forts.get(hex) == picture.side)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        hex, kinds = Hex(self.hex), state.rules.tables.units.kinds
        there = [pool for pool in state.on_land(seat, hex) if state.kind(pool).role == "supply" and not pool.bound]
        nation = self.nation or state.kind(there[0]).nation
        made = next(code for code, kind in kinds.items() if (kind.nation, kind.role) == (nation, "magazine"))
        for pool, number in _shares(
            there, lambda pool: state.kind(pool).nation == nation, state.rules.tables.works.magazine.supply
        ):
            yield from shrunk(state, pool, number)
        inside = state.forts.get(hex) == seat
        yield PoolSet(pool=Pool(id=state.next_id(made), kind=made, number=1, at=hex, inside=inside, began=hex,
                                within="fort" if inside else ""))  # fmt: skip
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for hex in dict.fromkeys(pool.at for pool in picture.own.values()):
            nations = sorted({picture.rules.kind(pool.kind).nation for pool in _supply_in(picture, Hex(hex))})
            values = [nation for nation in nations if accepts(picture, cls(hex=hex, nation=nation))]
            if values:
                yield Option(
                    kind="build-magazine", title=say("Build a magazine in ", place(hex)), fixed={"hex": hex},
                    fields={"nation": Choice(values=tuple(values))}, rule=MAGAZINE,
                )  # fmt: skip


def _supply_in(picture: Picture, hex: Hex) -> list[Pool]:
    return [pool for pool in in_hex(picture, hex) if picture.rules.kind(pool.kind).role == "supply" and not pool.bound]


def _spent(picture: Picture, hex: Hex, nation: str) -> list[tuple[Pool, int]]:
    there = _supply_in(picture, hex)
    wanted = nation or picture.rules.kind(there[0].kind).nation
    return _shares(
        there, lambda pool: picture.rules.kind(pool.kind).nation == wanted, picture.rules.tables.works.magazine.supply
    )  # fmt: skip


def _shares(pools: Sequence[Pool], preferred, number: int) -> list[tuple[Pool, int]]:  # type: ignore[no-untyped-def]
    """How many supply units of each pool are spent: those of the nation that the magazine is of come first."""
    found = []
    for pool in sorted(pools, key=lambda pool: not preferred(pool)):
        taken = min(number, pool.number)
        number -= taken
        if taken:
            found.append((pool, taken))
    return found


def _kind(picture: Picture, nation: str, role: str) -> str:
    kinds = picture.rules.tables.units.kinds.items()
    return next(code for code, kind in kinds if (kind.nation, kind.role) == (nation, role))


def _new(picture: Picture, kind: str, hex: Hex, *, inside: bool) -> None:
    count = picture.numbered[kind] = picture.numbered.get(kind, 0) + 1
    id = pool_id(kind, count)
    within: Literal["fort", ""] = "fort" if inside else ""
    picture.own[id] = Pool(id=id, kind=kind, number=1, at=hex, inside=inside, began=hex, within=within)


@dataclass(frozen=True, kw_only=True)
class ReduceMagazine(Order):
    """Make a supply unit of a magazine, of the same nation; it may move and support at once."""

    rule: ClassVar[str] = MAGAZINE
    phrase: ClassVar[Phrase] = Phrase("reduce {unit}")
    kind: Literal["reduce-magazine"] = "reduce-magazine"
    unit: Subject[PoolId]

    def said(self, to: Saying) -> Sentence:
        return say("Reduce ", to.unit(self.unit))

    def check(self, picture: Picture) -> None:
        pool = on_land(picture, self.unit)
        demand(picture.rules.kind(pool.kind).role == "magazine", UNITS, (named(self.unit), " are not a magazine."))
        nation = picture.rules.kind(pool.kind).nation
        used = sum(one.number for one in picture.own.values() if one.kind == _kind(picture, nation, "supply"))
        _in_limit(picture, used, picture.rules.tables.counter_mix.supply[nation], "supply units")

    def believe(self, picture: Picture) -> None:
        pool = picture.own[self.unit]
        pool.number -= 1
        if not pool.number:
            del picture.own[self.unit]
        supply = _kind(picture, picture.rules.kind(pool.kind).nation, "supply")
        _new(picture, supply, Hex(pool.at), inside=pool.inside)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        pool, kinds = state.pools[self.unit], state.rules.tables.units.kinds
        made = next(
            code for code, one in kinds.items() if (one.nation, one.role) == (state.kind(pool).nation, "supply")
        )
        yield from shrunk(state, pool, 1)
        yield PoolSet(pool=replace(
            pool, id=state.next_id(made), kind=made, number=state.rules.tables.works.magazine.reduced_to
        ))  # fmt: skip
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for id, pool in picture.own.items():
            if accepts(picture, cls(unit=id)):
                title = say("Reduce ", named(id), " in ", place(pool.at))
                yield Option(kind="reduce-magazine", title=title, subjects=(id,), fixed={"unit": id}, rule=MAGAZINE)


ORDERS: tuple[type[Order], ...] = (Dig, GiveUpWorks, BuildFort, BuildMagazine, ReduceMagazine)
