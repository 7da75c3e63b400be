"""Reading a mail that came: its sender's own words, without what is quoted in it, and what its headers say.

Whatever the bytes are, something comes of them or `Unreadable` is raised; and it is soon over, since a mail has at most
MOST_BYTES, parts and depth are bounded, and each line is looked at a fixed number of times.
"""

from __future__ import annotations

import codecs
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.header import decode_header
from email.message import Message
from email.policy import compat32
from email.utils import parseaddr

from service.mailing.own_words import own_words, plain_text
from service.matches.replies import Reply

MOST_BYTES = 256 * 1024
MOST_PARTS = 60
MOST_NAMES = 20
"""So many headers of a name and so many attachments are looked at."""
LONGEST_NAME = 200
BOUNDARY = re.compile(rb"boundary[\s*\d]*=|message/", re.IGNORECASE)
"""What each part that has parts needs somewhere."""
CHARSETS = (
    "ascii", "big5", "cp", "euc", "gb", "hp", "hz", "iso2022", "iso8859", "johab", "koi8", "latin", "mac", "ptcp",
    "shift", "tis", "utf",
)  # fmt: skip
"""How the names of the encodings begin that texts come in; others are no charsets, or take long to read."""
BULK = frozenset({"bulk", "junk", "list"})
REFUSED_BY = re.compile(r"\bdmarc=fail\b|\bspf=fail\b(?!.*\bdkim=pass\b)", re.IGNORECASE | re.DOTALL)


class Unreadable(Exception):
    """No words can be got out of a mail."""


@dataclass(frozen=True)
class MailRead(Reply):
    """A mail as it was read. `is_automatic`: no person wrote it."""

    words: str
    is_automatic: bool = False


def read_mail(content: bytes) -> MailRead:
    """What a mail says. Raises Unreadable."""
    if len(content) > MOST_BYTES or len(BOUNDARY.findall(content)) > MOST_PARTS:
        raise Unreadable()
    try:
        return _read(content)
    except Exception as fault:  # whatever a parser of mails makes of bytes that are none
        raise Unreadable() from fault


def _read(content: bytes) -> MailRead:
    message = message_from_bytes(content, policy=compat32)
    parts = list(parts_of(message))
    texts = [(part, text_of(part)) for part in parts if is_text(part)]
    words, apart = words_among(texts)
    return MailRead(
        words=words,
        apart=apart,
        id=header(message, "Message-ID")[:LONGEST_NAME] or hashlib.sha256(content).hexdigest(),
        sender=parseaddr(header(message, "From"))[1][:LONGEST_NAME].lower(),
        is_automatic=is_automatic(message),
        is_doubtful=any(REFUSED_BY.search(said) for said in headers(message, "Authentication-Results")),
        attachments=sum(not part.is_multipart() and not is_text(part) for part in parts[:MOST_NAMES]),
    )


# ---- headers


def headers(message: Message, name: str) -> list[str]:
    """All headers of a name, each in one line, whatever characters they came in."""
    found = []
    for value in message.get_all(name, [])[:MOST_NAMES]:
        try:
            pieces = [
                piece if isinstance(piece, str) else decoded(piece, charset)
                for piece, charset in decode_header(str(value))
            ]
        except Exception:  # a word that says it is encoded and is not
            pieces = [str(value)]
        found.append(" ".join(printable("".join(pieces)).split()))
    return found


def header(message: Message, name: str) -> str:
    """The first header of a name; empty without one."""
    return next(iter(headers(message, name)), "")


def is_automatic(message: Message) -> bool:
    """Whether a program wrote it, so that an answer could go round for ever."""
    submitted = header(message, "Auto-Submitted").partition(";")[0].strip().lower()
    return (
        submitted not in ("", "no")
        or header(message, "Precedence").lower() in BULK
        or header(message, "Return-Path") == "<>"
        or message.get_content_type() == "multipart/report"
        or bool(header(message, "List-Id"))
    )


