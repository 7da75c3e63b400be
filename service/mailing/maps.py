"""The map that goes with a mail."""

from __future__ import annotations

from service.logs import note_fault
from service.matches.context import Context
from service.matches.mail_texts import MailText
from service.matches.map_pictures import MapPicture


def map_for(context: Context, text: MailText) -> MapPicture | None:
    """The map that a mail shows; None where it is to show none, or none could be drawn: then it goes without."""
    if text.shows is None or context.draw_map is None:
        return None
    try:
        return context.draw_map(text.shows.game, text.shows.known)
    except Exception as fault:  # whatever a library makes of a drawing: nobody's letter waits for that
        note_fault(fault, "a map could not be drawn", game=text.shows.game.code)
        return None
