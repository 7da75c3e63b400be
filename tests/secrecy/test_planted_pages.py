"""Leaks planted in the coach's note and on the printed sheet: the trial of two houses finds each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from zlib import crc32

import pytest

from tests.secrecy.bustle import PAGES, alike, forms, forms_alike
from tests.secrecy.houses import MATCH, House
from tests.secrecy.test_two_worlds_http import SECRET, STARTS, pair_of_houses
from tests.secrecy.worlds import Leak


@pytest.fixture
def enemy(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], int]:
    """A figure of how the enemy of a seat truly stands, in the house in which a page is being made."""
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


def coached_alike(a: House, b: House) -> None:
    """What the trial asks for between calling the coach and sending them away."""
    coach = [place for place, (_, path, _) in enumerate(forms(a, [], [SECRET])) if path == f"{a.page}/coach"]
    forms_alike(a, b, [], [SECRET], slice(coach[0], coach[-1] + 1))


def test_a_coach_who_knows_where_the_enemy_is(monkeypatch, enemy, empty_database, tmp_path):
    """They advise the same, in words that go by the truth."""
    from web.table import coach_note

    honest = coach_note.coaching

    def coaching(saved, draft):
        found = honest(saved, draft)
        return replace(found, said=f"{found.said} {enemy(draft.reading.seat)}") if found and found.lesson else found

    monkeypatch.setattr(coach_note, "coaching", coaching)
    _, a, b = pair_of_houses(STARTS[0], 0, empty_database, tmp_path)
    with pytest.raises(Leak, match=r"^POST .*/coach.* differs"):
        coached_alike(a, b)


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
            coached_alike(a, b)


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
