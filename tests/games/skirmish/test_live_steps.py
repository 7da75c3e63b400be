"""Live play: each step has its time whatever the defender does, its owner watches it, and several go at once (P16)."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace

import pytest

from service.engine.events import SeatHeld, WindowOpened
from service.engine.orders import Done
from service.engine.outline import walk
from service.engine.sentences import plain_text
from service.engine.telling import release
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.lines import SetFirePlan
from service.games.skirmish.known.reports import ContactSeen, FireSuffered, FireTold, HaltTold, TimeRuns
from service.games.skirmish.known.standing import PlanLine
from service.games.skirmish.sections import live_steps
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.halts import Halt
from service.games.skirmish.sections.moving import FireOnMove, Move
from service.games.skirmish.sections.plans import shots
from service.games.skirmish.truth.looking import tell_own
from tests.games.skirmish.table import Table, position
from tests.games.skirmish.test_flight import plain

ONE, TWO = ("0607", "0707", "0807"), ("0605", "0705")
HARMLESS = {"P7 fire": [6, 5], "P5": [1, 1]}


def live(*bases: str, **more) -> Table:
    return position("A-SQ1 squad at 0507 q9", *bases, step="movement", interrupts="live", by_purpose=HARMLESS, **more)


def times(field: Table) -> list[int]:
    return [event.seconds for event in field.journal if isinstance(event, WindowOpened)]


def stands(field: Table, *bases: str) -> list[str]:
    """Where their owner has these bases."""
    return [str(field.believes(id).hex) for id in bases]


@pytest.mark.rule("SKR-MOV-06")
def test_several_bases_make_their_steps_at_once_where_their_owner_wants_it():
    field = live("A-SQ2 squad at 0505", "G-HMG hmg_team at 1714", ground=plain())
    field.order("allied", Move(base="A-SQ1", path=ONE), Move(base="A-SQ2", path=TWO, in_step=True), Done())
    assert stands(field, "A-SQ1", "A-SQ2") == ["0607", "0605"] and times(field) == [8]
    assert stands(field.lapse(), "A-SQ1", "A-SQ2") == ["0707", "0705"]
    assert stands(field.lapse(), "A-SQ1", "A-SQ2") == ["0807", "0705"] and times(field) == [8, 8, 8]
    assert field.lapse().step == "remaining-fire" and field.refolds()


def test_and_one_after_the_other_where_he_does_not():
    field = live("A-SQ2 squad at 0505", "G-HMG hmg_team at 1714", ground=plain())
    field.order("allied", Move(base="A-SQ1", path=ONE), Move(base="A-SQ2", path=TWO), Done())
    assert stands(field, "A-SQ1", "A-SQ2") == ["0607", "0505"]
    for _ in range(3):
        field.lapse()
    assert stands(field, "A-SQ1", "A-SQ2") == ["0807", "0605"]


def test_of_several_the_defender_is_asked_one_after_the_other_within_one_time():
    field = live("A-SQ2 squad at 0505", "G-HMG hmg_team at 1207", ground=plain())
    field.order("allied", Move(base="A-SQ1", path=ONE), Move(base="A-SQ2", path=TWO, in_step=True), Done())
    movers = []
    while field.waiting:
        movers.append(str(field.picture("german").film.hex))
        field.done()
    assert movers == ["0607", "0605"] and times(field) == [8] and field.truth.window == "open"
    field.lapse()
    assert field.picture("german").film.hex == "0707"


@pytest.mark.rule("SKR-MOV-07")
def test_a_halt_of_one_lets_the_other_go_on():
    field = live("A-SQ2 squad at 0505", "G-HMG hmg_team at 1207", ground=plain())
    field.order("allied", Move(base="A-SQ1", path=ONE), Move(base="A-SQ2", path=TWO, in_step=True), Done())
    field.order("german", Halt()).done().done().lapse()
    assert field.base("A-SQ1").halted and field.base("A-SQ1").hex == "0607"
    while field.step != "remaining-fire":
        field.lapse()
    assert stands(field, "A-SQ1", "A-SQ2") == ["0607", "0705"] and field.refolds()


def test_who_waits_for_another_sets_out_when_that_one_has_come_to_the_end():
    field = live("A-SQ2 squad at 0505", "G-HMG hmg_team at 1714", ground=plain())
    second = Move(base="A-SQ2", path=TWO, in_step=True, skip_if=("A-SQ1",))
    field.order("allied", Move(base="A-SQ1", path=ONE[:2]), second, Done())
    assert stands(field.lapse(), "A-SQ1", "A-SQ2") == ["0707", "0505"]
    assert stands(field.lapse(), "A-SQ1", "A-SQ2") == ["0707", "0605"]


def test_who_would_find_another_in_his_place_waits_until_it_is_free():
    field = live("A-SQ2 squad at 0407", "G-HMG hmg_team at 1714", ground=plain(h0607="woods"))
    field.order("allied", Move(base="A-SQ1", path=("0508", "0608")),
                Move(base="A-SQ2", path=("0408", "0508"), in_step=True), Done())  # fmt: skip
    assert stands(field, "A-SQ1", "A-SQ2") == ["0508", "0408"]
    assert stands(field.lapse(), "A-SQ1", "A-SQ2") == ["0608", "0508"]


def test_fire_after_a_move_in_step_is_fired_when_that_move_is_over():
    field = live("A-SQ2 squad at 0505", "G-SQ1 squad at 1107", ground=plain())
    field.order("allied", Move(base="A-SQ1", path=ONE), Move(base="A-SQ2", path=TWO, in_step=True),
                FireOnMove(base="A-SQ2"), Done())  # fmt: skip
    while field.step != "remaining-fire":
        field.done() if field.waiting else field.lapse()
    assert [roll.purpose for roll in field.rolls("P7 fire of allied")] and field.refolds()


# ---- the time


@pytest.mark.parametrize("does", ["passes", "fires", "nothing"])
def test_nothing_that_the_defender_does_makes_a_step_shorter_or_longer_but_a_halt(does: str):
    field = live("G-HMG hmg_team at 1207", ground=plain())
    field.order("allied", Move(base="A-SQ1", path=ONE), Done())
    if does == "fires":
        field.order("german", Fire(base="G-HMG", target=field.picture("german").film.handle))
    if does != "nothing":
        field.done()
    assert times(field) == [8] and field.truth.window == "open"
    assert not field.told("allied", FireSuffered), "what came of it is told when the time is over"
    field.lapse()
    assert len(field.told("allied", FireSuffered)) == (does == "fires")


def test_a_halt_is_a_shout_and_told_at_once_with_the_time_for_naming_the_shot():
    field = live("G-HMG hmg_team at 1207", ground=plain())
    field.order("allied", Move(base="A-SQ1", path=ONE), Done())
    assert not field.told("allied", HaltTold)
    field.order("german", Halt())
    assert [one.base for one in field.told("allied", HaltTold)] == ["A-SQ1"] and times(field) == [8, 20]
    for seat in ("allied", "german"):
        assert [(one.what, one.seconds) for one in field.told(seat, TimeRuns)] == [("step", 8), ("shot", 20)]


def test_men_in_flight_are_fired_at_within_the_time_of_their_step():
    field = live("A-SQ2 squad at 0807 broken", "G-HMG hmg_team at 1207", ground=plain())
    away = max(SKIRMISH.forces.destinations(field.picture("allied"), ("A-SQ2",)), key=lambda there: len(there.path))
    field.order("allied", Move(base="A-SQ2", path=away.path), Done())
    assert field.options("german", "fire") and not field.options("german", "halt"), "the shot is named at once"
    field.order("german", Halt())
    assert times(field) == [8] and len(field.told("allied", TimeRuns)) == 1, "nobody is halted, and nobody is told"


def test_both_see_the_same_time_run_and_it_is_said_of_whom_is_waited_for_of_nobody():
    field = live("G-HMG hmg_team at 1714", ground=plain())
    field.order("allied", Move(base="A-SQ1", path=ONE), Done())
    said = [SKIRMISH.words.waiting(SKIRMISH.known(field.picture(seat))) for seat in ("allied", "german")]
    assert [plain_text(title) for title, _ in said] == ["Your moves are being played", "The enemy is moving"]
    assert [SKIRMISH.words.until(SKIRMISH.known(field.picture(seat))) for seat in ("allied", "german")] == [
        "Step 1", "Step 1",
    ]  # fmt: skip
    field.lapse()
    assert SKIRMISH.words.until(SKIRMISH.known(field.picture("allied"))) == "Step 2"
    while field.step != "remaining-fire":
        field.lapse()
    assert {field.picture(seat).clock for seat in ("allied", "german")} == {"remaining"}
    field.done()
    assert field.lapse().picture("allied").clock == field.picture("german").clock == ""
    assert "Waiting" not in repr(SKIRMISH.words.waiting(SKIRMISH.known(field.picture("german"))))


def lead(field: Table) -> str:
    """What the defender is asked about the mover."""
    asked = SKIRMISH.words.decision(SKIRMISH.known(field.picture("german")))
    assert asked is not None
    return plain_text(asked.lead)


@pytest.mark.rule("SKR-MOV-06")
def test_who_is_asked_about_one_of_a_step_reads_who_else_was_seen_to_move_and_that_the_time_is_one():
    """Also where nobody has a shot at them: of that the defender heard nothing, and looked for a question."""
    field = live("A-SQ2 squad at 0505", "G-HMG hmg_team at 1207", "G-SQ1 squad at 1007", ground=plain())
    field.order("allied", Move(base="A-SQ1", path=ONE), Move(base="A-SQ2", path=TWO, in_step=True), Done())
    first, other = lead(field), field.handle("A-SQ2")
    too = f"Enemy {other}, a squad, in 0605 moved too: you are asked next, in the same time, if one of your bases"
    assert too in first
    field.order("german", Done())
    assert "has come to 0605" in lead(field) and "moved too" not in lead(field), "about them it is asked now"
    field.lapse()
    assert "has come to 0707" in lead(field) and f"Enemy {other}, a squad, in 0705 moved too" in lead(field)


@pytest.mark.rule("SKR-MOV-06")
def test_who_came_into_view_in_a_step_is_named_and_nobody_who_has_gone_out_of_it():
    field = live("A-SQ2 squad at 0505", "G-HMG hmg_team at 1207", "G-SQ1 squad at 1007", ground=plain())
    field.order("allied", Move(base="A-SQ1", path=ONE), Move(base="A-SQ2", path=TWO, in_step=True), Done())
    picture, other = field.picture("german"), field.handle("A-SQ2")
    picture.contacts[other] = replace(picture.contacts[other], in_sight=False)
    assert "moved too" not in lead(field)
    picture.steppers = picture.stepping = ()
    ContactSeen(contact=replace(picture.contacts[other], handle="9", in_sight=True)).teach(picture)
    assert picture.stepping == ("9",) and "moved too" not in lead(field), "of that step it is not asked yet"
    TimeRuns(what="step", seconds=8).teach(picture)
    assert "Enemy 9, a squad, in 0605 moved too" in lead(field)


def test_a_shot_that_a_leader_directs_is_worth_more_as_it_is_truly_more_likely_to_strike():
    worths = []
    for leader in ((), ("G-L1 leader at 1207 rating -1",)):
        field = live("G-HMG hmg_team at 1207", *leader, ground=plain())
        field.order("allied", Move(base="A-SQ1", path=ONE), Done())
        picture = field.picture("german")
        worths.append(shots(picture, picture.own["G-HMG"])[0].worth)
    assert worths[0] < worths[1]


def test_the_fire_plan_of_two_bases_has_their_leader_direct_one_of_them_alone():
    """Both fire in one step, before their owner hears of either; the second as if the leader were not there."""
    field = live("G-HMG hmg_team at 1207", "G-SQ1 squad at 1207", "G-L1 leader at 1207 rating -1", ground=plain())
    field.order("german", SetFirePlan(lines=(PlanLine(),)))
    field.order("allied", Move(base="A-SQ1", path=("0607", "0707", "0807", "0907")), Done())
    while not field.told("german", FireTold):
        field.lapse()
    led = [dict(told.reckoning.modifiers).get("leader") for told in field.told("german", FireTold) if told.reckoning]
    assert len(led) >= 2 and led.count(-1) == 1


def test_what_the_enemy_is_shown_of_moves_is_said_live_as_they_are_played_live():
    said = []
    for interrupts in ("live", "film"):
        table = position("A-SQ1 squad at 0507", "G-SQ1 squad at 1507", step="movement", interrupts=interrupts)
        told = SKIRMISH.foretell(table.picture("allied"), (Move(base="A-SQ1", path=("0607",)),))
        said.append(" ".join(plain_text(one.text) for one in told))
    assert "those that go in step with the move before at once" in said[0] and "in this order" not in said[0]
    assert "in this order" in said[1] and "in step with" not in said[1]


def said_to(field: Table, seat: str) -> tuple[str, str]:
    """Title and sentence for a side that waits."""
    title, words = SKIRMISH.words.waiting(SKIRMISH.known(field.picture(seat)))
    return plain_text(title), plain_text(words)


def at_nought(field: Table, seat: str = "german", *chosen: str) -> str:
    """What a side is told will be done for it when the time is over."""
    picture = field.picture(seat)
    heading = next(heading for heading in walk(SKIRMISH.outline) if heading.name == picture.step)
    goes = SKIRMISH.answer(picture, heading) if picture.asked else ()
    return plain_text(SKIRMISH.words.unanswered(SKIRMISH.known(picture), goes, chosen))


def takes_chosen(field: Table, seat: str = "german", *chosen: str) -> str:
    """What of that which stands in a side's forms is given when the time is over."""
    return SKIRMISH.words.takes_chosen(SKIRMISH.known(field.picture(seat)), chosen)


