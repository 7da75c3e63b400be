"""Exports that are altered: what must not be replayed, however well it agrees with itself."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from service.engine.state import duplicate

Json = dict[str, Any]


def told(export: Json) -> list[int]:
    """Where in the journal this seat is told what is no matter of the engine's."""
    engine = ("heading-opened", "orders-accepted", "letter-arrived", "attendance-told")
    return [
        number for number, event in enumerate(export["whole"]["journal"])
        if event["kind"] == "told" and event["seat"] == export["seat"] and event["report"]["kind"] not in engine
    ]  # fmt: skip


def entry_of(export: Json, number: int) -> int:
    """The place in the log of what the journal tells there."""
    before = export["whole"]["journal"][:number]
    return sum(event["kind"] == "told" and event["seat"] == export["seat"] for event in before)


def a_report_altered(export: Json, rng: random.Random) -> None:
    """In the journal and in the log alike, so that they agree."""
    number = rng.choice(told(export))
    report = export["whole"]["journal"][number]["report"]
    name = rng.choice([name for name in report if name != "kind"] or ["kind"])
    report[name] = other(report[name])
    export["log"][entry_of(export, number)]["report"] = duplicate(report)


def a_report_dropped(export: Json, rng: random.Random) -> None:
    """From both, and the entries after it moved up."""
    number = rng.choice(told(export))
    del export["log"][entry_of(export, number)]
    del export["whole"]["journal"][number]
    for place, entry in enumerate(export["log"], start=1):
        entry["number"] = place


def outcomes(export: Json) -> list[int]:
    """Where in the journal something happened that is neither a die nor a telling."""
    dice = ("told", "rolled", "phase-sealed", "share-made", "shares-mixed", "turn-began")
    return [number for number, event in enumerate(export["whole"]["journal"][:-1]) if event["kind"] not in dice]


def an_event_dropped(export: Json, rng: random.Random) -> None:
    del export["whole"]["journal"][rng.choice(outcomes(export))]


def an_event_twice(export: Json, rng: random.Random) -> None:
    number = rng.choice(outcomes(export))
    export["whole"]["journal"].insert(number, duplicate(export["whole"]["journal"][number]))


def an_outcome_altered(export: Json, rng: random.Random) -> None:
    event = export["whole"]["journal"][rng.choice(outcomes(export))]
    name = rng.choice([name for name in event if name != "kind"] or ["kind"])
    event[name] = other(event[name])


def orders_altered(export: Json, rng: random.Random) -> None:
    """An order of the other side is missing, as if it had not been given: that it closed the heading."""
    lists = [
        event for event in export["whole"]["journal"]
        if event["kind"] == "told" and event["report"]["kind"] == "orders-accepted" and event["seat"] != export["seat"]
        and any(order["kind"] == "done" for order in event["report"]["orders"])
        and not event["report"]["answered_for"]
    ]  # fmt: skip
    report = rng.choice(lists)["report"]
    report["orders"] = [order for order in report["orders"] if order["kind"] != "done"]


def orders_dropped(export: Json, rng: random.Random) -> None:
    """An acceptance is missing."""
    journal = export["whole"]["journal"]
    accepted = [
        number for number, event in enumerate(journal)
        if event["kind"] == "told" and event["report"]["kind"] == "orders-accepted" and event["seat"] != export["seat"]
    ]  # fmt: skip
    del journal[rng.choice(accepted)]


def the_opening_altered(export: Json, rng: random.Random) -> None:
    opening = export["whole"]["opening"]
    name = rng.choice([name for name, value in opening.items() if isinstance(value, int | str) and value])
    opening[name] = other(opening[name])


def the_position_altered(export: Json, rng: random.Random) -> None:
    export["whole"]["position"]["log_lengths"][export["seat"]] += 1


def the_position_dropped(export: Json, rng: random.Random) -> None:
    del export["whole"]["position"]


def the_view_altered(export: Json, rng: random.Random) -> None:
    name = rng.choice(sorted(export["view"]))
    export["view"][name] = other(export["view"][name])


def the_end_cut_off(export: Json, rng: random.Random) -> None:
    """The journal stops with an earlier root."""
    journal = export["whole"]["journal"]
    roots = [number for number, event in enumerate(journal[:-1]) if event["kind"] == "phase-sealed"]
    del journal[rng.choice(roots) + 1 :]


def other(value: Any) -> Any:
    """Another value of the same shape."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value[:-1] + ("a" if value[-1:] != "a" else "b")
    if isinstance(value, list):
        return value[:-1] if value else ["a"]
    if isinstance(value, dict):
        return {name: other(inner) for name, inner in value.items()} if value else {"a": 1}
    return "a"


def occasions(export: Json) -> list[Json]:
    """The events that tell or post something on an occasion, but for the first, with which occasions begin."""
    return [event for event in export["whole"]["journal"] if event.get("occasion")][1:]


def an_occasion_altered(export: Json, rng: random.Random) -> None:
    rng.choice(occasions(export))["occasion"]["turn"] += 1


def an_occasion_dropped(export: Json, rng: random.Random) -> None:
    del rng.choice(occasions(export))["occasion"]


Altered = Callable[[Json, random.Random], None]


def the_version_altered(export: Json, rng: random.Random) -> None:
    export["version"] += 1


def the_turn_of_an_entry_left_out(export: Json, rng: random.Random) -> None:
    del rng.choice(export["log"])["turn"]


def a_step_renumbered(export: Json, rng: random.Random) -> None:
    rng.choice(export["whole"]["steps"])["step"] += 1


def a_step_with_more_events(export: Json, rng: random.Random) -> None:
    rng.choice(export["whole"]["steps"])["events"] += 1


def other_rules_from_the_opening(export: Json, rng: random.Random) -> None:
    """So that nothing would be worked anew; but its steps know better."""
    export["rules_version"] += "a"


def a_step_under_other_rules(export: Json, rng: random.Random) -> None:
    """Which the journal knows nothing of."""
    rng.choice(export["whole"]["steps"])["rules"] += "a"


def the_last_step_dropped(export: Json, rng: random.Random) -> None:
    del export["whole"]["steps"][-1]


def nobody_present_as_it_ended(export: Json, rng: random.Random) -> None:
    """A position that the game cannot even read."""
    export["whole"]["position"]["attendance"] = dict.fromkeys(export["whole"]["position"]["attendance"], "nowhere")


def no_scenario(export: Json, rng: random.Random) -> None:
    del export["scenario"]


ALTERED: tuple[Altered, ...] = (
    a_report_altered, a_report_dropped, an_event_dropped, an_event_twice, an_outcome_altered, orders_altered,
    orders_dropped, the_opening_altered, the_position_altered, the_position_dropped,
    the_view_altered, the_end_cut_off, the_version_altered, an_occasion_altered, an_occasion_dropped,
    the_turn_of_an_entry_left_out, a_step_renumbered, a_step_with_more_events, a_step_under_other_rules,
    other_rules_from_the_opening, the_last_step_dropped, nobody_present_as_it_ended, no_scenario,
)  # fmt: skip
UNSEEN_BY_DICE = (a_report_altered, an_event_dropped, an_outcome_altered, the_view_altered)
