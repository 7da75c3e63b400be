"""Under a seat's path: what is answered, with which status and version."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service_fixtures import Player, Table

HIDE = {"kind": "hide", "hex": "12"}
DONE = {"kind": "done"}


def test_a_view_carries_its_version_as_etag(table: Table):
    answer = table.north.get("view")
    assert answer.status_code == 200
    assert answer.headers["etag"] == '"1"'
    assert answer.json()["view"]["hex"] == "11"
    assert answer.json()["where"]["asked"] is True


@pytest.mark.parametrize("what", ["view", "options", "destinations?unit=token", "standing-orders", "log"])
def test_every_reading_of_a_seat_has_the_same_version_and_is_not_cached(table: Table, what: str):
    table.hide()
    answer = table.north.get(what)
    assert answer.headers["etag"] == f'"{table.north.version()}"'
    assert answer.headers["cache-control"] == "no-store"


def test_orders_without_a_version_are_not_looked_at(table: Table):
    assert table.north.post("orders", [HIDE]).status_code == 428
    for unreadable in ("*", "1", '"x"', '"s1"', 'W/"1"', '"99999999999999999999"'):
        assert table.north.post("orders", [HIDE], If_Match=unreadable).status_code == 428


def test_orders_for_an_older_version_are_answered_412(table: Table):
    table.north.order(HIDE)
    answer = table.north.send(HIDE, version=1)
    assert answer.status_code == 412
    assert answer.json()["rule"] == "SITREP-PICTURE-MOVED-ON"


def test_accepted_orders_answer_with_the_version_just_after(table: Table):
    answer = table.north.send(HIDE, DONE, version=1)
    assert (answer.status_code, answer.json()) == (202, {"version": 2})


def test_a_single_order_comes_as_a_list_too(table: Table):
    refused = table.north.post("orders", HIDE, If_Match='"1"')
    assert refused.status_code == 422
    assert refused.json()["errors"] == [{"place": [], "reason": "Orders come as a list, a single one too."}]
    assert table.north.post("orders", [HIDE], If_Match='"1"').status_code == 202


def test_the_same_request_again_gets_the_same_bytes_and_has_no_second_effect(table: Table):
    first = table.north.send(HIDE, version=1, key="k")
    again = table.north.send(HIDE, version=1, key="k")
    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert table.north.version() == 2


def test_a_key_with_another_body_is_422(table: Table):
    table.north.send(HIDE, version=1, key="k")
    answer = table.north.send(DONE, version=2, key="k")
    assert answer.status_code == 422
    assert answer.json()["rule"] == "SITREP-KEY-REUSED"


@pytest.mark.parametrize("key", ["", " ", "x" * 129, "a b"])
def test_a_key_that_is_none(table: Table, key: str):
    assert table.north.post("orders", [HIDE], If_Match='"1"', Idempotency_Key=key).status_code == 422


def test_a_refusal_names_the_order_the_rule_and_the_reason(table: Table):
    answer = table.north.send(HIDE, {"kind": "hide", "hex": "99"})
    assert answer.status_code == 409
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json() == {
        "type": "/api/problems/rules-refuse",
        "title": "The rules refuse this order.",
        "status": 409,
        "detail": "There is no hex 99; they go from 11 to 33.",
        "rule": "TOY-HID-02",
        "index": 1,
    }
    assert table.north.version() == 1


def test_every_option_that_is_offered_is_accepted(table: Table):
    for hex in table.north.get("options").json()["options"][0]["fields"]["hex"]["places"]:
        table.north.order({"kind": "hide", "hex": hex})


def test_what_is_lawful_at_any_time_stands_apart_from_what_the_heading_asks_for(table: Table):
    """By its name there; its options stand with the standing orders, also for a seat that is not asked."""
    table.hide(south="13")
    for player, asked in ((table.north, ["creep", "search", "done"]), (table.south, [])):
        offered = player.get("options").json()
        assert list(dict.fromkeys(option["kind"] for option in offered["options"])) == asked
        assert offered["anytime_kinds"] == ["attend", "answer-in-advance"]
        in_full = player.get("standing-orders").json()["anytime_options"]
        assert list(dict.fromkeys(option["kind"] for option in in_full)) == offered["anytime_kinds"]


def test_where_a_unit_can_go(table: Table):
    found = table.north.get("destinations?unit=token").json()["destinations"]
    assert found == [{"place": "12", "cost": 1, "path": ["12"]}, {"place": "21", "cost": 1, "path": ["21"]}]


def test_a_unit_that_is_named_twice_or_not_at_all_is_no_question(table: Table):
    twice = table.north.get("destinations?unit=token&unit=token")
    assert (twice.status_code, twice.json()["errors"][0]["reason"]) == (422, "A unit is named once.")
    assert table.north.get("destinations").status_code == 422


def test_a_log_is_read_from_where_one_left_off(table: Table):
    table.hide()
    whole = table.north.get("log").json()
    assert [entry["number"] for entry in whole["entries"]] == [1, 2, 3, 4]
    assert table.north.get("log?after=2").json() == {"version": 4, "entries": whole["entries"][2:], "next": None}
    assert table.north.get("log?after=2&limit=1").json()["entries"] == whole["entries"][2:3]
    assert table.north.get("log?after=4").json()["entries"] == []
    assert whole["entries"][1]["report"] == {
        "kind": "orders-accepted", "orders": [HIDE, DONE], "answered_for": False,
    }  # fmt: skip
    assert whole["entries"][2]["text"] == "Weather told."
    table.north.order({"kind": "search", "hex": "22"}, DONE)
    entries = {entry["kind"]: entry for entry in table.south.get("log").json()["entries"]}
    assert entries["heading-opened"]["occasion"] == {"kind": "search", "turn": 1, "phasing": "north", "item": "22"}
    assert entries["search-heard"]["occasion"] is None


@pytest.mark.parametrize("query", ["after=-1", "after=x", "after=1e3", f"after={10**30}", "limit=0", "limit=10001"])
def test_a_log_read_from_nowhere(table: Table, query: str):
    assert table.north.get(f"log?{query}").status_code == 422


def test_letters_and_dice(table: Table):
    table.hide()
    table.north.order({"kind": "search", "hex": "21"}, DONE)
    [letter] = table.south.get("letters").json()["letters"]
    assert [entry["report"] for entry in letter["entries"]] == [{"kind": "search-heard", "hex": "21"}]
    dice = table.south.get("dice").json()
    assert [roll["purpose"] for roll in dice["rolls"]] == ["TOY-WEA-01 weather"]
    assert dice["keys"] == {} and dice["seed"] is None


# ---- the sheet


def test_a_sheet_has_an_etag_of_its_own(table: Table):
    assert table.north.get("sheet").headers["etag"] == '"s0"'
    written = table.north.post("sheet", [HIDE], method="PUT", If_Match='"s0"')
    assert (written.status_code, written.headers["etag"]) == (200, '"s1"')
    assert written.json() == {"version": 1, "orders": [HIDE], "left_over": []}
    assert table.north.post("sheet", [], method="PUT", If_Match='"s0"').status_code == 412
    assert table.north.post("sheet", [], method="PUT", If_Match='"1"').status_code == 428
    assert table.north.version() == 1
    assert table.south.get("sheet").json() == {"version": 0, "orders": [], "left_over": []}


def test_a_preview_changes_nothing(table: Table):
    table.hide()
    version = table.north.version()
    bad, good = {"kind": "creep", "path": ["33"]}, {"kind": "creep", "path": ["13", "23"]}
    answer = table.north.post("sheet/preview", [bad, good])
    assert answer.status_code == 200
    [refusal] = answer.json()["refusals"]
    assert refusal == {
        "detail": "33 is not beside 12.", "rule": "TOY-MOV-02", "rule_url": None, "code": None, "index": 0,
    }  # fmt: skip
    table.north.post("sheet", [good], method="PUT")
    assert table.north.post("sheet/preview", b"").json() == {"refusals": []}
    assert table.north.version() == version


def test_standing_orders_are_among_the_orders_lawful_at_any_time(table: Table):
    found = table.south.get("standing-orders").json()
    assert found["attendance"] == "present"
    assert {option["kind"] for option in found["anytime_options"]} == {"attend", "answer-in-advance"}
    away = {"kind": "attend", "attendance": "standing"}
    assert table.south.post("orders", [away], If_Match='"1"').json() == {"version": 2}
    assert table.north.view()["where"]["attendance"] == {"north": "present", "south": "standing"}


def test_the_exchange_meter_stands_with_the_standing_orders(table: Table):
    """South hides, goes over to standing orders, and is answered for in North's turn; North hears of none of it."""
    table.hide(south="13")
    table.south.order({"kind": "attend", "attendance": "standing"})
    table.north.order({"kind": "search", "hex": "12"}, DONE)
    mine = table.south.get("standing-orders").json()["exchanges"]
    assert mine["so_far"]["answered_for"] == 1
    assert table.north.get("standing-orders").json()["exchanges"]["so_far"]["answered_for"] == 0


