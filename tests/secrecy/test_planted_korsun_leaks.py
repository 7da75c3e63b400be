"""Planted leaks in Korsun, one at a time, of each of its hidden things: the two-worlds trial finds every one."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from typing import Any

import pytest

from service.engine.cards import Card, Loss
from service.engine.events import Event, Told
from service.engine.hexes import distance
from service.engine.orders import Order, Refusal
from service.engine.recording import ToldOfProgress
from service.engine.reports import LogEntry
from service.engine.sentences import say
from service.games.korsun.known.picture import CONTACT, Contact, Picture
from service.games.korsun.known.reports import SupportDeclared, Thrown
from service.games.korsun.known.standing import InterceptLine
from service.games.korsun.printed.tables import other
from service.games.korsun.sections import movement, reacting, support_answers
from service.games.korsun.sections.movement import Move
from service.games.korsun.sections.plans import PlanSupply
from service.games.korsun.sections.supply import Resupply
from service.games.korsun.sections.support import fighting
from service.games.korsun.staff import counsel
from service.games.korsun.staff import words as korsun_words
from service.games.korsun.truth import looking
from service.games.korsun.truth.state import State
from tests.games.korsun.table import position
from tests.offers import options_for
from tests.random_play import ordered
from tests.secrecy import korsun_changes as changes
from tests.secrecy import korsun_worlds
from tests.secrecy import trial as trial_module
from tests.secrecy.korsun_beginnings import stood
from tests.secrecy.trial import Tally, step, try_pair
from tests.secrecy.worlds import SECRETS, Leak, World, watch

assert korsun_worlds.SECRETS["korsun"]


def caught(
    monkeypatch: pytest.MonkeyPatch, heading: str, seat: str, change: Callable[..., bool], *, pairs: int = 8,
    first: int = 0, tries: int = 2, steps: int = 1,
) -> str:  # fmt: skip
    """What the trial says when it has found the leak, in worlds in which this alone is otherwise.

    It begins with the luck that found it last, so that the suite finds it soon.
    """
    monkeypatch.setitem(SECRETS, "korsun", replace(SECRETS["korsun"], changes=(change,)))
    with pytest.raises(Leak) as leak:
        for seed in range(first, first + pairs):
            try_pair(World(stood(heading)), seat, random.Random(seed), Tally(), steps=steps, tries=tries)
    return str(leak.value)


# ---- what is seen of a stack


def seen_through(monkeypatch: pytest.MonkeyPatch, show: Callable[[State, str, Any], Any]) -> None:
    """What a side sees of each hex is otherwise, as this says of a state, a viewer and a contact."""
    honest = looking.sights

    def sights(state: State, viewer: str, *views: Any) -> Any:
        return {hex: show(state, viewer, one) for hex, one in honest(state, viewer, *views).items()}

    monkeypatch.setattr(looking, "sights", sights)


def strength_shown(state: State, viewer: str, contact: Any) -> Any:
    """Seen from afar, a stack is large where it has not lost much."""
    strong = sum(unit.defense(state.profile(unit.id)) for unit in state.at(contact.hex, other(viewer))) > 3
    return replace(contact, large=strong) if contact.level == CONTACT else contact


def marker_shown(state: State, viewer: str, contact: Any) -> Any:
    """Seen from afar, a supply marker is one."""
    return replace(contact, marker=any(sdm.hex == contact.hex for sdm in state.sdms_of(other(viewer)).values()))


def told_of(entry: str) -> Callable[[State, str, Any], Any]:
    """Who is identified is shown with this of it, fought or not."""

    def show(state: State, viewer: str, contact: Any) -> Any:
        seen = tuple(replace(one, **{entry: getattr(state.units[one.id], entry)}) for one in contact.units)
        return replace(contact, units=seen)

    return show


def reserve_shown(state: State, viewer: str, contact: Any) -> Any:
    """Who is in reserve is shown as if it would break through."""
    seen = tuple(replace(one, breakthrough=state.units[one.id].reserve) for one in contact.units)
    return replace(contact, units=seen)


def ammunition_near(state: State, seat: str, rng: random.Random) -> bool:
    """The enemy's units that are identified have other ammunition."""
    for unit in state.of(other(seat)).values():
        unit.ammo = rng.choice((0, 1, 2))
        changes.known_to_owner(state, seat, unit)
    return True


