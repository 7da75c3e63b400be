"""What the match page shows, in the shapes that its templates read."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from service.engine.aims import Level
from service.engine.cards import Weight
from service.engine.glances import Decision, Fact, Row
from service.engine.places import Place
from service.engine.sentences import Said, Sentence, counted, listed
from web.games.plain import Act
from web.parts.forms import Form, Item

MOST_NAMES = 3
"""So many chosen units are called by their names; more are counted."""


@dataclass(frozen=True, kw_only=True)
class CompanyShown:
    """What is said of who holds the seats of a match; `tone` is "warn" where somebody else sees several sides."""

    tone: str
    title: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Notice:
    """Something that the page has to say: tone is good, warn or bad."""

    tone: str
    title: str
    text: Said = ""
    """On the page it is plain text."""
    rule: str = ""
    rule_at: str = ""
    """Where the rule can be read, if there is such a place."""
    asks: str = ""
    """Where it asks whether the step is to be closed all the same, what the button says that does so."""


@dataclass(frozen=True, kw_only=True)
class Pick:
    """A choice that decides which form is shown: its name in the address, and its values."""

    name: str
    label: str
    items: tuple[Item, ...]
    chosen: str

    @property
    def on_map(self) -> bool:
        """Whether its values are chosen on the map too."""
        return any(item.place for item in self.items)


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A unit that an order can be given to; `place` is where it stands, as players write it."""

    id: str
    name: str
    place: str | None
    ordered: bool
    owed: bool = False
    """Whether it has to be given an order before the step can be closed."""


@dataclass(frozen=True, kw_only=True)
class TermShown:
    """One line of a bill, with its rule; one without a value waits for what `why` says."""

    name: str
    value: str
    rule: str
    rule_at: str
    why: str = ""


@dataclass(frozen=True, kw_only=True)
class AimShown:
    """How the seat stands with its aim: a line, the sum that it opens to, what is said beside it, and the verdicts."""

    line: str
    title: str
    figure: str
    total: str
    lines: tuple[TermShown, ...]
    said: tuple[str, ...]
    levels: tuple[Level, ...]


@dataclass(frozen=True, kw_only=True)
class Weighed:
    """What an order comes to before it is given: the figure, its bill, and what may follow.

    `refused` says what the rules have against it; `open` that a choice is missing.
    """

    figure: str = ""
    value: str = ""
    bill: tuple[TermShown, ...] = ()
    outlook: tuple[str, ...] = ()
    refused: str = ""
    rule: str = ""
    rule_at: str = ""

    @property
    def open(self) -> bool:
        return not (self.figure or self.refused)


@dataclass(frozen=True, kw_only=True)
class Commit:
    """What the button of a form says: the order as it is filled in, or `settled` false and its type alone.

    `closes`: it is the last order that the step takes, and the button sends all that is written and closes the step.
    """

    words: str
    settled: bool
    closes: bool = False


@dataclass(frozen=True, kw_only=True)
class Group:
    """One order type: either the units it can be given to, or its form with the choices that lead to it."""

    kind: str
    title: str
    help: str = ""
    subjects: tuple[Subject, ...] = ()
    picks: tuple[Pick, ...] = ()
    form: Form | None = None
    weighed: Weighed | None = None
    """What the order comes to as the form stands, for a kind that can be reckoned."""
    commit: Commit | None = None
    """The button of its form; None for what is said at any time."""
    held: Weighed | None = None
    """What the rules say against these units moving together."""

    @property
    def routes(self) -> bool:
        """Whether a tap on the map answers it."""
        return self.form is not None and any(field.control == "route" for field in self.form.fields)


@dataclass(frozen=True, kw_only=True)
class Placed:
    """An order of the chosen units that is on the sheet: at which place, and what is likely to come of it."""

    place: int
    said: str
    likely: tuple[str, ...] = ()
    ways: tuple[tuple[str, str], ...] = ()
    """Other ways that it could go, each with what it is likely to come to."""
    goes: bool = False
    """Whether it goes a way that may be led elsewhere."""


@dataclass(frozen=True, kw_only=True)
class TargetShot:
    """One shot at a contact, as a button that puts it on the sheet: who fires, what it is likely to do, the order."""

    title: str
    line: str
    kind: str
    fixed: str


@dataclass(frozen=True, kw_only=True)
class Target:
    """A contact that was tapped to be fired at: what it is, where all stands that is known of it, who can fire."""

    title: Sentence
    dossier: str
    shots: tuple[TargetShot, ...]


@dataclass(frozen=True, kw_only=True)
class BundleShown:
    """Orders that go on the sheet in one tap: what that is called, and each with what it is likely to come to."""

    title: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class Present:
    """An own unit where others stand too: whether it is chosen, and whether it can be ordered together with others."""

    row: Row
    goes: bool
    joins: bool


@dataclass(frozen=True, kw_only=True)
class Here:
    """All that is known to stand in one place: own units, and contacts as they were last reported."""

    place: Place
    title: str
    own: tuple[Present, ...]
    met: tuple[Row, ...] = ()

    @property
    def party(self) -> tuple[str, ...]:
        """The units of which some or all can be ordered together, if there are any."""
        return tuple(one.row.id for one in self.own if one.joins and one.row.id)

    @property
    def going(self) -> int:
        """How many of them are chosen."""
        return sum(one.goes for one in self.own)


