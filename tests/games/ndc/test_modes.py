"""Mode changes, zone modes, forced marches and the commander's place (NDC-MOD-01)."""

from __future__ import annotations

import pytest

from service.engine.options import Places, Several
from service.engine.orders import Done
from service.games.ndc.known.reach import allowance
from service.games.ndc.known.reports import UnitLocated
from service.games.ndc.sections.modes import ChangeMode, ChangeZone, ForceMarch, PlaceCommander
from service.games.ndc.sections.movement import Move
from tests.positions import Table, new_match, position

HQS = ("us U-DIV HQ at 0508 deployed", "us U-1B HQ at 0904 deployed", "us U-2B HQ at 0909 deployed")


def changing(*units: str, **settings: object) -> Table:
    """The US side in its Mode Change phase, with its headquarters on the map."""
    return position(*HQS, *units, heading="modes", phasing="us", **settings)  # type: ignore[arg-type]


# ---- modes


@pytest.mark.rule("NDC-MOD-01")
def test_the_new_mode_of_a_level_4_unit_is_declared_and_of_no_other():
    table = changing(
        "us U-A1 at 1006 attack level 4", "us U-I1 at 1005 attack level 1", "us U-I2 at 0706 attack level 3",
        "su S-I1 at 1803 attack",
    )  # fmt: skip
    [contact] = table.contacts_at("su", "1006")
    table.order("us", *(ChangeMode(unit=unit, mode="defend") for unit in ("U-A1", "U-I1", "U-I2")), Done())
    assert {table.unit(unit).mode for unit in ("U-A1", "U-I1", "U-I2")} == {"defend"}
    assert contact.mode == "attack", "until the next letter"
    table.done_until("movement-segment").done("us")

    [located] = [report for report in table.letter("su") if isinstance(report, UnitLocated)]
    assert (located.handle, located.mode, located.hexes) == (contact.handle, "defend", ("1006",))
    assert table.contacts_at("su", "1005") == []
    assert [seen.mode for seen in table.contacts_at("su", "0706")] == [None]


@pytest.mark.rule("NDC-MOD-01")
def test_modes_are_changed_after_the_transfers_and_before_the_search():
    table = position(
        *HQS, "us U-A1 at 1006 attack", "su S-I1 at 1007 attack", heading="assets", phasing="us",
        by_purpose={"NDC-SEA-01": [1]},
    )  # fmt: skip
    order = ChangeMode(unit="U-A1", mode="defend")
    assert table.refused("us", order).rule == "NDC-MOD-01"
    table.done("us").order("us", order)
    assert table.rolls("NDC-SEA-01") == []
    table.done("us")
    assert len(table.rolls("NDC-SEA-01")) == 1


@pytest.mark.rule("NDC-MOD-01")
def test_modes_are_not_changed_in_a_movement_segment():
    table = changing("us U-A1 at 1006 attack").done_until("movement-segment")
    assert table.refused("us", ChangeMode(unit="U-A1", mode="defend")).rule == "NDC-MOD-01"


def test_a_unit_changes_its_mode_once_a_phase():
    table = changing("us U-A1 at 1006 attack").order("us", ChangeMode(unit="U-A1", mode="defend"))
    refusal = table.refused("us", ChangeMode(unit="U-A1", mode="attack"))
    assert refusal.rule == "NDC-MOD-01"
    assert "already tried" in refusal.reason
    table.done_until("housekeeping-phase")
    table.done("us").done_until("housekeeping-phase").done("su")
    table.done_until("mode-change-and-forced-march-designation-phase")
    table.order("us", ChangeMode(unit="U-A1", mode="attack"))
    assert table.unit("U-A1").mode == "attack"


