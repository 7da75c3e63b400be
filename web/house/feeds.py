"""Feeds: that something waits, for feed readers, which have the secret address of an account's feed and no cookie."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from xml.etree.ElementTree import Element, SubElement, tostring

from fastapi import APIRouter, Response

from service.dependencies import TheContext
from service.matches.web_channels import WORDS, FeedEntry, feed_read

router = APIRouter(include_in_schema=False)
ATOM = "http://www.w3.org/2005/Atom"
NEVER = datetime(2000, 1, 1, tzinfo=UTC)
"""When a feed in which nothing stands was changed last."""


@router.get("/feeds/{token}")
def feed(context: TheContext, token: str) -> Response:
    """A feed, as Atom (RFC 4287)."""
    content = atom(context.site, token.partition("-")[0], feed_read(context, token))
    return Response(content, media_type="application/atom+xml", headers={"Cache-Control": "no-store"})


def atom(site: str, id: str, entries: Sequence[FeedEntry]) -> bytes:
    """The entries as Atom has them."""
    root = Element("feed", xmlns=ATOM)
    write(root, f"urn:sitrep:feed:{id}", "Sitrep", max((one.at for one in entries), default=NEVER), f"{site}/")
    SubElement(SubElement(root, "author"), "name").text = "Sitrep"
    for one in entries:
        write(SubElement(root, "entry"), f"urn:sitrep:notice:{one.id}", WORDS, one.at, one.url)
    return bytes(tostring(root, encoding="utf-8", xml_declaration=True))


def write(element: Element, id: str, title: str, at: datetime, url: str) -> None:
    """What a feed and an entry of it have alike."""
    SubElement(element, "id").text = id
    SubElement(element, "title").text = title
    SubElement(element, "updated").text = at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    SubElement(element, "link", href=url)
