"""Result cards of the platoon: fire, close combat, artillery, morale and moves, as their reader was told of them.

They are written from the log's latest entries: what belongs together is told between two orders of the reader's own.
The sums are in `sums`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from service.engine.cards import Card, Course, Loss, Sum, Weight, places_in
from service.engine.hexes import Hex
from service.engine.reports import LogEntry, Report
from service.engine.sentences import (
    ContactSpan,
    NoteSpan,
    OwnSpan,
    Said,
    Sentence,
    capital,
    counted,
    joined,
    listing,
    paragraph,
    say,
    sentence,
    spelled,
)
from service.games.skirmish.known import reports as r
from service.games.skirmish.known.picture import Contact, Picture
from service.games.skirmish.printed.bases import BaseId
from service.games.skirmish.printed.figures import Checked
from service.games.skirmish.staff.bases import (
    CHECKS,
    FIGHTS,
    GONE,
    came_of,
    condition,
    effect_of,
    enemies,
    ours,
    shooters,
    suppressions,
    told_of,
)
from service.games.skirmish.staff.prose import STRIKES, outcome
from service.games.skirmish.staff.runner import Runner
from service.games.skirmish.staff.sitrep import running, support
from service.games.skirmish.staff.stories import REMAINING, Sorting, Story
from service.games.skirmish.staff.sums import ENDS, of_check, of_close_combat, of_fire, of_strike
from service.games.skirmish.staff.terms import ON_YOUR_BEHALF
from service.games.skirmish.staff.throws import MOST_NAMED, WORST, thrown


def weight(report: Report) -> Weight:
    """What the leader reads first, and what they may leave folded."""
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


def cards(now: Picture, entries: Sequence[LogEntry]) -> tuple[Card, ...]:
    """The cards of what these entries tell, in the order in which it was told to its end."""
    told = Sorting(now)
    for one in entries:
        told.take(one)
    known = {handle: in_good_order(contact) for handle, contact in (told.met | now.contacts).items()}
    made = (card_of(now, known, story) for story in told.stories.values() if story.entries and story.closed)
    return tuple(sorted(made, key=lambda card: card.number))


def card_of(now: Picture, known: Mapping[str, Contact], story: Story) -> Card:
    """The card of one story; `known` says of contacts what they are, and how each stands only its reports."""
    runner = Runner(replace(now, contacts={}), now)
    runner.contacts, runner.reports = dict(known), story.reports
    runner.late = {id(one.report) for one in story.entries if story.fires.get(one.number) == REMAINING}
    lost = tuple(losses(runner))
    courses = tuple(dict.fromkeys((*courses_of(story), *ended(runner, story))))
    said = {
        "fire": fired, "under fire": suffered, "close combat": fought, "artillery": shelled, "checks": checked,
        "moves": moved, "their moves": watched, "air strike": bombed,
    }[story.kind](runner, story)  # fmt: skip
    title, short, text = said
    grave = lost or story.kind == "close combat" or story.halted or any(map(is_grave, story.reports))
    grave = grave or (story.kind == "fire" and (bool(story.jams) or any(map(is_broken, story.reports))))
    hurt = story.broke or any(one.result not in ("steady", "no worse") for one in runner.all(r.CheckTold))
    return Card(
        kind=story.kind.replace(" ", "-"),
        entries=tuple(one.number for one in story.entries),
        title=title,
        outcome=paragraph((sentence(short), *map(sentence, thrown(runner, story)))),
        brief=sentence(short),
        text=say(*(span for span in text if not isinstance(span, NoteSpan))),
        sums=tuple(sums(runner, story)),
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
    """Somebody by their name, at the beginning of a line."""
    return say(replace(who, words=capital(who.plain)))


def is_grave(report: Report) -> bool:
    """Whether somebody was stopped, or met."""
    return isinstance(report, r.HaltTold) or (isinstance(report, r.ContactSeen) and report.new)


def is_broken(report: Report) -> bool:
    """Whether an enemy was seen out of order."""
    shows = report.contact.shows if isinstance(report, r.ContactSeen) else None
    return shows is not None and shows.morale != "good"


FALLEN: Mapping[str | None, str] = {
    "bombs": " under air attack",
    "shells": " under artillery fire",
    "round": " under artillery fire",
}
"""How a base is said to fare under what comes from afar."""

CardWords = tuple[Sentence, Sentence, Sentence]
"""Title, outcome and text of a card."""


def fired(runner: Runner, story: Story) -> CardWords:
    shots = runner.all(r.FireTold)
    seen: dict[str, list[r.FireTold]] = {}
    for shot in shots:
        if shot.target is not None and told_of(shot):
            seen.setdefault(shot.target, []).append(shot)
    came = [
        say(runner.foe(handle), ": ", joined("; ", filter(None, (*did(runner, some), left(runner, handle)))))
        for handle, some in seen.items()
    ] or [say("what came of it could not be seen")]
    jams = [say(runner.own(base), f" {how}") for base, how in story.jams]
    by = list(dict.fromkeys(base for shot in shots for base in shot.shooters))
    who = say(listing(map(runner.own, by)) if len(by) <= MOST_NAMED else counted(len(by), "base"))
    return (
        say("Our fire on ", runner.at(Hex(story.about)), ", by ", who), joined("; ", (*jams, *came)),
        paragraph((sentence(ON_YOUR_BEHALF) if story.on_behalf else (), *enemies(runner), *map(sentence, jams))),
    )  # fmt: skip


def did(runner: Runner, shots: Sequence[r.FireTold]) -> Iterator[Sentence]:
    """What each shot at one target did, with who fired it where several did; of many what they did together."""
    if len(shots) <= MOST_NAMED and len({shot.shooters for shot in shots}) == 1:
        yield from map(say, map(harm, shots))
    elif len(shots) <= MOST_NAMED or any(shot.at_armour for shot in shots):
        for shot in shots:
            yield say(harm(shot), " (", shooters(runner, [shot]), ")")
    else:
        total = sum(shot.suppressions or 0 for shot in shots)
        yield say(f"{suppressions(total) if total else 'no effect'} from {spelled(len(shots))} shots")


def left(runner: Runner, handle: str) -> Sentence:
    """How fire was seen to leave a contact that is no more in good order; nothing of one that was lost or missed."""
    struck = [one for one in runner.all(r.FireTold) if one.target == handle and (one.suppressions or one.at_armour)]
    if not struck or any(one.handle == handle for one in runner.all(r.EnemyLost)):
        return ()
    seen = [one.contact for one in runner.all(r.ContactSeen) if one.contact.handle == handle]
    now = condition(seen[-1].shows) if seen else ""
    return say("it cowers" if now == "cowered" else f"it is {now}") if now else ()


def harm(shot: r.FireTold | r.FireSuffered) -> str:
    """What a shot did, in a word or two."""
    if shot.at_armour:
        return effect_of(shot)
    return suppressions(shot.suppressions) if shot.suppressions else "no effect"


def harm_taken(shot: r.FireSuffered) -> str:
    """The same, of whoever was shot at: it is not they who missed."""
    return "it was missed" if shot.at_armour and shot.kill is None else harm(shot)


def suffered(runner: Runner, story: Story) -> CardWords:
    base = BaseId(story.about)
    lost = next((one.how for one in runner.all(r.BaseLost) if one.base == base), "")
    results: list[Checked] = [one.result for one in runner.all(r.CheckTold) if one.base == base]
    results += [morale for morale, _ in story.broke]
    worst = next((state for state in WORST if state in results), results[-1] if results else None)
    shots = runner.all(r.FireSuffered)
    total = sum(shot.suppressions for shot in shots)
    came = CHECKS[worst] if worst else "; ".join(dict.fromkeys(map(harm_taken, shots)))
    if lost:  # how it was lost stands beside the outcome
        came = "; ".join(dict.fromkeys(effect_of(shot) for shot in shots if shot.at_armour))
    elif worst and total:
        often = f" from {spelled(len(shots))} shots" if len(shots) > 1 and not any(shot.fell for shot in shots) else ""
        it = by_number(runner, base, story, worst, total) or (": it " if worst in WORST else ", but it ")
        came = f"{suppressions(total)}{often}{it}{came}"
    if not came and runner.after.clock == "shot":
        came = "the enemy is choosing a shot"
    elif not came and not lost:
        came = "no shot followed"
    halted = next((one.hex for one in runner.all(r.HaltTold)), None)
    stopped = say("halted in ", runner.at(halted)) if halted is not None else ()
    fell = {shot.fell for shot in shots}
    how = FALLEN.get(fell.pop(), " under fire") if len(fell) == 1 else " under fire" if lost or fell else " halted"
    why = (*whence(runner, story), *why_it_broke(runner, base, story), *why_it_is_lost(runner, base))
    text = paragraph((*ours(runner), *why))
    return say(*named(runner.own(base)), how), joined("; ", filter(None, (stopped, say(came)))), text


def by_number(runner: Runner, base: BaseId, story: Story, worst: Checked, total: int) -> str:
    """That so many suppressions broke a base as it has quality, whatever its morale check came to; else nothing."""
    known = runner.after.own.get(base)
    taken = max((taken for morale, taken in story.broke if morale == worst), default=0)
    if known is None or taken < max(known.quality, total):  # of what came before it broke another word is said
        return ""
    many = "as many as" if taken == known.quality else "more than"
    return f": {'with those before ' * (taken > total)}{many} its quality, so it "


def whence(runner: Runner, story: Story) -> Iterator[Sentence]:
    """From where it was fired, and how far that is, as far as one saw who fired."""
    seen = dict.fromkeys((start, end) for own, start, end in story.shots if not own and start != end)
    apart = runner.after.rules.sheet.distance
    for start, end in seen:
        yield sentence("the fire came from ", runner.at(start), f", {counted(apart(start, end), 'hex', 'hexes')} away")


def why_it_broke(runner: Runner, base: BaseId, story: Story) -> Iterator[Sentence]:
    """What drove a base past its threshold, for which nothing is thrown."""
    known = runner.after.own.get(base)
    for morale, taken in story.broke:
        if known is None or taken < known.quality:
            continue
        least = f"{suppressions(taken)} are too many for quality {known.quality}"
        yield sentence(runner.own(base), f" {CHECKS[morale]} without a roll: {least}")


def why_it_is_lost(runner: Runner, base: BaseId) -> Iterator[Sentence]:
    """How a vehicle that was not knocked out was lost: its crew has left it."""
    known, shots = runner.after.own.get(base), runner.all(r.FireSuffered)
    if known is None or not runner.bases.profile(known).armoured or not runner.all(r.BaseLost) or not shots:
        return
    if shots[-1].kill not in ENDS:
        yield sentence(f"its crew has left it: {suppressions(known.quality)} are too many for quality {known.quality}")


def fought(runner: Runner, story: Story) -> CardWords:
    [fight, *_] = runner.all(r.CloseCombatTold)
    loser = "both sides" if fight.loser is None else "us" if fight.loser == runner.after.side else "the enemy"
    return (
        say("Close combat in ", runner.at(fight.hex)), say(f"it left {loser} {FIGHTS[fight.result]}"),
        paragraph((*ours(runner), *enemies(runner))),
    )  # fmt: skip


def shelled(runner: Runner, story: Story) -> CardWords:
    last = runner.all(r.MissionTold)[-1]
    text = paragraph((*support(runner), *enemies(runner)))
    return say(f"The {running(runner.battery(story.about))}"), outcome(last), text


def bombed(runner: Runner, story: Story) -> CardWords:
    """An air strike of one's own: whether it was on target, where the bombs were seen to fall, and what that did."""
    hexes = dict.fromkeys(story.fell)
    where = say(", in ", runner.hexes(hexes)) if hexes else ()
    came = say(STRIKES[runner.all(r.StrikeTold)[-1].result], where)
    seen = tuple(enemies(runner)) or (sentence("no enemy was seen to come to harm"),)
    aim = runner.at(Hex(story.about)) if story.about else say("the enemy")
    return say("Our air strike on ", aim), came, paragraph((sentence(came), *seen))


