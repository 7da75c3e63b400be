"""The bases of a situation report, each with its story in a player turn: what befell ours, what the enemy's did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from service.engine.bills import Bill, itemised
from service.engine.figures import plain, signed
from service.engine.hexes import Hex
from service.engine.sentences import (
    Said,
    Sentence,
    capital,
    listed,
    listing,
    place,
    plain_text,
    say,
    sentence,
    spelled,
    times,
)
from service.games.skirmish.known import reports as r
from service.games.skirmish.known.bills import worded
from service.games.skirmish.known.picture import Falling
from service.games.skirmish.printed.bases import BaseId, Gone, Outward
from service.games.skirmish.printed.figures import Checked, Fought, Kill
from service.games.skirmish.staff.runner import Runner

FIGHTS: Mapping[Fought, str] = {
    "locked": "locked", "thrown back": "thrown back", "broken": "broken", "eliminated": "eliminated",
    "knocked out": "knocked out", "immobilised": "immobilised", "held off": "held off",
}  # fmt: skip
"""What a close combat left its loser."""
CHECKS: Mapping[Checked, str] = {
    "pinned": "was pinned", "cowered": "cowered", "broken": "broke", "routed": "routed", "steady": "held",
    "no worse": "held", "rallied": "rallied", "no better": "did not rally",
    "worse": "rolled the worst possible, and its morale fell",
    "repaired": "repaired its weapon", "still broken down": "could not repair its weapon",
    "supplied": "found ammunition", "nothing to be had": "found no ammunition", "goes in": "went in",
    "stays back": "stayed back", "eliminated": "was eliminated", "new leader": "has a leader from the ranks",
}  # fmt: skip
CHECKS_OF_SEVERAL = {"pinned": "were pinned"}
"""What a throw came to, of several, where that is said otherwise than of one."""
GONE: Mapping[Gone, str] = {
    "eliminated": "has been eliminated", "captured": "has been captured", "left the map": "has left the map",
}  # fmt: skip
HALTS = {
    "contact": "ran into an enemy", "sighted": "stopped as an enemy came into view",
    "lapsed": "found its way closed", "room": "found no room further on and stopped",
    "routed": "lost heart on its way and stopped",
}  # fmt: skip
SHOWED_ITSELF = "showed itself"
FROM_AFAR: Mapping[Falling, str] = {"bombs": "the air", "shells": "artillery", "round": "artillery"}
"""Where that comes from which falls."""


@dataclass
class BaseTurn:
    """What befell one base in a player turn: phrases in their order, and the fire that has not been summed up yet."""

    phrases: list[Said] = field(default_factory=list)
    shots: list[r.FireSuffered] = field(default_factory=list)
    halted: Hex | None = None
    late: bool = False
    """Whether the fire that has not been summed up is remaining fire."""


def dice(faces: tuple[int, ...]) -> str:
    return f"{'dice' if len(faces) > 1 else 'die'} {listed(map(str, faces))}"


def added(modifiers: tuple[tuple[str, int], ...]) -> str:
    """What was added to dice, behind them."""
    return plain_text(say(", ", told)) if (told := itemised(worded(Bill.of(modifiers)))) else ""


def suppressions(count: int) -> str:
    return f"{spelled(count)} suppression{'' if count == 1 else 's'}"


KILLS: Mapping[Kill, str] = {
    "destroyed": "destroyed", "knocked_out": "knocked out", "immobilised": "immobilised", "shaken": "shaken",
}  # fmt: skip


def effect_of(shot: r.FireTold | r.FireSuffered) -> str:
    """What a shot at a vehicle did, in words."""
    if shot.kill is None:
        return "missed"
    return "hit without effect" if shot.kill == "nothing" else f"hit, {KILLS[shot.kill]}"


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


def noted(runner: Runner, whom: Said, reports: Sequence[r.FireTold | r.FireSuffered]) -> Said:
    """One note for all the fire that is told in one phrase."""
    words = [note for report in reports if (note := note_of(report))]
    return runner.notes.mark(sentence(whom, f" under fire: {'; '.join(words)}")) if words else ""


# ---- ours


def ours(runner: Runner) -> Iterator[Sentence]:
    """What befell each own base; then checks that went alike, close combats, and orders that lapsed."""
    turns: dict[BaseId, BaseTurn] = {}
    others: dict[str, list[tuple[r.CheckTold, Sentence]]] = {}
    for report in runner.reports:
        match report:
            case r.HaltTold():
                turn = turns.setdefault(report.base, BaseTurn())
                summed_up(runner, report.base, turn)
                if report.because == "fire":
                    turn.halted = report.hex
                else:
                    turn.phrases.append(say(f"{HALTS[report.because]} in ", runner.at(report.hex)))
            case r.FireSuffered():
                turn = turns.setdefault(report.base, BaseTurn())
                if turn.late != (id(report) in runner.late):
                    summed_up(runner, report.base, turn)
                    turn.late = not turn.late
                turn.shots.append(report)
            case r.CheckTold():
                if report.base in turns:
                    summed_up(runner, report.base, turns[report.base])
                note = checked(runner, report)
                if report.base in turns and report.rule == r.MORALE_CHECK:
                    turns[report.base].phrases.append(say(came_of(report), note))
                else:
                    others.setdefault(came_of(report), []).append((report, say(runner.own(report.base), note)))
            case r.BaseLost():
                turn = turns.setdefault(report.base, BaseTurn())
                summed_up(runner, report.base, turn)
                turn.phrases.append(GONE[report.how])
            case _:
                pass
    for base, turn in turns.items():
        summed_up(runner, base, turn)
        yield sentence(runner.own(base), " ", listing(turn.phrases))
    for told in others.values():
        yield sentence(listing(name for _, name in told), f" {came_of(told[0][0], len(told))}")
    for fight in runner.all(r.CloseCombatTold):
        throws = "; ".join(
            f"{capital(s.side)} {dice(s.faces)}{added(s.modifiers)}, {plain(s.total)} in all" for s in fight.strengths
        )
        note = runner.notes.mark("Close combat in ", place(fight.hex), f": {throws}.")
        loser = "both sides" if fight.loser is None else "our men" if fight.loser == runner.after.side else "the enemy"
        yield sentence("close combat in ", runner.at(fight.hex), f" left {loser} {FIGHTS[fight.result]}", note)
    lapsed = [say(runner.own(one.base), f" ({one.order.replace('-', ' ')})") for one in runner.all(r.Lapsed)]
    if lapsed:
        yield sentence(f"the order{'s' if len(lapsed) > 1 else ''} to ", listing(lapsed), " came to nothing")


def came_of(report: r.CheckTold, count: int = 1) -> str:
    """What a throw for a base came to, or such throws for several; of a leader from the ranks, quality and rating."""
    if report.leader is not None:
        return (
            f"has come from the ranks, with quality {report.leader.quality} and rating {signed(report.leader.rating)}"
        )
    if report.now == "broken":
        return f"rallied from rout, but {'is' if count == 1 else 'are'} still broken"
    return checks_came_to(report.result, count)


def checks_came_to(result: Checked, count: int = 1) -> str:
    """What the throws for so many bases came to that have one result."""
    one = CHECKS[result]
    return one if count == 1 else CHECKS_OF_SEVERAL.get(result, one)


def against(report: r.CheckTold) -> str:
    """Up to which total a throw succeeds, where that was told."""
    return "" if report.number is None else f" against {report.number} or less"


def in_spite_of(check: r.CheckTold) -> str:
    """What came of a throw, where its total does not say so: passed, but pinned by its suppressions (P5); rallied.

    Card, log and letter say it in the same words.
    """
    if check.rule == r.MORALE_CHECK and check.result == "pinned":
        count = dict(check.modifiers).get("suppressions", 0) + 1  # the first adds nothing to the throw
        return f", passed, but pinned: it has {suppressions(count)} now"
    return ": rallied" if check.result == "rallied" and not check.now else ""


def checked(runner: Runner, report: r.CheckTold) -> Said:
    if not report.faces:
        return ""
    thrown = f"{dice(report.faces)}{added(report.modifiers)}{against(report)}{in_spite_of(report)}"
    return runner.notes.mark(sentence(runner.own(report.base), f", {report.what}: {thrown}"))


def summed_up(runner: Runner, base: BaseId, turn: BaseTurn) -> None:
    """The fire that a base took since the last phrase of its turn, as one phrase or two: bullets, and shells at it."""
    shots, turn.shots, halted, turn.halted = turn.shots, [], turn.halted, None
    begun = say("was halted in ", runner.at(halted), " by fire") if halted is not None else ()
    for aimed in (False, True):
        some = [shot for shot in shots if shot.at_armour == aimed]
        if not some:
            continue
        alike = len(some) > 1 and (aimed or len({bool(shot.suppressions) for shot in some}) == 1)
        often = f" {times(len(some))}" if alike and not begun else ""
        note = noted(runner, runner.own(base), some)
        if aimed:
            verb = say(begun, " and shot at") if begun else f"was shot at{' in the remaining fire' * turn.late}"
            effects = "; ".join(map(effect_of, some))
            turn.phrases.append(say(verb, often, whence_came(runner, some), f" ({effects})", note))
        else:
            verb = begun or say(f"came under {'remaining ' * turn.late}fire")
            turn.phrases.append(say(verb, often, harm_of(runner, some), note))
        begun = ()
    if begun:
        turn.phrases.append(begun)


def harm_of(runner: Runner, shots: Sequence[r.FireSuffered]) -> Sentence:
    """Who did what by their fire; who missed is not named beside those who did not, as if each had done it."""
    total, missed = sum(shot.suppressions for shot in shots), [shot for shot in shots if not shot.suppressions]
    if not total:
        return say(whence_came(runner, shots), " without effect")
    hits = [shot for shot in shots if shot.suppressions]
    came = say(whence_came(runner, hits), f" with {suppressions(total)}{' in all' * (len(hits) > 1)}")
    return say(came, ", and", whence_came(runner, missed), " without effect") if missed else came


def whence_came(runner: Runner, shots: Sequence[r.FireSuffered]) -> Sentence:
    """Who fired, as far as one saw; bombs and shells come from nobody whom one might see."""
    if weapons := {FROM_AFAR[shot.fell] for shot in shots if shot.fell is not None}:
        return say(f" from {listed(sorted(weapons))}")
    by = runner.foes([handle for shot in shots for handle in shot.shooters])
    unseen = " from out of sight" if not by else " and from out of sight" if any(not s.shooters for s in shots) else ""
    return say(" from " if by else "", by, unseen)


# ---- the enemy


def enemies(runner: Runner) -> Iterator[Sentence]:
    """What each contact was seen to do and what our fire did to it; then whom we saw for a moment only."""
    handles = dict.fromkeys(
        handle for report in runner.reports
        if (handle := report.contact.handle if isinstance(report, r.ContactSeen) else getattr(report, "handle", None)
            or getattr(report, "target", None))
    )  # fmt: skip
    glimpses: list[Sentence] = []
    for handle in handles:
        phrases = course(runner, str(handle))
        if phrases == [SHOWED_ITSELF]:
            glimpses.append(say(runner.foe(str(handle)), " in ", runner.at(runner.last(str(handle)))))
        elif phrases:
            yield sentence(runner.foe(str(handle)), " ", listing(phrases))
    if glimpses:
        yield sentence("for a moment we saw ", listing(glimpses))
    blind = [shot for shot in runner.all(r.FireTold) if shot.target is None or not told_of(shot)]
    if blind:
        shots = listing(dict.fromkeys(say(shooters(runner, [shot]), " at ", runner.at(shot.hex)) for shot in blind))
        yield sentence("what came of the fire of ", shots, " we could not see")
    struck = [report.hex for report in runner.all(r.ContactStruck)]
    if struck:
        yield sentence("nobody is in ", runner.hexes(dict.fromkeys(struck), "or"), ", as we can see now")


def told_of(shot: r.FireTold) -> bool:
    """Whether its side was told what a shot did."""
    return shot.at_armour or shot.suppressions is not None


def course(runner: Runner, handle: str) -> list[Said]:
    """One contact's doings: where it came and went, what fire did to it, how it stands, whether it is in sight."""
    seen = [report for report in runner.all(r.ContactSeen) if report.contact.handle == handle]
    was = runner.contacts.get(handle)
    path = [report.contact.hex for report in seen if not report.new and report.was not in (None, report.contact.hex)]
    words: list[Said] = []
    if seen and seen[0].new:
        words.append(say("came into view in ", runner.at(seen[0].contact.hex)))
    if path:
        through = say(" through ", runner.hexes(path[:-1])) if path[:-1] else ""
        words.append(say("moved", through, " to ", runner.at(path[-1])))
    words += shot_at(runner, handle)
    gone = next((report for report in runner.all(r.EnemyLost) if report.handle == handle), None)
    if gone is not None:
        return [*words, say(f"{GONE[gone.how]} in ", runner.at(gone.hex))]
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
            words.append(SHOWED_ITSELF)
    return words


