"""Draws what was read and found into the photo."""
