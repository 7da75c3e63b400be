"""Plays all seats of one account: looks which of its matches wait for it, and lets a bot act there.

What there is to do it learns from the service, so it may be stopped and started at any time. What it logs says nothing
of what a seat knows or orders.
"""

from __future__ import annotations

import logging
import threading
import time
import traceback
from typing import Any

import httpx

from service.bots.campaign1776 import General
from service.bots.korsun import CorpsCommander
from service.bots.ndc import Commander
from service.bots.player import DONE, Fault, HouseAtFault, Player, ask, client, closable
from service.bots.random_player import RandomPlayer
from service.bots.skirmish import PlatoonLeader

SOON, LATE = 0.25, 2.0
"""Seconds between two looks: at first, and when nothing was to do for long."""
AFTER_A_FAULT = 600.0
"""Seconds until it looks again where the service met a fault of its own, if nothing was told there meanwhile."""
ACTS_IN_A_ROW = 30
"""In one match, before the others have their turn."""
FORGOTTEN_AFTER = 1_000
"""Players kept; one that comes back reads its log anew."""

said = logging.getLogger("sitrep.bots")


def player_for(http: httpx.Client, line: dict[str, Any], *, random: bool = False) -> Player:
    """The best player that there is for a match's game."""
    judges: dict[str, type[Player]] = {
        "ndc": Commander, "skirmish": PlatoonLeader, "korsun": CorpsCommander, "campaign1776": General,
    }  # fmt: skip
    if not random:
        code = ask(http, "GET", f"/api/v1/games/{line['game']}").raise_for_status().json()["code"]
        if code in judges:
            return judges[code](http, line["match_id"], line["seat"])
    return RandomPlayer(http, line["match_id"], line["seat"], seed=time.time_ns(), strict=False)


class Host:
    """Plays the seats of the account whose token it has, until it is told to stop."""

    def __init__(self, base_url: str, token: str, *, random: bool = False) -> None:
        self.http = client(base_url, token=token)
        self.random = random
        self.players: dict[tuple[str, str], Player] = {}
        self.stopped: dict[tuple[str, str], tuple[Any, float]] = {}
        self.is_asked = False
        """Whether it is asked anywhere, though it may wait there for what comes of its last orders."""
        self.stopping = threading.Event()
        self.thread: threading.Thread | None = None

    # ---- a thread of its own, beside a server

    def start(self) -> None:
        """Begin to play, in a thread that ends with the process."""
        self.thread = threading.Thread(target=self.run, name="bots", daemon=True)
        self.thread.start()

    @property
    def is_running(self) -> bool:
        """Whether its thread looks for what to play."""
        return self.thread is not None and self.thread.is_alive() and not self.stopping.is_set()

    def stop(self, wait: float = 2.0) -> None:
        """Ask it to stop; what it is sending at this moment is still sent."""
        self.stopping.set()
        if self.thread is not None:
            self.thread.join(wait)

    # ---- playing

    def run(self) -> None:
        """Look and play until it is told to stop."""
        pause = SOON
        while not self.stopping.is_set():
            try:
                busy = self.round()
            except HouseAtFault as fault:
                said.error("the bots stop for %.0f seconds: %s", AFTER_A_FAULT, fault)
                self.stopping.wait(AFTER_A_FAULT)
                continue
            except (httpx.HTTPError, Fault, ValueError) as fault:
                if not self.stopping.is_set():  # else the server that it plays beside has gone, as it was asked to
                    said.warning("the bots cannot see their matches: %s", type(fault).__name__)
                busy = False
            pause = SOON if busy or self.is_asked else min(LATE, pause * 1.2)
            if not busy:
                self.stopping.wait(pause)
        self.http.close()

    def round(self) -> bool:
        """One look at what waits, and some acts in each match; whether anything was done."""
        answer = ask(self.http, "GET", "/api/v1/matches", waits=3, rest=self.stopping.wait, params={"asked": "true"})
        if answer.status_code == httpx.codes.UNAUTHORIZED:
            said.error("the bots' token is not known here, or no longer")
            self.stopping.set()
            return False
        lines: list[dict[str, Any]] = answer.raise_for_status().json()
        while (further := answer.links.get("next", {}).get("url")) is not None:
            answer = ask(self.http, "GET", further, waits=3, rest=self.stopping.wait)
            lines += answer.raise_for_status().json()
        playable = [line for line in lines if not self.is_stopped(line)]
        self.is_asked = bool(playable)
        return sum(self.act_at(line) for line in playable) > 0

    def is_stopped(self, line: dict[str, Any]) -> bool:
        """Whether the service met a fault of its own at this seat, and nothing is different there since."""
        before, until = self.stopped.get((line["match_id"], line["seat"]), (None, 0.0))
        return before == line and time.monotonic() < until

    def act_at(self, line: dict[str, Any]) -> bool:
        """Some acts at one seat, if any. What goes wrong there keeps no other match waiting, nor this one for ever."""
        place = (line["match_id"], line["seat"])
        player = self.players.get(place)
        if player is None:
            if len(self.players) >= FORGOTTEN_AFTER:
                self.players.clear()
            player = self.players[place] = player_for(self.http, line, random=self.random)
            player.rest = self.stopping.wait
        acted = False
        for _ in range(ACTS_IN_A_ROW):
            try:
                if self.stopping.is_set() or not player.act():
                    return acted
                acted = True
            except HouseAtFault:
                said.error("the bot stops at match %s: the service has met a fault of its own there", place[0])
                self.stopped[place] = (line, time.monotonic() + AFTER_A_FAULT)
                return acted
            except (httpx.HTTPError, Fault) as fault:
                if not self.stopping.is_set():
                    said.warning("the bot waits at match %s: %s", place[0], type(fault).__name__)
                self.stopping.wait(SOON)
                return acted
            except Exception as fault:
                # A judgement that fails must not keep a person waiting: this heading is closed, the match goes on.
                where = "".join(traceback.format_tb(fault.__traceback__)[-1:])
                said.error("the bot failed at match %s: %s\n%s", place[0], type(fault).__name__, where)
                self.players.pop(place)
                self.close(player)
                return True
        return acted

    def close(self, player: Player) -> None:
        """Close the heading at which a seat is asked."""
        try:
            offers, tag = player.look()
            if closable(offers):
                player.send([dict(DONE)], tag)
        except (httpx.HTTPError, Fault) as fault:
            said.warning("the bot waits at match %s: %s", player.match_id, type(fault).__name__)
