"""The charts as they are printed, from the data files: every figure on them is read, none is written here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import cast

from service.data_files import read
from service.engine.charting import ChartDraft, Files, Raw, askers, banded, entries, finished, name, sequence_table
from service.engine.data import DataSet
from service.engine.figures import plain, signed
from service.engine.rulebook import Chart, Table
from service.games.korsun.printed.reading import GERMAN, SIDES, SOVIET
from service.games.korsun.printed.scenario import Scenario
from service.games.korsun.printed.units import Counter
from service.games.korsun.sequence import OUTLINE
from service.games.korsun.staff.prose import LEVELS
from service.games.korsun.staff.terms import type_of

FILES = ("barrage", "breakout", "combat", "engineering", "fog", "movement", "options", "supply", "terrain", "weather")
CLASSES = {"L": "on foot", "W": "wheels", "T": "tracks"}
GROUND = ("Frozen", "Mud")


def files(data: DataSet) -> Files:
    """What the texts and the charts take their figures from: the files of the tables by their names."""
    return {file: cast(Raw, read(data, f"{file}.yaml").value) for file in FILES}


def charts(read: Files, scenarios: Sequence[Scenario]) -> tuple[Chart, ...]:
    """Every chart, in the order in which the rules come to them."""
    drafts = [
        outline(), weather(read["weather"]), supply(read["supply"]), terrain(read["terrain"]),
        movement(read["movement"]), combat(read["combat"]), engineering(read["engineering"]),
        breakout(read["breakout"]), options(read["options"]),
        *(one for given in scenarios for one in (units(given), victory(given))),
    ]  # fmt: skip
    return tuple(finished(draft, read) for draft in drafts)


def outline() -> ChartDraft:
    """The sequence of play, which is the program's own outline."""
    return ChartDraft(
        name="sequence", title="Sequence of play", text="What is indented happens within what stands above it.",
        tables=(sequence_table(OUTLINE, askers("the side in turn", "the other side")),),
        rules=("KOR-TURN-01", "KOR-TURN-02", "KOR-TURN-03"), provenance="In the order of the source document.",
    )  # fmt: skip


def dice_table(title: str, values: Mapping[int, object], head: str) -> Table:
    """A table with one line a die."""
    return Table(
        title=title, head=("Die", head), rows=tuple((plain(die), plain(value)) for die, value in values.items())
    )


def weather(raw: Raw) -> ChartDraft:
    track = raw["ground_modifier"]
    air = [
        Table(
            title=f"Air missions: {who}", head=("Die, modified", *GROUND),
            rows=tuple((plain(die), *map(plain, found)) for die, found in lines.items()),
        )
        for who, lines in raw["air_availability"].items()
    ]  # fmt: skip
    added = ", ".join(f"{name(what)} {signed(value)}" for what, value in raw["air_modifiers"].items() if value)
    return ChartDraft(
        name="weather", title="Weather and air missions",
        text=f"The ground is Frozen on {raw['ground']['frozen_from']} or more, with what the Turn Record Track adds.",
        tables=(
            Table(title="Turn Record Track", head=("Game-turn", "Ground modifier"),
                  rows=tuple((plain(turn), signed(value)) for turn, value in track.items())),
            dice_table("Visibility", raw["visibility"]["first"], "Visibility"),
            dice_table("Overcast, rolled again", raw["visibility"]["second"], "Visibility"),
            *air,
        ),
        rules=("KOR-WX-02", "KOR-WX-04", "KOR-WX-05", "KOR-AIR-01", "KOR-AIR-03"), files=("weather",),
        provenance=f"{str(raw['provenance']).strip()} To the die for air missions are added: {added}.",
    )  # fmt: skip


def figures(raw: Raw, title: str) -> Table:
    """The single figures of a file, a line each."""
    rest = {key: value for key, value in raw.items() if key != "provenance"}
    return Table(title=title, head=("Figure", "Is"), rows=tuple(entries("", rest, {})))


def supply(raw: Raw) -> ChartDraft:
    return ChartDraft(
        name="supply", title="Supply", text="Points, and the dice of what is flown: a success on this figure or more.",
        tables=(figures(raw, "Figures"),), rules=("KOR-SUP-15", "KOR-SUP-24", "KOR-GAS-02", "KOR-GAS-04"),
        files=("supply",),
    )  # fmt: skip


