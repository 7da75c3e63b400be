"""What is added to dice, as bills (P6, P7)."""

from __future__ import annotations

from service.engine.sentences import plain_text
from service.games.skirmish.known.bills import bill, bill_again, kept, worst
from tests.bills import lines


def test_a_line_has_its_own_rule_or_that_of_the_roll_and_none_comes_to_nothing():
    found = bill("P7", [("cover", 2), ("adjacent", -2), ("smoke", 0), ("leader", -1)])
    assert [(line.rule, plain_text(line.name)) for line in found.lines] == [
        ("P10", "cover"),
        ("P7", "adjacent"),
        ("P6", "leader"),
    ]
    assert found.total == -1 and kept(found) == (("cover", 2), ("adjacent", -2), ("leader", -1))
    assert bill_again("P7", kept(found)) == found


def test_a_group_has_each_line_as_it_is_worst_for_its_fire():
    """What makes the fire of one better does not help who has it not; what is against both counts once."""
    near, far = bill("P7", [("pinned", 2), ("adjacent", -2)]), bill("P7", [("cover", 1), ("pinned", 2), ("smoke", 3)])
    assert lines(worst([near, far])) == {"pinned": 2, "cover": 1, "smoke": 3}
    assert lines(worst([near, near])) == {"pinned": 2, "adjacent": -2}
