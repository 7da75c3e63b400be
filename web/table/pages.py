"""The match page: one seat's map, what is asked of it, its orders, sheet, units, letters and log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

from fastapi import APIRouter, Request, Response
from starlette.datastructures import FormData, QueryParams

from service.dependencies import TheContext
from service.engine.reports import HeadingOpened, HeadingPassed, LetterArrived
from service.engine.sentences import Sentence, joined
from service.matches import AtSeat, Context, Credentials, SeatChange, SeatHolder
from service.matches.drafts import Draft, draft_of
from service.matches.errors import NotFound
from service.matches.page_reading import ENTRIES_ON_A_PAGE, PageReading, Seen, news_since, page_reading
from web.page_delta import Has
from web.parts.dependencies import Seated, TheCredentials, seat_page, whole_number
from web.parts.render import by_htmx, fragments, had_by, page
from web.table.coach_note import advised_to
from web.table.company import company_shown
from web.table.match_orders import picks_of, units_of
from web.table.match_page import LATEST_LETTERS, NUDGED, MatchPage
from web.table.shown import CompanyShown, PageNotice

router = APIRouter(include_in_schema=False)

SHOWN = {"bar": "bar", "aim": "aim", "briefing": "briefing", "asked": "asked", "act": "act", "coach": "coach",
         "news": "news", "declared": "declared", "layer": "map-live", "sheet": "sheet", "units": "units", "log": "log",
         "tabs": "tabs", "sight": "sight-words", "line": "line", "aside": "aside", "state": "state"}  # fmt: skip
"""The blocks that follow the picture, each with the element that it is swapped for.

The order forms are not among them: what is being filled in is not overwritten. A note is, that offers to refresh them.
Nor are the letters: their tab fetches them when it is shown.
"""
LATE = {"units": "units", "log": "log"}
"""Those of them that are sent to a page only while they are shown."""
LATE_WITHIN = {"track": "match_asked.html", "told": "match_news.html", "rest": "match_news.html",
               "total": "match_aim.html", "answers": "match_declared.html"}  # fmt: skip
"""Parts of them that are so too: blocks of these templates, and the ids of the elements that they are swapped for."""
SAID = {"announce": "innerHTML announce"}
CHANGES_STAND = timedelta(days=3)
"""For how long the match page says what was done with a seat; the page of its seats always does."""
AROUND = {"others": "others", "company": "company"}
DONE = {"notice": "notice"}
FORMS = {"orders": "orders"}
LOOKING = {"layer": "map-live", "sight": "sight-words", "line": "line"}
CHOOSING = {**LOOKING, **FORMS, "coach": "coach"}
"""Not `state`: it says up to where the page has told what there was, and these blocks tell it of nothing."""
ANSWERS = {"asked": "asked", "act": "act"}
"""Both, so that no button answers another question than the one above it."""
LETTERS = {"letters": "letters"}
NEWER = {"log_lines": "afterbegin log-lines"}
OLDER = {"log_lines": "beforeend log-lines", "log_more": "log-more"}


@router.get("/matches/{match_id}/{seat}")
def match_page(request: Request, context: TheContext, at: Seated, credentials: TheCredentials) -> Response:
    """The whole page; or what a page that stands already asks for: the first of `PARTS` that its address names."""
    query = request.query_params
    if not by_htmx(request):
        before = whole_number(query.get("log_before", "")) or None
        found = page_reading(
            context, at, latest=ENTRIES_ON_A_PAGE, before=before, credentials=credentials,
            letters=LATEST_LETTERS if "letters" in query else 0,
        )  # fmt: skip
        return page(
            "match.html", page=composed(context, at, found, query), other_seats=other_seats(at, found, context.clock())
        )
    asked = PartAsked(context, at, query, credentials, had_by(request), advised_to(request))
    part = next((part for name, part in PARTS.items() if name in query), chosen)
    return part(asked)


@dataclass(frozen=True)
class PartAsked:
    """What a page asks for of itself: for which seat, with its address, and with what it `has` and was `advised`."""

    context: Context
    at: AtSeat
    query: QueryParams
    credentials: Credentials
    has: Has
    advised: frozenset[str]

    def shown(self, **how: Any) -> MatchPage:
        """The page by what is read of the seat now; `how` says which of its log and letters."""
        found = page_reading(self.context, self.at, **how)
        return composed(self.context, self.at, found, self.query, advised=self.advised)


def nudged_page(asked: PartAsked) -> Response:
    """What has changed since `after`, for a page that was nudged."""
    return nudged(asked)


def around(asked: PartAsked) -> Response:
    """Who sits at the other seats."""
    found = page_reading(asked.context, asked.at, credentials=asked.credentials)
    return fragments("match.html", AROUND, other_seats=other_seats(asked.at, found, asked.context.clock()))


def older_entries(asked: PartAsked) -> Response:
    """The entries of the log before `log_before`."""
    before = whole_number(asked.query["log_before"]) or None
    return fragments("match.html", OLDER, page=asked.shown(latest=ENTRIES_ON_A_PAGE, before=before))


def late_part(asked: PartAsked) -> Response:
    """A late part that the page has opened."""
    return opened(asked.shown(latest=ENTRIES_ON_A_PAGE), asked.query["late"], asked.has)


def result_card(asked: PartAsked) -> Response:
    """All of a result card; nothing, where it is none of the seat's latest any more, as when more was told of the same.

    A page that is behind asks for such a card: what it is about to be sent has another in its place.
    """
    shown = asked.shown(latest=ENTRIES_ON_A_PAGE)
    if shown.opened is None:
        return Response(status_code=204)
    return fragments("match_card.html", {"card": f"card-{shown.opened.number}"}, home=shown.base, page=shown)


def latest_letters(asked: PartAsked) -> Response:
    """The seat's latest letters."""
    return fragments("match.html", LETTERS, page=asked.shown(letters=LATEST_LETTERS))


