"""The proof of the dice, and the file with all that a seat knows."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import WithJsonSchema

from schemas.wire.base import Hex64, RequestModel, ResponseModel, Scalar
from schemas.wire.games import Data
from schemas.wire.log import Occasion

Event = Annotated[
    dict[str, Any],
    WithJsonSchema({"type": "object", "properties": {"kind": {"type": "string"}}, "required": ["kind"]}),
]
"""What happened in a match, in the game's own form."""


class Entropy(RequestModel):
    """A seat's own share of the dice: first the commitment to it, later, when every seat has committed, the share.

    The commitment is H("sitrep/share", match, seat, share) in hex; the share is 32 bytes in hex.
    """

    commitment: Hex64 | None = None
    entropy: Hex64 | None = None


class Roll(ResponseModel):
    """A public roll; `cause` is the kind of order and its side, or the heading, that it was made for."""

    turn: int
    number: int
    spec: str
    faces: list[int]
    purpose: str
    cause: str


class Share(ResponseModel):
    """One seat's share of the dice; `entropy` is shown once it is in the dice.

    That is from `from_turn` on, of the public rolls of that turn from the one numbered `from_roll` on.
    """

    seat: str
    maker: Literal["player", "server"]
    state: Literal["waiting", "committed", "opened", "in the dice", "left out"]
    commitment: str
    entropy: str | None
    from_turn: int | None
    from_roll: int | None


class Renewal(ResponseModel):
    """Where a match left the first scheme of the dice: in this turn, after so many public rolls of it."""

    turn: int
    after: int


class Dice(ResponseModel):
    """The proof of the dice, as far as the seat has come.

    `scheme` is the one with which the match was opened, 2 from now on; one opened under the first is `renewed` once.
    `chain` is S_0 and `hidden` is H(D), both known before anybody joined; `keys` are the keys of turns that are over,
    and the key of turn t - 1 is H("sitrep/chain", key of turn t); `roots` came with the seat's letters, by their
    numbers; `seed` is D and `chain_end` the chain's last key, after the end.
    """

    match_id: str
    seats: list[str]
    turns: int
    scheme: Literal[1, 2]
    renewed: Renewal | None
    chain: str
    hidden: str
    keys: dict[int, str]
    seed: str | None
    chain_end: str | None
    shares: list[Share]
    may_commit: bool
    may_open: bool
    rolls: list[Roll]
    roots: dict[int, str]


class ExportedEntry(ResponseModel):
    """An entry of a log as it is exported: without its words, and with the report as it is stored and proved.

    A report is stored as in all releases before, so its fields need not be called as in an entry of the log: what is
    called otherwise has a schema of its own.
    """

    number: int
    letter: int | None
    turn: int
    report: dict[str, Any]
    occasion: Occasion | None


class JournalStep(ResponseModel):
    """One call that a match went on by: the version that it led to, by which rules, and how many events it left."""

    step: int
    rules: str
    events: int


class Whole(ResponseModel):
    """A match that is over, as it is stored: with it every roll can be checked, and the match be worked again.

    `opening` and `position` are the truth before the first heading and at the end, and `journal` has every event
    between, told apart by its `kind`. They are of the game's own form within, which is no part of this description: it
    changes as the game's rules do. `data_sets` are the sets of data that the match was played by: each file's
    text by its name.
    """

    opening: dict[str, Any]
    journal: list[Event]
    steps: list[JournalStep]
    position: dict[str, Any]
    data_sets: dict[str, dict[str, str]]


class Export(ResponseModel):
    """All that a seat knows, with the proof of the dice; `whole` is everything else, after the end.

    `sitrep verify`, or `service/verify.py` by itself, checks it.
    """

    format: str
    match_id: str
    game: str
    scenario: str
    options: dict[str, Scalar]
    rules_version: str
    data: Data
    seat: str
    version: int
    ended: bool
    dice: Dice
    view: Any
    log: list[ExportedEntry]
    whole: Whole | None
