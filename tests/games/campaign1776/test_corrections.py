"""What a moderator puts right in a match of 1776, and who hears of it (C76-PBM-31)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from service.engine import recording, umpire
from service.engine.corrections import Correction
from service.engine.dice_events import Rolled
from service.engine.events import Corrected, CorrectionMade
from service.engine.options import Choice, Domain, Places, Range, Several
from service.engine.orders import Done, Refusal
from service.engine.reports import CorrectionTold
from service.engine.state import duplicate
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.known.reports import EnemySeen, RoundFought
from service.games.campaign1776.sections.battles import Attack
from service.games.campaign1776.sections.corrections import GiveUnits, PutShip, PutUnits, SetStrength
from service.games.campaign1776.sections.defending import MeetAttack
from service.games.campaign1776.sections.rulings import SetEntrenchment, SetFort, SetLosses, VoidRound
from service.games.campaign1776.truth.state import State
from service.matches.moderators import correction_of
from tests.games.campaign1776.table import Table, position
from tests.random_play import begun, folded_pictures, one_call

RULE = "C76-PBM-31"


def apart(heading: str = "British movement") -> Table:
    """Two armies that see nothing of each other."""
    return position("12 BR at OO32", "5 CA at TT28", heading=heading)


def log(table: Table, side: str) -> int:
    return table.truth.log_lengths[{"br": "British", "am": "American"}[side]]


# ---- who hears of it


@pytest.mark.rule(RULE)
@pytest.mark.parametrize("heading", ["British movement", "American movement"])
def test_who_knows_nothing_of_what_is_corrected_is_told_nothing(heading: str):
    """Its owner reads what it had been told, what now is, and why, be it their turn or not."""
    table = apart(heading)
    before, heard = duplicate(table.picture("am")), log(table, "am")
    table.correct(SetStrength(unit="BR1", number=9), "Three were counted twice")
    assert table.pool("BR1").number == table.picture("br").own["BR1"].number == 9
    assert table.picture("am") == before and log(table, "am") == heard
    [told] = table.told("br", CorrectionTold)
    assert told.reason == "Three were counted twice"
    [(name, was)] = told.was
    assert was.startswith("12 ") and dict(told.now)[name].startswith("9 ")


@pytest.mark.rule(RULE)
def test_whoever_sees_it_and_is_in_turn_is_told_at_once_and_the_other_with_their_letter():
    table = position("12 BR at OO32", "5 CA at OO32", heading="British movement")
    table.correct(SetStrength(unit="CA1", number=2))
    assert table.contact("br", "OO32").size == "few"
    assert len(table.told("br", CorrectionTold)) == len(table.told("am", CorrectionTold)) == 1
    table.correct(SetStrength(unit="BR1", number=3))
    assert len(table.told("am", CorrectionTold)) == 1, "they read of it when they look again"
    assert table.contact("am", "OO32").size == "strong"


@pytest.mark.rule(RULE)
def test_a_correction_that_changes_nothing_of_what_is_seen_tells_the_enemy_nothing():
    table = position("12 BR at OO32", "5 CA at OO32", heading="American movement")
    heard = log(table, "am")
    table.correct(SetStrength(unit="BR1", number=11))
    assert log(table, "am") == heard and not table.told("am", EnemySeen)[1:]


# ---- both results stay


@pytest.mark.rule(RULE)
def test_a_ruling_that_was_wrong_is_replaced_and_both_stay_in_the_record():
    table = apart()
    table.correct(SetStrength(unit="BR1", number=2), "Ten fell").correct(SetStrength(unit="BR1", number=10), "Two fell")
    assert table.pool("BR1").number == 10
    rulings = [(e.reason, *e.was.values()) for e in table.journal if isinstance(e, Corrected)]
    after = [value for e in table.journal if isinstance(e, CorrectionMade) for value in e.now.values()]
    assert [(reason, was[:2]) for reason, was in rulings] == [("Ten fell", "12"), ("Two fell", "2 ")]
    assert [now[:2] for now in after] == ["2 ", "10"]


def a_battle(*dice: int) -> Table:
    """A round has been fought in OO32, and the British are asked whether they go on."""
    table = position("12 BR at OO32", "6 CA at OO32", heading="British movement", dice=dice)
    table.done_until("br", "attacks")
    table.order("br", Attack(hex="OO32", card="FA"), Done())
    table.order("am", MeetAttack(hex="OO32", card="SK"), Done())
    return table


@pytest.mark.rule(RULE)
def test_a_voided_round_is_fought_again_by_the_next_die_and_as_if_it_had_not_been():
    """The losses of the void round are given back first, the moderator names no die, and both sides read of both."""
    table, other = a_battle(6, 1), a_battle(1)
    assert table.truth.pools != other.truth.pools
    table.correct(VoidRound(hex="OO32"), "The wrong column")
    assert table.truth.pools == other.truth.pools and table.truth.lost == other.truth.lost
    assert table.truth.battles == other.truth.battles
    falls = [event for event in table.journal if isinstance(event, Rolled) and event.public]
    assert [(one.faces, one.number) for one in falls] == [((6,), 1), ((1,), 2)]
    for side in ("br", "am"):
        assert [one.die for one in table.told(side, RoundFought)] == [6, 1]
        assert [one.reason for one in table.told(side, CorrectionTold)] == ["The wrong column"]


@pytest.mark.rule(RULE)
def test_no_round_is_voided_that_is_not_the_last_of_a_phase_that_goes_on():
    table = a_battle(3)
    with pytest.raises(Refusal, match="no round"):
        table.correct(VoidRound(hex="PP32"))
    table.done_until("am", "regular-movement")
    with pytest.raises(Refusal, match="no round"):
        table.correct(VoidRound(hex="OO32"))


# ---- each kind


def test_units_are_put_elsewhere_and_given_back():
    table = apart()
    table.correct(PutUnits(units=("BR1",), hex="PP32"))
    assert table.pool("BR1").at == table.picture("br").own["BR1"].at == "PP32"
    table.correct(GiveUnits(unit_kind="CA", number=3, hex="TT28"))
    assert table.truth.strength("American", "TT28") == 8
    assert table.picture("am").own["CA2"].number == 3 and not table.told("br", EnemySeen)
    table.correct(SetLosses(unit_kind="BR", number=4))
    assert table.truth.lost == {"BR": 4}


def test_a_ship_is_put_elsewhere_with_all_aboard():
    table = position("TR br in MM35/NN35", "3 BR aboard TR1", "1 CA at TT28", heading="British movement")
    there = "MM34/NN35"
    table.correct(PutShip(ship="TR1", to=there))
    assert table.pool("BR1").at == table.picture("br").own["BR1"].at == table.picture("br").ships["TR1"].at == there


def test_works_are_whose_they_should_be():
    table = position("12 BR at OO32", "5 CA at TT28", heading="British movement")
    table.correct(SetFort(hex="OO32", whose="British"))
    assert table.picture("br").public.forts == {"OO32": "British"}
    assert all(table.told(side, CorrectionTold) for side in ("br", "am")), "forts are known to both"
    table.correct(SetEntrenchment(hex="OO32", whose="British"))
    assert table.picture("br").entrenched == ["OO32"] and len(table.told("am", CorrectionTold)) == 1
    table.correct(SetFort(hex="OO32")).correct(SetEntrenchment(hex="OO32"))
    assert not table.truth.forts and not table.truth.entrenched


@pytest.mark.parametrize(
    ("correction", "why"),
    [
        (SetStrength(unit="BR9", number=1), "no units"),
        (SetStrength(unit="BR1", number=12), "already"),
        (SetStrength(unit="BR1", number=100), "0 to 99"),
        (PutUnits(units=("BR1", "CA1"), hex="PP32"), "one side"),
        (PutUnits(units=("BR1", "BR1"), hex="PP32"), "once"),
        (PutUnits(units=("BR1",), hex="OO32"), "already"),
        (PutUnits(units=("BR1",), hex="PP32", in_fort=True), "no fort"),
        (PutUnits(units=("BR1",), hex="ZZ99"), "not a land hex"),
        (GiveUnits(unit_kind="XX", number=1, hex="OO32"), "no units"),
        (PutShip(ship="TR1", to="OO32"), "no ship"),
        (SetFort(hex="OO32"), "already"),
        (SetEntrenchment(hex="OO32", whose="American"), "has no troops there"),
        (SetLosses(unit_kind="BR", number=0), "counted already"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(correction: object, why: str):
    table = apart()
    before = repr(table.truth)
    with pytest.raises(Refusal, match=why):
        table.correct(correction)  # type: ignore[arg-type]
    assert repr(table.truth) == before


# ---- whatever is put right


def put_right(state: State, rng: random.Random) -> Correction:
    """A correction at random of those that are offered; many a combination of its fields is refused."""
    offered = [option for of in CAMPAIGN1776.corrections_by_kind.values() for option in of.offers(state)]
    option = rng.choice(offered)

    def some(domain: Domain) -> Any:
        match domain:
            case Choice(values=values):
                return rng.choice(values)
            case Range(least=least, most=most):
                return rng.choice((least, least + 1, most))
            case Several(values=several):
                return rng.sample(several, min(2, len(several)))
            case Places(places=places):
                return rng.choice(places)
        raise AssertionError(domain)

    said = {name: some(domain) for name, domain in option.fields.items()}
    return correction_of(CAMPAIGN1776, {"kind": option.kind, **option.fixed, **said})


@pytest.mark.parametrize(
    ("seed", "calls"), [(0, 12), *(pytest.param(seed, 70, marks=pytest.mark.soak) for seed in range(1, 25))]
)
def test_a_match_goes_on_whatever_is_put_right_and_folds(seed: int, calls: int):
    """A refused correction changes nothing."""
    scenario = ("brandywine-1777", "highlands-1777", "northern-war-1777")[seed % 3]
    (match, playing, dice), rng = begun(CAMPAIGN1776, seed, strict=True, scenario=scenario), random.Random(seed)
    made = 0
    for _ in range(calls):
        one_call(match, playing, dice, strict=True)
        if match.state.ended:
            break
        correction, before = put_right(match.state, rng), duplicate(match.state)
        try:
            outcome = umpire.correct(CAMPAIGN1776, match.state, correction, "So", dice, strict=True)
        except Refusal:
            assert match.state == before
            continue
        assert recording.fold(before, outcome.journal) == match.state
        match.took(outcome)
        made += 1
    assert made and folded_pictures(match) == match.state.pictures
