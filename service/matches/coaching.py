"""Coaching: which lesson of the game a seat's player is due, and which he has had."""

from __future__ import annotations

from dataclasses import dataclass

from service.engine.coaching import LETTER, OVER, WAITING, WELCOME, Lesson
from service.matches.desk import AtSeat, Desk
from service.matches.reading import Reading, Where, read, rules_at
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


def coaching(desk: Desk, at: AtSeat, reading: Reading) -> Coaching | None:
    """How the player is coached; None in a game without lessons."""
    coach = reading.rules.coach()
    if coach is None:
        return None
    saved = _saved(desk, at, reading.rules.name)
    occasions = (WELCOME, lesson_now(reading.where), *((LETTER,) if reading.where.letters else ()))
    if reading.settles and not reading.where.asked:
        occasions = (WELCOME,)  # what he is asked next may be told in a moment: he waits for nobody yet
    return Coaching(saved.wanted, coach.due(saved.met, occasions) if saved.wanted else None)


def be_coached(desk: Desk, at: AtSeat, wanted: bool) -> None:
    """Have the lessons of the game from the beginning, or have no more of them."""
    game = rules_at(desk, at).name
    with desk.store.work() as work:
        met = () if wanted else work.accounts.coaching(at.account_id, game, at.seat).met
        work.accounts.put_coaching(at.account_id, game, at.seat, SavedCoaching(wanted, met))


def lessons_under_way(desk: Desk, at: AtSeat) -> tuple[str, ...]:
    """What a player who is coached has been taught when he has done what is asked of him now; nothing for others."""
    if not _saved(desk, at, rules_at(desk, at).name).wanted:
        return ()
    return (WELCOME, lesson_now(read(desk, at).where))


def have_had(desk: Desk, at: AtSeat, *lessons: str) -> None:
    """Note that the player has had these lessons, which then do not come again; names of none are passed over."""
    rules = rules_at(desk, at)
    coach = rules.coach()
    if coach is None:
        return
    with desk.store.work() as work:
        saved = work.accounts.coaching(at.account_id, rules.name, at.seat)
        new = [name for name in lessons if name in coach.lessons and name not in saved.met]
        work.accounts.put_coaching(at.account_id, rules.name, at.seat, SavedCoaching(saved.wanted, (*saved.met, *new)))


def _saved(desk: Desk, at: AtSeat, game: str) -> SavedCoaching:
    with desk.store.look() as look:
        return look.accounts.coaching(at.account_id, game, at.seat)
