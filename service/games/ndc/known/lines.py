"""Standing orders: answers given in advance to all that is asked in the enemy's turn (NDC-MOV-02, parent 5).

Lines answer a declared attack, or say how a unit leaves its hex; of each kind the first that fits acts. What comes of
them stands in `answers.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Literal

from service.engine.hexes import Hex
from service.engine.line_fields import line_fields
from service.engine.lines import AddLine, DropLine, LineList, MoveLine, Otherwise, SetOtherwise
from service.engine.orders import Order, Phrase, demand
from service.engine.sentences import counted
from service.games.ndc.known.former import renewed_defaults
from service.games.ndc.known.picture import Picture
from service.games.ndc.known.standing import MOST_AVOIDED, MOST_NAMED, AttackLine, Defaults, RetreatLine
from service.games.ndc.printed.units import UnitId

RULE = "NDC-MOV-02"
MOST_LINES = 20
"""Of each kind."""

ListName = Literal["attacks", "retreats"]


# ---- the lists


def attack_line(picture: Picture, line: AttackLine, number: int) -> None:
    """Refuse a line for attacks that speaks of what is not there, or of more than there can be."""
    known_unit(picture, line.unit)
    on_the_map(picture, *(() if line.hex is None else (line.hex,)))
    answers_within(picture, line.fire, line.ew)
    most = len(picture.tables.to_levels)
    demand(
        0 <= line.to_least <= (line.to_most or most) <= most, RULE,
        f"T/O levels go from 0 to {most}; you named {line.to_least} to {line.to_most or most}.",
    )  # fmt: skip
    labels = line_fields(AttackLine)
    for name in ("his_total", "his_barrage", "his_ew", "his_superiority", "his_jamming"):
        within(getattr(line, name), MOST_NAMED, labels[name].label)


def retreat_line(picture: Picture, line: RetreatLine, number: int) -> None:
    """Refuse a line for retreats that speaks of what is not there, or names a hex that it does not go to."""
    known_unit(picture, line.unit)
    demand(
        (line.to == "hex") == (line.hex is not None), RULE,
        "Name a hex to make for if, and only if, the line says to make for a hex.",
    )  # fmt: skip
    demand(
        len(line.avoid) <= MOST_AVOIDED, RULE,
        f"A line avoids at most {MOST_AVOIDED} hexes; you named {len(line.avoid)}.",
    )  # fmt: skip
    demand(len(set(line.avoid)) == len(line.avoid), RULE, "A hex to avoid is named twice.")
    on_the_map(picture, *line.avoid, *(() if line.hex is None else (line.hex,)))


def defaults(picture: Picture, record: Defaults) -> None:
    """Refuse answers and limits that are more than there can be."""
    answers_within(picture, record.fire, record.ew)
    within(record.keep_csps, MOST_NAMED, "The CSPs to keep")
    within(record.most_ew or 0, MOST_NAMED, "The most EW attacks in a phase")


def keep_attacks(picture: Picture, lines: list[AttackLine]) -> None:
    picture.standing = replace(picture.standing, attacks=tuple(lines))


def keep_retreats(picture: Picture, lines: list[RetreatLine]) -> None:
    picture.standing = replace(picture.standing, retreats=tuple(lines))


def keep_defaults(picture: Picture, record: Defaults) -> None:
    picture.standing = replace(picture.standing, **{one.name: getattr(record, one.name) for one in fields(Defaults)})


ATTACKS = LineList(
    name="attacks", title="The list for attacks", line=AttackLine, most=MOST_LINES, rule=RULE, check=attack_line,
    keep=keep_attacks, kept=lambda picture: picture.standing.attacks,
)  # fmt: skip
RETREATS = LineList(
    name="retreats", title="The list for retreats", line=RetreatLine, most=MOST_LINES, rule=RULE, check=retreat_line,
    keep=keep_retreats, kept=lambda picture: picture.standing.retreats,
)  # fmt: skip
LISTS: tuple[LineList[Any], ...] = (ATTACKS, RETREATS)
OTHERWISE: Otherwise[Defaults] = Otherwise(
    title="Where no line fits, and limits", record=Defaults, rule=RULE, check=defaults, keep=keep_defaults,
    kept=lambda picture: picture.standing,
)  # fmt: skip


# ---- what can be ordered


@dataclass(frozen=True, kw_only=True)
class SetStandingOrders(SetOtherwise, Defaults):
    """Say what holds where no line of your standing orders fits, and the limits of all standing answers.

    An attack on a hex of yours: `fire` CSPs of Final Protective Fire, `ew` EW attacks, both as far as there are any;
    `only_assaults`: nothing against probes; `chemical`, `persistent`: with such shells where they are released and the
    fire is heavy enough; `command`: by the division commander where they can. `stand_fast`: dug-in units take the
    losses and stay. `keep_csps`: no standing answer spends the last so many CSPs; `most_ew`: standing answers make at
    most so many EW attacks in a phase (null: as many as there are). The lines stay as they are.
    """

    rule: ClassVar[str] = RULE
    kind: Literal["set-standing-orders"] = "set-standing-orders"
    otherwise: ClassVar[Otherwise[Any]] = OTHERWISE

    @classmethod
    def renewed(cls, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return renewed_defaults(said)


@dataclass(frozen=True, kw_only=True)
class AddAttackLine(AddLine, AttackLine):
    """Add a line to your standing orders: to which attacks on your hexes it is the answer, and the answer.

    Of all lines the first that fits acts, and no other. It fits an attack of a `type`; on a `hex`; on a hex in which
    your `unit` stands; where your unit that defends is of a `unit_type`, in a `mode`, at a T/O level from `to_least` to
    `to_most`; and where the enemy declares a total (`his_total`), a barrage in CSPs, EW attacks, an EW superiority of
    at least so much, an attacking unit jammed to at least the EW level `his_jamming`, chemicals (`his_chemical`).
    What you leave out, or at 0, is open. The answer: `fire` CSPs of Final Protective Fire, `chemical` and
    `persistent` where they are released and the fire is heavy enough, `ew` EW attacks, `command` by the division
    commander; each as far as points and ranges allow; nothing, if you order nothing. `number`: which line of
    the list it becomes, counted from 1; 0 for the last.
    """

    rule: ClassVar[str] = RULE
    phrase: ClassVar[Phrase] = Phrase(
        "add attack line", his_total="enemy total {}", his_barrage="enemy barrage {}", his_ew="enemy ew {}",
        his_superiority="enemy superiority {}", his_jamming="enemy jamming {}", his_chemical="enemy chemical",
    )  # fmt: skip
    kind: Literal["add-attack-line"] = "add-attack-line"
    added_to: ClassVar[LineList[Any]] = ATTACKS


@dataclass(frozen=True, kw_only=True)
class AddRetreatLine(AddLine, RetreatLine):
    """Add a line to your standing orders: how a unit leaves its hex when it has to.

    Of all lines the first that is for the unit acts, and no other. `unit`: which, or null for every one; `why`: for a
    "retreat" before an attack, when fire makes it "displace", or for "any". `stand_fast`: it takes the losses instead
    where it may, that is Dug-in. Else it goes hex by hex, among those that the rules allow, `to` where known enemies
    are farthest ("away"), to its own headquarters ("hq"), or to the `hex` named ("hex"); it does not enter one of
    `avoid`, up to 12, while there is another. `number`: which line of the list it becomes, counted from 1; 0
    for the last.
    """

    rule: ClassVar[str] = RULE
    kind: Literal["add-retreat-line"] = "add-retreat-line"
    added_to: ClassVar[LineList[Any]] = RETREATS


@dataclass(frozen=True, kw_only=True)
class MoveStandingLine(MoveLine):
    """Move a line of your standing orders: in the `list` for attacks or for retreats, line `number` becomes line `to`.

    Both are counted from 1.
    """

    rule: ClassVar[str] = RULE
    kind: Literal["move-standing-line"] = "move-standing-line"
    lists: ClassVar[tuple[LineList[Any], ...]] = LISTS
    list: ListName


@dataclass(frozen=True, kw_only=True)
class DropStandingLine(DropLine):
    """Drop a line of your standing orders, by its `number` in the `list` for attacks or for retreats.

    It is counted from 1; 0 drops all of the list.
    """

    rule: ClassVar[str] = RULE
    kind: Literal["drop-standing-line"] = "drop-standing-line"
    lists: ClassVar[tuple[LineList[Any], ...]] = LISTS
    list: ListName


ORDERS: tuple[type[Order], ...] = (
    SetStandingOrders, AddAttackLine, AddRetreatLine, MoveStandingLine, DropStandingLine,
)  # fmt: skip


# ---- what may be said


def answers_within(picture: Picture, fire: int, ew: int) -> None:
    csps, attacks = picture.tables.assets.csps_in_a_combat, picture.tables.ew.attacks_in_a_combat
    demand(
        0 <= fire <= csps,
        "NDC-RES-02",
        f"A side uses between 0 and {counted(csps, 'CSP')} in one combat; you ordered {fire}.",
    )
    demand(
        0 <= ew <= attacks, "NDC-RES-06",
        f"A side makes between 0 and {attacks} EW attacks in one combat; you ordered {ew}.",
    )  # fmt: skip


def within(number: int, most: int, what: str) -> None:
    demand(0 <= number <= most, RULE, f"{what}: a number from 0 to {most}, not {number}.")


def known_unit(picture: Picture, unit: UnitId | None) -> None:
    demand(unit is None or unit in picture.own, RULE, f"You have no unit {unit!r}.")


def on_the_map(picture: Picture, *hexes: Hex) -> None:
    for hex in hexes:
        demand(hex in picture.rules.board.grid, RULE, f"There is no hex {hex!r} on this map.")
