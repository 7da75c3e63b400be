"""How a side stands with its aim: by what it was told, and by nothing else; at the end by the umpire's own sum."""

from __future__ import annotations

from service.engine.aims import Aim
from service.engine.reports import Report, Telling
from service.engine.sentences import plain_text
from service.engine.tally import Tally
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.picture import Contact, Picture
from service.games.skirmish.known.reports import (
    BaseLost,
    ContactSeen,
    EnemyLost,
    OwnBases,
    PlayerTurnOpened,
    VerdictTold,
)
from service.games.skirmish.printed.bases import Outward
from service.games.skirmish.sections.turns import declare, score
from service.games.skirmish.truth.state import PointsScored
from tests.bills import lines

NEXT = PlayerTurnOpened(turn=1, player_turn=2, attacker="german")


def opened(side: str) -> Picture:
    """A side's picture before the first turn."""
    return SKIRMISH.open("moulin-basset", {}).pictures[side]


def aim_of(picture: Picture, *told: Report) -> Aim:
    """The aim of a side with this picture that was told this."""
    return SKIRMISH.words.aim(
        SKIRMISH.known(picture, Tally().after(map(Telling, told), SKIRMISH, picture.side, log_length=0).score)
    )


def reported(picture: Picture, base: str, hex: str) -> OwnBases:
    return OwnBases(bases=(picture.own[base].changed(hex=hex),))


def seen(handle: str, hex: str, shows: Outward | None = None) -> ContactSeen:
    level = 2 if shows else 1
    contact = Contact(handle=handle, hex=hex, level=level, turn=1, player_turn=1, in_sight=True, shows=shows)
    return ContactSeen(contact=contact, new=True)


def test_it_says_what_wins_and_what_the_score_is_now():
    aim = aim_of(opened("allied"))
    assert plain_text(aim.line) == "You win with a score of −7 or more; now −11, as far as you know."
    assert lines(aim.bill)["The bridge (1807), the enemy's, as far as you know"] == -4
    assert [level.verdict for level in aim.levels if level.here] == ["German victory"]
    assert plain_text(aim.open) == "You win at once if, from turn 6 on, you hold the bridge (1807)."


def test_an_objective_is_whose_a_squad_was_alone_in_it_when_a_player_turn_was_over():
    picture = opened("allied")
    there = reported(picture, "A-SQ1", "1308")
    assert aim_of(picture, there).total == "−11", "the turn is not over yet"
    assert lines(aim_of(picture, there, NEXT).bill)["The farm (1308), yours, with nobody there"] == 3
    beside = seen("1", "1308", Outward(kind="squad"))
    assert aim_of(picture, there, beside, NEXT).total == "−11", "an enemy is there too"
    left = reported(picture, "A-SQ1", "1208")
    assert aim_of(picture, there, NEXT, left, NEXT).total == "−5", "it may go on"
    assert aim_of(picture, there, NEXT, left, beside, NEXT).total == "−11"


def test_who_was_lost_counts_as_it_was_told_and_whoever_was_not_made_out_is_a_range():
    picture = opened("allied")
    squad = seen("1", "1509", Outward(kind="squad"))
    gone = [EnemyLost(handle=handle, hex="1509", how="eliminated") for handle in ("1", "2")]
    assert aim_of(picture, squad, gone[0]).total == "−10"
    assert aim_of(picture, squad, gone[0], BaseLost(base="A-SQ1", how="captured")).total == "−12"
    aim = aim_of(picture, squad, seen("2", "1509"), *gone)
    [line] = [line for line in aim.bill.lines if plain_text(line.name) == "Bases that the enemy lost, as you saw"]
    assert (line.value, line.most) == (2, 4) and aim.total == "−9 to −7"


def test_at_the_end_it_is_the_umpire_s_sum_with_everybody_by_name():
    """Half points are rounded for all of them together, in a line of its own."""
    state = SKIRMISH.open("moulin-basset", {})
    state.holders["1308"] = "allied"
    for base, how, halves in (("G-SQ1", "eliminated", 2), ("A-SQ1", "captured", 4), ("A-SQ2", "left the map", 1)):
        state.bases[base].gone = how
        PointsScored(side="allied" if base[0] == "G" else "german", halves=halves).change(state)
    told = [event.report for event in declare(state, "Allied victory", "allied") if event.kind == "told"]
    [verdict, *_] = [one for one in told if isinstance(one, VerdictTold)]
    verdict.teach(picture := opened("allied"))
    aim = aim_of(picture, verdict)
    assert plain_text(aim.title) == "Allied victory" and aim.bill.total == score(state) == verdict.score
    found = lines(aim.bill)
    assert found["The farm (1308), yours"] == 3 and found["Your 1st squad, captured"] == -2
    assert found["Your 2nd squad, left the map"] == 0 and found["The enemy's 1st squad, eliminated"] == 1
    assert [level.verdict for level in aim.levels if level.here] == ["Allied victory"]
