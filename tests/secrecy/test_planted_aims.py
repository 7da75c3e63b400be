"""Leaks planted in the aim and in what is kept for it: the two-worlds trial finds each of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.engine.bills import Bill, Term
from service.engine.sentences import say
from service.games.ndc.known.score import Scorekeeper
from service.games.ndc.staff import words as ndc_words
from tests.secrecy.test_planted_cards import tried
from tests.secrecy.worlds import Leak


def planted(monkeypatch, leak):
    """Alter each aim as it is made."""
    honest = ndc_words.aim

    def aim(picture, kept):
        return replace(honest(picture, kept), **leak(picture, honest(picture, kept)))

    monkeypatch.setattr(ndc_words, "aim", aim)


def test_an_aim_that_counts_what_the_enemy_has_truly_lost(monkeypatch, peeking):
    def leak(picture, aim):
        units = [unit for unit in peeking().units.values() if unit.side == picture.enemy]
        lost = sum(unit.to_max - unit.to for unit in units)
        return {"bill": Bill((*aim.bill.lines, Term(name=say("levels lost unseen"), value=lost)))}

    planted(monkeypatch, leak)
    with pytest.raises(Leak, match="aim differs"):
        tried("Soviet", 40)


def test_an_aim_that_is_worded_by_where_the_enemy_truly_is(monkeypatch, peeking):
    """The sum is the same."""

    def leak(picture, aim):
        rows = [int(unit.hex) for unit in peeking().units.values() if unit.side == picture.enemy and unit.hex]
        return {"unknown": say("It leaves out what went unnoticed.") if sum(rows) % 2 else aim.unknown}

    planted(monkeypatch, leak)
    with pytest.raises(Leak, match="aim differs"):
        tried("Soviet", 40)


def test_scorekeeping_that_notes_the_truth_with_each_letter(monkeypatch, peeking):
    honest = Scorekeeper.after

    def after(self, kept, told, seat):
        left = sum(unit.to for unit in peeking().units.values() if unit.side != seat)
        return replace(honest(self, kept, told, seat), ends=left)

    monkeypatch.setattr(Scorekeeper, "after", after)
    with pytest.raises(Leak, match="aim differs"):
        tried("US", 40)
