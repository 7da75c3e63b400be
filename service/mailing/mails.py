"""A mail as bytes: the text with its headers. The same notice always makes the same bytes."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import format_datetime, make_msgid
from html import escape
from typing import Any

from service.mail import MailHouse
from service.matches.mail_addresses import Purpose, mail_token
from service.matches.mail_texts import NO_MAP, MailText
from service.matches.map_pictures import MapPicture
from service.matches.notices import Mailing


class Policy(EmailPolicy):
    """As mail travels. The address of a link stays whole, however long it is: nobody puts it together again."""

    def fold_binary(self, name: str, value: Any) -> bytes:
        if name == "List-Unsubscribe":
            return f"{name}: {value}{self.linesep}".encode("ascii")
        return super().fold_binary(name, value)


POLICY = Policy(linesep="\r\n")


@dataclass(frozen=True)
class Mail:
    """A mail for one address, whole."""

    sender: str
    recipient: str
    content: bytes


def mail_of(house: MailHouse, mailing: Mailing, text: MailText, picture: MapPicture | None = None) -> Mail:
    """The mail that tells a notice, with the picture of a map, if there is one."""
    notice, channel = mailing.notice, mailing.channel
    assert notice.id is not None and notice.dated is not None
    id = notice.id

    def to_this(purpose: Purpose) -> str:
        """An address of the server that takes what concerns this mail."""
        return house.reply_to(mail_token(house, channel, id, purpose))

    message = EmailMessage(policy=POLICY)
    message["From"] = Address(house.name or "Sitrep", addr_spec=house.address)
    message["To"] = Address(addr_spec=channel.address)
    message["Subject"] = text.subject
    message["Date"] = format_datetime(notice.dated)
    message["Message-ID"] = f"<{notice.id}@{house.host}>"
    if text.thread:
        # It begins with an id that was never sent, so that every mail of a seat hangs from one root.
        root = hmac.new(channel.secret, f"thread {text.thread}".encode(), hashlib.sha256).hexdigest()[:24]
        earlier = [f"<{id}@{house.host}>" for id in (root, notice.after) if id]
        message["References"] = " ".join(earlier)
        message["In-Reply-To"] = earlier[-1]
    if text.can_be_answered:
        message["Reply-To"] = to_this("list" if notice.form == "digest" else "reply")
    message["Auto-Submitted"] = "auto-replied" if notice.kind == "answer" else "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    if text.stop:
        message["List-Id"] = f"Sitrep <notices.{house.host}>"
        by_mail = f", <mailto:{to_this('stop')}?subject=stop>" if house.reply else ""
        message["List-Unsubscribe"] = f"<{house.url}/mail/stop/{text.stop}>{by_mail}"
        if house.is_secure:
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    if text.shows is not None and picture is None:
        message.set_content(f"{NO_MAP}\n\n{text.body}", cte="quoted-printable")
    else:
        message.set_content(text.body, cte="quoted-printable")
    if picture is not None:
        add_picture(message, text.body, picture, f"{notice.id}@{house.host}")
    return Mail(to_this("bounces") if house.reply else house.address, channel.address, message.as_bytes())


def add_picture(message: EmailMessage, body: str, picture: MapPicture, id: str) -> None:
    """The same text as HTML, with the picture below it; `id` tells its parts from those of any other mail."""
    shown = f'<img src="cid:map.{id}" alt="{escape(picture.says)}" width="{picture.wide}" height="{picture.high}">'
    html = f'<html><body><pre style="white-space: pre-wrap">{escape(body)}</pre>\n<p>{shown}</p></body></html>\n'
    message.add_alternative(html, subtype="html", cte="quoted-printable")
    _, page = message.iter_parts()
    assert isinstance(page, EmailMessage)
    page.add_related(
        picture.png, "image", "png", cid=f"<map.{id}>", filename="map.png", disposition="inline", cte="base64"
    )
    message.set_boundary(f"=_text.{id}")
    page.set_boundary(f"=_map.{id}")


def a_test(house: MailHouse, address: str) -> Mail:
    """A mail that tells nothing, for whoever tries whether mails arrive."""
    message = EmailMessage(policy=POLICY)
    message["From"] = Address(house.name or "Sitrep", addr_spec=house.address)
    message["To"] = Address(addr_spec=address)
    message["Subject"] = "Sitrep: a test"
    message["Date"] = format_datetime(datetime.now(UTC))
    message["Message-ID"] = make_msgid(domain=house.host)
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(f"The server at {house.url} sends mails that arrive here.\n")
    return Mail(house.address, address, message.as_bytes())
