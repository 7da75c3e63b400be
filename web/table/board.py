"""The map of the match page, drawn from a seat's draft: the whole of it for a page, its live layer for a swap."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import quote, urlencode

from markupsafe import Markup

from service.engine.line_of_sight import LineOfSight
from service.engine.options import Destination, Option
from service.engine.orders import Refusal
from service.engine.places import Place
from service.matches.drafts import Draft
from web.drawing.layers import NO_PLANS, MapLinks, Plans
from web.drawing.map import GameMap, Selection, live_layer, render_map
from web.games.shelf import dress
from web.parts.dependencies import seat_page


@dataclass(frozen=True)
class Board:
    """One seat's map, with the reach of the units that are chosen."""

    drafted: Draft
    units: tuple[str, ...]
    to: Place | None

    line: LineOfSight | None = None
    target: str = ""
    """The contact that was tapped to be fired at, if any was."""
    surveyed: bool = False
    """Whether its reader is to see first how all lies, who has not given an order yet."""

    @cached_property
    def map(self) -> GameMap | None:
        """The map as the game's dress draws it, for a game that has one."""
        reading = self.drafted.reading
        return dress(reading.game).map(self.drafted.believed)

    @property
    def places(self) -> Collection[str]:
        """The places that a sentence may point to."""
        return self.map.places if self.map else ()

    @cached_property
    def drawn(self) -> Markup:
        """The whole map."""
        if self.map is None:
            return listed(self.drafted)
        reading = self.drafted.reading
        key = f"{reading.match_id}/{reading.seat}"
        return render_map(
            self.map, self.drafted.view, self.links, self.selection, self.line, key=key, moment=self.moment,
            goals=self.map.goals if self.surveyed else (),
        )  # fmt: skip

    @cached_property
    def layer(self) -> Markup:
        """What of it changes."""
        if self.map is None:
            return listed(self.drafted)
        return live_layer(self.map, self.drafted.view, self.links, self.selection, self.line, self.moment)

    @property
    def moment(self) -> str:
        """What tells this look at the map from the next."""
        return str(self.drafted.reading.version)

    @cached_property
    def selection(self) -> Selection:
        """What is chosen on it."""
        return Selection(units=self.units, reach=self.reach or (), to=self.to, plans=self.plans, at=self.target_at)

    @property
    def target_at(self) -> Place | None:
        """Where the contact is held to be that was tapped to be fired at."""
        forces = self.drafted.reading.game.forces
        one = forces.contacts(self.drafted.believed).get(self.target) if forces is not None else None
        return next(iter(forces.places_of(one)), None) if forces is not None and one is not None else None

    @property
    def plans(self) -> Plans:
        """The moves and combats on the sheet that may be sent as they stand."""
        drafted = self.drafted
        if self.map is None or not drafted.orders:
            return NO_PLANS
        drawing = dress(drafted.reading.game).map(drafted.reading.picture)
        return drawing.plans(drafted.reading.view, drafted.allowed, drafted.odds) if drawing is not None else NO_PLANS

    @cached_property
    def reach(self) -> Sequence[Destination] | None:
        """Where the chosen units can go together, if they may be asked to go."""
        moving = [option for option in self.drafted.options_of(self.units) if any(option.routes)]
        if not moving:
            return None
        found = self.drafted.reach(moving[0], self.units)
        return () if isinstance(found, Refusal) else found

    @cached_property
    def stacks(self) -> Mapping[str, tuple[str, ...]]:
        """The units that may move together, by each of them: all of these are chosen by a tap on one."""
        return {
            unit: units
            for option in self.drafted.options
            for _, routes in option.routes
            if routes.follows is not None and set(units := option.parties(routes)[0]) == set(option.subjects)
            for unit in units
        }

    @cached_property
    def links(self) -> MapLinks:
        """A tap on a unit chooses it, with those that may move with it; a tap on a place in reach the way there."""
        base = seat_page(self.drafted.reading.match_id, self.drafted.reading.seat)
        return MapLinks(
            unit_href=lambda unit: f"{base}?{named(self.stacks.get(unit, (unit,)))}#tab-orders",
            place_href=lambda place: f"{base}?{named(self.units)}&to={quote(place, safe='')}#tab-orders",
            contact_href=lambda handle: self.target_href(base, handle) or dossier_href(base, handle),
        )

    def target_href(self, base: str, handle: str) -> str:
        """Where a tap on a contact leads that may be attacked: to the chosen unit's best shot, or to all who can fire;
        in a game in which they attack together, to the form in which all of them do.

        Nothing for others, or while a question with few answers is open.
        """
        drafted = self.drafted
        if drafted.known_after.picture.ended or self.game_asks:
            return ""
        look = dress(drafted.reading.game)
        found = look.aimed(drafted.known_after, drafted.options, handle)
        mine = [option for option in found if self.units and set(self.units) <= set(option.subjects)]
        if not found or (self.units and not mine):
            return ""
        if not mine and not look.attacked_together:
            return f"{base}?{urlencode({'target': handle})}#tab-orders"
        if not mine:
            one = max(found, key=lambda option: len(option.subjects))
            return f"{base}?{named(one.subjects)}&{urlencode(picked(one))}#tab-orders"
        best = look.likeliest(drafted.known_after, mine, drafted.odds)[0][0] if len(mine) > 1 else mine[0]
        return f"{base}?{named(self.units)}&{urlencode(picked(best))}#tab-orders"

    @cached_property
    def game_asks(self) -> bool:
        """Whether a question with few answers is open, which has its shots beside it."""
        return self.drafted.reading.game.words.decision(self.drafted.reading.known) is not None


def picked(option: Option) -> dict[str, str]:
    """What a page is asked for to have this option in its form."""
    return {f"pick.{option.kind}.{name}": json.dumps(value) for name, value in option.fixed.items()}


def dossier_href(base: str, handle: str) -> str:
    """Where all stands that is known of a contact."""
    return f"{base}/contacts/{quote(handle, safe='')}"


def named(units: Iterable[str]) -> str:
    """Units as an address names them."""
    return urlencode([("unit", unit) for unit in units], safe="/")


def listed(drafted: Draft) -> Markup:
    """For a game without a map: what stands where, as a list."""
    game = drafted.reading.game
    rosters = game.words.listed(drafted.known_after)
    rows = [row for roster in rosters for row in roster.rows if row.place]
    items = Markup("").join(Markup("<li>{} {}</li>").format(row.place, row.name) for row in rows)
    return Markup('<ul id="map-live" class="listed">{}</ul>').format(items)
