"""Skirmish on the match page: its table, lines of sight, the film with pass and halt; a player turn by touch."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest

from service.engine.game import AnyGame
from service.engine.orders import Done
from service.engine.places import Place
from service.engine.recording import Outcome
from service.engine.sentences import PlaceSpan, plain_text
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.picture import Contact, Film
from service.games.skirmish.printed.bases import Outward
from service.games.skirmish.sections.closing import CloseWith
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.moving import Move
from service.matches import Context, put_sheet, seat_by_link
from service.matches.reading import where_of
from service.matches.turn_letters import question
from tests.client import TestClient
from tests.games.skirmish.positions import position as in_phase
from tests.games.skirmish.table import Table, position
from tests.games.skirmish.test_flight import plain
from tests.games.skirmish.test_reinforcements import expecting
from tests.games.skirmish.test_support import CALL, battery
from tests.offers import options_for
from tests.web.conftest import Forms, Plain, sit
from tests.web.midway import saved
from web.games.skirmish.dress import SkirmishDress

SQUAD = Contact(
    handle="7", hex="1306", level=2, turn=1, player_turn=1, in_sight=True, shows=Outward(kind="squad", pinned=True)
)


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"skirmish": SKIRMISH}


def picture():
    return SKIRMISH.open("moulin-basset", {}).pictures["allied"]


@pytest.mark.parametrize("way", ["film", "live"])
def test_of_men_in_flight_the_film_offers_fire_and_no_halt(way: str):
    """They are shot at, and run on (P14); who stops is told apart by the step that is being played."""
    field = position("A-SQ1 squad at 0807 broken", "G-HMG hmg_team at 1207", step="movement", interrupts=way,
                     by_purpose={"P7 fire": [6, 5], "P5": [1, 1]})  # fmt: skip
    away = max(SKIRMISH.forces.destinations(field.picture("allied"), ("A-SQ1",)), key=lambda there: len(there.path))
    field.order("allied", Move(base="A-SQ1", path=away.path), Done())

    def asked() -> Any:
        seen = field.picture("german")
        offered = [option for option in options_for(SKIRMISH, seen) if option.kind in ("halt", "fire")]
        shouts.extend(plain_text(option.title) for option in offered if option.kind == "halt")
        return SKIRMISH.words.decision(SKIRMISH.known(seen))

    shouts: list[str] = []
    first = asked()
    assert (first.title, first.passing, first.verb) == ("Fire or pass", "Pass", "Fire")
    assert "Fire does not halt it." in plain_text(first.lead) and "Halt" not in plain_text(first.lead)
    assert shouts == [], "live too the shot is named in the same press"
    seen, film = field.picture("german"), field.picture("german").film
    [act] = SkirmishDress(SKIRMISH).acts(SKIRMISH.known(seen), options_for(SKIRMISH, seen), lambda order: None)
    assert act.title == "G-HMG" and act.done
    field.order("german", Fire(base="G-HMG", target=film.handle))
    assert plain_text(asked().lead).endswith("Fire again, or let it run on.") and not field.base("A-SQ1").halted
    field.order("german", Done())
    while field.step != "remaining-fire":
        field.done() if field.waiting else field.lapse()
    assert field.base("A-SQ1").hex != film.hex, "it has run on"


def test_the_film_offers_to_pass_or_to_halt_with_the_odds_of_each_base():
    seen = picture()
    seen.address, seen.attacker, seen.asked = "a/halt-or-pass", "german", True
    seen.contacts = {"7": replace(SQUAD, hex="0806")}
    seen.film = Film(handle="7", hex="0806")
    options = [option for kind in ("fire", "shoot") for option in SKIRMISH.orders_by_kind[kind].offers(seen)]
    asked = SKIRMISH.words.decision(SKIRMISH.known(seen))
    acts = SkirmishDress(SKIRMISH).acts(SKIRMISH.known(seen), options, lambda order: SKIRMISH.odds(seen, order))
    assert (asked.title, asked.passing, asked.verb) == ("Halt or pass", "Pass", "Halt")
    assert PlaceSpan(Place("0806")) in asked.lead
    assert plain_text(asked.lead).startswith("Enemy 7, a squad, has come to 0806")
    known = SKIRMISH.known(seen)
    reading = SimpleNamespace(
        where=where_of(seen), game=SKIRMISH, known=known, scenario="moulin-basset", seat=seen.side,
        ground=SKIRMISH.ground_of(seen), in_words=SKIRMISH.in_words(known),
    )  # fmt: skip
    mailed = "\n".join(question(reading))
    assert "HALT OR PASS\nEnemy 7, a squad, has come to 0806" in mailed, "a mail asks in the same words"
    assert len(acts) > 1 and all(re.search(r"firepower \d.*: \d+% for some effect", act.line) for act in acts)
    chances = [int(re.search(r"(\d+)%", act.line)[1]) for act in acts]
    assert chances == sorted(chances, reverse=True)
    assert any(act.title.startswith("1st squad") for act in acts)


def test_two_hexes_are_asked_about_by_a_plain_form(visitor: TestClient):
    page = visitor.post("/matches", data={"scenario": "skirmish/moulin-basset", "opponent": "practice"})
    path = page.url.path
    assert 'name="a"' in page.text and "Line of sight" in page.text
    seen = visitor.get(f"{path}?a=0504&b=0704").text
    assert "<strong>Open</strong> 2 hexes" in seen and 'class="map-sight"' in seen
    assert "<strong>Blocked</strong>" in visitor.get(f"{path}?a=0101&b=2014").text
    assert "<strong>No such hex</strong>" in visitor.get(f"{path}?a=0101&b=9999").text
    api = path.replace("/matches/", "/api/v1/matches/").replace("/allied", "/seats/allied")
    told = visitor.get(f"{api}/line-of-sight?a=0504&b=0704").json()
    assert (told["open"], told["distance"], told["rule"]) == (True, 2, "P9")
    assert visitor.get(f"{api}/line-of-sight?a=0504&b=9999").status_code == 404


def test_a_contact_leads_to_all_that_is_held_of_it(visitor: TestClient):
    page = visitor.post("/matches", data={"scenario": "skirmish/moulin-basset", "opponent": "practice"})
    (first, *_) = re.findall(r'href="([^"]+/contacts/[^"]+)"', page.text)
    dossier = visitor.get(first)
    assert dossier.status_code == 200 and "Contact" in dossier.text and "Quality" in dossier.text
    assert visitor.get(f"{page.url.path}/history").status_code == 200


def test_a_step_that_cannot_be_closed_is_named_so_and_not_by_a_number(context: Context, visitor: TestClient):
    """They have written one order; the page adds that the step is closed, and of the two that is refused."""
    field = position("A-SQ1 squad at 0507 routed", "A-SQ2 squad at 0505", "G-SQ1 squad at 1007", step="movement")
    links = saved(context, SKIRMISH, field.opening, Outcome(field.truth, field.journal, field.logs))
    allied = sit(visitor, links["allied"])
    put_sheet(context, seat_by_link(context, links["allied"].removeprefix("/seat/")), [CloseWith(base="A-SQ2")])
    allied.look()
    assert len(allied.sheet) == 1 and 'name="done"' not in allied.page, "the page does not offer it"
    allied.take(visitor.post(f"{allied.path}/orders", data=allied.form("/orders", key=allied.key) | {"done": "1"}))
    assert allied.status == 409
    [notice] = re.findall(r"role=alert>(.*?)</div>", allied.page, re.S)
    assert "This step cannot be closed; nothing was sent." in notice
    assert "A-SQ1 is routed, and has to move." in notice and "Order" not in notice
    assert len(allied.sheet) == 1


def test_who_has_to_move_is_marked_and_sent_off_in_one_tap_before_the_step_can_be_closed(
    context: Context, visitor: TestClient
):
    """Each with what its flight lays open; then the primary button is there."""
    field = position("A-SQ1 squad at 0807 routed", "A-SQ2 squad at 0706 broken", "A-SQ3 squad at 0405",
                     "G-HMG hmg_team at 1207", step="movement")  # fmt: skip
    links = saved(context, SKIRMISH, field.opening, Outcome(field.truth, field.journal, field.logs))
    allied = sit(visitor, links["allied"])
    marked = re.findall(r'aria-label="(A-SQ\d), [^"]*, has to move"', allied.page)
    assert sorted(marked) == ["A-SQ1", "A-SQ2"] and "chip-must" in allied.page
    assert " is routed, and has to move." in allied.page and "button primary" in allied.page
    fields = allied.form("/sheet/at-once")
    assert fields["title"] == "All in flight, by the shortest way" and "more suppressions" in allied.page
    allied.take(visitor.post(f"{allied.path}/sheet/at-once", data=fields))
    assert [line.split()[0] for line in allied.sheet] == ["A-SQ1", "A-SQ2"] and "chip-must" not in allied.page
    assert "First order the flight" not in allied.page, "both are ordered"
    allied.take(visitor.post(f"{allied.path}/sheet/at-once", data=fields))
    assert len(allied.sheet) == 2, "a second tap puts nothing there twice"
    allied.send(done=True)
    assert allied.status == 200 and "Your moves are sent" in allied.page


def test_fire_is_aimed_by_a_tap_on_the_enemy(context: Context, visitor: TestClient):
    """With nobody chosen it asks who fires, each with what that is likely to do; with a base chosen that base aims."""
    field = position("A-SQ1 squad at 0807", "A-MMG mmg_team at 0507", "G-SQ1 squad at 1107", "G-SQ2 squad at 1105",
                     "G-X squad at 1714 suspected", step="prepared-fire")  # fmt: skip
    links = saved(context, SKIRMISH, field.opening, Outcome(field.truth, field.journal, field.logs))
    allied, enemy = sit(visitor, links["allied"]), field.handle("G-SQ1")

    def tapped() -> str:
        [tag] = re.findall(rf'<a [^>]*data-handle="{enemy}"[^>]*>', allied.page)
        return html.unescape(re.search(r'href="([^"#]+)', tag)[1])

    far = re.findall(rf'<a [^>]*data-handle="{field.handle("G-X")}"[^>]*>', allied.page)
    assert "/contacts/" in far[0], "nobody can fire at that one"
    allied.take(visitor.get(tapped()))
    shots = re.findall(r'act-title">([^<]+)</span><span class="act-line">([^<]+)', allied.page)
    assert [title for title, _ in shots] == ["A-MMG", "A-SQ1"]
    assert f'data-follow="{field.truth.bases["G-SQ1"].hex}|target"' in allied.page, "the map goes there"
    assert f"Enemy {enemy}, a squad" in allied.page[allied.page.index("target-title") :]
    assert all("% for some effect" in line for _, line in shots)
    fields = allied.form("/sheet", kind="fire")
    allied.take(visitor.post(f"{allied.path}/sheet", data=fields))
    assert len(allied.sheet) == 1 and allied.sheet[0].startswith("A-MMG fires at enemy")
    allied.look("?unit=A-SQ1")
    allied.take(visitor.get(tapped()))
    assert json.loads(allied.form("/sheet", kind="fire")["fixed"])["target"] == enemy


def test_whoever_is_aimed_at_by_a_tap_is_fired_at_with_what_is_likeliest_to_hit(context: Context, visitor: TestClient):
    """The tank's high explosive stood in the form, and a tap on another enemy put its machine guns there unsaid."""
    field = position("A-TK1 medium_tank at 0607 heading 1", "G-SQ1 squad at 1007", "G-SQ2 squad at 1107",
                     step="prepared-fire")  # fmt: skip
    links = saved(context, SKIRMISH, field.opening, Outcome(field.truth, field.journal, field.logs))
    allied = sit(visitor, links["allied"])
    allied.look("?unit=A-TK1")
    for base in ("G-SQ2", "G-SQ1"):
        [tag] = re.findall(rf'<a [^>]*data-handle="{field.handle(base)}"[^>]*>', allied.page)
        allied.take(visitor.get(html.unescape(re.search(r'href="([^"#]+)', tag)[1])))
        given = json.loads(allied.form("/sheet", kind="fire")["fixed"])
        assert (given["target"], given["weapon"]) == (field.handle(base), "high explosive"), base


