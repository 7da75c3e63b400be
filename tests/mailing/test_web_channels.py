"""Told on the web: a webhook and a feed say that something waits, and nothing of what."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from xml.etree import ElementTree

import pytest

from service import matches
from service.app import create_app
from service.engine.orders import Done
from service.guarded import Answer, NotAsked
from service.mailing import webhooks
from service.mailing.sender import WebSender
from service.mailing.webhooks import SIZE
from service.matches import SESSION_COOKIE, Account, AtSeat, mail_addresses, seat_cookie, seat_link, web_channels
from service.matches.errors import Malformed, NoSite, NotFound
from service.matches.housekeeping import block
from service.matches.mail_addresses import owner_of
from service.matches.web_channels import MOST_IN_FEED, WORDS, FeedEntry, WebWishes, feed_read
from service.settings import Settings
from tests.client import TestClient
from tests.mailing.conftest import Post
from tests.mailing.house import HOUSE
from tests.mailing.test_notices import hide, opened
from web.house.feeds import ATOM, atom

URL = "https://chat.example/hooks/1"
Asked = tuple[str, bytes, dict[str, str]]


class Web:
    """The web as the server asks it: what it was asked, and what it answers, `statuses` in turn and then 204."""

    def __init__(self, post: Post) -> None:
        self.post, self.asked, self.statuses = post, list[Asked](), list[int | NotAsked]()

    def __call__(self, url: str, content: bytes, headers: dict[str, str]) -> Answer:
        self.asked.append((url, content, headers))
        said = self.statuses.pop(0) if self.statuses else 204
        if isinstance(said, NotAsked):
            raise said
        return Answer(said, b"")

    def wait(self, **time: float) -> list[Asked]:
        """Let time pass, and tell what is due then; what was asked for that."""
        self.post.now[0] += timedelta(**time)
        before, sender = len(self.asked), WebSender(self.post.context)
        while sender.send_next():
            pass
        return self.asked[before:]


@pytest.fixture
def web(post: Post, monkeypatch: pytest.MonkeyPatch) -> Iterator[Web]:
    """A server that has an address, and sends no mail."""
    post.context = replace(post.context, mail=None, site="https://sitrep.example")
    web = Web(post)
    monkeypatch.setattr(webhooks, "post", web)
    yield web


def confirmed(web: Web, anna: Account, url: str = URL) -> None:
    """A webhook whose link was opened and whose button was pressed."""
    web_channels.set_webhook(web.post.context, owner_of(anna), url)
    [(_, content, _)] = web.wait()
    said = json.loads(content)
    link = next(word for word in said.get("content", said.get("url", "")).split() if "/mail/confirm/" in word)
    mail_addresses.confirm(web.post.context, link.rpartition("/")[2])


def test_it_is_told_the_same_words_whatever_waits_and_signed(web: Web, post: Post, anna: Account):
    confirmed(web, anna)
    found = web_channels.webhook(post.context, owner_of(anna))
    assert found is not None and (found.host, found.state) == ("chat.example", "works")
    north, south = opened(post, anna)
    first = web.wait(seconds=10)
    hide(post, north, south)
    for url, content, headers in [*first, *web.wait(seconds=10)]:
        said = json.loads(content)
        assert url == URL and len(content) == SIZE and set(said) == {"id", "text", "url"} and said["text"] == WORDS
        assert said["url"] == f"https://sitrep.example/matches/{north.match_id}/north"
        signed = headers["Sitrep-Time"].encode() + b"." + content
        right = hmac.new(found.secret.encode(), signed, hashlib.sha256).hexdigest()
        assert headers["Sitrep-Signature"] == right
    assert len(web.asked) == 3


def test_a_guest_of_its_room_who_is_not_confirmed_hears_nothing(web: Web, post: Post, anna: Account):
    web_channels.set_webhook(post.context, owner_of(anna), URL)
    assert len(web.wait()) == 1, "the link"
    opened(post, anna)
    assert web.wait(hours=1) == []


def test_discord_has_its_own_form_and_nobody_is_called_by_name(web: Web, post: Post, anna: Account):
    confirmed(web, anna, "https://discord.com/api/webhooks/1/word")
    north, _ = opened(post, anna)
    [(_, content, headers)] = web.wait(seconds=10)
    where = f"https://sitrep.example/matches/{north.match_id}/north"
    assert json.loads(content) == {"content": f"{WORDS}\n{where}", "allowed_mentions": {"parse": []}}
    assert len(content) == SIZE and "Sitrep-Signature" not in headers


def test_what_refuses_for_good_twice_is_paused_and_what_is_busy_is_told_again(web: Web, post: Post, anna: Account):
    confirmed(web, anna)
    north, south = opened(post, anna)
    web.statuses = [503, NotAsked("It took too long.")]
    first = web.wait(seconds=10)
    assert len(first) == 1 and web.wait(seconds=30) == []
    again = [*web.wait(seconds=31), *web.wait(minutes=6)]
    assert [one[1] for one in again] == [first[0][1]] * 2, "the same bytes"
    web.statuses = [302, 410]
    web_channels.test_webhook(post.context, owner_of(anna))
    web.wait()
    found = web_channels.webhook(post.context, owner_of(anna))
    assert found is not None and (found.state, found.test) == ("works", "refused") and "not followed" in found.said
    hide(post, north, south)
    web.wait(days=2)
    found = web_channels.webhook(post.context, owner_of(anna))
    assert found is not None and found.state == "paused" and "410" in found.why
    web_channels.open_webhook_again(post.context, owner_of(anna))
    web_channels.test_webhook(post.context, owner_of(anna))
    assert len(web.wait()) == 1


DAILY = WebWishes(pace="daily", hour=18, quiet_from=22, quiet_until=7)


def test_a_mail_says_that_a_webhook_is_paused(web: Web, post: Post, anna: Account):
    """A webhook says the same words always, so it says nothing of a mail address."""
    house = post.context.mail or HOUSE
    confirmed(web, anna)
    for _ in range(2):
        opened(post, anna)
        web.statuses[:] = [404]
        web.wait(seconds=10)
        post.now[0] += timedelta(days=1, hours=1)
    post.context = replace(post.context, mail=house)
    post.address(anna)
    opened(post, anna)
    (mail,) = post.wait(seconds=10)
    assert mail.text.count("Your webhook is paused") == 1
    web_channels.open_webhook_again(post.context, owner_of(anna))
    opened(post, anna)
    (mail,) = post.wait(seconds=10)
    assert "is paused" not in mail.text


def test_a_webhook_tells_when_its_owner_wishes(web: Web, post: Post, anna: Account):
    """Once a day for all that waits, with a link to the list of matches; another address keeps to the same."""
    confirmed(web, anna)
    web_channels.put_wishes(post.context, owner_of(anna), "webhook", DAILY)
    for _ in range(2):
        opened(post, anna)
    assert web.wait(hours=8) == [], "it is morning"
    ((_, content, _),) = web.wait(hours=2)
    assert json.loads(content)["url"] == "https://sitrep.example/"
    web_channels.set_webhook(post.context, owner_of(anna), "https://chat.example/hooks/2")
    assert web_channels.wishes_of(post.context, owner_of(anna), "webhook") == DAILY


def test_one_match_is_silent_by_all_ways_and_stays_so(web: Web, post: Post, anna: Account):
    """Also where there is no mail, and when a webhook gets another address."""
    confirmed(web, anna)
    north, _ = opened(post, anna)
    mail_addresses.put_match_pace(post.context, owner_of(anna), north.match_id, "silent")
    assert web.wait(hours=1) == []
    web_channels.make_feed(post.context, owner_of(anna))
    confirmed(web, anna, "https://chat.example/hooks/2")
    (wish,) = mail_addresses.match_wishes(post.context, owner_of(anna))
    assert (wish.held.match_id, wish.pace) == (north.match_id, "silent")
    with post.context.store.look() as look:
        told = [look.notices.paces(one.id) for one in mail_addresses.channels_of(look, owner_of(anna))]
    assert told == [{north.match_id: "silent"}] * 2


def test_quiet_hours_hold_a_webhook_back(web: Web, post: Post, anna: Account):
    confirmed(web, anna)
    wishes = WebWishes(quiet_from=8, quiet_until=12, zone="Europe/London")
    web_channels.put_wishes(post.context, owner_of(anna), "webhook", wishes)
    opened(post, anna)
    assert web.wait(hours=1) == [] and len(web.wait(hours=2)) == 1


def test_wishes_that_nobody_can_follow_are_refused(web: Web, post: Post, anna: Account):
    with pytest.raises(NotFound):
        web_channels.put_wishes(post.context, owner_of(anna), "feed", WebWishes())
    web_channels.make_feed(post.context, owner_of(anna))
    with pytest.raises(Malformed):
        web_channels.put_wishes(post.context, owner_of(anna), "feed", WebWishes(quiet_from=24))


def test_a_guest_is_told_of_their_seat_and_of_no_other(web: Web, post: Post, anna: Account, settings: Settings):
    """On the page of their seat a guest without account has all that an account has."""
    north, south = opened(post, anna)
    page = f"/matches/{south.match_id}/south/notices"
    with TestClient(create_app(settings, post.context)) as client:
        client.cookies.set(seat_cookie(south.match_id, "south"), seat_link(post.context, south))
        client.post(page, data={"do": "webhook", "url": URL})
        client.post(page, data={"do": "feed"})
        assert client.post(page, data={"do": "feed-when", "pace": "at-once", "letters": "yes"}).status_code == 200
        ((_, content, _),) = web.wait()
        token = json.loads(content)["url"].rpartition("/")[2]
        mail_addresses.confirm(post.context, token)
        shown = client.get(page).text
        assert "chat.example" in shown and "When it is told" in shown
        feed = client.get(f"/api/v1/matches/{south.match_id}/seats/south/feed").json()["url"]
        wished = client.get(f"/api/v1/matches/{south.match_id}/seats/south/feed/wishes").json()
        assert wished["letters"] is True and wished["day_before"] is False, "what a form does not tick is off"
    hide(post, north, south)
    matches.take_orders(post.context, north, [Done()], version=matches.version(post.context, north))
    where = f"https://sitrep.example/matches/{south.match_id}/south"
    assert {json.loads(content)["url"] for _, content, _ in web.wait(seconds=10)} == {where}
    assert {one.url for one in feed_read(post.context, feed.rpartition("/")[2])} == {where}


@pytest.mark.parametrize("url", ["http://chat.example/", "https://user@chat.example/", "chat.example", ""])
def test_an_address_that_looks_wrong_is_refused(url: str, web: Web, post: Post, anna: Account):
    with pytest.raises(Malformed):
        web_channels.set_webhook(post.context, owner_of(anna), url)


def test_a_house_without_an_address_makes_no_links(post: Post, anna: Account):
    for does in (web_channels.make_feed, lambda *who: web_channels.set_webhook(*who, URL)):
        with pytest.raises(NoSite):
            does(post.context, owner_of(anna))


# ---- the feed


def token(post: Post, anna: Account) -> str:
    link = web_channels.feed_link(post.context, owner_of(anna))
    assert link is not None and link.startswith("https://sitrep.example/feeds/")
    return link.rpartition("/")[2]


def played(web: Web, post: Post, anna: Account) -> AtSeat:
    north, south = opened(post, anna)
    web.wait(seconds=10)
    hide(post, north, south)
    web.wait(seconds=10)
    return north


def test_a_feed_lists_what_waited_newest_first(web: Web, post: Post, anna: Account):
    web_channels.make_feed(post.context, owner_of(anna))
    north = played(web, post, anna)
    newest, oldest = feed_read(post.context, token(post, anna))
    assert newest.at > oldest.at and newest.url.endswith(f"/matches/{north.match_id}/north") and not web.asked
    root = ElementTree.fromstring(atom("https://sitrep.example", "f", [newest, oldest]))
    entries = root.findall(f"{{{ATOM}}}entry")
    assert [entry.findtext(f"{{{ATOM}}}title") for entry in entries] == [WORDS] * 2
    assert root.findtext(f"{{{ATOM}}}updated") == entries[0].findtext(f"{{{ATOM}}}updated")
    assert len({entry.findtext(f"{{{ATOM}}}id") for entry in entries}) == 2


def test_a_feed_s_address_is_secret_and_can_be_changed(web: Web, post: Post, anna: Account):
    web_channels.make_feed(post.context, owner_of(anna))
    was = token(post, anna)
    web_channels.make_feed(post.context, owner_of(anna))
    assert feed_read(post.context, token(post, anna)) == []
    for wrong in (was, token(post, anna)[:-1] + "!", "", "x" * 200):
        with pytest.raises(NotFound):
            feed_read(post.context, wrong)
    now = token(post, anna)
    web_channels.forget_feed(post.context, owner_of(anna))
    assert web_channels.feed_link(post.context, owner_of(anna)) is None
    with pytest.raises(NotFound):
        feed_read(post.context, now)


def test_the_feed_of_a_blocked_account_leads_nowhere_until_it_is_let_in_again(web: Web, post: Post, anna: Account):
    web_channels.make_feed(post.context, owner_of(anna))
    address = token(post, anna)
    block(post.context, None, "Anna")
    with pytest.raises(NotFound):
        feed_read(post.context, address)
    block(post.context, None, "Anna", blocked=False)
    assert feed_read(post.context, address) == []


def test_a_feed_holds_the_newest_thirty(web: Web, post: Post, anna: Account):
    web_channels.make_feed(post.context, owner_of(anna))
    for _ in range(MOST_IN_FEED + 2):
        opened(post, anna)
    web.wait(seconds=10)
    found: list[FeedEntry] = feed_read(post.context, token(post, anna))
    assert len(found) == MOST_IN_FEED == len({one.url for one in found})


# ---- the page, and the API


@pytest.fixture
def anywhere(settings: Settings, web: Web, post: Post) -> Iterator[TestClient]:
    """A browser that is signed in to nothing."""
    with TestClient(create_app(settings, post.context)) as client:
        yield client


def test_both_are_set_on_the_page_and_a_reader_needs_no_cookie(anywhere: TestClient, web: Web, anna: Account):
    anywhere.cookies.set(SESSION_COOKIE, matches.open_session(web.post.context, anna.id))

    def does(do: str, **more: str) -> str:
        return anywhere.post("/notices", data={"do": do, **more}).text

    page = does("webhook", url=URL)
    assert "chat.example" in page and "hooks/1" not in page and "Not confirmed yet" in page
    [(_, content, _)] = web.wait()
    confirm = json.loads(content)["url"].removeprefix("https://sitrep.example")
    assert "hooks/1" not in anywhere.get(confirm).text and "It is confirmed" in anywhere.post(confirm).text
    does("webhook-test")
    assert len(web.wait()) == 1 and "It answered 204." in anywhere.get("/notices").text
    assert "Set this webhook" in does("webhook-forget") and "chat.example" not in anywhere.get("/notices").text
    assert "An address as https://chat.example" in does("webhook", url="http://chat.example/")
    (link,) = re.findall(r"https://sitrep\.example(/feeds/[\w-]+)", does("feed"))
    anywhere.cookies.clear()
    feed = anywhere.get(link)
    assert feed.status_code == 200 and feed.headers["Content-Type"].startswith("application/atom+xml")
    assert ElementTree.fromstring(feed.content).tag == f"{{{ATOM}}}feed"
    assert anywhere.get(link[:-1] + "!").status_code == 404


def test_both_are_set_over_the_api_and_the_secret_is_told_once(anywhere: TestClient, web: Web, anna: Account):
    headers = {"Authorization": f"Bearer {matches.new_token(web.post.context, anna, scope='play')}"}
    api = "/api/v1/me"
    set_ = anywhere.put(f"{api}/webhook", json={"url": URL}, headers=headers).json()
    assert (set_["host"], set_["state"]) == ("chat.example", "unconfirmed") and len(set_["secret"]) == 64
    assert anywhere.get(f"{api}/webhook", headers=headers).json() == {**set_, "secret": None}
    assert anywhere.put(f"{api}/webhook", json={"url": "http://a/"}, headers=headers).status_code == 422
    assert anywhere.post(f"{api}/webhook/test", headers=headers).status_code == 202
    assert anywhere.post(f"{api}/webhook/again", headers=headers).status_code == 200
    assert anywhere.delete(f"{api}/webhook", headers=headers).status_code == 204
    assert anywhere.get(f"{api}/webhook", headers=headers).json()["state"] == "none"
    assert anywhere.get(f"{api}/feed", headers=headers).json() == {"url": None}
    link = anywhere.put(f"{api}/feed", headers=headers).json()["url"]
    assert anywhere.get(link.removeprefix("https://sitrep.example")).status_code == 200
    assert anywhere.delete(f"{api}/feed", headers=headers).status_code == 204
    assert anywhere.get(link.removeprefix("https://sitrep.example")).status_code == 404
