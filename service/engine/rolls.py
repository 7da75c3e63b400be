"""The kinds of roll of a game, and who learns what of each: its `data/dice.yaml`, read and checked."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from service.engine.tables import Datum

LEARNED = ("existence", "purpose", "die", "modifiers", "result")
LEARNERS = ("both", "owner", "enemy", "nobody")
TRACKS = {"both": "public", "owner": "private", "enemy": "private", "nobody": "hidden"}
"""The track of a roll by who sees its die. A private one is hidden to the dice; a report shows it to a side."""
SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, kw_only=True)
class RollKind:
    """One kind of roll. `learn` says of each of `LEARNED` who learns it; `purpose` is what it is for, with slots."""

    name: str
    public: bool
    purpose: str
    learn: Mapping[str, str]


def read_rolls(file: Datum, slots: Collection[str]) -> dict[str, RollKind]:
    """Every kind of roll; DataFault where a purpose has a slot that nobody fills, or a learner is none.

    `slots`: what may stand in braces in a purpose, in place of a name; `side` is the owner.
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
        purpose = checked(parts["purpose"], slots)
        kinds[name] = RollKind(name=name, public=track == "public", purpose=purpose, learn=learn)
    return kinds


def checked(purpose: Datum, slots: Collection[str]) -> str:
    """What purposes of a kind look like, with its slots in braces."""
    for slot in SLOT.findall(purpose.text()):
        if slot not in slots:
            raise purpose.fault(f"{{{slot}}} is no slot: {', '.join(slots)}")
    return purpose.text()
