"""What a game can say of its own records: how a side came by a report, and where a picture was not what was true."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from service.engine.places import Place
from service.engine.sentences import Sentence


@dataclass(frozen=True, kw_only=True)
class Finding:
    """How the side that was told a report of a contact came by it, as far as that side can know.

    `how`: the procedure or the word that it comes from. `level`: the least intelligence level at which so much is told,
    None where it is told whatever the level. `near`: what the side had there itself, a search or its own units, that
    may have found it. `other`: the handle under which the contact goes on, or whose report took its place.
    """

    how: str
    level: int | None = None
    near: tuple[Sentence, ...] = ()
    other: str | None = None


@dataclass(frozen=True, kw_only=True)
class Difference:
    """One thing in which a side's picture was not what was true.

    `kind`: an own unit, a contact that was elsewhere, a contact where nobody was, one of which something else was told
    than was true, or an enemy of whom nothing was known. `subject`: the own unit's id or the contact's handle, None for
    an enemy who was not known. `believed` and `true` are the places.
    """

    kind: Literal["own", "elsewhere", "nobody", "otherwise", "unseen"]
    text: Sentence
    subject: str | None = None
    believed: tuple[Place, ...] = ()
    true: tuple[Place, ...] = ()
