"""The solver of Numero under its short name: `numero_cam.games.numero.solve`."""

from numero_cam.games.numero.solve import *  # noqa: F403
from numero_cam.games.numero.solve import __all__  # noqa: F401 - the names that the star imports
