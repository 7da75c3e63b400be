"""How often what is offered looks at the map, once for a picture; and where nobody looks, since nothing can be seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from service.engine.cursor import address_of
from service.engine.events import Event
from service.engine.orders import Order
from service.games.korsun.game import KORSUN
from service.games.korsun.known import picture as pictures
from service.games.korsun.printed.reading import GERMAN, SIDES
from service.games.korsun.sections import attacks, breakthrough, movement, replacements, reserves, weather
from service.games.korsun.sections.attacks import DeclareAttack
from service.games.korsun.sections.markers import PlaceMarker
from service.games.korsun.sections.movement import MoveByRoad
from service.games.korsun.sections.reserves import DeclareReserve
from service.games.korsun.truth.looking import look_of, settle, tell_own, watch_partisans
from service.games.korsun.truth.state import State
from tests.games.korsun.table import new_match, position
from tests.random_play import begun, one_call


@pytest.mark.parametrize("order", [PlaceMarker, MoveByRoad, DeclareReserve, DeclareAttack])
def test_all_that_is_offered_of_a_kind_is_found_on_one_map(monkeypatch: pytest.MonkeyPatch, order: type[Order]):
    picture = new_match("korsun-full").picture("so")
    looks: list[object] = []
    believed = pictures.believed

    def counted(of: pictures.Picture) -> object:
        looks.append(of)
        return believed(of)

    monkeypatch.setattr(pictures, "believed", counted)
    offered: Sequence[object] = list(order.offers(picture))
    assert len(offered) >= 5 and len(looks) <= 1


BLIND = {
    "declared", "movement is over", "b-mutual-air-stage", "a-replacement-segment", "b-reinforcement-segment",
    "a-reserve-declaration-segment", "b-movement-segment", "a-combat-declaration-segment",
    "b-german-armor-reaction-segment", "f-reserve-combat-segment", "g-night-withdrawal-segment",
}  # fmt: skip
"""The headings that let nobody look, and the moments at which attacks are declared and who moved looks no more."""


@pytest.mark.parametrize(
    ("scenario", "seed"),
    [
        ("korsun-full", 7),
        *(
            pytest.param(name, seed, marks=pytest.mark.soak)
            for name in ("korsun-full", "korsun-intro")
            for seed in range(100, 108)
        ),
    ],
)
def test_where_a_side_is_told_of_its_own_alone_a_look_would_find_nothing(
    monkeypatch: pytest.MonkeyPatch, scenario: str, seed: int
):  # fmt: skip
    """Points, missions, Reserve markers and what a unit has done are not seen: these headings let nobody look."""
    met: Counter[str] = Counter()

    def told(state: State, side: str) -> Iterator[Event]:
        heading = address_of(state.cursor)
        both = "combat-phase" in heading or "air-stage" in heading
        for seat in SIDES if both else (side,):
            assert not list(look_of(state, seat)), (heading, seat)
        met[heading.split("/")[-1]] += 1
        yield from tell_own(state, side)

    def looked(state: State, seats: Sequence[str] = SIDES, *, eyes: Sequence[str] = SIDES) -> Iterator[Event]:
        for seat in SIDES:
            blind = seat not in eyes
            assert not blind or not [*look_of(state, seat), *(watch_partisans(state) if seat == GERMAN else ())]
            met["movement is over"] += blind
        yield from settle(state, seats, eyes=eyes)

    def closed(state: State, report: object) -> Iterator[Event]:
        assert not list(settle(state))
        met["declared"] += 1
        yield from tell_all(state, report)  # type: ignore[arg-type]

    tell_all = attacks.tell_all
    for section in (attacks, breakthrough, movement, replacements, reserves, weather):
        monkeypatch.setattr(section, "tell_own", told)
    monkeypatch.setattr(movement, "settle", looked)
    monkeypatch.setattr(attacks, "tell_all", closed)
    match, rng, dice = begun(KORSUN, seed, strict=False, scenario=scenario)
    while not match.state.ended and (len(met) < len(BLIND) or match.state.turn < match.opening.rules.turns[0] + 1):
        one_call(match, rng, dice, strict=False)
    assert set(met) == BLIND


def test_a_side_that_gets_no_points_is_told_that_its_units_have_not_moved_before_it_spends_any():
    """Game-turn 16 of `korsun-first` brings none, and no barrage unit gives an earlier occasion to say so."""
    table = position(
        "233TB at 0813 lost 1 moved", "marker 6TA at 0813 sp 3", heading="E", turn=16, soviet={"points": {"1UF": 4}}
    )
    assert "a-replacement-segment" in address_of(table.truth.cursor) and table.options("so", "replace")
    assert not table.picture("so").own["233TB"].moved


@pytest.mark.parametrize(
    ("scenario", "seed"),
    [
        ("korsun-intro", 1),
        *(
            pytest.param(name, seed, marks=pytest.mark.soak)
            for name in ("korsun-first", "korsun-intro", "korsun-full")
            for seed in range(2, 6)
        ),
    ],
)
def test_whoever_is_asked_has_been_told_all_that_they_see_and_have(scenario: str, seed: int):
    """But in Stage C, out of which neither side learns anything before it is over (KOR-SUP-01)."""
    met: Counter[str] = Counter()
    match, rng, dice = begun(KORSUN, seed, strict=False, scenario=scenario)
    state = match.state
    while not state.ended and sum(met.values()) < 200:
        for seat in state.waiting:
            heading = address_of(state.cursor)
            assert not list(tell_own(state, seat)), (heading, seat)
            if "c-mutual-supply-stage" not in heading:
                assert seat in state.held or not list(look_of(state, seat)), (heading, seat)
            met[heading.split("/")[-1]] += 1
        one_call(match, rng, dice, strict=False)
        state = match.state
    assert len(met) > 12, met
