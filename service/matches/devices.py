"""What a browser is called in the list of sessions: by its header `User-Agent`, in words of our own.

Nothing of the header itself is kept. It says what the browser pleases; the list is for its owner to recognise it by.
"""

from __future__ import annotations

LONGEST = 1000
"""Letters of the header that are looked at."""

BROWSERS = {
    "Edg": "Edge", "OPR/": "Opera", "SamsungBrowser/": "Samsung Internet", "Firefox/": "Firefox", "FxiOS/": "Firefox",
    "CriOS/": "Chrome", "Chrome/": "Chrome", "Safari/": "Safari",
}  # fmt: skip
"""By what its header holds, the first that does: most of them call themselves Chrome and Safari too."""

SYSTEMS = {
    "Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "CrOS": "ChromeOS",
    "Macintosh": "Mac", "Linux": "Linux",
}  # fmt: skip


def device_name(user_agent: str) -> str:
    """Such as "Firefox on Android"; empty where the header names no browser that we know."""
    said = user_agent[:LONGEST]
    browser = next((name for mark, name in BROWSERS.items() if mark in said), "")
    system = next((name for mark, name in SYSTEMS.items() if mark in said), "")
    return f"{browser} on {system}" if browser and system else browser
