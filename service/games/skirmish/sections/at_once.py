"""Orders that are given at once to all whom they concern: all in flight, all who may be rallied or repair."""

from __future__ import annotations

from collections.abc import Iterator

from service.engine.bundles import Bundle
from service.engine.orders import Order, Refusal
from service.engine.sentences import listing, say
from service.engine.state import duplicate
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.known.routs import owes_move, servers_path
from service.games.skirmish.printed.bases import Base
from service.games.skirmish.sections.moving import LeaveMap, Move
from service.games.skirmish.sections.plans import shots
from service.games.skirmish.sections.rally import Rally, SelfRally, leaders_for, may_self_rally
from service.games.skirmish.sections.repairs import Repair, may_repair
from service.games.skirmish.sections.trying import may


def at_once(picture: Picture) -> list[Bundle]:
    """What may be ordered to several bases at once in this step, by what their owner knows."""
    match picture.step:
        case "movement":
            offered = [Bundle(title="All in flight, by the shortest way", orders=tuple(flights(picture)))]
        case "remaining-fire":
            offered = remaining_fires(picture)
        case "repair":
            tries = tuple(Repair(base=base.id) for base in picture.on_map() if may(may_repair, base))
            offered = [Bundle(title="All who can repair", orders=tries)]
        case "self-rally":
            offered = self_rallies(picture)
        case "rally-by-leaders":
            offered = [Bundle(title="All that a leader can rally", orders=rallies(picture))]
        case _:
            offered = []
    return [bundle for bundle in offered if bundle.orders]


def in_order(picture: Picture) -> list[Base]:
    """Bases that are not in good order: the routed first, then by id."""
    shaken = [base for base in picture.on_map() if base.morale != "good"]
    return sorted(shaken, key=lambda base: (base.morale != "routed", base.id))


def flights(picture: Picture) -> Iterator[Order]:
    """A way for each base in flight that owes one: that which it would take if nobody drew any (P14, P15)."""
    believed = duplicate(picture)
    for base in in_order(believed):
        if not owes_move(believed, base):
            continue
        path = servers_path(believed, base)
        order: Order = Move(base=base.id, path=path) if path else LeaveMap(base=base.id)
        try:
            order.check(believed)
        except Refusal:
            continue
        order.believe(believed)
        yield order


def remaining_fires(picture: Picture) -> list[Bundle]:
    """All who have shown themselves and have a shot: nobody is given away who is not ordered to fire by name (P16)."""
    orders, hidden = tuple(best_shots(picture)), tuple(best_shots(picture, hidden=True))
    if not hidden:
        return [Bundle(title="All who can fire, each at its best shot", orders=orders)]
    names = listing(picture.named(base) for order in hidden for base in order.subjects())
    stay, each = ("stays", "it by itself") if len(hidden) == 1 else ("stay", "each by itself")
    rest = say(names, f" {stay} hidden; fire {each}")
    return [Bundle(title="All who have shown themselves, each at its best shot", orders=orders, rest=rest)]


def best_shots(picture: Picture, *, hidden: bool = False) -> Iterator[Order]:
    """For each base that has a shot with some hope left, the best that its owner knows of (P7, P13).

    `hidden`: for those that have not shown themselves in this player turn, or for the others.
    """
    believed = duplicate(picture)
    for base in believed.on_map():
        if picture.own[base.id].lies_low != hidden:
            continue
        best = next(iter(shots(believed, base)), None)
        if best is None or best.worth <= 0:
            continue
        try:
            best.order.check(believed)
        except Refusal:
            continue
        best.order.believe(believed)
        yield best.order


def self_rallies(picture: Picture) -> list[Bundle]:
    """All who may try by themselves; and without those for whom a leader has a try left, who is the better chance."""
    able = [base for base in in_order(picture) if may(may_self_rally, base)]
    led = leaders_for(picture.rules, picture.on_map(), in_order(picture))
    alone = tuple(SelfRally(base=base.id) for base in able if base.id not in led)
    all_of_them = Bundle(title="All who can, by themselves", orders=tuple(SelfRally(base=base.id) for base in able))
    if 0 < len(alone) < len(able):
        return [Bundle(title="All that no leader can rally", orders=alone), all_of_them]
    return [all_of_them]


def rallies(picture: Picture) -> tuple[Order, ...]:
    """A try for each base for whom a leader has one left, under the nearest such."""
    led = leaders_for(picture.rules, picture.on_map(), in_order(picture))
    return tuple(Rally(base=base, leader=leader) for base, leader in led.items())
