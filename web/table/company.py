"""With whom one plays, in words: who came by a link is told whose seat it is, and who can see all sides."""

from __future__ import annotations

from collections.abc import Collection

from service.engine.seats import Seat
from service.engine.sentences import listed
from service.engine.words import PlainWords
from service.matches import Company
from web.table.shown import CompanyShown


def company_shown(found: Company, words: PlainWords, open_here: Collection[Seat]) -> CompanyShown | None:
    """What is said of who holds the seats; None where there is nothing to be said.

    `open_here` are the other seats at which this browser may sit too: whoever plays all sides by themselves knows it.
    """
    alone = found.seat in found.together and all(seat in (found.seat, *open_here) for seat in found.together)
    if alone:
        return CompanyShown(
            tone="",
            title="For practice:",
            text=f"{'both' if len(found.together) == 2 else 'all'} sides are open to you here.",
        )
    held = ", ".join(
        f"{words.seat(seat)}: {holder if holder is not None else 'nobody yet'}"
        for seat, holder in found.holders.items()
        if seat not in found.together
    )
    if found.seat in found.together:
        whose = found.holders[found.seat]
        names = listed(words.seat(seat) for seat in found.together)
        both, sides = (
            ("both", "both sides") if len(found.together) == 2 else ("them", f"all {len(found.together)} sides")
        )
        owner = f"one account, {whose.name}" if whose is not None and whose.name else "one account, which has no name"
        return CompanyShown(
            tone="warn",
            title="This match is for practice.",
            text=f"You came by a link. {names} are held by {owner}: whoever has it sees {sides} and may order for "
            f"{both}.{f' {held}.' if held else ''} For a fair match, ask to be invited to a seat of your own.",
        )
    if not found.by_link:
        return None
    whose = found.holders[found.seat]
    name = whose.name if whose is not None and whose.kind == "named" else None
    if not name:  # a guest who was let in again comes by a link to a seat of their own
        return CompanyShown(
            tone="",
            title="You came by a link to this seat.",
            text=f"Whoever else came to it sees what you see and may order what you may. {held}.",
        )
    return CompanyShown(
        tone="",
        title=f"You came by a link to the seat of {name},",
        text=f"who sees what you see and may order what you may. {held}.",
    )
