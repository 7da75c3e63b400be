"""Result cards of the platoon: fire, close combat, artillery, morale and moves, as their reader was told of them.

They are written from the log's latest entries: what belongs together is told between two orders of the reader's own.
The sums are in `sums`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from service.engine.cards import Card, Course, Logged, Loss, Sum, Weight, places_in
from service.engine.hexes import Hex
from service.engine.reports import HeadingOpened, OrdersAccepted, Report
from service.engine.sentences import (
    ContactSpan,
    NoteSpan,
    OwnSpan,
    Sentence,
    capital,
    counted,
    joined,
    paragraph,
    say,
    sentence,
    spelled,
)
from service.games.skirmish.known import reports as r
from service.games.skirmish.known.picture import Contact, Picture
from service.games.skirmish.printed.bases import Base, BaseId
from service.games.skirmish.staff.bases import CHECKS, GONE, Runner, enemies, ours, suppressions, told_of
from service.games.skirmish.staff.prose import outcome
from service.games.skirmish.staff.sitrep import running, support
from service.games.skirmish.staff.sums import of_check, of_close_combat, of_fire

WORST = ("routed", "broken", "cowered", "pinned")
"""What may come of a morale check, the worst first."""
REMAINING_FIRE = "remaining-fire"
"""The last name in the address of the heading at which the enemy's moves are over for who fires at them."""


def weight(report: Report) -> Weight:
    """What the leader reads first, and what he may leave folded."""
    match report:
        case r.HaltTold() | r.BaseLost() | r.EnemyLost() | r.FireSuffered() | r.CloseCombatTold() | r.Lapsed():
            return "grave"
        case r.ContactSeen(new=True):
            return "grave"
        case r.MovesIn() | r.MovesSealed() | r.MovesPlayed() | r.PlayerTurnOpened() | r.ContactStruck():
            return "slight"
        case r.ContactSeen(contact=contact) if not contact.in_sight:
            return "slight"
    return "usual"


def cards(now: Picture, entries: Sequence[Logged]) -> tuple[Card, ...]:
    """The cards of what these entries tell, in the order in which it was told to its end."""
    told = Sorting(now)
    for one in entries:
        told.take(one)
    known = {handle: in_good_order(contact) for handle, contact in (told.met | now.contacts).items()}
    made = (card_of(now, known, story) for story in told.stories.values() if story.entries and story.closed)
    return tuple(sorted(made, key=lambda card: card.number))


# ---- what belongs together


@dataclass
class Story:
    """Reports that belong to one card: its `kind`, what it is about, and where its shooters and targets stood."""

    kind: str
    about: str = ""
    entries: list[Logged] = field(default_factory=list)
    shots: list[tuple[bool, Hex, Hex]] = field(default_factory=list)
    """Whose fire, from where at what, as far as the reader knew where they stood."""
    ordered: int = 0
    halted: int = 0
    jams: list[tuple[BaseId, str]] = field(default_factory=list)
    """Whose weapon jammed or ran low as it fired."""
    closed: bool = True

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
        self.fired: dict[BaseId, Story] = {}
        self.fight: Story | None = None
        self.watched: Story | None = None
        self.sent: dict[BaseId, Hex] = {}
        self.halted = 0
        self.bases: dict[BaseId, Base] = {}

    def begin(self) -> None:
        """Nothing of what follows belongs to what was told before."""
        self.stretch, self.aimed_at, self.fired, self.fight = self.stretch + 1, {}, {}, None

    def story(self, kind: str, about: str = "") -> Story:
        """The story of this kind, about this, that is being told now."""
        return self.stories.setdefault((self.stretch, kind, about), Story(kind, about))

    def begun(self, kind: str, about: str) -> Story | None:
        return self.stories.get((self.stretch, kind, about))

    def take(self, one: Logged) -> None:
        story = self.of(one.report)
        if story is not None:
            story.entries.append(one)
        report = one.report
        if isinstance(report, HeadingOpened) and report.address.endswith(REMAINING_FIRE):
            self.end_of_their_moves(one)
        elif isinstance(report, r.PlayerTurnOpened):
            self.end_of_their_moves(one)
            self.sent = {}

    def end_of_their_moves(self, one: Logged) -> None:
        if self.watched is not None:
            self.watched.closed = True
            self.watched.entries.append(one)
            self.watched = None

    def of(self, report: Report) -> Story | None:
        """The story to which a report belongs, if it belongs to any."""
        match report:
            case OrdersAccepted():
                self.begin()
                self.sent |= {
                    getattr(order, "base", ""): path[-1]
                    for order in report.orders
                    if order.kind == "move" and (path := getattr(order, "path", ()))
                }
            case r.PlayerTurnOpened():
                self.begin()
            case r.OwnBases():
                self.own |= {base.id: base.hex for base in report.bases if base.hex}
                self.note_jams(report.bases)
            case r.FireTold():
                return self.fire(report)
            case r.FireSuffered():
                return self.suffered(report)
            case r.CloseCombatTold():
                self.fight = self.story("close combat", report.hex)
                return self.fight
            case r.CheckTold():
                return self.begun("under fire", report.base) or (
                    self.fight if self.fight and report.rule == r.MORALE_CHECK else self.story("checks", report.what)
                )
            case r.BaseLost():
                return self.begun("under fire", report.base) or self.fight
            case r.EnemyLost():
                return self.aimed_at.get(report.handle) or self.fight
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
            case r.PuffSeen():
                return next((one for one in reversed(self.stories.values()) if one.kind == "artillery"
                             and one is self.begun("artillery", one.about)), None)  # fmt: skip
        return None

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
        self.fired |= dict.fromkeys(report.shooters, story)
        story.shots += [(True, hex, report.hex) for id in report.shooters if (hex := self.own.get(id))]
        if report.target is not None:
            self.aimed_at[report.target] = story
        return story

    def suffered(self, report: r.FireSuffered) -> Story:
        story, here = self.story("under fire", report.base), self.own.get(report.base)
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
        return self.watched


