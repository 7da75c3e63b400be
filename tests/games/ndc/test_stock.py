"""What stands beside the field for the target of an attack: that nobody is known there, and who cannot be one."""

from __future__ import annotations

import pytest

from service.games.ndc.game import NDC
from tests.positions import position


def beside_target(*units: str, attacker: str = "us U-A2 at 1207 attack") -> str:
    table = position(attacker, "us U-2B at 0909 deployed", *units, phasing="us")
    [option] = table.options("us", "declare-ground-combat")
    return NDC.words.stock(NDC.known(table.picture("us")), option, "target")


@pytest.mark.rule("NDC-GCD-02")
def test_who_can_attack_nobody_that_is_known_reads_so_and_why_not_the_enemy_over_the_river():
    """1307 lies beyond the Erle from 1207, and the bridge is at Erlenbruck."""
    assert beside_target("su S-I1 at 1307 attack") == "nobody is known there", "of whom nothing was told"
    over = "; E1 stands beyond the Erle, which armor attacks across only by a bridge"
    assert beside_target("su S-I1 at 1307 attack known") == f"nobody is known there{over}"
    assert beside_target("su S-I1 at 1206 attack known") == ""
    assert beside_target("su S-I1 at 1307 attack known", attacker="us U-I2 at 1207 attack") == ""
