"""Which headings may pass: none after which somebody else hears of something before the same seat is asked again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.engine.outline import AtOwnPace, Dispatch, Each, Heading, Step
from service.engine.seats import EVERYBODY


def faults_of_passing(trail: Sequence[Heading]) -> Iterator[str]:
    """Why a heading that `passes` cannot, as far as the outline shows it; the umpire sees to the rest in play."""
    heading = trail[-1]
    if not heading.passes:
        return
    if not heading.orders:
        yield "`passes`, and nothing can be ordered there: it would never be asked."
    if isinstance(heading, Step):
        yield from faults_of_passing_step(trail[-2], heading)
        return
    if isinstance(heading, AtOwnPace) or not isinstance(heading.by, str) or heading.by == EVERYBODY:
        yield "`passes`, and it is not one seat alone that is asked."
        return
    if heading.timed:
        yield "`passes`, and waits for the end of a time."
    for follows, certain in following(trail):
        if isinstance(follows, Dispatch) or follows.timed or follows.by not in (None, heading.by):
            yield f"`passes`, and may be the last before “{follows.title}”, where others hear of something."
            return
        if follows.by is not None and certain:
            return
    yield "`passes`, and no question to the same seat is certain to follow."


def faults_of_passing_step(above: Heading, step: Step) -> Iterator[str]:
    """What is wrong with a Step that passes: the last that a seat takes, whose word may be waited for, never does."""
    after = above.children[above.children.index(step) + 1 :]
    if not any(isinstance(one, Step) and one.orders for one in after):
        yield "`passes`, and no Step is asked after it."


def following(trail: Sequence[Heading]) -> Iterator[tuple[Heading, bool]]:
    """What may come after a heading in the turn of the same side, in order, and whether it is certain to.

    A heading on the same condition as that one is. Rounds are left out: what a Repeat begins again with.
    """
    heading = trail[-1]
    for above, below in zip(reversed(trail[:-1]), reversed(trail), strict=False):
        if below.phasing is not None:
            return
        for after in above.children[above.children.index(below) + 1 :]:
            if not (isinstance(after, Each) and after.of_before and ordered_just_before(above, after, heading)):
                yield from unfolded(after, heading, certain=True)


def ordered_just_before(above: Heading, after: Each, passing: Heading) -> bool:
    """Whether the items of `after` come of orders at the passing heading, and there are none where it is passed."""
    return above.children[above.children.index(after) - 1] is passing


def unfolded(heading: Heading, passing: Heading, *, certain: bool) -> Iterator[tuple[Heading, bool]]:
    """A heading with all that stands under it, in order."""
    certain = certain and heading.when in (None, passing.when) and not isinstance(heading, Each)
    yield heading, certain
    for child in heading.children if not isinstance(heading, AtOwnPace) else ():
        yield from unfolded(child, passing, certain=certain)
