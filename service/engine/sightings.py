"""What a seat sees of others, told and noted contact by contact: for games whose seats look again after each event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from service.engine.events import Event
from service.engine.reports import Report
from service.engine.seats import Seat
from service.engine.state import duplicate


@dataclass(frozen=True, kw_only=True)
class ContactsTold(Report):
    """A seat's contacts that are new or look otherwise, `empty` ones that are gone, `unwatched` ones out of sight.

    `sightings`: how many handles the seat has had by then.
    """

    contacts: tuple[Any, ...] = ()
    empty: tuple[str, ...] = ()
    unwatched: tuple[str, ...] = ()
    sightings: int = 0

    def teach(self, picture: Any) -> None:
        changed(picture.contacts, self)
        picture.sightings = max(picture.sightings, self.sightings)

    @property
    def handles(self) -> tuple[str, ...]:
        """Those of all contacts of which it tells."""
        return (*(one.handle for one in self.contacts), *self.empty, *self.unwatched)


@dataclass(frozen=True, kw_only=True)
class ContactsSet(Event):
    """What a seat sees, or will be told that it saw, is otherwise than it was; its fields are those of the report."""

    seat: Seat
    contacts: tuple[Any, ...] = ()
    empty: tuple[str, ...] = ()
    unwatched: tuple[str, ...] = ()
    sightings: int = 0

    @classmethod
    def renewed(cls, said: Mapping[str, Any]) -> Mapping[str, Any]:
        names = {was: name for was, name in (("side", "seat"), ("handles", "sightings")) if name not in said}
        return {names.get(name, name): value for name, value in said.items()}

    def change(self, state: Any) -> None:
        changed(state.eyes.setdefault(self.seat, {}), self)
        state.sightings[self.seat] = self.sightings


def changed(contacts: dict[str, Any], by: ContactsTold | ContactsSet) -> None:
    """Alter contacts, by handle, as a report or an event says."""
    for handle in by.empty:
        contacts.pop(handle, None)
    for handle in by.unwatched:
        contacts[handle] = replace(contacts[handle], in_sight=False)
    for contact in by.contacts:
        contacts[contact.handle] = duplicate(contact)


def about(report: Report) -> str | None:
    """The handle of the contact that a report tells of, where it tells of one alone."""
    if isinstance(handle := getattr(report, "handle", None), str):
        return handle
    handles = report.handles if isinstance(report, ContactsTold) else ()
    return handles[0] if len(handles) == 1 else None