def test_all_who_can_rally_is_the_loud_button_and_closes_the_step_however_many_they_are(
    context: Context, visitor: TestClient
):
    """Of one it closed the step; two were put on the sheet, beside a louder button by which nobody rallied."""
    field = in_phase(
        "A-SQ1 squad at 0507 broken", "A-SQ2 squad at 0505 broken", "G-SQ1 squad at 1507", step="self-rally"
    )
    links = saved(context, SKIRMISH, field.opening, Outcome(field.truth, field.journal, field.logs))
    allied = sit(visitor, links["allied"])
    assert re.findall(r'class="button primary"[^>]*>([^<]+)', allied.page) == ["All who can, by themselves "]
    assert len(re.findall(r"to rally\.</span></li>", allied.page)) == 2
    allied.take(visitor.post(f"{allied.path}/sheet/at-once", data=allied.form("/sheet/at-once") | {"then": "close"}))
    assert allied.status == 200 and "Self-rally" not in re.findall(r'id="asked-title"[^>]*>([^<]+)', allied.page)
    told = context.store.read(allied.path.split("/")[2]).state.bases
    assert all("rally" in told[base].tried for base in ("A-SQ1", "A-SQ2"))


def test_the_button_of_reinforcements_says_their_zone_in_a_few_words(context: Context, visitor: TestClient):
    """On a phone “Announce reinforcements: Reserve squad, zone North” was cut before the zone."""
    field = expecting()
    links = saved(context, SKIRMISH, field.opening, Outcome(field.truth, field.journal, field.logs))
    page = sit(visitor, links["allied"]).page
    assert re.findall(r'class="commit-words"[^>]*>([^<]+)', page)[0] == "Announce zone north"
    assert "Close without orders …" in page


