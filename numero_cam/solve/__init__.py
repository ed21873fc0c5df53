"""The best take of a position, proven, with exact arithmetic; and the best arrangement of a take."""

from numero_cam.solve.arrange import Arrangement, Spread, SpreadError, arrange
from numero_cam.solve.export import solution_json
from numero_cam.solve.records import Group, Play, Settings, SettingsError, Solution, Step
from numero_cam.solve.search import solve, takers_of_all

__all__ = [
    "Arrangement",
    "Group",
    "Play",
    "Settings",
    "SettingsError",
    "Solution",
    "Spread",
    "SpreadError",
    "Step",
    "arrange",
    "solution_json",
    "solve",
    "takers_of_all",
]
