"""The coach's note on the match page: a lesson of the game as HTML, every rule id in it a link."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request

from service.engine.kinds import kind_of
from service.engine.lessons import AIM, LETTER, MET, OCCASIONS, ONWARD, OVER, Advice, Followed
from service.engine.options import Domain, Option, Routes, Several
from service.engine.orders import Done, Refusal
from service.matches.coaching import Coaching, coaching
from service.matches.drafts import Draft
from service.store import SavedCoaching
from web.book.texts import Texts
from web.parts.dependencies import seat_page
from web.parts.sent_forms import sent_as


@dataclass(frozen=True, kw_only=True)
class CoachNote:
    """The coach of a newcomer: whether they are wanted, and the note that they hand over, by its name.

    `said` stands in sight; `lines` are folded, what each is about and what it says. `href` shows how the note is
    followed, where there is more to it than the page's own buttons, and `verb` is what leads there. `leads` is what the
    page is asked for by that; where it says what stands in the order (`settles`), a new heading opens with it. A note
    that `passes` is put away once read, as what is asked is not. One that `closes` advises to close the step. `advises`
    is the name of what it advises, where that is weighed in a form and need not be given.
    """

    wanted: bool
    name: str = ""
    title: str = ""
    said: Markup = field(default_factory=Markup)
    lines: tuple[tuple[str, Markup], ...] = ()
    href: str = ""
    verb: str = ""
    leads: tuple[tuple[str, str], ...] = ()
    settles: bool = False
    passes: bool = False
    closes: bool = False
    advises: str = ""


HEADER = "Sitrep-Advised"
"""Where a page says what its coach advised and its reader looked at."""
FOUND = {MET, AIM, ONWARD}
"""What stands for a place that the coach finds for its reader."""
LEADS = {LETTER: ("#tab-letters", "Letters"), OVER: ("/review", "Review")}
"""Where a lesson leads that is about no order."""


def advised_to(request: Request) -> frozenset[str]:
    """What a page says that its reader had before them in a form as it was advised (coach.js)."""
    return frozenset(request.headers.get(HEADER, "").split())


def coach_note(
    saved: SavedCoaching, draft: Draft, shown: Collection[str] = (), asks: Collection[tuple[str, str]] = ()
) -> CoachNote | None:
    """What the coach has to say at a seat now.

    `shown` are the names of what its player had before them in a form as it was advised, and `asks` what the page is
    asked for: whoever has left such a form is advised something else.
    """

    def left(advice: Advice, followed: Followed) -> bool:
        if followed.name not in shown or not is_weighed(advice, followed):
            return False
        leads, _ = leads_to(followed, draft)
        return not set(leads) <= {*asks}

    found = coaching(saved, draft, left)
    return note_of(found, draft) if found is not None else None


def note_of(found: Coaching, draft: Draft) -> CoachNote:
    """A lesson as a note: what is in sight, what is folded, and the button that shows how to follow it."""
    lesson, reading = found.lesson, draft.reading
    if lesson is None:
        return CoachNote(wanted=found.wanted)
    book = reading.game.rulebook()
    texts = Texts(book, f"/games/{reading.game.address}/rules", book.rules)
    said = (
        ("Why this", found.advice.because if found.advice else ""),
        ("What is asked", lesson.asked if found.advice else ""),
        ("Why it is asked", lesson.why),
        ("What the enemy learns", lesson.learns),
    )
    base = seat_page(reading.match_id, reading.seat)
    nothing_new = lesson.name == LETTER and not reading.where.asked  # who waits has read what there is
    href, verb = ("", "") if nothing_new else LEADS.get(lesson.name, ("", ""))
    leads: tuple[tuple[str, str], ...] = ()
    if found.followed is not None and not stands_ready(found.followed, draft):
        leads, verb = leads_to(found.followed, draft)
        href = f"?{urlencode(leads)}#tab-orders" if leads else ""
    return CoachNote(
        wanted=found.wanted, name=lesson.name, title=lesson.title,
        said=texts.phrase(found.said),
        lines=tuple((about, texts.prose(words)) for about, words in said if words),
        href=f"{base}{href}" if href else "", verb=verb, leads=leads,
        settles=bool(leads) and settled(found.advice, found.followed), passes=lesson.name in OCCASIONS,
        closes=found.followed is not None and found.followed.option.kind == kind_of(Done),
        advises=weighed_name(found.advice, found.followed),
    )  # fmt: skip


def stands_ready(followed: Followed, draft: Draft) -> bool:
    """Whether an order of this kind stands on the page ready to be given, with all that goes with it."""
    kind = followed.option.kind
    ready = [bundle for bundle in draft.at_once if draft.is_last(*bundle.orders)]
    return not followed.values and any(kind_of(type(order)) == kind for bundle in ready for order in bundle.orders)


def settled(advice: Advice | None, followed: Followed | None) -> bool:
    """Whether an advice says what stands in its order: another finds somebody to choose, and waits for its button.

    Where it says whom to send, the place to which their aim calls them is settled.
    """
    if advice is None or followed is None:
        return False
    sends = any(text not in FOUND for name, text in advice.says.items() if name in followed.option.fixed)
    found = {name for name, text in advice.says.items() if text == MET or (text in FOUND and not sends)}
    several = {name for name, domain in followed.option.fields.items() if isinstance(domain, Several)}
    return bool(advice.says) and found <= several


def weighed_name(advice: Advice | None, followed: Followed | None) -> str:
    """The name of what is advised, where it is weighed in a form; else nothing."""
    return followed.name if advice is not None and followed is not None and is_weighed(advice, followed) else ""


def is_weighed(advice: Advice, followed: Followed) -> bool:
    """Whether an advice finds somebody on whom to act, in a form in which that is weighed before it is ordered."""
    if any(followed.option.routes):
        return False
    return not settled(advice, followed) and not FOUND.isdisjoint(advice.says.values())


def shown_with(option: Option, draft: Draft) -> str:
    """The unit with which an order is shown: of several to whom it could be given, the first that can go somewhere."""
    for unit in option.subjects:
        reach = draft.reach(option, (unit,)) if any(option.routes) else None
        if reach is None or (reach and not isinstance(reach, Refusal)):
            return unit
    return ""


def leads_to(followed: Followed, draft: Draft) -> tuple[tuple[tuple[str, str], ...], str]:
    """What a page is asked for to show how an advice is followed, and what the button says; nothing for closing.

    A way is shown on the map, where it is tapped; any other order is filled in, and goes nowhere by that.
    """
    option, values = followed.option, followed.values
    if option.kind == kind_of(Done):
        return (), ""
    chosen = [("unit", shown_with(option, draft))]
    ways = [values[name] for name, domain in option.fields.items() if isinstance(domain, Routes) and name in values]
    if ways:
        return (*chosen, *(("to", str(way[-1])) for way in ways)), "Show me"
    picks = [(f"pick.{option.kind}.{name}", json.dumps(value)) for name, value in option.fixed.items()]
    on_map = any(isinstance(domain, Routes) for domain in option.fields.values())
    fixed = json.dumps(option.fixed, ensure_ascii=False)
    filled = [("kind", option.kind), ("fixed", fixed)] if values or not on_map else []
    return (*chosen, *picks, *filled, *values_as_sent(option.fields, values)), "Fill it in" if values else "Show me"


def values_as_sent(fields: Mapping[str, Domain], values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """These values as a form sends them."""
    return [pair for name, value in values.items() for pair in sent_as(name, fields[name], value)]
