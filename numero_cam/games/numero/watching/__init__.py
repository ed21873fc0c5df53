"""A game at a real table: which plays explain what is seen. Standard library only."""
