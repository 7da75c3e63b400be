"""A seat's draft and log made into what the match page shows. Rules stay below, HTML stays in the templates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from service.engine.facts import NothingAsked
from service.engine.figures import signed
from service.engine.line_of_sight import LineOfSight
from service.engine.name_words import Reads
from service.engine.places import Ground
from service.engine.reports import LogEntry, RulesTold
from service.engine.sentences import counted, joined, plain_text, say
from service.engine.words import PlainWords
from service.matches import EntryInWords
from service.matches.drafts import Draft
from service.matches.errors import STOPPED, MatchStopped
from web.games.shelf import dress
from web.parts.fields import ROOM
from web.parts.sentences import Links, linked
from web.table.shown import Asked, EntryShown, NewRules, SightShown

NOTHING_HERE = "There is nothing to decide here. Look at what you were told, then close the step."
WITH_THE_UMPIRE = NothingAsked(
    say("The umpire is at work"), say("You will be told here in a moment what came of them.")
)
REFUSED = "An order on the sheet cannot be sent as it stands: the sheet says why. Take it off, or correct it."


# ---- what is asked


def asked_of(words: PlainWords, drafted: Draft, kinds: Sequence[str]) -> Asked:
    """What the seat has to do now, by what it knows."""
    where, sheet = drafted.reading.where, len(drafted.orders)
    sent = plain_text(joined(". ", WITH_THE_UMPIRE)) if drafted.reading.settles else ""
    if drafted.reading.stopped:
        return Asked(mood="stopped", title=MatchStopped.title, lead=say(STOPPED), idle="No orders are taken meanwhile.")
    if where.ended:
        aim = drafted.reading.game.words.stands_with_aim(drafted.reading.known)
        title = plain_text(aim.title, drafted.ground) or "Nobody has won"
        return Asked(mood="over", title=title, lead=aim.line, idle="")
    if not where.asked:
        others = " and ".join(
            f"the {words.seat(seat)} side" for seat in where.attendance if seat != drafted.reading.seat
        )
        title = f"Waiting for {others}" if others else "Nothing is asked of you now"
        said = words.waiting(drafted.reading.known) or NothingAsked(
            say(title), say("You have nothing to do just now. This page changes by itself when you are told something.")
        )  # fmt: skip
        is_timed = words.is_live(drafted.reading.known) and words.until(drafted.reading.known)
        if sent and not is_timed:  # a time that runs says itself how soon
            said = WITH_THE_UMPIRE
        return Asked(
            mood="waiting",
            title=plain_text(said.title, drafted.ground),
            lead=said.text,
            idle="You give your orders here when you are asked.",
        )
    title = where.titles[-1] if where.titles else "Your orders"
    look = dress(drafted.reading.game)
    decision = words.decision(drafted.reading.known)
    if decision is not None and not sheet:
        is_timed = words.is_live(drafted.reading.known) and words.until(drafted.reading.known)
        return Asked(
            mood="asked", title=decision.title, sent="" if is_timed else sent, decision=decision,
            lead=words.reader(drafted.reading.known)(decision.lead),
            acts=look.acts(drafted.reading.known, drafted.options, drafted.odds),
            idle="Nothing more can be ordered in this step.",
        )  # fmt: skip
    known, reads = drafted.reading.known, words.reader(drafted.reading.known)
    passing = words.passing(known, kinds)
    grave = any(foretold.grave for foretold in drafted.foretold())
    if drafted.unclosed is not None and not any(drafted.refusals):
        return Asked(
            mood="asked", title=title, sent=sent, facts=words.question(drafted.known_after),
            lead=words.reader(drafted.known_after)(drafted.unclosed.said),
            idle="Nothing more can be ordered in this step.",
        )  # fmt: skip
    return Asked(
        mood="asked",
        title=decision.title if decision is not None else title,
        lead=say(REFUSED)
        if any(drafted.refusals)
        else reads(decision.lead if decision is not None else words.ask(drafted.known_after, kinds, title))
        or say("" if kinds or sheet else NOTHING_HERE),
        sent=sent,
        facts=words.question(drafted.known_after),
        action=words.sending(sheet) if sheet else passing,
        passes=not sheet and bool(kinds),
        goes_on=f"Send {'this order' if sheet == 1 else 'these orders'} and go on" if leads_on(drafted) else "",
        review=f"Look over {counted(sheet, 'order')} and send" if sheet else f"{passing} …" if grave else "",
        idle="Send this and go on: what comes of it opens the next order, in this step alone."
        if leads_on(drafted)
        else "Nothing more can be ordered in this step.",
    )


def leads_on(drafted: Draft) -> bool:
    """Whether an order on the sheet opens more at this heading, by what comes of it."""
    picture = drafted.known_after.picture
    return not any(drafted.refusals) and any(order.leads_on(picture) for order in drafted.orders)


# ---- the line of sight


def sight_shown(line: LineOfSight | None, a: str, b: str, ground: Ground | None) -> SightShown:
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
        return replace(asked, title=f"No such {noun}", words=say(f"{a} or {b} is not on this map."), tone="warn")
    apart = f"{line.distance} {noun if line.distance == 1 else ground.nouns}"
    if not line.open:
        return replace(asked, title="Blocked", words=say(f"{apart}. ", line.why), tone="bad")
    figures = [
        f"{line.hindrances} hindrance{'' if line.hindrances == 1 else 's'} on the way" if line.hindrances else "",
        f"smoke {signed(line.smoke)}" if line.smoke else "",
        f"cover {signed(line.cover)} at {b}" if line.cover else f"no cover at {b}",
    ]
    return replace(asked, title="Open", words=say(", ".join([apart, *filter(None, figures)]), "."), tone="good")


# ---- the log and the letters


def entries_shown(entries: Iterable[EntryInWords], links: Links, reads: Reads) -> Iterator[EntryShown]:
    """Entries as sentences; those that say nothing are left out."""
    for entry in entries:
        if said := reads(entry.text):
            yield EntryShown(number=entry.number, said=linked(said, links))


def new_rules_of(told: LogEntry | None) -> NewRules | None:
    """That the rules have changed, by the entry that told it."""
    if told is None or not isinstance(told.report, RulesTold):
        return None
    return NewRules(version=told.report.version, was=told.report.was, changes=told.report.changes)
