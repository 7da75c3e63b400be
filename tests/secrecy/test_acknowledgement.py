"""What an acknowledgement costs, and the reads after it, hangs on nothing that the seat may not know.

Counted are SQL statements, what is read out of the database, and events and reports walked, in two worlds: what a seat
sends makes much to work in one and little in the other. Its work is left in the queue on purpose; what comes of it
is published when the same time is over in both.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import lru_cache
from typing import Any

import pytest

from service.engine import umpire
from service.engine.orders import Done, Order, Refusal
from service.games.skirmish.game import SKIRMISH
from service.matches.match_queue import MatchQueue, work_off
from service.matches.rate_limits import Most, RateLimits
from tests.games.skirmish.table import Table
from tests.secrecy.bustle import seen
from tests.secrecy.house_building import house_of
from tests.secrecy.houses import MATCH, House, alike, as_wire, same_houses
from tests.secrecy.skirmish_beginnings import contact_table
from tests.secrecy.test_skirmish_http import moves_of, state_of
from tests.secrecy.test_two_worlds_http import SECRET, STARTS, pair_of_houses
from tests.secrecy.work import Work
from tests.secrecy.worlds import Leak, World, mutated

PACE = 2.0
DONE = {"kind": "done"}
ATTEND = [{"kind": "attend", "attendance": "standing"}, {"kind": "attend", "attendance": "present"}]


def unhurried(*houses: House) -> None:
    """Have their orders wait for a worker, whom the test plays."""
    for house in houses:
        house.context = house.meter.app.state.context = replace(house.context, pace=PACE)


def same_work(a: House, b: House, where: str) -> Work:
    """What the last request of each has cost is the same; raises Leak.

    A reading that begins with the opening takes the row in which the whole of it stands: its length is left out.
    """
    left, right = (house.meter.answers[-1] for house in (a, b))
    if left.loaded["to_opening_picture"]:
        left, right = replace(left, characters=0), replace(right, characters=0)
    if left != right:
        raise Leak(f"{where} costs more in one world: {left} / {right}")
    return left


def send(a: House, b: House, orders: list[dict[str, Any]], where: str) -> Work:
    answers = [house.post(house.seat, orders) for house in (a, b)]
    assert answers[0] == answers[1] and answers[0].startswith("202"), answers
    return same_work(a, b, where)


def reads(a: House, b: House, where: str) -> Iterator[Work]:
    """What a seat reads next."""
    for path in ("view", "options", "log", "cards", "letters", "dice", "standing-orders", "sheet", "history", "export"):
        assert a.fetch(f"{a.api}/{path}") == b.fetch(f"{b.api}/{path}"), f"{where}: {path}"
        yield same_work(a, b, f"{where}: {path}")
    for query in ("", "?live=1&after=1"):
        htmx = {"HX-Request": "true"} if query else {}
        assert a.fetch(a.page + query, **htmx) == b.fetch(b.page + query, **htmx)
        yield same_work(a, b, f"{where}: page{query}")


def worked(a: House, b: House) -> list[int]:
    """How many events each world's queue has come to, worked without being published."""
    found = []
    for house in (a, b):
        queue = MatchQueue(house.context, MATCH)
        queue.go_on()
        found.append(sum(len(one.worked.events) for one in queue.ahead))
    return found


@lru_cache(maxsize=1)
def film_and_none() -> tuple[Table, World, World, list[Order]]:
    """A table with an attacker's moves; in the one of two worlds the defender is asked about them, in the other not."""
    table = contact_table("movement", "allied", release="fixed_delay")
    world = World(table.truth)
    orders: list[Order] = [*moves_of(world), Done()]
    asked = is_asked(world, orders)
    for luck in range(100):
        other = mutated(world, "allied", random.Random(luck))
        if other is not None and is_asked(other, orders) != asked:
            other.hidden_seed = world.hidden_seed
            return table, world, other, orders
    raise AssertionError("no pair was found")


@pytest.fixture
def sealed(empty_database, tmp_path) -> tuple[House, House, list[dict[str, Any]]]:
    """An attacker with moves: in one world the defender will be asked whether they fire at them, in the other not."""
    table, *worlds, orders = film_and_none()
    a, b = (
        house_of(world.copy(), table, "allied", empty_database, tmp_path / name)
        for name, world in zip(("a", "b"), worlds, strict=True)
    )
    return a, b, as_wire(SKIRMISH, orders)


def is_asked(world: World, orders: list[Order]) -> bool:
    """Whether the defender is asked something while these moves are played; if not, they are played to their end."""
    tried = world.copy()
    assert not isinstance(tried.play("allied", list(orders)), Refusal)
    return film_waits(tried.state)


def film_waits(state: Any) -> bool:
    return state.cursor[-1].heading == "halt-or-pass"


def test_sealed_moves_are_acknowledged_alike_whether_or_not_the_defender_will_be_asked(sealed):
    a, b, orders = sealed
    unhurried(a, b)
    cost = send(a, b, orders, "the acknowledgement of sealed moves")
    assert cost.statements and not cost.folded and not cost.loaded["to_position"] and cost.loaded["to_picture"] <= 1
    assert all(state_of(house).waiting == [house.seat] for house in (a, b)), "nothing was played yet"
    assert list(reads(a, b, "with the moves in the queue"))
    send(a, b, ATTEND[:1], "a further order")
    same_houses(a, b, "with a further order in the queue", glance=True)
    few, many = sorted(worked(a, b))
    assert few < many, "there is more to work in one world"
    before = [house.fetch(f"{house.api}/log") for house in (a, b)]
    for house in (a, b):
        work_off(house.context, MATCH)
    assert [house.fetch(f"{house.api}/log") for house in (a, b)] != before
    asked = [film_waits(state_of(house)) for house in (a, b)]
    assert sorted(asked) == [False, True]
    assert list(reads(a, b, "after it was worked"))


