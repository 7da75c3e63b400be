"""The bases of a situation report, each with its story in a player turn: what befell ours, what his were seen to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from service.engine.hexes import Hex
from service.engine.reports import Report
from service.engine.situations import Notes, listed, sentence, spelled, times
from service.games.skirmish.known import reports as r
from service.games.skirmish.known.picture import Contact, Picture
from service.games.skirmish.printed.bases import BaseId, Outward
from service.games.skirmish.printed.tables import load

Kind = TypeVar("Kind", bound=Report)

CHECKS = {
    "pinned": "was pinned", "cowered": "cowered", "broken": "broke", "routed": "routed", "steady": "held",
    "no worse": "held", "rallied": "rallied", "no better": "did not rally", "worse": "got worse",
    "repaired": "repaired its weapon", "still broken down": "could not repair its weapon",
    "supplied": "found ammunition", "nothing to be had": "found no ammunition", "goes in": "went in",
    "stays back": "stayed back",
}  # fmt: skip
GONE = {"left the map": "has left the map"}
HALTS = {
    "contact": "ran into an enemy", "sighted": "stopped as an enemy came into view",
    "lapsed": "found its way closed", "room": "found no room further on and halted",
    "routed": "routed on its way and stopped",
}  # fmt: skip


@dataclass
class Story:
    """What befell one base in a player turn: phrases in their order, and the fire that has not been summed up yet."""

    phrases: list[str] = field(default_factory=list)
    shots: list[r.FireSuffered] = field(default_factory=list)
    halted: Hex | None = None


class Runner:
    """The reports of one player turn after the other, with the names that their reader knows."""

    def __init__(self, before: Picture, after: Picture) -> None:
        self.before, self.after = before, after
        self.notes = Notes()
        self.reports: Sequence[Report] = ()
        self.contacts: dict[str, Contact] = dict(before.contacts)
        """Each contact as it was last reported, before the player turn that is being written up."""
        self.mentioned: set[Hex] = set()

    def begin(self, reports: Sequence[Report]) -> None:
        self.contacts |= {report.contact.handle: report.contact for report in self.all(r.ContactSeen)}
        self.reports = reports

    def all(self, kind: type[Kind]) -> list[Kind]:
        return [report for report in self.reports if isinstance(report, kind)]

    def last(self, handle: str) -> Hex:
        """Where a contact was seen last in this player turn."""
        return next(one.contact.hex for one in reversed(self.all(r.ContactSeen)) if one.contact.handle == handle)

    # ---- names

    def own(self, id: BaseId) -> str:
        """An own base: a person by his name, anything else with its article."""
        base = self.after.own.get(id) or self.before.own.get(id)
        if base is None:
            return id
        return (
            base.name
            if base.single
            else f"the {base.name[:1].lower() if base.name[1:2].islower() else base.name[:1]}{base.name[1:]}"
        )

    def battery(self, id: str) -> str:
        return next((battery.title for battery in self.after.rules.artillery if battery.id == id), id)

    def at(self, hex: Hex) -> str:
        """A hex, with the name of the place the first time that it is mentioned."""
        name = self.after.rules.names.get(hex)
        if name is None or hex in self.mentioned:
            return hex
        self.mentioned.add(hex)
        return f"{hex} ({name})"

    def shows(self, handle: str) -> Outward | None:
        """What is known of a contact: the most that was told of it until now."""
        known = self.contacts.get(handle)
        shown = known.shows if known is not None else None
        for report in self.all(r.ContactSeen):
            if report.contact.handle == handle and report.contact.shows is not None:
                shown = report.contact.shows
        return shown

    def what(self, handle: str) -> str:
        """What a contact is: squad, medium tank; empty where it has not been made out."""
        shows = self.shows(handle)
        if shows is None:
            return ""
        bases = load().bases
        return shows.name or (bases.types[shows.type].title if shows.type else bases.classes[shows.kind].title)

    def foe(self, handle: str) -> str:
        """A contact: enemy squad 3, or enemy 3 where one cannot tell what it is."""
        return " ".join(filter(None, ("enemy", self.what(handle), handle)))

    def foes(self, handles: Sequence[str]) -> str:
        return listed(map(self.foe, dict.fromkeys(handles)))


def dice(faces: tuple[int, ...]) -> str:
    return f"{'dice' if len(faces) > 1 else 'die'} {listed(map(str, faces))}"


def added(modifiers: tuple[tuple[str, int], ...]) -> str:
    return "".join(f", {name} {value:+d}" for name, value in modifiers)


def suppressions(count: int) -> str:
    return f"{spelled(count)} suppression{'' if count == 1 else 's'}"


def note_of(report: r.FireTold | r.FireSuffered) -> str:
    """The dice of a fire attack, where its reader may see them."""
    if report.shot is not None:
        shot = report.shot
        hit = f", then at the {shot.aspect} {dice(shot.kill_faces)} against {shot.kill_number}" * bool(shot.kill_faces)
        return f"{dice(shot.faces)} against {shot.number}{added(shot.modifiers)}{hit}"
    if report.reckoning is not None:
        found = report.reckoning
        power = "" if found.firepower is None else f"firepower {found.firepower}, "
        return f"{power}{dice(found.faces)}{added(found.modifiers)}"
    return ""


def noted(runner: Runner, whom: str, reports: Sequence[r.FireTold | r.FireSuffered]) -> str:
    """One note for all the fire that is told in one phrase."""
    words = [note for report in reports if (note := note_of(report))]
    return runner.notes.mark(f"{capital(whom)} under fire: {'; '.join(words)}.") if words else ""


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


# ---- ours


def ours(runner: Runner) -> Iterator[str]:
    """What befell each own base; then checks that went alike, close combats, and orders that lapsed."""
    stories: dict[BaseId, Story] = {}
    others: dict[str, list[str]] = {}
    for report in runner.reports:
        match report:
            case r.HaltTold():
                story = stories.setdefault(report.base, Story())
                summed_up(runner, report.base, story)
                if report.because == "fire":
                    story.halted = report.hex
                else:
                    story.phrases.append(f"{HALTS[report.because]} in {runner.at(report.hex)}")
            case r.FireSuffered():
                stories.setdefault(report.base, Story()).shots.append(report)
            case r.CheckTold():
                if report.base in stories:
                    summed_up(runner, report.base, stories[report.base])
                words, note = CHECKS.get(report.result, report.result), checked(runner, report)
                if report.base in stories and report.what == "morale check":
                    stories[report.base].phrases.append(f"{words}{note}")
                else:
                    others.setdefault(words, []).append(f"{runner.own(report.base)}{note}")
            case r.BaseLost():
                story = stories.setdefault(report.base, Story())
                summed_up(runner, report.base, story)
                story.phrases.append(GONE.get(report.how, f"has been {report.how}"))
            case _:
                pass
    for base, story in stories.items():
        summed_up(runner, base, story)
        yield sentence(f"{runner.own(base)} {listed(story.phrases)}")
    for words, names in others.items():
        yield sentence(f"{listed(names)} {'were pinned' if len(names) > 1 and words == 'was pinned' else words}")
    for fight in runner.all(r.CloseCombatTold):
        throws = "; ".join(f"{s.side} {dice(s.faces)}{added(s.modifiers)}, {s.total} in all" for s in fight.strengths)
        note = runner.notes.mark(f"Close combat in {fight.hex}: {throws}.")
        loser = "neither side" if fight.loser is None else "ours" if fight.loser == runner.after.side else "the enemy"
        yield sentence(f"close combat in {runner.at(fight.hex)} left {loser} {fight.result}{note}")
    lapsed = [f"{runner.own(one.base)} ({one.order.replace('-', ' ')})" for one in runner.all(r.Lapsed)]
    if lapsed:
        yield sentence(f"the order{'s' if len(lapsed) > 1 else ''} to {listed(lapsed)} came to nothing")


def checked(runner: Runner, report: r.CheckTold) -> str:
    if not report.faces:
        return ""
    who = capital(runner.own(report.base))
    return runner.notes.mark(f"{who}, {report.what}: {dice(report.faces)}{added(report.modifiers)}.")


def summed_up(runner: Runner, base: BaseId, story: Story) -> None:
    """The fire that a base took since the last phrase of its story, as one phrase or two: bullets, and shells at it."""
    shots, story.shots, halted, story.halted = story.shots, [], story.halted, None
    begun = f"was halted in {runner.at(halted)} by fire" if halted is not None else ""
    for aimed in (False, True):
        some = [shot for shot in shots if bool(shot.effect) == aimed]
        if not some:
            continue
        whence, often = whence_came(runner, some), f" {times(len(some))}" if len(some) > 1 and not begun else ""
        note = noted(runner, runner.own(base), some)
        if aimed:
            verb = f"{begun} and shot at" if begun else "was shot at"
            story.phrases.append(f"{verb}{often}{whence} ({'; '.join(shot.effect for shot in some)}){note}")
        else:
            total = sum(shot.suppressions for shot in some)
            effect = f"with {suppressions(total)}" if total else "without effect"
            story.phrases.append(f"{begun or 'came under fire'}{often}{whence} {effect}{note}")
        begun = ""
    if begun:
        story.phrases.append(begun)


def whence_came(runner: Runner, shots: Sequence[r.FireSuffered]) -> str:
    """Who fired, as far as one saw."""
    by = runner.foes([handle for shot in shots for handle in shot.shooters])
    unseen = " from out of sight" if not by else " and from out of sight" if any(not s.shooters for s in shots) else ""
    return f"{f' from {by}' if by else ''}{unseen}"


# ---- the enemy


def enemies(runner: Runner) -> Iterator[str]:
    """What each contact was seen to do and what our fire did to it; then whom we saw for a moment only."""
    handles = dict.fromkeys(
        handle for report in runner.reports
        if (handle := report.contact.handle if isinstance(report, r.ContactSeen) else getattr(report, "handle", None)
            or getattr(report, "target", None))
    )  # fmt: skip
    glimpses: list[str] = []
    for handle in handles:
        phrases = course(runner, str(handle))
        if phrases == ["showed itself"]:
            glimpses.append(f"{runner.foe(str(handle))} in {runner.at(runner.last(str(handle)))}")
        elif phrases:
            yield sentence(f"{runner.foe(str(handle))} {listed(phrases)}")
    if glimpses:
        yield sentence(f"for a moment we saw {listed(glimpses)}")
    blind = [shot for shot in runner.all(r.FireTold) if shot.target is None or not told_of(shot)]
    if blind:
        shots = listed(dict.fromkeys(f"{shooters(runner, [shot])} at {runner.at(shot.hex)}" for shot in blind))
        yield sentence(f"what came of the fire of {shots} we could not see")
    struck = [report.hex for report in runner.all(r.ContactStruck)]
    if struck:
        yield sentence(f"there is nobody in {listed(map(runner.at, dict.fromkeys(struck)), 'or')} after all")


def told_of(shot: r.FireTold) -> bool:
    """Whether its side was told what a shot did."""
    return bool(shot.effect) or shot.suppressions is not None


def course(runner: Runner, handle: str) -> list[str]:
    """One contact's doings: where it came and went, what fire did to it, how it stands, whether it is in sight."""
    seen = [report for report in runner.all(r.ContactSeen) if report.contact.handle == handle]
    was = runner.contacts.get(handle)
    path = [report.contact.hex for report in seen if not report.new and report.was not in (None, report.contact.hex)]
    words: list[str] = []
    if seen and seen[0].new:
        words.append(f"came into view in {runner.at(seen[0].contact.hex)}")
    if path:
        through = f" by {listed(map(runner.at, path[:-1]))}" if path[:-1] else ""
        words.append(f"moved{through} to {runner.at(path[-1])}")
    words += shot_at(runner, handle)
    gone = next((report for report in runner.all(r.EnemyLost) if report.handle == handle), None)
    if gone is not None:
        return [*words, f"{GONE.get(gone.how, f'has been {gone.how}')} in {runner.at(gone.hex)}"]
    if not seen:
        return words
    last = seen[-1].contact
    standing, before = condition(last.shows), condition(was.shows if was else None)
    if last.shows is not None and standing != before:
        words.append(f"is {standing}" if standing else "is in good order again")
    if not last.in_sight:
        if words or (was is not None and was.in_sight):
            words.append("is out of sight")
        elif any(report.contact.in_sight for report in seen):
            words.append("showed itself")
    return words


