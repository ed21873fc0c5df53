"""The engine of Numero under its short name: `numero_cam.games.numero.engine`."""

from numero_cam.games.numero import engine as room
from numero_cam.games.numero.engine import *  # noqa: F403 - no more and no less

__all__ = room.__all__
