"""Passwords: which are refused, and why."""

from __future__ import annotations

import json
import subprocess
import sys
import unicodedata
from pathlib import Path

import service
from service.matches.errors import Malformed

PASSWORD_LENGTHS = range(8, 201)
LEAST_GUESSES = 1_000_000
"""Below so many tries zxcvbn calls a password one that is guessed over the net, where a limit slows whoever guesses."""
JUDGE = Path(service.__file__).with_name("password_strength.py")
LOOKED_AT = 72
"""Letters of a password that zxcvbn is shown: what it takes grows faster than their number."""


def fit_password(password: str, name: str) -> None:
    """Whether a password will do for the account of this name. Raises Malformed, which says what is wrong with it."""
    if wrong := fault_of(password, name):
        raise Malformed([(["password"], wrong)])


def fault_of(password: str, name: str) -> str | None:
    """Why a password is refused, in a sentence; None where it will do."""
    if len(password) not in PASSWORD_LENGTHS:
        return f"A password has {PASSWORD_LENGTHS[0]} to {PASSWORD_LENGTHS[-1]} characters."
    if not letters(password):
        return "A password of nothing but spaces and symbols is soon guessed. Use a few words."
    if letters(password).strip("0123456789") == letters(name):
        return "Your own name is what anybody would try first. Use words that have nothing to do with it."
    guesses, warning = judged(password[:LOOKED_AT], [name, *name.split(), "sitrep"])
    if guesses >= LEAST_GUESSES:
        return None
    why = warning.rstrip(".") or "This password is too easy to guess"
    return f"{why}: about {round_figure(guesses)} guesses would find it. Use a few words that do not go together."


def judged(password: str, words: list[str]) -> tuple[int, str]:
    """About how many tries find a password, and what makes it weak, as `password_strength` says: it takes 80 ms."""
    asked = json.dumps({"password": password, "words": words})
    said = subprocess.run([sys.executable, "-P", JUDGE], input=asked, capture_output=True, text=True, check=True)
    guesses, warning = json.loads(said.stdout)
    return guesses, warning


def letters(text: str) -> str:
    """The letters and digits of a text, however they are written."""
    return "".join(one for one in unicodedata.normalize("NFKC", text).casefold() if one.isalnum())


def round_figure(number: int) -> str:
    """A number by its first digit: "20,000"."""
    unit = 10 ** (len(str(number)) - 1)
    return f"{round(number / unit) * unit:,}"
