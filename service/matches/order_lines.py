"""Order lines of a seat: text read line by line, each against what the lines before it leave; and a sheet as text.

Reading and judging are one: after `break down I3 ...` there is a unit I3/A. Nothing is sent by it, and nothing put on
the sheet. All that an error says is made of the seat's own words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from schemas import wire
from schemas.orders import MOST_ORDERS, Budget, TooMuchWork
from service.engine import judging, phrase_reading
from service.engine.game import AnyGame
from service.engine.judging import Judge
from service.engine.orders import Done, Order, Refusal
from service.engine.phrase_reading import LineFault, is_below, words_of
from service.engine.phrase_writing import write
from service.engine.sentences import Sentence
from service.engine.vocabulary import vocabulary
from service.matches.context import AtSeat, Context
from service.matches.errors import LinesNotUnderstood, TextTooLong
from service.matches.reading import SeatReading
from service.matches.rulebooks import refusal_on_the_wire
from service.matches.sheets import Sheet, put_sheet, sheet_orders

MOST_LINES, LONGEST_ORDER_TEXT = 200, 20_000
"""Of a text that is read."""
TOO_EARLY = "The step is not closed while another line is wrong"


@dataclass(frozen=True)
class OrderLine:
    """One line of a text: the order that it is, or the fault for which it is none; and the refusal of such an order.

    `said` is the order in a sentence, by what its seat knows as the lines before it leave things. `number` counts lines
    from 1. The index of a refusal counts, from 0, the lines of the text that are orders.
    """

    number: int
    text: str
    order: Order | None = None
    fault: LineFault | None = None
    refusal: Refusal | None = None
    said: Sentence = ()

    @property
    def is_right(self) -> bool:
        """Whether it is an order that the rules allow."""
        return self.order is not None and self.refusal is None


def read_lines(game: AnyGame, picture: Any, text: str, before: Sequence[Order] = ()) -> list[OrderLine]:
    """Each order line of a text, judged as it would stand below the orders `before`. Raises TextTooLong."""
    if len(text) > LONGEST_ORDER_TEXT or text.count("\n") >= MOST_LINES:
        raise TextTooLong(f"A text of orders has at most {MOST_LINES} lines and {LONGEST_ORDER_TEXT:,} characters.")
    kinds = tuple(game.orders_by_kind.values())
    judge, budget = Judge(game, judging.judged(game, picture, before)[1]), Budget()
    return [read_line(judge, budget, kinds, number, block) for number, block in blocks_of(text)]


def read_line(judge: Judge, budget: Budget, kinds: Sequence[type[Order]], number: int, text: str) -> OrderLine:
    """One line, read and judged as those before it leave things."""
    try:
        order = budget.spend(phrase_reading.read(text, kinds, vocabulary(judge.game, judge.believed)))
    except LineFault as fault:
        return OrderLine(number, text, fault=fault)
    except TooMuchWork as work:
        return OrderLine(number, text, fault=LineFault(str(work).removesuffix(".")))
    said = judge.game.words.order(judge.game.known(judge.believed), order)
    return OrderLine(number, text, order, refusal=judge.says(order), said=said)


def understood(game: AnyGame, picture: Any, text: str, in_words: Callable[[Sentence], str]) -> list[OrderLine]:
    """The lines of a text, each of them an order, allowed or not. Raises TextTooLong, LinesNotUnderstood."""
    lines = read_lines(game, picture, text) or [OrderLine(1, "", fault=LineFault("There is no order"))]
    if any(line.fault is not None for line in lines):
        raise LinesNotUnderstood(wrong_lines(game, lines, in_words))
    return lines


def blocks_of(text: str) -> Iterator[tuple[int, str]]:
    """The order lines of a text, each with its number and with the standing lines below it."""
    begun, block = 0, ""
    for number, line in enumerate(text.splitlines(), 1):
        if block and is_below(line):
            block += f"\n{line.strip()}"
            continue
        if block:
            yield begun, block
        begun, block = number, line.strip() if words_of(line) else ""
    if block:
        yield begun, block


def as_lines(game: AnyGame, picture: Any, orders: Sequence[Order]) -> list[str]:
    """Orders as lines, each in the words that the seat has when those before it are given."""
    judge, lines = Judge(game, picture), []
    for order in orders:
        lines.append(write(order, vocabulary(game, judge.believed)))
        judge.says(order)
    return lines


def line_on_the_wire(game: AnyGame, line: OrderLine, in_words: Callable[[Sentence], str]) -> wire.OrderLine:
    """A line as clients have it, wherever they meet one."""
    fault, refusal = line.fault, line.refusal
    return wire.OrderLine(
        number=line.number,
        text=line.text,
        kind=line.order.kind if line.order is not None else None,
        fault=wire.LineFault(detail=fault.detail, meant=fault.meant or None) if fault is not None else None,
        refusal=refusal_on_the_wire(game, refusal, in_words) if refusal is not None else None,
    )


def wrong_lines(game: AnyGame, lines: Sequence[OrderLine], in_words: Callable[[Sentence], str]) -> list[dict[str, Any]]:
    """Those of the lines that cannot be given, as clients have them."""
    return [line_on_the_wire(game, line, in_words).model_dump() for line in lines if not line.is_right]


# ---- at a seat


def lines_on_sheet(context: Context, reading: SeatReading) -> str:
    """The orders on a seat's sheet as text, which put on an empty sheet makes the same sheet."""
    return "".join(f"{line}\n" for line in as_lines(reading.game, reading.picture, sheet_orders(context, reading)))


def preview_lines(context: Context, reading: SeatReading, text: str) -> list[OrderLine]:
    """What a text would put on the sheet, below what stands there. Nothing is changed. Raises TextTooLong.

    What closes the step is not put there while another line is wrong, since nothing could be added after it.
    """
    lines = read_lines(reading.game, reading.picture, text, sheet_orders(context, reading))
    if all(line.is_right for line in lines):
        return lines
    return [
        OrderLine(line.number, line.text, fault=LineFault(TOO_EARLY)) if isinstance(line.order, Done) else line
        for line in lines
    ]


def put_lines(
    context: Context, at: AtSeat, reading: SeatReading, text: str, *, version: int | None = None
) -> tuple[Sheet, list[OrderLine]]:
    """Put the lines that the rules allow on the sheet, below what stands there; the others are left to be mended.

    Raises TextTooLong, SheetMovedOn.
    """
    before, lines = sheet_orders(context, reading), preview_lines(context, reading, text)
    right = [line.order for line in lines if line.order is not None and line.is_right]
    if len(before) + len(right) > MOST_ORDERS:
        raise TextTooLong(f"A sheet holds at most {MOST_ORDERS} orders.")
    seen = reading.sheet_version if version is None else version
    return put_sheet(context, at, [*before, *right], version=seen), lines
