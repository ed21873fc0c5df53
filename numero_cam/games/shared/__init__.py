"""What any game needs, and no game in particular."""