@pytest.mark.parametrize(
    ("heading", "seat", "change", "show"),
    [
        pytest.param("E movement", "Soviet", changes.other_steps, strength_shown, marks=pytest.mark.soak),
        pytest.param("E movement", "Soviet", changes.moved_markers, marker_shown, marks=pytest.mark.soak),
        pytest.param("F movement", "German", changes.other_supply, told_of("supply"), marks=pytest.mark.soak),
        pytest.param("E movement", "Soviet", ammunition_near, told_of("ammo"), marks=pytest.mark.soak),
        ("F movement", "Soviet", changes.other_reserves, reserve_shown),
    ],
    ids=["steps", "marker", "supply", "ammunition", "reserve"],
)
def test_more_of_a_stack_than_its_level_shows(
    monkeypatch: pytest.MonkeyPatch, heading: str, seat: str, change: Callable[..., bool], show: Callable[..., Any]
):
    stood(heading)
    seen_through(monkeypatch, show)
    assert caught(monkeypatch, heading, seat, change)


def blind_moves(game: Any, picture: Any, rng: random.Random, **_: Any) -> list[Order]:
    """A move out of an option, as somebody gives it who does not know that it will be refused."""
    offered = [option for option in options_for(game, picture) if option.kind == "move"]
    order = ordered(rng.choice(offered), game, picture, rng) if offered else None
    return [order] if order is not None else []


@pytest.mark.soak
def test_a_refusal_that_depends_on_an_unseen_stack(monkeypatch: pytest.MonkeyPatch, peeking: Callable[[], State]):
    honest = movement.Move.check

    def check(self: Any, picture: Any) -> None:
        honest(self, picture)
        there = [unit.hex for unit in peeking().of(other(picture.side)).values() if unit.hex is not None]
        if any(distance(self.path[-1], hex) < 3 for hex in there):
            raise Refusal("KOR-SMV-06", "Somebody is there.")

    stood("F movement")
    monkeypatch.setattr(movement.Move, "check", check)
    monkeypatch.setattr(trial_module, "random_orders", blind_moves)
    assert caught(monkeypatch, "F movement", "German", changes.moved_stacks, tries=12)


# ---- what is kept off the map


@pytest.mark.parametrize(
    ("entry", "seat", "change"),
    [
        ("missions", "German", changes.other_tracks), ("cadres", "Soviet", changes.other_cadres),
        ("effects", "German", changes.other_barrages),
        *(pytest.param(*one, marks=pytest.mark.soak) for one in (
            ("points", "Soviet", changes.other_tracks), ("uman", "Soviet", changes.other_uman),
            ("reserves", "German", changes.other_reserves), ("barrages", "German", changes.other_barrages),
            ("mines", "German", changes.other_mines), ("partisans", "German", changes.other_partisans),
            ("mines_left", "German", changes.other_mines),
            ("rail", "Soviet", changes.other_works),
        )),
    ],
)  # fmt: skip
def test_stores_that_are_told_to_the_other_side_too(
    monkeypatch: pytest.MonkeyPatch, entry: str, seat: str, change: Callable[..., bool]
):
    honest = looking.kept_and_felt

    def kept_and_felt(state: State, side: str) -> Any:
        stores = copy(honest(state, side))
        setattr(stores, entry, getattr(state.stores[other(side)], entry))
        return stores

    stood("E engineering")
    monkeypatch.setattr(looking, "kept_and_felt", kept_and_felt)
    monkeypatch.setattr(changes, "stores_known", lambda state, side: None)
    assert caught(monkeypatch, "E engineering", seat, change)


# ---- what the coach advises by


@pytest.mark.parametrize(
    ("heading", "seat", "first"),
    [("F movement", "German", 1), pytest.param("E movement", "Soviet", 8, marks=pytest.mark.soak)],
)
def test_a_coach_who_goes_by_the_map_as_it_truly_is(
    monkeypatch: pytest.MonkeyPatch, peeking: Callable[[], State], heading: str, seat: str, first: int
):
    """A unit is sent where nobody truly stands in its way: nothing else that is read is otherwise."""
    stood(heading)
    monkeypatch.setattr(counsel, "field_of", lambda picture: peeking().field(picture.side))
    assert "coach differs" in caught(monkeypatch, heading, seat, changes.moved_stacks, first=first)