def test_while_the_remaining_fire_has_its_time_nobody_is_told_that_anybody_moves():
    """Nor where no moves were sent; and who has closed their fire reads why it goes on."""
    field = live("G-HMG hmg_team at 1714", ground=plain())
    field.order("allied", Done())
    assert field.step == "remaining-fire"
    title, words = said_to(field, "allied")
    assert title == "The moves are over" and "fire lasts 60 s, whether or not they use it" in words
    field.done()
    title, words = said_to(field, "german")
    assert title == "The moves are over" and "Your fire is closed. Its time runs on, 60 s in all" in words


def test_the_clock_says_what_is_done_for_who_says_nothing_and_that_is_what_is_done():
    field = live("G-HMG hmg_team at 1207", ground=plain())
    field.order("allied", Move(base="A-SQ1", path=ONE), Done())
    assert at_nought(field) == "At 0 it goes on, whatever is chosen." and at_nought(field, "allied") == ""
    assert not takes_chosen(field), "who looks at a base has halted nobody"
    called = deepcopy(field.picture("german"))
    Halt().believe(called)
    assert SKIRMISH.words.until(SKIRMISH.known(called)) == "", (
        "the time of the step is over, that of the shot not begun"
    )
    field.order("german", Halt())
    assert said_to(field, "allied")[0] == "Your move is halted" and "20 s" in said_to(field, "allied")[1]
    assert at_nought(field) == "At 0 your best shot is fired: that of the G-HMG." and takes_chosen(field) == "chosen"
    assert not takes_chosen(field, "allied")
    field.lapse()
    assert len(field.told("german", FireTold)) == 1
    while field.step != "remaining-fire":
        field.lapse()
    assert at_nought(field) == (
        "At 0 these fire by themselves: the G-HMG. Close without orders, and they hold their fire."
    )
    assert takes_chosen(field, "german", "G-HMG") == "chosen"
    closed = deepcopy(field)
    field.lapse()
    assert len(field.told("german", FireTold)) > 1
    closed.done().lapse()
    assert len(closed.told("german", FireTold)) == 1


