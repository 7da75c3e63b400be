"""How often one may do a thing."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.matches.errors import TooOften, in_words
from service.matches.rate_limits import LIMITS, SWEPT_EVERY, RateLimits


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_so_many_are_admitted_within_any_stretch_of_time_and_each_for_himself():
    clock = Clock()
    rate_limits = RateLimits({"orders": "2 per minute"}, clock)
    for clock.now in (0.0, 40.0):
        rate_limits.admit("orders", "us")
    clock.now = 45.5
    with pytest.raises(TooOften) as refused:
        rate_limits.admit("orders", "us")
    assert refused.value.members["retry_after"] == 15
    rate_limits.admit("orders", "soviet")
    clock.now = 60.0
    rate_limits.admit("orders", "us")
    with pytest.raises(TooOften):
        rate_limits.admit("orders", "us")


def test_a_seat_may_send_two_lists_a_second_and_no_more():
    clock = Clock()
    rate_limits = RateLimits(clock=clock)
    for second in range(300):
        clock.now = float(second)
        rate_limits.admit("orders", "us")
        rate_limits.admit("orders", "us")
    with pytest.raises(TooOften):
        rate_limits.admit("orders", "us")


def test_a_limit_of_none_at_all_admits_nobody():
    with pytest.raises(TooOften):
        RateLimits({"orders": "0 per minute"}).admit("orders", "us")


def test_several_attempts_at_once_are_admitted_together_or_not_at_all():
    clock = Clock()
    rate_limits = RateLimits({"anytime": "4 per hour"}, clock)
    rate_limits.admit("anytime", "us", 1)
    clock.now = 600.0
    rate_limits.admit("anytime", "us", 2)
    for knocks, wait in ((2, 3000), (3, 3600)):
        with pytest.raises(TooOften) as refused:
            rate_limits.admit("anytime", "us", knocks)
        assert refused.value.retry_after == wait
    rate_limits.admit("anytime", "us", 1)


@pytest.mark.parametrize(
    ("seconds", "words"), [(1, "1 second"), (120, "120 seconds"), (121, "3 minutes"), (7201, "3 hours")]
)
def test_a_time_to_wait_is_said_in_words_and_never_too_short(seconds: int, words: str):
    assert in_words(seconds) == words


def test_the_owner_s_page_names_every_limit_with_its_figure():
    said = (Path(__file__).parents[2] / "docs/running.md").read_text()
    for name, limit in LIMITS.items():
        assert f"| `{name}` | {limit} |" in said


def test_a_refusal_says_what_is_limited_and_when_to_try_again():
    rate_limits = RateLimits(dict.fromkeys(LIMITS, "1 per hour"))
    for name in LIMITS:
        rate_limits.admit(name, "us")
        with pytest.raises(TooOften) as refused:
            rate_limits.admit(name, "us")
        of_several = name in ("account", "match-from", "mail")
        assert of_several or refused.value.detail.startswith("At most once an hour one ")
        assert refused.value.detail.endswith("Nothing was done. Try again in 60 minutes.")


def test_who_has_long_gone_is_forgotten():
    clock = Clock()
    rate_limits = RateLimits({"orders": "6000 per minute"}, clock)
    for number in range(100):
        rate_limits.admit("orders", str(number))
    clock.now = 61.0
    for _ in range(SWEPT_EVERY):
        rate_limits.admit("orders", "still here")
    assert rate_limits.kept == 1
