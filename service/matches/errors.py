"""What can go wrong, whole: each with its status, its title and the rule that says so. Nothing else is ever answered.

None of them carries text from within. `NotFound` is raised alike for what does not exist and for what the caller may
not see, and says the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from service.engine.sentences import Said, Sentence, plain_text, say

TYPES = "/api/problems/"
"""Below this address of the server each problem is described by its name."""


class Problem(Exception):
    """Something that a caller did, or asked for, that does not go."""

    status: ClassVar[int]
    name: ClassVar[str]
    title: ClassVar[str]

    def __init__(
        self, detail: Said = "", *, rule: str = "", in_words: Callable[[Sentence], str] = plain_text, **members: Any
    ) -> None:
        self.said = say(detail)
        self.detail = in_words(self.said)
        super().__init__(self.detail or self.title)
        self.rule = rule or f"SITREP-{self.name.upper()}"
        self.members = members

    @property
    def retry_after(self) -> int | None:
        """Seconds after which it may go better."""
        seconds = self.members.get("retry_after")
        return int(seconds) if seconds is not None else None

    def plain(self) -> dict[str, Any]:
        """The problem as RFC 9457 has it."""
        body: dict[str, Any] = {"type": f"{TYPES}{self.name}", "title": self.title, "status": self.status}
        if self.detail:
            body["detail"] = self.detail
        body["rule"] = self.rule
        return {**body, **{name: value for name, value in self.members.items() if name != "retry_after"}}


class BadRequest(Problem):
    status, name, title = 400, "bad-request", "The request cannot be read."


class NotSignedIn(Problem):
    status, name, title = 401, "not-signed-in", "Sign in first."


class WrongPassword(Problem):
    status, name, title = 401, "wrong-password", "The name or the password is wrong."


class FromElsewhere(Problem):
    status, name, title = 403, "from-elsewhere", "This request came from another site."


class OutOfScope(Problem):
    status, name, title = 403, "out-of-scope", "This token may not do that."


class Blocked(Problem):
    status, name, title = 403, "blocked", "The owner of this server has blocked this account."


class SignUpClosed(Problem):
    status, name, title = 403, "sign-up-closed", "To sign up you need a link from the owner of this server."


class NotFound(Problem):
    status, name, title = 404, "not-found", "There is nothing here."


class MethodNotAllowed(Problem):
    status, name, title = 405, "method-not-allowed", "That cannot be done here."


class TooSlow(Problem):
    status, name, title = 408, "too-slow", "The request took too long to arrive. Nothing was done."


class RulesRefuse(Problem):
    """The only one whose rule and reason are the game's: made from the seat's picture alone."""

    status, name, title = 409, "rules-refuse", "The rules refuse this order."


class NameTaken(Problem):
    status, name, title = 409, "name-taken", "Somebody else has this name."


class NameMisleads(Problem):
    status, name, title = 409, "name-misleads", "This name could be mistaken for another."


class SeatTaken(Problem):
    status, name, title = 409, "seat-taken", "This seat is taken."


class SeatNotForYou(Problem):
    status, name, title = 409, "seat-not-for-you", "You may not take this seat."


class OwnerAsked(Problem):
    """Nothing is wrong: it waits for the owner's word."""

    status, name, title = 409, "owner-asked", "The owner of the server has been asked."


class TooMany(Problem):
    status, name, title = 409, "too-many", "There are too many of these already."


class NoMail(Problem):
    status, name, title = 409, "no-mail", "This server sends no mail."


class NoSite(Problem):
    status, name, title = 409, "no-site", "This server has not been told its own address, so it can make no links."


class NotNow(Problem):
    """`detail` says why, and what goes instead."""

    status, name, title = 409, "not-now", "That cannot be done as the match stands."


class OwnPart(Problem):
    """The owner of the server would do something about a match of their own; `command` is what does it all the same."""

    status, name, title = 409, "own-part", "You have a part in this yourself, so it cannot be done here."

    def __init__(self, command: str) -> None:
        super().__init__(
            f"Whoever runs the server can do it by the command line: {command}. All who sit at the match are told so."
        )


