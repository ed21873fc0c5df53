"""Names of the decks that come with the program."""

NUMERO = "numero"
"""The project's own deck; read by it, number cards of any make. Also the game whose cards a deck holds where its file names none."""
PLAYING = "playing"
"""Playing cards."""
