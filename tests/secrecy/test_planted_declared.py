"""Leaks planted in what is said around a question, one each: the two-worlds trial finds them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from service.engine.facts import Fact
from service.engine.sentences import say
from service.games.ndc.game import NDC
from service.games.ndc.staff import questions
from service.games.ndc.staff import words as ndc_words
from tests.games.ndc.fighting import answer, attack, battle, stock
from tests.secrecy.test_planted_cards import attacked
from tests.secrecy.trial import same
from tests.secrecy.worlds import Leak, World, mutated


def asked_in_both(worlds: int) -> int:
    """The question about an attack is compared in so many pairs of worlds that are alike to the US side; how many."""
    begun, compared = attacked(), 0
    for luck in range(worlds):
        a = begun.copy()
        b = mutated(a, "US", random.Random(luck))
        if b is not None:
            assert NDC.words.declared(NDC.known(a.state.pictures["US"])).combats
            same(a, b, "US", "asked", asking=True)
            compared += 1
    return compared


def driven_back() -> World:
    """A US battalion that had jammed the attack on it has to fall back, and its side is about to choose where to."""
    table = stock(battle("su S-I1 at 1003 attack known", attacker="leadership 12", die=9), "us", ew_points=9)
    fought = answer(attack(table, barrage=1), ew=1)
    assert fought.heading == "retreat"
    return World(fought.truth)


def fallen_back_in_both(worlds: int) -> int:
    """The question where to is compared in so many pairs of worlds that are alike to the US side; how many."""
    begun, compared = driven_back(), 0
    for luck in range(worlds):
        a = begun.copy()
        b = mutated(a, "US", random.Random(luck))
        if b is not None:
            same(a, b, "US", "driven back", asking=True)
            compared += 1
    return compared


def levels(truth, picture) -> str:
    """The levels that the enemy truly has, which nobody is told."""
    return str(sum(unit.to for unit in truth.units.values() if unit.side != picture.side))


def test_the_list_of_what_is_declared_is_alike_in_both_worlds():
    assert asked_in_both(2) > 0


def test_why_a_unit_falls_back_is_alike_in_both_worlds():
    assert fallen_back_in_both(6) > 0


def test_a_reason_to_fall_back_that_says_how_many_truly_attacked(monkeypatch, peeking):
    honest = questions.why_it_was_lost

    def why_it_was_lost(due, attack, picture):
        yield from honest(due, attack, picture)
        yield Fact.of("By", levels(peeking(), picture))

    monkeypatch.setattr(questions, "why_it_was_lost", why_it_was_lost)
    with pytest.raises(Leak, match="question differs"):
        fallen_back_in_both(40)


def test_a_list_that_says_who_truly_stands_behind_a_declared_attack(monkeypatch, peeking):
    honest = ndc_words.declared

    def declared(picture):
        shown = honest(picture)
        behind = Fact.of("Behind it", levels(peeking(), picture))
        return replace(shown, combats=tuple(replace(one, facts=(*one.facts, behind)) for one in shown.combats))

    monkeypatch.setattr(ndc_words, "declared", declared)
    with pytest.raises(Leak, match="declared differs"):
        asked_in_both(40)


def test_a_question_that_says_how_many_truly_attack(monkeypatch, peeking):
    honest = ndc_words.question

    def question(picture, view, called):
        yield from honest(picture, view, called)
        yield Fact.of("Levels", levels(peeking(), picture))

    monkeypatch.setattr(ndc_words, "question", question)
    with pytest.raises(Leak, match="question differs"):
        asked_in_both(40)


def test_a_form_that_says_beside_a_field_how_many_truly_attack(monkeypatch, peeking):
    honest = ndc_words.stock

    def stock(picture, option, field):
        return f"{honest(picture, option, field)} {levels(peeking(), picture)}"

    monkeypatch.setattr(ndc_words, "stock", stock)
    with pytest.raises(Leak, match="beside differs"):
        asked_in_both(40)


def test_a_place_to_fall_back_to_that_says_how_many_truly_attack(monkeypatch, peeking):
    def costs(picture, hex):
        yield levels(peeking(), picture)

    monkeypatch.setattr(ndc_words, "costs_of_entry", costs)
    with pytest.raises(Leak, match="places differs"):
        asked_in_both(40)


def test_a_unit_without_orders_that_says_how_many_truly_attack(monkeypatch, peeking):
    def idle(picture, unit):
        return say(levels(peeking(), picture))

    monkeypatch.setattr(ndc_words, "idle", idle)
    with pytest.raises(Leak, match="idle differs"):
        asked_in_both(40)


def test_a_turn_that_is_over_and_says_how_many_enemies_are_truly_left(monkeypatch, peeking):
    honest = ndc_words.NdcWords.turn_over

    def turn_over(self, known, turn):
        return (*honest(self, known, turn), *say(f" Left: {levels(peeking(), known.picture)}."))

    monkeypatch.setattr(ndc_words.NdcWords, "turn_over", turn_over)
    with pytest.raises(Leak, match="turn over differs"):
        asked_in_both(40)
