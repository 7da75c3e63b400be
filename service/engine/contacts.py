"""Contacts: others' units as a seat was last told of them, under handles of that seat's own counting.

Whatever a game lets a seat see, three things are the same: under which handle something goes on that is seen again,
which handle something new gets, and in what the seat was told otherwise than it is owed now. What is seen, how much of
it is owed, and when it is told, a game says for itself.

A handle tells nothing of what it stands for: handles count the seat's own sightings, and of several that could be meant
the oldest is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Contact = TypeVar("Contact")
Trace = TypeVar("Trace")


@dataclass(frozen=True)
class Handles:
    """How a game writes handles: the number of the sighting, counted from 1, behind these letters."""

    letters: str = ""

    def written(self, number: int) -> str:
        return f"{self.letters}{number}"

    def number(self, handle: str) -> int:
        """Which of its seat's sightings a handle was given at."""
        return int(handle.removeprefix(self.letters))

    def in_order(self, handles: Iterable[str]) -> list[str]:
        """The oldest first."""
        return sorted(handles, key=self.number)

    def oldest(self, handles: Iterable[str]) -> str | None:
        return min(handles, key=self.number, default=None)


@dataclass(frozen=True)
class Contacts(Generic[Contact, Trace]):
    """One seat's contacts at one moment, as only the umpire has them.

    `told`: each as that seat was last told of it, by handle. `traces`: what a handle truly stands for, as far as
    anything does. `given`: how many handles the seat has had.
    """

    handles: Handles
    told: Mapping[str, Contact]
    traces: Mapping[str, Trace]
    given: int

    def where(self, fits: Callable[[Contact, Trace], bool]) -> list[str]:
        """The handles that stand for something and fit, in the order in which they came to stand for it."""
        return [
            handle for handle, trace in self.traces.items() if handle in self.told and fits(self.told[handle], trace)
        ]

    def taken_for(self, fits: Callable[[str, Contact], bool]) -> str | None:
        """The oldest contact that fits, whatever it stands for: what its reader must take a new sighting for."""
        return self.handles.oldest(handle for handle, contact in self.told.items() if fits(handle, contact))

    def new(self) -> str:
        """The handle of the seat's next sighting."""
        return self.handles.written(self.given + 1)


def sightings_named(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """A position as it is written now; one of before calls the number of each seat's sightings `handles`."""
    return {"sightings" if name == "handles" else name: value for name, value in said.items()}


def differing(told: object | None, true: object, entries: Iterable[str]) -> tuple[str, ...]:
    """Those of these entries in which a seat was told otherwise than is true; all, where it was told nothing."""
    return tuple(name for name in entries if told is None or getattr(told, name) != getattr(true, name))
