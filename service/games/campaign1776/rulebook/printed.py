"""The charts as they are printed, from the data files: every figure on them is read, none is written here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from service.data_files import read
from service.engine.charting import ChartDraft, Files, Raw, askers, entries, finished, name, sequence_table
from service.engine.data import DataSet
from service.engine.figures import plain, signed
from service.engine.rulebook import Chart, Table
from service.games.campaign1776.printed.scenario import Scenario
from service.games.campaign1776.sequence import OUTLINE

FILES = (
    "counter_mix", "forced_march", "intel", "modifiers", "naval", "odds_table", "tactical_matrix", "terrain",
    "units", "winter", "works",
)  # fmt: skip


def files(data: DataSet) -> Files:
    """What the texts and the charts take their figures from: the files of the tables by their names."""
    return {file: cast(Raw, read(data, f"{file}.yaml").value) for file in FILES}


def charts(read: Files, scenarios: Sequence[Scenario]) -> tuple[Chart, ...]:
    """Every chart, in the order in which the rules come to them."""
    drafts = [
        outline(), units(read["units"]), counters(read["counter_mix"]), terrain(read["terrain"]),
        forced_march(read["forced_march"]), works(read["works"]), odds(read["odds_table"], read["modifiers"]),
        cards(read["tactical_matrix"]), ships(read["naval"]), *map(victory, scenarios),
    ]  # fmt: skip
    return tuple(finished(draft, read) for draft in drafts)


def outline() -> ChartDraft:
    """The sequence of play, which is the program's own outline."""
    return ChartDraft(
        name="sequence", title="Sequence of play", text="What is indented happens within what stands above it.",
        tables=(sequence_table(OUTLINE, askers("the side in turn", "the other side")),), rules=("C76-PLC-05",),
        provenance="In the order of the source document.",
    )  # fmt: skip


def figures(raw: Raw, title: str) -> Table:
    """The single figures of a file, a line each."""
    rest = {key: value for key, value in raw.items() if key != "provenance"}
    return Table(title=title, head=("Figure", "Is"), rows=tuple(entries("", rest, {})))


def units(raw: Raw) -> ChartDraft:
    rows = tuple(
        (code, str(kind["many"]), str(kind["nation"]), name(kind["role"]), plain(kind["allowance"]))
        for code, kind in raw["kinds"].items()
    )
    return ChartDraft(
        name="units", title="Units", text="Points are for a month; magazines do not move.",
        tables=(Table(title="Units", head=("Code", "Name", "Nation", "Is", "Points"), rows=rows),), rules=("P3",),
        files=("units",),
    )  # fmt: skip


def counters(raw: Raw) -> ChartDraft:
    return ChartDraft(
        name="counters", title="Counters", text="So many of each are in play at a time.",
        tables=(figures(raw, "Counters"),), rules=("C76-MSC-09",), files=("counter_mix",),
    )  # fmt: skip


def terrain(raw: Raw) -> ChartDraft:
    hexes = tuple((name(kind), plain(line["cost"]) if "cost" in line else "–") for kind, line in raw["hexes"].items())
    sides, frozen = raw["hexsides"], raw["hexsides"]["frozen"]
    rows = (
        ("Narrow river (class 1)", plain(sides["class_1"]), plain(frozen["class_1"])),
        ("River (class 2)", plain(sides["class_2"]), plain(frozen["class_2"])),
        ("Broad river or lake (class 3)", f"by ferry {plain(sides['ferry'])}", plain(frozen["river/lake"])),
        ("Shoals", f"by ferry {plain(sides['ferry'])}", f"by ferry {plain(sides['ferry'])}"),
    )  # fmt: skip
    return ChartDraft(
        name="terrain", title="Terrain", text="Points for land units.",
        tables=(
            Table(title="To enter a hex", head=("Hex", "Points"), rows=hexes),
            Table(title="To cross a hexside, besides", head=("Hexside", "Points", "Frozen"), rows=rows),
        ),
        rules=("P5", "P9"), files=("terrain",),
    )  # fmt: skip


