"""Bills in tests: what was added up, line by line, after seeing that it is a bill."""

from __future__ import annotations

from typing import Literal

from service.engine.bills import Bill
from service.engine.sentences import plain_text


def lines(bill: Bill, by: Literal["name", "rule"] = "name") -> dict[str, int | None]:
    """The values of a bill's lines, None for those that are pending, by their names or by their rules.

    Fails where one stands twice, where a line that is pending does not say for what it waits (or another does), and
    where the total is another than that of the lines.
    """
    keys = [plain_text(line.name) if by == "name" else line.rule for line in bill.lines]
    assert all(keys) and len(set(keys)) == len(keys), f"each line has a {by} of its own: {keys}"
    assert all((line.value is None) == bool(line.why) for line in bill.lines), bill.lines
    found = {key: line.value for key, line in zip(keys, bill.lines, strict=True)}
    assert bill.total == sum(value for value in found.values() if value is not None)
    return found


def pending(bill: Bill) -> set[str]:
    """The rules of the lines that are not known yet."""
    return {rule for rule, value in lines(bill, "rule").items() if value is None}
