"""The context: what the functions of `service.matches` work with. Clock, ids and randomness come in here alone."""

from __future__ import annotations

import base64
import hashlib
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from service.engine.data import UnfitData
from service.engine.game import AnyGame
from service.engine.seats import Seat
from service.live import Hub, Presence
from service.mail import MailHouse, PushKeys
from service.matches.map_pictures import DrawsMap
from service.matches.rate_limits import Most, RateLimits, Slots
from service.matches.shares import Shares
from service.store import Store


def now() -> datetime:
    return datetime.now(UTC)


@dataclass
class MailboxLooks:
    """How the looks into the mailbox go where answers come: no orders of before `until` lie there.

    `fault`: why the last look came to nothing; empty where it did not.
    """

    until: datetime | None = None
    fault: str = ""


HELD_BACK = timedelta(hours=1)
"""So long a time is not over for a mailbox that cannot be looked into."""


@dataclass(frozen=True)
class Context:
    """A service's games, store, hub, rate limits, clock and source of secrets, and whether anybody may sign up.

    `pace`: seconds from an acknowledgement to what comes of the orders, which a worker beside publishes then; `bell`
    wakes them. Without a pace whoever brings orders works them themselves, at once. `mail` is there where the server
    sends mails, `site` is the address that links are made of, if it has one, `push` is there where browsers are told,
    `looks` where answers to mails are fetched from a mailbox, `draw_map` where maps go with mails, and `archive` is the
    folder for matches that are put away. `token_uses`: when tokens were used that is not written down yet.
    `bounds_of_settings`: what those bounds were that are set otherwise on the owner's page. `shares`: which matches
    this process works, where several serve.
    """

    store: Store
    hub: Hub = field(default_factory=Hub)
    rate_limits: RateLimits = field(default_factory=RateLimits)
    most: Most = field(default_factory=Most)
    slots: Slots = field(default_factory=Slots)
    clock: Callable[[], datetime] = now
    secret: Callable[[int], bytes] = secrets.token_bytes
    open_sign_up: bool = False
    pace: float | None = None
    bell: threading.Event = field(default_factory=threading.Event)
    presence: Presence = field(default_factory=Presence)
    mail: MailHouse | None = None
    site: str = ""
    push: PushKeys | None = None
    looks: MailboxLooks | None = None
    draw_map: DrawsMap | None = None
    archive: Path | None = None
    token_uses: dict[str, datetime] = field(default_factory=dict)
    bounds_of_settings: dict[str, str] = field(default_factory=dict)
    shares: Shares = field(default_factory=Shares)

    @property
    def lets_anybody_sign_up(self) -> bool:
        """Whether it takes no link to sign up: as the owner has set it, or else as the settings have it."""
        return self.most.sign_up == "open" if self.most.sign_up else self.open_sign_up

    def times_end_by(self) -> datetime:
        """The moment up to which times are over by now.

        Where answers lie in a mailbox no time ends before a look has begun later than that and all that was found is
        worked, but at most HELD_BACK after it.
        """
        now = self.clock()
        return now if self.looks is None else min(now, max(now - HELD_BACK, self.looks.until or now - HELD_BACK))

    @property
    def games(self) -> Mapping[str, AnyGame]:
        return self.store.games

    def game(self, name: str, data: str) -> AnyGame:
        """The game of a match for a list or a card: on offer, where its set of data can be read no more."""
        try:
            return self.store.game(name, data)
        except UnfitData:
            return self.games[name]

    @contextmanager
    def one_moment(self) -> Iterator[Context]:
        """This context, all that is read of whose store is of one moment, until something is written."""
        moment = self.store.one_moment()
        try:
            yield replace(self, store=moment)
        finally:
            moment.end()

    def new_id(self) -> str:
        """An id that nobody guesses: 16 small letters and digits."""
        return base64.b32encode(self.secret(10)).decode().lower()

    def new_token(self) -> str:
        """A secret for a URL, a header, a cookie or a command line, which takes a dash in front for an option."""
        return base64.urlsafe_b64encode(self.secret(32)).decode().rstrip("=").lstrip("-")


@dataclass(frozen=True)
class AtSeat:
    """Somebody who may see and order what this seat may. Given out by `at_seat` and `seat_by_link` alone.

    `by_link`: they came by a link to the seat, and for all that is known is somebody else than its holder.
    """

    match_id: str
    seat: Seat
    account_id: str
    by_link: bool = False


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
