"""Notices by mail: an address, what its owner wants to be told, and what became of it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from schemas.wire.base import WHOLE, RequestModel, ResponseModel

Contents = Literal["letter", "letter-and-map", "notice", "none"]
Pace = Literal["at-once", "hours", "daily"]
MatchPace = Literal["", "at-once", "hours", "daily", "silent"]
TalkWish = Literal["at-once", "with-next", "never"]
Hour = Annotated[int, Field(ge=0, le=23), WHOLE]
CONTENTS = (
    "`letter`: the whole turn; `letter-and-map`: with the map as a picture, where this server draws them; "
    "`notice`: one line and a link; `none`: only that something waits."
)
PACE = "`at-once`; `hours`: one mail of a match in so many `hours`; `daily`: one list, at `hour`."
WEB_PACE = "`at-once`; `hours`: once for a match in so many `hours`; `daily`: once a day for all, at `hour`."
PASSWORD = "Your password, where an account's address is to be another than before: a link to it sets a new one."
ZONE = "A time zone of the tz database; empty: your account's."
TALK = "`at-once`; `with-next`: what you have not read goes with the next mail of its match; `never`."
QUIET = "Full hours in `zone` between which no mail comes; the same twice where there are none."
HOOK = (
    "HTTPS, on the open internet. Discord's get its form; others `{id, text, url}`, with `Sitrep-Time` and "
    "`Sitrep-Signature`, the HMAC-SHA256 of that moment, a full stop and the body under `secret` as it is written."
)


class NoticeWishes(RequestModel):
    """What somebody wants to be told, and how."""

    address: Annotated[str, Field(max_length=300, examples=["anna@example.org"])]
    password: Annotated[str, Field(max_length=1000, description=PASSWORD)] = ""
    contents: Annotated[Contents, Field(description=CONTENTS)] = "letter"
    pace: Annotated[Pace, Field(description=PACE)] = "at-once"
    hours: Annotated[int, Field(ge=1, le=72), WHOLE] = 4
    hour: Hour = 18
    zone: Annotated[str, Field(max_length=64, description=ZONE)] = ""
    quiet_from: Annotated[Hour, Field(description=QUIET)] = 0
    quiet_until: Hour = 0
    letters: Annotated[bool, Field(description="Also told of letters that ask nothing.")] = False
    waits: Annotated[bool, Field(description="A mail waits three minutes where an open page has shown the same.")] = (
        True
    )
    day_before: Annotated[bool, Field(description="Reminded a day before a time is over.")] = True
    hours_before: Annotated[bool, Field(description="Reminded three hours before a time is over.")] = True
    last_in_quiet: Annotated[bool, Field(description="The latter in quiet hours too.")] = False
    talk: Annotated[TalkWish, Field(description=TALK)] = "with-next"


class MatchNotices(RequestModel):
    """How often one is told of one match; empty: as in all others."""

    pace: MatchPace


class MatchNoticeLine(ResponseModel):
    """How often one is told of one match; empty: as in all others."""

    match_id: str
    pace: MatchPace


class Notices(ResponseModel):
    """Whether this server sends mail, and the address that is set, if one is.

    `state` says whether mails go there, `why` what keeps them back. `test`: whether the last test is on its way, was
    taken or refused; `said` is what the other mail server said to it, and `answered_at` when an answer to it came,
    where the server takes answers.
    """

    sends: bool
    address: str | None
    state: Literal["none", "unconfirmed", "works", "paused"]
    why: str
    contents: Contents
    pace: Pace
    hours: int
    hour: int
    zone: str
    quiet_from: int
    quiet_until: int
    letters: bool
    waits: bool
    day_before: bool
    hours_before: bool
    last_in_quiet: bool
    talk: TalkWish
    matches: list[MatchNoticeLine]
    test: Literal["none", "waits", "taken", "refused"]
    said: str
    answered_at: datetime | None = None


class WebWishes(RequestModel):
    """When somebody is told by a channel on the web."""

    pace: Annotated[Pace, Field(description=WEB_PACE)] = "at-once"
    hours: Annotated[int, Field(ge=1, le=72), WHOLE] = 4
    hour: Hour = 18
    zone: Annotated[str, Field(max_length=64, description=ZONE)] = ""
    quiet_from: Annotated[Hour, Field(description=QUIET)] = 0
    quiet_until: Hour = 0
    letters: Annotated[bool, Field(description="Also told of letters that ask nothing.")] = False
    waits: Annotated[bool, Field(description="It waits three minutes where an open page has shown the same.")] = False
    day_before: Annotated[bool, Field(description="Reminded a day before a time is over.")] = True
    hours_before: Annotated[bool, Field(description="Reminded three hours before a time is over.")] = True
    last_in_quiet: Annotated[bool, Field(description="The latter in quiet hours too.")] = False


class ToldWhen(ResponseModel):
    """When somebody is told by a channel on the web."""

    pace: Pace
    hours: int
    hour: int
    zone: str
    quiet_from: int
    quiet_until: int
    letters: bool
    waits: bool
    day_before: bool
    hours_before: bool
    last_in_quiet: bool


class WebhookWish(RequestModel):
    """An address that is told when something waits."""

    url: Annotated[str, Field(max_length=1000, examples=["https://chat.example/hooks/1"], description=HOOK)]


class Webhook(ResponseModel):
    """The webhook of an account or of a guest's seat, if it has one: whose address that is, and how it does.

    `secret`: what its JSON is signed with, in hexadecimal, in the answer to whoever has set it. `test`: whether the
    last test is on its way, was taken or refused, and `said` what came of it.
    """

    host: str | None
    secret: str | None
    state: Literal["none", "unconfirmed", "works", "paused"]
    why: str
    test: Literal["none", "waits", "taken", "refused"]
    said: str


class FeedLink(ResponseModel):
    """Where the feed of an account or of a guest's seat is read; whoever has the address may."""

    url: str | None


class Browser(RequestModel):
    """A browser's own `PushSubscription`: its address, and the keys that it reads with, in base64url."""

    endpoint: Annotated[str, Field(max_length=1000, examples=["https://push.example/1"])]
    p256dh: Annotated[str, Field(max_length=100)]
    auth: Annotated[str, Field(max_length=50)]


class Browsers(ResponseModel):
    """The browsers of an account or of a guest's seat that are told, by whose servers.

    `key`: the server's, or null where it tells none.
    """

    key: str | None
    hosts: list[str]
    test: Literal["none", "waits", "taken", "refused"]
    said: str