def test_a_coach_who_knows_of_losses_that_nobody_has_seen(
    monkeypatch: pytest.MonkeyPatch, peeking: Callable[[], State]
):  # fmt: skip
    """All of the enemy count for as strong or as weak as the steps are that it has truly lost."""

    def strength(picture: Picture, there: Contact) -> int:
        return 1 + 99 * (sum(unit.lost for unit in peeking().of(other(picture.side)).values()) % 2)

    stood("E movement")
    monkeypatch.setattr(counsel, "strength", strength)
    assert "coach differs" in caught(monkeypatch, "E movement", "Soviet", changes.other_steps)


# ---- what a card of a combat says


def hurt_unseen(state: State, side: str) -> dict[str, Any]:
    """A loss beside those that were told: all steps that the enemy has truly lost."""
    lost = sum(unit.lost for unit in state.of(other(side)).values())
    return {"losses": (Loss(own=False, who=say("Theirs"), what=say(f"{lost} steps in all")),)}


def held_back(state: State, side: str) -> dict[str, Any]:
    """What came of it, and what of the enemy's supply is left."""
    return {"outcome": say(f"They have {sum(sdm.sp for sdm in state.sdms_of(other(side)).values())} points left.")}


@pytest.mark.parametrize(
    ("heading", "seat", "change", "leak"),
    [
        ("F combat declared", "German", changes.other_steps, hurt_unseen),
        ("F combat declared", "German", changes.other_points, held_back),
        ("F combat declared", "Soviet", changes.other_steps, hurt_unseen),
    ],
    ids=["steps", "points", "defender"],
)
def test_a_card_of_a_combat_that_says_more_than_was_told(
    monkeypatch: pytest.MonkeyPatch, peeking: Callable[[], State], heading: str, seat: str,
    change: Callable[..., bool], leak: Callable[[State, str], dict[str, Any]],
):  # fmt: skip
    stood(heading)
    honest = korsun_words.of_combat

    def of_combat(picture: Picture, card: Card, told: Sequence[LogEntry]) -> Card:
        return replace(honest(picture, card, told), **leak(peeking(), picture.side))

    monkeypatch.setattr(korsun_words, "of_combat", of_combat)
    assert "cards differs" in caught(monkeypatch, heading, seat, change)


# ---- points, plans and lines


def in_the_support_told(monkeypatch: pytest.MonkeyPatch, figure: Callable[[State, int, str], int]) -> None:
    """What support came to is told to the other side with a figure too many."""
    honest = support_answers.tell_item

    def tell_item(state: State, number: int, item: str, by: str) -> Iterator[Event]:
        for event in honest(state, number, item, by):
            if isinstance(event, Told) and isinstance(event.report, SupportDeclared) and event.seat != by:
                attack = replace(event.report.attack, air=figure(state, number, by))
                event = replace(event, report=replace(event.report, attack=attack))
            yield event

    monkeypatch.setattr(support_answers, "tell_item", tell_item)


def test_support_that_tells_what_a_marker_holds(monkeypatch: pytest.MonkeyPatch):
    stood("F combat declared")
    in_the_support_told(monkeypatch, lambda state, number, by: sum(sdm.sp for sdm in state.sdms_of(by).values()))
    assert caught(monkeypatch, "F combat declared", "Soviet", changes.other_points)


def test_support_that_tells_what_is_planned(monkeypatch: pytest.MonkeyPatch):
    stood("F combat declared")
    in_the_support_told(
        monkeypatch, lambda state, number, by: len(state.plan_of(state.attack(number)).losses)
    )  # fmt: skip
    assert caught(monkeypatch, "F combat declared", "Soviet", changes.other_plans)


def test_support_that_tells_of_plans_for_later(monkeypatch: pytest.MonkeyPatch):
    def pieces(state: State, number: int, by: str) -> int:
        supply = state.pictures[by].laid.supply
        return 0 if supply is None else len(supply.artillery)

    stood("F combat declared")
    in_the_support_told(monkeypatch, pieces)
    assert caught(monkeypatch, "F combat declared", "Soviet", changes.other_laid)


