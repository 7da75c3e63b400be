"""Standing orders on the match page: lines in words, set without a script and by a thumb on a phone."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from service import matches
from service.engine.game import AnyGame
from service.engine.sentences import plain_text
from service.engine.tally import Exchanges, Meter
from service.games.ndc.game import NDC
from service.games.ndc.known.standing import AttackLine, Defaults, RetreatLine
from service.matches import Context
from tests.client import TestClient
from tests.web.browser import PHONE, Hands, links, window
from tests.web.conftest import Plain, sit
from web.parts.standing import meter_words


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC}


@pytest.fixture
def us(context: Context, visitor: TestClient) -> Plain:
    """The US seat, in a browser without JavaScript."""
    return sit(visitor, f"/seat/{matches.practice_links(context, 'ndc', 'kaltenbach')['US']}")


def send(player: Plain, kind: str, fixed: Mapping[str, Any] | None = None, **filled: str) -> str:
    """Fill in one of the forms of the standing orders and send it."""
    holding = {"kind": kind} if fixed is None else {"kind": kind, "fixed": json.dumps(fixed)}
    fields = player.form("/orders", **holding)
    for name, value in filled.items():
        fields[next(key for key in fields if key.endswith(f":{name}"))] = value
    return player.take(player.client.post(f"{player.path}/orders", data=fields))


def said(player: Plain) -> list[str]:
    """The lines as the page says them."""
    lines = re.findall(r'standing-line">.*?written-order">(.*?)</span>', player.page, re.S)
    return [re.sub("<[^>]+>", "", line) for line in lines]


def test_lines_are_said_in_words_and_changed_by_plain_forms(us: Plain):
    send(us, "add-attack-line", type='"assault"', his_total="10", fire="2", ew="1")
    assert said(us) == ["On any assault with a total of 10 or more: 2 CSPs, 1 EW attack."]
    assert 'id="standing" open' in us.page
    send(us, "add-attack-line", unit='"U-I1"', fire="4")
    assert said(us)[1].startswith("On any attack on ") and said(us)[1].endswith(": 4 CSPs.")
    assert re.search(r'On any attack on <a class="term" href="[^"]*unit=U-I1#', us.page), "it can be looked up"
    send(us, "move-standing-line", {"list": "attacks", "number": 2, "to": 1})
    assert said(us)[1].startswith("On any assault")
    send(us, "drop-standing-line", {"list": "attacks", "number": 1})
    assert len(said(us)) == 1
    send(us, "add-retreat-line", to='"hex"', hex="1104", avoid="0901, 0902", stand_fast="true")
    assert said(us)[1] == (
        "Any unit: stands fast if dug-in, otherwise goes towards 1104, not into 0901 or 0902 if there is another way."
    )
    assert 'goes towards <a class="place" href="#place-1104">1104</a>' in us.page
    send(us, "set-standing-orders", fire="3", most_ew="2")
    assert "Where no line fits: 3 CSPs. At most 2 EW attacks a phase." in us.page


def test_what_cannot_be_meant_is_refused_with_its_rule_and_the_fold_stays_open(us: Plain):
    send(us, "add-retreat-line", to='"hex"')
    assert us.status == 409
    assert "Name a hex to make for" in us.page and "NDC-MOV-02" in us.page
    assert 'id="standing" open' in us.page
    assert said(us) == []


def test_the_meter_and_the_rehearsal_are_the_seats_own(us: Plain):
    assert "In all you were asked at 1 step, in 1 sitting." in us.page
    assert "you have not been asked anything" in us.look("/standing-orders/rehearsal")


def test_the_meter_speaks_of_letters_once_one_has_come():
    nothing, one = Exchanges(questions=1, sittings=1), Exchanges(questions=3, sittings=2, letters=1)
    assert meter_words(Meter(turn=1, this_turn=nothing, so_far=one)) == (
        "In this turn you were asked at 1 step, in 1 sitting.",
        "In all you were asked at 3 steps, in 2 sittings, and 1 letter came.",
    )
    assert meter_words(Meter(turn=1, this_turn=nothing, so_far=nothing)) == (
        "In all you were asked at 1 step, in 1 sitting.",
    )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (AttackLine(), "On any attack: nothing."),
        (AttackLine(type="probe", hex="0902", mode="dug-in", to_most=2, fire=1),
         "On any probe on 0902 against a unit in Dug-in mode at T/O 2 or less: 1 CSP."),
        (AttackLine(his_barrage=4, his_chemical=True, fire=5, chemical=True, persistent=True, command=True),
         "On any attack with a barrage of 4 CSPs or more and chemical weapons: 5 CSPs, chemical and persistent if "
         "released, the division commander leads."),
        (AttackLine(unit_type="armor", to_least=3, his_ew=1, ew=2),
         "On any attack against armor at T/O 3 or more with 1 EW attack or more: 2 EW attacks."),
    ],
)  # fmt: skip
def test_each_line_for_attacks_is_one_sentence(line: AttackLine, words: str):
    assert plain_text(NDC.words.line(None, line)) == words


def test_each_line_for_retreats_is_one_sentence():
    assert plain_text(NDC.words.line(None, RetreatLine(unit="U-I1", why="displace", to="hq"))) == (
        "U-I1, when driven out by fire: goes towards its HQ."
    )
    away = NDC.words.line(None, RetreatLine(why="retreat"))
    assert plain_text(away) == "Any unit, when attacked: goes away from known enemies."


def test_what_holds_otherwise_is_said_too():
    standing = Defaults(fire=2, only_assaults=True, stand_fast=True, keep_csps=4, most_ew=0)
    assert plain_text(NDC.words.otherwise(None, standing)) == (
        "Where no line fits: 2 CSPs, at assaults only. Dug-in units stand fast. No answer spends the last 4 CSPs. "
        "At most 0 EW attacks a phase."
    )


@pytest.mark.browser
async def test_a_line_is_set_by_a_thumb(browser: Browser, context: Context, address: str):
    """On a phone: open the fold, add a line, drop it again; nothing sticks out, all that is pressed is large enough."""
    async with window(browser, **PHONE) as phone:
        us = await Hands.at(phone, links(context, address, "ndc", "kaltenbach")["US"])
        fold = us.page.locator("#standing")
        await us.press(fold.locator("> summary"))
        await us.press(fold.locator("summary", has_text="Add a line").first)
        form = fold.locator('form[data-order="add-attack-line"]')
        await form.locator('[name="range:his_total"]').fill("10")
        await form.locator('[name="range:fire"]').fill("2")
        await us.press(form.locator("button[type=submit]"))
        line = fold.locator(".standing-line")
        await expect(line).to_contain_text("with a total of 10 or more: 2 CSPs.")
        await us.settled()
        drop = line.locator("button")
        box = await drop.bounding_box()
        assert box is not None and min(box["width"], box["height"]) >= 44
        assert await us.fits()
        await us.press(drop)
        await expect(line).to_have_count(0)
        assert us.complaints == []
