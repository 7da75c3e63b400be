"""Situation reports of the division's staff: what they say, and that they say no more than was reported."""

from __future__ import annotations

from dataclasses import replace

from service.engine.reports import Occasion, OrdersAccepted, Report, Telling
from service.engine.sentences import plain_text
from service.engine.situations import Situation
from service.engine.state import duplicate
from service.games.ndc.known import reports as told
from service.games.ndc.known.picture import Attack
from service.games.ndc.printed.units import Marker
from service.games.ndc.sections.defence import Defend
from service.games.ndc.staff.sitrep import situation
from tests.positions import Table, position

ATTACK = Attack(
    number=1, target="1608", origin="1709", type="assault", attacker_ew=0, barrage=8, chemical=False, persistent=False,
    ew_attacks=1, superiority=0, total=22,
)  # fmt: skip
RESOLVED = told.CombatResolved(
    number=1, target="1608", origin="1709", type="assault", outcome="resolved", fire=8, advanced=True
)


def table() -> Table:
    return position("us U-R1 at 1608 defend", "us U-A1 at 0907 attack", "su S-A1 at 1709 attack")


def of_combat(*reports: Report, number: int = 1, by: str = "Soviet") -> list[Telling]:
    """These reports as they are told of a combat that this side has declared."""
    occasion = Occasion(kind=told.COMBAT, turn=2, phasing=by, item=str(number))
    return [Telling(report, occasion) for report in reports]


def written(*tellings: Telling | Report, before: tuple[Report, ...] = ()) -> Situation:
    """What the US staff makes of these reports."""
    picture = duplicate(table().picture("us"))
    for report in before:
        report.teach(picture)
    after, news = duplicate(picture), [one if isinstance(one, Telling) else Telling(one) for one in tellings]
    for one in news:
        one.report.teach(after)
    return situation(picture, after, news, 2)


def texts(found: Situation) -> dict[str, str]:
    return {plain_text(one.title): plain_text(one.text) for one in found.paragraphs}


def test_it_is_addressed_and_dated_by_the_calendar():
    found = written()
    assert (found.to, found.sender) == ("Commander, US Division", "Division staff")
    assert found.date == "Day 1, Afternoon (game turn 2 of 6)"
    assert found.paragraphs == ()


def test_the_dice_that_it_may_show_stand_in_a_note():
    weather = told.WeatherDetermined(turn=3, time_of_day="Night", conditions=("night", "fog"), dice=(2, 6), number=1)
    found = written(weather, told.SectorsDeclared(level=2, sectors=("C1", "C2")))
    assert texts(found)["General"] == (
        "The night brings fog [1]. Air points give no CSPs. The enemy searches sectors C1 and C2, at operational "
        "intelligence level 2."
    )
    assert tuple(map(plain_text, found.notes)) == ("The dice for the weather show 2 and 6.",)


def test_attacks_on_one_hex_stand_together_with_who_holds_it():
    second = replace(ATTACK, number=2, origin="1708", total=18, barrage=1, ew_attacks=0)
    found = written(
        *of_combat(told.AttackDeclared(attack=ATTACK)), *of_combat(told.AttackDeclared(attack=second), number=2)
    )
    assert texts(found) == {
        "Declared on Grenzrod (1608)": "The enemy declares two assaults on the 1st Cavalry Squadron: from 1709 with a "
        "total of 22, a barrage of 8 CSPs and 1 EW attack at superiority level 0; and from 1708 with a total of 18 and "
        "a barrage of 1 CSP."
    }


def test_a_combat_is_told_as_one_story_from_attack_to_loss():
    unit = table().unit("U-R1")
    stages = [
        (replace(unit, to=3, ew=1), ("to", "ew")), (replace(unit, hex="1509", to=2, ew=1), ("hex", "to")),
        (replace(unit, hex="1409", to=1, ew=1), ("hex", "to")),
    ]  # fmt: skip
    found = written(
        *of_combat(
            told.QuestionPut(number=1),
            *(told.OwnUnitReported(unit=stage, changed=changed) for stage, changed in stages),
            told.UnitLocated(handle="E1", hexes=("1608",), because="combat"),
            RESOLVED,
        ),
        before=(told.AttackDeclared(attack=ATTACK),),
    )
    assert texts(found) == {
        "At Grenzrod (1608)": "The enemy assaulted the 1st Cavalry Squadron from 1709 with a total of 22 behind a "
        "barrage of 8 CSPs. We answered with final protective fire of 8 CSPs. The 1st Cavalry Squadron fell back "
        "through 1509 to 1409, is down to T/O level 1 (2 levels lost on the way back) and is jammed at EW1. The "
        "attacker (E1) lost nothing and holds 1608."
    }


