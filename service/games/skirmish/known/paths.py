"""Paths: their steps and what these cost, and where a base can go by what its owner knows (P11, P12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.engine.hexes import Hex
from service.engine.options import Destination
from service.engine.orders import demand
from service.engine.paths import Route, cheapest
from service.engine.sentences import place
from service.games.skirmish.known.entering import entry_hexes
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.known.shelter import Bareness, bareness
from service.games.skirmish.printed.bases import Base, Pace
from service.games.skirmish.printed.field import Field, cost
from service.games.skirmish.printed.profiles import Profile
from service.games.skirmish.printed.scenario import Scenario


def turns_to(rules: Scenario, base: Base, heading: int, a: Hex, b: Hex, *, reverse: bool = False) -> list[int] | None:
    """The headings that a vehicle turns through before it enters b; none for others; None if b is no neighbour.

    In reverse it turns its back to b.
    """
    wanted, sides = rules.sheet.heading(a, b), rules.sheet.headings
    if wanted is None:
        return None
    if not base.vehicle:
        return []
    return turned(heading, (wanted + sides // 2) % sides if reverse else wanted, sides)


def turned(heading: int, wanted: int, sides: int) -> list[int]:
    """The headings from one to another, the shorter way round."""
    right = (wanted - heading) % sides
    step = 1 if right <= sides - right else -1
    return [(heading + step * (n + 1)) % sides for n in range(min(right, sides - right))]


def steps_of(rules: Scenario, base: Base, path: Sequence[Hex], *, reverse: bool = False) -> list[str]:
    """A path as the steps that are made of it, turns included ("@" and a heading); the hexes must adjoin."""
    steps, at, heading = [], base.hex, base.heading
    for hex in path:
        turns = [] if at is None else turns_to(rules, base, heading, at, hex, reverse=reverse)  # None: it enters
        assert turns is not None, "a path that was checked"
        steps += [*(f"@{turn}" for turn in turns), hex]
        heading = turns[-1] if turns else heading
        at = hex
    return steps


def step_cost(rules: Scenario, field: Field, base: Base, at: Hex, step: str, heading: int) -> int | None:
    """Halves of a point that one step of a path costs; None where it cannot be made (P10, P12)."""
    figures = rules.tables.bases.turning
    if step.startswith("@"):
        return figures.turn
    price = cost(rules, field, rules.profile(base).going, at, Hex(step))
    astern = base.vehicle and at != step and rules.sheet.heading(at, Hex(step)) != heading
    return price * figures.reverse if price is not None and astern else price


def costs_of(rules: Scenario, field: Field, base: Base, steps: Sequence[str]) -> list[int | None]:
    """What each step of a path costs."""
    found, at, heading = [], base.hex, base.heading
    for step in steps:
        found.append(step_cost(rules, field, base, at or Hex(step), step, heading))
        if step.startswith("@"):
            heading = int(step[1:])
        else:
            at = Hex(step)
    return found


def heading_after(base: Base, steps: Sequence[str]) -> int:
    return next((int(step[1:]) for step in reversed(steps) if step.startswith("@")), base.heading)


def path_cost(picture: Picture, base: Base, path: Sequence[Hex], *, reverse: bool = False) -> int:
    """Halves of a point for a whole path; refused where a step cannot be made."""
    rules = picture.rules
    for here, there in zip([base.hex, *path], path, strict=False):
        demand(there in rules.sheet, "P2", f"There is no hex {there} on this map.")
        if here is not None:
            demand(rules.sheet.heading(here, there) is not None, "P11",
                   (place(here), " and ", place(there), " do not adjoin."), "NOT_AFFORDED")  # fmt: skip
    steps, spent = steps_of(rules, base, path, reverse=reverse), 0
    for step, price in zip(steps, costs_of(rules, picture.ground, base, steps), strict=True):
        demand(price is not None, "P10", (base.said, " cannot enter ", place(step), "."), "NOT_AFFORDED")
        spent += price or 0
    return spent


def pace_for(profile: Profile, spent: int) -> Pace | None:
    """The pace that a cost asks for; None where it is too much for either."""
    if spent <= profile.allowance("normal"):
        return "normal"
    return "fast" if spent <= profile.allowance("fast") else None


def room(picture: Picture, base: Base, hex: Hex) -> bool:
    """Whether a base may end its move in a hex beside those that will be there (P2)."""
    return picture.tables.bases.stacks(base, picture.will_be_at(hex))


def beside_enemies(picture: Picture) -> frozenset[Hex]:
    """The hexes that adjoin a known enemy in good order, as far as known (P11): not to be entered at fast pace."""
    return frozenset(
        hex
        for contact in picture.known_enemies()
        if contact.shows is None or contact.shows.morale == "good"
        for hex in picture.rules.sheet.neighbours(contact.hex)
    )


def too_fast(picture: Picture, base: Base, path: Sequence[Hex], beside: frozenset[Hex]) -> Hex | None:
    """The first hex of a path that a base cannot enter at fast pace: next to a known enemy, or off the road (P11)."""
    make = picture.rules.profile(base).make
    roads_only = make is not None and make.fast_on_road_only
    return next((hex for hex in path if hex in beside or (
        roads_only and not picture.ground.terrain(picture.rules, hex).road
    )), None)  # fmt: skip


def points(halves: int) -> str:
    """Halves of a movement point as a player reads them."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


