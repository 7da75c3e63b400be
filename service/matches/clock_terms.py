"""What may be agreed of time when a match is opened, and how it is said before anybody joins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from zoneinfo import available_timezones

from service.engine.sentences import counted, listed
from service.matches.errors import Malformed
from service.store.clocks import ARBITER_HAS, ClockTerms, WhenOver


def checked_terms(terms: ClockTerms, seats: int) -> ClockTerms:
    """What may be agreed of time in a match of so many seats. Raises Malformed."""
    wrong: list[tuple[Sequence[str | int], str]] = []
    if terms.days not in range(1, 366):
        wrong.append((["clock", "days"], "From 1 to 365 days."))
    if terms.increment not in range(241):
        wrong.append((["clock", "increment"], "From 0 to 240 hours."))
    if terms.kind == "step" and terms.increment:
        wrong.append((["clock", "increment"], "Only a bank has an increment."))
    if len(set(terms.off)) != len(terms.off) or not set(terms.off) < set(range(7)):
        wrong.append((["clock", "off"], "Weekdays from 0, Monday, to 6, each once, and not all of them."))
    if terms.zone not in available_timezones():
        wrong.append((["clock", "zone"], "There is no such time zone; an example is Europe/Paris."))
    if terms.absence not in range(61):
        wrong.append((["clock", "absence"], "From 0 to 60 days."))
    if terms.over == "claimed" and seats != 2:
        wrong.append((["clock", "over"], "Only a match of two can be claimed."))
    if wrong:
        raise Malformed(wrong)
    return replace(terms, off=tuple(sorted(terms.off)))


WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


WHEN_OVER: Mapping[WhenOver, str] = {
    "answered": "When a time is over the umpire answers, by standing orders or else with nothing",
    "claimed": "When a time is over the other side may claim the match, or go on waiting",
    "arbiter": "When a time is over the arbiter of the match rules what is done: more time, the umpire answers, or the "
    f"match is forfeited; after {ARBITER_HAS.days} days without a ruling the umpire answers",
}


def in_words(terms: ClockTerms) -> str:
    """What was agreed of time, in sentences."""
    days = counted(terms.days, "day")
    said = [
        f"Each side has {days} for all that it is asked between two letters"
        if terms.kind == "step"
        else f"Each side has a bank of {days}"
        + (f", and {counted(terms.increment, 'hour')} more with each letter" if terms.increment else "")
    ]
    by_calendar = f", by the calendar of {terms.zone}"
    if terms.off:
        said.append(f"Time does not pass on {listed(WEEKDAYS[day] for day in terms.off)}{by_calendar}")
    if terms.absence:
        where = "" if terms.off else by_calendar
        said.append(f"Each side may be away for {counted(terms.absence, 'day')}{where}")
    said.append(WHEN_OVER[terms.over])
    return ". ".join(said) + "."
