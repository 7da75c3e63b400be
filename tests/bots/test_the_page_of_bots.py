"""The bot that docs/bots.md writes out: it runs, and answers an attack that is truly offered."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from service.api.view import options_on_the_wire
from service.engine.judging import heading_options
from service.games.ndc.game import NDC
from tests.games.ndc.fighting import attack, battle

PIECE = re.compile(r"```python\n(from service\.bots\.player.*?)\nwith client", re.DOTALL)


def test_the_bot_of_the_page_meets_an_attack_with_all_the_fire_there_is():
    found = PIECE.search(Path("docs/bots.md").read_text())
    assert found is not None
    page: dict[str, Any] = {}
    exec(found[1], page)
    picture = attack(battle(die=1)).picture("us")
    options = heading_options(NDC, picture)
    told = options_on_the_wire(options, [""] * len(options), NDC.in_words(NDC.known(picture)))
    offers = [one.model_dump(mode="json") for one in told]
    [most] = {one["fields"]["fire"]["most"] for one in offers if one["kind"] == "defend" and "fire" in one["fields"]}
    answered = page["Cautious"].orders(object(), offers)
    assert [order["kind"] for order in answered] == ["defend", "done"] and answered[0]["fire"] == most > 0