# ---- the cards


def card_of(now: Picture, known: Mapping[str, Contact], story: Story) -> Card:
    """The card of one story; `known` says of contacts what they are, and how each stands only its reports."""
    runner = Runner(replace(now, contacts={}), now)
    runner.contacts, runner.reports = dict(known), story.reports
    lost = tuple(losses(runner))
    courses = tuple(dict.fromkeys((*courses_of(story), *ended(runner))))
    said = {
        "fire": fired, "under fire": suffered, "close combat": fought, "artillery": shelled, "checks": checked,
        "moves": moved, "their moves": watched,
    }[story.kind](runner, story)  # fmt: skip
    title, short, text = said
    grave = lost or story.kind == "close combat" or story.halted or any(map(is_grave, story.reports))
    hurt = any(isinstance(one, r.CheckTold) and one.result not in ("steady", "no worse") for one in story.reports)
    return Card(
        kind=story.kind.replace(" ", "-"),
        entries=tuple(one.number for one in story.entries),
        title=title,
        outcome=sentence(short),
        text=say(*(span for span in text if not isinstance(span, NoteSpan))),
        sums=tuple(sums(runner)),
        losses=lost,
        courses=courses,
        places=places_in(title, courses=courses) or places_in(text),
        weight="grave" if grave or (story.kind == "under fire" and hurt) else "usual",
    )


def in_good_order(contact: Contact) -> Contact:
    """What a contact is, without how it stands."""
    shows = contact.shows and replace(contact.shows, morale="good", pinned=False, cowered=False)
    return replace(contact, shows=shows)


def named(who: OwnSpan | ContactSpan) -> Sentence:
    """Somebody by his name, at the beginning of a line."""
    return say(replace(who, words=capital(who.plain)))


def is_grave(report: Report) -> bool:
    """Whether somebody was stopped, or met."""
    return isinstance(report, r.HaltTold) or (isinstance(report, r.ContactSeen) and report.new)


Said = tuple[Sentence, Sentence, Sentence]
"""Title, outcome and text of a card."""


def fired(runner: Runner, story: Story) -> Said:
    shots = runner.all(r.FireTold)
    seen: dict[str, list[r.FireTold]] = {}
    for shot in shots:
        if shot.target is not None and told_of(shot):
            seen.setdefault(shot.target, []).append(shot)
    came = [
        say(runner.foe(handle), ": ", "; ".join(filter(None, map(harm, some)))) for handle, some in seen.items()
    ] or [say("what came of it could not be seen")]
    jams = [say(runner.own(base), f" {how}") for base, how in story.jams]
    return (
        say("Our fire on ", runner.at(Hex(story.about))), joined("; ", (*came, *jams)),
        paragraph((*enemies(runner), *map(sentence, jams))),
    )  # fmt: skip


def harm(shot: r.FireTold | r.FireSuffered) -> str:
    """What a shot did, in a word or two."""
    return shot.effect or (suppressions(shot.suppressions) if shot.suppressions else "no effect")


def suffered(runner: Runner, story: Story) -> Said:
    base = BaseId(story.about)
    lost = next((one.how for one in runner.all(r.BaseLost) if one.base == base), "")
    results = [one.result for one in runner.all(r.CheckTold) if one.base == base]
    worst = next((state for state in WORST if state in results), "".join(results[-1:]))
    shots = runner.all(r.FireSuffered)
    came = GONE.get(lost, lost) or CHECKS.get(worst, worst) or "; ".join(dict.fromkeys(map(harm, shots)))
    halted = next((one.hex for one in runner.all(r.HaltTold)), None)
    stopped = say("halted in ", runner.at(halted), "; ") if halted is not None else ""
    return say(*named(runner.own(base)), " under fire"), say(stopped, came), paragraph(ours(runner))


