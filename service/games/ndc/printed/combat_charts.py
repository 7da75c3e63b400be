"""What stands in the data files on combat, fire, command, assets and housekeeping, a frozen record for each file.

The figures mean what the comments in `data/*.yaml` say; `tables.py` asks them the questions that the rules ask.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from service.engine.tables import BandedScale, BandedTable, Datum
from service.games.ndc.printed.charts import AssetKind, ModeName

# ---- combat

_LOSSES = re.compile(r"(\d)/(\d)(?:r([1-9]))?(B)?")
_FIRE = re.compile(r"-|S|D(\d?)")


@dataclass(frozen=True)
class CombatResult:
    """A cell of table 11.93: T/O levels lost, hexes the defender retreats, whether a breakthrough marker is placed."""

    kind: Literal["abort", "losses", "overrun"]
    attacker_loss: int = 0
    defender_loss: int = 0
    retreat: int = 0
    breakthrough: bool = False

    @property
    def abort(self) -> bool:
        return self.kind == "abort"

    @property
    def overrun(self) -> bool:
        return self.kind == "overrun"


def combat_cell(cell: Datum, aborted: CombatResult, overrun: CombatResult) -> CombatResult:
    """Read "AB", "OV" or losses such as "0/1r2B"."""
    text = cell.text()
    if text in ("AB", "OV"):
        return aborted if text == "AB" else overrun
    losses = _LOSSES.fullmatch(text)
    if losses is None:
        raise cell.fault(f"{text!r} is no combat result: AB, OV, or a/d with rN and B if they apply")
    return CombatResult("losses", int(losses[1]), int(losses[2]), int(losses[3] or 0), losses[4] is not None)


@dataclass(frozen=True)
class CombatResults:
    """Basic combat results table 11.93."""

    provenance: str
    die: str
    probe_columns_left: int
    abort_attacker_loss: int
    overrun_defender_loss: int
    overrun_retreat: int
    table: BandedTable[CombatResult]

    def at(self, die: int, differential: int, probe: bool = False) -> CombatResult:
        """The result of a die in the differential's column (a probe's lies further left); LookupError off the die."""
        return self.table.at(die, differential, left=self.probe_columns_left if probe else 0)

    def aborted_up_to(self, *, probe: bool = False) -> int | None:
        """The highest differential at which an attack may be aborted; None where it may be at any, or at none."""
        left = self.probe_columns_left if probe else 0
        found = [
            band.high for place, band in enumerate(self.table.columns)
            if any(row[max(0, place - left)].abort for row in self.table.cells)
        ]  # fmt: skip
        return found[-1] if found else None


@dataclass(frozen=True)
class FireResult:
    """A cell of table 8.65: suppressed, displaced, and T/O levels lost."""

    suppressed: bool = False
    displaced: bool = False
    loss: int = 0


def fire_cell(cell: Datum) -> FireResult:
    """Read "-", "S", "D", "D1" or "D2"."""
    text = cell.text()
    match = _FIRE.fullmatch(text)
    if match is None:
        raise cell.fault(f"{text!r} is no result of counter-battery fire: -, S, D, D1 or D2")
    return FireResult(text != "-", text.startswith("D"), int(match[1] or 0))


@dataclass(frozen=True)
class SupportShift:
    """Table 8.7; `observed_fire` is added to the die, by the defending unit's intelligence level."""

    provenance: str
    die: str
    observed_fire: tuple[int, ...]
    table: BandedTable[int]


@dataclass(frozen=True)
class CounterBatteryFigures:
    """Table 8.65; `observed_fire` is added to the die, by the target's intelligence level."""

    provenance: str
    die: str
    points_per_csp: int
    observed_fire: tuple[int, ...]
    displacement: int
    loss_if_not_displaced: int
    suppressed_divisor: int
    table: BandedTable[FireResult]


@dataclass(frozen=True)
class RetreatFigures:
    """Case 11.6; losses are T/O levels."""

    provenance: str
    hq_hexes: int
    enemy_zone_loss: int
    hex_not_retreated_loss: int
    stand_fast_loss: int
    abort_hexes: int
    probe_hex_saves: int
    probe_limit_divisor: int
    probe_assumed_to: int


# ---- the other sections


@dataclass(frozen=True)
class WeatherEffects:
    """What a weather condition or the night does besides NDC-ATM-09."""

    allowance: int
    allowance_floor: int
    hex: int
    air_divisor: int
    air_intelligence: bool


@dataclass(frozen=True)
class CommandFigures:
    provenance: str
    range_per_ew_level: int
    highest_rating: int
    rating_under_division: int
    hq_leadership: int


@dataclass(frozen=True)
class Commander:
    """The division commander: result by die plus rating, their reach in hexes, uses a phase, and when they are hit."""

    provenance: str
    die: str
    result: BandedScale[str]
    reach: int
    uses_with_hq: int
    uses_with_unit: int
    hit_with_unit: int
    hit_with_hq: int
    hit_mode_changes: int


@dataclass(frozen=True)
class ElectronicWarfare:
    provenance: str
    points_per_attack: int
    attacks_in_a_combat: int
    range: int
    highest: int
    die: str
    superiority: BandedScale[int]
    rise: BandedScale[int]


@dataclass(frozen=True)
class Interdiction:
    provenance: str
    csps_at_least: int
    points_per_csp: int
    points_per_marker: int
    most_markers: int
    cost_per_marker: int
    die: str
    march_mode: int
    loss: int


@dataclass(frozen=True)
class Gas:
    cost: int
    die: str
    hit_up_to: int
    loss: int
    fatigue: int


@dataclass(frozen=True)
class Chemical:
    provenance: str
    csps_at_least: int
    uses_in_a_combat: int
    victory_points: int
    gas: Gas


@dataclass(frozen=True)
class Fatigue:
    provenance: str
    highest: int
    forced_march: int
    fought: int
    combats: int
    recovery: int
    recovery_die: str
    recovery_from: int
    no_attack_mode_from: int


@dataclass(frozen=True)
class Breakdown:
    provenance: str
    parts: tuple[str, ...]
    to_at_least: int
    to_of_a_part: int
    strength_divisor: int
    reunited_mode: ModeName
    reunited_distance: int


@dataclass(frozen=True)
class Assets:
    """Assets at HQs; `artillery_range` in hexes by echelon, "formation" (brigade, regiment) or "division"."""

    provenance: str
    kinds: tuple[AssetKind, ...]
    artillery_range: dict[str, int]
    csps_in_a_combat: int
    full_artillery_to: int
    support_uses: int
    counter_uses: int
    transfers: int
    resubordinations: int


@dataclass(frozen=True)
class Sectors:
    """Blocks of hexes, lettered from the west and numbered from the north (case 5.2)."""

    provenance: str
    columns: int
    rows: int
    letters: tuple[str, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Modifier:
    """A line of the attacker's or the defender's modifiers: exactly one of its four kinds is given."""

    name: str
    measure: int | None = None
    each: int | None = None
    value: int | None = None
    ladder: dict[str, int] | None = None
    uses: dict[str, tuple[int, ...]] | None = None
