"""Mails, and what is told on the web, on trial in two worlds: when it comes, its subject, size and bytes are alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest

from service.engine.game import AnyGame
from service.engine.hexes import distance
from service.engine.state import Known
from service.games.ndc.game import NDC
from service.mailing import webhooks
from service.mailing.answering import answer_next
from service.mailing.mails import mail_of
from service.mailing.maps import map_for
from service.mailing.pushes import said_to_browsers
from service.mailing.webhooks import hook_of
from service.matches import Account, Context, mail_addresses, mail_texts, take_seat, web_channels
from service.matches.handover import hand_over
from service.matches.mail_addresses import AddressOwner, Wishes
from service.matches.mail_texts import mail_text
from service.matches.map_pictures import MapPicture
from service.matches.notices import note_what_time_brings, take_up, was_sent
from service.matches.recovery import ask_way_back, take_up_asked
from service.matches.replies import take_in
from service.matches.seat_transfers import tell
from service.store import BESIDES, Work
from service.store.notices import SavedNotice
from tests.mailing.house import HOUSE
from tests.mailing.programs import above, answer
from tests.secrecy.bustle import bustle
from tests.secrecy.houses import CANARY, MATCH, House
from tests.secrecy.test_two_worlds_http import LAST, SECRET, pair_of_houses
from tests.secrecy.worlds import Leak
from web.drawing import picture
from web.games.pictures import map_picture
from web.games.shelf import dress
from web.house.feeds import atom

REPLYING = replace(HOUSE, reply="orders+{token}@sitrep.example")
STEPS, FEWER = 14, 6
"""So many headings are closed in a match: in the soak, and enough of them for a letter and for what is told aside."""
FEW = slice(0, None, 8)
MAIL = tuple[datetime, str, int, bytes]
"""A mail as whoever holds the wire sees it: the moment, the subject, the size and the bytes."""


@pytest.fixture(autouse=True)
def uncoloured(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The drawing of a map stands for its picture but in the soak: the same one is always coloured alike
    (`tests/web/test_map_pictures.py`)."""
    if request.node.get_closest_marker("soak") is None:
        monkeypatch.setattr(picture, "coloured", lambda svg, *, below: bytes(24) + svg.encode())


def with_address(house: House, **wishes: object) -> House:
    """The watched account and the arbiter have confirmed addresses; the former is to be told of everything."""
    house.context = replace(house.context, mail=REPLYING, site=HOUSE.url, draw_map=map_picture)
    wished = Wishes(letters=True, waits=False, talk="at-once", **wishes)  # type: ignore[arg-type]
    for name, has in (("watched", wished), ("arbiter", Wishes())):
        confirmed(house, name, has)
    watched = AddressOwner("watched")
    web_channels.make_feed(house.context, watched)
    with house.context.store.work() as work:
        pushed = web_channels.made(house.context, watched, "push", "[]")
        work.notices.put(replace(pushed, confirmed_at=house.context.clock()))
    web_channels.set_webhook(house.context, watched, "https://chat.example/hooks/1")
    [*mails_of(house)]
    with house.context.store.work() as work:
        hook = work.notices.channel_of("watched", kind="webhook")
        assert hook is not None
        work.notices.put(replace(hook, confirmed_at=house.context.clock()))
    return house


def confirmed(house: House, name: str, wishes: Wishes) -> None:
    """An account has an address, and has confirmed it."""
    mail_addresses.put_channel(house.context, AddressOwner(name), f"{name}@mail.example", wishes)
    [*mails_of(house)]
    with house.context.store.work() as work:
        saved = work.notices.channel_of(name)
        assert saved is not None
        work.notices.put(replace(saved, confirmed_at=house.context.clock()))


def handed_over(house: House) -> None:
    """Who watches hands the seat over to somebody else, who is told what it is asked."""
    confirmed(house, "third", Wishes())
    token = hand_over(house.context, Account("watched", None), MATCH, house.seat)
    take_seat(house.context, Account("third", None), MATCH, house.seat, token)


def mails_of(house: House) -> Iterator[MAIL]:
    """What is sent now."""
    take_up_asked(house.context)
    note_what_time_brings(house.context)
    while (mailing := take_up(house.context, "trial")) is not None:
        text = mail_text(house.context, mailing)
        mail = mail_of(REPLYING, mailing, text, map_for(house.context, text))
        was_sent(house.context, mailing, "250 OK")
        yield house.now[0], text.subject, len(mail.content), mail.content
    while (mailing := take_up(house.context, "trial", BESIDES)) is not None:
        if mailing.channel.kind == "webhook":
            hook = hook_of(house.context, mailing)
            content = hook.content + str(hook.headers).encode()
        elif mailing.channel.kind == "push":
            content = said_to_browsers(house.context, mailing)
        else:
            content = str(mailing.notice.id).encode()
        was_sent(house.context, mailing, "It answered 204.")
        yield house.now[0], mailing.channel.kind, len(content), content


