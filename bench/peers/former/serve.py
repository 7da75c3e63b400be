"""`python serve.py PORT FOLDER`: the product as it was at 7c6f1ea, which SITREP names a tree of, as it was served for its first bench.

It has the test game beside the shelf, dice that are alike in every match, limits that no load reaches, and one more
route, which opens matches. There an order is read, worked and answered by one transaction of its own.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

sys.path[:0] = [os.environ["SITREP"], str(Path(__file__).parent)]

import uvicorn  # noqa: E402
from hexwar import HEXWAR  # noqa: E402
from service import matches  # noqa: E402
from service.cli import config_of  # noqa: E402
from service.engine.dice import Dice, Seeds  # noqa: E402
from service.games.shelf import GAMES  # noqa: E402
from service.matches import Desk, opening  # noqa: E402
from service.matches.gate import Gate  # noqa: E402
from service.settings import Settings  # noqa: E402
from service.store import Store  # noqa: E402
from service.store.saved import MatchFacts  # noqa: E402

UNLIMITED = dict.fromkeys(("orders", "socket", "sign-in", "account", "sign-in-from"), "100000000 per minute")


def throw_alike() -> None:
    seeds = Seeds(b"\1" * 32, b"\2" * 32, 200)
    MatchFacts.dice = lambda self: Dice("bench", seeds)
    opening.Dice = lambda match, _: Dice("bench", seeds)
    opening.given_shares = lambda *_, **__: ()


def main() -> None:
    port, folder = int(sys.argv[1]), sys.argv[2]
    throw_alike()
    url = f"sqlite:///{folder}/sitrep.db"
    desk = Desk(Store(url, {**GAMES, "hexwar": HEXWAR}), gate=Gate(UNLIMITED))
    desk.store.migrate()
    settings = Settings(data=folder, database_url=url, limits=UNLIMITED, port=port, open_sign_up=True)
    guest = matches.make_guest(desk)
    token = matches.new_token(desk, guest) if hasattr(matches, "new_token") else matches.keys.new_token(desk, guest)
    config = config_of(settings, desk)
    config.port = port

    @config.app.post("/bench/open")
    def open_match(game: str, scenario: str) -> dict[str, Any]:
        opened = matches.open_match(desk, guest, game, scenario)
        with desk.store.look() as look:
            lengths = {seat: look.matches.log_length(opened.match_id, seat) for seat in desk.games[game].seats}
        return {"id": opened.match_id, "token": token, "versions": lengths, "cookies": {}}

    with desk.store.claimed():
        uvicorn.Server(config).run()


if __name__ == "__main__":
    main()
