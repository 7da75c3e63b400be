"""What a way lays open to the enemies whom its owner knows: steps in their sight, and the best shot that they have.

It goes by the picture alone. Of an enemy who is only suspected nobody can say what they would fire with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from service.engine.figures import signed
from service.engine.hexes import Hex
from service.engine.sentences import Sentence, contact, counted, say
from service.games.skirmish.known.bills import fire_bill, shot_bill
from service.games.skirmish.known.chances import effect_chance, hit_chance
from service.games.skirmish.known.firepower import aside, inside_arc, power, weapons_of
from service.games.skirmish.known.picture import Contact, Handle, Picture
from service.games.skirmish.printed.bases import Base
from service.games.skirmish.printed.field import cover
from service.games.skirmish.sections.armour import number_to_hit
from service.games.skirmish.sections.gunnery import reach
from service.games.skirmish.staff.rosters import seen_as


@dataclass(frozen=True)
class Exposure:
    """Of so many `steps`, `seen` are in sight of known enemies, `by` these; the best single shot of those who are made
    out has this `chance` in a hundred of some effect. `cover` is that of the last hex, against whoever sees it there.
    """

    steps: int
    seen: int
    by: tuple[Handle, ...]
    chance: int
    cover: int


def exposure(picture: Picture, base: Base, path: Sequence[Hex], *, fast: bool) -> Exposure:
    """What a way lays open of a base that goes along it."""
    watched = [watchers(picture, hex) for hex in path]
    by = tuple(dict.fromkeys(enemy.handle for seen in watched for enemy in seen))
    shots = (
        chance_at(picture, enemy, base, hex, fast=fast)
        for hex, seen in zip(path, watched, strict=True)
        for enemy in seen
    )  # fmt: skip
    return Exposure(
        steps=len(path), seen=sum(map(bool, watched)), by=by, chance=max(shots, default=0),
        cover=least_cover(picture, base, path[-1]),
    )  # fmt: skip


def watchers(picture: Picture, hex: Hex) -> list[Contact]:
    """The known enemies who would see a base in a hex."""
    return [enemy for enemy in picture.known_enemies() if enemy.hex != hex and picture.sight(enemy.hex, hex).open]


def least_cover(picture: Picture, base: Base, hex: Hex) -> int:
    """The least cover of a hex against those who see it there; where nobody does, that of its ground."""
    seen_from = [enemy.hex for enemy in watchers(picture, hex)] or [hex]
    return min(cover(picture.rules, picture.ground, hex, there, base) for there in seen_from)


def chance_at(picture: Picture, enemy: Contact, base: Base, hex: Hex, *, fast: bool) -> int:
    """The chance in a hundred of an enemy's best shot at a base that comes into a hex; 0 for one that cannot fire."""
    shows, rules = enemy.shows, picture.rules
    if shows is None or shows.morale != "good" or shows.cowered:
        return 0
    shooter = Base(
        id=enemy.handle, side="", kind=shows.kind, name="", quality=0, hex=enemy.hex, type=shows.type,
        heading=shows.heading or 0, pinned=shows.pinned,
    )  # fmt: skip
    line, profile = picture.sight(enemy.hex, hex), rules.profile(base)
    off, figures = aside(rules, shooter, hex), rules.tables.fire
    if profile.armoured:
        if not inside_arc(rules, shooter, hex) or line.distance > reach(rules.tables, shooter):
            return 0
        added = shot_bill(
            figures, shooter, line, cover(rules, picture.ground, hex, enemy.hex, dug=False), moving=not fast, fast=fast,
            small=profile.make is not None and profile.make.small, earlier=0, off=off,
        )  # fmt: skip
        return hit_chance(figures, number_to_hit(figures, shooter, line.distance), added.total)
    added = fire_bill(
        rules.tables, shooter, line, cover(rules, picture.ground, hex, enemy.hex, base), "defensive", suspected=False,
        moving=True, fast=fast, cowered=base.cowered, in_woods=picture.ground.terrain(rules, hex).air_burst, off=off,
    )  # fmt: skip
    strengths = [
        power(rules.tables, shooter, weapon, line.distance) for weapon in weapons_of(rules.tables, shooter)
        if weapon != "high explosive" or inside_arc(rules, shooter, hex)
    ]  # fmt: skip
    most = max(strengths, default=0)
    return effect_chance(figures, most, added.total) if most else 0


def in_words(picture: Picture, base: Base, found: Exposure) -> Iterator[Sentence]:
    """What a way lays open, in sentences."""
    if not found.seen:
        yield say("No enemy you know of sees any of it.")
    else:
        [first, *others] = found.by
        enemy = picture.contacts[first]
        one = contact(first, seen_as(picture.tables.bases, enemy))
        who = say(f"{len(found.by)} known enemies") if others else say(one, ",")
        far = "all the way" if found.seen == found.steps else f"on {found.seen} of {found.steps} steps"
        best = (
            f"{found.chance}% for some effect from the best shot at it" if found.chance
            else "how well they can fire at it is not known"
        )  # fmt: skip
        yield say("In sight of ", who, f" {far}; {best}.")
    yield say(f"It ends in {f'cover {signed(found.cover)}' if found.cover > 0 else 'the open'}.")
    if base.morale != "good":
        left = max(0, base.quality - base.suppression)
        worse = "eliminate" if base.morale == "routed" else "rout"
        yield say(f"{counted(left, 'more suppression')} {worse}{'s' if left == 1 else ''} it.")
