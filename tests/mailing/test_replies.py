"""A match is played by answering its mails: what an answer does, and what it does not."""

from __future__ import annotations

import re
import smtplib
from dataclasses import replace
from datetime import timedelta

import pytest

from service import matches
from service.mailing.answering import LEASE, answer_next
from service.mailing.reading import MOST_BYTES
from service.matches import Account, AtSeat, mail_addresses, replies
from service.matches.mail_addresses import AddressOwner
from service.matches.post_office import post_office
from service.matches.replies import ANSWERED_FOR
from service.store import Unavailable
from tests.mailing.answers import Answers, asked, post, reply, sheet
from tests.mailing.conftest import Post, Taken
from tests.mailing.programs import PROGRAMS, Program, above, answer
from tests.mailing.test_notices import hide, opened
from tests.toy import Hide

__all__ = ["asked", "post", "reply"]


@pytest.mark.parametrize("program", PROGRAMS)
def test_an_answer_sends_its_orders_from_every_program(
    program: Program, post: Post, asked: tuple[AtSeat, AtSeat, Taken], reply: Answers
) -> None:
    north, _, mail = asked
    (back,) = reply(mail, "hide 12\ndone", program)
    assert "Your orders were taken: 2 lines.\n· hide 12\n· done\n" in back.text
    assert not matches.read(post.context, north).where.asked
    assert back.message["Auto-Submitted"] == "auto-replied" and back.recipient == mail.recipient
    assert back.message["Reply-To"] != mail.message["Reply-To"]


def test_without_an_end_it_is_a_preview_and_send_sends_the_sheet(
    post: Post, asked: tuple[AtSeat, AtSeat, Taken], reply: Answers
) -> None:
    north, _, mail = asked
    (back,) = reply(mail, "hide 12")
    assert "Nothing was sent" in back.text and "ON YOUR SHEET\n· hide 12\n" in back.text
    assert sheet(post, north) == ["hide"]
    (back,) = reply(back, "done")
    assert "taken: 2 lines" in back.text and sheet(post, north) == []


def test_one_wrong_line_and_nothing_is_sent(post: Post, asked: tuple[AtSeat, AtSeat, Taken], reply: Answers) -> None:
    north, _, mail = asked
    before = matches.version(post.context, north)
    (back,) = reply(mail, "hide 12\nhide somewhere\ndone")
    assert "line 2, “hide somewhere”" in back.text and sheet(post, north) == ["hide"]
    assert matches.version(post.context, north) == before
    (back,) = reply(back, "clear\nhide 11\ndone")
    assert "· hide 11\n· done\n" in back.text and sheet(post, north) == []


def test_who_wants_no_contents_hears_which_lines_were_wrong_and_not_what_they_say(
    post: Post, anna: Account, reply: Answers
) -> None:
    post.address(anna, contents="notice")
    north, _ = opened(post, anna)
    (mail,) = post.wait(seconds=10)
    (back,) = reply(mail, "hide 12\nhide somewhere\ndone\nhide 11")
    assert "\nLine 2 was not understood.\n" in back.text and "somewhere" not in back.text
    assert "below that line was not read" in back.text
    (back,) = reply(back, "clear\nhide 11\ndone")
    assert "taken: 2 lines" in back.text and "hide 11" not in back.text and sheet(post, north) == []


def test_examples_that_were_left_as_they_stand_are_counted_and_not_read(
    post: Post, asked: tuple[AtSeat, AtSeat, Taken], reply: Answers
) -> None:
    _, _, mail = asked
    (back,) = reply(mail, "· hide 12\n| done")
    said = " ".join(back.text.split())
    assert "There were no orders in your email. Not read, since they begin with `·` or `|`" in said
    assert "as quoted examples do: 2 lines." in said
    (back,) = reply(back, "hide 12\ndone")
    assert "Not read" not in back.text, "what a mail program quotes with a sign of its own is not counted"


