"""What may differ in 1776 without a side's knowing it (23): who stands where it does not see, how many and with what
where it sees little, what is aboard, sealed, planned and dug, and what its enemy knows of it.

Each change alters the truth, and what the enemy knows of its own. It is True where there was something to alter.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from service.engine.state import duplicate
from service.games.campaign1776.known.battles import Commit
from service.games.campaign1776.known.picture import Contact
from service.games.campaign1776.known.standing import EntryLine, PlanLine
from service.games.campaign1776.printed.lettered import Hex, distance
from service.games.campaign1776.printed.pieces import DUE, Pool, boats_named
from service.games.campaign1776.truth.looking import Lookout
from service.games.campaign1776.truth.state import State

CANARY = "CANARY"
"""A word that stands in what one side alone may read."""
FIGURE = 70_919
"""A figure that no rule or table has, in what one side alone may read."""
honest_level = Lookout.level_at
"""How well a side truly sees a hex, whatever leak is planted."""
BESIDE = 0.5
"""How likely unseen troops are moved as near to the watched side as they could be and not be seen."""
Change = Callable[[State, str, random.Random], bool]


def known_to_owner(state: State, enemy: str, *pools: Pool) -> None:
    """The enemy knows its own as they are now."""
    for pool in pools:
        state.pictures[enemy].own[pool.id] = replace(pool)
        state.pictures[enemy].numbered[pool.kind] = state.numbered[pool.kind]


def ashore(state: State, seat: str, most: int) -> Iterator[Pool]:
    """Pools of a side's enemy on land in places that the side sees no better than this, out of any battle."""
    for pool in state.of(state.other(seat)).values():
        if pool.aboard or pool.at == DUE or pool.at in state.battles:
            continue
        if honest_level(Lookout(state, seat), Hex(pool.at), inside=pool.inside) <= most:
            yield pool


def moved(state: State, seat: str, rng: random.Random) -> bool:
    """Unseen troops stand elsewhere, where they are not seen either, and nothing that is public changes."""
    enemy, before = state.other(seat), duplicate(state.public())
    pools = [pool for pool in ashore(state, seat, 0) if not pool.inside]
    land = [hex for hex in sorted(state.rules.land_in_play) if hex not in state.battles]
    free = [hex for hex in land if not honest_level(Lookout(state, seat), hex) and not state.on_land(seat, hex)]
    own = [pool.at for pool in state.of(seat).values() if pool.at in state.rules.board.land]
    rng.shuffle(free)
    if own and rng.random() < BESIDE:
        free.sort(key=lambda hex: min(distance(hex, Hex(there)) for there in own))
    rng.shuffle(pools)
    for pool in pools:
        was = pool.at
        for hex in free[:6]:
            pool.at = hex
            if state.public() == before and hex != was:
                known_to_owner(state, enemy, pool)
                return True
        pool.at = was
    return False


def other_numbers(state: State, seat: str, rng: random.Random) -> bool:
    """Where a side sees no more than that somebody is there, there are more of them, or fewer."""
    pools = [pool for pool in ashore(state, seat, state.rules.tables.intel.levels.presence) if state.kind(pool).combat]
    if not pools:
        return False
    return renumbered(state, seat, rng.choice(pools), rng, (1, 2, 5, 11))


def renumbered(state: State, seat: str, pool: Pool, rng: random.Random, numbers: Sequence[int]) -> bool:
    """Enemy units are otherwise in number, unless that is public."""
    was, public = pool.number, state.public()
    pool.number = rng.choice([number for number in numbers if number != was])
    if state.public() != public:
        pool.number = was
        return False
    known_to_owner(state, state.other(seat), pool)
    return True


def other_supply(state: State, seat: str, rng: random.Random) -> bool:
    """Supply and magazines, which are never seen, are with enemy troops, or are not."""
    enemy = state.other(seat)
    below = state.rules.tables.intel.levels.full
    hosts = [pool for pool in ashore(state, seat, below - 1) if state.kind(pool).combat]
    if not hosts or state.settings.visibility == "open":
        return False
    host = rng.choice(hosts)
    kind = rng.choice(("BS", "BM") if enemy == "British" else ("AS", "AM"))
    if kind in ("BM", "AM") and host.at not in state.rules.board.land:
        return False  # off the map no magazine is ever built
    fort = state.forts.get(Hex(host.at)) == enemy
    inside = host.inside or (kind in ("BM", "AM") and fort)
    if inside and kind in ("BM", "AM") and not state.strength(enemy, host.at, inside=True):
        return False
    new = Pool(id=state.next_id(kind), kind=kind, number=1, at=host.at, inside=inside, began=host.at)
    state.pools[new.id] = new
    state.numbered[kind] = state.numbered.get(kind, 0) + 1
    known_to_owner(state, enemy, new)
    return True


