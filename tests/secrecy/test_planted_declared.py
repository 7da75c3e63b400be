"""A leak planted in the list of what is declared: the two-worlds trial finds it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.engine.glances import Fact
from service.engine.orders import Done
from service.games.ndc.sections.declare import CounterBattery, DeclareGroundCombat
from service.games.ndc.staff import words as ndc_words
from tests.secrecy.ndc_worlds import contact_table
from tests.secrecy.test_planted_cards import tried
from tests.secrecy.worlds import Leak, World


def attacked_twice() -> World:
    """A Soviet attack and two fires are declared, and the US side is about to answer the first."""
    world = World(contact_table(heading="movement", phasing="su", turn=3).truth)
    storm = DeclareGroundCombat(unit="S-I2", target="1204", type="assault")
    fires = [CounterBattery(target=hex, csps=1) for hex in ("1204", "1206")]
    world.play("Soviet", [storm, *fires, Done()])
    return world


def test_the_list_of_what_is_declared_is_alike_in_both_worlds():
    assert tried("US", 1, attacked_twice) > 0


def test_a_list_that_says_who_truly_stands_behind_a_declared_attack(monkeypatch, peeking):
    honest = ndc_words.declared

    def declared(picture):
        levels = sum(unit.to for unit in peeking().units.values() if unit.side != picture.side)
        shown = honest(picture)
        behind = Fact.of("Behind it", str(levels))
        return replace(shown, combats=tuple(replace(one, facts=(*one.facts, behind)) for one in shown.combats))

    monkeypatch.setattr(ndc_words, "declared", declared)
    with pytest.raises(Leak, match="declared differs"):
        tried("US", 40, attacked_twice)
