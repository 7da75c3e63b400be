"""What a side has besides units, as facts: supply markers, what is kept off the map, what both sides know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from service.engine.facts import Fact
from service.engine.sentences import Sentence, counted, joined, listed, listing, own, place, say
from service.games.korsun.known.field import Field
from service.games.korsun.known.picture import Picture, field_of
from service.games.korsun.known.supply import points_due
from service.games.korsun.printed.units import Depot, Sdm, UmanTrack

AIRFIELDS = {"inactive": "not in use", "active": "in use", "abandoned": "abandoned", "lost": "lost"}


def held(picture: Picture) -> tuple[Fact, ...]:
    """All of it, what is used most first."""
    return tuple(facts(picture))


def facts(picture: Picture) -> Iterator[Fact]:
    stores, public, rules = picture.stores, picture.public, picture.rules
    field = field_of(picture)
    markers = [marker(field, sdm) for sdm in picture.sdms.values() if not sdm.gone]
    if markers:
        yield Fact.of("Supply markers", joined("; ", markers))
    yield Fact.of("Air missions", tracks(stores.missions))
    yield Fact.of("Replacement points", tracks(stores.points))
    yield Fact.of("Reserve markers", str(stores.reserves))
    if cadres := [id for ids in stores.cadres.values() for id in ids]:
        yield Fact.of("Cadres", listing(say(own(id)) for id in cadres))
    if rules.uman.lift and picture.side == "German":
        yield Fact.of("Uman airfield", uman(stores.uman))
    if broken := [say(f"{counted(steps, 'step')} of ", own(id)) for id, steps in stores.workshop.items()]:
        yield Fact.of("In the workshop", listing(broken))
    if stores.depots:
        yield Fact.of("Depots", joined("; ", (depot(hex, one) for hex, one in sorted(stores.depots.items()))))
    if stores.airstrip is not None:
        stands = "in use" if stores.airstrip.serves else "complete" if stores.airstrip.complete else "being built"
        yield Fact.of("Alternate airfield", say(place(stores.airstrip.hex), f", {stands}"))
    if stores.boundary:
        yield Fact.of("Boundary of the Fronts", boundary(stores.boundary))
    if stores.partisans or stores.partisans_lost:
        hidden = joined(", ", (say(place(hex)) for hex in stores.partisans)) or say("none")
        yield Fact.of(
            "Partisans", say(hidden, f"; {stores.partisans_lost} driven out" if stores.partisans_lost else "")
        )
    if picture.partisans:
        yield Fact.of("Partisans seen", joined(", ", (say(place(hex)) for hex in picture.partisans)))
    if stores.mines_left:
        yield Fact.of("Minefields to lay", str(stores.mines_left))
    yield Fact.of("Named places", joined("; ", (
        say(place(hex, rules.board.names.get(hex, "")), f" {side}") for hex, side in sorted(public.control.items())
    )))  # fmt: skip
    yield Fact.of("Korsun airfield", AIRFIELDS[public.airfield])
    if public.isolated:
        yield Fact.of("Declared isolated", listed(public.isolated))
    if picture.patrol is not None:
        yield Fact.of("Korsun by the patrols", "isolated" if picture.patrol.korsun_isolated else "not isolated")


def marker(field: Field, sdm: Sdm) -> Sentence:
    """A supply marker: where it stands, and what it holds or is about to take in."""
    where = say(" in ", place(sdm.hex)) if sdm.hex is not None else say(" off the map")
    due = points_due(field, sdm)
    holds = f"takes in {counted(due, 'point')}" if due is not None else counted(sdm.sp, "point")
    return say(f"{sdm.command} {holds}", where, ", cut off" * sdm.cut_off)


def depot(hex: str, one: Depot) -> Sentence:
    """A depot: where, whose, and what is in it."""
    holds = f"complete in game-turn {one.due}" if one.due else counted(one.sp, "point")
    return say(place(hex), f" of {one.command}, {holds}")


def boundary(columns: Sequence[int]) -> str:
    """The boundary of the Fronts: the column of most rows, and the rows that have another."""
    usual = Counter(columns).most_common(1)[0][0]
    others = [f"{column} in row {row}" for row, column in enumerate(columns, start=1) if column != usual]
    return f"column {usual}" + (f", but {listed(others)}" if others else "")


def tracks(kept: dict[str, int]) -> str:
    """Tracks that a side has, with what is on each; one alone goes without its name."""
    if len(kept) == 1:
        return str(*kept.values())
    return listed(f"{number} of {track}" for track, number in kept.items()) or "none"


def uman(track: UmanTrack) -> str:
    """The Uman Airfield Track."""
    return (
        f"{track.stock} in stock, lift {track.lift}; now {track.drop_now} for drops and {track.korsun_now} for Korsun, "
        f"next {track.drop_next} and {track.korsun_next}"
    )
