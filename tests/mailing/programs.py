"""How mail programs answer a mail: each makes of an answer and of what it answers the bytes that it would send."""

from __future__ import annotations

import base64
import quopri
from collections.abc import Callable
from html import escape

Program = Callable[[str, str], tuple[str, bytes]]
"""Makes of an answer and of the text that it answers the headers of content, and the content."""


def quoted(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


def above(own: str, answered: str) -> tuple[str, bytes]:
    """Above the quote, whose heading takes two lines."""
    heading = "On Mon, 23 Nov 2026 at 10:00, Sitrep\n<sitrep@sitrep.example> wrote:\n"
    return "text/plain; charset=utf-8", f"{own}\n\n{heading}{quoted(answered)}".encode()


def below(own: str, answered: str) -> tuple[str, bytes]:
    """Below the quote, with a signature, and flowed."""
    heading = "Am 23.11.2026 um 10:00 schrieb Sitrep:\n"
    return "text/plain; charset=utf-8; format=flowed", f"{heading}{quoted(answered)}\n{own}\n-- \nAnna\n".encode()


def outlook(own: str, answered: str) -> tuple[str, bytes]:
    """Above a header, and nothing marked as quoted."""
    heading = "________________________________\nFrom: Sitrep <sitrep@sitrep.example>\nSent: Monday\nTo: Anna\n"
    return "text/plain; charset=windows-1252", f"{own}\n\n{heading}\n{answered}".encode("cp1252", "replace")


def bare(own: str, answered: str) -> tuple[str, bytes]:
    """Above what is answered, without any sign that this is quoted but the dashes of its heading."""
    return "text/plain; charset=utf-8", f"{own}\n-----Original Message-----\n{answered}".encode()


def gmail(own: str, answered: str) -> tuple[str, bytes]:
    """HTML alone: lines as blocks, and the quote in a blockquote."""
    lines = "".join(f"<div>{escape(line).replace('  ', ' &nbsp;')}</div>" for line in own.splitlines())
    quote = f"<blockquote class='gmail_quote'><pre>{escape(answered)}</pre></blockquote>"
    heading = "<div dir=ltr class=gmail_attr>On Monday Sitrep wrote:<br></div>"
    return "text/html; charset=utf-8", f"<html><body>{lines}<div>{heading}{quote}</div></body></html>".encode()


def phone(own: str, answered: str) -> tuple[str, bytes]:
    """A phone's: smart quotes are set, spaces do not break, and it says what it was sent from."""
    text = own.replace("'", "\u2019").replace(" ", "\u00a0", 1)
    return "text/plain; charset=utf-8", f"{text}\n\nSent from my phone\n\n{quoted(answered)}".encode()


PROGRAMS: tuple[Program, ...] = (above, below, outlook, bare, gmail, phone)


def answer(
    program: Program, own: str, answered: str = "", *, coding: str = "8bit", more: str = "", id: str = "1@mail.example",
    sender: str = "anna@mail.example", to: str = "orders@sitrep.example",
) -> bytes:  # fmt: skip
    """An answer as bytes. `coding`: how the content is made fit for travelling; `more`: further headers."""
    kind, content = program(own, answered)
    coded = {"8bit": bytes, "base64": base64.encodebytes, "quoted-printable": quopri.encodestring}[coding](content)
    head = (
        f"From: Anna <{sender}>\nTo: {to}\nSubject: Re: Sitrep\nMessage-ID: <{id}>\nMIME-Version: 1.0\n"
        f"Content-Type: {kind}\nContent-Transfer-Encoding: {coding}\n{more}\n"
    )
    return head.encode() + coded
