"""What is ordered in land combat: attacks, cards, supply, going on and stopping (11, C76-PBM-17 to 30)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.options import Choice, Domain, Option
from service.engine.orders import Order, Phrase, demand
from service.engine.places import Place
from service.engine.seats import Seat
from service.engine.sentences import place, say
from service.games.campaign1776.known.battles import SUPPLIES, Battle, Commit, Supply
from service.games.campaign1776.known.picture import Picture, field_of, holds, in_hex
from service.games.campaign1776.known.supply import sources
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.sections.combat import stopped
from service.games.campaign1776.sections.marching import points
from service.games.campaign1776.truth.state import BattleSet, Committed, State

ROUND, CARDS, FIRST, CHOICE, STOP = "C76-PBM-17", "C76-P11", "C76-PBM-18", "C76-PBM-20", "C76-PBM-24"
AGAIN, START, CONTINUE, AT_ONCE = "C76-PBM-23", "C76-PBM-26", "C76-PBM-25", "C76-PBM-27"
MOST_AT_ONCE = 9
"""So many continuous rounds can be ordered at a time."""

# ---- what a side knows of a battle


def inside_at(picture: Picture, hex: Hex) -> bool:
    """Whether the own troops in a hex fight from their fort: they do where none are outside."""
    return not points(picture, in_hex(picture, hex, inside=False))


def enemies_at(picture: Picture, hex: Hex) -> bool | None:
    """Whether the enemy in a hex stands in a fort, so that an attack is an assault; None where there is no enemy."""
    for inside in (False, True):
        contact = picture.contact_at(hex, inside=inside)
        if contact is not None and holds(picture, contact):
            return inside
    return None


def contacts_of(picture: Picture) -> list[Hex]:
    """The hexes that own and enemy strength points share."""
    hexes = {Hex(pool.at) for pool in picture.own.values() if not pool.aboard and picture.rules.kind(pool.kind).combat}
    return sorted(hex for hex in hexes if enemies_at(picture, hex) is not None)


def has_supply(picture: Picture, hex: Hex) -> bool:
    """Whether there is supply that the own troops in a hex could use now."""
    battle = picture.battles.get(hex)
    if battle is not None and picture.side in battle.barred:
        return False
    return bool(sources(field_of(picture), hex, inside=inside_at(picture, hex)))


def own_battle(picture: Picture, hex: Hex, rule: str) -> Battle:
    """A battle that goes on."""
    battle = picture.battles.get(hex)
    demand(battle is not None and battle.open, rule, ("No battle goes on in ", place(hex), "."))
    assert battle is not None
    return battle


# ---- attacking


@dataclass(frozen=True, kw_only=True)
class _Attacking(Order):
    """Commit as the attacker to the coming round of combat in a hex.

    `card`: what is played; one is drawn where none is named, and a fort is attacked by Frontal Assault. `supply` from
    the second round of a hex on: use, not, or rule (where it changes the odds). `continuous`: so many rounds are fought
    at once without cards, at the modifier that is worst for the attacker.
    """

    hex: Place
    card: str = ""
    supply: Supply = "rule"
    continuous: int = 0

    def check(self, picture: Picture) -> None:
        hex, matrix = Hex(self.hex), picture.rules.tables.matrix
        uncommitted(picture, hex)
        self.qualify(picture, hex)
        assault = enemies_at(picture, hex)
        demand(not self.card or self.card in matrix.cards, CARDS, f"There is no card {self.card!r}.")
        demand(
            not assault or self.card in ("", matrix.assault), CARDS,
            ("Only a fort holds out in ", place(hex), f": it is attacked by {matrix.cards[matrix.assault]}."),
        )  # fmt: skip
        demand(0 <= self.continuous <= MOST_AT_ONCE, AT_ONCE, f"At most {MOST_AT_ONCE} rounds are fought at once.")
        demand(not (self.continuous and self.card), AT_ONCE, "A continuous round is fought without cards.")
        demand(self.supply != "wusad", CHOICE, "Only the defender can use supply if the attacker does.")
        first = hex not in picture.battles or not picture.battles[hex].rounds
        demand_supply(picture, hex, self.supply, first=first)

    def qualify(self, picture: Picture, hex: Hex) -> None:
        """Refuse where the side cannot attack in the hex now."""
        raise NotImplementedError

    def believe(self, picture: Picture) -> None:
        picture.commits[Hex(self.hex)] = self.commit

    @property
    def commit(self) -> Commit:
        return Commit(card=self.card, supply=self.supply, continuous=self.continuous)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield Committed(seat=seat, hex=Hex(self.hex), commit=self.commit)


def uncommitted(picture: Picture, hex: Hex) -> None:
    """Refuse a second word about the same round: what is committed to stays."""
    demand(hex not in picture.commits, ROUND, ("What you have committed to in ", place(hex), " is still to be fought."))


def demand_supply(picture: Picture, hex: Hex, supply: Supply, *, first: bool) -> None:
    """Refuse what cannot be said of supply: in the first round of a hex it is used, if it is there, and only then."""
    can = has_supply(picture, hex)
    demand(not (first and can and supply == "not"), FIRST, "In the first round supply has to be used.")
    demand(can or supply != "use", "C76-P10", ("You have no supply to use in ", place(hex), "."))


def attacks_offered(picture: Picture, order: str, hex: Hex, title: str, rule: str) -> Iterator[Option]:
    """A round by card, and rounds without cards, with what can be said of supply."""
    matrix, battle = picture.rules.tables.matrix, picture.battles.get(hex)
    fields: dict[str, Domain] = {}
    if battle is not None and battle.rounds:
        said: tuple[Supply, ...] = ("rule", "use", "not") if has_supply(picture, hex) else ("rule", "not")
        fields["supply"] = Choice(values=said)
    cards = [matrix.assault] if enemies_at(picture, hex) else list(matrix.cards)
    labels = (say("drawn"), *(say(matrix.cards[card]) for card in cards))
    by_card: Domain = Choice(values=("", *cards), labels=labels)
    yield Option(
        order=order, title=say(title, place(hex)), fixed={"hex": hex}, fields={"card": by_card, **fields}, rule=rule
    )
    rounds: Domain = Choice(values=tuple(range(1, MOST_AT_ONCE + 1)))
    yield Option(
        order=order, title=say(title, place(hex), ", several rounds at once"), fixed={"hex": hex},
        fields={"continuous": rounds, **fields}, rule=AT_ONCE,
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Attack(_Attacking):
    """Attack the enemy in a hex in one's own combat phase."""

    rule: ClassVar[str] = ROUND
    phrase: ClassVar[Phrase] = Phrase("attack {hex}", card="with {}", supply="supply {}", continuous="rounds {}")
    kind: Literal["attack"] = "attack"

    def qualify(self, picture: Picture, hex: Hex) -> None:
        demand(hex in contacts_of(picture), ROUND, ("You share ", place(hex), " with no enemy."))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for hex in contacts_of(picture):
            if hex in picture.commits:
                continue
            yield from attacks_offered(picture, "attack", hex, "Attack in ", ROUND)


