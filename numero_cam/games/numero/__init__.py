"""Numero: its `rules` (cards, calculations, points), the solver in `solve`, the `engine` of whole games, and the computer's `players`."""
