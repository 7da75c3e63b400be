"""A map goes with a mail, for whoever wants one: as a picture, with the same in words, and no letter waits for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from service import app, matches
from service.engine.game import AnyGame
from service.engine.state import Known
from service.games.campaign1776.game import CAMPAIGN1776
from service.matches import Account, AtSeat
from service.matches.map_pictures import MapPicture
from tests.mailing.answers import REPLY, Answers, reply
from tests.mailing.conftest import Post, Taken
from web.games.pictures import map_picture

__all__ = ["reply"]

NO_MAP = "The map that belongs here could not be drawn."


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"campaign1776": CAMPAIGN1776}


@pytest.fixture
def post(post: Post) -> Post:
    """A server that draws maps, and whose mails are answered."""
    assert post.context.mail is not None
    house = replace(post.context.mail, reply=REPLY)
    post.context = replace(post.context, mail=house, draw_map=map_picture)
    return post


def picture_in(mail: Taken) -> Image.Image | None:
    """The picture of a mail, if there is one."""
    found = [part for part in mail.message.walk() if part.get_content_type() == "image/png"]
    return Image.open(BytesIO(found[0].get_payload(decode=True))) if found else None


def opened(post: Post, anna: Account) -> AtSeat:
    """Brandywine, whose British side is Anna's and is asked."""
    match = matches.open_match(post.context, anna, "campaign1776", "brandywine-1777", seat="British")
    guest = matches.make_guest(post.context)
    matches.take_seat(post.context, guest, match.match_id, "American", match.invitations["American"])
    return AtSeat(match.match_id, "British", anna.id)


def asked(post: Post, anna: Account, **wishes: Any) -> Taken:
    """The mail that asks Anna."""
    post.address(anna, **wishes)
    opened(post, anna)
    (mail,) = post.wait(seconds=10)
    return mail


def test_a_letter_with_a_map_is_the_same_whenever_it_is_sent(post: Post, anna: Account):
    """Its text comes first, then the same as a page with the picture below, which says what it shows."""
    post.address(anna, contents="letter-and-map")
    british = opened(post, anna)
    tried: list[bytes] = []
    take = post.box.handle_DATA

    async def noting(server: Any, session: Any, envelope: Any) -> str:
        tried.append(bytes(envelope.content or b""))
        return await take(server, session, envelope)

    post.box.handle_DATA = noting  # type: ignore[method-assign]
    try:
        post.box.answers[:] = ["451 4.3.0 Not now"]
        assert post.wait(seconds=10) == []
        (mail,) = post.wait(minutes=2)
    finally:
        del post.box.handle_DATA  # type: ignore[attr-defined]
    assert tried[0] == tried[1] == mail.content
    assert mail.message.get_content_type() == "multipart/alternative"
    plain, page = mail.message.iter_parts()
    html, image = page.iter_parts()  # type: ignore[attr-defined]
    assert plain.get_content() in html.get_content().replace("&amp;", "&").replace("&#x27;", "'")
    assert "\n· done\n" in mail.text
    assert f'src="cid:{image["Content-ID"][1:-1]}" alt="Map of The road to Philadelphia: ' in html.get_content()
    drawn = picture_in(mail)
    assert drawn is not None and drawn.width == 800
    assert british.match_id not in str(image["Content-Disposition"])


@pytest.mark.faults
def test_a_fault_in_drawing_holds_no_letter_back(post: Post, anna: Account):
    def faulty(game: AnyGame, known: Known[Any, Any]) -> MapPicture | None:
        raise ValueError("no pixels")

    post.context = replace(post.context, draw_map=faulty)
    mail = asked(post, anna, contents="letter-and-map")
    assert picture_in(mail) is None and mail.text.startswith(NO_MAP) and "\n· done\n" in mail.text


def test_a_house_without_what_draws_maps_draws_none(monkeypatch: pytest.MonkeyPatch):
    assert app.maps_drawn() is map_picture
    monkeypatch.setattr(app, "DRAWS_WITH", ("no_such_library",))
    assert app.maps_drawn() is None


def test_the_map_is_asked_for_by_a_word(post: Post, anna: Account, reply: Answers):
    """Beside orders too; a mail that does not ask for it brings none."""
    mail = asked(post, anna)
    (answer,) = reply(mail, "map")
    assert "The map is below, as you know it." in answer.text and picture_in(answer) is not None
    (answer,) = reply(answer, "preview\ndone")
    assert picture_in(answer) is None
    (answer,) = reply(answer, "clear\nmap\ndone")
    assert "Your orders were taken" in answer.text and picture_in(answer) is not None


@pytest.mark.parametrize(
    ("contents", "draws", "said"),
    [
        ("notice", True, "A map goes only with emails that tell the whole turn, and yours do not."),
        ("letter", False, "This server draws no maps."),
    ],
)
def test_where_no_map_comes_the_answer_says_why(
    contents: str, draws: bool, said: str, post: Post, anna: Account, reply: Answers
):
    mail = asked(post, anna, contents=contents)
    reply.post.context = replace(post.context, draw_map=map_picture if draws else None)
    (answer,) = reply(mail, "map")
    assert said in answer.text.replace("\n", " ") and picture_in(answer) is None
