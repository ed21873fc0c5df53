"""The best take of a position, proven, with exact arithmetic. What a spread take is worth: `numero_cam.solve.arrange`."""

from numero_cam.solve.answers import BestPlays, FullTake, FullTakes, best_plays, takes_of_all
from numero_cam.solve.child import ChildPlay, child_play
from numero_cam.solve.records import CardSet, Group, Play, Settings, SettingsError, Solution
from numero_cam.solve.search import solve, takers_of_all
from numero_cam.solve.steps import Operand, Step

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
