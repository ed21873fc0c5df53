"""The table in time: what changed, what is over it, and each card as one thing that keeps its identity."""
