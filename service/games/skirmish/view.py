"""A picture made ready to read: what a seat's page and clients show of it."""

from __future__ import annotations

from dataclasses import dataclass

from service.engine.hexes import Hex
from service.games.skirmish.bases import Base, Side
from service.games.skirmish.field import Field
from service.games.skirmish.knowledge import Contact, Film, Group, Mission, Picture


@dataclass(frozen=True, kw_only=True)
class View:
    """All that a seat knows. `age` of a contact is in game turns; 0 is this one."""

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
    announced: tuple[str, ...]
    missions: tuple[Mission, ...]
    film: Film | None
    sealed: bool
    ordered: dict[str, Hex]
    score: int | None
    verdict: str


def view(picture: Picture) -> View:
    """The seat's view of its picture."""
    return View(
        scenario=picture.scenario, seat=picture.side, turn=picture.turn, turns=picture.rules.turns,
        attacker=picture.attacker, ground=picture.ground,
        own=tuple(base.changed() for base in picture.own.values() if base.gone is None),
        gone=tuple(base.changed() for base in picture.own.values() if base.gone is not None),
        contacts=tuple(sorted(picture.contacts.values(), key=lambda contact: int(contact.handle))),
        groups=tuple(picture.groups.values()), announced=tuple(picture.announced),
        missions=tuple(picture.missions.values()), film=picture.film, sealed=picture.sealed,
        ordered=dict(picture.ordered), score=picture.score, verdict=picture.verdict,
    )  # fmt: skip