def shot_at(runner: Runner, handle: str) -> Iterator[str]:
    """What our fire did to a contact: bullets, and shells at it."""
    shots = [shot for shot in runner.all(r.FireTold) if shot.target == handle and told_of(shot)]
    for aimed in (False, True):
        some = [shot for shot in shots if bool(shot.effect) == aimed]
        if not some:
            continue
        who, note = shooters(runner, some), noted(runner, runner.foe(handle), some)
        total = sum(shot.suppressions or 0 for shot in some)
        if aimed:
            yield f"was shot at by {who} ({'; '.join(shot.effect for shot in some)}){note}"
        elif total:
            yield f"took {suppressions(total)} from {who}{note}"
        else:
            yield f"was fired on by {who} without effect{note}"


def shooters(runner: Runner, shots: Sequence[r.FireTold]) -> str:
    """Who fired, each once, with how often if more than once."""
    counts: dict[str, int] = {}
    for shot in shots:
        together = " together" if len(shot.shooters) > 1 else ""
        name = f"{listed(map(runner.own, shot.shooters))}{together}"
        counts[name] = counts.get(name, 0) + 1
    return listed(f"{name} ({times(count)})" if count > 1 else name for name, count in counts.items())


def condition(shows: Outward | None) -> str:
    """How a contact stands, where it is not in good order."""
    if shows is None:
        return ""
    states = ((shows.morale, shows.morale != "good"), ("pinned", shows.pinned), ("cowered", shows.cowered))
    return listed(word for word, holds in states if holds)
