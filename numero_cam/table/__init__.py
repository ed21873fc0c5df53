"""The table: where the cards of a photo lie, and how the cards of a film move."""
