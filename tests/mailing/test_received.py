"""Reading mails that came: a writer's own words, however their program quotes; and nothing worse of a hostile one."""

from __future__ import annotations

import random
from contextlib import suppress
from email.message import EmailMessage

import pytest

from service.mailing.received import LARGEST, MARK, UnreadableMail, read

OURS = f"""Sitrep: your turn

· move I5 1603 1504
Done closes the step.

{MARK}
attack 1609 with I5 as assault
"""
ORDERS = "move I5 1603 1504\nattack 1609 with I5 as assault\ndone"


def mail(body: str, kind: str = "plain", **headers: str) -> bytes:
    message = EmailMessage()
    for name, value in {"From": "Anna <Anna@example.org>", "Message-ID": "<1@example.org>", **headers}.items():
        message[name.replace("_", "-")] = value
    message.set_content(body, subtype=kind)
    return message.as_bytes()


def quoted(text: str, sign: str = "> ") -> str:
    return "\n".join(f"{sign}{line}" for line in text.splitlines())


SAID = "On Sat, 28 Nov 2026 at 17:20, Sitrep <orders+abc@sitrep.example> wrote:"
WRITTEN = {
    "above what is quoted, as Gmail has it": f"{ORDERS}\n\n{SAID}\n\n{quoted(OURS)}\n",
    "below it": f"{SAID}\n{quoted(OURS)}\n\n{ORDERS}\n",
    "between its lines": "\n".join([SAID, quoted(OURS), *(f"{line}\n> so" for line in ORDERS.splitlines())]),
    "with a bar, as some old programs have it": f"{ORDERS}\n\n{quoted(OURS, '| ')}\n",
    "above its headers, as Outlook has them": f"{ORDERS}\n\nFrom: Sitrep <orders@sitrep.example>\n"
    f"Sent: Saturday, November 28, 2026 17:20\nTo: Anna\nSubject: Sitrep\n\n{OURS}",
    "above a rule": f"{ORDERS}\n\n-----Original Message-----\n{OURS}",
    "above a long line": f"{ORDERS}\n________________________________\n{OURS}",
    "over a signature": f"{ORDERS}\n-- \nAnna, 5th Division\nmove I5 0101 0102\n",
    "on a phone": f"{ORDERS}\n\nSent from my iPhone\n\n> On 28 Nov 2026, at 17:20, Sitrep wrote:\n{quoted(OURS)}\n",
    "with who wrote over two lines": f"{ORDERS}\n\nAm 28.11.2026 um 17:20 schrieb Sitrep\n"
    f"<orders+abc@sitrep.example>:\n{quoted(OURS)}\n",
    "where the program forgets to quote": f"{ORDERS}\n\n{MARK}\nattack 1609 with I5 as assault\n",
}


@pytest.mark.parametrize("body", WRITTEN.values(), ids=WRITTEN)
def test_a_writers_own_words_are_taken_out_of_what_they_quote(body: str):
    said = [line for line in read(mail(body)).text.splitlines() if line.strip()]
    assert said == ORDERS.splitlines()


def test_the_examples_of_our_own_letter_are_nobodys_orders_though_their_quote_was_lost():
    """All above the mark stands there as it was sent; what may be ordered is behind a dot."""
    said = read(mail(f"done\n\n{OURS}")).text
    assert "move" not in said and "attack" not in said


HTML = {
    "Gmail": '<div dir="ltr">move I5 1603 1504<div>attack 1609 with I5 as assault</div><div>done</div></div><br>'
    '<div class="gmail_quote"><div class="gmail_attr">On Sat, Sitrep wrote:<br></div>'
    "<blockquote>move I5 0101 0102</blockquote></div>",
    "Outlook": "<html><head><title>move I5 0101 0102</title><style>p {color: red}</style></head><body>"
    "<p>move I5 1603&nbsp;1504</p><p>attack 1609 with I5 as assault</p><p>done</p>"
    "<div id='divRplyFwdMsg'><b>From:</b> Sitrep</div><p>move I5 0101 0102</p>",
    "a program that leaves its tags open": "<p>move I5 1603 1504<p>attack 1609 with I5 <b>as assault<br>done"
    "<blockquote>clear",
}


@pytest.mark.parametrize("body", HTML.values(), ids=HTML)
def test_a_mail_of_html_alone_is_read_as_its_lines(body: str):
    said = [line for line in read(mail(body, "html")).text.splitlines() if line.strip()]
    assert said == ORDERS.splitlines()


def test_plain_text_stands_above_html_and_a_blank_one_does_not():
    both = EmailMessage()
    both.set_content("done")
    both.add_alternative("<p>clear</p>", subtype="html")
    assert read(both.as_bytes()).text == "done"
    both = EmailMessage()
    both.set_content(" \n")
    both.add_alternative("<p>clear</p>", subtype="html")
    assert read(both.as_bytes()).text == "clear"


def test_lines_that_a_program_broke_are_joined_where_it_says_so():
    said = ["move I5 1603 ", "1504", " attack 1609", "> move I5 ", "> 0101", "-- ", "Anna"]
    flowed = "\n".join(["Content-Type: text/plain; charset=utf-8; format=flowed", "", *said]).encode()
    assert read(flowed).text.splitlines() == ["move I5 1603 1504", "attack 1609"]


@pytest.mark.parametrize(
    ("named", "encoding"), [("windows-1252", "windows-1252"), ("", "windows-1252"), ("utf-8", "windows-1252"),
                            ("no-such-set", "utf-8"), ("", "utf-8"), ("utf-16", "utf-16")],
)  # fmt: skip
def test_text_is_read_by_whatever_it_was_written_in(named: str, encoding: str):
    said = f'Content-Type: text/plain; charset="{named}"' if named else "Content-Type: text/plain"
    raw = said.encode() + b"\nContent-Transfer-Encoding: 8bit\n\n" + "note “Günther” – über".encode(encoding)
    assert read(raw).text == "note “Günther” – über"