def shot_at(runner: Runner, handle: str) -> Iterator[Sentence]:
    """What our fire did to a contact: bullets, and shells at it."""
    shots = [shot for shot in runner.all(r.FireTold) if shot.target == handle and told_of(shot)]
    for aimed in (False, True):
        some = [shot for shot in shots if shot.at_armour == aimed]
        if not some:
            continue
        if aimed:
            who, note = shooters(runner, some), noted(runner, runner.foe(handle), some)
            yield say("was shot at by ", who, f" ({'; '.join(map(effect_of, some))})", note)
            continue
        told, missed = [shot for shot in some if shot.suppressions], [shot for shot in some if not shot.suppressions]
        if told:
            total, note = sum(shot.suppressions or 0 for shot in told), noted(runner, runner.foe(handle), told)
            yield say(f"took {suppressions(total)} from ", shooters(runner, told), note)
        if missed:
            note = noted(runner, runner.foe(handle), missed)
            yield say("was fired on by ", shooters(runner, missed), " without effect", note)


def shooters(runner: Runner, shots: Sequence[r.FireTold]) -> Sentence:
    """Who fired, each once, with how often if more than once."""
    counts: dict[Sentence, int] = {}
    for shot in shots:
        together = " together" if len(shot.shooters) > 1 else ""
        name = say(listing(map(runner.own, shot.shooters)), together)
        counts[name] = counts.get(name, 0) + 1
    return listing(say(name, f" ({times(count)})") if count > 1 else name for name, count in counts.items())


def condition(shows: Outward | None) -> str:
    """How a contact stands, where it is not in good order."""
    if shows is None:
        return ""
    states = ((shows.morale, shows.morale != "good"), ("pinned", shows.pinned), ("cowered", shows.cowered))
    return listed(word for word, holds in states if holds)
