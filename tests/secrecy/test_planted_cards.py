"""Leaks planted in result cards: the two-worlds trial finds each of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from service.engine.bills import Bill, Term
from service.engine.cards import Card, Loss, Sum
from service.engine.orders import Done, Order
from service.engine.reports import LogEntry
from service.engine.sentences import plain_text, say
from service.games.ndc.sections.declare import CounterBattery, DeclareGroundCombat, Interdict
from service.games.ndc.sections.movement import Move
from service.games.ndc.staff import words as ndc_words
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.sections.air import Strike
from service.games.skirmish.sections.artillery import CallContact, SpottingRound
from service.games.skirmish.staff import words as skirmish_words
from service.games.skirmish.truth.state import State
from tests.positions import position
from tests.secrecy.ndc_worlds import contact_table
from tests.secrecy.skirmish_beginnings import called_for, in_contact
from tests.secrecy.trial import Tally, step, try_pair
from tests.secrecy.worlds import Leak, World, mutated, shown_log


def moved() -> World:
    """The Soviet side is about to move, of which the US side hears by letter."""
    return World(contact_table(heading="movement", phasing="su", turn=3).truth)


def attacked() -> World:
    """A Soviet battalion has assaulted one that it knows in its trenches, and the US side is about to answer."""
    world = World(contact_table(heading="movement", phasing="su", turn=3).truth)
    storm = DeclareGroundCombat(unit="S-I2", target="1204", type="assault", barrage=2)
    world.play("Soviet", [storm, Done()])
    return world


def shelled() -> World:
    """The Soviet guns are about to fire at a battalion of the US side."""
    world = World(contact_table(heading="movement", phasing="su", turn=3).truth)
    world.play("Soviet", [CounterBattery(target="1204", csps=1), Done()])
    return world


def interdicted() -> World:
    """The Soviet guns are about to lay an interdiction on a hex of the US side's bridge."""
    world = World(contact_table(heading="movement", phasing="su", turn=3).truth)
    world.play("Soviet", [Interdict(target="1204", csps=4), Done()])
    return world


def reinforced() -> World:
    """The Soviet phase is about to begin from which on its reinforcements of the turn may come."""
    return World(contact_table(heading="modes", phasing="su", turn=2).truth)


def cancelled(stood: str = "0802") -> World:
    """A Soviet battalion that met one of whom it did not know never came to where it was to attack from.

    That one stood there itself, or had them in its control on their way; the US side is about to answer a probe first.
    """
    table = position(
        "su S-A1 at 0602 attack level 2", "su S-I1 at 0302 attack", "su S-1R at 0402 deployed",
        "su S-I2 at 0903 attack level 2", "us U-I1 at 0902 defend level 2", f"us U-I2 at {stood} defend",
        "us U-1B at 1202 deployed", "us U-DIV at 1302 deployed", phasing="su", turn=3,
    )  # fmt: skip
    world = World(table.truth)
    attacks = [DeclareGroundCombat(unit=unit, target="0902", type=type) for unit, type in
               (("S-I2", "probe"), ("S-A1", "assault"))]  # fmt: skip
    world.play("Soviet", [Move(unit="S-A1", path=("0702", "0802")), *attacks, Done()])
    return world


def stopped_before() -> World:
    """The same, and the one of whom they did not know stood beside their way."""
    return cancelled("0701")


def driven_out() -> World:
    """Two Soviet battalions assault the two hexes of one of the US side's, which may have left both at the first."""
    table = position(
        "su S-A1 at 0802 attack", "su S-I1 at 0803 attack", "su S-I2 at 0302 attack", "su S-1R at 0602 deployed",
        "su S-DIV at 0402 deployed", "us U-I1 at 0902 defend to 2 spread 0903 level 2", "us U-1B at 1202 deployed",
        "us U-DIV at 1302 deployed", phasing="su", turn=3,
    )  # fmt: skip
    world = World(table.truth)
    attacks = [DeclareGroundCombat(unit=unit, target=target, type="assault", barrage=4) for unit, target in
               (("S-A1", "0902"), ("S-I1", "0903"))]  # fmt: skip
    world.play("Soviet", [*attacks, Done()])
    return world


