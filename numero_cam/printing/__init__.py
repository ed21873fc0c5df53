"""Pages to print (decks, slips, puzzles, calibration sheets), as PDF or PNG."""
