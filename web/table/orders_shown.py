"""What the match page shows of orders: what may be ordered and what it comes to, the sheet, and orders as text."""

from __future__ import annotations

from dataclasses import dataclass

from service.engine.facts import Row
from service.engine.phrase_reading import LineFault
from service.engine.places import Place
from service.engine.sentences import Sentence, counted, listed
from web.parts.fields import Item
from web.parts.forms import Form
from web.table.shown import TermShown

MOST_NAMES = 3
"""So many chosen units are called by their names; more are counted."""


@dataclass(frozen=True, kw_only=True)
class RefusalShown:
    """What the rules say against something, and where the rule that says so can be read, if it can."""

    said: str
    rule: str
    rule_url: str


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
    must_be_ordered: bool = False
    """Whether it has to be given an order before the step can be closed."""


@dataclass(frozen=True, kw_only=True)
class Weighed:
    """What an order comes to before it is given: the figure, its bill, and what may follow; or its refusal.

    `open`: a choice is missing.
    """

    figure: str = ""
    value: str = ""
    bill: tuple[TermShown, ...] = ()
    outlook: tuple[str, ...] = ()
    refusal: RefusalShown | None = None

    @property
    def open(self) -> bool:
        return not self.figure and self.refusal is None


@dataclass(frozen=True, kw_only=True)
class Commit:
    """What the button of a form says: the order as it is filled in, or `settled` false and its type alone.

    `closes`: it is the last order that the step takes, and the button sends all that is written and closes the step.
    `idle`: filled in so it does nothing.
    """

    words: str
    settled: bool
    closes: bool = False
    idle: bool = False


@dataclass(frozen=True, kw_only=True)
class OrderGroup:
    """One order type: either the units it can be given to, or its form with the choices that lead to it."""

    kind: str
    title: str
    help: str = ""
    subjects: tuple[Subject, ...] = ()
    picks: tuple[Pick, ...] = ()
    aims: str = ""
    """Where on the map that lies at which its form aims, where nothing is left to choose of that."""
    is_aimed: bool = False
    """Whether its order has a target."""
    by_tap: bool = False
    """Whether a tap on a place of the map gives it, and no button has to be pressed besides."""
    form: Form | None = None
    weighed: Weighed | None = None
    """What the order comes to as the form stands, for a kind that can be reckoned."""
    commit: Commit | None = None
    """The button of its form; None for what is said at any time."""
    refusal: RefusalShown | None = None
    """What the rules say against these units moving together."""

    @property
    def routes(self) -> bool:
        """Whether a tap on the map answers it."""
        return self.form is not None and any(field.control == "route" for field in self.form.fields)


@dataclass(frozen=True, kw_only=True)
class SheetOrder:
    """An order on the sheet: its index there, what it says as those before it leave things, and why it cannot be sent.

    Where one of its units is chosen, there is also what is `likely` to come of it, other `ways` that it could go, each
    with what that is likely to come to, and whether it `goes` a way that may be led elsewhere.
    """

    index: int
    said: str
    refusal: RefusalShown | None
    likely: tuple[str, ...] = ()
    ways: tuple[tuple[str, str], ...] = ()
    goes: bool = False


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
    """Orders that go on the sheet in one tap: what that is called, and each with what it is likely to come to.

    `closes`: they are the last that the step takes, and the button sends all that is written and closes the step.
    `rest`: whom they leave out, and why.
    """

    title: str
    lines: tuple[tuple[str, str], ...]
    rest: str = ""
    closes: bool = False


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
class NoShotShown:
    """Contacts at which the unit that is chosen has no shot, by handle and by name, and why; `everybody`: all that
    its side knows of."""

    handles: tuple[str, ...]
    names: tuple[str, ...]
    refusal: RefusalShown
    everybody: bool = False


@dataclass(frozen=True, kw_only=True)
class Chosen:
    """The units whose orders are being written; `coming` is the next one that has none yet.

    `here` is who stands where they stand, if anybody else does. Nobody is chosen as long as it is picked who goes.
    """

    rows: tuple[Row, ...]
    groups: tuple[OrderGroup, ...]
    written: tuple[SheetOrder, ...] = ()
    coming: Subject | None = None
    idle: Sentence = ()
    """Why the one that is chosen has no orders, where the game says so."""
    here: Here | None = None
    no_shots: tuple[NoShotShown, ...] = ()

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
class OrderLineShown:
    """One order line: the order that it is, in a sentence, or the fault for which it is none; and its refusal."""

    number: int
    said: str
    fault: LineFault | None
    refusal: RefusalShown | None


@dataclass(frozen=True, kw_only=True)
class OrderLinesShown:
    """Orders as text: what stands in the box, a verdict on each line, and a line of each kind that may be written."""

    text: str
    verdicts: tuple[OrderLineShown, ...]
    examples: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class ForetoldShown:
    """What the enemy will be told, or what ends, when the sheet is sent and the step closed."""

    text: str
    rule: str
    rule_url: str
    grave: bool


@dataclass(frozen=True, kw_only=True)
class SheetShown:
    """The sheet as it stands; `orders` is what a form sends of it: what the player saw, and nothing else.

    `closes`: it closes the step itself. `left_over`: what was written for a question that is over, and not sent.
    """

    version: int
    orders: str
    lines: tuple[SheetOrder, ...]
    closes: bool = False
    foretold: tuple[ForetoldShown, ...] = ()
    left_over: tuple[str, ...] = ()

    @property
    def refused(self) -> int:
        return sum(1 for line in self.lines if line.refusal)
