"""The charts of the ground: terrain and what it costs, lines of sight, and how far off one is identified."""

from __future__ import annotations

from service.engine.charting import ChartDraft, Files, Raw, banded, name, number, yes
from service.engine.figures import signed
from service.engine.rulebook import Table
from service.games.skirmish.known.paths import points

GOINGS = ("foot", "tracked", "wheeled")
NOT = "no"


def cost(row: Raw, going: str) -> str:
    """Movement points to enter; data count halves."""
    return points(row[going]) if going in row else NOT


def stands(row: Raw) -> str:
    """What of a hex is in the way of a line of sight."""
    if row.get("hindrance"):
        return "hinders"
    return f"{row['height'] / 100:g}" if "height" in row else ""


def terrain(files: Files) -> ChartDraft:
    raw = files["terrain"]
    along, wreck = points(raw["along_road"]), raw["wreck"]
    return ChartDraft(
        name="terrain",
        title="Terrain",
        text="Cover is added to the dice of fire. Costs are movement points to enter.",
        tables=(
            Table(
                head=("Terrain", "Map", "Cover", *map(name, GOINGS), "Sight", "Burns"),
                rows=tuple(
                    (name(row["title"]), row["letter"], signed(row["cover"]), *(cost(row, going) for going in GOINGS),
                     stands(row), yes(row.get("burns", False)))
                    for row in raw["terrain"].values()
                ),
                note="Sight: how high it stands, in levels, or whether it hinders a line that passes low over it.",
            ),
            Table(
                title="Besides",
                head=("", "Cover", *map(name, GOINGS)),
                rows=(
                    ("From road to road", "", NOT_OTHERWISE, along, along),
                    ("Up a level, more", "", *(cost(raw["up_a_level"], going) for going in GOINGS)),
                    ("Wreck", signed(wreck["cover"]), NOT_OTHERWISE, *(cost(wreck, g) for g in GOINGS[1:])),
                    ("Foxhole, foot and guns", signed(raw["foxhole_cover"]), "", "", ""),
                    ("A level above the shooter, more", signed(raw["hull_down"]), "", "", ""),
                ),
            ),
        ),
        rules=("P10", "P9", "P11"),
        files=("terrain",),
    )  # fmt: skip


NOT_OTHERWISE = "as the hex"


def sighting(files: Files) -> ChartDraft:
    raw = files["sighting"]
    still, times = raw["in_cover"], raw["moving_in_cover"]
    rows = [("in the open", number(raw["in_the_open"]["still"]), number(raw["in_the_open"]["active"]))]
    rows += [(f"in cover of {banded(band)}", number(far), number(far * times)) for band, far in still.items()]
    return ChartDraft(
        name="sighting",
        title="How far off a base is identified",
        text="In hexes, with a line of sight. Cover is that from the eye that looks.",
        tables=(
            Table(
                head=("It is", "Still", "Moving"),
                rows=tuple(rows),
                note=f"In the open, firing is as good as moving. Within {raw['adjacent']} hex always. A vehicle moving "
                f"out of sight is heard at {raw['engine_noise']} hexes.",
            ),
        ),
        rules=("P24",),
        files=("sighting",),
    )


def ground(files: Files) -> tuple[ChartDraft, ...]:
    """The charts of this module, in the order in which the rules come to them."""
    return terrain(files), sighting(files)
