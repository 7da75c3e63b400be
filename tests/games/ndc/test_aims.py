"""How a side stands with its aim: by what it was told, and by nothing else; at the end by the umpire's own sum."""

from __future__ import annotations

from dataclasses import replace

from service.engine.aims import Aim
from service.engine.orders import Done
from service.engine.reports import HeadingOpened, Occasion, Report, Telling
from service.engine.sentences import plain_text
from service.engine.tally import Tally
from service.games.ndc.game import NDC
from service.games.ndc.known.picture import Picture
from service.games.ndc.known.reports import (
    COMBAT,
    CombatResolved,
    EnemyLost,
    MovementSighted,
    OwnUnitReported,
    UnitLocated,
    VictoryDeclared,
)
from service.games.ndc.sections.movement import Move
from tests.bills import lines
from tests.positions import Table, position

ASKED = HeadingOpened(address="", titles=(), turn=1)
LOSS = CombatResolved(number=1, target="1304", origin="1204", type="probe", outcome="resolved", attacker_loss=2)


def opened(seat: str) -> Picture:
    """A side's picture before the first turn."""
    return NDC.open("kaltenbach", {}).pictures[seat]


def aim_of(picture: Picture, *told: Report | Telling) -> Aim:
    """The aim of a side with this picture that was told this."""
    tellings = [one if isinstance(one, Telling) else Telling(one) for one in told]
    return NDC.words.aim(NDC.known(picture, Tally().after(tellings, NDC, picture.side, log_length=0).score))


def in_combat(report: Report, by: str) -> Telling:
    return Telling(report, Occasion(kind=COMBAT, turn=1, phasing=by, item="1"))


def reported(picture: Picture, hex: str) -> OwnUnitReported:
    """A battalion of the side reports from a hex."""
    return OwnUnitReported(unit=replace(picture.own["S-I1"], hex=hex), changed=("hex",))


def test_it_says_what_wins_and_what_the_score_is_now():
    picture = opened("Soviet")
    assert (
        plain_text(aim_of(picture).line)
        == "You win with a score of 5 or more, by taking objectives (★); now 0, as far as you know."
    )
    picture.own["S-I1"].hex, picture.own["S-I1"].to = "0508", 3
    aim = aim_of(picture)
    assert lines(aim.bill) == {
        "Kaltenbach (0508), where you stand": 8, "T/O levels that the enemy lost, as you were told": 0,
        "T/O levels that you lost": -1,
    }  # fmt: skip
    assert aim.total == "7" and [level.verdict for level in aim.levels if level.here] == ["Soviet marginal victory"]
    assert plain_text(aim.open).startswith("Still to take: Nordheim (0304) 5, ")


def test_an_objective_stays_with_whoever_stood_there_when_the_segment_was_over():
    picture = opened("Soviet")
    there, on = reported(picture, "1604"), reported(picture, "1504")
    assert aim_of(picture, there, on, ASKED).total == "0", "it only came through"
    assert lines(aim_of(picture, there, ASKED, on).bill)["Birkenau (1604), which you took and left"] == 2


def test_an_objective_to_which_a_unit_is_ordered_counts_when_a_letter_has_told_that_it_came():
    """Riflemen are ordered into Birkenau: before the letter neither score nor list says that they stand there."""

    def holds(table: Table) -> bool:
        picture, tellings = table.picture("su"), [Telling(one.report, one.occasion) for one in table.logs["Soviet"]]
        kept = Tally().after(tellings, NDC, "Soviet", log_length=0).score
        return any("Birkenau" in name for name in lines(NDC.words.aim(NDC.known(picture, kept)).bill))

    def tags(table: Table) -> tuple[str, ...]:
        row = NDC.words.unit(NDC.known(table.picture("su")), "S-I1")
        assert row is not None
        return row.tags

    free = position("su S-I1 at 1704 attack", "us U-I1 at 0905 defend", heading="movement", phasing="su")
    free.order("su", Move(unit="S-I1", path=("1604",)))
    assert not holds(free) and "under way" in tags(free)
    free.order("su", Done())
    free.done_until("housekeeping-phase")
    assert holds(free) and "under way" not in tags(free)

    met = position("su S-I1 at 1804 attack level 2", "us U-I1 at 1703 defend", heading="movement", phasing="su")
    met.order("su", Move(unit="S-I1", path=("1704", "1604")), Done())
    assert not holds(met)
    met.done_until("housekeeping-phase")
    assert met.believes("su", "S-I1").hex == "1704" and not holds(met), "it was stopped on its way"


