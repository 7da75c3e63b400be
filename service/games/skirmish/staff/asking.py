"""What is asked of a side at a step, with what it has to see to first there."""

from __future__ import annotations

from collections.abc import Iterator

from service.engine.sentences import Sentence, joined, listing, own, say
from service.games.skirmish.known.view import View
from service.games.skirmish.printed.scenario import GroupSetup, Scenario
from service.games.skirmish.staff.terms import ASKS, ASKS_LIVE, FLIGHT_FIRST, STILL_TO_COME, TO_COME


def asked(rules: Scenario, view: View, heading: str, player_turn: int) -> Sentence:
    """The question of a heading; flight comes before all other moves, and newcomers come on by a move of their own."""
    words = {**ASKS, **ASKS_LIVE} if view.live else ASKS
    if heading == "Movement" and view.owing:
        return say("First order the flight of ", listing(own(id) for id in view.owing), FLIGHT_FIRST)
    more = [
        say(TO_COME.format(title=group.title, zone=zone) if heading == "Movement"
            else STILL_TO_COME.format(title=group.title, zone=zone))
        for group, zone in announced(rules, view, now=player_turn if heading == "Reinforcements" else None)
        if heading in ("Movement", "Reinforcements")
    ]  # fmt: skip
    return joined(" ", filter(None, (*more, say(words.get(heading, "")))))


def announced(rules: Scenario, view: View, now: int | None = None) -> Iterator[tuple[GroupSetup, str]]:
    """The groups that were announced, but in the player turn `now`, and are not on the map yet, each with its zone."""
    serving = {base.manned_by for base in view.own}
    outside = {base.id for base in view.own if base.hex is None and base.id not in serving}
    zones = {group.id: group.zone for group in view.groups if group.since != now}
    for group in rules.reinforcements:
        zone = zones.get(group.id)
        if zone and any(unit.id in outside for unit in group.units):
            yield group, zone
