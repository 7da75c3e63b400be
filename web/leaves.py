"""Leaves of a page: elements that bear a short hash of themselves, and are not sent again to a page that has them.

A page names in a header what it has; in their places it is sent stubs, which its script fills with what stands there
(`leaves.js`). So is what stands twice in one answer. Of a leaf that changes often, such as a counter on the map, the
frame has a hash too: where the page has frame and inner leaves, it is told of which the new leaf is made. Late parts,
such as the lists behind a tab, are sent only to a page that has them open; it fetches them when they are opened. What a
page says changes nothing of what it is told; it leaves out what it has or does not show, and nothing else.
"""

from __future__ import annotations

import hashlib
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

HEADER = "Sitrep-Has"
HASH = r"[\w-]{8}"
BEGINS = re.compile(r"\s*<([a-zA-Z][\w-]*)")
BEARS = re.compile(rf'<([a-zA-Z][\w-]*) data-v="({HASH})"')
PATTERN = rf' data-p="({HASH})" data-with="([^"]*)"'
FRAME = rf' data-f="({HASH})"(?:{PATTERN})?'
STUBBED = re.compile(rf'<([a-zA-Z][\w-]*) data-(?:v="({HASH})"(?:{FRAME})?|late="([a-z]+)")')
STUB = '<g data-same="{}"></g>'
BETWEEN_STUBS = re.compile(r'"></g>\s*<g data-same="')
ONLY_STUBS = re.compile(rf'\s*<g data-same="{HASH}(?: {HASH})*"></g>\s*')
NEW = "<g data-new>{}</g>"
DOTS = "…"
PLAIN = re.compile(r"[\w ./|-]+", re.ASCII)
LABEL = re.compile(r' aria-label="[^"]*"')
SAYS = re.compile(r' data-says="([^"]*)"')
TAG_ENDS = re.compile(r'(?:[^>"]|"[^"]*")*?/?>')
ADDRESS = r' (href|action|hx-get|hx-post)="{}(?=["/?#])'
PLACE = re.compile(r'<a class="place" href="#place-([^"]+)">\1</a>')
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

    @property
    def is_ours(self) -> bool:
        """Whether it is said by the script of a page, which completes what it is sent."""
        return self.open is not None

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
    return Markup(f'{element[: begins.end()]} data-v="{hash_of(element)}"{element[begins.end() :]}')


def framed(element: str, *values: str) -> Markup:
    """A leaf with its label and the hash of its frame, which is all of it but that and its inner leaves.

    These stand side by side. Its label is what it says itself (`data-says`) with what they say in place of the dots, so
    that the page's script can make it of them. With these `values` taken out, the frame has the hash of a pattern: it
    can be made of any other of that pattern.
    """
    name, inner, tag_end = BEGINS.match(element), inner_leaves(element), ends_of_tag(element, 0)
    assert name is not None and inner
    frame = element[: inner[0].start] + element[inner[-1].end :]
    marks = f' data-f="{hash_of(frame)}"'
    if values and all(map(PLAIN.fullmatch, values)):
        pattern = words_of(values).sub(lambda found: f"\0{values.index(found[0])}", frame)
        marks += f' data-p="{hash_of(pattern)}" data-with="{";".join(values)}"'
    labelled = f'{element[name.end() : tag_end - 1]} aria-label="{label_of(element)}"{element[tag_end - 1 :]}'
    return Markup(f'{element[: name.end()]} data-v="{hash_of(labelled)}"{marks}{labelled}')


def label_of(element: str) -> str:
    """What an element says, with what is in it in place of the dots."""
    tag_end = ends_of_tag(element, 0)
    said = SAYS.search(element, 0, tag_end)
    return (said[1] if said else DOTS).replace(DOTS, ", ".join(SAYS.findall(element, tag_end)))


def words_of(values: Iterable[str]) -> re.Pattern[str]:
    """Any of these values where it stands as a word of its own, the longest first."""
    either = "|".join(map(re.escape, sorted(values, key=len, reverse=True)))
    return re.compile(rf"(?<![A-Za-z0-9_.])(?:{either})(?![A-Za-z0-9_.])")


def hash_of(html: str) -> str:
    return urlsafe_b64encode(hashlib.blake2b(html.encode(), digest_size=6).digest()).decode()


@dataclass(frozen=True)
class Inner:
    """A leaf within another: its hash, and where it begins and ends there."""

    hash: str
    start: int
    end: int


def inner_leaves(element: str) -> list[Inner]:
    """The first leaves within an element that stand side by side."""
    found: list[Inner] = []
    at = BEARS.search(element, 1)
    while at is not None:
        found.append(Inner(at[2], at.start(), end_of(element, at.start(), at[1])))
        at = BEARS.match(element, found[-1].end)
    return found


def without(html: str, has: set[str], said: Has = NOTHING) -> Markup:
    """HTML with a stub in place of each leaf that a page has, and of each late part within it that it does not show.

    Leaves and frames that stand in it whole it has from now on.
    """
    parts, at = list[str](), 0
    while found := STUBBED.search(html, at):
        name, hash, frame, pattern, values, late = found.groups()
        before, start = html[at : found.start()], found.start()
        if late and not said.wants(late):
            parts += [before, LATER.format(late)]
            at = end_of(html, start, name)
        elif hash and hash in has:
            parts += [before, STUB.format(hash)]
            at = end_of(html, start, name)
        elif {frame, pattern} & has:
            at = end_of(html, start, name)
            how = (f"{hash}:{frame}", "") if frame in has else (f"{hash}:{frame}:{pattern}", values)
            parts += [before, made_of(html[start:at], *how, has, said)]
            has |= {hash, frame}
        else:
            at = ends_of_tag(html, start) if frame else found.end()
            parts += [before, LABEL.sub("", html[start:at]) if frame else html[start:at]]
            has.update(filter(None, [hash, frame, pattern]))
    return Markup(BETWEEN_STUBS.sub(" ", LINES.sub("\n", "".join([*parts, html[at:]]))))


def made_of(leaf: str, made: str, values: str, has: set[str], said: Has) -> str:
    """A stub that says how a leaf is `made`, and of which inner leaves; before it those that the page does not have."""
    inner = inner_leaves(leaf)
    new = "".join(without(leaf[one.start : one.end], has, said) for one in inner if one.hash not in has)
    word = ":".join([made, *(one.hash for one in inner)]) + (f"={values.replace(' ', '+')}" if values else "")
    return (NEW.format(new) if new else "") + STUB.format(word)


def ends_of_tag(html: str, start: int) -> int:
    """Where the tag ends that begins there."""
    found = TAG_ENDS.match(html, start)
    assert found is not None
    return found.end()


def end_of(html: str, start: int, name: str) -> int:
    """Where an element of this name ends that begins there; no attribute of ours holds a bracket that is not quoted."""
    depth = 0
    for tag in re.compile(rf'<(/?){name}\b(?:[^>"]|"[^"]*")*?(/?)>').finditer(html, start):
        depth += -1 if tag[1] else 0 if tag[2] else 1
        if depth == 0:
            return tag.end()
    raise ValueError(f"an element <{name}> without its end")


def from_home(html: str, home: str) -> Markup:
    """HTML with `~` for the page's own address, which its script knows, where a link or a form leads from there.

    A link to a place bears its name alone.
    """
    return Markup(re.sub(ADDRESS.format(re.escape(home)), r' \1="~', PLACE.sub(r'<a class="place">\1</a>', str(html))))


def is_had(html: str) -> bool:
    """Whether nothing is left of a block but leaves that the page has."""
    return ONLY_STUBS.fullmatch(html) is not None