def test_an_enemy_battalion_that_is_located_in_an_objective_has_it_and_a_headquarters_has_not():
    seen = UnitLocated(handle="E1", hexes=("1604",), because="intelligence", type="infantry")
    staff = UnitLocated(handle="E1", hexes=("1604",), because="intelligence", type="HQ")
    assert lines(aim_of(opened("US"), seen).bill)["Birkenau (1604), where the enemy was last known to be"] == 2
    line = plain_text(aim_of(opened("US"), staff).line)
    assert line == "You win with a score of 2 or less, by holding objectives (★); now 0, as far as you know."


def test_an_objective_into_which_an_enemy_was_seen_to_go_counts_as_before_and_is_named_as_in_doubt():
    """Of a unit on the move nobody tells whether it stayed: the score says so, until an own unit stands there."""
    picture = opened("US")
    assert "last seen going into" not in plain_text(aim_of(picture).open)
    sighted = MovementSighted(handle="E1", path=("1704", "1604"))
    sighted.teach(picture)
    aim = aim_of(picture, sighted)
    assert not any("Birkenau" in name for name in lines(aim.bill))
    still, doubt = plain_text(aim.open).split(" Counted as yours, but in doubt: ")
    assert still.startswith("Still yours, and what the enemy would gain there: ") and "Birkenau" not in still
    assert doubt == (
        "Birkenau (1604) 2, for an enemy unit was last seen going into it. You were not told whether they stayed: if "
        "they did, the enemy holds it."
    )
    picture.own["U-A1"].hex = "1604"
    assert "last seen going into" not in plain_text(aim_of(picture, sighted).open)


def test_losses_count_as_they_were_told_and_those_of_a_unit_that_is_gone_are_a_range():
    name = "T/O levels that the enemy lost, as you were told"
    told = [in_combat(LOSS, "Soviet"), in_combat(EnemyLost(handle="E1", steps=1, eliminated=False), "US")]
    assert lines(aim_of(opened("US"), *told).bill)[name] == -3, "what he lost counts against the scorer"
    aim = aim_of(opened("US"), *told, in_combat(EnemyLost(handle="E1", steps=0, eliminated=True), "US"))
    [line] = [line for line in aim.bill.lines if plain_text(line.name) == name]
    assert (line.value, line.most) == (-11, -4)
    assert (
        plain_text(aim.line)
        == "You win with a score of 2 or less, by holding objectives (★); now −11 to −4, as far as you know."
    )


def test_at_the_end_it_is_the_umpire_s_sum_with_each_objective_by_its_name():
    table = position("us U-I1 at 1005 defend", "su S-I1 at 1903 attack", heading="housekeeping", phasing="us", turn=6)
    table.truth.losses.update(US=5, Soviet=3)
    for hex in ("1604", "1208", "0508"):
        table.truth.control[hex] = "Soviet"
    table.done("us")
    [told] = table.told("us", VictoryDeclared)
    aim = aim_of(table.picture("us"), told)
    assert plain_text(aim.title) == "Soviet decisive victory"
    assert lines(aim.bill) == {
        "Birkenau (1604), held by Soviet": 2, "Erlenbruck (1208), held by Soviet": 4,
        "Kaltenbach (0508), held by Soviet": 8, "T/O levels lost by US": 5, "T/O levels lost by Soviet": -3,
    }  # fmt: skip
    assert aim.bill.total == told.score == 16 and aim.total == "16"
    assert [level.verdict for level in aim.levels if level.here] == ["Soviet decisive victory"]
