"""Words that several pages use: zones, where a seat's pages lead, what a match that is over is looked at in."""

from __future__ import annotations

from dataclasses import dataclass
from zoneinfo import available_timezones

from service.engine.game import AnyGame


def zones() -> list[str]:
    """The time zones that are offered, those that are named by a place and UTC; others may be written."""
    return sorted(zone for zone in available_timezones() if "/" in zone or zone == "UTC")


@dataclass(frozen=True, kw_only=True)
class PageLink:
    """A link from one of a seat's pages to another; `kind` names the page that it leads to."""

    kind: str
    label: str
    href: str


def ways_of(game: AnyGame, base: str) -> tuple[PageLink, ...]:
    """Where the pages lead on which a seat looks back, as far as its game has that. `base` is its match page."""
    there = {
        "match": ("Match", "", True),
        "letters": ("Letters", "/letters", game.has_letters),
        "history": ("History", "/history", True),
        "contacts": ("Contacts", "/contacts", game.forces is not None),
        "figures": ("Figures", "/figures", game.records is not None),
    }
    return tuple(PageLink(kind=kind, label=label, href=base + end) for kind, (label, end, has) in there.items() if has)


def pictures_of(game: AnyGame) -> str:
    """What can be looked back on when a match of a game is over."""
    pictures = "Both pictures" if len(game.info.seats) == 2 else "All pictures"
    return f"{pictures} and the truth" if game.records is not None else pictures