@pytest.mark.parametrize(
    ("units", "order", "reason"),
    [
        (("us U-A1 at 1006 march",), ChangeMode(unit="U-A1", mode="dug-in"), "from march to dug-in"),
        (("us U-A1 at 1006 attack",), ChangeMode(unit="U-A1", mode="dug-in"), "from attack to dug-in"),
        (("us U-A1 at 1006 dug-in",), ChangeMode(unit="U-A1", mode="march"), "from dug-in to march"),
        (("us U-A1 at 1006 attack",), ChangeMode(unit="U-A1", mode="attack"), "already"),
        (("us U-A1 at 1006 attack",), ChangeMode(unit="U-A1", mode="deployed"), "from attack to deployed"),
        (("us U-A1 at 1006 defend", "su S-I1 at 1007 known"), ChangeMode(unit="U-A1", mode="march"), "enemy, in 1007"),
        (("us U-A1 at 1006 defend fatigue 3",), ChangeMode(unit="U-A1", mode="attack"), "fatigue F3"),
        (("us U-I1 at 1006 defend spread 1007",), ChangeMode(unit="U-I1", mode="attack"), "double zone"),
        ((), ChangeMode(unit="S-I9", mode="attack"), "no unit 'S-I9'"),
    ],
)
def test_mode_changes_that_are_refused(units: tuple[str, ...], order: ChangeMode, reason: str):
    refusal = changing(*units).refused("us", order)
    assert refusal.rule == "NDC-MOD-01"
    assert reason in refusal.reason


def test_an_unknown_enemy_beside_it_does_not_keep_a_unit_from_march_mode():
    table = changing("us U-A1 at 1006 defend", "su S-I1 at 1007")
    table.order("us", ChangeMode(unit="U-A1", mode="march"))
    assert table.unit("U-A1").mode == "march"


def test_only_a_unit_that_stood_still_digs_in():
    """It neither moved nor attacked in its owner's last own phase."""
    table = position(*HQS, "us U-A1 at 1006 defend", "us U-I1 at 1005 defend", phasing="us")
    table.order("us", Move(unit="U-A1", path=("1007",)), Done())
    table.done("us").done_until("housekeeping-phase").done("su")
    table.done_until("mode-change-and-forced-march-designation-phase")
    assert "moved or attacked" in table.refused("us", ChangeMode(unit="U-A1", mode="dug-in")).reason
    table.order("us", ChangeMode(unit="U-I1", mode="dug-in"))
    assert table.unit("U-I1").mode == "dug-in"


@pytest.mark.parametrize(
    ("side", "die", "changes"), [("us", 3, False), ("us", 4, True), ("su", 4, False), ("su", 5, True)]
)
def test_out_of_command_a_mode_change_needs_a_good_die(side: str, die: int, changes: bool):
    """4 or more for US, 5 or more for Soviet units; the try is spent either way."""
    unit = {"us": "U-A1", "su": "S-A1"}[side]
    table = position(f"{side} {unit} at 1006 attack", heading="modes", phasing=side, by_purpose={"NDC-MOD-01": [die]})
    table.order(side, ChangeMode(unit=unit, mode="defend"))
    assert table.unit(unit).mode == table.believes(side, unit).mode == ("defend" if changes else "attack")
    assert "already tried" in table.refused(side, ChangeMode(unit=unit, mode="march")).reason


def test_in_command_no_die_is_rolled():
    table = changing("us U-A1 at 1006 attack").order("us", ChangeMode(unit="U-A1", mode="defend"))
    assert table.rolls("NDC-MOD-01") == []


@pytest.mark.rule("NDC-MOD-01")
def test_headquarters_march_and_deploy():
    table = changing().order("us", ChangeMode(unit="U-1B", mode="march"))
    assert table.unit("U-1B").mode == "march"
    assert "cannot change" in table.refused("us", ChangeMode(unit="U-2B", mode="attack")).reason


# ---- zone modes


def test_an_infantry_battalion_spreads_over_three_hexes_and_gathers_in_one_of_them():
    table = changing("us U-I1 at 1005 defend")
    table.order("us", ChangeZone(unit="U-I1", stay="1005", further=("1004", "1006")))
    assert table.unit("U-I1").hexes == ("1005", "1004", "1006")
    assert "already changed its zone" in table.refused("us", ChangeZone(unit="U-I1", stay="1004", further=())).reason
    table.done_until("housekeeping-phase").done("us").done_until("housekeeping-phase").done("su")
    table.done_until("mode-change-and-forced-march-designation-phase")
    table.order("us", ChangeZone(unit="U-I1", stay="1006", further=()))
    assert table.unit("U-I1").hexes == table.believes("us", "U-I1").hexes == ("1006",)


