"""The whole game by its rulebook (docs/rules.md): options, plays, the log and its text, points, solitaire, players."""

from numero_cam.game.notation import GameTextError, Reading, game_text, parse_game, read_game
from numero_cam.game.options import LEVELS, Options, OptionsError
from numero_cam.game.points import Entry
from numero_cam.game.record import Game
from numero_cam.game.rulebook import Rule, RuleBreakError
from numero_cam.game.state import Phase, Seat, State

__all__ = [
    "LEVELS",
    "Entry",
    "Game",
    "GameTextError",
    "Options",
    "OptionsError",
    "Phase",
    "Reading",
    "Rule",
    "RuleBreakError",
    "Seat",
    "State",
    "game_text",
    "parse_game",
    "read_game",
]
