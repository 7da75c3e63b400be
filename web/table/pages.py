"""The match page: one seat's map, what is asked of it, its orders, sheet, units, letters and log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from fastapi import APIRouter, Request, Response
from starlette.datastructures import FormData, QueryParams

from service.engine.kinds import kind_of
from service.engine.places import Place
from service.engine.seats import STANDING
from service.engine.sentences import Sentence, joined
from service.engine.standing import ENGINE_ORDERS
from service.matches import (
    AtSeat,
    Context,
    Credentials,
    SeatHolder,
    at_seat,
    company,
    game_at,
    log,
    sheet,
    signs,
)
from service.matches.clock import ends_at
from service.matches.drafts import Draft, draft
from service.matches.errors import NotFound, NotSignedIn
from service.matches.history import record_of
from service.matches.letters import post_of
from service.matches.reading import entry_of
from web.games import dress
from web.games.plain import Fact
from web.house.home import lines
from web.parts.dependencies import Credited, Seated, TheContext, credentials, number, person, seat_page
from web.parts.forms import Sent
from web.parts.keeping import keeper
from web.parts.render import by_htmx, fragments, page
from web.table.board import Board
from web.table.coach import coached
from web.table.company import company_shown
from web.table.present import present, sight_shown
from web.table.shown import CompanyShown, MatchPage, Notice

router = APIRouter()

SHOWN = {"bar": "bar", "asked": "asked", "act": "act", "coach": "coach", "news": "news", "layer": "map-live",
         "sheet": "sheet", "units": "units", "letters": "letters", "log": "log", "tabs": "tabs", "sight": "sight-words",
         "line": "line", "state": "state"}  # fmt: skip
"""The blocks that follow the picture, each with the element that it is swapped for.