def other_guns(state: State, seat: str, rng: random.Random) -> bool:
    """Where a side sees no more than that somebody is there, guns are with them."""
    enemy = state.other(seat)
    hosts = [pool for pool in ashore(state, seat, state.rules.tables.intel.levels.presence) if state.kind(pool).combat]
    if not hosts:
        return False
    host = rng.choice(hosts)
    kind = "BA" if enemy == "British" else "AA"
    new = Pool(id=state.next_id(kind), kind=kind, number=1, at=host.at, inside=host.inside, began=host.at)
    state.pools[new.id] = new
    state.numbered[kind] = state.numbered.get(kind, 0) + 1
    known_to_owner(state, enemy, new)
    return True


def other_kinds(state: State, seat: str, rng: random.Random) -> bool:
    """Where a side does not see who they are, militia are regulars, or regulars militia."""
    enemy, swapped = state.other(seat), {"CA": "RM", "RM": "CA", "BR": "TM", "TM": "BR"}
    pools = [pool for pool in ashore(state, seat, state.rules.tables.intel.levels.estimate) if pool.kind in swapped]
    if not pools or state.settings.visibility == "open" or any(state.plans.values()):
        return False
    pool, public = rng.choice(pools), state.public()
    kind = swapped[pool.kind]
    new = replace(pool, id=state.next_id(kind), kind=kind)
    del state.pools[pool.id]
    state.pools[new.id] = new
    if state.public() != public:
        del state.pools[new.id]
        state.pools[pool.id] = pool
        return False
    state.pictures[enemy].own.pop(pool.id, None)
    state.numbered[kind] = state.numbered.get(kind, 0) + 1
    known_to_owner(state, enemy, new)
    return True


def other_passengers(state: State, seat: str, rng: random.Random) -> bool:
    """Other troops are aboard the enemy's fleets."""
    enemy = state.other(seat)
    aboard = [pool for pool in state.of(enemy).values() if pool.aboard]
    if not aboard or state.settings.visibility == "open":
        return False
    return renumbered(state, seat, rng.choice(aboard), rng, (1, 2, 3))


def other_berths(state: State, seat: str, rng: random.Random) -> bool:
    """Of the enemy's fleets in one place another carries some passengers, where their owner has named it."""
    enemy, found = state.other(seat), list[tuple[Pool, str]]()
    fleet = state.fleet(enemy)
    for pool in state.of(enemy).values():
        if pool.aboard and not pool.among and not state.struck:
            was = fleet[pool.aboard]
            beside = [one.id for one in fleet.values() if one.at == was.at and one.kind == was.kind != "bateau"]
            found += [(pool, id) for id in beside if id != was.id]
    if not found:
        return False
    pool, pool_to = rng.choice(found)
    pool.aboard = pool_to
    known_to_owner(state, enemy, pool)
    return True


def other_works(state: State, seat: str, rng: random.Random) -> bool:
    """Unseen enemy troops are entrenched, or are not."""
    enemy = state.other(seat)
    hexes = sorted({Hex(pool.at) for pool in ashore(state, seat, 0) if state.kind(pool).combat and not pool.inside})
    hexes = [hex for hex in hexes if hex not in state.forts]
    if not hexes:
        return False
    hex = rng.choice(hexes)
    if hex in state.entrenched:
        del state.entrenched[hex]
    else:
        state.entrenched[hex] = enemy
    state.pictures[enemy].entrenched = sorted(at for at, owner in state.entrenched.items() if owner == enemy)
    return True


def other_cards(state: State, seat: str, rng: random.Random) -> bool:
    """The enemy has sealed other cards."""
    enemy, cards = state.other(seat), list(state.rules.tables.matrix.cards)
    sealed = [hex for hex, commits in state.commits.items() if enemy in commits and commits[enemy].card]
    if not sealed:
        return False
    hex = rng.choice(sealed)
    was = state.commits[hex][enemy]
    card = rng.choice([card for card in cards if card not in (was.card, state.rules.tables.matrix.withdraw)])
    state.commits[hex][enemy] = replace(was, card=card)
    state.pictures[enemy].commits[hex] = replace(was, card=card)
    return True