def forced_march(raw: Raw) -> ChartDraft:
    rows = tuple((plain(die), *(plain(cell) for cell in cells)) for die, cells in raw["rows"].items())
    sought = tuple(f"{number} sought" for number in range(1, len(rows[0])))
    return ChartDraft(
        name="forced-march", title="Forced marches", text="Points gained; H: half of the strength points are lost.",
        tables=(Table(title="Forced march", head=("Die", *sought), rows=rows),), rules=("P7",), files=("forced_march",),
    )  # fmt: skip


def works(raw: Raw) -> ChartDraft:
    return ChartDraft(
        name="works", title="Works", text="What works take, and what they give.", tables=(figures(raw, "Works"),),
        rules=("P8",), files=("works",),
    )  # fmt: skip


def odds(raw: Raw, modifiers: Raw) -> ChartDraft:
    rows = tuple((plain(row), *map(str, cells)) for row, cells in raw["rows"].items())
    losses = tuple((letter, plain(part)) for letter, part in raw["losses"].items())
    return ChartDraft(
        name="odds", title="Land combat", text="Attacker/defender. NE: the battle is over, and nobody is lost.",
        tables=(
            Table(title="Odds table", head=("Die, modified", *map(str, raw["columns"])), rows=rows, unbroken=True),
            Table(title="Losses", head=("Letter", "Part of those who fought"), rows=losses),
            figures(modifiers, "Modifiers of the die"),
        ),
        rules=("P11", "P6"), files=("odds_table", "modifiers"),
    )  # fmt: skip


def cards(raw: Raw) -> ChartDraft:
    codes = list(raw["cards"])
    rows = tuple(
        (f"{raw['cards'][code]} ({code})", *(cell if isinstance(cell, str) else signed(cell) for cell in cells))
        for code, cells in raw["rows"].items()
    )
    drawn = tuple((name(side), *(plain(weights[code]) for code in codes)) for side, weights in raw["draw"].items())
    return ChartDraft(
        name="cards", title="Cards", text="NC: the sides do not come to grips. W: the withdrawal succeeds.",
        tables=(
            Table(title="The attacker’s card by row, the defender’s by column", head=("Attacker", *codes), rows=rows),
            Table(title="Drawn so often, of 100, where none is named", head=("Side", *codes), rows=drawn),
        ),
        rules=("P11", "C76-PBM-27"), files=("tactical_matrix",),
    )  # fmt: skip


def ships(raw: Raw) -> ChartDraft:
    rest = {key: value for key, value in raw.items() if key in ("vessels", "costs", "takes")}
    return ChartDraft(
        name="ships", title="Ships", text="Points for a month, what each carries, and what each step costs.",
        tables=(figures(rest, "Ships"),), rules=("P12", "C76-NTR-18", "C76-NTR-19"), files=("naval",),
    )  # fmt: skip


def victory(rules: Scenario) -> ChartDraft:
    """What counts in a scenario, and who wins with how much."""
    score = rules.score
    assert score is not None, "a scenario that can be played has a score"
    towns = tuple((hex, rules.board.names.get(hex, ""), plain(points)) for hex, points in score.points.items())
    draw = str(score.draw) if score.win == score.draw + 1 else f"{score.draw} to {score.win - 1}"
    wins = (
        ("The British side wins", f"{score.win} or more"), ("A draw", draw),
        ("The American side wins", f"less than {score.draw}"),
    )  # fmt: skip
    return ChartDraft(
        name="victory", title=f"Victory in {rules.title}",
        text=f"A point less for every {score.regulars_lost_a_point} British regulars lost.",
        tables=(
            Table(title="Towns that the British side holds", head=("Hex", "Town", "Points"), rows=towns),
            Table(title="British points at the end", head=("Result", "Points"), rows=wins),
        ),
        rules=("P22",), provenance="By the file of the scenario.",
    )  # fmt: skip
