"""The charts of the Initial Phase: weather, smoke and fire, aircraft, artillery."""

from __future__ import annotations

from service.engine.charting import ChartDraft, Files, banded, number
from service.engine.figures import signed
from service.engine.rulebook import Table
from service.games.skirmish.rulebook.wording import BLAST, FIRE_AND_WIND


def weather(files: Files) -> ChartDraft:
    raw = files["weather"]
    return ChartDraft(
        name="weather",
        title="Weather",
        text=f"Roll {raw['dice']} in the first player turn of each game turn.",
        tables=(
            Table(
                head=(raw["dice"], "Change"), rows=tuple((banded(dice), what) for dice, what in raw["change"].items())
            ),
            Table(
                title="From the best to the worst",
                head=("", "", "", ""),
                rows=(
                    ("Precipitation", *raw["precipitation"]),
                    ("Wind", *raw["wind"]),
                    ("Visibility, hexes", *map(str, raw["visibility"])),
                ),
                note=f"The wind’s speed: {raw['wind_speed_die']}, odd falls, even rises. In heavy rain one sees "
                f"{raw['heavy_rain_visibility']} hexes at most.",
            ),
        ),
        rules=("SKR-WX-01", "SKR-WX-02", "P21"),
        files=("weather",),
    )


def smoke_and_fire(files: Files) -> ChartDraft:
    smoke, fire = files["weather"]["smoke"], files["weather"]["fire"]
    to_smoke = {"strong": smoke["strong"], "calm": smoke["calm"], "heavy": smoke["heavy"]}
    needed = {"level": "across the wind", "down_wind": "down-wind", "up_wind": "up-wind"}
    return ChartDraft(
        name="smoke-and-fire",
        title="Smoke and fire",
        text="Tested in each Initial Phase, hex by hex.",
        tables=(
            Table(
                title="Each smoke",
                head=(smoke["die"], *map(banded, smoke["result"])),
                rows=(("It", *map(str, smoke["result"].values())),),
                note="The die is held to 1 and 6; in a calm nothing drifts.",
            ),
            Table(
                title=f"Each fire: a hex beside it catches on {fire['dice']}",
                head=("The hex lies", "Or more"),
                rows=tuple((words, number(fire["spreads"][entry])) for entry, words in needed.items()),
            ),
            Table(
                title="It goes out",
                head=("On", "Or more"),
                rows=(
                    (fire["dice"], number(fire["out_on"])),
                    (f"{fire['dice']} in heavy rain", number(fire["out_on_heavy"])),
                    ("after, turns", number(fire["turns"])),
                ),
            ),
            Table(
                title="To the dice",
                head=("Weather", "Smoke", "Fire that spreads"),
                rows=tuple(
                    (words, signed(to_smoke.get(entry, 0)), signed(fire[entry]))
                    for entry, words in FIRE_AND_WIND.items()
                ),
            ),
        ),
        rules=("SKR-SMK-01", "SKR-SMK-02", "SKR-SMK-03", "P20"),
        files=("weather",),
    )


def artillery(files: Files) -> ChartDraft:
    raw = files["support"]["artillery"]
    return ChartDraft(
        name="artillery",
        title="Off-board artillery",
        text="",
        tables=(
            Table(
                head=("", ""),
                rows=(
                    (f"A spotting round is exact on {raw['dice']}, or less", number(raw["spotting_exact"])),
                    ("A fire for effect is exact on, or less", number(raw["effect_exact"])),
                    ("Scatter a hex more beyond, hexes from the observer", number(raw["far"])),
                    ("First correction, hexes at most", number(raw["correction"])),
                    ("Each later correction", number(raw["next_correction"])),
                    ("To the contact number for a fire for effect", signed(raw["again"])),
                    ("Fires for effect in a mission", number(raw["fires_for_effect"])),
                    ("Failed calls in a row that end it", number(raw["failures"])),
                    *((words, number(raw[entry])) for entry, words in BLAST.items()),
                    ("AP against the side armour of a vehicle that is hit", number(files["support"]["artillery_ap"])),
                ),
            ),
        ),
        rules=("SKR-OBA-02", "SKR-OBA-04", "SKR-OBA-05", "P18"),
        files=("support",),
    )


def air(files: Files) -> ChartDraft:
    raw = files["support"]["air"]
    said = {"hit": "on the hex", "wide": f"{raw['astray']} hexes off", "mistaken": "on the nearest friends on foot"}
    defence = raw["defence"]
    return ChartDraft(
        name="air",
        title="Air strikes",
        text="",
        tables=(
            Table(
                head=(raw["dice"], *map(banded, raw["wide"])),
                rows=(("It falls", *(said[what] for what in raw["wide"].values())),),
            ),
            Table(
                title="Bombs",
                head=("", ""),
                rows=(
                    *((words, number(raw[entry])) for entry, words in BLAST.items()),
                    ("AP against the rear armour of a vehicle that is hit", number(raw["ap"])),
                    ("Friends are mistaken within, hexes", number(raw["mistaken_within"])),
                ),
            ),
            Table(
                title="Machine guns that watch the sky",
                head=("", ""),
                rows=(
                    ("With a rate of fire of", number(defence["rof"])),
                    ("Within, hexes", number(defence["within"])),
                    ("Drive off a strike on, or less", number(defence["number"])),
                ),
            ),
        ),
        rules=("SKR-AIR-01", "SKR-AIR-02", "P19"),
        files=("support",),
    )


def elements(files: Files) -> tuple[ChartDraft, ...]:
    """The charts of this module, in the order in which the rules come to them."""
    return weather(files), smoke_and_fire(files), air(files), artillery(files)
