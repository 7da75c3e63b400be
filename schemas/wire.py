"""What requests and answers look like. What belongs to a game (view, orders, reports) is described game by game."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from service.engine.options import Choice, Places, Range, Routes, Several
from service.engine.sentences import plain_text

Word = Annotated[str, Field(min_length=1, max_length=100)]
Secret = Annotated[str, Field(min_length=1, max_length=200)]
Hex64 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", min_length=64, max_length=64)]
Prose = Annotated[str, BeforeValidator(lambda said: plain_text(said) if isinstance(said, tuple) else said)]
"""What the service says in sentences, as plain text."""
Scalar = str | int | bool | None
Scope = Literal["read", "play", "bot"]


class Asked(BaseModel):
    """A request's body: strict, and with nothing in it that is not named."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Told(BaseModel):
    """An answer's body."""

    model_config = ConfigDict(from_attributes=True, frozen=True)


# ---- who plays


class NewAccount(Asked):
    """Open an account."""

    name: Annotated[str, Field(max_length=200, examples=["Anna"])]
    password: Annotated[str, Field(max_length=1000, examples=["correct horse"])]
    link: Annotated[Secret | None, Field(description="The secret of a link to sign up with.")] = None


class SignIn(Asked):
    """Ask for a bearer token."""

    name: Annotated[str, Field(max_length=200)]
    password: Annotated[str, Field(max_length=1000)]
    label: Annotated[str, Field(max_length=100, description="What the token is for, in your words.")] = ""
    scope: Annotated[
        Scope, Field(description="`play`: all that you may; `bot`: play the seats that you hold; `read`: only read.")
    ] = "play"


class Account(Told):
    """A person; a guest has no name."""

    id: str
    name: str | None


class Token(Told):
    """A bearer token, shown this once."""

    token: str
    token_type: Literal["bearer"] = "bearer"


class TokenLine(Told):
    """One of your bearer tokens; what it is cannot be shown again."""

    id: str
    label: str
    scope: Scope
    made_at: datetime


class Session(Told):
    """A browser that is signed in to your account, or by a link to one of your seats; `this` is the one that asks.

    `device` is what it called itself, such as "Firefox on Android"; empty where that is not known.
    """

    id: str
    device: str
    match_id: str | None
    seat: str | None
    made_at: datetime
    ends_at: datetime | None
    this: bool


# ---- the shelf


Data = Annotated[
    str,
    Field(
        description="The set of data by which it is played, named by the hash of its contents: "
        "/games/{game}@{data} has its rules, charts and scenarios. Empty in a game without any."
    ),
]


class GameLine(Told):
    """A game on the shelf. `code` names the program that works it: games of one code differ in their data."""

    name: str
    code: str
    data: Data
    title: str
    version: str
    seats: list[str]
    scenarios: dict[str, str]


class OrderKind(Told):
    """An order that the game knows."""

    kind: str
    about: str


class MatchOption(Told):
    """What players may agree on when they open a match: what it does, and the values that it may have."""

    about: str
    values: list[Scalar]


class Game(GameLine):
    """A game: its sequence of play line by line, its orders, and the options that a match may be opened with."""

    outline: list[str]
    orders: list[OrderKind]
    options: dict[str, MatchOption]


class RuleCase(Told):
    """A case of the rules: `id` is the rule's, which refusals cite, or a name where it only explains.

    `text` is Markdown; its links are relative to `url`, the page where the case can be read.
    """

    id: str
    title: str
    text: str
    url: str


class RuleSection(Told):
    """A part of the rules, with what comes before its cases."""

    name: str
    title: str
    text: str
    cases: list[RuleCase]


class Rules(Told):
    """The rules of a game as its players read them, the same for everybody."""

    game: str
    version: str
    sections: list[RuleSection]


class Briefing(Told):
    """What a seat begins with in a scenario, and what it is after."""

    situation: str
    aim: str


class Scenario(Told):
    """A scenario of a game; `facts`, what is public of it, are of the game's own form."""

    game: str
    name: str
    title: str
    seats: list[str]
    turns: int
    briefings: dict[str, Briefing]
    facts: dict[str, Any]


# ---- matches


