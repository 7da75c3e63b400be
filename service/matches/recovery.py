"""A way back in by mail: a link for a new password, or back to a guest's seat, to the confirmed address and no other.

Who asks says an address and is told nothing of it: whether it is known here is looked up later, by whoever sends.
"""

from __future__ import annotations

from typing import Literal

from service.mail import ADDRESS, LONGEST_ADDRESS
from service.matches.context import Context
from service.matches.errors import Malformed, NoMail
from service.matches.handover import mail_way_in
from service.matches.new_passwords import add_password_link
from service.store import SavedChannel, Work

Leads = Literal["password", "way-in"]


def ask_way_back(context: Context, address: str, *, client_address: str = "") -> None:
    """Have a link sent to an address, if it is one that somebody has confirmed here.

    Raises NoMail, Malformed, TooOften.
    """
    if context.mail is None:
        raise NoMail()
    address = address.strip()
    if len(address) > LONGEST_ADDRESS or not ADDRESS.fullmatch(address):
        raise Malformed([(["address"], "An email address is written as anna@example.org.")])
    for who in (f"from {client_address}", f"to {address.casefold()}"):
        context.rate_limits.admit("mail", who)
    with context.store.work() as work:
        work.notices.ask_back(context.new_id(), address, context.clock())


def take_up_asked(context: Context) -> int:
    """Have links sent to all who have asked and are known by their address; how many mails that makes."""
    with context.store.look() as look:
        if not look.notices.is_asked_back():
            return 0
    with context.store.work() as work:
        found = [one for address in work.notices.asked_back() for one in work.notices.confirmed_at(address)]
        led = [one for one in found if leads_back(work, one) is not None]
        for channel in led:
            work.notices.add(channel, "way-back", context.clock())
    return len(led)


def leads_back(work: Work, channel: SavedChannel) -> Leads | None:
    """Where an address lets somebody in: to an account with a name, by a new password, or to the seat of a guest."""
    account = work.accounts.by_id(channel.account_id)
    if account is None or account.blocked or channel.confirmed_at is None:
        return None
    if not channel.match_id:
        return "password" if account.name is not None else None
    holds = work.matches.holder(channel.match_id, channel.seat) == (account.id,)
    return "way-in" if account.name is None and holds else None


def link_back(context: Context, work: Work, channel: SavedChannel) -> str:
    """The path of a link that works once, made for the mail that is to bring it; all at a guest's match are told."""
    leads = leads_back(work, channel)
    assert leads is not None  # or there is no such mail
    if leads == "password":
        return f"password/{add_password_link(context, work, channel.account_id, None, 'password-by-mail')}"
    return f"way-in/{mail_way_in(context, work, channel.match_id, channel.seat)}"
