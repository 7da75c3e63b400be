"""A link as a QR code, where somebody has it to pass on."""

from __future__ import annotations

import re

import segno

from tests.client import TestClient
from web.parts.qr import qr


def modules(page: str) -> set[tuple[int, int]]:
    """The dark modules of the one QR code on a page, as a reader finds them: column and row from its corner."""
    [drawn] = re.findall(r'<svg [^>]*class="qr".*?</svg>', page)
    wide, high = map(int, re.search(r'viewBox="0 0 (\d+) (\d+)"', drawn).groups())
    assert f'<path fill="#fff" d="M0 0h{wide}v{high}h-{wide}z"/>' in drawn, "it lies on white in a dark theme too"
    [path] = re.findall(r'<path stroke="#000" d="([^"]+)"/>', drawn)
    x, y, dark = 0.0, 0.0, set()
    for command, numbers in re.findall(r"([Mmh])([-.\d ]+)", path):
        steps = [float(step) for step in re.findall(r"-?[\d.]+", numbers)]
        if command == "h":
            dark |= {(int(x) + step, int(y)) for step in range(int(steps[0]))}
            x += steps[0]
        else:
            x, y = steps if command == "M" else (x + steps[0], y + steps[1])
    assert min(min(spot) for spot in dark) == 4 and max(max(spot) for spot in dark) == wide - 5, "with room round it"
    return {(column - 4, row - 4) for column, row in dark}


def says(link: str) -> set[tuple[int, int]]:
    """The dark modules of the code that says this link and nothing else."""
    rows = segno.make_qr(link, error="m").matrix
    return {(x, y) for y, row in enumerate(rows) for x, module in enumerate(row) if module}


def test_an_invitation_and_a_link_for_another_device_can_be_scanned(visitor: TestClient):
    sent = {"scenario": "toy/yard", "opponent": "invitation", "seat": "north"}
    opened = visitor.post("/matches", data=sent)
    [invitation] = re.findall(r'value="(http[^"]+/invitations/[\w-]+)"', opened.text)
    assert modules(opened.text) == says(invitation)
    assert modules(visitor.get(invitation).text) == says(invitation), "and by the invited, at his other device"

    lobby = opened.url.path
    assert 'class="qr"' not in visitor.get(lobby).text, "what was shown once is gone"
    page = visitor.post(f"{lobby}/links", data={"seat": "north"}).text
    [link] = re.findall(r'value="(http[^"]+/seat/[\w-]+)"', page)
    assert modules(page) == says(link)


def test_a_code_asks_nothing_of_another_house():
    assert not re.search(r"href|url\(|<image|style=", qr("https://house.example/seat/secret"))