class EntropyRefused(Problem):
    status, name, title = 409, "entropy-refused", "Your share of the dice cannot be taken like that."


STOPPED = "Nothing is lost: all that was sent is kept, and is worked when the owner of the server lets the match go on."
"""What all sides are told of a match that has stopped."""


class MatchStopped(Problem):
    """A fault of ours has stopped the match; the same to all sides."""

    status, name, title = 409, "match-stopped", "This match has stopped because of a fault of the server."

    def __init__(self) -> None:
        super().__init__(STOPPED)


class PictureMovedOn(Problem):
    status, name, title = 412, "picture-moved-on", "You were told something new since you looked. Look again."


class SheetMovedOn(Problem):
    status, name, title = 412, "sheet-moved-on", "The sheet has changed since you looked. Look again."


class BodyTooLarge(Problem):
    status, name, title = 413, "body-too-large", "The request is too large."


class Malformed(Problem):
    """`errors` names each place that is wrong and what is wrong there; what was sent is not repeated."""

    status, name, title = 422, "malformed", "The request is malformed."

    def __init__(self, errors: Sequence[tuple[Sequence[str | int], str]] = (), detail: str = "") -> None:
        super().__init__(detail, errors=[{"place": list(place), "reason": reason} for place, reason in errors])


class UnsupportedType(Problem):
    status, name, title = (
        415,
        "unsupported-type",
        "This cannot be sent like that: bodies are JSON, and order lines plain text.",
    )


class TextTooLong(Problem):
    status, name, title = 422, "text-too-long", "The text is too long."


class LinesNotUnderstood(Problem):
    """Order lines of which one at least is no order, so none was taken: `lines` are those that cannot be given."""

    status, name, title = 422, "lines-not-understood", "Not every line is an order. None was taken."

    def __init__(self, lines: Sequence[Mapping[str, Any]]) -> None:
        super().__init__(lines=list(lines))


class KeyReused(Problem):
    status, name, title = 422, "key-reused", "This Idempotency-Key was used for another request."


class VersionNeeded(Problem):
    status, name, title = 428, "version-needed", "Say in If-Match which version of your view you have seen."


class TooOften(Problem):
    status, name, title = 429, "too-often", "Too often. Wait a little."

    def __init__(self, retry_after: int, why: str) -> None:
        super().__init__(f"{why}. Nothing was done. Try again in {in_words(retry_after)}.", retry_after=retry_after)


UNITS = (("hour", 3600), ("minute", 60), ("second", 1))


def in_words(seconds: int) -> str:
    """A time to wait, never less than it is."""
    unit, length = next(one for one in UNITS if seconds > 2 * one[1] or one[1] == 1)
    count = -(-seconds // length)
    return f"{count} {unit}{'s' if count > 1 else ''}"


class Fault(Problem):
    """A fault of ours. What was asked may have been done by then, so nothing is said of that."""

    status, name, title = 500, "fault", "Something went wrong on this server. It has been written down for its owner."


class Busy(Problem):
    """What passes by itself: a lock, a full disk, a lost connection, too many at once."""

    status, name, title = 503, "busy", "The server is busy just now. Try again in a moment."

    def __init__(self, *, nothing_done: bool = False) -> None:
        super().__init__("Nothing was done. Try again in a moment." if nothing_done else "", retry_after=1)


PROBLEMS: tuple[type[Problem], ...] = (
    BadRequest, NotSignedIn, WrongPassword, FromElsewhere, OutOfScope, Blocked, SignUpClosed, NotFound,
    MethodNotAllowed, TooSlow, RulesRefuse, NameTaken, NameMisleads, SeatTaken, SeatNotForYou, OwnerAsked, TooMany,
    NoMail, NoSite, NotNow, OwnPart, EntropyRefused, MatchStopped, PictureMovedOn, SheetMovedOn, BodyTooLarge,
    UnsupportedType, Malformed, TextTooLong, LinesNotUnderstood, KeyReused, VersionNeeded, TooOften, Fault, Busy,
)  # fmt: skip
