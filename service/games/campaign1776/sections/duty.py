"""What a duty in the West Indies leaves to each order of a movement (18)."""

from __future__ import annotations

from service.engine.orders import Order, demand
from service.engine.sentences import counted
from service.engine.state import duplicate
from service.games.campaign1776.known.indies import Search, count_of, need_of
from service.games.campaign1776.known.passages import Passages
from service.games.campaign1776.known.picture import Picture
from service.games.campaign1776.sections.france import DUTY


def comes_no_later(picture: Picture, order: Order, water: Passages | None = None) -> None:
    """Refuse an order by which the West Indies could only be reached later than without it (C76-WI-07).

    Where all is matched as the movement begins, what keeps the fleets there sees to it (`Stay`); where it can never be,
    anything goes. `water`: what was found of the water already.
    """
    if not picture.count_at_start or need_of(picture) is None or not bears_on_it(picture, order):
        return
    before = Search.under_way(picture, water)
    if (least := count_of(before)) is None:
        return
    then = duplicate(picture)
    order.believe(then)
    after = count_of(Search.under_way(then, before.passages))
    if after is None:
        demand(False, DUTY, "With this order, what is owed in the West Indies could never get there.")
    elif after > least:
        demand(False, DUTY, f"With this order the West Indies would be {counted(after - 1, 'month')} away when the "
               f"movement is over, at best; without it {counted(least - 1, 'month')}.")  # fmt: skip


def bears_on_it(picture: Picture, order: Order) -> bool:
    """Whether an order is to a fleet, or to units that are owed there; nothing else makes it sooner or later."""
    need = need_of(picture)
    named = [getattr(order, name, ()) for name in ("unit", "units", "ship", "ships")]
    ids = [id for one in named for id in ((one,) if isinstance(one, str) else one)]
    fleets = any(id in picture.ships and picture.ships[id].kind != "bateau" for id in ids)
    units = need is not None and any(id in picture.own and picture.own[id].kind in need.kinds for id in ids)
    return order.kind != "detach" and (fleets or units)
