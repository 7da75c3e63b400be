"""Fire plans: lines that go by what was seen of the mover, by who is in sight, and by who is awaited (P16)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from service.engine.orders import Done, Order
from service.games.skirmish.known.lines import SetFirePlan
from service.games.skirmish.known.picture import Announcement, Film
from service.games.skirmish.known.reports import FireTold
from service.games.skirmish.known.standing import PlanLine
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.gunnery import Shoot
from service.games.skirmish.sections.halts import Halt
from service.games.skirmish.sections.moving import Move
from service.games.skirmish.sections.odds import odds
from service.games.skirmish.sections.plans import last_shot, planned_shot
from service.games.skirmish.sections.reinforcements import Prepare
from tests.bills import lines
from tests.games.skirmish.table import Table, added, position
from tests.games.skirmish.test_flight import plain
from tests.games.skirmish.test_plans import HOLD, fires, sealed
from tests.games.skirmish.test_three_ways import before_the_farm, orders_and_decisions

SQUAD, GUN = "A-SQ1 squad at 0507 q9", "G-HMG hmg_team at 1307"
ALONG = ("0607", "0707", "0807", "0907", "1007")


def halted_at(line: PlanLine, *bases: str, path: tuple[str, ...] = ALONG, **given: object) -> str:
    """Where a squad on its way is shot at by this line, all else being held; nothing where it is not."""
    table = sealed(*(bases or (SQUAD, GUN)), plan=(line, HOLD), move=Move(base="A-SQ1", path=path), **given)
    return str(table.base("A-SQ1").hex) if table.rolls("P7 fire") else ""


# ---- the way of the mover


def test_a_line_about_steps_waits_until_that_many_were_seen():
    assert [halted_at(PlanLine(steps_min=steps)) for steps in (0, 1, 2, 4)] == ["0607", "0607", "0707", "0907"]
    assert halted_at(PlanLine(steps_min=6)) == "", "it makes five"


def test_steps_that_are_not_seen_do_not_count_and_break_the_row():
    """A wood hides the second of four steps: the count begins anew behind it."""
    across = {"path": ("0906", "0907", "0908", "0909"), "ground": plain(h1007="woods")}
    bases = ("A-SQ1 squad at 0905 q9", GUN)
    assert [halted_at(PlanLine(steps_min=n), *bases, **across) for n in (1, 2, 3)] == ["0906", "0909", ""]


def test_a_turn_in_place_is_a_step():
    tank = Move(base="A-TK1", path=("0607",))
    gun = "G-ATG at_gun_75 at 1207 heading 4"
    table = sealed("A-TK1 medium_tank at 0507 heading 4", gun, plan=(PlanLine(steps_min=3), HOLD), move=tank,
                   by_purpose={"P13 shot": [6, 5] * 3})  # fmt: skip
    assert table.rolls("P13") and table.base("A-TK1").hex == "0507", "it has turned about, and not gone yet"


@pytest.mark.parametrize(
    ("ends", "hex"),
    [
        (("0705", "0709"), "0707"), (("0709", "0705"), "0707"), (("0707", "1007"), "0707"), (("0807", "0807"), "0807"),
        (("0507", "0707"), ""), (("1705", "1709"), ""),
    ],
)  # fmt: skip
def test_a_line_is_crossed_by_the_first_step_onto_it(ends: tuple[str, str], hex: str):
    """Who set out on it crosses nothing."""
    assert halted_at(PlanLine(crosses=ends)) == hex


def test_a_line_is_crossed_once():
    """Whoever goes along it, or turns about on it, has crossed it."""
    tank = "A-TK1 medium_tank at 0607 heading 1"
    gun = ("G-ATG at_gun_75 at 1207 heading 4", "G-HMG hmg_team at 1208")
    move = Move(base="A-TK1", path=("0707", "0807"))
    table = sealed(tank, *gun, plan=(PlanLine(bases=("G-ATG",), crosses=("0707", "0907")), HOLD), move=move,
                   by_purpose={"P13 shot": [6, 6]})  # fmt: skip
    assert len(table.rolls("P13")) == 1


def test_moving_fast_is_known_by_the_steps_that_were_seen():
    """Four points are a squad's normal speed: the fifth step in the open shows that it runs."""
    assert halted_at(PlanLine(exposure=("moving_fast",))) == "1007"
    assert halted_at(PlanLine(exposure=("moving_fast",)), path=ALONG[:4]) == ""
    assert halted_at(PlanLine(exposure=("cover", "open"))) == "0607"
    rough = plain(h0607="orchard", h0707="orchard")
    assert halted_at(PlanLine(exposure=("moving_fast",)), path=ALONG[:4], ground=rough) != "1007"
    hasty = Move(base="A-SQ1", path=("0607",), pace="fast")
    table = sealed(SQUAD, GUN, plan=(PlanLine(exposure=("moving_fast",)), HOLD), move=hasty)
    assert not table.rolls("P7"), "that it means to run nobody can see"


