"""Standing orders: answers given in advance to all that is asked in the enemy's turn (NDC-MOV-02, parent 5).

Lines answer a declared attack, or say how a unit leaves its hex; of each kind the first that fits acts. What comes of
them stands in `answers.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Literal

from service.engine.hexes import Hex
from service.engine.options import Choice, Domain, Option, Places, Range, Several
from service.engine.orders import Order, demand
from service.games.ndc.known.picture import Picture
from service.games.ndc.printed.units import AttackLine, RetreatLine, StandingOrders, UnitId

RULE = "NDC-MOV-02"
MOST_LINES = 20
"""Of each kind."""
MOST_AVOIDED = 12
MOST_NAMED = 99
"""The greatest number that a line may hold against his declaration, or a limit may be."""

Lines = Literal["attacks", "retreats"]


# ---- what can be ordered


@dataclass(frozen=True, kw_only=True)
class SetStandingOrders(Order):
    """Say what holds where no line of your standing orders fits, and the limits of all standing answers.

    An attack on a hex of yours: `fire` CSPs of Final Protective Fire, `ew` EW attacks, both as far as there are any;
    `only_assaults`: nothing against probes; `chemical`, `persistent`: with such shells where they are released and the
    fire is heavy enough; `commander`: he uses command where he can. `stand_fast`: dug-in units take the losses and
    stay. `keep_csps`: no standing answer spends the last so many CSPs; `most_ew`: standing answers make at most so many
    EW attacks in a phase (null: as many as there are). The lines stay as they are.
    """

    rule: ClassVar[str] = RULE
    kind: Literal["set-standing-orders"] = "set-standing-orders"
    fire: int = 0
    only_assaults: bool = False
    chemical: bool = False
    persistent: bool = False
    ew: int = 0
    commander: bool = False
    stand_fast: bool = False
    keep_csps: int = 0
    most_ew: int | None = None

    def check(self, picture: Picture) -> None:
        answers_within(picture, self.fire, self.ew)
        within(self.keep_csps, MOST_NAMED, "The CSPs to keep")
        within(self.most_ew or 0, MOST_NAMED, "The most EW attacks in a phase")

    def believe(self, picture: Picture) -> None:
        said = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "kind"}
        now = picture.standing
        picture.standing = StandingOrders(**said, attacks=list(now.attacks), retreats=list(now.retreats))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        yield Option(
            order="set-standing-orders",
            title="Where no line fits, and limits",
            fields={
                **answer_fields(picture),
                **{name: Choice(values=(False, True)) for name in ("only_assaults", "commander", "stand_fast")},
                "keep_csps": Range(least=0, most=MOST_NAMED),
                "most_ew": Choice(values=(None, *range(13))),
            },
            rule=RULE,
        )


@dataclass(frozen=True, kw_only=True)
class AddAttackLine(Order, AttackLine):
    """Add a line to your standing orders: to which attacks on your hexes it is the answer, and the answer.

    Of all lines the first that fits acts, and no other. It fits an attack of a `type`; on a `hex`; on a hex in which
    your `unit` stands; where your unit that defends is of a `unit_type`, in a `mode`, at a T/O level from `to_least` to
    `to_most`; and where he declares a total (`his_total`), a barrage in CSPs, EW attacks, an EW superiority of at least
    so much, an attacking unit jammed to at least the EW level `his_jamming`, chemicals (`his_chemical`). What you leave
    out, or at 0, is open. The answer: `fire` CSPs of Final Protective Fire, `chemical` and `persistent` where they are
    released and the fire is heavy enough, `ew` EW attacks, `command` by the division commander; each as far as points
    and ranges allow; nothing, if you order nothing. `place`: where in the list, counted from 1; 0 is the end.
    """

    rule: ClassVar[str] = RULE
    kind: Literal["add-attack-line"] = "add-attack-line"
    place: int = 0

    def check(self, picture: Picture) -> None:
        there_is_room(picture.standing.attacks, self.place)
        known_unit(picture, self.unit)
        on_the_map(picture, *(() if self.hex is None else (self.hex,)))
        answers_within(picture, self.fire, self.ew)
        demand(
            0 <= self.to_least <= self.to_most <= AttackLine.to_most, RULE,
            f"T/O levels go from 0 to {AttackLine.to_most}; you named {self.to_least} to {self.to_most}.",
        )  # fmt: skip
        for name in ("his_total", "his_barrage", "his_ew", "his_superiority", "his_jamming"):
            within(getattr(self, name), MOST_NAMED, name.replace("_", " ").capitalize())

    def believe(self, picture: Picture) -> None:
        put_in(picture.standing.attacks, part_of(self, AttackLine), self.place)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if len(picture.standing.attacks) >= MOST_LINES:
            return
        declared = {name: Range(least=0, most=MOST_NAMED) for name in ("his_total", "his_barrage")}
        levels = {name: Range(least=0, most=9) for name in ("his_ew", "his_superiority", "his_jamming")}
        yield Option(
            order="add-attack-line",
            title="Add a line for attacks",
            fields={
                "type": Choice(values=("any", "assault", "probe")),
                "hex": Choice(values=(None, *held_hexes(picture))),
                "unit": Choice(values=(None, *picture.own)),
                "unit_type": Choice(values=("any", "armor", "infantry", "recon", "HQ")),
                "mode": Choice(values=("any", *MODES)),
                "to_most": Range(least=0, most=AttackLine.to_most),
                **declared,
                **levels,
                "his_chemical": Choice(values=(False, True)),
                **answer_fields(picture),
                "command": Choice(values=(False, True)),
                "place": Range(least=0, most=len(picture.standing.attacks) + 1),
            },
            rule=RULE,
        )


@dataclass(frozen=True, kw_only=True)
class AddRetreatLine(Order, RetreatLine):
    """Add a line to your standing orders: how a unit leaves its hex when it has to.

    Of all lines the first that is for the unit acts, and no other. `unit`: which, or null for every one; `why`: for a
    "retreat" before an attack, when fire makes it "displace", or for "any". `stand_fast`: it takes the losses instead
    where it may, that is Dug-in. Else it goes hex by hex, among those that the rules allow, `to` where known enemies
    are farthest ("away"), to its own headquarters ("hq"), or to the `hex` named ("hex"); it does not enter one of
    `avoid`, up to 12, while there is another. `place`: where in the list, counted from 1; 0 is the end.
    """

    rule: ClassVar[str] = RULE
    kind: Literal["add-retreat-line"] = "add-retreat-line"
    place: int = 0

    def check(self, picture: Picture) -> None:
        there_is_room(picture.standing.retreats, self.place)
        known_unit(picture, self.unit)
        demand(
            (self.to == "hex") == (self.hex is not None), RULE,
            "Name a hex to make for if, and only if, the line says to make for a hex.",
        )  # fmt: skip
        demand(
            len(self.avoid) <= MOST_AVOIDED, RULE,
            f"A line avoids at most {MOST_AVOIDED} hexes; you named {len(self.avoid)}.",
        )  # fmt: skip
        demand(len(set(self.avoid)) == len(self.avoid), RULE, "A hex to avoid is named twice.")
        on_the_map(picture, *self.avoid, *(() if self.hex is None else (self.hex,)))

    def believe(self, picture: Picture) -> None:
        put_in(picture.standing.retreats, part_of(self, RetreatLine), self.place)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if len(picture.standing.retreats) >= MOST_LINES:
            return
        hexes = tuple(picture.rules.board.grid)
        for to, title in (("away", "away from the enemy"), ("hq", "to headquarters"), ("hex", "to a hex")):
            goal: dict[str, Domain] = {"hex": Places(places=hexes)} if to == "hex" else {}
            yield Option(
                order="add-retreat-line",
                title=f"Add a line for retreats: {title}",
                fixed={"to": to},
                fields={
                    "unit": Choice(values=(None, *picture.own)),
                    "why": Choice(values=("any", "retreat", "displace")),
                    "stand_fast": Choice(values=(False, True)),
                    **goal,
                    "avoid": Several(values=hexes, least=0, most=MOST_AVOIDED),
                    "place": Range(least=0, most=len(picture.standing.retreats) + 1),
                },
                rule=RULE,
            )


@dataclass(frozen=True, kw_only=True)
class MoveStandingLine(Order):
    """Move a line of your standing orders, among those for `attacks` or for `retreats`, to another place, from 1."""

    rule: ClassVar[str] = RULE
    kind: Literal["move-standing-line"] = "move-standing-line"
    lines: Lines
    place: int
    to: int

    def check(self, picture: Picture) -> None:
        lines = lines_of(picture, self.lines)
        there_is_a_line(lines, self.place)
        there_is_a_line(lines, self.to)

    def believe(self, picture: Picture) -> None:
        lines = lines_of(picture, self.lines)
        lines.insert(self.to - 1, lines.pop(self.place - 1))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for name, many in counted(picture):
            if many > 1:
                places = Range(least=1, most=many)
                yield Option(
                    order="move-standing-line", title=f"Move a line for {name}", fixed={"lines": name},
                    fields={"place": places, "to": places}, rule=RULE,
                )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class DropStandingLine(Order):
    """Drop a line of your standing orders, of those for `attacks` or for `retreats`: its place from 1; 0 drops all."""

    rule: ClassVar[str] = RULE
    kind: Literal["drop-standing-line"] = "drop-standing-line"
    lines: Lines
    place: int

    def check(self, picture: Picture) -> None:
        if self.place:
            there_is_a_line(lines_of(picture, self.lines), self.place)

    def believe(self, picture: Picture) -> None:
        lines = lines_of(picture, self.lines)
        del lines[slice(self.place - 1, self.place) if self.place else slice(None)]

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for name, many in counted(picture):
            if many:
                yield Option(
                    order="drop-standing-line", title=f"Drop a line for {name}", fixed={"lines": name},
                    fields={"place": Range(least=0, most=many)}, rule=RULE,
                )  # fmt: skip


ORDERS: tuple[type[Order], ...] = (
    SetStandingOrders, AddAttackLine, AddRetreatLine, MoveStandingLine, DropStandingLine,
)  # fmt: skip


# ---- what may be said


MODES = ("march", "attack", "defend", "dug-in", "deployed")


def answer_fields(picture: Picture) -> dict[str, Domain]:
    """What any answer to an attack may hold."""
    return {
        "fire": Range(least=0, most=picture.tables.assets.csps_in_a_combat),
        "ew": Range(least=0, most=picture.tables.ew.attacks_in_a_combat),
        "chemical": Choice(values=(False, True)),
        "persistent": Choice(values=(False, True)),
    }


def answers_within(picture: Picture, fire: int, ew: int) -> None:
    csps, attacks = picture.tables.assets.csps_in_a_combat, picture.tables.ew.attacks_in_a_combat
    demand(0 <= fire <= csps, "NDC-RES-02", f"A side uses between 0 and {csps} CSPs in one combat; you ordered {fire}.")
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


def there_is_room(lines: Sequence[Any], place: int) -> None:
    demand(
        len(lines) < MOST_LINES,
        RULE,
        f"There are {MOST_LINES} lines of this kind already; drop one before you add one.",
    )
    demand(
        0 <= place <= len(lines) + 1, RULE,
        f"A new line has a place from 1 to {len(lines) + 1}, or 0 for the end; not {place}.",
    )  # fmt: skip


def there_is_a_line(lines: Sequence[Any], place: int) -> None:
    demand(1 <= place <= len(lines), RULE, f"There is no line {place}; there are {len(lines)} of this kind.")


def put_in(lines: list[Any], line: Any, place: int) -> None:
    lines.insert(place - 1 if place else len(lines), line)


def part_of(order: Order, line: type[Any]) -> Any:
    """The line that an order adds."""
    return line(**{field.name: getattr(order, field.name) for field in fields(line)})


def lines_of(picture: Picture, name: Lines) -> list[Any]:
    return picture.standing.attacks if name == "attacks" else picture.standing.retreats


def counted(picture: Picture) -> tuple[tuple[str, int], ...]:
    return ("attacks", len(picture.standing.attacks)), ("retreats", len(picture.standing.retreats))


def held_hexes(picture: Picture) -> list[Hex]:
    return sorted({hex for unit in picture.own.values() for hex in unit.hexes})
