"""Trains the network that sees hands over a table, on pictures that are put together while it trains."""
