"""Matches, who sits at them, and invitations."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from schemas.wire.base import Hex64, RequestModel, ResponseModel, Scalar, Secret, Word
from schemas.wire.clocks import ClockTerms, NewClock
from schemas.wire.games import Data


class NewMatch(RequestModel):
    """Open a match of a `game` by one of its `scenarios`.

    Your `opponent` comes by invitation, may be anybody of the server who has a name, or is the computer, and you name
    your seat; or it is practice, and all seats are yours. Left out, it is practice where you name no seat, else by
    invitation. `options` are of those that the game names.
    """

    game: Word
    scenario: Word
    seat: Word | None = None
    opponent: Literal["invitation", "anybody", "computer", "practice"] | None = None
    options: Annotated[dict[str, Scalar], Field(max_length=50)] = {}  # noqa: RUF012 (a copy for each)
    name: Annotated[str, Field(max_length=200, description="What tells it from others of the scenario.")] = ""
    talk: Annotated[bool, Field(description="Whether the sides may talk to each other.")] = True
    clock: NewClock | None = None
    arbiter: Annotated[
        str,
        Field(max_length=200, description="The name of the account that rules where `clock` leaves it to an arbiter."),
    ] = ""
    moderator: Annotated[
        str,
        Field(max_length=200, description="The name of the account that sees all of it and may put things right."),
    ] = ""


class Opened(ResponseModel):
    """A match just opened: the seats that you hold, and for each other seat the secret that it is taken with.

    The secret of each invitation is shown this once.
    """

    match_id: str
    seats: list[str]
    invitations: dict[str, str]


class HeldSeat(ResponseModel):
    """A seat that you hold; `asked` says whether it waits for your word.

    `question` is the heading at which it was last asked, `asked_at` since when; `version` is how long its log is.
    `ends_at` is when your time is over, while a clock runs for you; `unread` counts what others have said and you have
    not read.
    """

    match_id: str
    game: str
    scenario: str
    seat: str
    turn: int
    asked: bool
    ended: bool
    opened_at: datetime
    name: str
    question: str
    asked_at: datetime | None
    version: int
    ends_at: datetime | None
    unread: int


class SeatHolder(ResponseModel):
    """Who sits at a seat; the computer has no name, and a guest one that is not theirs alone, or none."""

    kind: Literal["named", "guest", "computer", "gone"]
    name: str | None
    bot: Annotated[bool, Field(description="Whether a program plays with this account, as its holder says.")] = False


TOGETHER = (
    "The seats that one account holds, where it holds more than one: whoever has it sees what each of them sees. Such "
    "a match is for practice; fair play takes an account for each seat."
)


class Official(ResponseModel):
    """Who was named arbiter or moderator of a match, and whether they have agreed to be."""

    who: SeatHolder
    agreed: bool


class Company(ResponseModel):
    """Who sits at each seat of a match, to whoever sits at one of them."""

    match_id: str
    seat: str
    holders: dict[str, SeatHolder | None]
    together: Annotated[list[str], Field(description=TOGETHER)]
    by_link: Annotated[
        bool,
        Field(description="You came by a link to this seat: its holder sees what you see, and may order what you may."),
    ]


class MatchCard(ResponseModel):
    """What those who have to do with a match may know of it: of each seat whether and by whom it is held."""

    match_id: str
    game: str
    title: str
    scenario: str
    name: str
    opened_by: SeatHolder
    opened_at: datetime
    options: dict[str, Scalar]
    rules_version: str
    seats: dict[str, bool]
    holders: dict[str, SeatHolder | None]
    mine: list[str]
    together: Annotated[list[str], Field(description=TOGETHER)]
    data: Data
    commitments: Annotated[list[Hex64], Field(min_length=2, max_length=2, description="S_0 and H(D).")]
    for_anybody: Annotated[
        list[str], Field(description="The free seats that anybody of the server who has a name may take.")
    ]
    talk: Annotated[bool, Field(description="Whether the sides may talk to each other.")]
    clock: Annotated[ClockTerms | None, Field(description="What was agreed of time; null where it is of no matter.")]
    arbiter: Annotated[Official | None, Field(description="Who rules when a time is over, where that was agreed.")]
    moderator: Annotated[
        Official | None,
        Field(description="Who sees all of it, both pictures too, and may put things right."),
    ]
    deletable: Annotated[bool, Field(description="You have opened it, and nobody else has come yet.")]


class Invite(RequestModel):
    """Invite somebody to a free seat."""

    seat: Word


class Invitation(ResponseModel):
    """The secret of an invitation, shown this once."""

    invitation: str


class InvitedTo(ResponseModel):
    """What an invitation is for: the seat, who opened the match, and what it was opened with."""

    match_id: str
    seat: str
    game: str
    title: str
    scenario: str
    name: str
    opened_by: SeatHolder
    options: dict[str, Scalar]
    handed_by: Annotated[SeatHolder | None, Field(description="Who holds the seat and hands it over by this.")]
    talk: Annotated[bool, Field(description="Whether the sides may talk to each other.")]
    clock: Annotated[ClockTerms | None, Field(description="What was agreed of time; null where it is of no matter.")]
    arbiter: Annotated[Official | None, Field(description="Who rules when a time is over, where that was agreed.")]
    moderator: Annotated[
        Official | None,
        Field(description="Who sees all of it, both pictures too, and may put things right."),
    ]


class TakeSeat(RequestModel):
    """Take a seat by invitation, or without one where it is open to you."""

    invitation: Secret | None = None


class Seated(ResponseModel):
    """The seat that is now yours."""

    match_id: str
    seat: str
