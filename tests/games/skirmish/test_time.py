"""Moves whose results are told at a fixed time, in the umpire and in the house (P16)."""

from __future__ import annotations

from service.engine import umpire
from service.engine.dice import LoadedDice
from service.engine.orders import Done
from service.games.skirmish.rules import RULES


def sealed(release: str):
    """A match whose first attacker has sent his moves: none, but the defender cannot know that."""
    state = umpire.open_match(RULES, "moulin-basset", LoadedDice(), {"release": release}, strict=True).state
    while state.pictures["allied"].step != "movement":
        umpire.play(RULES, state, "allied", [Done()], LoadedDice(), strict=True)
    umpire.play(RULES, state, "allied", [Done()], LoadedDice(), strict=True)
    return state


def heard(outcome: umpire.Outcome, seat: str) -> list[str]:
    return [entry.report.kind for entry in outcome.told.get(seat, [])]


def test_results_wait_for_their_time_whenever_the_defender_is_done():
    state = sealed("fixed_delay")
    assert state.window == "open" and state.waiting == ["german"]
    closed = umpire.play(RULES, state, "german", [Done()], LoadedDice(), strict=True)
    assert heard(closed, "allied") == [], "the attacker hears nothing before the time"
    assert state.waiting == [] and state.window == "open"
    told = heard(umpire.lapse(RULES, state, LoadedDice(), strict=True), "allied")
    assert "moves-played" in told and state.waiting == ["allied"] and state.window == ""


def test_a_defender_who_has_not_spoken_by_then_is_answered_for():
    state = sealed("fixed_delay")
    told = heard(umpire.lapse(RULES, state, LoadedDice(), strict=True), "allied")
    assert "moves-played" in told and state.waiting == ["allied"]


def test_without_a_fixed_time_the_results_go_when_he_is_done():
    state = sealed("when_defender_done")
    assert state.window == ""
    told = heard(umpire.play(RULES, state, "german", [Done()], LoadedDice(), strict=True), "allied")
    assert "moves-played" in told