def test_what_comes_of_sealed_moves_is_published_at_one_time(sealed):
    """However long the film takes to play, as long as it is within the pace."""
    a, b, orders = sealed
    unhurried(a, b)
    send(a, b, orders, "the acknowledgement of sealed moves")
    queues = [MatchQueue(house.context, MATCH) for house in (a, b)]
    due = [queue.go_on() for queue in queues]
    assert due[0] == due[1] == a.now[0] + timedelta(seconds=PACE)
    before = [house.fetch(f"{house.api}/log") for house in (a, b)]
    for seconds, told in ((PACE - 0.001, False), (0.001, True)):
        for house, queue in zip((a, b), queues, strict=True):
            house.now[0] += timedelta(seconds=seconds)
            queue.go_on()
        assert [house.fetch(f"{house.api}/log") != log for house, log in zip((a, b), before, strict=True)] == [told] * 2
    same_houses(a, b, "after it was published", glance=True)


def test_worked_before_the_answer_they_tell_by_their_cost_whether_the_defender_was_asked(sealed):
    """The planted leak: the context that works at once, as every server did."""
    a, b, orders = sealed
    with pytest.raises(Leak, match="costs more in one world"):
        send(a, b, orders, "the acknowledgement of sealed moves")


@pytest.mark.parametrize("seed", [0, pytest.param(2, marks=pytest.mark.soak)])
def test_a_movement_segment_is_acknowledged_alike_whatever_the_columns_meet(seed: int, empty_database, tmp_path):
    (world, _), a, b = pair_of_houses(STARTS[0], seed, empty_database, tmp_path)
    unhurried(a, b)
    units = world.state.pictures[a.seat].own
    moves = [option for option in a.client.get(f"{a.api}/options").json()["options"] if option["kind"] == "move"]
    sent = []
    for option in moves[:6]:
        unit = option["fixed"]["unit"]
        assert unit in units
        ways = a.client.get(f"{a.api}/destinations?unit={unit}").json()["destinations"]
        if ways:
            sent.append({"kind": "move", "unit": unit, "path": max(ways, key=lambda way: way["cost"])["path"]})
    assert len(sent) > 3
    send(a, b, sent[:2], "the acknowledgement of moves")
    cost = send(a, b, [*sent[2:], DONE], "the acknowledgement of the segment's end")
    assert not cost.folded and not cost.loaded["to_position"] and cost.loaded["to_picture"] <= 1
    assert list(reads(a, b, "with the segment in the queue"))
    send(a, b, ATTEND[:1], "a further order")
    same_houses(a, b, "with the segment in the queue", glance=True)
    assert min(worked(a, b)) > 20


def test_an_acknowledgement_costs_the_same_whatever_waits_of_the_other_side(empty_database, tmp_path):
    """The queue of one side is no longer before the other's eyes than their orders are."""
    _, a, b = pair_of_houses(STARTS[0], 0, empty_database, tmp_path)
    unhurried(a, b)
    for attend in ATTEND * 2:
        a.post(a.other, [attend])
    send(a, b, [ATTEND[0]], "an order behind four of the other side")
    assert list(reads(a, b, "with the other side's orders in one queue"))


def test_how_many_lists_may_wait_hangs_on_those_of_the_seat_alone(empty_database, tmp_path):
    """One too many is refused alike until the first of them was told, whether or not the other side sent as many."""
    _, a, b = pair_of_houses(STARTS[0], 0, empty_database, tmp_path)
    unhurried(a, b)
    for house in (a, b):
        house.context = house.meter.app.state.context = replace(
            house.context, most=Most(lists=2), rate_limits=RateLimits()
        )
    for _ in range(2):
        assert a.post(a.other, as_wire(a.game, [SECRET])).startswith("202")
    for attend in ATTEND:
        send(a, b, [attend], "an order behind those of the other side")
    queues = [MatchQueue(house.context, MATCH) for house in (a, b)]
    for seconds, status in ((0.5, 429), (PACE - 0.6, 429), (0.1, 202)):
        for house, queue in zip((a, b), queues, strict=True):
            house.now[0] += timedelta(seconds=seconds)
            queue.go_on()
        versions = seen(a)
        assert alike(a, b, "POST", f"{a.api}/orders", json=[ATTEND[0]], headers=versions) == status
        assert alike(a, b, "POST", f"{a.page}/orders", data=form_of(a), headers={"HX-Request": "true"}) in (200, status)


def form_of(house: House) -> dict[str, str]:
    wire = json.dumps([ATTEND[1]])
    return {"orders": wire, "key": f"k{house.now[0].timestamp()}", "version": seen(house)["If-Match"].strip('"')}


def test_the_position_that_is_read_before_the_answer_is_found(sealed, monkeypatch):
    """A planted leak of this kind: checking by what is true, too."""
    a, b, orders = sealed
    unhurried(a, b)
    honest = umpire.accept

    def peeking(game: Any, picture: Any, seat: str, given: Any) -> Any:
        for house in (a, b):
            if house.context.store.games[game.info.name] is game and picture.seat == seat:
                state_of(house)
        return honest(game, picture, seat, given)

    monkeypatch.setattr(umpire, "accept", peeking)
    with pytest.raises(Leak, match="costs more in one world"):
        send(a, b, orders, "the acknowledgement")