def options(raw: Raw) -> ChartDraft:
    return ChartDraft(
        name="options", title="Fronts and options", text="What Fronts, and optional rules that are in play, go by.",
        tables=(figures(raw, "Figures"),),
        rules=("KOR-SEV-09", "KOR-SRR-07", "KOR-GEV-09", "KOR-GEN-05", "KOR-GEN-06"), files=("options",),
    )  # fmt: skip


def costs(found: Iterable[object]) -> str:
    """A cost on Frozen ground and in Mud; a bar where it is prohibited."""
    return " / ".join("–" if one is None else plain(one) for one in found)


def terrain(raw: Raw) -> ChartDraft:
    shown = {kind: line for kind, line in raw["hexes"].items() if kind not in ("out_of_play",)}
    hexes = tuple(
        (name(kind), *(costs(line[cls]) for cls in CLASSES), costs(line["defense"]),
         costs(line["armor_defense"]) if "armor_defense" in line else "")
        for kind, line in shown.items()
    )  # fmt: skip
    sides = tuple(
        (name(kind), *(costs(line[cls]) for cls in CLASSES), costs(line["heavy"]), plain(line["attack"]),
         plain(line["attack_over_bridge"]))
        for kind, line in raw["hexsides"].items()
    )  # fmt: skip
    heads = tuple(f"{words.capitalize()} ({cls})" for cls, words in CLASSES.items())
    return ChartDraft(
        name="terrain", title="Terrain effects", text="Costs in movement points, Frozen / Mud.",
        tables=(
            Table(title="Hexes", head=("Hex", *heads, "Defense ×", "Armor’s defense ×"), rows=hexes),
            Table(title="Road, from road hex to road hex", head=heads,
                  rows=(tuple(costs(raw["road"][cls]) for cls in CLASSES),), margin=False),
            Table(title="Hexsides, in addition to the hex", rows=sides,
                  head=("Hexside", *heads, "Heavy armor", "Attack ×", "Over a bridge ×")),
            Table(title="Bridges", head=("Type", "Carries"),
                  rows=tuple((name(kind), ", ".join(carries)) for kind, carries in raw["bridges"].items())),
        ),
        rules=("KOR-SMV-05", "KOR-GMV-04", "KOR-CBT-17"), files=("terrain",),
    )  # fmt: skip


def movement(raw: Raw) -> ChartDraft:
    return ChartDraft(
        name="movement", title="Movement and zones", text="Shares of an allowance are rounded down.",
        tables=(figures(raw, "Figures"),), rules=("KOR-SMV-04", "KOR-SMV-06", "KOR-SMV-09", "KOR-SMV-10"),
        files=("movement",),
    )  # fmt: skip


def combat(raw: Raw) -> ChartDraft:
    columns = raw["columns"]
    rows = tuple((str(die), *(column[die - 1] for column in columns.values())) for die in range(1, 7))
    rest = {key: value for key, value in raw.items() if key not in ("columns", "artillery", "provenance")}
    return ChartDraft(
        name="combat", title="Combat results",
        text="Attacker/defender: steps lost; d one unit Disorganized, D all of them; R so many hexes of retreat; B a "
        "breakthrough.",
        tables=(
            Table(title="Combat results table", head=("Die", *columns), rows=rows, unbroken=True),
            Table(title="Artillery, attacker’s points minus defender’s", head=("Points", "Shift"),
                  rows=tuple((banded(band), signed(value)) for band, value in raw["artillery"].items())),
            Table(title="Further figures", head=("Figure", "Is"), rows=tuple(entries("", rest, {}))),
        ),
        rules=("KOR-CBT-20", "KOR-CBT-21", "KOR-CBT-31", "KOR-CBT-32"), files=("combat",),
    )  # fmt: skip


def engineering(raw: Raw) -> ChartDraft:
    return ChartDraft(
        name="engineering", title="Engineering", text="Points from the unit’s marker; a success on this figure "
        "or more.",
        tables=(figures(raw, "Figures"),), rules=("KOR-SEN-01", "KOR-SEN-02", "KOR-SEN-03", "KOR-GEN-03"),
        files=("engineering",),
    )  # fmt: skip


