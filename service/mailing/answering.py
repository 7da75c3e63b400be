"""Working the mails that came, one after the other: each is read, and does what it says."""

from __future__ import annotations

from datetime import timedelta

from service.logs import note_fault
from service.mailing.reading import MailRead, Unreadable, read_mail
from service.matches.context import Context
from service.matches.replies import Reply, carry_out
from service.store import SavedArrival, Unavailable

LEASE = timedelta(minutes=2)
MOST_TRIES = 3


def answer_next(context: Context) -> bool:
    """Work one mail that came, if one waits; whether there was one. Raises Unavailable."""
    now = context.clock()
    with context.store.work() as work:
        arrival = work.arrivals.lease(now, now + LEASE)
    if arrival is None:
        return False
    try:
        work_one(context, arrival)
    except Unavailable:
        raise
    except Exception as fault:  # it is tried again when the lease is over
        note_fault(fault, "a mail that came could not be worked", arrival=arrival.number)
    return True


def work_one(context: Context, arrival: SavedArrival) -> None:
    """Read a mail and do what it says; one whose work has failed time and again is said not to be readable."""
    mail = as_read(arrival.content) if arrival.tries <= MOST_TRIES else None
    if mail is not None and (mail.is_automatic or is_ours(context, mail)):
        with context.store.work() as work:
            work.arrivals.end(arrival.number, context.clock(), "automatic", mail_id=mail.id)
        return
    carry_out(context, arrival, mail if mail is not None else Reply(words=None))


def as_read(content: bytes) -> MailRead | None:
    try:
        return read_mail(content)
    except Unreadable:
        return None


def is_ours(context: Context, mail: MailRead) -> bool:
    """Whether the server sent it itself."""
    return context.mail is not None and mail.id.lower().endswith(f"@{context.mail.host.lower()}>")
