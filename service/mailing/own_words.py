"""What a mail's sender wrote, without what the mail program put around it: quotes, their headings and the signature.

Programs quote in their own ways. Where one is not known, too much is taken for the sender's own; no line of ours reads
as an order, so that costs them another mail and never a unit.
"""

from __future__ import annotations

import re
from html import unescape

from service.matches.mail_texts import MARK

SET_APART = ("|", "·")
NOT_OWN = (">", *SET_APART)
"""What begins with one of these is quoted, or was set apart by us."""
WROTE = re.compile(
    r"(?:\b(?:wrote|writes|schrieb|écrit|escribió|escreveu|scritto|schreef|skrev)\b.{0,300}|[@>].{0,100}):$", re.I
)
BEGINS_QUOTE = re.compile(r"(?:on|am|le|el|il|em|op|den)\b.{0,300}$", re.I)
"""The heading of a quote, and how it begins where it takes two lines."""
FROM = re.compile(r"\*?(?:from|von|de|van|da|från|fra)\s{0,3}:", re.I)
SENT = re.compile(
    r"\*?(?:sent|date|to|subject|gesendet|datum|an|betreff|envoyé|à|objet|enviado|para|asunto)\s{0,3}:", re.I
)
"""The first line of the header that Outlook puts above what it quotes, and one of the next lines."""
RULE = re.compile(r"[-_=*]{5,}$|[-_=*]{3,20}\s?\w.{0,200}\w\s?[-_=*]{3,20}$|--\s?$|begin forwarded message:$", re.I)
"""Below this everything is quoted, or a signature."""
OF_PROGRAM = re.compile(r"(?:sent from my|get outlook for|von meinem .{1,30} gesendet|envoyé de mon)\b", re.I)
INVISIBLE = re.compile("[\u200b-\u200f\u2060-\u2064\u202a-\u202e\ufeff\u00ad]")
HEADER_LINES = 4


def own_words(text: str) -> tuple[str, int]:
    """The lines of a text that its sender wrote; and how many were left out that are as those we set apart."""
    lines = [INVISIBLE.sub("", line).replace("\u00a0", " ").strip() for line in text.split("\n")]
    own, apart = list[str](), 0
    for number, line in enumerate(lines):
        if line == MARK or RULE.match(line) or is_header(lines, number):
            break
        apart += line.startswith(SET_APART)
        if line.startswith(NOT_OWN) or OF_PROGRAM.match(line):
            continue
        if line.endswith(":") and WROTE.search(line[-420:]):
            if own and not BEGINS_QUOTE.match(line) and BEGINS_QUOTE.match(own[-1]):
                own.pop()
            continue
        own.append(line)
    return "\n".join(own).strip("\n"), apart


def is_header(lines: list[str], number: int) -> bool:
    """Whether a header of the mail that was answered begins at this line."""
    if not FROM.match(lines[number]):
        return False
    return any(SENT.match(line) for line in lines[number + 1 : number + 1 + HEADER_LINES])


# ---- HTML


BLOCKS = frozenset({
    "address", "article", "body", "blockquote", "br", "center", "dd", "div", "dl", "dt", "fieldset", "footer", "form",
    "h1", "h2", "h3", "h4", "h5", "h6", "header", "li", "main", "ol", "p", "pre", "section", "table", "td", "th",
    "tr", "ul",
})  # fmt: skip
UNSEEN = frozenset({"blockquote", "head", "script", "style", "template", "title"})
VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})
QUOTES = frozenset({"gmail_attr", "gmail_signature", "moz-cite-prefix", "protonmail_quote", "yahoo_quoted"})
OUTLOOK = frozenset({"appendonsend", "divrplyfwdmsg", "x_divrplyfwdmsg"})
"""What stands in a quote, by class, and what begins one, by id."""
DEEPEST = 200
TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]{0,20})([^<>]*)>|<[^<>]*>")
GIVEN = re.compile(r"\s(class|id)=(?:\"([^\"]{0,300})\"|'([^']{0,300})'|([^\s\"']{1,300}))", re.I)


class Page:
    """Makes text of HTML, in one pass: blocks are lines, and what stands in quotes is left out.

    The standard library's parser takes minutes for some pages of the size that a mail may have.
    """

    def __init__(self) -> None:
        self.written: list[str] = []
        self.open: list[tuple[str, bool, bool]] = []
        """The elements around where we are, each with whether what stands in it is left out, or is as typed."""

    def read(self, html: str) -> str:
        """The page as text."""
        at = 0
        for tag in TAG.finditer(html):
            self.text(html[at : tag.start()])
            at = tag.end()
            if tag[2]:
                (self.end if tag[1] else self.begin)(tag[2].lower(), tag[3])
        self.text(html[at:])
        return "".join(self.written)

    def begin(self, tag: str, attributes: str) -> None:
        given = {
            found[1].lower(): (found[2] or found[3] or found[4] or "").lower() for found in GIVEN.finditer(attributes)
        }
        if tag in BLOCKS:
            self.written.append("\n")
        if tag == "hr" or given.get("id") in OUTLOOK:
            self.written.append("\n_____\n")
        if tag not in VOID and len(self.open) < DEEPEST:
            _, is_out, is_as_typed = self.open[-1] if self.open else ("", False, False)
            is_out = is_out or tag in UNSEEN or not QUOTES.isdisjoint(given.get("class", "").split())
            self.open.append((tag, is_out, is_as_typed or tag == "pre"))

    def end(self, tag: str, _: str) -> None:
        if any(one[0] == tag for one in self.open):
            while self.open.pop()[0] != tag:
                pass
        if tag in BLOCKS:
            self.written.append("\n")

    def text(self, said: str) -> None:
        _, is_out, is_as_typed = self.open[-1] if self.open else ("", False, False)
        if not is_out:
            self.written.append(unescape(said if is_as_typed else re.sub(r"[ \t\n]+", " ", said)))


COMMENT = re.compile(r"<!--(?:[^-]|-(?!->))*+(?:-->|\Z)")


def plain_text(html: str) -> str:
    """A page of HTML as text, without what it quotes."""
    return Page().read(COMMENT.sub("", html))
