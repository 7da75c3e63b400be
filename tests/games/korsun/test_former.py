"""What matches of before have written otherwise is read as it is written now."""

from __future__ import annotations

from typing import Any

import pytest

from service.engine.sentences import plain_text
from service.games.korsun.game import KORSUN
from service.games.korsun.known.reports import OwnStores, Thrown
from service.games.korsun.printed.units import Public
from service.store.codec import Codec
from tests.random_play import codec


@pytest.mark.parametrize(
    ("purpose", "outcome", "said"),
    [
        ("demolition", "the bridge is destroyed", "the bridge is destroyed"),
        ("demolition", "the bridge stands", "the bridge stands"),
        ("intercept", "it fails", "it fails"), ("barrage", "Barrage Effects of level 3", "Barrage Effects of level 3"),
        ("air", "1 mission for German", "1 mission for the German side"),
        ("air", "4 missions for 2UF", "4 missions for 2UF"),
    ],
)  # fmt: skip
def test_a_die_whose_report_said_in_words_what_came_of_it(purpose: str, outcome: str, said: str):
    report = read(Thrown, {"kind": "thrown", "purpose": purpose, "die": 4, "modifiers": {}, "outcome": outcome})
    assert plain_text(KORSUN.words.prose(report)).endswith(f"{said}.")


def test_work_on_a_bridge_that_was_one_text():
    stores = {"works": {"0812-0813": "S/ENG25"}}
    work = read(OwnStores, {"kind": "own-stores", "stores": stores}).stores.works["0812-0813"]
    assert (work.type, work.unit) == ("S", "ENG25")


def test_a_korps_that_was_declared_isolated_by_the_rules_of_before_goes_on_using_the_korsun_marker():
    assert read(Public, {"isolated": ["XI"]}).isolated_next == []


def read(of: type, plain: dict[str, Any]) -> Any:
    kept: Codec = codec(KORSUN)
    return kept.converter.structure(plain, of)
