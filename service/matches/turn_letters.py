"""A turn's letter: what a seat was told last, what it is asked, and what it may order, as plain text.

It is what play by mail sends, and all that a text client needs: made of the seat's own reading and the game's own
words, without a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from service.engine.aims import Aim, Briefing
from service.engine.bills import in_words
from service.engine.glances import Fact
from service.engine.kinds import kind_of
from service.engine.options import Choice, Domain, Option, Places, Range, Routes, Scalar, Several
from service.engine.orders import Done, Order
from service.engine.places import shown_place
from service.engine.rulings import lawful_anytime
from service.engine.sentences import listed, plain_text
from service.matches.context import AtSeat, Context
from service.matches.errors import RulesRefuse
from service.matches.letters import WIDE, filled, post, post_text
from service.matches.reading import Reading, read


def turn_letter(context: Context, at: AtSeat) -> str:
    """The seat's latest letter and its question with the options, in lines of 72. Raises NotFound as `read` does."""
    reading = read(context, at)
    asked = "\n".join((*question(reading), *options(reading)))
    return f"{post_text(post(context, at, latest=1))}\n{'=' * WIDE}\n\n{asked}\n"


def question(reading: Reading) -> Iterator[str]:
    """What the seat has to do now, with the figures of what is asked about."""
    where, words, known = reading.where, reading.game.words, reading.known
    if where.turn <= 1:  # whoever moves second is first asked after letters of the first turn
        yield from briefing(words.briefing(known))
    yield from aim(words.aim(known))
    for fact in words.facts(known, where.turn):
        yield f"{fact.label}: {plain_text(fact.value, reading.ground)}"
    yield ""
    if where.ended:
        yield "THE MATCH IS OVER"
    elif not where.asked:
        title, said = words.waiting(known) or (
            "Nothing is asked of you now",
            "You will hear when there is something to do.",
        )
        yield title.upper()
        yield filled(said)
    else:
        heading = where.titles[-1] if where.titles else "Your orders"
        if (decision := words.decision(known)) is not None:
            yield decision.title.upper()
            yield filled(plain_text(decision.lead, reading.ground))
            return
        yield heading.upper()
        kinds = list(dict.fromkeys(option.order for option in now(reading)))
        if asked := words.ask(known, kinds, heading):
            yield filled(plain_text(asked, reading.ground))
        for fact in words.question(known):
            yield f"  {fact.label}: {plain_text(fact.value, reading.ground)}"
        yield from declared(reading)


def declared(reading: Reading) -> Iterator[str]:
    """All that is declared against the seat, with what it can answer to each and the points that it has left."""
    told = reading.game.words.declared(reading.known)
    if not told.combats:
        return
    yield ""
    yield "DECLARED AGAINST YOU"
    yield from facts(told.left, reading)
    for one in told.combats:
        yield filled(f"{one.number}. {plain_text(one.title, reading.ground)}")
        yield from facts((*one.facts, *one.answers), reading)
        yield from map(filled, filter(None, [plain_text(one.note, reading.ground)]))


def facts(given: Iterable[Fact], reading: Reading) -> Iterator[str]:
    """Facts, a line each."""
    known = reading.in_words
    for fact in given:
        yield filled(f"  {fact.label}: {known(fact.value)}", "    ")


def briefing(told: Briefing) -> Iterator[str]:
    """What the seat begins with and what it is after, a paragraph each."""
    if told.paragraphs:
        yield "YOUR BRIEFING"
        for _, text in told.paragraphs:
            yield filled(text)
        yield ""


def aim(told: Aim) -> Iterator[str]:
    """How the seat stands with its aim, or how the match has ended, and the sum line by line."""
    if told.title or told.line:
        yield (told.title or "Your aim").upper()
        yield from map(filled, filter(None, [told.line]))
        for line in told.bill.lines:
            yield filled(f"- {plain_text(in_words(line))}", "  ")
        yield from map(filled, filter(None, (told.open, told.unknown)))
        yield ""


def now(reading: Reading) -> list[Option]:
    """The options of this step, without those that are lawful at any time, and without closing it."""
    others: tuple[type[Order], ...] = (Done, *lawful_anytime(reading.game))
    return [option for option in reading.options if option.order not in map(kind_of, others)]


def options(reading: Reading) -> Iterator[str]:
    """What may be ordered in this step, order by order, each with its help and the values of its fields."""
    if not reading.where.asked:
        return
    by_kind: dict[str, list[Option]] = {}
    for option in now(reading):
        by_kind.setdefault(option.order, []).append(option)
    for kind, offered in by_kind.items():
        yield ""
        yield reading.game.words.title(kind).upper()
        if said := reading.game.words.help(reading.known, kind):
            yield filled(said)
        for option in offered:
            yield filled(f"- {plain_text(option.title, reading.ground)}", "  ")
            for name, domain in option.fields.items():
                yield filled(
                    f"  {reading.game.words.label(name)}: {domain_words(reading, option, name, domain)}", "    "
                )


def domain_words(reading: Reading, option: Option, name: str, domain: Domain) -> str:
    """The values that a field may have."""
    words, known, order = reading.game.words, reading.known, reading.game.orders_by_kind[option.order]

    def called(value: Scalar) -> str:
        return plain_text(words.part(known, order, name, value), reading.ground)

    match domain:
        case Choice():
            return " / ".join(domain.labels or map(called, domain.values))
        case Range():
            return str(domain.least) if domain.least == domain.most else f"{domain.least} to {domain.most}"
        case Places():
            return listed((shown_place(place, reading.ground) for place in domain.places), "or")
        case Several():
            few = f"{domain.least} to {domain.most} of " if domain.least < domain.most else f"{domain.most} of "
            return few + listed(map(called, domain.values))
        case Routes():
            parties = {units: reach_words(reading, units) for units in option.parties(domain)}
            if domain.follows is None:
                return "".join(parties.values())
            return "; ".join(
                f"{listed(words.name(known, unit) for unit in units)}: {way}" for units, way in parties.items()
            )


def reach_words(reading: Reading, units: Sequence[str]) -> str:
    """Where units can go together, the nearest first, each place with its cost."""
    try:
        reach = sorted(reading.destinations(units), key=lambda one: (one.cost, one.place))
    except RulesRefuse:
        return "not together"
    return listed((f"{shown_place(one.place, reading.ground)} ({one.cost})" for one in reach), "or") or "nowhere"
