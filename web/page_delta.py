"""What of a page is sent: leaves, elements that bear a short hash of themselves, are not sent to a page that has them.

A page names in a header what it has; in their places it is sent stubs, which its script fills with what stands there
(`page-delta.js`). So is what stands twice in one answer. Of a leaf that changes often, such as a counter on the map,
the frame has a hash too: where the page has frame and inner leaves, it is told of which the new leaf is made. Late
parts, such as the lists behind a tab, are sent only to a page that has them open; it fetches them when they are opened.
What a page says changes nothing of what it is told; it leaves out what it has or does not show, and nothing else.
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
STUBS = re.compile(r'<g data-same="([^"]+)"></g>')
BETWEEN_STUBS = re.compile(r'"></g>\s*<g data-same="')
ONLY_STUBS = re.compile(rf'\s*<g data-same="{HASH}(?: (?:{HASH}|[0-9a-f]+))*"></g>\s*')
NEW = "<g data-new>{}</g>"
DOTS = "…"
PLAIN = re.compile(r"[\w ./|-]+", re.ASCII)
LABEL = re.compile(r' aria-label="[^"]*"')
SAYS = re.compile(r' data-says="([^"]*)"')
TELLS = re.compile(r' data-tells="([^"]*)"')
SAYS_OR_FIGURES = re.compile(r' data-says="([^"]*)"| class="c-figures"(?: (?!data-says)[\w-]+="[^"]*")*>([^<]*)')
TAG_ENDS = re.compile(r'(?:[^>"]|"[^"]*")*?/?>')
ADDRESS = r' (href|action|hx-get|hx-post)="{}(?=["/?#])'
PLACE = re.compile(r'<a class="place" href="#place-([^"]+)">\1</a>')
CONTACT = r'<a class="term" href="{}/contacts/([^"]+)">\1</a>'
COST = r'<text x="([-.\d]+)" y="([-.\d]+)"( class="is-aside")?>([^<|]*)</text>'
COSTS = re.compile(f'(class="map-costs")>((?:{COST})+)</g>')
LATER = '<i data-late="{}"></i>'
RINGS = re.compile(r' d="((?:M[-.\d ]+l[-.\d ]+z)+)"')
RING = re.compile(r"M([-.\d ]+)l([-.\d ]+)z")
STEP = re.compile(r"(-?[.\d]+) ?(-?[.\d]+)")
MODULI = 16777213, 16777199
"""The two largest primes below 2 ** 24: each gives four digits of a sum."""
BASE_64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
ROOM = re.compile(r"\n\s+|(?<=>)\s{2,}(?=<)")
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
    frame_hash, marks = hash_of(frame), ""
    if values and all(map(PLAIN.fullmatch, values)):
        pattern = words_of(values).sub(lambda found: f"\0{values.index(found[0])}", frame)
        filled_in, pattern_hash = ";".join(values), hash_of(pattern)
        marks, frame_hash = f' data-p="{pattern_hash}" data-with="{filled_in}"', sum_of(pattern_hash, filled_in)
    labelled = f'{element[name.end() : tag_end - 1]} aria-label="{label_of(element)}"{element[tag_end - 1 :]}'
    made = sum_of(frame_hash, *(one.hash for one in inner))
    return Markup(f'{element[: name.end()]} data-v="{made}" data-f="{frame_hash}"{marks}{labelled}')


def label_of(element: str) -> str:
    """What an element says, with what is in it in place of the dots. `data-tells` says what figures in it mean."""
    tag_end = ends_of_tag(element, 0)
    said, tells = (found[1] if (found := mark.search(element, 0, tag_end)) else "" for mark in (SAYS, TELLS))
    words = [
        found[1] or told_by(tells, found[2])
        for found in SAYS_OR_FIGURES.finditer(element, tag_end)
        if found[1] or tells
    ]
    return (said or DOTS).replace(DOTS, ", ".join(words))


def told_by(tells: str, figures: str) -> str:
    """What figures mean: those of `4-9-6` in their places in `attack #, defence #, # points left`."""
    parts = iter(figures.split("-"))
    return re.sub("#", lambda found: next(parts, ""), tells)


def words_of(values: Iterable[str]) -> re.Pattern[str]:
    """Any of these values where it stands as a word of its own, the longest first."""
    either = "|".join(map(re.escape, sorted(values, key=len, reverse=True)))
    return re.compile(rf"(?<![A-Za-z0-9_.])(?:{either})(?![A-Za-z0-9_.])")


def hash_of(html: str) -> str:
    return urlsafe_b64encode(hashlib.blake2b(html.encode(), digest_size=6).digest()).decode()


def sum_of(*words: str) -> str:
    """The hash of what is made of others by their hashes, which the page's script reckons too."""
    found = list[int]()
    for most in MODULI:
        sum = 0
        for letter in ":".join(words):
            sum = (sum * 131 + ord(letter)) % most
        found += [sum >> shift & 63 for shift in (0, 6, 12, 18)]
    return "".join(BASE_64[digit] for digit in found)


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
    return Markup(STUBS.sub(lambda stub: STUB.format(numbered(stub[1])), stubbed(html, has, said)))