def tried(seat: str, worlds: int, start: Callable[[], World] = attacked, told: str = "combat-resolved") -> int:
    """It is worked in so many pairs of worlds that are alike to this seat; how many came to this report."""
    begun, compared = start(), 0
    for luck in range(worlds):
        a = begun.copy()
        b = mutated(a, seat, random.Random(luck))
        if b is None:
            continue
        for number in range(6):
            if not step(a, b, a.state.waiting[0], seat, [Done()], f"step {number}") or a.state.waiting == ["Soviet"]:
                break
        compared += any(entry.report.kind == told for entry in a.log)
    return compared


@pytest.mark.parametrize("seat", ["US", "Soviet"])
def test_the_cards_of_a_combat_are_alike_in_both_worlds(seat):
    assert tried(seat, 1) > 0


def planted(monkeypatch, leak, kind="combat"):
    """Alter each card of this kind as it is made."""
    honest = ndc_words.cards

    def cards(picture, told):
        return tuple(replace(card, **leak(card)) if card.kind == kind else card for card in honest(picture, told))

    monkeypatch.setattr(ndc_words, "cards", cards)


def test_a_card_that_adds_up_what_its_reader_was_not_told(monkeypatch, peeking):
    """A line for what stands behind the defender, of which nothing was told."""

    def leak(card):
        strength = sum(unit.to for unit in peeking().units.values() if unit.side == "US")
        return {"sums": (*card.sums, Sum.of(say("Theirs"), Bill((Term(name=say("reserves"), value=strength),))))}

    planted(monkeypatch, leak)
    with pytest.raises(Leak, match="cards differs"):
        tried("Soviet", 40)


@pytest.mark.parametrize(("start", "said"), [
    (cancelled, "cancelled"), (stopped_before, "cancelled"), (driven_out, "was there"),
])  # fmt: skip
def test_a_combat_that_came_to_nothing_and_says_more_of_why_than_its_reader_knows(monkeypatch, peeking, start, said):
    """To the side that was attacked, which hears why as far as that follows from its own units."""
    assert tried("US", 3, start) > 0
    found = []

    def leak(card):
        unseen = sorted(unit.hex for unit in peeking().units.values() if unit.side == "Soviet" and unit.hex)
        idle = said in plain_text(card.outcome)
        found.append(idle)
        return {"outcome": say(card.outcome, f" Others stand in {unseen[0]}.")} if idle else {}

    planted(monkeypatch, leak)
    with pytest.raises(Leak, match="cards differs"):
        tried("US", 40, start)
    assert any(found)


def test_a_card_that_is_as_grave_as_the_enemys_loss(monkeypatch, peeking):
    """Where it stands on the page would tell that they were hurt, of whom nothing may be said."""

    def leak(card):
        left = sum(unit.to for unit in peeking().units.values() if unit.side == "US")
        return {"weight": ("grave", "usual", "slight")[left % 3]}

    planted(monkeypatch, leak)
    with pytest.raises(Leak, match="cards differs"):
        tried("Soviet", 40)


def test_a_search_that_says_it_missed_somebody(monkeypatch, peeking):
    """In other words than where nobody was."""

    def leak(card):
        near = [unit for unit in peeking().units.values() if unit.side == "Soviet" and unit.hex and unit.hex < "1400"]
        return {"text": say("Nobody new was found", "." if not near else f", though {len(near)} may be there.")}

    planted(monkeypatch, leak, "movement")
    with pytest.raises(Leak, match="cards differs"):
        tried("US", 40, moved)


def test_a_search_that_counts_whom_it_missed(monkeypatch, peeking):
    """Its answer stands in the outcome of the card of the enemy's moves."""

    def leak(card):
        enemies = [unit for unit in peeking().units.values() if unit.side == "Soviet"]
        missed = sum(bool(unit.hex) and unit.hex < "1400" for unit in enemies)
        return {"outcome": say(card.outcome, f" Of {missed} there.")}

    planted(monkeypatch, leak, "movement")
    with pytest.raises(Leak, match="cards differs"):
        tried("US", 40, moved)


def test_a_search_of_which_the_map_goes_to_whom_it_missed(monkeypatch, peeking):
    """The places of the card are those of the sectors that its reader searches, whoever lies there."""

    def leak(card):
        missed = [unit.hex for unit in peeking().units.values() if unit.side == "Soviet" and unit.hex]
        return {"places": (*card.places, *missed[:1])}

    planted(monkeypatch, leak, "movement")
    with pytest.raises(Leak, match="cards differs"):
        tried("US", 40, moved)


