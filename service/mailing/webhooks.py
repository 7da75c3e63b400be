"""What a webhook is sent: always the same words and a link, in a body of one size.

Discord has a form of its own; every other address gets plain JSON, signed with the secret that its owner has.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import dataclass
from urllib.parse import urlsplit

from service.guarded import NotAsked, post
from service.mailing.outgoing import NotSent
from service.matches.context import Context
from service.matches.mail_addresses import token_of
from service.matches.notices import Mailing
from service.matches.web_channels import WORDS, where
from service.store import SavedChannel

SIZE = 1024
"""Bytes of a body; what is shorter is filled up with spaces, which mean nothing in JSON."""
DISCORD = ("discord.com", "discordapp.com")
TEST = "This is the test that you asked for. It is told here when something waits for you in a match of Sitrep."
CONFIRM = (
    "Somebody wants to be told here when something waits for them in a match of Sitrep. Whoever reads this room will "
    "know when. If that is you, open this link and press the button there:"
)


@dataclass(frozen=True)
class Hook:
    """A message to a webhook, whole."""

    url: str
    content: bytes
    headers: dict[str, str]


def hook_of(context: Context, mailing: Mailing) -> Hook:
    """The message that tells a notice by a webhook; the same one whenever it is made."""
    notice, channel = mailing.notice, mailing.channel
    assert notice.id is not None and notice.dated is not None
    if notice.kind == "confirm":
        said, link = CONFIRM, f"{context.site}/mail/confirm/{token_of(channel, 'confirm')}"
    elif notice.kind == "test":
        said, link = TEST, f"{context.site}/notices"
    else:
        said, link = WORDS, where(context, notice)
    plain = (
        {"content": f"{said}\n{link}", "allowed_mentions": {"parse": []}}
        if is_discord(channel)
        else {"id": notice.id, "text": said, "url": link}
    )
    content = json.dumps(plain).encode().ljust(SIZE)
    at = str(int(notice.dated.timestamp()))
    headers = {"Content-Type": "application/json", "User-Agent": "Sitrep"}
    if not is_discord(channel):
        headers |= {"Sitrep-Time": at, "Sitrep-Signature": signature(channel, at, content)}
    return Hook(channel.address, content, headers)


def is_discord(channel: SavedChannel) -> bool:
    """Whether an address is one of Discord's."""
    host = urlsplit(channel.address).hostname or ""
    return any(host == name or host.endswith(f".{name}") for name in DISCORD)


def signature(channel: SavedChannel, at: str, content: bytes) -> str:
    """What shows that it comes from here: over the moment, a full stop and the body, in hexadecimal."""
    return hmac.new(channel.secret.hex().encode(), at.encode() + b"." + content, hashlib.sha256).hexdigest()


def tell_hook(hook: Hook) -> str:
    """Send it; what came back. Raises NotSent."""
    try:
        answer = post(hook.url, hook.content, hook.headers)
    except NotAsked as fault:
        raise NotSent(fault.said, for_good=fault.for_good) from None
    if 200 <= answer.status < 300:
        return f"It answered {answer.status}."
    if 300 <= answer.status < 400:
        raise NotSent(f"It answered {answer.status}: it leads elsewhere, and is not followed.", for_good=True)
    busy = answer.status in (408, 425, 429) or answer.status >= 500
    raise NotSent(f"It answered {answer.status}.", for_good=not busy)