@dataclass(frozen=True, kw_only=True)
class StartCombat(_Attacking):
    """Begin combat in the enemy's combat phase in a hex in which they do not attack."""

    rule: ClassVar[str] = START
    phrase: ClassVar[Phrase] = Phrase(
        "start combat in {hex}", card="with {}", supply="supply {}", continuous="rounds {}"
    )
    kind: Literal["start-combat"] = "start-combat"

    def qualify(self, picture: Picture, hex: Hex) -> None:
        demand(hex in contacts_of(picture), START, ("You share ", place(hex), " with no enemy."))
        demand(hex not in picture.battles, START, ("The enemy attacks in ", place(hex), " already."))
        demand(not inside_at(picture, hex), START, "From inside a fort nobody begins combat in the enemy's phase.")
        demand(hex not in picture.entrenched, "C76-ENT-04", "Nobody entrenched begins combat in the enemy's phase.")

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for hex in contacts_of(picture):
            free = hex not in picture.battles and hex not in picture.commits
            if free and not inside_at(picture, hex) and hex not in picture.entrenched:
                yield from attacks_offered(picture, "start-combat", hex, "Begin combat in ", START)


@dataclass(frozen=True, kw_only=True)
class FightOn(_Attacking):
    """Attack for another round in a battle in which one attacks."""

    rule: ClassVar[str] = AGAIN
    phrase: ClassVar[Phrase] = Phrase("fight on in {hex}", card="with {}", supply="supply {}", continuous="rounds {}")
    kind: Literal["fight-on"] = "fight-on"

    def qualify(self, picture: Picture, hex: Hex) -> None:
        attacked_by_us(picture, hex, AGAIN)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for hex in attacking_in(picture):
            yield from attacks_offered(picture, "fight-on", hex, "Fight on in ", AGAIN)


