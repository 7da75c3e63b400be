"""A page that is nudged, as a browser keeps it: what it has, the header that says so, and what it is sent."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.client import TestClient
from web.page_delta import BEARS, HEADER, LABEL, end_of, ends_of_tag, inner_leaves, label_of, sum_of, words_of
from web.table.pages import SHOWN

BY_HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}
STATE = re.compile(r'name="(after|written|settles|stopped)" value="(\d*)"')
STUB = re.compile(r'<g data-same="([^"]+)"></g>')
LATER = re.compile(r'<i data-late="([a-z]+)"></i>')
FRAMED = re.compile(r'<a data-v="[^"]+" data-f="([^"]+)"(?: data-p="([^"]+)")?')
NEW = "<g data-new>"
LATE = ("track", "units", "log", "told", "rest", "total", "answers")
WITHIN = ("track", "told", "rest", "total", "answers", "log-lines")
PARTIAL = re.compile(r'<hx-partial (?:id="|hx-target="#)([\w-]+)"(?: hx-swap="(\w+)")?>(.*?)</hx-partial>', re.DOTALL)


CARD = re.compile(r'<li data-v="[^"]+" class="result .*?</li>', re.DOTALL)
MOST_OF_A_CARD = 2_000
"""So many bytes a result card may add."""


def weight(sent: str) -> int:
    """The bytes of what a page is sent, less its result cards, none of which weighs more than a card may."""
    assert all(len(card.encode()) <= MOST_OF_A_CARD for card in CARD.findall(sent))
    return len(CARD.sub("", sent).encode())


def leaves_of(html: str) -> dict[str, str]:
    """The leaves of some HTML, by their hashes."""
    return {found[2]: html[found.start() : end_of(html, found.start(), found[1])] for found in BEARS.finditer(html)}


def frames_of(html: str) -> dict[str, str]:
    """The leaves of some HTML that have a frame, by the hashes of that and of its pattern."""
    return {
        hash: html[found.start() : end_of(html, found.start(), "a")]
        for found in FRAMED.finditer(html)
        for hash in filter(None, found.groups())
    }


def with_addresses(html: str, page: str) -> str:
    """HTML with the page's own address where a link or a form leads from there, and with rims in full."""
    html = re.sub(r' data-costs="([^"]+)"></g>', lambda found: f">{figures(found[1])}</g>", html)
    steps = [found[1] for found in re.finditer(r' data-d="([^";]+);', html)]
    html = re.sub(r' data-d="[^";]*;([^"]+)"', lambda found: f' d="{rings(steps[0], found[1])}"', html)
    html = re.sub(r'<a class="place">([^<]+)</a>', r'<a class="place" href="#place-\1">\1</a>', html)
    html = re.sub(r'<a class="term">([^<]+)</a>', rf'<a class="term" href="{page}/contacts/\1">\1</a>', html)
    return re.sub(r' (href|action|hx-get|hx-post)="~', rf' \1="{page}', html)


def figures(said: str) -> str:
    """Figures over places in reach, out of a list of them."""
    parts = (one.split(" ") for one in said.split("|"))
    return "".join(
        f'<text x="{x}" y="{y}"{" class=" + chr(34) + "is-aside" + chr(34) if aside else ""}>{cost}</text>'
        for x, y, cost, *aside in parts
    )


def rings(steps: str, said: str) -> str:
    """A path of closed rings out of its steps, each with a letter, and where each ring begins."""
    step = dict(zip("abcdefghijklmnopqrstuvwxyz", steps.split(","), strict=False))
    parts = (ring.rpartition(" ") for ring in said.split(";"))
    return "".join(f"M{begins}l{' '.join(step[one] for one in way)}z".replace(" -", "-") for begins, _, way in parts)


def filled(html: str, leaves: Mapping[str, str], frames: Mapping[str, str]) -> str:
    """HTML as the page's script completes it: what it has stands in place of the stubs, and all has its label."""
    while (at := html.find(NEW)) >= 0:
        html = html[:at] + html[end_of(html, at, "g") :]
    while stub := STUB.search(html):
        said, above = written_out(stub[1]), html[: stub.start()]
        if any(parts for _, *parts in said.values()):
            frames = {**frames_of(above), **frames}
        whole = "".join(kept(word, said[word], leaves, frames) for word in stub[1].split())
        html = above + whole + html[stub.end() :]
    for found in reversed([*FRAMED.finditer(html)]):
        html = html[: found.start()] + labelled(html[found.start() :])
    return html


