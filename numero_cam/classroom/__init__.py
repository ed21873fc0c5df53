"""A class: its pupils, slips for a week, the answers handed in, and their worth."""
