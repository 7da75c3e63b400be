"""A player of Korsun with sense."""

from service.bots.korsun.commander import CorpsCommander

__all__ = ["CorpsCommander"]
