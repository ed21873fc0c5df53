"""The engine of Numero under its short name: `numero_cam.games.numero.engine`."""

from numero_cam.games.numero.engine import (
    LEVELS,
    Entry,
    Game,
    GameTextError,
    Options,
    OptionsError,
    Phase,
    Reading,
    Rule,
    RuleBreakError,
    Seat,
    State,
    game_text,
    parse_game,
    read_game,
)

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
