"""Leaves of a page: elements that bear a short hash of themselves, and are not sent again to a page that has them.

A page names in a header what it has; in their places it is sent stubs, which its script fills with what stands there
(`leaves.js`). So is what stands twice in one answer. What a page says changes nothing of what it is told; it leaves out
what it has, and nothing else.
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
STUB = '<g data-same="{}"></g>'
BETWEEN_STUBS = re.compile(r'"></g>\s*<g data-same="')
ONLY_STUBS = re.compile(rf'\s*<g data-same="{HASH}(?: {HASH})*"></g>\s*')
LOG = re.compile(r"log:(\d{1,9})")


@dataclass(frozen=True)
class Has:
    """What a page says that it has: its log up to an entry, and leaves by their hashes.

    `unsure`: it no longer knows, and wants all of it, also where nothing is new.
    """

    log: int | None = None
    leaves: frozenset[str] = frozenset()
    unsure: bool = False


def has_of(header: str) -> Has:
    """What a header says; what cannot be read in it is passed over."""
    words = header.split()
    logs = [int(found[1]) for word in words if (found := LOG.fullmatch(word))]
    leaves = frozenset(word for word in words if re.fullmatch(HASH, word))
    return Has(next(iter(logs), None), leaves, "unsure" in words)


def leaf(element: str) -> Markup:
    """An element with its hash."""
    begins = BEGINS.match(element)
    if begins is None:
        return Markup(element)
    hash = urlsafe_b64encode(hashlib.blake2b(element.encode(), digest_size=6).digest()).decode()
    return Markup(f'{element[: begins.end()]} data-v="{hash}"{element[begins.end() :]}')


def without(html: str, has: set[str]) -> Markup:
    """HTML with a stub in place of each leaf that a page has; those that stand in it whole it has from now on."""
    parts, at = list[str](), 0
    while found := BEARS.search(html, at):
        if found[2] in has:
            parts += [html[at : found.start()], STUB.format(found[2])]
            at = end_of(html, found.start(), found[1])
        else:
            has.add(found[2])
            parts.append(html[at : found.end()])
            at = found.end()
    return Markup(BETWEEN_STUBS.sub(" ", "".join([*parts, html[at:]])))


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
