"""What is limited is spent by nobody unread: a form begins with nothing of it, or says what it spends as it stands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import pytest
from starlette.datastructures import QueryParams

from service.engine import judging
from service.engine.game import AnyGame
from service.engine.recording import Outcome
from service.games.ndc.game import NDC
from service.games.shelf import GAMES
from service.matches import Context, seat_by_link
from service.matches.coaching import coaching
from service.matches.drafts import Draft, draft
from service.store import SavedCoaching
from tests.positions import position
from tests.web.midway import saved
from tests.web.test_advice import steps
from web.parts.fields import Field
from web.table.coach_note import note_of
from web.table.match_orders import picks_of
from web.table.ordering import Ordering
from web.table.orders_shown import OrderGroup


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return GAMES


def of_division(picture: Any) -> Mapping[str, int]:
    account = picture.account
    return {
        "CSP": sum(account.support_used.values()) + sum(account.counter_used.values()), "EW": account.ew_attacks,
        "command": account.commander_uses, "chemical": account.chemical_uses,
        "point": account.allotted_air + account.allotted_signal,
    }  # fmt: skip


def of_skirmish(picture: Any) -> Mapping[str, int]:
    own, missions = picture.own.values(), picture.missions.values()
    return {
        "[Ss]moke shell": -sum(base.smoke_rounds for base in own),
        "[Ff]ire|[Ss]hoot|shot": sum(base.shots for base in own),
        "contact": sum(one.called for one in missions), "round": sum(one.shot for one in missions),
        "for effect": sum(one.fired for one in missions), "[Ss]trike": -picture.strike_ready,
    }  # fmt: skip


def of_korsun(picture: Any) -> Mapping[str, int]:
    stores, uman = picture.stores, picture.stores.uman
    return {
        "point": -sum(sdm.sp for sdm in picture.sdms.values()) - sum(stores.points.values()) - uman.stock,
        "mission": -sum(stores.missions.values()), "[Ss]upply|points": uman.flown,
        "ammunition|artillery": -sum(unit.ammo for unit in picture.own.values()),
    }  # fmt: skip


def of_campaign(picture: Any) -> Mapping[str, int]:
    return {"unit": -sum(pool.number for pool in picture.own.values())}


SPENT: Mapping[str, Callable[[Any], Mapping[str, int]]] = {
    "ndc": of_division, "skirmish": of_skirmish, "korsun": of_korsun, "campaign1776": of_campaign,
}  # fmt: skip
"""How much a seat has spent of each thing of which it has few, by what its words are called where that is said."""
MET = {
    "ndc": {"allot-intelligence", "interdict", "counter-battery", "defend"},
    "skirmish": {"fire", "lay-smoke", "turn-gun", "call-contact", "strike"},
    "korsun": {"drop-supply", "fly-to-korsun", "allot-drops", "allot-korsun", "improve-position"},
    "campaign1776": {"build-magazine", "build-fort", "build-bateaus"},
}
"""Orders by which something is spent, as they are met in the first questions of a match."""
QUESTIONS, OFTEN = 80, 3
"""So many questions of a match, and so often each seat is looked at under one heading."""


@dataclass(frozen=True)
class Untouched:
    """A form as a player finds it, with what its order spends if it is given so, and what the page says above it.

    `counts`: how many are spent is chosen in the form.
    """

    kind: str
    spends: Mapping[str, int]
    words: str
    counts: bool

    @property
    def unsaid(self) -> list[str]:
        """What it spends without a word."""
        return [
            f"{number} {what}: {self.words}" for what, number in self.spends.items()
            if not re.search(what, self.words) or (self.counts and number > 1 and str(number) not in self.words)
        ]  # fmt: skip


def pointed(field: Field) -> Field:
    """A field with a place that has to be pointed out, the first that may be."""
    return replace(field, now=field.places.split("|")[0]) if field.control == "place" and not field.now else field


def untouched(ordering: Ordering, group: OrderGroup) -> Untouched | None:
    """The form of a group with what has to be chosen in it, and nothing more; None where that is no order yet."""
    form = replace(group.form, fields=tuple(map(pointed, group.form.fields))) if group.form is not None else None
    order, drafted = ordering.order_of(form.settled or form.sample) if form is not None else None, ordering.drafted
    if form is None or order is None or drafted.refusal(order) is not None:
        return None
    game = drafted.reading.game
    spent, given = SPENT[game.info.name], judging.judged(game, drafted.believed, [order])[1]
    before, after = spent(drafted.believed), spent(given)
    button = ordering.plain(ordering.words.commit(drafted.known_after, order))
    forecast = group.weighed.outlook[:1] if group.weighed is not None else ()
    return Untouched(
        kind=group.kind, spends={what: after[what] - before[what] for what in before if after[what] > before[what]},
        words=" / ".join((group.title, group.help, *forecast, button)),
        counts=any(field.control == "number" for field in form.fields),
    )  # fmt: skip


def forms_of(drafted: Draft, rule: Callable[[str], str | None]) -> Iterator[Untouched]:
    """The forms of all that a seat may order now as they begin, then the one that its coach fills in, moves aside."""
    words = drafted.reading.game.words
    ordering = Ordering(words, drafted, {}, None, rule)
    groups = list(ordering.groups_of(drafted.now, ())[0])
    for unit in sorted({unit for option in drafted.now for unit in option.subjects}):
        chosen = ordering.groups_of(drafted.now, (unit,))[1]
        groups += chosen.groups if chosen is not None else ()
    yield from filter(None, (untouched(ordering, group) for group in groups if group.refusal is None))
    found = coaching(SavedCoaching(True, ()), drafted, lambda _, followed: any(followed.option.routes))
    assert found is not None
    query = QueryParams(list(note_of(found, drafted).leads))
    led = Ordering(words, drafted, picks_of(query), query, rule)
    shown, chosen = led.groups_of(drafted.now, tuple(filter(None, [query.get("unit")])))
    for group in (*shown, *(chosen.groups if chosen is not None else ())):
        if group.form is not None and group.form.is_begun and (one := untouched(led, group)) is not None:
            yield one


@pytest.mark.parametrize("game", GAMES)
def test_a_form_says_what_it_spends_as_it_stands(context: Context, game: str):
    """Also as the coach fills it in."""
    met, looked = set[str](), Counter[str]()
    for match in islice(steps(GAMES[game], 1), QUESTIONS):
        headings = {seat: f"{seat} {match.state.pictures[seat].address}" for seat in match.state.waiting}
        looked.update(headings.values())
        seats = [seat for seat, heading in headings.items() if looked[heading] <= OFTEN]
        if not seats:
            continue
        links = saved(context, match.game, match.opening, Outcome(match.state, match.journal, match.logs))
        for seat in seats:
            drafted = draft(context, seat_by_link(context, links[seat].removeprefix("/seat/")))
            for form in forms_of(drafted, lambda rule: None):
                assert not form.unsaid, form.kind
                met |= {form.kind} if form.spends else set()
    assert met >= MET[game]


def test_the_coach_s_attack_says_with_how_many_points(context: Context):
    """The barrage that serves best is filled in, and stands on the button."""
    table = position(
        "us U-1B HQ at 1104 deployed", "us U-I1 at 1901 defend level 1 parent U-1B known",
        "su S-1R HQ at 1802 deployed", "su S-I1 at 2001 attack parent S-1R",
    )  # fmt: skip
    table.done_until("movement-segment")
    link = saved(context, NDC, table.opening, Outcome(table.truth, table.journal, table.logs))["Soviet"]
    drafted = draft(context, seat_by_link(context, link.removeprefix("/seat/")))
    forms = [form for form in forms_of(drafted, lambda rule: None) if form.kind == "declare-ground-combat"]
    begun, led = forms
    assert not begun.spends and not led.unsaid
    assert led.words.endswith(f"Assault 1901 with {led.spends['CSP']} CSPs")
