"""Eleven planted leaks, each of a kind that some game server has had: the two-worlds trial finds every one.

Each mutant alters the program while a trial runs; the trial must end in a Leak.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.engine import dice as engine_dice
from service.engine import umpire
from service.engine.events import Told, TurnBegan
from service.engine.options import Places
from service.engine.orders import Done, Refusal
from service.engine.reports import Occasion
from service.games.ndc.known.reports import CombatResolved
from service.games.ndc.sections import combat, movement, segment
from service.games.ndc.truth import letters, zones
from service.games.ndc.truth import state as truth
from tests.altered import with_functions
from tests.offers import options_for
from tests.random_play import ordered
from tests.secrecy import trial as trial_module
from tests.secrecy import worlds
from tests.secrecy.test_two_worlds import trial
from tests.secrecy.worlds import Leak

MOVEMENT = [
    ("movement", "su", "Soviet"),
    ("movement", "us", "US"),
    ("movement", "us", "Soviet"),
    ("movement", "su", "US"),
]
THEIR_MOVES = [("movement", "us", "Soviet"), ("movement", "su", "US")]
TURN_END = [("movement", "us", "Soviet"), ("modes", "us", "Soviet")]


def caught(starts, first=0, pairs=40, steps=2, tries=3):
    """What the trial says when it has found the leak, after as many pairs as it takes.

    It begins with the luck that found it last, so that the suite finds it soon.
    """
    with pytest.raises(Leak) as leak:
        for seed in range(first, first + pairs):
            for start in starts:
                trial([start], 1, seed, steps, tries)
    return str(leak.value)


def test_a_version_shared_between_seats(monkeypatch):
    def change(self, state):
        self.report.teach(state.pictures[self.seat])
        for seat in state.seats:
            state.log_lengths[seat] += 1

    monkeypatch.setattr(Told, "change", change)
    assert caught(MOVEMENT)


def test_an_occasion_that_counts_what_has_happened_elsewhere(monkeypatch):
    def on_its_occasion(self, event):
        if not isinstance(event, Told):
            return event
        return replace(event, occasion=Occasion(kind="event", turn=1, item=str(len(self.outcome.journal))))

    monkeypatch.setattr(umpire.Umpire, "on_its_occasion", on_its_occasion)
    assert caught(MOVEMENT, first=2)


def test_options_pruned_by_a_hidden_zone_of_control(monkeypatch, peeking):
    secrets = worlds.SECRETS["ndc"]
    honest = secrets.game.forces.destinations

    def destinations(picture, units):
        return [d for d in honest(picture, units) if not zones.exerting(peeking(), d.place, picture.seat)]

    leaky = replace(secrets, game=with_functions(secrets.game, "forces", destinations=destinations))
    monkeypatch.setitem(worlds.SECRETS, "ndc", leaky)
    assert "routes" in caught(MOVEMENT, first=5)


def test_a_refusal_on_a_hidden_occupant(monkeypatch, peeking):
    honest = movement.Move.check

    def check(self, picture):
        honest(self, picture)
        if peeking().units_at(self.path[-1], peeking().other(picture.seat)):
            raise Refusal("NDC-MOV-01", f"{self.path[-1]} is occupied.")

    monkeypatch.setattr(movement.Move, "check", check)
    monkeypatch.setattr(trial_module, "random_orders", blind_moves)
    assert "replies differ" in caught(MOVEMENT, first=5, steps=1, tries=30)


def test_a_ghost_that_vanishes_when_the_unseen_unit_moves(monkeypatch):
    honest = truth.UnitPlaced.change

    def change(self, state):
        unit = state.units[self.unit]
        observer = state.other(unit.side)
        for handle, trace in list(state.traces.get(observer, {}).items()):
            if trace.unit == self.unit and unit.hex not in self.hexes:
                state.pictures[observer].contacts.pop(handle, None)
        honest(self, state)

    monkeypatch.setattr(truth.UnitPlaced, "change", change)
    assert caught(THEIR_MOVES, first=1)


def test_an_answer_whose_release_depends_on_hidden_points(monkeypatch):
    honest = umpire.Umpire.ask

    def ask(self, heading):
        defender = self.state.non_phasing
        used = self.state.accounts[defender].support_used
        if heading.by == "non-phasing" and all(used.get(u.id) for u in self.state.on_map(defender) if u.type == "HQ"):
            was = self.state.attendance[defender]
            self.state.attendance[defender] = "standing"
            honest(self, heading)
            self.state.attendance[defender] = was
        else:
            honest(self, heading)

    monkeypatch.setattr(umpire.Umpire, "ask", ask)
    monkeypatch.setattr(trial_module, "random_orders", an_attack)
    assert "moment" in caught(MOVEMENT, first=2)


def test_handles_sorted_by_inner_id(monkeypatch):
    monkeypatch.setattr(letters, "sorted", lambda items, key=None: by_id(items, key), raising=False)
    assert caught(THEIR_MOVES, first=60, tries=2)


def test_a_gap_in_dice_numbers(monkeypatch):
    honest = engine_dice.Dice.roll

    def change(self, state):
        state.turn = self.turn

    def roll(self, spec, purpose, *, public=False):
        made = honest(self, spec, purpose, public=public)
        return replace(made, number=sum(self._state.rolls.values()) + 1) if public else made

    monkeypatch.setattr(TurnBegan, "change", change)
    monkeypatch.setattr(engine_dice.Dice, "roll", roll)
    assert caught(TURN_END, first=2, pairs=30)


def test_a_stop_that_is_told_before_its_letter(monkeypatch):
    monkeypatch.setattr(segment, "Posted", Told)
    monkeypatch.setattr(trial_module, "random_orders", a_blind_move_and_a_fire)
    assert "before the letter" in caught(MOVEMENT, first=13, pairs=60, steps=1, tries=12)


def test_a_marker_that_an_unseen_unit_uses_up(monkeypatch):
    honest = truth.UnitPlaced.change

    def change(self, state):
        honest(self, state)
        for markers in (state.markers, *(state.pictures[seat].markers for seat in state.seats)):
            markers[:] = [m for m in markers if m.kind != "interdiction" or m.hex not in self.hexes]

    monkeypatch.setattr(truth.UnitPlaced, "change", change)
    assert caught(THEIR_MOVES, first=8)


def an_attack(game, picture, rng, **_):
    """One attack on an enemy that is known, and Done, so that the other side has to answer."""
    known = picture.known_enemies()
    options = [
        replace(option, fields={**option.fields, "target": Places(places=(hex,))})
        for option in options_for(game, picture)
        if option.kind == "declare-ground-combat"
        for hex in option.fields["target"].places
        if hex in known
    ]
    if not options:
        return [Done()]
    return [ordered(rng.choice(options), game, picture, rng), Done()]


def by_id(items, key):
    """Sort claims and movements by inner id, everything else as it was meant."""
    items = list(items)
    if items and isinstance(items[0], letters.Owed):
        return sorted(items, key=lambda claim: claim.unit.id)
    if items and isinstance(items[0], truth.MoveSeen):
        return sorted(items, key=lambda seen: seen.unit)
    return sorted(items, key=key)


def blind_moves(game, picture, rng, **_):
    """Moves out of the destinations by belief, without looking whether they are accepted."""
    options = [o for o in options_for(game, picture) if o.kind == "move"]
    if not options:
        return [Done()]
    option = rng.choice(options)
    there = game.forces.destinations(picture, option.subjects)
    return [movement.Move(unit=option.fixed["unit"], path=rng.choice(there).path)]


def a_blind_move_and_a_fire(game, picture, rng, **_):
    """A move as above and a fire, and the segment is closed."""
    fires = [o for o in options_for(game, picture) if o.kind == "counter-battery"]
    move = blind_moves(game, picture, rng)
    return [*move, ordered(rng.choice(fires), game, picture, rng), Done()] if fires else [Done()]


@pytest.mark.soak
def test_a_loss_that_tells_the_hidden_differential(monkeypatch):
    honest = combat.tell

    def tell(state, to, report):
        if isinstance(report, CombatResolved) and state.combat().differential is not None:
            report = replace(report, attacker_loss=report.attacker_loss + 100 * state.combat().differential)
        return honest(state, to, report)

    monkeypatch.setattr(combat, "tell", tell)
    monkeypatch.setattr(trial_module, "random_orders", an_attack)
    assert caught(MOVEMENT, steps=6)
