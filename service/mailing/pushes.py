"""Web push: what a browser is told when nobody looks, always the same words and a link, in one size, encrypted for it.

The browser's maker hands it on, and can read nothing of it (RFC 8291); that it comes from here is signed (RFC 8292).
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from service.guarded import NotAsked, post
from service.mail import PushKeys
from service.mailing.outgoing import NotSent
from service.matches.context import Context
from service.matches.notices import Mailing
from service.matches.web_channels import WORDS, Browser, browsers_of, forget_browsers, where

SIZE = 512
"""Bytes of what is encrypted; what is shorter is filled up with spaces, which mean nothing in JSON."""
TEST = "This is the test that you asked for."
KEPT_FOR = 24 * 3600
"""Seconds for which the browser's maker keeps it for a browser that is away."""
GONE = (404, 410)


def new_key() -> str:
    """A key for `SITREP_PUSH_KEY`."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return spelt(number.to_bytes(32, "big"))


def push_keys(private: str) -> PushKeys:
    """The keys of a server. Raises ValueError where that is none."""
    try:
        key = Vapid02.from_raw(private.encode()).public_key
        return PushKeys(private, spelt(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)))
    except Exception as fault:  # whatever the library makes of letters that are no key
        raise ValueError("a key that `sitrep push-key` has made is needed") from fault


def spelt(content: bytes) -> str:
    """Bytes as keys are written."""
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def read(text: str) -> bytes:
    """Bytes from what was written so."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def said_to_browsers(context: Context, mailing: Mailing) -> bytes:
    """What every browser of an account is told of a notice; one of a match takes the place of the one before."""
    notice = mailing.notice
    is_test = notice.kind == "test"
    said = {
        "text": TEST if is_test else WORDS,
        "url": f"{context.site}/notices" if is_test else where(context, notice),
        "topic": topic(mailing),
    }
    return json.dumps(said).encode().ljust(SIZE)


def topic(mailing: Mailing) -> str:
    """What names a match to the browser's maker, who does not learn which it is."""
    about = f"push {mailing.notice.match_id} {mailing.notice.seat}"
    return spelt(hmac.new(mailing.channel.secret, about.encode(), hashlib.sha256).digest())[:32]


def tell_browsers(context: Context, mailing: Mailing) -> str:
    """Tell all browsers of a channel; those that are gone are forgotten. Raises NotSent where one could not be told."""
    assert context.push is not None
    content = said_to_browsers(context, mailing)
    gone, faults = list[str](), list[str]()
    browsers = browsers_of(mailing.channel)
    for one in browsers:
        try:
            status = tell(context.push, context.site, one, content, topic(mailing))
        except NotAsked as fault:
            faults.append(fault.said)
            continue
        if status in GONE:
            gone.append(one.endpoint)
        elif not 200 <= status < 300:
            faults.append(f"It answered {status}.")
    forget_browsers(context, mailing.channel, gone)
    if faults:
        raise NotSent(faults[0])
    if len(gone) == len(browsers):
        raise NotSent("No browser is there any more.", for_good=True)
    return f"Told to {len(browsers) - len(gone)}."


def tell(keys: PushKeys, site: str, browser: Browser, content: bytes, topic: str) -> int:
    """Tell one browser; the status of the answer. Raises NotAsked."""
    place = urlsplit(browser.endpoint)
    claims = {"aud": f"https://{place.netloc}", "sub": site}
    headers = {
        **Vapid02.from_raw(keys.private.encode()).sign(claims),
        "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream", "TTL": str(KEPT_FOR),
        "Topic": topic, "Urgency": "normal",
    }  # fmt: skip
    return post(browser.endpoint, sealed(browser, content), headers).status


def sealed(browser: Browser, content: bytes) -> bytes:
    """Encrypted for one browser and nobody else."""
    body: bytes = http_ece.encrypt(
        content, private_key=ec.generate_private_key(ec.SECP256R1()), dh=read(browser.p256dh),
        auth_secret=read(browser.auth), version="aes128gcm",
    )  # fmt: skip
    return body
