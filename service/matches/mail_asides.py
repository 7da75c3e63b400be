"""What an answer to a mail brings about besides orders: something is said, noted, or an absence declared."""

from __future__ import annotations

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from service.matches.clocks import be_away_within
from service.matches.context import AtSeat, Context
from service.matches.errors import Problem
from service.matches.mail_words import HELP, Aside, days_in
from service.matches.reading import seat_in
from service.matches.talk import note_within, say_within
from service.store import Work
from service.store.clocks import ClockTerms

NOT_DONE = "Nothing was said, noted or declared: write that again with your orders."
NO_DAYS = "An absence is written as `away 24 Dec to 2 Jan`."
OFFERED = "What may be ordered now is below."
MAP_BELOW = "The map is below, as you know it."
NO_MAPS = "This server draws no maps."
TELLS_TOO_LITTLE = "A map goes only with emails that tell the whole turn, and yours do not."


def carry_out_asides(
    context: Context, work: Work, at: AtSeat, asides: Sequence[Aside], *, tells_turn: bool
) -> list[str]:
    """Do what these ask for, in the transaction in which the mail is worked; a line on what came of each.

    `tells_turn`: whether the mails of this address tell the whole turn.
    """
    found = list[str]()
    for one in asides:
        try:
            found += [map_told(context, tells_turn=tells_turn)] if asks_for_map(one) else _done(context, work, at, one)
        except Problem as problem:
            reasons = " ".join(str(error["reason"]) for error in problem.members.get("errors", ()))
            found.append(reasons or problem.detail or problem.title)
    return found


def asks_for_map(aside: Aside) -> bool:
    return aside.does == "asks for the map"


def map_told(context: Context, *, tells_turn: bool) -> str:
    """What becomes of it that a map was asked for."""
    if context.draw_map is None:
        return NO_MAPS
    return MAP_BELOW if tells_turn else TELLS_TOO_LITTLE


def _done(context: Context, work: Work, at: AtSeat, aside: Aside) -> Sequence[str]:
    """Do it. Raises Problem."""
    if aside.does == "says":
        say_within(context, work, at, aside.text)
        return ["Said to the other side."]
    if aside.does == "notes":
        note_within(context, work, at, aside.text)
        return ["Noted."]
    if aside.does == "is away":
        terms = ClockTerms.of(seat_in(work, at).facts.terms)
        today = context.clock().astimezone(ZoneInfo(terms.zone if terms is not None else "UTC")).date()
        days = days_in(aside.text, today)
        if days is None:
            return [NO_DAYS]
        be_away_within(context, work, at, *days)
        return [f"You are away from {days[0]:%A %-d %B %Y} to {days[1]:%A %-d %B %Y}."]
    return HELP if aside.does == "asks for help" else [OFFERED]
