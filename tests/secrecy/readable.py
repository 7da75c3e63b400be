"""All that a seat can read of a world: its pages' words, options, odds, ways and what it may look back on."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from service.engine import umpire
from service.engine.aims import Aim, Briefing
from service.engine.dice_events import Rolled
from service.engine.faculties import Forces
from service.engine.game import AnyGame
from service.engine.lessons import Followed
from service.engine.line_of_sight import LineOfSight
from service.engine.options import Destination, Option, Places
from service.engine.outline import walk
from service.engine.places import Place
from service.engine.state import duplicate
from service.engine.tally import Tally
from service.matches import AtSeat, charts, dice_proof, history, standing_orders
from service.matches.letters import letters_text, seat_letters
from tests.advice import advised
from tests.looking_back import every_dossier
from tests.offers import options_for
from tests.random_play import ordered
from tests.secrecy.kept import PAIR, kept
from tests.secrecy.worlds import World, shown, shown_log

MOST_ASKED = 4
"""So many own bases and contacts between which lines of sight are asked, and so many orders of which odds are."""


def told(world: World, seat: str) -> dict[str, str]:
    """What a seat has been told, and what it has made of that; and the public dice that it is shown."""
    game, picture = world.secrets.game, world.state.pictures[seat]
    reports = [shown(world, entry.report) for entry in world.log]
    rolls = [event for event in world.journal[: world.journal_seen] if isinstance(event, Rolled) and event.public]
    return {
        "log": repr(
            [
                (entry.number, entry.letter, report, entry.occasion)
                for entry, report in zip(world.log, reports, strict=True)
            ]
        ),
        "prose": repr([game.words.prose(report) for report in reports]),
        "version": str(world.state.log_lengths[seat]),
        "picture": repr(closed(world, picture)),
        "dice": repr(rolls),
    }


def readable(world: World, seat: str, luck: int = 0, *, back: bool = False) -> dict[str, str]:
    """All that a seat could fetch, by what it is: log, prose and cards, aim, view, options, ways, lines, odds and what
    the coach advises.

    What is declared against it is there too, what its question says, and what stands beside the fields, the places,
    the units that have no orders and the enemies at whom one has no shot. Odds are asked of a few orders, which the
    luck draws. `back`: what it can look back at too.
    """
    picture, game = closed(world, world.state.pictures[seat]), world.secrets.game
    options = options_for(game, picture)
    routes = {
        units: list(forces_of(game).destinations(picture, units))
        for option in options
        for _, domain in option.routes
        for units in option.parties(domain)
    }
    return {
        **told(world, seat),
        "view": repr(game.view(picture)),
        "cards": repr(game.words.cards(game.known(picture), shown_log(world))),
        "aim": repr(aimed(world, picture)),
        "declared": repr(game.words.declared(game.known(picture))),
        "question": repr(game.words.question(game.known(picture))),
        "ask": repr(game.words.ask(game.known(picture), list(dict.fromkeys(one.kind for one in options)), "")),
        "clock": repr(at_the_clock(game, picture)),
        "beside": repr([game.words.stock(game.known(picture), one, field) for one in options for field in one.fields]),
        "places": repr([game.words.met(game.known(picture), one) for one in sorted(places_in(options))]),
        "idle": repr([game.words.idle(game.known(picture), one) for one in sorted(forces_of(game).own(picture))]),
        "no shots": repr(no_shots(game, picture)),
        "turn over": repr(game.words.turn_over(game.known(picture), picture.turn)),
        "options": repr(options),
        "routes": repr(routes),
        "lines": repr(lines_of_sight(game, picture)),
        "odds": repr(odds_of(game, picture, options, random.Random(luck))),
        "coach": repr(coached(game, picture, seat, options)),
        **(looked_back(world, seat) if back else {}),
    }


def at_the_clock(game: AnyGame, picture: Any) -> list[object]:
    """Live, what stands beside the time that runs, with what is done at its end, and what is asked about a mover."""
    known = game.known(picture)
    if not game.words.is_live(known):
        return []
    heading = next((one for one in walk(game.outline) if one.name == picture.address.rsplit("/", 1)[-1]), None)
    goes = game.answer(picture, heading) if picture.asked and heading is not None else ()
    units = sorted(forces_of(game).own(picture))
    return [
        game.words.until(known), game.words.waiting(known), game.words.decision(known),
        *((game.words.unanswered(known, goes, some), game.words.takes_chosen(known, some)) for some in ((), units)),
    ]  # fmt: skip


def places_in(options: list[Option]) -> set[str]:
    """The places that stand in the fields of these options to be chosen."""
    return {
        place
        for option in options
        for domain in option.fields.values()
        if isinstance(domain, Places)
        for place in domain.places
    }


def coached(game: AnyGame, picture: Any, seat: str, options: list[Option]) -> list[tuple[str, Followed]]:
    """All that a newcomer is advised there, the first of it in the coach's note."""
    coach = game.coach()
    taught = coach is not None and picture.asked and picture.address.rsplit("/", 1)[-1] in coach.lessons
    return list(advised(game, picture, seat, offered=options)) if taught else []


