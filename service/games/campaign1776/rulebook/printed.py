"""The charts as they are printed, from the data files: every figure on them is read, none is written here."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import cast

from service.data_files import read
from service.engine.charting import ChartDraft, Files, Raw, askers, entries, finished, name, sequence_table
from service.engine.data import DataSet
from service.engine.figures import plain, signed
from service.engine.rulebook import Chart, Table
from service.engine.sentences import capital, listed
from service.games.campaign1776.printed.board import COASTS
from service.games.campaign1776.printed.campaign import STATUSES
from service.games.campaign1776.printed.scenario import Scenario
from service.games.campaign1776.sequence import OUTLINE

FILES = (
    "areas", "counter_mix", "forced_march", "french", "intel", "modifiers", "naval", "odds_table", "off_board",
    "reinforcements", "tactical_matrix", "terrain", "units", "variable_forces", "victory", "west_indies", "winter",
    "works",
)  # fmt: skip


def files(data: DataSet) -> Files:
    """What the texts and the charts take their figures from: the files of the tables by their names."""
    return {file: cast(Raw, read(data, f"{file}.yaml").value) for file in FILES}


def charts(read: Files, scenarios: Sequence[Scenario]) -> tuple[Chart, ...]:
    """Every chart, in the order in which the rules come to them."""
    drafts = [
        outline(), units(read["units"]), counters(read["counter_mix"], read["units"]["kinds"]),
        terrain(read["terrain"]), forced_march(read["forced_march"]), works(read["works"]),
        odds(read["odds_table"], read["modifiers"]),
        cards(read["tactical_matrix"]), ships(read["naval"]), distances(scenarios[0]), areas(read["areas"]),
        reinforcements(read["reinforcements"]),
        winter(read["winter"]), france(read["french"], read["variable_forces"]), off_the_map(read["off_board"]),
        victory(scenarios),
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
        (code, capital(str(kind["many"])), str(kind["nation"]), name(kind["role"]), plain(kind["allowance"]))
        for code, kind in raw["kinds"].items()
    )
    return ChartDraft(
        name="units", title="Units", text="Points are for a month; magazines do not move.",
        tables=(Table(title="Units", head=("Code", "Name", "Nation", "Is", "Points"), rows=rows),), rules=("P3",),
        files=("units",),
    )  # fmt: skip


def counters(raw: Raw, codes: Collection[str]) -> ChartDraft:
    table = figures(raw, "Counters")
    rows = tuple(
        (f"{what}: {of.upper() if of.upper() in codes else capital(of)}", *rest) for label, *rest in table.rows
        for what, _, of in [label.partition(": ")]
    )  # fmt: skip
    return ChartDraft(
        name="counters", title="Counters", text="At most this many of each are in play at a time.",
        tables=(replace(table, rows=rows),), rules=("C76-MSC-09",), files=("counter_mix",),
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
            Table(title="To cross a hexside, in addition", head=("Hexside", "Points", "Frozen"), rows=rows),
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
    losses = tuple(
        (letter, said if (said := plain(part)) != "1/1" else "all") for letter, part in raw["losses"].items()
    )
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
        name="cards", title="Cards", text="NC: the sides do not come to grips. W: the withdrawal succeeds. Both end "
        "the battle without a die, and all stay in the hex.",
        tables=(
            Table(title="The attacker’s card by row, the defender’s by column", head=("Attacker", *codes), rows=rows),
            Table(title="How often each is drawn, of 100, where none is named", head=("Side", *codes), rows=drawn),
        ),
        rules=("P11", "C76-PBM-27"), files=("tactical_matrix",),
    )  # fmt: skip


def ships(raw: Raw) -> ChartDraft:
    rest = {key: value for key, value in raw.items() if key in ("vessels", "costs", "takes")}
    return ChartDraft(
        name="ships", title="Ships", text="Points for a month, what each carries, and what each step costs.",
        tables=(figures(rest, "Ships"),), rules=("P12", "C76-NTR-18", "C76-NTR-19"), files=("naval",),
    )  # fmt: skip


def areas(raw: Raw) -> ChartDraft:
    """What each quarter brings by the status of an area."""
    head = ("Area", "Kind", *map(capital, STATUSES))
    militia = tuple(
        (str(raw["names"][area]), kind, *map(plain, line)) for area, kinds in raw["militia"].items()
        for kind, line in kinds.items()
    )  # fmt: skip
    army = tuple(
        (capital(quarter), str(raw["names"][area]), *map(plain, line)) for quarter, lines in raw["continentals"].items()
        for area, line in lines.items()
    )  # fmt: skip
    supply = tuple((capital(quarter), *(plain(n) for n in line.values())) for quarter, line in raw["supply"].items())
    needs = tuple((town, plain(number)) for town, number in raw["garrisons"].items())
    return ChartDraft(
        name="areas", title="Areas and recruits",
        text="Militia is adjusted to its number; Continentals and supply come in addition.",
        tables=(
            Table(title="Militia", head=head, rows=militia),
            Table(title="Continentals", head=("Quarter", *head[:1], *head[2:]), rows=army),
            Table(title="American supply", head=("Quarter", "For each area", "In one area", "French"), rows=supply),
            Table(title="Larger garrisons; all other towns need 1", head=("Town", "British regulars"), rows=needs),
        ),
        rules=("C76-PLC-22", "C76-PLC-15"), files=("areas",),
    )  # fmt: skip


def reinforcements(raw: Raw) -> ChartDraft:
    """The British groups, and what replaces losses."""
    rows = tuple(
        (letter, str(line["month"]), _numbers({**line["units"], **line.get("fleets", {}),
                                               **({"bateau": line["bateaus"]} if "bateaus" in line else {})}),
         _entries(line)) for letter, line in raw["groups"].items()
    )  # fmt: skip
    replaced = tuple((capital(quarter), _numbers(line) or "–") for quarter, line in raw["replacements"].items())
    return ChartDraft(
        name="reinforcements", title="British reinforcements", text="A port takes them while the British control it.",
        tables=(
            Table(title="Groups", head=("Group", "Month", "Units", "Where"), rows=rows),
            Table(title="Replacements", head=("Quarter", "Units"), rows=replaced),
        ),
        rules=("C76-PLC-01", "C76-PLC-08"), files=("reinforcements",),
    )  # fmt: skip


def _numbers(line: Raw) -> str:
    return ", ".join(f"{number} {kind}" for kind, number in line.items())


def _entries(line: Raw) -> str:
    if line.get("any_port"):
        return "any port"
    found = (
        [f"{line['sea_lane_at_or_south_of']} or a sea lane south of it"] if "sea_lane_at_or_south_of" in line else []
    )
    return ", ".join((*found, *line.get("ports", ()), *line.get("boxes", ())))


def winter(raw: Raw) -> ChartDraft:
    """The part of the Continental army that each winter takes."""
    usual, variable = raw["reduction"], raw["variable_reduction"]
    rows = tuple((january, *(str(line[area]) for area in ("N", "M", "C"))) for january, line in variable.items())
    return ChartDraft(
        name="winter", title="Winter losses", text="Canada’s part is that of the West Indies and of the sea, too.",
        tables=(
            Table(title="In every winter", head=("New England", "Middle States", "All towns British", "Canada"),
                  rows=((str(usual["N"]), str(usual["M"]), str(usual["all_towns_british"]), str(usual["C"])),)),
            Table(title="With winters of their own", head=("January", "New England", "Middle States", "Canada"),
                  rows=rows),
        ),
        rules=("C76-MSC-05", "C76-MSC-06"), files=("winter",),
    )  # fmt: skip


def france(raw: Raw, variable: Raw) -> ChartDraft:
    """When France comes in, with what, and the fleets that come and go."""
    needed = tuple((str(line["from"]), plain(line["least"])) for line in raw["least"])
    heavy, few, many = raw["heavy_losses"], raw["few_towns"], raw["many_towns"]
    added = (
        (f"{heavy['regulars']} British regulars lost in a hex and phase, each time (at most {heavy['most']})",
         signed(heavy["modifier"])),
        (f"{few['at_most']} British strategic towns or fewer", signed(few["modifier"])),
        (f"{many['at_least']} or more", signed(many["modifier"])),
        ("All towns of New England, or of the Middle States, each", signed(raw["whole_area"])),
    )  # fmt: skip
    forces = (
        ("French battle fleets", plain(raw["fleets"]["number"])), ("Aboard each", _numbers(raw["fleets"]["aboard"])),
        ("In the West Indies", _numbers(raw["west_indies"])),
    )  # fmt: skip
    dice = tuple(
        (nation, plain(line["fleets"]), f"{line['arrives_from']} or more", f"{line['departs_to']} or less",
         _numbers(line["aboard"]) or "–")
        for nation, line in variable.items() if nation != "provenance"
    )  # fmt: skip
    return ChartDraft(
        name="france", title="France", text="Both sides see these dice.",
        tables=(
            Table(title="The sum of two dice at which France comes in", head=("From", "At least"), rows=needed),
            Table(title="Added to it", head=("For", "Is"), rows=added),
            Table(title="What comes", head=("What", "Is"), rows=forces),
            Table(title="Fleets that come and go",
                  head=("Nation", "Fleets", "Called up on", "Called away on", "Aboard"),
                  rows=dice),
        ),
        rules=("C76-FRE-01", "C76-PLC-09"), files=("french", "variable_forces"),
    )  # fmt: skip


def off_the_map(raw: Raw) -> ChartDraft:
    """The boxes off the map, and how they are reached."""
    exits = tuple(
        (box, f"exits of the {line['exits']}" + (", St Lawrence" if line["st_lawrence"] else ""))
        for box, line in raw["map_links"].items()
    )  # fmt: skip
    return ChartDraft(
        name="off-the-map", title="Off the map", text="It takes a whole month from box to box.",
        tables=(
            Table(title="Boxes next to each other", head=("Box", "Box"), rows=tuple(map(tuple, raw["links"]))),
            Table(title="From the map", head=("Box", "Over"), rows=exits),
        ),
        rules=("P12", "C76-WI-01"), files=("off_board",),
    )  # fmt: skip


def distances(rules: Scenario) -> ChartDraft:
    """The points by sea between the entrances of ports, and to the edge of the map, reckoned on the map itself."""
    board, found = rules.board, []
    ports = {port.name: port.entrance for port in board.ports.values()}
    for port, entrance in ports.items():
        ways = {way.node: way.cost for way in rules.water.ways(entrance)}
        off = [min((ways[hex] for hex in board.exits[coast] if hex in ways), default=None) for coast in COASTS]
        others = listed(f"{other} {ways[at]}" for other, at in ports.items() if other != port and at in ways)
        found.append((port, *("–" if cost is None else plain(cost) for cost in off), others or "–"))
    return ChartDraft(
        name="by-sea", title="Distances by sea",
        text=f"On the map of {board.version}. A match keeps the map that it was opened with.",
        tables=(Table(title="From entrance to entrance, and to the last hex of the map",
                      head=("From", *(f"{coast.capitalize()} edge" for coast in COASTS), "Other ports"),
                      rows=tuple(found)),),
        rules=("C76-PBM-01", "C76-PBM-02"), provenance="Worked out from the map by its own costs.",
    )  # fmt: skip


def victory(scenarios: Sequence[Scenario]) -> ChartDraft:
    """What counts in each scenario, and who wins with how much."""
    tables = [table for rules in scenarios for table in _victory(rules)]
    return ChartDraft(
        name="victory", title="Victory", text="By scenario.", tables=tuple(tables), rules=("P22", "C76-MSC-08"),
        provenance="By the files of the scenarios, and of victory.",
    )  # fmt: skip


def _victory(rules: Scenario) -> Iterator[Table]:
    if rules.score is None:
        assert rules.towns is not None
        win, draw = rules.towns.win, rules.towns.draw
        area = ", or all of one area" if rules.towns.whole_area_wins else ""
        yield Table(title=f"{rules.title}: British strategic towns at the end", head=("Result", "Towns"),
                    rows=_wins(win, draw, area))  # fmt: skip
        return
    score = rules.score
    towns = tuple((hex, rules.board.names.get(hex, ""), plain(points)) for hex, points in score.points.items())
    yield Table(title=f"{rules.title}: towns that the British side holds", head=("Hex", "Town", "Points"), rows=towns)
    less = f", with a point less for every {score.regulars_lost_a_point} British regulars lost"
    yield Table(title=f"{rules.title}: British points at the end{less}", head=("Result", "Points"),
                rows=_wins(score.win, score.draw))  # fmt: skip


def _wins(win: int, draw: int, or_else: str = "") -> tuple[tuple[str, str], ...]:
    drawn = str(draw) if win == draw + 1 else f"{draw} to {win - 1}"
    level = (("A draw", drawn),) if draw < win else ()
    return ("The British side wins", f"{win} or more{or_else}"), *level, ("The American side wins", f"less than {draw}")
