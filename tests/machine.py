"""What set-up has put on this machine for the browser tests, and where (`.ci/set-up-browser`)."""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable")
"""Chromium under the names that it goes by; the shell without a screen of its own takes half the processor time."""

CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
"""The browser's executable, or None where there is none."""

CDN = ROOT / ".tools" / "cdn"
"""The CDN's files, under the paths that its addresses have: what a browser test answers the CDN's origin from."""

HTMX = ("npm/htmx.org@4.0.1/dist/htmx.min.js", "npm/htmx.org@4.0.1/dist/ext/hx-ws.min.js")


def what_the_browser_lacks() -> str:
    """Say in a few words what is missing for the browser tests; nothing, if they can run."""
    lacking = [] if CHROMIUM else ["no Chromium"]
    if not all((CDN / file).is_file() for file in HTMX):
        lacking.append("no htmx files in .tools/cdn")
    return " and ".join(lacking)