def wait(house: House, seconds: int = 12, **time: int) -> list[MAIL]:
    """The mails that come while time goes by, second for second at first."""
    found = list[MAIL]()
    for _ in range(seconds):
        found += mails_of(house)
        house.now[0] += timedelta(seconds=1)
    house.now[0] += timedelta(**time)
    return [*found, *mails_of(house)]


def aside(house: House) -> None:
    """What is told beside the log: the other side says something and offers a draw, and a password is set for it. Who
    watches asks for a way back in."""
    api, context = f"/api/v1/matches/{MATCH}/seats/{house.other}", house.context
    with house.enemys_luck():
        said = house.enemy.post(f"{api}/talk", json={"text": "Back on Sunday.\nmove 1 to 0707"})
        offered = house.enemy.put(f"{api}/end/offer", json={"terms": "draw", "hours": 24})
    assert (said.status_code, offered.status_code) == (201, 409 if over(house) else 200), (said.text, offered.text)
    with context.store.work() as work:
        tell(work, MATCH, house.other, "password-set", None, context.clock())
    ask_way_back(context, "watched@mail.example")


ANSWERS = (
    "preview\nmove I1 to 1504\nattack 1609 with I1 as assault\nmove 1 to 0707",
    "say hello\nnote them\nmove I1 to 1504\nsend",
    "clear\nhelp\norders\nmap\naway 30 Dec",
)
"""What who watches answers to a mail: lines that name what may be hidden, orders, and nothing."""


def replied(house: House, last: bytes, said: str, number: int) -> bool:
    """Who watches answers the last mail, if it can be answered."""
    message = message_from_bytes(last)
    if message["Reply-To"] is None:
        return False
    content = answer(above, said, id=f"{number}@mail.example", sender="watched@mail.example")
    assert take_in(house.context, message["Reply-To"], content)
    while answer_next(house.context):
        pass
    return True


def feed_of(house: House) -> bytes:
    """The feed of who watches, as a reader has it."""
    link = web_channels.feed_link(house.context, AddressOwner("watched"))
    assert link is not None
    token = link.rpartition("/")[2]
    return atom(HOUSE.url, token, web_channels.feed_read(house.context, token))


def over(house: House) -> bool:
    """Whether the match has ended."""
    return bool(house.context.store.read(MATCH).state.ended)


def rematch(house: House) -> None:
    """The other side opens one, in which a seat is kept for who watches."""
    with house.enemys_luck():
        answer = house.enemy.post(f"/api/v1/matches/{MATCH}/seats/{house.other}/rematch")
    assert answer.status_code == 200, answer.text


def until_the_time_is_over(a: House, b: House) -> list[str]:
    """Who watches is asked and does not answer: a day and three hours before the end of the time, and after it, when
    the arbiter is told too; or where the match is over by then a rematch is opened. The subjects of what comes."""
    for _ in range(STEPS):
        if over(a) or a.seat in a.context.store.read(MATCH).state.waiting:
            break
        for house in (a, b):
            closed(house)
    if over(a):
        for house in (a, b):
            rematch(house)
        return mails_alike(a, b, "a rematch", minutes=10)
    with a.context.store.look() as one, b.context.store.look() as other:
        ends, also = (look.notices.asking(MATCH, a.seat).answer_by for look in (one, other))  # type: ignore[union-attr]
    assert ends is not None and ends == also and ends > a.now[0] + timedelta(days=1)
    came = []
    for hours in (25, 24, 4, 3, 1, 0):
        b.now[0] = a.now[0] = ends - timedelta(hours=hours)
        came += mails_alike(a, b, f"{hours} hours before the end", seconds=2, minutes=1)
    return came


def mails_alike(a: House, b: House, where: str, *, seconds: int = 12, **time: int) -> list[str]:
    """Raises Leak where a mail differs, or when it comes; the subjects of those that came."""
    left, right = wait(a, seconds, **time), wait(b, seconds, **time)
    if left != right:
        raise Leak(f"{where}: {[mail[:3] for mail in left]} / {[mail[:3] for mail in right]}")
    assert not any(CANARY.encode() in mail[3] for mail in (*left, *right))
    return [mail[1] for mail in left]


def closed(house: House) -> None:
    """Whoever is asked closes their heading."""
    state = house.context.store.read(MATCH).state
    if not state.ended:
        assert house.post(state.waiting[0], [{"kind": "done"}]).startswith("202")


