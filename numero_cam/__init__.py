"""Reads the number cards on a table and finds the best take."""
