"""Decks that are known: which faces a make of cards has, what they mean, and how the cards of a learned pack look."""
