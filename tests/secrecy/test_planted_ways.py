"""Leaks planted in what a side is shown of its own orders before and after they are worked: the trial finds each."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from service.engine.orders import Done
from service.games.ndc.known.picture import Picture
from service.games.ndc.sections import booking, declare
from service.games.ndc.sections.declare import DeclareGroundCombat
from tests.secrecy import trial as trial_module
from tests.secrecy import worlds
from tests.secrecy.ndc_worlds import contact_table
from tests.secrecy.test_planted_leaks import an_attack, blind_moves, caught
from tests.secrecy.trial import step
from tests.secrecy.worlds import Leak, World, mutated


def stormed(pairs: int) -> int:
    """A Soviet battalion assaults one that it knows, in so many pairs of worlds; how many came to its total alike."""
    storm, compared = DeclareGroundCombat(unit="S-I2", target="1204", type="assault", barrage=2), 0
    for luck in range(pairs):
        a = World(contact_table(heading="movement", phasing="su", turn=3).truth)
        b = mutated(a, "Soviet", random.Random(luck))
        if b is None:
            continue
        orders = [storm, Done()]
        for number in range(6):
            if not step(a, b, a.state.waiting[0], "Soviet", orders, f"step {number}"):
                break
            orders = [Done()]
            if any(entry.report.kind == "attack-totalled" for entry in a.log):
                compared += 1
                break
    return compared


def strength_of_the_us(state) -> int:
    return sum(unit.to for unit in state.units.values() if unit.side == "US")


def test_what_an_attack_came_to_is_alike_in_both_worlds():
    assert stormed(4) > 0


def test_a_total_that_counts_what_is_hidden_as_ordered(monkeypatch, peeking):
    honest = booking.AttackTotalled

    def totalled(**told):
        return honest(**{**told, "ordered": {"NDC-ATM-05": strength_of_the_us(peeking())}})

    monkeypatch.setattr(booking, "AttackTotalled", totalled)
    with pytest.raises(Leak, match="log differs"):
        stormed(40)


def test_an_attack_planned_with_lines_that_go_by_what_is_hidden(monkeypatch, peeking):
    honest = declare.kept
    monkeypatch.setattr(declare, "kept", lambda bill: {**honest(bill), "NDC-ATM-05": strength_of_the_us(peeking())})
    with pytest.raises(Leak, match="picture differs"):
        stormed(40)


def test_a_way_that_is_not_under_way_where_an_unseen_enemy_stops_it(monkeypatch, peeking):
    honest = Picture.under_way.fget

    def under_way(self):
        held = {unit.hex for unit in peeking().units.values() if unit.side != self.seat}
        return {unit: way for unit, way in honest(self).items() if not held.intersection(way)}

    monkeypatch.setattr(Picture, "under_way", property(under_way))
    monkeypatch.setattr(trial_module, "random_orders", blind_moves)
    assert "under_way" in caught([("movement", "su", "Soviet")], first=18, steps=1, tries=12)


def test_a_forecast_that_counts_the_enemy_who_stands_there(monkeypatch, peeking):
    secrets = worlds.SECRETS["ndc"]
    honest = secrets.game.foretell

    def foretell(picture, *rest):
        told = honest(picture, *rest)
        return told if told is None else (told, strength_of_the_us(peeking()))

    monkeypatch.setitem(worlds.SECRETS, "ndc", replace(secrets, game=replace(secrets.game, foretell=foretell)))
    monkeypatch.setattr(trial_module, "random_orders", an_attack)
    assert "odds differs" in caught([("movement", "su", "Soviet")], steps=1)
