"""Dice that note whatever is added to a roll, so that a test sees which modifiers it fell under."""

from __future__ import annotations

from service.engine.dice import Dice, Roll, Seeds


class Heeded(int):
    """What dice showed together; it notes whatever is added to it."""

    added: list[int]

    def __add__(self, more: int) -> Heeded:
        return heeded(int(self) + int(more), self.added, int(more))


def heeded(total: int, added: list[int], *more: int) -> Heeded:
    found = Heeded(total)
    found.added = added
    added += more
    return found


class HeededRoll(Roll):
    added: list[int]

    @property
    def total(self) -> int:
        return heeded(super().total, self.added)


class HeedfulDice(Dice):
    """Dice that note what is added to each roll."""

    def __init__(self, match: str, seeds: Seeds) -> None:
        super().__init__(match, seeds)
        self.added: dict[str, list[list[int]]] = {}

    def roll(self, spec: str, purpose: str, *, public: bool = False) -> Roll:
        fallen = super().roll(spec, purpose, public=public)
        found = HeededRoll(fallen.faces, fallen.number)
        object.__setattr__(found, "added", [])
        self.added.setdefault(purpose, []).append(found.added)
        return found
