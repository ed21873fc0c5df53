"""Follows a game at a real table: finds the plays that explain what is seen. Uses the standard library only."""

from numero_cam.games.numero.rules.choices import Hands
from numero_cam.games.numero.watching.events import Event, GameBegun, GameSetup, PlayDecided, PlayTakenBack, Unexplained
from numero_cam.games.numero.watching.game_watcher import GameWatcher

__all__ = ["Event", "GameBegun", "GameSetup", "GameWatcher", "Hands", "PlayDecided", "PlayTakenBack", "Unexplained"]
