"""Thirteen leaks in the service, planted one at a time: what it can give away although the rules do not.

Each alters the program, and nothing of the tests: `PLANTS[name](monkeypatch)`. The first five were found by attacking
the service; the others are of kinds of their own: the size of an answer after compression, the order of a list, the
work done by a read, the state of a cache, the time of a heading, a draft, and the key of a request.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from datetime import timedelta
from functools import wraps
from importlib import import_module
from typing import Any

from sqlalchemy import func, update
from sqlmodel import col, select

from service.api import middleware
from service.engine import umpire, vocabulary
from service.engine.orders import Refusal
from service.matches import accounts, history, opening, order_lines
from service.matches.rate_limits import RateLimits
from service.store import SavedAnswer, tables
from service.store.matches import Matches

Planted = Callable[..., None]


def house(context: Any) -> int:
    """Which house a context is of: each request has one of its own."""
    return id(context.rate_limits)


# ---- found by attacking the service


def a_refusal_of_an_unlawful_order_that_peeks(monkeypatch: Any, truth: Callable[[], Any]) -> None:
    """What is refused anyhow is refused in other words where somebody really stands, by the `truth` of that world."""
    honest = umpire.accept

    @wraps(honest)
    def accept(game: Any, picture: Any, seat: str, orders: Any) -> Any:
        try:
            return honest(game, picture, seat, orders)
        except Refusal as refusal:
            named, state = repr(orders[refusal.index or 0]), truth()
            if any(repr(hex) in named for enemy in state.on_map(state.other(seat)) for hex in hexes_of(enemy)):
                raise Refusal(refusal.rule, f"{refusal.reason} It is held.", index=refusal.index) from None
            raise

    monkeypatch.setattr(umpire, "accept", accept)


def a_vocabulary_that_knows_a_hidden_unit(monkeypatch: Any, truth: Callable[[], Any]) -> None:
    """A line may name what really stands on the map, told or not, by the `truth` of that world."""

    def known(game: Any, picture: Any) -> Any:
        state = truth()
        there = {enemy.id: enemy.id for enemy in state.on_map(state.other(picture.side))}
        own = vocabulary.vocabulary(game, picture)
        return replace(own, names={**there, **own.names})

    monkeypatch.setattr(order_lines, "vocabulary", known)


def hexes_of(unit: Any) -> tuple[str, ...]:
    return tuple(getattr(unit, "hexes", None) or (unit.hex,))


def a_rate_limit_shared_by_both_seats(monkeypatch: Any) -> None:
    honest = RateLimits.admit

    def admit(self: RateLimits, what: str, who: str, knocks: int = 1) -> None:
        honest(self, what, who.split(" ")[0] if what in ("orders", "anytime", "socket") else who, knocks)

    monkeypatch.setattr(RateLimits, "admit", admit)


def a_list_of_matches_sorted_by_anybodys_activity(monkeypatch: Any) -> None:
    honest = Matches.seats_of

    def seats_of(self: Matches, account_id: str, *, asked: bool = False) -> list[Any]:
        j = tables.JournalEntry
        last = dict(self.session.execute(select(j.match_id, func.max(j.at)).group_by(j.match_id)).all())
        found = honest(self, account_id, asked=asked)
        return sorted(found, key=lambda line: last.get(line.match_id, line.opened_at), reverse=True)

    monkeypatch.setattr(Matches, "seats_of", seats_of)


def a_question_whose_time_the_enemy_moves(monkeypatch: Any) -> None:
    """`asked_at` is written anew whenever the match goes on."""
    honest = Matches.append

    def append(self: Matches, match: Any, outcome: Any, seat: Any, at: Any, **how: Any) -> int:
        version = honest(self, match, outcome, seat, at, **how)
        s = tables.Seat
        asked = update(s).where(col(s.match_id) == match.facts.id, col(s.asked)).values(asked_at=at)
        self.session.execute(asked.execution_options(synchronize_session=False))
        return version

    monkeypatch.setattr(Matches, "append", append)


def a_cache_of_the_past_without_the_seat_in_its_key(monkeypatch: Any) -> None:
    """A point of the past never changes: so it is kept, by match and number."""
    honest, kept = history.history, dict[Any, Any]()

    def remembered(context: Any, at: Any, number: int | None = None, **asked: Any) -> Any:
        key = (house(context), at.match_id, number)
        if number is None or asked:
            return honest(context, at, number, **asked)
        if key not in kept:
            kept[key] = honest(context, at, number)
        return kept[key]

    monkeypatch.setattr(history, "history", remembered)
    monkeypatch.setattr("web.past.pages.history", remembered)


# ---- of kinds of their own


def a_compression_that_goes_by_the_length_of_the_journal(monkeypatch: Any) -> None:
    """Who has long matches is answered faster, and in other sizes; every byte of what is unpacked is the same."""
    honest = middleware.Compression.__call__

    async def call(self: Any, scope: Any, receive: Any, send: Any) -> None:
        found = scope["path"].partition("/matches/")[2].split("/")[0]
        if found:
            context = scope["app"].state.context
            with context.store.look() as look:
                m = tables.Match
                length = look.session.exec(select(m.journal_length).where(m.id == found)).first() or 0
            self.compresslevel = 1 + length % 9
        await honest(self, scope, receive, send)

    monkeypatch.setattr(middleware.Compression, "__call__", call)


def seats_in_the_order_in_which_they_were_last_looked_at(monkeypatch: Any) -> None:
    """Who has looked at their pages last stands first on the card of the match."""
    honest_seat, honest_card = accounts.at_seat, opening.match_card
    looked: dict[tuple[int, str], list[str]] = {}

    def at_seat(context: Any, credentials: Any, match_id: str, seat: str) -> Any:
        found = honest_seat(context, credentials, match_id, seat)
        order = looked.setdefault((house(context), match_id), [])
        order[:] = [seat, *(other for other in order if other != seat)]
        return found

    def match_card(context: Any, account: Any, match_id: str) -> Any:
        card = honest_card(context, account, match_id)
        order = looked.get((house(context), match_id), [])
        seats = sorted(card.seats, key=lambda seat: order.index(seat) if seat in order else len(order))
        return replace(card, **{
            name: {seat: getattr(card, name)[seat] for seat in seats} for name in ("seats", "holders")
        })  # fmt: skip

    for where in ("service.matches.at_seat", "service.matches.accounts.at_seat", "web.parts.dependencies.at_seat"):
        monkeypatch.setattr(where, at_seat)
    for where in ("service.matches.match_card", "web.house.lobby.match_card"):
        monkeypatch.setattr(where, match_card)


def a_log_that_goes_through_the_whole_journal(monkeypatch: Any) -> None:
    """Each report is looked up where it happened, in a journal that is as long as what nobody was told makes it."""
    honest = Matches.log

    def log(self: Matches, match_id: str, seat: str, game: Any, after: int, limit: int, kind: Any = None) -> Any:
        told = [event for event in self.journal(match_id, game) if event.kind == "told"]
        found = honest(self, match_id, seat, game, after, limit, kind)
        assert all(one is not None for one in told)
        return found

    monkeypatch.setattr(Matches, "log", log)


def a_cache_that_the_enemys_orders_empty(monkeypatch: Any) -> None:
    """What was looked back at is kept, rightly by match and seat, until the match has gone on, by whomever."""
    honest, kept = history.look_back, dict[Any, Any]()

    def look_back(look: Any, at: Any, game: Any, begun: int, until: int) -> Any:
        m = tables.Match
        now = look.session.exec(select(m.version).where(m.id == at.match_id)).one()
        key = (id(look.session.get_bind().engine), at.match_id, at.seat, begun, until)
        if key not in kept or kept[key][0] != now:
            kept[key] = now, honest(look, at, game, begun, until)
        return deepcopy(kept[key][1])

    monkeypatch.setattr(import_module("service.matches.history"), "look_back", look_back)


def a_time_that_begins_anew_with_whatever_happens_meanwhile(monkeypatch: Any) -> None:
    """The end of the time of a heading is counted from the last word of either side, not from its beginning."""
    honest = Matches.append

    def append(self: Matches, match: Any, outcome: Any, seat: Any, at: Any, **how: Any) -> int:
        m, j = tables.Match, tables.JournalEntry
        due = self.due_at(match.facts.id)
        version = honest(self, match, outcome, seat, at, **how)
        if seat is not None and due is not None and self.due_at(match.facts.id) == due:
            opened = select(j.event).where(j.match_id == match.facts.id, j.kind == "window-opened")
            began = self.session.exec(opened.order_by(col(j.number).desc())).first()
            seconds = json.loads(began or "{}")["seconds"]
            anew = update(m).where(col(m.id) == match.facts.id).values(due_at=at + timedelta(seconds=seconds))
            self.session.execute(anew.execution_options(synchronize_session=False))
        return version

    monkeypatch.setattr(Matches, "append", append)


def a_card_that_says_who_has_something_on_his_sheet(monkeypatch: Any) -> None:
    """A match bears a star while the other side is writing orders."""
    honest = opening.match_card

    def match_card(context: Any, account: Any, match_id: str) -> Any:
        card = honest(context, account, match_id)
        with context.store.look() as look:
            drafts = [look.matches.sheet(match_id, seat).orders for seat in card.seats if seat not in card.mine]
        return replace(card, name=f"{card.name or ''}{'*' * sum(draft != '[]' for draft in drafts)}")

    for where in ("service.matches.match_card", "web.house.lobby.match_card"):
        monkeypatch.setattr(where, match_card)


def keys_that_both_seats_share(monkeypatch: Any) -> None:
    """A key under which the one has sent something is taken for the other too."""

    def answer(self: Matches, match_id: str, seat: str, key: str) -> SavedAnswer | None:
        kept = tables.Answer
        row = self.session.exec(select(kept).where(kept.match_id == match_id, kept.key == key)).first()
        return SavedAnswer(row.asked, row.accepted) if row else None

    monkeypatch.setattr(Matches, "answer", answer)


PLANTS: dict[str, Planted] = {
    planted.__name__: planted
    for planted in (
        a_refusal_of_an_unlawful_order_that_peeks,
        a_vocabulary_that_knows_a_hidden_unit,
        a_rate_limit_shared_by_both_seats,
        a_list_of_matches_sorted_by_anybodys_activity,
        a_question_whose_time_the_enemy_moves,
        a_cache_of_the_past_without_the_seat_in_its_key,
        a_compression_that_goes_by_the_length_of_the_journal,
        seats_in_the_order_in_which_they_were_last_looked_at,
        a_log_that_goes_through_the_whole_journal,
        a_cache_that_the_enemys_orders_empty,
        a_time_that_begins_anew_with_whatever_happens_meanwhile,
        a_card_that_says_who_has_something_on_his_sheet,
        keys_that_both_seats_share,
    )
}
