"""Playing without JavaScript: every form of the match page works as a plain form."""

from __future__ import annotations

import re

from tests.client import TestClient
from tests.web.conftest import Plain


def test_a_practice_match_is_opened_by_one_button(visitor: TestClient):
    """A visitor without an account sits at a match page after one press."""
    home = visitor.get("/")
    assert "Practise now" in home.text
    answer = visitor.post("/matches", data={"scenario": "toy/yard", "opponent": "practice"})
    assert answer.status_code == 200
    assert answer.history[0].status_code == 303
    assert re.fullmatch(r"/matches/[a-z0-9]+/north", answer.url.path)
    assert visitor.get(answer.url.path.replace("north", "south")).status_code == 200
    assert "1 of your matches needs you" in visitor.get("/").text


def test_a_match_against_the_computer_is_opened_by_one_button(visitor: TestClient):
    """The other seat is taken at once, and is not the visitor's to look at."""
    assert "Play against the computer" in visitor.get("/").text
    assert "The computer" in visitor.get("/matches/new").text
    answer = visitor.post("/matches", data={"scenario": "toy/yard", "opponent": "computer", "seat": "north"})
    assert re.fullmatch(r"/matches/[a-z0-9]+/north", answer.url.path)
    assert visitor.get(answer.url.path.replace("north", "south")).status_code == 404


def test_orders_are_written_previewed_removed_and_sent(seats: dict[str, Plain]):
    north = seats["north"]
    north.write("hide", hex="12")
    assert north.sheet == ["Hide: hex 12"]
    assert "can be sent" in north.page
    north.write("hide", hex="13")
    assert len(north.sheet) == 2
    north.take(north.client.post(f"{north.path}/sheet/remove", data=north.form("/sheet/remove", index="1")))
    assert north.sheet == ["Hide: hex 12"]
    north.send(done=True)
    assert not north.asked
    assert north.sheet == []
    assert seats["south"].look()
    assert seats["south"].asked


def test_a_refused_order_shows_its_rule_and_keeps_the_sheet(seats: dict[str, Plain]):
    """What the rules refuse stands on the sheet with the rule's id; sending it does nothing, and keeps the sheet."""
    north, south = seats["north"], seats["south"]
    north.send(done=True)
    south.look()
    south.send(done=True)
    north.look()
    north.write("search", hex="22")
    fields = {**north.form("/sheet", kind="search"), "places:hex": "22"}
    north.take(north.client.post(f"{north.path}/sheet", data=fields))
    assert "TOY-SEA-03" in north.page
    assert "Hex 22 was searched already." in north.page
    north.send(done=True)
    assert north.status == 409
    assert "“Search: hex 22” is refused; nothing was sent." in north.page
    assert "TOY-SEA-03" in north.page
    assert len(north.sheet) == 2
    assert north.asked
    north.take(north.client.post(f"{north.path}/sheet/remove", data=north.form("/sheet/remove", index="1")))
    north.send(done=True)
    assert north.status == 200
    assert not north.asked


def test_a_picture_that_moved_on_is_said_and_the_sheet_is_kept(seats: dict[str, Plain]):
    north = seats["north"]
    north.write("hide", hex="12")
    late = north.form("/orders", done="1")
    north.take(north.client.post(f"{north.path}/orders", data=north.form("/orders", kind="attend")))
    north.take(north.client.post(f"{north.path}/orders", data=late))
    assert north.status == 412
    assert "you were told something new" in north.page
    assert north.sheet == ["Hide: hex 12"]
    north.send(done=True)
    assert north.status == 200


def test_a_form_sent_twice_is_taken_once(seats: dict[str, Plain]):
    """The key in the form makes the second press of a button harmless."""
    north = seats["north"]
    north.write("hide", hex="12")
    fields = north.form("/orders", done="1")
    for _ in range(2):
        assert north.client.post(f"{north.path}/orders", data=fields).status_code == 200
    north.look()
    assert north.sheet == []
    assert north.page.count("log-number") == north.page.count('class="log-line"') > 0


def test_two_windows_of_one_player_do_not_fight(seats: dict[str, Plain]):
    """What the other window wrote stays, what is written here comes after it, and a form sent twice is written once."""
    north = seats["north"]
    stale = {**north.form("/sheet", kind="hide"), "places:hex": "13"}
    north.write("hide", hex="12")
    for _ in range(2):
        north.take(north.client.post(f"{north.path}/sheet", data=stale))
        assert north.status == 200
        assert north.sheet == ["Hide: hex 12", "Hide: hex 13"]
    late = {**north.form("/sheet/remove", index="0"), "sheet": stale["sheet"]}
    north.take(north.client.post(f"{north.path}/sheet/remove", data=late))
    assert north.status == 412, "which line is meant, nobody can tell"
    assert north.sheet == ["Hide: hex 12", "Hide: hex 13"]


def test_what_is_sent_is_what_the_page_showed(seats: dict[str, Plain]):
    """What another window has put on the sheet meanwhile stays there."""
    north = seats["north"]
    north.write("hide", hex="12")
    shown = {**north.form("/orders", key=north.key)}
    north.write("hide", hex="13")
    north.take(north.client.post(f"{north.path}/orders", data=shown))
    assert north.status == 200
    assert north.page.count("Hide: hex 13") == 1


def test_a_form_that_no_page_sends_is_refused_in_words(seats: dict[str, Plain]):
    north = seats["north"]
    fields = north.form("/sheet", kind="hide")
    for broken in ({"fixed": "[1"}, {"fixed": "[1]"}, {"kind": "no-such"}, {"range:hex": "x"}, {"odd:hex": "1"}):
        answer = north.client.post(f"{north.path}/sheet", data={**fields, **broken})
        assert answer.status_code == 422, broken
        assert "asked-asked" in answer.text
    north.look()
    assert north.sheet == []


def test_the_routes_of_a_unit_are_offered_where_it_is_chosen(seats: dict[str, Plain]):
    north, south = seats["north"], seats["south"]
    north.send(done=True)
    south.look()
    south.send(done=True)
    north.look()
    assert "unit=token" in north.page
    north.look("?unit=token")
    assert 'data-place="12"' in north.page
    north.write("creep", path="12")
    assert north.sheet == ["Creep: Token to 12"]
