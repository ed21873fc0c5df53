"""What the program remembers in one file: SQLite, in whole transactions, nothing left of what was removed."""
