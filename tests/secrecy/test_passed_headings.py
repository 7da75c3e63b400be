"""Whether a heading of another seat's is passed shows in nothing: its moment, its number, its size.

Two worlds differ in one thing that the other side has: an asset, a battalion, rounds for a gun. In one of them it could
do nothing at a heading, which is passed; in the other it is asked there, and closes it with nothing. It goes on like
that until the watched seat has its word again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from service.engine.game import AnyGame
from service.engine.hexes import Hex
from service.engine.orders import Done, Refusal
from service.engine.outline import Heading
from service.engine.recording import PassedOn, Recorder
from service.engine.reports import HeadingPassed
from service.games.korsun.printed.units import Barrage
from service.games.ndc.printed.units import Asset
from service.games.skirmish.known.picture import Mission
from tests.games.korsun.table import position as korsun
from tests.games.skirmish.table import position as skirmish
from tests.positions import position as division
from tests.secrecy import korsun_worlds, ndc_worlds, skirmish_worlds
from tests.secrecy.house_building import house_of, masked
from tests.secrecy.houses import MATCH, House, listening, same_houses
from tests.secrecy.readable import readable
from tests.secrecy.trial import letters_of, times_of
from tests.secrecy.worlds import CLOCK, SECRETS, Leak, World, watch

DONE = [{"kind": "done"}]
MOST = 12
"""So many words of the other side at most until the watched seat has its own."""

Pair = tuple[Any, World, World, str]
"""A table, two worlds laid on it, of which the second has more, and the seat that watches."""


def division_with(asset: str = "", unit: str = "", **given: Any) -> Pair:
    """The US closes its Housekeeping, and the Soviet turn begins: two headquarters, or an asset or a battalion more."""

    def laid(*more: str) -> Any:
        table = division(
            "us U-1B at 0905", "us U-I1 at 1005 defend", "su S-DIV at 2004", "su S-1R at 1904", *more,
            heading="housekeeping", phasing="us", **given,
        )  # fmt: skip
        for hq in ("S-DIV", "S-1R"):
            believed = table.truth.pictures["Soviet"].own[hq]
            table.truth.units[hq].assets = believed.assets = []
        return table

    table, richer = laid(), laid(*([unit] if unit else []))
    if asset:
        more = Asset(id=f"S-DIV/{asset}-1", kind=asset, points=1)  # type: ignore[arg-type]
        richer.truth.units["S-DIV"].assets = [more]
        richer.truth.pictures["Soviet"].own["S-DIV"].assets = [deepcopy(more)]
    return table, World(table.truth), World(richer.truth), "US"


def nobody_left() -> Pair:
    """A side without a unit, and with a battalion that nobody has seen."""
    tables = [
        division("us U-1B at 0905", "us U-I1 at 1005 defend", *more, heading="housekeeping", phasing="us")
        for more in ((), ("su S-I1 at 2004 defend",))
    ]
    return tables[0], World(tables[0].truth), World(tables[1].truth), "US"


def platoon_with(step: str = "remaining-fire", attacker: str = "allied", **agreed: str) -> Pair:
    """The German side closes its remaining fire, or its turn. A squad near its gun is out of ammunition, or is not."""
    tables = [
        skirmish(f"A-SQ1 squad at 0507 {rounds}", "G-HMG hmg_team at 0607", step=step, attacker=attacker, **agreed)
        for rounds in ("out", "low")
    ]
    return tables[0], World(tables[0].truth), World(tables[1].truth), "german"


def defender_with() -> Pair:
    """The attacker sends no moves. A gun is out of ammunition, or is not; it is asked for its remaining fire."""
    tables = [
        skirmish("A-SQ1 squad at 0507", f"G-HMG hmg_team at 0607 {rounds}", step="movement")
        for rounds in ("out", "low")
    ]
    return tables[0], World(tables[0].truth), World(tables[1].truth), "allied"


def rallying_with(state: str, *more: str, attacker: str = "german", **agreed: str) -> Pair:
    """The German side closes its turn, and has something to try in each step of the enemy's Rally Phase.

    Of the allied bases, which nobody sees, one may try something there too, or none may.
    """
    tables = [
        skirmish(
            f"A-SQ1 squad at 0401 {hidden}", *more, "A-MMG mmg_team at 0402", "G-HMG hmg_team at 1209 jammed",
            "G-SQ1 squad at 1309 broken", "G-L1 leader at 1307 rating 1", "G-SQ2 squad at 1307 routed",
            "G-SQ3 squad at 1507 low",
            step="advance", attacker=attacker, replenish="on", **agreed,
        )
        for hidden in ("", state)
    ]  # fmt: skip
    return tables[0], World(tables[0].truth), World(tables[1].truth), "german"


def supported_by(*more: str, battery: bool = False) -> Pair:
    """As above, on a turn when the attacker may have reinforcements to prepare, or a battery to call, or may not."""
    tables = [
        skirmish(
            "A-SQ1 squad at 0401", "A-FO observer at 0402", *hidden, "G-SQ1 squad at 1309 broken",
            step="advance", attacker="german", turn=2,
        )
        for hidden in ((), more)
    ]  # fmt: skip
    if battery:
        truth = tables[1].truth
        for missions in (truth.missions["allied"], truth.pictures["allied"].missions):
            missions["A-BTY"] = Mission(id="A-BTY")
    return tables[0], World(tables[0].truth), World(tables[1].truth), "german"


def pieces_with(*more: str) -> Pair:
    """The German side closes its air supply, and pieces of a barrage come back, which all have room, or have not."""
    division = {"barrages": {"BAR": Barrage(hex=Hex("2111"))}}
    tables = [
        korsun(
            "AB1 holding", "AB2 holding", "AB3 holding", *hidden, "R544 at 1611", "208 at 1911",
            "marker XI at 1610 sp 3", heading="D allotment", scenario="korsun-intro", turn=9, soviet=division,
        )
        for hidden in ((), more)
    ]  # fmt: skip
    assert korsun_worlds.SECRETS["korsun"]
    return tables[0], World(tables[0].truth), World(tables[1].truth), "German"


def dropped_with() -> Pair:
    """The Soviet side closes its supply. A point for an air-drop was set aside by the German side, or none was."""
    tables = [korsun("79PG at 0813", "21 at 0606", "marker III at 0916 sp 1", heading="C") for _ in range(2)]
    for table, set_aside in zip(tables, (0, 1), strict=True):
        for stores in (table.truth.stores["German"], table.truth.pictures["German"].stores):
            stores.uman = replace(stores.uman, drop_next=set_aside)
        table.done(*["Soviet"] * 4)
    return tables[0], World(tables[0].truth), World(tables[1].truth), "Soviet"


PAIRS: dict[str, tuple[Callable[[], Pair], set[str]]] = {
    "a fire unit": (lambda: division_with(asset="arty"), {"Asset Transfer Phase"}),
    "a point of signals": (lambda: division_with(asset="signal"), {"Intelligence Phase", "Asset Transfer Phase"}),
    "a reserve": (lambda: division_with(unit="su S-I1 at 1804 defend"), {"Asset Transfer Phase"}),
    "a last battalion": (nobody_left, {"Mode Change and Forced March Designation Phase"}),
    "ammunition": (platoon_with, {"Closing fire"}),
    "ammunition, at first": (lambda: platoon_with("advance", "german"), {"Prepared fire"}),
    "ammunition, live": (lambda: platoon_with(interrupts="live"), {"Closing fire"}),
    "ammunition, in the last word": (defender_with, set()),
    "a repair": (lambda: rallying_with("jammed"), set()),
    "ammunition to be had": (lambda: rallying_with("low"), set()),
    "a base that rallies": (lambda: rallying_with("broken"), set()),
    "a base that is rallied": (lambda: rallying_with("routed", "A-L1 leader at 0401"), set()),
    "a base that is rallied, live": (
        lambda: rallying_with("routed", "A-L1 leader at 0401", interrupts="live"), set(),
    ),
    "a squad still to come": (lambda: supported_by("A-SQ6 squad"), set()),
    "a battery to call": (lambda: supported_by(battery=True), set()),
    "a supply point": (dropped_with, {"1. Air-Drop Supply Phase"}),
    "pieces without room": (
        lambda: pieces_with("204 at 2111", "206 at 2111"), {"A. Barrage Unit Deployment Segment"},
    ),
}  # fmt: skip
"""What one side has more of, and the headings that are passed without it: none, where others hear by them."""


def round_of(world: World, seat: str, where: str) -> tuple[list[object], int, set[str]]:
    """The watched seat closes its heading, and the others whatever they are asked, until it is asked again.

    What it reads each time that it is told something, with letters and times; how many words of the others it took; and
    what was passed for them.
    """
    watch(world, seat)
    found: list[object] = []
    words, passed, before = 0, set[str](), readable(world, seat)
    while not found or (seat not in world.state.waiting and not world.state.ended):
        asked = [name for name in world.state.waiting if name == seat or found]
        mover = asked[0] if asked else CLOCK
        outcome = world.play(mover, [Done()] if mover != CLOCK else [])
        assert not isinstance(outcome, Refusal) and words < MOST
        world.hear(outcome)
        passed |= passed_in(outcome, seat)
        words += mover not in (CLOCK, seat)
        after = readable(world, seat)
        if outcome.told.get(seat) or times_of(outcome):
            found.append((after, letters_of(outcome, seat), times_of(outcome)))
        elif after != before:
            raise Leak(f"{where}: a word of the others changed what {seat} reads, and told it nothing")
        before = after
    return found, words, passed


def passed_in(outcome: Any, watched: str) -> set[str]:
    """What was passed for others than the watched seat; nothing may tell that seat of it."""
    told = [(seat, one.report.titles[-1]) for seat, entries in outcome.told.items() for one in entries
            if isinstance(one.report, HeadingPassed)]  # fmt: skip
    return {title for seat, title in told if seat != watched}


def tell_apart(pair: Pair, where: str) -> set[str]:
    """Play a round in both worlds; the headings that were passed in the first alone."""
    _, a, b, seat = pair
    (left, fewer, passed), (right, often, others) = (round_of(world, seat, where) for world in (a, b))
    for one, other in zip_longest(left, right):
        if one != other:
            raise Leak(f"{where}: what {seat} reads, or when, hangs on whether a heading was passed")
    assert fewer < often or passed == others, "each is asked in the other world"
    return passed - others


@pytest.mark.parametrize(("laid", "passes"), PAIRS.values(), ids=PAIRS)
def test_nobody_can_tell_whether_a_heading_of_the_other_side_was_passed(laid: Callable[[], Pair], passes: set[str]):
    assert tell_apart(laid(), "passed or not") == passes


# ---- a planted leak: the last heading passes too


def passing(heading: Heading, title: str) -> Heading:
    """The outline with one heading more that passes."""
    under = tuple(passing(child, title) for child in heading.children)
    return replace(heading, passes=heading.passes or heading.title == title, children=under)


@pytest.mark.parametrize(("game", "last", "laid"), [
    (ndc_worlds.NDC, "Housekeeping Phase", PAIRS["a reserve"][0]),
    (skirmish_worlds.SKIRMISH, "Remaining fire", defender_with),
])  # fmt: skip
def test_a_last_heading_that_is_passed_is_found(
    monkeypatch: pytest.MonkeyPatch, game: AnyGame, last: str, laid: Callable[[], Pair]
):
    """Twice: the umpire stops; and were they to go on, the trial tells the worlds apart."""
    mutant = replace(SECRETS[game.info.name], game=replace(game, outline=passing(game.outline, last)))
    monkeypatch.setitem(SECRETS, game.info.name, mutant)
    with pytest.raises(PassedOn, match=f"“{last}” was passed"):
        tell_apart(laid(), "the last one passed")
    monkeypatch.setattr(Recorder, "stop_passing", lambda self, why: None)
    with pytest.raises(Leak):
        tell_apart(laid(), "the last one passed")


# ---- over HTTP


def hand_overs(house: House, sockets: tuple[Any, ...]) -> Iterator[tuple[str, list[str]]]:
    """As `round_of`, on a server: each time that the watched seat was told something, the answer to its own orders, if
    it was by these, and the frames of its sockets."""
    words, own = 0, True
    while own or house.seat not in waiting_in(house):
        before, mover = length_in(house), house.seat if own else waiting_in(house)[0]
        answer = house.post(mover, DONE)
        assert answer.startswith("202") and words < MOST
        words += 1
        if told := length_in(house) - before:
            frames = [masked(sockets[0].receive_text()) for _ in range(told)]
            yield answer if own else "", [*frames, *(socket.receive_text() for socket in sockets[1:])]
        own = False


def waiting_in(house: House) -> list[str]:
    return list(house.context.store.read(MATCH).state.waiting)


def length_in(house: House) -> int:
    return int(house.context.store.read(MATCH).state.log_lengths[house.seat])


@pytest.mark.parametrize("more", ["ammunition", pytest.param("a reserve", marks=pytest.mark.soak)])
def test_over_http_and_sockets_nobody_can_tell_either(empty_database: Path, tmp_path: Path, more: str):
    """The frames that come, and every byte that can be fetched after each of them."""
    table, *worlds, seat = PAIRS[more][0]()
    a, b = (
        house_of(world, table, seat, empty_database, tmp_path / name, other_truth=name == "b")
        for name, world in zip("ab", worlds, strict=True)
    )
    with listening(a) as of_a, listening(b) as of_b:
        for number, (left, right) in enumerate(zip_longest(hand_overs(a, of_a), hand_overs(b, of_b))):
            if left != right:
                raise Leak(f"frames differ at {number}: {left} / {right}")
            same_houses(a, b, f"after hand-over {number}", glance=True)
    assert number > 0 and waiting_in(a) == waiting_in(b) == [seat]
