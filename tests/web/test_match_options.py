"""What a match may be opened with: chosen on a plain form, and shown to those who play it."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from docs.examples.towns import THREE_HOUSES
from service.engine.game import AnyGame, MatchOption
from service.engine.sentences import plain_text
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.ndc.game import NDC
from service.games.skirmish.game import SKIRMISH
from tests.altered import with_info
from tests.client import TestClient
from tests.toy import TOY
from web.house.opening import option_shown

PURSE = MatchOption(about="Coins in each chest.", values=(20, 10, 30))
TAXES = MatchOption(about="Whether coins are taxed.", values=(False, True))
MONEY = with_info(THREE_HOUSES, options={"purse": PURSE, "taxes": TAXES})


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC, "toy": TOY, "houses": MONEY, "skirmish": SKIRMISH, "campaign1776": CAMPAIGN1776}


def test_a_side_s_intelligence_is_doubled_when_the_match_is_opened_and_both_sides_read_so(visitor: TestClient):
    page = visitor.get("/matches/new").text
    usual = re.findall(r'value="([^"]*)" checked /><span>([^<]+) <small>\(usual\)</small>', page)
    assert "Double intelligence" in page and {("", "Neither side"), ("", "20")} <= {*usual}
    sent = {"scenario": "ndc/kaltenbach", "opponent": "practice", "option/ndc/double_intelligence": "US"}
    us = visitor.post("/matches", data=sent)
    assert us.url.path.endswith("/US") and "Each counts twice here." in us.text
    soviet = visitor.get(us.url.path.replace("/US", "/Soviet"))
    assert all("Intelligence counts twice" in page.text for page in (us, soviet))
    assert "Double intelligence: <strong>US</strong>" in visitor.get(us.url.path.removesuffix("/US")).text


def test_an_option_counts_for_its_own_game_only(visitor: TestClient):
    sent = {"scenario": "toy/yard", "opponent": "practice", "option/ndc/double_intelligence": "US"}
    opened = visitor.post("/matches", data=sent)
    assert opened.status_code == 200 and opened.url.path.endswith("/north")
    wrong = {**sent, "scenario": "ndc/kaltenbach", "option/ndc/double_intelligence": "north"}
    assert visitor.post("/matches", data=wrong).status_code == 422


def test_what_a_skirmish_may_be_opened_with_is_said_in_words():
    """A name with a line under it is for clients; a page has another for each."""
    shown = SKIRMISH.words
    for name, option in SKIRMISH.info.options.items():
        values = () if name in ("release_hour", "release_zone") else option.values
        for said in (shown.option(name), *(shown.option_value(name, value) for value in values)):
            assert "_" not in said and not said.startswith(("Rof", "Oba")), said
    for name, words in (*shown.option_words.items(), *shown.option_meanings.items()):
        assert words.keys() == set(SKIRMISH.info.options[name].values), name
    assert shown.option_titles.keys() <= SKIRMISH.info.options.keys()


def test_a_number_or_yes_and_no_can_be_chosen_as_the_form_sends_it(visitor: TestClient):
    sent = {"scenario": "houses/shire", "opponent": "practice", "option/houses/purse": "10"}
    opened = visitor.post("/matches", data={**sent, "option/houses/taxes": "True"})
    assert opened.status_code == 200, opened.text
    lobby = visitor.get(opened.url.path.rpartition("/")[0]).text
    assert "Purse: <strong>10</strong>" in lobby and "Taxes: <strong>Yes</strong>" in lobby
    assert visitor.post("/matches", data={**sent, "option/houses/purse": "11"}).status_code == 422


def test_the_form_marks_what_is_usual_says_what_a_choice_means_and_folds_what_few_want():
    """A value that alone is another is a choice of its own, since a radio cannot say both."""
    shown = {name: option_shown(SKIRMISH, name) for name in SKIRMISH.info.options}
    for name, option in shown.items():
        usual = [choice.usual for choice in option.choices].index(True)
        assert option.choices[usual].sent == "" and (usual == 0 or name == "live_step"), name
    assert [choice.sent for choice in shown["live_step"].choices] == ["5", "", "12", "20", "40", "60"], (
        "figures stand in order"
    )
    by_day, always = shown["release"].choices[:2]
    assert by_day.label == "a day later" and by_day.meaning.endswith(" If you play alone: when the defender is done.")
    assert always.label == "a day later, even if you play alone"
    assert [choice.sent for choice in shown["interrupts"].choices] == ["", "live"]
    assert all(choice.meaning for name in ("interrupts", "release") for choice in shown[name].choices)
    assert "16 player turns take 16 days at the least" in shown["release"].choices[0].meaning
    assert always.meaning == "The same if you play alone.", "it is not said twice"
    film, live = (choice.meaning for choice in shown["interrupts"].choices)
    assert "16 days at the least" in film and "no days go by" in live and "as you agree on, usually 8" in live
    assert {name for name, option in shown.items() if not option.rare} == {"setup", "interrupts", "release"}


def test_what_matters_in_some_scenarios_alone_is_agreed_on_in_those_alone(visitor: TestClient):
    """The page hides it elsewhere; where it is sent all the same, it is no part of what was agreed."""
    for option in CAMPAIGN1776.info.options.values():
        assert set(option.scenarios) <= set(CAMPAIGN1776.info.scenarios)
    page = visitor.get("/matches/new?scenario=campaign1776/brandywine-1777").text
    campaigns = "campaign1776/northern-war-1777 campaign1776/northern-war"
    assert page.count(f'<fieldset data-scenarios="{campaigns}">') == 4
    for scenario, agreed in (("brandywine-1777", False), ("northern-war-1777", True)):
        sent = {"scenario": f"campaign1776/{scenario}", "opponent": "invitation", "seat": "British"}
        lobby = visitor.post("/matches", data={**sent, "option/campaign1776/interphase": "full"}).text
        link = re.search(r"/invitations/[\w-]+", lobby)
        assert link
        assert ("Nine steps by turns" in visitor.get(link[0]).text) is agreed


def test_the_form_opens_at_the_scenario_that_the_address_names(visitor: TestClient):
    chosen = r'name="scenario" value="([^"]+)"[^>]* checked'
    assert re.findall(chosen, visitor.get("/matches/new?scenario=toy%2Fyard").text) == ["toy/yard"]
    assert re.findall(chosen, visitor.get("/matches/new?game=skirmish").text) == ["skirmish/moulin-basset"]
    assert re.findall(chosen, visitor.get("/matches/new?scenario=nonsense").text) == ["ndc/kaltenbach"]


def test_whoever_comes_from_a_scenario_sees_it_alone_and_the_others_in_a_fold(visitor: TestClient):
    """On a phone nine of them stood between the one that was chosen and all else that is asked."""
    radio = r'name="scenario" value="([^"]+)"'
    scenarios = re.findall(radio, visitor.get("/matches/new").text.partition("<details")[0])
    assert len(scenarios) == len(set(scenarios)) > 5, "who has not chosen one chooses among all"
    page = visitor.get("/matches/new?scenario=campaign1776/brandywine-1777").text
    shown, _, folded = page.partition("<details")
    assert re.findall(radio, shown) == ["campaign1776/brandywine-1777"]
    assert sorted(re.findall(radio, page)) == sorted(scenarios), "the others can be chosen all the same"
    assert re.findall(radio, folded.partition("</details>")[0]) == [
        one for one in scenarios if one != "campaign1776/brandywine-1777"
    ]
    refused = visitor.post("/matches", data={"scenario": "skirmish/moulin-basset", "seat": "nobody"})
    assert refused.status_code == 422
    assert re.findall(radio, refused.text.partition("<details")[0]) == ["skirmish/moulin-basset"]


def test_an_invitation_says_who_invites_and_what_was_agreed(visitor: TestClient):
    sent = {"scenario": "ndc/kaltenbach", "opponent": "invitation", "seat": "Soviet", "name": "Sunday"}
    lobby = visitor.post("/matches", data={**sent, "option/ndc/double_intelligence": "US"}).text
    [link] = re.findall(r"/invitations/[\w-]+", lobby)
    page = visitor.get(link).text
    assert "The next page can explain each step to you" in page, "the game has a coach"
    assert "A guest invites you" in page and "<h1 hx-ignore>Sunday</h1>" in page and "<strong>US</strong>" in page
    assert "Double intelligence: <strong>US</strong>" in page
    assert plain_text(NDC.info.scenarios["kaltenbach"].briefings["US"].aim) in page and "data-shares" in lobby
    told = visitor.get(f"/api/v1{link}").json()
    assert (told["name"], told["opened_by"]["kind"], told["options"]) == (
        "Sunday",
        "guest",
        {"double_intelligence": "US"},
    )


def test_an_invitation_says_how_it_is_played_also_where_all_is_usual(visitor: TestClient):
    """Who is invited has seen no form, and does not know what is usual: that results take days, say."""
    sent = {"scenario": "skirmish/moulin-basset", "opponent": "invitation", "seat": "allied"}
    link = re.search(r"/invitations/[\w-]+", visitor.post("/matches", data=sent).text)
    assert link
    words, page = SKIRMISH.words, visitor.get(link[0]).text
    often = {name: option for name, option in SKIRMISH.info.options.items() if not option.rare and not option.within}
    assert {"interrupts", "setup"} <= set(often)
    for name, usual in [(name, option.values[0]) for name, option in often.items()] + [("release", "fixed_delay")]:
        said = f"{words.option(name)}: <strong>{words.option_value(name, usual)}</strong>"
        assert page.count(said) == 1 and words.option_meaning(name, usual) in page, name
    rare = [name for name, option in SKIRMISH.info.options.items() if option.rare and not option.within]
    assert rare and not any(f"{words.option(name)}: <strong>" in page for name in rare)


def test_what_matters_with_one_choice_alone_is_asked_below_it_and_said_on_the_invitation(visitor: TestClient):
    """Live has seconds a step, and no days until results; the invitation says so."""
    for option in SKIRMISH.info.options.values():
        assert option.within is None or option.within[1] in SKIRMISH.info.options[option.within[0]].values
    page = visitor.get("/matches/new?scenario=skirmish/moulin-basset").text
    live = page.index('name="option/skirmish/interrupts" value="live"')
    assert page.index("option/skirmish/release") < live < page.index("option/skirmish/live_step")
    assert page.count('class="within"') == 3, "by mail, daily, live"
    sent = {"scenario": "skirmish/moulin-basset", "opponent": "invitation", "seat": "allied"}
    lobby = visitor.post("/matches", data={**sent, "option/skirmish/interrupts": "live"}).text
    link = re.search(r"/invitations/[\w-]+", lobby)
    assert link
    words, page = SKIRMISH.words, visitor.get(link[0]).text
    assert f"{words.option('live_step')}: <strong>{words.option_value('live_step', '8')}</strong>" in page
    for meant in (words.option_meaning("interrupts", "live"), SKIRMISH.info.options["live_step"].about):
        assert f'<span class="fine">{meant}</span>' in page, "whoever is invited has seen no form"
