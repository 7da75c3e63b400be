"""The server's bot as an account like any other: it holds seats, and it comes in by a token, over HTTP."""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy.exc import IntegrityError

from service.engine.seats import Seat
from service.matches.accounts import make_guest, seat_link
from service.matches.context import AtSeat, Context, hashed
from service.matches.credentials import Account
from service.matches.opening import open_match
from service.matches.who_sits import BOT_ACCOUNT

AGAINST_BOT_ACCOUNT = "practice-against-bot"


def house_account(context: Context, account_id: str) -> Account:
    """An account of the server's own, made where it is not there yet."""
    with context.store.look() as look:
        known = look.accounts.by_id(account_id)
    if known is None:
        with suppress(IntegrityError):  # another process was quicker
            return make_guest(context, account_id)
    return Account(account_id, None)


def bot_token(context: Context) -> str:
    """A bearer token for the bot's account, which sits at the bot's seats and has no password; earlier ones end."""
    house_account(context, BOT_ACCOUNT)
    token = context.new_token()
    with context.store.work() as work:
        for earlier in work.accounts.tokens(BOT_ACCOUNT):
            work.accounts.revoke_token(BOT_ACCOUNT, earlier.id)
        work.accounts.add_token(hashed(token), BOT_ACCOUNT, "the server's bot", context.clock(), "bot")
    return token


def practice_against_bot(context: Context, game: str, scenario: str) -> tuple[Seat, str]:
    """A seat opposite the bot, and a link to it; the match is opened where there is none that still goes on."""
    account = house_account(context, AGAINST_BOT_ACCOUNT)
    with context.store.look() as look:
        held = look.matches.seats_of(account.id)
    seat = context.games[game].info.seats[0]
    like = (game, scenario, context.games[game].data_id)
    going_on = (one.match_id for one in held if (one.game, one.scenario, one.data) == like and not one.ended)
    match_id = next(going_on, None) or against_bot(context, account, game, scenario, seat)
    return seat, seat_link(context, AtSeat(match_id, seat, account.id))


def against_bot(context: Context, account: Account, game: str, scenario: str, seat: Seat) -> str:
    """A new match in which the bot takes the other seats; its id."""
    return open_match(context, account, game, scenario, seat=seat, opponent="computer").match_id
