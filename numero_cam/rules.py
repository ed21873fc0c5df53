"""The cards and rules of Numero under their short name: `numero_cam.games.numero.rules`."""

from numero_cam.games.numero import rules as room
from numero_cam.games.numero.rules import *  # noqa: F403 - no more and no less

__all__ = room.__all__
