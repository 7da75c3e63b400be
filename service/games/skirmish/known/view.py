"""A picture made ready to read: what a seat's page and clients show of it."""

from __future__ import annotations

from dataclasses import dataclass

from service.engine.hexes import Hex
from service.games.skirmish.known.picture import HANDLES, Announcement, Contact, Film, Group, Mission, Picture
from service.games.skirmish.known.routs import owes_move
from service.games.skirmish.printed.bases import Base, BaseId, Side
from service.games.skirmish.printed.field import Field


@dataclass(frozen=True, kw_only=True)
class View:
    """All that a seat knows.

    `film` is what it is asked about, `markers` are those that it has placed by hand, `sealed` says that its moves are
    sent and not played yet, `live` that each step of them is shown as it is played; `ordered` is where the moves on its
    sheet, or sealed, take its bases, and `ways` are their paths; `owing` are bases in flight that still have
    to be given one.
    """

    scenario: str
    seat: Side
    turn: int
    turns: int
    attacker: Side
    ground: Field
    own: tuple[Base, ...]
    gone: tuple[Base, ...]
    contacts: tuple[Contact, ...]
    groups: tuple[Group, ...]
    announced: tuple[Announcement, ...]
    missions: tuple[Mission, ...]
    film: Film | None
    sealed: bool
    live: bool
    markers: tuple[str, ...]
    ordered: dict[str, Hex]
    ways: dict[str, tuple[Hex, ...]]
    owing: tuple[BaseId, ...]
    foxholes: tuple[Hex, ...]
    score: int | None
    verdict: str


def view(picture: Picture) -> View:
    """The seat's view of its picture."""
    return View(
        scenario=picture.scenario, seat=picture.side, turn=picture.turn, turns=picture.rules.turns,
        attacker=picture.attacker, ground=picture.ground,
        own=tuple(base.changed() for base in picture.own.values() if base.gone is None),
        gone=tuple(base.changed() for base in picture.own.values() if base.gone is not None),
        contacts=tuple(sorted(picture.contacts.values(), key=lambda contact: HANDLES.number(contact.handle))),
        groups=tuple(picture.groups.values()), announced=tuple(picture.announced),
        missions=tuple(picture.missions.values()), film=picture.film, sealed=picture.sealed,
        live=picture.options["interrupts"] == "live",
        markers=tuple(picture.markers),
        ordered=dict(picture.ordered), ways=dict(picture.ways), owing=owing(picture), foxholes=known_foxholes(picture),
        score=picture.score, verdict=picture.verdict,
    )  # fmt: skip


def owing(picture: Picture) -> tuple[BaseId, ...]:
    """The bases in flight that have to be moved before the step can be closed."""
    if not picture.asked or picture.step != "movement":
        return ()
    return tuple(base.id for base in picture.on_map() if owes_move(picture, base))


def known_foxholes(picture: Picture) -> tuple[Hex, ...]:
    """The entrenchments that a side knows of: those where it set up, and those of enemies whom it has identified."""
    mine = picture.rules.setup_zones[picture.side]
    seen = {contact.hex for contact in picture.contacts.values() if contact.identified}
    own = {base.hex for base in picture.on_map()}
    return tuple(hex for hex in picture.rules.entrenchments if hex in mine or hex in seen or hex in own)
