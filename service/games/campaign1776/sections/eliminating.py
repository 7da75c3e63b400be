"""Automatic elimination (6): a moving stack that is strong enough sweeps away what stands in its hex."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.options import Option
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, accepts, demand
from service.engine.roles import Subject
from service.engine.seats import Seat
from service.engine.sentences import Sentence, place, say
from service.engine.telling import tell_all
from service.games.campaign1776.known.asking import together
from service.games.campaign1776.known.field import Field
from service.games.campaign1776.known.picture import Picture, field_of, holds
from service.games.campaign1776.known.reckoning import Fight, Host, host_of
from service.games.campaign1776.known.reports import EliminationTried
from service.games.campaign1776.known.supply import sources
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.pieces import Pool, PoolId
from service.games.campaign1776.printed.scenario import Scenario
from service.games.campaign1776.sections.capture import capture_in
from service.games.campaign1776.staff.order_prose import done_by
from service.games.campaign1776.truth.events import PointsLost, PoolGone, PoolSet, SupplyTied
from service.games.campaign1776.truth.looking import settle
from service.games.campaign1776.truth.state import State

ONE_HEX, NO_JOINING, ONE_PLACE, ASHORE = "C76-AV-01", "C76-AV-02", "C76-AV-03", "C76-AV-05"
ODDS = "P6"


def one_stack(picture: Picture, pools: Sequence[Pool]) -> None:
    """Refuse units that are not one stack: they began the phase in one hex and one place of it, and came together."""
    hex, starts = pools[0].at, {pool.began for pool in pools}
    demand(
        len(starts) == 1 or hex not in starts, NO_JOINING,
        ("Units that stand in ", place(hex), " already do not join those who come there."),
    )  # fmt: skip
    afloat = {pool.within == "aboard" for pool in pools}
    demand(len(afloat) == 1, ASHORE, "Units that began aboard and ashore are not one stack.")
    demand(len(starts) == 1, ONE_HEX, "Only units that began the phase in one hex eliminate an enemy together.")
    places = {pool.within for pool in pools}
    demand(len(places) == 1, ONE_PLACE, "Units that began in a fort and outside it are not one stack.")


@dataclass(frozen=True, kw_only=True)
class Eliminate(Order):
    """Try to eliminate all enemy troops outside forts in the hex of a moving stack, without a battle.

    Guns and supply count that are named among the units. It succeeds where every die would destroy the enemy.
    """

    rule: ClassVar[str] = ONE_HEX
    phrase: ClassVar[Phrase] = Phrase("eliminate with {units}")
    kind: Literal["eliminate"] = "eliminate"
    units: Subject[tuple[PoolId, ...]]

    def said(self, to: Saying) -> Sentence:
        return done_by(to, self.units, "eliminate the enemy before them")

    def check(self, picture: Picture) -> None:
        pools = together(picture, self.units)
        hex = Hex(pools[0].at)
        demand(not any(pool.inside for pool in pools), ONE_PLACE, "Troops inside a fort cannot eliminate an enemy.")
        demand(not any(pool.bound for pool in pools), ODDS, "They have tried, or can do nothing more in this phase.")
        demand(
            any(picture.rules.kind(pool.kind).combat for pool in pools),
            ODDS,
            "Guns and supply alone cannot eliminate an enemy.",
        )
        contact = picture.contact_at(hex)
        known = contact is not None and holds(picture, contact)
        demand(known, ONE_HEX, ("No enemy troops are known outside a fort in ", place(hex), "."))
        one_stack(picture, pools)
        if picture.settings.visibility == "open":
            assert contact is not None and contact.units is not None
            enemy = [(picture.rules.kind(kind), number) for kind, number in contact.units.items()]
            inside = picture.contact_at(hex, inside=True)
            near = [*contact.units, *(inside.units or {} if inside is not None else {})]
            supplied = any(picture.rules.kind(kind).role in ("supply", "magazine") for kind in near)
            theirs = host_of(enemy, inside=False, dug=contact.entrenched)
            fight = Fight(picture.rules.tables, stack_host(picture.rules, pools), theirs)
            enough = fight.destroys(stack_supplied(field_of(picture), pools), supplied)
            demand(enough, ODDS, ("They are not strong enough to eliminate the enemy in ", place(hex), "."))

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        pools = [state.pools[id] for id in self.units if id in state.pools]
        if pools and len({pool.at for pool in pools}) == 1 and not any(pool.bound for pool in pools):
            yield from try_elimination(state, seat, pools)
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        stacks: dict[tuple[str, str, str], list[PoolId]] = {}
        for pool in picture.own.values():
            if not (pool.inside or pool.aboard or pool.bound):
                stacks.setdefault((pool.at, pool.began, pool.within), []).append(pool.id)
        for ids in stacks.values():
            if accepts(picture, order := cls(units=tuple(ids))):
                hex = place(picture.own[ids[0]].at)
                title = say("Eliminate the enemy in ", hex)
                yield Option(
                    kind="eliminate", title=title, subjects=order.units, fixed={"units": order.units}, rule=ONE_HEX
                )


def stack_host(rules: Scenario, pools: Sequence[Pool]) -> Host:
    return host_of(((rules.kind(pool.kind), pool.number) for pool in pools), inside=False, dug=False)


def stack_supplied(field: Field, pools: Sequence[Pool]) -> bool:
    """Whether a stack is supplied: a supply unit is in it, or a magazine covers the hex."""
    roles = {field.rules.kind(pool.kind).role for pool in pools}
    covering = sources(field, Hex(pools[0].at), inside=False)
    return "supply" in roles or any(field.rules.kind(pool.kind).role == "magazine" for pool in covering)


def succeeds(state: State, seat: Seat, pools: Sequence[Pool]) -> bool:
    """Whether every die would destroy all enemy troops outside forts; their supply counts as if it were used."""
    enemy, hex = state.other(seat), Hex(pools[0].at)
    theirs = [(state.kind(pool), pool.number) for pool in state.on_land(enemy, hex, inside=False)]
    defender = host_of(theirs, inside=False, dug=state.entrenched.get(hex) == enemy)
    if not defender.points:
        return True
    supplied = bool(sources(state.field(enemy), hex, inside=False))
    fight = Fight(state.rules.tables, stack_host(state.rules, pools), defender)
    return fight.destroys(stack_supplied(state.field(seat), pools), supplied)


def try_elimination(state: State, seat: Seat, pools: Sequence[Pool]) -> Iterator[Event]:
    """All enemy troops outside are lost, and the stack may go on for a toll; or nothing happens, and it stays.

    A supply unit that is named counts as used for a round, so that its side draws on it in this hex (C76-MSC-02).
    """
    enemy, hex, lost = state.other(seat), Hex(pools[0].at), dict[str, int]()
    done = succeeds(state, seat, pools)
    for pool in state.on_land(enemy, hex, inside=False) if done else ():
        if state.kind(pool).combat:
            lost[pool.kind] = lost.get(pool.kind, 0) + pool.number
            yield PointsLost(of=pool.kind, number=pool.number, hex=hex)
            yield PoolGone(pool=pool.id)
    toll = state.rules.tables.forced_march.elimination
    for pool in pools:
        if state.kind(pool).role == "supply":
            yield SupplyTied(seat=seat, hex=hex, pool=pool.id)
        yield PoolSet(
            pool=replace(
                pool, stopped=not done or pool.held, bound=not done, toll=pool.toll + toll if done else pool.toll
            )
        )
    yield from tell_all(state, EliminationTried(hex=hex, by=seat, lost=lost))
    if done:
        yield from capture_in(state, seat, hex)
