"""Where we are: the sequence of play as a seat may know it, from the outline and the last heading that it was told."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from service.engine.outline import Dispatch, Each, GameTurn, Heading, Repeat

PHASE = 4
"""How deep a phase lies in an outline: turns, turn, player turn, phase."""

TrackStage = Literal["done", "here", "now", "next", "later", "told"]


@dataclass(frozen=True, kw_only=True)
class TrackLine:
    """One heading of the track. `here`: the match is somewhere under it; `told`: the last that this seat heard of."""

    title: str
    depth: int
    stage: TrackStage
    letter: bool
    loop: str
    rule: str
    mute: bool = False
    """It is not called the next: it may not come at all, or a time runs out there."""
    silent: bool = False
    """It asks nobody and sends nothing: what it does is over before anybody sees it."""
    asks: bool = False
    """Somebody is sure to be asked there."""
    first: str = ""
    """What it begins with, where its own title is that of a loop."""


@dataclass(frozen=True, kw_only=True)
class Track:
    """The track as a whole: the way to the present heading, its lines, and the heading that comes next."""

    titles: tuple[str, ...]
    lines: tuple[TrackLine, ...]
    next: str | None

    @property
    def near(self) -> tuple[TrackLine, ...]:
        """The phase where we are, as far as the branch reaches so deep, among the others of its player turn."""
        branch = [place for place, line in enumerate(self.lines) if line.stage in ("here", "now", "told")]
        if not branch:
            return ()
        phase = branch[:PHASE][-1]
        first, last = (self.among(phase, step) for step in (-1, 1))
        return tuple(line for line in self.lines[first : last + 1] if line.depth == self.lines[phase].depth)

    def among(self, place: int, step: int) -> int:
        """How far the lines under the same parent reach, upwards or downwards."""
        depth = self.lines[place].depth
        while 0 <= place + step < len(self.lines) and self.lines[place + step].depth >= depth:
            place += step
        return place


def track(
    outline: Heading,
    address: str,
    titles: tuple[str, ...],
    *,
    asked: bool,
    ended: bool,
    another_turn: bool | None = None,
) -> Track:
    """The outline folded to the branch that the address names. What comes next is said only to a seat that is asked.

    `another_turn`: whether another game turn follows this one, where that is known.
    """
    names = tuple(filter(None, address.split("/")))
    lines = list(walked(outline, names, 0, asked=asked, ended=ended))
    if asked:
        lines = mark_next(lines)
    coming = next((line.first or line.title for line in lines if line.stage == "next"), None)
    again = coming_round(outline, names) if asked and not ended else None
    if again is not None and another_turn is not False:
        coming = f"another {again}, or {coming}" if coming and another_turn is None else f"another {again}"
        lines = [replace(line, stage="later") if line.stage == "next" else line for line in lines]
    return Track(titles=telling(outline, names, titles), lines=tuple(lines), next=coming)


def telling(outline: Heading, names: tuple[str, ...], titles: tuple[str, ...]) -> tuple[str, ...]:
    """The titles that tell something: loops from their second round on, and no game turn, which stands above."""
    said, heading = [], outline
    for name, title in zip(names, titles, strict=False):
        heading = heading.child(name)
        silent = isinstance(heading, Repeat | Each) and (title == heading.title or not is_numbered(heading))
        of_turns = isinstance(heading, GameTurn) or any(isinstance(child, GameTurn) for child in heading.children)
        if not (silent or of_turns):
            said.append(title)
    return tuple(said)


def is_silent(heading: Heading) -> bool:
    """Whether it asks nobody and sends nothing."""
    return heading.by is None and not heading.children and not isinstance(heading, Dispatch)


def is_mute(heading: Heading) -> bool:
    """Whether it is no heading that anybody waits for: it may not come at all, or asks nobody and sends nothing."""
    return heading.when is not None or (is_silent(heading) and heading.timed)


def is_asking(heading: Heading) -> bool:
    """Whether somebody is sure to be asked there or below it: not by a loop that may have no round."""
    below = bool(first_of(heading)) if isinstance(heading, Repeat | Each) else any(map(is_asking, heading.children))
    return heading.when is None and (heading.by is not None or below)


def is_numbered(heading: Heading) -> bool:
    """Whether the number of a round says anything to a player."""
    return not isinstance(heading, Repeat) or heading.numbered


def walked(parent: Heading, names: tuple[str, ...], depth: int, *, asked: bool, ended: bool) -> Iterator[TrackLine]:
    """The headings under a parent, those on the branch unfolded."""
    passed = bool(names)
    for heading in parent.children:
        on_branch = (bool(names) and heading.name == names[0]) or any(name in heading.was for name in names[:1])
        if ended:
            stage: TrackStage = "done"
        elif on_branch:
            innermost = len(names) == 1
            stage = ("now" if asked else "told") if innermost else "here"
            passed = False
        else:
            stage = "done" if passed else "later"
        yield TrackLine(
            title=heading.title,
            depth=depth,
            stage=stage,
            letter=isinstance(heading, Dispatch),
            loop=loop(heading),
            rule=heading.rule or "",
            mute=is_mute(heading),
            silent=is_silent(heading),
            asks=is_asking(heading),
            first=first_of(heading),
        )
        if on_branch and not ended:
            yield from walked(heading, names[1:], depth + 1, asked=asked, ended=ended)


def mark_next(lines: list[TrackLine]) -> list[TrackLine]:
    """Call the first later heading that is sure to come the next one: no time that runs out, and no letter.

    One that asks nobody gives way to the next beside it, at which somebody may be seen to stand.
    """
    sure = [place for place, line in enumerate(lines) if line.stage == "later" and not line.mute and not line.letter]
    if not sure:
        return lines
    beside = itertools.takewhile(lambda place: lines[place].depth == lines[sure[0]].depth, sure)
    place = next((one for one in beside if lines[one].asks), sure[0]) if lines[sure[0]].silent else sure[0]
    return [*lines[:place], replace(lines[place], stage="next"), *lines[place + 1 :]]


def coming_round(outline: Heading, names: tuple[str, ...]) -> str | None:
    """The game turn that may begin anew after a heading, which is the last of its turn.

    Whether it does is the outline's condition, which reads the truth: where no rule says how many turns there are, what
    the track says of it holds in either case.
    """
    heading, turn = outline, None
    for name in names:
        if all(name not in (child.name, *child.was) for child in heading.children):
            return None
        child = heading.child(name)
        if child is not heading.children[-1]:
            turn = None
        if isinstance(child, Repeat) and child.children and isinstance(child.children[-1], GameTurn):
            turn = child.children[-1].title
        heading = child
    return turn if not heading.children else None


def first_of(heading: Heading) -> str:
    """The title of the first step of a loop that is sure to ask somebody, and of no other heading."""
    if not isinstance(heading, Repeat):
        return ""
    return next((child.title for child in heading.children if child.by is not None and not is_mute(child)), "")


def loop(heading: Heading) -> str:
    """How a heading comes round, in two words."""
    if isinstance(heading, Repeat):
        return "repeats"
    return "one by one" if isinstance(heading, Each) else ""
