"""A mail that comes is read as its sender meant it, and whatever the bytes are, nothing breaks."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.mailing.reading import MOST_BYTES, MailRead, Unreadable, printable, read_mail
from service.matches.mail_texts import MARK
from tests.mailing.programs import PROGRAMS, Program, above, answer

LETTER = f"""\
YOUR TURN
Turn 1, Movement.

· move L1 0707 0708
| done
{MARK}

--\x20
This address is set for your seat.
"""
CODINGS = ("8bit", "base64", "quoted-printable")
ORDER = st.text("abcdefgh 0123456789", min_size=1, max_size=60).map(
    lambda line: f"move {' '.join(line.split())}".strip()
)


def spoken(words: str) -> list[str]:
    return [" ".join(line.split()) for line in words.splitlines() if line.strip()]


@pytest.mark.parametrize("program", PROGRAMS)
@settings(max_examples=15)
@given(lines=st.lists(ORDER, min_size=1, max_size=8), coding=st.sampled_from(CODINGS))
def test_own_words_come_through_every_program_and_ours_through_none(program: Program, lines: list[str], coding: str):
    read = read_mail(answer(program, "\n".join((*lines, "done")), LETTER, coding=coding))
    assert spoken(read.words) == [*lines, "done"]
    assert (read.sender, read.id, read.is_automatic) == ("anna@mail.example", "<1@mail.example>", False)


def test_answers_between_the_lines_of_a_quote_are_read():
    words = "move L1 0707\n> Turn 1, Movement.\nmove L2 0808\n> · move L1 0707\n\ndone"
    assert spoken(read_mail(answer(above, words)).words) == ["move L1 0707", "move L2 0808", "done"]


def test_the_mark_ends_what_a_program_left_without_a_sign():
    assert spoken(read_mail(answer(above, f"move L1 0707\n{MARK}\nmove L2 0808")).words) == ["move L1 0707"]


@pytest.mark.parametrize(
    "more",
    [
        "Auto-Submitted: auto-replied\n", "Precedence: bulk\n", "Return-Path: <>\n", "List-Id: <a.b>\n",
        "Precedence:  List\n",
    ],
)  # fmt: skip
def test_what_no_person_wrote_is_known(more: str):
    assert read_mail(answer(above, "done", more=more)).is_automatic
    assert not read_mail(answer(above, "done", more="Auto-Submitted: no\n")).is_automatic


def test_a_sender_whom_a_server_doubts_is_known():
    def doubted(said: str) -> bool:
        return read_mail(answer(above, "done", more=f"Authentication-Results: mx.example; {said}\n")).is_doubtful

    assert doubted("dmarc=fail") and doubted("spf=fail") and doubted("dkim=none;\n\tSPF=fail smtp.mailfrom=a@b.example")
    assert not doubted("spf=pass; dkim=pass; dmarc=pass") and not doubted("spf=fail; dkim=pass")


def test_files_that_hang_on_a_mail_are_counted_and_not_read():
    head = b"Content-Type: multipart/mixed; boundary=b\nMessage-ID: <2@x.example>\n\n"
    parts = b"--b\n\ndone\n--b\nContent-Type: text/plain\nContent-Disposition: attachment\n\nmove L1 0707\n--b--\n"
    read = read_mail(head + parts)
    assert (read.words, read.attachments) == ("done", 1)


def test_a_mail_without_an_id_is_known_by_its_bytes():
    one, other = read_mail(b"\ndone"), read_mail(b"\nsend")
    assert one.id == read_mail(b"\ndone").id != other.id


@pytest.mark.parametrize(
    "content",
    [
        b"x" * (MOST_BYTES + 1),
        b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(2000)),
    ],
    ids=["too long", "too deep"],
)
def test_what_would_take_long_is_not_read_at_all(content: bytes):
    with pytest.raises(Unreadable):
        read_mail(content)


def mutated(rng: random.Random, content: bytes) -> bytes:
    """The mail with a few of its bytes cut out, doubled, swapped for others or for what mails are made of."""
    made = bytearray(content)
    for _ in range(rng.randint(1, 8)):
        at = rng.randrange(len(made) + 1)
        upto = min(len(made), at + rng.randint(0, 40))
        odd = (
            b"=?utf-8?b?=ff?=", b"\x00", b"\xff\xfe", b"\n\n", b"boundary=", b"charset=idna", b"Content-Type: ;;=",
            b"--b", b"<blockquote><", b"&#xd800;", b"=?x?q?", b"multipart/mixed; boundary=x",
            rng.randbytes(9), bytes(made[at:upto]) * 2,
        )  # fmt: skip
        made[at:upto] = rng.choice(odd)
    return bytes(made)


@pytest.mark.parametrize("count", [300, pytest.param(10_000, marks=pytest.mark.soak)])
def test_whatever_the_bytes_are_nothing_breaks(count: int):
    rng = random.Random(count)
    kept = 0
    for number in range(count):
        content = answer(PROGRAMS[number % len(PROGRAMS)], "move L1 0707\ndone", LETTER, coding=CODINGS[number % 3])
        with suppress(Unreadable):
            read = read_mail(mutated(rng, content))
            assert isinstance(read, MailRead) and read.words == printable(read.words)
            kept += 1
    assert kept > count / 2