def test_what_is_left_of_the_time_for_a_shot_is_called_so_when_another_mover_is_asked_about():
    """Nobody of theirs is halted yet, and a new halt has its whole time."""
    field = live("A-SQ2 squad at 0505", "G-HMG hmg_team at 1207", "G-SQ1 squad at 1107", ground=plain())
    moves = Move(base="A-SQ1", path=ONE), Move(base="A-SQ2", path=TWO, in_step=True)
    field.order("allied", *moves, Done())
    field.order("german", Halt())

    def called() -> str:
        return SKIRMISH.words.until(SKIRMISH.known(field.picture("german")))

    assert called() == "Naming the shot"
    field.order("german", Fire(base="G-SQ1", target=field.handle("A-SQ1")))
    assert called() == "Naming the shot"
    assert at_nought(field) == (
        "At 0 the move goes on, and nothing more is fired: a second shot has no time of its own."
    )
    field.done()
    assert field.picture("german").film is not None and not field.picture("german").film.halted
    assert called() == "Left of the last halt"
    assert at_nought(field) == "At 0 it goes on, whatever is chosen. A new halt begins its time anew."
    field.order("german", Halt())
    assert called() == "Naming the shot"


def test_who_has_not_shown_themselves_is_named_as_holding_and_fires_only_where_they_are_aimed():
    field = live("G-HMG hmg_team at 1207", ground=plain())
    field.order("allied", Done())
    assert at_nought(field) == "At 0 nobody fires by themselves."
    field.picture("german").own["G-HMG"].name = "HMG team"
    assert at_nought(field, "german", "G-HMG") == (
        "At 0 nobody fires by themselves. The HMG team neither fired nor moved in this turn, and is only looked at: "
        "tap its target, or it does not fire."
    )
    assert takes_chosen(field, "german", "G-HMG") == "aimed"
    assert not field.lapse().told("german", FireTold)


