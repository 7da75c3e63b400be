"""What may be ordered, as the page puts it: units to choose, forms with their choices, and what an order comes to."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from service.engine.facts import Row
from service.engine.figures import spread
from service.engine.options import Option, Scalar
from service.engine.orders import Order, Refusal
from service.engine.places import Place, called_place, fields_of_places, shown_place
from service.engine.roles import Role, fields_in
from service.engine.sentences import Sentence, capital, plain_text, sentence
from service.engine.words import PlainWords
from service.matches import orders_from_plain
from service.matches.drafts import Draft
from service.matches.errors import Malformed
from web.games.shelf import dress
from web.parts.fields import FormValues, FormWords, Item
from web.parts.forms import Form, draw, first_of, merged, told_apart
from web.parts.places import UnreadableOrder
from web.parts.sent_forms import read
from web.parts.sentences import Links
from web.table.aims import term_shown
from web.table.orders_shown import (
    BundleShown,
    Chosen,
    Commit,
    Here,
    NoShotShown,
    OrderGroup,
    Pick,
    Present,
    RefusalShown,
    SheetOrder,
    Subject,
    Weighed,
)
from web.table.targets import enemies_first


@dataclass(frozen=True)
class Ordering:
    """A seat's options in the words of its game.

    `picked` are the choices that decide which form is shown, `filled` a form that was sent and comes back as it was;
    `rule_url` says where a rule can be read.
    """

    words: PlainWords
    drafted: Draft
    picked: Mapping[str, str]
    filled: FormValues | None
    rule_url: Callable[[str], str | None]

    def groups_of(
        self, options: Iterable[Option], units: Sequence[str], place: Place | None = None
    ) -> tuple[tuple[OrderGroup, ...], Chosen | None]:
        """The options by order type, those of the chosen units apart; with none chosen, who of a place may be."""
        by_kind: dict[str, list[Option]] = {}
        for option in options:
            by_kind.setdefault(option.kind, []).append(option)
        groups, of_units = [], []
        for kind, offered in by_kind.items():
            mine = [option for option in offered if units and set(units) <= set(option.subjects)]
            if mine:
                of_units.append(self.narrowed(kind, mine, units))
            if not any(option.subjects for option in offered):
                groups.append(self.narrowed(kind, offered))
        subjects = self.subjects_of(by_kind, self.ordered)
        if subjects:
            kinds = [kind for kind, offered in by_kind.items() if any(option.subjects for option in offered)]
            groups.insert(
                0, OrderGroup(kind="units", title=" · ".join(map(self.words.title, kinds)), subjects=subjects)
            )
        return tuple(groups), self.chosen(units, of_units, subjects, place)

    @property
    def ordered(self) -> set[str]:
        """The units that have an order on the sheet."""
        return {unit for order in self.drafted.orders for unit in order.subjects()}

    # ---- units

    def chosen(
        self, units: Sequence[str], groups: Sequence[OrderGroup], subjects: Sequence[Subject], place: Place | None
    ) -> Chosen | None:
        """The units whose orders are being written, with who else stands there; None where there is nobody."""
        rows = [row for unit in units if (row := self.row(unit, named=bool(groups)))]
        here = self.here(units, place)
        if len(rows) < len(units) or not (rows or here):
            return None
        written = tuple(
            self.with_outlook(one) for one in self.sheet if set(self.drafted.orders[one.index].subjects()) & set(units)
        )
        ids = [subject.id for subject in subjects]
        after = max((ids.index(unit) + 1 for unit in units if unit in ids), default=0)
        coming = next(
            (one for one in [*subjects[after:], *subjects[:after]] if one.id not in units and not one.ordered), None
        )
        idle = self.reads(self.words.idle(self.drafted.known_after, units[0])) if len(units) == 1 and not groups else ()
        no_shots = self.no_shots(units[0]) if len(units) == 1 else ()
        return Chosen(
            rows=tuple(rows), groups=tuple(groups), written=written, coming=coming, idle=idle, here=here,
            no_shots=no_shots,
        )  # fmt: skip

    def no_shots(self, unit: str) -> tuple[NoShotShown, ...]:
        """At whom a unit has no shot now, those together of whom the rules say the same."""
        forces = self.drafted.reading.game.forces
        contacts = forces.contacts(self.drafted.believed) if forces is not None else {}
        alike: dict[str, list[tuple[str, Refusal]]] = {}
        for handle, refusal in self.drafted.no_shots(unit).items():
            alike.setdefault(f"{refusal.rule} {refusal.reason}", []).append((handle, refusal))
        return tuple(
            NoShotShown(
                handles=tuple(handle for handle, _ in those),
                names=tuple(self.words.contact_name(contacts[handle], handle) for handle, _ in those),
                refusal=self.refusal_shown(those[0][1]),
                everybody=len(those) == len(contacts),
            )
            for those in alike.values()
        )

    def next_to_go(self, units: Sequence[str]) -> str | None:
        """Of the units that have no order, the next after these that can go somewhere; None where there is none."""
        by_kind: dict[str, list[Option]] = {}
        for option in self.drafted.now:
            by_kind.setdefault(option.kind, []).append(option)
        listed = self.subjects_of(by_kind, self.ordered)
        after = max((place for place, one in enumerate(listed, 1) if one.id in units), default=0)
        turned = [one.id for one in [*listed[after:], *listed[:after]] if not one.ordered and one.id not in units]
        return next(filter(self.can_go, turned), None)

    def can_go(self, unit: str) -> bool:
        """Whether a unit that goes by itself can be ordered somewhere."""
        going = [option for option in self.drafted.now if (unit,) == option.subjects and any(option.routes)]
        return any(not isinstance(found := self.drafted.reach(one, (unit,)), Refusal) and found for one in going)

    @cached_property
    def sheet(self) -> tuple[SheetOrder, ...]:
        """The orders on the sheet."""
        return tuple(
            SheetOrder(index=index, said=self.plain(said), refusal=self.refusal_shown(refusal) if refusal else None)
            for index, (said, refusal) in enumerate(zip(self.drafted.sentences, self.drafted.refusals, strict=True))
        )

    def with_outlook(self, one: SheetOrder) -> SheetOrder:
        """An order on the sheet, with what it is likely to come to, and other ways that it could go."""
        if one.refusal is not None:
            return one
        order, found = self.drafted.orders[one.index], self.drafted.other_ways(one.index)
        ways = () if isinstance(found, Refusal) else found
        before = self.drafted.known_before(one.index) if ways else None
        return replace(
            one, likely=self.likely(order, one.index),
            ways=tuple(
                (self.plain(self.words.order(before, way)), " ".join(self.likely(way, one.index))) for way in ways
            ),
            goes=self.drafted.reading.game.other_ways is not None and bool(order.way()),
        )  # fmt: skip

    def said(self, order: Order) -> str:
        """An order that would stand next on the sheet, in a sentence."""
        return self.plain(self.words.order(self.drafted.known_after, order))

    def likely(self, order: Order, instead_of: int | None = None) -> tuple[str, ...]:
        """What an order that may be given is likely to come to, in sentences; nothing where nobody can say.

        It would stand next on the sheet, or in the place of another.
        """
        odds = self.drafted.odds(order, instead_of=instead_of)
        if odds is None:
            return ()
        return tuple(map(self.plain, odds.outlook or (sentence(self.words.odds(odds)),)))

    def bundles(self) -> tuple[BundleShown, ...]:
        """What may be put on the sheet in one tap, each order with what it is likely to come to."""
        return tuple(
            BundleShown(
                title=bundle.title,
                lines=tuple((self.said(order), " ".join(self.likely(order))) for order in bundle.orders),
                closes=self.drafted.is_last(*bundle.orders),
                rest=self.plain(sentence(bundle.rest)) if bundle.rest else "",
            )
            for bundle in self.drafted.at_once
        )

    def row(self, unit: str, *, named: bool) -> Row | None:
        """A unit as the roster has it; one that is not on it, by its name alone, or None where it is not `named`."""
        row = self.words.unit(self.drafted.known_after, unit)
        if row is not None and self.drafted.orders:  # what is only written has not been done
            stands = self.words.unit(self.drafted.reading.known, unit)
            row = replace(row, tags=tuple(tag for tag in row.tags if stands is None or tag in stands.tags))
        return row or (Row(name=self.words.name(self.drafted.known_after, unit), id=unit) if named else None)

    def here(self, units: Sequence[str], place: Place | None) -> Here | None:
        """All that the seat knows to stand where these units stand, or in a place; None for one that stands alone."""
        forces, picture = self.drafted.reading.game.forces, self.drafted.believed
        if forces is None:
            return None
        own, contacts = forces.own(picture), forces.contacts(picture)
        if units and all(unit in own for unit in units):
            place = next(iter(forces.places_of(own[units[0]])), None)
        there = [unit for unit, thing in own.items() if place in forces.places_of(thing)]
        met = {handle for handle, thing in contacts.items() if place in forces.places_of(thing)}
        if place is None or not set(units) <= set(there) or len(there) + len(met) < 2:
            return None
        party = next((set(one.subjects) for one in self.drafted.options
                      if one.companions and set(units or there) & set(one.subjects)), set[str]())  # fmt: skip
        rosters = self.words.listed(self.drafted.known_after) if met else ()
        return Here(
            place=place, title=called_place(place, self.drafted.ground),
            own=tuple(
                Present(row=row, goes=unit in units, joins=unit in party)
                for unit in there
                for row in [self.row(unit, named=True)]
                if row
            ),
            met=tuple(row for roster in rosters for row in roster.rows if row.contact in met),
        )  # fmt: skip

    def subjects_of(self, by_kind: Mapping[str, Sequence[Option]], ordered: Collection[str]) -> tuple[Subject, ...]:
        """The units that something can be ordered to, in the order of the roster as far as they are on it."""
        ids = {unit for offered in by_kind.values() for option in offered for unit in option.subjects}
        listed = [
            row.id for roster in self.words.listed(self.drafted.known_after) for row in roster.rows if row.id in ids
        ]
        return tuple(self.subject(id, id in ordered) for id in [*filter(None, listed), *sorted(ids - set(listed))])

    @property
    def must_be_ordered(self) -> Sequence[str]:
        """The units that have to be given an order before the step can be closed."""
        return self.words.must_be_ordered(self.drafted.known_after)

    def subject(self, id: str, ordered: bool) -> Subject:
        """A unit as a chip."""
        row = self.words.unit(self.drafted.known_after, id) or Row(name=self.words.name(self.drafted.known_after, id))
        place = shown_place(row.place, self.drafted.ground) if row.place else row.absent or None
        return Subject(id=id, name=row.name, place=place, ordered=ordered, must_be_ordered=id in self.must_be_ordered)

    # ---- forms

    def narrowed(self, kind: str, options: Sequence[Option], units: Sequence[str] = ()) -> OrderGroup:
        """The form of one option, and a choice for each settled value in which the options differ.

        Where it is chosen who goes, these `units` go.
        """
        look, known = dress(self.drafted.reading.game), self.drafted.known_after
        likeliest = look.likeliest(known, options, self.drafted.odds)
        left, picks = [option for option, _ in likeliest], []
        ordered = self.drafted.reading.game.orders_by_kind[kind]
        for name in dict.fromkeys(name for option in options for name in option.fixed):
            values = list(dict.fromkeys(json.dumps(option.fixed.get(name)) for option in left))
            if len(values) < 2:
                continue
            items = tuple(
                Item(
                    value=value,
                    label=(best_chance(likeliest, name, value) if name in fields_in(Role.TARGET, ordered) else "")
                    + self.fixed_words(kind, name, value),
                    place=self.place_of(kind, left[0], name, json.loads(value)) or None,
                )
                for value in values
            )  # fmt: skip
            pick = self.pick(f"pick.{kind}.{name}", self.words.label(name), items)
            picks.append(pick)
            left = [option for option in left if json.dumps(option.fixed.get(name)) == pick.chosen]
        left = merged(left)
        if len(left) > 1:
            items = tuple(
                Item(value=str(place), label=label)
                for place, label in enumerate(told_apart(left, self.plain, self.drafted.ground))
            )
            pick = self.pick(f"pick.{kind}", "Which", items)
            picks.append(pick)
            left = [left[int(pick.chosen)]]
        option, order, is_known = left[0], ordered, partial(self.words.is_known_at, known)
        reach = self.drafted.reach(option, units)
        form = draw(
            option,
            FormWords(
                self.words.label,
                lambda name, value: self.plain(self.words.value_said(known, order, name, value)),
                lambda place: self.words.met(known, place),
                partial(self.place_of, kind, option),
                self.drafted.ground,
                self.words.cost,
                partial(self.words.stock, known, option),
            ),
            () if isinstance(reach, Refusal) else reach,
            self.words.holds(known, kind),
            units,
        )
        form = enemies_first(first_of(form, look.leading), fields_in(Role.TARGET, order), is_known)
        if self.filled is not None:
            form = form.filled(self.filled)
        settled = (self.place_of(kind, option, name, value) for name, value in option.fixed.items())
        return OrderGroup(
            kind=kind,
            title=self.words.title(kind),
            aims=next(filter(None, settled), ""),
            is_aimed=any(name in option.fields or name in option.fixed for name in fields_in(Role.TARGET, order)),
            by_tap=kind in look.tapped,
            help=self.plain(self.words.help(known, kind)),
            picks=tuple(picks),
            form=form,
            refusal=self.refusal_shown(reach) if isinstance(reach, Refusal) else None,
            weighed=self.weigh(form) if kind in look.weighs else None,
            commit=None if kind in self.drafted.kinds_lawful_anytime else self.commit(form),
        )

    def place_of(self, kind: str, option: Option, field: str, value: Scalar) -> str:
        """Where on the map that lies which a value of a field stands for; nothing for what lies nowhere."""
        if isinstance(value, str) and field in fields_of_places(self.drafted.reading.game.orders_by_kind[kind]):
            return value
        return dress(self.drafted.reading.game).place_of(self.drafted.known_after, option, field, value)

    def pick(self, param: str, label: str, items: tuple[Item, ...]) -> Pick:
        """A choice with what was picked of it, or else the first."""
        chosen = self.picked.get(param, "")
        return Pick(
            name=param,
            label=label,
            items=items,
            chosen=chosen if any(item.value == chosen for item in items) else items[0].value,
        )

    def fixed_words(self, kind: str, name: str, value: str) -> str:
        """A settled value of an order of this kind as words."""
        plain_value, order = json.loads(value), self.drafted.reading.game.orders_by_kind[kind]
        if isinstance(plain_value, Scalar | list):
            return self.plain(self.words.field_said(self.drafted.known_after, order, name, plain_value))
        return str(plain_value)

    @property
    def links(self) -> Links:
        """Where what stands in the lines of a sum leads."""
        return Links(ground=self.drafted.ground, rule=self.rule_url)

    def plain(self, said: Sentence) -> str:
        """A sentence as plain text, in which own things have their names."""
        return plain_text(self.reads(said), self.drafted.ground)

    @cached_property
    def reads(self) -> Callable[[Sentence], Sentence]:
        """Puts names to own things."""
        return self.words.reader(self.drafted.known_after)

    def order_of(self, said: FormValues | None) -> Order | None:
        """The order that a form describes by what it sends; None where that is nothing yet, or no order."""
        try:
            return orders_from_plain(self.drafted.reading.game, [read(said, self.drafted.ground)])[0] if said else None
        except (Malformed, UnreadableOrder):
            return None

    def commit(self, form: Form) -> Commit:
        """What the button of a form says, and whether it closes the step, whatever is chosen in the form."""
        order, sample = self.order_of(form.settled), self.order_of(form.sample)
        closes = sample is not None and self.drafted.is_last(sample)
        if order is None:
            return Commit(words=self.words.title(form.kind), settled=False, closes=closes)
        words = self.plain(self.words.commit(self.drafted.known_after, order))
        return Commit(words=capital(words), settled=True, closes=closes, idle=self.words.is_idle(order))

    # ---- what an order comes to

    def weigh(self, form: Form) -> Weighed:
        """What the order that a form describes comes to, as far as the seat can know, or why it cannot be given."""
        order = self.order_of(form.settled)
        if order is None:
            return Weighed()
        refusal = self.drafted.refusal(order)
        if refusal is not None:
            return Weighed(refusal=self.refusal_shown(refusal))
        odds = self.drafted.odds(order)
        if odds is None:
            return Weighed()
        chance = () if odds.chance is None else (f"{odds.chance}% {odds.effect}.",)
        return Weighed(
            figure=odds.figure[:1].upper() + odds.figure[1:],
            value=spread(odds.value, odds.most) if odds.outlook else str(odds.value),
            bill=tuple(term_shown(term, self.links) for term in odds.bill.lines),
            outlook=(*chance, *map(self.plain, odds.outlook)),
        )

    def refusal_shown(self, refusal: Refusal) -> RefusalShown:
        """What the rules say against something, as the page says it."""
        words = self.plain(refusal.said)
        return RefusalShown(said=words, rule=refusal.rule, rule_url=self.rule_url(refusal.rule) or "")


def best_chance(likeliest: Sequence[tuple[Option, int | None]], name: str, value: str) -> str:
    """The best chance of those options that have this settled value, to stand before it: a narrow box cuts the end."""
    chances = [
        found for option, found in likeliest if found is not None and json.dumps(option.fixed.get(name)) == value
    ]
    return f"{max(chances)}% · " if chances else ""
