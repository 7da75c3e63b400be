"""Random play of NATO Division Commander that begins in contact, so that combats, retreats and advances are met too."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from service.engine import umpire
from service.engine.hexes import distance
from service.engine.state import duplicate
from service.games.ndc.game import NDC
from service.games.ndc.known.reports import OWED
from service.games.ndc.printed.units import Marker
from tests.positions import Table, position
from tests.random_play import Temper, random_orders

FIGHTING = {
    "allot-intelligence": 0.5, "attend": 0.1, "break-down": 0.05, "recombine": 0.2, "move": 0.2, "finish": 0.1,
    "declare-ground-combat": 4.0, "counter-battery": 0.5, "interdict": 0.3, "reveal": 0.3,
}  # fmt: skip
MARCHING = {**FIGHTING, "move": 6.0, "counter-battery": 3.0, "interdict": 3.0}
MODES = {"us": ("attack", "defend", "dug-in"), "su": ("attack", "attack", "defend")}
MOST_CALLS = 400


def in_contact(seed: int, *, battalions: float = 1.0) -> Table:
    """Both divisions thrown together around a hex of the middle of the map, worn and tired, half of them known.

    Of their `battalions` so many are there, of their headquarters all.
    """
    rng = random.Random(seed)
    opening = NDC.open("kaltenbach", {})
    board, tables = opening.rules.board, opening.tables
    middle = rng.choice(["0906", "1007", "1205", "1311"])
    near = sorted(board.grid, key=lambda hex: (distance(hex, middle), hex))
    lines = []
    for unit in opening.units.values():
        if unit.hex is None or (unit.combat and battalions < 1 and rng.random() > battalions):
            continue
        side, reach = ("us", 40) if unit.side == "US" else ("su", 40)
        free = [h for h in near[: reach if unit.combat else 80] if tables.entry_cost(unit.cls, board.terrain[h])]
        hex = rng.choice(free)
        near.remove(hex)
        mode = rng.choice(MODES[side]) if unit.combat else rng.choice(("deployed", "march"))
        words = [side, unit.id, "at", hex, mode, "level", str(rng.choice((0, 1, 2, 3, 4)))]
        words += ["to", str(rng.randint(1, 4)), "fatigue", str(rng.randint(0, 3))]
        lines.append(" ".join(words + ["known"] * (rng.random() < 0.5)))
    return position(*lines, phasing=rng.choice(("us", "su")), turn=rng.choice((1, 5)))


def interdicted(seed: int) -> Table:
    """Most of them headquarters, with interdiction of both sides on every other hex: whose guns are to fire may be hit
    on their way.
    """
    rng, table = random.Random(seed), in_contact(seed, battalions=0.2)
    grid = table.truth.rules.board.grid
    markers = [Marker(kind="interdiction", hex=hex, side=side, strength=3) for hex in grid for side in ("US", "Soviet")]
    laid = rng.sample(markers, len(markers) // 2)
    for state in (table.truth, table.opening):
        for known in (state, *state.pictures.values()):
            known.markers += duplicate(laid)
    return table


def fight(table: Table, seed: int, liking: Temper = FIGHTING, closing: float = 0.4) -> Counter[str]:
    """Both sides order at random, fond of attacks, to the end of the match or for a good while; kinds of reports."""
    rng = random.Random(seed)
    for _ in range(MOST_CALLS):
        if table.truth.ended:
            break
        seat = rng.choice(table.waiting)
        orders = random_orders(NDC, table.truth.pictures[seat], rng, liking, closing=closing)
        table.took(umpire.play(NDC, table.truth, seat, orders, table.dice, strict=True))
    return Counter(entry.report.kind for entries in table.logs.values() for entry in entries)


MAY_BE_TOLD = {
    "correction-told": "",
    # the engine's own
    "heading-opened": "", "heading-passed": "", "orders-accepted": "", "letter-arrived": "", "attendance-told": "",
    "rules-told": "", "match-concluded": "", "time-told": "", "ruling-told": "",
    # the game's, each with the rule that lets it be told
    "weather-determined": "NDC-WEA-02",
    "sectors-declared": "NDC-INT-03",
    "own-unit-reported": "NDC-REP-01",
    "own-unit-gone": "NDC-REP-01",
    "own-account-reported": "NDC-INT-01",
    "segment-opened": "NDC-MOV-03",
    "phase-opened": "NDC-MOV-01",
    "movement-stopped": "NDC-ZOC-04",
    "movement-sighted": "NDC-REP-04",
    "unit-located": "NDC-REP-06",
    "contact-withdrawn": "NDC-REP-20",
    "enemy-retreated": "NDC-RES-14",
    "enemy-lost": "NDC-RES-14",
    "hex-found-empty": "NDC-REP-20",
    "attack-declared": "NDC-GCD-02",
    "fire-declared": "NDC-CBF-06",
    "attack-totalled": "NDC-GCD-11",
    "defence-totalled": "NDC-REP-01",
    "support-lost": "NDC-GCD-06",
    "question-put": "NDC-MOV-02",
    "retreat-due": "NDC-RES-11",
    "combat-resolved": "NDC-MAIL-04",
    "engaged-by-us": "NDC-HSK-06",
    "fire-resolved": "NDC-CBF-09",
    "commander-used": "NDC-ATM-10",
    "marker-placed": "NDC-RES-15",
    "markers-removed": "NDC-HSK-02",
    "victory-declared": "NDC-SEQ-01",
}  # fmt: skip
"""Everything that may ever be told to a seat. Who adds to it has thought of what the new kind gives away."""


def test_the_list_of_what_may_be_told_is_this_one():
    assert {kind: rule for kind, rule in MAY_BE_TOLD.items() if rule} == OWED
    assert set(MAY_BE_TOLD) == set(NDC.reports_by_kind)


def agrees(table: Table) -> None:
    """The journal folds to the position, and each log to its picture."""
    assert table.refolds()
    pictures = duplicate(table.opening.pictures)
    for seat, entries in table.logs.items():
        for entry in entries:
            assert NDC.words.prose(entry.report)
            entry.report.teach(pictures[seat])
    assert pictures == table.truth.pictures


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (1, 2, 3))])
def test_random_fights_go_on_and_agree_with_their_journal(seed: int):
    """In strict mode, every order out of an offered option."""
    table = in_contact(seed)
    told = fight(table, seed)
    assert told["combat-resolved"] > 5
    assert set(told) <= set(MAY_BE_TOLD)
    agrees(table)


def test_random_marches_through_interdiction_go_on_and_agree_with_their_journal():
    """Headquarters are hit, stopped and lost on their way, and what they were to fire falls short."""
    table = interdicted(1)
    assert fight(table, 1, MARCHING, closing=0.1)["support-lost"]
    agrees(table)


@pytest.mark.soak
def test_everything_that_may_be_told_is_told_in_long_playouts():
    """The kinds of reports that sixty fights meet are those that the list of what is owed has, all of them."""
    met: Counter[str] = Counter()
    for seed in range(1000, 1060):
        table = interdicted(seed) if seed % 3 == 0 else in_contact(seed)
        met += fight(table, seed, MARCHING, closing=0.1) if seed % 3 == 0 else fight(table, seed)
        agrees(table)
    print(dict(sorted(met.items())))
    assert set(OWED) <= set(met) <= set(MAY_BE_TOLD)
