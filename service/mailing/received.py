"""Reading a mail that came: whom it answers, whether a person wrote it, and what they wrote themselves.

A mail is hostile until it is read. It is parsed by the old policy of `email`, since the modern one raises on hostile
headers; of its parts so many are looked at, none by recursion of ours; its HTML is gone through once, since the parser
of the standard library takes minutes for some; and whatever is raised on the way is one thing, `UnreadableMail`. What
others said before, quoted under an answer or around it, is no order: it is left out here, and what stays is read by the
order language like the text of a form.
"""

from __future__ import annotations

import email
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email.message import Message
from email.utils import getaddresses
from html import unescape
from typing import Any

LARGEST = 256 * 1024
"""The bytes of a mail that is read."""
MOST_PARTS = 60
LONGEST_TEXT = 64 * 1024
"""Characters of a text in which its writer's own words are looked for."""
LONGEST_NAME = 200
"""Characters of an id or an address; what is longer is none of ours."""
MARK = "--- Answer above this line ---"
"""Stands in each of our mails below what may be answered: what is quoted from there on is nobody's order."""


class UnreadableMail(ValueError):
    """A mail of which nothing can be made."""


@dataclass(frozen=True, kw_only=True)
class Received:
    """A mail as far as it concerns us.

    `message_id` may be empty. `sent_to` are the addresses that it names, the one it was delivered to first; `answers`
    are the ids of the mails that it follows, the nearest first. `is_automatic`: no person wrote it. `text` are its
    writer's own words, and `attached` the names of files beside them, which nobody opens.
    """

    message_id: str
    sender: str
    sent_to: tuple[str, ...]
    answers: tuple[str, ...]
    is_automatic: bool
    text: str
    attached: tuple[str, ...]


def read(raw: bytes) -> Received:
    """A mail of at most LARGEST bytes. Raises UnreadableMail."""
    if len(raw) > LARGEST:
        raise UnreadableMail(f"a mail of more than {LARGEST} bytes")
    try:
        message = email.message_from_bytes(raw)
        parts = list(parts_of(message))
        return Received(
            message_id=next(iter(ids_in(header(message, "Message-ID"))), ""),
            sender=next(iter(addresses_in(message, "From")), ""),
            sent_to=tuple(dict.fromkeys(addresses_in(message, "Delivered-To", "X-Original-To", "To", "Cc"))),
            answers=tuple(
                dict.fromkeys([
                    *ids_in(header(message, "In-Reply-To")), *reversed(ids_in(header(message, "References"))),
                ])
            ),
            is_automatic=is_automatic(message),
            text=own_words(text_of(parts)),
            attached=tuple(name for part in parts if (name := file_name(part))),
        )  # fmt: skip
    except Exception as fault:  # a hostile mail finds an error in any library
        raise UnreadableMail(type(fault).__name__) from fault


# ---- headers


def header(message: Message, name: str) -> str:
    """A header as one line of text; empty where there is none."""
    return " ".join(str(message.get(name, "")).split())


def ids_in(text: str) -> list[str]:
    """The message ids in a header, without their brackets."""
    return re.findall(rf"<([^<>\s]{{1,{LONGEST_NAME}}})>", text)


def addresses_in(message: Message, *names: str) -> Iterator[str]:
    """The addresses in these headers, in small letters."""
    said = [str(value) for name in names for value in message.get_all(name, [])]
    for _, address in getaddresses(said):
        if "@" in address and len(address) <= LONGEST_NAME:
            yield address.strip().lower()


def is_automatic(message: Message) -> bool:
    """Whether a program sent it by itself: such a mail is never answered, or two programs would answer for ever."""
    said = header(message, "Auto-Submitted").partition(";")[0].strip().lower()
    precedence = header(message, "Precedence").lower()
    return (
        said not in ("", "no")
        or precedence in ("bulk", "junk", "list", "auto_reply")
        or header(message, "Return-Path") == "<>"
        or message.get_content_type() in ("multipart/report", "message/delivery-status")
        or any(name in message for name in ("X-Autoreply", "X-Autorespond", "List-Id"))
    )


# ---- parts


def parts_of(message: Message) -> Iterator[Message]:
    """The parts of a mail that hold no others, in their order, of the first so many of all."""
    waiting, seen = [message], 0
    while waiting and seen < MOST_PARTS:
        part, seen = waiting.pop(), seen + 1
        inner: Any = part.get_payload()
        if part.is_multipart() and isinstance(inner, list):
            waiting += reversed(inner)
        else:
            yield part


