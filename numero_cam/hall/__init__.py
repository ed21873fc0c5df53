"""An event of many tables, a hall: its records, pairings and ranking, its database and pages, and the messages of its tables."""
