"""The match page as its templates read it: each thing on it is worked out when a block asks for it, and once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import ceil
from typing import Any

from starlette.datastructures import QueryParams

from service.engine.aims import Briefing
from service.engine.declared import Declarations
from service.engine.game import AnyGame
from service.engine.glances import Fact, Roster
from service.engine.options import Option
from service.engine.places import Ground, Place
from service.engine.seats import PRESENT, STANDING
from service.engine.sentences import Sentence, plain_text, say
from service.engine.sightlines import SightLine
from service.engine.state import Known
from service.engine.words import PlainWords, Reads
from service.matches import Context
from service.matches.drafts import Draft
from service.matches.errors import NotFound
from service.matches.letters import post_of
from service.matches.rehearsal import is_ever_asked
from service.matches.rulebooks import rule_url
from service.matches.seat_reading import SeatReading
from web.games.plain import Dress
from web.games.shelf import dress
from web.parts.dependencies import number, seat_page
from web.parts.forms import FormValues
from web.parts.keeping import keeper
from web.parts.letters import LetterShown, letters_of
from web.parts.sentences import Links
from web.parts.standing import Editor, editor, meter_words
from web.parts.words import pictures_of
from web.table.aims import aim_shown
from web.table.board import Board, dossier_href
from web.table.coach import coached
from web.table.news import card_shown, news_of
from web.table.ordering import Ordering
from web.table.present import asked_of, lines_of, new_rules_of, sight_shown
from web.table.shown import (
    AimShown,
    Asked,
    BundleShown,
    CardShown,
    Chosen,
    Coached,
    Countdown,
    ForetoldShown,
    Group,
    NewRules,
    News,
    Notice,
    NumberedLine,
    SheetShown,
    SightShown,
    Tab,
    Target,
    TargetShot,
    Written,
)
from web.table.track import Track, track

ANY_TIME = "any"
"""What the address says where the unit is chosen for what may be ordered of it at any heading."""

LATEST_LETTERS = 3
"""So many stand on the page; all of them have a page of their own."""


@dataclass(frozen=True, kw_only=True)
class MatchPage:
    """A seat's page as of one moment, with what its reader has chosen on it.

    `query` is what the address says, `filled` a form that was sent and comes back as it was; `said` is a notice, and
    `aloud` what a screen reader says. `log_after`: of the log those entries alone that come after this one.
    """

    context: Context
    found: SeatReading
    drafted: Draft
    account_id: str
    query: QueryParams = field(default_factory=QueryParams)
    filled: FormValues | None = None
    said: Notice | None = None
    aloud: Sentence = ()
    log_after: int = 0

    # ---- whose page it is

    @property
    def game(self) -> AnyGame:
        return self.drafted.reading.game

    @property
    def words(self) -> PlainWords:
        """What the game says."""
        return self.game.words

    @cached_property
    def dress(self) -> Dress:
        """How the game looks."""
        return dress(self.game)

    @property
    def known(self) -> Known[Any, Any]:
        return self.drafted.reading.known

    @property
    def match(self) -> str:
        return self.drafted.reading.match_id

    @property
    def seat(self) -> str:
        return self.drafted.reading.seat

    @property
    def side(self) -> str:
        """What the seat is called."""
        return self.words.seat(self.seat)

    @property
    def base(self) -> str:
        return seat_page(self.match, self.seat)

    @property
    def socket(self) -> str:
        return f"/api/v1/matches/{self.match}/seats/{self.seat}/live/page?after={self.version}"

    @property
    def title(self) -> str:
        return self.game.info.scenarios[self.drafted.reading.scenario].title

    @property
    def name(self) -> str:
        """What the players call the match; else what is played."""
        return self.drafted.reading.name or self.title

    @cached_property
    def book(self) -> str:
        """The address below which the game's rules and charts stand; empty for a game without a book."""
        return f"/games/{self.game.address}" if self.game.rulebook().sections else ""

    @property
    def colour(self) -> str:
        return self.dress.colour(self.seat, self.game.info.seats)

    @cached_property
    def key(self) -> str:
        """What keeps a form of this page from being done twice."""
        return self.context.new_id()

    @cached_property
    def keeper(self) -> str:
        """Under what a device keeps this page, if its player wants that: the account's, and no part of any secret."""
        return keeper(self.account_id)

    # ---- how it stands

    @property
    def version(self) -> int:
        return self.drafted.reading.version

    @property
    def settles(self) -> int:
        """Milliseconds until what comes of the orders that were sent last has been told, if anything is; else 0."""
        return ceil(1000 * self.drafted.reading.settles)

    @property
    def stopped(self) -> bool:
        return self.drafted.reading.stopped

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        return self.words.facts(self.known, self.drafted.reading.where.turn)

    @cached_property
    def aim(self) -> AimShown:
        """How the seat stands with its aim, as far as it knows."""
        return aim_shown(self.words.aim(self.known), self.rule_at)

    @cached_property
    def briefing(self) -> Briefing:
        """What the seat began with and what it is after."""
        return self.words.briefing(self.known)

    @property
    def begins(self) -> bool:
        """Whether it has not closed any heading yet: until then the briefing stands on the page by itself."""
        asked = self.drafted.reading.tally.meter.so_far.questions
        where = self.drafted.reading.where
        return where.turn <= 1 and asked <= (1 if where.asked else 0)

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
        way = self.track.titles[:-1] if self.asked.mood == "asked" else self.track.titles
        return way[-1:] or ("Sequence of play",)

    @cached_property
    def asked(self) -> Asked:
        """What is asked of the seat, with the end of the time that runs for it, where it may know that."""
        reading = self.drafted.reading
        asked = asked_of(self.words, self.drafted, list(dict.fromkeys(option.order for option in self.now)))
        until = self.words.until(reading.known)
        if not until or reading.due_at is None:
            return asked
        if self.words.is_live(reading.known):
            left = max(0, ceil(1000 * (reading.due_at - self.context.clock()).total_seconds()))
            return replace(asked, clock=Countdown(label=until, left=left, ends=f"{reading.due_at:%H:%M:%S} UTC"))
        ends = Fact.of(until, f"{reading.due_at:%d %b %Y, %H:%M} UTC")
        return replace(asked, facts=(*asked.facts, ends))

    @cached_property
    def declared(self) -> Declarations:
        """What is declared against the seat and still to be worked, while it is asked about that."""
        return self.words.declared(self.known)

    @cached_property
    def coach(self) -> Coached | None:
        """What the coach of a newcomer has to say; None in a game without lessons."""
        return coached(self.found.coaching, self.drafted.reading)

    @property
    def looking_back(self) -> str:
        """What can be looked at when the match is over."""
        return pictures_of(self.game)

    @property
    def attendance(self) -> str:
        present = self.drafted.reading.where.attendance.get(self.seat) == PRESENT
        return "you are present" if present else "you are on standing orders"

    @property
    def others(self) -> tuple[Fact, ...]:
        """Whether the other seats are asked."""
        return tuple(
            Fact.of(self.words.seat(other), "present" if how == PRESENT else "on standing orders")
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

    @cached_property
    def notice(self) -> Notice | None:
        if self.said is None:
            return None
        rule_at = self.rule_at(self.said.rule) or ""
        return replace(self.said, text=self.plain(self.reads(say(self.said.text))), rule_at=rule_at)

    @property
    def announcement(self) -> str:
        return self.plain(self.reads(self.aloud))

    # ---- sentences

    @property
    def ground(self) -> Ground | None:
        """The places of the map, and how they are written; None in a game without a map."""
        return self.drafted.ground

    @cached_property
    def reads(self) -> Reads:
        """Puts a sentence of the umpire in the words of the page."""
        return self.words.reader(self.known)

    def plain(self, said: Sentence) -> str:
        """A sentence as plain text."""
        return plain_text(said, self.ground)

    def rule_at(self, rule: str) -> str | None:
        """Where a rule can be read."""
        return rule_url(self.game, rule)

    @cached_property
    def links(self) -> Links:
        """Where the spans of a sentence lead."""
        own = frozenset(row.id for roster in self.rosters for row in roster.rows if row.id)
        return Links(ground=self.ground, places=self.board.places, seat=self.base, own=own, rule=self.rule_at)

    # ---- orders

    @property
    def now(self) -> Sequence[Option]:
        """What may be ordered in this step, but for closing it."""
        return self.drafted.now

    @cached_property
    def anytime_options(self) -> Sequence[Option]:
        """What may be ordered at any heading."""
        return [one for one in self.drafted.options if one.order in self.drafted.anytime]

    @cached_property
    def wanted(self) -> tuple[str, ...]:
        """The units that the reader has chosen, or those that are asked about where these are all; maybe none."""
        if units := units_of(self.query):
            return units
        subjects = {option.subjects for option in self.now}
        return subjects.pop() if len(subjects) == 1 and not self.here else ()

    @property
    def chosen_by_itself(self) -> bool:
        """Whether a unit is chosen only since it is the one that is asked about."""
        return not units_of(self.query)

    @cached_property
    def here(self) -> Place | None:
        """The place whose units the reader picks among, none of them being chosen yet."""
        here = self.query.get("here", "")
        return self.drafted.ground.parse(here) if self.drafted.ground is not None and here else None

    @cached_property
    def units(self) -> tuple[str, ...]:
        """The chosen units, as far as there are such."""
        offered = {unit for option in (*self.now, *self.anytime_options) for unit in option.subjects}
        return tuple(unit for unit in self.wanted if unit in offered or self.words.unit(self.known, unit) is not None)

    @cached_property
    def ordering(self) -> Ordering:
        return Ordering(self.words, self.drafted, picks_of(self.query), self.filled, self.rule_at)

    @cached_property
    def _forms(self) -> tuple[tuple[Group, ...], Chosen | None]:
        return self.ordering.groups_of(self.now, () if self._wanted_anytime else self.wanted, self.here)

    @property
    def _wanted_anytime(self) -> tuple[str, ...]:
        """The units that the reader has chosen for what may be ordered of them at any heading."""
        return units_of(self.query) if self.query.get("at") == ANY_TIME else ()

    @property
    def groups(self) -> tuple[Group, ...]:
        return self._forms[0]

    @property
    def chosen(self) -> Chosen | None:
        return self._forms[1]

    @property
    def via(self) -> str:
        """The places through which the reader leads the way of an order, as he named them."""
        return self.query.get("via", "")

    @cached_property
    def bundles(self) -> tuple[BundleShown, ...]:
        """What may be put on the sheet in one tap, as long as nobody is chosen."""
        return () if self.units else self.ordering.bundles()

    @cached_property
    def target(self) -> Target | None:
        """The contact that was tapped, and all who can fire at it, the likeliest first; None where nobody can."""
        handle = self.query.get("target", "")
        options = self.dress.aimed(self.drafted.options, handle) if handle and not self.wanted else ()
        if not options:
            return None
        acts = self.dress.acts(self.known, options, self.drafted.odds)
        orders = [json.loads(act.orders)[0] for act in acts]
        ordered = self.game.orders_by_kind[options[0].order]
        return Target(
            title=self.words.told(self.known, ordered, "target", handle), dossier=dossier_href(self.base, handle),
            shots=tuple(
                TargetShot(title=act.title, line=act.line, kind=order.pop("kind"), fixed=json.dumps(order))
                for act, order in zip(acts, orders, strict=True)
            ),
        )  # fmt: skip

    def filling(self, kind: str) -> Group | None:
        """The form of one order type as it is being filled in; None where there is no such form."""
        groups, chosen = self.ordering.groups_of([one for one in self.now if one.order == kind], self.wanted)
        return next((group for group in (*(chosen.groups if chosen else ()), *groups) if group.commit), None)

    @cached_property
    def editor(self) -> Editor | None:
        """The standing lines laid open for change, in a game that has such, while anything may be ordered."""
        if not self.anytime_options:
            return None
        return editor(self.game, self.known, self.anytime_options, self.drafted.ground)

    @cached_property
    def _anytime_forms(self) -> tuple[tuple[Group, ...], Chosen | None]:
        plainly = [one for one in self.anytime_options if self.editor is None or one.order not in self.editor.kinds]
        return self.ordering.groups_of(plainly, self._wanted_anytime)

    @property
    def anytime(self) -> tuple[Group, ...]:
        return self._anytime_forms[0]

    @property
    def anytime_chosen(self) -> Chosen | None:
        """The unit whose orders of any time the reader has asked for."""
        return self._anytime_forms[1]

    @cached_property
    def lines(self) -> tuple[Fact, ...]:
        """What the seat has said in advance, in a game that has no lines for it."""
        if self.game.standing is None or self.editor is not None:
            return ()
        return self.words.lines(self.known, self.game.standing.lines(self.drafted.reading.picture))

    @property
    def rehearsal(self) -> str:
        """What leads to questions of earlier put to the standing orders of now; nothing where none can be put."""
        if not is_ever_asked(self.game, self.seat):
            return ""
        return self.words.rehearsal

    @property
    def fold(self) -> str:
        """Which fold of what is lawful at any time stands open: that of standing orders, of any time, or neither."""
        at = self.query.get("at", "")
        return at if at in (STANDING, ANY_TIME) else ""

    @cached_property
    def sheet(self) -> SheetShown:
        """The sheet, with what the rules and the enemy say to it."""
        reading, reads = self.drafted.reading, self.reads
        return SheetShown(
            version=reading.sheet_version,
            orders=reading.sheet_text,
            lines=tuple(
                Written(
                    said=self.plain(self.words.order(reading.known, order)),
                    refused=self.plain(reads(ruling.reason or ())),
                    rule=ruling.rule or "",
                    rule_at=self.rule_at(ruling.rule or "") or "",
                )
                for order, ruling in zip(self.drafted.orders, self.drafted.rulings, strict=True)
            ),
            foretold=tuple(
                ForetoldShown(
                    text=self.plain(reads(one.text)), rule=one.rule, rule_at=self.rule_at(one.rule) or "",
                    grave=one.grave,
                )
                for one in self.drafted.foretold()
            ),
        )  # fmt: skip

    # ---- units and the map

    @cached_property
    def points(self) -> tuple[Fact, ...]:
        return self.words.points(self.known)

    @cached_property
    def rosters(self) -> tuple[Roster, ...]:
        return self.words.rosters(self.known)

    @cached_property
    def figures(self) -> tuple[Fact, ...]:
        return self.words.key()

    @cached_property
    def _asked_line(self) -> tuple[str, str]:
        """The two places between which the reader asks for the line of sight, as he wrote them."""
        return self.query.get("a", "").strip(), self.query.get("b", "").strip()

    @cached_property
    def _line(self) -> SightLine | None:
        with suppress(NotFound):
            return self.drafted.reading.sight_line(*self._asked_line) if all(self._asked_line) else None
        return None

    @cached_property
    def board(self) -> Board:
        to = self.query.get("to")
        target = self.query.get("target", "") if self.target is not None else ""
        return Board(self.drafted, self.units, Place(to) if to else None, self._line, target)

    @cached_property
    def sight(self) -> SightShown | None:
        """None in a game without that question."""
        if self.game.sight is None:
            return None
        return sight_shown(self._line, *self._asked_line, self.drafted.ground)

    # ---- what was told

    @cached_property
    def log(self) -> tuple[NumberedLine, ...]:
        """The entries of the log that were read, the latest first."""
        entries = [entry for entry in self.found.entries if entry.number > self.log_after]
        return tuple(lines_of(reversed(entries), self.links, self.reads))

    @property
    def older(self) -> int:
        """The entry before which the log goes on, on another page; 0 where there is nothing before."""
        return self.found.first if self.found.first > 1 else 0

    @cached_property
    def news(self) -> News:
        """What came since the seat's last orders: cards of fights and movements, and what stands on none."""
        asked = self.drafted.reading.where.asked
        return news_of(self.found, self.links, self.reads, self.board.map, asked=asked)

    @property
    def news_open(self) -> bool:
        """Whether what stands on no card is read at once: not beside a question, nor where it is all of less weight."""
        return not self.asked.facts and bool(self.news.lines or not self.news.cards)

    @cached_property
    def opened(self) -> CardShown | None:
        """The card that the address asks for, if it is one of the latest."""
        wanted = number(self.query.get("card", ""))
        found = next((card for card in self.found.cards if card.number == wanted), None)
        return card_shown(found, self.links, self.reads, self.board.map) if found is not None else None

    @property
    def new_rules(self) -> NewRules | None:
        """Since its last orders this seat was told that the match goes on under newer rules."""
        return new_rules_of(self.found.rules_told)

    @property
    def since(self) -> int:
        """How many reports there were since the seat's own last turn."""
        reading = self.drafted.reading
        return reading.tally.news_since(asked=reading.where.asked)

    @cached_property
    def letters(self) -> tuple[LetterShown, ...]:
        """The latest letters, newest first, where the whole log was read."""
        if self.found.record is None:
            return ()
        return letters_of(post_of(self.context, self.found.record, latest=LATEST_LETTERS).letters, self.links)


def units_of(said: FormValues) -> tuple[str, ...]:
    """The units that are chosen, from an address or from a form, each once."""
    return tuple(dict.fromkeys(unit for unit in said.getlist("unit") if isinstance(unit, str) and unit))


def picks_of(said: Mapping[str, object]) -> dict[str, str]:
    """The choices that decide which form is shown, from an address, or from that form when it is sent."""
    return {
        name.removeprefix("kept-"): value
        for name, value in said.items()
        if name.removeprefix("kept-").startswith("pick.") and isinstance(value, str)
    }
