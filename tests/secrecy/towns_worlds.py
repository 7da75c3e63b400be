"""What is hidden from a house of Three houses (`docs/examples/towns.py`), how it may differ, and what a step lays open.

A game for three with nothing beyond the common contract, and so the shortest of these: the one to begin from.
"""

from __future__ import annotations

import pickle
import random
from dataclasses import replace

from docs.examples.towns import (
    AMBER,
    COINS,
    SHIRE,
    THREE_HOUSES,
    Agency,
    Bid,
    BidLine,
    CaravanMet,
    CaravanMoved,
    CharterSold,
    Reckoning,
    Reserve,
    World,
)
from service.engine.events import CursorMoved, Event
from tests.secrecy import worlds
from tests.secrecy.worlds import SECRETS, Happening, Secrets, heard_before


def caravan_elsewhere(state: World, seat: str, rng: random.Random) -> bool:
    """Another house's caravan, which has no orders yet, stands in another town, neither of them the seat's own."""
    near = {state.caravans[seat], state.pictures[seat].caravan.town}
    far = [house for house in state.others(seat) if state.caravans[house] not in near and not state.plans.get(house)]
    if not far:
        return False
    house = rng.choice(far)
    state.caravans[house] = rng.choice([town for town in SHIRE.places if town not in near])
    state.pictures[house].caravan.town = state.caravans[house]
    return True


def other_coins(state: World, seat: str, rng: random.Random) -> bool:
    """Another house has more coins, and has told its agent something else."""
    house, more = rng.choice(state.others(seat)), rng.randint(1, COINS)
    state.coins[house] += more
    state.pictures[house].coins += more
    line = BidLine(town=rng.choice(SHIRE.places), coins=rng.randint(0, COINS))
    state.pictures[house].agency = Agency(bids=(line,), reserve=Reserve(coins=rng.randint(0, COINS)))
    return True


def other_bid(state: World, seat: str, rng: random.Random) -> bool:
    """Another house, which has bid and is done, has bid something else."""
    bids = [(house, n) for house in state.others(seat) for n, order in enumerate(state.plans.get(house, []))
            if isinstance(order, Bid)]  # fmt: skip
    if not bids:
        return False
    house, n = rng.choice(bids)
    state.plans[house][n] = replace(state.plans[house][n], coins=rng.randint(1, state.coins[house]))
    return True


def laid_open(world: worlds.World, seat: str, events: list[Event]) -> list[str]:
    """Whom the seat's caravan meets, when all have arrived; and which charters it has bought or lost."""
    heard, before = heard_before(events, seat), pickle.loads(world.before)
    found: list[str] = []
    for n, event in enumerate(events):
        if isinstance(event, CharterSold) and event.house == seat:
            found.append(Happening(f"{event.town} bought", heard[n]))
        elif isinstance(event, CharterSold) and before.charters.get(event.town) == seat:
            found.append(Happening(f"{event.town} lost", heard[n]))
    if before.cursor[-1].heading == "roads":
        here = world.state.caravans
        arrived = next((n for n, event in enumerate(events) if of_arrival(event)), None)
        found += [Happening(f"{house} met", heard[arrived]) for house in world.state.others(seat)
                  if arrived is not None and here[house] == here[seat]]  # fmt: skip
    return found


def of_arrival(event: Event) -> bool:
    """Whether an event is the first that comes of all caravans being on the road: one arrives, or a heading follows."""
    return isinstance(event, CaravanMoved | CursorMoved) or isinstance(getattr(event, "report", None), CaravanMet)


SECRETS["houses"] = Secrets(
    game=THREE_HOUSES, changes=(caravan_elsewhere, other_coins, other_bid), laid_open=laid_open,
    at_the_end={Reckoning: Reckoning(charters={AMBER: 0}, winner=AMBER)}, verdict={"verdict": ""},
)  # fmt: skip
