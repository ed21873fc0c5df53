"""The engine of Numero under its short name: `numero_cam.games.numero.engine`."""

from numero_cam.games.numero.engine import *  # noqa: F403
from numero_cam.games.numero.engine import __all__  # noqa: F401 - the names that the star imports
