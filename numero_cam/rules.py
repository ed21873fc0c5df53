"""The cards and rules of Numero under their short name: `numero_cam.games.numero.rules`."""

from numero_cam.games.numero.rules import *  # noqa: F403
from numero_cam.games.numero.rules import __all__  # noqa: F401 - the names that the star imports