def weighed(asked: PartAsked) -> Response:
    """The sum and the button of a form as it is filled in; nothing for one that is not among the forms any more."""
    shown = asked.shown()
    group = shown.filling(asked.query["weigh"])
    if group is None:
        return Response(status_code=204)
    made = ("commit", "sum", "weighed") if group.weighed else ("commit",)
    blocks = {block: f"{block}-{group.kind}" for block in made}
    return fragments("match_weighed.html", blocks, group=group, page=shown)


def line_of_sight(asked: PartAsked) -> Response:
    """Whether one sees from place to place, drawn and said."""
    shown = asked.shown()
    sight = shown.sight
    said = joined(" ", (f"{sight.title}.", sight.words)) if sight is not None and sight.title else ()
    return fragments("match.html", {**LOOKING, **SAID}, has=asked.has, page=replace(shown, aloud=said))


def chosen(asked: PartAsked) -> Response:
    """The map and the forms of the units that are chosen, and where a question is open, or timed, their answers."""
    shown = asked.shown()
    if shown.asked.decision is None and not shown.timed:
        return fragments("match.html", CHOOSING, has=asked.has, page=shown)
    shown = asked.shown(latest=ENTRIES_ON_A_PAGE)
    return fragments("match.html", CHOOSING | ANSWERS, has=asked.has, page=shown)


PARTS: Mapping[str, Callable[[PartAsked], Response]] = {
    NUDGED: nudged_page, "others": around, "log_before": older_entries, "late": late_part, "card": result_card,
    "letters": latest_letters, "weigh": weighed, "looking": line_of_sight,
}  # fmt: skip
"""What a page may ask for of itself, by the name in its address that asks for it."""


def nudged(asked: PartAsked) -> Response:
    """What has changed since the page last looked; nothing, where that is nothing."""
    context, at, query, has = asked.context, asked.at, asked.query, asked.has
    after = whole_number(query.get("after", ""))
    seen = Seen(
        after, whole_number(query.get("written", "")), query.get("settles", "") != "", query.get("stopped", "") != "",
        query.get("aside"),
    )  # fmt: skip
    found = page_reading(context, at, latest=ENTRIES_ON_A_PAGE) if has.unsure else news_since(context, at, seen)
    if found is None:
        # Nothing of the seat's own; so it may be what was done with another.
        return Response(status_code=204, headers={"HX-Trigger": "sitrep:others"})
    shown = composed(context, at, found, query, aloud=news_aloud(found, after), advised=asked.advised)
    if (after, seen.written) == (shown.version, shown.drafted.reading.sheet_version):
        return showing(shown, has, SAID)
    return showing(shown, has, SAID, headers={"HX-Trigger": "sitrep:stale"})


def showing(shown: MatchPage, has: Has, more: Mapping[str, str], **how: Any) -> Response:
    """The blocks that follow the picture, and some more, without what the page has of them.

    Of a log of which it has all but the latest it is sent the lines that are new, to be put on top.
    """
    blocks = {name: to for name, to in {**SHOWN, **more}.items() if name not in LATE or has.wants(name)}
    if "log" in blocks and (after := read_on(shown, has)) is not None:
        shown = replace(shown, log_after=after)
        del blocks["log"]
        blocks |= NEWER if shown.log else {}
    return fragments("match.html", blocks, has=has, home=shown.base, page=shown, **how)


def read_on(shown: MatchPage, has: Has) -> int | None:
    """The entry up to which a page has the log, if those after it were read; else None."""
    return has.log if has.log is not None and shown.found.first - 1 <= has.log <= shown.version else None


def opened(shown: MatchPage, late: str, has: Has) -> Response:
    """A late part of the page as it is now, for a page that has opened it. Raises NotFound for what is none."""
    if late in LATE_WITHIN:
        return fragments(LATE_WITHIN[late], {late: late}, has=has, home=shown.base, page=shown)
    if late not in LATE:
        raise NotFound()
    if late == "log" and (after := read_on(shown, has)) is not None:
        return fragments("match.html", NEWER, has=has, home=shown.base, page=replace(shown, log_after=after))
    return fragments("match.html", {late: LATE[late]}, has=has, home=shown.base, page=shown)


