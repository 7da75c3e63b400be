"""The Asset Transfer Phase (NDC-AST-01, parent 3.22): assets from HQ to HQ, and a unit under another HQ. All secret."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.options import Choice, Option, Several
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, Refusal, accepts, demand
from service.engine.roles import Subject
from service.engine.seats import Seat
from service.engine.sentences import Sentence, counted, joined, own, place, say
from service.games.ndc.known.asking import known_neighbours, own_unit
from service.games.ndc.known.command import hq_in_reach, within_range
from service.games.ndc.known.picture import Picture
from service.games.ndc.printed.units import Account, Asset, Unit, UnitId
from service.games.ndc.sections.confirming import confirm, confirm_account
from service.games.ndc.truth.state import State

AST = "NDC-AST-01"


# ---- what can be ordered


@dataclass(frozen=True, kw_only=True)
class TransferAsset(Order):
    """Send one or two assets from one headquarters to another, once a turn; they can be used there at once.

    Both must be within range of the division HQ, or be it, and neither may stand next to a known enemy.
    """

    rule: ClassVar[str] = AST
    phrase: ClassVar[Phrase] = Phrase("transfer {assets} from {source} to {to}")
    kind: Literal["transfer-asset"] = "transfer-asset"
    source: Subject[UnitId]
    to: UnitId
    assets: tuple[str, ...]

    def said(self, to: Saying) -> Sentence:
        return say("Transfer ", to.held(self, "assets"), " to ", to.unit(self.to))

    def on_button(self, to: Saying) -> Sentence:
        return say(f"Transfer {counted(len(self.assets), 'asset')}")

    def check(self, picture: Picture) -> None:
        source, to = giving_hq(picture, self.source), giving_hq(picture, self.to)
        demand(source.id != to.id, AST, (source.said, " already has these assets; name another headquarters."))
        sent, most = picture.account.transfers, picture.tables.assets.transfers
        demand(
            not sent, AST, f"You have already sent {sent} of your assets from one headquarters to another this turn."
        )
        demand(
            1 <= len(self.assets) <= most, AST,
            f"Between 1 and {most} assets can be transferred in a turn; you named {len(self.assets)}.",
        )  # fmt: skip
        demand(len(set(self.assets)) == len(self.assets), AST, "An asset is named twice.")
        held = [asset.id for asset in source.assets]
        for asset in self.assets:
            demand(asset in held, AST, (source.said, f" has no asset {asset!r}; it has {', '.join(held) or 'none'}."))

    def believe(self, picture: Picture) -> None:
        move_assets(picture.own[self.source], picture.own[self.to], self.assets)
        picture.account.transfers += len(self.assets)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield AssetsTransferred(source=self.source, to=self.to, assets=self.assets)
        yield from confirm(state, self.source, "assets")
        yield from confirm(state, self.to, "assets")
        yield from confirm_account(state, seat, "transfers")

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if picture.account.transfers:
            return
        giving = [unit for unit in picture.own.values() if can_give(picture, unit)]
        for source in giving:
            others = tuple(unit for unit in giving if unit.id != source.id)
            held = tuple(asset.id for asset in source.assets)
            if held and others:
                yield Option(
                    kind="transfer-asset",
                    title=say("Transfer assets from ", own(source.id, source.designation)),
                    subjects=(source.id,),
                    fixed={"source": source.id},
                    fields={
                        "to": Choice(
                            values=ids(others), labels=tuple(say(own(unit.id, unit.designation)) for unit in others)
                        ),
                        "assets": Several(values=held, least=1, most=min(len(held), picture.tables.assets.transfers)),
                    },
                    rule=AST,
                )


@dataclass(frozen=True, kw_only=True)
class Reassign(Order):
    """Put one combat unit under another headquarters, once a turn; both, its old and its new one, must reach it."""

    rule: ClassVar[str] = AST
    phrase: ClassVar[Phrase] = Phrase("put {unit} under {to}")
    kind: Literal["reassign"] = "reassign"
    unit: Subject[UnitId]
    to: UnitId

    def said(self, to: Saying) -> Sentence:
        return say(to.unit(self.unit), " is reassigned to ", to.unit(self.to))

    def check(self, picture: Picture) -> None:
        unit = own_unit(picture, self.unit, AST)
        demand(unit.combat, AST, (unit.said, " is a headquarters; only a combat unit can be put under another one."))
        done, most = picture.account.reassigned, picture.tables.assets.resubordinations
        demand(done < most, AST, f"You have put {done} unit under another headquarters this turn; {most} is the limit.")
        to = own_unit(picture, self.to, AST)
        demand(not to.combat, AST, (to.said, " is not a headquarters."))
        demand(to.id != unit.parent, AST, (unit.said, " is under ", to.said, " already."))
        old = picture.own.get(unit.parent) if unit.parent is not None else None
        for hq in (old, to):
            demand(
                hq is None or within_range(hq, unit.hex, picture.rules), AST,
                (unit.said, " in ", place(unit.hex or ""), " is not within the range of ", hq.said if hq else "", "."),
            )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        picture.own[self.unit].parent = self.to
        picture.account.reassigned += 1

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield UnitReassigned(unit=self.unit, to=self.to)
        yield from confirm(state, self.unit, "parent")
        yield from confirm_account(state, seat, "reassigned")

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for unit in picture.own.values():
            to = tuple(hq for hq in picture.own.values() if accepts(picture, cls(unit=unit.id, to=hq.id)))
            if to:
                yield Option(
                    kind="reassign",
                    title=say("Put ", own(unit.id, unit.designation), " under another headquarters"),
                    subjects=(unit.id,),
                    fixed={"unit": unit.id},
                    fields={"to": Choice(values=ids(to), labels=tuple(say(own(hq.id, hq.designation)) for hq in to))},
                    rule=AST,
                )


# ---- what happens


@dataclass(frozen=True, kw_only=True)
class AssetsTransferred(Event):
    """Assets have gone from one HQ to another."""

    kind: Literal["assets-transferred"] = "assets-transferred"
    source: UnitId
    to: UnitId
    assets: tuple[str, ...]

    def change(self, state: State) -> None:
        source = state.units[self.source]
        move_assets(source, state.units[self.to], self.assets)
        account: Account = state.accounts[source.side]
        account.transfers += len(self.assets)


@dataclass(frozen=True, kw_only=True)
class UnitReassigned(Event):
    """A unit has come under another HQ."""

    kind: Literal["unit-reassigned"] = "unit-reassigned"
    unit: UnitId
    to: UnitId

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.parent = self.to
        state.accounts[unit.side].reassigned += 1


EVENTS: tuple[type[Event], ...] = (AssetsTransferred, UnitReassigned)


# ---- small helpers


def giving_hq(picture: Picture, id: UnitId) -> Unit:
    """An own HQ that may send or take assets now; Refusal for any other."""
    hq = own_unit(picture, id, AST)
    demand(not hq.combat, AST, (hq.said, " is not a headquarters; assets lie at headquarters only."))
    demand(
        hq_in_reach(picture.own, hq, picture.rules), AST,
        (hq.said, " in ", place(hq.hex or ""), " is out of the range of its division headquarters."),
    )  # fmt: skip
    near = known_neighbours(picture, hq)
    demand(
        not near,
        AST,
        (
            hq.said,
            " in ",
            place(hq.hex or ""),
            " stands next to a known enemy in ",
            joined(", ", map(place, near)),
            ".",
        ),
    )
    return hq


def can_give(picture: Picture, unit: Unit) -> bool:
    try:
        giving_hq(picture, unit.id)
    except Refusal:
        return False
    return True


def move_assets(source: Unit, to: Unit, moved: tuple[str, ...]) -> None:
    """Take assets from one HQ and lay them at another, in the order in which they lay."""
    going: list[Asset] = [asset for asset in source.assets if asset.id in moved]
    source.assets = [asset for asset in source.assets if asset.id not in moved]
    to.assets = [*to.assets, *going]


def ids(units: tuple[Unit, ...]) -> tuple[UnitId, ...]:
    return tuple(unit.id for unit in units)