def test_a_mail_is_worked_once_however_often_it_comes(
    post: Post, asked: tuple[AtSeat, AtSeat, Taken], reply: Answers
) -> None:
    north, _, mail = asked
    reply(mail, "hide 12", id="same@mail.example")
    (back,) = reply(mail, "hide 11\ndone", id="same@mail.example")
    assert "nothing was done again" in back.text and sheet(post, north) == ["hide"]
    assert matches.read(post.context, north).where.asked


def test_what_was_written_with_older_knowledge_is_given_back(
    post: Post, asked: tuple[AtSeat, AtSeat, Taken], reply: Answers
) -> None:
    north, south, mail = asked
    hide(post, north, south)
    backs = reply(mail, "hide 12\ndone")
    assert "nothing of yours was taken:\n· hide 12\n· done\n" in backs[-1].text
    assert sheet(post, north) == []


def test_from_another_address_nothing_is_sent_and_the_owner_is_told(
    post: Post, asked: tuple[AtSeat, AtSeat, Taken], reply: Answers
) -> None:
    north, _, mail = asked
    (back,) = reply(mail, "hide 12\ndone", sender="eve@mail.example")
    assert back.recipient == mail.recipient and "another address" in back.text
    assert matches.read(post.context, north).where.asked
    (back,) = reply(back, "send")
    assert "taken: 2 lines" in back.text


def test_a_sender_whom_the_server_doubts_is_somebody_else(
    post: Post, asked: tuple[AtSeat, AtSeat, Taken], reply: Answers
) -> None:
    north, _, mail = asked
    reply(mail, "hide 12\ndone", more="Authentication-Results: mx.example; dmarc=fail\n")
    assert matches.read(post.context, north).where.asked


def test_a_sheet_that_was_changed_on_the_page_is_shown_first(
    post: Post, asked: tuple[AtSeat, AtSeat, Taken], reply: Answers
) -> None:
    north, _, mail = asked
    (back,) = reply(mail, "hide 12")
    matches.put_sheet(post.context, north, [])
    (back,) = reply(back, "hide 11\ndone")
    assert "not as the email that you answered had it" in back.text and matches.read(post.context, north).where.asked


@pytest.mark.parametrize("more", ["Auto-Submitted: auto-replied\n", "Precedence: bulk\n", "List-Id: <a.b>\n"])
def test_what_programs_write_is_dropped_without_an_answer(
    more: str, post: Post, asked: tuple[AtSeat, AtSeat, Taken], reply: Answers
) -> None:
    north, _, mail = asked
    assert reply(mail, "hide 12\ndone", more=more) == [] and sheet(post, north) == []
    assert reply(mail, "hide 12\ndone", id="abcdefgh@sitrep.example") == [], "a mail of our own"
    reply.bring(answer(above, "hide 12\ndone"), str(mail.message["Reply-To"]), sender="")
    assert reply.back() == [] and sheet(post, north) == []