The order forms are not among them: what is being filled in is not overwritten. A note is, that offers to refresh them.
"""
LATEST_LETTERS = 3
"""So many stand on the page; all of them have a page of their own."""
LATEST_ENTRIES = 1_000
"""So many of the log are looked through for the page; the API has all of them, page by page."""
SAID = {"announce": "announce"}
LETTER, HEADING = "letter-arrived", "heading-opened"
AROUND = {"others": "others", "company": "company"}
DONE = {"notice": "notice"}
NOTE = {"stale": "stale"}
FORMS = {"orders": "orders", **NOTE}
LOOKING = {"layer": "map-live", "sight": "sight-words", "line": "line"}
CHOOSING = {**LOOKING, **FORMS}
"""Not `state`: it says up to where the page has told what there was, and these blocks tell it of nothing."""


@router.get("/matches/{match}/{seat}")
def match_page(request: Request, at: TheContext, here: Seated, brought: Credited) -> Response:
    """The whole page; what has changed since `after`, for a page that was nudged; or the forms of the unit chosen."""
    query = request.query_params
    if not by_htmx(request):
        return page(
            "match.html",
            page=composed(at, here, query),
            stale=False,
            others=others(at, here, brought),
        )
    if "others" in query:
        return fragments("match.html", AROUND, others=others(at, here, brought))
    if "live" in query:
        after, written, now = number(query.get("after", "")), number(query.get("written", "")), signs(at, here)
        is_told = bool(after) and (after, written) == (now.version, sheet(at, here).version)
        if is_told and (query.get("settles", "") != "", query.get("stopped", "") != "") == (
            now.settles > 0,
            now.stopped,
        ):
            return Response(status_code=204)
        shown = composed(at, here, query, announcement=news(at, here, after))
        if is_told:
            return fragments("match.html", {**SHOWN, **SAID}, page=shown)
        return fragments(
            "match.html", {**SHOWN, **NOTE, **SAID}, headers={"HX-Trigger": "sitrep:stale"}, page=shown, stale=True
        )
    if "weigh" in query:
        return weighing(at, here, query)
    if "looking" in query:
        shown = composed(at, here, query)
        said = f"{shown.sight.verdict}. {shown.sight.words}" if shown.sight and shown.sight.verdict else ""
        return fragments("match.html", {**LOOKING, **SAID}, page=replace(shown, announcement=said))
    return fragments("match.html", CHOOSING, page=composed(at, here, query), stale=False)


def weighing(at: Context, here: AtSeat, query: QueryParams) -> Response:
    """What the order that is being filled in comes to, so far."""
    shown = composed(at, here, query)
    groups = (*(shown.chosen.groups if shown.chosen else ()), *shown.groups)
    group = next((group for group in groups if group.kind == query["weigh"] and group.weighed), None)
    if group is None:
        return Response(status_code=204)
    return fragments("match_weighed.html", {"weighed": f"weighed-{group.kind}"}, group=group)


@dataclass(frozen=True)
class Others:
    """The other seats: the pages of those that this browser may sit at too, as in practice, and who sits elsewhere.

    `lobby` is its address for whoever may go there, `again` where to ask anew; `names` are what the seats are called.
    `needing` are the pages of other matches in which this browser is asked; `company` is what is to be said of who
    holds the seats.
    """

    mine: Mapping[str, str]
    holders: Mapping[str, SeatHolder | None]
    lobby: str
    again: str
    names: Mapping[str, str]
    needing: Sequence[str] = ()
    company: CompanyShown | None = None


def others(at: Context, here: AtSeat, brought: Credentials) -> Others:
    """The seats of the match that are not this one."""
    mine, holders = {}, {}
    with_whom = company(at, here)
    for seat, holder in with_whom.holders.items():
        if seat == here.seat:
            continue
        try:
            at_seat(at, brought, here.match_id, seat)
            mine[seat] = seat_page(here.match_id, seat)
        except (NotFound, NotSignedIn):
            holders[seat] = holder
    me = person(at, brought)
    lobby = f"/matches/{here.match_id}" if me is not None and me.id == here.account_id else ""
    shown = dress(game_at(at, here))
    names = {seat: shown.seat(seat) for seat in (*mine, *holders)}
    needing = {
        line.match_id: seat_page(line.match_id, line.seat)
        for line in lines(at, me, brought)
        if line.asked and not line.ended and line.match_id != here.match_id
    }
    return Others(
        mine, holders, lobby, f"{seat_page(here.match_id, here.seat)}?others=1", names, tuple(needing.values()),
        company_shown(with_whom, shown, mine),
    )  # fmt: skip


def news(at: Context, here: AtSeat, after: int) -> Sentence:
    """What the seat was told since then, in a few sentences: a letter, the latest news, a question."""
    told = log(at, here, after=after, latest=LATEST_ENTRIES).entries
    is_news = dress(game_at(at, here)).is_news
    letter = [entry.text for entry in told if entry.kind == LETTER][-1:]
    facts = [
        entry.text
        for entry in told
        if entry.text and entry.kind not in (LETTER, HEADING) and is_news(entry.kind, entry.report)
    ]
    more = [f"{len(facts) - 1} more in the log."] if len(facts) > 1 else []
    titles = [entry.report["titles"] for entry in told if entry.kind == HEADING][-1:]
    asked = [f"{title[-1]}: your orders are awaited." for title in titles]
    return joined(" ", (*letter, *facts[-1:], *more, *asked))


def composed(
    at: Context,
    here: AtSeat,
    query: QueryParams | Mapping[str, str],
    *,
    notice: Notice | None = None,
    announcement: Sentence = (),
    filled: Sent | None = None,
) -> MatchPage:
    """Everything that the page shows, as of now; a form that was `filled` in comes back as it was."""
    drafted = draft(at, here)
    unit = query.get("unit") or only_unit(drafted)
    a, b, line = query.get("a", "").strip(), query.get("b", "").strip(), None
    if drafted.reading.game.sight is not None and a and b:
        with suppress(NotFound):
            line = drafted.reading.sight_line(a, b)
    record = record_of(at, here)
    arrived = post_of(at, record, latest=LATEST_LETTERS)
    shown = present(
        drafted,
        letters=arrived.letters,
        entries=[entry_of(record.facts.game, one) for one in record.log[-LATEST_ENTRIES:]],
        key=at.new_id(),
        unit=unit,
        picked=picks_of(query),
        standing_open=query.get("at") == STANDING,
        board=Board(drafted, unit, Place(query["to"]) if query.get("to") else None, line),
        sight=sight_shown(line, a, b, drafted.ground) if drafted.reading.game.sight is not None else None,
        notice=notice,
        announcement=announcement,
        filled=query if filled is None and isinstance(query, QueryParams) and "kind" in query else filled,
    )
    if (until := dress(drafted.reading.game).until(drafted.reading.picture)) and (due := ends_at(at, here.match_id)):
        ends = Fact(label=until, value=f"{due:%d %b %Y, %H:%M} UTC")
        shown = replace(shown, asked=replace(shown.asked, facts=(*shown.asked.facts, ends)))
    return replace(shown, coach=coached(at, here, drafted.reading), keeper=keeper(here.account_id))


def picks_of(said: Mapping[str, object]) -> dict[str, str]:
    """The choices that decide which form is shown, from an address, or from that form when it is sent."""
    return {
        name.removeprefix("kept-"): value
        for name, value in said.items()
        if name.removeprefix("kept-").startswith("pick.") and isinstance(value, str)
    }


def only_unit(drafted: Draft) -> str | None:
    """The unit that is asked about, where it is a single one."""
    anytime = {kind_of(order) for order in (*ENGINE_ORDERS, *drafted.reading.game.anytime)}
    options = [option for option in drafted.options if option.order not in anytime]
    subjects = {option.subject for option in options}
    return subjects.pop() if len(subjects) == 1 else None


def answered(
    request: Request,
    at: Context,
    here: AtSeat,
    query: Mapping[str, str],
    *,
    notice: Notice,
    status: int = 200,
    filled: FormData | None = None,
) -> Response:
    """The page after something was sent: whole for a plain form, its blocks for HTMX; what was refused stays filled."""
    aloud = joined(" ", filter(None, (notice.title, notice.text))) if notice.tone == "good" else ()  # others are alerts
    if filled is not None:
        query = {**query, **picks_of(filled)}
    shown = composed(at, here, query, notice=notice, announcement=aloud, filled=filled)
    if by_htmx(request):
        return fragments("match.html", {**SHOWN, **DONE, **FORMS, **SAID}, status=status, page=shown, stale=False)
    return page("match.html", status=status, page=shown, stale=False, others=others(at, here, credentials(request)))
