"""Letters as pages show them: a situation report with its hexes linked to the map and its dice in footnotes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from markupsafe import Markup

from service.engine.situations import MARK, Situation
from service.matches.letters import Letter

Link = Callable[[str], Markup]
"""Makes a sentence into HTML, its hexes into links."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """A paragraph under its title."""

    title: Markup
    text: Markup


@dataclass(frozen=True, kw_only=True)
class LetterShown:
    """A letter as a situation report; `id` is its anchor. `number` is 0 for the report after the last letter."""

    id: str
    number: int
    name: str
    to: str
    sender: str
    date: str
    parts: tuple[Part, ...]
    notes: tuple[Markup, ...]
    mail: str = ""
    """A link that opens it in the reader's own mail program."""


def letters_of(letters: Sequence[Letter], link: Link) -> tuple[LetterShown, ...]:
    """The seat's post, newest first."""
    return tuple(letter_shown(letter, link) for letter in reversed(letters))


def letter_shown(letter: Letter, link: Link, text: str = "") -> LetterShown:
    """One letter; with its plain text also as a mail that is ready to be sent."""
    name = f"Situation report {letter.number}"
    mail = f"mailto:?subject={quote(name)}&body={quote(text.replace(chr(10), chr(13) + chr(10)))}" if text else ""
    return situation_shown(
        letter.situation, link, name=name, id=f"letter-{letter.number}", number=letter.number, mail=mail
    )


def situation_shown(
    situation: Situation, link: Link, *, name: str, id: str, number: int = 0, mail: str = ""
) -> LetterShown:
    return LetterShown(
        id=id,
        number=number,
        name=name,
        to=situation.to,
        sender=situation.sender,
        date=situation.date,
        parts=tuple(Part(title=link(part.title), text=marked(part.text, link, id)) for part in situation.paragraphs),
        notes=tuple(map(link, situation.notes)),
        mail=mail,
    )


def marked(text: str, link: Link, id: str) -> Markup:
    """A paragraph whose marks lead to the notes at the foot."""
    mark = Markup('<sup><a class="note-mark" href="#{0}-note-{1}" aria-label="note {1}">{1}</a></sup>')
    return Markup("").join(
        mark.format(id, piece) if place % 2 else link(piece) for place, piece in enumerate(MARK.split(text))
    )
