"""What is ordered in land combat: attacks, cards, supply, going on and stopping (11, C76-PBM-17 to 30)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.options import Choice, Domain, Option
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, demand
from service.engine.places import Place
from service.engine.roles import Target
from service.engine.seats import Seat
from service.engine.sentences import Sentence, place, say
from service.games.campaign1776.known.battles import SUPPLIES, Battle, Commit, Supply, stopped
from service.games.campaign1776.known.contact import contacts_of, enemies_at, has_supply, inside_at, own_battle
from service.games.campaign1776.known.picture import Picture
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.staff.order_prose import attack_said, rest_said
from service.games.campaign1776.truth.events import BattleSet, Committed
from service.games.campaign1776.truth.state import State

ROUND, CARDS, FIRST, CHOICE, STOP = "C76-PBM-17", "P11", "C76-PBM-18", "C76-PBM-20", "C76-PBM-24"
AGAIN, START, CONTINUE, AT_ONCE = "C76-PBM-23", "C76-PBM-26", "C76-PBM-25", "C76-PBM-27"
SAYS = {"card": "with {}", "supply": "supply {}", "continuous": "rounds {}", "planned": "by plan"}
"""How the fields of an attack stand in an order line."""
MOST_AT_ONCE = 9
"""So many continuous rounds can be ordered at a time."""

# ---- attacking


@dataclass(frozen=True, kw_only=True)
class Attacking(Order):
    """Commit as the attacker to the coming round of combat in a hex.

    `card`: what is played; one is drawn where none is named, and a fort is attacked by Frontal Assault. `supply` from
    the second round of a hex on: use, not, or rule (where it changes the odds). `continuous`: so many rounds are fought
    at once without cards, at the modifier that is worst for the attacker. `planned`: the rest of the battle is left to
    the battle plan, and nothing more is asked in it, which both sides are told.
    """

    lead: ClassVar[str] = "Attack in "

    hex: Target[Place]
    card: str = ""
    supply: Supply = "rule"
    continuous: int = 0
    planned: bool = False

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

    def said(self, to: Saying) -> Sentence:
        return attack_said(
            to, self.lead, self.hex, self.card, self.continuous, rest_said(self.supply, planned=self.planned)
        )

    def qualify(self, picture: Picture, hex: Hex) -> None:
        """Refuse where the side cannot attack in the hex now."""
        raise NotImplementedError

    def believe(self, picture: Picture) -> None:
        picture.commits[Hex(self.hex)] = self.commit

    @property
    def commit(self) -> Commit:
        return Commit(card=self.card, supply=self.supply, continuous=self.continuous, planned=self.planned)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield Committed(seat=seat, hex=Hex(self.hex), commit=self.commit)


def uncommitted(picture: Picture, hex: Hex) -> None:
    """Refuse a second word about the same round: what is committed to stays."""
    demand(hex not in picture.commits, ROUND, ("What you have committed to in ", place(hex), " is still to be fought."))


def demand_supply(picture: Picture, hex: Hex, supply: Supply, *, first: bool) -> None:
    """Refuse what cannot be said of supply: in the first round of a hex it is used, if it is there, and only then."""
    can = has_supply(picture, hex)
    demand(not (first and can and supply == "not"), FIRST, "Supply has to be used in the first round.")
    demand(can or supply != "use", "P10", ("You have no supply to use in ", place(hex), "."))


def attacks_offered(picture: Picture, order: str, hex: Hex, title: str, rule: str) -> Iterator[Option]:
    """A round by card, and rounds without cards, with what can be said of supply."""
    matrix, battle = picture.rules.tables.matrix, picture.battles.get(hex)
    fields: dict[str, Domain] = {}
    if battle is None or picture.side not in battle.by_plan:
        fields["planned"] = Choice(values=(False, True))
    if battle is not None and battle.rounds:
        said: tuple[Supply, ...] = ("rule", "use", "not") if has_supply(picture, hex) else ("rule", "not")
        fields["supply"] = Choice(values=said)
    cards = [matrix.assault] if enemies_at(picture, hex) else list(matrix.cards)
    labels = (say("drawn"), *(say(matrix.cards[card]) for card in cards))
    by_card: Domain = Choice(values=("", *cards), labels=labels)
    yield Option(
        kind=order, title=say(title, place(hex)), fixed={"hex": hex}, fields={"card": by_card, **fields}, rule=rule
    )
    rounds: Domain = Choice(values=tuple(range(1, MOST_AT_ONCE + 1)))
    yield Option(
        kind=order, title=say(title, place(hex), ", several rounds at once"), fixed={"hex": hex},
        fields={"continuous": rounds, **fields}, rule=AT_ONCE,
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Attack(Attacking):
    """Attack the enemy in a hex in one's own combat phase."""

    rule: ClassVar[str] = ROUND
    phrase: ClassVar[Phrase] = Phrase("attack {hex}", **SAYS)
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
class LeaveToPlan(Order):
    """Do not attack in a hex that is shared with the enemy; if they begin combat there, the battle plan answers."""

    rule: ClassVar[str] = START
    phrase: ClassVar[Phrase] = Phrase("hold off in {hex}")
    kind: Literal["leave-to-plan"] = "leave-to-plan"
    hex: Place

    def said(self, to: Saying) -> Sentence:
        return say("Do not attack in ", place(self.hex), ", and leave the rest to the plan")

    def check(self, picture: Picture) -> None:
        uncommitted(picture, Hex(self.hex))
        demand(self.hex in contacts_of(picture), ROUND, ("You share ", place(self.hex), " with no enemy."))

    def believe(self, picture: Picture) -> None:
        picture.commits[Hex(self.hex)] = Commit(planned=True, spares=True)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield Committed(seat=seat, hex=Hex(self.hex), commit=Commit(planned=True, spares=True))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for hex in contacts_of(picture):
            if hex not in picture.commits:
                title = say("Do not attack in ", place(hex), "; the plan answers")
                yield Option(kind="leave-to-plan", title=title, fixed={"hex": hex}, rule=START)


