"""Results out, to people and to other programs."""
