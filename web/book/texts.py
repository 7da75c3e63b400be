"""The texts of a game's book as HTML: Markdown, with every rule id that the book knows a link to that rule."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from service.engine.rulebook import RULE_ID, Rulebook

WIDE = '<div class="wide" tabindex="0">'


def _open_table(self: Any, tokens: Sequence[Any], index: int, options: Any, env: Any) -> str:
    """A wide table scrolls in a box of its own, not the page."""
    return f"{WIDE}<table>\n"


def _close_table(self: Any, tokens: Sequence[Any], index: int, options: Any, env: Any) -> str:
    return "</table></div>\n"


MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
MARKDOWN.add_render_rule("table_open", _open_table)
MARKDOWN.add_render_rule("table_close", _close_table)


@lru_cache(maxsize=4096)
def rendered(text: str) -> Markup:
    """Markdown as HTML; a book's texts stay the same as long as the server is open."""
    return Markup(MARKDOWN.render(text))


@dataclass(frozen=True)
class Texts:
    """A book's texts for one page: `rules` is the address of the rules from there, `known` the ids that it has."""

    book: Rulebook
    rules: str
    known: Collection[str]

    def prose(self, text: str) -> Markup:
        """Markdown as HTML."""
        linked = RULE_ID.sub(lambda id: f"[{id[0]}]({self.rules}#{id[0]})" if id[0] in self.known else id[0], text)
        return rendered(linked)

    def phrase(self, text: str) -> Markup:
        """Markdown of one paragraph as HTML that stands within a line."""
        return Markup(self.prose(text).removeprefix("<p>").removesuffix("</p>\n"))

    def line(self, text: str) -> Markup:
        """Plain text, its rule ids links."""
        pieces, end = [], 0
        for found in RULE_ID.finditer(text):
            pieces.append(escape(text[end : found.start()]))
            pieces.append(self.badge(found[0]))
            end = found.end()
        return Markup("").join([*pieces, escape(text[end:])])

    def badge(self, rule: str) -> Markup:
        """A rule's id as a link to it."""
        if rule not in self.known:
            return escape(rule)
        return Markup('<a class="rule" href="{}#{}">{}</a>').format(self.rules, rule, rule)
