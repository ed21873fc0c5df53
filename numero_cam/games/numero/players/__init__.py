"""Computer players: what they know, which plays they compare, how they choose, and their tournaments."""