class NewMatch(Asked):
    """Open a match. With no seat named it is for practice: both seats are yours.

    Your `opponent` comes by invitation, or is the house's bot.
    """

    game: Word
    scenario: Word
    seat: Word | None = None
    opponent: Literal["invitation", "bot"] = "invitation"
    options: Annotated[dict[str, Scalar], Field(max_length=50)] = {}
    name: Annotated[str, Field(max_length=200, description="What tells it from others of the scenario.")] = ""


class Opened(Told):
    """A match just opened; the secret of each invitation is shown this once."""

    match_id: str
    seats: list[str]
    invitations: dict[str, str]


class SeatLine(Told):
    """A seat that you hold; `asked` says whether it waits for your word.

    `question` is the heading at which it was last asked, `asked_at` since when.
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


class SeatHolder(Told):
    """Who sits at a seat; a guest and the house's bot have no name."""

    kind: Literal["named", "guest", "bot"]
    name: str | None


TOGETHER = (
    "The seats that one account holds, where it holds more than one: whoever has it sees what each of them sees. Such "
    "a match is for practice; fair play takes an account for each seat."
)


class Company(Told):
    """Who sits at each seat of a match, to whoever sits at one of them."""

    match_id: str
    seat: str
    holders: dict[str, SeatHolder | None]
    together: Annotated[list[str], Field(description=TOGETHER)]
    by_link: Annotated[
        bool,
        Field(description="You came by a link to this seat: its holder sees what you see, and may order what you may."),
    ]


class MatchCard(Told):
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


class Invite(Asked):
    """Invite somebody to a free seat."""

    seat: Word


class Invitation(Told):
    """The secret of an invitation, shown this once."""

    invitation: str


class InvitedTo(Told):
    """What an invitation is for."""

    match_id: str
    seat: str
    game: str
    title: str
    scenario: str


class TakeSeat(Asked):
    """Take a seat by invitation."""

    invitation: Secret


class Seated(Told):
    """The seat that is now yours."""

    match_id: str
    seat: str


# ---- at a seat


class Where(Told):
    """Where the seat believes the match to be."""

    address: str
    titles: list[str]
    turn: int
    item: str | None
    asked: bool
    letters: int
    attendance: dict[str, Literal["present", "standing"]]
    ended: bool


class View(Told):
    """All that the seat knows; `view` is of the game's own form.

    `stopped`: the match has stopped for a fault of the house, which both sides are told alike; it takes no orders until
    the owner of the house lets it go on, and nothing that was sent is lost.
    """

    version: int
    seat: str
    game: str
    data: Data
    scenario: str
    where: Where
    stopped: bool
    view: Any


OptionField = Annotated[Choice | Range | Places | Several | Routes, Field(discriminator="domain")]
"""What one field of an order may be: what kind of choice it is stands in `domain`."""


class Option(Told):
    """One order type: `fixed` goes into the order as it stands, each of `fields` takes a value.

    `subjects`: your units that it can be given to, one or several that may be ordered together; empty where it is given
    to none. `anytime`: it is lawful at any heading, and answers no question.
    """

    order: str
    title: str
    subjects: list[str]
    fixed: dict[str, Any]
    fields: dict[str, OptionField]
    rule: str | None
    anytime: bool


class Options(Told):
    """What may be ordered now."""

    version: int
    options: list[Option]


class Destination(Told):
    """A place within reach: what it costs, and one path."""

    place: str
    cost: int
    path: list[str]


class Destinations(Told):
    """Where units can go together, be it one or several."""

    version: int
    units: list[str]
    destinations: list[Destination]


class LineOfSight(Told):
    """Whether one sees from place `a` to place `b`, as far as the seat knows the ground; `distance` is in steps.

    `hindrances`, `smoke` and `cover` (of the far place, against fire from `a`) are added to the dice of such fire.
    `why` says what is in the way of a line that is not open.
    """

    version: int
    a: str
    b: str
    open: bool
    distance: int
    hindrances: int
    smoke: int
    cover: int
    why: str
    rule: str


class Accepted(Told):
    """Orders were accepted and stored; `version` is the seat's just after that, before anything came of them."""

    version: int


