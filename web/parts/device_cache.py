"""Under what name a device keeps the views of an account, where its player wants that."""

from __future__ import annotations

import hashlib


def keeper(account_id: str) -> str:
    """A name that differs from account to account, from which the account cannot be told."""
    return hashlib.sha256(f"sitrep/keeper/{account_id}".encode()).hexdigest()[:16]