def breakout(raw: Raw) -> ChartDraft:
    rows = tuple((banded(band), plain(steps)) for band, steps in raw["steps"].items())
    lengths = tuple((f"{words.capitalize()} ({cls})", costs(raw["hexes"][cls])) for cls, words in CLASSES.items())
    return ChartDraft(
        name="breakout", title="Breakout",
        text="The die, with one more for each enemy zone of control entered where no German combat unit stands, and "
        f"for each river without a bridge; {signed(raw['mud'])} in Mud for wheels and tracks, "
        f"{signed(raw['overcast'])} under an overcast sky, {signed(raw['storm'])} in a Storm.",
        tables=(
            Table(title="Hexes at most, Frozen / Mud", head=("Class", "Hexes"), rows=lengths),
            Table(title="Steps lost", head=("Die, modified", "Steps"), rows=(*rows, ("more", "all"))),
        ),
        rules=("KOR-GBO-02",), files=("breakout",),
    )  # fmt: skip


# ---- scenarios


def units(rules: Scenario) -> ChartDraft:
    """The order of battle of both sides, which is public as counters are; where they stand is not printed."""
    return ChartDraft(
        name="units", title=f"Units of {rules.title}",
        text="Figures at full strength and after each step lost. Units that come later have their game-turn and hex.",
        tables=tuple(
            Table(title=f"{side} units", head=("Unit", "Command", "Type", "Class", "Moves", "Size", "Attack", "Defense",
                                                "Armor", "Anti-armor", "Fire", "Range", "Comes"),
                  rows=tuple(rows(rules, side)), unbroken=True)
            for side in SIDES
        ),
        rules=("KOR-SRR-04", "KOR-GRR-09"), provenance="By the files of the units and of the scenario.",
    )  # fmt: skip


def rows(rules: Scenario, side: str) -> Iterator[tuple[str, ...]]:
    for one in rules.counters.values():
        if one.side == side:
            comes = f"{one.turn}, {one.entry}" if one.hex is None else ""
            yield (one.id, one.command, *printed(one), comes)


def printed(counter: Counter) -> tuple[str, ...]:
    """What is printed on a counter."""
    unit = counter.profile
    return (
        type_of(counter), unit.cls, str(unit.ma), str(unit.size), steps(unit.atk), steps(unit.defense),
        f"{unit.armor} {steps(unit.ap)}".strip(), str(unit.aa or ""), str(unit.fs or ""), str(unit.range or ""),
    )  # fmt: skip


def steps(values: Sequence[int]) -> str:
    return ", ".join(map(str, values))


def victory(rules: Scenario) -> ChartDraft:
    """What counts, and the levels of victory."""
    soviet = rules.victory[SOVIET]
    held = tuple((hex, rules.board.names.get(hex, ""), points(worth)) for hex, worth in soviet.control_at_end.items())
    lost = tuple((side, *(points(rules.victory[side].step_lost[kind]) for kind in ("armor_unit", "other")),
                  points(rules.victory[side].pocket_step)) for side in SIDES)  # fmt: skip
    levels = zip(rules.levels.bands, rules.levels.values, strict=True)
    won = tuple((banded(band), LEVELS[level]) for band, level in levels)
    pocket = ", ".join(rules.pocket)
    return ChartDraft(
        name="victory", title=f"Victory in {rules.title}", text="The score is Soviet points minus German ones.",
        tables=(
            Table(title="Places that the Soviet side holds at the end", head=("Hex", "Place", "Points"), rows=held),
            Table(title="Steps", head=("For", "The enemy’s armor lost", "Other steps lost",
                                       f"A step of {pocket}, cut off or saved"), rows=lost,
                  note=f"Steps of {pocket} that are cut off count for the {SOVIET} side, those that are not for the "
                  f"{GERMAN} side."),
            Table(title="Levels", head=("Score", "Level"), rows=won),
        ),
        rules=("KOR-END-02",), provenance="By the file of the scenario.",
    )  # fmt: skip


def points(worth: Fraction) -> str:
    return f"{float(worth):g}"