def stubbed(html: str, has: set[str], said: Has) -> str:
    """The same with each hash written out. Before stubs that follow each other stand the leaves of which they are made
    and which the page does not have."""
    parts, at, new = list[str](), 0, dict[int, str]()
    follows = False
    while found := STUBBED.search(html, at):
        name, hash, frame, pattern, values, late = found.groups()
        before, start = html[at : found.start()], found.start()
        is_had, is_like = bool(hash and hash in has), bool({frame, pattern} & has)
        if late and not said.wants(late):
            parts += [before, LATER.format(late)]
            at, follows = end_of(html, start, name), False
        elif is_had or is_like:
            at = end_of(html, start, name)
            if not follows or before.strip():
                new[len(parts) + 1] = ""
                parts += [before, ""]
            how = (frame, "") if frame in has else (pattern, values)
            lacking, word = ("", hash) if is_had else made_of(html[start:at], *how, has, said)
            new[max(new)] += lacking
            parts.append(STUB.format(word))
            has |= {hash} if is_had else {hash, frame}
            follows = True
        else:
            at, follows = ends_of_tag(html, start) if frame else found.end(), False
            parts += [before, LABEL.sub("", html[start:at]) if frame else html[start:at]]
            has.update(filter(None, [hash, frame, pattern]))
    for place, leaves in new.items():
        parts[place] = NEW.format(leaves) if leaves else ""
    return BETWEEN_STUBS.sub(" ", ROOM.sub("\n", "".join([*parts, html[at:]])))


def numbered(words: str) -> str:
    """The words of a stub, where a hash that stood there before has the number of that: the first of them is 0."""
    met, said = list[str](), list[str]()
    for word in words.split():
        made, sign, values = word.partition("=")
        hashes = made.split(":")
        said.append(":".join(f"{met.index(one):x}" if one in met else one for one in hashes) + sign + values)
        met += [one for one in hashes if one not in met]
    return " ".join(said)


def made_of(leaf: str, made: str, values: str, has: set[str], said: Has) -> tuple[str, str]:
    """Those inner leaves of a leaf that a page does not have, and the word of a stub that says of what it is `made`."""
    inner = inner_leaves(leaf)
    new = "".join(stubbed(leaf[one.start : one.end], has, said) for one in inner if one.hash not in has)
    return new, ":".join([made, *(one.hash for one in inner)]) + (f"={values.replace(' ', '+')}" if values else "")


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

    A link to a place bears its name alone, as one to a contact does that is called by its handle, the rim of many
    places has its steps by letters, and figures over them are a list.
    """
    html = COSTS.sub(in_a_list, in_letters(PLACE.sub(r'<a class="place">\1</a>', str(html))))
    html = re.sub(CONTACT.format(re.escape(home)), r'<a class="term">\1</a>', html)
    return Markup(re.sub(ADDRESS.format(re.escape(home)), r' \1="~', html))


def in_letters(html: str) -> str:
    """HTML with a letter for each step of a path of closed rings: `data-d="20 -34.64,40 0;660 277.1 abab"`.

    The first path has the steps before it, of which there are few in a grid.
    """
    paths = RINGS.findall(html)
    kinds = list(dict.fromkeys(step for path in paths for _, way in RING.findall(path) for step in STEP.findall(way)))
    if len(kinds) > len(LETTERS):
        return html
    named, first = dict(zip(kinds, LETTERS, strict=False)), [",".join(map(" ".join, kinds))]

    def written(path: re.Match[str]) -> str:
        rings = (f"{at} {''.join(named[step] for step in STEP.findall(way))}" for at, way in RING.findall(path[1]))
        return f' data-d="{";".join([first.pop() if first else "", *rings])}"'

    return RINGS.sub(written, html)


def in_a_list(costs: re.Match[str]) -> str:
    """The figures over places in reach, of which there may be a hundred: `data-costs="780 525.6 4|805 571 5 aside"`."""
    said = "|".join(f"{x} {y} {cost}{' aside' if aside else ''}" for x, y, aside, cost in re.findall(COST, costs[2]))
    return f'{costs[1]} data-costs="{said}"></g>'


def is_had(html: str) -> bool:
    """Whether nothing is left of a block but leaves that the page has."""
    return ONLY_STUBS.fullmatch(html) is not None
