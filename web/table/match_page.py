"""The match page as its templates read it: each thing on it is worked out when a block asks for it, and once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil

from starlette.datastructures import QueryParams

from service.engine.aims import Briefing
from service.engine.declarations import Declarations
from service.engine.facts import Fact
from service.engine.orders import Order
from service.engine.outline import Dispatch
from service.engine.places import Place, shown_place
from service.engine.reports import OrdersAccepted
from service.engine.seats import PRESENT
from service.engine.sentences import Sentence, joined
from service.matches.letters import letters_of_record
from service.matches.times import by_clock, how_long, moment
from web.parts.dependencies import whole_number
from web.parts.letters import LetterShown, letters_of
from web.parts.standing import meter_words
from web.parts.words import pictures_of
from web.table.aims import aim_shown
from web.table.clocks import own_time
from web.table.coach_note import CoachNote, coach_note
from web.table.ending import OfferShown, offers_shown
from web.table.match_map import MatchMap
from web.table.news import card_shown, news_of
from web.table.orders_shown import Subject
from web.table.present import asked_of, entries_shown, new_rules_of
from web.table.shown import AimShown, Asked, CardShown, Countdown, Due, EntryShown, NewRules, News, Tab
from web.table.track import Track, track
from web.table.whose_turn import way_to, whose_turn

CHOICES = frozenset({"unit", "here", "target"})
"""What the address says where its reader has chosen something to look at, or that it is nothing."""
LOOKED_AT = frozenset({"unit", "here", "at", "drawn", "card"})
"""What the address says where its reader only looks at a unit."""
NUDGED = "live"
"""What a page says that only asks what is new: its forms are drawn apart from that."""
LATEST_LETTERS = 3
"""So many stand on the page; all of them have a page of their own."""


@dataclass(frozen=True, kw_only=True)
class MatchPage(MatchMap):
    """A seat's page: how its match stands, what it is asked and what it was told, besides its orders and its map."""

    # ---- how it stands

    @property
    def settles(self) -> int:
        """Milliseconds until what comes of the orders that were sent last has been told, if anything is; else 0."""
        return ceil(1000 * self.drafted.reading.settles)

    @property
    def stopped(self) -> bool:
        return self.drafted.reading.stopped

    @property
    def aside(self) -> str:
        """Stands for what is beside the match, as the page shows it."""
        return self.drafted.reading.aside

    @property
    def offers(self) -> tuple[OfferShown, ...]:
        """What is offered to the seat, and what it has offered."""
        return offers_shown(self.found.ways_out, self.words, self.found.zone) if self.found.ways_out is not None else ()

    @property
    def unread(self) -> str:
        """That something was said to the seat which it has not read."""
        unread = self.drafted.reading.unread
        return f"{unread} new {'message' if unread == 1 else 'messages'} to read." if unread else ""

    @property
    def rematch(self) -> str:
        """That another side has opened a rematch, in which a seat is kept for this one."""
        found = self.found.ways_out
        waits = found is not None and found.rematch is not None and not found.rematch_taken
        return "A rematch is open, with sides swapped: your seat in it is kept." if waits else ""

    @property
    def when(self) -> str:
        """The turn, as part of a line."""
        said = self.words.turns_of(self.drafted.reading.where.turn)
        return said[:1].lower() + said[1:]

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        return self.words.facts(self.known, self.drafted.reading.where.turn)

    @cached_property
    def aim(self) -> AimShown:
        """How the seat stands with its aim, as far as it knows."""
        return aim_shown(self.words.stands_with_aim(self.known), self.links)

    @cached_property
    def briefing(self) -> Briefing:
        """What the seat began with and what it is after."""
        return self.words.briefing(self.known)

    @cached_property
    def track(self) -> Track:
        where = self.drafted.reading.where
        return track(
            self.game.outline, where.address, where.titles, asked=where.asked, ended=where.ended,
            another_turn=self.words.another_turn(self.known),
        )  # fmt: skip

    @property
    def crumbs(self) -> tuple[str, ...]:
        """The way to where we are, less the heading that stands below it in large letters."""
        if self.asked.mood == "over":
            return ("Sequence of play",)
        way = self.track.titles[:-1] if self.asked.mood == "asked" else self.track.titles
        if self.asked.mood == "waiting" and (stands := self.words.stands(self.known)):
            said = self.whose_turn[0] and stands == self.asked.title
            return () if said else (stands,)
        if self.whose_turn[1]:
            place = way[1:][-1:]  # the first of them is whose turn it is
            if self.asked.mood == "asked":
                return place
            was_letter = isinstance(way_to(self.game.outline, self.drafted.reading.where.address)[-1], Dispatch)
            return () if was_letter else tuple(f"your last step: {title}" for title in place)
        return way[-1:] or ("Sequence of play",)

    @cached_property
    def whose_turn(self) -> tuple[str, str]:
        """The turn, and whose part of it is being played, as far as the seat was told."""
        reading = self.drafted.reading
        return ("", "") if reading.stopped else whose_turn(self.game, reading.known, reading.tally.key)

    @cached_property
    def asked(self) -> Asked:
        """What is asked of the seat, with the end of the time that runs for it, where it may know that."""
        reading = self.drafted.reading
        asked = asked_of(self.words, self.drafted, list(dict.fromkeys(option.kind for option in self.now)))
        if mine := [act for act in asked.acts if set(act.units) & set(self.units)]:
            asked = replace(asked, acts=tuple(mine), chooses="choose the shot")
        if asked.mood == "waiting" and self.turn_over:
            asked = replace(asked, lead=joined(" ", (self.turn_over, asked.lead)))
        until = self.words.until(reading.known)
        if reading.clock is not None and asked.mood in ("asked", "waiting"):
            asked = replace(asked, facts=(*asked.facts, Fact.of("Your time", self.own_time)))
        if not until or reading.due_at is None:
            return asked
        if self.words.is_live(reading.known):
            left = max(0, ceil(1000 * (reading.due_at - self.context.clock()).total_seconds()))
            clock = Countdown(
                label=until, left=left, ends=by_clock(reading.due_at, self.found.zone, "%H:%M:%S"),
                unanswered=self.words.unanswered(
                    reading.known, self.goes if asked.mood == "asked" else (), self.chosen_units
                ),
                takes_chosen=self.words.takes_chosen(reading.known, self.chosen_units),
            )  # fmt: skip
            return replace(asked, clock=clock)
        when, soon = moment(reading.due_at, self.found.zone), how_long(self.context.clock(), reading.due_at)
        return replace(asked, due=Due(label=until, at=reading.due_at, when=when, soon=soon))

    @cached_property
    def goes(self) -> Sequence[Order]:
        """What the umpire orders for the seat where it says nothing before the time that runs is over."""
        reading = self.drafted.reading
        return self.game.answer(reading.picture, way_to(self.game.outline, reading.where.address)[-1])

    @property
    def chosen_units(self) -> tuple[str, ...]:
        """The units that the reader has chosen, and the page has not by itself."""
        return () if self.chosen_by_itself else self.units

    @property
    def timed(self) -> bool:
        """Whether what is asked has to be answered before a time is over that runs by the second."""
        return self.asked.mood == "asked" and self.asked.clock is not None

    @property
    def waits_live(self) -> bool:
        """Whether nothing is asked, and no time runs by the second, while both sit at the table."""
        return self.asked.mood == "waiting" and self.asked.clock is None and self.words.is_live(self.known)

    @property
    def has_clock(self) -> bool:
        """Whether the match is played by the clock."""
        return self.drafted.reading.clock is not None

    @property
    def own_time(self) -> str:
        """How the seat's own clock stands, in a match with clocks."""
        assert self.drafted.reading.clock is not None
        terms, clock = self.drafted.reading.clock
        left, paused = clock.stands(terms, self.context.clock()), self.drafted.reading.paused
        return own_time(left, clock.over_at(terms), self.found.zone, paused=paused)

    @cached_property
    def declared(self) -> Declarations:
        """What is declared against the seat and still to be worked, while it is asked about that."""
        return self.words.declared(self.known)

    @property
    def declared_in_full(self) -> int:
        """Of so many that are declared the list says who comes with what; of the others the answers to them do."""
        return 5

    @cached_property
    def coach(self) -> CoachNote | None:
        """What the coach of a newcomer has to say; None in a game without lessons."""
        return coach_note(self.found.coaching, self.drafted, self.advised, self.query.multi_items())

    @cached_property
    def still_to_tap(self) -> str:
        """What is left to tap of what the coach advises, once the page shows it as they mean it; nothing before."""
        leads, says = self.coach_leads, self.query.multi_items()
        if not leads or not all(pair in says for pair in leads.items()):
            return ""
        if to := leads.get("to"):
            return f"Tap {shown_place(Place(to), self.ground)}, marked on the map."
        groups = (*(self.chosen.groups if self.chosen else ()), *self.groups)
        meant = next((one for one in groups if one.kind == leads.get("kind") and one.commit), None)
        if meant is None or meant.commit is None or meant.form is None or self.is_led:
            return ""
        if (asks := meant.form.asks) is None:
            return f"Now tap “{meant.commit.words}” below, or change it first."
        if asks.control == "checks" and len(asks.items) == 1:
            return f"Tick “{asks.items[0].label}”; then tap “{meant.commit.words}”."
        first = f"Choose “{asks.label}” first{', below or lit on the map' if asks.on_map else ''}"
        return f"{first}; then tap “{meant.commit.words}”."

    @property
    def coach_leads(self) -> dict[str, str]:
        """What the page is asked for to show what the coach advises."""
        return dict(self.coach.leads) if self.coach is not None else {}

    @property
    def coming(self) -> Subject | None:
        """The unit after the chosen one: that of which the coach speaks, if it has no order yet."""
        coming, meant = self.chosen.coming if self.chosen is not None else None, self.coach_leads.get("unit", "")
        if coming is None or not meant or meant in self.units or meant in self.ordering.ordered:
            return coming
        return self.ordering.subject(meant, ordered=False)

    @property
    def led_by_coach(self) -> QueryParams | None:
        """What the page would be asked for to show what the coach advises, where its reader has chosen nothing here.

        None where there is nothing to show by itself. What is advised for no unit stays where they look at one.
        """
        note = self.coach
        if self.filled is not None or note is None or not note.settles:
            return None
        drawn, chosen = self.query.get("drawn"), not CHOICES.isdisjoint(self.query)
        if not (chosen if drawn is None else drawn == self.drawn):
            return QueryParams(list(note.leads))
        if self.query.get("unit") and not self.coach_leads.get("unit") and self.query.keys() <= LOOKED_AT:
            return QueryParams([*(pair for pair in note.leads if pair[0] != "unit"), *self.query.multi_items()])
        return None

    @property
    def looking_back(self) -> str:
        """What can be looked at when the match is over."""
        return pictures_of(self.game)

    @property
    def attendance(self) -> str:
        present = self.drafted.reading.where.attendance.get(self.seat) == PRESENT
        return "you are asked each time" if present else "you are on standing orders"

    @property
    def attendance_of_others(self) -> tuple[Fact, ...]:
        """Whether the other seats are asked, or standing orders answer for them; it says nothing of who looks on."""
        return tuple(
            Fact.of(self.words.seat(other), "asked each time" if how == PRESENT else "on standing orders")
            for other, how in self.drafted.reading.where.attendance.items()
            if other != self.seat
        )

    @property
    def meter(self) -> tuple[str, ...]:
        return meter_words(self.drafted.reading.tally.meter)

    @property
    def has_units(self) -> bool:
        """Whether there are units in the game."""
        return self.game.forces is not None

    @property
    def tabs(self) -> tuple[Tab, ...]:
        letters = Tab(name="letters", label="Letters", count=self.drafted.reading.where.letters, unread=True)
        return (
            Tab(name="orders", label="Orders"),
            Tab(name="sheet", label="Sheet", count=len(self.drafted.orders)),
            Tab(name="units", label="Units" if self.has_units else "Points"),
            *((letters,) if self.game.has_letters else ()),
            Tab(name="log", label="Log"),
        )

    # ---- what was told

    @cached_property
    def log(self) -> tuple[EntryShown, ...]:
        """The entries of the log that were read, the latest first."""
        entries = [entry for entry in self.found.entries if entry.number > self.log_after]
        return tuple(entries_shown(reversed(entries), self.links, self.reads))

    @property
    def older(self) -> int:
        """The entry before which the log goes on, on another page; 0 where there is nothing before."""
        return self.found.first if self.found.first > 1 else 0

    @cached_property
    def news(self) -> News:
        """What came since the seat's last orders: cards of fights and movements, and what stands on none."""
        asked = self.drafted.reading.where.asked
        return news_of(self.found, self.links, self.reads, self.board.map, asked=asked)

    @cached_property
    def turn_over(self) -> Sentence:
        """That a game turn has ended since the seat's last orders, and how it stands, where the game says so."""
        reading = self.drafted.reading
        told, turn = self.found.told, reading.where.turn
        orders = [place for place, one in enumerate(told) if isinstance(one.report, OrdersAccepted)]
        if self.whose_turn[0] == self.words.turns_of(turn + 1):  # nobody tells who waits that it has begun
            turn += 1
        was = next((one.turn for one in told[orders[-1] if orders else 0 :] if one.turn), turn)
        return self.words.turn_over(reading.known, turn - 1) if was < turn and not reading.where.ended else ()

    @property
    def came(self) -> CardShown | None:
        """The gravest card of what came, to be named where a question, a chosen unit or the map covers the cards.

        Where a side acts by its turn, only what is grave is; live, and to who waits, whatever came. To who answers one
        attack after another it is what came of the last answer, a fight however little it was.
        """
        if self.asked.mood not in ("asked", "waiting"):
            return None
        cards, looks_on = self.news.cards, self.asked.mood == "waiting"
        if self.declared.combats:
            ordered = [one.number for one in self.found.told if isinstance(one.report, OrdersAccepted)]
            latest = (card for card in cards if card.number > max(ordered, default=0))
            return next((card for card in latest if card.sums or card.weight == "grave"), None)
        first = next(iter(cards), None)
        weighs = first is not None and (first.weight == "grave" or looks_on or self.words.is_live(self.known))
        return first if weighs else None

    @property
    def news_open(self) -> bool:
        """Whether what stands on no card is read at once: not beside a question, nor where it is all of less weight."""
        return not self.asked.facts and bool(self.news.lines or not self.news.cards)

    @cached_property
    def opened(self) -> CardShown | None:
        """The card that the address asks for, if it is one of the latest."""
        wanted = whole_number(self.query.get("card", ""))
        found = next((card for card in self.found.cards if card.number == wanted), None)
        return card_shown(found, self.links, self.reads, self.board.map) if found is not None else None

    @property
    def new_rules(self) -> NewRules | None:
        """Since its last orders this seat was told that the match goes on under newer rules."""
        return new_rules_of(self.found.rules_told)

    @property
    def since(self) -> int:
        """How many reports there were since the seat's own last turn, or at all where it has had none."""
        reading = self.drafted.reading
        return reading.tally.news_since(asked=reading.where.asked)

    @property
    def had_a_turn(self) -> bool:
        """Whether the seat has given orders in a turn of its own before this one."""
        reading = self.drafted.reading
        return bool(reading.tally.turn_ended(asked=reading.where.asked))

    @cached_property
    def letters(self) -> tuple[LetterShown, ...]:
        """The latest letters, newest first, where the whole log was read."""
        if self.found.record is None:
            return ()
        return letters_of(letters_of_record(self.found.record).letters, self.links)
