"""The battle plan: what a side says in advance of the battles that it leaves to it, line by line (24)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from service.engine.line_fields import fixed_to, line_field, numbers
from service.engine.options import Choice, Domain
from service.engine.places import Place
from service.games.campaign1776.known.battles import SUPPLIES, Supply

CARDS = "cards"
"""The list of names of the tactical cards."""
MOST_ROUNDS, MOST_LOST = 9, 30
When = Literal["any", "attacking", "defending", "stopped", "spared"]
WHEN: dict[When, str] = {
    "any": "Any", "attacking": "You attack", "defending": "The enemy attacks", "stopped": "The enemy has stopped",
    "spared": "The enemy does not attack",
}  # fmt: skip


def hexes(picture: Any) -> Domain:
    """Hexes with own or enemy troops, or any."""
    at = {pool.at for pool in picture.own.values()} | {one.hex for one in picture.contacts.values()}
    return Choice(values=(None, *sorted(at & picture.rules.land_in_play)))


def columns(picture: Any) -> Domain:
    return Choice(values=("any", *map(column_said, picture.rules.tables.odds.columns)))


def column_said(column: Any) -> str:
    """A column of the odds table as it is printed."""
    return f"{column.numerator}:{column.denominator}"


def done_by(line: Any) -> str:
    """What a line has its troops do; the card that they play follows."""
    plays = "play" if line.card else ""
    return ", and if attacked ".join(filter(None, ("rest", plays))) if line.does == "rest" else plays or "fight"


def cards(picture: Any) -> Domain:
    return Choice(values=("", *picture.rules.tables.matrix.cards))


@dataclass(frozen=True, kw_only=True)
class PlanLine:
    """What is done in a battle: of all lines the first that fits acts.

    `round`: in this round of a hex and later ones. `odds`: only where the attacker, whoever it is, has these or better.
    `lost`: only while the own side has lost no more strength points in the battle. `size`: only where the enemy is no
    stronger. Who is to `rest` attacks no further; who is attacked plays the card.
    """

    hex: Place | None = line_field(
        None, "In the hex", values={None: "Any"}, offers=hexes, first=1, says="in {}", open="anywhere"
    )
    when: When = line_field(
        "any", "When", values=WHEN, offers=fixed_to(*WHEN), first=2,
        says={"attacking": "attacking", "defending": "attacked", "stopped": "when the enemy has stopped",
              "spared": "where the enemy does not attack"},
    )  # fmt: skip
    round: int = line_field(1, "From round", offers=numbers(1, MOST_ROUNDS), says="from round {} on")
    odds: str = line_field(
        "any", "Attacker's odds, at least", values={"any": "Any"}, offers=columns, says="at {} or better"
    )
    lost: int = line_field(
        MOST_LOST, "Own points lost, at most", offers=numbers(0, MOST_LOST), says="with at most {} of ours lost"
    )
    size: Literal["few", "body", "strong"] = line_field(
        "strong", "Enemy, at most", values={"few": "A few", "body": "A body", "strong": "Any"},
        offers=fixed_to("few", "body", "strong"), says={"few": "against a few", "body": "against a body at most"},
    )  # fmt: skip
    does: Literal["fight", "rest"] = line_field(
        "fight", "They are to", values={"fight": "Fight", "rest": "Rest"}, offers=fixed_to("fight", "rest"), first=3,
        part="does", always=True, says=done_by,
    )  # fmt: skip
    card: str = line_field(
        "", "Card", values={"": "Drawn"}, names=CARDS, offers=cards, first=4, part="does", says="{}", joint=" "
    )
    supply: Supply = line_field(
        "rule", "Supply", part="does", offers=fixed_to(*SUPPLIES[::-1]),
        values={"rule": "Where it changes the odds", "use": "Used", "not": "Not used", "wusad": "If the attacker's is"},
        says={"use": "supply is used", "not": "supply is not used", "wusad": "supply is used if the attacker's is"},
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class EntryLine:
    """Whether troops that have fought outside their fort go inside when the combat phase closes: the first that fits.

    `faced`: only where enemy troops remain in the hex. `alone`: guns and supply stay outside.
    """

    hex: Place | None = line_field(
        None, "In the hex", values={None: "Any"}, offers=hexes, first=1, says="in {}", open="anywhere"
    )
    faced: bool = line_field(
        False, "Only where enemies remain", offers=fixed_to(False, True), says={True: "where enemies remain"}
    )
    does: Literal["inside", "outside"] = line_field(
        "inside", "They are to", values={"inside": "Go inside", "outside": "Stay outside"},
        offers=fixed_to("inside", "outside"), first=2, part="does", always=True,
        says={"inside": "go inside", "outside": "stay outside"},
    )  # fmt: skip
    alone: bool = line_field(
        False, "Guns and supply stay outside", offers=fixed_to(False, True), part="does",
        says={True: "without guns and supply"},
    )  # fmt: skip


@dataclass(slots=True, kw_only=True)
class StandingLines:
    """The standing orders of a side. Where no line fits, the rules' default holds."""

    battles: list[PlanLine] = field(default_factory=list)
    entries: list[EntryLine] = field(default_factory=list)
