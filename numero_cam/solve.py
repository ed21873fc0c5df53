"""The solver of Numero under its short name: `numero_cam.games.numero.solve`."""

from numero_cam.games.numero import solve as room
from numero_cam.games.numero.solve import *  # noqa: F403 - no more and no less

__all__ = room.__all__