def test_odds_of_fire_at_who_is_known_to_run_are_those_of_a_fast_target():
    table = position(SQUAD, GUN, step="movement", ground=plain(), by_purpose={"P7 fire": [6, 5] * 9})
    table.order("german", SetFirePlan(lines=(PlanLine(steps_min=4, then="ask"), HOLD)))
    table.order("allied", Move(base="A-SQ1", path=ALONG), Done())
    film = table.picture("german").film
    assert film == Film(handle=film.handle, hex="0907", way=ALONG[:4], since="0507")

    def terms() -> list[str]:
        shot = Fire(base="G-HMG", target=table.picture("german").film.handle)
        return list(lines(odds(table.picture("german"), shot).bill))

    assert "target moving" in terms()
    table.order("german", Done())
    assert table.picture("german").film.hex == "1007" and "target moving fast" in terms()


@pytest.mark.parametrize("way", ["film", "live"])
def test_what_a_shot_has_shown_of_a_mover_s_pace_stays_in_the_forecast_of_the_next(way: str):
    """The first shot is told that it runs, which two steps do not show: the second is reckoned so too."""
    field = position(
        SQUAD, GUN, "G-SQ1 squad at 1307", step="movement", interrupts=way, ground=plain(), faces=[6, 5] * 9
    )
    field.order("allied", Move(base="A-SQ1", path=ALONG), Done())
    handle = field.picture("german").film.handle

    def forecast() -> dict[str, int]:
        shot = Fire(base="G-HMG", target=handle)
        return lines(odds(field.picture("german"), shot).bill)

    assert forecast() == {"target moving": -1}
    if way == "live":
        field.order("german", Halt())
    field.order("german", Fire(base="G-SQ1", target=handle))
    assert forecast() == {"target moving fast": -2}
    field.order("german", Fire(base="G-HMG", target=handle))
    first, second = (added(told.reckoning) for told in field.told("german", FireTold))
    assert first == second == {"target moving fast": -2}


def test_a_plan_knows_after_its_first_shot_that_the_mover_runs():
    """The second base's line speaks of runners only; it is asked afresh after the first has fired."""
    plan = (
        PlanLine(bases=("G-HMG",), hexes=("0707",)),
        PlanLine(bases=("G-SQ1",), exposure=("moving_fast",)),
        HOLD,
    )
    field = sealed(SQUAD, GUN, "G-SQ1 squad at 1307", plan=plan, move=Move(base="A-SQ1", path=ALONG))
    assert [told.shooters for told in field.told("german", FireTold)] == [("G-HMG",), ("G-SQ1",)]


def test_the_range_that_a_shot_has_found_is_in_the_forecast_of_the_next():
    field = position("A-TK1 medium_tank at 0907 heading 1", "G-ATG at_gun_75 at 1207 heading 4", step="remaining-fire",
                     faces=[6, 5] * 9)  # fmt: skip
    shot = Shoot(base="G-ATG", target=field.handle("A-TK1"))
    before = lines(odds(field.picture("german"), shot).bill)
    field.order("german", shot)
    after = lines(odds(field.picture("german"), shot).bill)
    assert "earlier shots" not in before and after == {**before, "earlier shots": -1}
    field.order("german", shot)
    assert added(field.told("german", FireTold)[-1].shot) == after


def test_of_a_mover_who_is_only_heard_one_knows_no_two_steps():
    """An engine behind a wood is a contact of level 1, at each step another: it may be another tank."""
    wood = plain(h1007="woods", h1006="woods", h1008="woods")
    table = sealed("A-TK1 medium_tank at 0607 heading 1", "G-SQ1 squad at 1307", plan=(HOLD,),
                   move=Move(base="A-TK1", path=("0707", "0807")), ground=wood)  # fmt: skip
    films = [event.film for event in table.journal if event.kind == "step-watched"]
    assert [(film.way, film.since) for film in films] == [(("0707",), None), (("0807",), None)]


