"""What else a mail says than orders: what is said to the others, notes, help, and days away."""

from __future__ import annotations

from datetime import date

import pytest

from service import matches
from service.matches import Account, AtSeat, talk
from service.matches.clocks import clock_sheet
from service.matches.mail_asides import NO_DAYS
from service.matches.mail_words import days_in
from service.store.clocks import ClockTerms
from tests.mailing.answers import Answers, asked, post, reply, sheet
from tests.mailing.conftest import Post, Taken

__all__ = ["asked", "post", "reply"]


def talked(post: Post, at: AtSeat) -> list[str]:
    return [one.text for one in talk.box(post.context, at).messages]


def test_a_mail_says_notes_and_orders_at_once(post: Post, asked: tuple[AtSeat, AtSeat, Taken], reply: Answers) -> None:
    north, south, mail = asked
    (back,) = reply(mail, "Say: see you on Sunday.\nhide 12\nnote he was late\ndone")
    assert "taken: 2 lines" in back.text and "\nSaid to the other side.\nNoted.\n" in back.text
    assert talked(post, south) == ["see you on Sunday."]
    assert [one.text for one in talk.notes(post.context, north)] == ["he was late"]
    reply(mail, "say twice", id="1@mail.example")
    assert len(talked(post, south)) == 1, "the same mail again"


def test_what_is_said_alone_is_said_also_when_nothing_is_asked(
    post: Post, asked: tuple[AtSeat, AtSeat, Taken], reply: Answers
) -> None:
    _, south, mail = asked
    (back,) = reply(mail, "hide 12\ndone")
    (back,) = reply(back, "say good luck")
    assert talked(post, south) == ["good luck"] and "held no orders" in back.text


@pytest.mark.parametrize(
    ("own", "sender"),
    [("say hello\nhide nowhere\ndone", ""), ("say hello\nhide 12", "eve@x.example"), ("say hello", "eve@x.example")],
)
def test_nothing_is_said_where_a_line_is_wrong_or_somebody_else_has_written(
    own: str, sender: str, post: Post, asked: tuple[AtSeat, AtSeat, Taken], reply: Answers
) -> None:
    _, south, mail = asked
    (back,) = reply(mail, own, sender=sender)
    assert talked(post, south) == [] and ("Nothing was said" in back.text or "nothing was done" in back.text)


def test_preview_sends_nothing_though_the_mail_ends_with_done(
    post: Post, asked: tuple[AtSeat, AtSeat, Taken], reply: Answers
) -> None:
    north, _, mail = asked
    (back,) = reply(mail, "preview\nhide 12\ndone")
    assert "Nothing was sent" in back.text and sheet(post, north) == ["hide", "done"]


def test_help_and_orders_are_answered_and_no_line_of_help_does_anything(
    post: Post, asked: tuple[AtSeat, AtSeat, Taken], reply: Answers
) -> None:
    _, south, mail = asked
    (back,) = reply(mail, "help\norders")
    assert "· away 24 Dec to 2 Jan" in back.text and "WHAT MAY BE ORDERED" in back.text
    (again,) = reply(back, "", bare_words)
    assert talked(post, south) == [] and "Said to" not in again.text and "Noted" not in again.text


def bare_words(own: str, answered: str) -> tuple[str, bytes]:
    """A program that quotes without any sign."""
    return "text/plain; charset=utf-8", f"{own}\n{answered}".encode()


def test_an_absence_is_declared_by_mail(post: Post, anna: Account, reply: Answers) -> None:
    post.address(anna)
    match = matches.open_match(
        post.context, anna, "toy", "yard", seat="north", clock=ClockTerms("step", 3, absence=5)
    )  # fmt: skip
    at = AtSeat(match.match_id, "north", anna.id)
    guest = matches.make_guest(post.context)
    matches.take_seat(post.context, guest, match.match_id, "south", match.invitations["south"])
    (mail,) = post.wait(seconds=10)
    (back,) = reply(mail, "away 30 Nov to 2 Dec")
    assert "You are away from Monday 30 November 2026 to Wednesday 2 December 2026." in " ".join(back.text.split())
    assert clock_sheet(post.context, at).away == {"north": ((date(2026, 11, 30), date(2026, 12, 2)),)}
    said = (("away soon", NO_DAYS), ("away 1 Dec", "away on some of these days"), ("away 20 Nov 2026", "tomorrow"))
    for own, why in said:
        (back,) = reply(back, own)
        assert why in " ".join(back.text.split())


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("24 Dec to 2 Jan", date(2026, 12, 24), date(2027, 1, 2)),
        ("2 january until 3 january 2027.", date(2027, 1, 2), date(2027, 1, 3)),
        ("2026-12-24 to 2027-01-02", date(2026, 12, 24), date(2027, 1, 2)),
        ("1 Dec", date(2026, 12, 1), date(2026, 12, 1)),
        ("29 Feb", date(2028, 2, 29), date(2028, 2, 29)),
    ],
)
def test_days_are_read_as_the_next_ones(text: str, first: date, last: date) -> None:
    assert days_in(text, date(2026, 11, 23)) == (first, last)


@pytest.mark.parametrize("text", ["soon", "31 Feb", "24 Dec to", "1 Dec to 2 Dec to 3 Dec", "99 Dec", "1 Foo", ""])
def test_what_are_no_days_is_not_guessed(text: str) -> None:
    assert days_in(text, date(2026, 11, 23)) is None
