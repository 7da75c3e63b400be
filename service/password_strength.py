"""How weak a password is: a program of its own, since zxcvbn takes 14 MB for its lists and keeps what it was asked.

It reads the password and words of its owner as JSON, and writes about how many tries find it and what makes it weak.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from zxcvbn import zxcvbn


def judged(password: str, words: Sequence[str]) -> tuple[int, str]:
    """About how many tries find a password, for whoever knows these words of its owner; and what makes it weak."""
    found = zxcvbn(password, user_inputs=words)
    return int(found["guesses"]), found["feedback"]["warning"]


if __name__ == "__main__":
    json.dump(judged(**json.load(sys.stdin)), sys.stdout)
