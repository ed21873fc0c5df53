"""Results in words for people and as JSON for programs."""
