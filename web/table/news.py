"""What a seat was told since its last orders, as its page shows it: cards of fights and movements, then the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from urllib.parse import quote

from markupsafe import Markup

from service.engine.cards import WEIGHTS, Card, Sum
from service.engine.name_words import Reads
from service.engine.reports import HeadingOpened, HeadingPassed, LogEntry, OrdersAccepted, Report, RulesTold
from service.engine.seats import Seat
from service.engine.sentences import Sentence, listed, plain_text
from service.engine.words import PlainWords
from service.matches.page_reading import PageReading
from web.drawing.map import GameMap
from web.drawing.marks import courses_drawn
from web.drawing.svg import listing
from web.games.shelf import dress
from web.parts.sentences import Links, linked
from web.table.aims import term_shown
from web.table.shown import CardShown, EntryShown, LossShown, News, SumShown

EntryAndSentence = tuple[LogEntry, Sentence]

MOST_LINES = 8
"""So many reports that stand on no card are read at once; the others are unfolded."""


def news_of(found: PageReading, links: Links, reads: Reads, drawing: GameMap | None, *, asked: bool) -> News:
    """What the seat was told since it last gave orders, less what the page says anyway; who waits reads on.

    Stops, contacts and losses come first, and nothing is left out of it.
    """
    entries = found.told
    reading = found.reading
    steps = list(steps_in(entries, partial(reading.game.words.goes_on, reading.known)))
    until = len(entries)
    for since in reversed([0, *steps]):
        numbers = range(entries[since].number, entries[until - 1].number + 1) if since < until else range(0)
        cards = [card for card in found.cards if card.number in numbers]
        told = [one for one in entries[since:until] if is_line(found, one)]
        if told or cards or asked:
            return shown(found, cards, told, links, reads, drawing, sent=entries[since - 1] if since else None)
        until = since
    return News()


def steps_in(entries: Sequence[LogEntry], goes_on: Callable[[str], bool]) -> Iterator[int]:
    """Behind how many entries something begins that came of other orders.

    Where a time was over after the seat had ordered something, the umpire's answer for the rest of the same question
    parts it from nothing; nor does an answer at a heading of which the game says that the same thing `goes_on`, until
    another side's part of the turn has such a heading.
    """
    ordered = together = False
    part: tuple[int, Seat | None] | None = None
    held: tuple[tuple[int, Seat | None] | None, int] | None = None
    for place, one in enumerate(entries, start=1):
        match one.report:
            case HeadingOpened(address=address):
                ordered, together = False, goes_on(address)
                part = (one.occasion.turn, one.occasion.phasing) if one.occasion is not None else None
                if together and held is not None and held[0] != part:
                    yield held[1]
                    held = None
            case OrdersAccepted(answered_for=by_umpire):
                if together:
                    held = part, place
                elif not (by_umpire and ordered):
                    held = None
                    yield place
                ordered = ordered or not by_umpire


def is_line(found: PageReading, one: LogEntry) -> bool:
    return one.number in found.news_numbers and not isinstance(one.report, RulesTold)


def shown(
    found: PageReading, cards: Sequence[Card], told: Sequence[LogEntry], links: Links, reads: Reads,
    drawing: GameMap | None, *, sent: LogEntry | None = None,
) -> News:  # fmt: skip
    """Cards, and the reports that stand on none of them; what was passed is said last, and never folded.

    Beside them, with what the seat will hear what came of the orders that it sent last, until it has heard something.
    """
    words = found.reading.game.words
    on_cards = {number for card in cards for number in card.entries}
    said = once([(one, words.prose(one.report)) for one in told if one.number not in on_cards], words.said_once)
    by_weight = {weight: [pair for pair in said if words.weight(pair[0].report) == weight] for weight in WEIGHTS}
    passed = [one for one in by_weight["usual"] if isinstance(one[0].report, HeadingPassed)]
    usual = [one for one in by_weight["usual"] if one not in passed]
    first = by_weight["grave"]
    rest = [*usual, *by_weight["slight"]]
    most = 0 if cards else max(0, min(MOST_LINES - len(first), len(usual)))
    fallen = map(dress(found.reading.game).fall, (one.report for one in told))
    return News(
        falls=tuple(dict.fromkeys(filter(None, fallen))),
        cards=tuple(card_shown(card, links, reads, drawing) for card in in_order(found, cards)),
        lines=tuple(numbered([*first, *rest[:most], *passed], links, reads)),
        to_come=linked(reads(to_come(words, sent)), links) if not cards else Markup(""),
        folded=tuple(numbered(rest[most:], links, reads)),
    )


def to_come(words: PlainWords, sent: LogEntry | None) -> Sentence:
    """What is still to be heard of these orders."""
    return words.to_come(sent.report.orders) if sent and isinstance(sent.report, OrdersAccepted) else ()


def in_order(found: PageReading, cards: Iterable[Card]) -> list[Card]:
    """The gravest first; of those one's own that is lost, then what has a sum, a fight, before what was only moved.

    The latest letter's come first, and each letter's as they were told. While a time runs by the second, the newest
    does, which is what the next answer is about.
    """
    words, known = found.reading.game.words, found.reading.known
    if words.is_live(known) and words.until(known):
        return sorted(cards, key=lambda card: -card.number)
    letters = {one.number: one.letter or 0 for one in found.told}

    def rank(card: Card) -> tuple[int, bool, bool, int, int]:
        is_loss = any(loss.own and loss.whole for loss in card.losses)
        return WEIGHTS.index(card.weight), not is_loss, not card.sums, -letters.get(card.number, 0), card.number

    return sorted(cards, key=rank)


def once(said: Sequence[EntryAndSentence], kinds: tuple[type[Report], ...]) -> list[EntryAndSentence]:
    """What was told, reports of these kinds in the same words but once, at their last."""
    last = {(type(one.report), words): one.number for one, words in said}
    return [
        (one, words)
        for one, words in said
        if not isinstance(one.report, kinds) or last[type(one.report), words] == one.number
    ]


def numbered(said: Iterable[EntryAndSentence], links: Links, reads: Reads) -> Iterator[EntryShown]:
    """Reports as sentences; those that say nothing are left out."""
    for one, words in said:
        if line := reads(words):
            yield EntryShown(number=one.number, said=linked(line, links))


def card_shown(card: Card, links: Links, reads: Reads, drawing: GameMap | None) -> CardShown:
    """A card with its links, and with what is to be drawn on the map."""

    def plain(said: Sentence) -> str:
        return plain_text(reads(said), links.ground)

    places, brief = [place for place in card.places if place in links.places], plain(card.brief or card.outcome)
    there = f"&place={quote(places[0], safe='')}" if places else ""
    return CardShown(
        number=card.number,
        weight=card.weight,
        title=plain(card.title),
        outcome=plain(card.outcome),
        brief=brief if brief.endswith((".", "?", "!")) or not brief else f"{brief}.",
        text=linked(reads(card.text), links),
        sums=tuple(sum_shown(one, links, reads) for one in card.sums),
        losses=tuple(
            LossShown(own=one.own, said=f"{plain(one.who)}: {plain(one.what)}", whole=one.whole) for one in card.losses
        ),
        where=listing(places) or "",
        drawn=courses_drawn(drawing.geometry, card.courses) if drawing is not None else Markup(""),
        at=f"{links.seat}/history?at={card.number}{there}",
    )


def sum_shown(one: Sum, links: Links, reads: Reads) -> SumShown:
    return SumShown(
        title=linked(reads(one.title), links),
        total=one.total,
        lines=tuple(term_shown(line, links) for line in one.lines),
        dice=listed(map(str, one.dice)),
        comes_to=linked(reads(one.comes_to), links),
    )
