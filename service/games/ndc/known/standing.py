"""The lines of standing orders, with what is to be known of each of their fields: what it may hold, its name in forms.

An answer to an attack is measured by the tables of the match, a place and a unit by the picture; the rest is always
the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from service.engine.hexes import Hex
from service.engine.line_fields import OWN, YES_OR_NO, fixed_to, line_field, numbers
from service.engine.options import Choice, Domain, Places, Range, Several
from service.engine.sentences import Said, place, say
from service.games.ndc.known.former import renewed_defaults
from service.games.ndc.printed.units import UnitId

MOST_AVOIDED = 12
MOST_NAMED = 99
"""The greatest number that a line may hold against the enemy's declaration, or a limit may be."""
MODES = ("march", "attack", "defend", "dug-in", "deployed")
VALUES = {
    "any": "Any", "assault": "Assault", "probe": "Probe", "armor": "Armor", "infantry": "Infantry", "recon": "Recon",
    "HQ": "HQ", "retreat": "Attacked", "displace": "Driven out by fire", "away": "From the enemy", "hq": "To its HQ",
    "hex": "To a hex", "march": "March", "attack": "Attack", "defend": "Defend", "dug-in": "Dug-in",
    "deployed": "Deployed",
}  # fmt: skip
OF_MINE: dict[Any, str] = {None: "Any of mine"}


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


def figure(label: str, most: int, says: str, first: int = 0, **more: Any) -> Any:
    """A number against what the enemy declares; 0 leaves it open."""
    offers = numbers(0, most)
    return line_field(
        0, f"{label} at least", zero="any", offers=offers, first=first, says=says, lead="with", joint=" ", **more
    )


def answer(default: Any, label: str, offers: Any, says: Any = "", first: int = 0, **more: Any) -> Any:
    """A part of an answer."""
    return line_field(default, label, offers=offers, first=first, says=says, part="does", **more)


# ---- what several fields of a line say together


def defender(line: AttackLine) -> str:
    """For which defender a line is: against armor in Dug-in mode at T/O 1 to 3."""
    kinds = {"any": "a unit", "HQ": "an HQ"}
    mode = f" in {VALUES[line.mode]} mode" if line.mode != "any" else ""
    least, most = line.to_least, line.to_most
    level = (
        f"{least} to {most}" if least and most else f"{least} or more" if least else f"{most} or less" if most else ""
    )
    strength = f" at T/O {level}" if level else ""
    told = line.unit_type != "any" or mode or strength
    return f"against {kinds.get(line.unit_type, line.unit_type)}{mode}{strength}" if told else ""


def special_shells(line: AttackLine | Defaults) -> str:
    """With which shells the fire is given, if there is any."""
    shells = "chemical and persistent" if line.persistent else "chemical"
    return f"{shells} if released" if line.fire and line.chemical else ""


def at_assaults(line: Defaults) -> str:
    """What is answered at all, if there is an answer."""
    return "at assaults only" if line.only_assaults and (line.fire or line.ew or line.command) else ""


def goes(line: RetreatLine) -> Said:
    """Where a unit goes that does not stand fast."""
    ways: dict[str, Said] = {"away": "away from known enemies", "hq": "towards its HQ"}
    where = say("towards ", place(line.hex)) if line.to == "hex" and line.hex else ways.get(line.to, "")
    return say("otherwise goes " if line.stand_fast else "goes ", where)


# ---- the lines


@dataclass(frozen=True, kw_only=True)
class AttackLine:
    """One line of standing orders: for which attacks it is, and what answers them.

    For those of a `type`; on a `hex`, or a hex where this `unit` stands; on a defender of a `unit_type`, in a `mode`,
    at a T/O level from `to_least` to `to_most`; with a declared total, barrage, EW attacks, EW superiority and EW level
    on the attacking unit (`his_jamming`) of at least so much. 0, False and None leave a thing open. The rest answers.
    """

    type: Literal["any", "probe", "assault"] = line_field(
        "any", "Kind of attack", values=VALUES, offers=fixed_to("any", "assault", "probe"), first=1,
        says="on any {}", open="on any attack",
    )  # fmt: skip
    hex: Hex | None = line_field(
        None, "On the hex", values=OF_MINE, offers=held_hexes, first=3, says="on {}", joint=" "
    )
    unit: UnitId | None = line_field(
        None, "On the unit", values=OF_MINE, names=OWN, offers=own_units, first=4, says="on {}", joint=" "
    )
    unit_type: Literal["any", "armor", "infantry", "recon", "HQ"] = line_field(
        "any", "On a unit of type", values=VALUES, offers=fixed_to("any", "armor", "infantry", "recon", "HQ"),
        says=defender, joint=" ",
    )  # fmt: skip
    mode: Literal["any", "march", "attack", "defend", "dug-in", "deployed"] = line_field(
        "any", "On a unit in mode", values=VALUES, offers=fixed_to("any", *MODES)
    )
    to_least: int = 0
    to_most: int = line_field(0, "Unit's T/O at most", zero="any", offers=to_levels)
    his_total: int = figure("The enemy's total", MOST_NAMED, "a total of {} or more", first=2)
    his_barrage: int = figure("The enemy's barrage", MOST_NAMED, "a barrage of {} or more", counts=("CSP",))
    his_ew: int = figure("The enemy's EW attacks", 9, "{} or more", counts=("EW attack",))
    his_superiority: int = figure("The enemy's EW superiority", 9, "EW superiority {} or more")
    his_jamming: int = figure("EW level on the attacker", 9, "EW level {} or more on the attacker")
    his_chemical: bool = line_field(
        False,
        "Only against chemical weapons",
        offers=YES_OR_NO,
        says={True: "chemical weapons"},
        lead="with",
        joint=" ",
    )
    fire: int = answer(0, "Answer: CSPs of fire", csps, "{}", first=5, counts=("CSP",))
    chemical: bool = answer(False, "Chemical shells, if released", YES_OR_NO, special_shells)
    persistent: bool = answer(False, "Persistent agent", YES_OR_NO)
    ew: int = answer(0, "Answer: EW attacks", ew_attacks, "{}", first=6, counts=("EW attack",))
    command: bool = answer(
        False, "Division commander leads", YES_OR_NO, {True: "the division commander leads"}, first=7
    )


