"""The cheapest ways over any map: hexes, hexes with a heading, hexsides, towns on roads.

What a node is, what adjoins it and what a step costs comes from the caller; no game is in here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from typing import Any, Generic, TypeVar

N = TypeVar("N", bound=Hashable)
C = TypeVar("C", int, Fraction)


@dataclass(frozen=True, slots=True)
class Route(Generic[N, C]):
    """The cheapest way to a node: what it costs, and the nodes entered in order (without the start)."""

    node: N
    cost: C
    path: tuple[N, ...]


def cheapest(
    start: N,
    neighbours: Callable[[N], Iterable[N]],
    price: Callable[[Route[N, C], N], C | None],
    budget: C | None = None,
    *,
    first: Callable[[N], C | None] | None = None,
    stop: Callable[[N], bool] | None = None,
    prefer: Callable[[Route[N, C], N], Any] | None = None,
) -> Iterator[Route[N, C]]:
    """The cheapest way to every node that can be reached for `budget` points, or to all without one, nearest first.

    `price(so_far, to)` is the price of one step more, None where it may not be made; ValueError if it is negative. It
    must not reward having spent more. `first(to)` is the price of a step out of the start, where that is another: one
    hex is always allowed, or a map is entered. `stop(node)` says that whoever enters the node goes no further; it is
    not asked of the start, which comes before all others at cost 0 with an empty path. The search goes on only as far
    as its answer is read.

    Of equally cheap ways the one with fewer steps is taken, then the one whose nodes come first in their own order, so
    that the same question always has the same answer, in whatever order neighbours are listed. Where `prefer(so_far,
    to)` is given, the way with the least of it is taken instead; then nodes need no order of their own.
    """
    nothing: Any = 0  # whichever kind of number the prices are
    begin: Route[N, C] = Route(start, nothing, ())
    settled: set[N] = set()
    best: dict[N, tuple[C, Any]] = {}
    before: Route[N, C]
    queue: list[tuple[C, Any, int, N, Route[N, C]]] = [(begin.cost, (), 0, start, begin)]
    pushed = 0  # of ways alike in cost and rank to different nodes the one found first is looked at first
    while queue:
        spent, _, _, node, before = heappop(queue)
        if node in settled:
            continue
        so_far = Route(node, spent, (*before.path, node) if settled else ())
        settled.add(node)
        yield so_far
        if so_far.path and stop is not None and stop(node):
            continue
        for to in neighbours(node):
            if to in settled:
                continue
            cost = price(so_far, to) if first is None or so_far.path else first(to)
            if cost is None:
                continue
            if cost < 0:
                raise ValueError(f"The step from {node} to {to} costs {cost}: a price is 0 or more")
            total, known = spent + cost, best.get(to)
            if (budget is not None and total > budget) or (known is not None and known[0] < total):
                continue
            rank = (len(so_far.path), to, so_far.path) if prefer is None else prefer(so_far, to)
            if known is None or (total, rank) < known:
                best[to] = total, rank
                pushed += 1
                heappush(queue, (total, rank, pushed, to, so_far))