@dataclass(frozen=True, kw_only=True)
class StartCombat(Attacking):
    """Begin combat in the enemy's combat phase in a hex in which they do not attack."""

    rule: ClassVar[str] = START
    phrase: ClassVar[Phrase] = Phrase("start combat in {hex}", **SAYS)
    lead: ClassVar[str] = "Begin combat in "
    kind: Literal["start-combat"] = "start-combat"

    def qualify(self, picture: Picture, hex: Hex) -> None:
        demand(hex in contacts_of(picture), START, ("You share ", place(hex), " with no enemy."))
        demand(hex not in picture.battles, START, ("The enemy attacks in ", place(hex), " already."))
        demand(not inside_at(picture, hex), START, "Troops inside a fort cannot begin combat in the enemy's phase.")
        demand(hex not in picture.entrenched, "C76-ENT-04", "Entrenched troops begin no combat in the enemy's phase.")

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for hex in contacts_of(picture):
            free = hex not in picture.battles and hex not in picture.commits
            if free and not inside_at(picture, hex) and hex not in picture.entrenched:
                yield from attacks_offered(picture, "start-combat", hex, "Begin combat in ", START)


@dataclass(frozen=True, kw_only=True)
class FightOn(Attacking):
    """Attack for another round in a battle in which one attacks."""

    rule: ClassVar[str] = AGAIN
    phrase: ClassVar[Phrase] = Phrase("fight on in {hex}", **SAYS)
    lead: ClassVar[str] = "Fight on in "
    kind: Literal["fight-on"] = "fight-on"

    def qualify(self, picture: Picture, hex: Hex) -> None:
        attacked_by_us(picture, hex, AGAIN)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for hex in attacking_in(picture):
            yield from attacks_offered(picture, "fight-on", hex, "Fight on in ", AGAIN)


@dataclass(frozen=True, kw_only=True)
class ContinueCombat(Attacking):
    """Go on with a battle that the attacker has stopped, as the attacker from now on."""

    rule: ClassVar[str] = CONTINUE
    phrase: ClassVar[Phrase] = Phrase("continue in {hex}", **SAYS)
    lead: ClassVar[str] = "Continue in "
    kind: Literal["continue"] = "continue"

    def qualify(self, picture: Picture, hex: Hex) -> None:
        battle = own_battle(picture, hex, CONTINUE)
        ours = battle.stopped and battle.attacker != picture.side
        demand(ours, CONTINUE, ("The enemy has not stopped in ", place(hex), "."))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for hex in stopped_by_enemy(picture):
            yield from attacks_offered(picture, "continue", hex, "Continue in ", CONTINUE)


def stopped_by_enemy(picture: Picture) -> list[Hex]:
    """The battles in which the enemy has stopped, and this side may go on."""
    return [
        hex for hex, battle in picture.battles.items()
        if battle.open and battle.stopped and battle.attacker != picture.side and hex not in picture.commits
    ]  # fmt: skip


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


def words_for(picture: Picture, hex: Hex) -> Choice:
    """What a defender can say of supply."""
    return Choice(values=tuple(said for said in SUPPLIES[::-1] if said != "use" or has_supply(picture, hex)))


@dataclass(frozen=True, kw_only=True)
class StopFighting(Order):
    """Stop attacking in a battle, and say what of supply if the enemy continues it."""

    rule: ClassVar[str] = STOP
    phrase: ClassVar[Phrase] = Phrase("stop fighting in {hex}", supply="supply {}")
    kind: Literal["stop-fighting"] = "stop-fighting"
    hex: Place
    supply: Supply = "rule"

    def said(self, to: Saying) -> Sentence:
        return say("Stop fighting in ", place(self.hex), rest_said(self.supply, "if they go on, "))

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
                kind="stop-fighting", title=say("Stop fighting in ", place(hex)), fixed={"hex": hex},
                fields={"supply": words_for(picture, hex)}, rule=STOP,
            )  # fmt: skip