def test_a_match_is_played_to_its_end(table: Table):
    table.hide(south="13")
    for _ in range(40):
        for player in (table.north, table.south):
            view = player.view()
            if view["where"]["ended"]:
                break
            if view["where"]["asked"]:
                hex = next(h for h in ("13", "12", "11", "21", "22") if h not in view["view"]["searched"])
                search = [{"kind": "search", "hex": hex}] if view["where"]["titles"][-1] == "Movement" else []
                player.order(*search, DONE)
    ends = [player.view()["where"]["ended"] for player in (table.north, table.south)]
    assert ends == [True, True]
    refused = table.north.send(DONE)
    assert (refused.status_code, refused.json()["detail"]) == (409, "The match is over; no more orders are taken.")
    dice = table.north.get("dice").json()
    assert dice["seed"] is not None and len(dice["keys"]) >= 1


# ---- who may see what


def outsider(player: Player, **changed: Any) -> Player:
    return Player(
        player.client, **{"match_id": player.match_id, "seat": player.seat, "headers": player.headers, **changed}
    )


@pytest.mark.parametrize(
    ("method", "what"),
    [
        ("GET", "view"), ("GET", "options"), ("GET", "destinations?unit=token"), ("POST", "orders"), ("GET", "sheet"),
        ("PUT", "sheet"), ("POST", "sheet/preview"), ("GET", "standing-orders"),
        ("GET", "log"), ("GET", "cards"), ("GET", "letters"), ("GET", "dice"),
    ],
)  # fmt: skip
def test_what_is_not_yours_looks_byte_for_byte_like_what_is_not_there(table: Table, method: str, what: str):
    """The other's seat, a seat that the game has not, a match that is not, and a path that is not."""
    answers = [
        player.post(what, [HIDE], method=method, If_Match='"1"')
        for player in (
            outsider(table.north, seat="south"),
            outsider(table.north, seat="west"),
            outsider(table.north, match_id="nowhere"),
            outsider(table.north, match_id="a%00b"),
        )
    ]
    answers.append(table.north.post("nothing", [HIDE], method=method, If_Match='"1"'))
    assert {answer.status_code for answer in answers} == {404}
    assert len({(answer.content, tuple(answer.headers.multi_items())) for answer in answers}) == 1


