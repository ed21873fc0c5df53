"""Crop to reading: where the corners really are, which way up, which face."""