def test_after_a_call_by_radio_the_loud_button_leaves_the_step_open(context: Context, visitor: TestClient):
    """“Send 1 order and close” was all that was loud, and with it the contact was thrown away."""

    def written(table: Table, kind: str, **filled: str) -> list[str]:
        links = saved(context, SKIRMISH, table.opening, Outcome(table.truth, table.journal, table.logs))
        allied = sit(visitor, links["allied"])
        allied.write(kind, **filled)
        return re.findall(r'class="button primary"[^>]*>([^<]+)', allied.page)

    called = battery("G-SQ1 at 1107", contact=[3, 4])
    assert written(called, "call-contact") == ["Send this order and go on"]
    called.order("allied", CALL)
    assert written(called, "spotting-round", hex="1107") == ["Send 1 order and close"], "no more at this pace"


def test_fire_at_a_hex_is_aimed_by_a_tap_on_any_enemy_in_it(context: Context, visitor: TestClient):
    """All who are in it are attacked, so that the button names them all."""
    field = position("A-SQ1 squad at 0807", "A-SQ2 squad at 0808", "G-SQ1 squad at 1107", "G-LD leader at 1107",
                     step="prepared-fire")  # fmt: skip
    links = saved(context, SKIRMISH, field.opening, Outcome(field.truth, field.journal, field.logs))
    allied = sit(visitor, links["allied"])
    for base in ("G-SQ1", "G-LD"):
        [tag] = re.findall(rf'<a [^>]*data-handle="{field.handle(base)}"[^>]*>', allied.page)
        allied.take(visitor.get(html.unescape(re.search(r'href="([^"#]+)', tag)[1])))
        assert sorted(re.findall(r'act-title">([^<]+)', allied.page)) == ["A-SQ1", "A-SQ2"], f"a tap on {base}"
        allied.look("")
    allied.look("?unit=A-SQ1")
    assert re.search("Fire at the (squad and the leader|leader and the squad) in 1107", allied.page)
    allied.take(visitor.post(f"{allied.path}/sheet", data=allied.form("/sheet", kind="fire")))
    assert allied.sheet[0].endswith(", and 1 more in 1107")


