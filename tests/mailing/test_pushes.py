"""A browser is told when something waits: the same words always, in one size, for that browser alone to read."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from typer.testing import CliRunner

from service import matches
from service.app import create_app, push_keys_of
from service.cli import cli
from service.guarded import NotAsked
from service.mailing import pushes
from service.mailing.pushes import SIZE, new_key, push_keys, read, spelt
from service.matches import SESSION_COOKIE, Account, web_channels
from service.matches.errors import Malformed, NoSite
from service.matches.mail_addresses import owner_of
from service.matches.web_channels import WORDS, Browser
from service.settings import Settings
from tests.client import TestClient
from tests.mailing.conftest import Post
from tests.mailing.test_notices import hide, opened
from tests.mailing.test_web_channels import Web

KEYS = push_keys(new_key())


@dataclass
class Window:
    """A browser: its address at its maker's, and what it reads with."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey
    auth: bytes = b"a" * 16

    @property
    def browser(self) -> Browser:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return Browser(self.endpoint, spelt(point), spelt(self.auth))

    def reads(self, content: bytes) -> bytes:
        """What it was told. Raises where it cannot read that."""
        read: bytes = http_ece.decrypt(content, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        return read


def window(number: int = 1) -> Window:
    return Window(f"https://push.example/{number}", ec.generate_private_key(ec.SECP256R1()))


@pytest.fixture
def web(post: Post, monkeypatch: pytest.MonkeyPatch) -> Iterator[Web]:
    """A server that tells browsers."""
    post.context = replace(post.context, mail=None, site="https://sitrep.example", push=KEYS)
    web = Web(post)
    monkeypatch.setattr(pushes, "post", web)
    yield web


def is_signed(token: str) -> dict[str, Any]:
    """What the server claims of itself, if that is signed with its key."""
    head, claims, seal = token.split(".")
    both = read(seal)
    signature = encode_dss_signature(int.from_bytes(both[:32], "big"), int.from_bytes(both[32:], "big"))
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), read(KEYS.public))
    point.verify(signature, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    found: dict[str, Any] = json.loads(read(claims))
    return found


def test_it_reads_the_same_words_in_one_size_and_nobody_else_can(web: Web, post: Post, anna: Account):
    mine, other = window(), window()
    web_channels.add_browser(post.context, owner_of(anna), mine.browser)
    north, south = opened(post, anna)
    told = web.wait(seconds=10)
    hide(post, north, south)
    told += web.wait(seconds=10)
    assert len(told) == 2 and len({len(content) for _, content, _ in told}) == 1
    for url, content, headers in told:
        assert url == mine.endpoint and headers["Content-Encoding"] == "aes128gcm"
        said = mine.reads(content)
        assert len(said) == SIZE and json.loads(said)["text"] == WORDS
        assert json.loads(said)["url"] == f"https://sitrep.example/matches/{north.match_id}/north"
        with pytest.raises(Exception, match="ecryption"):
            other.reads(content)
        token = headers["Authorization"].removeprefix("vapid t=").partition(",")[0]
        assert is_signed(token)["aud"] == "https://push.example" and north.match_id not in headers["Topic"]
    assert told[0][2]["Topic"] == told[1][2]["Topic"], "the newer takes the place of the older"


def test_all_browsers_are_told_and_one_that_is_gone_is_forgotten(web: Web, post: Post, anna: Account):
    for number in range(3):
        web_channels.add_browser(post.context, owner_of(anna), window(number).browser)
    web_channels.add_browser(post.context, owner_of(anna), window(0).browser)
    assert len(web_channels.pushes(post.context, owner_of(anna)).hosts) == 3, "the same one is told once"
    web.statuses = [201, 410, 201]
    web_channels.test_pushes(post.context, owner_of(anna))
    assert len(web.wait()) == 3
    found = web_channels.pushes(post.context, owner_of(anna))
    assert (len(found.hosts), found.test, found.said) == (2, "taken", "Told to 2.")
    web.statuses = [404, 404]
    web_channels.test_pushes(post.context, owner_of(anna))
    web.wait()
    assert web_channels.pushes(post.context, owner_of(anna)).hosts == ()


def test_who_cannot_be_told_just_now_is_told_again(web: Web, post: Post, anna: Account):
    web_channels.add_browser(post.context, owner_of(anna), window().browser)
    opened(post, anna)
    web.statuses = [503, NotAsked("It took too long.")]
    assert len(web.wait(seconds=10)) == 1
    assert len(web.wait(seconds=61)) == 1 and len(web.wait(minutes=6)) == 1


@pytest.mark.parametrize(
    "wrong", [{"endpoint": "http://push.example/1"}, {"p256dh": "x"}, {"auth": ""}, {"auth": "\u00e9"}]
)
def test_what_is_no_browser_is_refused(wrong: dict[str, str], web: Web, post: Post, anna: Account):
    with pytest.raises(Malformed):
        web_channels.add_browser(post.context, owner_of(anna), replace(window().browser, **wrong))


def test_a_house_without_a_key_or_without_https_tells_none(post: Post, anna: Account):
    with pytest.raises(NoSite):
        web_channels.add_browser(post.context, owner_of(anna), window().browser)
    key = CliRunner().invoke(cli, ["push-key"]).output.strip()
    told = push_keys_of(Settings(site="https://sitrep.example", push_key=key))
    assert told is not None and len(base64.urlsafe_b64decode(told.public + "=")) == 65 and key not in repr(told)
    assert push_keys_of(Settings(site="http://localhost", push_key=key)) is None
    with pytest.raises(ValueError, match="push-key"):
        push_keys_of(Settings(site="https://sitrep.example", push_key="no key"))


def test_a_browser_is_added_and_taken_away_on_the_page_and_over_the_api(
    settings: Settings, web: Web, post: Post, anna: Account
) -> None:
    mine = vars(window().browser)
    with TestClient(create_app(settings, post.context)) as client:
        client.cookies.set(SESSION_COOKIE, matches.open_session(post.context, anna.id))
        assert f'data-key="{KEYS.public}"' in client.get("/notices").text
        assert "One browser is told" in client.post("/notices", data={"do": "push", **mine}).text
        assert "given no address" in client.post("/notices", data={"do": "push"}).text
        client.post("/notices", data={"do": "push-test"})
        assert len(web.wait()) == 1 and "Told to 1." in client.get("/notices").text
        assert "One browser is told" not in client.post("/notices", data={"do": "push-forget"}).text
        client.cookies.clear()
        headers = {"Authorization": f"Bearer {matches.new_token(post.context, anna, scope='play')}"}
        api = "/api/v1/me/browsers"
        assert client.post(api, json=mine, headers=headers).json()["hosts"] == ["push.example"]
        assert client.post(f"{api}/test", headers=headers).status_code == 202
        found = client.get(api, headers=headers).json()
        assert (found["key"], found["hosts"], found["test"]) == (KEYS.public, ["push.example"], "waits")
        assert client.delete(api, headers=headers).status_code == 204
        assert client.get(api, headers=headers).json()["hosts"] == []