@pytest.mark.parametrize(
    ("start", "turn", "steps", "wishes"),
    [
        (("movement", "su", "US"), 3, FEWER, {"contents": "letter-and-map"}),
        (("housekeeping", "us", "US"), LAST, FEWER, {"contents": "notice"}),
        pytest.param(("movement", "su", "US"), 3, STEPS, {}, marks=pytest.mark.soak),
        pytest.param(("housekeeping", "us", "US"), LAST, STEPS, {"contents": "notice"}, marks=pytest.mark.soak),
        pytest.param(("movement", "su", "Soviet"), 3, STEPS, {"pace": "daily"}, marks=pytest.mark.soak),
        pytest.param(("intelligence", "us", "Soviet"), 3, FEWER, {"contents": "none"}, marks=pytest.mark.soak),
    ],
)  # fmt: skip
def test_mails_are_alike_in_both_worlds(start, turn, steps, wishes, empty_database: Path, tmp_path: Path):
    """The other side is busy in one world, then in the other; then both go on, closing heading by heading."""
    _, *houses = pair_of_houses(start, 0, empty_database, tmp_path, turn=turn)
    a, b = (with_address(house, **wishes) for house in houses)
    bustle(a, SECRET, part=FEW)
    assert wait(a, hours=1) == [], "nothing was told to it"
    bustle(b, SECRET, part=FEW)
    assert wait(b, hours=1) == []
    b.now[0] = a.now[0] = max(a.now[0], b.now[0])
    came = answers = hooks = 0
    for step in range(steps):
        for house in (a, b):
            closed(house)
            if step % 4 == 1:
                aside(house)
        found = wait(a, hours=25)
        if found != wait(b, hours=25):
            raise Leak(f"{start}, step {step}")
        assert not any(CANARY.encode() in mail[3] for mail in found)
        came += len(found)
        mails = [one for one in found if one[1] not in BESIDES]
        hooks += sum(one[1] == "webhook" for one in found)
        if mails and replied(a, mails[-1][3], ANSWERS[step % 3], step):
            assert replied(b, mails[-1][3], ANSWERS[step % 3], step)
            answers += len(mails_alike(a, b, f"{start}, step {step}, an answer"))
    assert feed_of(a) == feed_of(b) and hooks >= 1
    assert came >= 1 and (answers >= 1 or wishes.get("pace") == "daily")
    at_the_end = until_the_time_is_over(a, b)
    assert at_the_end, "a rematch, or reminders and what the arbiter is told"
    silent = over(a) or wishes.get("contents") == "none"
    assert silent or sum("a reminder" in subject for subject in at_the_end) == 2, at_the_end
    for house in (a, b):
        handed_over(house)
    taken = mails_alike(a, b, "a seat handed over", minutes=5)
    assert over(a) or any("your turn" in subject for subject in taken), taken
    assert silent or wishes.get("pace") or any("a time is over" in subject for subject in at_the_end), at_the_end


def test_a_mail_that_counts_what_others_were_told_is_found(monkeypatch, empty_database: Path, tmp_path: Path):
    """The planted leak: a letter that bears the length of all logs."""
    honest = mail_texts.reading_as_of

    def counting(look: Work, notice: SavedNotice):
        found = honest(look, notice)
        found.name = f"Match {sum(look.matches.log_length(MATCH, seat) for seat in NDC.info.seats)}"
        return found

    monkeypatch.setattr(mail_texts, "reading_as_of", counting)
    _, *houses = pair_of_houses(("movement", "su", "US"), 0, empty_database, tmp_path)
    a, b = map(with_address, houses)
    bustle(a, SECRET, part=FEW)
    b.now[0] = a.now[0]
    with pytest.raises(Leak):
        for step in range(STEPS):
            for house in (a, b):
                closed(house)
            mails_alike(a, b, f"step {step}", hours=25)


def test_a_map_that_shows_more_than_is_known_is_found(empty_database: Path, tmp_path: Path):
    """The planted leak: a picture that leaves own units out to which an enemy is close in truth. The text of that mail
    is alike in both worlds."""
    _, *houses = pair_of_houses(("movement", "su", "US"), 0, empty_database, tmp_path)
    a, b = (with_address(house, contents="letter-and-map") for house in houses)
    for house in (a, b):

        def leaking(game: AnyGame, known: Known[Any, Any], house: House = house) -> MapPicture | None:
            drawing = dress(game).map(known.picture)
            assert drawing is not None
            units = house.context.store.read(MATCH).state.units.values()
            enemies = [unit.hex for unit in units if unit.side != house.seat and unit.hex]
            safe = {place for place in drawing.places if all(distance(place, enemy) > 4 for enemy in enemies)}
            return map_picture(game, replace(known, makes=lambda _: drawing.within(known.view, safe)))

        house.context = replace(house.context, draw_map=leaking)
    bustle(a, SECRET, part=FEW)
    b.now[0] = a.now[0]
    with pytest.raises(Leak):
        for step in range(STEPS):
            for house in (a, b):
                closed(house)
            mails_alike(a, b, f"step {step}", hours=25)


def test_a_webhook_that_counts_what_others_were_told_is_found(monkeypatch, empty_database: Path, tmp_path: Path):
    """The planted leak: a link that bears the length of all logs."""
    honest = webhooks.where

    def counting(context: Context, notice: SavedNotice) -> str:
        with context.store.look() as look:
            return f"{honest(context, notice)}?{sum(look.matches.log_length(MATCH, seat) for seat in NDC.info.seats)}"

    monkeypatch.setattr(webhooks, "where", counting)
    _, *houses = pair_of_houses(("movement", "su", "US"), 0, empty_database, tmp_path)
    a, b = map(with_address, houses)
    bustle(a, SECRET, part=FEW)
    b.now[0] = a.now[0]
    with pytest.raises(Leak, match="webhook"):
        for step in range(STEPS):
            for house in (a, b):
                closed(house)
            mails_alike(a, b, f"step {step}", hours=25)
