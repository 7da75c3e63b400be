"""Hashes over framed fields: every field with its length before it, all under a tag that says what is hashed."""

from __future__ import annotations

import hashlib


def framed(tag: str, *fields: str | bytes | int) -> bytes:
    """Fields with their lengths before them, under a tag: no two different lists give the same bytes."""
    parts = [tag.encode()]
    parts += [f if isinstance(f, bytes) else str(f).encode() for f in fields]
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def digest(tag: str, *fields: str | bytes | int) -> bytes:
    """SHA-256 over framed fields."""
    return hashlib.sha256(framed(tag, *fields)).digest()
