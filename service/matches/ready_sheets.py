"""What stands on a sheet, ready to be sent, when a time that runs by the second is over (P16 of a skirmish)."""

from __future__ import annotations

from service.engine import judging, umpire
from service.engine.seats import Seat
from service.matches.context import Context
from service.store import SavedSeat, accepting

NOTHING = "[]"


def send_what_is_ready(context: Context, match_id: str, seat: Seat) -> bool:
    """Accept for a seat that is asked what stands lawful on its sheet, as if it were sent now; whether there was any.

    Only live, where nobody has the time to look it over; and only answers to what is asked: what may be ordered at any
    time is being written for later. The lines that the rules refuse stay, and are shown as not sent. Nothing is told to
    any other seat: orders that came in the last moment look the same.
    """
    with context.store.look() as look:
        if look.matches.sheet(match_id, seat).orders == NOTHING:
            return False
    with context.store.work() as work:
        work.matches.hold(match_id)
        saved = work.matches.seat(match_id, seat)
        if saved is None or not is_live(saved):
            return False
        codec = context.store.codec(saved.game)
        written = codec.to_orders(work.matches.sheet(match_id, seat).orders)
        answers = [order for order in written if not judging.is_lawful_anytime(saved.game, order)]
        refusals, _ = judging.judged(saved.game, saved.picture, answers)
        ready = [order for order, refusal in zip(answers, refusals, strict=True) if refusal is None]
        if not ready:
            return False
        accepted = umpire.accept(saved.game, saved.picture, seat, ready)
        work.queue.accept(accepting(codec, saved, accepted), context.clock())
        rest = [order for order in written if not any(order is one for one in ready)]
        work.matches.put_sheet(match_id, seat, codec.orders(rest))
    context.hub.nudge(match_id)
    return True


def is_live(saved: SavedSeat) -> bool:
    """Whether times run by the second in the match of this seat."""
    return saved.game.words.is_live(saved.game.known(saved.picture))
