"""What recording and serving a match share: a context with the games, and dice of which nothing but the number counts.

So one recorded match can be played again in many.
"""

from __future__ import annotations

from pathlib import Path

from bench.peers.hexwar import HEXWAR
from service.engine.dice import Dice, Seeds
from service.games.shelf import GAMES
from service.matches import Context, opening
from service.matches.rate_limits import Most, RateLimits
from service.settings import Settings
from service.store import Store
from service.store.saved import MatchFacts

UNLIMITED = dict.fromkeys(("orders", "anytime", "socket", "sign-in", "account"), "100000000 per minute")
"""Limits that no load reaches."""
PLENTY = 1_000_000


def throw_alike() -> None:
    """Let every match of this process throw the same dice, whatever its id, and no seat add a share to them."""
    seeds = Seeds(b"\1" * 32, b"\2" * 32, 200)
    MatchFacts.dice = lambda self: Dice("bench", seeds)  # type: ignore[method-assign]
    opening.Dice = lambda match, _: Dice("bench", seeds)  # type: ignore[misc,assignment]
    opening.given_shares = lambda *_, **__: ()  # type: ignore[assignment]


def settings_for(folder: Path, url: str | None, port: int = 0) -> Settings:
    """As a house runs, but that nothing is put off or limited: the pace is none."""
    return Settings(
        data=folder, database_url=url, limits=UNLIMITED, port=port, open_sign_up=True, pace=0.0, bots=False,
        lists_waiting_per_seat=PLENTY, matches_per_account=PLENTY, matches_per_guest=PLENTY, connections=5_000,
        connections_per_address=5_000, sockets_per_seat=PLENTY, sockets_per_account=PLENTY, sockets_per_address=PLENTY,
    )  # fmt: skip


def context_for(settings: Settings) -> Context:
    return Context(
        Store(settings.url, {**GAMES, "hexwar": HEXWAR}), rate_limits=RateLimits(settings.limits), pace=settings.pace,
        most=Most(
            matches=PLENTY, guest_matches=PLENTY, sockets=PLENTY, sockets_of_account=PLENTY, sockets_from=PLENTY,
            lists=PLENTY,
        ),
    )  # fmt: skip
