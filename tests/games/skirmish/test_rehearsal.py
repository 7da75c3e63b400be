"""The rehearsal of a fire plan: what would it have done at the steps about which its owner was asked? (P16)"""

from __future__ import annotations

from pathlib import Path

from schemas import wire
from service.engine.attendance import Attend
from service.engine.grids import ground_of
from service.engine.lines import StandingAnswer
from service.engine.orders import Done, Order
from service.engine.recording import Outcome
from service.engine.seats import STANDING
from service.engine.sentences import plain_text
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.lines import SetFirePlan
from service.games.skirmish.known.standing import PlanLine
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.moving import Move
from service.matches.rehearsal import Rehearsal, rehearse
from service.store.codec import order_writer
from tests.games.skirmish.table import Table, position
from tests.games.skirmish.test_flight import plain
from tests.kept import context_on, kept, orders_said
from tests.shipped import MOULIN_BASSET
from web.table.rehearsal import rehearsed as in_words

GROUND = ground_of(MOULIN_BASSET.sheet)

SQUAD, GUN, RIFLES = "A-SQ1 squad at 0507 q9", "G-HMG hmg_team at 1307", "G-SQ1 squad at 1308"


def filmed(*bases: str, path: tuple[str, ...], **ground: str) -> Table:
    """The allied squad goes its way against an enemy who has no plan."""
    table = position(*bases, step="movement", ground=plain(**ground), by_purpose={"P7 fire": [6, 5] * 9})
    return table.order("allied", Move(base="A-SQ1", path=path), Done())


def looked_back(table: Table, seat: str, empty_database: Path, folder: Path) -> list[Rehearsal]:
    """What this seat's plan would have done, the first question first."""
    folder.mkdir(exist_ok=True)
    context, _ = context_on(empty_database, folder)
    played = kept(context, table.opening, Outcome(table.truth, table.journal, table.logs), {}, SKIRMISH)
    found = rehearse(context, played.at(seat))
    told = [wire.Rehearsal.model_validate(one, context=order_writer(SKIRMISH)) for one in found]
    assert [[one.line for one in each.said] for each in told] == [[one.line for one in each.said] for each in found]
    context.store.close()
    return found[::-1]


def test_a_plan_of_today_is_put_to_each_step_of_the_film(empty_database: Path, tmp_path: Path):
    """They let one step pass and fired at the next; the gun has fired now, and had not then."""
    table = filmed(SQUAD, GUN, RIFLES, path=("0607", "0707", "0807"))
    shot = Fire(base="G-HMG", target=table.handle("A-SQ1"))
    table.order("german", Done()).order("german", shot, Done())
    assert table.step == "remaining-fire"
    gun = PlanLine(bases=("G-HMG",), range_max=6, shots=1)
    table.order("german", SetFirePlan(lines=(gun, PlanLine(bases=("G-SQ1",), at="both", then="hold"))))
    first, second, after = looked_back(table, "german", empty_database, tmp_path)
    asks, holds = StandingAnswer(does="ask", unit="G-HMG"), StandingAnswer(does="hold", unit="G-SQ1", line=2)
    assert (first.known.view.film.hex, first.answered, first.said) == ("0607", (), (asks, holds))
    assert (second.known.view.film.hex, second.answered) == ("0707", (shot,))
    assert second.said == (StandingAnswer(order=shot, unit="G-HMG", line=1), holds) and orders_said(second) == (shot,)
    assert (after.known.view.film, after.said, after.open) == (None, (asks, holds), True)
    assert not (first.open or second.open)
    page = in_words(second, SKIRMISH.words, GROUND)
    assert [plain_text(fact.value) for fact in page.facts] == ["Enemy 1, a squad", "0707"]
    held = "G-SQ1 holds its fire (line 2)"
    assert page.said == ("G-HMG fires at enemy 1, a squad, in 0707 (line 1)", held)
    assert in_words(first, SKIRMISH.words, GROUND).said == ("G-HMG leaves it to you (no line fits)", held)
    assert in_words(first, SKIRMISH.words, GROUND).answered == "no fire"
    assert looked_back(table, "allied", empty_database, tmp_path / "other") == [], "he was asked nothing by the enemy"


def test_a_plan_goes_by_what_was_known_at_each_step(empty_database: Path, tmp_path: Path):
    """The second squad came out of its wood when the first had gone by: only then were there two."""
    hidden = "A-SQ2 squad at 0606 q9"
    table = position(SQUAD, hidden, GUN, step="movement", ground=plain(h0606="woods"))
    table.order("allied", Move(base="A-SQ1", path=("0607",)), Move(base="A-SQ2", path=("0706",)), Done())
    table.order("german", SetFirePlan(lines=(PlanLine(enemies_min=2, then="hold"), PlanLine(then="ask"))))
    assert table.step == "halt-or-pass"
    [alone] = looked_back(table, "german", empty_database, tmp_path)
    assert alone.open and alone.said == (StandingAnswer(does="ask", unit="G-HMG", line=2),)
    table.order("german", SetFirePlan(lines=(PlanLine(then="ask"),)), Done()).order("german", Done())
    table.order("german", SetFirePlan(lines=(PlanLine(enemies_min=2, then="hold"), PlanLine(then="ask"))))
    assert sum(contact.in_sight for contact in table.picture("german").contacts.values()) == 2
    first, second, _ = looked_back(table, "german", empty_database, tmp_path / "later")
    assert (first.said, first.open) == (alone.said, False)
    assert second.said == (StandingAnswer(does="hold", unit="G-HMG", line=1),)


def test_for_one_on_standing_orders_the_doctrine_speaks_where_no_line_does(empty_database: Path, tmp_path: Path):
    table = filmed(SQUAD, GUN, path=("0607", "0707"))
    shot: Order = Fire(base="G-HMG", target=table.handle("A-SQ1"))
    table.order("german", Attend(attendance=STANDING))
    [first, *_] = looked_back(table, "german", empty_database, tmp_path)
    assert first.said[0] == StandingAnswer(order=shot, unit="G-HMG")
    assert in_words(first, SKIRMISH.words, GROUND).said[0].endswith("(by the default doctrine)")
