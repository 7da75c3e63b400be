"""Sentences on a page: what in them can be looked up leads there."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from urllib.parse import quote

from markupsafe import Markup, escape

from service.engine.places import Ground
from service.engine.sentences import (
    ContactSpan,
    NoteSpan,
    OwnSpan,
    PlaceSpan,
    RuleSpan,
    Sentence,
    Span,
    TextSpan,
    plain_span,
)


def nowhere(rule: str) -> None:
    """No rule can be looked up."""


@dataclass(frozen=True, kw_only=True)
class Links:
    """Where the spans of a sentence lead; what leads nowhere is plain text.

    `ground` says how places are written. `places` are those of the map, to which `to` leads, an address with the place
    in `{}`; the map's script shows them where that is of the page itself. `seat` is the address of the
    seat's own page, where contacts can be looked up, empty for none; `own` are the units that can be chosen on the page
    that is open. `rule` tells where a rule can be read. `notes` is the beginning of the ids of a report's notes.
    """

    ground: Ground | None = None
    places: Collection[str] = ()
    to: str = "#place-{}"
    seat: str = ""
    own: Collection[str] = ()
    rule: Callable[[str], str | None] = field(default=nowhere)
    notes: str = ""


def explained(shown: str, term: tuple[str, str]) -> Markup:
    """A piece of a page in which a word leads, where it first stands, to where it is explained.

    `term` is the word and the address; without one the piece stays as it is.
    """
    word, there = term
    if not word:
        return Markup(shown)
    link = f'<a class="term" href="{escape(there)}" target="_blank" rel="noopener" tabindex="-1">{escape(word)}</a>'
    return Markup(re.sub(rf"(>[^<>]*?)\b{re.escape(word)}\b", lambda found: found[1] + link, shown, count=1))


def linked(said: Sentence, links: Links) -> Markup:
    """A sentence as HTML."""
    return Markup("".join([link(span, links) for span in said]))


def link(span: Span, links: Links) -> Markup:
    """One span: as a link where it leads somewhere, else as text.

    A page has hundreds of them; `Markup.format` takes more than twice as long.
    """
    said = escape(plain_span(span, links.ground))
    match span:
        case TextSpan():
            return said
        case PlaceSpan() if span.place in links.places:
            there = escape(links.to.format(quote(span.place, safe="")))
            return Markup(f'<a class="place" href="{there}">{said}</a>')
        case OwnSpan() if span.id in links.own:
            form = f"{escape(links.seat)}?unit={quote(span.id, safe='')}#tab-orders"
            return Markup(f'<a class="term" href="{form}">{said}</a>')
        case ContactSpan() if links.seat:
            dossier = f"{escape(links.seat)}/contacts/{quote(span.handle, safe='')}"
            return Markup(f'<a class="term" href="{dossier}">{said}</a>')
        case RuleSpan() if rule := links.rule(span.rule):  # in a window of its own: what is being written stays
            return Markup(f'<a class="term" href="{escape(rule)}" target="_blank" rel="noopener">{said}</a>')
        case NoteSpan():
            mark = f'href="#{escape(links.notes)}-note-{span.number}" aria-label="note {span.number}"'
            return Markup(f'<sup><a class="note-mark" {mark}>{span.number}</a></sup>')
        case _:
            return said
