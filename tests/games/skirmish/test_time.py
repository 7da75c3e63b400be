"""Moves whose results are told at a fixed time, in the umpire and on the server (P16)."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest

from service.engine import recording, umpire
from service.engine.dice import LoadedDice
from service.engine.events import HourStrikes, WindowOpened
from service.engine.orders import Done
from service.games.skirmish.game import SKIRMISH
from tests.shipped import SKIRMISH_TABLES as TABLES


def sent(**options: str) -> recording.Outcome:
    """A match whose first attacker has sent their moves: none, but the defender cannot know that."""
    state = umpire.open_match(SKIRMISH, "moulin-basset", LoadedDice(), options, strict=True).state
    while state.pictures["allied"].step != "movement":
        umpire.play(SKIRMISH, state, "allied", [Done()], LoadedDice(), strict=True)
    return umpire.play(SKIRMISH, state, "allied", [Done()], LoadedDice(), strict=True)


def sealed(release: str):
    return sent(release=release).state


def windows(outcome: recording.Outcome) -> list[WindowOpened]:
    return [event for event in outcome.journal if isinstance(event, WindowOpened)]


def heard(outcome: recording.Outcome, seat: str) -> list[str]:
    return [entry.report.kind for entry in outcome.told.get(seat, [])]


def test_where_nobody_says_otherwise_they_are_told_a_day_after_they_were_sent():
    assert windows(sent()) == windows(sent(release="fixed_delay")) == [WindowOpened(seconds=86_400)]


def test_they_may_be_told_daily_at_an_hour_with_six_hours_at_least_for_the_defender():
    hour = HourStrikes(hour=21, zone="Europe/Paris")
    daily = sent(release="daily_at", release_hour="21:00", release_zone="Europe/Paris")
    assert windows(daily) == [WindowOpened(seconds=21_600, until=hour)]
    assert windows(sent(release="daily_at"))[0].until == HourStrikes(hour=18, zone="UTC")


@pytest.mark.parametrize("zone", TABLES.options["release_zone"])
def test_every_zone_that_may_be_chosen_is_one(zone: str):
    assert ZoneInfo(zone).key == zone


def test_live_a_release_by_mail_delays_nothing():
    """Every step is shown to both at once, so the attacker has seen it all."""
    live = sent(interrupts="live", release="fixed_delay")
    assert windows(live) == [WindowOpened(seconds=60)], "remaining fire"
    over = umpire.lapse(SKIRMISH, live.state, LoadedDice(), strict=True)
    assert windows(over) == [] and "moves-played" in heard(over, "allied") and live.state.waiting == ["allied"]


@pytest.mark.parametrize("release", ["fixed_delay", "daily_at"])
def test_results_wait_for_their_time_whenever_the_defender_is_done(release: str):
    state = sealed(release)
    assert state.window == "open" and state.waiting == ["german"]
    closed = umpire.play(SKIRMISH, state, "german", [Done()], LoadedDice(), strict=True)
    assert heard(closed, "allied") == [], "the attacker hears nothing before the time"
    assert state.waiting == [] and state.window == "open"
    told = heard(umpire.lapse(SKIRMISH, state, LoadedDice(), strict=True), "allied")
    assert "moves-played" in told and state.waiting == ["allied"] and state.window == ""


def test_a_defender_who_has_not_spoken_by_then_is_answered_for():
    state = sealed("fixed_delay")
    told = heard(umpire.lapse(SKIRMISH, state, LoadedDice(), strict=True), "allied")
    assert "moves-played" in told and state.waiting == ["allied"]


def test_without_a_fixed_time_the_results_go_when_he_is_done():
    state = sealed("when_defender_done")
    assert state.window == ""
    told = heard(umpire.play(SKIRMISH, state, "german", [Done()], LoadedDice(), strict=True), "allied")
    assert "moves-played" in told


def test_who_opens_a_match_reads_what_each_way_means_in_days():
    """Eight game turns are sixteen player turns, each with results of its own."""
    about = SKIRMISH.info.options["release"].about
    assert "the 16 player turns take 16 days at the least" in about and "16 days or a few more" in about
    assert "When the defender is done: as long as you both take" in about
