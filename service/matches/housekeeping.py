"""Keeping a server: what its owner does with accounts and matches, on the page of the server or on the command line.

`by` is the owner of the server; None for whoever runs it, on its command line. Where the owner has a part in a match
that it is about, or sits beside an account, the page refuses, and the command line does it: all at the match are told
that whoever runs the server did it. What a list says of a match that goes on is no more than anybody could be told: its
game, when it was opened, and the day since when a hand-over is due.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path

from service.engine.seats import Seat
from service.matches.account_names import as_written, key_of
from service.matches.clocks import resume
from service.matches.context import Context
from service.matches.credentials import Account
from service.matches.errors import NotFound, NotNow, OwnPart
from service.matches.handover import make_way_in
from service.matches.leaving import Successor, end_account
from service.matches.seat_transfers import tell
from service.store import KeptAccount, KeptMatch, Work
from service.store.transfer import export_rows

REST = timedelta(days=30)
"""So long a match has to be over before it is pruned: its players look back at it meanwhile, and may take it along."""


NO_GUEST = (
    "No guest sits at this seat: it is free, or the computer's, or an account's. A member gets back in with a "
    "password; where that is lost, make a link that sets a new one, under Accounts on the page of the server or with "
    "`sitrep password NAME`."
)


# ---- accounts


def kept_accounts(context: Context, by: Account | None) -> list[KeptAccount]:
    """All who have an account with a name, by their names. Raises NotFound to any but the owner."""
    demand_owner(by)
    with context.store.look() as look:
        return look.keeping.accounts()


def block(context: Context, by: Account | None, name: str, *, blocked: bool = True) -> None:
    """Let an account in no more, or again: blocked it can sign in by nothing, and whoever was signed in is so no more.

    Its seats stay its own, and their clocks run; all who sit at its matches that go on are told. Raises NotFound,
    OwnPart; NotNow for the owner's own account, and where it is so already.
    """
    demand_owner(by)
    now = context.clock()
    with context.store.work() as work:
        account_id = _other(work, by, name, f"sitrep {'block' if blocked else 'unblock'} {name}")
        if not work.keeping.block(account_id, now if blocked else None):
            raise NotNow("This account is blocked already." if blocked else "This account is not blocked.")
        if blocked:
            work.accounts.end_sessions(account_id)
            work.accounts.end_tokens(account_id)
            work.accounts.end_links(account_id)
        told = sorted((one.match_id, one.seat) for one in work.matches.seats_of(account_id) if not one.ended)
        for match_id, seat in told:
            tell(work, match_id, seat, "blocked" if blocked else "unblocked", by.id if by else None, now)
    for match_id, _ in told:
        context.hub.nudge(match_id)
    context.hub.look_again(account_id)


def remove_account(context: Context, by: Account | None, name: str, successor: Successor) -> None:
    """End an account as its holder could, and all by which one comes in to it; its seats pass on, and all are told by
    whom. Raises NotFound, OwnPart; NotNow for the owner's own account.
    """
    demand_owner(by)
    with context.store.work() as work:
        account_id = _other(work, by, name, f"sitrep remove {name} --seats {successor}")
        told = end_account(context, work, account_id, successor, by=by.id if by else None, removed=True)
    for match_id in told:
        context.hub.nudge(match_id)
    context.hub.look_again(account_id)
    context.bell.set()


def _other(work: Work, by: Account | None, name: str, command: str) -> str:
    """The account of this name, which is not the owner's. Raises NotFound, NotNow, OwnPart."""
    account = work.accounts.by_name(key_of(as_written(name)))
    if account is None:
        raise NotFound()
    if account.owner:
        raise NotNow("That is the owner's account.")
    demand_no_part_beside(work, by, account.id, command)
    return account.id


def way_in(context: Context, by: Account | None, match_id: str, seat: Seat) -> str:
    """The secret of a link that leads the guest at a seat back there, once; all who sit at the match are told.

    Raises NotFound where there is no such match, NotNow where it has no such seat or no guest sits there, in the same
    words whoever else does, and OwnPart.
    """
    demand_owner(by)
    with context.store.work() as work:
        work.matches.hold(match_id)
        if work.matches.facts(match_id) is None:
            raise NotFound()
        demand_no_part(work, by, match_id, f"sitrep way-in {match_id} {seat}")
        if seat not in (seats := work.matches.holders(match_id)):
            raise NotNow(f"This match has no seat {seat}. Its seats are {' and '.join(sorted(seats))}.")
        try:
            token = make_way_in(context, work, match_id, seat, by.id if by else None)
        except NotFound:
            raise NotNow(NO_GUEST) from None
    context.hub.nudge(match_id)
    return token


# ---- matches


@dataclass(frozen=True)
class MatchLine:
    """A match in the list of whoever keeps the server, as `KeptMatch` has it; `named`: as addresses are.

    `due_since`: the day since when a hand-over is due; of a match in which the owner has a part, their own. `is_new`:
    nobody but who opened it has come, so that it can be deleted.
    """

    id: str
    named: str
    game: str
    scenario: str
    opened_at: datetime
    rules: str
    stopped: bool
    paused: bool
    ended_at: datetime | None
    due_since: date | None
    is_new: bool
    own: bool
    seats: tuple[Seat, ...]


def kept_matches(context: Context, by: Account | None) -> list[MatchLine]:
    """Every match, newest first. Raises NotFound to any but the owner."""
    demand_owner(by)
    with context.store.look() as look:
        own = look.keeping.sits_at(by.id) if by is not None else {}
        return [_line(context, look, by, one, own) for one in look.keeping.matches()]


