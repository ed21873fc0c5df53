"""Puzzles: a centre and a hand, whose best take is to be found; made, and said how hard they are."""

from numero_cam.games.numero.puzzles.levels import (
    CARD_SETS,
    Band,
    CardSetName,
    Level,
    LevelError,
    LevelMove,
    moved_level,
    parse_level,
    puzzle_cards_of,
)
from numero_cam.games.numero.puzzles.making import Puzzle, PuzzleRequest, generate_puzzles, puzzle_from

__all__ = [
    "CARD_SETS",
    "Band",
    "CardSetName",
    "Level",
    "LevelError",
    "LevelMove",
    "Puzzle",
    "PuzzleRequest",
    "generate_puzzles",
    "moved_level",
    "parse_level",
    "puzzle_cards_of",
    "puzzle_from",
]