def lost_by_throw(gone: str, count: int) -> str:
    """What became of so many bases of which each was lost by a throw as bad as could be (P6)."""
    return f"rolled the worst possible, and {gone if count == 1 else gone.replace('has ', 'have ', 1)}"


def checked(runner: Runner, story: Story) -> CardWords:
    checks, gone = runner.all(r.CheckTold), {one.base: GONE[one.how] for one in runner.all(r.BaseLost)}
    fatal = {id(one): gone[one.base] for one in {one.base: one for one in checks}.values() if one.base in gone}
    """Of the throws for a base that was lost by one, the last."""
    alike: dict[str, list[r.CheckTold]] = {}
    for one in checks:
        alike.setdefault(fatal.get(id(one)) or came_of(one), []).append(one)
    named_all = len(checks) <= MOST_NAMED
    short = joined("; ", (
        say(
            listing(runner.own(one.base) for one in some) if named_all else str(len(some)),
            f" {lost_by_throw(end, len(some)) if id(some[0]) in fatal else came_of(some[0], len(some))}",
        )
        for end, some in alike.items()
    ))  # fmt: skip
    return say(capital(story.about)), short, paragraph(ours(runner))


def moved(runner: Runner, story: Story) -> CardWords:
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


def watched(runner: Runner, story: Story) -> CardWords:
    seen = runner.all(r.ContactSeen)
    went = {one.contact.handle for one in seen if not one.new and one.was not in (None, one.contact.hex)}
    came = {one.contact.handle for one in seen if one.new}
    said = [f"{len(went)} seen to move" if went else "", f"{len(came)} came into view" if came else ""]
    return (
        say("The enemy's moves"), say(", ".join(filter(None, said)) or "nobody was seen to move"),
        paragraph(enemies(runner)) or say("Nobody was seen to move."),
    )  # fmt: skip


