"""A link as a QR code: drawn here, so that what may be secret is told to nobody but to who has the page already."""

from __future__ import annotations

import segno
from markupsafe import Markup


def qr(address: str) -> Markup:
    """A link as an SVG of dark modules on white, in a dark theme and on paper too, with the margin that readers need.

    It has a `viewBox` of one unit a module and no size of its own: `.qr` in `app.css` gives it one.
    """
    drawn = segno.make_qr(address, error="m").svg_inline(
        omitsize=True, border=4, dark="#000", light="#fff", svgclass="qr", lineclass=None
    )
    return Markup(drawn.replace("<svg ", '<svg role="img" aria-label="QR code of the link" ', 1))
