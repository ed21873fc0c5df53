"""Decks: which one lies on the table, and reading its cards by examples learned from photos."""