def test_a_button_pressed_for_what_a_tap_has_written_says_that_it_stands_there(context: Context, visitor: TestClient):
    """The form below is empty by then; nothing is half written, and nothing is lost."""
    field = position("A-TK1 medium_tank at 0107 heading 1", "G-HMG hmg_team at 1107", step="movement")
    links = saved(context, SKIRMISH, field.opening, Outcome(field.truth, field.journal, field.logs))
    allied = sit(visitor, links["allied"])
    allied.look("?unit=A-TK1")
    allied.write("move", path="0207")
    allied.look("?unit=A-TK1")
    allied.take(visitor.post(f"{allied.path}/sheet", data=allied.form("/sheet", kind="move")))
    assert allied.status == 422 and "The order is on the sheet already." in allied.page
    assert len(allied.sheet) == 1 and "Nothing was done" not in allied.page and "data-begun" not in allied.page


def test_a_move_on_the_sheet_is_led_another_way(context: Context, visitor: TestClient):
    """By one that is less seen, with what each lays open; or through hexes of their own, which stay in the field."""
    field = position("A-SQ1 squad at 0507", "G-HMG hmg_team at 1107", step="movement")
    links = saved(context, SKIRMISH, field.opening, Outcome(field.truth, field.journal, field.logs))
    allied = sit(visitor, links["allied"])
    allied.look("?unit=A-SQ1")
    allied.write("move", path="0407|0307|0208")
    assert "In sight of Enemy 1, an HMG team, on 2 of 3 steps; " in allied.page
    offered = re.findall(r'act-line">([^<]+)', allied.page)
    assert "In sight of Enemy 1, an HMG team, on 1 of 3 steps; " in offered[0]
    assert offered[1].startswith("No enemy you know of sees any of it. It ends in ")
    fields = next(fields for fields in ways_of(allied) if fields.get("way") == "1")
    allied.take(visitor.post(f"{allied.path}/sheet/way", data=fields))
    assert allied.sheet == ["A-SQ1 moves to 0208 via 0408, 0308"]
    fields = next(fields for fields in ways_of(allied) if "via" in fields)
    allied.take(visitor.post(f"{allied.path}/sheet/way", data=fields | {"via": "0406"}))
    assert allied.sheet == ["A-SQ1 moves to 0208 via 0406, 0306, 0307"] and 'name="via" value="0406"' in allied.page
    allied.take(visitor.post(f"{allied.path}/sheet/way", data=fields | {"via": "2014"}))
    assert allied.status == 409 and "No such way; the sheet is as it was." in allied.page and len(allied.sheet) == 1