class Sheet(Told):
    """What the seat has written and not yet sent."""

    version: int
    orders: list[dict[str, Any]]


class Verdict(Told):
    """What the rules say to one order after those before it that they allow."""

    index: int
    allowed: bool
    rule: str | None
    reason: Prose | None


class Preview(Told):
    """What the rules say to each order."""

    orders: list[Verdict]


class Exchanges(Told):
    """How often the match waited for the seat, by the seat's own log.

    `questions`: headings at which the match waited, or waits, for its word. `sittings`: how often it had to sit down
    for them; one is all that is asked between two letters. `letters`: those that reached it. `answered_for`: headings
    at which its standing orders answered; `sittings_saved`: sittings at which nothing else was asked.
    """

    questions: int
    sittings: int
    letters: int
    answered_for: int
    sittings_saved: int


class Meter(Told):
    """The seat's exchange meter: the turn of which it was last told, and the match so far."""

    turn: int
    this_turn: Exchanges
    so_far: Exchanges


class StandingAnswer(Told):
    """What standing orders say to a question: an order, or that a unit holds, or that its owner is asked.

    `line` is the place of the line that decides, counted from 1; null where none does, or where the game does not say.
    """

    does: Literal["order", "hold", "ask"]
    unit: str | None
    order: dict[str, Any] | None
    line: int | None


class Rehearsal(Told):
    """A question of earlier, put to the standing orders of today: what was answered, and what they would answer.

    `at` is the entry of the seat's log that put it, as in `history?at=`. `answered_for`: the standing orders of that
    time answered it; `open`: it is not answered yet. Where there are no orders, it was left to the rules' default.
    `would` are the orders of `said`.
    """

    at: int
    turn: int
    titles: list[str]
    answered: list[dict[str, Any]]
    answered_for: bool
    open: bool
    would: list[dict[str, Any]]
    said: list[StandingAnswer]


class Rehearsals(Told):
    """The latest questions of the other side's turns, newest first."""

    questions: list[Rehearsal]


class Standing(Told):
    """How the seat is answered for in the other side's turn; `answers` is of the game's own form.

    `options` are the orders that change it; `exchanges` counts what the match took of the seat, and what was saved.
    """

    version: int
    attendance: Literal["present", "standing"]
    answers: Any
    options: list[Option]
    exchanges: Meter


class Occasion(Told):
    """What reports that belong together were told on: `kind` and, of several of a kind in a turn of one side, `item`.

    `phasing`: the seat whose turn it was, if it was anybody's.
    """

    kind: str
    turn: int
    phasing: str | None
    item: str | None


class Entry(Told):
    """One thing that the seat was told: `report` is of the game's own form, told apart by its `kind`.

    `occasion`: what it was told on; null where it was told by itself, and in logs that were kept without.
    """

    number: int
    letter: int | None
    turn: int
    kind: str
    text: Prose
    report: dict[str, Any]
    occasion: Occasion | None


class Log(Told):
    """What the seat was told; `version` is the whole log's length."""

    version: int
    entries: list[Entry]


class Paragraph(Told):
    """What happened in one place or of one kind; `[3]` in the text refers to note 3."""

    title: Prose
    text: Prose


class Situation(Told):
    """A situation report, written up by the seat's staff from what it was told; `date` is of the game's calendar."""

    to: str
    sender: str
    date: str
    paragraphs: list[Paragraph]
    notes: list[Prose]


class Letter(Told):
    """A dispatch that reached the seat, with what it told.

    `situation` covers all that the seat was told since the letter before, this one included.
    """

    number: int
    turn: int
    address: str
    titles: list[str]
    entries: list[Entry]
    situation: Situation


class Letters(Told):
    """The seat's post, oldest first."""

    letters: list[Letter]


class Stop(Told):
    """A point of a seat's log worth looking back from, made by entries `first` to `number`; `letter` is among them."""

    first: int
    number: int
    turn: int
    letter: int | None
    titles: list[str]


class History(Told):
    """What the seat knew after entry `at` of its log of `version` entries; `entries` are those since the stop before.

    `view` is of the game's own form.
    """

    version: int
    seat: str
    at: int
    stops: list[Stop]
    where: Where
    entries: list[Entry]
    view: Any


