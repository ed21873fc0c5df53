"""Puzzles: a centre and a hand, whose best take is to be found; made, and said how hard they are."""

from numero_cam.games.numero.puzzles.levels import CARD_SETS, Band, CardSetName, Level, LevelError, card_set_of, parse_level
from numero_cam.games.numero.puzzles.making import Puzzle, PuzzleRequest, generate_puzzles, puzzle_from

__all__ = [
    "CARD_SETS",
    "Band",
    "CardSetName",
    "Level",
    "LevelError",
    "Puzzle",
    "PuzzleRequest",
    "card_set_of",
    "generate_puzzles",
    "parse_level",
    "puzzle_from",
]
