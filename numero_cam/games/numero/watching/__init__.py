"""Follows a game at a real table: finds the plays that explain what is seen. Uses the standard library only."""

from numero_cam.games.numero.rules.choices import Hands
from numero_cam.games.numero.watching.game_setup import GameSetup
from numero_cam.games.numero.watching.game_watcher import GameWatcher

__all__ = ["GameSetup", "GameWatcher", "Hands"]
