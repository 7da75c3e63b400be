"""What lines of today would have answered to what was asked before."""

from __future__ import annotations

from service.engine.cursor import heading_at
from service.engine.judging import heading_for
from service.engine.orders import Done
from service.engine.state import duplicate
from service.games.korsun.game import KORSUN
from service.games.korsun.known.lines import AddAirLine
from service.games.korsun.sections.answers import rehearse
from service.games.korsun.sections.attacks import DeclareAttack
from service.games.korsun.sections.supply import Resupply
from service.games.korsun.sections.support import FlyInDefense
from tests.games.korsun.test_combat import FIVE, WORKED, combat
from tests.games.korsun.test_supply import XXXXII, at, stage


def test_lines_of_today_are_put_to_an_attack_of_before():
    """26 against 6 is 4:1; without a line one mission flies, by the line two."""
    table = combat(*WORKED, german={"missions": {"German": 2}}, by_purpose={"KOR-CBT-32": [1]})
    table.order("so", DeclareAttack(hex="0711", units=FIVE, planned=True), Done())
    while FlyInDefense not in heading_at(KORSUN.outline, table.address).orders:
        table.done(table.waiting[0])
    then, heading = duplicate(table.picture("ge")), heading_at(KORSUN.outline, table.address)
    table.order("ge", AddAirLine(missions=2), Done())

    today = table.picture("ge")
    [before] = rehearse(duplicate(then), then, heading) or ()
    [after] = rehearse(duplicate(then), today, heading) or ()
    assert (before.order, after.order) == (FlyInDefense(missions=1), FlyInDefense(missions=2))


def test_what_is_usual_in_stage_c_is_shown_too():
    """Nothing was said in advance, and a point is spent all the same for whoever is away."""
    table = at(stage("ART188 at 0907 low", XXXXII), "German", "5")
    then = table.truth.pictures["German"]
    answers = rehearse(duplicate(then), then, heading_for(KORSUN, then))
    assert answers is not None and [one.order for one in answers] == [Resupply(unit="ART188")]
