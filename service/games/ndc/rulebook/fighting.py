"""The charts of combat, fire and housekeeping."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from service.engine.charting import ChartDraft, Files, Raw, banded, cells, number
from service.engine.figures import signed, steps, uses
from service.engine.rulebook import Table
from service.games.ndc.rulebook.laying import drawn

KEY_TO_RESULTS = (
    ("AB", "the attack is aborted"), ("OV", "the defender is overrun"),
    ("a/d", "T/O levels lost by attacker / defender"), ("r", "hexes that the defender retreats"),
    ("B", "a breakthrough marker"),
)  # fmt: skip


def plain_lines(name: str, title: str, text: str, file: str, rules: tuple[str, ...]) -> Callable[[Files], ChartDraft]:
    """A chart of single figures, a line for each."""

    def draw(files: Files) -> ChartDraft:
        entries = {key: value for key, value in files[file].items() if key != "provenance"}
        return ChartDraft(name=name, title=title, text=text, tables=(drawn(file, entries),), rules=rules, files=(file,))

    return draw


def results(files: Files) -> ChartDraft:
    """The combat results table, without which nobody attacks."""
    raw = files["crt_11_93"]
    table = raw["table"]
    return ChartDraft(
        name="crt-11-93",
        title="Combat results (11.93)",
        text=f"Roll {raw['die']} in the column of the differential. A probe reads {raw['probe_columns_left']} column "
        "further left.",
        tables=(
            Table(
                head=("Die", *map(banded, table["columns"])),
                rows=tuple((str(die), *row) for die, row in table["rows"].items()),
                unbroken=True,
            ),
            Table(
                title="Key",
                head=("Result", "Meaning"),
                rows=(
                    *KEY_TO_RESULTS,
                    ("AB costs", f"the attacker {raw['abort_attacker_loss']} T/O levels"),
                    (
                        "OV costs",
                        f"the defender {raw['overrun_defender_loss']} T/O levels and {raw['overrun_retreat']} hexes",
                    ),
                ),
            ),
        ),
        rules=("NDC-RES-08", "NDC-RES-09", "NDC-RES-10", "NDC-RES-12", "NDC-RES-13"),
        files=("crt_11_93",),
    )


def modifiers(files: Files) -> ChartDraft:
    """Both lists, each line with its rule and its sign."""
    lines = {rule: line for rule, line in files["modifiers"].items() if rule != "provenance"}

    def listed(part: str) -> tuple[tuple[str, ...], ...]:
        return tuple((rule, str(line["name"]), worth(line)) for rule, line in lines.items() if part in rule)

    head = ("Rule", "Line", "Adds to the differential")
    return ChartDraft(
        name="modifiers",
        title="Modifiers of ground combat",
        text="A plus helps the attacker, a minus the defender, in both lists.",
        tables=(
            Table(title="The attacker’s list, declared as a total", head=head, rows=listed("-ATM-")),
            Table(title="The resolver’s list, told to nobody", head=head, rows=listed("-DFM-")),
        ),
        rules=("NDC-GCD-11", "NDC-RES-07", "NDC-DFM-17"),
        files=("modifiers",),
    )


def worth(line: Mapping[str, Any]) -> str:
    """What a line adds."""
    if "measure" in line:
        return "the number itself" if line["measure"] == "+" else "less the number itself"
    if "each" in line:
        return f"{signed(line['each'])} each"
    if "ladder" in line:
        return steps(line["ladder"])
    if "uses" in line:
        return "; ".join(f"{side}: {uses(numbers)}" for side, numbers in line["uses"].items())
    return signed(line["value"])


def shift(files: Files) -> ChartDraft:
    raw = files["table_8_7"]
    return ChartDraft(
        name="table-8-7",
        title="Support shift (8.7)",
        text=f"Roll {raw['die']}. The line is barrage CSPs less those of Final Protective Fire.",
        tables=(
            Table(
                head=("Net CSPs", *map(banded, raw["table"]["columns"])),
                rows=tuple((banded(net), *map(signed, row)) for net, row in raw["table"]["rows"].items()),
            ),
            observed(raw, "To the die, by the defending unit’s intelligence level"),
        ),
        rules=("NDC-DFM-16",),
        files=("table_8_7",),
    )


def observed(raw: Raw, title: str) -> Table:
    levels = raw["observed_fire"]
    return Table(title=title, head=("Level", *map(str, levels)), rows=(("Die", *map(signed, levels.values())),))


def commander(files: Files) -> ChartDraft:
    raw = files["commander"]
    rest = {key: value for key, value in raw.items() if key not in ("provenance", "die", "result")}
    return ChartDraft(
        name="commander",
        title="The division commander",
        text=f"Roll {raw['die']} and add the rating. C is complete, L limited, P partial.",
        tables=(
            Table(
                head=("Die and rating", *map(banded, raw["result"])), rows=(("Result", *cells(raw["result"].values())),)
            ),
            drawn("commander", rest),
        ),
        rules=("NDC-ATM-10", "NDC-ATM-11", "NDC-DFM-12", "NDC-DFM-13"),
        files=("commander",),
    )


def jamming(files: Files) -> ChartDraft:
    raw = files["ew"]
    rest = {key: value for key, value in raw.items() if key not in ("provenance", "die", "superiority", "rise")}
    return ChartDraft(
        name="ew",
        title="Electronic warfare",
        text=f"Each EW attack rolls {raw['die']} and adds the attacker’s superiority level less the enemy’s.",
        tables=(
            Table(
                title="Superiority level, by EW points when the Intelligence Phase closes",
                head=("EW points", *map(banded, raw["superiority"])),
                rows=(("Level", *cells(raw["superiority"].values())),),
            ),
            Table(
                title="Rise of the target’s EW level",
                head=("Modified die", *map(banded, raw["rise"])),
                rows=(("Rise", *cells(raw["rise"].values())),),
            ),
            drawn("ew", rest),
        ),
        rules=("NDC-GCD-09", "NDC-GCD-10", "NDC-RES-06", "NDC-DFM-10", "NDC-DFM-11"),
        files=("ew",),
    )


def counter_battery(files: Files) -> ChartDraft:
    raw = files["table_8_65"]
    rest = ("points_per_csp", "displacement", "loss_if_not_displaced", "suppressed_divisor")
    return ChartDraft(
        name="table-8-65",
        title="Counter-battery fire (8.65)",
        text=f"Roll {raw['die']} in the column of the points, {raw['points_per_csp']} a CSP. S: suppressed. D: "
        "suppressed and displaced. D1, D2: the same, with a loss of so many T/O levels.",
        tables=(
            Table(
                head=("Modified die", *(f"{banded(points)} points" for points in raw["table"]["columns"])),
                rows=tuple(
                    (banded(die), *("–" if c == "-" else c for c in row)) for die, row in raw["table"]["rows"].items()
                ),
            ),
            observed(raw, "To the die, by the target’s intelligence level"),
            drawn("table_8_65", {key: raw[key] for key in rest}),
        ),
        rules=("NDC-CBF-02", "NDC-CBF-08"),
        files=("table_8_65",),
    )


def ammunition(files: Files) -> ChartDraft:
    raw = files["ammo_11_8"]
    return ChartDraft(
        name="ammo-11-8",
        title="Ammunition (11.8)",
        text=f"At Housekeeping each HQ rolls {raw['die']}, by how often it fired as many CSPs as it has guns.",
        tables=(
            Table(
                head=("Full multiples fired", *map(banded, raw["low_on"])),
                rows=(("Low on", *("never" if not most else f"{most} or less" for most in raw["low_on"].values())),),
                note=f"An HQ low on ammunition has its artillery CSPs divided by {number(raw['low_divisor'])}.",
            ),
        ),
        rules=("NDC-HSK-01",),
        files=("ammo_11_8",),
    )


FIGHTING: tuple[Callable[[Files], ChartDraft], ...] = (
    results, modifiers, shift, commander, jamming,
    plain_lines("command", "Command", "The ranges are each side’s own: see the order of battle.", "command",
                ("NDC-ATM-06", "NDC-DFM-06", "NDC-ATM-12")),
    plain_lines("chemical", "Chemical weapons", "Their effects are on the modifier chart.", "chemical",
                ("NDC-GCD-07", "NDC-GCD-08", "NDC-RES-03")),
    plain_lines("retreat-11-6", "Retreat (11.6)", "Losses are T/O levels.", "retreat_11_6",
                ("NDC-RES-11", "NDC-RES-19", "NDC-RET-01")),
    counter_battery,
    plain_lines("interdiction", "Interdiction", "A die not above the number of markers costs the loss.", "interdiction",
                ("NDC-CBF-03", "NDC-CBF-10")),
    plain_lines("assets", "Assets and fire", "Ranges in hexes; a formation is a brigade or a regiment.", "assets",
                ("NDC-AST-01", "NDC-CBF-04")),
    ammunition,
    plain_lines("fatigue", "Fatigue", "Gained and lost at Housekeeping.", "fatigue", ("NDC-ATM-08", "NDC-DFM-07")),
    plain_lines("breakdown", "Breakdown and recombination", "", "breakdown", ("NDC-HSK-07", "NDC-HSK-08")),
)  # fmt: skip
