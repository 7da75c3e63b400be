"""What a page of Korsun costs each seat in its own heading, beside pages of NATO Division Commander in the same run.

`python -m bench.seats [LOOKS]` plays positions at random to the headings named below, and looks at each by turns.
Time is the processor's, of the process that serves the page; a line gives the median look and how it compares with
the median of all looks at `ndc`.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

from starlette.testclient import TestClient

from service.app import context_for, create_app
from service.engine.recording import Outcome
from service.engine.state import Position
from service.games.shelf import GAMES
from service.settings import Settings
from tests.random_play import begun, one_call
from tests.web.midway import saved

LOOKS = 9
MOST_CALLS = 4_000


@dataclass(frozen=True)
class Scene:
    """A position: of a scenario by a seed, once `heading` is asked in `turn` or later, or after `calls`."""

    scenario: str
    seed: int
    turn: int = 1
    heading: str = ""
    calls: int = 0

    def reached(self, state: Position, calls: int) -> bool:
        if self.calls:
            return calls >= self.calls
        titles = [state.pictures[seat].titles for seat in state.waiting]
        return state.turn >= self.turn and any(one and self.heading in one[-1] for one in titles)

    @property
    def game(self) -> str:
        return next(name for name, game in GAMES.items() if self.scenario in game.info.scenarios)


BASELINE = (Scene("kaltenbach", 3, calls=100), Scene("kaltenbach", 1, calls=30), Scene("kaltenbach", 2, 2, "Movement"))
MOVES, ATTACKS = "B. Movement", "A. Combat Decl"
SCENES = (
    *(Scene("korsun-full", 3, 1, heading) for heading in (MOVES, ATTACKS)),
    *(Scene("korsun-full", 4, 11, heading) for heading in (MOVES, ATTACKS)),
    *(Scene("korsun-first", 3, 1, heading) for heading in (MOVES, ATTACKS)),
)


def played(scene: Scene) -> tuple[Position, Outcome]:
    """The opening of a match at random, and all that came until the scene was reached."""
    match, rng, dice = begun(GAMES[scene.game], scene.seed, strict=False, scenario=scene.scenario)
    for calls in range(MOST_CALLS):
        if match.state.ended or scene.reached(match.state, calls):
            break
        one_call(match, rng, dice, strict=False)
    return match.opening, Outcome(match.state, match.journal, match.logs)


@contextmanager
def looks() -> Iterator[dict[str, Callable[[], float]]]:
    """For each scene and seat a look at its page, which gives its milliseconds."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder), database_url=None)
        context = context_for(settings)
        context.store.migrate()
        with TestClient(create_app(settings, context)) as client:
            found: dict[str, Callable[[], float]] = {}
            for scene in (*BASELINE, *SCENES):
                opening, outcome = played(scene)
                for seat, link in saved(context, GAMES[scene.game], opening, outcome).items():
                    page = client.get(link).raise_for_status().url.path
                    does = "asked" if outcome.state.pictures[seat].asked else "other"
                    when = f"turn {outcome.state.turn}, {scene.heading or f'{scene.calls} calls'}"
                    found[f"{scene.scenario}, {when}, {seat} ({does})"] = partial(look, client, page)
            yield found


def look(client: TestClient, page: str) -> float:
    start = time.process_time()
    client.get(page).raise_for_status()
    return 1000 * (time.process_time() - start)


def run(times: int = LOOKS) -> dict[str, tuple[float, float]]:
    """The median look of each seat of Korsun, and that of all seats of `ndc`, in milliseconds."""
    with looks() as by_seat:
        for warm in by_seat.values():
            warm(), warm()
        took: dict[str, list[float]] = {name: [] for name in by_seat}
        for _ in range(times):
            for name, once in by_seat.items():
                took[name].append(once())
    base = median(one for name, many in took.items() if name.startswith("kaltenbach") for one in many)
    return {name: (median(many), base) for name, many in took.items()}


if __name__ == "__main__":
    for name, (own, base) in run(int(sys.argv[1]) if len(sys.argv) > 1 else LOOKS).items():
        print(f"{name:66} {own:6.1f} ms  {own / base:.2f}")