@dataclass(frozen=True, kw_only=True)
class Chosen:
    """The units whose orders are being written; `coming` is the next one that has none yet.

    `here` is who stands where they stand, if anybody else does. Nobody is chosen as long as it is picked who goes.
    """

    rows: tuple[Row, ...]
    groups: tuple[Group, ...]
    written: tuple[Placed, ...] = ()
    coming: Subject | None = None
    here: Here | None = None

    @property
    def row(self) -> Row | None:
        """The unit, where it is one alone."""
        return self.rows[0] if len(self.rows) == 1 else None

    @property
    def name(self) -> str:
        """What they are called."""
        if len(self.rows) > MOST_NAMES:
            return counted(len(self.rows), "unit")
        return listed(row.name for row in self.rows) or "Nobody chosen"


@dataclass(frozen=True, kw_only=True)
class Written:
    """One order on the sheet: what it says, and the refusal that waits for it, if any."""

    said: str
    refused: str
    rule: str
    rule_at: str = ""


@dataclass(frozen=True, kw_only=True)
class ForetoldShown:
    """What the enemy will be told, or what ends, when the sheet is sent and the step closed."""

    text: str
    rule: str
    rule_at: str
    grave: bool


@dataclass(frozen=True, kw_only=True)
class SheetShown:
    """The sheet as it stands; `orders` is what a form sends of it: what the player saw, and nothing else."""

    version: int
    orders: str
    lines: tuple[Written, ...]
    foretold: tuple[ForetoldShown, ...] = ()

    @property
    def refused(self) -> int:
        return sum(1 for line in self.lines if line.refused)


@dataclass(frozen=True, kw_only=True)
class NewRules:
    """From which version to which the rules have changed, and what did, in sentences of the rulebook."""

    version: str
    was: str
    changes: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What is asked of the seat now, and the one thing to press. Mood is asked, waiting, over or stopped.

    `sent` says where the orders are that were sent just now.
    """

    mood: str
    title: str
    lead: Sentence
    sent: str = ""
    facts: tuple[Fact, ...] = ()
    action: str = ""
    passes: bool = False
    """Whether the action gives no order though one could be given."""
    review: str = ""
    """What leads to the sheet first, where there is something to look at before one sends."""
    idle: str = ""
    decision: Decision | None = None
    acts: tuple[Act, ...] = ()
    """Where there are several, the verb of the decision opens the choice of one."""
    clock: Countdown | None = None
    """The time that runs before all sides, where the game is played live."""


@dataclass(frozen=True, kw_only=True)
class Countdown:
    """A time that runs before all sides: what it is, the milliseconds that are left of it, and when it ends."""

    label: str
    left: int
    ends: str


@dataclass(frozen=True, kw_only=True)
class SightShown:
    """The line-of-sight check: the two places that were asked about, and what the umpire says of them.

    A place is written in at most so many letters, and in figures alone if `in_figures`.
    """

    a: str = ""
    b: str = ""
    most: int = 0
    in_figures: bool = False
    invitation: str = ""
    title: str = ""
    words: Sentence = ()
    tone: str = ""


@dataclass(frozen=True, kw_only=True)
class Coached:
    """The coach of a newcomer: whether he is wanted, and the note that he hands over, by its name."""

    wanted: bool
    name: str = ""
    title: str = ""
    lines: tuple[tuple[str, Markup], ...] = ()
    """What each paragraph is about, and what it says."""


@dataclass(frozen=True, kw_only=True)
class NumberedLine:
    """One line of the log, of a letter or of another numbered list, its places made into links."""

    number: int
    said: Markup


@dataclass(frozen=True, kw_only=True)
class SumShown:
    """A sum on a card: its lines, the dice of it that may be seen, the total or its range, and what that means."""

    title: str
    total: str
    lines: tuple[TermShown, ...]
    dice: str
    comes_to: str


@dataclass(frozen=True, kw_only=True)
class LossShown:
    """A loss on a card."""

    own: bool
    said: str


@dataclass(frozen=True, kw_only=True)
class CardShown:
    """What came of one fight or movement.

    `where` are its places on the map, as its script reads them, and `drawn` what happened there; `at` leads to that
    moment in the history, where it can be seen without a script.
    """

    number: int
    weight: Weight
    title: str
    outcome: str
    text: Markup
    sums: tuple[SumShown, ...]
    losses: tuple[LossShown, ...]
    where: str
    drawn: Markup
    at: str


@dataclass(frozen=True, kw_only=True)
class News:
    """What a seat was told since its last orders: cards, then what stands on none, of which `folded` is read last.

    `falls` are the places where rounds fell of which it was told.
    """

    falls: tuple[str, ...] = ()
    cards: tuple[CardShown, ...] = ()
    lines: tuple[NumberedLine, ...] = ()
    folded: tuple[NumberedLine, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Tab:
    """One tab of the panel, with the number beside its name."""

    name: str
    label: str
    count: int = 0
    unread: bool = False
    """Whether the number counts what is new, once it has been looked at."""
