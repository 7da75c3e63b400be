"""Order lines of 1776: those that a match seldom comes to, and the first evening played to its end by lines alone."""

from __future__ import annotations

import random

import pytest

from service.engine import judging
from service.engine.orders import Done, Order
from service.engine.phrase_reading import read
from service.engine.phrase_writing import write
from service.engine.places import Place
from service.engine.vocabulary import vocabulary
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.known.picture import Picture
from service.games.campaign1776.sections.arrivals import PlaceArrival
from service.games.campaign1776.sections.battles import (
    Attack,
    ContinueCombat,
    FightOn,
    LeaveToPlan,
    StartCombat,
    StopFighting,
)
from service.games.campaign1776.sections.berths import EmbarkAmong, PlacePassengers
from service.games.campaign1776.sections.boats import BuildBateaus, DestroyBateau, ExchangeMagazine
from service.games.campaign1776.sections.defending import DeclareSupply, MeetAttack
from service.games.campaign1776.sections.eliminating import Eliminate
from service.games.campaign1776.sections.forts import GoInside
from service.games.campaign1776.sections.france import BringFleets, PlaceFleet
from service.games.campaign1776.sections.groups import BringIn, ShareOut
from service.games.campaign1776.sections.interphase import Disband
from service.games.campaign1776.sections.landing import Debark, Embark
from service.games.campaign1776.sections.sea_combat import AttackAtSea, BringBack
from service.games.campaign1776.sections.works import DismantleFort, ReduceMagazine
from tests.games.campaign1776.table import new_match, position
from tests.random_play import random_orders

PP32, QQ33 = Place("PP32"), Place("QQ33")
ORDERS: tuple[Order, ...] = (
    Attack(hex=PP32, card="EC", planned=True), LeaveToPlan(hex=PP32), StartCombat(hex=PP32, continuous=2),
    ContinueCombat(hex=PP32, card="FA", supply="use", planned=True), FightOn(hex=PP32, continuous=3),
    StopFighting(hex=PP32, supply="wusad"), DeclareSupply(hex=PP32, supply="not"), MeetAttack(hex=PP32, card="EL"),
    Eliminate(units=("BR1", "BA1")), GoInside(hex=QQ33, units=("BR1",)), Embark(units=("BR1", "BS1"), ship="TR1"),
    Debark(units=("BR2",), ship="TR1", hex=PP32, by_port=True, inside=True), ReduceMagazine(unit="BM1"),
    Disband(unit="BR1", number=2), BringFleets(entry=PP32), PlaceFleet(ship="TR1", entry=PP32),
    BringIn(entry=PP32), ShareOut(unit="BR1", number=2, ship="TR1"),
    PlaceArrival(unit="BR1", hex=PP32, number=2, inside=True), PlaceArrival(unit="BR1", hex=PP32),
    BuildBateaus(unit="BS1", side=Place("PP32/PP33"), number=2), DismantleFort(unit="BR1"), DestroyBateau(ship="TR1"),
    EmbarkAmong(units=("BR1", "BS1"), ships=("TR1",)), PlacePassengers(at=PP32, of="BR", number=5),
    ExchangeMagazine(unit="BM1", side=Place("PP32/PP33")), AttackAtSea(ships=("TR1",)), BringBack(ship="TR1", to=PP32),
)  # fmt: skip


@pytest.fixture(scope="module")
def picture() -> Picture:
    return position(
        "6 BR at PP32", "1 BA at PP32", "1 BS at PP32", "1 BM at PP32", "TR br in PP32/PP33", "2 BR aboard TR1",
        "1 RM at QQ31",
    ).picture("br")  # fmt: skip


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order.kind)
def test_an_order_reads_back_as_it_was_written(order: Order, picture: Picture):
    words = vocabulary(CAMPAIGN1776, picture)
    line = write(order, words)
    kinds = {kind.__name__: kind for kind in CAMPAIGN1776.orders}
    assert read(line, list(kinds.values()), words) == order, line


def test_the_first_evening_is_played_to_its_end_by_order_lines():
    table, rng = new_match(), random.Random(3)
    table.dice.faces += [rng.randint(1, 6) for _ in range(400)]
    lines = 0
    for _ in range(200):
        if table.truth.ended:
            break
        seat = table.waiting[0]
        picture = table.picture(seat)
        for order in random_orders(CAMPAIGN1776, picture, rng, most=2):
            known = table.picture(seat)
            words = vocabulary(CAMPAIGN1776, known)
            said = read(write(order, words), (*CAMPAIGN1776.orders, Done), words)
            assert said == order
            if judging.refusal_of(CAMPAIGN1776, known, said) is None:
                table.order(seat, said)
                lines += 1
        if seat in table.waiting:
            table.done(seat)
    assert table.truth.ended and table.picture("br").verdict and lines > 10
