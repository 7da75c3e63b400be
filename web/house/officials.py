"""The cards of the matches that somebody rules on or moderates: accounts that have no seat there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from service.matches import Context


class Officiated(Protocol):
    """What of a match its arbiter and its moderator both see."""

    @property
    def game(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def scenario(self) -> str: ...
    @property
    def data(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def agreed(self) -> bool: ...
    @property
    def ended(self) -> bool: ...


@dataclass(frozen=True, kw_only=True)
class OfficialCard:
    """A match on the first page of its arbiter or moderator; `needs`: what it asks of them."""

    href: str
    title: str
    game: str
    needs: str
    ended: bool


def official_card(context: Context, found: Officiated, href: str, needs: str = "") -> OfficialCard:
    """A match that leads to its page; it asks what it `needs` once they have agreed, and before that they do so."""
    title = scenario_title(context, found)
    return OfficialCard(
        href=href, title=found.name or title, game=f"{title} · {found.title}" if found.name else found.title,
        needs=needs if found.agreed else "You are asked to agree", ended=found.ended,
    )  # fmt: skip


def first_what_needs_them(cards: Iterable[OfficialCard]) -> list[OfficialCard]:
    """Those that ask something first, without those that are over."""
    return sorted((card for card in cards if not card.ended), key=lambda card: not card.needs)


def scenario_title(context: Context, found: Officiated) -> str:
    """What the scenario of a match is called; its id where its game no longer has it."""
    named = context.game(found.game, found.data).info.scenarios.get(found.scenario)
    return named.title if named is not None else found.scenario