@dataclass(frozen=True, kw_only=True)
class ContinueCombat(_Attacking):
    """Go on with a battle that the attacker has stopped, as the attacker from now on."""

    rule: ClassVar[str] = CONTINUE
    phrase: ClassVar[Phrase] = Phrase("continue in {hex}", card="with {}", supply="supply {}", continuous="rounds {}")
    kind: Literal["continue"] = "continue"

    def qualify(self, picture: Picture, hex: Hex) -> None:
        battle = own_battle(picture, hex, CONTINUE)
        ours = battle.stopped and battle.attacker != picture.side
        demand(ours, CONTINUE, ("The enemy has not stopped in ", place(hex), "."))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for hex, battle in picture.battles.items():
            theirs = battle.open and battle.stopped and battle.attacker != picture.side
            if theirs and hex not in picture.commits:
                yield from attacks_offered(picture, "continue", hex, "Continue in ", CONTINUE)


def attacked_by_us(picture: Picture, hex: Hex, rule: str) -> Battle:
    """A battle in which this side is asked whether it goes on."""
    battle = own_battle(picture, hex, rule)
    demand(battle.attacker == picture.side and not battle.stopped, rule, ("You do not attack in ", place(hex), "."))
    return battle


def attacking_in(picture: Picture) -> list[Hex]:
    """The battles in which this side has to say whether it goes on."""
    return [
        hex for hex, battle in picture.battles.items()
        if battle.open and battle.attacker == picture.side and not battle.stopped and hex not in picture.commits
    ]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class StopFighting(Order):
    """Stop attacking in a battle, and say what of supply if the enemy continues it."""

    rule: ClassVar[str] = STOP
    phrase: ClassVar[Phrase] = Phrase("stop fighting in {hex}", supply="supply {}")
    kind: Literal["stop-fighting"] = "stop-fighting"
    hex: Place
    supply: Supply = "rule"

    def check(self, picture: Picture) -> None:
        uncommitted(picture, Hex(self.hex))
        attacked_by_us(picture, Hex(self.hex), STOP)
        demand_supply(picture, Hex(self.hex), self.supply, first=False)

    def believe(self, picture: Picture) -> None:
        hex = Hex(self.hex)
        picture.battles[hex] = stopped(picture.battles[hex], self.supply)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield BattleSet(battle=stopped(state.battles[Hex(self.hex)], self.supply))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for hex in attacking_in(picture):
            yield Option(
                order="stop-fighting", title=say("Stop fighting in ", place(hex)), fixed={"hex": hex},
                fields={"supply": words_for(picture, hex)}, rule=STOP,
            )  # fmt: skip


# ---- defending


def words_for(picture: Picture, hex: Hex) -> Choice:
    """What a defender can say of supply."""
    return Choice(values=tuple(said for said in SUPPLIES[::-1] if said != "use" or has_supply(picture, hex)))


