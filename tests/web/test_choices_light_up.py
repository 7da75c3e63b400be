"""Whatever hexes an order lets one choose light up on the map, each and no other, and one is chosen by a tap."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from service.engine import judging
from service.engine.game import AnyGame
from service.engine.options import Places
from service.engine.recording import Outcome
from service.games.ndc.game import NDC
from service.games.skirmish.game import SKIRMISH
from service.matches import Context
from tests.games.ndc.fighting import attack, battle
from tests.games.skirmish.table import position as skirmish
from tests.games.skirmish.test_reinforcements import expecting
from tests.games.skirmish.test_support import CALL, battery, next_phase, round_at
from tests.random_play import begun
from tests.shipped import MOULIN_BASSET
from tests.web.browser import DESKTOP, PHONE, Hands, window
from tests.web.midway import saved


def driven_back() -> Any:
    """A US battalion has to retreat two hexes, and may go several ways."""
    return attack(battle("su S-I1 at 1003 attack known", attacker="leadership 12", die=9)).done("us")


def called() -> Any:
    """An allied battery has answered its observer."""
    return battery(contact=[3, 4]).order("allied", CALL)


def spotted() -> Any:
    """Its spotting round has fallen a turn ago."""
    table = battery(contact=[3, 4], scatter=[3, 4]).order("allied", CALL).order("allied", round_at("1007"))
    return next_phase(table)


def laid_out() -> Any:
    """Each side sets up where it likes."""
    return begun(SKIRMISH, 1, strict=False, options={"setup": "free"})[0]


def driving() -> Any:
    """A tank is about to move."""
    return skirmish("A-TK1 medium_tank at 0507 heading 1", "G-SQ1 squad at 0807", step="movement")


@dataclass(frozen=True)
class Scene:
    """Where a seat may choose hexes: the order and its field, and which of its units is chosen for it, if any."""

    laid: Callable[[], Any]
    seat: str
    kind: str
    field: str
    unit: str = ""

    def offered(self, game: AnyGame, picture: Any) -> set[str]:
        """The hexes that the rules offer, as they lie on the map."""
        [option] = [
            one for one in judging.heading_options(game, picture)
            if one.kind == self.kind and (not self.unit or self.unit in one.subjects)
        ]  # fmt: skip
        domain, sheet = option.fields[self.field], MOULIN_BASSET.sheet
        if isinstance(domain, Places):
            return {*domain.places}
        if self.kind == "face":
            here = picture.own[self.unit].hex
            return {sheet.step(here, value) for value in domain.values}
        [group] = [one for one in MOULIN_BASSET.reinforcements if one.id == option.fixed["group"]]
        return {hex for value in domain.values for hex in group.zones[value]}


SCENES = {
    "retreat": Scene(driven_back, "US", "retreat", "hex"),
    "spotting-round": Scene(called, "allied", "spotting-round", "hex"),
    "correction": Scene(spotted, "allied", "correct", "hex"),
    "setup": Scene(laid_out, "allied", "place", "hex", unit="A-SQ1"),
    "facing": Scene(driving, "allied", "face", "heading", unit="A-TK1"),
    "zone": Scene(expecting, "allied", "prepare", "zone"),
}


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC, "skirmish": SKIRMISH}


@pytest.mark.browser
@pytest.mark.parametrize(
    ("scene", "size"),
    [
        *(pytest.param(scene, PHONE, id=f"{scene}-phone") for scene in SCENES),
        pytest.param("retreat", DESKTOP, id="retreat-desktop"),
        *(pytest.param(scene, DESKTOP, id=f"{scene}-desktop", marks=pytest.mark.soak) for scene in [*SCENES][1:]),
    ],
)
async def test_every_hex_that_may_be_chosen_lights_up_and_is_tapped(
    browser: Browser, context: Context, address: str, scene: str, size: dict[str, Any]
):
    one = SCENES[scene]
    table = one.laid()
    state = table.truth if hasattr(table, "truth") else table.state
    game = NDC if one.seat == "US" else SKIRMISH
    assert one.seat in state.waiting
    offered = one.offered(game, state.pictures[one.seat])
    assert len(offered) > 1
    link = saved(context, game, table.opening, Outcome(state, table.journal, table.logs))[one.seat]
    async with window(browser, **size) as opened:
        player = await Hands.at(opened, address + link)
        if one.unit:
            await player.choose(one.unit)
        await player.unfold(one.kind)
        form, lit = player.form(one.kind), player.page.locator(".map-choices .choice")
        if not await lit.count():
            await player.press(form.locator(":is(label, select):visible").first)
        await expect(lit.first).to_be_attached()
        shown = await lit.evaluate_all("all => all.map((one) => one.dataset.place)")
        assert {*shown} == offered and len(shown) == len(offered)

        await player.settled()
        free = player.page.locator(".map-choices .choice:not(.is-taken):not(.is-chosen)").first
        goal = await free.get_attribute("data-place")
        await free.dispatch_event("click")
        await expect(player.page.locator(f'.map-choices .is-chosen[data-place="{goal}"]')).to_have_count(1)
        assert player.complaints == []
