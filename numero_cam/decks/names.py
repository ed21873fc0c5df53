"""Names of the decks that come with the program."""

NUMERO = "numero"
"""The project's own deck; read by it, number cards of any make."""
PLAYING = "playing"
"""Playing cards."""
