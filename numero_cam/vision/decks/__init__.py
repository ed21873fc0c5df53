"""Decks that were learned: how their cards look to the face network."""
