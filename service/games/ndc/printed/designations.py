"""Designations: what units are called, in the parts of which their names are made.

In a scenario's file a designation is written as it is told: `1st Tank Battalion, 3rd Regiment`, and an HQ's with `HQ`
behind the formation that it commands. It is read once, when the scenario is; whoever has a designation as it was told
finds its parts among those of the order of battle. What has no room on a counter has a `short` name beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

HQ = " HQ"
Echelon = Literal["battalion", "regiment", "brigade", "division"]
ECHELONS: tuple[Echelon, ...] = ("battalion", "regiment", "brigade", "division")
SHORTEST = 4
"""So many letters have room on a counter."""


@dataclass(frozen=True, kw_only=True)
class Designation:
    """A battalion with the formation that is named with it, if any; of a broken-down one which detachment; or an HQ.

    `short` is what its counter says, four letters at the most, and `echelon` its size, or that of what it commands.
    Both are empty where nobody's designation is known by these words.
    """

    unit: str
    formation: str = ""
    detachment: str = ""
    is_hq: bool = False
    short: str = ""
    echelon: Echelon | None = None

    @classmethod
    def read(cls, written: str) -> Designation:
        """The parts of a designation as it stands in a scenario's file."""
        if written.endswith(HQ):
            return cls(unit=written.removesuffix(HQ), is_hq=True)
        unit, _, formation = written.partition(", ")
        return cls(unit=unit, formation=formation)

    @property
    def written(self) -> str:
        """As it is told: 1st Tank Battalion, 3rd Regiment, Detachment A."""
        part = self.detachment and f"Detachment {self.detachment}"
        return ", ".join(filter(None, (f"{self.unit}{HQ}" if self.is_hq else self.unit, self.formation, part)))

    @property
    def on_counter(self) -> str:
        """As a counter has room for it: 1/3, and 1/3A for a detachment; the first letters where nothing is short."""
        initials = "".join(word[0] for word in self.unit.split())
        return f"{(self.short or initials)[:SHORTEST]}{self.detachment}"

    @property
    def in_full(self) -> str:
        """Within a sentence: Detachment A of the 1st Tank Battalion of the 3rd Regiment."""
        part = f"Detachment {self.detachment} of " if self.detachment else ""
        formation = f" of the {self.formation}" if self.formation else ""
        return f"{part}the {self.unit}{HQ if self.is_hq else ''}{formation}"


def by_what_is_told(units: Iterable[Designation], detachments: Iterable[str]) -> Mapping[str, Designation]:
    """Those of these units and of the detachments into which they may be broken down, by their written form."""
    found = [*units]
    found += [replace(unit, detachment=part) for part in detachments for unit in found if not unit.is_hq]
    return {one.written: one for one in found}