def test_an_enemy_s_unit_is_an_unknown_unit(table: Table):
    for of in ("unit=enemy", "unit=token&unit=enemy", "unit=enemy&unit=token"):
        among = table.north.get(f"destinations?{of}")
        assert among.content == table.north.get("destinations?unit=nonsense").content and among.status_code == 404
    enemy, nonsense = table.north.get("destinations?unit=enemy"), table.north.get("destinations?unit=nonsense")
    assert enemy.status_code == nonsense.status_code == 404
    assert enemy.content == nonsense.content


def test_a_match_is_shown_to_those_who_have_to_do_with_it_only(table: Table):
    there = table.north.client.get(f"/api/v1/matches/{table.match_id}", headers=table.south.headers)
    assert there.json()["seats"] == {"north": True, "south": True}
    assert there.json()["mine"] == ["south"]
    from service.matches import make_guest
    from tests.service_fixtures import bearer

    stranger = bearer(table.context, make_guest(table.context))
    answers = [
        table.north.client.get(f"/api/v1/matches/{match_id}", headers=stranger)
        for match_id in (table.match_id, "nowhere")
    ]
    assert {(answer.status_code, answer.content) for answer in answers} == {(404, answers[0].content)}


@pytest.mark.parametrize("what", ["view", "log", "sheet"])
def test_whoever_says_not_who_he_is_has_to_sign_in_whether_it_exists_or_not(table: Table, what: str):
    answers = [
        outsider(table.north, headers=headers, match_id=match_id).get(what)
        for headers in ({}, {"Authorization": "Bearer guess"}, {"Authorization": "Basic eDp5"})
        for match_id in (table.match_id, "nowhere")
    ]
    assert {(answer.status_code, answer.content) for answer in answers} == {(401, answers[0].content)}
    assert answers[0].headers["www-authenticate"].startswith("Bearer")


# ---- order lines

TEXT = {"Content_Type": "text/plain"}


