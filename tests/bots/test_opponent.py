"""The bot as an opponent: chosen when a match is opened, a client like any other, there again after a crash."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from service import matches
from service.bots.host import Host, player_for
from service.bots.player import Offer, Order, Player
from service.bots.player import client as http_client
from service.cli import cli, say_where
from service.matches import Context
from service.matches.bots import BOT_ACCOUNT
from service.matches.errors import Malformed
from tests.client import TestClient
from tests.service_fixtures import JSON, PATIENCE, bearer, caller, serving

SECRET = "kingfisher"
MOST_SECONDS = PATIENCE
"""Patience of a test on a busy machine; the bot itself looks four times a second."""


MOST_HEADINGS = 30
"""In which the next player turn begins: how often one is asked in the bot's turn hangs on how often it attacks."""


class Human:
    """A person at a seat of a served match, who closes every heading."""

    def __init__(self, http: httpx.Client, path: str) -> None:
        self.http, self.path = http, path

    def view(self) -> JSON:
        answer = self.http.get(f"{self.path}/view")
        assert answer.status_code == 200, answer.text
        found: JSON = answer.json()
        return found

    def when_asked(self) -> JSON:
        """The view, as soon as the opponent has had their word."""
        deadline = time.monotonic() + MOST_SECONDS
        while True:
            view = self.view()
            if view["where"]["asked"] or view["where"]["ended"]:
                return view
            assert time.monotonic() < deadline, f"the bot does not answer at {view['where']}"
            time.sleep(0.05)

    def done(self) -> JSON:
        view = self.when_asked()
        if not view["where"]["ended"]:
            answer = self.http.post(
                f"{self.path}/orders", json=[{"kind": "done"}], headers={"If-Match": f'"{view["version"]}"'}
            )
            assert answer.status_code in (202, 412), answer.text
        return view


def opened(http: Any, headers: dict[str, str], **asked: Any) -> Any:
    return http.post("/api/v1/matches", json={"game": "toy", "scenario": "yard", **asked}, headers=headers)


def test_the_bot_sits_opposite_by_an_account_of_its_own(context: Context, client: TestClient):
    anna = matches.make_guest(context)
    answer = opened(client, bearer(context, anna), seat="north", opponent="computer")
    assert answer.status_code == 201 and answer.json()["invitations"] == {}
    card = matches.match_card(context, anna, answer.json()["match_id"])
    assert card.seats == {"north": True, "south": True} and card.mine == ("north",)
    token = {"Authorization": f"Bearer {matches.bot_token(context)}"}
    [line] = client.get("/api/v1/matches", params={"asked": True}, headers=token).json()
    assert (line["match_id"], line["seat"]) == (card.match_id, "south")
    at_seat = client.get(f"/api/v1/matches/{card.match_id}/seats/north/view", headers=token)
    assert at_seat.status_code == 404, "the bot's token opens no seat but its own"


def test_who_plays_against_the_bot_says_which_seat_is_his(context: Context, client: TestClient):
    anna = matches.make_guest(context)
    assert opened(client, bearer(context, anna), opponent="computer").status_code == 422
    assert opened(client, bearer(context, anna), seat="north", opponent="god").status_code == 422
    with pytest.raises(Malformed):
        matches.open_match(context, anna, "toy", "yard", opponent="computer")


def test_who_invites_says_which_seat_is_his_and_who_names_neither_practises(context: Context, client: TestClient):
    headers = bearer(context, matches.make_guest(context))
    answer = opened(client, headers, opponent="invitation")
    assert answer.json()["errors"][0]["reason"] == "Say which seat is yours; the person you invite takes another."
    assert [opened(client, headers, **said).json()["seats"] for said in ({}, {"seat": "south"})] == [
        ["north", "south"], ["south"],
    ]  # fmt: skip


def test_practice_is_called_so_and_gives_all_seats_as_on_the_page(context: Context, client: TestClient):
    answer = opened(client, bearer(context, matches.make_guest(context)), seat="north", opponent="practice")
    assert (answer.status_code, answer.json()["seats"]) == (201, ["north", "south"])


def test_a_match_against_the_bot_is_made_ready_once(context: Context):
    (seat, first), (_, second) = (matches.practice_against_bot(context, "toy", "yard") for _ in "ab")
    there = matches.seat_by_link(context, first)
    assert there.seat == seat == "north" and there.match_id == matches.seat_by_link(context, second).match_id
    links = matches.practice_links(context, "toy", "yard")
    assert matches.seat_by_link(context, links["north"]).match_id != there.match_id


def test_the_first_game_of_any_shelf_is_ready_for_practice(context: Context, capsys: pytest.CaptureFixture[str]):
    say_where(context, "http://127.0.0.1:8000")
    said = capsys.readouterr().out
    links = [link.strip() for link in re.findall(r"/seat/(\S+)", said)]
    assert [matches.seat_by_link(context, link).seat for link in links] == ["north", "south", "north"]


def test_only_matches_that_wait_for_one_s_word_are_listed_on_demand(context: Context, client: TestClient):
    anna = matches.make_guest(context)
    headers = bearer(context, anna)
    opened(client, headers, seat="north")
    for asked, seats in (("true", ["north"]), ("false", ["north"])):
        lines = client.get("/api/v1/matches", params={"asked": asked}, headers=headers).json()
        assert [line["seat"] for line in lines] == seats
    path = f"/api/v1/matches/{lines[0]['match_id']}/seats/north/orders"
    orders = [{"kind": "hide", "hex": "12"}, {"kind": "done"}]
    assert client.post(path, json=orders, headers={**headers, "If-Match": '"1"'}).status_code == 202
    assert client.get("/api/v1/matches", params={"asked": "true"}, headers=headers).json() == []


