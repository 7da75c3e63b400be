"""Coaching: which lesson of the game a player is due, which they have had, and what they can do of what it advises."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any

from service.engine.game import AnyGame
from service.engine.kinds import kind_of
from service.engine.lessons import (
    LETTER,
    NAMED,
    OVER,
    WAITING,
    WELCOME,
    WHY,
    Advice,
    AdviceBasis,
    Coach,
    Errand,
    Followed,
    Lesson,
    nothing_left,
)
from service.engine.options import Destination, Domain, Option, Places, Range, Several
from service.engine.orders import Done, Order, Refusal
from service.engine.phrase_writing import usual
from service.engine.places import Place
from service.engine.sentences import listed
from service.engine.state import Known
from service.matches.context import AtSeat, Context
from service.matches.drafts import Draft
from service.matches.errors import Malformed
from service.matches.order_json import orders_from_plain
from service.matches.reading import SeatReading, Where, game_at, read
from service.store import SavedCoaching

SENDS = "Send what is written, and close."
"""What is advised in place of closing the step where something stands on the sheet."""

Left = Callable[[Advice, Followed], bool]
"""Whether a player had an advice before them as it is followed, and left it."""


@dataclass(frozen=True)
class Coaching:
    """Whether a player is coached at their seat, and the lesson that is due, if one is.

    `advice` is what they may try now: nothing but what can be ordered as it is advised, which is `followed` so; None
    where there is nothing. One that orders nothing is not `followed`. `said` are its words, or what is asked.
    """

    wanted: bool
    lesson: Lesson | None = None
    advice: Advice | None = None
    followed: Followed | None = None
    said: str = ""


def lesson_now(where: Where) -> str:
    """The lesson of where a seat stands, by what it knows."""
    if where.ended:
        return OVER
    return where.address.rsplit("/", 1)[-1] if where.asked else WAITING


def coaching(saved: SavedCoaching, draft: Draft, left: Left = nothing_left) -> Coaching | None:
    """How the player is coached, as it is kept, at this moment; None in a game without lessons.

    `left`: whether they had an advice before them as it is followed, and left it: then they are given another.
    """
    reading = draft.reading
    coach = reading.game.coach()
    if coach is None:
        return None
    lesson = due(coach, saved, reading)
    if lesson is None:
        return Coaching(saved.wanted)
    basis = replace(basis_of(draft), left=lambda advice, one: left(advice, one) or stands_written(draft, one))
    options = sorted(draft.options, key=lambda option: taught_with(draft, option))
    for advice in lesson.advices(reading.seat, reading.where.turn, written=bool(draft.orders)):
        followed = advice.followed(options, basis) if advice.kind else None
        if followed is not None or not advice.kind:
            closes = followed is not None and followed.option.kind == kind_of(Done) and bool(draft.orders)
            said = SENDS if closes else worded(advice, followed, reading)
            return Coaching(saved.wanted, lesson, advice, followed, said)
    return Coaching(saved.wanted, lesson, said=lesson.asked)


def stands_written(draft: Draft, followed: Followed) -> bool:
    """Whether an order that says what is advised stands on the sheet already."""

    def plain(value: Any) -> Any:
        return list(value) if isinstance(value, tuple) else value

    return any(
        order.kind == followed.option.kind
        and all(plain(getattr(order, name, None)) == plain(value) for name, value in followed.says.items())
        for order in draft.orders
    )


def coached(context: Context, at: AtSeat, draft: Draft) -> Coaching | None:
    """The same, where what is kept of it has not been read yet."""
    return coaching(_saved(context, at, draft.reading.game.info.name), draft)


def basis_of(draft: Draft) -> AdviceBasis:
    """What an advice goes by at this moment. Who has a way on the sheet is sent on no other."""
    gone = {unit for order in draft.orders if order.way() for unit in order.subjects()}
    known, game = draft.known_after, draft.reading.game
    words = game.words
    found: dict[int, tuple[Destination, ...]] = {}

    def reached(option: Option) -> tuple[Destination, ...]:
        if gone.intersection(option.subjects):
            return ()
        if id(option) not in found:
            found[id(option)] = advisable(game, known, option, reach(draft, option))
        return found[id(option)]

    def errand(option: Option, places: Collection[Place]) -> Errand | None:
        return next(filter(None, (words.errand(known, unit, places) for unit in option.subjects)), None)

    def alone(option: Option) -> bool:
        units = option.subjects if len(option.subjects) > 1 and not gone.intersection(option.subjects) else ()
        return any(bool(found) and not isinstance(found, Refusal)
                   for found in (draft.reach(option, (unit,)) for unit in units))  # fmt: skip

    return AdviceBasis(
        reached,
        met(draft.reading),
        errand,
        alone=alone,
        vain=partial(is_vain, game, known),
        best=partial(best, game, known),
    )


def advisable(
    game: AnyGame, known: Known[Any, Any], option: Option, found: Sequence[Destination]
) -> tuple[Destination, ...]:
    """Those of the places that an option can take its units to where a coach would send them."""
    return tuple(one for one in found if not any(game.words.shuns(known, unit, one.path) for unit in option.subjects))


def is_vain(game: AnyGame, known: Known[Any, Any], followed: Followed) -> bool:
    """Whether an order, filled in as its form is at first, is unwise or promises too little, by what is known."""
    order = None if any(followed.option.routes) else as_filled_in(game, followed)
    if order is None:
        return False
    odds = game.odds(known.picture, order) if game.odds is not None else None
    return game.words.unwise(known, order) or (odds is not None and odds.vain)


def best(game: AnyGame, known: Known[Any, Any], followed: Followed, name: str) -> Any:
    """The value of a field with which an order serves best, by what is known; None where there is none.

    Of a number the least of those that promise most. Of places that for the first unit of the order, or, where it is
    given to none, for the first thing that the order is about, such as a command.
    """
    option = followed.option
    match option.fields[name]:
        case Places(places=places):
            who = next(chain(option.subjects, map(str, option.fixed.values())), "")
            return game.words.best_place(known, option.kind, who, places)
        case Several():
            return game.words.best_group(known, option, name)
        case Range(least=least, most=most):
            upto = max(least, min(most, game.words.share(known, option.kind, name, most)))
            return max(range(least, upto + 1), key=partial(promise, game, known, followed, name))
    return None


def promise(game: AnyGame, known: Known[Any, Any], followed: Followed, name: str, value: int) -> int:
    """What an order promises with this number in a field, the rest as its form is at first; 0 where nobody can say."""
    order = as_filled_in(game, Followed(followed.option, {**followed.values, name: value}))
    odds = game.odds(known.picture, order) if game.odds is not None and order is not None else None
    return odds.promise if odds is not None else 0


def as_filled_in(game: AnyGame, followed: Followed) -> Order | None:
    """The order of an advice with the rest as its form is at first; None where that is no order."""
    option = followed.option
    values = {name: followed.values.get(name, at_first(domain)) for name, domain in option.fields.items()}
    try:
        [order] = orders_from_plain(game, [{"kind": option.kind, **option.fixed, **values}])
    except Malformed:
        return None
    return order


def at_first(domain: Domain) -> Any:
    """What stands in a form's field before anybody has touched it: of several nobody more than there have to be."""
    match domain:
        case Range():
            return domain.least
        case Several():
            return None if domain.usual else domain.values[: domain.least]
    return usual(domain)


