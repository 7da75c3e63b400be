"""Thirteen planted leaks of which the rules are innocent (`plants`), one at a time: the trials find every one."""

from __future__ import annotations

import random

import pytest

from tests.secrecy import skirmish_beginnings
from tests.secrecy.bustle import bustle, forms_alike
from tests.secrecy.bustle import refused_alike as refused_before_anything_is_read
from tests.secrecy.houses import MATCH, same_houses
from tests.secrecy.plants import (
    PLANTS,
    a_refusal_of_an_unlawful_order_that_peeks,
    a_time_that_begins_anew_with_whatever_happens_meanwhile,
    a_vocabulary_that_knows_a_hidden_unit,
    keys_that_both_seats_share,
)
from tests.secrecy.test_skirmish_http import PLAN, posted, sealed_pair
from tests.secrecy.test_two_worlds import started
from tests.secrecy.test_two_worlds_http import SECRET, STARTS, pair_of_houses
from tests.secrecy.trial import Tally, refused_alike
from tests.secrecy.worlds import Leak, World, mutated

BOTH_GAMES = pytest.mark.parametrize(
    ("world", "seat"),
    [
        (lambda: started("movement", "su", 1), "Soviet"),
        pytest.param(lambda: skirmish_beginnings.in_contact("movement", "allied"), "allied", marks=pytest.mark.soak),
    ],
    ids=["ndc", "skirmish"],
)


@BOTH_GAMES
def test_a_refusal_of_an_unlawful_order_that_peeks(world, seat, monkeypatch, peeking):
    a_refusal_of_an_unlawful_order_that_peeks(monkeypatch, peeking)
    with pytest.raises(Leak, match="replies differ"):
        for luck in range(40):
            tried_wrongly(world(), seat, luck)


@BOTH_GAMES
def test_a_vocabulary_that_knows_a_hidden_unit(world, seat, monkeypatch, peeking):
    """What is a word is read as an order that is refused, and what is none is not understood."""
    a_vocabulary_that_knows_a_hidden_unit(monkeypatch, peeking)
    with pytest.raises(Leak, match="order lines are read differently"):
        for luck in range(20, 100):
            tried_wrongly(world(), seat, luck)


def tried_wrongly(world: World, seat: str, luck: int) -> None:
    rng = random.Random(luck)
    if (other := mutated(world, seat, rng)) is not None:
        refused_alike(world, other, seat, rng, Tally(), "wrongly", 20)


AT_THE_DOORS = {
    "a_list_of_matches_sorted_by_anybodys_activity": "/ differs|/api/v1/matches differs",
    "a_question_whose_time_the_enemy_moves": "/ differs",
    "a_cache_of_the_past_without_the_seat_in_its_key": "history.at=1 differs",
    "a_compression_that_goes_by_the_length_of_the_journal": "content-length",
    "seats_in_the_order_in_which_they_were_last_looked_at": f"/matches/{MATCH} differs",
    "a_log_that_goes_through_the_whole_journal": "to_event",
    "a_cache_that_the_enemys_orders_empty": "statements",
    "a_card_that_says_who_has_something_on_his_sheet": f"/matches/{MATCH} differs",
}
"""What the trial says when it has found each of them: where it looked, or what differed there."""
LONG = {
    "a_question_whose_time_the_enemy_moves", "a_cache_of_the_past_without_the_seat_in_its_key",
    "seats_in_the_order_in_which_they_were_last_looked_at", "a_card_that_says_who_has_something_on_his_sheet",
    "a_log_that_goes_through_the_whole_journal",
}  # fmt: skip
"""They show as one of the others does, in a page or in the work that was done: for the long run."""
REMEMBERED = {
    "a_cache_of_the_past_without_the_seat_in_its_key", "a_cache_that_the_enemys_orders_empty",
    "seats_in_the_order_in_which_they_were_last_looked_at",
}  # fmt: skip
"""What was looked at before is remembered: these show to one who has looked at the start."""
SHARED = "a_rate_limit_shared_by_both_seats"
"""It shows in what orders are answered."""


@pytest.mark.parametrize(
    "planted",
    [pytest.param(one, marks=[pytest.mark.soak] if one in LONG else []) for one in (*AT_THE_DOORS, SHARED)],
)
def test_a_leak_that_shows_when_the_other_side_was_busy(planted, monkeypatch, empty_database, tmp_path):
    """The trial of two servers, as far as it takes."""
    PLANTS[planted](monkeypatch)
    worlds, a, b = pair_of_houses(STARTS[0], 0, empty_database, tmp_path)
    if planted in REMEMBERED:
        same_houses(a, b, "at the start", glance=True, past=2)
    bustle(a, SECRET)
    with pytest.raises(Leak, match=AT_THE_DOORS.get(planted, "429")):
        if planted == SHARED:
            refused_before_anything_is_read(a, b, worlds, random.Random(0))
        same_houses(a, b, "after the other side was busy in one world only", glance=True)


@pytest.mark.soak
def test_a_time_that_begins_anew_with_whatever_happens_meanwhile(monkeypatch, empty_database, tmp_path):
    """The attacker reads when the results of their moves are due, while the defender is busy in one of two servers."""
    a_time_that_begins_anew_with_whatever_happens_meanwhile(monkeypatch)
    a, b, orders = sealed_pair(empty_database, tmp_path, release="fixed_delay")
    posted(a, b, [*orders, {"kind": "done"}])
    same_houses(a, b, "with sealed moves", glance=True)
    bustle(a, PLAN, seconds=90)
    with pytest.raises(Leak, match="allied differs"):
        same_houses(a, b, "while the time runs", glance=True)


def test_keys_that_both_seats_share(monkeypatch, empty_database, tmp_path):
    """The watched seat gives an order under a key that the other side has used in one of two servers."""
    keys_that_both_seats_share(monkeypatch)
    _, a, b = pair_of_houses(STARTS[0], 0, empty_database, tmp_path)
    bustle(a, SECRET)
    with pytest.raises(Leak, match=r"^POST .*once.* differs"):
        forms_alike(a, b, [], [SECRET])


def test_every_leak_is_looked_for():
    alone = {
        a_refusal_of_an_unlawful_order_that_peeks, a_time_that_begins_anew_with_whatever_happens_meanwhile,
        keys_that_both_seats_share, a_vocabulary_that_knows_a_hidden_unit,
    }  # fmt: skip
    assert set(PLANTS) == {*AT_THE_DOORS, SHARED, *(planted.__name__ for planted in alone)}
