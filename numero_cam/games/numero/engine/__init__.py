"""The whole game by its rulebook (docs/rules.md): options, plays, the log of operations and its text, points and solitaire."""

from numero_cam.games.numero.engine.game import Game
from numero_cam.games.numero.engine.notation import Reading, game_text, parse_game, read_game
from numero_cam.games.numero.engine.options import LEVELS, Options, OptionsError
from numero_cam.games.numero.engine.points import ScoreEntry
from numero_cam.games.numero.engine.state import Phase, Seat, State
from numero_cam.games.numero.rules.articles import Rule, RuleBreakError
from numero_cam.games.shared.texts import GameTextError

__all__ = [
    "LEVELS",
    "Game",
    "GameTextError",
    "Options",
    "OptionsError",
    "Phase",
    "Reading",
    "Rule",
    "RuleBreakError",
    "ScoreEntry",
    "Seat",
    "State",
    "game_text",
    "parse_game",
    "read_game",
]