def test_a_struck_attack_is_laid_to_the_side_that_declared_it():
    """Of an attack that is cancelled its own side is told no total: it is still not the enemy's."""
    struck = replace(RESOLVED, target="0908", origin="0907", type="probe", outcome="cancelled", fire=0, advanced=False)
    why = "was cancelled, as its unit was not there when its turn came."
    said = {"US": f"Our probe from 0907 {why}", "Soviet": f"The enemy's probe from 0907 {why}"}
    for by, text in said.items():
        assert texts(written(*of_combat(struck, by=by))) == {"At Steinrod (0908)": text}


def test_the_staff_counts_its_own_jamming_and_never_the_enemys():
    """We know how many attacks we ordered; of an attack of ours we are told the level alone, by our own unit."""
    ordered = OrdersAccepted(orders=(Defend(fire=8, ew=2),))
    jammed = replace(RESOLVED, attacker_ew=1)
    said = "We answered with final protective fire of 8 CSPs and 2 EW attacks that leave the attacker at EW1."
    declared = told.AttackDeclared(attack=ATTACK)
    for before, reports in (
        ((declared,), (*of_combat(told.QuestionPut(number=1)), ordered, *of_combat(jammed))),
        ((declared, told.QuestionPut(number=1)), (ordered, *of_combat(jammed))),
    ):
        assert said in texts(written(*reports, before=before))["At Grenzrod (1608)"]
    tank = replace(table().unit("U-A1"), ew=1)
    ours = written(
        *of_combat(
            told.AttackTotalled(number=1, unit="U-A1", target="0908", lines={}, total=10),
            replace(jammed, target="0908", origin="0907", fire=2),
            by="US",
        ),
        told.OwnUnitReported(unit=tank, changed=("ew",)),
    )
    story = texts(ours)["At Steinrod (0908)"]
    assert "The defence answered with final protective fire of 2 CSPs." in story
    assert "EW attack" not in story
    assert story.endswith("The 1st Tank Battalion is jammed at EW1.")


def test_an_own_attack_has_its_reckoning_in_a_note_and_the_defender_under_his_handle():
    found = written(
        *of_combat(
            told.AttackTotalled(
                number=1, unit="U-A1", target="0908", lines={"NDC-ATM-01": 6, "NDC-ATM-04": 4}, total=10
            ),
            told.EnemyRetreated(handle="E1", path=("0808", "0708")),
            told.EnemyLost(handle="E1", steps=1, eliminated=False),
            replace(RESOLVED, target="0908", origin="0907", fire=0, attacker_loss=1),
            by="US",
        ),
        before=(told.UnitLocated(handle="E1", hexes=("0908",), because="contact", type="infantry"),),
    )
    assert texts(found) == {
        "At Steinrod (0908)": "The 1st Tank Battalion assaulted the infantry unit E1 from 0907 with a total of 10 [1]. "
        "E1 fell back through 0808 to 0708 and lost 1 T/O level. We lost 1 T/O level and hold 0908."
    }
    assert tuple(map(plain_text, found.notes)) == ("Total of 10: attack strength +6, attacker's T/O level +4.",)


def test_a_loss_goes_to_the_combat_that_it_was_told_of_and_to_no_other():
    """It comes between two combats, and the next one to be told is the other one."""
    lost = told.EnemyLost(handle="E1", steps=2, eliminated=False)
    mine = replace(RESOLVED, fire=0)
    reports = (
        *of_combat(replace(mine, target="0908", origin="0907"), by="US"),
        *of_combat(lost, number=2, by="US"),
        Telling(told.EnemyLost(handle="E2", steps=1, eliminated=True)),
        *of_combat(replace(mine, number=3, target="0909", origin="0907"), number=3, by="US"),
        *of_combat(replace(mine, number=2, target="1009", origin="1008"), number=2, by="US"),
    )
    known = [
        told.UnitLocated(handle=handle, hexes=(hex,), because="contact")
        for handle, hex in (("E1", "1009"), ("E2", "1510"))
    ]
    found = texts(written(*reports, before=tuple(known)))
    assert [title for title, text in found.items() if "E1 lost 2 T/O levels" in text] == ["At 1009"]
    assert found["The enemy's losses"] == "E2 has been eliminated."