@dataclass(frozen=True, kw_only=True)
class RetreatLine:
    """One line of standing orders: for which unit (None: all) and `why` it leaves, and what it does.

    It stands fast where it may; else it goes hex by hex `to` where known enemies are farthest ("away"), its own
    headquarters or a `hex`, and does not enter those of `avoid` while there is another way.
    """

    unit: UnitId | None = line_field(
        None, "On the unit", values=OF_MINE, names=OWN, offers=own_units, first=1, says="{}", open="any unit"
    )
    why: Literal["any", "retreat", "displace"] = line_field(
        "any", "When", values=VALUES, offers=fixed_to("any", "retreat", "displace"),
        says={"retreat": "when attacked", "displace": "when driven out by fire"},
    )  # fmt: skip
    stand_fast: bool = answer(False, "Dug-in units stand fast", YES_OR_NO, {True: "stands fast if dug-in"}, 2)
    to: Literal["away", "hq", "hex"] = line_field(
        "away", "Otherwise it goes", values={to: VALUES[to] for to in ("away", "hq", "hex")}, first=3,
        apart={"away": "away from the enemy", "hq": "to headquarters", "hex": "to a hex"},
        says=goes, part="does",
    )  # fmt: skip
    hex: Hex | None = line_field(None, "The hex to make for", offers=hexes, only="hex", written="place", first=4)
    avoid: tuple[Hex, ...] = line_field(
        (), "Hexes to avoid", offers=several_hexes, written="places", most=MOST_AVOIDED,
        says="not into {} if there is another way", part="does",
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Defaults:
    """What holds where no line fits, and the limits of all standing answers.

    `fire`, `chemical`, `persistent`, `ew` and `command` answer an attack that no line fits, `only_assaults` not a
    probe; `stand_fast` is for a unit that no line is for. `keep_csps`: CSPs that no standing answer spends; `most_ew`:
    EW attacks that standing answers make in a phase, None for as many as there are.
    """

    fire: int = answer(0, "Answer: CSPs of fire", csps, "{}", first=1, counts=("CSP",))
    chemical: bool = answer(False, "Chemical shells, if released", YES_OR_NO, special_shells)
    persistent: bool = answer(False, "Persistent agent", YES_OR_NO)
    ew: int = answer(0, "Answer: EW attacks", ew_attacks, "{}", first=2, counts=("EW attack",))
    command: bool = answer(False, "Division commander leads", YES_OR_NO, {True: "the division commander leads"})
    only_assaults: bool = answer(False, "Answer assaults only", YES_OR_NO, at_assaults, first=3)
    stand_fast: bool = line_field(
        False, "Dug-in units stand fast", offers=YES_OR_NO, first=4, says={True: "dug-in units stand fast"},
        part="besides",
    )  # fmt: skip
    keep_csps: int = line_field(
        0, "CSPs to keep in hand", offers=numbers(0, MOST_NAMED), says="no answer spends the last {}", counts=("CSP",),
        part="besides",
    )  # fmt: skip
    most_ew: int | None = line_field(
        None, "EW attacks a phase, at most", values={None: "no limit"}, offers=fixed_to(None, *range(13)),
        says="at most {} a phase", counts=("EW attack",), part="besides",
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class StandingLines(Defaults):
    """Answers given in advance: lines, of which the first that fits acts, and what holds where none does."""

    attacks: tuple[AttackLine, ...] = ()
    retreats: tuple[RetreatLine, ...] = ()

    @classmethod
    def renewed(cls, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return renewed_defaults(said)
