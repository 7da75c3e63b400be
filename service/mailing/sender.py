"""The sender: a thread beside the clock's that takes up notices one by one, and sends a mail for each."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta

from service.logs import log, note_fault
from service.mail import MailServer
from service.mailing.answering import answer_next
from service.mailing.mails import mail_of
from service.mailing.outgoing import NotSent, hand_over
from service.matches.context import Context
from service.matches.errors import NotFound
from service.matches.mail_texts import mail_text
from service.matches.notices import FAULT, Mailing, failed, note_what_time_brings, take_up, was_refused, was_sent
from service.matches.recovery import take_up_asked
from service.store import Unavailable

LOOKS_EVERY = 1.0
"""Seconds between two looks at what is due."""
REMINDS_EVERY = timedelta(seconds=30)


class MailSender:
    """Sends what is due, in a thread of its own, until it is stopped."""

    def __init__(self, context: Context, server: MailServer) -> None:
        self.context = context
        self.server = server
        self.name = context.new_id()
        self.looked_at: datetime | None = None
        """When it was last looked for what time brings: reminders, and times that are over."""
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self.run, name="mailing", daemon=True)

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
                log.warning("mails wait for the database", fault=str(fault))
            except Exception as fault:
                note_fault(fault, "mails could not be looked for")
            self.stopping.wait(LOOKS_EVERY)

    def send_next(self) -> bool:
        """Send one mail, if one is due; whether there was one. Raises Unavailable."""
        take_up_asked(self.context)
        if self.context.mail is not None and self.context.mail.reply:
            while answer_next(self.context):
                pass
        now = self.context.clock()
        if self.looked_at is None or not self.looked_at <= now < self.looked_at + REMINDS_EVERY:
            self.looked_at = now
            note_what_time_brings(self.context)
        mailing = take_up(self.context, self.name)
        if mailing is not None:
            self.send(mailing)
        return mailing is not None

    def send(self, mailing: Mailing) -> None:
        """Make and send the mail of what was taken up, and note what came of it."""
        house = self.context.mail
        assert house is not None
        try:
            mail = mail_of(house, mailing, mail_text(self.context, mailing))
            said = hand_over(self.server, mail)
        except NotSent as fault:
            log.warning("a mail was not sent", notice=mailing.notice.number, refused=fault.for_good, said=fault.said)
            (was_refused if fault.for_good else failed)(self.context, mailing, fault.said)
        except (Unavailable, NotFound):
            failed(self.context, mailing, "The house was busy.")
        except Exception as fault:
            note_fault(fault, "a mail could not be made", notice=mailing.notice.number)
            failed(self.context, mailing, FAULT)
        else:
            was_sent(self.context, mailing, said)
