"""Readings of cards to the state of the table, and to a position of the game."""
