"""What every page asks first: numbers in addresses and forms."""

from __future__ import annotations

import pytest

from web.parts.dependencies import whole_number


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("0", 0),
        ("12", 12),
        ("9" * 9, 999_999_999),
        ("1" + "0" * 9, 7),
        ("9" * 5_000, 7),
        ("-1", 7),
        ("1.5", 7),
        ("", 7),
    ],
)
def test_a_number_of_ten_figures_or_more_is_none(said: str, found: int):
    """No log is as long; and Python itself reads no whole number of more than 4,300 figures."""
    assert whole_number(said, otherwise=7) == found