@dataclass(frozen=True)
class OtherSeats:
    """The other seats: the pages of those that this browser may sit at too, as in practice, and who sits elsewhere.

    `lobby` is its address for whoever may go there, `again` where to ask anew; `names` are what the seats are called.
    `needing` are the pages of other matches in which this browser is asked; `company` is what is to be said of who
    holds the seats, and `changes` what was done with them lately, the latest first.
    """

    mine: Mapping[str, str]
    holders: Mapping[str, SeatHolder | None]
    lobby: str
    again: str
    names: Mapping[str, str]
    needing: Sequence[str] = ()
    company: CompanyShown | None = None
    changes: Sequence[SeatChange] = ()
    zone: str = "UTC"


def other_seats(at: AtSeat, found: PageReading, now: datetime) -> OtherSeats | None:
    """The seats of the match that are not this one, where they were read."""
    if found.around is None:
        return None
    around, words = found.around, found.reading.game.words
    mine = {seat: seat_page(at.match_id, seat) for seat in around.mine}
    holders = {seat: holder for seat, holder in around.company.holders.items() if seat != at.seat and seat not in mine}
    lobby = f"/matches/{at.match_id}" if around.me is not None and around.me.id == at.account_id else ""
    needing = {line.match_id: seat_page(line.match_id, line.seat) for line in around.needing}
    return OtherSeats(
        mine, holders, lobby, f"{seat_page(at.match_id, at.seat)}?others=1",
        {seat: words.seat(seat) for seat in (*mine, *holders)}, tuple(needing.values()),
        company_shown(around.company, words, mine),
        tuple(change for change in reversed(around.changes) if change.at > now - CHANGES_STAND), found.zone,
    )  # fmt: skip


def news_aloud(found: PageReading, after: int) -> Sentence:
    """What the seat was told after an entry, in a few sentences: a letter, the latest news, what passed, a question."""
    told = [entry for entry in found.entries if entry.number > after]
    letter = [entry.text for entry in told if isinstance(entry.report, LetterArrived)][-1:]
    facts = [
        entry.text
        for entry in told
        if entry.text
        and not isinstance(entry.report, LetterArrived | HeadingOpened | HeadingPassed)
        and entry.number in found.news_numbers
    ]
    passed = [entry.text for entry in told if isinstance(entry.report, HeadingPassed)]
    more = [f"{len(facts) - 1} more in the log."] if len(facts) > 1 else []
    opened = [entry.report for entry in told if isinstance(entry.report, HeadingOpened)][-1:]
    asked = [f"{heading.titles[-1]}: your orders are awaited." for heading in opened]
    return joined(" ", (*letter, *facts[-1:], *more, *passed, *asked))


def composed(
    context: Context,
    at: AtSeat,
    found: PageReading,
    query: QueryParams,
    *,
    aloud: Sentence = (),
    filled: FormData | None = None,
    written: str = "",
    advised: frozenset[str] = frozenset(),
) -> MatchPage:
    """The page of what was found; a form that was `filled` in comes back as it was, as do lines that were `written`.

    A heading at which its reader has chosen nothing yet opens with what their coach advises there, if they are coached.
    """
    refilled = query if filled is None and "kind" in query else filled
    shown = MatchPage(
        context=context, found=found, drafted=draft_of(context, found.reading), account_id=at.account_id, query=query,
        filled=refilled, aloud=aloud, written=written, advised=advised,
    )  # fmt: skip
    led = shown.led_by_coach if NUDGED not in query else None
    if led is not None:
        read = [("card", query["card"])] if "card" in query else []  # a card is read beside whatever the coach shows
        return replace(
            shown, query=QueryParams([*led.multi_items(), *read]), filled=led if "kind" in led else None, is_led=True
        )
    leads = shown.coach_leads
    if "to" in leads and "to" not in query and units_of(query) == (leads["unit"],):  # it stays marked on the map
        return replace(shown, query=QueryParams([*query.multi_items(), ("to", leads["to"])]))
    return shown


Noticed = Callable[[Draft], PageNotice]
"""What is to be noticed on a page of this draft."""


def answered(
    request: Request,
    context: Context,
    at: AtSeat,
    query: QueryParams,
    *,
    notice: Noticed,
    status: int = 200,
    filled: FormData | None = None,
    more: Mapping[str, str] = MappingProxyType({}),
    written: str = "",
) -> Response:
    """The page after something was sent: whole for a plain form, its blocks and `more` of them for HTMX.

    What was refused stays filled in, and lines that were `written` stand there as they were.
    """
    if filled is not None:
        query = QueryParams([*query.multi_items(), *picks_of(filled).items()])
    credentials = None if by_htmx(request) else Credentials(cookies=request.cookies)
    found = page_reading(context, at, latest=ENTRIES_ON_A_PAGE, credentials=credentials)
    shown = composed(context, at, found, query, filled=filled, written=written, advised=advised_to(request))
    said = notice(shown.drafted)
    aloud = joined(" ", filter(None, (said.title, said.text))) if said.tone == "good" else ()  # others are alerts
    shown = replace(shown, said=said, aloud=aloud)
    if by_htmx(request):
        return showing(shown, had_by(request), {**DONE, **FORMS, **SAID, **more}, status=status)
    return page("match.html", status=status, page=shown, other_seats=other_seats(at, found, context.clock()))
