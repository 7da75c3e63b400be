"""Letters as pages show them: a situation report with links to what it speaks of and its dice in footnotes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote

from markupsafe import Markup

from service.engine.situations import Situation
from service.matches.letters import Letter
from web.parts.sentences import Links, linked


@dataclass(frozen=True, kw_only=True)
class ShownParagraph:
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
    parts: tuple[ShownParagraph, ...]
    notes: tuple[Markup, ...]
    mail: str = ""
    """A link that opens it in the reader's own mail program."""


def letters_of(letters: Sequence[Letter], links: Links) -> tuple[LetterShown, ...]:
    """The seat's post, newest first."""
    return tuple(letter_shown(letter, links) for letter in reversed(letters))


def letter_shown(letter: Letter, links: Links, text: str = "") -> LetterShown:
    """One letter; with its plain text also as a mail that is ready to be sent."""
    name = f"Situation report {letter.number}"
    mail = f"mailto:?subject={quote(name)}&body={quote(text.replace(chr(10), chr(13) + chr(10)))}" if text else ""
    return situation_shown(
        letter.situation, links, name=name, id=f"letter-{letter.number}", number=letter.number, mail=mail
    )


def situation_shown(
    situation: Situation, links: Links, *, name: str, id: str, number: int = 0, mail: str = ""
) -> LetterShown:
    links = replace(links, notes=id)
    return LetterShown(
        id=id,
        number=number,
        name=name,
        to=situation.to,
        sender=situation.sender,
        date=situation.date,
        parts=tuple(
            ShownParagraph(title=linked(part.title, links), text=linked(part.text, links))
            for part in situation.paragraphs
        ),
        notes=tuple(linked(note, links) for note in situation.notes),
        mail=mail,
    )
