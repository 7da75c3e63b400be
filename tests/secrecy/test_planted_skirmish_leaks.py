"""Planted leaks in a skirmish, one at a time: the two-worlds trial finds every one."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from service.engine.events import Told
from service.engine.orders import Done, Refusal
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.picture import Contact, Film
from service.games.skirmish.known.reports import FireTold, Reckoning
from service.games.skirmish.printed.bases import outward
from service.games.skirmish.sections import attacks, moving, playing
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.truth import looking, state
from tests.altered import with_functions
from tests.secrecy import trial as trial_module
from tests.secrecy import worlds
from tests.secrecy.skirmish_beginnings import in_contact
from tests.secrecy.test_skirmish_worlds import STEPS, stood
from tests.secrecy.worlds import Leak


def caught(positions, seats=SKIRMISH.info.seats, first=0, pairs=120, steps=3, tries=5):
    """What the trial says when it has found the leak, after as many pairs as it takes.

    It begins with the luck that found it last, so that the suite finds it soon.
    """
    with pytest.raises(Leak) as leak:
        for seed in range(first, first + pairs):
            rng = random.Random(seed)
            for seat in seats:
                trial_module.try_pair(rng.choice(positions), seat, rng, trial_module.Tally(), steps, tries)
    return str(leak.value)


# Positions are played before a leak is planted: they have to be honest ones.


def at(heading, seed=7, **options):
    """The positions of a match played at random in which somebody is asked at this heading."""
    return stood(seed, **options).at(heading)


@pytest.mark.soak
def test_a_refusal_that_depends_on_a_hidden_base(monkeypatch, peeking):
    positions = at("movement")
    honest = moving.Move.check

    def check(self, picture):
        honest(self, picture)
        enemies = peeking().on_map(peeking().other(picture.side))
        if any(picture.rules.sheet.distance(self.path[-1], enemy.hex) < 3 for enemy in enemies):
            raise Refusal("P11", "Somebody is near.")

    monkeypatch.setattr(moving.Move, "check", check)
    monkeypatch.setattr(trial_module, "random_orders", blind_moves)
    found = caught(positions, first=5, steps=1, tries=16)
    assert "replies differ" in found or "options differ" in found


def blind_moves(game, picture, rng, **_):
    """A move by belief, without looking whether it is accepted."""
    able = [base for base in picture.on_map() if moving.movable(picture, base) and base.morale == "good"]
    if not able or not picture.asked or picture.step != "movement":
        return []
    base = rng.choice(able)
    ways = list(moving.ways(picture, base))
    return [moving.Move(base=base.id, path=rng.choice(ways).path)] if ways else []


@pytest.mark.soak
def test_options_pruned_by_a_hidden_enemy(monkeypatch, peeking):
    positions = at("movement")
    secrets = worlds.SECRETS["skirmish"]
    honest = secrets.game.forces.destinations

    def destinations(picture, units):
        there = honest(picture, units)
        return [d for d in there if not any(peeking().at(hex, peeking().other(picture.side)) for hex in d.path)]

    monkeypatch.setitem(
        worlds.SECRETS,
        "skirmish",
        replace(secrets, game=with_functions(secrets.game, "forces", destinations=destinations)),
    )
    assert "routes" in caught(positions, steps=1, tries=1)


def test_handles_by_inner_id(monkeypatch):
    positions = [in_contact(step, side) for step in STEPS for side in SKIRMISH.info.seats]
    monkeypatch.setattr(looking, "told_order", lambda base, level: (base.id,))
    assert caught(positions, first=24)


def test_a_ghost_that_vanishes_when_its_base_moves(monkeypatch):
    positions = [in_contact("movement", side) for side in SKIRMISH.info.seats]
    honest = playing.StepMade.change

    def change(self, state):
        honest(self, state)
        mover = state.bases[str(state.playing.mover)]
        viewer = state.other(mover.side)
        for handle, traced in state.traces[viewer].items():
            contact = state.pictures[viewer].contacts.get(handle)
            if traced == mover.id and contact is not None and not contact.in_sight and contact.hex != mover.hex:
                del state.pictures[viewer].contacts[handle]

    monkeypatch.setattr(playing.StepMade, "change", change)
    assert caught(positions, first=34)


def test_a_film_that_goes_by_the_truth(monkeypatch):
    """Whoever remembers an enemy near by is asked about a mover that they do not see."""
    positions = stood(7, 60).at("movement")
    honest = playing.filmed

    def filmed(state):
        mover = state.bases[str(state.playing.mover)]
        if mover.hex is None:
            return honest(state)
        near = [c for c in state.eyes[state.non_phasing].values() if state.rules.sheet.distance(c.hex, mover.hex) < 4]
        return honest(state) or (Film(handle=near[0].handle, hex=near[0].hex) if near else None)

    monkeypatch.setattr(playing, "filmed", filmed)
    monkeypatch.setattr(trial_module, "random_orders", blind_moves)
    assert "secret choice" in caught(positions, first=57, tries=0, steps=1)


@pytest.mark.parametrize(("what", "first"), [("sight", 12), ("odds", 266)])
def test_a_line_of_sight_and_odds_that_go_by_the_truth(what, first, monkeypatch, peeking):
    """There is more cover, and a shot does less, where somebody really stands."""
    positions = [in_contact("prepared-fire", side) for side in SKIRMISH.info.seats]
    secrets = worlds.SECRETS["skirmish"]
    honest = getattr(secrets.game, what)

    def sight(picture, a, b):
        line = honest(picture, a, b)
        return line and replace(line, cover=line.cover + len(peeking().at(b, peeking().other(picture.side))))

    def odds(picture, order):
        found = honest(picture, order)
        there = picture.contacts[order.target].hex if found else ""
        return found and replace(found, chance=found.chance - len(peeking().at(there, peeking().other(picture.side))))

    leaky = replace(secrets.game, **{what: {"sight": sight, "odds": odds}[what]})
    monkeypatch.setitem(worlds.SECRETS, "skirmish", replace(secrets, game=leaky))
    assert ("lines" if what == "sight" else "odds") in caught(positions, first=first, pairs=500, steps=0)


def test_reach_that_goes_by_the_truth(monkeypatch, peeking):
    """A base in flight runs from those who are there, not from those of whom its side knows."""
    positions = [in_contact("movement", side) for side in SKIRMISH.info.seats]
    secrets = worlds.SECRETS["skirmish"]
    honest = secrets.game.forces.destinations

    def destinations(picture, units):
        real = [
            Contact(handle=str(9000 + n), hex=base.hex, level=2, turn=picture.turn, player_turn=picture.player_turn,
                    in_sight=True, shows=outward(base, 2))
            for n, base in enumerate(peeking().on_map(peeking().other(picture.side)))
        ]  # fmt: skip
        return honest(replace(picture, contacts={contact.handle: contact for contact in real}), units)

    leaky = replace(secrets, game=with_functions(secrets.game, "forces", destinations=destinations))
    monkeypatch.setitem(worlds.SECRETS, "skirmish", leaky)
    monkeypatch.setattr(trial_module, "random_orders", blind_moves)
    assert "routes" in caught(positions, first=2, steps=1, tries=1)


def test_a_shot_that_is_refused_since_an_unseen_enemy_is_near(monkeypatch, peeking):
    positions = [in_contact(step, side) for step in ("prepared-fire", "closing-fire") for side in SKIRMISH.info.seats]
    secrets = worlds.SECRETS["skirmish"]

    def no_shot(picture, unit, handle):
        enemies = peeking().on_map(peeking().other(picture.side))
        here, distance = picture.own[unit].hex, picture.rules.sheet.distance
        if picture.asked and here and any(distance(here, enemy.hex) < 4 for enemy in enemies):
            return Refusal("P17", "Somebody is too near.")
        return secrets.game.no_shot(picture, unit, handle)

    monkeypatch.setitem(worlds.SECRETS, "skirmish", replace(secrets, game=replace(secrets.game, no_shot=no_shot)))
    assert "no shots" in caught(positions, first=31, steps=1, tries=1)


def remaining_fire(attacker):
    """Live, no moves were sent, and the defender's time for remaining fire runs."""
    world = in_contact("movement", attacker, interrupts="live")
    world.play(attacker, [Done()])
    return world


