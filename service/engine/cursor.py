"""Where a match stands: a stack of frames of heading names. One rule moves it: down, round again, or up."""

from __future__ import annotations

from collections.abc import Sequence

from service.engine.copying import same_in_another
from service.engine.events import CursorMoved
from service.engine.outline import Each, Heading, Repeat
from service.engine.reports import Occasion
from service.engine.seats import EVERYBODY, NON_PHASING, PHASING, Role, Seat, Speaker
from service.engine.state import Frame, Position


def trail(outline: Heading, frames: Sequence[Frame]) -> list[Heading]:
    """The headings that the frames name, from the outline itself inwards."""
    headings = [outline]
    for frame in frames:
        headings.append(headings[-1].child(frame.heading))
    return headings


def heading_at(outline: Heading, address: str) -> Heading:
    """The heading at an address such as `game-turn/first-player-turn/search-phase`. Raises KeyError."""
    heading = outline
    for name in filter(None, address.split("/")):
        heading = heading.child(name)
    return heading


def speaker_at(outline: Heading, address: str) -> Speaker | None:
    """Who speaks at an address; at a step taken at one's own pace, those of the heading above it. Raises KeyError."""
    heading, by = outline, outline.by
    for name in filter(None, address.split("/")):
        heading = heading.child(name)
        by = heading.by or by
    return by


def address_of(frames: Sequence[Frame]) -> str:
    """The names of the frames with slashes between."""
    return "/".join(frame.heading for frame in frames)


def titles_of(outline: Heading, frames: Sequence[Frame]) -> tuple[str, ...]:
    """The titles of the headings that the frames name, each with its round where it has been round before."""
    titled = zip(trail(outline, frames)[1:], frames, strict=True)
    return tuple(f"{h.title} {frame.round}" if frame.round > 1 else h.title for h, frame in titled)


def occasion_at(outline: Heading, state: Position) -> Occasion | None:
    """What reports are told on where the cursor stands: by the innermost heading that is an occasion, if one is.

    It is of the side whose turn it is at that heading: of nobody, where a turn of everybody is the occasion.
    """
    found, phasing = None, None
    for heading, frame in zip(trail(outline, state.cursor)[1:], state.cursor, strict=True):
        phasing = state.phasing if heading.phasing is not None else phasing
        if heading.occasion is not None:
            found = Occasion(kind=heading.occasion, turn=state.turn, phasing=phasing, item=frame.item)
    return found


def speakers(state: Position, by: Speaker | None) -> tuple[Seat, ...]:
    """The seats that a speaker means at this moment, in the order of the table, none twice."""
    if by is None:
        return ()
    if callable(by):
        meant = set(by(state))
    else:
        meant = {seat for role in ((by,) if isinstance(by, str) else by) for seat in seats_of(state, role)}
    assert meant <= set(state.seats), f"no seats of this match: {sorted(meant - set(state.seats))}"
    return tuple(seat for seat in state.seats if seat in meant)


def seats_of(state: Position, role: Role) -> tuple[Seat, ...]:
    """The seats that one role means at this moment."""
    if role == EVERYBODY:
        return state.seats
    if role in (PHASING, NON_PHASING):
        assert state.phasing is not None, "no side is phasing here"
        return (state.phasing,) if role == PHASING else state.others(state.phasing)
    return (role,)


def moved(outline: Heading, state: Position, frames: Sequence[Frame]) -> CursorMoved:
    """The event that puts the cursor on these frames; the innermost heading that names one says who is phasing."""
    phasing = None
    for heading in trail(outline, frames):
        if heading.phasing is not None:
            phasing = heading.phasing(state)
    return CursorMoved(frames=tuple(frame.copy() for frame in frames), phasing=phasing)


def standing_at(outline: Heading, state: Position, frames: Sequence[Frame]) -> Position:
    """The position as it will be once the cursor stands there: what conditions of the headings under it are asked of.

    A copy of the top level only, to be read and thrown away.
    """
    there: Position = same_in_another(state)
    moved(outline, state, frames).change(there)
    return there


def first_of(headings: Sequence[Heading], outline: Heading, state: Position, frames: Sequence[Frame]) -> Heading | None:
    """The first of these headings under the frames whose condition holds, if any.

    The position as it will stand there is made only if a condition is to be asked of it: most headings have none.
    """
    there: Position | None = None
    for heading in headings:
        if heading.when is None:
            return heading
        there = there or standing_at(outline, state, frames)
        if heading.when(there):
            return heading
    return None


def first_under(outline: Heading, state: Position, frames: Sequence[Frame]) -> list[Frame] | None:
    """Frames one level further in than these: the first heading under them whose condition holds, if any.

    An item of an Each that no heading under it is for is passed over.
    """
    frames = [frame.copy() for frame in frames]
    heading = trail(outline, frames)[-1]
    while True:
        child = first_of(heading.children, outline, state, frames)
        if child is not None:
            return [*frames, Frame(heading=child.name)]
        if not (isinstance(heading, Each) and frames and frames[-1].left):
            return None
        frames[-1].item = frames[-1].left.pop(0)


def down(outline: Heading, state: Position) -> list[Frame] | None:
    """Frames one level further in than the cursor, or None where there is nothing under its heading for now."""
    frames = [frame.copy() for frame in state.cursor]
    heading = trail(outline, frames)[-1]
    if isinstance(heading, Each):
        assert heading.each is not None, f"{heading.title} lists nothing"
        items = list(heading.each(state))
        if not items:
            return None
        frames[-1].item, frames[-1].left = items[0], items[1:]
    if isinstance(heading, Repeat):
        frames[-1].round = 1
    return first_under(outline, state, frames)


def onward(outline: Heading, state: Position) -> tuple[list[Frame], bool]:
    """Frames after the innermost heading has been left, and whether they name a heading newly entered.

    Beside, or round again, or (False) up to the parent, which is then to be left in its turn.
    """
    headings = trail(outline, state.cursor)
    parent, heading = headings[-2], headings[-1]
    frames = [frame.copy() for frame in state.cursor[:-1]]
    after = parent.children[parent.children.index(heading) + 1 :]
    beside = first_of(after, outline, state, frames)
    if beside is not None:
        return [*frames, Frame(heading=beside.name)], True
    if (
        isinstance(parent, Repeat)
        and parent.until is not None
        and not parent.until(standing_at(outline, state, frames))
    ):
        frames[-1].round += 1
    elif isinstance(parent, Each) and frames[-1].left:
        frames[-1].item = frames[-1].left.pop(0)
    else:
        return frames, False
    again = first_under(outline, state, frames)
    return (again, True) if again is not None else (frames, False)
