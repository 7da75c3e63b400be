"""What stands under all of a match page: what was read for it, whose page it is, and how sentences are put there."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from starlette.datastructures import QueryParams

from service.engine.game import AnyGame
from service.engine.name_words import Reads
from service.engine.places import Ground
from service.engine.sentences import Sentence, plain_text, say
from service.engine.state import Known
from service.engine.words import PlainWords
from service.matches import Context
from service.matches.drafts import Draft
from service.matches.page_reading import PageReading
from service.matches.rulebooks import rule_url
from web.games.plain import Dress
from web.games.shelf import dress
from web.parts.dependencies import live_socket, seat_page
from web.parts.device_cache import keeper
from web.parts.fields import FormValues
from web.table.shown import PageNotice


@dataclass(frozen=True, kw_only=True)
class MatchBasis:
    """A seat's page as of one moment, with what its reader has chosen on it.

    `query` is what the address says, `filled` a form that was sent and comes back as it was, `written` order lines that
    do; `said` is a notice, and `aloud` what a screen reader says. `log_after`: of the log those entries alone that come
    after this one. `is_led`: what is chosen on it is what the coach advises. `advised` are the names of what they
    advised and its reader had before them in a form.
    """

    context: Context
    found: PageReading
    drafted: Draft
    account_id: str
    query: QueryParams = field(default_factory=QueryParams)
    filled: FormValues | None = None
    said: PageNotice | None = None
    aloud: Sentence = ()
    log_after: int = 0
    written: str = ""
    is_led: bool = False
    advised: frozenset[str] = frozenset()

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

    @cached_property
    def base(self) -> str:
        return seat_page(self.match, self.seat)

    @property
    def version(self) -> int:
        return self.drafted.reading.version

    @property
    def socket(self) -> str:
        signs = self.found.signs
        return live_socket(self.match, self.seat, self.version, signs.beside if signs is not None else "")

    @property
    def drawn(self) -> str:
        """For which of the seat's questions the forms are drawn; nothing where they are drawn as the coach leads."""
        return "" if self.is_led else str(self.drafted.reading.tally.meter.so_far.questions)

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

    @cached_property
    def words_url(self) -> str:
        """Where the game's words are explained; empty for a game whose book does not do so."""
        words = self.game.rulebook().words
        return f"{self.book}/rules#{words}" if words else ""

    @property
    def term(self) -> tuple[str, str]:
        """The game's word that is explained where it first stands, and where it is; empty where there is none."""
        return (self.dress.term, self.words_url) if self.dress.term and self.words_url else ("", "")

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

    def rule_url(self, rule: str) -> str | None:
        """Where a rule can be read."""
        return rule_url(self.game, rule)

    @cached_property
    def notice(self) -> PageNotice | None:
        if self.said is None:
            return None
        rule_url = self.rule_url(self.said.rule) or ""
        return replace(self.said, text=self.plain(self.reads(say(self.said.text))), rule_url=rule_url)

    @property
    def announcement(self) -> str:
        return self.plain(self.reads(self.aloud))
