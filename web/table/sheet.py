"""The sheet: orders are put on it, taken off it, and sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any, NoReturn

from fastapi import APIRouter, Depends, Request, Response
from starlette.datastructures import FormData, QueryParams

from service.dependencies import TheContext
from service.engine.orders import Done, Order, Refusal
from service.engine.sentences import counted, plain_text, say
from service.matches import (
    AtSeat,
    Context,
    at_seat,
    commit_server_share,
    orders_from_plain,
    put_sheet,
    signs,
    take_orders,
)
from service.matches.coaching import coached, have_had, lessons_under_way
from service.matches.dice_proof import has_share
from service.matches.drafts import Draft, draft, draft_of, drafted
from service.matches.errors import (
    KeyReused,
    Malformed,
    MatchStopped,
    PictureMovedOn,
    Problem,
    RulesRefuse,
    SheetMovedOn,
)
from service.matches.reading import SeatReading
from service.matches.reading import read as reading_of
from service.matches.sheets import sheet_orders
from web.house.accounts import reasons
from web.parts.dependencies import Sent, TheCredentials, key, seat_page, text, whole
from web.parts.places import UnreadableOrder, places_of
from web.parts.render import Later, by_htmx
from web.parts.sent_forms import read, read_sheet
from web.table.coach_note import note_of
from web.table.match_orders import WHILE, picks_of, units_of
from web.table.ordering import Ordering
from web.table.pages import Noticed, answered
from web.table.shown import PageNotice

router = APIRouter(prefix="/matches/{match_id}/{seat}", include_in_schema=False)
NEXT = "next"
"""What a form says after whose order the next unit is to be chosen: a move that was tapped, one after another."""
CLOSE = "close"
"""What a form says that sends all that is written, with itself at the end, and closes the step."""
NOW = "now"
"""What one says that sends the same and leaves the step open: a time runs by the second, and a sheet comes too late."""


@dataclass(frozen=True)
class SheetWriter:
    """Who writes at a seat, and what they know, as of one moment."""

    at: AtSeat
    reading: SeatReading


@dataclass(frozen=True)
class OrderSender(SheetWriter):
    """Who sends orders from a seat.

    `lessons` are those that they have had when what is asked of them is done; `shareless`: there is no share of theirs
    in the dice yet.
    """

    lessons: tuple[str, ...]
    shareless: bool


def writer(context: TheContext, credentials: TheCredentials, match_id: str, seat: str, sent: Sent) -> SheetWriter:
    """Whoever writes, or sends with what they write, if they may sit at the seat in the path."""
    if text(sent, "then") in (CLOSE, NOW):
        return sender(context, credentials, match_id, seat)
    at = at_seat(context, credentials, match_id, seat)
    return SheetWriter(at, reading_of(context, at))


def sender(context: TheContext, credentials: TheCredentials, match_id: str, seat: str) -> OrderSender:
    """Whoever sends, if they may sit at the seat in the path."""
    at = at_seat(context, credentials, match_id, seat)
    return OrderSender(at, reading_of(context, at), lessons_under_way(context, at), not has_share(context, at))


Writing = Annotated[SheetWriter, Depends(writer)]
Sending = Annotated[OrderSender, Depends(sender)]


@router.post("/sheet")
def write_order(request: Request, context: TheContext, writing: Writing, sent: Sent) -> Response:
    """Put one order on the sheet. Whatever is well formed may stand there, with what the rules say to it.

    The last order of a step may go out from here, with what stands on the sheet.
    """
    if isinstance(writing, OrderSender):
        return send_orders(request, context, writing, sent)
    units, at = units_of(sent), writing.at
    now = draft_of(context, writing.reading)
    try:
        order = orders_from_plain(now.reading.game, [filled_in(now, sent, units)])[0]
        how = put(context, at, now, (order,), whole(sent, "sheet"))
    except UnreadableOrder as problem:
        stands = any(set(order.subjects()) & set(units) for order in now.orders)
        if stands:  # the button of a form in which nothing is filled in, pressed to confirm what a tap has put there
            notice = PageNotice(tone="warn", title=STANDS, text=f"It is sent with the sheet. To go on: {problem}")
            return answered(request, context, at, looking_at(units, ""), notice=lambda _: notice, status=422)
        return refused(request, context, at, problem, units, filled=sent)
    except (Malformed, SheetMovedOn) as problem:
        return refused(request, context, at, problem, units, filled=sent)

    def noted(shown: Draft) -> PageNotice:
        refusal = shown.refusals[-1]
        if refusal is not None:
            title = "On the sheet, but it cannot be sent."
            return PageNotice(tone="warn", title=title, text=refusal.said, rule=refusal.rule)
        said = say(shown.sentences[-1], f" {how}" if how else "")
        return PageNotice(tone="good", title="On the sheet.", text=said)

    if text(sent, "on") == NEXT and len(units) == 1 and now.reading.game.other_ways is None:
        after = draft(context, at)
        units = meant_next(context, at, after) or coming_after(after, units)
    return onward(request, context, at, noted, units)


STANDS = "The order is on the sheet already."


def meant_next(context: Context, at: AtSeat, now: Draft) -> tuple[str, ...]:
    """The unit of which the coach speaks next; nobody where they speak of none, or where no coach is wanted."""
    found = coached(context, at, now)
    leads = dict(note_of(found, now).leads) if found is not None else {}
    return (leads["unit"],) if leads.get("unit") else ()


def coming_after(now: Draft, units: tuple[str, ...]) -> tuple[str, ...]:
    """The unit that can go somewhere and has no order yet, the next in the list after these; else these."""
    coming = Ordering(now.reading.game.words, now, {}, None, lambda rule: None).next_to_go(units)
    return (coming,) if coming is not None else units


def filled_in(now: Draft, sent: FormData, units: Sequence[str]) -> dict[str, Any]:
    """The order that a sent form describes, with the way of these units to a place. Raises UnreadableOrder."""
    reach = now.destinations(units) if units else ()
    ways = {} if isinstance(reach, Refusal) else {str(one.place): one.path for one in reach}
    return read(sent, now.ground, ways.get)


@router.post("/sheet/at-once")
def write_bundle(request: Request, context: TheContext, writing: Writing, sent: Sent) -> Response:
    """Put all orders of a bundle on the sheet, as they are lawful now; the last of a step may go out from here."""
    if isinstance(writing, OrderSender):
        return send_orders(request, context, writing, sent)
    at, now = writing.at, draft_of(context, writing.reading)
    orders = bundled(now, sent)
    try:
        put(context, at, now, orders, whole(sent, "sheet"))
    except SheetMovedOn as problem:
        return refused(request, context, at, problem, ())
    many = counted(len(orders), "order")
    done = PageNotice(tone="good", title=f"{many} on the sheet.") if orders else PageNotice(
        tone="warn", title="Nothing was done.", text="There is nobody left to give that order to."
    )  # fmt: skip
    return onward(request, context, at, lambda _: done, ())


def bundled(now: Draft, sent: FormData) -> Sequence[Order]:
    """The orders of the bundle that a form names, as they are lawful now; none, where there is no such bundle."""
    return next((one.orders for one in now.at_once if one.title == text(sent, "title")), ())


@router.post("/sheet/way")
def write_other_way(request: Request, context: TheContext, writing: Writing, sent: Sent) -> Response:
    """Lead an order on the sheet by another way: through places that are named, or one of those that were offered."""
    units, at, now = units_of(sent), writing.at, draft_of(context, writing.reading)
    index, way, named = whole(sent, "index", otherwise=-1), whole(sent, "way", otherwise=0), text(sent, "via")
    try:
        via = places_of(named, now.ground)
        found = now.other_ways(index, via) if 0 <= index < len(now.orders) else ()
        if isinstance(found, Refusal):
            notice = PageNotice(
                tone="bad", title="No such way; the sheet is as it was.", text=found.said, rule=found.rule
            )
            return answered(request, context, at, looking_at(units, ""), notice=lambda _: notice, status=409)
        if not 0 <= way < len(found):
            raise UnreadableOrder("There is no such way.")
        orders = [*now.orders[:index], found[way], *now.orders[index + 1 :]]
        put_sheet(context, at, orders, version=whole(sent, "sheet"))
    except (SheetMovedOn, UnreadableOrder) as problem:
        return refused(request, context, at, problem, units)
    said = now.reading.game.words.order(now.known_before(index), found[way])
    return onward(
        request, context, at, lambda _: PageNotice(tone="good", title="Another way.", text=said), units, via=named
    )


def put(context: Context, at: AtSeat, held: Draft, orders: Sequence[Order], version: int) -> str:
    """Put orders at the end of the sheet as it now stands, and say what was to be noticed. Raises SheetMovedOn.

    Two windows of one player do not fight: what the other has written stays, and what is written is checked against
    it. A form that comes again, with the sheet as it was before, is not written twice. `held` is the sheet as it was.
    """
    for last in (False, False, True):
        late = held.reading.sheet_version != version
        if not orders or (late and tuple(held.orders[-len(orders) :]) == tuple(orders)):
            return ""
        try:
            put_sheet(context, at, [*held.orders, *orders], version=held.reading.sheet_version)
        except SheetMovedOn:
            if last:
                raise
            held = draft(context, at)
            continue
        return "It comes after what you wrote in another window." if late and held.orders else ""
    return ""


@router.post("/sheet/remove")
def remove_order(request: Request, context: TheContext, writing: Writing, sent: Sent) -> Response:
    """Take one order off the sheet."""
    units, index, at = units_of(sent), whole(sent, "index", otherwise=-1), writing.at
    orders = sheet_orders(context, writing.reading)
    try:
        left = orders[:index] + orders[index + 1 :] if 0 <= index < len(orders) else orders
        put_sheet(context, at, left, version=whole(sent, "sheet"))
    except SheetMovedOn as problem:
        return refused(request, context, at, problem, units)
    return onward(request, context, at, lambda _: PageNotice(tone="good", title="Taken off the sheet."), units)


@router.post("/orders")
def send_orders(request: Request, context: TheContext, sending: Sending, sent: Sent) -> Response:
    """Send: the sheet as the page showed it, with an order or a bundle at its end; with Done or without.

    Without the sheet such an order is one that is lawful at any time. Who closes the step without what stands on their
    sheet is asked once whether they want that.
    """
    last, single = text(sent, "then") == CLOSE, bool(text(sent, "kind"))
    from_form = last or text(sent, "then") == NOW
    done = last or "1" in (text(sent, "done"), text(sent, "pass"))
    at, reading = sending.at, sending.reading
    fold = text(sent, "at")
    try:
        plain = read_sheet(text(sent, "orders"))
        if single:
            plain.append(
                filled_in(draft_of(context, reading), sent, units_of(sent)) if from_form else read(sent, reading.ground)
            )
        orders = orders_from_plain(reading.game, plain, none=True)
        if from_form and not single:
            orders += bundled(draft_of(context, reading), sent) or no_longer()
        many = len(orders)
        if done and not orders and (left := len(sheet_orders(context, reading))) and text(sent, "sure") != "1":
            return answered(request, context, at, looking_at((), fold), notice=lambda _: passed_over(left), status=409)
        if done and not any(isinstance(order, Done) for order in orders):  # it may stand on the sheet, as text
            orders.append(Done())
        if not orders:
            raise Malformed(detail="The sheet is empty: there is nothing to send.")
        if sending.shareless:
            commit_server_share(context, at)
        take_orders(context, at, orders, version=whole(sent, "version"), key=key(sent))
    except (RulesRefuse, PictureMovedOn, MatchStopped, KeyReused, Malformed, UnreadableOrder) as problem:
        what = refused_words(reading, orders, problem) if isinstance(problem, RulesRefuse) else ""
        return refused(request, context, at, problem, units_of(sent), fold, what=what, filled=sent if single else None)
    if done and sending.lessons:
        have_had(context, at, *sending.lessons)
    later = plain_text(reading.game.words.to_come(orders))
    again = reading.game.words.asked_again(reading.known, orders) if done else ""
    sent_now = sent_words(many, done=done, single=single and not last, again=again)
    notice = PageNotice(tone="good", title=later or sent_now)
    goes_on = from_form and single and not done and still_ordered(reading, orders, units_of(sent))
    units, keeps = (units_of(sent), picks_of(sent) | {WHILE: reading.picture.address}) if goes_on else ((), {})
    return onward(request, context, at, lambda _: notice, units, fold, keeps=keeps, settling=True)


def still_ordered(reading: SeatReading, orders: Sequence[Order], units: Sequence[str]) -> bool:
    """Whether something can still be ordered of these units in this step once the orders are sent."""
    return any(units and set(units) <= set(option.subjects) for option in drafted(reading, orders).now)


def no_longer() -> NoReturn:
    raise UnreadableOrder("What you chose can no longer be ordered.")


def passed_over(many: int) -> PageNotice:
    """Whether a step is to be closed without the orders that stand on the sheet."""
    those = "the order" if many == 1 else f"the {many} orders"
    return PageNotice(
        tone="warn", title=f"Close this step without {those} on your sheet?", asks="Close without sending"
    )


def sent_words(many: int, *, done: bool, single: bool, again: str = "") -> str:
    """What was sent, to be read back; of a step that was closed, why it is asked `again`, if it is."""
    what = "Your answer is sent." if single else f"{many} order{'s' if many != 1 else ''} sent." if many else ""
    return f"{what} {again or 'This step is closed.'}".strip() if done else what


def refused_words(reading: SeatReading, orders: Sequence[Order], problem: RulesRefuse) -> str:
    """Which of the orders that were sent the rules refuse, as the sheet says it; Done stands on no sheet."""
    index = int(problem.members["index"])
    if isinstance(orders[index], Done):
        return "This step cannot be closed"
    return f"“{plain_text(drafted(reading, orders).sentences[index], reading.ground)}” is refused"


def onward(
    request: Request,
    context: Context,
    at: AtSeat,
    notice: Noticed,
    units: Sequence[str],
    fold: str = "",
    *,
    via: str = "",
    keeps: Mapping[str, str] = MappingProxyType({}),
    settling: bool = False,
) -> Response:
    """The page's blocks for HTMX; a plain form is sent on to the page. A `fold` from which it came stays open.

    `via`: the places through which the way of an order is led; `keeps`: what stays picked, such as a target,
    and for which step the units stay chosen.

    Where the page cannot look again by itself, it is shown when what comes of what was sent has settled.
    """
    query = QueryParams([*looking_at(units, fold).multi_items(), *([("via", via)] if via else []), *keeps.items()])
    if by_htmx(request):
        return answered(request, context, at, query, notice=notice)
    to = f"{seat_page(at.match_id, at.seat)}{'?' if query else ''}{query}{'#standing' if fold else ''}"
    return Later(to, signs(context, at).settles if settling else 0.0)


def looking_at(units: Sequence[str], fold: str) -> QueryParams:
    """What the page's address says where these units are chosen, and a fold stands open."""
    return QueryParams([*(("unit", unit) for unit in units), *([("at", fold)] if fold else [])])


def refused(
    request: Request,
    context: Context,
    at: AtSeat,
    problem: Problem | UnreadableOrder,
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
        case UnreadableOrder():
            notice = PageNotice(tone="bad", title="Nothing was done.", text=str(problem))
            return answered(request, context, at, query, notice=lambda _: notice, status=422, filled=filled)
        case RulesRefuse():
            notice = PageNotice(tone="bad", title=f"{what}; nothing was sent.", text=problem.said, rule=problem.rule)
        case PictureMovedOn():
            notice = PageNotice(
                tone="warn",
                title="Nothing was sent: you were told something new meanwhile.",
                text="The page now shows it, and your sheet is as you wrote it. Look, and send again.",
            )
        case SheetMovedOn():
            notice = PageNotice(
                tone="warn",
                title="The sheet was changed meanwhile, in another window or by sending it.",
                text="It is shown as it stands now. Do it again if you still want to.",
            )
        case _:
            notice = PageNotice(tone="bad", title=problem.title, text=problem.said or reasons(problem))
    return answered(request, context, at, query, notice=lambda _: notice, status=problem.status, filled=filled)
