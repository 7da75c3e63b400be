"""The sheet: orders are put on it, taken off it, and sent."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, Request, Response
from starlette.datastructures import FormData, QueryParams

from service.engine.orders import Done, Order, Refusal
from service.engine.sentences import plain_text, say
from service.matches import (
    AtSeat,
    Context,
    commit_server_share,
    orders_from_plain,
    put_sheet,
    signs,
    take_orders,
)
from service.matches.coaching import have_had, lessons_under_way
from service.matches.drafts import draft
from service.matches.errors import (
    KeyReused,
    Malformed,
    MatchStopped,
    PictureMovedOn,
    Problem,
    RulesRefuse,
    SheetMovedOn,
)
from service.matches.reading import read as reading_of
from web.house.accounts import reasons
from web.parts.dependencies import Seated, Sent, TheContext, key, seat_page, text, whole
from web.parts.forms import read, read_sheet
from web.parts.places import Unreadable
from web.parts.render import Later, by_htmx
from web.table.match_page import units_of
from web.table.pages import answered
from web.table.shown import Notice

router = APIRouter(prefix="/matches/{match}/{seat}")


@router.post("/sheet")
def written(request: Request, at: TheContext, here: Seated, sent: Sent) -> Response:
    """Put one order on the sheet. Whatever is well formed may stand there, with what the rules say to it."""
    units = units_of(sent)
    try:
        now = draft(at, here)
        reach = now.destinations(units) if units else ()
        ways = {} if isinstance(reach, Refusal) else {str(one.place): one.path for one in reach}
        order = orders_from_plain(now.reading.game, [read(sent, now.ground, ways.get)])[0]
        how = put(at, here, order, whole(sent, "sheet"))
    except (Malformed, Unreadable, SheetMovedOn) as problem:
        return refused(request, at, here, problem, units, filled=sent)
    now = draft(at, here)
    verdict = now.verdicts[-1]
    said = say(now.reading.game.words.order(now.reading.view, order), f" {how}" if how else "")
    if verdict.allowed:
        notice = Notice(tone="good", title="On the sheet.", text=said)
    else:
        notice = Notice(tone="warn", title="On the sheet, but it cannot be sent.", text=verdict.reason or (),
                        rule=verdict.rule or "")  # fmt: skip
    return onward(request, at, here, notice, units)


def put(at: Context, here: AtSeat, order: Order, version: int) -> str:
    """Put an order at the end of the sheet as it now stands, and say what was to be noticed. Raises SheetMovedOn.

    Two windows of one player do not fight: what the other has written stays, and what is written is checked against
    it. A form that comes again, with the sheet as it was before, is not written twice.
    """
    for last in (False, False, True):
        held = draft(at, here)
        late = held.reading.sheet_version != version
        if late and held.orders and held.orders[-1] == order:
            return ""
        try:
            put_sheet(at, here, [*held.orders, order], version=held.reading.sheet_version)
        except SheetMovedOn:
            if last:
                raise
            continue
        return "It stands after what you wrote in another window." if late and held.orders else ""
    return ""


@router.post("/sheet/remove")
def removed(request: Request, at: TheContext, here: Seated, sent: Sent) -> Response:
    """Take one order off the sheet."""
    units, place = units_of(sent), whole(sent, "place", otherwise=-1)
    orders = list(draft(at, here).orders)
    try:
        left = orders[:place] + orders[place + 1 :] if 0 <= place < len(orders) else orders
        put_sheet(at, here, left, version=whole(sent, "sheet"))
    except SheetMovedOn as problem:
        return refused(request, at, here, problem, units)
    return onward(request, at, here, Notice(tone="good", title="Taken off the sheet."), units)


@router.post("/orders")
def ordered(request: Request, at: TheContext, here: Seated, sent: Sent) -> Response:
    """Send: the sheet as the page showed it, the same and Done, or one order that is lawful at any time."""
    done, single = text(sent, "done") == "1", bool(text(sent, "kind"))
    reading = reading_of(at, here)
    fold = text(sent, "at")
    try:
        orders = orders_from_plain(
            reading.game, [read(sent, reading.ground)] if single else read_sheet(text(sent, "orders")), none=True
        )
        many = len(orders)
        if done:
            orders.append(Done())
        if not orders:
            raise Malformed(detail="The sheet is empty: there is nothing to send.")
        commit_server_share(at, here)
        lessons = lessons_under_way(at, here) if done else ()
        take_orders(at, here, orders, version=whole(sent, "version"), key=key(sent))
    except (RulesRefuse, PictureMovedOn, MatchStopped, KeyReused, Malformed, Unreadable) as problem:
        what = refused_words(at, here, orders, problem) if isinstance(problem, RulesRefuse) else ""
        return refused(request, at, here, problem, units_of(sent), fold, what=what, filled=sent if single else None)
    if lessons:
        have_had(at, here, *lessons)
    notice = Notice(tone="good", title=sent_words(many, done=done, single=single))
    return onward(request, at, here, notice, (), fold, after=signs(at, here).settles)


def sent_words(many: int, *, done: bool, single: bool) -> str:
    """What was sent, to be read back."""
    what = "Your word is given." if single else f"{many} order{'s' if many != 1 else ''} sent." if many else ""
    return f"{what} This step is closed.".strip() if done else what


def refused_words(at: Context, here: AtSeat, orders: Sequence[Order], problem: RulesRefuse) -> str:
    """Which of the orders that were sent the rules refuse, as the sheet says it; Done stands on no sheet."""
    order = orders[int(problem.members["index"])]
    if isinstance(order, Done):
        return "This step cannot be closed"
    reading = draft(at, here).reading
    return f"“{plain_text(reading.game.words.order(reading.view, order), reading.ground)}” is refused"


def onward(
    request: Request,
    at: Context,
    here: AtSeat,
    notice: Notice,
    units: Sequence[str],
    fold: str = "",
    *,
    after: float = 0.0,
) -> Response:
    """The page's blocks for HTMX; a plain form is sent on to the page. A `fold` from which it came stays open.

    Where the page cannot look again by itself, it is shown `after` so many seconds, with what came of what was sent.
    """
    query = looking_at(units, fold)
    if by_htmx(request):
        return answered(request, at, here, query, notice=notice)
    to = f"{seat_page(here.match_id, here.seat)}{'?' if query else ''}{query}{'#standing' if fold else ''}"
    return Later(to, after)


def looking_at(units: Sequence[str], fold: str) -> QueryParams:
    """What the page's address says where these units are chosen, and a fold stands open."""
    return QueryParams([*(("unit", unit) for unit in units), *([("at", fold)] if fold else [])])


