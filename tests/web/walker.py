"""A player that knows the page and nothing else: it reads what the forms offer, and sends them filled in at random."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from typing import Any

from tests.client import TestClient

Fields = list[tuple[str, str]]
WRITTEN_ON = (
    ('<section class="panel" id="tab-orders"', '<section class="panel" id="tab-units"'),
    ('<div class="act"', '<div id="live"'),
)
"""Where something is ordered: the panels of the forms and of the sheet, and the bar under the thumb."""
UNPACKED = {"accept-encoding": "identity"}
PLACE = re.compile(r'data-place="([^"|]+)"')


@dataclass
class Control:
    """A field of a form: what may be sent of it, one of `values`, or `least` to `most` of those that are ticked."""

    name: str
    kind: str
    values: list[str] = field(default_factory=list)
    least: int = 0
    most: int = 0

    def filled(self, rng: random.Random) -> list[str]:
        """Values for it, at random; a list that may be left as it is, or has nothing to choose, stays empty."""
        chosen = [value for value in self.values if value]
        match self.kind:
            case "number":
                return [str(rng.randint(self.least, self.most))]
            case "checkbox":
                most = min(self.most or len(chosen), len(chosen))
                return rng.sample(chosen, rng.randint(min(self.least, most), most))
            case "select" | "radio" | "place":
                return [rng.choice(chosen)] if chosen else [""]
        return self.values


@dataclass
class Form:
    """A form of the page: where it goes, what it orders, if anything, and its fields in their order."""

    action: str
    order: str
    controls: dict[tuple[str, str], Control] = field(default_factory=dict)

    def filled(self, rng: random.Random) -> Fields:
        return [(one.name, value) for one in self.controls.values() for value in one.filled(rng)]

    def holds(self, name: str) -> bool:
        return any(one.name == name for one in self.controls.values())


class Page(HTMLParser):
    """The forms and links of a page, each with the ids of the elements around it."""

    VOID = frozenset({"input", "br", "hr", "img", "meta", "link", "source", "col", "wbr"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.around: list[tuple[str, str]] = []
        self.forms: list[tuple[frozenset[str], Form]] = []
        self.links: list[tuple[frozenset[str], str]] = []
        self.range = (0, 0)
        self.select = ""
        for opens, ends in WRITTEN_ON:
            self.feed(text[text.index(opens) : text.index(ends)])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag not in self.VOID:
            self.around.append((tag, given.get("id", "")))
        if tag == "a" and "href" in given:
            self.links.append((self.within(), given["href"]))
        elif tag == "form":
            self.forms.append((self.within(), Form(given.get("action", ""), given.get("data-order", ""))))
        elif tag == "fieldset":
            self.range = (int(given.get("data-least", 0)), int(given.get("data-most", 0)))
        elif self.forms and any(open == "form" for open, _ in self.around):
            self.control(tag, given)

    def within(self) -> frozenset[str]:
        """The ids of the elements that are open."""
        return frozenset(id for _, id in self.around if id)

    def control(self, tag: str, given: dict[str, str]) -> None:
        name, form = given.get("name", ""), self.forms[-1][1]
        if tag == "select":
            self.select = name
            form.controls[name, "select"] = Control(name, "select")
        elif tag == "option" and self.select:
            form.controls[self.select, "select"].values.append(given.get("value", ""))
        elif tag == "input" and name:
            kind = "place" if "data-asks-place" in given else given.get("type", "text")
            one = form.controls.setdefault((name, kind), Control(name, kind, least=self.range[0], most=self.range[1]))
            one.values += self.places(given) if kind == "place" else [given.get("value", "")]
            if kind == "number":
                one.least, one.most = int(given["min"]), int(given["max"])

    def places(self, given: dict[str, str]) -> list[str]:
        """What may be written where a place is: those that are named, or any that lies on the map."""
        return given["data-places"].split("|") if "data-places" in given else PLACE.findall(self.text)

    def handle_endtag(self, tag: str) -> None:
        while any(open == tag for open, _ in self.around) and self.around.pop()[0] != tag:
            pass
        if tag == "select":
            self.select = ""

    def at(self, id: str, *, beside: str = "") -> Iterator[Form]:
        """The forms within an element, but for those within another."""
        return (form for within, form in self.forms if id in within and beside not in within)


@dataclass
class Walker:
    """One seat of a match, at its page."""

    client: TestClient
    path: str
    rng: random.Random
    most: int
    """So many orders it writes at most at one question."""

    def look(self, query: str = "") -> Page:
        answer = self.client.get(f"{self.path}{query}", headers=UNPACKED)
        assert answer.status_code == 200, answer.text[:400]
        return Page(answer.text)

    # ---- what a page says

    def asked(self, page: Page) -> str:
        """The heading at which it is asked; empty where it is not."""
        if "asked-asked" not in page.text:
            return ""
        found = re.search(r'id="asked-title"[^>]*>(.*?)<', page.text, re.S)
        assert found is not None
        return unescape(found[1]).strip()

    def orderings(self, page: Page) -> list[Form]:
        """The forms that order something at this heading: those of the sheet, and the answers under the thumb."""
        sheet = [form for form in page.at("orders", beside="standing") if form.action.startswith(f"{self.path}/sheet")]
        written = [form for form in sheet if form.order or form.action.endswith("at-once")]
        return [*written, *(form for form in page.at("act") if form.holds("orders") and self.thumbed(form))]

    def thumbed(self, form: Form) -> bool:
        """Whether a form of the bar gives an order, and is not the one that sends the sheet."""
        return all("-act" in value for one in form.controls.values() if one.name == "key" for value in one.values)

    def subjects(self, page: Page) -> list[str]:
        """The units and bases for which something may be ordered, each by where its forms are."""
        return list(
            dict.fromkeys(
                unescape(to).removeprefix(self.path).partition("#")[0]
                for within, to in page.links
                if "orders" in within and "standing" not in within and "?unit=" in to and "at=any" not in to
                and not to.partition("?unit=")[2].startswith("#")
            )
        )  # fmt: skip

    def offers_nothing(self, page: Page) -> bool:
        """Whether it could do nothing here but close the heading."""
        return not self.orderings(page) and not self.subjects(page)

    # ---- playing

    def send(self, form: Form) -> bool:
        """Send a form, filled in; whether that was taken. The page to which that leads is left to the next look."""
        answer = self.client.post(form.action, data=data_of(form.filled(self.rng)), follow_redirects=False)
        assert answer.status_code < 500, answer.text[:400]
        return answer.status_code < 400

    def write(self, page: Page) -> Page:
        """Put something on the sheet, if what it picks can be filled in."""
        subjects = self.subjects(page)
        if subjects and self.rng.random() < 0.8:
            page = self.look(self.rng.choice(subjects))
        forms = [form for form in self.orderings(page) if form.action.startswith(f"{self.path}/sheet")]
        if forms:
            form = self.rng.choice(forms)
            self.send(form)
        return self.look()

    def close(self, page: Page) -> bool:
        """Send what is on the sheet and close the heading; whether that was taken."""
        for form in page.at("act"):
            if form.holds("done") or form.holds("pass"):
                return self.send(form)
        return False

    def clear(self, page: Page) -> Page:
        """Take everything back."""
        while forms := [form for form in page.at("sheet") if form.action.endswith("/sheet/remove")]:
            self.send(forms[0])
            page = self.look()
        return page

    def answer(self, page: Page) -> None:
        """Order something, as a rule, and close the heading, at which it may have to order first."""
        for _ in range(self.rng.randint(0, self.most)):
            page = self.write(page)
        if self.close(page):
            return
        for _ in range(40):
            page = self.clear(self.look())
            for form in self.orderings(page):
                if form.action.endswith("/sheet/at-once"):
                    self.send(form)
            if not self.asked(page) or self.close(self.look()):
                return
            page = self.write(self.look())
            if self.close(page):
                return
        raise AssertionError(f"{self.path}: {self.asked(page)} cannot be closed")


def data_of(filled: Fields) -> dict[str, Any]:
    """The fields of a form as a client sends them."""
    data: dict[str, Any] = {}
    for name, value in filled:
        data.setdefault(name, []).append(value)
    return data
