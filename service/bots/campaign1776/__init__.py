"""A player of 1776 that judges: what it does follows from its own view and the public map."""

from service.bots.campaign1776.general import General

__all__ = ["General"]