def _line(
    context: Context, look: Work, by: Account | None, kept: KeptMatch, own: dict[str, datetime | None]
) -> MatchLine:
    has_part = by is not None and look.keeping.has_part(by.id, kept.id)
    due = own.get(kept.id) if has_part else kept.due_since
    game = context.games.get(kept.game)
    scenario = game.info.scenarios.get(kept.scenario) if game is not None else None
    return MatchLine(
        id=kept.id,
        named=f"{kept.game}/{kept.scenario}",
        game=game.info.title if game is not None else kept.game,
        scenario=scenario.title if scenario is not None else kept.scenario,
        opened_at=kept.opened_at,
        rules=kept.rules,
        stopped=kept.stopped,
        paused=kept.paused,
        ended_at=kept.ended_at,
        due_since=due.date() if due else None,
        is_new=kept.ended_at is None and never_began(look, kept.id, kept.opened_by),
        own=has_part,
        seats=tuple(game.info.seats) if game is not None else (),
    )


def rules_in_use(lines: list[MatchLine]) -> list[tuple[str, str, int]]:
    """Game, version of its rules, and how many matches go on under it."""
    counted = Counter((one.game, one.rules) for one in lines if one.ended_at is None)
    return [(game, rules, count) for (game, rules), count in sorted(counted.items())]


def never_began(look: Work, match_id: str, opened_by: str) -> bool:
    """Whether a seat is free that nobody has held, and nobody but who opened the match has ever sat at it."""
    holders = look.matches.holders(match_id)
    return None in holders.values() and not look.seatings.others_at(match_id, (opened_by,))


def delete_unbegun(context: Context, by: Account | None, match_id: str) -> None:
    """Delete a match that never began. Raises NotFound, and NotNow where it has."""
    demand_owner(by)
    with context.store.work() as work:
        work.matches.hold(match_id)
        facts = work.matches.facts(match_id)
        if facts is None:
            raise NotFound()
        if not never_began(work, match_id, facts.opened_by):
            raise NotNow("Somebody else has joined this match, so it has begun.")
        work.agreements.delete(match_id)
    context.hub.nudge(match_id)


def archive(context: Context, by: Account | None, match_id: str) -> Path:
    """Write a match that is over to a file of the server, as `sitrep import` reads it; it stays.

    Raises NotFound, NotNow.
    """
    demand_owner(by)
    with context.store.look() as look:
        _demand_over(look, match_id)
        found = export_rows(look.matches, match_id, lambda name, rows: None)
    return _written(context, match_id, json.dumps(found, ensure_ascii=False))


def prune(context: Context, by: Account | None, match_id: str) -> Path:
    """Archive a match that has been over for REST, and take it out of the database: its players see it no more.

    Raises NotFound, NotNow.
    """
    demand_owner(by)
    with context.store.look() as look:
        ended = next((one.ended_at for one in look.keeping.matches() if one.id == match_id), None)
    if ended is not None and ended > context.clock() - REST:
        raise NotNow(f"It has been over for less than {REST.days} days, and its players may still want to look back.")
    file = archive(context, by, match_id)
    with context.store.work() as work:
        work.matches.hold(match_id)
        _demand_over(work, match_id)
        work.agreements.delete(match_id)
    context.hub.nudge(match_id)
    return file


def prune_all(context: Context, by: Account | None) -> list[Path]:
    """Prune every match that has been over for REST; the files. Raises NotFound to any but the owner."""
    demand_owner(by)
    with context.store.look() as look:
        old = [one.id for one in look.keeping.matches() if one.ended_at and one.ended_at <= context.clock() - REST]
    return [prune(context, by, match_id) for match_id in old]


def let_go_on(context: Context, by: Account | None, match_id: str) -> None:
    """Let a match go on that has stopped for a fault. Raises NotFound, and NotNow where it has not."""
    demand_owner(by)
    with context.store.look() as look:
        if look.matches.facts(match_id) is None:
            raise NotFound()
    if not resume(context, match_id):
        raise NotNow("This match has not stopped.")


def _demand_over(look: Work, match_id: str) -> None:
    if look.matches.facts(match_id) is None:
        raise NotFound()
    if not look.matches.has_ended(match_id):
        raise NotNow("This match is not over.")


def _written(context: Context, match_id: str, text: str) -> Path:
    """The file of a match in the archive, which nobody else on the machine may read."""
    if context.archive is None:
        raise NotNow("This server has no folder to put files into.")
    context.archive.mkdir(mode=0o700, parents=True, exist_ok=True)
    file, new = context.archive / f"{match_id}.json", context.archive / f"{match_id}.json.new"
    new.touch(mode=0o600)
    new.write_text(f"{text}\n", encoding="utf-8")
    new.replace(file)
    return file


# ---- who may


def demand_owner(by: Account | None) -> None:
    """Raises NotFound to any but the owner of the server, and whoever runs it."""
    if by is not None and not by.owner:
        raise NotFound()


def demand_no_part(look: Work, by: Account | None, match_id: str, command: str) -> None:
    """Raises OwnPart where the owner sits at a match, or has been shown a seat of it."""
    if by is not None and look.keeping.has_part(by.id, match_id):
        raise OwnPart(command)


def demand_no_part_beside(look: Work, by: Account | None, account_id: str, command: str) -> None:
    """Raises OwnPart where the owner has a part in a match that goes on and at which this other account sits."""
    if by is not None and by.id != account_id and look.keeping.sits_beside(by.id, account_id):
        raise OwnPart(command)
