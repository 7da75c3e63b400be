"""What takes long to make is made once, however many ask for it at the same time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event

from service.matches.made_once import made_once
from tests.service_fixtures import PATIENCE


def test_many_that_ask_while_it_is_made_get_the_same():
    made, go_on = list[str](), Event()

    @made_once
    def forms(game: str) -> object:
        made.append(game)
        assert go_on.wait(PATIENCE)
        return object()

    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(forms, "ndc") for _ in range(4)]
        while not made:
            pass
        go_on.set()
    assert len({one.result() for one in asked}) == 1 and made == ["ndc"]
    forms("skirmish")
    assert made == ["ndc", "skirmish"]
