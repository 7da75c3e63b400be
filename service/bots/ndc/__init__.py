"""A player of NATO Division Commander that judges: what it does follows from its own view and the public map."""

from service.bots.ndc.commander import Commander

__all__ = ["Commander"]
