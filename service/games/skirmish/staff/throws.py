"""How what came of a fight was thrown, in the head of its card: the dice that its reader was told."""

from __future__ import annotations

from service.engine.reports import Report
from service.engine.sentences import capital
from service.games.skirmish.known import reports as r
from service.games.skirmish.printed.figures import Checked, FireFigures
from service.games.skirmish.staff.bases import against, in_spite_of, told_of
from service.games.skirmish.staff.prose import added, dice, reckoned, reckoned_shot
from service.games.skirmish.staff.runner import Runner
from service.games.skirmish.staff.stories import Story
from service.games.skirmish.staff.sums import up_to

WORST: tuple[Checked, ...] = ("routed", "broken", "cowered", "pinned")
"""What may come of a morale check, the worst first."""


MOST_NAMED = 3
"""Of so many who threw or fired a card says in its headline who they were; of more, how many."""

MOST_THROWN = 2
"""Of so many throws a card says folded how they went; of one more the dice, and the rest where it is opened."""


def thrown(runner: Runner, story: Story) -> list[str]:
    """How what came of it was thrown, as far as its reader was told: a shot, a check, a close combat."""
    figures = runner.after.tables.fire
    said = [words for report in telling(story) if (words := throw_of(figures, report))]
    most = (
        1 if story.kind == "checks" else MOST_THROWN
    )  # of several who threw alike it would not say whose throw it was
    if len(said) > most and story.kind == "under fire":
        checks = [report for report in story.reports if isinstance(report, r.CheckTold) and report.faces]
        return [throw_of(figures, min(checks, key=how_bad))] if checks and not story.broke else []
    return said if len(said) <= most else dice_of_shots(figures, story)


def telling(story: Story) -> list[Report]:
    """What is thrown for in a story; of fire that did something to a base, that alone, and not what missed it."""
    harmful = [one for one in story.reports if isinstance(one, r.FireSuffered) and (one.suppressions or one.kill)]
    return [one for one in story.reports if not (harmful and isinstance(one, r.FireSuffered)) or one in harmful]


def how_bad(check: r.CheckTold) -> int:
    """The worse what came of a check, the less."""
    return WORST.index(check.result) if check.result in WORST else len(WORST)


def dice_of_shots(figures: FireFigures, story: Story) -> list[str]:
    """The dice alone of some shots at one target, as it is said what each did, and what each had to beat."""
    shots = [report for report in story.reports if isinstance(report, r.FireTold)]
    found = [shot.reckoning for shot in shots if shot.reckoning is not None and told_of(shot)]
    if not MOST_NAMED >= len(shots) == len(found) > 0 or len({shot.target for shot in shots}) > 1:
        return []
    each = [f"{added(one.modifiers)}{up_to(figures, one)}" for one in found]
    if len({*each}) == 1:
        return [f"dice {'; '.join(dice(one.faces) for one in found)}{', each' * (len(found) > 1)}{each[0]}"]
    return [f"dice {'; '.join(f'{dice(one.faces)}{needs}' for one, needs in zip(found, each, strict=True))}"]


def throw_of(figures: FireFigures, report: Report) -> str:
    """One throw with what was added to it, and up to where it succeeds; nothing for what was told without its dice."""
    match report:
        case r.FireTold(shot=shot, reckoning=reckoning) | r.FireSuffered(shot=shot, reckoning=reckoning):
            return reckoned_shot(shot) if shot is not None else f"{reckoned(reckoning)}{up_to(figures, reckoning)}"
        case r.CheckTold() if report.faces:
            return f"{report.what} {dice(report.faces)}{added(report.modifiers)}{against(report)}{in_spite_of(report)}"
        case r.CloseCombatTold():
            return ", ".join(f"{capital(one.side)} {dice(one.faces)}{added(one.modifiers)}" for one in report.strengths)
    return ""
