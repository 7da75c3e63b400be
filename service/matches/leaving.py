"""Leaving a server: all that is kept of an account, as a file, and the account's end."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Literal

from service.engine.seats import Seat
from service.matches import dice_proof
from service.matches.context import AtSeat, Context
from service.matches.credentials import Account, sessions, tokens
from service.matches.moderators import leave
from service.matches.new_passwords import confirm_password
from service.matches.seat_transfers import SeatChangeKind, pass_on
from service.matches.who_sits import BOT_ACCOUNT
from service.store import HeldSeat, SavedAccount, Work

FORMAT = 1
IN_MEMORY, PIECE = 2**20, 2**16
"""Bytes of a file of one's own that are kept in memory, before it goes to the disk; and that are sent at once."""
EVERY_MESSAGE = 2**31 - 1
Successor = Literal["computer", "open"]
"""What becomes of the seats that one leaves in matches with others: the computer plays on, or they are free."""
SUCCESSORS: Mapping[Successor, str] = {
    "computer": "The computer plays on at my seats",
    "open": "My seats are free: who sits at the match invites somebody, and the owner of the server confirms them",
}


# ---- a file of one's own


def own_data(context: Context, account: Account, password: str, *, client_address: str = "") -> Iterator[bytes]:
    """All that is kept of an account, as JSON in UTF-8, piece by piece: who it is, its keys (not the secrets), its mail
    address, and each of its seats as `dice_proof.export` has it: what the seat's log has told, with its sheet, what was
    said to it and by it, and its notes.

    All is read before the first piece is given out. Raises WrongPassword, TooOften.
    """
    confirm_password(context, account, password, client_address)
    # Whoever reads the last piece closes it.
    file = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115
    for piece in _pieces(context, account):
        file.write(piece.encode())
    file.seek(0)
    return _read_out(file)


def _read_out(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while piece := file.read(PIECE):
            yield piece


def _pieces(context: Context, account: Account) -> Iterator[str]:
    with context.store.look() as look:
        about, seats = _about(context, look, account), look.matches.seats_of(account.id)
    yield json.dumps({"format": FORMAT, **about}, ensure_ascii=False)[:-1] + ', "seats": ['
    for number, seat in enumerate(seats):
        yield (", " if number else "") + json.dumps(_of_seat(context, account, seat), ensure_ascii=False)
    yield "]}\n"


def _about(context: Context, look: Work, account: Account) -> dict[str, Any]:
    row = look.accounts.by_id(account.id)
    channel = look.notices.channel_of(account.id)
    webhook = look.notices.channel_of(account.id, kind="webhook")
    return {
        "account": {
            "id": account.id,
            "name": account.name,
            "owner": account.owner,
            "zone": account.zone,
            "made_at": _plain(row.made_at if row else None),
        },
        "mail": None
        if channel is None
        else {
            name: _plain(value)
            for name, value in vars(channel).items()
            if name not in ("id", "account_id", "match_id", "seat", "secret", "kind")
        },
        "webhook": webhook.address if webhook is not None else None,
        "tokens": [
            {"label": token.label, "scope": token.scope, "made_at": _plain(token.made_at)}
            for token in tokens(context, account)
        ],
        "sessions": [
            {"device": one.device, "match_id": one.match_id, "seat": one.seat, "made_at": _plain(one.made_at)}
            for one in sessions(context, account)
        ],
        "coaching": [
            {"game": game, "seat": seat, "wanted": kept.wanted, "met": list(kept.met)}
            for game, seat, kept in look.accounts.all_coaching(account.id)
        ],
        "arbiter": [
            {"match_id": match_id, "agreed_at": _plain(at)}
            for match_id, at in look.agreements.arbitrated_by(account.id).items()
        ],
        "moderator": look.moderators.moderated_by(account.id),
        "shown": [
            {"match_id": match_id, "seat": seat, "held": held, "at": _plain(at)}
            for match_id, seat, held, at in look.seatings.all_shown(account.id)
        ],
    }


def _of_seat(context: Context, account: Account, seat: HeldSeat) -> dict[str, Any]:
    at = AtSeat(seat.match_id, seat.seat, account.id)
    with context.store.look() as look:
        sheet = look.matches.sheet(seat.match_id, seat.seat)
        talk = look.talk.messages(seat.match_id, seat.seat, 0, EVERY_MESSAGE)
        notes = look.talk.notes(seat.match_id, seat.seat)
    return {
        "name": seat.name,
        "opened_at": _plain(seat.opened_at),
        "sheet": [*json.loads(sheet.orders), *json.loads(sheet.left_over)],
        "talk": [{**vars(one), "at": _plain(one.at)} for one in talk],
        "notes": [{**vars(one), "at": _plain(one.at)} for one in notes],
        "match": dice_proof.export(context, at),
    }


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


# ---- the account's end


def delete_account(
    context: Context, account: Account, password: str, successor: Successor, *, client_address: str = ""
) -> None:
    """End an account, and all by which one comes in to it. Raises WrongPassword, TooOften, NotFound.

    Matches in which nobody else has ever sat are deleted. In those with others that go on its seats pass to the
    computer or are free, and all are told; in those that are over they stay, and say that somebody sat there who has
    left. Its notes are deleted. What it was shown of a match stays noted as long as that, by an id that is nobody's
    name.
    """
    confirm_password(context, account, password, client_address)
    with context.store.work() as work:
        told = end_account(context, work, account.id, successor, by=account.id)
    for match_id in told:
        context.hub.nudge(match_id)
    context.hub.look_again(account.id)
    context.bell.set()


def end_account(
    context: Context, work: Work, account_id: str, successor: Successor, *, by: str | None, removed: bool = False
) -> list[str]:
    """The same, within a transaction, for its holder or, where it is `removed`, by whoever keeps the server.

    Which matches are to be nudged after the commit.
    """
    told, at = list[str](), context.clock()
    to = BOT_ACCOUNT if successor == "computer" else None
    kind: SeatChangeKind = "left" if to is None else "computer"
    if removed:
        kind = "removed" if to is None else "removed-computer"
    if to is not None and work.accounts.by_id(BOT_ACCOUNT) is None:
        work.accounts.add(SavedAccount(BOT_ACCOUNT, None, None), None, at)
    for match_id, seats in _seats_of(work, account_id).items():
        work.matches.hold(match_id)
        if not work.seatings.others_at(match_id, (account_id, BOT_ACCOUNT)):
            work.agreements.delete(match_id)
            continue
        for seat, ended in seats.items():
            work.talk.forget_notes(match_id, seat)
            if not ended:
                told.append(match_id)
                pass_on(work, match_id, seat, was=account_id, to=to, by=by, kind=kind, at=at)
    for channel in work.notices.channels_of(account_id):
        work.notices.forget(channel.id)
    leave(work, account_id, at)
    work.accounts.end(account_id, at)
    return told


def _seats_of(work: Work, account_id: str) -> dict[str, dict[Seat, bool]]:
    """The account's seats by match, each with whether the match is over."""
    found: dict[str, dict[Seat, bool]] = {}
    for seat in sorted(work.matches.seats_of(account_id), key=lambda seat: seat.match_id):
        found.setdefault(seat.match_id, {})[seat.seat] = seat.ended
    return found
