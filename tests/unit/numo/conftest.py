"""Commands of NUMO keep games and decks."""

from tests.own_folders import decks, kept

__all__ = ["decks", "kept"]
