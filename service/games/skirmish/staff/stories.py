"""What reports belong together on a card: those of one fight, of one side's moves, of one mission."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace

from service.engine.hexes import Hex
from service.engine.reports import HeadingOpened, LogEntry, OrdersAccepted, Report
from service.games.skirmish.known import reports as r
from service.games.skirmish.known.orders import AirStrike, Movement
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.printed.bases import Base, BaseId
from service.games.skirmish.printed.figures import Checked

REMAINING_FIRE = "remaining-fire"
"""The last name in the address of the heading at which the enemy's moves are over for who fires at them."""
REMAINING = "Remaining fire"
"""What fire is called that is fired there."""


@dataclass
class Story:
    """Reports that belong to one card: its `kind`, what it is about, and where its shooters and targets stood."""

    kind: str
    about: str = ""
    entries: list[LogEntry] = field(default_factory=list)
    shots: list[tuple[bool, Hex, Hex]] = field(default_factory=list)
    """Whose fire, from where at what, as far as the reader knew where they stood."""
    ordered: int = 0
    halted: int = 0
    jams: list[tuple[BaseId, str]] = field(default_factory=list)
    """Whose weapon jammed or ran low as it fired."""
    closed: bool = True
    on_behalf: bool = False
    """Whether it was ordered for the reader, who had not answered."""
    ranges: dict[int, int] = field(default_factory=dict)
    """How many hexes apart shooter and target of an attack were, by the number of its entry, where both were seen."""
    fires: dict[int, str] = field(default_factory=dict)
    """As part of what an attack was fired, by the number of its entry: a halt, the remaining fire, or neither."""
    broke: list[tuple[Checked, int]] = field(default_factory=list)
    """As what the base it is about came out of the fire without a throw, with the suppressions that it had taken."""
    fell: tuple[Hex, ...] = ()
    """Where shells or bombs were seen to fall."""
    lost: tuple[Hex, ...] = ()
    """Where own bases were lost, as far as the reader was told where they stood."""

    @property
    def reports(self) -> list[Report]:
        return [one.report for one in self.entries]