def losses(runner: Runner) -> Iterator[Loss]:
    for gone in runner.all(r.BaseLost):
        yield Loss(own=True, who=named(runner.own(gone.base)), what=say(gone.how), whole=True)
    for lost in runner.all(r.EnemyLost):
        yield Loss(own=False, who=named(runner.foe(lost.handle)), what=say(lost.how), whole=True)


def sums(runner: Runner, story: Story) -> Iterator[Sum]:
    tables = runner.after.tables
    for one in story.entries:
        report, away = one.report, story.ranges.get(one.number)
        match report:
            case r.FireTold(target=target) if target is not None and told_of(report):
                what = fire_on(story.fires[one.number], report, runner.foe(target), shooters(runner, [report]))
                yield from of_fire(tables.fire, what, report, harm(report), away)
            case r.FireSuffered(base=base):
                what = fire_on(story.fires[one.number], report, runner.own(base), runner.foes(report.shooters))
                yield from of_fire(tables.fire, what, report, harm_taken(report), away)
            case r.StrikeTold() if report.faces and not report.ready:
                yield of_strike(tables.support.air, report)
            case r.CheckTold(base=base) if report.faces:
                yield of_check(named(runner.own(base)), report)
            case r.CloseCombatTold():
                yield from of_close_combat(runner.after.side, report)
            case r.MissionTold() if report.faces:
                came = outcome(report)
                yield Sum.thrown(say(capital(runner.battery(report.mission.id))), report.faces, came)


def fire_on(called: str, report: r.FireTold | r.FireSuffered, whom: Said, by: Sentence) -> Sentence:
    """Whose fire it is and at whom, as far as one saw: a line for each, in the order in which they were told."""
    shot = called.replace("fire", "shot").replace("Fire", "Shot") if report.at_armour else called
    return say(f"{shot} {'at' if report.at_armour else 'on'} ", whom, say(" by ", by) if by else "")


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


def ended(runner: Runner, story: Story) -> Iterator[Course]:
    for here in story.lost:
        yield Course(does="lost", own=True, way=(here,))
    for lost in runner.all(r.EnemyLost):
        yield Course(does="lost", own=False, way=(lost.hex,))
