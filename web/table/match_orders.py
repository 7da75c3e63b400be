"""The orders on a match page: what may be ordered now and at any time, the forms of what is chosen, and the sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from service.engine.facts import Fact
from service.engine.options import Option
from service.engine.orders import Done
from service.engine.phrase_writing import examples, one_of_each
from service.engine.places import Place
from service.engine.roles import Role, fields_in
from service.engine.seats import STANDING
from service.engine.sentences import Sentence
from service.matches.order_lines import read_lines
from service.matches.rehearsal import is_ever_asked
from web.parts.fields import FormValues
from web.parts.standing import Editor, editor
from web.table.board import dossier_href
from web.table.match_basis import MatchBasis
from web.table.ordering import Ordering
from web.table.orders_shown import (
    BundleShown,
    Chosen,
    ForetoldShown,
    OrderGroup,
    OrderLineShown,
    OrderLinesShown,
    SheetShown,
    Target,
    TargetShot,
)

WHILE = "while"
"""What in the address says for which step the units stay chosen that it names."""
ANY_TIME = "any"
"""What the address says where the unit is chosen for what may be ordered of it at any heading."""


@dataclass(frozen=True, kw_only=True)
class MatchOrders(MatchBasis):
    """What the seat may order, and has written."""

    @property
    def now(self) -> Sequence[Option]:
        """What may be ordered in this step, but for closing it."""
        return self.drafted.now

    @property
    def anytime_options(self) -> Sequence[Option]:
        """What may be ordered at any heading."""
        return self.drafted.anytime_options

    @property
    def kept_for(self) -> str:
        """The step for which the units in the address stay chosen, where they do so only since they have just fired."""
        return self.query.get(WHILE, "")

    @property
    def meant(self) -> tuple[str, ...]:
        """The units that the address names, unless they were kept for a step that is over."""
        picture = self.drafted.reading.picture
        is_over = self.kept_for and (self.kept_for != picture.address or not picture.asked)
        return () if is_over else units_of(self.query)

    @cached_property
    def wanted(self) -> tuple[str, ...]:
        """The units that the reader has chosen, or those that are asked about where these are all; maybe none."""
        if units := self.meant:
            return units
        subjects = {option.subjects for option in self.now}
        return subjects.pop() if len(subjects) == 1 and not self.here else ()

    @property
    def chosen_by_itself(self) -> bool:
        """Whether a unit is chosen only since it is the one that is asked about."""
        return not self.meant

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
        return Ordering(self.words, self.drafted, picks_of(self.query), self.filled, self.rule_url)

    @cached_property
    def _forms(self) -> tuple[tuple[OrderGroup, ...], Chosen | None]:
        formed = [option for option in self.now if option.kind not in self.dress.pressed]
        return self.ordering.groups_of(formed, () if self._wanted_anytime else self.wanted, self.here)

    @property
    def _wanted_anytime(self) -> tuple[str, ...]:
        """The units that the reader has chosen for what may be ordered of them at any heading."""
        return units_of(self.query) if self.query.get("at") == ANY_TIME else ()

    @property
    def groups(self) -> tuple[OrderGroup, ...]:
        return self._forms[0]

    @property
    def chosen(self) -> Chosen | None:
        return self._forms[1]

    @property
    def picked(self) -> tuple[tuple[str, str], ...]:
        """What the reader has picked, such as a target, by the names of the choices, as far as it can still be had."""
        of_units = self.chosen.groups if self.chosen else ()
        picks = [pick for group in (*self.groups, *of_units) for pick in group.picks]
        return tuple((pick.name, pick.chosen) for pick in picks if self.query.get(pick.name) == pick.chosen)

    @property
    def via(self) -> str:
        """The places through which the reader leads the way of an order, as they named them."""
        return self.query.get("via", "")

    @cached_property
    def bundles(self) -> tuple[BundleShown, ...]:
        """What may be put on the sheet in one tap, while nobody is chosen; what closes the step, always."""
        found = self.ordering.bundles()
        return tuple(one for one in found if one.closes) if self.units and not self.chosen_by_itself else found

    @cached_property
    def target(self) -> Target | None:
        """The contact that was tapped, and all who can fire at it, the likeliest first; None where nobody can."""
        handle = self.query.get("target", "")
        options = self.dress.aimed(self.known, self.drafted.options, handle) if handle and not self.wanted else ()
        if not options or self.dress.attacked_together:
            return None
        acts = self.dress.acts(self.known, options, self.drafted.odds)
        ordered = self.game.orders_by_kind[options[0].kind]
        return Target(
            title=self.words.field_said(self.known, ordered, fields_in(Role.TARGET, ordered)[0], handle),
            dossier=dossier_href(self.base, handle),
            shots=tuple(
                TargetShot(title=act.title, line=act.line, kind=act.order["kind"], fixed=act.fixed)
                for act in acts
            ),
        )  # fmt: skip

    def filling(self, kind: str) -> OrderGroup | None:
        """The form of one order type as it is being filled in; None where there is no such form."""
        groups, chosen = self.ordering.groups_of([one for one in self.now if one.kind == kind], self.wanted)
        return next((group for group in (*(chosen.groups if chosen else ()), *groups) if group.commit), None)

    @cached_property
    def editor(self) -> Editor | None:
        """The standing lines laid open for change, in a game that has such, while anything may be ordered."""
        if not self.anytime_options:
            return None
        return editor(self.game, self.known, self.anytime_options, self.drafted.ground)

    @cached_property
    def _anytime_forms(self) -> tuple[tuple[OrderGroup, ...], Chosen | None]:
        plainly = [one for one in self.anytime_options if self.editor is None or one.kind not in self.editor.kinds]
        return self.ordering.groups_of(plainly, self._wanted_anytime)

    @property
    def anytime(self) -> tuple[OrderGroup, ...]:
        return self._anytime_forms[0]

    @property
    def anytime_chosen(self) -> Chosen | None:
        """The unit whose orders of any time the reader has asked for."""
        return self._anytime_forms[1]

    @cached_property
    def given(self) -> tuple[Fact, ...]:
        """What the seat has said in advance, in a game that has no lines for it."""
        if self.game.standing is None or self.editor is not None:
            return ()
        return self.words.said_in_advance(self.known, self.game.standing.given(self.drafted.reading.picture))

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
    def order_lines(self) -> OrderLinesShown:
        """Orders as text: what was typed, judged as it would stand below the sheet, and what may be typed."""
        drafted, reading = self.drafted, self.drafted.reading
        judged = read_lines(reading.game, reading.picture, self.written, drafted.orders) if self.written else []
        return OrderLinesShown(
            text=self.written,
            verdicts=tuple(
                OrderLineShown(
                    number=line.number,
                    said=self.plain(line.said),
                    fault=line.fault,
                    refusal=self.ordering.refusal_shown(line.refusal) if line.refusal is not None else None,
                )
                for line in judged
            ),
            examples=tuple(examples(reading.game, drafted.believed, one_of_each(drafted.heading_options))),
        )

    @cached_property
    def left_over(self) -> tuple[Sentence, ...]:
        """What was written for a question that is over, and not sent: each order in a sentence."""
        reading = self.drafted.reading
        orders = self.context.store.codec(self.game).to_orders(reading.left_over_text)
        return tuple(self.words.order(reading.known, order) for order in orders)

    @cached_property
    def sheet(self) -> SheetShown:
        """The sheet, with what the rules and the enemy say to it."""
        reading, reads = self.drafted.reading, self.reads
        return SheetShown(
            version=reading.sheet_version,
            orders=reading.sheet_text,
            lines=self.ordering.sheet,
            closes=any(isinstance(order, Done) for order in self.drafted.orders),
            left_over=tuple(self.plain(reads(said)) for said in self.left_over),
            foretold=tuple(
                ForetoldShown(
                    text=self.plain(reads(one.text)), rule=one.rule, rule_url=self.rule_url(one.rule) or "",
                    grave=one.grave,
                )
                for one in self.drafted.foretold()
            ),
        )  # fmt: skip


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