def other_history(state: State, seat: str, rng: random.Random) -> bool:
    """The enemy's troops have spent other points, and its forced marches were others."""
    enemy = state.other(seat)
    if state.phasing == enemy or not state.of(enemy):
        return False
    for pool in rng.sample(list(state.of(enemy).values()), min(3, len(state.of(enemy)))):
        pool.spent, pool.stopped = rng.choice((0, 1, 3)), rng.random() < 0.5
        known_to_owner(state, enemy, pool)
    if state.cursor[-1].heading != "forced-march":  # there those that are noted are the seat's own
        state.marched = [(Hex("QQ31"), Hex("QQ32"))]
        state.pictures[enemy].marched = list(state.marched)
    return True


def other_losses(state: State, seat: str, rng: random.Random) -> bool:
    """The enemy has lost others on forced marches, of which nobody else is told."""
    kinds = ("BR", "TM") if state.other(seat) == "British" else ("CA", "RM")
    kind = rng.choice(kinds)
    state.lost[kind] = state.lost.get(kind, 0) + rng.choice((1, 3, FIGURE))
    return True


def other_plans(state: State, seat: str, rng: random.Random) -> bool:
    """The enemy has another battle plan."""
    standing, word = state.pictures[state.other(seat)].standing, Hex(f"{CANARY}-hex")
    standing.battles = rng.choice(([PlanLine(hex=word)], [PlanLine(hex=word), PlanLine(hex=word, does="rest")]))
    standing.entries = rng.choice(([], [EntryLine(hex=word)]))
    return True


def other_eyes(state: State, seat: str, rng: random.Random) -> bool:
    """The enemy remembers more of this side, and has counted more sightings."""
    enemy = state.other(seat)
    eyes, picture = state.eyes[enemy], state.pictures[enemy]
    known = {one.hex for one in eyes.values()}
    hex = next((hex for hex in map(Hex, ("NN28", "NN27", "NN29", "OO28")) if hex not in known), None)
    if hex is None:
        return False
    state.sightings[enemy] += 1
    handle = f"E{state.sightings[enemy]}"
    one = Contact(handle=handle, hex=hex, inside=False, level=1, in_sight=False, turn=state.turn, address=CANARY)
    eyes[handle], picture.contacts[handle] = one, replace(one)
    picture.sightings = state.sightings[enemy]
    return True


def sealed_otherwise(state: State, seat: str, rng: random.Random) -> bool:
    """The enemy, who is asked, has sealed a card already, or has not."""
    enemy = state.other(seat)
    battles = [hex for hex, one in state.battles.items() if one.open and one.attacker == seat and one.rounds == 0]
    owing = [
        hex for hex in battles if enemy not in state.commits.get(hex, {}) and state.strength(enemy, hex, inside=False)
    ]
    if not owing or state.waiting != [enemy] or "answers" not in state.pictures[enemy].address:
        return False
    hex = rng.choice(owing)
    commit = Commit(card=rng.choice(list(state.rules.tables.matrix.cards)))
    state.commits.setdefault(hex, {})[enemy] = commit
    state.pictures[enemy].commits[hex] = replace(commit)
    return True


def other_recruits(state: State, seat: str, rng: random.Random) -> bool:
    """The enemy has more new units to place, or more to take off the map."""
    enemy = state.other(seat)
    pools, tasks = [pool for pool in state.of(enemy).values() if pool.id in state.due], state.tasks[enemy]
    if pools and (rng.random() < BESIDE or not tasks.excess):
        pool = rng.choice(pools)
        pool.number += rng.choice((1, 2, 5))
        known_to_owner(state, enemy, pool)
        return True
    if tasks.excess:
        first, *others = tasks.excess
        excess = (replace(first, number=first.number + 1), *others)
        state.tasks[enemy] = replace(tasks, excess=excess)
        state.pictures[enemy].tasks = replace(tasks, excess=excess)
        return True
    return False


def other_boats(state: State, seat: str, rng: random.Random) -> bool:
    """The enemy has built, and lost, more bateaus."""
    enemy = state.other(seat)
    name = boats_named(enemy)
    more = state.numbered.get(name, 0) + rng.choice((1, 3, 5))
    state.numbered[name] = state.pictures[enemy].numbered[name] = more
    return True


CHANGES: tuple[Change, ...] = (
    moved, other_numbers, other_supply, other_guns, other_kinds, other_passengers, other_berths, other_works,
    other_cards,    other_history, other_losses, other_plans, other_eyes, sealed_otherwise,
    other_recruits, other_boats,
)  # fmt: skip
