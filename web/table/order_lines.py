"""Orders as text: lines are judged as they are typed, put on the sheet, and made of it again."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from starlette.datastructures import QueryParams

from service.dependencies import TheContext
from service.engine.sentences import counted
from service.matches import AtSeat, Context, put_lines, put_sheet
from service.matches.errors import SheetMovedOn
from service.matches.order_lines import as_lines
from service.matches.page_reading import page_reading
from service.matches.reading import SeatReading
from service.matches.reading import read as reading_of
from service.matches.sheets import sheet_orders
from web.parts.dependencies import Seated, Sent, text
from web.parts.render import by_htmx, fragments
from web.table.pages import answered, composed
from web.table.sheet import onward
from web.table.shown import PageNotice

router = APIRouter(prefix="/matches/{match_id}/{seat}/sheet", include_in_schema=False)
TAKE = "take"
LINES = {"lines": "order-lines"}


@router.post("/lines/preview")
def preview_sheet_lines(context: TheContext, at: Seated, sent: Sent) -> Response:
    """A verdict on each line, as it would stand below what is on the sheet. Nothing is changed."""
    shown = composed(context, at, page_reading(context, at), QueryParams(), written=text(sent, "lines"))
    return fragments("match_order_lines.html", {"verdicts": "line-verdicts"}, page=shown)


@router.post("/lines")
def put_sheet_lines(request: Request, context: TheContext, at: Seated, sent: Sent) -> Response:
    """Put the lines that the rules allow on the sheet, and leave the others in the box; or take the sheet as text."""
    written = text(sent, "lines")
    try:
        notice, left = taken(context, at, written) if text(sent, "do") == TAKE else laid(context, at, written)
    except SheetMovedOn as problem:
        notice, left = PageNotice(tone="bad", title=problem.title), written
    if not left and not by_htmx(request):
        return onward(request, context, at, lambda _: notice, ())
    return answered(request, context, at, QueryParams(), notice=lambda _: notice, more=LINES, written=left)


def laid(context: Context, at: AtSeat, written: str) -> tuple[PageNotice, str]:
    """Put lines on the sheet; what is to be noticed, and the lines that are left to be mended."""
    _, lines = put_lines(context, at, reading_of(context, at), written)
    wrong = [line.text for line in lines if not line.is_right]
    right = len(lines) - len(wrong)
    if not lines:
        return PageNotice(tone="warn", title="Nothing was done.", text="Write at least one order."), ""
    if wrong:
        put_there = f"{counted(right, 'order')} on the sheet" if right else "Nothing was put on the sheet"
        title = f"{put_there}; {counted(len(wrong), 'line')} left to correct."
        return PageNotice(tone="warn", title=title, text="What is wrong with each is said below the text."), "\n".join(
            wrong
        )
    return PageNotice(tone="good", title=f"{counted(right, 'order')} on the sheet."), ""


def taken(context: Context, at: AtSeat, written: str) -> tuple[PageNotice, str]:
    """Empty the sheet into the box, below what stands there; what is to be noticed, and the text."""
    reading: SeatReading = reading_of(context, at)
    orders = sheet_orders(context, reading)
    if not orders:
        return PageNotice(tone="warn", title="The sheet is empty."), written
    lines = as_lines(reading.game, reading.picture, orders)
    put_sheet(context, at, [], version=reading.sheet_version)
    return PageNotice(tone="good", title="The sheet is empty; its orders are in the box as text."), "\n".join(
        filter(None, (written, *lines))
    )
