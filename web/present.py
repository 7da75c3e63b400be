"""A seat's draft and log made into what the match page shows. Rules stay below, HTML stays in the templates."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from markupsafe import Markup, escape

from service.engine.options import Option, Scalar
from service.engine.ruleset import kind_of
from service.engine.seats import PRESENT
from service.engine.sightlines import SightLine
from service.engine.standing import ENGINE_ORDERS
from service.matches import Entry, Letter
from service.matches.drafts import Draft
from service.matches.exchanges import Meter
from service.matches.rulebooks import rule_url
from web.board import Board
from web.forms import Item, Words, draw, merged, told_apart
from web.games import dress
from web.games.plain import Dress, Fact, Row
from web.shown import (
    Asked,
    Chosen,
    Group,
    LetterShown,
    MatchPage,
    Notice,
    Pick,
    SheetShown,
    SightShown,
    Subject,
    Tab,
    Told,
    Written,
)
from web.standing import meter_words
from web.track import track

HEX_IN_TEXT = re.compile(r"(?<![\w-])(\d{4})(?![\w-])")
LATEST_ENTRIES = 300
NO_TERMS: Mapping[str, str] = {}
ACCEPTED = "orders-accepted"
NOTHING_HERE = "There is nothing to decide here. Look at what you were told, then close the step."
REFUSED = (
    "An order on the sheet cannot be sent as it stands: the sheet says why. Take it off, or put right what it needs."
)


# ---- the orders


def groups_of(
    shown: Dress, drafted: Draft, options: Iterable[Option], unit: str | None, picked: Mapping[str, str]
) -> tuple[tuple[Group, ...], Chosen | None]:
    """The options by order type, those of the chosen unit apart."""
    by_kind: dict[str, list[Option]] = {}
    for option in options:
        by_kind.setdefault(option.order, []).append(option)
    ordered = {shown.subject(order) for order in drafted.orders}
    groups, of_unit = [], []
    for kind, offered in by_kind.items():
        mine = [option for option in offered if unit is not None and option.subject == unit]
        if mine:
            of_unit.append(narrowed(shown, drafted, kind, mine, picked))
        if not any(option.subject for option in offered):
            groups.append(narrowed(shown, drafted, kind, offered, picked))
    subjects = subjects_of(shown, drafted, by_kind, ordered)
    if subjects:
        kinds = [kind for kind, offered in by_kind.items() if any(option.subject for option in offered)]
        groups.insert(0, Group(kind="units", title=" · ".join(map(shown.title, kinds)), subjects=subjects))
    row = shown.unit(drafted.view, unit) if unit else None
    if unit and row is None and of_unit:
        row = Row(name=shown.name(drafted.view, unit), line="", id=unit)
    return tuple(groups), Chosen(row=row, groups=tuple(of_unit)) if row else None


def subjects_of(
    shown: Dress, drafted: Draft, by_kind: Mapping[str, Sequence[Option]], ordered: Collection[str | None]
) -> tuple[Subject, ...]:
    """The units that something can be ordered to, in the order of the roster as far as they are on it."""
    ids = {option.subject for offered in by_kind.values() for option in offered if option.subject}
    listed = [row.id for roster in shown.rosters(drafted.view) for row in roster.rows if row.id in ids]
    return tuple(
        subject(shown, drafted, id, id in ordered) for id in [*filter(None, listed), *sorted(ids - set(listed))]
    )


def subject(shown: Dress, drafted: Draft, id: str, ordered: bool) -> Subject:
    """A unit as a chip."""
    row = shown.unit(drafted.view, id) or Row(name=shown.name(drafted.view, id), line="")
    return Subject(id=id, name=row.name, hex=row.hex, ordered=ordered)


def narrowed(shown: Dress, drafted: Draft, kind: str, options: Sequence[Option], picked: Mapping[str, str]) -> Group:
    """The form of one option, and a choice for each settled value in which the options differ."""
    left, picks = list(options), []
    for name in dict.fromkeys(name for option in options for name in option.fixed):
        values = list(dict.fromkeys(json.dumps(option.fixed.get(name)) for option in left))
        if len(values) < 2:
            continue
        param = f"pick.{kind}.{name}"
        chosen = picked.get(param, values[0])
        chosen = chosen if chosen in values else values[0]
        items = tuple(Item(value=value, label=fixed_words(shown, drafted, name, value)) for value in values)
        picks.append(Pick(name=param, label=shown.label(name), items=items, chosen=chosen))
        left = [option for option in left if json.dumps(option.fixed.get(name)) == chosen]
    left = merged(left)
    if len(left) > 1:
        param = f"pick.{kind}"
        values = [str(place) for place in range(len(left))]
        chosen = picked.get(param, "0")
        chosen = chosen if chosen in values else "0"
        items = tuple(Item(value=v, label=label) for v, label in zip(values, told_apart(left), strict=True))
        picks.append(Pick(name=param, label="Which", items=items, chosen=chosen))
        left = [left[int(chosen)]]
    option = left[0]
    return Group(
        kind=kind,
        title=shown.title(kind),
        help=shown.help(drafted.view, kind),
        picks=tuple(picks),
        form=draw(
            option,
            Words(label=shown.label, value=lambda name, value: shown.value(drafted.view, name, value)),
            drafted.destinations(option.subject) if option.subject else (),
            shown.holds(drafted.view, kind),
        ),
    )


def fixed_words(shown: Dress, drafted: Draft, name: str, value: str) -> str:
    """A settled value as words."""
    plain_value = json.loads(value)
    if isinstance(plain_value, Scalar):
        return shown.value(drafted.view, name, plain_value)
    return shown.told(drafted.view, name, plain_value) if isinstance(plain_value, list) else str(plain_value)


# ---- what is asked


def asked_of(shown: Dress, drafted: Draft, kinds: Sequence[str]) -> Asked:
    """What the seat has to do now, by what it knows."""
    where, sheet = drafted.reading.where, len(drafted.orders)
    if where.ended:
        return Asked(mood="over", title="The match is over", lead=shown.verdict(drafted.reading.view), idle="")
    if not where.asked:
        others = " and ".join(shown.seat(seat) for seat in where.attendance if seat != drafted.reading.seat)
        title = f"Waiting for {others}" if others else "Nothing is asked of you now"
        said = shown.waiting(drafted.reading.view) or (
            title, "You have nothing to do just now. This page changes by itself when you are told something."
        )  # fmt: skip
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
            mood="asked", title=decision.title, lead=decision.lead, decision=decision,
            idle="Nothing more can be ordered in this step.",
        )  # fmt: skip
    many = "order" if sheet == 1 else "orders"
    return Asked(
        mood="asked",
        title=title,
        lead=REFUSED
        if any(not verdict.allowed for verdict in drafted.verdicts)
        else shown.ask(drafted.reading.view, kinds, title) or ("" if kinds or sheet else NOTHING_HERE),
        facts=shown.question(drafted.reading.view),
        action=f"Send {sheet} {many} and close this step" if sheet else "Close this step without an order",
        primary=bool(sheet) or not kinds,
        idle="Nothing more can be ordered in this step.",
    )


# ---- the line of sight


def sight_shown(line: SightLine | None, a: str, b: str) -> SightShown:
    """What is asked about a line of sight, and what was found."""
    if not (a and b):
        return SightShown(a=a, b=b)
    if line is None:
        return SightShown(a=a, b=b, verdict="No such hex", words=f"{a} or {b} is not on this map.", tone="warn")
    apart = f"{line.distance} hex{'' if line.distance == 1 else 'es'}"
    if not line.open:
        return SightShown(a=a, b=b, verdict="Blocked", words=f"{apart}. {line.why.capitalize()}.", tone="bad")
    figures = [
        f"{line.hindrances} hindrance{'' if line.hindrances == 1 else 's'} on the way" if line.hindrances else "",
        f"smoke {line.smoke:+}" if line.smoke else "",
        f"cover {line.cover:+} at {b}" if line.cover else f"no cover at {b}",
    ]
    return SightShown(a=a, b=b, verdict="Open", words=", ".join([apart, *filter(None, figures)]) + ".", tone="good")


# ---- the log and the letters


def linked(text: str, hexes: Collection[str], terms: Mapping[str, str] = NO_TERMS) -> Markup:
    """A sentence whose hexes are links to the map, and whose modifiers link to their rules. The rest of it is text."""
    named = (
        re.compile(rf"({'|'.join(map(re.escape, sorted(terms, key=len, reverse=True)))})(?= [+-]\d)") if terms else None
    )
    return Markup("").join(
        Markup('<a class="hex" href="#hex-{0}" data-map-hex="{0}">{0}</a>').format(piece)
        if place % 2 and (not hexes or piece in hexes)
        else ruled(piece, named, terms)
        for place, piece in enumerate(HEX_IN_TEXT.split(text))
    )


def ruled(text: str, named: re.Pattern[str] | None, terms: Mapping[str, str]) -> Markup:
    """A piece of a sentence, its modifiers links that open a window of their own: what is being written stays."""
    return Markup("").join(
        Markup('<a class="term" href="{}" target="_blank" rel="noopener">{}</a>').format(terms[piece], piece)
        if place % 2
        else escape(piece)
        for place, piece in enumerate(named.split(text) if named else (text,))
    )


def letters_of(
    shown: Dress,
    letters: Sequence[Letter],
    hexes: Collection[str],
    words: Callable[[str], str],
    terms: Mapping[str, str] = NO_TERMS,
) -> tuple[LetterShown, ...]:
    """The seat's post, newest first."""
    return tuple(
        LetterShown(
            number=letter.number,
            dateline=", ".join((shown.turns_of(letter.turn), *letter.titles[-1:])),
            lines=tuple(lines_of(letter.entries, hexes, words, terms)),
        )
        for letter in reversed(letters)
    )