@pytest.mark.parametrize(("kind", "seat", "start", "told"), [
    ("fire", "Soviet", shelled, "fire-resolved"), ("fire", "Soviet", interdicted, "fire-resolved"),
    ("arrival", "Soviet", reinforced, "phase-opened"),
])  # fmt: skip
def test_a_card_of_fire_or_of_reinforcements_that_says_who_stands_there(monkeypatch, peeking, kind, seat, start, told):
    assert tried(seat, 12, start, told) > 0

    def leak(card):
        strength = sum(unit.to for unit in peeking().units.values() if unit.side != seat)
        return {"text": (*card.text, *say(f" {strength} T/O levels of theirs are there."))}

    planted(monkeypatch, leak, kind)
    with pytest.raises(Leak, match="cards differs"):
        tried(seat, 40, start, told)


def test_the_cards_of_a_movement_are_alike_in_both_worlds():
    assert tried("US", 1, moved, "letter-arrived") > 0


# ---- a skirmish


FOUND = {"fire": 4, "under-fire": 6, "moves": 11, "their-moves": 5, "checks": 5, "close-combat": 0}
"""The luck that finds a leak on a card of each kind soon."""
SOON = ("fire", "checks")


def counting_in_secret(monkeypatch: pytest.MonkeyPatch, peeking: Callable[[], State], kind: str) -> None:
    """Each card of this kind has a loss beside what it was told, or one of checks a throw, of which nobody told."""
    honest = skirmish_words.cards

    def cards(picture: Picture, told: Sequence[LogEntry]) -> tuple[Card, ...]:
        hidden = sum(base.quality + base.suppression for base in peeking().bases.values() if base.side != picture.side)
        loss = Loss(own=False, who=say("Theirs"), what=say(str(hidden)))
        return tuple(
            card if card.kind != kind
            else replace(card, outcome=say(card.outcome, f" Firepower {hidden}.")) if kind == "checks"
            else replace(card, losses=(loss,))
            for card in honest(picture, told)
        )  # fmt: skip

    monkeypatch.setattr(skirmish_words, "cards", cards)


@pytest.mark.parametrize(
    "kind", [kind if kind in SOON else pytest.param(kind, marks=pytest.mark.soak) for kind in FOUND]
)
def test_a_card_of_a_skirmish_that_counts_what_is_hidden(monkeypatch, peeking, kind):
    counting_in_secret(monkeypatch, peeking, kind)
    seats = SKIRMISH.info.seats
    begins = {"checks": "repair", "close-combat": "advance", "moves": "movement", "their-moves": "movement"}
    with pytest.raises(Leak, match="cards differs"):
        for luck in range(FOUND[kind], FOUND[kind] + 60):
            start = in_contact(begins.get(kind, "prepared-fire"), seats[luck % 2])
            try_pair(start, seats[luck // 2 % 2], random.Random(luck), Tally(), 6, 1)


# ---- a skirmish's support from off the map


def strike() -> tuple[World, Order]:
    """Allied aircraft have come, and are about to be given a target."""
    return World(called_for(**{"SKR-AIR-01": [1, 1], "P19 air attack": [3, 4]}).truth), Strike(hex="1207")


def battery() -> tuple[World, Order]:
    """An allied battery answers, and is about to fire a spotting round."""
    table = called_for().order("allied", CallContact(battery="A-BTY"))
    return World(table.truth), SpottingRound(battery="A-BTY", hex="1207")


def supported(start: World, order: Order, kind: str) -> int:
    """The order is worked in some pairs of worlds that are alike to the allied side; how many came to this card."""
    cards = 0
    for luck in range(12):
        a = start.copy()
        b = mutated(a, "allied", random.Random(luck))
        if b is not None and step(a, b, "allied", "allied", [order], f"pair {luck}"):
            known = SKIRMISH.known(a.state.pictures["allied"])
            cards += kind in [card.kind for card in SKIRMISH.words.cards(known, shown_log(a))]
    return cards


@pytest.mark.parametrize(("kind", "begun"), [("air-strike", strike), ("artillery", battery)])
def test_a_card_of_support_that_counts_what_is_hidden(monkeypatch, peeking, kind, begun):
    """The honest card is alike in both worlds; one that says how many of the enemy were missed is found."""
    start, order = begun()
    assert supported(start, order, kind) > 0
    counting_in_secret(monkeypatch, peeking, kind)
    with pytest.raises(Leak, match="cards differs"):
        supported(start, order, kind)
