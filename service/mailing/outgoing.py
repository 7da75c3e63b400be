"""Handing a mail to the server's mail server, and what its answers mean."""

from __future__ import annotations

import re
import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from service.mail import MailServer
from service.mailing.mails import Mail

SECONDS = 20.0
"""How long a word of the server is waited for; all of a mail's together are fewer than a notice is taken for."""
LONGEST_WORD = 300


class NotSent(Exception):
    """The mail was not taken. `for_good`: nor will this address ever take it; else it may be another time."""

    def __init__(self, said: str, *, for_good: bool = False) -> None:
        super().__init__(said)
        self.said, self.for_good = said, for_good


def hand_over(server: MailServer, mail: Mail) -> str:
    """Give a mail to the server; its own words when it has taken it. Raises NotSent."""
    with connected(server) as smtp:
        code, words = smtp.mail(mail.sender)
        if code != 250:
            raise NotSent(in_words(code, words))
        code, words = smtp.rcpt(mail.recipient)
        if code not in (250, 251):
            raise NotSent(in_words(code, words), for_good=500 <= code < 600)
        code, words = smtp.data(mail.content)
        if code != 250:
            raise NotSent(in_words(code, words), for_good=500 <= code < 600)
        return in_words(code, words)


def check(server: MailServer) -> str:
    """Connect and sign in, and send nothing; what the server says to that. Raises NotSent."""
    with connected(server) as smtp:
        return in_words(*smtp.noop())


@contextmanager
def connected(server: MailServer) -> Iterator[smtplib.SMTP]:
    """A server that has let us in. Raises NotSent for whatever goes wrong meanwhile."""
    smtp: smtplib.SMTP | None = None
    try:
        smtp = connect(server)
        enter(smtp, server)
        yield smtp
        with suppress(OSError, smtplib.SMTPException):
            smtp.quit()  # it has taken the mail, whatever becomes of the farewell
    except smtplib.SMTPResponseException as fault:
        raise NotSent(in_words(fault.smtp_code, fault.smtp_error)) from None
    except ssl.SSLError as fault:
        raise NotSent(f"The connection is not safe: {fault.reason or fault}"[:LONGEST_WORD]) from None
    except (OSError, smtplib.SMTPException) as fault:
        raise NotSent(f"The mail server cannot be reached: {fault.strerror or fault}"[:LONGEST_WORD]) from None
    finally:
        if smtp is not None:
            smtp.close()


def connect(server: MailServer) -> smtplib.SMTP:
    """A connection to the server, over TLS where that is spoken from the first word on."""
    if server.scheme == "smtps":
        return smtplib.SMTP_SSL(server.host, server.port, timeout=SECONDS, context=ssl.create_default_context())
    return smtplib.SMTP(server.host, server.port, timeout=SECONDS)


def enter(smtp: smtplib.SMTP, server: MailServer) -> None:
    """Speak TLS from here on and sign in, where the server is to be spoken to so."""
    if server.scheme == "smtp+starttls":
        smtp.starttls(context=ssl.create_default_context())
    smtp.ehlo_or_helo_if_needed()
    if server.user:
        smtp.login(server.user, server.password)


def in_words(code: int, words: bytes | str) -> str:
    """What the server said, in one line."""
    said = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    return re.sub(r"[\x00-\x1f\x7f\s]+", " ", f"{code} {said}").strip()[:LONGEST_WORD]