@pytest.mark.rule("SKR-DEF-01")
def test_whoever_has_not_shown_themselves_does_not_fire_at_nought():
    """A squad has halted the mover; the gun beside it lies low, and the owner looks away."""
    field = live("G-HMG hmg_team at 1207", "G-SQ1 squad at 1107", ground=plain())
    field.order("allied", Move(base="A-SQ1", path=ONE), Done())
    field.order("german", Fire(base="G-SQ1", target=field.handle("A-SQ1")))
    while field.step != "remaining-fire":
        field.lapse()
    before = len(field.told("german", FireTold))
    field.base("G-SQ1").shots = 0  # it has a shot left
    field.picture("german").own["G-SQ1"].shots = 0
    field.lapse()
    assert [told.shooters for told in field.told("german", FireTold)[before:]] == [("G-SQ1",)]
    assert not field.base("G-HMG").shots


@pytest.mark.rule("SKR-MOV-06")
def test_after_a_halt_a_hidden_base_names_the_shot_only_where_no_other_can():
    """The machine gun's were the more promising one."""
    field = live("A-SQ2 squad at 0505", "G-HMG hmg_team at 1207", "G-SQ1 squad at 1107", ground=plain())
    field.order("allied", Move(base="A-SQ1", path=ONE), Move(base="A-SQ2", path=TWO), Done())
    field.picture("german").own["G-SQ1"].moved = field.base("G-SQ1").moved = True
    field.order("german", Halt()).lapse()
    assert [told.shooters for told in field.told("german", FireTold)] == [("G-SQ1",)]
    alone = live("G-HMG hmg_team at 1207", ground=plain())
    alone.order("allied", Move(base="A-SQ1", path=ONE), Done())
    alone.order("german", Halt()).lapse()
    assert [told.shooters for told in alone.told("german", FireTold)] == [("G-HMG",)]


