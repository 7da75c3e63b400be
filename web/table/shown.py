"""What the match page shows, in the shapes that its templates read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from markupsafe import Markup

from service.engine.aims import Level
from service.engine.cards import Weight
from service.engine.facts import Decision, Fact, Takes
from service.engine.sentences import Said, Sentence
from web.games.plain import Act


@dataclass(frozen=True, kw_only=True)
class CompanyShown:
    """What is said of who holds the seats of a match; `tone` is "warn" where somebody else sees several sides."""

    tone: str
    title: str
    text: str


@dataclass(frozen=True, kw_only=True)
class PageNotice:
    """Something that the page has to say: tone is good, warn or bad."""

    tone: str
    title: str
    text: Said = ""
    """On the page it is plain text."""
    rule: str = ""
    rule_url: str = ""
    """Where the rule can be read, if there is such a place."""
    asks: str = ""
    """Where it asks whether the step is to be closed all the same, what the button says that does so."""


@dataclass(frozen=True, kw_only=True)
class TermShown:
    """One line of a bill, with its rule; one without a value waits for what `why` says."""

    name: Markup
    value: str
    rule: str
    rule_url: str
    why: str = ""


@dataclass(frozen=True, kw_only=True)
class AimShown:
    """How the seat stands with its aim: a line, the sum that it opens to, what is said beside it, and the verdicts."""

    line: str
    title: str
    figure: str
    total: str
    lines: tuple[TermShown, ...]
    said: tuple[Markup, ...]
    levels: tuple[Level, ...]


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
    goes_on: str = ""
    """What sends the sheet and leaves the step open, where more is usually ordered here by what comes of it."""
    review: str = ""
    """What leads to the sheet first, where there is something to look at before one sends."""
    idle: str = ""
    decision: Decision | None = None
    acts: tuple[Act, ...] = ()
    """Where there are several, the verb of the decision opens the choice of one."""
    chooses: str = "choose who"
    """What is chosen there, beside the verb."""
    clock: Countdown | None = None
    """The time that runs before all sides, where the game is played live."""
    due: Due | None = None
    """When something comes by itself, by mail."""


@dataclass(frozen=True, kw_only=True)
class Countdown:
    """A time that runs before all sides: what it is, the milliseconds that are left of it, and when it ends.

    `unanswered`: what is then done for a seat that has said nothing. `takes_chosen`: what of that which stands in a
    form is given then instead.
    """

    label: str
    left: int
    ends: str
    unanswered: Sentence = ()
    takes_chosen: Takes = ""


@dataclass(frozen=True, kw_only=True)
class Due:
    """What comes by itself at a moment that is hours away or days: what it is, when, and how soon that is."""

    label: str
    at: datetime
    when: str
    soon: str


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
class EntryShown:
    """One line of the log, of a letter or of another numbered list, its places made into links."""

    number: int
    said: Markup


@dataclass(frozen=True, kw_only=True)
class SumShown:
    """A sum on a card: its lines, the dice of it that may be seen, the total or its range, and what that means."""

    title: Markup
    total: str
    lines: tuple[TermShown, ...]
    dice: str
    comes_to: Markup


@dataclass(frozen=True, kw_only=True)
class LossShown:
    """A loss on a card. `whole`: that of a unit that is gone for good."""

    own: bool
    said: str
    whole: bool = False


@dataclass(frozen=True, kw_only=True)
class CardShown:
    """What came of one fight or movement.

    `where` are its places on the map, as its script reads them, and `drawn` what happened there; `at` leads to that
    moment in the history, where it can be seen without a script. `brief` is the outcome without its cause, as a
    sentence. Not every card `opens`: of some all is said in sight.
    """

    number: int
    weight: Weight
    title: str
    outcome: str
    brief: str
    text: Markup
    sums: tuple[SumShown, ...]
    losses: tuple[LossShown, ...]
    where: str
    drawn: Markup
    at: str

    @property
    def opens(self) -> bool:
        return bool(self.text or self.sums)


@dataclass(frozen=True, kw_only=True)
class News:
    """What a seat was told since its last orders: cards, then what stands on none, of which `folded` is read last.

    `falls` are the places where rounds fell of which it was told; `to_come` says with what it will hear what came of
    its last orders.
    """

    falls: tuple[str, ...] = ()
    cards: tuple[CardShown, ...] = ()
    lines: tuple[EntryShown, ...] = ()
    folded: tuple[EntryShown, ...] = ()
    to_come: Markup | None = None


@dataclass(frozen=True, kw_only=True)
class Tab:
    """One tab of the panel, with the number beside its name."""

    name: str
    label: str
    count: int = 0
    unread: bool = False
    """Whether the number counts what is new, once it has been looked at."""
