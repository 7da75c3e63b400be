"""Sentences on a page: what in them can be looked up leads there."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from urllib.parse import quote

from markupsafe import Markup, escape

from service.engine.places import Ground
from service.engine.sentences import ContactSpan, NoteSpan, OwnSpan, PlaceSpan, RuleSpan, Sentence, Span, plain_span

PLACE = Markup('<a class="place" href="{}">{}</a>')
NOTE = Markup('<sup><a class="note-mark" href="#{0}-note-{1}" aria-label="note {1}">{1}</a></sup>')
RULE = Markup('<a class="term" href="{}" target="_blank" rel="noopener">{}</a>')
"""It opens a window of its own: what is being written stays."""
OWN = Markup('<a class="term" href="{0}?unit={1}#tab-orders">{2}</a>')
CONTACT = Markup('<a class="term" href="{0}/contacts/{1}">{2}</a>')


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


def linked(said: Sentence, links: Links) -> Markup:
    """A sentence as HTML."""
    return Markup("".join([link(span, links) for span in said]))


def link(span: Span, links: Links) -> Markup:
    """One span: as a link where it leads somewhere, else as text."""
    match span:
        case PlaceSpan() if span.place in links.places:
            return PLACE.format(links.to.format(quote(span.place, safe="")), plain_span(span, links.ground))
        case OwnSpan() if span.id in links.own:
            return OWN.format(links.seat, quote(span.id, safe=""), span.plain)
        case ContactSpan() if links.seat:
            return CONTACT.format(links.seat, quote(span.handle, safe=""), span.plain)
        case RuleSpan() if there := links.rule(span.rule):
            return RULE.format(there, span.plain)
        case NoteSpan():
            return NOTE.format(links.notes, span.number)
        case _:
            return escape(plain_span(span, links.ground))
