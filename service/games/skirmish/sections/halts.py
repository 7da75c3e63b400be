"""Live play: to shout halt, and name the shot after that (P16; SKR-MOV-06)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.options import Option
from service.engine.orders import Order, demand
from service.engine.seats import Seat
from service.engine.sentences import say
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.sections.attacks import halt_mover
from service.games.skirmish.sections.live_steps import time_runs
from service.games.skirmish.sections.plans import best_shot
from service.games.skirmish.sections.playing import stage_of
from service.games.skirmish.truth.state import State


@dataclass(frozen=True, kw_only=True)
class Halt(Order):
    """Stop the mover where it is; you have a while to name the shot, and your best one is fired if you name none.

    Men in flight are not stopped by it: they are fired at, and run on (P14).
    """

    rule: ClassVar[str] = "SKR-MOV-06"

    kind: Literal["halt"] = "halt"

    def check(self, picture: Picture) -> None:
        demand(picture.options["interrupts"] == "live", "P16", "By mail a halt is made by the shot itself.", "NO_SHOT")
        film = picture.film
        demand(film is not None and not film.halted, "SKR-MOV-06", "Nobody is moving that you could halt.", "NO_SHOT")
        demand(best_shot(picture) is not None, "SKR-MOV-06", "You have no shot at it.", "NO_SHOT")

    def believe(self, picture: Picture) -> None:
        if picture.film is not None:
            picture.film = replace(picture.film, halted=True)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield from halt_mover(state)
        if stage_of(state) == "good":  # men in flight run on, and the time of their step with them (P14)
            yield from time_runs(state, "shot", state.tables.windows.live_shot)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        film = picture.film
        if picture.options["interrupts"] != "live" or film is None or film.halted or film.flees:
            return  # at men in flight the shot itself is named at once: no time begins in which to name it (P14)
        if best_shot(picture) is not None:
            yield Option(kind="halt", title=say("Halt!"))
