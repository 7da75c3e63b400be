"""Names of accounts: of letters that show, and like nobody else's; and another name for one's own."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

from sqlalchemy.exc import IntegrityError

from service.lookalikes import look_of
from service.matches.context import Context
from service.matches.credentials import Account
from service.matches.errors import Malformed, NameMisleads, NameTaken, NotFound
from service.store import Work

NAME_LENGTHS = range(2, 41)
GUEST_NAME_LENGTHS = range(51)
OTHERS = {
    "the computer": ("computer", "the computer", "bot", "the bot"),
    "a guest": ("guest", "a guest", "the guest"),
    "the umpire": ("umpire", "the umpire"),
    "the arbiter of a match": ("arbiter", "the arbiter"),
    "the moderator of a match": ("moderator", "the moderator"),
    "the server": ("house", "the house", "server", "the server", "sitrep"),
    "a seat that nobody holds": ("nobody", "nobody yet", "free"),
    "somebody who has left": ("somebody who has left",),
}
"""What stands where a name may stand and is none, with the names that would be taken for it."""


def tidy(name: str, lengths: range = NAME_LENGTHS, what: str = "A name") -> str:
    """A name in normal form, of letters that show. Raises Malformed."""
    name = as_written(name)
    if len(name) not in lengths:
        least = f"{lengths[0]} to" if lengths[0] else "at most"
        raise Malformed([(["name"], f"{what} has {least} {lengths[-1]} characters.")])
    if any(unicodedata.category(letter)[0] == "C" for letter in name):
        raise Malformed([(["name"], f"{what} has no control characters, nor such as turn the direction of writing.")])
    return name


def as_written(name: str) -> str:
    """A name in normal form, with one blank where there are several."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def key_of(name: str) -> str:
    return unicodedata.normalize("NFKC", name.casefold())


def fit_name(work: Work, name: str, account_id: str | None = None) -> None:
    """Whether an account may take this name, which is tidy. Raises NameTaken, NameMisleads.

    The account's own name does not stand in its way, nor does one that two looked alike in before this was asked.
    """
    other = work.accounts.by_name(key_of(name))
    if other is not None and other.id != account_id:
        raise NameTaken()
    is_nobody_elses(name)
    if work.accounts.by_look(look_of(name)) not in (None, account_id):
        raise NameMisleads(
            "It differs from the name of another account only by letters that look alike, by case or by spaces. "
            "Choose one that nobody can confuse with it."
        )


def is_nobody_elses(name: str) -> None:
    """Refuse what would be taken for the computer, the server and the like. Raises NameMisleads."""
    numbered = look_of(name.rstrip("0123456789 .-_#"))
    for whom, names in OTHERS.items():
        if {look_of(name), numbered} & set(map(look_of, names)):
            raise NameMisleads(f"It could be mistaken for {whom}. Choose a name of your own.")


def for_guest(name: str) -> str:
    """What a guest is to be called, tidied; empty where none was given. Raises Malformed, NameMisleads.

    It need not be theirs alone: wherever it stands it is said that they are a guest.
    """
    name = tidy(name, GUEST_NAME_LENGTHS)
    if name:
        is_nobody_elses(name)
    return name


def rename(context: Context, account: Account, name: str) -> Account:
    """Another name for an account, which its matches show from then on. Raises NameTaken, NameMisleads, Malformed,
    TooOften, and NotFound for a guest.
    """
    if account.name is None:
        raise NotFound()
    name = tidy(name)
    context.rate_limits.admit("account", account.id)  # who asks for names learns which are taken
    try:
        with context.store.work() as work:
            fit_name(work, name, account.id)
            context.rate_limits.admit("name", account.id)  # one that is refused does not count as a change
            work.accounts.rename(account.id, name, key_of(name), look_of(name))
    except IntegrityError:
        raise NameTaken() from None
    return replace(account, name=name)