def aimed(world: World, picture: Any) -> tuple[Briefing, Aim]:
    """What a seat is told that it is after, and how it stands with that."""
    game = world.secrets.game
    counted = Tally().after([one.telling for one in shown_log(world)], game, picture.seat, log_length=0)
    known = game.known(picture, counted.score)
    return game.words.briefing(known), game.words.aim(known)


def closed(world: World, picture: Any) -> Any:
    """A picture without what was laid open when the match was over."""
    return replace(picture, **world.secrets.verdict) if world.state.ended else picture


def looked_back(world: World, seat: str) -> dict[str, str]:
    """What a seat can look back at since the pair was made: as the service makes it, of what it would have stored."""
    log = shown_log(world)
    context, at = kept(world, log, closed(world, world.state.pictures[seat])), AtSeat(PAIR, seat, "")
    length = len(world.log)
    points = sorted({0, length // 2, length})
    pasts = [history.history(context, at, number) for number in points]
    return {
        "history": repr([(past.stops, past.entries, past.view, past.situation, past.changes) for past in pasts]),
        "contacts": repr(every_dossier(context, at)),
        "letters": letters_text(seat_letters(context, at)),
        "exchanges": repr(standing_orders(context, at).exchanges),
        "charts": repr(charts.charts(context, at)),
        "proof": repr(replace(dice_proof.dice(context, at), hidden="", seed=None, chain_end=None)),
    }


def forces_of(game: AnyGame) -> Forces[Any]:
    """The units and contacts of a game; none, in a game without them."""
    return game.forces if game.forces is not None else NoForces()


class NoForces:
    """The forces of a game that has none."""

    def own(self, picture: Any) -> Mapping[str, Any]:
        return {}

    def contacts(self, picture: Any) -> Mapping[str, Any]:
        return {}

    def places_of(self, thing: Any) -> tuple[Place, ...]:
        return ()

    def destinations(self, picture: Any, units: Sequence[str]) -> list[Destination]:
        return []


def truly_there(world: World, seat: str) -> dict[str, tuple[Place, ...]]:
    """The units of all seats but this one by their inner ids, with where they stand on the map.

    As they truly are, where the game keeps records, which are asked here in the midst of a match; else as their owners
    believe them.
    """
    state, game = world.state, world.secrets.game
    pictures = game.records.laid_open(state) if game.records is not None else state.pictures
    forces = forces_of(game)
    units = [unit for other in state.seats if other != seat for unit in forces.own(pictures[other]).items()]
    return {id: places for id, unit in units if (places := forces.places_of(unit))}


def lines_of_sight(game: AnyGame, picture: Any) -> list[LineOfSight | None]:
    """What the seat is answered of lines from its own units, to those of others that it knows and to each other."""
    if game.sight is None:
        return []
    forces = forces_of(game)
    own, known = (
        [place for unit in units.values() for place in forces.places_of(unit)]
        for units in (forces.own(picture), forces.contacts(picture))
    )
    found = [game.sight(picture, a, b) for a in own[:MOST_ASKED] for b in known]
    return found + [game.sight(picture, a, b) for a, b in pairwise([*known, *own])]


def no_shots(game: AnyGame, picture: Any) -> list[str]:
    """Why own units have no shot at those whom the seat knows of, in its sentences."""
    if game.no_shot is None:
        return []
    forces = forces_of(game)
    asked = [(unit, handle) for unit in list(forces.own(picture))[:MOST_ASKED] for handle in forces.contacts(picture)]
    return [f"{refusal.rule} {refusal.reason}" for one in asked if (refusal := game.no_shot(picture, *one))]


def odds_of(game: AnyGame, picture: Any, options: list[Option], rng: random.Random) -> list[object]:
    """What the seat is told beforehand of a few orders that it could give, and what others would learn by them."""
    if game.odds is None and game.foretell is None:
        return []
    together = list(game.at_once(picture)) if game.at_once is not None and picture.asked else []
    tried = (ordered(option, game, picture, rng) for option in rng.sample(options, min(MOST_ASKED, len(options))))
    return together + [
        (game.odds and game.odds(picture, order), foretold(game, picture, order), ways_for(game, picture, order))
        for order in tried
        if order is not None
    ]


def ways_for(game: AnyGame, picture: Any, order: umpire.Order) -> object:
    """The other ways that a seat is offered for an order."""
    return list(game.other_ways(picture, order, ())) if game.other_ways is not None else None


def foretold(game: AnyGame, picture: Any, order: umpire.Order) -> object:
    if game.foretell is None:
        return None
    believed = duplicate(picture)
    order.believe(believed)
    return game.foretell(believed, [order])
