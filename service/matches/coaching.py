"""Coaching: which lesson of the game a seat's player is due, and which he has had."""

from __future__ import annotations

from dataclasses import dataclass

from service.engine.coaching import LETTER, OVER, WAITING, WELCOME, Lesson
from service.matches.context import AtSeat, Context
from service.matches.reading import Reading, Where, game_at, read
from service.store import SavedCoaching


@dataclass(frozen=True)
class Coaching:
    """Whether a player is coached at his seat, and the lesson that is due, if one is."""

    wanted: bool
    lesson: Lesson | None = None


def lesson_now(where: Where) -> str:
    """The lesson of where a seat stands, by what it knows."""
    if where.ended:
        return OVER
    return where.address.rsplit("/", 1)[-1] if where.asked else WAITING


def coaching(saved: SavedCoaching, reading: Reading) -> Coaching | None:
    """How the player is coached, as it is kept, at this moment; None in a game without lessons."""
    coach = reading.game.coach()
    if coach is None:
        return None
    occasions = (WELCOME, lesson_now(reading.where), *((LETTER,) if reading.where.letters else ()))
    if reading.settles and not reading.where.asked:
        occasions = (WELCOME,)  # what he is asked next may be told in a moment: he waits for nobody yet
    return Coaching(saved.wanted, coach.due(saved.met, occasions) if saved.wanted else None)


def be_coached(context: Context, at: AtSeat, wanted: bool) -> None:
    """Have the lessons of the game from the beginning, or have no more of them."""
    game = game_at(context, at).info.name
    with context.store.work() as work:
        met = () if wanted else work.accounts.coaching(at.account_id, game, at.seat).met
        work.accounts.put_coaching(at.account_id, game, at.seat, SavedCoaching(wanted, met))


def lessons_under_way(context: Context, at: AtSeat) -> tuple[str, ...]:
    """What a player who is coached has been taught when he has done what is asked of him now; nothing for others."""
    if not _saved(context, at, game_at(context, at).info.name).wanted:
        return ()
    return (WELCOME, lesson_now(read(context, at).where))


def have_had(context: Context, at: AtSeat, *lessons: str) -> None:
    """Note that the player has had these lessons, which then do not come again; names of none are passed over."""
    game = game_at(context, at)
    coach = game.coach()
    if coach is None:
        return
    with context.store.work() as work:
        saved = work.accounts.coaching(at.account_id, game.info.name, at.seat)
        new = [name for name in lessons if name in coach.lessons and name not in saved.met]
        work.accounts.put_coaching(
            at.account_id, game.info.name, at.seat, SavedCoaching(saved.wanted, (*saved.met, *new))
        )


def _saved(context: Context, at: AtSeat, game: str) -> SavedCoaching:
    with context.store.look() as look:
        return look.accounts.coaching(at.account_id, game, at.seat)
