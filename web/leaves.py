"""Leaves of a page: elements that bear a short hash of themselves, and are not sent again to a page that has them.

A page names in a header what it has; in their places it is sent stubs, which its script fills with what stands there
(`leaves.js`). So is what stands twice in one answer. Late parts, such as the lists behind a tab, are sent only to a
page that has them open; it fetches them when they are opened. What a page says changes nothing of what it is told; it
leaves out what it has or does not show, and nothing else.
"""

from __future__ import annotations

import hashlib
import re
from base64 import urlsafe_b64encode
from dataclasses import dataclass

from markupsafe import Markup

HEADER = "Sitrep-Has"
HASH = r"[\w-]{8}"
BEGINS = re.compile(r"\s*<([a-zA-Z][\w-]*)")
BEARS = re.compile(rf'<([a-zA-Z][\w-]*) data-v="({HASH})"')
STUBBED = re.compile(rf'<([a-zA-Z][\w-]*) data-(?:v="({HASH})"|late="([a-z]+)")')
STUB = '<g data-same="{}"></g>'
BETWEEN_STUBS = re.compile(r'"></g>\s*<g data-same="')
ONLY_STUBS = re.compile(rf'\s*<g data-same="{HASH}(?: {HASH})*"></g>\s*')
LATER = '<i data-late="{}"></i>'
LINES = re.compile(r"\n\s+")
LOG = re.compile(r"log:(\d{1,9})")
OPEN = "open:"


@dataclass(frozen=True)
class Has:
    """What a page says that it has: its log up to an entry, and leaves by their hashes.

    `open`: the late parts that it shows, None where it says nothing of them. `unsure`: it no longer knows, and wants
    all of it, also where nothing is new.
    """

    log: int | None = None
    leaves: frozenset[str] = frozenset()
    open: frozenset[str] | None = None
    unsure: bool = False

    def wants(self, late: str) -> bool:
        """Whether a late part is to be sent."""
        return self.open is None or late in self.open


NOTHING = Has()


def has_of(header: str) -> Has:
    """What a header says; what cannot be read in it is passed over."""
    words = header.split()
    logs = [int(found[1]) for word in words if (found := LOG.fullmatch(word))]
    leaves = frozenset(word for word in words if re.fullmatch(HASH, word))
    shown = [word.removeprefix(OPEN).split(",") for word in words if word.startswith(OPEN)]
    return Has(next(iter(logs), None), leaves, frozenset(shown[0]) if shown else None, "unsure" in words)


def leaf(element: str) -> Markup:
    """An element with its hash."""
    begins = BEGINS.match(element)
    if begins is None:
        return Markup(element)
    hash = urlsafe_b64encode(hashlib.blake2b(element.encode(), digest_size=6).digest()).decode()
    return Markup(f'{element[: begins.end()]} data-v="{hash}"{element[begins.end() :]}')


def without(html: str, has: set[str], said: Has = NOTHING) -> Markup:
    """HTML with a stub in place of each leaf that a page has, and of each late part within it that it does not show.

    Leaves that stand in it whole it has from now on.
    """
    parts, at = list[str](), 0
    while found := STUBBED.search(html, at):
        name, hash, late = found.groups()
        if late and not said.wants(late):
            stub = LATER.format(late)
        elif hash and hash in has:
            stub = STUB.format(hash)
        else:
            has.update(filter(None, [hash]))
            parts.append(html[at : found.end()])
            at = found.end()
            continue
        parts += [html[at : found.start()], stub]
        at = end_of(html, found.start(), name)
    return Markup(BETWEEN_STUBS.sub(" ", LINES.sub("\n", "".join([*parts, html[at:]]))))


def end_of(html: str, start: int, name: str) -> int:
    """Where an element of this name ends that begins there; no attribute of ours holds a bracket that is not quoted."""
    depth = 0
    for tag in re.compile(rf'<(/?){name}\b(?:[^>"]|"[^"]*")*?(/?)>').finditer(html, start):
        depth += -1 if tag[1] else 0 if tag[2] else 1
        if depth == 0:
            return tag.end()
    raise ValueError(f"an element <{name}> without its end")


def is_had(html: str) -> bool:
    """Whether nothing is left of a block but leaves that the page has."""
    return ONLY_STUBS.fullmatch(html) is not None
