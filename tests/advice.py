"""What the coach advises a seat, as tests look through it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

from service.engine.game import AnyGame
from service.engine.lessons import AdviceBasis, Errand, Followed
from service.engine.options import Option, Routes
from service.engine.orders import Order, Refusal
from service.engine.places import Place
from service.engine.seats import Seat
from service.matches.coaching import advisable, best, is_vain
from tests.offers import options_for


def advised(
    game: AnyGame, picture: Any, seat: Seat, orders: Sequence[Order] = (), offered: Sequence[Option] | None = None
) -> Iterator[tuple[str, Followed]]:
    """What can be followed now of all that a lesson advises; `picture` is what these orders on the sheet leave.

    `offered`: what the seat may order then, where it is known already.
    """
    coach = game.coach()
    assert coach is not None
    known = game.known(picture)
    gone = {unit for order in orders if order.way() for unit in order.subjects()}

    def teaches(option: Option) -> int:
        return min((game.words.taught_with(known, unit) for unit in option.subjects), default=0)

    options = sorted(options_for(game, picture) if offered is None else offered, key=teaches)

    @cache
    def to(subjects: tuple[str, ...]) -> Any:
        return game.forces.destinations(picture, subjects)

    def reach(option: Option) -> Any:
        if gone.intersection(option.subjects) or not any(option.routes):
            return ()
        try:
            return advisable(game, known, option, to(option.subjects))
        except Refusal:
            return ()

    def alone(option: Option) -> bool:
        return any(reach(replace(option, subjects=(unit,), fields={"path": Routes()})) for unit in option.subjects)

    lesson = coach.lessons[picture.address.rsplit("/", 1)[-1]]
    places_of = game.forces.places_of
    met = {place for one in game.forces.contacts(picture).values() for place in places_of(one)}
    met |= {game.words.area(known, place) for place in met}

    def errand(option: Option, places: Collection[Place]) -> Errand | None:
        return next(filter(None, (game.words.errand(known, unit, places) for unit in option.subjects)), None)

    basis = AdviceBasis(
        reach, met, errand, alone=alone, vain=partial(is_vain, game, known), best=partial(best, game, known)
    )
    for advice in lesson.advices(seat, picture.turn, written=bool(orders)):
        followed = advice.followed(options, basis)
        if followed is not None:
            yield advice.said, followed
