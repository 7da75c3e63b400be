"""A player of skirmishes that judges: what it does follows from its own view and the public map."""

from service.bots.skirmish.leader import PlatoonLeader

__all__ = ["PlatoonLeader"]
