"""The enemy's losses as a side was told of them: of their attackers with each combat, of others one by one."""

from __future__ import annotations

from service.engine.ledger import counted
from service.engine.reports import Occasion, Report, Telling
from service.games.ndc.game import NDC
from service.games.ndc.known.reports import COMBAT, CombatResolved, EnemyLost
from tests.positions import position

RESULT = CombatResolved(number=1, target="1304", origin="1204", type="probe", outcome="resolved", attacker_loss=2)
LOST = EnemyLost(handle="E1", steps=3, eliminated=True)


def told(report: Report, by: str | None = None) -> Telling:
    occasion = Occasion(kind=COMBAT, turn=1, phasing=by, item="1") if by else None
    return Telling(report, occasion)


def his_losses(*tellings: Telling) -> int:
    """What the chart of the US side has, when it was told this."""
    assert NDC.records is not None
    picture = position("us U-I1 at 1204").picture("us")
    [found] = [
        one.value
        for one in NDC.records.measures(picture, counted(NDC.records, picture, tellings))
        if one.name == "the enemy's, as told"
    ]
    return found


def test_an_attacker_s_loss_is_counted_once_where_it_is_his_attack_and_never_where_it_is_ours():
    assert his_losses(told(RESULT, "Soviet"), told(LOST, "Soviet")) == 2
    assert his_losses(told(LOST, "US"), told(RESULT, "US")) == 3


def test_what_was_told_of_no_combat_is_counted_as_it_was_told():
    """As a loss to interdiction; of a combat without an occasion it is not known whose attack it was."""
    assert his_losses(told(LOST), told(RESULT)) == 3