def test_of_a_move_that_the_rules_refuse_nothing_is_reckoned(context: Context, visitor: TestClient):
    """Whatever is well formed may stand on the sheet: a way off the map too."""
    field = position("A-SQ1 squad at 0507", "G-HMG hmg_team at 1107", step="movement")
    links = saved(context, SKIRMISH, field.opening, Outcome(field.truth, field.journal, field.logs))
    allied = sit(visitor, links["allied"])
    put_sheet(context, seat_by_link(context, links["allied"].removeprefix("/seat/")),
              [Move(base="A-SQ1", path=("9999",))])  # fmt: skip
    allied.look("?unit=A-SQ1")
    assert allied.status == 200 and len(allied.sheet) == 1 and ways_of(allied) == []


def ways_of(player: Plain) -> list[dict[str, Any]]:
    """The forms by which an order is led another way."""
    found = Forms()
    found.feed(player.page)
    return [fields for action, fields in found.found if action.endswith("/sheet/way")]


def test_a_fire_plan_is_written_line_by_line_and_said_in_words(visitor: TestClient):
    opened = visitor.post("/matches", data={"scenario": "skirmish/moulin-basset", "opponent": "practice"})
    player = Plain(visitor, opened.url.path)
    player.take(opened)

    def said() -> list[str]:
        lines = re.findall(r'standing-line">.*?written-order">(.*?)</span>', unescape(player.page), re.S)
        return [re.sub("<[^>]+>", "", line) for line in lines]

    def forms() -> list[dict[str, Any]]:
        found = Forms()
        found.feed(player.page)
        return [fields for _, fields in found.found if fields.get("kind") == "set-fire-plan"]

    def send(fields: dict[str, Any]) -> None:
        player.take(visitor.post(f"{player.path}/orders", data=fields))

    def add(filled: dict[str, str]) -> None:
        fields = next(fields for fields in forms() if "line+choice:then" in fields)
        send(fields | {f"line+{name}": value for name, value in filled.items()})

    add({"written-figure:range_max": "6", "choice:expected": "10", "several:bases": "A-SQ1"})
    assert said() == ["1st squad, within 6 hexes, if one suppression or more can be expected: fire."]
    assert 'id="standing" open' in player.page and "What would it have done so far?" in player.page
    add({"choice:then": '"hold"', "choice:at": '"both"'})
    assert said()[1] == "Any base, in the enemy's moves and after them: hold."
    first, second = json.loads(next(f for f in forms() if "line+choice:then" in f)["fixed"])["lines"]
    send(next(fields for fields in forms() if json.loads(fields["fixed"])["lines"] == [second, first]))
    assert said()[0].startswith("Any base"), "the second line went up"
    send(next(fields for fields in forms() if json.loads(fields["fixed"])["lines"] == [first]))
    assert [words[:9] for words in said()] == ["1st squad"], "the first line was dropped"
    add({
        "written-places:crosses": "0705 0709", "written-figure:steps_min": "2", "written-figure:enemies_max": "3",
        "several:exposure": "moving_fast", "several:aspect": "rear", "choice:concealed": "true",
        "choice:last_shot": "false", "choice:reserve": '"any"',
    })  # fmt: skip
    assert said()[1] == (
        "Any base, moving fast, at its rear, as it comes onto the line 0705-0709, once it has been seen to make 2 "
        "steps, with at most 3 enemies in sight, while it is hidden, except with its last shot, with its last shot "
        "while any reinforcements that are announced have not come: fire."
    )
    add({"written-figure:range_max": "abc"})
    assert player.status == 422 and "Nothing was done." in player.page
    assert "you have not been asked anything" in player.look("/standing-orders/rehearsal")