def test_a_text_of_order_lines_is_sent_as_the_same_orders_are(table: Table):
    """By options to lines, all or none; each line that is wrong is named, with what was near."""
    options = {option["kind"]: option["line"] for option in table.north.get("options").json()["options"]}
    assert options["done"] == "done" and options["hide"].startswith("hide ")
    wrong = table.north.post("orders/lines", "hied 12\n\nhide 99\ndone", If_Match='"1"', **TEXT)
    assert wrong.status_code == 422 and wrong.json()["rule"] == "SITREP-LINES-NOT-UNDERSTOOD"
    assert [(one["number"], one["text"], one["fault"]["meant"]) for one in wrong.json()["lines"]] == [
        (1, "hied 12", "hide"),
        (3, "hide 99", None),
    ]
    assert table.north.version() == 1, "none of it was taken"
    for nothing in ("", "\n\n"):
        assert table.north.post("orders/lines", nothing, If_Match='"1"', **TEXT).status_code == 422
    sent = table.north.post("orders/lines", "Hide 12.\nDONE", If_Match='"1"', Idempotency_Key="once", **TEXT)
    again = table.north.post("orders/lines", "hide 12\ndone", If_Match='"1"', Idempotency_Key="once", **TEXT)
    assert (sent.status_code, again.json()) == (202, sent.json()), "the same orders, however they were written"


def test_a_refusal_has_one_shape_wherever_it_is_met(table: Table):
    """Of a list, of a text, of a preview and of a line on the sheet: the same members, in the same words."""
    table.hide()
    version = {"If_Match": f'"{table.north.version()}"'}
    text = "search 21\nhide 11\ndone"
    orders = [{"kind": "search", "hex": "21"}, {"kind": "hide", "hex": "11"}, {"kind": "done"}]
    by_json = table.north.post("orders", orders, **version)
    by_text = table.north.post("orders/lines", text, **version, **TEXT)
    assert by_json.status_code == by_text.status_code == 409
    listed, of_text = by_json.json(), by_text.json()
    assert (listed["index"], listed["rule"]) == (1, "TOY-HID-01") and "“Hide” is not ordered" in listed["detail"]
    [refused] = of_text.pop("lines")
    assert of_text == listed
    assert (refused["number"], refused["kind"], refused["fault"]) == (2, "hide", None)
    members = refused["refusal"]
    assert {name: told for name, told in members.items() if told is not None}.items() <= listed.items()
    assert table.north.post("sheet/preview", orders).json()["refusals"] == [members]
    previewed = table.north.post("sheet/lines/preview", text, **TEXT).json()["lines"]
    assert [one["refusal"] for one in previewed] == [None, members, None]
    assert table.north.post("orders/lines", f"{text}\nnonsense", **version, **TEXT).status_code == 422, (
        "one is no order"
    )
    wait = {"If_Match": f'"{table.south.version()}"'}
    early = [table.south.post("orders/lines", "search whatever", **wait, **TEXT),
             table.south.post("orders", [{"kind": "search", "hex": "whatever"}], **wait)]  # fmt: skip
    assert [one.status_code for one in early] == [409, 409]
    assert early[0].json()["detail"] == early[1].json()["detail"], "that it is too early, not that nothing is called so"


def test_order_lines_go_on_the_sheet_below_what_stands_there_and_come_back_as_text(table: Table):
    answer = table.north.post("sheet/lines", "hide 12\nhide wrong\ndone", **TEXT)
    assert answer.status_code == 200 and answer.headers["etag"] == '"s1"'
    assert [(one["kind"], bool(one["fault"])) for one in answer.json()["lines"]] == [
        ("hide", False),
        (None, True),
        (None, True),
    ], "the step is not closed over the head of a line that is left to mend"
    assert table.north.get("sheet/lines").text == "hide 12\n"
    table.north.post("sheet/lines", "done", If_Match='"s1"', **TEXT)
    assert table.north.get("sheet/lines").text == "hide 12\ndone\n"
    tried = table.north.post("sheet/lines/preview", "hide 12", **TEXT)
    assert tried.json()["lines"][0]["refusal"], "it is done already, by the sheet"
    assert table.north.get("sheet").json()["version"] == 2, "a preview changes nothing"
    stale = table.north.post("sheet/lines", "hide 12", If_Match='"s0"', **TEXT)
    assert stale.status_code == 412
    assert table.north.post("sheet/lines", b"\xff", **TEXT).status_code == 422
    assert table.north.post("sheet/lines", "x" * 20_001, **TEXT).status_code == 422
