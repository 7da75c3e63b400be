"""After the end: what a side believed, beside what was true."""

from __future__ import annotations

from service.engine.sentences import plain_text
from service.games.skirmish.truth.looking import look
from service.games.skirmish.truth.review import differences, laid_open
from tests.games.skirmish.table import happen, table


def test_a_ghost_an_unknown_gun_and_what_truly_stood_there():
    """The squad has gone on unseen, and the machine gun in the farm was never found."""
    state = table(("A-SQ1", "squad", "0707"), ("G-SQ1", "squad", "0907"), ("G-HMG", "hmg_team", "1411"))
    happen(state, look(state))
    state.bases["G-SQ1"].hex = "1110"
    [ghost] = [found for found in differences(state, "allied") if found.kind == "elsewhere"]
    assert (ghost.believed, ghost.true) == (("0907",), ("1110",)) and "was in 1110" in plain_text(ghost.text)
    unseen = [found.true for found in differences(state, "allied") if found.kind == "unseen"]
    assert unseen == [("1110",), ("1411",)]
    assert laid_open(state)["german"].own["G-SQ1"].hex == "1110" and not laid_open(state)["german"].contacts