@dataclass(frozen=True, kw_only=True)
class MeetAttack(Order):
    """Play a card as the defender, and declare supply for the round after it.

    `supply`: use, not, wusad (use it if the attacker does), or rule (where it changes the odds).
    """

    rule: ClassVar[str] = ROUND
    phrase: ClassVar[Phrase] = Phrase("meet the attack in {hex}", card="with {}", supply="then supply {}")
    kind: Literal["meet-attack"] = "meet-attack"
    hex: Place
    card: str = ""
    supply: Supply = "rule"

    def check(self, picture: Picture) -> None:
        hex, cards = Hex(self.hex), picture.rules.tables.matrix.cards
        uncommitted(picture, hex)
        battle = own_battle(picture, hex, ROUND)
        demand(battle.attacker != picture.side, ROUND, ("You attack in ", place(hex), " yourself."))
        demand(not inside_at(picture, hex), CARDS, "In a fort no card is played.")
        demand(not self.card or self.card in cards, CARDS, f"There is no card {self.card!r}.")
        demand(has_supply(picture, hex) or self.supply != "use", "C76-P10", "You have no supply there.")

    def believe(self, picture: Picture) -> None:
        picture.commits[Hex(self.hex)] = Commit(card=self.card, supply=self.supply)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        commit = Commit(card=self.card, supply=self.supply)
        yield Committed(seat=seat, hex=Hex(self.hex), commit=commit)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        cards = picture.rules.tables.matrix.cards
        labels = (say("drawn"), *(say(name) for name in cards.values()))
        for hex in defending_in(picture):
            if not inside_at(picture, hex):
                yield Option(
                    order="meet-attack", title=say("Meet the attack in ", place(hex)), fixed={"hex": hex},
                    fields={"card": Choice(values=("", *cards), labels=labels), "supply": words_for(picture, hex)},
                    rule=ROUND,
                )  # fmt: skip


def defending_in(picture: Picture) -> list[Hex]:
    """The battles in which this side defends."""
    return [
        hex for hex, battle in picture.battles.items()
        if battle.open and battle.attacker != picture.side and not battle.stopped and hex not in picture.commits
    ]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class DeclareSupply(Order):
    """Declare, as the defender, whether supply is used in the coming round."""

    rule: ClassVar[str] = CHOICE
    phrase: ClassVar[Phrase] = Phrase("declare supply in {hex}", supply="as {}")
    kind: Literal["declare-supply"] = "declare-supply"
    hex: Place
    supply: Supply = "rule"

    def check(self, picture: Picture) -> None:
        battle = own_battle(picture, Hex(self.hex), CHOICE)
        demand(battle.attacker != picture.side, CHOICE, ("You attack in ", place(self.hex), " yourself."))
        demand_supply(picture, Hex(self.hex), self.supply, first=False)
        demand(
            has_supply(picture, Hex(self.hex)), "C76-FORT-09", ("You have lost your supply in ", place(self.hex), ".")
        )

    def believe(self, picture: Picture) -> None:
        picture.battles[Hex(self.hex)].said[picture.side] = self.supply

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        battle = state.battles[Hex(self.hex)]
        yield BattleSet(battle=replace(battle, said={**battle.said, seat: self.supply}))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for hex in defending_in(picture):
            if picture.side not in picture.battles[hex].said and has_supply(picture, hex):
                yield Option(
                    order="declare-supply", title=say("Declare supply in ", place(hex)), fixed={"hex": hex},
                    fields={"supply": words_for(picture, hex)}, rule=CHOICE,
                )  # fmt: skip


ORDERS: Sequence[type[Order]] = (
    Attack, StartCombat, FightOn, StopFighting, ContinueCombat, MeetAttack, DeclareSupply,
)  # fmt: skip


# ---- who can be asked where no battle has begun


def contact_hexes(state: State) -> list[Hex]:
    """The hexes that strength points of both sides share."""
    held = [
        {Hex(pool.at) for pool in state.of(seat).values() if state.kind(pool).combat and not pool.aboard}
        for seat in state.seats
    ]  # fmt: skip
    return sorted(held[0] & held[1])


def attackers_to_be(state: State) -> tuple[Seat, ...]:
    """The side in turn, where it shares a hex with the enemy; both know whether it does."""
    assert state.phasing is not None
    return (state.phasing,) if contact_hexes(state) else ()


def answerers(state: State) -> tuple[Seat, ...]:
    """The other side, where it is attacked and has a card to play, or can begin combat itself."""
    seat = state.non_phasing
    may_start = any(
        hex not in state.battles and state.strength(seat, hex, inside=False) and state.entrenched.get(hex) != seat
        for hex in contact_hexes(state)
    )  # fmt: skip
    plays = any(
        battle.open and not state.commits[hex][battle.attacker].continuous and state.strength(seat, hex, inside=False)
        for hex, battle in state.battles.items()
    )  # fmt: skip
    return (seat,) if may_start or plays else ()
