"""The sentences that a player can meet stand in one file as they are, and keep the rules that a machine can check."""

from __future__ import annotations

import re
from functools import cache

from tests.sentences import LISTED, sentences, written

ABOUT_PERSONS: dict[str, str] = {}
"""Phrases that speak of he, him or his all the same, each with why."""
ALIGNED = {"From:  {situation.sender}", "Date:  {situation.date}"}
"""Heads of a plain letter, which stand below one another."""
STORED = {"Q{quality}{rating:+}"}
"""What reports keep as it was told; the page says it in words."""
CURLY = (
    "service/games/campaign1776/rulebook/", "service/games/korsun/rulebook/", "service/games/ndc/rulebook/",
    "service/games/skirmish/rulebook/", "web/book/",
)  # fmt: skip
"""Where a text is printed like a book; messages have the apostrophe of the keyboard."""
STIFF = (
    "again and again", "answered for you", "level none", "works no more", "for whom", "to whom", "is no longer in.",
    "may all", "has the word", "no hex,", "hex a hex", "of his", "of theirs ", "whom ",
    " mails", "a mail ", "this mail", "stands below", "come yet", "no more:", "} is no hex",
)  # fmt: skip


@cache
def said() -> tuple[tuple[str, str], ...]:
    return tuple((name, phrase) for name, phrases in sentences().items() for phrase in phrases)


def test_what_a_player_can_be_told_stands_in_one_file():
    assert written() == LISTED.read_text("utf-8"), "write it anew and read what has changed aloud: make sentences"


def test_the_enemy_and_other_players_are_not_he():
    found = [phrase for _, phrase in said() if re.search(r"\b(he|his|him|himself)\b", phrase, re.I)]
    assert found == [phrase for phrase in found if phrase in ABOUT_PERSONS]


def test_no_phrase_is_stiff():
    assert [phrase for _, phrase in said() if any(stiff in phrase.lower() for stiff in STIFF)] == []


def test_spaces_minus_signs_and_apostrophes_are_those_of_the_house():
    spaces = [phrase for _, phrase in said() if "  " in phrase.strip() and phrase not in ALIGNED]
    minus = [phrase for _, phrase in said() if re.search(r":\+\}|(^|[ (])-\d", phrase) and phrase not in STORED]
    apostrophe = [
        (name, phrase) for name, phrase in said() if re.search(r"\w'\w" if name.startswith(CURLY) else r"\w’\w", phrase)
    ]
    assert (spaces, minus, apostrophe) == ([], [], [])


def test_sentences_end():
    """Where a message has one whole sentence it ends with another, unless a name, a place or a figure follows it."""
    messages = [one for name, one in said() if name.endswith(".py") and re.search(r"[a-z]\. [A-Z]", one)]
    assert len(messages) > 50 and [one for one in messages if not re.search(r"[.:?!}) ]$", one)] == []