class Sorting:
    """Puts each entry of a log to the story that it belongs to, one after the other."""

    def __init__(self, now: Picture) -> None:
        self.stories: dict[Hashable, Story] = {}
        self.stretch = 0
        """How often the reader has given orders: of what comes of them nothing belongs to what came before."""
        self.own = {id: base.hex for id, base in now.own.items()}
        self.met = dict(now.contacts)
        """Each contact as it was seen last; of those that are no more, as the entries have them."""
        self.aimed_at: dict[str, Story] = {}
        self.struck_at: Hex | None = None
        """The hex that the reader has named for an air strike."""
        self.shelled: Story | None = None
        """The mission or the strike whose shells or bombs have fallen since the reader's last orders."""
        self.apart = now.rules.sheet.distance
        self.taken: dict[BaseId, int] = {}
        """The suppressions that each own base has taken since its owner was told how it stands, or that it broke."""
        self.broken: set[BaseId] = set()
        """Those that a throw has broken since: what they had taken before is gone (P5)."""
        self.fired: dict[BaseId, Story] = {}
        self.worst: dict[BaseId, Story] = {}
        """Of whom a try went as badly as it could, with its story: who is lost then is lost by that (P6)."""
        self.fight: Story | None = None
        self.clock = ""
        """The time that was told last to run, live."""
        self.on_behalf = False
        """Whether what is fired now was ordered for the reader, who had not answered."""
        self.watched: Story | None = None
        self.sent: dict[BaseId, Hex] = {}
        self.halted = 0
        self.bases: dict[BaseId, Base] = {}

    def begin(self) -> None:
        """Nothing of what follows belongs to what was told before."""
        self.stretch, self.aimed_at, self.fired, self.fight = self.stretch + 1, {}, {}, None
        self.shelled, self.worst = None, {}

    def story(self, kind: str, about: str = "") -> Story:
        """The story of this kind, about this, that is being told now."""
        return self.stories.setdefault((self.stretch, kind, about), Story(kind, about))

    def begun(self, kind: str, about: str) -> Story | None:
        return self.stories.get((self.stretch, kind, about))

    def take(self, one: LogEntry) -> None:
        report = one.report
        story = self.of(report)
        if story is not None:
            story.entries.append(one)
            if isinstance(report, r.FireTold | r.FireSuffered):
                story.fires[one.number] = self.fire_of(story)
                if (away := self.away(report)) is not None:
                    story.ranges[one.number] = away
        if isinstance(report, HeadingOpened) and report.address.endswith(REMAINING_FIRE):
            self.end_of_their_moves(one)
        elif isinstance(report, r.PlayerTurnOpened):
            self.end_of_their_moves(one)
            self.begin()
            self.sent, self.clock = {}, ""

    def fire_of(self, story: Story) -> str:
        """What fire that is told now is called: live, where the times that run say of which part it is."""
        if self.clock == "remaining":
            return REMAINING
        halted = any(isinstance(report, r.HaltTold) and report.because == "fire" for report in story.reports)
        return "Halting fire" if halted and self.clock else "Fire"

    def end_of_their_moves(self, one: LogEntry) -> None:
        if self.watched is not None:
            self.watched.closed = True
            self.watched.entries.append(one)
            self.watched = None

    def of(self, report: Report) -> Story | None:
        """The story to which a report belongs, if it belongs to any."""
        match report:
            case OrdersAccepted():
                self.begin()
                self.on_behalf = report.answered_for
                moves = (order for order in report.orders if isinstance(order, Movement))
                self.sent |= {order.base: order.path[-1] for order in moves if order.path}
                named = (order.hex for order in report.orders if isinstance(order, AirStrike))
                self.struck_at = next(named, self.struck_at)
            case r.PlayerTurnOpened():
                self.begin()
            case r.TimeRuns():
                self.clock = report.what
            case r.OwnBases():
                self.own |= {base.id: base.hex for base in report.bases if base.hex}
                self.note_broken(report.bases)
                self.note_jams(report.bases)
                told = {base.id for base in report.bases}
                self.taken = {id: taken for id, taken in self.taken.items() if id not in told}
                self.broken -= told
            case r.FireTold():
                return self.fire(report)
            case r.FireSuffered():
                self.worst.pop(report.base, None)  # who is lost after that is lost by fire
                return self.suffered(report)
            case r.CloseCombatTold():
                self.fight, self.worst = self.story("close combat", report.hex), {}
                return self.fight
            case r.CheckTold():
                if report.result in ("broken", "routed"):
                    self.taken[report.base] = 0
                    self.broken.add(report.base)
                suffered = self.begun("under fire", report.base) or self.fight
                if report.rule == r.MORALE_CHECK and suffered is not None:
                    return suffered
                tried = self.story("checks", report.what)
                if report.result == "worse":
                    self.worst[report.base] = tried
                return tried
            case r.BaseLost():
                of_fire = self.begun("under fire", report.base) or self.fight
                story, here = self.worst.get(report.base) or of_fire, self.own.get(report.base)
                if story is not None and here:
                    story.lost = (*story.lost, here)
                return story
            case r.EnemyLost():
                near = self.shelled and any(self.apart(fell, report.hex) <= 1 for fell in self.shelled.fell)
                return self.aimed_at.get(report.handle) or self.fight or (self.shelled if near else None)
            case r.ContactSeen():
                return self.seen(report)
            case r.HaltTold(because="fire"):
                self.own[report.base], self.halted = report.hex, self.halted + 1
                return self.story("under fire", report.base)
            case r.HaltTold() | r.Lapsed(order="move" | "face"):
                return self.story("moves")
            case r.MovesPlayed():
                story = self.story("moves")
                story.ordered, story.halted, self.sent = len(self.sent), self.halted, {}
                story.closed = bool(story.ordered or story.entries)
                return story
            case r.MovesSealed():
                self.story("moves").closed, self.halted = False, 0
            case r.MovesIn():
                self.watched = self.stories.setdefault(
                    (self.stretch, "their moves"), Story("their moves", closed=False)
                )
                return self.watched
            case r.MissionTold() if report.step != "phase":
                return self.story("artillery", report.mission.id)
            case r.StrikeTold() if not report.ready and report.result != "none today":
                self.shelled = self.story("air strike", self.struck_at or "")
                return self.shelled
            case r.PuffSeen():
                return self.falls(report)
        return None

    def falls(self, report: r.PuffSeen) -> Story | None:
        """The story of a strike or of a mission whose bombs or shells are seen to fall; none of the enemy's."""
        own = self.shelled or next(
            (one for one in reversed(self.stories.values())
             if one.kind == "artillery" and one is self.begun("artillery", one.about)), None,
        )  # fmt: skip
        if own is not None:
            own.fell, self.shelled = (*own.fell, report.hex), own
        return own

    def away(self, report: r.FireTold | r.FireSuffered) -> int | None:
        """How many hexes lay between the nearest shooter and the target, as far as the reader saw where they stood."""
        if isinstance(report, r.FireTold):
            here: Hex | None = report.hex
            others = [self.own.get(id) for id in report.shooters]
        else:
            here = self.own.get(report.base)
            others = [met.hex for handle in report.shooters if (met := self.met.get(handle))]
        known = [self.apart(here, hex) for hex in others if here and hex]
        return min(known, default=None)

    def note_broken(self, bases: Sequence[Base]) -> None:
        """What one is told of a base as it is told how it stands, where fire has just driven it past its threshold."""
        for base in bases:
            story = self.begun("under fire", base.id)
            if story is None or base.morale == "good" or base.morale in thrown_by(base.id, story.reports):
                continue
            taken, was = self.taken.get(base.id, 0), self.bases.get(base.id)
            if taken and (was is None or was.morale != base.morale):
                before = was.suppression if was is not None and base.id not in self.broken else 0
                story.broke.append((base.morale, taken + before))

    def note_jams(self, bases: Sequence[Base]) -> None:
        """What one is told of a weapon as it is told how its base stands, where it has just fired."""
        for base in bases:
            was, self.bases[base.id] = self.bases.get(base.id), base
            story = self.fired.get(base.id)
            if story is None:
                continue
            if (base.broken_down and not (was and was.broken_down)) or (was and len(base.jammed) > len(was.jammed)):
                story.jams.append((base.id, "jammed"))
            elif was and base.ammunition != was.ammunition and base.ammunition in ("low", "out"):
                story.jams.append(
                    (base.id, "ran low on ammunition" if base.ammunition == "low" else "ran out of ammunition")
                )

    def fire(self, report: r.FireTold) -> Story:
        story = self.story("fire", report.hex)
        story.on_behalf |= self.on_behalf
        self.fired |= dict.fromkeys(report.shooters, story)
        story.shots += [(True, hex, report.hex) for id in report.shooters if (hex := self.own.get(id))]
        if report.target is not None:
            self.aimed_at[report.target] = story
        return story

    def suffered(self, report: r.FireSuffered) -> Story:
        story, here = self.story("under fire", report.base), self.own.get(report.base)
        self.taken[report.base] = self.taken.get(report.base, 0) + report.suppressions
        story.shots += [(False, met.hex, here) for handle in report.shooters if here and (met := self.met.get(handle))]
        return story

    def seen(self, report: r.ContactSeen) -> Story | None:
        contact = report.contact
        was = self.met.get(contact.handle)
        self.met[contact.handle] = contact if contact.shows or was is None else replace(contact, shows=was.shows)
        if contact.handle in self.aimed_at:
            return self.aimed_at[contact.handle]
        if self.fight is not None and self.fight.about == contact.hex:
            return self.fight
        if self.shelled is not None and any(self.apart(fell, contact.hex) <= 1 for fell in self.shelled.fell):
            return self.shelled
        return self.watched


def thrown_by(base: BaseId, reports: Sequence[Report]) -> list[Checked]:
    """What the throws of a base came to, as these reports tell."""
    return [one.result for one in reports if isinstance(one, r.CheckTold) and one.base == base]
