"""The two-worlds test of a skirmish over HTTP: a seat's routes, pages and sockets, before, while and after moves are
played; and a search of every byte for what only the enemy knows.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from service import matches
from service.engine.orders import Done
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.lines import SetFirePlan
from service.games.skirmish.known.standing import PlanLine
from service.matches.clock import lapse
from tests.games.skirmish.table import Table
from tests.random_play import random_orders
from tests.secrecy.bustle import STATUSES, bustle, pass_time, try_houses, try_in_parts, untried
from tests.secrecy.house_building import house_of, masked
from tests.secrecy.houses import CANARY, MATCH, House, as_wire, folder_in, listening, same_houses
from tests.secrecy.skirmish_beginnings import contact_table
from tests.secrecy.skirmish_changes import renamed, worn
from tests.secrecy.worlds import Leak, World, mutated

DAY = timedelta(seconds=86400)
PLAN = SetFirePlan(lines=(PlanLine(enemies_min=9, then="hold"),))
LUCK = 9
"""Luck with which the defender is asked more than once, fires at some and lets others pass."""
FIRST = 4
"""So many of those moves are enough for that."""


def houses(
    table: Table, watched: str, luck: object, empty: Path, folder: Path
) -> tuple[tuple[World, World], House, House]:
    """A world in contact and another that the watched seat cannot tell from it, full of canaries; both served."""
    world, other, rng = World(table.truth), None, random.Random(f"{luck}")
    while other is None:
        other = mutated(world, watched, rng)
    worn(other.state, watched, rng)
    if not other.names:
        renamed(other, watched, rng)
    assert CANARY in repr(other.state)
    other.hidden_seed = world.hidden_seed  # its published commitment may differ, and is all that would
    a, b = (
        house_of(w, table, watched, empty, folder / name, other_truth=w is other)
        for name, w in (("a", world), ("b", other))
    )
    return (world, other), a, b


def give(house: House, seat: str, orders: list[Any]) -> None:
    """Orders of the other side, given without a request."""
    at = matches.AtSeat(MATCH, seat, "")
    matches.take_orders(house.context, at, orders, version=house.context.store.read(MATCH).state.log_lengths[seat])


def state_of(house: House) -> Any:
    return house.context.store.read(MATCH).state


def answer(house: House, rng: random.Random) -> bool:
    """The defender answers what they are asked, at random; whether they fire."""
    state = state_of(house)
    orders = random_orders(SKIRMISH, state.pictures[house.other], rng, closing=0)
    fires = [order for order in orders if order.kind in ("fire", "shoot")][:1]
    give(house, house.other, [*fires, Done()])
    return bool(fires)


def public_rolls(house: House) -> int:
    """How many public rolls have fallen on a server, shown or not."""
    with house.context.store.look() as look:
        return len(look.matches.public_rolls(MATCH, SKIRMISH, 10**9))


def heard(house: House, sockets: tuple[Any, ...], before: int) -> tuple[list[str], list[str]]:
    """The frames that the log's socket sent since that version, and what the page's sent, the list's, the account's."""
    version = state_of(house).log_lengths[house.seat]
    log, *others = sockets
    entries = [masked(log.receive_text()) for _ in range(version - before)]
    return entries, [socket.receive_text() for socket in others]


@pytest.mark.parametrize("every", [6, pytest.param(1, marks=pytest.mark.soak)])
def test_the_attacker_reads_the_same_while_his_moves_are_played_and_whatever_the_defender_does(
    empty_database, tmp_path, every
):
    """With results at a fixed time; they ask after one answer in so many, order and listen all the while."""
    met = {"asked": 0, "fired": 0, "public": 0}
    a, b, orders = sealed_pair(empty_database, tmp_path, release="fixed_delay")
    for house in (a, b):
        assert house.client.put(f"{house.api}/sheet", json=orders).status_code == 200
    previews = [house.client.post(f"{house.api}/sheet/preview", json=orders).text for house in (a, b)]
    assert previews[0] == previews[1]
    with listening(a) as of_a, listening(b) as of_b:
        before = state_of(a).log_lengths[a.seat]
        assert posted(a, b, [*orders, {"kind": "done"}]).startswith("202")
        assert heard(a, of_a, before) == heard(b, of_b, before)
        same_houses(a, b, "with sealed moves", glance=every > 1)
        plans = iter(({"kind": "attend", "attendance": "standing"}, {"kind": "attend", "attendance": "present"}) * 9)
        rng = random.Random(1)
        bustle(a, PLAN)
        pass_time(a, b)
        for answers in count():
            if not state_of(a).waiting:
                break  # the defender of the other world is away, and is asked nothing more
            pass_time(a, b, minutes=1)
            met["asked"] += state_of(a).cursor[-1].heading == "halt-or-pass"
            met["fired"] += answer(a, rng)
            met["public"] += public_rolls(a)
            if not answers % every:
                same_houses(a, b, "while they are played", glance=True)
            if met["asked"] in (1, 3):
                before = state_of(a).log_lengths[a.seat]
                plan = [next(plans)]
                assert posted(a, b, plan).startswith("202")
                assert heard(a, of_a, before) == heard(b, of_b, before), "nothing but his own plan is in the frames"
                same_houses(a, b, "having ordered something meanwhile", glance=True)
        for house in (a, b):
            assert not lapse(house.context, MATCH)
            house.now[0] += DAY
        same_houses(a, b, "just before the time", glance=True)
        assert lapse(a.context, MATCH) and lapse(b.context, MATCH)
        assert of_a[0].receive_json()["kind"] == of_b[0].receive_json()["kind"] == "letter-arrived"
        assert of_a[1].receive_text() == of_b[1].receive_text()
    assert all(met.values()), met


def posted(a: House, b: House, orders: list[dict[str, Any]]) -> str:
    """The same orders in both; what both are answered."""
    answers = [house.post(house.seat, orders) for house in (a, b)]
    assert answers[0] == answers[1]
    return answers[0]


def sealed_pair(empty: Path, folder: Path, **options: str) -> tuple[House, House, list[dict[str, Any]]]:
    """Two houses in which the attacker may move past the farm, and moves of theirs, in full view of some."""
    table = contact_table("movement", "allied", **options)
    (world, _), a, b = houses(table, "allied", 1, empty, folder)
    return a, b, as_wire(SKIRMISH, moves_of(world)[:FIRST])


def moves_of(world: World) -> list[Any]:
    drawn = random_orders(SKIRMISH, world.state.pictures["allied"], random.Random(LUCK), most=9, closing=0)
    return [order for order in drawn if order.kind in ("move", "face")]


def filmed(attacker: str) -> Table:
    """The table as the defender is asked whether to halt a mover."""
    table = contact_table("movement", attacker)
    return table.order(attacker, *moves_of(World(table.truth)), Done())


TABLES: tuple[tuple[Callable[[], Table], str], ...] = (
    (lambda: contact_table("prepared-fire", "allied"), "allied"),
    (lambda: filmed("allied"), "german"),
    (lambda: contact_table("closing-fire", "german"), "german"),
    (lambda: contact_table("movement", "german"), "allied"),
)
"""An attacker who is asked, a defender before their film, one with closing fire, and one who is not asked."""


def test_every_route_page_and_form_reads_the_same_in_both_worlds(empty_database, tmp_path, capfd):
    """Sheets, previews and orders of the watched seat too; and no byte of it holds what is the enemy's alone."""
    pairs = (
        houses(table(), watched, "forms", empty_database, folder_in(tmp_path, n))
        for n, (table, watched) in enumerate(TABLES)
    )
    try_in_parts(pairs, PLAN, [PLAN])
    assert CANARY not in "".join(capfd.readouterr())


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(40))
def test_they_do_so_at_length(seed, empty_database, tmp_path, capfd):
    """The same with everything tried in one pair of houses."""
    table, watched = TABLES[seed % len(TABLES)]
    worlds, a, b = houses(table(), watched, seed, empty_database, tmp_path)
    assert try_houses(a, b, worlds, PLAN, [PLAN], random.Random(seed)) >= STATUSES
    assert not untried(a)
    assert CANARY not in "".join(capfd.readouterr())