@pytest.mark.parametrize(
    "header",
    [{"Auto_Submitted": "auto-replied"}, {"Auto_Submitted": "auto-generated; x=y"}, {"Precedence": "bulk"},
     {"Precedence": "List"}, {"Return_Path": "<>"}, {"X_Autoreply": "yes"}, {"List_Id": "<a.example>"}],
    ids=str,
)  # fmt: skip
def test_what_a_program_sent_by_itself_is_told_from_what_a_person_wrote(header: dict[str, str]):
    assert read(mail("done", **header)).is_automatic
    assert not read(mail("done", Auto_Submitted="no")).is_automatic
    assert not read(mail("done")).is_automatic


def test_a_report_that_a_mail_did_not_arrive_is_automatic():
    raw = b"Content-Type: multipart/report; boundary=x\n\n--x\nContent-Type: text/plain\n\ndone\n--x--\n"
    assert read(raw).is_automatic


def test_whom_a_mail_answers_and_who_sent_it():
    found = read(
        mail(
            "done",
            Delivered_To="orders+TOKEN@sitrep.example",
            To='"Sitrep" <Orders+other@sitrep.example>, b@example.org',
            In_Reply_To="<c@sitrep.example>",
            References="<a@sitrep.example> <b@sitrep.example> <c@sitrep.example>",
        )
    )
    assert found.sender == "anna@example.org" and found.message_id == "1@example.org"
    assert found.sent_to == ("orders+token@sitrep.example", "orders+other@sitrep.example", "b@example.org")
    assert found.answers == ("c@sitrep.example", "b@sitrep.example", "a@sitrep.example")


def test_files_are_named_and_not_opened():
    message = EmailMessage()
    message.set_content("done")
    message.add_attachment(b"move I5 0101", maintype="text", subtype="plain", filename="orders.txt")
    message.add_attachment(b"\x00", maintype="image", subtype="png", filename="map.png")
    found = read(message.as_bytes())
    assert found.text == "done" and found.attached == ("orders.txt", "map.png")


HOSTILE = {
    "nothing": b"",
    "no body": b"From: a",
    "NUL": b"Content-Type: text/plain\n\nmove\x00 I5",
    "a bad charset name": b'Content-Type: text/plain; charset="\xff\x00"\n\ndone',
    "bad base64": b"Content-Transfer-Encoding: base64\n\n%%%===a",
    "a header of bytes": b"From: =?utf-8?b?////?= <\xff\xfe@\x80>\nMessage-ID: <\xff>\n\ndone",
    "deep parts": b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(500)),
    "many parts": b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\nContent-Type: text/html\n\n<p>\n" * 5_000,
    "unclosed tags": b"Content-Type: text/html\n\n" + b"<div><blockquote>" * 10_000,
    "unmatched ends": b"Content-Type: text/html\n\n" + b"<b>" * 9_000 + b"</i>" * 20_000,
    "half of a tag": b"Content-Type: text/html\n\n" + b"<a " * 60_000,
    "one long line": b"Content-Type: text/plain\n\n" + b"wrote " * 40_000 + b":",
    "an attribution that goes on": b"Content-Type: text/plain\n\n" + b"On a <a@b> wrote\n" * 9_000,
}


@pytest.mark.parametrize("raw", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_mail_is_read_or_is_unreadable_and_nothing_else(raw: bytes):
    """And soon: one that took long would hold up the next."""
    with suppress(UnreadableMail):
        assert "\0" not in read(raw).text


def test_a_mail_that_is_too_large_is_not_read():
    with pytest.raises(UnreadableMail):
        read(b"x" * (LARGEST + 1))


def mutated(raw: bytes, draw: random.Random) -> bytes:
    """A mail with some of its bytes changed, doubled, dropped or swapped with others of it."""
    data = bytearray(raw)
    for _ in range(draw.randint(1, 12)):
        at, length = draw.randrange(len(data)), draw.randint(1, 40)
        match draw.randrange(5):
            case 0:
                data[at] = draw.randrange(256)
            case 1:
                data[at:at] = data[at : at + length] * draw.randint(1, 30)
            case 2:
                del data[at : at + min(length, len(data) - 1)]
            case 3:
                data[at:at] = draw.choice(
                    (b"\n\n", b"\0", b"--x\n", b"<div>", b"=?utf-8?q?", b"Content-Type: ", b"> ", b"\xff\xfe")
                )
            case _:
                other = draw.randrange(len(data))
                data[at : at + length], data[other : other + length] = (
                    data[other : other + length],
                    data[at : at + length],
                )
        data = data or bytearray(b"x")
    return bytes(data)


@pytest.mark.parametrize("count", [300, pytest.param(10_000, marks=pytest.mark.soak)])
def test_broken_mails_are_read_or_unreadable_and_nothing_else(count: int):
    draw = random.Random(17)
    both = EmailMessage()
    both.set_content(ORDERS)
    both.add_alternative(HTML["Gmail"], subtype="html")
    both.add_attachment(b"1234", maintype="image", subtype="png", filename="map.png")
    whole = [
        both.as_bytes(),
        *(mail(body) for body in WRITTEN.values()),
        *(mail(body, "html") for body in HTML.values()),
    ]
    for _ in range(count):
        raw = mutated(draw.choice(whole), draw)
        with suppress(UnreadableMail):
            read(raw)