def refused(
    request: Request,
    at: Context,
    here: AtSeat,
    problem: Problem | Unreadable,
    units: Sequence[str],
    fold: str = "",
    *,
    what: str = "",
    filled: FormData | None = None,
) -> Response:
    """The page again, saying why not and what to do; the sheet is as it was, and so is the form that was sent.

    `what` says which of the orders that were sent the rules refuse.
    """
    query = looking_at(units, fold)
    match problem:
        case Unreadable():
            notice = Notice(tone="bad", title="Nothing was done.", text=str(problem))
            return answered(request, at, here, query, notice=notice, status=422, filled=filled)
        case RulesRefuse():
            notice = Notice(tone="bad", title=f"{what}; nothing was sent.", text=problem.said, rule=problem.rule)
        case PictureMovedOn():
            notice = Notice(
                tone="warn",
                title="Nothing was sent: you were told something new meanwhile.",
                text="The page now shows it, and your sheet is as you wrote it. Look, and send again.",
            )
        case SheetMovedOn():
            notice = Notice(
                tone="warn",
                title="The sheet was changed meanwhile, in another window or by sending it.",
                text="It is shown as it stands now. Do it again if you still want to.",
            )
        case _:
            notice = Notice(tone="bad", title=problem.title, text=problem.said or reasons(problem))
    return answered(request, at, here, query, notice=notice, status=problem.status, filled=filled)