@pytest.mark.parametrize(
    ("units", "order", "reason"),
    [
        (("us U-I1 at 1005 attack",), ("U-I1", "1005", ("1004",)), "attack mode"),
        (("us U-A1 at 1005 defend",), ("U-A1", "1005", ("1004", "1006")), "is armor"),
        (("us U-I1 at 1005 defend to 2",), ("U-I1", "1005", ("1004", "1006")), "T/O level 2"),
        (("us U-I1 at 1005 defend to 1",), ("U-I1", "1005", ("1004",)), "T/O level 1"),
        (("us U-I1 at 1602 defend",), ("U-I1", "1602", ("1603",)), "out of command"),
        (("us U-I1 at 1005 defend",), ("U-I1", "1005", ("1003",)), "cannot spread to 1003"),
        (("us U-I1 at 1005 defend", "us U-A1 at 1006"), ("U-I1", "1005", ("1006",)), "cannot spread to 1006"),
        (("us U-I1 at 1005 defend", "su S-I1 at 1006 known"), ("U-I1", "1005", ("1006",)), "cannot spread to 1006"),
        (("us U-I1 at 1205 defend",), ("U-I1", "1205", ("1306",)), "cannot spread to 1306"),
        (("us U-I1 at 1005 defend",), ("U-I1", "1004", ("1006",)), "base hex 1005"),
        (("us U-I1 at 1005 defend",), ("U-I1", "1005", ()), "single zone already"),
        (("us U-I1 at 1005 defend spread 1004",), ("U-I1", "1006", ()), "can only stay in one of its hexes"),
        (("us U-1B HQ at 0904 deployed",), ("U-1B", "0904", ("0905",)), "is HQ"),
    ],
)
def test_zone_modes_that_are_refused(units: tuple[str, ...], order: tuple[str, str, tuple[str, ...]], reason: str):
    unit, stay, further = order
    refusal = changing(*units).refused("us", ChangeZone(unit=unit, stay=stay, further=further))
    assert refusal.rule == "NDC-MOD-01"
    assert reason in refusal.reason


def test_a_chosen_hex_that_holds_a_hidden_enemy_is_not_taken_and_both_learn_of_each_other():
    low = {"NDC-SEA-01": [1] * 4}
    table = changing("us U-I1 at 1005 defend", "su S-A1 at 1006 attack level 1", by_purpose=low)
    table.order("us", ChangeZone(unit="U-I1", stay="1005", further=("1004", "1006")))

    assert table.unit("U-I1").hexes == table.believes("us", "U-I1").hexes == ("1005", "1004")
    [met] = table.contacts_at("us", "1006")
    assert met.known and met.type is None
    assert table.contacts_at("su", "1005") == []
    table.done_until("movement-segment").done("us")
    [seen] = table.contacts_at("su", "1005")
    assert seen.known and seen.type is None
    assert table.unit("S-A1").level == 1, "a contact changes no level"


def test_an_engaged_unit_does_not_spread():
    table = changing("us U-I1 at 1005 defend")
    table.truth.units["U-I1"].engaged = table.picture("us").own["U-I1"].engaged = True
    assert "Engaged" in table.refused("us", ChangeZone(unit="U-I1", stay="1005", further=("1004",))).reason


def test_a_ghost_in_a_hex_that_a_unit_spreads_over_is_gone():
    table = changing("us U-I1 at 1005 defend", "su S-A1 at 1006 attack known")
    contacts = table.picture("us").contacts
    [ghost] = contacts.values()
    ghost.known = False
    table.truth.units["S-A1"].hex = table.picture("su").own["S-A1"].hex = "1803"
    table.order("us", ChangeZone(unit="U-I1", stay="1005", further=("1006",)))
    assert table.unit("U-I1").hexes == ("1005", "1006")
    assert table.contacts_at("us", "1006") == []


# ---- forced marches


@pytest.mark.rule("NDC-MOD-01")
def test_a_forced_march_gives_half_as_many_points_again():
    table = changing("us U-A1 at 1006 attack", "us U-I1 at 1005 attack")
    table.order("us", ForceMarch(unit="U-A1"))
    table.done_until("movement-segment")
    own = table.picture("us").own
    assert [allowance(table.picture("us"), own[unit]) for unit in ("U-A1", "U-I1")] == [22, 15]


