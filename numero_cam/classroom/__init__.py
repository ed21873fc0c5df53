"""A class: its pupils, slips for a week, what was handed in, and what it is worth."""