def test_the_shot_of_the_clock_is_directed_by_the_leader_who_stands_with_the_shooter():
    """Once in a player turn, as by hand."""
    field = live("G-HMG hmg_team at 1207", "G-L1 leader at 1207 rating -1", ground=plain())
    field.order("allied", Move(base="A-SQ1", path=ONE), Done())
    field.order("german", Halt()).lapse()
    [told] = field.told("german", FireTold)
    assert told.reckoning is not None and dict(told.reckoning.modifiers)["leader"] == -1
    while field.step != "remaining-fire":
        field.lapse()
    field.lapse()
    later = field.told("german", FireTold)[1:]
    assert later and not any("leader" in dict(one.reckoning.modifiers) for one in later if one.reckoning)


def test_the_clock_does_not_say_that_somebody_fires_where_it_was_agreed_that_nobody_does():
    field = live("G-HMG hmg_team at 1207", ground=plain(), default_doctrine="hold")
    field.order("allied", Done())
    assert at_nought(field) == (
        "At 0 the step is closed. Whatever is chosen, you fire no more than your fire plan says."
    )
    assert not takes_chosen(field)
    assert not field.lapse().told("german", FireTold)


def test_who_waits_in_the_enemys_turn_does_not_read_the_last_step_of_his_own():
    field = live("G-HMG hmg_team at 1714", ground=plain())
    known = [SKIRMISH.known(field.picture(seat)) for seat in ("allied", "german")]
    assert [SKIRMISH.words.stands(one) for one in known] == ["", "The enemy's player turn"]
    field.order("allied", Done())
    known = [SKIRMISH.known(field.picture(seat)) for seat in ("allied", "german")]
    assert [SKIRMISH.words.stands(one) for one in known] == ["Remaining fire", "Remaining fire"]