def taught_with(draft: Draft, option: Option) -> int:
    """How well an option shows what an advice means, by the best of those to whom it is given."""
    words = draft.reading.game.words
    return min((words.taught_with(draft.known_after, unit) for unit in option.subjects), default=0)


def due(coach: Coach, saved: SavedCoaching, reading: SeatReading) -> Lesson | None:
    """The lesson for which there is occasion; None where there is none, or where no coach is wanted.

    Whoever is asked is told each time what they may do, and when nothing more need be done; the other lessons come
    once.
    """
    if not saved.wanted:
        return None
    if reading.where.asked and (lesson := coach.lessons.get(lesson_now(reading.where))) is not None:
        return lesson
    return coach.due(saved.met, occasions(reading))


def worded(advice: Advice, followed: Followed | None, reading: SeatReading) -> str:
    """The words of an advice, with what its order has where they name it."""
    says, words, ground = followed.says if followed is not None else {}, reading.game.words, reading.ground

    def named(found: re.Match[str]) -> str:
        if found[1] == WHY and followed is not None:
            return followed.why
        value = says[found[1]]
        if isinstance(value, tuple):  # a way, which is named by where it leads
            value = value[-1]
        if isinstance(value, list):
            return listed(value)
        place = ground is not None and ground.parse(str(value))
        return ground.show(place) if ground is not None and place else words.name(reading.known, str(value))

    return NAMED.sub(named, advice.said)


def met(reading: SeatReading) -> frozenset[object]:
    """The places where the seat knows of somebody, and the named parts of the map in which these lie."""
    forces, picture = reading.game.forces, reading.picture
    if forces is None:
        return frozenset()
    places = {place for one in forces.contacts(picture).values() for place in forces.places_of(one)}
    return frozenset((*places, *(reading.game.words.area(reading.known, place) for place in places)))


def occasions(reading: SeatReading) -> tuple[str, ...]:
    """The lessons for which there is occasion, the first of them first: what is asked comes before all else.

    A letter that has just come has mostly a question behind it: its lesson waits for the next time that one waits, or
    it would be gone before it is read.
    """
    where = reading.where
    letter = (LETTER,) if where.letters and not reading.tally.fresh else ()
    if where.asked or where.ended:
        return (lesson_now(where), *letter)
    # What they are asked next may be told in a moment: they wait for nobody yet.
    return (WELCOME,) if reading.settles else (WELCOME, lesson_now(where), *letter)


def reach(draft: Draft, option: Option) -> tuple[Destination, ...]:
    """Where an option can take its units."""
    found = draft.reach(option, option.subjects)
    return () if isinstance(found, Refusal) else tuple(found)


def be_coached(context: Context, at: AtSeat, wanted: bool) -> None:
    """Have the lessons of the game from the beginning, or have no more of them."""
    game = game_at(context, at).info.name
    with context.store.work() as work:
        met = () if wanted else work.accounts.coaching(at.account_id, game, at.seat).met
        work.accounts.put_coaching(at.account_id, game, at.seat, SavedCoaching(wanted, met))


def lessons_under_way(context: Context, at: AtSeat) -> tuple[str, ...]:
    """What a player who is coached has been taught when they have done what is asked of them now; nothing for others.

    Who has ordered once needs no welcome; who orders again has waited.
    """
    saved = _saved(context, at, game_at(context, at).info.name)
    if not saved.wanted:
        return ()
    return (WELCOME, lesson_now(read(context, at).where), *((WAITING,) if WELCOME in saved.met else ()))


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