def file_name(part: Message) -> str:
    """The name of an attached file; empty where the part is none."""
    name = part.get_filename("")
    is_attached = part.get_content_disposition() == "attachment" or (name and part.get_content_maintype() != "text")
    return tidy(name or "a file without a name")[:LONGEST_NAME] if is_attached else ""


def text_of(parts: Sequence[Message]) -> str:
    """What the mail says: its first plain text that is not blank, or else its first HTML as text."""
    said = [part for part in parts if part.get_content_disposition() != "attachment"]
    for part in said:
        if part.get_content_type() == "text/plain" and (text := unfolded(part, decoded(part))).strip():
            return text
    for part in said:
        if part.get_content_type() == "text/html" and (text := text_of_html(decoded(part))).strip():
            return text
    return ""


def decoded(part: Message) -> str:
    """A part's text: by the character set that it names, or else UTF-8, or else as Windows writes western letters."""
    raw = part.get_payload(decode=True)
    data = raw if isinstance(raw, bytes) else b""
    for charset in (part.get_content_charset("utf-8"), "utf-8", "windows-1252"):
        try:
            return tidy(data.decode(charset))
        except (LookupError, ValueError):
            continue
    return tidy(data.decode("latin-1"))


def tidy(text: str) -> str:
    """A text without NUL and other control characters, with plain ends of lines, cut where it is too long."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")[:LONGEST_TEXT]
    return "".join(letter for letter in lines if letter in "\n\t\xa0" or letter.isprintable())


def unfolded(part: Message, text: str) -> str:
    """A text with the lines joined that the mail program broke (`format=flowed`, RFC 3676); any other as it is."""
    if str(part.get_param("format", "")).lower() != "flowed":
        return text
    deletes = str(part.get_param("delsp", "")).lower() == "yes"
    found: list[str] = []
    goes_on = False
    for line in text.split("\n"):
        is_quoted = line.startswith(">")
        own = line[1:] if line.startswith(" ") else line
        if goes_on and not is_quoted and found:
            found[-1] += own
        else:
            found.append(own)
        goes_on = own.endswith(" ") and own != "-- " and not is_quoted
        if goes_on and deletes:
            found[-1] = found[-1][:-1]
    return "\n".join(found)


# ---- HTML

BLOCKS = frozenset(
    (
        "address", "article", "blockquote", "div", "dd", "dl", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li",
        "ol", "p", "pre", "section", "table", "td", "th", "tr", "ul",
    )
)  # fmt: skip
UNSEEN = frozenset(("head", "script", "style", "title", "template"))
QUOTES = ("gmail_quote", "gmail_attr", "moz-cite-prefix", "yahoo_quoted", "protonmail_quote", "OutlookMessageHeader")
"""Classes in which mail programs put what they quote, and who said it when."""
REST = ("divRplyFwdMsg", "appendonsend", "mail-editor-reference-message-container")
"""Ids below which all is quoted."""
VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"))
DEEPEST = 50
"""How far back an end is looked for the beginning of what it ends."""
TAG = re.compile(r"(<[^<>]*>)")
NAME = re.compile(r"</?([A-Za-z][\w:-]*)")
VALUE = r"""\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))"""
CLASS, ID = re.compile(r"\sclass" + VALUE, re.IGNORECASE), re.compile(r"\sid" + VALUE, re.IGNORECASE)


def text_of_html(html: str) -> str:
    """An HTML mail as lines of text, those that are quoted behind a >. Each character is looked at a few times."""
    reader = Reader()
    for piece in TAG.split(without_comments(html)):
        name = NAME.match(piece)
        if name is not None and piece.endswith(">"):
            reader.tag(name[1].lower(), piece)
        else:
            reader.say(unescape(piece))
    return "\n".join(" ".join(line.split()) for line in reader.lines)


def without_comments(html: str) -> str:
    """HTML without its comments, the last of which may never end."""
    kept, at = list[str](), 0
    while (begins := html.find("<!--", at)) >= 0:
        kept.append(html[at:begins])
        ends = html.find("-->", begins)
        if ends < 0:
            return "".join(kept)
        at = ends + 3
    return "".join((*kept, html[at:]))


class Reader:
    """Makes lines of an HTML mail: blocks stand on lines of their own, and what is quoted is marked as quoted."""

    def __init__(self) -> None:
        self.lines = [""]
        self.open: list[tuple[str, bool, bool]] = []
        """The tags that are open, with whether what stands in them is quoted, or not seen."""
        self.is_over = False

    def tag(self, name: str, tag: str) -> None:
        """A tag begins or ends here."""
        if name == "br" or name in BLOCKS:
            self.lines.append("")
        if tag.startswith("</"):
            self.end(name)
            return
        classes, ids = (set(value_in(tag, attribute).split()) for attribute in (CLASS, ID))
        self.is_over = self.is_over or not ids.isdisjoint(REST)
        if name not in VOID:
            _, quoted, unseen = self.open[-1] if self.open else ("", False, False)
            is_quote = name == "blockquote" or not classes.isdisjoint(QUOTES)
            self.open.append((name, quoted or is_quote, unseen or name in UNSEEN))

    def end(self, name: str) -> None:
        for here in range(len(self.open) - 1, max(-1, len(self.open) - DEEPEST), -1):
            if self.open[here][0] == name:
                del self.open[here:]
                return

    def say(self, text: str) -> None:
        """Text stands here; it keeps its lines within `pre` alone."""
        _, quoted, unseen = self.open[-1] if self.open else ("", False, False)
        if self.is_over or unseen:
            return
        keeps_lines = any(name == "pre" for name, *_ in self.open[-DEEPEST:])
        for number, line in enumerate(text.split("\n") if keeps_lines else [" ".join(text.split("\n"))]):
            if number:
                self.lines.append("")
            self.lines[-1] += ("> " if quoted and not self.lines[-1] else "") + line


def value_in(tag: str, attribute: re.Pattern[str]) -> str:
    """The value of an attribute of a tag; empty where it has none."""
    found = attribute.search(tag)
    return next(filter(None, found.groups()), "") if found else ""


# ---- whose words they are

QUOTED = re.compile(r"\s*[>|·]")
RULE = re.compile(r"\s*(?:_{5,}|-{2,} ?.{0,60} ?-{2,}|-{5,}|\*{5,})\s*")
SENT = "Sent|Get|Gesendet|Envoyé|Enviado|Inviato|Verzonden"
SIGNATURE = re.compile(rf"\s*--\s*|\s*(?:{SENT}) (?:from|by|von|de|da|vanaf|Outlook) .{{1,60}}")
SAID = "wrote|writes|schrieb|a écrit|escribió|ha scritto|schreef|skrev|escreveu|kirjoitti|napisał"
ATTRIBUTION = re.compile(
    rf".{{0,400}}\b(?:{SAID})\b[^:]{{0,120}}:|.{{0,300}}<[^<>\s]{{1,100}}@[^<>\s]{{1,100}}>.{{0,60}}:"
)
BEGUN = re.compile(r"(?:On|Am|Le|El|Il|Op|Den|Em|W dniu|Dnia)\b.*\d.*")
"""How a mail program begins to say who wrote when, where that takes more than a line."""
NAMED = "From|Von|De|Da|Van|Från|Fra|Sent|Gesendet|Envoyé|Date|Datum|To|An|À|Subject|Betreff|Objet"
HEADERS = re.compile(rf"\*?(?:{NAMED})\*?\s?:\*? .+")
WRAPPED = 3
"""Lines over which a mail program may break what says who wrote what follows."""


def own_words(text: str) -> str:
    """What the writer of a mail says there themselves, above, below and between what they quote.

    It ends at our mark, a rule, a block of headers or a signature; a rule in the first line ends nothing.
    """
    lines = [line.rstrip() for line in text.split("\n")]
    kept: list[str] = []
    number = 0
    while number < len(lines):
        line = lines[number]
        if line.strip() == MARK or SIGNATURE.fullmatch(line) or begins_headers(lines, number):
            break
        if RULE.fullmatch(line) and any(kept):
            break
        if QUOTED.match(line):
            number += 1
        elif taken := attribution_at(lines, number):
            number += taken
        else:
            kept.append(line)
            number += 1
    return "\n".join(kept).strip("\n")


def begins_headers(lines: Sequence[str], number: int) -> bool:
    """Whether three lines that look like the headers of a mail follow one another from here."""
    block = lines[number : number + 3]
    return len(block) == 3 and all(HEADERS.fullmatch(line.strip()) for line in block)


def attribution_at(lines: Sequence[str], number: int) -> int:
    """Over how many lines from here it is said who wrote what is quoted below; 0 where it is not."""
    for taken in range(1, WRAPPED + 1):
        block = [line.strip() for line in lines[number : number + taken]]
        if not all(block) or (taken > 1 and not BEGUN.fullmatch(block[0])):
            break
        said = " ".join(block)
        follows = next((line for line in lines[number + taken : number + taken + 2] if line.strip()), "")
        if len(said) <= 500 and ATTRIBUTION.fullmatch(said) and (QUOTED.match(follows) or not follows):
            return taken
    return 0
