"""`python -m bench.peers.record GAME SCENARIO FILE`: a match of two house bots, recorded as a stream of orders that any
match with the same dice can play again.

Of each request: the seat, the orders, the version that it needs, and how long both logs are after it.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import httpx
from starlette.testclient import TestClient

from bench.peers.serving import context_for, settings_for, throw_alike
from service import matches
from service.app import create_app
from service.bots.host import player_for
from service.matches import credentials

Json = dict[str, Any]


def recorded(game: str, scenario: str, folder: Path) -> Json:
    settings = settings_for(folder, None)
    context = replace(context_for(settings), pace=None)  # what came of orders is there when they are answered
    context.store.migrate()
    guest = matches.make_guest(context)
    opened = matches.open_match(context, guest, game, scenario)
    seats = context.games[game].info.seats

    def lengths() -> list[int]:
        with context.store.look() as look:
            return [look.matches.log_length(opened.match_id, seat) or 0 for seat in seats]

    stream: list[Json] = []
    first = lengths()

    def heard(answer: httpx.Response) -> None:
        request = answer.request
        if request.method == "POST" and request.url.path.endswith("/orders") and answer.status_code == 202:
            stream.append({
                "seat": seats.index(request.url.path.split("/seats/")[1].split("/")[0]),
                "orders": json.loads(request.content),
                "if": int(request.headers["If-Match"].strip('"')),
                "after": lengths(),
            })  # fmt: skip

    with TestClient(create_app(settings, context, with_pages=False)) as http:
        http.headers["Authorization"] = f"Bearer {credentials.new_token(context, guest)}"
        http.event_hooks = {"request": [], "response": [heard]}
        lines: Sequence[Json] = [{"game": game, "match_id": opened.match_id, "seat": seat} for seat in seats]
        players = [player_for(cast(httpx.Client, http), line) for line in lines]
        while not all(player.ended for player in players):
            acted = [player.act() for player in players]
            if not any(acted) and any(player.ended for player in players):
                break
    return {"game": game, "scenario": scenario, "seats": seats, "first": first, "orders": stream}


def main() -> None:
    game, scenario, file = sys.argv[1:4]
    throw_alike()
    with tempfile.TemporaryDirectory() as folder:
        match = recorded(game, scenario, Path(folder))
    Path(file).write_text(json.dumps(match) + "\n")
    print(f"{game}: {len(match['orders'])} requests, {sum(len(one['orders']) for one in match['orders'])} orders")


if __name__ == "__main__":
    main()
