"""Names that look alike: what a name looks like, whatever letters, case and blanks it is written with.

The skeleton of Unicode's UTS 39, from its table of confusable characters, and beyond it: case, blanks and what does not
show make no difference either. It tells names apart and is never shown.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache

SHOWS_NOTHING = ("Z", "C")
"""Categories of characters by their first letter: blanks, and what has no form of its own."""
IN_ASCII: Mapping[str, str] = {
    '"': "''", "%": "\u00ba/\u2080", "0": "O", "1": "l", "I": "l", "`": "'", "m": "rn", "|": "l",
}  # fmt: skip
"""What the table comes to for ASCII; whatever else there is stands for itself. So most names need no table."""


def look_of(name: str) -> str:
    """What a name looks like; two that look alike have the same."""
    shown = "".join(
        one for one in unicodedata.normalize("NFKD", name) if unicodedata.category(one)[0] not in SHOWS_NOTHING
    )
    # Twice, since a capital may be taken for another capital, and what is left of it for a small letter.
    return skeleton(skeleton(shown).casefold()).casefold()


def skeleton(text: str) -> str:
    """A text with each character as the one that stands for all that look like it."""
    return "".join(map(standing_for, text))


@cache
def standing_for(character: str) -> str:
    """What stands for all that look like a character: several letters, where there are such, else a small ASCII one."""
    return IN_ASCII.get(character, character) if character.isascii() else by_table(character)


def by_table(character: str) -> str:
    """The same, of what Unicode's table has."""
    found, new = {character}, [character]
    while new:
        alike = {bare(one) for one in alike_to(new.pop())} - found
        found |= alike
        new += (one for one in alike if len(one) == 1)
    return min(found, key=lambda one: (-len(one), not one.isascii(), not one.islower(), not one.isalpha(), one))


def alike_to(character: str) -> list[str]:
    """What Unicode's table has beside a character."""
    # Its table takes a fifth of a second and some megabytes: whoever makes no account does without.
    from confusable_homoglyphs.confusables import is_confusable  # type: ignore[import-untyped]

    found = is_confusable(character)
    return [other["c"] for other in found[0]["homoglyphs"]] if found else []


def bare(text: str) -> str:
    """Without the marks of direction that the table puts round letters that are written from right to left."""
    return "".join(one for one in text if unicodedata.category(one) != "Cf")
