"""Paper slips that pupils fill in: where everything on them lies, and reading them from photos. Knows circles, not cards."""