def test_the_bot_plays_any_game_against_a_person_to_the_end(app: Any, context: Context):
    """It answers within seconds, though it is a client like any other; a match of the toy game is over soon."""
    anna = matches.make_guest(context)
    with serving(app) as address:
        host = Host(address, matches.bot_token(context))
        host.start()
        try:
            with caller(address, headers=bearer(context, anna)) as http:
                match_id = opened(http, {}, seat="north", opponent="computer").json()["match_id"]
                human = Human(http, f"/api/v1/matches/{match_id}/seats/north")
                hexes = human.http.get(f"{human.path}/options").json()["options"]
                assert hexes
                for _ in range(60):
                    if human.done()["where"]["ended"]:
                        break
                else:
                    pytest.fail("the match does not end")
        finally:
            host.stop()


def test_one_seat_is_played_from_the_command_line(app: Any, context: Context):
    """`sitrep bot URL TOKEN MATCH SEAT` plays to the end; for a match that is not the account's it says so."""
    anna = matches.make_guest(context)
    token = bearer(context, anna)["Authorization"].removeprefix("Bearer ")
    with serving(app) as address, ThreadPoolExecutor() as pool, http_client(address, token=token) as http:
        match_id = matches.open_match(context, anna, "toy", "yard").match_id
        other = player_for(http, {"game": "toy", "match_id": match_id, "seat": "south"})
        playing = pool.submit(other.play, patience=MOST_SECONDS)
        result = CliRunner().invoke(cli, ["bot", address, token, match_id, "north", "--random"])
        assert result.exit_code == 0, result.output
        playing.result()
        assert all(line.ended for line in matches.matches_of(context, anna))
        stranger = CliRunner().invoke(cli, ["bot", address, matches.bot_token(context), match_id, "north"])
        assert stranger.exit_code == 1 and "no such match" in stranger.output
        assert CliRunner().invoke(cli, ["bot", address, "guess"]).exit_code == 0, "an unknown token ends it"


def test_a_bot_that_fails_keeps_nobody_waiting(app: Any, context: Context, said: list[str]):
    """The heading is closed, and the log says neither what the bot knows nor what it wanted."""

    class Faulty(Player):
        def orders(self, offers: list[Offer]) -> list[Order]:
            raise ValueError(SECRET)

    anna = matches.make_guest(context)
    match_id = matches.open_match(context, anna, "toy", "yard", seat="north", opponent="computer").match_id
    with serving(app) as address:
        host = Host(address, matches.bot_token(context))
        host.players[match_id, "south"] = Faulty(host.http, match_id, "south")
        assert host.round()
        assert (match_id, "south") not in host.players
        host.http.close()
    assert matches.matches_of(context, matches.Account(BOT_ACCOUNT, None))[0].asked is False
    assert "the bot failed" in "".join(said) and SECRET not in "".join(said)


LINK = re.compile(r"^ +(\S+)  (http://127\.0\.0\.1:\d+)(/seat/\S+)$", re.MULTILINE)


PACE = "0.05"
"""Seconds from an acknowledgement to what comes of it; a server's own is one, and a bot waits it at each heading."""


def served(folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    """`sitrep serve` in a process of its own, and what it prints."""
    said = folder / f"said-{time.monotonic_ns()}.txt"
    with said.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "service", "serve"],
            stdout=out,
            stderr=subprocess.STDOUT,
            env={**os.environ, "SITREP_DATA": str(folder / "data"), "DATABASE_URL": "", "SITREP_PACE": PACE},
        )
    deadline = time.monotonic() + PATIENCE
    while len(LINK.findall(said.read_text())) < 3:
        assert process.poll() is None and time.monotonic() < deadline, said.read_text()
        time.sleep(0.05)
    return process, said.read_text()


def player_turn(view: JSON) -> list[str]:
    """The turn and the player turn in which somebody is asked: it ends when both have had their word in it."""
    titles = view["where"]["titles"]
    return titles[: 1 + next(place for place, title in enumerate(titles) if title.endswith("Player Turn"))]


@pytest.mark.soak
def test_after_a_crash_the_bot_goes_on_where_it_was(tmp_path: Path):
    """The third link of the one command; the service is killed in the bot's turn and started again."""
    process, said = served(tmp_path)
    try:
        seat, address, link = LINK.findall(said)[2]
        with caller(address) as browser:
            page = browser.get(link).headers["location"]
            human = Human(browser, f"/api/v1{page}".replace(f"/{seat}", f"/seats/{seat}"))
            before = [human.done() for _ in range(5)][-1]
            cookies = dict(browser.cookies)
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)
        process, said = served(tmp_path)
        _, address, link = LINK.findall(said)[2]
        with caller(address, cookies=cookies) as browser:
            assert browser.get(link).headers["location"] == page
            human.http = browser
            assert before["where"]["turn"] >= 1
            assert any(player_turn(human.done()) != player_turn(before) for _ in range(MOST_HEADINGS))
            others = browser.get(human.path.replace(f"/seats/{seat}", "/seats/US") + "/view").status_code
            assert others == (200 if seat == "US" else 401)
    finally:
        process.kill()
        process.wait(PATIENCE)


def test_the_bot_s_account_has_no_password_and_no_name(context: Context):
    matches.bot_token(context)
    with context.store.look() as look:
        account = look.accounts.by_id(BOT_ACCOUNT)
    assert account is not None and account.name is None and account.password is None