def fought(runner: Runner, story: Story) -> Said:
    [fight, *_] = runner.all(r.CloseCombatTold)
    loser = "both sides" if fight.loser is None else "us" if fight.loser == runner.after.side else "the enemy"
    return (
        say("Close combat in ", runner.at(fight.hex)), say(f"it left {loser} {fight.result}"),
        paragraph((*ours(runner), *enemies(runner))),
    )  # fmt: skip


def shelled(runner: Runner, story: Story) -> Said:
    last = runner.all(r.MissionTold)[-1]
    return say(f"The {running(runner.battery(story.about))}"), outcome(last), paragraph(support(runner))


def checked(runner: Runner, story: Story) -> Said:
    results = [(one.base, CHECKS.get(one.result, one.result)) for one in runner.all(r.CheckTold)]
    counts = Counter(words for _, words in results)
    short = say(runner.own(results[0][0]), f" {results[0][1]}") if len(results) == 1 else say(
        ", ".join(f"{many} {words}" for words, many in counts.items())
    )  # fmt: skip
    return say(capital(story.about)), short, paragraph(ours(runner))


def moved(runner: Runner, story: Story) -> Said:
    halts, lapsed = len(runner.all(r.HaltTold)), len(runner.all(r.Lapsed))
    many = [
        f"{story.halted} halted by fire" * bool(story.halted), f"{halts} stopped on the way" * bool(halts),
        f"{counted(lapsed, 'order')} came to nothing" * bool(lapsed),
    ]  # fmt: skip
    by_fire = sentence(f"fire halted {spelled(story.halted)} of them")
    return (
        say(f"Our moves, {counted(story.ordered, 'base')}" if story.ordered else "Our moves"),
        say(", ".join(filter(None, many)) or "nobody was halted"),
        paragraph((*ours(runner), by_fire if story.halted else ()))
        or sentence(f"{counted(story.ordered, 'base')} moved, and nobody was halted"),
    )


def watched(runner: Runner, story: Story) -> Said:
    seen = runner.all(r.ContactSeen)
    went = {one.contact.handle for one in seen if not one.new and one.was not in (None, one.contact.hex)}
    came = {one.contact.handle for one in seen if one.new}
    said = [f"{len(went)} seen to move" if went else "", f"{len(came)} came into view" if came else ""]
    return (
        say("The enemy's moves"), say(", ".join(filter(None, said)) or "nobody was seen to move"),
        paragraph(enemies(runner)) or say("Nobody was seen to move."),
    )  # fmt: skip


# ---- what it cost, how it was reckoned, what is drawn


def losses(runner: Runner) -> Iterator[Loss]:
    for gone in runner.all(r.BaseLost):
        yield Loss(own=True, who=named(runner.own(gone.base)), what=gone.how)
    for lost in runner.all(r.EnemyLost):
        yield Loss(own=False, who=named(runner.foe(lost.handle)), what=lost.how)


def sums(runner: Runner) -> Iterator[Sum]:
    figures = runner.after.tables.fire
    for report in runner.reports:
        match report:
            case r.FireTold(target=target) if target is not None:
                yield from of_fire(figures, runner.foe(target).plain, report)
            case r.FireSuffered(base=base):
                yield from of_fire(figures, runner.own(base).plain, report)
            case r.CheckTold(base=base) if report.faces:
                yield of_check(capital(runner.own(base).plain), report)
            case r.CloseCombatTold():
                yield from of_close_combat(runner.after.side, report)
            case r.MissionTold() if report.faces:
                came = f"{report.what} {report.hex or ''}".strip()
                yield Sum.thrown(capital(runner.battery(report.mission.id)), report.faces, came)


def courses_of(story: Story) -> Iterator[Course]:
    for own, start, end in story.shots:
        yield Course(does="fire", own=own, way=(start, end) if start != end else (end,))
    if story.kind in ("fire", "close combat") and not story.shots:
        yield Course(does="attack", own=True, way=(Hex(story.about),))
    for report in story.reports:
        match report:
            case r.HaltTold(hex=hex):
                yield Course(does="stop", own=True, way=(hex,))
            case r.MissionTold(hex=hex) if hex is not None:
                yield Course(does="fire", own=True, way=(hex,))
            case r.PuffSeen(hex=hex):
                yield Course(does="fire", own=True, way=(hex,))
            case r.ContactSeen(contact=contact, was=was) if was not in (None, contact.hex):
                yield Course(does="move", own=False, way=(Hex(str(was)), contact.hex))
            case r.ContactSeen(contact=contact, new=True):
                yield Course(does="contact", own=False, way=(contact.hex,))


def ended(runner: Runner) -> Iterator[Course]:
    for lost in runner.all(r.EnemyLost):
        yield Course(does="lost", own=False, way=(lost.hex,))
