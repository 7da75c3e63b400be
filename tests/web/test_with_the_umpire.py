"""What a seat's page says while its orders are with the umpire, and when a fault has stopped the match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

import web.parts.render
from service import matches
from service.app import create_app
from service.engine.game import AnyGame
from service.matches import Context
from service.matches.clock import Clock
from service.matches.match_queue import work_off
from service.settings import Settings
from service.store import Store
from tests.client import TestClient
from tests.toy import Hide
from tests.web.conftest import Plain, sit

PACE = 2.0
WITH_THE_UMPIRE = "The umpire is at work"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def now() -> list[datetime]:
    """What the clock says."""
    return [datetime(2026, 11, 22, 12, tzinfo=UTC)]


@pytest.fixture
def context(settings: Settings, games: Mapping[str, AnyGame], now: list[datetime]) -> Iterator[Context]:
    """One whose orders wait for a worker, whom the test plays."""
    context = Context(Store(settings.url, games), pace=PACE, clock=lambda: now[0])
    yield context
    context.store.close()


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch, context: Context, now: list[datetime]) -> list[float]:
    """How long answers to plain forms have waited; meanwhile time passes, and the worker works."""
    found: list[float] = []
    clock = Clock(context)

    async def sleep(seconds: float) -> None:
        found.append(seconds)
        clock.go_round()
        now[0] += timedelta(seconds=seconds)
        clock.go_round()

    monkeypatch.setattr(web.parts.render.anyio, "sleep", sleep)
    return found


@pytest.fixture
def seats(settings: Settings, context: Context) -> dict[str, Plain]:
    """Both seats of a practice match, in one browser; the app's own clock does not run."""
    client = TestClient(create_app(settings, context))
    return {
        seat: sit(client, f"/seat/{token}") for seat, token in matches.practice_links(context, "toy", "yard").items()
    }


def match_of(player: Plain) -> str:
    return player.path.split("/")[2]


def nudged(player: Plain, **shown: Any) -> Any:
    """What a nudged page fetches that shows this."""
    query = {"live": "1", "written": "0", "settles": "", "stopped": "", **shown}
    return player.client.get(player.path, params=query, headers=HTMX)


def sent(player: Plain) -> str:
    """A form sent by HTMX."""
    player.look()
    return str(player.client.post(f"{player.path}/orders", data=player.form("/orders", done="1"), headers=HTMX).text)


def test_the_page_says_that_the_orders_are_with_the_umpire_until_there_is_news(
    seats: dict[str, Plain], context: Context, now: list[datetime]
):
    north, south = seats["north"], seats["south"]
    sent(south)
    work_off(context, match_of(north))
    now[0] += timedelta(hours=1)
    north.look()
    assert WITH_THE_UMPIRE not in north.page
    page = sent(north)
    assert WITH_THE_UMPIRE in page and "This step is closed." in page
    assert WITH_THE_UMPIRE in north.look() and not north.asked
    assert WITH_THE_UMPIRE not in south.look(), "it is the business of nobody else"
    work_off(context, match_of(north))
    assert WITH_THE_UMPIRE not in north.look() and north.asked


def test_nothing_that_happens_elsewhere_ends_it_sooner_and_no_news_no_later(
    seats: dict[str, Plain], context: Context, now: list[datetime]
):
    """North has closed a step in which south is still to speak: nothing comes of it that north is told."""
    north, south = seats["north"], seats["south"]
    sent(north)
    work_off(context, match_of(north))
    sent(south)
    version = str(matches.version(context, matches.AtSeat(match_of(north), "north", "")))
    assert WITH_THE_UMPIRE in north.look()
    settles = north.page.split('name="settles" value="')[1].split('"')[0]
    assert float(settles) / 1000 == PACE + matches.LEEWAY
    assert nudged(north, after=version, settles=settles).status_code == 204
    now[0] += timedelta(seconds=PACE + matches.LEEWAY)
    assert WITH_THE_UMPIRE not in north.look(), "by then it would have been told"
    answer = nudged(north, after=version, settles=settles)
    assert answer.status_code == 200 and WITH_THE_UMPIRE not in answer.text
    assert "HX-Trigger" not in answer.headers, "nothing that it shows has changed"
    assert nudged(north, after=version).status_code == 204


def test_a_plain_form_shows_what_came_of_it_after_a_time_that_is_always_the_same(
    seats: dict[str, Plain], waits: list[float]
):
    north, south = seats["north"], seats["south"]
    north.look()
    north.write("hide", hex="12")
    assert not waits, "what only goes onto the sheet waits for nothing"
    north.send(done=True)
    assert WITH_THE_UMPIRE not in north.page
    south.look()
    south.send(done=True)
    north.look()
    assert north.asked and waits == [PACE + matches.LEEWAY] * 2


def fails(*_: Any) -> Any:
    raise RuntimeError("planted")
    yield


@pytest.mark.faults
def test_a_match_that_has_stopped_says_so_on_both_pages_in_the_same_words(
    seats: dict[str, Plain], context: Context, now: list[datetime], monkeypatch
):
    monkeypatch.setattr(Hide, "resolve", fails)
    north, south = seats["north"], seats["south"]
    north.look()
    north.write("hide", hex="12")
    version = str(matches.version(context, matches.AtSeat(match_of(north), "south", "")))
    sent(north)
    Clock(context).go_round()
    assert all("has stopped" not in player.look() for player in seats.values())
    now[0] += timedelta(minutes=1)
    asked = [player.look().split('id="asked"')[1].split("</section>")[0] for player in seats.values()]
    words = [text.split('id="asked-title"')[1] for text in asked]
    assert words[0] == words[1] and "This match has stopped because of a fault of the server." in words[0]
    assert "Nothing is lost" in words[0] and "planted" not in north.page
    assert nudged(south, after=version).status_code == 200, "a page that shows nothing of it yet"
    form = {"orders": "[]", "done": "1", "version": version, "key": "k"}
    answer = south.client.post(f"{south.path}/orders", data=form, headers=HTMX)
    assert answer.status_code == 409 and "This match has stopped" in answer.text
    at = matches.AtSeat(match_of(north), "north", "")
    assert matches.read(context, at).stopped
    with context.store.work() as work:
        assert work.queue.resume(at.match_id)
    assert "has stopped" not in south.look() and south.asked