DUE = r'<p class="due">([^<]+)<time datetime="([^"]+)"><strong[^>]*>([^<]+)</strong>, ([^<]+)<'
"""What comes by mail, at which moment, how soon, and when in words."""


def test_both_read_on_the_page_when_the_results_are_told(visitor: TestClient, context: Context):
    """A day after the moves were sent, whatever the defender does until then."""
    data = {"scenario": "skirmish/moulin-basset", "opponent": "practice", "option/skirmish/release": "fixed_delay"}
    page = visitor.post("/matches", data=data)
    allied = page.url.path
    german, api = allied.replace("/allied", "/german"), allied.replace("/matches/", "/api/v1/matches/")
    api = api.replace("/allied", "/seats/allied")
    assert "UTC" not in visitor.get(allied).text
    while (view := visitor.get(f"{api}/view")).json()["view"]["sealed"] is False:
        done = visitor.post(f"{api}/orders", json=[{"kind": "done"}], headers={"If-Match": view.headers["etag"]})
        assert done.status_code == 202
    with context.store.look() as look:
        due = look.matches.due_at(allied.split("/")[2])
    assert due is not None
    for path, label in ((allied, "Results"), (german, "Your answer is due")):
        page = visitor.get(path).text
        said = re.search(DUE, page)
        assert said is not None and said[1].strip() == label
        assert datetime.fromisoformat(said[2]) == due and said[4] == f"{due:%a %d %b %Y, %H:%M} UTC"
        assert re.fullmatch(r"in (23 hours 59 minutes|24 hours)", said[3]), said[3]
    assert "You have sent no moves" in visitor.get(allied).text
    assert re.search(rf"Results in 2[34] hours[^,]*, {due:%a %d %b %Y, %H:%M} UTC", visitor.get("/").text)


def test_live_both_pages_count_to_the_same_moment_and_neither_waits_for_the_other(
    visitor: TestClient, context: Context
):
    """While a step has its time, whoever is asked; two game turns of it in two browsers are in the soak."""
    table = position("A-SQ1 squad at 0507", "G-SQ1 squad at 0907", step="movement", interrupts="live", ground=plain())
    table.order("allied", Move(base="A-SQ1", path=("0607", "0707")), Done())
    links = saved(context, SKIRMISH, table.opening, Outcome(table.truth, table.journal, table.logs))
    pages = [visitor.get(link).text for link in links.values()]
    ends = [re.findall(r'class="countdown"[^>]*><span>Step 1</span> <strong>(until [^<]+)<', page) for page in pages]
    assert len(ends[0]) == 1 and ends[0] == ends[1]
    assert not any("Waiting for" in page for page in pages)


def test_a_halt_is_called_by_its_button_alone(context: Context, visitor: TestClient):
    """On the sheet it would stand when the step is long over, and hold up what comes next."""
    table = position("A-SQ1 squad at 0507", "G-SQ1 squad at 0907", step="movement", interrupts="live", ground=plain())
    table.order("allied", Move(base="A-SQ1", path=("0607", "0707")), Done())
    links = saved(context, SKIRMISH, table.opening, Outcome(table.truth, table.journal, table.logs))
    page = sit(visitor, links["german"]).page
    assert "then you name the shot" in page and 'data-order="halt"' not in page
