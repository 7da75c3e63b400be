"""What the match page shows, in the shapes that its templates read."""

from __future__ import annotations

from dataclasses import dataclass, field

from markupsafe import Markup

from web.board import Board
from web.forms import Form, Item
from web.games.plain import Decision, Fact, Roster, Row
from web.standing import Editor
from web.track import Track


@dataclass(frozen=True, kw_only=True)
class Notice:
    """Something that the page has to say: tone is good, warn or bad."""

    tone: str
    title: str
    text: str = ""
    rule: str = ""
    rule_at: str = ""
    """Where the rule can be read, if there is such a place."""


@dataclass(frozen=True, kw_only=True)
class Pick:
    """A choice that decides which form is shown: its name in the address, and its values."""

    name: str
    label: str
    items: tuple[Item, ...]
    chosen: str


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A unit that an order can be given to."""

    id: str
    name: str
    hex: str | None
    ordered: bool


@dataclass(frozen=True, kw_only=True)
class Group:
    """One order type: either the units it can be given to, or its form with the choices that lead to it."""

    kind: str
    title: str
    help: str = ""
    subjects: tuple[Subject, ...] = ()
    picks: tuple[Pick, ...] = ()
    form: Form | None = None


@dataclass(frozen=True, kw_only=True)
class Chosen:
    """The unit whose orders are being written."""

    row: Row
    groups: tuple[Group, ...]


@dataclass(frozen=True, kw_only=True)
class Written:
    """One order on the sheet: what it says, and the refusal that waits for it, if any."""

    said: str
    refused: str
    rule: str
    rule_at: str = ""


@dataclass(frozen=True, kw_only=True)
class SheetShown:
    """The sheet as it stands; `orders` is what a form sends of it: what the player saw, and nothing else."""

    version: int
    orders: str
    lines: tuple[Written, ...]

    @property
    def refused(self) -> int:
        return sum(1 for line in self.lines if line.refused)


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What is asked of the seat now, and the one thing to press. Mood is asked, waiting or over."""

    mood: str
    title: str
    lead: str
    facts: tuple[Fact, ...] = ()
    action: str = ""
    primary: bool = True
    idle: str = ""
    decision: Decision | None = None


@dataclass(frozen=True, kw_only=True)
class SightShown:
    """The line-of-sight check: the two hexes that were asked about, and what the umpire says of them."""

    a: str = ""
    b: str = ""
    verdict: str = ""
    words: str = ""
    tone: str = ""


@dataclass(frozen=True, kw_only=True)
class Told:
    """One line of the log or of a letter, its hexes made into links."""

    number: int
    said: Markup


@dataclass(frozen=True, kw_only=True)
class LetterShown:
    """A letter as a situation report."""

    number: int
    dateline: str
    lines: tuple[Told, ...]


@dataclass(frozen=True, kw_only=True)
class Tab:
    """One tab of the panel, with the number beside its name."""

    name: str
    label: str
    count: int = 0
    unread: bool = False
    """Whether the number counts what is new, once it has been looked at."""


@dataclass(frozen=True, kw_only=True)
class MatchPage:
    """Everything that the match page shows."""

    match: str
    seat: str
    side: str
    """What the seat is called."""
    base: str
    socket: str
    title: str
    book: str
    """The address below which the game's rules and charts stand; empty for a game without a book."""
    colour: str
    version: int
    key: str
    facts: tuple[Fact, ...]
    track: Track
    asked: Asked
    unit: str | None
    chosen: Chosen | None
    groups: tuple[Group, ...]
    lasting: tuple[Group, ...]
    editor: Editor | None
    standing_open: bool
    meter: tuple[str, ...]
    attendance: str
    others: tuple[Fact, ...]
    sheet: SheetShown
    points: tuple[Fact, ...]
    rosters: tuple[Roster, ...]
    figures: tuple[Fact, ...]
    letters: tuple[LetterShown, ...]
    log: tuple[Told, ...]
    news: tuple[Told, ...]
    board: Board
    sight: SightShown | None = None
    """None in a game without that question."""
    notice: Notice | None = None
    announcement: str = ""
    tabs: tuple[Tab, ...] = field(default=())

    @property
    def crumbs(self) -> tuple[str, ...]:
        """The way to where we are, less the heading that stands below it in large letters."""
        way = self.track.titles[:-1] if self.asked.mood == "asked" else self.track.titles
        return way[-2:] or ("Sequence of play",)
