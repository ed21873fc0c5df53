"""Finds the best take of a position, proven, with exact arithmetic; `numero_cam.games.numero.solve.arrange` scores a spread take."""

from numero_cam.games.numero.solve.answers import BestPlays, FullTake, FullTakes, best_plays, takers_of_all, takes_of_all
from numero_cam.games.numero.solve.child import ChildPlay, child_play
from numero_cam.games.numero.solve.expression import Operand, Step
from numero_cam.games.numero.solve.records import CardSet, Group, Play, Settings, SettingsError, Solution
from numero_cam.games.numero.solve.search import solve

__all__ = [
    "BestPlays",
    "CardSet",
    "ChildPlay",
    "FullTake",
    "FullTakes",
    "Group",
    "Operand",
    "Play",
    "Settings",
    "SettingsError",
    "Solution",
    "Step",
    "best_plays",
    "child_play",
    "solve",
    "takers_of_all",
    "takes_of_all",
]