def written_out(words: str) -> dict[str, list[str]]:
    """The hashes of each word of a stub, in which a number stands for the hash that was that manieth."""
    met, said = list[str](), dict[str, list[str]]()
    for word in words.split():
        parts = word.partition("=")[0].split(":")
        said[word] = []
        for part in parts:
            said[word].append(part if len(part) == 8 else met[int(part, 16)])
            met += [part] if len(part) == 8 else []
    return said


def kept(said: str, hashes: Sequence[str], leaves: Mapping[str, str], frames: Mapping[str, str]) -> str:
    """What a page puts in the place of one word of a stub: a leaf, or a frame with these leaves in it."""
    _, _, values = said.partition("=")
    hash, *parts = hashes
    if not parts:
        return leaves[hash]
    like, frame = frames[hash], hash
    inner = inner_leaves(like)
    before, after = like[: inner[0].start], like[inner[-1].end :]
    if values:
        values = values.replace("+", " ")
        frame = sum_of(hash, values)
        [old] = re.findall(' data-with="([^"]*)"', before)
        now = dict(zip(old.split(";"), values.split(";"), strict=True))
        before, after = (words_of(now).sub(lambda found: now[found[0]], part) for part in (before, after))
        for mark, is_now in (("f", frame), ("p", hash)):
            before = re.sub(f' data-{mark}="[^"]+"', f' data-{mark}="{is_now}"', before)
    whole = before + "".join(leaves[part] for part in parts) + after
    made = f' data-v="{sum_of(frame, *parts)}"'
    return LABEL.sub("", re.sub(' data-v="[^"]+"', made, whole, count=1), count=1)


def labelled(html: str) -> str:
    """HTML that begins with a leaf in a frame, which is called by what is said in it."""
    element, tag_end = html[: end_of(html, 0, "a")], ends_of_tag(html, 0)
    if LABEL.search(html, 0, tag_end):
        return html
    return f'{html[: tag_end - 1]} aria-label="{label_of(element)}">{html[tag_end:]}'


def on_top(html: str, element: str) -> str:
    """An element with something put in before all that is in it."""
    begins = element.index(">") + 1
    return element[:begins] + html + element[begins:]


def header_of(html: str) -> str:
    """What a page says that it has, when it is as it was sent and shows all of it."""
    return " ".join([f"open:{','.join(LATE)}", *logged(html), *leaves_of(html), *frames_of(html)])


def logged(html: str) -> list[str]:
    """Up to where the log of a page goes."""
    return [f"log:{number}" for number in re.findall('class="log-number">(\\d+)<', html)[:1]]


def element(html: str, id: str) -> str:
    """The element of this id."""
    found = re.search(rf'<([a-z]+)\b[^>]* id="{id}"', html)
    return html[found.start() : end_of(html, found.start(), found[1])] if found else ""


@dataclass
class Kept:
    """The page at `address`: its elements that are swapped, by their ids, and what it was `sent` last."""

    client: TestClient
    address: str
    state: dict[str, str]
    elements: dict[str, str]
    sent: str = ""
    has: str = ""

    @classmethod
    def at(cls, client: TestClient, address: str) -> Kept:
        answer = client.get(address)
        elements = {id: element(answer.text, id) for id in (*SHOWN.values(), *WITHIN)}
        return cls(client, str(answer.url.path), dict(STATE.findall(answer.text)), elements)

    @property
    def leaves(self) -> dict[str, str]:
        return leaves_of("".join(self.elements.values()))

    def look(self, *open: str) -> Kept:
        """Fetch what is new, with these late parts open, and take it in."""
        return self.fetched("live=1&" + "&".join(f"{name}={value}" for name, value in self.state.items()), open)

    def opened(self, late: str) -> Kept:
        """Fetch a late part, and take it in."""
        return self.fetched(f"late={late}", (late,))

    def fetched(self, query: str, open: Sequence[str]) -> Kept:
        leaves, frames = self.leaves, frames_of(self.elements["map-live"])
        self.has = " ".join([f"open:{','.join(open)}", *logged(self.elements["log-lines"]), *leaves, *frames])
        answer = self.client.get(f"{self.address}?{query}", headers={**BY_HTMX, HEADER: self.has})
        assert answer.status_code == 200
        self.sent = answer.text
        self.state |= dict(STATE.findall(answer.text))
        leaves |= leaves_of(with_addresses(answer.text, self.address))
        for target, swap, html in PARTIAL.findall(with_addresses(answer.text, self.address)):
            whole = LATER.sub(lambda found: self.elements[found[1]], filled(html, leaves, frames))
            self.elements[target] = on_top(whole, self.elements[target]) if swap == "afterbegin" else whole
            for id in WITHIN:
                self.elements[id] = element(whole, id) or self.elements[id]
        return self
