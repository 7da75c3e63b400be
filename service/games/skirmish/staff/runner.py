"""The names by which the reader of a report knows bases, contacts and hexes, and what it was told of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from service.engine.hexes import Hex
from service.engine.reports import Report
from service.engine.sentences import ContactSpan, OwnSpan, Sentence, contact, listing, own, place, say
from service.engine.situations import Notes
from service.games.skirmish.known import reports as r
from service.games.skirmish.known.picture import Contact, Picture
from service.games.skirmish.printed.bases import BaseId, Outward, with_article

Kind = TypeVar("Kind", bound=Report)


class Runner:
    """The reports of one player turn after the other, with the names that their reader knows."""

    def __init__(self, before: Picture, after: Picture) -> None:
        self.before, self.after = before, after
        self.bases = after.tables.bases
        self.notes = Notes()
        self.reports: Sequence[Report] = ()
        self.contacts: dict[str, Contact] = dict(before.contacts)
        """Each contact as it was last reported, before the player turn that is being written up."""
        self.mentioned: set[Hex] = set()
        self.late: set[int] = set()
        """Which of the reports tell of remaining fire, by their identity, where that is known."""

    def begin(self, reports: Sequence[Report]) -> None:
        self.contacts |= {report.contact.handle: report.contact for report in self.all(r.ContactSeen)}
        self.reports = reports

    def all(self, kind: type[Kind]) -> list[Kind]:
        return [report for report in self.reports if isinstance(report, kind)]

    def last(self, handle: str) -> Hex:
        """Where a contact was seen last in this player turn."""
        return next(one.contact.hex for one in reversed(self.all(r.ContactSeen)) if one.contact.handle == handle)

    # ---- names

    def own(self, id: BaseId) -> OwnSpan:
        """An own base: a person by their name, anything else with its article."""
        base = self.after.own.get(id) or self.before.own.get(id)
        if base is None:
            return own(id)
        return with_article(base, self.bases.profile(base).single)

    def battery(self, id: str) -> str:
        return next((battery.title for battery in self.after.rules.artillery if battery.id == id), id)

    def at(self, hex: Hex) -> Sentence:
        """A hex, with the name of the place the first time that it is mentioned."""
        name = self.after.rules.names.get(hex)
        if name is None or hex in self.mentioned:
            return say(place(hex))
        self.mentioned.add(hex)
        return say(place(hex), f" ({name})")

    def hexes(self, hexes: Iterable[Hex], last: str = "and") -> Sentence:
        """Hexes in a row, as `at` has them."""
        return listing(map(self.at, hexes), last)

    def shows(self, handle: str) -> Outward | None:
        """What is known of a contact: the most that was told of it until now."""
        known = self.contacts.get(handle)
        shown = known.shows if known is not None else None
        for report in self.all(r.ContactSeen):
            if report.contact.handle == handle and report.contact.shows is not None:
                shown = report.contact.shows
        return shown

    def what(self, handle: str) -> str:
        """What a contact is: squad, medium tank; empty where it has not been made out."""
        shows = self.shows(handle)
        if shows is None:
            return ""
        return shows.name or self.bases.profile(shows).title

    def foe(self, handle: str) -> ContactSpan:
        """A contact: enemy squad 3, or enemy 3 where one cannot tell what it is."""
        return contact(handle, " ".join(filter(None, ("enemy", self.what(handle), handle))))

    def foes(self, handles: Sequence[str]) -> Sentence:
        return listing(map(self.foe, dict.fromkeys(handles)))