def test_no_other_address_takes_mails_and_a_huge_one_is_not_taken(
    post: Post, asked: tuple[AtSeat, AtSeat, Taken], reply: Answers
) -> None:
    _, _, mail = asked
    right = str(mail.message["Reply-To"])
    forged = right.replace(right[20:24], "aaaa")
    for to in (forged, "orders@sitrep.example", "orders+@sitrep.example", "anna@mail.example"):
        with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
            reply.bring(answer(above, "hide 12\ndone"), to)
        assert refused.value.recipients[to][0] == 550
    with pytest.raises(smtplib.SMTPException):
        reply.bring(b"x: y\n\n" + b"hide 12\n" * (MOST_BYTES // 8), right)
    reply.bring(answer(above, "hide 12\ndone"), right.upper())
    assert len(reply.back()) == 1
    post.now[0] += ANSWERED_FOR
    with pytest.raises(smtplib.SMTPRecipientsRefused):
        reply.bring(answer(above, "done"), right)


def test_above_so_many_in_an_hour_mails_are_not_read_and_one_says_so(
    post: Post, asked: tuple[AtSeat, AtSeat, Taken], reply: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, mail = asked
    monkeypatch.setattr(replies, "MOST_IN_AN_HOUR", 2)
    for number in range(5):
        reply.bring(answer(above, "", id=f"{number}@x.example"), str(mail.message["Reply-To"]))
    (back,) = reply.back()
    assert " ".join(back.text.split()).count("beyond that are not read") == 1
    post.now[0] += timedelta(hours=1)
    assert "no orders" in reply(mail, "")[-1].text


def test_stop_ends_the_mails_of_the_match(post: Post, asked: tuple[AtSeat, AtSeat, Taken], reply: Answers) -> None:
    north, south, mail = asked
    (back,) = reply(mail, "stop")
    assert "No more emails about this match" in back.text
    hide(post, north, south)
    assert post.wait(hours=1) == []


def test_whoever_dies_over_a_mail_leaves_it_to_the_next_and_nothing_is_done_twice(
    post: Post, asked: tuple[AtSeat, AtSeat, Taken], reply: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed before the orders, and then between the orders and the answer."""
    north, _, mail = asked
    reply.bring(answer(above, "hide 12\ndone", sender=mail.recipient), str(mail.message["Reply-To"]))
    for point in ("take_orders", "_end"):
        with monkeypatch.context() as dying:
            dying.setattr(replies, point, dies)
            with pytest.raises(Unavailable):
                answer_next(post.context)
        assert not answer_next(post.context), "it is held"
        post.now[0] += LEASE
    version = matches.version(post.context, north)
    (back,) = reply.back()
    assert "Your orders were taken." in back.text
    assert matches.version(post.context, north) == version and not matches.read(post.context, north).where.asked


def dies(*_: object, **__: object) -> None:
    raise Unavailable("killed")


def test_what_could_not_be_read_is_kept_for_a_week(
    post: Post, asked: tuple[AtSeat, AtSeat, Taken], reply: Answers
) -> None:
    _, _, mail = asked
    broken = b"Content-Type: multipart/mixed; boundary=x\n" + b"--x\n\nmessage/\n" * 90
    reply.bring(broken, str(mail.message["Reply-To"]))
    (back,) = reply.back()
    assert "could not be read" in back.text
    assert (post_office(post.context).came, post_office(post.context).unread) == (1, 1)
    post.wait(days=6, hours=23)
    assert post_office(post.context).unread == 1
    post.wait(hours=2)
    assert (post_office(post.context).came, post_office(post.context).unread) == (1, 0)


def test_a_test_is_answered_and_shows_when(post: Post, anna: Account, reply: Answers) -> None:
    post.address(anna)
    owner = AddressOwner(anna.id)
    mail_addresses.ask_for_test(post.context, owner)
    (test,) = post.wait()
    found = mail_addresses.channel(post.context, owner)
    assert found is not None and found.answered_at is None and "Answer this email" in test.text
    post.now[0] += timedelta(minutes=5)
    content = answer(above, "It came.", test.text, more="Auto-Submitted: auto-replied\n")
    reply.bring(content, str(test.message["Reply-To"]))
    assert reply.back() == []
    found = mail_addresses.channel(post.context, owner)
    assert found is not None and found.answered_at is None, "a program has answered"
    came = post.now[0]
    assert reply(test, "done") == [], "nor is it answered in turn"
    found = mail_addresses.channel(post.context, owner)
    assert found is not None and found.answered_at == came


def test_another_secret_of_the_house_ends_all_addresses(
    post: Post, asked: tuple[AtSeat, AtSeat, Taken], reply: Answers
) -> None:
    _, _, mail = asked
    to = str(mail.message["Reply-To"])
    assert post.context.mail is not None and replies.takes(post.context, to)
    changed = replace(post.context, mail=replace(post.context.mail, secret="another word"))
    assert not replies.takes(changed, to)


def test_each_match_of_a_list_can_be_answered_and_the_list_itself_gets_help(
    post: Post, anna: Account, reply: Answers
) -> None:
    """Once a day one mail lists what waits: in it each match has an address of its own."""
    post.address(anna, pace="daily", hour=18)
    tables = [opened(post, anna) for _ in range(2)]
    (mail,) = post.wait(hours=10)
    addresses = re.findall(r"\norders\+(\w{32})@sitrep\.example\nor on the page:\n\S+/(\w+)/north\n", mail.text)
    assert [match for _, match in addresses] == [north.match_id for north, _ in tables]
    (help_,) = reply(mail, "hide 12\ndone")
    assert str(help_.message["Subject"]) == "Sitrep: your answer" and help_.message["Reply-To"] is None
    assert "Each match in it has an address of its own" in help_.text.replace("\n", " ") and "· send: " in help_.text
    assert all(matches.read(post.context, north).where.asked for north, _ in tables)
    for number, (token, _) in enumerate(addresses):
        content = answer(above, "hide 12\ndone", mail.text, id=f"of-list-{number}@mail.example", sender=mail.recipient)
        reply.bring(content, f"orders+{token}@sitrep.example")
        (back,) = reply.back()
        assert "Your orders were taken: 2 lines." in back.text
    assert not any(matches.read(post.context, north).where.asked for north, _ in tables)


def report(mail: Taken, *, action: str = "failed", kind: str = "report; report-type=delivery-status") -> bytes:
    """What a mail server reports of a mail, long after it has taken it."""
    return (
        f"From: MAILER-DAEMON@mail.example\nTo: {mail.sender}\nSubject: Undelivered\nAuto-Submitted: auto-replied\n"
        f'Content-Type: multipart/{kind}; boundary="b"\n\n--b\n\nSorry.\n--b\n'
        "Content-Type: message/delivery-status\n\nReporting-MTA: dns; mail.example\n\n"
        f"Final-Recipient: rfc822; {mail.recipient}\nAction: {action}\nStatus: 5.1.1\n"
        "Diagnostic-Code: smtp; 550 5.1.1 No such user\n--b--\n"
    ).encode()


def test_a_mail_that_a_server_reports_back_twice_pauses_the_address(
    post: Post, anna: Account, asked: tuple[AtSeat, AtSeat, Taken], reply: Answers
) -> None:
    """Mails that were taken meanwhile say nothing for the address, nor does it count that somebody is on holiday."""
    north, south, mail = asked
    assert mail.sender.startswith("orders+") and mail.sender != mail.message["Reply-To"]
    owner = AddressOwner(anna.id)

    def state() -> tuple[str, str]:
        found = mail_addresses.channel(post.context, owner)
        assert found is not None
        return found.state, found.why

    for said in (report(mail, action="delayed"), report(mail, kind="mixed"), answer(above, "I am away", mail.text)):
        reply.bring(said, mail.sender, "")
        assert reply.back() == []
    reply.bring(report(mail), mail.sender, "")
    hide(post, north, south)
    (second,) = post.wait(seconds=10)
    assert state() == ("works", "")
    post.now[0] += timedelta(days=1, minutes=1)
    reply.bring(report(second), second.sender, "")
    assert state() == ("paused", "smtp; 550 5.1.1 No such user")


def test_a_mail_program_ends_the_mails_of_a_match_by_a_mail(
    post: Post, asked: tuple[AtSeat, AtSeat, Taken], reply: Answers
) -> None:
    north, south, mail = asked
    found = re.search(r"<mailto:(\S+)\?subject=stop>", str(mail.message["List-Unsubscribe"]))
    assert found is not None
    reply.bring(answer(above, "", sender="somebody@mail.example"), found[1])
    assert reply.back() == []
    hide(post, north, south)
    assert post.wait(hours=1) == []


def test_a_letter_shows_what_stands_on_the_sheet_and_is_answered_for_it(
    post: Post, anna: Account, reply: Answers
) -> None:
    """What was put there after the mail was made is shown first, before anything is sent."""
    post.address(anna)
    north, _ = opened(post, anna)
    matches.put_sheet(post.context, north, [Hide(hex="12")])
    (mail,) = post.wait(seconds=10)
    shown = "\n\nON YOUR SHEET\n· hide 12\n\nWHAT MAY BE ORDERED, AN EXAMPLE EACH\n"
    assert shown in mail.text
    matches.put_sheet(post.context, north, [Hide(hex="11")])
    (back,) = reply(mail, "done")
    assert "Your sheet was not as the email that you answered had it" in back.text.replace("\n", " ")
    (back,) = reply(back, "send")
    assert "Your orders were taken: 2 lines.\n· hide 11\n· done\n" in back.text