Stand = tuple[Hex, int]
"""A hex, "" off the map, and the heading in it of a vehicle, 0 of others."""


def ways(picture: Picture, base: Base) -> Iterator[Destination]:
    """Where a base can go and stay, cheapest way each, by what its owner knows; costs in whole points, rounded up."""
    already, found = base.spent if base.hex is not None else 0, set[Hex]()
    for way in legs(picture, base):
        at = way.node[0]
        if at not in found and room(picture, base, at):
            found.add(at)
            path = tuple(hex for hex, _ in way.path)
            yield Destination(place=at, cost=-(-(already + way.cost) // 2), path=path)


def legs(picture: Picture, base: Base) -> Iterator[Route[Stand, int]]:
    """The cheapest way to each hex that a base can come to, whether or not there is room; to each heading of a vehicle.

    Of equally cheap ways it is the one that takes cover.
    """
    rules, profile = picture.rules, picture.rules.profile(base)
    normal, going, turn = profile.allowance("normal"), profile.going, picture.tables.bases.turning.turn
    most = normal if base.fired == "moving" else max(normal, profile.allowance("fast"))
    enemies, beside = {contact.hex for contact in picture.known_enemies()}, beside_enemies(picture)
    heading, already = base.heading if base.vehicle else 0, base.spent if base.hex is not None else 0

    def neighbours(stand: Stand) -> Iterator[Stand]:
        at = stand[0]
        for there in rules.sheet.neighbours(at) if at else entry_hexes(picture, base):
            if there not in enemies:
                yield there, (rules.sheet.heading(at, there) or 0) if at and base.vehicle else stand[1]

    def entry(to: Stand) -> int | None:
        return cost(rules, picture.ground, going, to[0], to[0])

    def price(so_far: Route[Stand, int], to: Stand) -> int | None:
        (at, ahead), (there, wanted) = so_far.node, to
        spent = cost(rules, picture.ground, going, at, there)
        if spent is None:
            return None
        spent += turn * len(turned(ahead, wanted, rules.sheet.headings))
        fast = already + so_far.cost + spent > normal
        if fast and too_fast(picture, base, [*(hex for hex, _ in so_far.path), there], beside) is not None:
            return None
        return spent

    bare = bareness(picture, base)

    def in_cover(so_far: Route[Stand, int], to: Stand) -> tuple[Bareness, int, Stand, tuple[Stand, ...]]:
        return bare([*(hex for hex, _ in so_far.path), to[0]]), len(so_far.path), to, so_far.path

    start, first = (base.hex or Hex(""), heading), None if base.hex else entry
    found = cheapest(start, neighbours, price, most - already, first=first, prefer=in_cover)
    yield from (way for way in found if way.path)


def towards(picture: Picture, base: Base) -> Iterator[Destination]:
    """Where a base can go at normal speed with every step nearer to its headquarters (P23)."""
    assert base.hex is not None
    rules, profile = picture.rules, picture.rules.profile(base)
    home, apart = rules.sides[picture.side].headquarters, rules.sheet.distance

    def price(so_far: Route[Hex, int], there: Hex) -> int | None:
        if apart(there, home) >= apart(so_far.node, home) or picture.known_at(there):
            return None
        return cost(rules, picture.ground, profile.going, so_far.node, there)

    def clockwise(so_far: Route[Hex, int], there: Hex) -> int:
        """Of equal ways the one of which the last step is the furthest clockwise, as it has been from the beginning."""
        return -(rules.sheet.heading(so_far.node, there) or 0)

    found = cheapest(base.hex, rules.sheet.neighbours, price, profile.allowance("normal"), prefer=clockwise)
    for way in sorted(found, key=lambda way: way.node):
        if way.path and room(picture, base, way.node):
            yield Destination(place=way.node, cost=-(-way.cost // 2), path=way.path)
