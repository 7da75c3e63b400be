"""The senders: threads beside the clock's that take up notices one by one, and send a mail for each, or tell the web.

Each has a thread of its own, so that a webhook which takes its time keeps no mail waiting.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence
from datetime import datetime, timedelta

from service.logs import log, note_fault
from service.mail import MailServer
from service.mailing.answering import answer_next
from service.mailing.mails import mail_of
from service.mailing.maps import map_for
from service.mailing.outgoing import NotSent, hand_over
from service.mailing.webhooks import hook_of, tell_hook
from service.matches.context import Context
from service.matches.errors import NotFound
from service.matches.mail_texts import mail_text
from service.matches.notices import FAULT, Mailing, failed, note_what_time_brings, take_up, was_refused, was_sent
from service.matches.recovery import take_up_asked
from service.matches.replies import forget_unread
from service.store import BESIDES, ChannelKind, Unavailable
from service.store.notices import BY_MAIL

LOOKS_EVERY = 1.0
"""Seconds between two looks at what is due."""
REMINDS_EVERY = timedelta(seconds=30)
FORGETS_EVERY = timedelta(hours=1)


class Sender(ABC):
    """Sends what is due by its kinds of channels, in a thread of its own, until it is stopped."""

    kinds: Sequence[ChannelKind]

    def __init__(self, context: Context) -> None:
        self.context = context
        self.name = context.new_id()
        self.looked_at: datetime | None = None
        """When it was last looked for what time brings: reminders, and times that are over."""
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self.run, name=type(self).__name__, daemon=True)

    @abstractmethod
    def deliver(self, mailing: Mailing) -> str:
        """Send what tells this notice; what the other side says to it. Raises NotSent, Unavailable, NotFound."""

    def before_sending(self) -> None:  # noqa: B027  # most have nothing to do then
        """What is done before each look at what is due."""

    def start(self) -> None:
        self.thread.start()

    def stop(self) -> None:
        """Ask it to stop, and wait a little for what it is sending; what is not noted is sent again under its id."""
        self.stopping.set()
        self.thread.join(5.0)

    def run(self) -> None:
        """Send what is due, and sleep, until it is stopped."""
        while not self.stopping.is_set():
            try:
                while self.send_next() and not self.stopping.is_set():
                    pass
            except Unavailable as fault:
                log.warning("notices wait for the database", fault=str(fault))
            except Exception as fault:
                note_fault(fault, "notices could not be looked for")
            self.stopping.wait(LOOKS_EVERY)

    def send_next(self) -> bool:
        """Send one notice, if one is due; whether there was one. Raises Unavailable."""
        self.before_sending()
        now = self.context.clock()
        if self.looked_at is None or not self.looked_at <= now < self.looked_at + REMINDS_EVERY:
            self.looked_at = now
            note_what_time_brings(self.context)
        mailing = take_up(self.context, self.name, self.kinds)
        if mailing is not None:
            self.send(mailing)
        return mailing is not None

    def send(self, mailing: Mailing) -> None:
        """Send what tells a notice that was taken up, and note what came of it."""
        about = {"notice": mailing.notice.number, "by": mailing.channel.kind}
        try:
            said = self.deliver(mailing)
        except NotSent as fault:
            log.warning("a notice was not sent", **about, refused=fault.for_good, said=fault.said)
            (was_refused if fault.for_good else failed)(self.context, mailing, fault.said)
        except (Unavailable, NotFound):
            failed(self.context, mailing, "The server was busy.")
        except Exception as fault:
            note_fault(fault, "a notice could not be made", **about)
            failed(self.context, mailing, FAULT)
        else:
            was_sent(self.context, mailing, said)


class MailSender(Sender):
    """Sends mails, and works those that came."""

    kinds = BY_MAIL

    def __init__(self, context: Context, server: MailServer) -> None:
        super().__init__(context)
        self.server = server
        self.forgot_at: datetime | None = None
        """When it last forgot what was not read."""

    def before_sending(self) -> None:
        now = self.context.clock()
        if self.forgot_at is None or not self.forgot_at <= now < self.forgot_at + FORGETS_EVERY:
            self.forgot_at = now
            forget_unread(self.context)
        take_up_asked(self.context)
        if self.context.mail is not None and self.context.mail.reply:
            while answer_next(self.context):
                pass

    def deliver(self, mailing: Mailing) -> str:
        house = self.context.mail
        assert house is not None
        text = mail_text(self.context, mailing)
        return hand_over(self.server, mail_of(house, mailing, text, map_for(self.context, text)))


class WebSender(Sender):
    """Tells webhooks and browsers, and puts into feeds what has waited long enough to stand there."""

    kinds = BESIDES

    def deliver(self, mailing: Mailing) -> str:
        if mailing.channel.kind == "feed":
            return "It stands in the feed."
        if mailing.channel.kind == "push":
            if self.context.push is None:
                raise NotSent("This server tells no browsers any more.")
            from service.mailing.pushes import tell_browsers  # takes an extra, and is read where there is a key

            return tell_browsers(self.context, mailing)
        return tell_hook(hook_of(self.context, mailing))