class Finding(Told):
    """How the seat came by a report, as far as it can know; `level`: the least at which so much is told.

    `near`: what the seat had there itself; `other`: the contact that goes on in place of this one.
    """

    how: str
    level: int | None
    near: list[Prose]
    other: str | None


class DossierLine(Told):
    """One report of a contact: what it changed of it, and whether the contact left the picture with it."""

    entry: Entry
    titles: list[str]
    finding: Finding
    changed: dict[str, Any]
    gone: bool


class ContactLine(Told):
    """A contact as it stands in the seat's picture, or (`present` false) stood in it last, of the game's own form."""

    handle: str
    present: bool
    contact: dict[str, Any]


class Contacts(Told):
    """Every contact that the seat was ever told of."""

    contacts: list[ContactLine]


class Dossier(ContactLine):
    """A contact with every report of it, oldest first; `turn` is that of the seat's picture now."""

    version: int
    turn: int
    lines: list[DossierLine]


class ReviewStep(Told):
    """A point of the journal worth looking back from, made by events `first` to `number`; then `seat` was to act."""

    first: int
    number: int
    turn: int
    seat: str | None
    titles: list[str]


class Difference(Told):
    """One thing in which a seat's picture was not what was true; `believed` and `true` are places."""

    kind: Literal["own", "elsewhere", "nobody", "otherwise", "unseen"]
    text: Prose
    subject: str | None
    believed: list[str]
    true: list[str]


class Believed(Told):
    """What one side believed: its view, of the game's own form, what it had just been told, and where it was wrong."""

    version: int
    entries: list[Entry]
    view: Any
    differences: list[Difference]


class Review(Told):
    """A match that is over, after event `at` of its journal of `length` events; `truth` has each side's true force."""

    at: int
    length: int
    turn: int
    steps: list[ReviewStep]
    seats: dict[str, Believed]
    truth: dict[str, Any]


class Entropy(Asked):
    """A seat's own share of the dice: first the commitment to it, later, when every seat has committed, the share.

    The commitment is H("sitrep/share", match, seat, share) in hex; the share is 32 bytes in hex.
    """

    commitment: Hex64 | None = None
    entropy: Hex64 | None = None


class Roll(Told):
    """A public roll; `cause` is the kind of order and its side, or the heading, that it was made for."""

    turn: int
    number: int
    spec: str
    faces: list[int]
    purpose: str
    cause: str


class Share(Told):
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


class Renewal(Told):
    """Where a match left the first scheme of the dice: in this turn, after so many public rolls of it."""

    turn: int
    after: int


class Dice(Told):
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


class Export(Told):
    """All that a seat knows, with the proof of the dice; `whole` is everything else, after the end.

    `whole` brings the set of data too that the match was played by.
    `sitrep verify`, or `service/verify.py` by itself, checks it.
    """

    format: str
    match_id: str
    game: str
    scenario: str
    options: dict[str, Any]
    rules_version: str
    data: Data
    seat: str
    version: int
    ended: bool
    dice: Dice
    view: Any
    log: list[dict[str, Any]]
    whole: dict[str, Any] | None


# ---- sockets


class EntryFrame(Entry):
    """A socket's frame: the log has grown by this."""

    type: Literal["entry"] = "entry"


class NudgeFrame(Told):
    """A page's socket's frame: there is something new to fetch. It is the same bytes each time."""

    type: Literal["nudge"] = "nudge"


class HereFrame(Told):
    """A page's socket's answer to the text `?`: the line between them stands. It is the same bytes each time."""

    type: Literal["here"] = "here"


# ---- problems


class Misplaced(Told):
    """What is wrong at one place of a request."""

    place: list[str | int]
    reason: str


class Problem(Told):
    """RFC 9457; `rule` is the rule that says so, `rule_url` the page of this house where a game's rule can be read.

    `index` is the refused order's place in its list; `code` says which kind of refusal it is.
    """

    type: str
    title: str
    status: int
    rule: str
    rule_url: str | None = None
    code: str | None = None
    detail: str | None = None
    index: int | None = None
    errors: list[Misplaced] | None = None
