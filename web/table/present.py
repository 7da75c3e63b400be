"""A seat's draft and log made into what the match page shows. Rules stay below, HTML stays in the templates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, takewhile
from math import ceil

from service.engine.kinds import kind_of
from service.engine.places import Ground
from service.engine.seats import PRESENT
from service.engine.sentences import PlaceSpan, Sentence, plain_text, say
from service.engine.sightlines import SightLine
from service.engine.standing import ENGINE_ORDERS
from service.matches import Entry, Letter
from service.matches.drafts import Draft
from service.matches.errors import STOPPED, MatchStopped
from service.matches.rulebooks import rule_url
from web.games import dress
from web.games.plain import Dress, Fact, Reads
from web.parts.forms import ROOM, Sent
from web.parts.letters import letters_of
from web.parts.sentences import Links, linked
from web.parts.standing import meter_words
from web.table.board import Board
from web.table.ordering import Ordering
from web.table.shown import (
    Asked,
    ForetoldShown,
    MatchPage,
    NewRules,
    Notice,
    SheetShown,
    SightShown,
    Tab,
    Told,
    Written,
)
from web.table.track import track

LATEST_ENTRIES = 300
ACCEPTED = "orders-accepted"
RULES = "rules-told"
NOTHING_HERE = "There is nothing to decide here. Look at what you were told, then close the step."
WITH_THE_UMPIRE = "Your orders are with the umpire", "What comes of them is told here in a moment."
REFUSED = (
    "An order on the sheet cannot be sent as it stands: the sheet says why. Take it off, or put right what it needs."
)


# ---- what is asked


def asked_of(shown: Dress, drafted: Draft, kinds: Sequence[str]) -> Asked:
    """What the seat has to do now, by what it knows."""
    where, sheet = drafted.reading.where, len(drafted.orders)
    sent = ". ".join(WITH_THE_UMPIRE) if drafted.reading.settles else ""
    if drafted.reading.stopped:
        return Asked(mood="stopped", title=MatchStopped.title, lead=STOPPED, idle="No orders are taken meanwhile.")
    if where.ended:
        return Asked(
            mood="over",
            title="The match is over",
            lead=drafted.reading.game.words.verdict(drafted.reading.view),
            idle="",
        )
    if not where.asked:
        others = " and ".join(shown.seat(seat) for seat in where.attendance if seat != drafted.reading.seat)
        title = f"Waiting for {others}" if others else "Nothing is asked of you now"
        said = shown.waiting(drafted.reading.view) or (
            title, "You have nothing to do just now. This page changes by itself when you are told something."
        )  # fmt: skip
        if sent:
            said = WITH_THE_UMPIRE
        return Asked(
            mood="waiting",
            title=said[0],
            lead=said[1],
            idle="When you are asked, what you can order stands here.",
        )
    title = where.titles[-1] if where.titles else "Your orders"
    decision = None if sheet else shown.decision(drafted.reading.view, drafted.options, drafted.odds)
    if decision is not None:
        return Asked(
            mood="asked", title=decision.title, lead=decision.lead, sent=sent, decision=decision,
            idle="Nothing more can be ordered in this step.",
        )  # fmt: skip
    many = "order" if sheet == 1 else "orders"
    grave = any(foretold.grave for foretold in drafted.foretold())
    return Asked(
        mood="asked",
        title=title,
        lead=REFUSED
        if any(not verdict.allowed for verdict in drafted.verdicts)
        else shown.ask(drafted.reading.view, kinds, title) or ("" if kinds or sheet else NOTHING_HERE),
        sent=sent,
        facts=shown.question(drafted.reading.view),
        action=f"Send {sheet} {many} and close this step"
        if sheet
        else "Close this step without an order"
        if kinds
        else "Close this step",
        review=f"Look over {sheet} {many} and send" if sheet else "Close without an order …" if grave else "",
        idle="Nothing more can be ordered in this step.",
    )


# ---- the line of sight


def sight_shown(line: SightLine | None, a: str, b: str, ground: Ground | None) -> SightShown:
    """What is asked about a line of sight between two places as they were written, and what was found."""
    if ground is None:
        return SightShown(a=a, b=b)
    a, b = (ground.show(place) if (place := ground.parse(text)) else text[: ground.longest] for text in (a, b))
    noun, names = ground.noun, "numbers" if ground.in_figures else "names"
    asked = SightShown(
        a=a, b=b, most=ground.longest + ROOM, in_figures=ground.in_figures,
        invitation=f"Tap two {ground.nouns} on the map, or write their {names}.",
    )  # fmt: skip
    if not (a and b):
        return asked
    if line is None:
        return replace(asked, verdict=f"No such {noun}", words=f"{a} or {b} is not on this map.", tone="warn")
    apart = f"{line.distance} {noun if line.distance == 1 else ground.nouns}"
    if not line.open:
        return replace(asked, verdict="Blocked", words=f"{apart}. {line.why.capitalize()}.", tone="bad")
    figures = [
        f"{line.hindrances} hindrance{'' if line.hindrances == 1 else 's'} on the way" if line.hindrances else "",
        f"smoke {line.smoke:+}" if line.smoke else "",
        f"cover {line.cover:+} at {b}" if line.cover else f"no cover at {b}",
    ]
    return replace(asked, verdict="Open", words=", ".join([apart, *filter(None, figures)]) + ".", tone="good")


# ---- the log and the letters


def lines_of(entries: Iterable[Entry], links: Links, reads: Reads) -> Iterator[Told]:
    """Entries as sentences; those that say nothing are left out."""
    for entry in entries:
        if said := reads(entry.text):
            named = dict.fromkeys(span.place for span in said if isinstance(span, PlaceSpan))
            yield Told(
                number=entry.number,
                said=linked(said, links),
                hexes=tuple(place for place in named if place in links.places),
            )


def once(told: Sequence[Entry]) -> list[Entry]:
    """What was told, the same of the same enemy but once, at its last: each flash of a gun tells it anew."""
    last = {(entry.kind, entry.text): entry.number for entry in told}
    return [entry for entry in told if entry.kind != "contact-seen" or last[entry.kind, entry.text] == entry.number]


def news_of(shown: Dress, entries: Sequence[Entry], links: Links, reads: Reads, *, asked: bool) -> tuple[Told, ...]:
    """What the seat was told since it last gave orders, less what the page says anyway; who waits reads on."""
    steps = [place for place, entry in enumerate(entries, start=1) if entry.kind == ACCEPTED]
    until = len(entries)
    for since in reversed([0, *steps]):
        told = [
            entry for entry in entries[since:until] if entry.kind != RULES and shown.is_news(entry.kind, entry.report)
        ]
        if told or asked:
            return tuple(lines_of(once(told), links, reads))
        until = since
    return ()


def new_rules_of(entries: Sequence[Entry]) -> NewRules | None:
    """That the rules have changed, if the seat was told so since it last gave orders."""
    for entry in takewhile(lambda entry: entry.kind != ACCEPTED, reversed(entries)):
        if entry.kind == RULES:
            said = entry.report
            return NewRules(version=said["version"], was=said["was"], changes=tuple(said["changes"]))
    return None


def present(
    drafted: Draft,
    *,
    letters: Sequence[Letter],
    entries: Sequence[Entry],
    key: str,
    unit: str | None,
    picked: Mapping[str, str],
    board: Board,
    standing_open: bool = False,
    sight: SightShown | None = None,
    notice: Notice | None = None,
    announcement: Sentence = (),
    filled: Sent | None = None,
) -> MatchPage:
    """The whole page."""
    reading = drafted.reading
    game, where, shown = reading.game, reading.where, dress(reading.game)
    reads, rule_at = shown.reader(reading.view), partial(rule_url, game)
    rosters = shown.rosters(reading.view)
    base = f"/matches/{reading.match_id}/{reading.seat}"
    own = frozenset(row.id for roster in rosters for row in roster.rows if row.id)
    links = Links(places=board.hexes, seat=base, own=own, rule=rule_at)
    lasting = {kind_of(order) for order in (*ENGINE_ORDERS, *game.anytime)} - {"done"}
    options = [option for option in drafted.options if option.order != "done"]
    now = [option for option in options if option.order not in lasting]
    later = [option for option in options if option.order in lasting]
    ordering = Ordering(shown, drafted, picked, filled, rule_at)
    groups, chosen = ordering.groups_of(now, unit)
    editor = shown.standing(reading.view, later) if later else None
    plainly = [option for option in later if editor is None or option.order not in editor.kinds]
    lasting_groups, _ = ordering.groups_of(plainly, None)
    lines = tuple(
        Written(
            said=plain_text(shown.order(reading.view, order)),
            refused=plain_text(reads(verdict.reason or ())),
            rule=verdict.rule or "",
            rule_at=rule_at(verdict.rule or "") or "",
        )
        for order, verdict in zip(drafted.orders, drafted.verdicts, strict=True)
    )
    present_now = where.attendance.get(reading.seat) == PRESENT
    return MatchPage(
        match=reading.match_id,
        seat=reading.seat,
        side=shown.seat(reading.seat),
        base=base,
        socket=f"/api/v1/matches/{reading.match_id}/seats/{reading.seat}/live/page?after={reading.version}",
        title=game.info.scenarios[reading.scenario].title,
        book=f"/games/{game.info.name}" if game.rulebook().sections else "",
        colour=shown.colour(reading.seat, game.info.seats),
        version=reading.version,
        settles=ceil(1000 * reading.settles),
        stopped=reading.stopped,
        key=key,
        facts=shown.facts(reading.view, where.turn),
        track=track(game.outline, where.address, where.titles, asked=where.asked, ended=where.ended),
        asked=asked_of(shown, drafted, list(dict.fromkeys(option.order for option in now))),
        unit=unit if chosen else None,
        chosen=chosen,
        groups=groups,
        lasting=lasting_groups,
        editor=editor,
        standing_open=standing_open,
        meter=meter_words(reading.tally.meter),
        attendance="you are present" if present_now else "you are on standing orders",
        others=tuple(
            Fact(label=shown.seat(other), value="present" if how == PRESENT else "on standing orders")
            for other, how in where.attendance.items()
            if other != reading.seat
        ),
        sheet=SheetShown(
            version=reading.sheet_version,
            orders=reading.sheet_text,
            lines=lines,
            foretold=tuple(
                ForetoldShown(
                    text=plain_text(reads(one.text)), rule=one.rule, rule_at=rule_at(one.rule) or "", grave=one.grave
                )
                for one in drafted.foretold()
            ),
        ),
        points=shown.points(reading.view),
        rosters=rosters,
        figures=shown.key(),
        letters=letters_of(letters, links),
        log=tuple(islice(lines_of(reversed(entries), links, reads), LATEST_ENTRIES)),
        news=news_of(shown, entries, links, reads, asked=where.asked),
        new_rules=new_rules_of(entries),
        since=sum(
            entry.number > reading.tally.turn_ended(asked=where.asked) and shown.is_news(entry.kind, entry.report)
            for entry in entries
        ),
        board=board,
        sight=sight,
        notice=notice and replace(notice, text=plain_text(reads(say(notice.text))), rule_at=rule_at(notice.rule) or ""),
        announcement=plain_text(reads(announcement)),
        tabs=(
            Tab(name="orders", label="Orders"),
            Tab(name="sheet", label="Sheet", count=len(lines)),
            Tab(name="units", label="Units"),
            Tab(name="letters", label="Letters", count=where.letters, unread=True),
            Tab(name="log", label="Log"),
        ),
    )