def test_a_combat_of_a_log_without_occasions_is_told_by_itself_and_laid_to_nobody():
    """Of matches of before it is not kept whose combat a report tells of: nothing beside it is guessed."""
    found = written(
        told.AttackTotalled(number=1, unit="U-A1", target="0908", lines={}, total=10),
        told.EnemyLost(handle="E1", steps=1, eliminated=True),
        replace(RESOLVED, target="0908", origin="0907", fire=0, attacker_loss=1),
    )
    assert texts(found) == {
        "At Steinrod (0908)": "The attacker assaulted 0908 from 0907. The attacker lost 1 T/O level and holds 0908.",
        "The enemy's losses": "E1 has been eliminated.",
    }


def test_the_staff_says_which_markers_housekeeping_took_off():
    gone = told.MarkersRemoved(markers=(Marker(kind="interdiction", hex="1407", side="Soviet"),))
    assert (
        texts(written(gone))["Support and markers"]
        == "Housekeeping has removed the enemy's interdiction marker in 1407."
    )


def test_who_moved_and_was_found_again_is_told_once_and_others_together():
    found = written(
        told.MovementSighted(handle="E1", path=("1704", "1604")),
        told.MovementSighted(handle="E2", path=("1404",)),
        told.MovementSighted(handle="E3", path=("1304",)),
        told.UnitLocated(handle="E1", hexes=("1604",), because="intelligence", type="armor"),
    )
    assert texts(found) == {
        "The enemy in the north": "An armor unit (E1) moved via 1704 to Birkenau (1604), where intelligence has it. On "
        "the move are a unit (E3), into 1304; and another (E2), into 1404."
    }


def test_one_that_was_found_and_then_moved_is_not_told_to_be_where_it_was():
    """As when a unit stopped ours in our own phase, and went in theirs."""
    found = written(
        told.UnitLocated(handle="E1", hexes=("1513",), because="stop"),
        told.MovementSighted(handle="E1", path=("1413", "1313")),
    )
    assert texts(found) == {"The enemy in the south": "A unit (E1) moved from 1513 via 1413 to 1313."}


def test_what_no_longer_holds_is_told_without_what_holds_instead():
    found = written(
        told.ContactWithdrawn(handle="E1", items=("hex",)),
        told.ContactWithdrawn(handle="E2", items=("mode", "to")),
        before=(
            told.UnitLocated(handle="E1", hexes=("1610",), because="contact"),
            told.UnitLocated(handle="E2", hexes=("1612",), because="intelligence", mode="attack", to=3),
        ),
    )
    assert texts(found) == {
        "No longer certain": "E1 is no longer in 1610. The mode and T/O level reported of E2 no longer hold."
    }


def test_a_contact_that_came_and_went_since_the_last_letter_is_told_with_its_place():
    """It was not on the map before, or stood elsewhere then: it is no longer where its reader had it last."""
    found = written(
        told.UnitLocated(handle="E2", hexes=("1610",), because="contact"),
        told.MovementSighted(handle="E1", path=("1611", "1612")),
        told.UnitLocated(handle="E1", hexes=("1612",), because="stop"),
        told.ContactWithdrawn(handle="E1", items=("hex",)),
        told.ContactWithdrawn(handle="E2", items=("hex",), hexes=("1610",)),
        before=(told.UnitLocated(handle="E1", hexes=("1510",), because="contact"),),
    )
    assert texts(found)["No longer certain"] == "E1 is no longer in 1612, nor E2 in 1610."


def test_one_whose_place_was_never_told_is_not_said_to_be_nowhere():
    named = told.UnitLocated(handle="E1", hexes=(), because="revealed", type="armor")
    found = written(told.ContactWithdrawn(handle="E1", items=("hex",)), before=(named,))
    assert texts(found) == {"No longer certain": "What was reported of the armor unit E1 no longer holds."}


def test_a_detachment_is_called_a_part_of_its_battalion():
    named = told.UnitLocated(
        handle="E1",
        hexes=("1610",),
        because="intelligence",
        designation="1st Tank Battalion, 3rd Regiment, Detachment A",
    )
    assert texts(written(named)) == {
        "The enemy in the centre": "Intelligence places Detachment A of the 1st Tank Battalion of the 3rd Regiment "
        "(E1) in 1610."
    }


def test_support_that_could_not_be_given_is_said_with_the_means():
    found = written(
        told.SupportLost(number=1, target="0908", ordered=4, csps=3, ew_ordered=2, ew=0, chemical_lost=True)
    )
    assert texts(found) == {
        "Support and markers": "On Steinrod (0908) only 3 of the 4 CSPs ordered could fire, none of the 2 EW attacks "
        "ordered could be made and no chemical shells could be fired."
    }
