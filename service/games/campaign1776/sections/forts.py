"""Forts (8): how they fall, and who goes inside when a combat phase closes (C76-FORT-01, 02)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.options import Option
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, accepts, demand
from service.engine.places import Place
from service.engine.roles import Subject
from service.engine.seats import Seat
from service.engine.sentences import Sentence, place, say
from service.engine.telling import tell_all
from service.games.campaign1776.known.asking import UNITS, named, own_pool
from service.games.campaign1776.known.battles import Battle, Commit
from service.games.campaign1776.known.contact import inside_at
from service.games.campaign1776.known.picture import Picture, in_hex, points
from service.games.campaign1776.known.reports import FortFell
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.pieces import Pool, PoolId
from service.games.campaign1776.sections.capture import give_up_works, take
from service.games.campaign1776.sections.france import tell_count
from service.games.campaign1776.sections.straying import lose_the_strayed
from service.games.campaign1776.staff.order_prose import done_by
from service.games.campaign1776.truth.events import Committed, FortTaken, PoolSet
from service.games.campaign1776.truth.looking import settle
from service.games.campaign1776.truth.state import State

ENTRY = "C76-FORT-01"

# ---- how they fall


def fall_of_forts(state: State) -> Iterator[Event]:
    """An enemy fort without strength points falls to a side that has some in its hex, with all that is in it."""
    for hex, owner in list(state.forts.items()):
        captor = state.other(owner)
        if state.strength(owner, hex, inside=True) or not state.strength(captor, hex, inside=False):
            continue
        yield FortTaken(hex=hex, by=captor)
        yield from tell_all(state, FortFell(hex=hex, by=captor))
        yield from take(state, captor, hex, state.on_land(owner, hex, inside=True), inside=True)


def end_movement(state: State, dice: Dice) -> Iterator[Event]:
    """Militia out of its area is lost, and forts that nobody holds fall to whoever has come to them."""
    assert state.phasing is not None
    yield from lose_the_strayed(state, state.phasing)
    yield from fall_of_forts(state)
    yield from settle(state, (state.phasing,))
    yield from tell_count(state, state.phasing, "end")


# ---- who goes inside


def open_entry(state: State, dice: Dice) -> Iterator[Event]:
    """The battles are over, and forts have fallen."""
    yield from fall_of_forts(state)
    yield from settle(state, state.seats)


def entrants(state: State) -> tuple[Seat, ...]:
    """Those who have fought outside a fort that is theirs now, and have troops left outside it."""
    return tuple(
        seat for seat in state.seats
        if any(may_enter(state, seat, hex, battle) for hex, battle in state.battles.items())
    )  # fmt: skip


def may_enter(state: State, seat: Seat, hex: Hex, battle: Battle) -> bool:
    """Whether a side has fought outside a fort that is its own now, and has troops left there (C76-FORT-01)."""
    fought = battle.rounds and seat in battle.outside and state.forts.get(hex) == seat
    return bool(fought and state.strength(seat, hex, inside=False))


def entry_hexes(picture: Picture) -> list[Hex]:
    """Where the own troops may go inside now, and have not said whether they do."""
    return [
        hex for hex, battle in picture.battles.items()
        if battle.rounds and picture.side in battle.outside and picture.public.forts.get(hex) == picture.side
        and hex not in picture.commits and not inside_at(picture, hex)
    ]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class GoInside(Order):
    """Take troops that have fought in a hex into the fort there when the combat phase closes; none: they stay outside.

    Guns, supply and other units may be taken along.
    """

    rule: ClassVar[str] = ENTRY
    phrase: ClassVar[Phrase] = Phrase("go inside in {hex}", units="with {}")
    kind: Literal["go-inside"] = "go-inside"
    hex: Place
    units: Subject[tuple[PoolId, ...]] = ()

    def said(self, to: Saying) -> Sentence:
        if not self.units:
            return say("Stay outside the fort in ", place(self.hex))
        return say(done_by(to, self.units, "go into the fort in "), place(self.hex))

    def check(self, picture: Picture) -> None:
        hex, holds = Hex(self.hex), picture.rules.tables.works.fort.holds
        demand(hex in entry_hexes(picture), ENTRY, ("None of your units can go into a fort in ", place(hex), " now."))
        demand(len(set(self.units)) == len(self.units), UNITS, "Name the units, each once.")
        pools = [own_pool(picture, id) for id in self.units]
        for pool in pools:
            here = pool.at == hex and not pool.inside and not pool.aboard
            demand(here, ENTRY, (named(pool.id), " are not outside the fort in ", place(hex), "."))
        demand(not pools or points(picture, pools), "C76-FORT-02", "Others go inside with those who fought, not alone.")
        inside = points(picture, in_hex(picture, hex, inside=True))
        demand(
            inside + points(picture, pools) <= holds, ENTRY,
            ("The fort in ", place(hex), f" holds {holds} strength points; {inside} are inside."),
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        picture.commits[Hex(self.hex)] = Commit()
        for id in self.units:
            picture.own[id].inside = True

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield Committed(seat=seat, hex=Hex(self.hex), commit=Commit())
        yield from _inside(state, seat, Hex(self.hex), [state.pools[id] for id in self.units if id in state.pools])

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for hex in entry_hexes(picture):
            everybody = tuple(pool.id for pool in in_hex(picture, hex, inside=False))
            fighters = [id for id in everybody if picture.rules.kind(picture.own[id].kind).combat]
            for units in dict.fromkeys([everybody, *((id,) for id in fighters), ()]):
                if accepts(picture, order := cls(hex=hex, units=units)):
                    title = (
                        say("Go into the fort in ", place(hex))
                        if units
                        else say("Stay outside the fort in ", place(hex))
                    )
                    fixed = {"hex": hex, "units": order.units}
                    yield Option(kind="go-inside", title=title, subjects=units, fixed=fixed, rule=ENTRY)


def _inside(state: State, seat: Seat, hex: Hex, pools: list[Pool]) -> Iterator[Event]:
    for pool in pools:
        yield PoolSet(pool=replace(pool, inside=True))
    yield from give_up_works(state, seat, hex)