def test_lines_about_the_way_say_nothing_when_the_moves_are_over():
    for line in (PlanLine(at="both", steps_min=1), PlanLine(at="both", crosses=("0705", "0709")),
                 PlanLine(at="both", exposure=("moving_fast",))):  # fmt: skip
        table = position(SQUAD, GUN, step="movement", ground=plain(), attacker="allied")
        table.order("german", SetFirePlan(lines=(replace(line, then="fire"), HOLD)))
        table.order("allied", Done())
        assert table.step == "remaining-fire" and planned_shot(table.picture("german"), "remaining") is None


# ---- who is in sight


@pytest.mark.parametrize(("others", "line", "fired"), [
    (0, PlanLine(enemies_min=1), True), (0, PlanLine(enemies_min=2), False), (1, PlanLine(enemies_min=2), True),
    (1, PlanLine(enemies_max=1), False), (0, PlanLine(enemies_max=1), True),
])  # fmt: skip
def test_a_line_counts_the_enemies_in_sight(others: int, line: PlanLine, fired: bool):
    more = ("A-SQ2 squad at 0505",)[:others]
    assert fires(line, "A-SQ1 squad at 0507 q9", "G-SQ1 squad at 1207", *more) == fired


def test_an_enemy_who_is_not_seen_is_not_counted():
    hidden = ("A-SQ1 squad at 0507 q9", "G-SQ1 squad at 1207", "A-SQ2 squad at 0303", "A-SQ3 squad at 0502 suspected")
    ground = plain(h0303="woods", h0502="woods", h0403="woods", h0602="woods", h0603="woods")
    assert not fires(PlanLine(enemies_min=2), *hidden, ground=ground)


# ---- shots in reserve


def awaiting(*lines: PlanLine, enter: str = "0801", **options: str) -> Table:
    """Two steps of a squad before a gun of three shots, and then the reserve squad, where it has been announced."""
    table = position("A-SQ1 squad at 0507 q9", "A-SQ6 squad q9", "G-HMG hmg_team at 1104", step="initial", turn=3,
                     ground=plain(), by_purpose={"P7 fire": [6, 5] * 9, "SKR-WX-01": [3, 4]}, **options)  # fmt: skip
    table.order("german", SetFirePlan(lines=(*lines, HOLD)))
    while table.step != "reinforcements":
        table.done()
    table.order("allied", Prepare(group="A-R1", zone="north")).done_until("movement")
    coming = (Move(base="A-SQ6", path=(enter,)),) if enter else ()
    return table.order("allied", Move(base="A-SQ1", path=("0607", "0707", "0807", "0907")), *coming, Done())


@pytest.mark.parametrize("zone", ["north", "any"])
def test_the_last_shot_is_kept_for_reinforcements_until_they_are_seen_to_come(zone: str):
    kept = awaiting(PlanLine(then="hold", reserve=zone, last_shot=True), PlanLine())
    assert [roll.purpose for roll in kept.rolls("P7 fire")][-1].endswith("0801"), "at the newcomers"
    assert kept.picture("german").announced[0].noticed


def test_whoever_has_one_shot_keeps_it_for_those_who_are_announced_for_that_zone():
    """Where they are announced for; a squad that has one shot keeps it."""
    for reserve, shot in ((None, 1), ("north", 0), ("south", 1)):
        table = position("A-SQ1 squad at 0507 q9", "G-SQ1 squad at 1007", step="movement", ground=plain(),
                         by_purpose={"P7 fire": [6, 5] * 9})  # fmt: skip
        table.truth.pictures["german"].announced = [Announcement(zone="north", hexes=("0701", "0801", "0901"))]
        held = (PlanLine(then="hold", reserve=reserve),) if reserve else ()
        table.order("german", SetFirePlan(lines=(*held, PlanLine(), HOLD)))
        table.order("allied", Move(base="A-SQ1", path=("0607",)), Done())
        assert len(table.rolls("P7 fire")) == shot, reserve
        assert not table.picture("german").announced[0].noticed


def test_where_nobody_comes_the_shot_is_free_again_in_the_remaining_fire():
    table = awaiting(PlanLine(then="hold", reserve="any"), PlanLine(at="both"), enter="")
    before = len(table.rolls("P7 fire"))
    planned = planned_shot(table.picture("german"), "remaining")
    assert table.step == "remaining-fire" and before < 3 and planned is not None


