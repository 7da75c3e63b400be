"""What a player can be told: every phrase of two words or more in the games, the engine, the matches and the pages.

`make sentences` writes them to tests/sentences.txt, file by file, where they can be read aloud; tests/test_sentences.py
holds that file to what the sources say, and the phrases to the rules that a machine can check. The rulebooks' own prose
and what a scenario's data say are texts already, and are read where they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
LISTED = Path(__file__).with_suffix(".txt")
SOURCES = ("service/games", "service/engine", "service/matches", "web")

NOT_FOR_PLAYERS = {
    "service/games/*/rulebook/script.py": "the example of the rulebook, told as a story",
    "service/games/*/rulebook/example.py": "how that story is laid out",
    "service/games/*/printed/checks.py": "faults of a data file",
    "service/games/*/printed/order_of_battle.py": "faults of a data file",
    "service/games/*/printed/pieces.py": "faults of a data file",
    "service/games/*/printed/ground.py": "faults of a data file",
    "service/games/*/printed/reading.py": "faults of a data file",
    "service/games/*/printed/combat_charts.py": "faults of a data file",
    "service/engine/booktexts.py": "faults of a rulebook",
    "service/engine/lessons.py": "faults of a coach's notes",
    "service/engine/cursor.py": "faults of a game's outline",
    "service/engine/data.py": "faults of a data file",
    "service/engine/dice.py": "faults of a game's dice",
    "service/engine/figures.py": "faults of a rulebook's figures",
    "service/engine/options.py": "faults of a game's options",
    "service/engine/paths.py": "faults of a game's ground",
    "service/engine/recording.py": "faults of a game's events",
    "service/engine/rolls.py": "faults of a game's dice",
    "service/engine/scripted.py": "faults of an example's script",
    "service/engine/tables.py": "faults of a data file",
    "service/engine/umpiring.py": "faults of a game's outline",
    "service/engine/validation/*.py": "faults of a game",
    "service/matches/replaying.py": "what `sitrep verify` finds wrong with a file",
    "service/matches/match_queue.py": "the service's log",
    "service/matches/publishing.py": "the service's log",
}
STORED = re.compile(r"(?:\{[\w.]*rule\} |(?:NDC|SKR|KOR)-[A-Z]+-\d+ |P\d+ )")
"""How what a die fell for begins: it is hashed and stored, and no sentence."""
CODE = re.compile(
    r"[<>=#_@]|/\*|\\S|\w\(|[a-z]/|; charset|use strict|^\+|^\([a-z-]+: |,'|^input|^form |^\.\w|^[MQqm][\d{-]"
    r"|^\d+ \d|\bis-|^counter |^button |^ primary |\}/|^[a-z{}-]+-[a-z{}-]+( [a-z{}-]+)*$"
)
WORDS = re.compile(r"[A-Za-z’']{2,}.* .*[a-z]{2}|[a-z]{2,}.* .*[A-Za-z]{2}")
LITERAL = re.compile(r"""[fr]?(?:"(?!"")(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')""")
PYTHON = re.compile(rf'''""".*?"""|\#[^\n]*|({LITERAL.pattern}(?:\s+{LITERAL.pattern})*)''', re.S)
JAVASCRIPT = re.compile(r'"([^"\n]*)"|`([^`\n]*)`')
PLACEHOLDER = re.compile(r"\{(?:[^{}]|\{[^{}]*\})*\}")

QUOTED = re.compile(r"'([^'{}]*)'")
"""What is said within a placeholder, one way or another."""


def sentences() -> dict[str, list[str]]:
    """The phrases of each file in which there are any, by the file's path, sorted."""
    found = {}
    for source in SOURCES:
        for path in sorted((ROOT / source).rglob("*.*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in READERS and not any(fnmatch(name, left_out) for left_out in NOT_FOR_PLAYERS):
                phrases = {
                    one.replace("\\n", " ").replace("\\", "") for one in READERS[path.suffix](path.read_text("utf-8"))
                }
                if said := sorted(one for one in phrases if is_said(one)):
                    found[name] = said
    return found


def is_said(phrase: str) -> bool:
    """Whether a player may read this: two words at least, or his or him; neither code nor what a die fell for."""
    plain = PLACEHOLDER.sub("{}", phrase)
    if phrase.lower() in ("his", "him"):
        return True
    spoken = PLACEHOLDER.sub(lambda one: " ".join(QUOTED.findall(one[0])), phrase)
    return WORDS.search(spoken) is not None and not CODE.search(plain) and not STORED.match(phrase)


def of_python(text: str) -> Iterator[str]:
    """The texts in a module, those that stand in a row as one, without docstrings; what they fill in is in braces."""
    for literals in PYTHON.finditer(text):
        yield "".join(one[2:-1] if one[0] in "fr" else one[1:-1] for one in LITERAL.findall(literals[1] or ""))


class Texts(HTMLParser):
    """What a template shows: its text, and what is read aloud or shown on a control."""

    ATTRIBUTES = ("aria-label", "alt", "title", "placeholder", "content")

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.hidden = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hidden = tag in ("script", "style")
        self.found += [value for name, value in attrs if name in self.ATTRIBUTES and value]

    def handle_endtag(self, tag: str) -> None:
        self.hidden = False

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.found += (" ".join(line.split()) for line in data.split("\n"))


def of_template(text: str) -> list[str]:
    """The text of a template between its tags, with what it fills in, in braces; and each text that it may fill in."""
    reader = Texts()
    for code in re.findall(r"\{\{(.*?)\}\}|\{%(.*?)%\}", re.sub(r"\{#.*?#\}", "", text, flags=re.S), re.S):
        reader.found += re.findall(r'"([^"]*)"', "".join(code))
    reader.feed(re.sub(r"\{\{-? *(.*?) *-?\}\}", lambda one: "{" + re.sub(r'[<>"{}]', "", one[1]) + "}",
                       re.sub(r"\{#.*?#\}|\{%.*?%\}", "\n", text, flags=re.S), flags=re.S))  # fmt: skip
    return reader.found


def of_script(text: str) -> Iterator[str]:
    """The text in a script, without its comments."""
    for one in JAVASCRIPT.finditer(re.sub(r"/\*.*?\*/|^\s*//.*?$|\s// .*?$|</?\w[^>]*>", "", text, flags=re.S | re.M)):
        yield (one[1] or one[2] or "").replace("${", "{")


READERS: dict[str, Any] = {".py": of_python, ".html": of_template, ".js": of_script}


def written() -> str:
    """All of them as one text, file by file."""
    return "\n".join(f"## {name}\n" + "".join(f"{one}\n" for one in said) for name, said in sentences().items())


if __name__ == "__main__":
    LISTED.write_text(written(), "utf-8")
