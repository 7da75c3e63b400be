"""The lines of standing orders, with what is to be known of each of their fields: what it may hold, its name in forms.

An answer to an attack is measured by the tables of the match, a place and a unit by the picture; the rest is always
the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from service.engine.hexes import Hex
from service.engine.lines import YES_OR_NO, fixed_to, line_field, numbers
from service.engine.options import Choice, Domain, Places, Range, Several
from service.games.ndc.printed.units import UnitId

MOST_AVOIDED = 12
MOST_NAMED = 99
"""The greatest number that a line may hold against his declaration, or a limit may be."""
MODES = ("march", "attack", "defend", "dug-in", "deployed")
VALUES = {
    "any": "Any", "assault": "Assault", "probe": "Probe", "armor": "Armor", "infantry": "Infantry", "recon": "Recon",
    "HQ": "HQ", "retreat": "Attacked", "displace": "Shelled out", "away": "From the enemy", "hq": "To its HQ",
    "hex": "To a hex", "march": "March", "attack": "Attack", "defend": "Defend", "dug-in": "Dug-in",
    "deployed": "Deployed",
}  # fmt: skip
OWN = {None: "Any of mine"}


def csps(picture: Any) -> Domain:
    return Range(least=0, most=picture.tables.assets.csps_in_a_combat)


def ew_attacks(picture: Any) -> Domain:
    return Range(least=0, most=picture.tables.ew.attacks_in_a_combat)


def to_levels(picture: Any) -> Domain:
    return Range(least=0, most=len(picture.tables.to_levels))


def own_units(picture: Any) -> Domain:
    return Choice(values=(None, *picture.own))


def held_hexes(picture: Any) -> Domain:
    return Choice(values=(None, *sorted({hex for unit in picture.own.values() for hex in unit.hexes})))


def hexes(picture: Any) -> Domain:
    return Places(places=tuple(picture.rules.board.grid))


def several_hexes(picture: Any) -> Domain:
    return Several(values=tuple(picture.rules.board.grid), least=0, most=MOST_AVOIDED)


def figure(label: str, most: int, first: int = 0) -> Any:
    """A number against what the enemy declares; 0 leaves it open."""
    return line_field(0, f"{label} at least", zero="any", offers=numbers(0, most), first=first)


def answer(default: Any, label: str, offers: Any, first: int = 0) -> Any:
    """A part of an answer."""
    return line_field(default, label, offers=offers, first=first)


@dataclass(frozen=True, kw_only=True)
class AttackLine:
    """One line of standing orders: for which attacks it is, and what answers them.

    For those of a `type`; on a `hex`, or a hex where this `unit` stands; on a defender of a `unit_type`, in a `mode`,
    at a T/O level from `to_least` to `to_most`; with a declared total, barrage, EW attacks, EW superiority and EW level
    on the attacking unit (`his_jamming`) of at least so much. 0, False and None leave a thing open. The rest answers.
    """

    type: Literal["any", "probe", "assault"] = line_field(
        "any", "Kind of attack", values=VALUES, offers=fixed_to("any", "assault", "probe"), first=1
    )
    hex: Hex | None = line_field(None, "On the hex", values=OWN, offers=held_hexes, first=3)
    unit: UnitId | None = line_field(None, "On the unit", values=OWN, names="units", offers=own_units, first=4)
    unit_type: Literal["any", "armor", "infantry", "recon", "HQ"] = line_field(
        "any", "On a unit of type", values=VALUES, offers=fixed_to("any", "armor", "infantry", "recon", "HQ")
    )
    mode: Literal["any", "march", "attack", "defend", "dug-in", "deployed"] = line_field(
        "any", "On a unit in mode", values=VALUES, offers=fixed_to("any", *MODES)
    )
    to_least: int = 0
    to_most: int = line_field(0, "Unit's T/O at most", zero="any", offers=to_levels)
    his_total: int = figure("His total", MOST_NAMED, first=2)
    his_barrage: int = figure("His barrage", MOST_NAMED)
    his_ew: int = figure("His EW attacks", 9)
    his_superiority: int = figure("His EW superiority", 9)
    his_jamming: int = figure("EW level on him", 9)
    his_chemical: bool = line_field(False, "Only with chemicals of his", offers=YES_OR_NO)
    fire: int = answer(0, "Answer: CSPs of fire", csps, first=5)
    ew: int = answer(0, "Answer: EW attacks", ew_attacks, first=6)
    chemical: bool = answer(False, "Chemical shells, if released", YES_OR_NO)
    persistent: bool = answer(False, "Persistent agent", YES_OR_NO)
    command: bool = answer(False, "Division commander leads", YES_OR_NO, first=7)


@dataclass(frozen=True, kw_only=True)
class RetreatLine:
    """One line of standing orders: for which unit (None: all) and `why` it leaves, and what it does.

    It stands fast where it may; else it goes hex by hex `to` where known enemies are farthest ("away"), its own
    headquarters or a `hex`, and does not enter those of `avoid` while there is another way.
    """

    unit: UnitId | None = line_field(None, "On the unit", values=OWN, names="units", offers=own_units, first=1)
    why: Literal["any", "retreat", "displace"] = line_field(
        "any", "When", values=VALUES, offers=fixed_to("any", "retreat", "displace")
    )
    stand_fast: bool = line_field(False, "Dug-in units stand fast", offers=YES_OR_NO, first=2)
    to: Literal["away", "hq", "hex"] = line_field(
        "away", "Else it goes", values={to: VALUES[to] for to in ("away", "hq", "hex")}, first=3,
        apart={"away": "away from the enemy", "hq": "to headquarters", "hex": "to a hex"},
    )  # fmt: skip
    hex: Hex | None = line_field(None, "The hex to make for", offers=hexes, only="hex", written="place", first=4)
    avoid: tuple[Hex, ...] = line_field((), "Hexes to avoid", offers=several_hexes, written="places", most=MOST_AVOIDED)


@dataclass(slots=True, kw_only=True)
class StandingOrders:
    """Answers given in advance: lines, of which the first that fits acts, and what holds where none does.

    `fire`, `chemical`, `persistent`, `ew` and `commander` answer an attack that no line fits, `only_assaults` not a
    probe; `stand_fast` is for a unit that no line is for. `keep_csps`: CSPs that no standing answer spends; `most_ew`:
    EW attacks that standing answers make in a phase, None for as many as there are.
    """

    fire: int = 0
    only_assaults: bool = False
    chemical: bool = False
    persistent: bool = False
    ew: int = 0
    commander: bool = False
    stand_fast: bool = False
    keep_csps: int = 0
    most_ew: int | None = None
    attacks: list[AttackLine] = field(default_factory=list)
    retreats: list[RetreatLine] = field(default_factory=list)