@pytest.mark.parametrize(
    ("units", "unit", "reason"),
    [
        (("us U-A1 at 1006 defend",), "U-A1", "defend mode"),
        (("us U-A1 at 1006 attack fatigue 3",), "U-A1", "fatigue F3"),
        (("us U-A1 at 1602 attack",), "U-A1", "out of command"),
        (("us U-A1 at 1006 attack", "su S-I1 at 1007 attack known"), "U-A1", "known enemy in 1007"),
        (("us U-1B HQ at 0904 march",), "U-1B", "headquarters"),
    ],
)
def test_forced_marches_that_are_refused(units: tuple[str, ...], unit: str, reason: str):
    refusal = changing(*units).refused("us", ForceMarch(unit=unit))
    assert refusal.rule == "NDC-MOD-01"
    assert reason in refusal.reason


def test_a_designated_unit_does_not_leave_the_modes_of_a_forced_march():
    table = changing("us U-A1 at 1006 attack").order("us", ForceMarch(unit="U-A1"))
    assert "forced march" in table.refused("us", ChangeMode(unit="U-A1", mode="defend")).reason
    table.order("us", ChangeMode(unit="U-A1", mode="march"))
    assert "already" in table.refused("us", ForceMarch(unit="U-A1")).reason


# ---- the division commander


def test_the_commander_goes_to_an_own_unit_within_ten_hexes_once_a_phase():
    table = changing("us U-I1 at 2004 attack", "us U-A1 at 1006 attack")
    assert table.truth.accounts["US"].commander == "U-1B"
    refusal = table.refused("us", PlaceCommander(unit="U-I1"))
    assert "11 hexes" in refusal.reason and refusal.rule == "NDC-MOD-01"
    table.order("us", PlaceCommander(unit="U-A1"))
    assert table.truth.accounts["US"].commander == table.picture("us").account.commander == "U-A1"
    assert "already placed" in table.refused("us", PlaceCommander(unit="U-2B")).reason


def test_a_commander_who_was_hit_is_fit_at_the_second_mode_change_phase():
    table = position(*HQS, "us U-A1 at 1006 attack", heading="assets", phasing="us")
    table.truth.accounts["US"].commander_hit = table.picture("us").account.commander_hit = 2
    table.done("us")
    assert table.truth.accounts["US"].commander_hit == 1
    table.done_until("housekeeping-phase").done("us").done_until("housekeeping-phase").done("su")
    table.done_until("mode-change-and-forced-march-designation-phase")
    assert table.picture("us").account.commander_hit == table.truth.accounts["US"].commander_hit == 0


def test_in_the_pregame_the_second_player_chooses_where_his_commander_begins():
    match = new_match()
    refusal = match.refused("us", PlaceCommander(unit="U-A1"))
    assert "U-1B or U-2B" in refusal.reason
    match.order("us", PlaceCommander(unit="U-2B"))
    assert match.truth.accounts["US"].commander == "U-2B"


def test_every_offer_of_the_phase_is_accepted():
    table = changing(
        "us U-I1 at 1005 defend", "us U-R1 recon at 1008 dug-in spread 1007", "us U-A1 at 0706 attack",
        "su S-I1 at 1006 attack known",
    )  # fmt: skip
    picture = table.picture("us")
    for option in table.options("us", "change-mode"):
        for mode in option.fields["mode"].values:
            ChangeMode(**option.fixed, mode=mode).check(picture)
    zones = table.options("us", "change-zone")
    assert {unit for option in zones for unit in option.subjects} == {"U-I1", "U-R1"}
    for option in zones:
        stay, further = option.fields.get("stay"), option.fields.get("further")
        if isinstance(stay, Places):
            for hex in stay.places:
                ChangeZone(**option.fixed, stay=hex).check(picture)
        if isinstance(further, Several):
            for start in range(len(further.values) - further.least + 1):
                ChangeZone(**option.fixed, further=further.values[start : start + further.least]).check(picture)
    assert {unit for option in table.options("us", "force-march") for unit in option.subjects} == {"U-A1"}
    [commander] = table.options("us", "place-commander")
    for unit in commander.fields["unit"].values:
        PlaceCommander(unit=unit).check(picture)