def defenders_supply(state: State, seat: str, rng: random.Random) -> bool:
    """One of those who are attacked is in supply or is not, which no attacker sees before it has fought it."""
    unit = state.units[rng.choice(fighting(state, state.present, other(seat)))]
    unit.supply = "oos1" if unit.supply == "in" else "in"
    changes.known_to_owner(state, seat, unit)
    return True


def ready(state: State, side: str) -> bool:
    there = fighting(state, state.present, side)
    return any(state.profile(id).engineer and state.units[id].supply == "in" for id in there)


def at_hand(state: State, side: str) -> bool:
    near = state.rules.board.grid.within(state.present.hex, 4)
    units = [unit for unit in state.of(side).values() if unit.hex in near and unit.hex != state.present.hex]
    return any(state.profile(unit.id).engineer for unit in units)


def of_no_mind(picture: Picture, id: str) -> bool:
    return not picture.standing.no_retreats


@pytest.mark.parametrize("heading", ["E combat engineers", "F combat engineers"])
@pytest.mark.parametrize(
    ("what", "asked", "change", "firsts"),
    [
        ("engineers_fight", ready, defenders_supply, {"E": 5, "F": 1}),
        ("engineers_fight", at_hand, changes.moved_stacks, {"E": 3, "F": 1}),
        ("barred_by_breakout", of_no_mind, changes.other_lines, {"E": 0, "F": 0}),
    ],
    ids=["engineers in supply", "engineers at hand", "lines"],
)  # fmt: skip
def test_a_question_to_the_defender_that_is_skipped_by_what_is_hidden(
    monkeypatch: pytest.MonkeyPatch, heading: str, what: str, asked: Callable[..., bool], change: Callable[..., bool],
    firsts: dict[str, int],
):  # fmt: skip
    """The attacker would see it by what it is told, or how soon: that an item was not asked, or the combat fought."""
    monkeypatch.setattr(support_answers, what, asked)
    seat = "Soviet" if heading.startswith("E") else "German"
    assert "decided by what is hidden" in caught(monkeypatch, heading, seat, change, first=firsts[heading[0]], steps=2)


def test_a_stage_of_ones_own_that_the_other_side_hears_of(monkeypatch: pytest.MonkeyPatch):
    """What a plan pays for in Stage C is told to both: the umpire stops before a word of it is out."""
    honest = Resupply.resolve

    def resolve(self: Any, state: State, seat: str, dice: Any) -> Iterator[Event]:
        yield from honest(self, state, seat, dice)
        yield Told(seat=other(seat), report=Thrown(purpose="soviet-drop", die=1, succeeded=True))

    monkeypatch.setattr(Resupply, "resolve", resolve)
    table = position(
        "WERF54 at 0813 low", "DG112 at 0907", "22GTB at 1211", "marker III at 0916 sp 7", heading="F combat"
    )
    table.order("ge", PlanSupply(artillery=("WERF54",)))
    with pytest.raises(ToldOfProgress, match="Artillery Resupply Phase"):
        table.done_until("1-supply-marker-phase")


def all_try(state: State, seat: str, rng: random.Random) -> bool:
    """Whoever of the enemy can intercept does."""
    state.pictures[other(seat)].standing.intercepts = [InterceptLine()]
    return True


def test_a_failed_intercept_that_the_mover_is_told(monkeypatch: pytest.MonkeyPatch):
    """A line of the enemy's shows by a die that was thrown for nothing."""
    honest = reacting.intercept

    def intercept(state: State, mover: str, *rest: Any) -> Iterator[Event]:
        for event in honest(state, mover, *rest):
            yield event
            report = getattr(event, "report", None)
            if report is not None and report.kind == "thrown":
                yield Told(seat=mover, report=report)

    table = position("16PZ at 0915", "20GTB at 1213", heading="F movement", turn=12, scenario="korsun-full")
    a, b = World(table.truth), World(pickle.loads(pickle.dumps(table.truth)))
    all_try(b.state, "German", random.Random(1))
    watch(a, "German")
    watch(b, "German")
    monkeypatch.setattr("service.games.korsun.sections.walking.intercept", intercept)
    move = Move(units=("16PZ",), path=("1014", "1114"))
    with pytest.raises(Leak):
        for luck in range(12):
            a.hidden_seed = b.hidden_seed = bytes([luck] * 32)
            step(a.copy(), b.copy(), "German", "German", [move], f"luck {luck}", asking=False)
