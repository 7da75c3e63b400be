"""One game turn of the introductory scenario, as two players click and tap it through: for tests, and for pictures.

The Soviet reconnaissance runs into the US cavalry at Grenzrod, whom it does not know to be there, and assaults.
"""

from __future__ import annotations

from random import Random

from service.engine.dice import Dice
from tests.web.browser import IN_SIGHT, Hands

SEED = 9


def falling(self: Dice, track: str, turn: int, number: int, sides: int, count: int, purpose: str) -> tuple[int, ...]:
    """Stands in for `Dice.draw`: the same faces for the same purpose in every match."""
    dice = Random(f"{SEED}/{purpose}/{turn}/{number}")
    return tuple(dice.randint(1, sides) for _ in range(count))


async def pregame(us: Hands) -> None:
    """US looks into the sector from which the enemy comes."""
    await us.is_asked("Pregame Intelligence Phase")
    await us.pick("allot-intelligence", "coverage", "3")
    await us.write("allot-intelligence", signal="5", sectors="D2")
    await us.close_step()


async def soviet_prepares(soviet: Hands) -> None:
    """Intelligence, assets and modes of the Soviet turn, an order in each."""
    await soviet.is_asked("Intelligence Phase")
    await soviet.pick("allot-intelligence", "coverage", "2")
    await soviet.write("allot-intelligence", signal="4", sectors="D2")
    await soviet.close_step()
    await soviet.is_asked("Asset Transfer Phase")
    await soviet.choose("S-DIV")
    await soviet.write("transfer-asset", to="S-TR", assets="S-DIV/arty-1")
    await soviet.close_step()
    await soviet.is_asked("Mode Change and Forced March Designation Phase")
    await soviet.choose("S-I2")
    await soviet.write("change-mode", mode="march")
    await soviet.close_step()


async def soviet_attacks(soviet: Hands) -> None:
    """Two battalions move on the map, and one of them is to assault; all of it stands on the sheet, unsent."""
    await soviet.is_asked("Movement Segment")
    await soviet.move("S-I2", "1604")
    await soviet.move("S-RC", "1708")
    await soviet.choose_on_map("S-RC")  # on a phone the next unit was chosen meanwhile
    await soviet.write("declare-ground-combat", target="1608", type="assault", barrage="4")


async def us_defends(us: Hands) -> None:
    """US answers the assault, and sends off what came of it."""
    await us.is_asked("Defence")
    assert await us.page.locator(".map-combat g:has(title)").evaluate(IN_SIGHT), "the map shows where he is attacked"
    await us.write("defend", fire="2")
    await us.close_step()
    await us.is_asked("Send the results")
    await us.close_step()


async def soviet_closes(soviet: Hands) -> None:
    """No further combat, and the house is kept."""
    await soviet.is_asked("Movement Segment")
    await soviet.close_step()
    await soviet.is_asked("Housekeeping Phase")
    await soviet.close_step()


async def us_turn(us: Hands) -> None:
    """The US turn: a tank battalion comes up."""
    for heading in ("Intelligence Phase", "Asset Transfer Phase", "Mode Change and Forced March Designation Phase"):
        await us.is_asked(heading)
        await us.close_step()
    await us.is_asked("Movement Segment")
    await us.move("U-A2", "1109")
    await us.close_step()
    await us.is_asked("Housekeeping Phase")
    await us.close_step()
