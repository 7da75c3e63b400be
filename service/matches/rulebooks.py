"""A game by its name, and where its rules can be read: each game's book has a page, and each rule an anchor on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from schemas import wire
from service.engine.data import ID, UnfitData
from service.engine.game import AnyGame
from service.engine.orders import Refusal
from service.engine.sentences import Sentence, plain_text
from service.matches.context import Context
from service.matches.errors import NotFound, RulesRefuse


def game_of(context: Context, address: str) -> AnyGame:
    """The game of this name on the shelf, or as it is played by a set of data that this server keeps: `name@id`.

    Raises NotFound.
    """
    name, at, data = address.partition("@")
    if name not in context.games or (at and ID.fullmatch(data) is None):
        raise NotFound()
    try:
        return context.store.game(name, data)
    except (LookupError, UnfitData):
        raise NotFound() from None


def rules_url(game: AnyGame) -> str:
    """The page of the game's rules, as an address of this server."""
    return f"/games/{game.address}/rules"


def rule_url(game: AnyGame, rule: str) -> str | None:
    """The place of one rule on that page; None where the book does not have it, as for rules of the server itself."""
    return f"{rules_url(game)}#{rule}" if rule in game.rulebook().rules else None


def refusal_on_the_wire(
    game: AnyGame, refusal: Refusal, in_words: Callable[[Sentence], str] = plain_text
) -> wire.Refusal:
    """A refusal as clients have it, wherever they meet one.

    `in_words` makes of what the rules say the plain text of whoever is refused.
    """
    return wire.Refusal(
        detail=in_words(refusal.said), rule=refusal.rule, rule_url=rule_url(game, refusal.rule),
        code=refusal.code or None, index=refusal.index,
    )  # fmt: skip


def rules_refuse(
    game: AnyGame, refusal: Refusal, in_words: Callable[[Sentence], str] = plain_text, **members: Any
) -> RulesRefuse:
    """A refusal as a problem, with the same members."""
    told = refusal_on_the_wire(game, refusal, in_words)
    more = told.model_dump(include={"rule_url", "code", "index"}, exclude_none=True)
    return RulesRefuse(refusal.said, rule=refusal.rule, in_words=in_words, **more, **members)