def test_moves_in_step_are_offered_live_and_nowhere_else():
    for ways, offered in (({"interrupts": "live"}, True), ({}, False)):
        field = position("A-SQ1 squad at 0507", "A-SQ2 squad at 0505", "G-HMG hmg_team at 1714", step="movement",
                         ground=plain(), **ways)  # fmt: skip
        field.order("allied", Move(base="A-SQ1", path=ONE))
        second = next(one for one in field.options("allied", "move") if one.subjects == ("A-SQ2",))
        assert ("in_step" in second.fields) is offered
        asked = plain_text(SKIRMISH.words.ask(SKIRMISH.known(field.picture("allied")), ("move",), "Movement"))
        assert ("In step" in asked) is offered and ("when all have been played" in asked) is not offered


# ---- what the mover reads


def at_each_moment(what: str) -> list[tuple[object, ...]]:
    """All that the mover is told, and has, at each moment of a few steps in which the defender does this."""
    gun = "" if what == "sees nothing" else " at 1307"  # still to come, or in the woods and not known to be there
    field = live(f"G-HMG hmg_team{gun}", ground=plain(h1307="woods"))
    if what == "fires by plan":
        field.order("german", SetFirePlan(lines=(PlanLine(hexes=("0707",)), PlanLine(then="hold"))))
    field.order("allied", Move(base="A-SQ1", path=ONE), Done())
    moments = []

    def looked() -> None:
        picture = field.picture("allied")
        known = SKIRMISH.known(picture)
        words = (SKIRMISH.words.waiting(known), SKIRMISH.words.until(known), SKIRMISH.words.facts(known, picture.turn))
        moments.append((repr(picture), words, len(field.logs["allied"]), times(field), field.truth.window))

    for step in range(3):
        looked()
        film = field.picture("german").film
        assert (film is None) == (what in ("sees nothing", "fires by plan"))
        if what == "fires" and step == 1:
            field.order("german", Fire(base="G-HMG", target=str(film and film.handle)))
        looked()
        if film is not None and what != "looks":
            field.done()
        looked()
        if what.startswith("fires") and step == 1:
            break
        field.lapse()
    return moments


@pytest.mark.parametrize("what", ["looks", "passes", "fires", "fires by plan"])
def test_until_the_time_of_a_step_is_over_the_mover_reads_the_same_whatever_the_defender_does(what: str):
    """Picture, words, length of the log, running time: where they are not seen, looked at, let pass, or shot at."""
    for seen, unseen in zip(at_each_moment(what), at_each_moment("sees nothing"), strict=False):
        assert seen == unseen


def test_a_defender_whose_fire_shows_before_the_time_is_over_is_found(monkeypatch):
    """The planted leak: what a fire plan has done is told when it has done it."""
    honest = live_steps.ask_next

    def ask_next(state, dice):
        yield from honest(state, dice)
        yield from release(state, "allied")
        yield from tell_own(state)
        yield SeatHeld(seat="allied")

    monkeypatch.setattr(live_steps, "ask_next", ask_next)
    pairs = zip(at_each_moment("fires by plan"), at_each_moment("sees nothing"), strict=False)
    assert any(seen != unseen for seen, unseen in pairs)