def test_a_clock_that_names_who_would_fire_at_an_enemy_nobody_has_seen(monkeypatch, peeking):
    """What is done at 0 is worked out by the seat's own picture alone; planted, it goes by where the enemy truly is."""
    positions = [remaining_fire(side) for side in SKIRMISH.info.seats]
    secrets = worlds.SECRETS["skirmish"]

    def answer(picture, heading):
        enemies = peeking().on_map(peeking().other(picture.side))
        mine, distance = picture.on_map(), picture.rules.sheet.distance
        near = [base for base in mine if any(distance(base.hex, enemy.hex) < 5 for enemy in enemies)]
        return [Fire(base=base.id, target="1") for base in near]

    monkeypatch.setitem(worlds.SECRETS, "skirmish", replace(secrets, game=replace(secrets.game, answer=answer)))
    assert "clock" in caught(positions, first=45, steps=1, tries=1)


def test_a_halt_that_is_told_before_its_time(monkeypatch):
    positions = [in_contact("movement", side) for side in SKIRMISH.info.seats]
    monkeypatch.setattr(playing, "tell", lambda state, seat, report: Told(seat=seat, report=report))
    assert caught(positions, first=1, steps=4, tries=1)


@pytest.mark.soak
def test_dice_beside_nothing_found(monkeypatch):
    positions = at("prepared-fire") + at("closing-fire") + at("remaining-fire")
    honest = attacks.tell

    def tell(state, seat, report):
        if isinstance(report, FireTold) and report.reckoning is None:
            found = len(state.at(report.hex, state.other(seat)))
            report = replace(report, reckoning=Reckoning(firepower=found, modifiers=(), faces=()))
        return honest(state, seat, report)

    monkeypatch.setattr(attacks, "tell", tell)
    assert caught(positions, steps=1, tries=20)


@pytest.mark.soak
def test_what_hidden_wear_does_to_the_look_of_a_contact(monkeypatch):
    """A contact told anew whenever its base is suppressed, though nothing of it can be seen."""
    positions = at("prepared-fire") + at("remaining-fire")
    honest = state.BaseChanged.change

    def change(self, state):
        honest(self, state)
        base = state.bases[self.base]
        contact = state.seen_as(state.other(base.side), base.id)
        if "suppression" in self.entries and contact is not None:
            state.log_lengths[state.other(base.side)] += 1

    monkeypatch.setattr(state.BaseChanged, "change", change)
    assert caught(positions, tries=6)