def test_where_shots_are_kept_on_a_die_each_may_be_the_last():
    for rof_mode, last in (("count", False), ("dice", True)):
        table = position(SQUAD, GUN, step="movement", rof_mode=rof_mode)
        assert last_shot(table.picture("german"), table.base("G-HMG")) == last


# ---- what a plan may say


def test_a_line_is_drawn_between_two_hexes_of_the_map_and_exposures_have_names():
    table = position(SQUAD, GUN)
    for crosses in (("0101",), ("0101", "9999"), ("0101", "0102", "0103")):
        table.refused("german", "", SetFirePlan(lines=(PlanLine(crosses=crosses),)))
    for faulty in (PlanLine(exposure=("naked",)), PlanLine(steps_min=100), PlanLine(enemies_min=-1),
                   PlanLine(enemies_max=100), PlanLine(reserve="x" * 41)):  # fmt: skip
        table.refused("german", "", SetFirePlan(lines=(faulty,)))
    full = PlanLine(crosses=("0101", "0109"), exposure=("moving_fast",), steps_min=2, enemies_min=1, enemies_max=9,
                reserve="north")  # fmt: skip
    table.order("german", SetFirePlan(lines=(full,)))
    [offer, *_] = table.options("german", "set-fire-plan")
    assert offer.fixed["lines"][0]["crosses"] == ["0101", "0109"] and offer.fixed["lines"][0]["steps_min"] == 2


def test_a_plan_that_names_a_base_since_lost_can_be_written_on():
    table = position(SQUAD, GUN, "G-SQ1 squad at 1207")
    table.order("german", SetFirePlan(lines=(PlanLine(bases=("G-SQ1",)),)))
    lost = table.picture("german").own["G-SQ1"]
    lost.hex, lost.gone = None, "eliminated"
    table.order("german", SetFirePlan(lines=(PlanLine(bases=("G-SQ1",)), PlanLine(bases=("G-HMG",)))))
    table.refused("german", "", SetFirePlan(lines=(PlanLine(bases=("A-SQ1",)),)))


# ---- the same by hand


def any_line(rng: random.Random) -> PlanLine:
    """A line with some of these conditions."""
    drawn: dict[str, object] = {
        "steps_min": rng.randint(1, 3), "enemies_min": rng.randint(1, 4), "enemies_max": rng.randint(2, 6),
        "crosses": tuple(rng.sample([str(hex) for hex in position(SQUAD).truth.rules.sheet], 2)),
        "exposure": tuple(rng.sample(("open", "cover", "moving_fast"), rng.randint(1, 2))),
        "last_shot": rng.random() < 0.5, "concealed": rng.random() < 0.5, "reserve": "any", "expected": 5,
    }  # fmt: skip
    names = rng.sample(sorted(drawn), rng.randint(1, 2))
    return PlanLine(**{name: drawn[name] for name in names}, then=rng.choice(("fire", "fire", "hold")))  # type: ignore[arg-type]


def played(sheet: list[Order], lines: tuple[PlanLine, ...], luck: int, way: str) -> Table:
    """These moves before a plan, or before somebody who does by hand just what that plan says."""
    field = before_the_farm(luck, interrupts="live" if way == "live" else "film")
    for seat in field.truth.seats:
        field.picture(seat).announced = [Announcement(zone="north", hexes=("0701", "0801", "0901"))]
    if way == "plan":
        field.order("german", SetFirePlan(lines=lines))
    field.order("allied", *sheet, Done())
    while field.step != "remaining-fire":
        if field.step != "halt-or-pass":
            field.lapse()
            continue
        assert way != "plan", "a plan that decides everything asks nothing"
        while (shot := planned_shot(replace(field.picture("german"), plan=lines), "opportunity")) is not None:
            field.order("german", shot.order)
        field.order("german", Done())
    return field


@pytest.mark.parametrize("luck", [7, 11, *(pytest.param(n, marks=pytest.mark.soak) for n in range(200, 230))])
def test_a_plan_at_random_does_what_its_owner_would_by_hand_and_live(luck: int):
    sheet, _ = orders_and_decisions(luck)
    rng = random.Random(luck)
    lines = (*(any_line(rng) for _ in range(6)), HOLD)
    stood = []
    for way in ("plan", "film", "live"):
        field = played(sheet, lines, luck, way)
        dice = [(roll.purpose, roll.faces) for roll in field.rolls("")]
        stood.append((field.truth.bases, field.truth.ground, field.truth.eyes, dice))
    assert stood[0] == stood[1] == stood[2]