@pytest.mark.faults
def test_neither_a_fault_nor_its_line_in_the_log_holds_what_is_hidden(empty_database, tmp_path, capfd, monkeypatch):
    """Where the rules themselves fail, in the midst of the truth."""

    def fails(game: Any, state: Any, *_: Any, **__: Any) -> None:
        raise RuntimeError(repr(state))

    _, a, b = houses(contact_table("prepared-fire", "allied"), "allied", 1, empty_database, tmp_path)
    monkeypatch.setattr("service.matches.match_queue.umpire.take_up", fails)
    assert posted(a, b, [{"kind": "done"}]).startswith("202")
    pass_time(a, b)
    same_houses(a, b, "with the match stopped", glance=True)
    logged = "".join(capfd.readouterr())
    assert "RuntimeError" in logged and CANARY not in logged


def test_public_dice_that_are_shown_to_whoever_orders_something_meanwhile_are_found(
    monkeypatch, empty_database, tmp_path
):
    """The planted leak: a seat is shown the public dice that have fallen whenever its log grows."""
    monkeypatch.setattr("service.store.match_columns.seen_by", lambda outcome, seat: len(outcome.journal))
    a, b, orders = sealed_pair(empty_database, tmp_path, release="fixed_delay")
    posted(a, b, [*orders, {"kind": "done"}])
    with pytest.raises(Leak, match="dice differs"):
        rng = random.Random(1)
        while state_of(a).waiting:
            answer(a, rng)
            posted(a, b, [{"kind": "attend", "attendance": "present"}])
            same_houses(a, b, "having ordered something", glance=True)