def lines_of(
    entries: Iterable[Entry],
    hexes: Collection[str],
    words: Callable[[str], str],
    terms: Mapping[str, str] = NO_TERMS,
) -> Iterable[Told]:
    """Entries as sentences; those that say nothing are left out."""
    return (Told(number=entry.number, said=linked(words(entry.text), hexes, terms)) for entry in entries if entry.text)


def news_of(
    shown: Dress,
    entries: Sequence[Entry],
    hexes: Collection[str],
    words: Callable[[str], str],
    terms: Mapping[str, str] = NO_TERMS,
    *,
    asked: bool,
) -> tuple[Told, ...]:
    """What the seat was told since it last gave orders, less what the page says anyway; who waits reads on."""
    steps = [place for place, entry in enumerate(entries, start=1) if entry.kind == ACCEPTED]
    until = len(entries)
    for since in reversed([0, *steps]):
        told = [entry for entry in entries[since:until] if shown.is_news(entry.kind, entry.text)]
        if told or asked:
            return tuple(lines_of(told, hexes, words, terms))
        until = since
    return ()


def present(
    drafted: Draft,
    *,
    letters: Sequence[Letter],
    entries: Sequence[Entry],
    key: str,
    unit: str | None,
    picked: Mapping[str, str],
    board: Board,
    meter: Meter,
    standing_open: bool = False,
    sight: SightShown | None = None,
    notice: Notice | None = None,
    announcement: str = "",
) -> MatchPage:
    """The whole page."""
    reading = drafted.reading
    rules, where, shown = reading.rules, reading.where, dress(reading.rules.name)
    words, rule_at = partial(shown.read, reading.view), partial(rule_url, rules)
    terms = {term: place for term, rule in shown.rule_words().items() if (place := rule_at(rule))}
    lasting = {kind_of(order) for order in (*ENGINE_ORDERS, *rules.anytime)} - {"done"}
    options = [option for option in drafted.options if option.order != "done"]
    now = [option for option in options if option.order not in lasting]
    later = [option for option in options if option.order in lasting]
    groups, chosen = groups_of(shown, drafted, now, unit, picked)
    editor = shown.standing(reading.view, later) if later else None
    plainly = [option for option in later if editor is None or option.order not in editor.kinds]
    lasting_groups, _ = groups_of(shown, drafted, plainly, None, picked)
    lines = tuple(
        Written(
            said=shown.order(reading.view, order),
            refused=words(verdict.reason or ""),
            rule=verdict.rule or "",
            rule_at=rule_at(verdict.rule or "") or "",
        )
        for order, verdict in zip(drafted.orders, drafted.verdicts, strict=True)
    )
    base = f"/matches/{reading.match_id}/{reading.seat}"
    present_now = where.attendance.get(reading.seat) == PRESENT
    return MatchPage(
        match=reading.match_id,
        seat=reading.seat,
        side=shown.seat(reading.seat),
        base=base,
        socket=f"/api/v1/matches/{reading.match_id}/seats/{reading.seat}/live/page?after={reading.version}",
        title=rules.scenarios[reading.scenario],
        book=f"/games/{rules.name}" if rules.rulebook().sections else "",
        colour=shown.colour(reading.seat, rules.seats),
        version=reading.version,
        key=key,
        facts=shown.facts(reading.view, where.turn),
        track=track(rules.outline, where.address, where.titles, asked=where.asked, ended=where.ended),
        asked=asked_of(shown, drafted, list(dict.fromkeys(option.order for option in now))),
        unit=unit if chosen else None,
        chosen=chosen,
        groups=groups,
        lasting=lasting_groups,
        editor=editor,
        standing_open=standing_open,
        meter=meter_words(meter),
        attendance="you are present" if present_now else "you are on standing orders",
        others=tuple(
            Fact(label=shown.seat(other), value="present" if how == PRESENT else "on standing orders")
            for other, how in where.attendance.items()
            if other != reading.seat
        ),
        sheet=SheetShown(version=reading.sheet_version, orders=reading.sheet_text, lines=lines),
        points=shown.points(reading.view),
        rosters=shown.rosters(reading.view),
        figures=shown.key(),
        letters=letters_of(shown, letters, board.hexes, words, terms),
        log=tuple(reversed(list(lines_of(entries, board.hexes, words, terms))))[:LATEST_ENTRIES],
        news=news_of(shown, entries, board.hexes, words, terms, asked=where.asked),
        board=board,
        sight=sight,
        notice=notice and replace(notice, text=words(notice.text), rule_at=rule_at(notice.rule) or ""),
        announcement=announcement,
        tabs=(
            Tab(name="orders", label="Orders"),
            Tab(name="sheet", label="Sheet", count=len(lines)),
            Tab(name="units", label="Units"),
            Tab(name="letters", label="Letters", count=where.letters, unread=True),
            Tab(name="log", label="Log"),
        ),
    )
