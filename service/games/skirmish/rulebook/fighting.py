"""The charts of fire and close combat."""

from __future__ import annotations

from service.engine.charting import ChartDraft, Files, banded, number
from service.engine.figures import signed
from service.engine.rulebook import Table
from service.games.skirmish.known.chances import THROWS
from service.games.skirmish.known.firepower import suppressions_by
from service.games.skirmish.printed.figures import FireFigures
from service.games.skirmish.rulebook.wording import CLOSE_COMBAT, FIRE, TO_HIT
from service.games.skirmish.sections.plans import expected

FIREPOWERS = (1, 2, 3, 4, 5, 6, 8, 10, 12)
ADDED = range(-2, 7)


def fire(files: Files) -> ChartDraft:
    raw = files["fire"]
    return ChartDraft(
        name="fire",
        title="Fire",
        text=f"Margin: F + {raw['base']} less {raw['dice']} less the modifiers. An original {raw['lucky']} is one "
        f"suppression more, {raw['most']} at most; an original {raw['unlucky']} none.",
        tables=(
            Table(
                head=("Margin", *map(banded, raw["suppressions"])),
                rows=(("Suppressions", *map(str, raw["suppressions"].values())),),
            ),
            Table(
                title="Modifiers",
                head=("If", "To the dice"),
                rows=(
                    ("The target’s cover", "as the terrain"),
                    ("A leader directs", "the leader’s rating"),
                    *((words, signed(raw["modifiers"][entry])) for entry, words in FIRE.items()),
                ),
            ),
        ),
        rules=("P7", "P8", "SKR-MOV-03", "SKR-MOV-04", "SKR-AFP-03"),
        files=("fire",),
    )


def outlook(figures: FireFigures, firepower: int, added: int) -> str:
    """Expected suppressions, and in how many of 36 throws there is one at least."""
    effective = sum(suppressions_by(figures, firepower, throw, added) > 0 for throw in THROWS)
    return f"{float(expected(figures, firepower, added)):.1f} ({effective})"


def expectation(figures: FireFigures) -> ChartDraft:
    return ChartDraft(
        name="expected",
        title="What fire is likely to do",
        text="Suppressions to be expected of one attack, by firepower and the sum of its modifiers; in brackets, in "
        "how many of 36 rolls it has any effect.",
        tables=(
            Table(
                head=("F", *map(signed, ADDED)),
                rows=tuple((str(f), *(outlook(figures, f, added) for added in ADDED)) for f in FIREPOWERS),
                note="Worked out from all 36 rolls.",
            ),
        ),
        rules=("P7", "P16"),
        files=("fire",),
    )


def to_hit(files: Files) -> ChartDraft:
    raw = files["fire"]
    effects = {"destroyed": "destroyed, and burns", "knocked_out": "knocked out", "immobilised": "immobilised",
               "shaken": "its crew is shaken", "nothing": "nothing"}  # fmt: skip
    return ChartDraft(
        name="to-hit",
        title="Shots at armour",
        text=f"To hit, {raw['dice']} for the number of the range or less; then {raw['dice']} for what the hit does.",
        tables=(
            Table(
                title="Guns",
                head=("Range", *map(banded, raw["to_hit"])),
                rows=(("To hit", *map(str, raw["to_hit"].values())),),
            ),
            Table(
                title="What anti-tank teams carry, as far as it reaches",
                head=("Range", *map(banded, raw["to_hit_at_weapon"])),
                rows=(("To hit", *map(str, raw["to_hit_at_weapon"].values())),),
            ),
            Table(
                title="Modifiers",
                head=("If", "To the dice"),
                rows=(
                    ("The target’s cover", "as the terrain"),
                    *((words, signed(raw["to_hit_modifiers"][entry])) for entry, words in TO_HIT.items()),
                    ("Each hindrance and each density of smoke", signed(raw["modifiers"]["smoke"])),
                ),
            ),
            Table(
                title=f"What a hit does: the dice less K, which is {raw['kill_base']} + AP − armour",
                head=("By", "The vehicle is"),
                rows=tuple((banded(band), effects[effect]) for band, effect in raw["kill"].items()),
                note=f"An original {raw['lucky']} knocks out at the least, an original {raw['unlucky']} never does. "
                f"High explosive has AP {raw['high_explosive_ap']}.",
            ),
        ),
        rules=("P13", "P12"),
        files=("fire",),
    )


def close_combat(files: Files) -> ChartDraft:
    raw = files["close_combat"]
    against = raw["vehicle"]
    return ChartDraft(
        name="close-combat",
        title="Close combat",
        text=f"Each side rolls {raw['dice']}, and the higher total wins.",
        tables=(
            Table(
                title="Added",
                head=("For", ""),
                rows=(
                    ("Quality of the best base", "Q"),
                    ("An assault squad", signed(files["bases"]["classes"]["assault_squad"]["close_combat"])),
                    ("A leader", "less the leader’s rating"),
                    *((words, signed(raw[entry])) for entry, words in CLOSE_COMBAT.items()),
                ),
            ),
            Table(
                title="The losers",
                head=("By", "Are"),
                rows=tuple((banded(band), result) for band, result in raw["results"].items()),
                note=f"Locked: {raw['locked_suppressions']} suppression on everybody. Thrown back: "
                f"{raw['thrown_back_suppressions']}.",
            ),
            Table(
                title=f"Against a vehicle: knocked out on {raw['dice']}, or less",
                head=("With", ""),
                rows=(
                    ("bare hands", number(against["number"])),
                    ("an anti-tank weapon", number(against["with_weapon"])),
                    ("if it is immobilised", signed(against["immobilised"])),
                    ("if it has moved", signed(against["moved"])),
                    ("missed by no more, immobilised", number(against["near_miss"])),
                ),
            ),
        ),
        rules=("P17", "SKR-ADV-05", "SKR-ADV-06"),
        files=("close_combat",),
    )


def fighting(files: Files, figures: FireFigures) -> tuple[ChartDraft, ...]:
    """The charts of this module, in the order in which the rules come to them."""
    return fire(files), expectation(figures), to_hit(files), close_combat(files)
