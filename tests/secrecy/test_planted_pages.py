"""Leaks planted in the coach's note, on the printed sheet and in what is left over of a sheet: the trial of two servers
finds each of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from zlib import crc32

import pytest

from service.engine.sentences import say
from service.games.ndc.game import NDC
from tests.random_play import random_orders
from tests.secrecy.bustle import PAGES, alike, coached_alike, pass_time
from tests.secrecy.houses import MATCH, House, as_wire
from tests.secrecy.test_two_worlds_http import SECRET, STARTS, pair_of_houses
from tests.secrecy.worlds import Leak
from web.table import match_orders


@pytest.fixture
def enemy(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], int]:
    """A figure of how the enemy of a seat truly stands, on the server in which a page is being made."""
    serving: list[Any] = []

    def noting(honest: Any) -> Any:
        def noted(context: Any, *given: Any, **more: Any) -> Any:
            serving[:] = [context]
            return honest(context, *given, **more)

        return noted

    for made in ("web.table.pages.draft_of", "web.past.print_page.read"):
        module, name = made.rsplit(".", 1)
        monkeypatch.setattr(made, noting(getattr(__import__(module, fromlist=[name]), name)))

    def figure(seat: str) -> int:
        state = serving[0].store.read(MATCH).state
        stands = sorted((unit.hex or "", unit.to, unit.mode) for unit in state.units.values() if unit.side != seat)
        return crc32(repr(stands).encode())

    return figure


def test_a_coach_who_knows_where_the_enemy_is(monkeypatch, enemy, empty_database, tmp_path):
    """They advise the same, in words that go by the truth."""
    from web.table import coach_note

    honest = coach_note.coaching

    def coaching(saved, draft, left):
        found = honest(saved, draft, left)
        return replace(found, said=f"{found.said} {enemy(draft.reading.seat)}") if found and found.lesson else found

    monkeypatch.setattr(coach_note, "coaching", coaching)
    _, a, b = pair_of_houses(STARTS[0], 0, empty_database, tmp_path)
    with pytest.raises(Leak, match=r"^POST .*/coach.* differs"):
        coached_alike(a, b, SECRET)


@pytest.mark.soak
def test_a_coach_who_leads_to_where_the_enemy_is(monkeypatch, enemy, empty_database, tmp_path):
    """Their words are the same: what the page opens with is not."""
    from web.table import match_page

    honest = match_page.MatchPage.led_by_coach.fget

    def led(page):
        return honest(page) if enemy(page.seat) % 2 else None

    monkeypatch.setattr(match_page.MatchPage, "led_by_coach", property(led))
    start = ("intelligence", "su", "Soviet")
    with pytest.raises(Leak, match=rf"/matches/{MATCH}/Soviet"):
        for seed in range(8):
            folder = tmp_path / str(seed)
            folder.mkdir()
            _, a, b = pair_of_houses(start, seed, empty_database, folder)
            coached_alike(a, b, SECRET)


def test_a_printed_sheet_that_counts_what_is_hidden(monkeypatch, enemy, empty_database, tmp_path):
    """A line more under its order of battle."""
    from web.past import print_page

    honest = print_page.inks_of

    def inks_of(game, by_side):
        return (*honest(game, by_side), ("plain", f"and {enemy('Soviet')} more"))

    monkeypatch.setattr(print_page, "inks_of", inks_of)
    _, a, b = pair_of_houses(STARTS[0], 0, empty_database, tmp_path)
    assert "/paper" in PAGES
    with pytest.raises(Leak, match="/paper"):
        alike(a, b, "GET", f"{a.page}/paper")


def left_over(a: House, b: House) -> None:
    """The watched seat closes its step without what stands on its sheet, in both houses."""
    picture = a.context.store.read(MATCH).state.pictures[a.seat]
    [order, *_] = as_wire(NDC, random_orders(NDC, picture, random.Random(3), closing=0))
    for house in (a, b):
        assert house.client.put(f"{house.api}/sheet", json=[order]).status_code == 200
        pass_time(house)
        assert house.post(house.seat, [{"kind": "done"}]).startswith("202")
        pass_time(house)


def test_orders_left_over_that_say_who_was_in_their_way(monkeypatch, enemy, empty_database, tmp_path):
    """What was not sent in time is named alike in both houses, until its sentence goes by the truth."""
    _, a, b = pair_of_houses(STARTS[0], 0, empty_database, tmp_path)
    left_over(a, b)
    alike(a, b, "GET", a.page)
    assert "Not sent, as the time for it is over" in a.client.get(a.page).text
    honest = match_orders.MatchOrders.left_over.func

    def said(page):
        return [(*sentence, *say(f" {enemy(page.seat)}")) for sentence in honest(page)]

    monkeypatch.setattr(match_orders.MatchOrders, "left_over", property(said))
    with pytest.raises(Leak, match="differs"):
        alike(a, b, "GET", a.page)
