"""The charts of men: bases, vehicles, weapons, morale, leaders."""

from __future__ import annotations

from collections import Counter
from itertools import product

from service.engine.charting import ChartDraft, Files, Raw, banded, name, number, yes
from service.engine.dice import Roll
from service.engine.figures import signed
from service.engine.rulebook import Table
from service.engine.sentences import article, capital
from service.games.skirmish.known.paths import points
from service.games.skirmish.printed.figures import MoraleFigures
from service.games.skirmish.sections.morale import passes

NONE = "–"
THROWS = tuple(product(range(1, 7), repeat=2))
QUALITIES = range(2, 8)
ADDED = range(-2, 5)
RATINGS = (1, 0, -1, -2)


def pace(raw: Raw) -> str:
    """Normal and fast allowance."""
    return f"{raw['normal']} / {raw['fast'] or NONE}" if raw["normal"] else NONE


def bases(files: Files) -> ChartDraft:
    classes = {key: row for key, row in files["bases"]["classes"].items() if key not in ("gun", "vehicle")}

    def fire(row: Raw) -> tuple[str, str, str]:
        if not row.get("firepower"):
            return NONE, NONE, NONE
        return number(row["firepower"]), f"{row['range']} / {row['long']}", number(row.get("rof", 1))

    return ChartDraft(
        name="bases",
        title="Bases on foot",
        text="Movement points at normal and fast pace; firepower, its range and long range in hexes; rate of fire.",
        tables=(
            Table(
                head=("Base", "Men", "Normal / fast", "F", "Range / long", "ROF", "Support weapon"),
                rows=tuple(
                    (name(row["title"]), name(row["men"]), pace(row), *fire(row), yes(row.get("support_weapon", False)))
                    for row in classes.values()
                ),
                note=" ".join(
                    f"{capital(article(row['title']))} adds {row['close_combat']} in close combat."
                    for row in classes.values()
                    if row.get("close_combat")
                ),
            ),
        ),
        rules=("P3", "P8", "P11"),
        files=("bases",),
    )


def vehicles(files: Files) -> ChartDraft:
    raw = files["bases"]

    def armour(row: Raw) -> str:
        return " / ".join(map(str, row["armour"].values())) if "armour" in row else NONE

    def rates(row: Raw) -> str:
        gun = f"gun {row.get('rof', 1)}" if row.get("he") else ""
        guns = f"machine guns {row.get('mg_rof', 1)}" if row.get("mg") else ""
        return ", ".join(filter(None, (gun, guns))) or NONE

    def remarks(row: Raw) -> str:
        said = {"turret": "turret", "small": "small target", "fast_on_road_only": "fast on roads only"}
        return ", ".join(words for entry, words in said.items() if row.get(entry)) or NONE

    reach, far = raw["machine_gun_range"], raw["high_explosive_range"]
    return ChartDraft(
        name="vehicles",
        title="Vehicles and guns",
        text=f"Machine guns reach {reach['range']} hexes and {reach['long']} at long range, high explosive "
        f"{far['range']} and {far['long']}. AP is what a gun has against armour.",
        tables=(
            Table(
                head=("Type", "Normal / fast", "Going", "Armour front / side / rear", "AP", "HE F", "MG F", "ROF", ""),
                rows=tuple(
                    (name(row["title"]), pace(row), row["going"], armour(row), number(row.get("ap"), NONE),
                     number(row.get("he"), NONE), number(row.get("mg"), NONE), rates(row), remarks(row))
                    for row in raw["types"].values()
                ),
                note=f"A turn of one hexside costs a vehicle {points(raw['turning']['turn'])}, a hex in reverse "
                f"{raw['turning']['reverse']} times as much as ahead.",
            ),
        ),
        rules=("P12", "P13"),
        files=("bases",),
    )  # fmt: skip


def weapons(files: Files) -> ChartDraft:
    return ChartDraft(
        name="weapons",
        title="What anti-tank teams carry",
        text="",
        tables=(
            Table(
                head=("Weapon", "AP", "Reach, hexes", "Shots in a match"),
                rows=tuple(
                    (name(row["title"]), number(row["ap"]), number(row["range"]), number(row.get("shots"), "no limit"))
                    for row in files["bases"]["weapons"].values()
                ),
            ),
        ),
        rules=("P13",),
        files=("bases",),
    )


def chance(figures: MoraleFigures, quality: int, added: int) -> int:
    """In how many of 36 throws a quality roll succeeds."""
    throws = Counter(faces for faces in THROWS)
    return sum(count for faces, count in throws.items() if passes(figures, Roll(faces, 1), quality, added) >= 0)


def morale(files: Files, figures: MoraleFigures) -> ChartDraft:
    raw = files["morale"]
    return ChartDraft(
        name="morale",
        title="Quality rolls",
        text=f"Succeeds on Q + {raw['quality_bonus']} or less. In how many of 36 rolls it does, by what is added:",
        tables=(
            Table(
                head=("Q", *(signed(added) for added in ADDED)),
                rows=tuple((str(q), *(str(chance(figures, q, added)) for added in ADDED)) for q in QUALITIES),
                note="Worked out from all 36 rolls.",
            ),
            Table(
                title="A base in good order that was hit, short of its threshold",
                head=("Its roll", "Then"),
                rows=(
                    ("passed", f"pinned with {raw['pinned_from']} suppressions or more, else nothing"),
                    (f"failed by {raw['cowered_up_to']} or less", "cowers"),
                    (f"failed by more, or an original {raw['never']}", "broken"),
                ),
            ),
        ),
        rules=("P4", "P5"),
        files=("morale",),
    )


def leaders(files: Files) -> ChartDraft:
    raw = files["morale"]["leaders"]
    return ChartDraft(
        name="leaders",
        title="Leaders",
        text="By rating. What is added to a rally roll comes in addition to the suppressions of the base.",
        tables=(
            Table(
                head=("Rating", *map(signed, RATINGS)),
                rows=(
                    ("Command range, hexes", *(str(raw["command_range"] - rating) for rating in RATINGS)),
                    ("Bases in a Rally Phase", *(str(raw["bases"] - rating) for rating in RATINGS)),
                    ("To a rally, to fire that the leader directs", *map(signed, RATINGS)),
                ),
            ),
            Table(
                title="To a rally roll",
                head=("If", "Added"),
                rows=(
                    ("alone, without a steady leader in the hex", signed(raw["alone"])),
                    (f"a known enemy in sight within {raw['enemy_near_within']} hexes", signed(raw["enemy_near"])),
                    (f"in cover of {raw['cover_from']} or better", signed(raw["in_cover"])),
                ),
            ),
            Table(
                title=f"A new leader, on an original {raw['created_on']} alone",
                head=(raw["created_die"], *map(banded, raw["created_rating"])),
                rows=(("Rating", *map(signed, raw["created_rating"].values())),),
            ),
        ),
        rules=("P6", "SKR-RAL-03", "SKR-RAL-04", "SKR-RAL-06"),
        files=("morale",),
    )


def men(files: Files, figures: MoraleFigures) -> tuple[ChartDraft, ...]:
    """The charts of this module, in the order in which the rules come to them."""
    return bases(files), vehicles(files), weapons(files), morale(files, figures), leaders(files)