FAILED = re.compile(rb"^Action:[ \t]{0,3}failed\b", re.I | re.M)
FOR_GOOD = re.compile(rb"^Status:[ \t]{0,3}(5\.[\w.]{1,20})", re.I | re.M)
WHY = re.compile(rb"^Diagnostic-Code:[ \t]{0,3}([^\r\n]{1,250})", re.I | re.M)


def failure_in(content: bytes) -> str:
    """Why a mail of ours can never be delivered, if that is what a server reports (RFC 3464); else nothing."""
    if len(content) > MOST_BYTES or not FAILED.search(content) or (status := FOR_GOOD.search(content)) is None:
        return ""
    try:
        kind = message_from_bytes(content, policy=compat32).get_content_type()
    except Exception:  # whatever a parser of mails makes of bytes that are none
        return ""
    why = WHY.search(content)
    said = (why[1] if why is not None else b"It came back: " + status[1]).decode("ascii", "replace")
    return " ".join(printable(said).split()) if kind == "multipart/report" else ""


# ---- parts


def parts_of(message: Message) -> Iterator[Message]:
    """The parts of a mail in their order, itself first. A mail within it is not opened."""
    waiting, count = [message], 0
    while waiting and count < MOST_PARTS:
        part, count = waiting.pop(), count + 1
        yield part
        inner = part.get_payload()
        if isinstance(inner, list) and part.get_content_maintype() == "multipart":
            waiting.extend(one for one in reversed(inner) if isinstance(one, Message))


def is_text(part: Message) -> bool:
    """Whether it is something to read, and not a file that hangs on the mail."""
    is_file = str(part.get("Content-Disposition", "")).strip().lower().startswith("attachment")
    return part.get_content_type() in ("text/plain", "text/html") and not is_file and not part.is_multipart()


def text_of(part: Message) -> str:
    """What a part says, in whatever encoding it is."""
    content = part.get_payload(decode=True)
    assert isinstance(content, bytes)
    return printable(decoded(content, part.get_content_charset()))


def decoded(content: bytes, charset: str | None) -> str:
    """Bytes as text: in the encoding that they are said to be in, or in UTF-8, or else as Windows has it."""
    for name in (charset, "utf-8"):
        try:
            if name and codecs.lookup(name).name.replace("-", "").replace("_", "").startswith(CHARSETS):
                return content.decode(name)
        except (LookupError, ValueError):
            continue
    return content.decode("cp1252", "replace")


CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


def printable(text: str) -> str:
    """Text without control characters and lone surrogates."""
    return CONTROLS.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def words_among(texts: list[tuple[Message, str]]) -> tuple[str, int]:
    """The sender's own words: of the first plain part that is not blank, or else of the first page of HTML.

    And how many lines were left out that are as those we set apart.
    """
    for part, text in texts:
        if part.get_content_type() == "text/plain" and text.strip():
            is_flowed = str(part.get_param("format", "")).lower() == "flowed"
            takes_space = str(part.get_param("delsp", "")).lower() == "yes"
            return own_words(flowing(text, takes_space=takes_space) if is_flowed else text)
    for part, text in texts:
        if part.get_content_type() == "text/html":
            return own_words(printable(plain_text(text)))
    return "", 0


def flowing(text: str, *, takes_space: bool) -> str:
    """Text whose lines go on below where they end in a space (RFC 3676), each in one line."""
    found: list[str] = []
    goes_on = False
    for line in text.split("\n"):
        if line.startswith(">"):
            goes_on = False
            found.append(line)
            continue
        line = line.removeprefix(" ")
        is_rule = line == "-- "
        if goes_on and not is_rule:
            found[-1] += line
        else:
            found.append(line)
        goes_on = line.endswith(" ") and not is_rule
        if goes_on and takes_space:
            found[-1] = found[-1][:-1]
    return "\n".join(found)
