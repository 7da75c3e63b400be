"""The kinds of roll of a game, and who learns what of each: its `data/dice.yaml`, read and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from service.engine.seats import Seat
from service.engine.tables import Datum

LEARNED = ("existence", "purpose", "die", "modifiers", "result")
LEARNERS = ("both", "owner", "enemy", "nobody")
TRACKS = {"both": "public", "owner": "private", "enemy": "private", "nobody": "hidden"}
"""The track of a roll by who sees its die. A private one is hidden to the dice; a report shows it to a side."""
SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, kw_only=True)
class RollKind:
    """One kind of roll. `learn` says of each of `LEARNED` who learns it; `pattern` is what its purpose looks like."""

    name: str
    public: bool
    pattern: re.Pattern[str]
    learn: Mapping[str, str]

    def learns(self, seat: Seat, what: str, purpose: str) -> bool:
        """Whether a seat learns this of a roll with this purpose, before the end of the match."""
        owns = self.owner(purpose) == seat
        return {"both": True, "owner": owns, "enemy": not owns, "nobody": False}[self.learn[what]]

    def owner(self, purpose: str) -> Seat | None:
        """The side that the purpose names, if it names one."""
        found = self.pattern.fullmatch(purpose)
        return found.groupdict().get("side") if found else None


def read_rolls(file: Datum, slots: Mapping[str, str]) -> dict[str, RollKind]:
    """Every kind of roll; DataFault where a purpose has a slot that nobody fills, or a learner is none.

    `slots`: what may stand in a purpose in place of a name in braces, each a regular expression; `side` is the owner.
    """
    kinds: dict[str, RollKind] = {}
    for name, entry in file.entries().items():
        if name == "provenance":
            continue
        parts = entry.entries_for(("purpose", "track", "learn"))
        learn = {what: who.text(LEARNERS) for what, who in parts["learn"].entries_for(LEARNED).items()}
        track = parts["track"].text(TRACKS.values())
        if track != TRACKS[learn["die"]]:
            raise parts["learn"].fault("a die that both see falls on the public track, one side's on a private one")
        if learn["purpose"] != "nobody" and learn["existence"] == "nobody":
            raise parts["learn"].fault("whoever learns what a roll is for learns that it fell")
        seen = pattern(parts["purpose"], slots)
        kinds[name] = RollKind(name=name, public=track == "public", pattern=seen, learn=learn)
    return kinds


def pattern(purpose: Datum, slots: Mapping[str, str]) -> re.Pattern[str]:
    """What purposes of this kind look like."""
    words = SLOT.split(purpose.text())
    for slot in words[1::2]:
        if slot not in slots:
            raise purpose.fault(f"{{{slot}}} is no slot: {', '.join(slots)}")
    parts = [f"(?P<{word}>{slots[word]})" if at % 2 else re.escape(word) for at, word in enumerate(words)]
    return re.compile("".join(parts))


def kinds_of(kinds: Mapping[str, RollKind], purpose: str) -> list[RollKind]:
    """The kinds that a purpose belongs to; always exactly one."""
    return [kind for kind in kinds.values() if kind.pattern.fullmatch(purpose)]
