"""How strong the two sides of a battle are before its next round, by the picture of one of them (P11).

The same sum as the umpire's. What a side cannot know is left as a range: the enemy's strength where only its size is
made out, and whether the enemy is supplied. Both sides are told the whole sum once a round is fought.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from service.engine.sentences import Sentence, place, say
from service.engine.tables import Band
from service.games.campaign1776.known.contact import contacts_of, enemies_at, has_supply, inside_at
from service.games.campaign1776.known.picture import Contact, Picture, in_hex
from service.games.campaign1776.known.reckoning import Fight, Host, host_of
from service.games.campaign1776.printed.knowing import Size
from service.games.campaign1776.printed.lettered import Hex

BEGINS, GOES_ON, DEFENDS = ("attack", "start-combat"), ("fight-on", "continue"), ("meet-attack",)
"""The orders by which one attacks where no battle is yet, in one that goes on, and by which one meets an attack."""


def fights_in(picture: Picture, hex: Hex, *, attacks: bool) -> list[Fight]:
    """A battle with the least and with the most strength that the enemy may have there; none where nothing is seen."""
    enemy, inside = picture.contact_at(hex, inside=bool(enemies_at(picture, hex))), inside_at(picture, hex)
    own = ((picture.rules.kind(pool.kind), pool.number) for pool in in_hex(picture, hex, inside=inside))
    ours = host_of(own, inside=inside, dug=hex in picture.entrenched)
    if enemy is None or not ours.points:
        return []
    pairs = [(ours, theirs) if attacks else (theirs, ours) for theirs in hosts(picture, enemy)]
    return [Fight(picture.rules.tables, *pair) for pair in pairs]


def hosts(picture: Picture, enemy: Contact) -> Iterator[Host]:
    """The enemy as reported, by kind; else as weak and as strong as the size that was made out."""
    if enemy.units is not None:
        units = ((picture.rules.kind(kind), number) for kind, number in enemy.units.items())
        theirs = host_of(units, inside=enemy.inside, dug=enemy.entrenched)
        if theirs.points:
            yield theirs
    elif enemy.size is not None:
        band = band_of(picture, enemy.size)
        for points in dict.fromkeys((band.low or 1, band.high or band.low or 1)):
            yield Host(points=points, militia=False, guns=bool(enemy.guns), inside=enemy.inside,
                       dug=enemy.entrenched and not enemy.inside)  # fmt: skip


def band_of(picture: Picture, size: Size) -> Band:
    """From how many strength points up to how many a size is."""
    scale = picture.rules.tables.intel.sizes
    return next(band for band, name in zip(scale.bands, scale.values, strict=True) if name == size)


def columns_of(fights: Sequence[Fight], *, ours: bool, attacks: bool) -> list[Fraction]:
    """The columns on which it may be fought, the enemy supplied or not."""
    flags = [(ours, theirs) if attacks else (theirs, ours) for theirs in (True, False)]
    return sorted({fight.column(*flag) for fight in fights for flag in flags})


def spanned(columns: Sequence[Fraction]) -> str:
    """A column of the odds table, or from which to which."""
    written = [f"{one.numerator}:{one.denominator}" for one in columns]
    return f"column {written[0]}" if len(written) == 1 else f"column {written[0]} to {written[-1]}"


def facing(picture: Picture, hex: Hex, *, attacks: bool) -> str:
    """How many strength points fight on either side in a hex; nothing where the enemy's strength is not seen."""
    fights = fights_in(picture, hex, attacks=attacks)
    if not fights:
        return ""
    own = fights[0].attacker if attacks else fights[0].defender
    enemies = [fight.defender if attacks else fight.attacker for fight in fights]
    enemy = picture.contact_at(hex, inside=bool(enemies_at(picture, hex)))
    open_end = enemy is not None and enemy.units is None and enemy.size is not None \
        and band_of(picture, enemy.size).high is None  # fmt: skip
    theirs = " to ".join(str(one.points) for one in enemies) + " or more" * open_end
    where = " in the fort" if enemies[0].inside else " behind an entrenchment" if attacks and enemies[0].dug else ""
    here = " behind your entrenchment" if own.dug and not attacks else ""
    return f"{own.points} of yours{here} against {theirs}{where}"


def prospects(picture: Picture, kind: str) -> Sentence:
    """Of each battle that an order of this kind is about: the strengths, and the column on which it would be fought."""
    attacks, said = kind not in DEFENDS, []
    for hex in hexes_of(picture, kind):
        if strengths := facing(picture, hex, attacks=attacks):
            fights = fights_in(picture, hex, attacks=attacks)
            columns = columns_of(fights, ours=has_supply(picture, hex), attacks=attacks)
            said.append(say(place(hex), f": {strengths}, {spanned(columns)}. "))
    return tuple(piece for one in said for piece in one)


def hexes_of(picture: Picture, kind: str) -> list[Hex]:
    """The hexes in which an order of this kind may commit to a round."""
    if kind in BEGINS:
        return [hex for hex in contacts_of(picture) if hex not in picture.commits and hex not in picture.battles]
    if kind in (*GOES_ON, *DEFENDS):
        return [hex for hex, battle in picture.battles.items() if battle.open and hex not in picture.commits]
    return []
